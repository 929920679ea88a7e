"""Greedy knows that a friend is the equal of a commander (SW02-08-10, D-R52)."""

from functools import partial

import pytest

from dynasty_env.dynasty.greedy.events import friend
from dynasty_env.dynasty.greedy.weights import HARMLESS
from dynasty_env.kit.game import State
from tests.agents.minds import mind, person
from tests.agents.test_abilities import HEARTS, answer
from tests.dynasty.rules.conftest import chance, dice_rolled, names, play, seat, table

laid = partial(table, abilities=True, ask_forced=False, witches=True, independent=["Milan"])
SO_WHAT = [{"event": "so what", "person": "Henry IV", "seat": None}]


def attacking(*of_the_rival: str) -> State:
    """Seat 0's king has so what and attacks; he may call a friend."""
    state = laid(
        seat("Henry IV", territories=["France"]),
        seat("Elizabeth I", courtiers=of_the_rival, territories=["England"]),
        pack=HEARTS,
        attached=SO_WHAT,
    )
    play(state, "war", "country:Milan")
    assert state.phase == "friend"
    return state


def test_a_friend_with_a_commanders_gift_is_better() -> None:
    """Both have a war of 3 and a life of 2, and belong to a rival: one of them hits with a 1 besides (SW02-07-04)."""
    state = attacking("John of Austria", "the Marksman")
    marksman, admiral = (friend(mind(state, 0), person(name)) for name in ("the Marksman", "John of Austria"))
    assert marksman == pytest.approx(admiral + HARMLESS)


def test_who_is_dragged_along_spoils_the_dice() -> None:
    """SW02-07-12: my Deflector is a rival's friend: the highest dice become ones, never a low one a six."""
    state = attacking("the Deflector")
    state = chance(state, "person:the Deflector", lambda after: sorted(dice_rolled(after))[-3:] == [4, 5, 6])
    assert (state.phase, state.seat) == ("dice", 1)
    assert answer(state) == "dice:6->1"
    play(state, "dice:6->1")
    assert answer(state) == "dice:5->1"


def test_ones_are_left_as_they_are() -> None:
    """SW02-07-12: … and where there are but ones she leaves them."""
    state = attacking("the Deflector")
    ones = chance(state, "person:the Deflector", lambda after: after.phase == "dice")
    ones.record["dice"][: ones.record["dice_size"]] = 1
    ones.call("reopen")
    assert "dice:1->6" in names(ones) and answer(ones) == "pass"
