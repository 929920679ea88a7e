"""SW02-08-02: cancel."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import checking, hand, holder, names, play, quiet, seat, seat_of, succeeding, where
from .events import HEARTS, bearer, go, is_discarded, laid, on, to, under_the_neuroi

TYPES = (
    "procreation", "hire", "incite", "assassination", "suppression", "matchmaking", "execution", "lightning", "search",
)  # fmt: skip
"""Actions that the dynasty of `ready` can take; marriage, war and the reaper have tests of their own."""


def ready(hand: str = "H5 DK S4", king: str = "Christian II", **fields: Any) -> State:
    """Seat 0 can take nearly any action; Philip II of seat 1, who has cancel, has red cards."""
    own = seat(
        king, spouse=fields.pop("spouse", "Anne Boleyn"), children=["Philip III"], territories=["Denmark"], hand="SA",
        courtiers=["Mary Stuart", "Duke of Alba", "the Thunderer", "the Seeker"],
    )  # fmt: skip
    return laid(
        own, seat("Philip II", courtiers=["Count of Egmont"], hand=hand, territories=["Spain", "Naples"]),
        seat("Elizabeth I", hand="H2 D2", territories=["England"]), wanderers=["Mary of Hungary"], abilities=True,
        **{"attached": on(cancel="Philip II"), "independent": ["Milan"]} | fields,
    )  # fmt: skip


def nothing_happened(state: State, before: dict[str, Any]) -> None:
    """The turn is over, and but for the cards of seat 1 nothing has changed."""
    after = state.to_dict()
    after["seats"][0].pop("ace_from", None)  # D-R69: what all know of a hand
    assert (state.phase, state.seat) == ("recruit", 1)
    assert after["seats"][0] == before["seats"][0] and after["seats"][2] == before["seats"][2]
    for key in ("scythe", "pope", "wanderers", "independent", "removed", "attached", "person_decks", "on_table"):
        assert after[key] == before[key], key
    for key in ("king", "courtiers", "territories"):
        assert after["seats"][1][key] == before["seats"][1][key]


# ------------------------------------------------------------------------------------------------------------ who, when


@pytest.mark.rule("SW02-08-02")
@pytest.mark.parametrize("action", TYPES)
def test_sw02_08_02_right_after_the_choice_of_an_action(action: str) -> None:
    """SW02-08-02: right after another dynasty has chosen its action the bearer's player may discard a red card; D-R31:
    after the type alone, before anybody is named."""
    state = ready()
    go(state, action)
    assert (state.phase, state.seat, names(state)) == ("cancel", 1, {"pass", "card:H5", "card:DK"})


@pytest.mark.rule("SW02-08-02")
@pytest.mark.parametrize("action", TYPES)
def test_sw02_08_02_the_action_is_void(action: str) -> None:
    """SW02-08-02: … then the action is void: the turn counts as passed; D-R61: an ace for a wide search is still in
    hand."""
    state = ready()
    before = state.to_dict()
    go(state, action, "card:H5")
    nothing_happened(state, before)
    assert "H5" not in hand(state, 1) and "DK" in hand(state, 1)
    assert state.to_dict()["discards"] == ["H5"]


@pytest.mark.rule("SW02-08-02")
@pytest.mark.parametrize("action", TYPES)
def test_sw02_08_02_or_not(action: str) -> None:
    """SW02-08-02: it is a right, no duty: after a pass the action goes on, and all cards are still in hand."""
    state = ready()
    go(state, action, "cancel=pass")
    assert state.phase not in ("cancel", "recruit") and state.to_dict()["turn_player"] == 0
    assert hand(state, 1) == ["DK", "H5", "S4"]


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_marriage() -> None:
    """SW02-08-02: a marriage is cancelled before anybody is courted."""
    state = ready(spouse=None)
    before = state.to_dict()
    go(state, "marriage")
    assert (state.phase, state.seat) == ("cancel", 1)
    play(state, "card:DK")
    nothing_happened(state, before)


@pytest.mark.rule("D-R61")
def test_d_r61_the_scythe_stays() -> None:
    """SW02-08-02, D-R61: the scythe does not move, for nothing of the action has happened."""
    state = ready(scythe=0)
    before = state.to_dict()
    go(state, "reaper", "card:DK")
    nothing_happened(state, before)
    assert state.to_dict()["scythe"] == 0


@pytest.mark.rule("D-R31")
def test_d_r31_in_war_after_its_target() -> None:
    """D-R31: in war after its target, before anybody commands."""
    state = ready()
    before = state.to_dict()
    go(state, "war")
    assert state.phase == "war_target"
    play(state, "country:Milan")
    assert (state.phase, state.seat, names(state)) == ("cancel", 1, {"pass", "card:H5", "card:DK"})
    passed = state.clone()
    play(passed, "pass")
    to(passed, "war_commander")
    play(state, "card:H5")
    nothing_happened(state, before)


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_not_a_war_on_the_neuroi() -> None:
    """SW02-08-02: a war on the Neuroi cannot be cancelled; any other war can, while they are there too."""
    state = ready(**under_the_neuroi("France", "Saxony"))
    neuroi = state.clone()
    go(neuroi, "war", "event:neuroi")
    to(neuroi, "war_commander")
    assert neuroi.seat == 0
    go(state, "war", "country:Milan")
    assert state.phase == "cancel"


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_not_a_pass() -> None:
    """SW02-08-02: only an action is cancelled; who passes has chosen none."""
    state = ready()
    go(state, "action=pass")
    assert (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_not_in_his_own_turn() -> None:
    """SW02-08-02: another dynasty's action, not one's own."""
    state = ready(turn_player=1)
    go(state, "incite")
    to(state, "incite_target")
    assert state.seat == 1


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_the_player_of_the_bearers_dynasty() -> None:
    """SW02-08-02: the player whose dynasty the bearer is in, whoever attached it: anybody's courtier may carry it."""
    state = ready(attached=on(cancel="Elizabeth I"))
    go(state, "hire")
    assert (state.phase, state.seat, names(state)) == ("cancel", 2, {"pass", "card:H2", "card:D2"})
    state = ready(attached=on(cancel="Duke of Alba"))
    go(state, "hire")
    to(state, "hire_recruiter")


