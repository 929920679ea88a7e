"""The names of persons, events, cells and seats, and the facts shown about them: plain data for the chapters."""

from typing import Any

from dynasty_env.kit.seats.views import name_of
from dynasty_env.kit.words import Family, InGame, Message, Noun, Seat, Signs, State, _, joined, nothing
from dynasty_env.shinsengumi.ids import SLICES
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    BETROTHED_BUSHIDO,
    BUSHIDO,
    CELL_NAMES,
    COLOUR_NAMES,
    COLUMN,
    COMBAT,
    DEBATE,
    DIRECTION_NAMES,
    ESTEEM,
    EVENT_NAMES,
    FAILURE,
    LEFT_COLUMNS,
    NOBODY,
    PERSON_NAMES,
    SEASONS,
    SIDE,
    TURNS,
    UNWORTHY_BUSHIDO,
    Event,
    Failure,
    Place,
)

SIDES = (_("shogunate"), _("imperial"))
LEGEND = (
    "C combat  D debate  E esteem  B bushido (* the number of his column), and what he does when a check of it fails"
)
SIGNS = ("↑", "→", "↓", "←")


def agent(seat: int) -> Seat:
    """A seat's name, as in PettingZoo."""
    return Seat("shinsengumi", seat)


def event(number: int) -> str:
    """An event as it appears in a sentence."""
    return _EVENTS.get(number, f"the {EVENT_NAMES[number]}")


_EVENTS: dict[int, str] = {
    Event.ABURANOKOJI: _("Aburanokoji"),
    Event.FIANCEE: _("the fiancée"),
    Event.EE_JA_NAI_KA: _("Ee ja nai ka"),
    Event.KAIENTAI: _("the Kaientai"),
    Event.MIMAWARIGUMI: _("the Mimawarigumi"),
    Event.UNWORTHY: _("“Unworthy of bushido”"),
    Event.SNIPER: _("the sniper"),
    Event.PLEASURE_QUARTER: _("the pleasure quarter"),
}
SEVERAL = (Event.IKEDAYA_RONIN, Event.OSAKA_WRESTLERS, Event.CHOSHU_ELDERS, Event.SATSUMA_RIFLEMEN)
"""Events whose verbs are in the plural."""


def failure(person: int, attached: str | None = None) -> str:
    """A person's failure action, such as ``cough blood``; with “Unworthy of bushido” attached it is seppuku."""
    action = Failure.SEPPUKU if attached == EVENT_NAMES[Event.UNWORTHY] else Failure(FAILURE[person])
    return action.name.lower().replace("_", " ")


def arrows(person: int) -> str:
    """A person's arrows in order: ``↑▲`` for black, ``↑△`` for white."""
    return " ".join(SIGNS[d] + "△▲"[c] for d, c in zip(ARROW[person], ARROW_COLOUR[person], strict=True))


def stats(person: int, attached: str | None) -> dict[str, str]:
    """The four stats by letter, as they count with the attached event; ``*``: the number of the column."""
    more = attached == EVENT_NAMES[Event.FIANCEE]
    bushido = "*" if BUSHIDO[person] == COLUMN else str(BUSHIDO[person])
    if attached is not None:
        bushido = str(BETROTHED_BUSHIDO if more else UNWORTHY_BUSHIDO)
    numbers = {letter: str(table[person] + more) for letter, table in (("C", COMBAT), ("D", DEBATE), ("E", ESTEEM))}
    return numbers | {"B": bushido}


def side(cell: int) -> str:
    """The side of the board that a cell is on."""
    return SIDES[0] if cell % SIDE < LEFT_COLUMNS else SIDES[1]


def direction(person: int, arrow: int) -> str:
    """The direction of a person's arrow (from 0)."""
    return DIRECTION_NAMES[ARROW[person, arrow]]


def colour(person: int, arrow: int) -> str:
    """The colour of a person's arrow (from 0)."""
    return COLOUR_NAMES[ARROW_COLOUR[person, arrow]]


# ------------------------------------------------------------------------------------------------------- what ids name


