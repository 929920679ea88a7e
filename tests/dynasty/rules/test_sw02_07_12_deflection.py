"""SW02-07-12: deflection (偏差射撃): up to two dice are changed freely. D-R57, D-R58."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import (
    chance,
    check_dice,
    dice_rolled,
    holder,
    names,
    persons,
    play,
    printed,
    quiet,
    rolling,
    seat,
    where,
)
from .expansion import ERRANDS, GROOM, court, declare, errand, house_of, on, onward, pack_of, rolled

WITCH = "the Deflector"


@pytest.fixture(scope="module", autouse=True)
def she_has_four_dice_in_war() -> None:
    """The tests below count on it; and on two as recruiter."""
    assert (printed(WITCH).war, printed(WITCH).governance, printed(WITCH).life) == (3, 2, 2)


def dealt(faces: list[int], need: int, kind: str = "war", **fields: object) -> State:
    """Her dice have fallen so, against this success value."""
    state = errand(kind, house_of(WITCH, kind), WITCH, need, **fields)
    return rolled(state, lambda dice: sorted(dice) == sorted(faces))


def told_from_the_turn_on(faces: list[int], need: int) -> State:
    """The same, loaded from a save of the turn's beginning and the moves since, with a generator that comes to this."""
    saved = quiet(errand("war", house_of(WITCH, "war"), WITCH, need)).to_dict()
    for key in range(2000):
        begun = saved["begun"] | {"generator": {"key": [key, 0], "draws": 0}}
        bare = {"game": GAME.name, "begun": begun, "moves": [*saved["moves"], "pass"]}
        state = GAME.from_dict(bare, backend="interpreted")
        if sorted(state.to_dict()["dice"]) == sorted(faces):
            return state
    raise AssertionError(f"the dice never fall as {faces}")


def won(state: State) -> bool:
    """Whether the war for Milan was won."""
    return holder(state, "Milan") == 0


def changes(state: State) -> set[str]:
    return names(state) - {"pass"}


def to_any(*faces: int) -> set[str]:
    """Every change of one die among these faces."""
    return {f"dice:{a}->{b}" for a in faces for b in range(1, 7) if a != b}


@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize("kind", ERRANDS)
def test_sw02_07_12_asked_after_the_roll(kind: str) -> None:
    """SW02-07-12: as a king who marries, attacking commander and recruiter her player is asked after the roll: a die of
    any face that shows to any other, or nothing."""
    state = errand(kind, house_of(WITCH, kind), WITCH, 13)
    after = rolled(state, lambda dice: len(set(dice)) == 2)
    faces = dice_rolled(after)
    assert (after.phase, after.seat) == ("dice", 0)
    assert names(after) == {"pass"} | to_any(*set(faces))


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_the_example_of_the_book() -> None:
    """SW02-07-12: 1, 3, 3, 5: the first two become sixes: 6, 6, 3, 5."""
    state = dealt([1, 3, 3, 5], 13)
    play(state, "dice:1->6")
    assert state.phase == "dice" and changes(state) == to_any(6, 3, 5)
    play(state, "dice:3->6")
    assert state.phase != "dice" and won(state)


@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize(("need", "success"), [(10, True), (11, False)])
def test_sw02_07_12_one_change_and_done(need: int, success: bool) -> None:
    """SW02-07-12: one die changed, then done: 1, 1, 2, 2 become 5, 1, 2, 2."""
    state = dealt([1, 1, 2, 2], need)
    play(state, "dice:1->5")
    assert state.phase == "dice" and not won(state)
    play(state, "pass")
    assert won(state) is success


@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize(("need", "success"), [(12, True), (13, False)])
def test_sw02_07_12_two_changes_at_most(need: int, success: bool) -> None:
    """SW02-07-12: two dice at most: 1, 1, 2, 2 become 4, 4, 2, 2; then the roll counts as it is."""
    state = dealt([1, 1, 2, 2], need)
    play(state, "dice:1->4")
    play(state, "dice:1->4")
    assert state.phase != "dice"
    assert won(state) is success


@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize(("need", "success"), [(6, True), (7, False)])
def test_sw02_07_12_none_changed(need: int, success: bool) -> None:
    """SW02-07-12: nothing changed: the sum as rolled, 1 + 1 + 2 + 2."""
    state = dealt([1, 1, 2, 2], need)
    play(state, "pass")
    assert state.phase != "dice"
    assert won(state) is success


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_freely_means_downwards_too() -> None:
    """SW02-07-12: freely: a war already won may be lost."""
    state = dealt([2, 3, 3, 4], 12)
    play(state, "dice:4->3", "pass")
    assert not won(state)


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_one_die_of_that_face() -> None:
    """SW02-07-12: a change is of one die, not of all that show the face."""
    state = dealt([1, 2, 2, 3], 13)
    play(state, "dice:2->5")
    assert sorted(state.to_dict()["dice"]) == [1, 2, 3, 5]


@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize("kind", ERRANDS)
@pytest.mark.parametrize(("short", "success"), [(0, True), (1, False)])
def test_sw02_07_12_in_each_of_her_actions(kind: str, short: int, success: bool) -> None:
    """SW02-07-12: the changed dice decide in marriage, war and hire: a 1 made a 6 is five more."""
    need = {"war": 13, "marriage": 11, "hire": 10}[kind]
    state = errand(kind, house_of(WITCH, kind), WITCH, need)
    state = rolled(state, lambda dice: 1 in dice and sum(dice) + 5 == need - short)
    play(state, "dice:1->6", "pass")
    done = {
        "war": won(state),
        "marriage": where(state, GROOM) == (0, "spouses"),
        "hire": where(state, GROOM) != "wanderers",
    }
    assert done[kind] is success


