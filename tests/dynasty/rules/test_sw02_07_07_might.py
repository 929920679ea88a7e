"""SW02-07-07: might (怪力): the highest die counts double. D-R58."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, check_dice, dice_rolled, printed, quiet, seat, succeeded, where
from .expansion import ERRANDS, court, declare, errand, house_of, on, pack_of, rolled

WITCH = "the Mighty"


def hers(kind: str, need: int) -> State:
    return errand(kind, house_of(WITCH, kind), WITCH, need)


@pytest.fixture(scope="module", autouse=True)
def she_has_a_war_of_three() -> None:
    """The tests below count on four dice in war."""
    assert (printed(WITCH).war, printed(WITCH).ability) == (3, "might")


@pytest.mark.rule("SW02-07-07")
@pytest.mark.parametrize("kind", ERRANDS)
@pytest.mark.parametrize(("need", "success"), [(8, True), (9, False)])
def test_sw02_07_07_the_highest_counts_double(kind: str, need: int, success: bool) -> None:
    """SW02-07-07: as king who marries, attacking commander and recruiter: dice of sum + highest = 8 reach 8, not 9."""
    after = rolled(hers(kind, need), lambda faces: sum(faces) + max(faces) == 8)
    assert succeeded(after) is success


@pytest.mark.rule("SW02-07-07")
@pytest.mark.parametrize(("dice", "total"), [([1, 1, 2, 4], 12), ([1, 2, 2, 3], 11), ([1, 1, 3, 3], 11)])
def test_sw02_07_07_one_die_of_the_highest(dice: list[int], total: int) -> None:
    """SW02-07-07: one of the highest dice alone: as the book's 1, 3, 5, 5 are 1, 3, 5, 10, so 1, 1, 3, 3 make 11."""
    assert succeeded(rolled(hers("war", total), lambda faces: sorted(faces) == dice))
    assert not succeeded(rolled(hers("war", total + 1), lambda faces: sorted(faces) == dice))


@pytest.mark.rule("SW02-07-07")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize(("need", "success"), [(12, True), (13, False)])
def test_sw02_07_07_wherever_the_highest_is(place: int, need: int, success: bool) -> None:
    """SW02-07-07: the highest is the first die, one in the middle or the last; several of them are doubled once."""
    state = hers("war", need)
    assert succeeded(rolled(state, lambda dice: dice[place] == max(dice) and sum(dice) + max(dice) == 12)) is success
    state = hers("war", need)
    assert succeeded(rolled(state, lambda dice: dice.count(max(dice)) > 1 and sum(dice) + max(dice) == 12)) is success


@pytest.mark.rule("SW02-07-07")
@pytest.mark.parametrize("kind", ERRANDS)
def test_sw02_07_07_not_when_another_acts(kind: str) -> None:
    """SW02-07-07: not for another of her dynasty: the sum decides."""
    state = errand(kind, seat("Henry III", courtiers=[WITCH]), "Henry III", 8)
    assert not succeeded(rolled(state, lambda faces: sum(faces) == 7))
    assert succeeded(rolled(state, lambda faces: sum(faces) == 8))


@pytest.mark.rule("SW02-07-07")
def test_sw02_07_07_not_in_an_incitement_nor_in_defence() -> None:
    """SW02-07-07: an incitement has no actor, and a defender does not roll."""
    state = court(seat(WITCH), seat("Elizabeth I", courtiers=["Mary Stuart"]), pack=pack_of("S", 12))
    declare(state, "incite", "person:Mary Stuart")
    assert not succeeded(rolled(state, lambda faces: sum(faces) < 12 <= sum(faces) + max(faces)))
    rival = seat("Elizabeth I", courtiers=[WITCH], territories=["Spain", "Portugal"])
    state = court(seat("Henry IV"), rival, pack=pack_of("S", 12))
    declare(state, "war", "country:Spain", "person:Henry IV", f"person:{WITCH}")
    assert not succeeded(rolled(state, lambda faces: sum(faces) < 12 <= sum(faces) + max(faces)))


@pytest.mark.rule("SW02-07-07")
def test_sw02_07_07_no_die_nothing_to_double() -> None:
    """§08-02-03-01: with no dice the sum is 0: a recruiter made not jealous fails against an ace and succeeds
    against red cards."""
    for pack, success in (("SA H2 H3 H4", False), ("H2 H3 H4 H5", True)):
        own = seat("Henry IV", courtiers=[WITCH])
        state = court(
            own, seat("Elizabeth I"), wanderers=["Duke of Sully"], pack=pack, attached=on("not jealous", WITCH)
        )
        declare(state, "hire", f"person:{WITCH}", "person:Duke of Sully")
        after = chance(quiet(state), "pass", lambda after: True)
        assert (dice_rolled(after), succeeded(after)) == ([], success)


@pytest.mark.rule("SW02-07")
def test_sw02_07_her_death_check_is_what_it_shows() -> None:
    """SW02-07: a die of 2 in her own death check is 2: she lives (life 2)."""
    assert printed(WITCH).life == 2
    after = chance(quiet(hers("war", 2)), "pass", lambda after: check_dice(after) == [2])
    assert where(after, WITCH) == (0, "courtiers")


@pytest.mark.rule("D-R58")
@pytest.mark.parametrize(("need", "success"), [(12, True), (13, False)])
def test_d_r58_a_gale_slash_multiplies_the_dice_as_read(need: int, success: bool) -> None:
    """D-R58: might doubles one factor: 2 and 3 make 2 × 6 = 12, neither 6 nor (4 × 6 =) 24."""
    assert (printed(WITCH).governance, printed(WITCH).colour) == (2, "violet")
    state = court(
        seat("Henry IV", courtiers=[WITCH]), seat("Elizabeth I"), wanderers=["Duke of Sully"],
        pack=pack_of("S", need), attached=on("gale slash", WITCH),
    )  # fmt: skip
    declare(state, "hire", f"person:{WITCH}", "person:Duke of Sully")
    assert succeeded(rolled(state, lambda faces: faces == [2, 3])) is success
    assert succeeded(rolled(state, lambda faces: faces == [3, 2])) is success


@pytest.mark.rule("D-R57")
def test_d_r57_a_three_read_as_six_kills_nobody() -> None:
    """D-R57: only a 6 as rolled kills: a 3 that counts 6 does not."""
    state = errand("war", house_of(WITCH, "war"), WITCH, 2, attached=on("gale slash", WITCH))
    after = chance(
        quiet(state), "pass", lambda after: max(dice_rolled(after), default=6) == 3 and check_dice(after) == [1]
    )
    assert (succeeded(after), where(after, WITCH)) == (True, (0, "courtiers"))