def person(state: State, number: int) -> str:
    """A person with his stats, failure action, place, attached event, and the seat whose self he is."""
    record = state.record
    attached = attached_to(record, number)
    numbers = stats(number, attached)
    facts = joined(
        ", ",
        Signs(" ".join(letter + value for letter, value in numbers.items()), numbers, numbered=True),
        failure(number, attached),
        _stands(record, number),
        Message(_("with {event}"), event=attached) if attached is not None else "",
        *(agent(seat) for seat, own in enumerate(record["chip"]) if own == number),
    )
    return Message(_("{person} ({facts})"), person=PERSON_NAMES[number], facts=facts)


def _stands(record: Any, person: int) -> str:
    on_the_board = record["place"][person] == Place.BOARD
    return Message(_("at {cell}"), cell=CELL_NAMES[record["cell"][person]]) if on_the_board else ""


def attached_to(record: Any, person: int) -> str | None:
    """The name of the event that is attached to a person."""
    return name_of(EVENT_NAMES, record["attached"][person])


def _cell(state: State, cell: int) -> str:
    return Message(_("{cell} ({side} side)"), cell=CELL_NAMES[cell], side=side(cell))


def lays(state: State, arrow: int) -> str:
    """Laying a stone on an arrow of the person who is about to move."""
    mover = int(state.record["mover"])
    if mover == NOBODY:
        return Message(_("lay a stone on arrow {number}"), number=arrow + 1)
    return Message(
        _("lay a {colour} stone on arrow {number} of {person}, {way}"),
        colour=colour(mover, arrow),
        number=arrow + 1,
        person=PERSON_NAMES[mover],
        way=direction(mover, arrow),
    )


FAILURES = {
    Failure.ASSASSINATE: _("tries to assassinate somebody on the other side"),
    Failure.RESOLVE: _("goes up as far as he can"),
    Failure.COUGH_BLOOD: _("coughs blood"),
    Failure.DRUNK: _("is drunk: he reels down as far as he can and sleeps it off"),
    Failure.SEPPUKU: _("commits seppuku"),
    Failure.DESERT: _("tries to desert"),
    Failure.BULLY: _("bullies somebody"),
    Failure.SPIRIT: _("shows spirit and tries to go further up"),
    Failure.UNMOVED: _("is unmoved and goes back"),
    Failure.RAGE: _("rages and tries to go down"),
    Failure.DEFECT: _("tries to change sides"),
    Failure.CARELESS: _("is careless"),
    Failure.PANIC: _("panics and tries to run to row 6"),
}
"""Failure actions as predicates of a sentence."""

FAMILIES = {
    "pass": Family(SLICES["pass"], "", nothing, _("pass")),
    "use": Family(SLICES["use"], "", nothing, _("use the Ishida powder: he lives")),
    "person": Family(SLICES["person"], "person", person, _("name {person}")),
    "cell": Family(SLICES["cell"], "cell", _cell, _("name the cell at {cell}")),
    "arrow": Family(SLICES["arrow"], "arrow", lambda state, arrow: arrow + 1, lays),
    "event": Family(SLICES["event"], "event", lambda state, number: event(number), _("name {event}")),
}
"""What each family of action ids names."""
NOUNS: dict[str, Noun] = {
    "person": lambda person: PERSON_NAMES[person],
    "event": event,
    "cell": lambda cell: CELL_NAMES[cell],
    "failure": lambda failure: FAILURES[Failure(failure)],
    "season": lambda turn: season(turn),
    "arrow": lambda arrow: arrow + 1,
    "way": InGame(lambda record, entry, arrow: direction(entry.subject, arrow)),
    "colour": InGame(lambda record, entry, arrow: colour(entry.subject, arrow)),
}
"""What the numbers in trace entries name."""


def season(turn: int) -> str:
    """§07: the half-year of a turn."""
    half, _of, year = SEASONS[(turn - 1) % TURNS].partition(" of ")
    text = _("spring and summer of {year}") if half == "spring and summer" else _("autumn and winter of {year}")
    return Message(text, year=year)
