"""What the tables of Dynasty and Kingdoms have in common on a terminal."""

import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from dynasty_env.kit.terminal import BOLD, FAINT, LABEL, columns, paint, rule

NAME = 25
"""Columns for a person's name: as many as the longest name has."""
TAG = 7
"""Columns for a special ability: as many as the longest tag has."""
CELL = NAME + TAG + 20
"""Columns for a person: name, sex, religion, six numbers and special ability."""
BLOODLINES = ("33", "94", "91", "32")
"""Colour codes for `paint`, by person deck."""


def header(game: str, view: Mapping[str, Any], waiting: str, agent: Callable[[int], str]) -> list[str]:
    """The title of a drawing and a line below it, to stand above the rest.

    Args:
        game: the game's name.
        view: the view that is drawn.
        waiting: what the table waits for, in words.
        agent: gives the name of a seat.
    """
    turn = f"turn {view['turn']} of {agent(view['turn_player'])}" if view["turn"] else "set-up"
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    title = f"{game} · {turn} · {waiting}"
    gap = "  " if len(f"{title}  ({seen})") <= columns() else "\n  "
    lines = [paint(line, BOLD) for line in textwrap.wrap(title, columns(), subsequent_indent="  ")]
    return ["\n".join(lines) + gap + paint(f"({seen})", FAINT), rule()]


def person_cell(name: str, colour: str, facts: str) -> str:
    """A person as one cell of a row: of fixed width, unless that is too wide for the screen.

    Args:
        name: the person's name.
        colour: the colour code of the bloodline.
        facts: what stands behind the name.
    """
    wide = columns() >= LABEL + CELL
    cell = paint(name.ljust(NAME if wide else 0), colour) + facts
    return cell if wide else cell.rstrip()


def deck_sizes(view: Mapping[str, Any]) -> list[str]:
    """Each person deck as a cell: its name and how many cards it has left, in its colour."""
    sizes = enumerate(view["person_decks"].items())
    return [paint(f"{name} {size}", BLOODLINES[colour]) for colour, (name, size) in sizes]
