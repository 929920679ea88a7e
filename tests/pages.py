"""`python -m tests.pages`: the tables on pages that follow from what games declare.

What lies between marks (`<!-- made: decisions -->` … `<!-- end -->`) on rules pages and environment cards is made from
the games' chapters, layouts and options; the rest is written by hand. CI fails when a page is out of date.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynasty_env import dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.kit.engine.loop import Phase
from dynasty_env.kit.printed import Columns
from dynasty_env.kit.rulebook import Rulebook
from tests.books import ROOT, book_of
from training.benchmark.page import MARKED

REWRITE = "python -m tests.pages --write"


@dataclass(frozen=True)
class Card:
    """The environment card of a game.

    Attributes:
        page: where it stands.
        game: what it describes.
        printed: the game's `card_table`.
        columns: what it holds, the game's `card_columns`.
        varied: options of the n-th random game, so that every phase and family comes up.
    """

    page: Path
    game: Rulebook
    printed: Callable[[], Mapping[str, Any]]
    columns: Columns
    varied: Callable[[int], dict[str, int | bool]]

    @property
    def text(self) -> str:
        return self.page.read_text(encoding="utf-8")


def _card(page: str, module: Any, varied: Callable[[int], dict[str, int | bool]]) -> Card:
    return Card(ROOT / "docs" / page, module.game, module.card_table, module.card_columns, varied)


CARDS = (
    _card("environment.md", dynasty_v0, lambda n: {"packs": 1 + n // 2 % 2, "witches": n % 2 == 1}),
    _card(
        "environment-shinsengumi.md", shinsengumi_v0, lambda n: {"num_players": 1 + n % 5, "hidden_stones": n % 2 == 1}
    ),
    _card("environment-kingdoms.md", kingdoms_v0, lambda n: {"num_players": 2 + n % 5}),
    _card(
        "environment-figures.md",
        figures_v0,
        lambda n: {"num_players": 2 + n % 3, "figures": 1 + n % 2, "stats": n % 3, "distraction": True},
    ),
    _card(
        "environment-three-kingdoms.md",
        three_kingdoms_v0,
        lambda n: {"scenario": 1 + n % 3, "num_players": 2 + n % 7, "powers": n % 12, "max_turns": 4},
    ),
)


def table(*rows: tuple[Any, ...]) -> str:
    """A Markdown table; the first row is its heading."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


def quoted(names: Iterable[Any], last: str = ", ") -> str:
    """Names as code; `last` stands before the last one."""
    *first, end = (f"`{name}`" for name in names)
    return last.join([*([", ".join(first)] if first else []), end])


def facts(card: Card) -> str:
    """Sizes and names: of seats, observations, actions, rewards, printed cards."""
    game, module = card.game, card.game.name
    least, most = game.seats
    size, wide, state = game.layout.size, game.layout.onehot_size, game.layout.size * game.seat_rows
    printed = (f'`"{name}"` {array.shape}' for name, array in card.printed().items())
    scaled = "points" in game.rewards
    points = f"; `points` are divided by {game.points_bound}, which no score reaches" if scaled else ""
    rewards = quoted((f'"{name}"' for name in game.rewards), " or ")
    return table(
        ("", ""),
        ("agents", f"{least}–{most} seats: `{game.agent}_0` … `{game.agent}_{most - 1}`, clockwise"),
        ("observation", f'`({size},)` int8, or `({wide},)` float32 in −1 … 1 with `features="onehot"`'),
        ("state", f"`env.state()` `({state},)` int8: every seat's observation, for centralised critics"),
        ("actions", f"`Discrete({len(game.action_names)})` with a mask; an id means the same in every phase"),
        ("rewards", f"only at the end of the game: {rewards}, in −1 … 1{points}"),
        ("longest game", f"at most {game.longest:,} decisions"),
        ("printed cards", f"`{module}.card_table()`: {', '.join(printed)}"),
        (
            "interfaces",
            "PettingZoo AEC (`env`, `raw_env`), vector (`vec_env`), Gymnasium for one seat (`single_env`, "
            "`seat_vec_env`), `game.new` → `State`",
        ),
    )


