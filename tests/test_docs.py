"""What the documentation shows is true: its Python runs, its commands and links exist, its tables are the code's."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer

import dynasty_env
from dynasty_env import dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.dynasty.actions import SLICES as DYNASTY_SLICES
from dynasty_env.figures.actions import SLICES as FIGURES_SLICES
from dynasty_env.kingdoms.actions import SLICES as KINGDOMS_SLICES
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.actions import SLICES as SHINSENGUMI_SLICES
from dynasty_env.three_kingdoms.actions import SLICES as THREE_KINGDOMS_SLICES
from tests.books import BOOKS, book_of
from tests.golden.games import Golden, golden_files
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_on_a_page_exist(page: Path) -> None:
    known: Any = typer.main.get_command(cli.app)
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


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# ------------------------------------------------------------------------------------------------ the environment cards


@dataclass(frozen=True)
class Card:
    """The environment card of a game.

    Attributes:
        page: where it stands.
        game: what it describes.
        slices: families of action ids.
        printed: the game's `card_table`.
        varied: options of the n-th random game, so that every phase and family comes up.
    """

    page: Path
    game: Game
    slices: Mapping[str, slice]
    printed: Callable[[], Mapping[str, Any]]
    varied: Callable[[int], dict[str, int | bool]]

    @property
    def text(self) -> str:
        return self.page.read_text(encoding="utf-8")


CARDS = (
    Card(
        ROOT / "docs" / "environment.md",
        dynasty_v0.game,
        DYNASTY_SLICES,
        dynasty_v0.card_table,
        lambda n: {"packs": 1 + n // 2 % 2, "witches": n % 2 == 1},
    ),
    Card(
        ROOT / "docs" / "environment-shinsengumi.md",
        shinsengumi_v0.game,
        SHINSENGUMI_SLICES,
        shinsengumi_v0.card_table,
        lambda n: {"num_players": 1 + n % 5, "hidden_stones": n % 2 == 1},
    ),
    Card(
        ROOT / "docs" / "environment-kingdoms.md",
        kingdoms_v0.game,
        KINGDOMS_SLICES,
        kingdoms_v0.card_table,
        lambda n: {"num_players": 2 + n % 5},
    ),
    Card(
        ROOT / "docs" / "environment-figures.md",
        figures_v0.game,
        FIGURES_SLICES,
        figures_v0.card_table,
        lambda n: {"num_players": 2 + n % 3, "figures": 1 + n % 2, "stats": n % 3, "distraction": True},
    ),
    Card(
        ROOT / "docs" / "environment-three-kingdoms.md",
        three_kingdoms_v0.game,
        THREE_KINGDOMS_SLICES,
        three_kingdoms_v0.card_table,
        lambda n: {"scenario": 1 + n % 3, "num_players": 2 + n % 7, "powers": n % 12, "max_turns": 4},
    ),
)
every_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.game.name)


def test_every_game_has_a_card() -> None:
    assert [card.game.name for card in CARDS] == list(dynasty_env.GAMES)


def table(*rows: tuple[Any, ...]) -> str:
    """A Markdown table; the first row is its heading."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


def layout_table(card: Card) -> str:
    """Every piece of an observation."""
    heading = ("piece", "indices", "shape", "values", "kind", "meaning")
    rows = (
        (
            f"`{piece.name}`",
            piece.start if piece.size == 1 else f"{piece.start}–{piece.place.stop - 1}",
            piece.size,
            f"{piece.low} … {piece.high}",
            "label" if piece.category else "amount",
            piece.meaning,
        )
        for piece in card.game.layout.values()
    )
    return table(heading, *rows)


def actions_table(card: Card) -> str:
    """Every family of actions."""
    rows = []
    for family, ids in card.slices.items():
        first, last = card.game.action_names[ids.start], card.game.action_names[ids.stop - 1]
        names = f"`{first}`" if first == last else f"`{first}` … `{last}`"
        rows.append((f"`{family}`", ids.start if first == last else f"{ids.start}–{ids.stop - 1}", names))
    return table(("family", "ids", "names"), *rows)


