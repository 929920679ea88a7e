"""The documentation as a site: links that leave docs/, anchors as GitHub makes them, pages that come later."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def hooks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_hooks", DOCS / "site" / "hooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class _Settings(yaml.SafeLoader):
    """Reads mkdocs.yml without running what it names."""


_Settings.add_multi_constructor("tag:yaml.org,2002:python", lambda loader, suffix, node: suffix)


def settings() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Settings)
    return found


def shown(hooks: ModuleType, source: str, markdown: str) -> str:
    page = SimpleNamespace(file=SimpleNamespace(src_uri=source))
    found: str = hooks.on_page_markdown(markdown, page, SimpleNamespace(docs_dir=str(DOCS)))
    return found


@pytest.mark.parametrize(
    ("source", "markdown", "expected"),
    [
        ("index.md", "[card](docs/environment.md#rewards)", "[card](environment.md#rewards)"),
        ("index.md", "![table](docs/images/table.png)", "![table](images/table.png)"),
        ("index.md", "[how](CONTRIBUTING.md), [what](CHANGELOG.md)", "[how](contributing.md), [what](changelog.md)"),
        ("contributing.md", "[proof](docs/proof.md#versions)", "[proof](proof.md#versions)"),
        ("proof.md", "[tests](../tests/games.py)", "tests"),
        ("rules/coverage.md", "[p](../training.md) [t](../../tests/kit/test_game.py)", "[p](../training.md) t"),
        ("rules/golden/dynasty/README.md", "[rules](../../dynasty.md)", "[rules](../../dynasty.md)"),
        ("rules/players.md", "[J](../../agents/people/web/rules/texts/dynasty/ja.md)", "[J](players/dynasty.ja.html)"),
        ("index.md", "[E](agents/people/web/rules/texts/kingdoms/en.md)", "[E](rules/players/kingdoms.en.html)"),
        ("training.md", "[out](https://a.org/a.md) [here](#part)", "[out](https://a.org/a.md) [here](#part)"),
        ("new-game.md", "```python tests/tiny/nim.py\nx\n```", '```python title="tests/tiny/nim.py"\nx\n```'),
    ],
)  # fmt: skip
def test_links_lead_to_the_page_here_or_become_words(
    hooks: ModuleType, source: str, markdown: str, expected: str
) -> None:
    assert shown(hooks, source, markdown) == expected


def test_rules_for_players_are_pages_that_stand_alone(hooks: ModuleType) -> None:
    files = hooks.players_files()
    pages = {name: page for name, page in files.items() if name.endswith(".html")}
    assert all(page.count('<link rel="stylesheet"') >= 2 for page in pages.values())
    linked = {name for page in pages.values() for name in re.findall(r'<(?:link|a) [^>]*href="([^"#]+)"', page)}
    assert {f"rules/players/{name}" for name in linked if "../" not in name} == set(files)
    assert all(
        (DOCS / "rules" / name.removeprefix("../")).with_suffix(".md").is_file() for name in linked if "../" in name
    )
    assert len(pages) == 10
    text = (DOCS / "rules" / "players.md").read_text(encoding="utf-8")
    assert {f"rules/players/{game}.{code}.html" for game, code in hooks.PLAYERS.findall(text)} == set(pages)


def test_anchors_are_githubs(hooks: ModuleType) -> None:
    assert hooks.slug("ch. 1 Material (§03–06)", "-") == "ch-1-material-0306"
    assert hooks.slug("A – B", "-") == "a--b"


def test_every_page_has_its_place(hooks: ModuleType) -> None:
    """Pages in the navigation exist, once each, and pages that exist are in it."""
    named = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    there = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")} | set(hooks.AROUND.values())
    assert sorted(named) == sorted(page for page in there if not page.startswith("rules/golden/"))


def test_nothing_is_fetched_from_elsewhere() -> None:
    found = settings()
    assert found["theme"]["font"] is False
    assert "repo_url" not in found, "its button would ask the host for numbers"
    assert not any("://" in str(found.get(key, "")) for key in ("extra_css", "extra_javascript"))
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"!\[[^\]]*\]\(https?:", text), page.name
        assert "```mermaid" not in text, "its script would come from elsewhere"
