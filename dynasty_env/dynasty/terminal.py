"""The table of Dynasty drawn for a terminal.

`ansi` draws a view dict and nothing else: it can show no more than the view tells.
"""

import os
import re
import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from dynasty_env.dynasty.material import (
    COLOUR,
    COUNTRY_NAMES,
    PERSON_NAMES,
    POWER,
    SEX,
    SEXES,
)
from dynasty_env.dynasty.words import LEGEND, SUITS, agent, card, declaration, religion, stats, tag

WIDTH = 120
"""Columns that a drawing takes at most; fewer on a narrower terminal."""
NARROWEST = 72

_LABEL = 14
_NAME = 25  # the longest name
_TAG = 8  # the longest of an ability
_BLOODLINES = ("33", "94", "91", "32", "95", "97", "90", "35", "90")
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_BOLD, _FAINT, _RED = "1", "2", "91"


def columns() -> int:
    """Columns to draw on: the terminal's, within bounds."""
    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 40)).columns))


def ansi(view: dict[str, Any]) -> str:
    """The table of a view, at most `WIDTH` columns wide; without colours where ``$NO_COLOR`` is set."""
    lines = _header(view)
    for seat in range(len(view["seats"])):
        lines += ["", *_seat(view, seat)]
    drawn = "\n".join([*lines, "", *_middle(view), "", *_legend()])
    return _ESCAPE.sub("", drawn) if os.environ.get("NO_COLOR") else drawn


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _header(view: dict[str, Any]) -> list[str]:
    phase = str(view["phase"]).replace("_", " ")
    if view["phase"] == "end":
        status = "the game is over"
    elif view["deciding"] is None:
        status = f"{phase}: whoever wishes plays a card"
    else:
        status = f"{phase}: {agent(view['deciding'])} decides"
    turn = f"turn {view['turn']} of {agent(view['turn_player'])}" if view["turn"] else "set-up"
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    return [
        _paint(f"DYNASTY · {turn} · {status}", _BOLD) + _paint(f"  ({seen})", _FAINT),
        _paint("─" * columns(), _FAINT),
    ]


def _rows(label: str, cells: Iterable[str]) -> list[str]:
    """Cells behind a label, wrapped within the columns there are."""
    rows = [""]
    for cell in cells:
        longer = f"{rows[-1]}  {cell}" if rows[-1] else cell
        if rows[-1] and len(_ESCAPE.sub("", longer)) > columns() - _LABEL:
            rows.append(cell)
        else:
            rows[-1] = longer
    labels = [f"  {label}", *[""] * (len(rows) - 1)]
    return [_paint(name.ljust(_LABEL), _FAINT) + row for name, row in zip(labels, rows, strict=True)]


def _person(view: dict[str, Any], name: str, seat: int | None) -> str:
    """A person in a cell of fixed width."""
    person = PERSON_NAMES.index(name)
    sex = SEXES[SEX[person]] if SEX[person] >= 0 else "?"
    numbers = "".join(f"{letter}{value}" for letter, value in stats(person, seat == view["pope"]).items())
    special = f" {tag(person):{_TAG}}" if view["options"]["abilities"] else ""
    return f"{_paint(name.ljust(_NAME), _BLOODLINES[COLOUR[person]])} {sex} {religion(person):2} {numbers}{special}"


def _optional(label: str, cells: Sequence[str]) -> list[str]:
    return _rows(label, cells) if cells else []


def _persons(view: dict[str, Any], label: str, names: Sequence[str], seat: int | None) -> list[str]:
    return _optional(label, [_person(view, name, seat) for name in names])


def _countries(names: Iterable[str]) -> list[str]:
    return [f"{name} {_paint(str(POWER[COUNTRY_NAMES.index(name)]), _BOLD)}" for name in names]


def _cards(names: Iterable[str]) -> list[str]:
    return [_paint(card(name), _RED) if name[0] in "HD" else card(name) for name in names]


def _seat(view: dict[str, Any], seat: int) -> list[str]:
    place = view["seats"][seat]
    count = place["hand_size"]
    title = [_paint(agent(seat), _BOLD + (";7" if seat == view["deciding"] else ""))]
    title += ["(you)"] if seat == view["seat"] else []
    title += [f"· {place['points']} points · {count} {'card' if count == 1 else 'cards'}"]
    title += [_paint("✝ pope", "35")] if seat == view["pope"] else []
    title += [_paint("☠ scythe", "36")] if seat == view["scythe"] else []
    title += [_paint("has used its veto", _FAINT)] if place["vetoed"] else []
    if place["childless"] or not place["territories"]:
        why = "its king died childless" if place["childless"] else "no territory"
        title += [_paint(f"RUINED: {why}", _RED)]
    return [
        " ".join(title),
        *_persons(view, "king", [place["king"]] if place["king"] else [], seat),
        *_persons(view, "spouse", place["spouses"], seat),
        *_persons(view, "children", place["children"], seat),
        *_persons(view, "courtiers", place["courtiers"], seat),
        *_rows("territories", _countries(place["territories"]) or ["none"]),
        *(_rows("hand", _cards(place["hand"]) or ["empty"]) if "hand" in place else []),
    ]


def _middle(view: dict[str, Any]) -> list[str]:
    lines = [_paint("─" * columns(), _FAINT)]
    lines += _optional("declared", textwrap.wrap(declaration(view), columns() - _LABEL))
    lines += _optional("on table", [_laid(laid) for laid in view["on_table"]])
    lines += _optional("refused", view["refused"])
    lines += _persons(view, "wanderers", view["wanderers"], None)
    lines += _rows("independent", _countries(view["independent"]) or ["none"])
    sizes = enumerate(view["person_decks"].items())
    decks = [_paint(f"{name} {size}", _BLOODLINES[colour]) for colour, (name, size) in sizes]
    lines += _rows("decks", [*decks, f"pack {view['pack_size']}", f"left play {len(view['removed'])}"])
    return lines + _optional("discards", _by_suit(view["discards"]))


def _by_suit(cards: Sequence[str]) -> list[str]:
    """Cards as one cell a suit, jokers last."""
    jokers = cards.count("JOKER")
    suits = {
        suit: [name[1:] for name in cards if name[0] == letter and name != "JOKER"] for letter, suit in SUITS.items()
    }
    cells = [
        _paint(f"{suit} {' '.join(ranks)}", _RED if suit in "♥♦" else "0") for suit, ranks in suits.items() if ranks
    ]
    return cells + ([f"{jokers} joker{'s' if jokers > 1 else ''}"] if jokers else [])


def _laid(laid: dict[str, Any]) -> str:
    """A card on the table: a joker with its number, and whose it is."""
    (name,) = _cards([laid["card"]])
    number = f"={laid['number'] or '?'}" if laid["card"] == "JOKER" else ""
    return f"{name}{number}" + _paint("/pack" if laid["seat"] is None else f"/{laid['seat']}", _FAINT)


def _legend() -> list[str]:
    colours = " ".join(
        _paint(words, _BLOODLINES[colour])
        for colour, words in enumerate(
            ("yellow Habsburg", "blue France", "red England, Netherlands", "green the North")
        )
    )
    return [_paint(LEGEND, _FAINT), f"{colours} {_paint(' sex m f  religion CC C CP P', _FAINT)}"]
