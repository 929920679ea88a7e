"""Words for the tests of events and the Neuroi (SW02-04 … 06, SW02-08), on top of those in `conftest`.

Laying a table
    `laid(seat(...), seat(...), **fields)` is conftest's `table` with ``witches=True``. Cards of the expansion that are
    placed nowhere are not in that game. `held("cancel", "neuroi")` is a seat's ``events=`` (face down, from the red
    deck unless ``deck=`` says otherwise); `on(grounded="Charles V", so_what="Henry IV")` is ``attached=``;
    `under_the_neuroi("France", "Spain")` gives the fields of a table on which the Neuroi are.

Playing
    The tables ask forced decisions, so on the way to a decision there may be others in which there is nothing but to
    pass, and which ones is not what most tests are about. `go(state, *actions)` passes where only a pass is legal until
    the next action is; ``"war_defender=pass"`` names the phase in which the action is meant. `to(state, phase)` passes
    likewise until that phase comes. `rolled(state, 4, 5)`, `won(state)` and `lost(state)` go to the window, pass for
    all, and let the dice begin like this, or the action succeed or fail, on a copy.

Looking
    `events_of(state, seat)` the events in a seat's hand, `bearer(state, event)` whom an event is attached to,
    `occupied(state)` the countries under the Neuroi card, `checks(state)` who took death checks, `unseen(one, other,
    seat)` whether two tables are the same to a seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from dynasty_env.dynasty import material
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import COUNTRY_NAMES, PERSON_NAMES
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import Entry, State

from .conftest import chance, faces, names, play, quiet, table, told

laid = partial(table, witches=True)
"""A table of the expansion, laid by hand."""

WARRIOR = "warrior's way"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ DK"
"""A pack on top of which nothing counts in war, hire and incitement: they succeed with any dice."""
SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CQ CK"
"""A pack on top of which nothing counts in marriage and procreation: they succeed with any dice."""
BLACK_KINGS = "SK CK SQ CQ SJ CJ S10 C10 S9 C9 S8 C8"
"""A pack on top of which the success value of a war, a hire or an incitement is 13."""


# ------------------------------------------------------------------------------------------------------- laying a table


def held(*events: str, deck: str = "red", shown: bool = False) -> list[dict[str, Any]]:
    """A seat's events, face down before its player."""
    return [{"event": event, "deck": deck, "shown": shown} for event in events]


def on(**bearers: str) -> list[dict[str, Any]]:
    """Events attached to persons: ``on(so_what="Duke of Alba", doll="Henry IV")``."""
    return [{"event": event.replace("_", " "), "person": person, "seat": None} for event, person in bearers.items()]


def under_the_neuroi(*countries: str, suleiman: bool = False) -> dict[str, Any]:
    """The Neuroi card lies on these countries."""
    fields: dict[str, Any] = {"events_on_table": ["neuroi"], "occupied": list(countries)}
    return fields | ({"under_neuroi": ["Suleiman I"]} if suleiman else {})


def new(seed: int = 0, **options: Any) -> State:
    """A freshly dealt game of the expansion."""
    return GAME.new(seed, backend="interpreted", witches=True, **options)


@contextmanager
def reprinted(person: str, **numbers: int) -> Iterator[None]:
    """Other numbers on a person's card for a while: the interpreted rules read the printed tables as they are."""
    row = PERSON_NAMES.index(person)
    before = {stat: int(getattr(material, stat.upper())[row]) for stat in numbers}
    for stat, number in numbers.items():
        getattr(material, stat.upper())[row] = number
    try:
        yield
    finally:
        for stat, number in before.items():
            getattr(material, stat.upper())[row] = number


# -------------------------------------------------------------------------------------------------------------- playing


def forced(state: State) -> bool:
    """Is there nothing to do but pass?"""
    return not state.done and names(state) == {"pass"}


def to(state: State, phase: str) -> State:
    """Pass where there is nothing else to do until this phase has come."""
    while state.phase != phase:
        assert forced(state), f"{phase} wanted; in {state.phase} seat {state.seat} may {names(state)}"
        state.play("pass")
    return state


def go(state: State, *actions: str) -> list[Entry]:
    """Play `actions`, and the passes that are forced between them; all that they told."""
    entries: list[Entry] = []
    for wanted in actions:
        phase, _, action = wanted.rpartition("=")
        while (phase and state.phase != phase) or action not in names(state):
            assert forced(state), f"{wanted} wanted; in {state.phase} seat {state.seat} may {names(state)}"
            entries += play(state, "pass")
        entries += play(state, action)
    return entries


def closing(state: State) -> State:
    """A copy on which one more pass closes the window of the declared action."""
    return quiet(to(state.clone(), "interrupt"))


def rolled(state: State, *dice: int) -> State:
    """A copy on which all have passed in the window, and the success roll and then the death checks begin so."""
    return chance(closing(state), "pass", lambda after: faces(after)[: len(dice)] == list(dice))


def won(state: State) -> State:
    """A copy on which all have passed in the window and the action has succeeded."""
    return chance(closing(state), "pass", lambda after: [e.object for e in told(after, Trace.OUTCOME)] == [1])


def lost(state: State) -> State:
    """A copy on which all have passed in the window and the action has failed."""
    return chance(closing(state), "pass", lambda after: [e.object for e in told(after, Trace.OUTCOME)] == [0])


# -------------------------------------------------------------------------------------------------------------- looking


def events_of(state: State, number: int) -> list[str]:
    """The events in a seat's hand, sorted."""
    return sorted(entry["event"] for entry in state.to_dict()["seats"][number]["events"])


def bearer(state: State, event: str) -> str | None:
    """The person whom an event is attached to (the doll: its king)."""
    return next((a["person"] for a in state.to_dict()["attached"] if a["event"] == event), None)


def is_discarded(state: State, event: str) -> bool:
    """Has the event left the game?"""
    return event in state.to_dict()["removed_events"]


def occupied(state: State) -> set[str]:
    """The countries under the Neuroi card."""
    return set(state.to_dict()["occupied"])


def countries(state: State) -> set[str]:
    """Countries that may be named now."""
    return {n.removeprefix("country:") for n in names(state) if n.startswith("country:")}


def events(state: State) -> set[str]:
    """Events that may be named now."""
    return {n.removeprefix("event:") for n in names(state) if n.startswith("event:")}


def checks(source: State | list[Entry]) -> list[str]:
    """Who took a death check, in order."""
    return [PERSON_NAMES[e.subject] for e in told(source, Trace.CHECKED)]


def judged(source: State | list[Entry]) -> list[tuple[str, int]]:
    """The countries to which the Neuroi might spread, each with its die, in order."""
    return [(COUNTRY_NAMES[e.subject], e.value) for e in told(source, Trace.JUDGED)]


def unseen(one: State, other: State, number: int) -> bool:
    """Is nothing different to this seat between two tables: its view, its observation, what it was told?"""
    return (
        one.view(number) == other.view(number)
        and bytes(one.observe(number)) == bytes(other.observe(number))
        and one.trace(number) == other.trace(number)
    )