@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize("kind", ERRANDS)
def test_sw02_07_12_not_when_another_acts(kind: str) -> None:
    """SW02-07-12: not for another of her dynasty."""
    after = rolled(errand(kind, seat("Henry III", courtiers=[WITCH]), "Henry III", 13), lambda dice: True)
    assert onward(after).phase != "dice"


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_not_in_an_incitement_nor_in_defence() -> None:
    """SW02-07-12: an incitement has no actor, and her defence does not touch the attacker's dice."""
    state = court(seat(WITCH), seat("Elizabeth I", courtiers=["Mary Stuart"]), pack=pack_of("S", 12))
    declare(state, "incite", "person:Mary Stuart")
    assert onward(rolled(state, lambda dice: True)).phase == "recruit"
    rival = seat("Elizabeth I", courtiers=[WITCH], territories=["Spain", "Portugal"])
    state = court(seat("Henry IV"), rival, pack=pack_of("S", 12))
    declare(state, "war", "country:Spain", "person:Henry IV", f"person:{WITCH}")
    after = chance(quiet(state), "pass", lambda after: not after.done)
    assert onward(after).phase == "recruit"


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_no_dice_nothing_to_change() -> None:
    """SW02-07-12: with no dice she is not asked: as recruiter made not jealous she has none."""
    own = seat("Henry IV", courtiers=[WITCH])
    state = court(own, seat("Elizabeth I"), wanderers=[GROOM], attached=on("not jealous", WITCH), pack="H2 H3 H4")
    declare(state, "hire", f"person:{WITCH}", f"person:{GROOM}")
    after = onward(rolling(state))
    assert (after.phase, where(after, GROOM)) == ("recruit", (0, "courtiers"))


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_her_death_check_is_what_it_shows() -> None:
    """SW02-07-12: dice of the success roll alone; the checks after the war are rolled as ever."""
    state = dealt([1, 1, 2, 2], 13)
    after = chance(state, "pass", lambda after: check_dice(after) == [3])
    assert where(after, WITCH) == "removed"


# --------------------------------------------------------------------------------------------------------- on the table


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_the_table_has_the_dice_as_they_count() -> None:
    """SW02-07-12: a save has the dice as they count now; taken up again after one change it allows one more."""
    state = told_from_the_turn_on([1, 3, 3, 5], 13)
    play(state, "dice:5->2")
    assert sorted(state.to_dict()["dice"]) == [1, 2, 3, 3]
    again = GAME.from_dict(state.to_dict(), backend="interpreted")
    assert (again.phase, changes(again)) == ("dice", to_any(1, 2, 3))
    play(again, "dice:1->6")
    assert again.phase != "dice" and won(again)  # 6 + 2 + 3 + 3


@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize("viewer", [0, 1])
def test_sw02_07_12_everybody_sees_the_dice(viewer: int) -> None:
    """SW02-07-12: dice lie open: rolls that differ are observed differently by everybody, and so are changes."""
    one, other = dealt([1, 3, 3, 5], 13), dealt([1, 3, 3, 4], 13)
    assert (one.observe(viewer) != other.observe(viewer)).any()
    changed = one.clone()
    play(changed, "dice:1->2")
    assert (one.observe(viewer) != changed.observe(viewer)).any()
    assert changed.trace(viewer) == changed.trace(None) != []


# ------------------------------------------------------------------------------------------------------ with gale slash


@pytest.mark.rule("D-R57")
def test_d_r57_a_die_changed_to_six_kills_nobody() -> None:
    """D-R57: only a 6 as rolled kills; D-R58: the product is of the dice as changed: 2 × 2 → 6 × 2 = 12."""
    for need, success in ((12, True), (13, False)):
        own = seat("Henry IV", courtiers=[WITCH])
        state = court(
            own, seat("Elizabeth I"), wanderers=[GROOM], pack=pack_of("S", need), attached=on("gale slash", WITCH)
        )
        declare(state, "hire", f"person:{WITCH}", f"person:{GROOM}")
        after = rolled(state, lambda dice: dice == [2, 2])
        play(after, "dice:2->6", "pass")
        assert where(after, WITCH) == (0, "courtiers")
        assert (where(after, GROOM) == (0, "courtiers")) is success


@pytest.mark.rule("D-R57")
def test_d_r57_a_six_as_rolled_cannot_be_changed_away() -> None:
    """D-R57: a 6 as rolled kills at once and the action fails: she is not asked any more."""
    state = errand("war", house_of(WITCH, "war"), WITCH, 2, attached=on("gale slash", WITCH))
    after = rolled(state, lambda dice: 6 in dice)
    assert (onward(after).phase, where(after, WITCH), won(after)) == ("recruit", "removed", False)
    safe = rolled(state, lambda dice: 6 not in dice)
    assert safe.phase == "dice" and persons(safe) == set()


@pytest.mark.rule("D-R57")
def test_d_r57_without_a_gale_slash_a_six_is_a_die_like_any_other() -> None:
    """D-R57: without the event a 6 may be changed as well."""
    state = dealt([6, 1, 1, 2], 10)
    assert changes(state) == to_any(6, 1, 2)
    play(state, "dice:6->1", "pass")
    assert not won(state) and not [e for e in state.trace() if e.kind == Trace.CONQUERED]
