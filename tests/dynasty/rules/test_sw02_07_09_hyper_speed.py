"""SW02-07-09: hyper-speed (超加速): two actions in a turn, both with her as actor. D-R30, D-R50."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, failing, hand, holder, names, persons, play, printed, quiet, seat, succeeding, where
from .expansion import court, declare, next_turn, on, onward

WITCH = "the Swift"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK"
HOUSE = seat("Henry IV", courtiers=[WITCH, "Duke of Alba"])


def turn_of(own: dict[str, Any] = HOUSE, *rivals: dict[str, Any], **fields: Any) -> State:
    """Seat 0's turn, at its action: wars and hires succeed with the pack of hearts."""
    laid = {"independent": ["Milan", "Venice"], "wanderers": ["Duke of Sully", "Anne of Cleves"], "pack": HEARTS}
    return court(own, *(rivals or (seat("Elizabeth I", courtiers=["Mary Stuart"]),)), **laid | fields)


def won(state: State, survivor: str = WITCH) -> State:
    """The war succeeds, and its commander comes back."""
    return onward(chance(quiet(state), "pass", lambda after: where(after, survivor) != "removed"))


def hers_again(state: State) -> bool:
    """Whether seat 0 chooses a second action."""
    return (state.phase, state.seat, state.to_dict()["turn_player"]) == ("action", 0, 0)


def hired(**fields: Any) -> State:
    """She has hired Anne of Cleves (ambition 0: no card is needed)."""
    state = turn_of(**fields)
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    return onward(succeeding(state))


# ----------------------------------------------------------------------------------------------------- the first action


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_after_her_war() -> None:
    """SW02-07-09: after a war that she commanded the dynasty acts once more."""
    state = turn_of()
    declare(state, "war", "country:Milan", f"person:{WITCH}")
    after = won(state)
    assert hers_again(after) and holder(after, "Milan") == 0


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_after_her_hire() -> None:
    """SW02-07-09: … after a hire with her as recruiter."""
    after = hired()
    assert hers_again(after) and where(after, "Anne of Cleves") == (0, "courtiers")


@pytest.mark.rule("D-R50")
@pytest.mark.parametrize("kind", ["war", "hire", "marriage"])
def test_d_r50_after_a_failure_too(kind: str) -> None:
    """D-R50: whether the first action succeeded or failed does not matter."""
    own = seat(WITCH) if kind == "marriage" else HOUSE
    state = turn_of(own, pack="SK HK CK DK SQ HQ", wanderers=["Duke of Sully", "Henry III"])
    declare(state, *{
        "war": ("war", "country:Milan", f"person:{WITCH}"),
        "hire": ("hire", f"person:{WITCH}", "person:Duke of Sully"),
        "marriage": ("marriage", "person:Henry III"),
    }[kind])  # fmt: skip
    failed = onward(failing(state) if kind != "war" else fail_and_live(state))
    assert hers_again(failed)


def fail_and_live(state: State) -> State:
    return chance(
        quiet(state), "pass",
        lambda after: holder(after, "Milan") == "independent" and where(after, WITCH) == (0, "courtiers"),
    )  # fmt: skip