def printed(card: Card) -> str:
    """Every column of the tables of printed numbers."""
    rows = []
    for name, columns in card.columns.items():
        for number, (column, meaning) in enumerate(columns.items()):
            rows.append((f"`{name}`", number, f"`{column}`", meaning.replace("-1", "−1")))
    return table(("table", "column", "name", "meaning"), *rows)


def observation(card: Card) -> str:
    """Every piece of an observation."""
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
    return table(("piece", "indices", "shape", "values", "kind", "meaning"), *rows)


def actions(card: Card) -> str:
    """Every family of actions."""
    rows = []
    for name, family in card.game.families.items():
        first, last = card.game.action_names[family.ids.start], card.game.action_names[family.ids.stop - 1]
        one = family.ids.stop - family.ids.start == 1
        ids = family.ids.start if one else f"{family.ids.start}–{family.ids.stop - 1}"
        rows.append((f"`{name}`", ids, f"`{first}`" if one else f"`{first}` … `{last}`"))
    return table(("family", "ids", "names"), *rows)


def in_order(game: Rulebook) -> list[Phase]:
    """The decisions of a game, chapter by chapter."""
    steps = [phase.step for chapter in game.chapters for phase in chapter.phases]
    return sorted(game.phases, key=lambda phase: steps.index(phase.step))


def phases(card: Card) -> str:
    """Every decision, with the families of actions that can be legal."""
    rows = (
        (
            f"`{phase.step.name.lower()}`",
            int(phase.step),
            phase.decides or card.game.decides,
            " ".join(f"`{family}`" for family in card.game.wording.choices(phase)),
            phase.asks,
        )
        for phase in in_order(card.game)
    )
    return table(("phase", "step", "who decides", "legal actions", "question"), *rows)


def options(card: Card) -> str:
    """Every option."""
    rows = ((f"`{o.name}`", f"`{o.default}`", quoted(o.values), o.meaning) for o in card.game.options)
    return table(("option", "default", "values", "meaning"), *rows)


def decisions(game: Rulebook) -> str:
    """Every decision as a rules page has it: who decides, by which §, what, why, and how choices are called."""
    rows = []
    for phase in in_order(game):
        choices = (
            f"`{family}`: {re.sub(r'{[^}]*}', '…', says)}" if isinstance(says, str) and says else f"`{family}`"
            for family, says in game.wording.choices(phase).items()
        )
        question = f"{phase.asks} {phase.why}".strip()
        who = phase.decides or game.decides
        rows.append((f"`{phase.step.name.lower()}`", phase.cites, who, question, "; ".join(choices)))
    end = ("`end`", "", "nobody", "the game is over", "")
    return table(("phase", "§", "who decides", "question", "choices"), *rows, end)


def filled() -> dict[Path, tuple[str, str]]:
    """Each page as it is, and with all that is made between its marks."""
    made = {card.page: {make.__name__: make(card) for make in (facts, observation, printed, actions, phases, options)}
            for card in CARDS}  # fmt: skip
    made |= {
        book_of(card.game.name).page: {"decisions": decisions(card.game), "options": options(card)} for card in CARDS
    }
    return {page: (text := page.read_text(encoding="utf-8"), _filled(text, parts)) for page, parts in made.items()}


def _filled(text: str, parts: Mapping[str, str]) -> str:
    return MARKED.sub(lambda match: f"{match[1]}\n{parts[match[2]]}\n{match[3]}", text)


def marks(page: Path) -> set[str]:
    """What is made on a page."""
    return {match[2] for match in MARKED.finditer(page.read_text(encoding="utf-8"))}


def main() -> int:
    """0 when all pages are those of the declarations, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.pages", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the tables anew")
    given = parser.parse_args()
    old = {page: new for page, (text, new) in filled().items() if text != new}
    for page, new in old.items():
        if given.write:
            page.write_text(new, encoding="utf-8")
        print(f"{'Written' if given.write else 'Out of date'}: {page.relative_to(ROOT)}")
    return 1 if old and not given.write else 0


if __name__ == "__main__":
    sys.exit(main())
