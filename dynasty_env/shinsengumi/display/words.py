"""Shinsengumi in words: persons, events, cells and actions."""

from typing import Any

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.actions import CELL, EVENT, PASS, PERSON, STONE, USE
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    ARROWS,
    BETROTHED_BUSHIDO,
    BUSHIDO,
    CELL_NAMES,
    COLOUR_NAMES,
    COLUMN,
    COMBAT,
    DEBATE,
    DICE,
    DIRECTION_NAMES,
    ESTEEM,
    EVENT_NAMES,
    EVENT_TEXTS,
    FAILURE,
    LEFT_COLUMNS,
    NEIGHBOUR,
    NOBODY,
    PERSON_NAMES,
    SIDE,
    UNWORTHY_BUSHIDO,
    Event,
    Failure,
    Place,
)

SIDES = ("shogunate", "imperial")
LEGEND = (
    "C combat  D debate  E esteem  B bushido (* the number of his column), and what he does when a check of it fails"
)
HIGHLIGHTS = (
    (r"\brolls( \d+)+", "bold"),
    (r"\b(white|black)\b", "bold"),
    (r"\bstands firm\b|\bgreat victory\b", "bold green"),
    (r"\b(dies|wounded|seppuku|is out)\b", "bold red"),
)
SIGNS = ("↑", "→", "↓", "←")
FAILURES = {
    Failure.ASSASSINATE: "tries to assassinate somebody on the other side",
    Failure.RESOLVE: "goes up as far as he can",
    Failure.COUGH_BLOOD: "coughs blood",
    Failure.DRUNK: "is drunk: he reels down as far as he can and sleeps it off",
    Failure.SEPPUKU: "commits seppuku",
    Failure.DESERT: "tries to desert",
    Failure.BULLY: "bullies somebody",
    Failure.SPIRIT: "shows spirit and means to go on up",
    Failure.UNMOVED: "is unmoved and goes back",
    Failure.RAGE: "rages and means to go down",
    Failure.DEFECT: "means to change sides",
    Failure.CARELESS: "is careless",
    Failure.PANIC: "panics and means to run to row 6",
}
"""What a person does after a failed check, as the predicate of a sentence."""


def agent(seat: int) -> str:
    """A seat's name, as PettingZoo has it."""
    return f"shinsengumi_{seat}"


def event(number: int) -> str:
    """An event as it is called in a sentence."""
    return _EVENTS.get(number, f"the {EVENT_NAMES[number]}")


_EVENTS: dict[int, str] = {
    Event.ABURANOKOJI: "Aburanokoji",
    Event.FIANCEE: "the fiancée",
    Event.EE_JA_NAI_KA: "Ee ja nai ka",
    Event.KAIENTAI: "the Kaientai",
    Event.MIMAWARIGUMI: "the Mimawarigumi",
    Event.UNWORTHY: "“Unworthy of bushido”",
    Event.SNIPER: "the sniper",
    Event.PLEASURE_QUARTER: "the pleasure quarter",
}
_SEVERAL = (Event.IKEDAYA_RONIN, Event.OSAKA_WRESTLERS, Event.CHOSHU_ELDERS, Event.SATSUMA_RIFLEMEN)


def agreeing(number: int, one: str, several: str) -> str:
    """Which of two forms of a verb goes with an event: `one` or `several`."""
    return several if number in _SEVERAL else one


def failure(person: int, attached: str | None = None) -> str:
    """A person's failure action, e.g. ``cough blood``; with “Unworthy of bushido” attached it is seppuku."""
    action = Failure.SEPPUKU if attached == EVENT_NAMES[Event.UNWORTHY] else Failure(FAILURE[person])
    return action.name.lower().replace("_", " ")


def arrows(person: int) -> str:
    """A person's arrows in order: ``↑▲`` black, ``↑△`` white."""
    return " ".join(SIGNS[d] + "△▲"[c] for d, c in zip(ARROW[person], ARROW_COLOUR[person], strict=True))


def stats(person: int, attached: str | None) -> dict[str, str]:
    """The four numbers by their letters, as they count with the event attached; ``*``: the number of the column."""
    more = attached == EVENT_NAMES[Event.FIANCEE]
    bushido = "*" if BUSHIDO[person] == COLUMN else str(BUSHIDO[person])
    if attached is not None:
        bushido = str(BETROTHED_BUSHIDO if more else UNWORTHY_BUSHIDO)
    numbers = {letter: str(table[person] + more) for letter, table in (("C", COMBAT), ("D", DEBATE), ("E", ESTEEM))}
    return numbers | {"B": bushido}


