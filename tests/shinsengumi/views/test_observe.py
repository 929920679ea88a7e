"""Every piece of an observation, byte for byte, against the same worked out piece by piece."""

from typing import Any

import pytest

from dynasty_env.kit.game import BackendName
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.ids import Step
from dynasty_env.shinsengumi.material import (
    ARROWS,
    CELLS,
    COLOURS,
    EVENTS,
    NOBODY,
    PERSONS,
    SEATS,
    Event,
    EventPlace,
    Place,
)
from dynasty_env.shinsengumi.rules.movement import arrow_taken
from dynasty_env.shinsengumi.rules.persons import esteem, is_possible, on_the_left, owner, stands
from dynasty_env.shinsengumi.rules.stones import stones_of
from tests.observations import Pieces, compare

NOBODYS = SEATS
PILE, GONE, ATTACHED, KEPT = CELLS, CELLS + 1, CELLS + 2, CELLS + 3
BLOCKED, OPEN, TAKEN = 0, 1, 2


def pieces(t: Any, me: int) -> Pieces:
    """All that `me` sees of a table."""
    return {**turn(t, me), **stones(t, me), **move(t, me), **sides(t, me), **persons(t, me), **events(t)}


def clockwise(t: Any, me: int, seat: int) -> int:
    """A seat counted from `me`."""
    return int((seat - me) % t.num_players)


def knows_who_decides(t: Any, me: int) -> bool:
    return not t.done and (t.step != Step.WAIT or t.seat == me or not t.hidden_stones)


def turn(t: Any, me: int) -> Pieces:
    return {
        "phase": t.step,
        "deciding": clockwise(t, me, t.seat) if knows_who_decides(t, me) else NOBODYS,
        "players": t.num_players,
        "options": [getattr(t, name) for name in GAME.layout["options"].entries],
        "turn": t.turn,
        "turn_player": clockwise(t, me, t.turn_player),
        "namings": t.namings,
        "powder": NOBODYS if t.powder == NOBODY else clockwise(t, me, t.powder),
    }


def stones(t: Any, me: int) -> Pieces:
    held, hands = [0] * SEATS, [[0, 0] for _ in range(SEATS)]
    for seat in range(t.num_players):
        place = clockwise(t, me, seat)
        held[place] = int(stones_of(t, seat))
        for colour in range(COLOURS):
            hands[place][colour] = -1 if t.hidden_stones and seat != me else t.hand[seat, colour]
    return {
        "stones": held,
        "hands": [count for hand in hands for count in hand],
        "bag": [-1, -1] if t.hidden_stones else list(t.bag),
        "known_bag": [t.returned[colour] + t.lost[me, colour] for colour in range(COLOURS)],
        "laid": list(t.laid),
    }


def move(t: Any, me: int) -> Pieces:
    arrows = [BLOCKED] * ARROWS
    if t.step == Step.WAIT:
        arrows = [OPEN if is_possible(t, t.mover, arrow) else BLOCKED for arrow in range(ARROWS)]
        arrows[arrow_taken(t, t.mover)] = TAKEN
    return {
        "arrows": arrows,
        "passes": t.a if t.step == Step.WAIT and knows_who_decides(t, me) else 0,
        "mover": t.mover,
        "origin": t.origin,
        "doomed": t.a if t.step == Step.ISHIDA else NOBODY,
        "turned_up": t.turned_up,
        "fighting": t.fighting,
        "due": list(t.due),
        "facing": list(t.facing),
    }


def sides(t: Any, me: int) -> Pieces:
    both = [0, 0]
    for person in range(PERSONS):
        if stands(t, person):
            both[0 if on_the_left(t, person) else 1] += int(esteem(t, person))
    selves, leads, cells = [NOBODY] * SEATS, [0] * SEATS, [-1] * SEATS
    for seat in range(t.num_players):
        place, person = clockwise(t, me, seat), t.chip[seat]
        selves[place] = person
        if person != NOBODY:
            leads[place] = both[0] - both[1] if on_the_left(t, person) else both[1] - both[0]
            cells[place] = t.cell[person]
    return {"esteem": both, "selves": selves, "leads": leads, "self_cells": cells}


def persons(t: Any, me: int) -> Pieces:
    owners = [owner(t, person) for person in range(PERSONS)]
    under = {Event.FIANCEE: 1, Event.UNWORTHY: 2}
    return {
        "cells": [
            t.cell[person] if stands(t, person) else PILE if t.place[person] == Place.PILE else GONE
            for person in range(PERSONS)
        ],
        "owners": [NOBODYS if seat == NOBODY else clockwise(t, me, seat) for seat in owners],
        "markers": [t.markers[person, colour] for person in range(PERSONS) for colour in range(COLOURS)],
        "attached": [under.get(event, 0) for event in t.attached],
    }


def events(t: Any) -> Pieces:
    off_the_board = {EventPlace.PILE: PILE, EventPlace.ATTACHED: ATTACHED, EventPlace.KEPT: KEPT, EventPlace.GONE: GONE}
    return {
        "event_cells": [
            t.event_cell[event] if place == EventPlace.BOARD else off_the_board[EventPlace(place)]
            for event, place in zip(range(EVENTS), t.event_place, strict=True)
        ]
    }


@pytest.mark.parametrize(
    ("backend", "games", "every"), [("compiled", 24, 16), pytest.param("interpreted", 20, 20, marks=pytest.mark.slow)]
)
def test_observations_are_what_lies_on_the_table(backend: BackendName, games: int, every: int) -> None:
    met = compare(GAME, pieces, backend, games, every)
    assert met["players"] == {1, 2, 3, 4, 5}
    assert met["event_cells"] >= {PILE, GONE, ATTACHED, KEPT}
    assert met["attached"] == {0, 1, 2}
    assert met["arrows"] == {BLOCKED, OPEN, TAKEN}
    assert -1 in met["hands"]


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
def test_observations_of_many_games(backend: BackendName) -> None:
    compare(GAME, pieces, backend, 600, 4)
