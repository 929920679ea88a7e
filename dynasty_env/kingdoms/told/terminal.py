"""The table of Kingdoms drawn for a terminal.

`ansi` draws a view dict and nothing else: it can show no more than the view tells.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dynasty_env.europe.drawing.terminal import BLOODLINES, TAG, deck_sizes, header, person_cell
from dynasty_env.kingdoms.material import COLOUR, COUNTRY_NAMES, PERSON_NAMES, POWER, SEX, SEXES
from dynasty_env.kingdoms.told.names import LEGEND, agent, religion, stats, tag
from dynasty_env.kingdoms.told.words import candidate, declaration, waiting, war_dice
from dynasty_env.kit.terminal import BOLD, FAINT, LABEL, RED, columns, drawn, optional_rows, paint, rows_of, rule

POINTS = ("prestige of kings, spouses, children", "+ power of countries")
"""K7: what the points are made of."""


def ansi(view: dict[str, Any]) -> str:
    """The table of a view, at most `WIDTH` columns wide; without colours where ``$NO_COLOR`` is set."""
    lines = header("KINGDOMS", view, waiting(view), agent)
    for seat in range(len(view["seats"])):
        lines += ["", *_seat(view, seat)]
    return drawn([*lines, "", *_middle(view), "", *_legend()])


def _person(view: dict[str, Any], name: str) -> str:
    """A person in a cell: of fixed width, unless that is too wide for the screen. `!` marks a rebel."""
    person = PERSON_NAMES.index(name)
    numbers = "".join(f"{letter}{value}" for letter, value in stats(person).items())
    special = tag(person, bool(view["options"]["abilities"]))
    rebel = paint("!", RED) if name in view["rebels"] else " "
    facts = f"{rebel}{SEXES[SEX[person]]} {religion(person):3} {numbers} {special:{TAG}}"
    return person_cell(name, BLOODLINES[COLOUR[person]], facts)


def _persons(view: dict[str, Any], label: str, names: Sequence[str]) -> list[str]:
    return optional_rows(label, [_person(view, name) for name in names])


def _countries(view: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """Countries with their power; in brackets: exhausted; behind them how they are used in the war."""
    cells = []
    for name in names:
        cell = f"{name} {paint(str(POWER[COUNTRY_NAMES.index(name)]), BOLD)}"
        used = view["committed"].get(name)
        cell = f"[{cell}]" if name in view["exhausted"] else cell
        cells.append(f"{cell} {paint(used.replace('_', ' '), RED)}" if used else cell)
    return cells


def _seat(view: dict[str, Any], seat: int) -> list[str]:
    place = view["seats"][seat]
    title = [paint(agent(seat), BOLD + (";7" if seat == view["deciding"] else ""))]
    title += ["(you)"] if seat == view["seat"] else []
    title += [f"· {place['points']} points"]
    title += [f"· home {place['home']}"] if place["home"] else []
    title += [paint("☠ scythe", "36")] if seat == view["scythe"] else []
    title += [paint("has used its veto", FAINT)] if place["vetoed"] else []
    title += [paint("WITHOUT A KING", RED)] if place["fallen"] else []
    lines = [" ".join(title)]
    for king in place["kings"]:
        lines += _persons(view, "king", [king["king"]])
        lines += rows_of("rules", _countries(view, king["countries"]))
        lines += _persons(view, "spouse", [king["spouse"]] if king["spouse"] else [])
        lines += _persons(view, "children", king["children"])
    lines += _persons(view, "nobles", place["nobles"])
    return lines + optional_rows("no king yet", _countries(view, place["unruled"]))


def _middle(view: dict[str, Any]) -> list[str]:
    lines = [rule()]
    lines += optional_rows("declared", textwrap.wrap(declaration(view), columns() - LABEL))
    if war := view["war"]:
        lines += rows_of("war", [war_dice(war), f"power {war['power']}"])
    if contest := view["contest"]:
        lines += rows_of("contest", [f"for what {contest['dead']} ruled:", *_countries(view, contest["countries"])])
        lines += optional_rows("candidates", [candidate(each) for each in contest["candidates"]])
    lines += optional_rows("refused", view["refused"])
    lines += _persons(view, "pool", view["pool"])
    lines += rows_of("independent", _countries(view, view["independent"]) or ["none"])
    return lines + rows_of("decks", [*deck_sizes(view), f"left play {len(view['removed'])}"])


def _legend() -> list[str]:
    bloodlines = ["yellow Habsburg", "blue France", "red England, Netherlands", "green the North"]
    signs = ["sex m f", "religion CC C CP P", "! rebel", "[country] exhausted"]
    coloured = [paint(words, BLOODLINES[colour]) for colour, words in enumerate(bloodlines)]
    legend = [*rows_of("stats", LEGEND), *rows_of("bloodlines", coloured), *rows_of("signs", signs)]
    return [*legend, *rows_of("points", POINTS)]
