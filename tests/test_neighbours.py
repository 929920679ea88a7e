"""Other packages called `agents` or `training`: it is said when they lie in the way of ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dynasty_env.neighbours import PACKAGES, explanation, foreign_packages

ROOT = Path(__file__).parents[1]


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python with the modules of a folder before ours."""
    path = os.pathsep.join(map(str, (folder, ROOT)))
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=folder, check=False,
        env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip


def test_ours_are_ours() -> None:
    assert foreign_packages() == {}


@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("as_module", [False, True], ids=["package", "module"])
def test_a_foreign_package_is_named_at_import_and_by_the_command(name: str, as_module: bool, tmp_path: Path) -> None:
    file = tmp_path / (f"{name}.py" if as_module else f"{name}/__init__.py")
    file.parent.mkdir(exist_ok=True)
    file.write_text('"""Other agents."""\n')
    imported = python(tmp_path, "-c", "import dynasty_env")
    assert imported.returncode == 0, "the environments work"
    assert f"the package {name!r} in {file}" in imported.stderr
    assert "virtual environment" in imported.stderr
    command = python(tmp_path, "-m", "dynasty_env.command", "match")
    assert command.returncode == 2
    assert f"error: {explanation({name: str(file)})}" in command.stderr
    assert "Traceback" not in command.stderr


def test_without_others_the_command_runs(tmp_path: Path) -> None:
    done = python(tmp_path, "-W", "error::UserWarning", "-m", "dynasty_env.command", "--help")
    assert done.returncode == 0, done.stderr
    assert "match" in done.stdout