@pytest.mark.rule("SW02-08")
def test_sw02_08_02_the_right_moves_with_its_bearer() -> None:
    """SW02-08, SW02-08-02: incited away the bearer takes it along: his new player may cancel from then on."""
    state = laid(
        seat("Henry IV", hand="HA"), seat("Philip II", courtiers=["Duke of Alba"], hand="DA"),
        seat("Elizabeth I", courtiers=["Francis Drake"]), pack=HEARTS, attached=on(cancel="Duke of Alba"),
    )  # fmt: skip
    go(state, "incite", "cancel=pass", "person:Duke of Alba")
    state = succeeding(to(state, "interrupt"))
    go(state, "deck:red", "incite")
    assert (state.phase, state.seat) == ("cancel", 0)


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_it_stays_for_the_next_time() -> None:
    """SW02-08-02: each time costs a red card; the event stays where it is and may be used in every turn."""
    state = ready()
    go(state, "hire", "card:H5")
    assert bearer(state, "cancel") == "Philip II" and not is_discarded(state, "cancel")
    go(state, "deck:red", "action=pass", "deck:red", "war", "country:Milan")
    assert (state.phase, state.seat) == ("cancel", 1) and "card:DK" in names(state)


@pytest.mark.rule("SW02-08")
def test_sw02_08_02_without_it_nobody_cancels() -> None:
    """SW02-08-02: without the event on somebody nobody is asked."""
    state = ready(attached=[])
    go(state, "hire")
    assert (to(state, "hire_recruiter").seat, hand(state, 1)) == (0, ["DK", "H5", "S4"])


# ------------------------------------------------------------------------------------------------------------- the card


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_not_without_a_red_card() -> None:
    """SW02-08-02: a red card from the hand: without one it is not possible."""
    state = ready(hand="S4 C5 SK")
    go(state, "hire")
    to(state, "hire_recruiter")
    assert state.seat == 0


@pytest.mark.rule("D-R61")
def test_d_r61_a_joker_will_do() -> None:
    """D-R2, D-R61: a joker matches every suit, red for cancel too."""
    state = ready(hand="JOKER S4")
    before = state.to_dict()
    go(state, "hire")
    assert (state.phase, names(state)) == ("cancel", {"pass", "card:JOKER"})
    play(state, "card:JOKER")
    nothing_happened(state, before)
    assert state.to_dict()["discards"] == ["JOKER"]


# ------------------------------------------------------------------------------------------------- other events, others


@pytest.mark.rule("D-R30")
def test_d_r30_no_second_action_after_a_cancelled_one() -> None:
    """D-R30, SW02-07-09: a cancelled first action is a pass: hyper-speed gives no second one."""
    state = laid(
        seat("Henry IV", courtiers=["the Swift"]), seat("Philip II", hand="H5"), independent=["Milan", "Venice"],
        attached=on(cancel="Philip II"),
    )  # fmt: skip
    go(state, "war", "country:Milan", "card:H5")
    assert (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_the_second_action_of_hyper_speed() -> None:
    """SW02-08-02, SW02-07-09: the second action may be cancelled like the first; what the first brought remains."""
    state = laid(
        seat("Henry IV", courtiers=["the Swift"], territories=["France"]), seat("Philip II", hand="H5"),
        independent=["Milan", "Venice"], attached=on(cancel="Philip II"), pack=HEARTS.removeprefix("H2 H3 H4 H5 "),
    )  # fmt: skip
    go(state, "war", "country:Milan", "cancel=pass", "person:the Swift")
    state = checking(quiet(to(state, "interrupt")), 1)
    go(state, "war", "country:Venice")
    assert (state.phase, state.seat, names(state)) == ("cancel", 1, {"pass", "card:H5"})
    play(state, "card:H5")
    assert (state.phase, state.seat) == ("recruit", 1)
    assert (holder(state, "Milan"), holder(state, "Venice")) == (0, "independent")
    assert where(state, "the Swift") == (0, "courtiers")


@pytest.mark.rule("SW02-08-02")
def test_sw02_08_02_whether_he_was_asked_the_others_do_not_see() -> None:
    """Ch. 7: whether he had a red card and passed, or had none, looks the same to the others."""
    asked, skipped = ready(hand="H5 S4", ask_forced=False), ready(hand="C5 S4", ask_forced=False)
    play(asked, "hire")
    play(skipped, "hire")
    assert (asked.phase, skipped.phase) == ("cancel", "hire_recruiter")
    for other in (0, 2):
        assert asked.view(other)["deciding"] is None and asked.view(other)["legal"] == []
        assert int(LAYOUT["deciding"].of(asked.observe(other))[0]) == 6
    assert asked.view(1)["deciding"] == 1
    play(asked, "pass")
    assert seat_of(asked, 1)["hand"] != seat_of(skipped, 1)["hand"]
    for other in (0, 2):
        assert bytes(asked.observe(other)) == bytes(skipped.observe(other))
        assert asked.view(other) == skipped.view(other)
