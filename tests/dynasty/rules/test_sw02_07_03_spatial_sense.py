"""SW02-07-03: spatial sense (空間把握): the top of the pack before choosing an action. D-R49."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, names, play, quiet, seat, seat_of
from .expansion import court, declare, next_turn, onward, results, same_for, tops

WITCH = "the Watcher"
LATER = "S2 S3 S4 S5 S6 S7 S8 S9 S10"


def turn_of(own: dict[str, Any], top: str = "HA HK", phase: str = "recruit", **fields: Any) -> State:
    """Seat 0's turn; the pack begins with these cards."""
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"])
    laid = {"pack": f"{top} {LATER}", "independent": ["Milan"], "wanderers": ["Duke of Sully"]}
    return court(own, rival, seat("Mary I"), phase=phase, **laid | fields)


OWN = seat("Henry IV", courtiers=[WITCH])


def choosing(own: dict[str, Any] = OWN, **fields: Any) -> State:
    """Seat 0 has recruited and chooses its action."""
    state = turn_of(own, **fields)
    declare(state, "deck:red")
    assert (state.phase, state.seat) == ("action", 0)
    return state


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_her_player_sees_the_top_card() -> None:
    """SW02-07-03: before the choice of an action her player may look at the pack's top card: two tables that differ in
    it alone look different to him."""
    assert not same_for(0, choosing(), choosing(top="HK HA"))


@pytest.mark.rule("SW02-07-03")
@pytest.mark.parametrize("viewer", [1, 2])
def test_sw02_07_03_the_others_do_not(viewer: int) -> None:
    """SW02-07-03: … the other dynasties are not shown it."""
    assert same_for(viewer, choosing(), choosing(top="HK HA"))


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_observed_and_told() -> None:
    """SW02-07-03: he sees it in the observation, reads it in his view, and is told."""
    one, other = turn_of(OWN), turn_of(OWN, top="HK HA")
    play(one, "deck:red")
    play(other, "deck:red")
    assert (one.observe(0) != other.observe(0)).any()
    assert one.view(0) != other.view(0)
    assert one.trace(0) != other.trace(0)
    assert one.trace(1) == other.trace(1) == one.trace(2) != []


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_the_top_card_and_no_other() -> None:
    """SW02-07-03: one card: what lies below it he does not see."""
    one, other = turn_of(OWN, top="HA HK HQ"), turn_of(OWN, top="HA HQ HK")
    play(one, "deck:red")
    play(other, "deck:red")
    assert one.trace(0) == other.trace(0) != []
    assert (one.observe(0) == other.observe(0)).all() and one.view(0) == other.view(0)


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_not_before_the_recruit() -> None:
    """SW02-07-03, §08-02: before the action, so not yet when a person is recruited."""
    one, other = turn_of(OWN), turn_of(OWN, top="HK HA")
    assert one.phase == "recruit"
    assert same_for(0, one, other)
    assert len(tops(one, 0, "pack")) > 10


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_a_turn_that_begins_with_the_action_has_it_too() -> None:
    """SW02-07-03: with every person deck empty there is no recruiting; a save that begins at the action is like it."""
    assert not same_for(0, turn_of(OWN, phase="action"), turn_of(OWN, top="HK HA", phase="action"))


@pytest.mark.rule("SW02-07-03")
@pytest.mark.parametrize("whose", ["rival's", "nobody's", "out"])
def test_sw02_07_03_only_her_own_player(whose: str) -> None:
    """SW02-07-03: without her in the dynasty he sees nothing; nor does her player in another's turn."""

    def laid(top: str) -> State:
        rival = seat("Elizabeth I", courtiers=[WITCH] if whose == "rival's" else [])
        crowd = [WITCH, "Duke of Sully"] if whose == "nobody's" else ["Duke of Sully"]
        state = court(seat("Henry IV"), rival, phase="recruit", pack=f"{top} {LATER}", wanderers=crowd)
        declare(state, "deck:red")
        return state

    for viewer in (0, 1):
        assert same_for(viewer, laid("HA HK"), laid("HK HA"))
        assert len(tops(laid("HA HK"), viewer, "pack")) > 10


# ------------------------------------------------------------------------------------------------- how long it is known


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_he_knows_it_whatever_else_is_hidden() -> None:
    """SW02-07-03: with all else redrawn the top stays for him; to the others it is any card."""
    state = choosing()
    assert tops(state, 0, "pack") == {"HA"}
    assert len(tops(state, 1, "pack")) > 10 and len(tops(state, 2, "pack")) > 10


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_he_knows_it_through_the_window() -> None:
    """SW02-07-03: … while the action is declared and cards are played to it."""
    state = choosing()
    declare(state, "war", "country:Milan", "person:Henry IV")
    assert state.phase == "interrupt"
    assert tops(state, 0, "pack") == {"HA"}
    play(state, "pass")
    assert (state.seat, tops(state, 0, "pack")) == (1, {"HA"})


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_what_has_been_turned_up_is_forgotten() -> None:
    """SW02-07-03: once it has been supplied to the action, the card below it is not known."""
    state = choosing()
    declare(state, "war", "country:Milan", "person:Henry IV")
    after = onward(chance(quiet(state), "pass", lambda after: not after.done))
    assert "HA" not in after.to_dict()["pack"]
    assert len(tops(after, 0, "pack")) > 10
    assert not seat_of(after, 0)["knows_top"]


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_what_the_next_player_has_drawn_is_not_on_top() -> None:
    """SW02-07-03: the next player draws it; of the new top her player knows nothing."""
    state = choosing()
    assert seat_of(state, 0)["knows_top"] and not seat_of(state, 1)["knows_top"]
    next_turn(state)
    assert (state.seat, seat_of(state, 1)["hand"]) == (1, ["HA"])
    assert not seat_of(state, 0)["knows_top"]
    assert len(tops(state, 0, "pack")) > 10


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_turn_after_turn() -> None:
    """SW02-07-03: in her player's next turn the top is seen anew."""
    state = choosing()
    for _ in range(3):
        next_turn(state)
    declare(state, "deck:green")
    assert (state.phase, state.seat) == ("action", 0)
    assert tops(state, 0, "pack") == {state.to_dict()["pack"][0]}


# ----------------------------------------------------------------------------------------------------- with hyper-speed


@pytest.mark.rule("SW02-07-03")
def test_sw02_07_03_before_the_second_action_too() -> None:
    """SW02-07-03, SW02-07-09: before the choice of the second action the top is seen anew."""
    own = seat("Henry IV", courtiers=[WITCH, "the Swift"])
    state = choosing(own)
    declare(state, "hire", "person:the Swift", "person:Duke of Sully")
    after = onward(next(results(state, tries=1)))
    assert (after.phase, after.seat, "pass" in names(after)) == ("action", 0, True)
    assert "HA" not in after.to_dict()["pack"]
    assert tops(after, 0, "pack") == {after.to_dict()["pack"][0]}
    assert len(tops(after, 1, "pack")) > 10
