"""What the documentation shows is true: its Python runs, its commands and links exist, its tables are the code's."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer

import dynasty_env
from dynasty_env.kit.game import Game
from dynasty_env.kit.running import Running
from dynasty_env.kit.state import State
from tests import pages
from tests.books import BOOKS, book_of
from tests.golden.games import Golden, golden_files
from tests.pages import CARDS, Card
from training import cli

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
RECIPE = ROOT / "docs" / "new-game.md"
CHAMPIONS = ROOT / "agents" / "network" / "champions"


def fenced(page: Path, *languages: str) -> Iterator[tuple[int, str]]:
    """Line number and text of a page's fenced blocks in these languages."""
    text = page.read_text(encoding="utf-8")
    for block in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if block[1] in languages:
            yield text.count("\n", 0, block.start(2)), block[2]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_on_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for line, code in fenced(page, "python", "py"):
        exec(compile("\n" * line + code, str(page), "exec"), names)  # a traceback then names the page's own line


@cache
def commands() -> Any:
    """The command `dynasty`, as Typer makes it: once, since that takes long."""
    return typer.main.get_command(cli.app)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_on_a_page_exist(page: Path) -> None:
    known = commands()
    for line, block in fenced(page, "sh", "bash", "console"):
        for words in re.findall(r"\bdynasty (\w+)([^#&|\n]*)", block):
            where = f"{page.name}:{line}: dynasty {words[0]}{words[1]}"
            assert words[0] in known.commands, where
            options = {name for parameter in known.commands[words[0]].params for name in parameter.opts}
            assert set(re.findall(r"--[a-z-]+", words[1])) <= options | {"--help"}, where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_on_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://", "mailto:")):
            path, _, anchor = target.partition("#")
            found = page if not path else page.parent / path
            assert found.exists(), f"{page.name}: {target}"
            if anchor and found.suffix == ".md":
                assert anchor in anchors(found), f"{page.name}: {target}"


WRITTEN = [page for page in (*PAGES, *sorted(CHAMPIONS.glob("*.md"))) if "golden" not in page.parts]
"""Pages that people have written; golden games are as wide as their moves."""


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_prose_is_no_wider_than_120_characters(page: Path) -> None:
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert [line for line in text.splitlines() if len(line) > 120 and not line.lstrip().startswith("|")] == []


@cache
def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


every_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.game.name)


def test_every_game_has_a_card() -> None:
    assert [card.game.name for card in CARDS] == list(dynasty_env.GAMES)


@pytest.mark.parametrize("page", pages.filled(), ids=lambda page: page.name)
def test_the_tables_of_a_page_are_made_from_the_declarations(page: Path) -> None:
    text, made = pages.filled()[page]
    assert text == made, f"docs/{page.relative_to(ROOT / 'docs')} is out of date: {pages.REWRITE}"


@every_card
def test_the_card_and_the_rules_page_have_all_that_is_made(card: Card) -> None:
    assert pages.marks(card.page) == {"facts", "observation", "printed", "actions", "phases", "options"}
    assert pages.marks(book_of(card.game.name).page) == {"decisions", "options"}


@every_card
def test_every_column_of_printed_numbers_has_a_name(card: Card) -> None:
    assert {name: len(columns) for name, columns in card.columns.items()} == {
        name: array.shape[1] for name, array in card.printed().items()
    }


def test_what_is_made_follows_from_the_declarations() -> None:
    """Another word, family or id stands in the tables at once."""
    kingdoms = next(card for card in CARDS if card.game.name == "kingdoms_v0")
    game = type(kingdoms.game)()
    game.phases = tuple(  # type: ignore[misc]
        replace(phase, asks="Who is it?", decides="the cook", families=("deck",)) for phase in kingdoms.game.phases
    )
    changed = replace(kingdoms, game=game)
    assert pages.phases(changed).count("| the cook |") == len(game.phases)
    assert "Who is it?" in pages.decisions(game) and "Who is it?" not in pages.decisions(kingdoms.game)
    assert "`deck` `person` | Who is it? |" in pages.phases(changed)


@every_card
def test_the_card_has_the_rewards_of_the_code(card: Card) -> None:
    assert tuple(re.findall(r"^\| `\"(\w+)\"` \|", part(card.page, "Rewards"), re.MULTILINE)) == card.game.rewards


SELDOM = {("invade_troops", "done")}
"""What is legal too seldom for random games: behind a hundred troops that march already."""


@every_card
def test_phases_declare_the_families_that_are_legal(card: Card) -> None:
    declared = {phase.step.name.lower(): set(card.game.wording.choices(phase)) for phase in card.game.phases}
    for name, (decisions, families) in seen_families(card, games=80).items():
        assert families <= declared[name], name
        missing = {family for family in declared[name] - families if (name, family) not in SELDOM}
        assert not missing or decisions < 30, name


