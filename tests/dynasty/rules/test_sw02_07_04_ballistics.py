"""SW02-07-04: ballistics (弾道安定): a die that shows 1 is success. D-R67."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import chance, dice_rolled, play, printed, quiet, seat, succeeded, table, told, where
from .expansion import ERRANDS, court, declare, errand, house_of, on, pack_of, rolled

WITCH = "the Marksman"


def luckless(dice: list[int]) -> bool:
    """A 1 among dice that do not reach a king."""
    return 1 in dice and sum(dice) < 13


def hers(kind: str, need: int = 13) -> State:
    return errand(kind, house_of(WITCH, kind), WITCH, need)


@pytest.mark.rule("SW02-07-04")
@pytest.mark.parametrize("kind", ERRANDS)
def test_sw02_07_04_a_one_is_success(kind: str) -> None:
    """SW02-07-04: with her as actor (a king who marries, attacking commander, recruiter) any die showing 1 succeeds."""
    assert succeeded(rolled(hers(kind), luckless))


@pytest.mark.rule("SW02-07-04")
@pytest.mark.parametrize("kind", ERRANDS)
@pytest.mark.parametrize("face", [2, 3])
def test_sw02_07_04_any_other_face_is_not(kind: str, face: int) -> None:
    """SW02-07-04: without a 1 the sum decides: too little fails, whatever else the dice show."""
    state = hers(kind)
    assert not succeeded(rolled(state, lambda dice: set(dice) <= {face, 2} and sum(dice) < 13))


@pytest.mark.rule("SW02-07-04")
@pytest.mark.parametrize("kind", ERRANDS)
def test_sw02_07_04_otherwise_as_ever(kind: str) -> None:
    """SW02-07-04: dice without a 1 that reach the success value succeed; one short of it they fail."""
    state = hers(kind, 5)
    assert succeeded(rolled(state, lambda dice: 1 not in dice and sum(dice) >= 5))
    high = hers(kind, 9)
    assert not succeeded(rolled(high, lambda dice: 1 not in dice and sum(dice) < 9))


@pytest.mark.rule("SW02-07-04")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_sw02_07_04_wherever_the_one_is_among_the_dice(place: int) -> None:
    """SW02-07-04: the first die, one in the middle, or the last; one is enough."""
    assert printed(WITCH).war == 3
    after = rolled(hers("war"), lambda dice: dice[place] == 1 and dice.count(1) == 1 and sum(dice) < 13)
    assert succeeded(after)


@pytest.mark.rule("SW02-07-04")
def test_sw02_07_04_several_may_be() -> None:
    """SW02-07-04: … and there may be more."""
    assert succeeded(rolled(hers("war"), lambda dice: dice.count(1) == 3 and sum(dice) < 13))


@pytest.mark.rule("SW02-07-04")
@pytest.mark.parametrize("kind", ERRANDS)
def test_sw02_07_04_not_when_another_acts(kind: str) -> None:
    """SW02-07-04: not for another of her dynasty."""
    state = errand(kind, seat("Henry III", courtiers=[WITCH]), "Henry III", 13)
    assert not succeeded(rolled(state, luckless))


@pytest.mark.rule("SW02-07-04")
def test_sw02_07_04_not_in_an_incitement() -> None:
    """SW02-07-04: an incitement has no actor."""
    state = court(seat(WITCH), seat("Elizabeth I", courtiers=["Mary Stuart"]), pack=pack_of("S", 13))
    declare(state, "incite", "person:Mary Stuart")
    assert not succeeded(rolled(state, luckless))


@pytest.mark.rule("SW02-07-04")
def test_sw02_07_04_not_for_the_defence() -> None:
    """SW02-07-04: her defence neither makes the attacker's 1 a success nor a failure."""
    rival = seat("Elizabeth I", courtiers=[WITCH], territories=["Spain", "Portugal"])
    state = court(seat("Henry IV"), rival, pack=pack_of("S", 13))
    declare(state, "war", "country:Spain", "person:Henry IV", f"person:{WITCH}")
    assert not succeeded(rolled(state, luckless))


@pytest.mark.rule("SW02-07-04")
def test_sw02_07_04_not_for_the_one_who_is_wanted() -> None:
    """SW02-07-04: nor where she is the candidate or the bride."""
    state = court(seat("Henry III"), seat("Elizabeth I"), wanderers=[WITCH], pack=pack_of("S", 13))
    declare(state, "hire", "person:Henry III", f"person:{WITCH}")
    assert not succeeded(rolled(state, luckless))
    state = court(seat("Henry III"), seat("Elizabeth I"), wanderers=[WITCH], pack=pack_of("H", 13))
    declare(state, "marriage", f"person:{WITCH}")
    assert not succeeded(rolled(state, luckless))


@pytest.mark.rule("D-R24")
def test_d_r24_a_death_check_of_one_is_no_success() -> None:
    """D-R24: the success roll alone is meant: a failed war with a 1 in the death check after it has failed."""
    state = hers("war")
    after = chance(
        quiet(state), "pass",
        lambda after: [e.value for e in told(after, Trace.CHECKED)] == [1]
        and 1 not in dice_rolled(after) and sum(dice_rolled(after)) < 13,
    )  # fmt: skip
    assert not succeeded(after)


@pytest.mark.rule("D-R67")
def test_d_r67_a_gale_slash_of_six_comes_first() -> None:
    """D-R57, D-R67: with a gale slash a 6 as rolled kills her and the action fails, a 1 or not."""
    state = errand("war", house_of(WITCH, "war"), WITCH, 13, attached=on("gale slash", WITCH))
    after = rolled(state, lambda dice: 1 in dice and 6 in dice)
    assert (succeeded(after), where(after, WITCH)) == (False, "removed")
    assert succeeded(rolled(state, lambda dice: 1 in dice and 6 not in dice and max(dice) == 2))


@pytest.mark.rule("SW02-07-04")
def test_sw02_07_04_not_without_the_witch() -> None:
    """SW02-07-04: in a game without the expansion a 1 is a 1."""
    state = table(seat("Henry III"), seat("Elizabeth I"), independent=["Milan"], pack=pack_of("S", 13))
    play(state, "war", "country:Milan", "person:Henry III")
    assert not succeeded(rolled(state, luckless))
