"""SW02-08-10: a friend is the equal of a commander: what a commander's ability does, his does too. D-R52."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.game import State

from .conftest import (
    chance,
    check_dice,
    dice_rolled,
    hand,
    holder,
    names,
    play,
    printed_country,
    seat,
    succeeded,
    success_value,
    supplied,
    told,
    where,
)
from .events import BLACK_KINGS, HEARTS, checks, closing, go, laid, on, reprinted

KING, RIVAL = "Charles I", "Erik XIV"
"""Commanders without an ability; the first has a war of 1."""
SIDES = ("own", "rival", "third")


def attack(friend: str, of: str = "own", commander: str = KING, **fields: Any) -> State:
    """The commander, who has so what, attacks Milan, and this person of one of three dynasties must come along; the
    window is open."""
    place = fields.pop("place", "courtiers")
    court = {side: [friend] if side == of and place == "courtiers" else [] for side in SIDES}
    others = [commander] if commander != KING else []
    state = laid(
        seat(KING, courtiers=court["own"] + others, spouse=friend if place == "spouse" else None, territories=["Spain"],
             events=fields.pop("events", ())),
        seat("Elizabeth I", courtiers=court["rival"], territories=["England"]),
        seat(RIVAL, courtiers=court["third"], territories=["Sweden"]),
        **{"abilities": True, "independent": ["Milan"], "pack": HEARTS, "attached": on(so_what=commander)} | fields,
    )  # fmt: skip
    go(state, "war", "country:Milan", f"person:{commander}", f"friend=person:{friend}")
    return state


def defence(friend: str, **fields: Any) -> State:
    """Seat 0 is attacked in Milan; its king, who has so what, defends, and his friend, the attacker's, with him."""
    state = laid(
        seat(RIVAL, territories=["Milan", "Sweden"]), seat(KING, courtiers=[friend], territories=["Spain"]),
        **{"abilities": True, "turn_player": 1, "pack": HEARTS, "attached": on(so_what=RIVAL)} | fields,
    )  # fmt: skip
    go(state, "war", "country:Milan", f"person:{KING}", f"war_defender=person:{RIVAL}", f"friend=person:{friend}")
    return state


def rolling(state: State, wanted: Callable[[list[int]], bool]) -> State:
    """A copy on which all have passed and the dice are as wanted."""
    return chance(closing(state), "pass", lambda after: wanted(dice_rolled(after)))


def reading(state: State) -> int:
    """What the dice came to."""
    (entry,) = told(state, Trace.OUTCOME)
    return entry.value


# ------------------------------------------------------------------------------------------------ how the dice are read


def low_with_a_one(dice: list[int]) -> bool:
    return 1 in dice and sum(dice) < 13


@pytest.mark.rule("D-R52")
@pytest.mark.rule("SW02-07-04")
@pytest.mark.parametrize("of", SIDES)
def test_d_r52_ballistics_of_the_attackers_friend(of: str) -> None:
    """D-R52, SW02-07-04: with her as the attacker's friend a 1 succeeds."""
    assert holder(rolling(attack("the Marksman", of, pack=BLACK_KINGS), low_with_a_one), "Milan") == 0


# ----------------------------------------------------------------------------------------------------------- deflection


@pytest.mark.rule("D-R52")
@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize(("of", "player"), [("own", 0), ("rival", 1), ("third", 2)])
def test_d_r52_deflection_of_the_attackers_friend(of: str, player: int) -> None:
    """D-R52, SW02-07: with her as friend up to two dice are changed, by the player of her dynasty, whose word it is."""
    state = rolling(attack("the Deflector", of, pack=BLACK_KINGS), lambda dice: sorted(dice) == [1, 1, 1, 1, 2, 4])
    assert (state.phase, state.seat) == ("dice", player)
    play(state, "dice:1->6")
    assert (state.phase, state.seat) == ("dice", player)
    play(state, "dice:1->5")
    assert reading(state) == 6 + 5 + 1 + 1 + 2 + 4 and holder(state, "Milan") == 0