def seen_families(card: Card, games: int) -> dict[str, tuple[int, set[str]]]:
    """How often each phase is met in random games, and the families of its legal actions, there and in the golden
    games, which show what chance seldom does."""
    family_of = np.array([card.game.wording.family_of(action)[0] for action in range(len(card.game.action_names))])
    decisions, legal = Counter[str](), defaultdict[str, Any](lambda: np.zeros(len(family_of), np.int8))

    def look(state: State) -> None:
        decisions[state.phase] += 1
        legal[state.phase] |= state.mask

    rng = np.random.default_rng(0)
    for seed in range(games):
        state = card.game.new(seed, backend="compiled", ask_forced=True, **card.varied(seed))
        while not state.done:
            look(state)
            state.play(int(rng.choice(state.legal())))
    for path in golden_files(book_of(card.game.name)):
        for state in Golden.read(card.game, path).replay.play("compiled"):
            if not state.done:
                look(state)
    return {phase: (number, set(family_of[legal[phase] == 1].tolist())) for phase, number in decisions.items()}


def test_the_architecture_has_a_word_for_every_module_of_the_kit() -> None:
    tree = part(ROOT / "docs" / "architecture.md", "Source tree")
    for file in (ROOT / "dynasty_env" / "kit").glob("[!_]*.py"):
        assert f" {file.name}" in tree, file.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_quoted_code_is_in_the_file_that_it_is_quoted_from(page: Path) -> None:
    """A block that begins with ```python and a path quotes that file, whole lines of it."""
    for path, quoted in re.findall(r"^```python (\S+)\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        source = "\n" + (ROOT / path).read_text(encoding="utf-8")
        for piece in quoted.split("\n...\n"):  # left out
            assert "\n" + piece.strip("\n") + "\n" in source, f"{page.name}: not in {path}:\n{piece}"


def test_the_recipe_quotes_every_rule_of_its_example() -> None:
    text = RECIPE.read_text(encoding="utf-8")
    for name in ("deal", "legal_take", "play_take", "next_seat", "observe", "hide", "returns", "audit", "greedy"):
        assert f"\ndef {name}(" in text, name


def test_the_recipe_names_all_that_a_game_has_to_bring() -> None:
    text = RECIPE.read_text(encoding="utf-8")
    declared = {*Running.__annotations__, *Game.__annotations__}
    assert {"name", "dtype", "phases", "rules", "longest"} < declared
    for name in declared | Game.__abstractmethods__:
        assert f"`{name}`" in text, name


def test_the_files_of_the_recipe_are_those_of_every_game() -> None:
    rows = re.findall(r"^\| `([\w/*.]+)` \|", part(RECIPE, "Files"), re.MULTILINE)
    assert len(rows) > 10
    for book in BOOKS:
        for row in rows:
            assert list((ROOT / "dynasty_env" / book.game).glob(row)), f"{book.game} has no {row}"


def test_the_recipe_names_every_place_outside_its_folder_that_knows_a_game() -> None:
    """Another game is a folder and a line in each of these. The flagship is the default of commands, too."""
    text = part(RECIPE, "Changes outside the folder")
    packages = [file for name in ("dynasty_env", "agents", "training") for file in (ROOT / name).rglob("*.py")]
    for book in BOOKS[1:]:
        own = (f"dynasty_env/{book.game}/", f"agents/{book.game}/", f"dynasty_env/{book.game}_v")
        own += (f"agents/people/web/boards/{book.game}/", f"agents/people/web/sides/{book.game}.py")
        named = re.compile(rf"(?<!\w){book.game}_v|dynasty_env[./]{book.game}\b|[\"'/]{book.game}[\"'./]")
        knows = set()
        for file in (ROOT / "pyproject.toml", *packages):
            path = file.relative_to(ROOT).as_posix()
            if not path.startswith(own) and named.search(file.read_text(encoding="utf-8")):
                knows.add(path)
        assert "dynasty_env/games.py" in knows
        for path in knows:
            assert f"`{path}`" in text, f"{path} knows {book.title}"


def part(page: Path, heading: str) -> str:
    """What stands below a heading of a page."""
    return page.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_the_gallery_shows_every_environment_in_a_film() -> None:
    from PIL import Image

    text = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    for card in CARDS:
        film = re.search(rf"\((images/game-{card.game.name.rpartition('_v')[0]}\.gif)\)", text)
        assert film is not None, card.game.name
        with Image.open(ROOT / "docs" / film[1]) as opened:
            assert getattr(opened, "n_frames", 1) >= 20
        assert f"({card.page.name})" in text
        assert f"dynasty_env/{card.game.name.title().replace('_V', '-v')}" in text or card.game.name in text


def test_the_readme_is_short() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 110


def test_the_readme_and_the_paper_say_how_to_cite() -> None:
    version = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    paper = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
    assert version is not None
    assert "@software{dynasty_env," in paper
    assert f"version = {{{version[1]}}}" in paper
    assert "docs/paper.md" in (ROOT / "README.md").read_text(encoding="utf-8")
