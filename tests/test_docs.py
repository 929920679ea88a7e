"""What the documentation shows is true: its Python runs, its commands and links exist, its tables are the code's."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer

from dynasty_env.dynasty.actions import SLICES
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import card_table
from dynasty_env.kit.game import SEATS, Game
from training import cli

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
CARD = ROOT / "docs" / "environment.md"


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


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# ------------------------------------------------------------------------------------------------- the environment card


def table(*rows: tuple[Any, ...]) -> str:
    """A Markdown table; the first row is its heading."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


def layout_table(game: Game) -> str:
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
        for piece in game.layout.values()
    )
    return table(heading, *rows)


def actions_table(game: Game) -> str:
    """Every family of actions."""
    rows = []
    for family, ids in SLICES.items():
        first, last = game.action_names[ids.start], game.action_names[ids.stop - 1]
        names = f"`{first}`" if first == last else f"`{first}` … `{last}`"
        rows.append((f"`{family}`", ids.start if first == last else f"{ids.start}–{ids.stop - 1}", names))
    return table(("family", "ids", "names"), *rows)


def options_table(game: Game) -> str:
    """Every option."""
    rows = (
        (f"`{o.name}`", f"`{o.default}`", ", ".join(f"`{value}`" for value in o.values), o.meaning)
        for o in game.options
    )
    return table(("option", "default", "values", "meaning"), *rows)


@pytest.mark.parametrize("made", [layout_table, actions_table, options_table], ids=lambda made: made.__name__)
def test_the_card_has_the_tables_of_the_code(made: Any) -> None:
    expected = made(GAME)
    assert expected in CARD.read_text(encoding="utf-8"), f"docs/environment.md should have this table:\n\n{expected}"


def test_the_card_has_the_sizes_of_the_code() -> None:
    text = CARD.read_text(encoding="utf-8")
    assert f"({GAME.layout.size},)" in text
    assert f"({GAME.layout.onehot_size},)" in text
    assert f"`env.state()` ({GAME.layout.size * SEATS} int8" in text
    assert f"{GAME.longest:,} decisions is the bound" in text
    assert f"divided by {GAME.points_bound}, which no score reaches" in text
    assert f"Discrete({len(GAME.action_names)})" in text
    for cards, printed in card_table().items():
        assert f'`"{cards}"` {printed.shape}' in text


def test_the_card_has_the_phases_and_what_can_be_done_in_each() -> None:
    """Rows: phase, step number, who decides, families of actions."""
    section = CARD.read_text(encoding="utf-8").partition("\n## Phases\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| [^|]+ \| ([^|]+) \|", section, re.MULTILINE)
    steps = {name: int(step) for name, step, _ in rows}
    assert steps == {name: step for step, name in GAME.phase_names.items() if step}
    told = {name: set(re.findall(r"`(\w+)`", families)) for name, _, families in rows}
    for name, (decisions, families) in seen_families(games=200).items():
        assert families <= told[name], name
        assert families == told[name] or decisions < 30, name


def seen_families(games: int) -> dict[str, tuple[int, set[str]]]:
    """How often each phase is met in random games, and the families of its legal actions."""
    family = [name for name, ids in SLICES.items() for _ in range(ids.start, ids.stop)]
    seen: dict[str, tuple[int, set[str]]] = {}
    rng = np.random.default_rng(0)
    for seed in range(games):
        state = GAME.new(seed, backend="compiled", packs=1 + seed // 2 % 2, witches=seed % 2 == 1, ask_forced=True)
        while not state.done:
            legal = state.legal()
            decisions, families = seen.get(state.phase, (0, set()))
            seen[state.phase] = decisions + 1, families | {family[action] for action in legal}
            state.play(int(rng.choice(legal)))
    return seen
