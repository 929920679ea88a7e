"""The table of Shinsengumi drawn for a terminal.

`ansi` draws only from a view dict: it can show no more than the view contains.
"""

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from dynasty_env.kit.terminal import BOLD, FAINT, LABEL, RED, columns, drawn, labelled, paint, rule
from dynasty_env.shinsengumi.material import CELL_NAMES, EVENT_NAMES, EVENT_TEXTS, PERSON_NAMES, SIDE
from dynasty_env.shinsengumi.rules.nouns import LEGEND, SIDES, agent, arrows, failure, stats

_CELL = 11  # the most columns of a cell of the board: the length of the longest given name
_SEATS = ("36", "35", "33", "32", "34")
_EVENT = "31"


def ansi(view: dict[str, Any]) -> str:
    """The table of a view, as wide as the terminal, at most 120 columns; see `kit.terminal.has_colours`."""
    lines = [*_header(view), *_board(view), "", *_persons(view), ""]
    for seat in range(len(view["seats"])):
        lines.append(_seat(view, seat))
    return drawn([*lines, *_middle(view), "", paint(LEGEND, FAINT)])


def status(view: dict[str, Any]) -> str:
    """What is being decided, and by which seat if the view contains it."""
    phase = str(view["phase"]).replace("_", " ")
    if view["phase"] == "end":
        return "the game is over"
    return f"{phase}: {'anyone may lay a stone' if view['deciding'] is None else agent(view['deciding']) + ' decides'}"


def _header(view: dict[str, Any]) -> list[str]:
    turn = f"turn {view['turn']}, {view['season']}: {agent(view['turn_player'])}" if view["turn"] else "set-up"
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    lines = textwrap.wrap(f"SHINSENGUMI · {turn} · {status(view)}", columns())
    esteem = " to ".join(f"{view['esteem'][name]} {name}" for name in SIDES)
    return [*(paint(line, BOLD) for line in lines), paint(f"esteem {esteem}  ({seen})", FAINT)]


# --------------------------------------------------------------------------------------------------------------- board


def owners(view: dict[str, Any]) -> dict[str, int]:
    """The seat of each self, by the name of the person."""
    return {place["self"]: seat for seat, place in enumerate(view["seats"]) if place["self"]}


def _board(view: dict[str, Any]) -> list[str]:
    wide = min((columns() - 4) // SIDE - 1, _CELL)
    cells = {item["cell"]: _event_cell(view, item, wide) for item in view["events"]}
    cells |= {item["cell"]: _person_cell(view, item, wide) for item in view["persons"]}
    rule = "   " + "+".join(["", *["-" * wide] * SIDE, ""])
    numbers = "   " + "".join(f" {number:^{wide}}" for number in range(1, SIDE + 1))
    lines = [numbers, rule]
    for row in range(SIDE):
        drawn = [cells.get(CELL_NAMES[row * SIDE + column], [" " * wide] * 3) for column in range(SIDE)]
        for line in range(3):
            label = f"{row + 1}" if line == 1 else " "
            bars = "".join(("‖" if column == SIDE // 2 else "|") + cell[line] for column, cell in enumerate(drawn))
            lines.append(f" {label} {bars}|")
        lines.append(rule)
    return lines


def _fit(text: str, wide: int) -> str:
    return text[:wide].ljust(wide)


def _event_cell(view: dict[str, Any], item: Mapping[str, Any], wide: int) -> list[str]:
    rows = textwrap.wrap(item["event"], wide)[:2]
    code = BOLD + ";" + _EVENT if item["event"] in (*view["due"], view["fighting"]) else _EVENT
    return [paint(_fit(row, wide), code) for row in [*rows, *[""] * (3 - len(rows))]]


def _person_cell(view: dict[str, Any], item: Mapping[str, Any], wide: int) -> list[str]:
    """Three rows: family name and markers, given name and seat, numbers."""
    family, _, given = str(item["person"]).partition(" ")
    seat = owners(view).get(item["person"])
    markers = "○" * item["white"] + "●" * item["black"]
    numbers = "".join(letter + value for letter, value in stats(_id(item), item["attached"]).items())
    code = BOLD if seat is None else BOLD + ";" + _SEATS[seat]
    if item["person"] in (view["mover"], view["doomed"]):
        code += ";7"
    name = _fit(family, wide - len(markers))
    whose = f" {seat}" if seat is not None else ""
    return [
        paint(name, code) + markers,
        paint(_fit(given[: wide - len(whose)] + whose, wide), code),
        paint(_fit(numbers, wide), FAINT),
    ]


def _id(item: Mapping[str, Any]) -> int:
    return PERSON_NAMES.index(item["person"])


# ------------------------------------------------------------------------------------------------------------- persons


def _persons(view: dict[str, Any]) -> list[str]:
    """All persons on the board with what is printed on them, one line each."""
    lines = []
    whose = owners(view)
    for item in sorted(view["persons"], key=lambda item: CELL_NAMES.index(item["cell"])):
        person = _id(item)
        numbers = " ".join(letter + value for letter, value in stats(person, item["attached"]).items())
        seat = whose.get(item["person"])
        name = paint(item["person"].ljust(22), BOLD if seat is None else _SEATS[seat])
        under = f"  {item['attached']}" if item["attached"] else ""
        lines.append(f"  {item['cell']} {name} {numbers}  {arrows(person)}  {failure(person, item['attached'])}{under}")
    return lines


def _seat(view: dict[str, Any], seat: int) -> str:
    place = view["seats"][seat]
    title = paint(agent(seat), _SEATS[seat] + ";1" + (";7" if seat == view["deciding"] else ""))
    you = " (you)" if seat == view["seat"] else ""
    if place["out"]:
        return f"{title}{you} {paint('is out', RED)}"
    lives = f"lives as {place['self']}" if place["self"] else "has picked nobody yet"
    hand = f"{place['stones']} stones" if place["white"] is None else f"{place['white']}○ {place['black']}●"
    powder = " · keeps the Ishida powder" if seat == view["powder"] else ""
    return f"{title}{you} {lives} · {hand} · lead {place['points']:+d}{powder}"


def _rows(label: str, cells: Iterable[str]) -> list[str]:
    """Text behind a label, wrapped to the width of the drawing."""
    wrapped = textwrap.wrap(", ".join(cells), columns() - LABEL)
    return labelled(label, wrapped)


def _middle(view: dict[str, Any]) -> list[str]:
    lines = [rule()]
    if view["turned_up"]:
        lines += _rows("turned up", [f"{view['turned_up']}: {EVENT_TEXTS[EVENT_NAMES.index(view['turned_up'])]}"])
    if view["mover"]:
        laid = [f"{count} on arrow {arrow + 1}" for arrow, count in enumerate(view["laid"]) if count]
        lines += _rows("moving", [view["mover"], *laid])
    if view["doomed"]:
        lines += _rows("about to die", [view["doomed"]])
    if view["fighting"] or view["due"]:
        lines += _rows("fights", [f"{view['fighting']} now"] if view["fighting"] else view["due"])
    on_board = [f"{item['event']}: {EVENT_TEXTS[EVENT_NAMES.index(item['event'])]}" for item in view["events"]]
    for number, event in enumerate(on_board):
        lines += _rows("" if number else "events", [event])
    bag = "" if view["bag"] is None else f", bag {view['bag']['white']}○ {view['bag']['black']}●"
    lines += _rows("piles", [f"{len(view['person_pile'])} persons, {len(view['event_pile'])} events{bag}"])
    return lines + (_rows("dead", view["dead"]) if view["dead"] else [])
