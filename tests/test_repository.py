"""What a visitor of the repository reads first agrees with the package."""

import io
import re
import subprocess
import tomllib
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from agents.arguments import counting_bar

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    number = PROJECT["version"]
    assert re.search(rf"^version: {re.escape(number)}$", text("CITATION.cff"), re.MULTILINE)
    assert re.findall(r"^## \[(.+?)\]", text("CHANGELOG.md"), re.MULTILINE)[0] == number
    assert version("dynasty-env") == number


def test_the_licence_and_the_authors_are_the_same_everywhere() -> None:
    citation = text("CITATION.cff")
    assert f"\nlicense: {PROJECT['license']}\n" in citation
    for author in PROJECT["authors"]:
        assert f"  - name: {author['name']}\n" in citation
        assert author["name"] in text("LICENSE")
    for keyword in PROJECT["keywords"]:
        assert f"  - {keyword}\n" in citation


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python 3.11.0 to 3.11.4, which Debian 12 has, match that wrongly (gh-106052)."""
    folders = ("dynasty_env", "agents", "training")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    found = [file.name for file in files if re.search(r"\(\?.*\)[*+?]\+(?=.*[\"'])", file.read_text(encoding="utf-8"))]
    assert len(files) > 500 and found == []


def test_what_lies_at_the_top_belongs_there() -> None:
    """Tests and commands that write into the working directory have left files there before."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {path.partition("/")[0] for path in listed.splitlines()}
    assert top == {
        ".ci", ".devcontainer", ".github", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md", "CITATION.cff",
        "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "agents", "constraints.txt", "docs", "dynasty_env",
        "mkdocs.yml", "noxfile.py", "pyproject.toml", "tests", "training",
    }  # fmt: skip


def test_ruff_is_the_same_before_a_commit() -> None:
    (needed,) = [each for each in PROJECT["optional-dependencies"]["dev"] if each.startswith("ruff")]
    (hook,) = re.findall(r"repo: .+/ruff-pre-commit\n +rev: v(.+)$", text(".pre-commit-config.yaml"), re.MULTILINE)
    assert needed.startswith(f"ruff>={hook},")


def test_the_workflow_runs_ci_on_every_python_that_is_supported() -> None:
    workflow = text(".github/workflows/ci.yml")
    assert "run: bash .ci/run" in workflow
    supported = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]
    (matrix,) = re.findall(r"python: \[(.+)\]", workflow)
    assert [python.strip(' "') for python in matrix.split(",")] == supported
    assert PROJECT["requires-python"] == f">={supported[0]},<3.{int(supported[-1].removeprefix('3.')) + 1}"


def test_the_readme_installs_and_tests_by_the_command_that_ci_runs() -> None:
    """Two commands set everything up on a fresh machine: one runs the main job, one installs and passes the tests."""
    (block,) = re.findall(r"```sh\n(.*?)```", text("README.md").partition("## The games")[0], re.DOTALL)
    main, tests = block.splitlines()
    assert main.endswith("dynasty train --minutes 5")
    steps = [line.partition("step ")[2].partition(" #")[0].strip() for line in text(".ci/run").splitlines()]
    installing = [step for step in steps if step.startswith(("pip install", "pytest"))]
    assert installing[: len(tests.split(" && "))] == tests.split(" && ")


def test_names_are_printed_as_they_are() -> None:
    """A console of rich makes pictures of words between colons, as in the bot mc:100:greedy, unless told not to."""
    files = [path for folder in ("dynasty_env", "agents", "training") for path in (ROOT / folder).rglob("*.py")]
    made = [(file.name, each) for file in files for each in re.findall(r"Console\((.*?)\)", file.read_text("utf-8"))]
    assert len(made) > 30
    silent = [each for each in made if "emoji=False" not in each[1] and "quiet=True" not in each[1]]
    assert silent == [("folding.py", "")]  # which prints nothing


def test_a_bar_says_names_as_they_are() -> None:
    """``:100:`` between colons became a picture there, too."""
    written = io.StringIO()
    with counting_bar(Console(emoji=False, file=written, force_terminal=True, width=100)) as bar:
        bar.add_task("mc:100:greedy [x]", total=2)
        bar.add_task("net:\x1b[2Jmine", total=2)
    assert "mc:100:greedy [x]" in written.getvalue()
    assert "net:\\x1b[2Jmine" in written.getvalue()


def moved() -> list[str]:
    """The modules that the changelog names whole as the new place of something."""
    rows = re.findall(r"^\| .+ \| (.+) \|$", text("docs/upgrading.md"), re.MULTILINE)
    names = re.findall(r"`(?:python -m )?((?:dynasty_env|agents|training)[\w.<>]*)`", "\n".join(rows))
    games = ("dynasty", "shinsengumi")
    return sorted({name.replace("<game>", game) for name in names for game in games})


@pytest.mark.parametrize("module", moved())
def test_what_the_changelog_says_has_moved_is_there(module: str) -> None:
    assert find_spec(module) is not None