def side(cell: int) -> str:
    """On which side of the board a cell is."""
    return SIDES[0] if cell % SIDE < LEFT_COLUMNS else SIDES[1]


# ----------------------------------------------------------------------------------------------------------- actions

_TO_PERSON = {
    "pick_self": "live in {}",
    "event_person": "attach it to {}",
    "move": "let {} move",
    "fight_order": "let {} fight next",
    "assassinate_target": "have {} assassinated",
    "bully_target": "have {} driven one cell down",
}
_PASS = {"wait": "pass: lay no stone", "ishida": "let him go"}


def describe(state: State, action: int) -> str:
    """`action` in words, as the deciding seat would say it. An action that is not legal in the phase has words, too."""
    phase, record = state.phase, state.record
    if action == PASS:
        return _PASS.get(phase, "pass")
    if action == USE:
        return "use the Ishida powder: he lives"
    if action < CELL:
        return _TO_PERSON.get(phase, "name {}").format(_person(record, action - PERSON))
    if action < STONE:
        return f"{'place it' if phase == 'event_cell' else 'name the cell'} {_at(action - CELL)}"
    if action < EVENT:
        return _stone(record, action - STONE)
    number = action - EVENT
    return f"fight {event(number)} first ({EVENT_TEXTS[number]})" if phase == "fight_order" else f"name {event(number)}"


def _at(cell: int) -> str:
    return f"at {CELL_NAMES[cell]} ({side(cell)} side)"


def _attached(record: Any, person: int) -> str | None:
    number = int(record["attached"][person])
    return None if number == NOBODY else EVENT_NAMES[number]


def _person(record: Any, person: int) -> str:
    """A person with his numbers, where he stands, whose self he is, and what he does when a check fails."""
    attached = _attached(record, person)
    numbers = " ".join(letter + value for letter, value in stats(person, attached).items())
    told = [numbers, failure(person, attached)]
    if record["place"][person] == Place.BOARD:
        told.append(f"at {CELL_NAMES[record['cell'][person]]}")
    told += [f"with {attached}"] * (attached is not None)
    told += [agent(seat) for seat, own in enumerate(record["chip"]) if own == person]
    return f"{PERSON_NAMES[person]} ({', '.join(told)})"


def _stone(record: Any, arrow: int) -> str:
    mover = int(record["mover"])
    if mover == NOBODY:
        return f"lay a stone on arrow {arrow + 1}"
    direction, colour = DIRECTION_NAMES[ARROW[mover, arrow]], COLOUR_NAMES[ARROW_COLOUR[mover, arrow]]
    return f"lay a {colour} stone on arrow {arrow + 1} of {PERSON_NAMES[mover]}, {direction}"


def stakes(state: State) -> str:
    """What the open decision is about, for the seat that decides; empty where its phase says enough."""
    record, phase = state.record, state.phase
    if phase in ("event_cell", "event_person"):
        number = int(record["turned_up"])
        return f"{EVENT_NAMES[number]}: {EVENT_TEXTS[number]}"
    if phase == "wait":
        return _waits(record)
    if phase == "ishida":
        return f"{_person(record, int(record['a']))} is about to be removed"
    if phase == "fight_order" and record["fighting"] != NOBODY:
        return f"Aburanokoji: each fights against {DICE[Event.ABURANOKOJI]} die"
    if phase in ("fight_order", "assassinate_target", "bully_target"):
        return _person(record, int(record["mover"])) + " has moved"
    return ""


def _waits(record: Any) -> str:
    mover = int(record["mover"])
    ways = []
    for arrow in range(ARROWS):
        cell = NEIGHBOUR[record["cell"][mover], ARROW[mover, arrow]]
        if cell >= 0 and record["board"][cell] == NOBODY:
            colour, direction = COLOUR_NAMES[ARROW_COLOUR[mover, arrow]], DIRECTION_NAMES[ARROW[mover, arrow]]
            laid = int(record["laid"][arrow])
            ways.append(f"{arrow + 1} {direction}, {colour}" + (f" ({laid} laid)" if laid else ""))
    return f"{_person(record, mover)} is about to move: {'; '.join(ways)}"