def options_table(card: Card) -> str:
    """Every option."""
    rows = (
        (f"`{o.name}`", f"`{o.default}`", ", ".join(f"`{value}`" for value in o.values), o.meaning)
        for o in card.game.options
    )
    return table(("option", "default", "values", "meaning"), *rows)


@every_card
@pytest.mark.parametrize("made", [layout_table, actions_table, options_table], ids=lambda made: made.__name__)
def test_the_card_has_the_tables_of_the_code(card: Card, made: Callable[[Card], str]) -> None:
    expected = made(card)
    assert expected in card.text, f"docs/{card.page.name} should have this table:\n\n{expected}"


@every_card
def test_the_card_has_the_sizes_of_the_code(card: Card) -> None:
    text, game = card.text, card.game
    assert f"({game.layout.size},)" in text
    assert f"({game.layout.onehot_size},)" in text
    assert f"`env.state()` ({game.layout.size * game.seat_rows} int8" in text
    assert f"{game.longest:,} decisions is the bound" in text
    assert f"Discrete({len(game.action_names)})" in text
    assert f"`{game.agent}_0` … `{game.agent}_{game.seats[1] - 1}`" in text
    assert f"{game.seats[0]}–{game.seats[1]} seats" in text
    if "points" in game.rewards:
        assert f"divided by {game.points_bound}, which no score reaches" in text
    for cards, printed in card.printed().items():
        assert f'`"{cards}"` {printed.shape}' in text


@every_card
def test_the_card_has_the_rewards_of_the_code(card: Card) -> None:
    assert tuple(re.findall(r"^\| `\"(\w+)\"` \|", part(card.page, "Rewards"), re.MULTILINE)) == card.game.rewards


@every_card
def test_the_card_has_the_phases_and_what_can_be_done_in_each(card: Card) -> None:
    """Rows: phase, step number, who decides, families of actions."""
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| [^|]+ \| ([^|]+) \|", part(card.page, "Phases"), re.MULTILINE)
    steps = {name: int(step) for name, step, _ in rows}
    assert steps == {name: step for step, name in card.game.phase_names.items() if step}
    told = {name: set(re.findall(r"`(\w+)`", families)) for name, _, families in rows}
    for name, (decisions, families) in seen_families(card, games=200).items():
        assert families <= told[name], name
        assert families == told[name] or decisions < 30, name


def seen_families(card: Card, games: int) -> dict[str, tuple[int, set[str]]]:
    """How often each phase is met in random games, and the families of its legal actions, there and in the golden
    games, which show what chance seldom does."""
    family = [name for name, ids in card.slices.items() for _ in range(ids.start, ids.stop)]
    seen: dict[str, tuple[int, set[str]]] = {}

    def look(state: State) -> None:
        decisions, families = seen.get(state.phase, (0, set()))
        seen[state.phase] = decisions + 1, families | {family[action] for action in state.legal()}

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
    return seen


# ----------------------------------------------------------------------------------- architecture, the recipe of a game


def test_the_architecture_has_a_word_for_every_module_of_the_kit() -> None:
    rooms = part(ROOT / "docs" / "architecture.md", "Rooms")
    for file in (ROOT / "dynasty_env" / "kit").glob("[!_]*.py"):
        assert f" {file.name}" in rooms, file.name


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
    declared = set(Game.__annotations__)
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
    text = part(RECIPE, "Lines elsewhere")
    packages = [file for name in ("dynasty_env", "agents", "training") for file in (ROOT / name).rglob("*.py")]
    for book in BOOKS[1:]:
        own = (f"dynasty_env/{book.game}/", f"agents/{book.game}/", f"dynasty_env/{book.game}_v")
        own += (f"agents/people/web/boards/{book.game}/",)
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


# ---------------------------------------------------------------------------------------------------------- the gallery


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


# ----------------------------------------------------------------------------------------------------------- the README


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