@pytest.mark.rule("SW02-07-09")
@pytest.mark.parametrize("kind", ["war", "hire", "marriage", "procreation", "incite", "reaper", "pass"])
def test_sw02_07_09_not_after_what_others_did(kind: str) -> None:
    """SW02-07-09: both actions must be hers: after another's war, hire or marriage, after what has no actor of hers,
    and after a pass, the turn is over."""
    own = seat(
        "Henry IV", courtiers=[WITCH, "Duke of Alba"], spouse="Marie de' Medici" if kind == "procreation" else None
    )
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"])
    state = turn_of(own, rival, scythe=0, pack=SPADES if kind in ("marriage", "procreation") else HEARTS)
    declare(state, *{
        "war": ("war", "country:Milan", "person:Duke of Alba"),
        "hire": ("hire", "person:Henry IV", "person:Duke of Sully"),
        "marriage": ("marriage", "person:Anne of Cleves"),
        "procreation": ("procreation",),
        "incite": ("incite", "person:Mary Stuart"),
        "reaper": ("reaper", "person:Mary Stuart"),
        "pass": ("pass",),
    }[kind])  # fmt: skip
    after = state
    if state.phase == "interrupt":
        after = onward(won(state, "Duke of Alba"))
    elif state.phase == "veto":
        declare(after, "pass")
    if after.phase == "birth_deck":
        declare(after, "deck:blue")
    assert (onward(after).phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_not_as_defender_nor_for_another_dynasty() -> None:
    """SW02-07-09: she gives her own dynasty's turn a second action, and no other's."""
    rival = seat("Elizabeth I", courtiers=[WITCH], territories=["Spain", "Portugal"])
    state = turn_of(seat("Henry IV"), rival)
    declare(state, "war", "country:Spain", "person:Henry IV", f"person:{WITCH}")
    after = won(state, "Henry IV")
    assert (after.phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("D-R30")
def test_d_r30_not_when_she_has_died() -> None:
    """D-R30: none when she has died in her war, and one when she has come back."""
    state = turn_of()
    declare(state, "war", "country:Milan", f"person:{WITCH}")
    dead = onward(chance(quiet(state), "pass", lambda after: where(after, WITCH) == "removed"))
    assert (dead.phase, dead.seat) == ("recruit", 1)
    assert hers_again(won(state))


@pytest.mark.rule("D-R30")
def test_d_r30_not_when_she_has_married() -> None:
    """D-R30: none when she, the king, has married: a married witch has no ability."""
    state = turn_of(seat(WITCH), pack=SPADES)
    declare(state, "marriage", "person:Duke of Sully")
    after = onward(succeeding(state))
    assert where(after, "Duke of Sully") == (0, "spouses")
    assert (after.phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("SW02-02")
def test_sw02_07_09_not_when_she_was_married_before() -> None:
    """SW02-02: nor for a dynasty whose spouse she is."""
    state = turn_of(seat("Henry IV", spouse=WITCH))
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    after = onward(succeeding(state))
    assert (after.phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("D-R50")
def test_d_r50_the_actor_is_who_acted() -> None:
    """D-R50: her father, who was the actor, dies of his gale slash as he proposes; as his heir she has not acted."""
    own = seat("Henry IV", children=[WITCH])
    state = turn_of(own, attached=on("gale slash", "Henry IV"), pack="HK S2 S3 S4 S5")
    declare(state, "marriage", "person:Anne of Cleves")
    after = onward(chance(quiet(state), "pass", lambda after: where(after, "Henry IV") == "removed"))
    assert where(after, WITCH) == (0, "king")
    assert (after.phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("D-R50")
def test_d_r50_the_end_is_judged_after_each_action() -> None:
    """D-R50, §07-01 b: a rival's last territory taken in the first action ends the game; no second one."""
    state = turn_of(HOUSE, seat("Elizabeth I", territories=["Scotland"]))
    declare(state, "war", "country:Scotland", f"person:{WITCH}", "pass")
    after = chance(quiet(state), "pass", lambda after: holder(after, "Scotland") == 0)
    assert onward(after).done and where(after, WITCH) in ((0, "courtiers"), "removed")
    lucky = chance(quiet(state), "pass", lambda after: where(after, WITCH) == (0, "courtiers"))
    assert onward(lucky).done


@pytest.mark.rule("D-R30")
@pytest.mark.parametrize("kind", ["war", "hire"])
def test_d_r30_none_after_a_cancelled_first_action(kind: str) -> None:
    """D-R30, D-R61: a cancelled action is as if passed: there is no second one."""
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"], hand="H5")
    state = turn_of(HOUSE, rival, attached=on("cancel", "Mary Stuart"), pack="H2 H3 H4 H6 H7 H8")
    declare(state, kind, *(["country:Milan"] if kind == "war" else []))
    assert (state.phase, state.seat) == ("cancel", 1)
    cancelled = state.clone()
    declare(cancelled, "card:H5")
    assert (cancelled.phase, cancelled.seat, cancelled.to_dict()["discards"]) == ("recruit", 1, ["H5"])
    declare(state, "pass", f"person:{WITCH}", *(["person:Anne of Cleves"] if kind == "hire" else []))
    assert hers_again(won(state))


# ---------------------------------------------------------------------------------------------------- the second action


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_only_what_she_can_do_as_actor() -> None:
    """SW02-07-09: the second action is a war or a hire of hers, or a marriage if she is king; nothing else."""
    own = seat("Henry IV", courtiers=[WITCH, "the Thunderer", "the Seeker"], hand="HA")
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"])
    state = turn_of(own, rival, scythe=0, pack="H2 H3 H4 H6 H7 H8")
    everything = {"pass", "marriage", "war", "hire", "incite", "reaper", "lightning", "search"}
    assert names(state) == everything
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    after = onward(succeeding(state))
    assert (hers_again(after), names(after)) == (True, {"pass", "war", "hire"})


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_a_king_may_marry_too() -> None:
    """SW02-07-09: … as an unmarried king she may marry."""
    state = turn_of(seat(WITCH, courtiers=["Duke of Alba"]), wanderers=["Duke of Sully", "Anne of Cleves"])
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    after = onward(succeeding(state))
    assert (hers_again(after), names(after)) == (True, {"pass", "marriage", "war", "hire"})


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_what_has_no_object_is_not_offered() -> None:
    """SW02-07-09: … as far as the table allows: no hire without a wanderer, no war without a country."""
    state = turn_of(wanderers=["Anne of Cleves"])
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    assert names(onward(succeeding(state))) == {"pass", "war"}


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_she_commands_the_second_war() -> None:
    """SW02-07-09: in the second action she must be used: nobody else may command."""
    state = hired()
    declare(state, "war", "country:Milan")
    assert (state.phase, persons(state)) in (("war_commander", {WITCH}), ("interrupt", set()))
    if state.phase == "war_commander":
        play(state, f"person:{WITCH}")
    assert onward(state).to_dict()["declared"]["actor"] == WITCH


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_she_recruits_in_the_second_hire() -> None:
    """SW02-07-09: … nor recruit."""
    state = hired()
    declare(state, "hire")
    if state.phase == "hire_recruiter":
        assert persons(state) == {WITCH}
        play(state, f"person:{WITCH}")
    if state.phase == "hire_candidate":
        assert persons(state) == {"Duke of Sully"}
        play(state, "person:Duke of Sully")
    assert (state.phase, state.to_dict()["declared"]["actor"]) == ("interrupt", WITCH)


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_in_the_first_action_anybody_may_be_used() -> None:
    """SW02-07-09: in the first one everybody may be named, as ever."""
    state = turn_of()
    declare(state, "war", "country:Milan")
    assert persons(state) == {"Henry IV", WITCH, "Duke of Alba"}


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_the_same_action_twice() -> None:
    """SW02-07-09: the same action may be chosen twice: two countries in a turn."""
    state = turn_of()
    declare(state, "war", "country:Milan", f"person:{WITCH}")
    state = won(state)
    declare(state, "war", "country:Venice", f"person:{WITCH}")
    after = won(state)
    assert (holder(after, "Milan"), holder(after, "Venice")) == (0, 0)


@pytest.mark.rule("SW02-07-09")
@pytest.mark.parametrize("second", ["war", "hire"])
def test_sw02_07_09_there_is_no_third(second: str) -> None:
    """SW02-07-09: two actions in a turn, not three."""
    state = hired()
    declare(state, second, *(["country:Milan"] if second == "war" else []), f"person:{WITCH}")
    if second == "hire":
        declare(state, "person:Duke of Sully")
    after = won(state)
    assert (after.phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("D-R50")
def test_d_r50_the_second_may_be_passed() -> None:
    """D-R50: a pass instead of the second action ends the turn."""
    state = hired()
    declare(state, "pass")
    assert (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_two_actions_every_turn() -> None:
    """SW02-07-09: in the next turn there are two again, the first of them free."""
    state = hired()
    declare(state, "pass")
    next_turn(state)
    declare(state, "deck:green")
    assert hers_again(state)
    declare(state, "hire", "person:Duke of Alba")
    assert state.phase == "hire_candidate"


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_actions_alone_are_two() -> None:
    """SW02-07-09, §08-02: one card is drawn and one person recruited in the turn, before the first action alone."""
    state = hired(phase="action")
    drawn, decks = hand(state, 0), state.to_dict()["person_decks"]
    assert (drawn, state.phase) == ([], "action")
    declare(state, "war", "country:Milan", f"person:{WITCH}")
    after = won(state)
    assert (hand(after, 0), after.to_dict()["person_decks"]) == ([], decks)


@pytest.mark.rule("D-R50")
def test_d_r50_the_end_is_judged_after_the_second_too() -> None:
    """D-R50: the second action may end the game."""
    state = turn_of(HOUSE, seat("Elizabeth I", territories=["Scotland"]))
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    state = onward(succeeding(state))
    assert hers_again(state)
    declare(state, "war", "country:Scotland", f"person:{WITCH}", "pass")
    assert onward(chance(quiet(state), "pass", lambda after: holder(after, "Scotland") == 0)).done


@pytest.mark.rule("SW02-04")
def test_sw02_07_09_an_event_may_be_played_between() -> None:
    """D-R45, D-R50: events may be played before each choice of an action, before the second too."""
    own = seat("Henry IV", courtiers=[WITCH], events=[{"event": "splendid", "deck": "red"}])
    state = turn_of(own)
    assert (state.phase, names(state)) == ("event", {"pass", "event:splendid"})
    play(state, "pass")
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    after = succeeding(state)
    assert (after.phase, after.seat, names(after)) == ("event", 0, {"pass", "event:splendid"})
    declare(after, "pass")
    assert hers_again(after)


# -------------------------------------------------------------------------------------------- with events on commanders


@pytest.mark.rule("D-R50")
def test_d_r50_where_so_what_makes_another_command() -> None:
    """D-R50: where so what makes another person command, the second action is a war with her as his friend."""
    for bearer in ("Duke of Alba", WITCH):
        state = hired(attached=on("so what", bearer))
        assert names(state) == {"pass", "war", "hire"}
    state = hired(attached=on("so what", "Duke of Alba"))
    declare(state, "war", "country:Milan", "person:Duke of Alba")
    assert names(state) == {f"person:{WITCH}"}
    declare(state, f"person:{WITCH}")
    after = won(state)
    assert holder(after, "Milan") == 0 and not hers_again(after)


@pytest.mark.rule("D-R50")
def test_d_r50_grounded_she_cannot_command() -> None:
    """D-R50, SW02-08-04: grounded she does not command, but against the Neuroi."""
    assert names(hired(attached=on("grounded", WITCH))) == {"pass", "hire"}
    state = hired(attached=on("grounded", WITCH), occupied=["Spain"], events_on_table=["neuroi"])
    assert names(state) == {"pass", "hire", "war"}
    declare(state, "war")
    assert names(state) == {"event:neuroi"} or state.phase != "war_target"


@pytest.mark.rule("D-R52")
@pytest.mark.parametrize("commander", ["back", "dead"])
def test_d_r52_as_a_friend_she_acts(commander: str) -> None:
    """D-R52: as the attacker's friend she acts: there is a second action after that war, also when its commander has
    fallen in it."""
    state = turn_of(attached=on("so what", "Duke of Alba"))
    declare(state, "war", "country:Milan", "person:Duke of Alba")
    assert state.phase == "friend"
    declare(state, f"person:{WITCH}")
    fell = commander == "dead"
    after = chance(
        quiet(state), "pass",
        lambda after: (where(after, "Duke of Alba") == "removed") == fell and where(after, WITCH) != "removed",
    )  # fmt: skip
    assert hers_again(onward(after))


@pytest.mark.rule("D-R52")
@pytest.mark.parametrize("commander", ["back", "dead"])
def test_d_r52_as_the_enemys_friend_she_does_not(commander: str) -> None:
    """D-R52: called by the defender she does not act for her own dynasty: no second action follows."""
    rival = seat("Elizabeth I", courtiers=["Mary Stuart", "Charles I"], territories=["Scotland", "Ireland"])
    state = turn_of(HOUSE, rival, attached=on("so what", "Charles I"))
    declare(state, "war", "country:Scotland", "person:Duke of Alba", "person:Charles I")
    assert (state.phase, state.seat) == ("friend", 1)
    declare(state, f"person:{WITCH}")
    fell = commander == "dead"
    after = chance(
        quiet(state), "pass",
        lambda after: (where(after, "Charles I") == "removed") == fell and where(after, WITCH) != "removed",
    )  # fmt: skip
    assert (after.phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_it_stands_in_the_save() -> None:
    """SW02-07-09: the table knows that the second action is under way, and with whom."""
    assert (turn_of().to_dict()["second"], hired().to_dict()["second"]) == (None, WITCH)
    assert printed(WITCH).ability == "hyper_speed"


@pytest.mark.rule("D-R50")
def test_d_r50_it_is_over_before_the_aftermath() -> None:
    """D-R50, §08-02-04: in the aftermath no second action is under way any more."""
    own = seat("Henry IV", courtiers=[WITCH], hand="CA C2 C3 C4 C5 C6")
    state = turn_of(own)
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    state = onward(succeeding(state))
    assert state.to_dict()["second"] == WITCH
    declare(state, "pass")
    assert (state.phase, state.seat, state.to_dict()["second"]) == ("discard_card", 0, None)
