"""Words of the expansion "Witches and Neuroi" (SW02) for the rule tests, on top of those in `conftest`.

`court(seat(...), seat(...), **fields)` is a `table` with ``witches=True``. As there, forced decisions are asked; the
questions that only events bring (`QUESTIONS`) come up with nothing but "pass" then, and `onward` answers those: `court`
does it at once, `declare(state, *actions)` before each action. Expansion cards that a test does not place are out of
the game. ``attached=on("grounded", "Charles V")`` attaches an event in a save.

`errand("war", own, actor, need)` is an open window in which `actor` of the dynasty `own` marries, wages war or hires,
and of all cards that the pack will supply exactly one counts, as `need`. `rolled(state, wanted)` closes the window with
dice that `wanted` accepts; `results(state, by)` shows what the same move does with many different dice.

`same_for(seat, one, other)`: the seat cannot tell the two tables apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dynasty_env.kit.state import Entry, State

from .conftest import chance, dice_rolled, names, play, printed, quiet, seat, table

QUESTIONS = ("event", "cancel", "warrior", "friend")
ERRANDS = ("marriage", "war", "hire")
"""SW02-07: the actions that a witch can be the actor of, as king, attacking commander and recruiter."""
GROOM, BRIDE = "Duke of Sully", "Marie de' Medici"
"""Whom `errand` marries or hires: both have prestige and ambition, so that cards are turned up."""


def onward(state: State) -> State:
    """Pass wherever an event could be asked for and there is none to play (`ask_forced` asks all the same)."""
    while state.phase in QUESTIONS and names(state) == {"pass"}:
        state.play("pass")
    return state


def court(*seats: dict[str, Any], **fields: Any) -> State:
    """A table with the expansion, at the turn player's first real decision."""
    return onward(table(*seats, **{"witches": True} | fields))


def declare(state: State, *actions: str) -> list[Entry]:
    """Play `actions`, passing where an event could be asked for and there is none; all that they told."""
    entries: list[Entry] = []
    for action in actions:
        entries += play(onward(state), action)
    onward(state)
    return entries


def on(event: str, person: str) -> list[dict[str, Any]]:
    """A save's ``attached`` with this event on this person."""
    return [{"event": event, "person": person, "seat": None}]


def next_turn(state: State) -> State:
    """Passes until it is the next player's turn to recruit."""
    turn = state.to_dict()["turn"]
    while not state.done and state.to_dict()["turn"] == turn:
        state.play("pass" if "pass" in names(state) else sorted(names(state))[0])
    return state


# -------------------------------------------------------------------------------------------------------------- chance


def rolled(state: State, wanted: Callable[[list[int]], bool]) -> State:
    """A copy on which everybody has passed and the dice of the success roll are as wanted."""
    return chance(quiet(state), "pass", lambda after: wanted(dice_rolled(after)))


def results(state: State, by: str = "pass", tries: int = 60) -> Iterator[State]:
    """Copies on which everybody has passed (or `by` was played), each with other dice."""
    before = quiet(state) if by == "pass" and state.phase == "interrupt" else state
    for key in range(tries):
        copy = before.clone()
        copy.tables.array["key0"] = key
        copy.tables.array["key1"] = 0
        copy.play(by)
        yield copy


# -------------------------------------------------------------------------------------------------- a witch's errands


def card_of(suit: str, number: int) -> str:
    """The card of a suit that counts as `number`: ``card_of("S", 13)`` is ``"SK"``."""
    return suit + {1: "A", 11: "J", 12: "Q", 13: "K"}.get(number, str(number))


def pack_of(counting: str, number: int) -> str:
    """A pack whose first card, of suit `counting`, counts as `number`, and twelve of the other colour after it."""
    others = "S" if counting in "HD" else "H"
    return " ".join([card_of(counting, number), *(card_of(others, n) for n in range(2, 14))])


def errand(kind: str, own: dict[str, Any], actor: str, need: int, **fields: Any) -> State:
    """The open window of an action of seat 0 with `actor`; the pack will make the success value `need`."""
    pack = pack_of("H" if kind == "marriage" else "S", need)
    laid = {"wanderers": [GROOM, BRIDE], "independent": ["Milan"], "pack": pack}
    state = court(own, seat("Elizabeth I", courtiers=["Mary Stuart"]), **laid | fields)
    partner = BRIDE if printed(actor).sex == "m" else GROOM
    declare(
        state,
        *{
            "marriage": ("marriage", f"person:{partner}"),
            "war": ("war", "country:Milan", f"person:{actor}"),
            "hire": ("hire", f"person:{actor}", f"person:{partner}"),
        }[kind],
    )
    return state


def house_of(witch: str, kind: str) -> dict[str, Any]:
    """A dynasty in which she can do such an errand: as its king where it is a marriage, else as a courtier."""
    return seat(witch) if kind == "marriage" else seat("Henry IV", courtiers=[witch])


# ---------------------------------------------------------------------------------------------------- who knows what


def same_for(viewer: int, one: State, other: State) -> bool:
    """Whether a seat sees, reads and has been told the same at two tables."""
    return (
        np.array_equal(one.observe(viewer), other.observe(viewer))
        and one.view(viewer) == other.view(viewer)
        and one.trace(viewer) == other.trace(viewer)
        and one.chronicle(viewer) == other.chronicle(viewer)
    )


def tops(state: State, viewer: int, pile: str, count: int = 40) -> set[str]:
    """What lies on top of the pack (``pile="pack"``) or a person deck, for all that a seat knows."""
    copies = [state.hide(viewer, key).to_dict() for key in range(count)]
    return {(copy["pack"] if pile == "pack" else copy["person_decks"][pile])[0] for copy in copies}
