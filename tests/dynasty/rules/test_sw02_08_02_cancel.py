"""SW02-08-02: cancel."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import hand, names, play, seat, seat_of
from .events import go, laid, on, to

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


# ------------------------------------------------------------------------------------------------------------- the card


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
