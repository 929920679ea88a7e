"""SW02-07-06: gale (疾風): all dice count as the highest. D-R58."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import chance, check_dice, dice_rolled, printed, quiet, seat, succeeded, told, where
from .expansion import ERRANDS, court, declare, errand, house_of, on, pack_of, rolled

WITCH = "the Gale"


def hers(kind: str, need: int) -> State:
    return errand(kind, house_of(WITCH, kind), WITCH, need)


def number_of_dice(kind: str) -> int:
    """§09-01-03, §09-03-03, §09-04-03: how many dice she has for it (the groom is a Protestant, she is not)."""
    return {"marriage": printed(WITCH).prestige, "war": printed(WITCH).war + 1, "hire": printed(WITCH).governance}[kind]


@pytest.mark.rule("SW02-07-06")
def test_sw02_07_06_the_example_of_the_book() -> None:
    """SW02-07-06: four dice of 1, 3, 3, 5 are read as 5, 5, 5, 5: 20."""
    assert number_of_dice("war") == 4
    assert succeeded(rolled(hers("war", 13), lambda faces: sorted(faces) == [1, 3, 3, 5]))  # 12 as rolled


@pytest.mark.rule("SW02-07-06")
@pytest.mark.parametrize("highest", [2, 3])
def test_sw02_07_06_all_dice_count_as_the_highest(highest: int) -> None:
    """SW02-07-06: as attacking commander: exactly number × highest is reached, one more is not."""
    dice = number_of_dice("war")
    for need, success in ((dice * highest, True), (dice * highest + 1, False)):
        state = hers("war", need)
        after = rolled(state, lambda faces: max(faces) == highest and sum(faces) < dice * highest)
        assert (len(dice_rolled(after)), succeeded(after)) == (dice, success)


@pytest.mark.rule("SW02-07-06")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_sw02_07_06_wherever_the_highest_is(place: int) -> None:
    """SW02-07-06: the highest is the first die, one in the middle or the last."""

    def wanted(faces: list[int]) -> bool:
        return faces[place] == 3 and sorted(faces)[2] < 3

    assert succeeded(rolled(hers("war", 12), wanted))
    assert not succeeded(rolled(hers("war", 13), wanted))


@pytest.mark.rule("SW02-07-06")
def test_sw02_07_06_as_recruiter() -> None:
    """SW02-07-06: as recruiter: of two dice (a wanderer of her bloodline) 1 and 4 count 8."""
    assert printed(WITCH).colour == printed("the Courier").colour
    for need, success in ((8, True), (9, False)):
        own = seat("Henry IV", courtiers=[WITCH])
        state = court(own, seat("Elizabeth I"), wanderers=["the Courier"], pack=pack_of("S", need))
        declare(state, "hire", f"person:{WITCH}", "person:the Courier")
        assert succeeded(rolled(state, lambda faces: faces == [1, 4])) is success


@pytest.mark.rule("SW02-07-06")
def test_sw02_07_06_as_a_king_who_marries() -> None:
    """SW02-07-06: as a king who marries: of two dice (a groom of her religion) 4 and 1 count 8."""
    groom = "Duke of Alba"
    assert (printed(groom).religion, printed(WITCH).religion) == ("CC", "CCW")
    for need, success in ((8, True), (9, False)):
        state = court(seat(WITCH), seat("Elizabeth I"), wanderers=[groom], pack=pack_of("H", need))
        declare(state, "marriage", f"person:{groom}")
        assert succeeded(rolled(state, lambda faces: faces == [4, 1])) is success


@pytest.mark.rule("SW02-07-06")
@pytest.mark.parametrize("kind", ERRANDS)
def test_sw02_07_06_not_when_another_acts(kind: str) -> None:
    """SW02-07-06: not for another of her dynasty: the sum decides."""
    state = errand(kind, seat("Henry III", courtiers=[WITCH]), "Henry III", 8)
    assert not succeeded(rolled(state, lambda faces: sum(faces) == 7 and len(faces) * max(faces) >= 8))
    assert succeeded(rolled(state, lambda faces: sum(faces) == 8))


@pytest.mark.rule("SW02-07-06")
def test_sw02_07_06_not_in_an_incitement_nor_in_defence() -> None:
    """SW02-07-06: an incitement has no actor, and a defender does not roll."""
    state = court(seat(WITCH), seat("Elizabeth I", courtiers=["Mary Stuart"]), pack=pack_of("S", 12))
    declare(state, "incite", "person:Mary Stuart")
    assert not succeeded(rolled(state, lambda faces: sum(faces) < 12 <= len(faces) * max(faces)))
    rival = seat("Elizabeth I", courtiers=[WITCH], territories=["Spain", "Portugal"])
    state = court(seat("Henry IV"), rival, pack=pack_of("S", 12))
    declare(state, "war", "country:Spain", "person:Henry IV", f"person:{WITCH}")
    assert not succeeded(rolled(state, lambda faces: sum(faces) < 12 <= len(faces) * max(faces)))


@pytest.mark.rule("SW02-07")
def test_sw02_07_read_dice_count_against_the_success_value_alone() -> None:
    """SW02-07: re-read dice count only against the success value; her death check after the war is what it shows."""
    assert printed(WITCH).life == 1
    state = hers("war", 2)
    after = chance(quiet(state), "pass", lambda after: 6 in dice_rolled(after) and check_dice(after) == [1])
    assert (succeeded(after), where(after, WITCH)) == (True, (0, "courtiers"))


@pytest.mark.rule("D-R58")
@pytest.mark.parametrize(("need", "success"), [(9, True), (10, False)])
def test_d_r58_a_gale_slash_multiplies_the_dice_as_read(need: int, success: bool) -> None:
    """D-R58: gale first: 1 and 3 are read as 3 and 3 and make 9, where the dice as rolled would make 3."""
    own = seat("Henry IV", courtiers=[WITCH])
    state = court(
        own, seat("Elizabeth I"), wanderers=["the Courier"], pack=pack_of("S", need), attached=on("gale slash", WITCH)
    )
    declare(state, "hire", f"person:{WITCH}", "person:the Courier")
    assert succeeded(rolled(state, lambda faces: faces == [1, 3])) is success


@pytest.mark.rule("D-R58")
@pytest.mark.parametrize(("pack", "success"), [("SA H2 H3", False), ("H2 H3 H4", True)])
def test_d_r58_a_gale_slash_without_dice_is_zero(pack: str, success: bool) -> None:
    """D-R58, SW02-08-06: with no dice nothing is read and nothing multiplied: 0."""
    state = court(
        seat("Henry IV", courtiers=[WITCH]), seat("Elizabeth I"), wanderers=["Duke of Sully"], pack=pack,
        attached=on("gale slash", WITCH) + on("not jealous", WITCH),
    )  # fmt: skip
    declare(state, "hire", f"person:{WITCH}", "person:Duke of Sully")
    after = rolled(state, lambda faces: faces == [])
    assert succeeded(after) is success


@pytest.mark.rule("D-R57")
def test_d_r57_a_six_as_rolled_kills_her() -> None:
    """D-R57: one 6 as rolled kills, and the action fails, whatever it would be read as; SW02-07-06."""
    state = errand("war", house_of(WITCH, "war"), WITCH, 2, attached=on("gale slash", WITCH))
    after = rolled(state, lambda faces: faces.count(6) == 1)
    assert (succeeded(after), where(after, WITCH)) == (False, "removed")
    assert not told(after, Trace.CONQUERED)
