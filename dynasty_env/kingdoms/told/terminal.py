"""The table of Kingdoms drawn for a terminal.

`ansi` draws a view dict and nothing else: it can show no more than the view tells.
"""

import os
import re
import shutil
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dynasty_env.kingdoms.material import COLOUR, COUNTRY_NAMES, PERSON_NAMES, POWER, SEX, SEXES
from dynasty_env.kingdoms.told.names import LEGEND, agent, religion, stats, tag
from dynasty_env.kingdoms.told.words import declaration, waiting

WIDTH = 120
"""Columns that a drawing takes at most; fewer on a narrower terminal."""
NARROWEST = 60

_LABEL = 14
_NAME = 25  # the longest name
_TAG = 7  # the longest of an ability
_CELL = _NAME + _TAG + 20  # a person with sex, religion and numbers
_BLOODLINES = ("33", "94", "91", "32")
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
    turn = f"turn {view['turn']} of {agent(view['turn_player'])}" if view["turn"] else "set-up"
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    title = f"KINGDOMS · {turn} · {waiting(view)}"
    gap = "  " if len(f"{title}  ({seen})") <= columns() else "\n  "
    lines = [_paint(line, _BOLD) for line in textwrap.wrap(title, columns(), subsequent_indent="  ")]
    return ["\n".join(lines) + gap + _paint(f"({seen})", _FAINT), _paint("─" * columns(), _FAINT)]


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


def _optional(label: str, cells: Sequence[str]) -> list[str]:
    return _rows(label, cells) if cells else []


def _person(view: dict[str, Any], name: str) -> str:
    """A person in a cell: of fixed width, unless that is too wide for the screen. `!` marks a rebel."""
    person = PERSON_NAMES.index(name)
    numbers = "".join(f"{letter}{value}" for letter, value in stats(person).items())
    wide = columns() >= _LABEL + _CELL
    coloured = _paint(name.ljust(_NAME if wide else 0), _BLOODLINES[COLOUR[person]])
    special = tag(person, bool(view["options"]["abilities"]))
    rebel = _paint("!", _RED) if name in view["rebels"] else " "
    cell = f"{coloured}{rebel}{SEXES[SEX[person]]} {religion(person):3} {numbers} {special:{_TAG}}"
    return cell if wide else cell.rstrip()


def _persons(view: dict[str, Any], label: str, names: Sequence[str]) -> list[str]:
    return _optional(label, [_person(view, name) for name in names])


def _countries(view: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """Countries with their power; in brackets: exhausted; behind them how they are used in the war."""
    cells = []
    for name in names:
        cell = f"{name} {_paint(str(POWER[COUNTRY_NAMES.index(name)]), _BOLD)}"
        used = view["committed"].get(name)
        cell = f"[{cell}]" if name in view["exhausted"] else cell
        cells.append(f"{cell} {_paint(used.replace('_', ' '), _RED)}" if used else cell)
    return cells


def _seat(view: dict[str, Any], seat: int) -> list[str]:
    place = view["seats"][seat]
    title = [_paint(agent(seat), _BOLD + (";7" if seat == view["deciding"] else ""))]
    title += ["(you)"] if seat == view["seat"] else []
    title += [f"· {place['points']} points"]
    title += [f"· home {place['home']}"] if place["home"] else []
    title += [_paint("☠ scythe", "36")] if seat == view["scythe"] else []
    title += [_paint("has used its veto", _FAINT)] if place["vetoed"] else []
    title += [_paint("WITHOUT A KING", _RED)] if place["fallen"] else []
    lines = [" ".join(title)]
    for king in place["kings"]:
        lines += _persons(view, "king", [king["king"]])
        lines += _rows("rules", _countries(view, king["countries"]))
        lines += _persons(view, "spouse", [king["spouse"]] if king["spouse"] else [])
        lines += _persons(view, "children", king["children"])
    lines += _persons(view, "nobles", place["nobles"])
    return lines + _optional("no king yet", _countries(view, place["unruled"]))


def _middle(view: dict[str, Any]) -> list[str]:
    lines = [_paint("─" * columns(), _FAINT)]
    lines += _optional("declared", textwrap.wrap(declaration(view), columns() - _LABEL))
    if war := view["war"]:
        sea = " by sea" if war["sea"] else ""
        lines += _rows(
            "war", [f"attack{sea} {war['attack']} dice", f"defence {war['defence']}", f"power {war['power']}"]
        )
    if contest := view["contest"]:
        lines += _rows("contest", [f"for what {contest['dead']} ruled:", *_countries(view, contest["countries"])])
        lines += _optional("candidates", [_candidate(each) for each in contest["candidates"]])
    lines += _optional("refused", view["refused"])
    lines += _persons(view, "pool", view["pool"])
    lines += _rows("independent", _countries(view, view["independent"]) or ["none"])
    sizes = enumerate(view["person_decks"].items())
    decks = [_paint(f"{name} {size}", _BLOODLINES[colour]) for colour, (name, size) in sizes]
    return lines + _rows("decks", [*decks, f"left play {len(view['removed'])}"])


def _candidate(named: Mapping[str, Any]) -> str:
    return f"{agent(named['seat'])}: {named['person']}{' in arms' if named['arms'] else ''}"


def _legend() -> list[str]:
    bloodlines = ["yellow Habsburg", "blue France", "red England, Netherlands", "green the North"]
    signs = ["sex m f", "religion CC C CP P", "! rebel", "[country] exhausted"]
    coloured = [_paint(words, _BLOODLINES[colour]) for colour, words in enumerate(bloodlines)]
    return [*_rows("stats", LEGEND), *_rows("bloodlines", coloured), *_rows("signs", signs)]
