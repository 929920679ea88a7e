"""Words in which the rule tests of Shinsengumi lay a table, play on it, and make chance do what a test wants.

A test of the rulebook reads Given / When / Then::

    @pytest.mark.rule("FA-01")
    def test_resolve_slides_up() -> None:
        '''Resolve (覚悟): he moves up in his column until a piece is in his way.'''
        state = table(one("Okita Soji", "3.5", arrows="right* up left down", failure="resolve"), IDLE)  # given
        after = moving(state, "Okita Soji", 6)  # when he is named, nobody waits, and the check's die is a 6
        assert cell(after, "Okita Soji") == "4.1"  # then

Laying a table
    `one(person, cell, …)` is a person on the board: ``white=``, ``black=`` markers, ``under=`` an attached event, and
    **what his piece says for the length of the test**: ``arrows="right* up left down"`` (by priority, ``*`` black),
    ``combat=``, ``debate=``, ``esteem=``, ``bushido=`` (``"column"`` as Kondo's) and ``failure=``. The book leaves the
    pieces to the older game, so that its rules are shown with pieces made for it; the real ones are in
    `test_s04_material`. `on(person, cell, …)` is the same with a marker on him: he has moved.
    `IDLE` is somebody who has still to move, so that the turn goes on after the move that a test is about.
    `table(*persons, seats=…, events=…, **fields)` is a `State` at the turn player's decision (phase ``move``, or
    ``phase="turn"``); ``seats`` are selves by name or `seat(self, white=, black=)`; without them `IDLE` is the only
    seat's self. ``events`` is a dict of cells; `fields` are a save file's, and the game's options by name.
    **Forced decisions are asked** unless a test says otherwise.

Playing
    `names(state)` are the legal actions, `persons(state)`, `cells(state)`, `events(state)`, `arrows(state)` those of a
    kind, without the prefix. `play(state, *actions)` plays them and returns what they told; what is told is checked for
    saying what it means (`said`). `named(state, person)` is a copy on which he is named; `quiet(state)` one on which
    all but the last have passed. `cell` (or ``"pile"``, ``"dead"``), `marks`, `under`, `whose`, `hand`, `bag`,
    `spares`, `lying` read a table.

Chance
    `moving(state, person, *dice)` names him, passes for everybody, and has the dice of checks, failure actions and
    fights begin so. `rolling(state, *dice, by=)` is the same for the last pass, or for any action. `chance(state,
    action, wanted)` is anything. All return **copies**; the table stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from dynasty_env.kit.state import Entry, State
from dynasty_env.shinsengumi import material
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.material import COLUMN, DIRECTION_NAMES, PERSON_NAMES, Failure
from dynasty_env.shinsengumi.steps import Trace
from tests.positions import PositionFile
from tests.rule_testing import TRIES as TRIES
from tests.rule_testing import as_printed, come_true, of_kind, played, told
from tests.rule_testing import names as names
from tests.shinsengumi.rules import trace_fields

from .positions import check_position

OPTIONS = {option.name for option in GAME.options}
DICE = (Trace.CHECKED, Trace.ROLLED, Trace.DIE, Trace.DANCED)
"""Dice that the table tells of, in the order in which they fall. Those of rebirth are told as cells."""
PRINTED = ("COMBAT", "DEBATE", "ESTEEM", "BUSHIDO", "FAILURE", "ARROW", "ARROW_COLOUR")


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> PositionFile | None:
    """The texts beside the tests are positions."""
    return PositionFile.from_text(parent, file_path, check_position) if file_path.suffix == ".txt" else None


@pytest.fixture(autouse=True)
def pieces() -> Iterator[None]:
    """After each test the pieces say again what is printed on them."""
    with as_printed(material, PRINTED):
        yield


# ------------------------------------------------------------------------------------------------------ laying a table


def reprint(person: str, arrows: str | None, stats: dict[str, Any]) -> None:
    """For the length of a test the piece says something else."""
    number = PERSON_NAMES.index(person)
    if arrows is not None:
        for place, arrow in enumerate(arrows.split()):
            material.ARROW[number, place] = DIRECTION_NAMES.index(arrow.rstrip("*"))
            material.ARROW_COLOUR[number, place] = arrow.endswith("*")
    for stat, value in stats.items():
        if stat == "failure":
            value = Failure[value.upper()]
        elif value == "column":
            value = COLUMN
        getattr(material, stat.upper())[number] = value


def one(
    person: str,
    cell: str,
    *,
    white: int = 0,
    black: int = 0,
    under: str | None = None,
    arrows: str | None = None,
    **stats: Any,
) -> dict[str, Any]:
    """A person on the board (see the module's docstring)."""
    reprint(person, arrows, stats)
    return {"person": person, "cell": cell, "white": white, "black": black, "attached": under}


def on(person: str, cell: str, **fields: Any) -> dict[str, Any]:
    """A person on the board who has moved in this turn."""
    return one(person, cell, **({"white": 1} | fields))


IDLE = {"person": "Shimada Kai", "cell": "6.6", "white": 0, "black": 0, "attached": None}
"""Somebody in the corner who has still to move."""


def seat(self_: str | None, white: int = 0, black: int = 0, **fields: Any) -> dict[str, Any]:
    """A player of a save file."""
    return {"self": self_, "white": white, "black": black, **fields}


def all_but(*alive: str) -> list[str]:
    """Everybody else: ``dead=all_but(…)`` leaves a pile as short as a test wants."""
    return [name for name in PERSON_NAMES if name not in alive]


def save(
    *people: dict[str, Any],
    seats: Sequence[str | dict[str, Any] | None] = (),
    events: dict[str, str] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """A hand-written save file."""
    players = [s if isinstance(s, dict) else seat(s) for s in seats] or [seat(people[-1]["person"])]
    options = {"num_players": len(players), "ask_forced": True}
    options |= {name: fields.pop(name) for name in list(fields) if name in OPTIONS}
    lying = [{"event": event, "cell": where} for event, where in (events or {}).items()]
    return {"game": GAME.name, "options": options, "seats": players, "persons": list(people), "events": lying, **fields}


def table(*people: dict[str, Any], **fields: Any) -> State:
    """A table laid by hand, at the first decision."""
    state = GAME.from_dict(save(*people, **fields), backend="interpreted")
    trace_fields.check(state)
    return state


# ------------------------------------------------------------------------------------------------ looking and playing


def persons(state: State) -> set[str]:
    """Persons who may be named now."""
    return of_kind(state, "person:")


def cells(state: State) -> set[str]:
    """Cells that may be chosen now."""
    return of_kind(state, "cell:")


def events(state: State) -> set[str]:
    """Events that may be named now."""
    return of_kind(state, "event:")


def arrows(state: State) -> set[str]:
    """Arrows on which a stone may be laid now."""
    return of_kind(state, "arrow:")


def play(state: State, *actions: str) -> list[Entry]:
    """Play `actions` one after another; all that they told."""
    return played(trace_fields.check, state, actions)


def _person(state: State, person: str) -> dict[str, Any] | None:
    return next((each for each in state.to_dict()["persons"] if each["person"] == person), None)


def cell(state: State, person: str) -> str:
    """The cell where somebody stands, or ``"pile"`` or ``"dead"``."""
    laid = state.to_dict()
    found = _person(state, person)
    if found:
        return str(found["cell"])
    return "dead" if person in laid["dead"] else "pile" if person in laid["person_pile"] else "nowhere"


def marks(state: State, person: str) -> tuple[int, int]:
    """White and black markers on somebody on the board."""
    found = _person(state, person)
    assert found, f"{person} is not on the board"
    return found["white"], found["black"]


def under(state: State, person: str) -> str | None:
    """The event that lies under somebody on the board."""
    found = _person(state, person)
    assert found, f"{person} is not on the board"
    return None if found["attached"] is None else str(found["attached"])


def lying(state: State, event: str) -> str:
    """The cell where an event lies, or ``"pile"``, ``"gone"``, ``"attached"``, ``"kept"``."""
    laid = state.to_dict()
    for each in laid["events"]:
        if each["event"] == event:
            return str(each["cell"])
    if event in laid["gone"]:
        return "gone"
    if event in laid["event_pile"]:
        return "pile"
    return "attached" if any(each["attached"] == event for each in laid["persons"]) else "kept"


def whose(state: State, number: int) -> str | None:
    """A seat's self."""
    found: str | None = state.to_dict()["seats"][number]["self"]
    return found


def hand(state: State, number: int) -> tuple[int, int]:
    """White and black stones in a seat's hand."""
    laid = state.to_dict()["seats"][number]
    return laid["white"], laid["black"]


def bag(state: State) -> tuple[int, int]:
    """White and black stones in the bag."""
    laid = state.to_dict()["bag"]
    return laid["white"], laid["black"]


def spares(state: State) -> tuple[int, int]:
    """White and black markers that are spares."""
    laid = state.to_dict()["spares"]
    return laid["white"], laid["black"]


def board(state: State) -> list[str]:
    """Everybody on the board."""
    return [each["person"] for each in state.to_dict()["persons"]]


# -------------------------------------------------------------------------------------------------------------- chance


def faces(source: State | Sequence[Entry]) -> list[int]:
    """The dice of checks, failure actions, fights and Ee ja nai ka, in order."""
    return [e.value for e in told(source, *DICE)]


def chance(state: State, action: str, wanted: Callable[[State], bool]) -> State:
    """A copy of the table on which `action` was played and `wanted` came true; the generator is tried until it does."""
    return come_true(trace_fields.check, state, action, wanted)


def named(state: State, person: str) -> State:
    """A copy on which somebody is named to move."""
    copy = state.clone()
    play(copy, f"person:{person}")
    return copy


def quiet(state: State) -> State:
    """A copy on which everybody has passed but for the last one who has to."""
    copy = state.clone()
    while copy.phase == "wait":
        after = copy.clone()
        play(after, "pass")
        if after.phase != "wait" or told(after, Trace.MOVED):
            return copy
        copy = after
    return copy


def rolling(state: State, *dice: int, by: str = "pass") -> State:
    """A copy on which everybody has passed (or `by` was played) and the dice begin like this."""
    last = quiet(state) if by == "pass" and state.phase == "wait" else state
    return chance(last, by, lambda after: faces(after)[: len(dice)] == list(dice))


def moving(state: State, person: str, *dice: int) -> State:
    """A copy on which somebody has been named, nobody has waited, he has moved, and the dice began like this."""
    return rolling(named(state, person), *dice)


def reborn(after: State) -> list[str]:
    """Where the new persons of the last move came onto the board, in order."""
    return [material.CELL_NAMES[e.object] for e in told(after, Trace.PLACED)]