def aiming(*dice: int) -> State:
    """The Marksman commands, the Deflector is her friend, with a war of 0 both; the dice have fallen so, against 13."""
    with reprinted("the Marksman", war=0), reprinted("the Deflector", war=0):
        state = attack("the Deflector", commander="the Marksman", pack=BLACK_KINGS)
        return rolling(state, lambda rolled: rolled == list(dice))


@pytest.mark.rule("D-R67")
def test_d_r67_a_die_changed_to_one_hits_nothing() -> None:
    """D-R67: ballistics needs a 1 as rolled: one that a friend has deflected there is none."""
    state = aiming(2, 3)
    play(state, "dice:2->1", "pass")
    assert reading(state) == 4 and holder(state, "Milan") == "independent"


@pytest.mark.rule("D-R67")
def test_d_r67_a_one_as_rolled_hits_when_it_has_been_changed() -> None:
    """D-R67: … and one that was rolled hits, whatever it is changed to."""
    state = aiming(1, 3)
    play(state, "dice:1->2", "pass")
    assert reading(state) == 5 and holder(state, "Milan") == 0


# ----------------------------------------------------------------------------------------------------------- gale slash


@pytest.mark.rule("D-R52")
@pytest.mark.rule("SW02-08-06")
@pytest.mark.parametrize("of", SIDES)
def test_d_r52_gale_slash_of_the_attackers_friend(of: str) -> None:
    """D-R52, SW02-08-06: with it on the attacker's friend dice are multiplied; a 6 kills him, and the war is lost."""
    friend = "Francis Drake"
    state = attack(friend, of, attached=on(so_what=KING, gale_slash=friend))
    after = rolling(state, lambda dice: 6 not in dice and prod(dice) != sum(dice))
    assert reading(after) == prod(dice_rolled(after)) and succeeded(after)
    after = rolling(state, lambda dice: 6 in dice)
    assert not succeeded(after) and holder(after, "Milan") == "independent"
    assert where(after, friend) == "removed" and checks(after)[0] == KING and friend not in checks(after)


# -------------------------------------------------------------------------------------------------------------- plunder


def winning(state: State) -> State:
    """A copy on which the war has been won and nobody has died of it."""
    return chance(closing(state), "pass", lambda s: succeeded(s) and set(check_dice(s)) <= {1})


@pytest.mark.rule("D-R52")
@pytest.mark.rule("§11-03-03")
@pytest.mark.parametrize("of", SIDES)
def test_d_r52_plunder_of_the_attackers_friend(of: str) -> None:
    """D-R52, §11-03-03: where the attacker's friend has plunder the attacker may declare it and draws the cards,
    whoever's the friend is."""
    state = winning(attack("Hernan Cortes", of))
    assert (state.phase, state.seat, names(state)) == ("plunder", 0, {"pass", "declare"})
    taken = state.clone()
    play(taken, "pass")
    assert holder(taken, "Milan") == 0
    cards = [hand(state, number) for number in range(3)]
    play(state, "declare")
    assert holder(state, "Milan") == "out"
    assert len(hand(state, 0)) == len(cards[0]) + printed_country("Milan").power
    assert hand(state, 2) == cards[2]


# ------------------------------------------------------------------------------------------------------------ in a save


@pytest.mark.rule("D-R52")
def test_d_r52_a_save_tells_on_whose_side_he_is() -> None:
    """D-R52: a table that was saved in the middle of a war goes on alike, with the attacker's friend and with the
    defender's."""
    for state, value in (
        (attack("the Evil Eye", pack=BLACK_KINGS), 9),
        (defence("the Evil Eye", pack=BLACK_KINGS), 13),
    ):
        copy = state.game.from_dict(state.to_dict(), backend="interpreted")
        after = rolling(copy, lambda dice: True)
        assert success_value(after) == value
        assert len(dice_rolled(after)) == len(dice_rolled(rolling(state, lambda dice: True)))
        assert len(supplied(after)) == len(supplied(rolling(state, lambda dice: True)))
