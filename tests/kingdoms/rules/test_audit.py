"""The audit: a true table breaks no truth, and each truth is broken by what denies it."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.material import (
    COLOUR,
    COUNTRY_NAMES,
    DECK_ROOM,
    OTTOMAN,
    PERSON_NAMES,
    SULEIMAN,
    Holder,
    Place,
    Side,
)
from dynasty_env.kit.state import State
from tests.false_tables import Wrong, both, put
from tests.kingdoms.rules.conftest import A, B, D, E, F, V, W, X, Y, Z, king, one, play, seat, table

SPAIN, PORTUGAL, NAPLES, POLAND, FRANCE = map(COUNTRY_NAMES.index, ("Spain", "Portugal", "Naples", "Poland", "France"))
a, b, d, e, f, v, w, x, y, z = map(PERSON_NAMES.index, (A, B, D, E, F, V, W, X, Y, Z))


def laid() -> State:
    """Something of everything."""
    first = seat(king(A, "Spain", "Portugal", spouse=V, children=[E, W]), king(B, "Naples"), nobles=[F])
    return table(first, seat(king(D, "Poland"), nobles=[Y]), pool=[Z], rebels=[E, Y], exhausted=["Spain"], scythe=0)


def found(wrong: Wrong, state: State) -> int:
    copy = state.clone()
    assert copy.call("audit") == 0
    wrong(copy.tables[0])
    number = int(copy.call("audit"))
    assert 0 <= number <= len(copy.game.truths)
    return number


def top(deck: int, t: Any) -> int:
    return deck * DECK_ROOM + int(t.deck_size[deck]) - 1


def doubled(t: Any) -> None:
    """The top card of the yellow deck is there twice."""
    t.deck[top(0, t)] = t.deck[top(0, t) - 1]


WRONG: list[tuple[int, Wrong]] = [
    (1, doubled),
    (1, put("place", z, Place.DECK)),
    (1, put("deck_size", 0, -1)),
    (1, put("deck_size", 0, DECK_ROOM + 1)),
    (1, put("deck_size", 0, 3)),
    (2, put("place", z, 7)),
    (2, put("place", z, Place.NOBLE)),
    (2, put("owner", z, 0)),
    (2, put("owner", f, 2)),
    (2, put("owner", z, -2)),
    (2, put("place", f, Place.GONE)),
    (3, put("liege", v, -1)),
    (3, put("liege", f, a)),
    (3, put("liege", w, f)),
    (3, put("liege", w, d)),
    (3, put("owner", v, 1)),
    (4, both(put("place", w, Place.SPOUSE), put("born", w, 0))),
    (5, put("born", w, 1)),
    (5, put("born", w, 3)),
    (5, put("born", w, 0)),
    (5, put("born", f, 1)),
    (5, put("born", f, -1)),
    (6, put("rebel", a, 1)),
    (6, put("rebel", z, 1)),
    (6, put("rebel", f, 2)),
    (6, put("rebel", f, -1)),
    (7, put("ruler", SPAIN, -1)),
    (7, put("ruler", SPAIN, d)),
    (7, put("ruler", SPAIN, f)),
    (7, put("ruler", FRANCE, a)),
    (7, put("holder", PORTUGAL, Holder.INDEPENDENT)),
    (7, put("holder", FRANCE, -3)),
    (7, put("holder", FRANCE, 2)),
    (8, both(put("ruler", NAPLES, a))),
    (9, put("exhausted", FRANCE, 1)),
    (9, put("exhausted", SPAIN, 2)),
    (9, put("exhausted", SPAIN, -1)),
    (9, put("committed", FRANCE, Side.ATTACK)),
    (9, put("committed", SPAIN, 5)),
    (9, put("committed", SPAIN, -1)),
    (9, put("committed", SPAIN, Side.ATTACK)),
    (10, put("home", 0, POLAND)),
    (10, put("home", 0, -1)),
    (10, put("home", 2, SPAIN)),
    (11, put("candidate", 0, f)),
    (11, put("arms", 0, 1)),
    (11, put("throne", None, x)),
    (12, put("choices", None, 1)),
    (12, put("mask", 0, 0)),
    (13, put("turn_player", None, 2)),
    (13, put("turn_player", None, -1)),
    (13, put("scythe", None, 2)),
    (13, put("scythe", None, -1)),
    (13, put("seat", None, 2)),
    (13, put("seat", None, -1)),
    (13, put("first_player", None, 2)),
    (13, put("first_player", None, -1)),
    (13, put("turn", None, -1)),
    (13, put("turn", None, 41)),
    *((14, put(role, None, 0)) for role in ("king", "target", "actor", "defender")),
    (15, both(put("holder", OTTOMAN, 0), put("ruler", OTTOMAN, a))),
]


@pytest.mark.rule("ch. 9")
@pytest.mark.parametrize(
    ("truth", "wrong"), WRONG, ids=[f"{number}-{truth}" for number, (truth, _) in enumerate(WRONG)]
)
def test_audit_finds_what_is_wrong(truth: int, wrong: Wrong) -> None:
    assert found(wrong, laid()) == truth


@pytest.mark.rule("ch. 9", "K5")
@pytest.mark.parametrize("place", [Place.POOL, Place.SPOUSE, Place.CHILD])
def test_audit_suleiman_has_no_family(place: Place) -> None:
    def wrong(t: Any) -> None:
        t.deck_size[1] = 0
        for person in range(81):
            if t.place[person] == Place.DECK and COLOUR[person] == 1:
                t.place[person] = Place.GONE
        t.place[SULEIMAN] = place
        if place != Place.POOL:
            t.owner[SULEIMAN], t.liege[SULEIMAN] = 1, d
            t.born[SULEIMAN] = int(place == Place.CHILD)

    assert found(wrong, laid()) == 15


@pytest.mark.rule("ch. 9")
def test_audit_of_a_contest() -> None:
    """Candidates may stand, arms are of those who have been named, and the dead king has left play."""
    one(A, life=0)
    state = table(seat(king(A, "Spain"), king(B, "Naples"), nobles=[F]), seat(king(D, "Poland"), nobles=[Y]), scythe=0)
    play(state, "reaper", f"person:{A}", f"person:{F}")
    assert found(put("rebel", f, 1), state) == 11
    assert found(put("candidate", 0, z), state) == 11
    assert found(put("arms", 0, 2), state) == 11
    assert found(put("arms", 1, 1), state) == 11
    assert found(put("throne", None, -1), state) == 7
    assert found(put("ruler", SPAIN, b), state) == 0, "a throne that nothing is contested for is no matter of the audit"


@pytest.mark.rule("ch. 9")
def test_audit_of_a_conquest() -> None:
    """The conquered country alone has no king yet."""
    state = table(seat(king(A, "Spain", "Naples")), seat(king(D, "Portugal", "Poland")))
    play(state, "war", "country:Portugal", "declare")
    assert state.phase == "conquest"
    assert found(put("ruler", NAPLES, -1), state) == 7
    assert found(put("country", None, -1), state) == 7


@pytest.mark.rule("ch. 9")
def test_audit_of_a_forced_decision() -> None:
    """One legal action is a decision only with `ask_forced`."""
    state = table(seat(king(A, "Spain", "Naples"), nobles=[F]), seat(king(D, "Poland")))
    play(state, "grant", "country:Spain")
    assert found(put("ask_forced", None, 0), state) == 12


@pytest.mark.rule("ch. 9")
def test_audit_decks_are_of_a_bloodline() -> None:
    """Two persons change places between two decks."""

    def wrong(t: Any) -> None:
        t.deck[0], t.deck[DECK_ROOM] = int(t.deck[DECK_ROOM]), int(t.deck[0])

    state = GAME.new(1, backend="interpreted")
    assert found(wrong, state) == 16
