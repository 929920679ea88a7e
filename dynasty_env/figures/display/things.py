"""What can be looked up of a table of the figure duel: figures with their abilities and weapons."""

from typing import Any

from dynasty_env.figures.display.words import widths
from dynasty_env.figures.material import HIT, RANGE, REACH, SHEET_NAMES, SHEET_STATS, STAT_NAMES, WEAPON_NAMES
from dynasty_env.figures.rules.nouns import agent
from dynasty_env.kit.glossary import Term


def things(view: dict[str, Any]) -> list[Term]:
    """The figures in the room, and the sheets of others."""
    return [Term(name, "figure", "", (), _sheet(view, number)) for number, name in enumerate(SHEET_NAMES)]


def _sheet(view: dict[str, Any], number: int) -> str:
    lines = [
        f"Weapons: {'; '.join(_weapon(number, place) for place, name in enumerate(WEAPON_NAMES[number]) if name)}."
    ]
    here = [figure for figure in view["figures"] if figure["sheet"] == SHEET_NAMES[number]]
    if not here or not view["options"]["stats"]:
        printed = zip(STAT_NAMES, SHEET_STATS[number].tolist(), strict=True)
        lines.insert(0, f"Printed: {', '.join(f'{name} {value}' for name, value in printed)}.")
    return "\n".join([*lines, *(_figure(figure) for figure in here)])


def _weapon(sheet: int, place: int) -> str:
    name = WEAPON_NAMES[sheet][place]
    if RANGE[sheet, place]:
        hits = f", hits with {HIT[sheet, place]} or less" if HIT[sheet, place] else ""
        return f"{name}, range {widths(float(RANGE[sheet, place]))}{hits}"
    return f"{name}, reach {widths(float(REACH[sheet, place]))}"


def _figure(figure: dict[str, Any]) -> str:
    """A figure in the room, as far as it is known."""
    who = f"Figure {figure['figure'] + 1}, {agent(figure['seat'])}"
    if figure["out"]:
        return f"{who}: is out."
    if figure["abilities"] is None:
        return f"{who}: abilities hidden, damage {figure['damage']}."
    numbers = ", ".join(f"{name} {value}" for name, value in figure["abilities"].items())
    return f"{who}: {numbers}; damage {figure['damage']}."
