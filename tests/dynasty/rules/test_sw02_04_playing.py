"""SW02-04, D-R25, D-R45, D-R46: when events are played, by whom, and on whom."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State
from tests.picking import somewhere

from .conftest import (
    checking,
    dice_rolled,
    holder,
    names,
    persons,
    play,
    printed,
    quiet,
    seat,
    seat_of,
    succeeding,
    supplied,
    where,
)
from .events import (
    HEARTS,
    SPADES,
    WARRIOR,
    bearer,
    events,
    events_of,
    go,
    held,
    laid,
    rolled,
    to,
    under_the_neuroi,
    won,
)

ATTACHED = ("cancel", "admiration", "grounded", "gale slash", "splendid", "so what", "polygamy")
"""Events that are attached to a person at any time."""
AT_THEIR_TIME = ("all-out attack", WARRIOR, "not jealous")
"""Events whose time the book says (SW02-08-07, 08, 11)."""
PREY = somewhere(power=2)


def window(*dynasties: dict[str, object], **fields: object) -> State:
    """Seat 0 has attacked an independent country; the window is open."""
    state = laid(*dynasties, **{"independent": [PREY]} | fields)
    go(state, *(["event=pass"] if state.phase == "event" else []), "war", f"country:{PREY}", "person:Henry IV")
    return to(state, "interrupt")


# ---------------------------------------------------------------------------------------------------- in one's own turn


@pytest.mark.rule("D-R45")
@pytest.mark.rule("D-R25")
@pytest.mark.parametrize("event", ATTACHED)
def test_d_r45_in_the_own_turn_before_the_choice_of_an_action(event: str) -> None:
    """SW02-04, D-R25, D-R45: in one's own turn, before the action is chosen."""
    state = laid(seat("Henry IV", events=held(event)), seat("Philip II"))
    assert (state.phase, state.seat, names(state)) == ("event", 0, {f"event:{event}", "pass"})


@pytest.mark.rule("D-R45")
@pytest.mark.parametrize("event", AT_THEIR_TIME)
def test_d_r45_not_those_that_have_their_own_time(event: str) -> None:
    """SW02-04, D-R45: … unless the rules say when: all-out attack, warrior's way and not jealous are not offered."""
    state = laid(seat("Henry IV", events=held(event)), seat("Philip II"), **under_the_neuroi("France"))
    assert events(state) == set()
    assert to(state, "action").seat == 0


@pytest.mark.rule("D-R45")
def test_d_r45_one_after_another() -> None:
    """D-R45: events are played one after another, as many as one likes; the rest stays in hand."""
    state = laid(seat("Henry IV", events=held("cancel", "splendid", "grounded")), seat("Philip II"))
    play(state, "event:cancel", "person:Henry IV")
    assert (state.phase, state.seat, names(state)) == ("event", 0, {"event:splendid", "event:grounded", "pass"})
    play(state, "event:grounded", "person:Philip II", "pass")
    assert (state.phase, events_of(state, 0)) == ("action", ["splendid"])
    assert (bearer(state, "cancel"), bearer(state, "grounded"), bearer(state, "splendid")) == (
        "Henry IV",
        "Philip II",
        None,
    )


@pytest.mark.rule("D-R45")
@pytest.mark.rule("D-R25")
def test_d_r45_only_the_turn_player_is_asked_there() -> None:
    """D-R25, D-R45: before the action is chosen only the turn player plays events."""
    state = laid(seat("Henry IV"), seat("Philip II", events=held("cancel", "splendid")), seat("Erik XIV"))
    assert to(state, "action").seat == 0


@pytest.mark.rule("D-R45")
def test_d_r45_in_every_own_turn() -> None:
    """D-R45: … in each of one's turns; an event that was kept is offered again."""
    state = laid(seat("Henry IV"), seat("Philip II", events=held("cancel")))
    go(state, "action=pass", "deck:red")
    assert (state.phase, state.seat, names(state)) == ("event", 1, {"event:cancel", "pass"})


@pytest.mark.rule("D-R45")
def test_d_r45_before_each_choice_of_an_action() -> None:
    """D-R45: before each choice of an action: before a second action by hyper-speed again."""
    swift = "the Swift"
    state = laid(
        seat("Henry IV", courtiers=[swift], events=held("splendid"), territories=["France"]),
        seat("Philip II"), independent=["Milan", "Venice"], pack=HEARTS,
    )  # fmt: skip
    go(state, "event=pass", "war", "country:Milan", f"person:{swift}")
    after = checking(quiet(to(state, "interrupt")), 1)
    assert (after.phase, after.seat, names(after)) == ("event", 0, {"event:splendid", "pass"})
    go(after, "event=pass")
    assert (after.phase, after.seat) == ("action", 0)


# ---------------------------------------------------------------------------------------------------------- in a window


@pytest.mark.rule("SW02-04")
@pytest.mark.rule("D-R25")
@pytest.mark.parametrize("event", ATTACHED)
def test_sw02_04_in_somebody_elses_turn_too(event: str) -> None:
    """SW02-04: also in another player's turn; D-R25: in every interrupt window."""
    state = window(seat("Henry IV"), seat("Philip II", events=held(event)))
    play(state, "pass")
    assert (state.seat, names(state)) == (1, {f"event:{event}", "pass"})


@pytest.mark.rule("SW02-04")
@pytest.mark.rule("D-R25")
@pytest.mark.parametrize("event", ATTACHED)
def test_sw02_04_the_turn_player_too(event: str) -> None:
    """D-R25: the turn player himself may still play one in the window of his own action; he is asked first."""
    state = window(seat("Henry IV", events=held(event)), seat("Philip II", events=held(WARRIOR)))
    assert (state.seat, names(state)) == (0, {f"event:{event}", "pass"})


@pytest.mark.rule("D-R45")
@pytest.mark.parametrize("event", AT_THEIR_TIME)
def test_d_r45_in_a_window_those_of_their_own_time_are_not_offered(event: str) -> None:
    """D-R45: warrior's way and not jealous only at their own times; all-out attack only in a war on the Neuroi."""
    state = window(seat("Henry IV"), seat("Philip II", events=held(event)), **under_the_neuroi("France"))
    play(state, "pass")
    assert (state.seat, names(state)) == (1, {"pass"})


@pytest.mark.rule("D-R45")
@pytest.mark.parametrize("action", ["marriage", "procreation", "hire", "incite"])
def test_d_r45_in_the_window_of_any_action(action: str) -> None:
    """D-R45: in the window of every action; cards of the counting suits stand beside the events."""
    own = seat("Henry IV", spouse=None if action == "marriage" else "Marie de' Medici")
    state = laid(
        own, seat("Philip II", courtiers=["Anne Boleyn"], hand="HA CA", events=held("cancel", WARRIOR)),
        wanderers=["Mary I"],
    )  # fmt: skip
    named = {"hire": ["person:Henry IV", "person:Mary I"], "procreation": []}.get(action, ["person:Anne Boleyn"])
    go(state, action, *named)
    to(state, "interrupt")
    play(state, "pass")
    card = "card:HA" if action in ("marriage", "procreation") else "card:CA"
    assert (state.seat, names(state)) == (1, {card, "event:cancel", "pass"})


@pytest.mark.rule("D-R7")
def test_sw02_04_an_event_is_a_play() -> None:
    """SW02-04, D-R7: one event, card or pass at a time, clockwise from who played; passes start anew after an event."""
    state = window(seat("Henry IV"), seat("Philip II"), seat("Erik XIV", events=held("cancel", "splendid")))
    play(state, "pass", "pass", "event:cancel", "person:Erik XIV")
    assert (state.phase, state.seat) == ("interrupt", 0)
    play(state, "pass", "pass")
    assert (state.phase, state.seat, names(state)) == ("interrupt", 2, {"event:splendid", "pass"})
    play(state, "pass")
    assert state.phase != "interrupt"


@pytest.mark.rule("SW02-04")
def test_sw02_04_the_next_one_clockwise_is_asked() -> None:
    """SW02-04, D-R7: turn player first, then clockwise: after an event of seat 1 seat 2 is asked, not seat 0."""
    state = window(
        seat("Henry IV", events=held("splendid")), seat("Philip II", events=held("cancel")), seat("Erik XIV")
    )
    play(state, "pass", "event:cancel", "person:Philip II")
    assert (state.phase, state.seat) == ("interrupt", 2)
    play(state, "pass")
    assert (state.seat, names(state)) == (0, {"event:splendid", "pass"})


@pytest.mark.rule("D-R45")
def test_d_r45_its_target_is_named_at_once() -> None:
    """D-R45: the event's target is named at once, by the seat that plays it, and must be named."""
    state = window(seat("Henry IV"), seat("Philip II", events=held("cancel")), seat("Erik XIV"))
    play(state, "pass", "event:cancel")
    assert (state.phase, state.seat, names(state)) == (
        "event_target",
        1,
        {"person:Henry IV", "person:Philip II", "person:Erik XIV"},
    )
    play(state, "person:Erik XIV")
    assert (bearer(state, "cancel"), events_of(state, 1)) == ("Erik XIV", [])


# ----------------------------------------------------------------------------------------------------------- its target


@pytest.mark.rule("D-R45")
@pytest.mark.parametrize("event", [event for event in ATTACHED if event != "polygamy"])
def test_d_r45_anybody_of_any_dynasty(event: str) -> None:
    """SW02-08-02 …, D-R45: attached to one person of any dynasty, one's own too: no wanderer, not the pope."""
    state = laid(
        seat("Henry IV", spouse="Marie de' Medici", children=["Louis XIII"], events=held(event)),
        seat("Philip II", spouse="Mary I", children=["Philip III"], courtiers=["Duke of Alba"]),
        wanderers=["Francis Drake"],
    )  # fmt: skip
    play(state, f"event:{event}")
    assert persons(state) == {
        "Henry IV", "Marie de' Medici", "Louis XIII", "Philip II", "Mary I", "Philip III", "Duke of Alba",
    }  # fmt: skip
    assert "pass" not in names(state)


@pytest.mark.rule("SW02-08-12")
def test_sw02_08_12_polygamy_goes_to_a_king() -> None:
    """SW02-08-12: attached to a king of any dynasty; D-R45: to any king, married or not."""
    state = laid(
        seat("Henry IV", spouse="Marie de' Medici", children=["Louis XIII"], events=held("polygamy")),
        seat("Elizabeth I", courtiers=["Duke of Alba"]),
    )  # fmt: skip
    play(state, "event:polygamy")
    assert persons(state) == {"Henry IV", "Elizabeth I"}


@pytest.mark.rule("D-R45")
def test_d_r45_a_person_may_carry_several() -> None:
    """D-R45: somebody who carries an event may be given another: both stay."""
    state = laid(seat("Henry IV", events=held("cancel", "splendid")), seat("Philip II"))
    play(state, "event:cancel", "person:Philip II", "event:splendid", "person:Philip II")
    assert bearer(state, "cancel") == bearer(state, "splendid") == "Philip II"


# ---------------------------------------------------------------------------------------- the declaration has been made


@pytest.mark.rule("D-R46")
def test_d_r46_a_target_made_splendid_is_still_incited() -> None:
    """D-R46, D-R8: an event played in a window does not touch the declaration: splendid comes too late."""
    state = laid(seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"], events=held("splendid")), pack=HEARTS)
    go(state, "incite", "person:Duke of Alba")
    to(state, "interrupt")
    play(state, "pass", "event:splendid", "person:Duke of Alba")
    assert where(won(state), "Duke of Alba") == (0, "courtiers")


@pytest.mark.rule("D-R46")
def test_d_r46_a_commander_made_grounded_still_commands() -> None:
    """D-R46: a commander who is grounded in the window still commands."""
    state = window(seat("Henry IV"), seat("Philip II", events=held("grounded")), pack=HEARTS)
    play(state, "pass", "event:grounded", "person:Henry IV")
    after = won(state)
    assert len(dice_rolled(after)) == printed("Henry IV").war + 1
    assert holder(after, PREY) == 0


@pytest.mark.rule("D-R46")
def test_d_r46_so_what_calls_nobody_any_more() -> None:
    """D-R46: so what, attached in the window of a war to its commander or to another person, changes nothing in it."""
    for target in ("Henry IV", "Duke of Sully"):
        state = window(
            seat("Henry IV", courtiers=["Duke of Sully"]), seat("Philip II", events=held("so what")), pack=HEARTS
        )
        play(state, "pass", "event:so what", f"person:{target}")
        assert state.phase == "interrupt"
        after = succeeding(state)
        assert len(dice_rolled(after)) == printed("Henry IV").war + 1


@pytest.mark.rule("D-R46")
def test_d_r46_numbers_are_computed_when_the_window_closes() -> None:
    """D-R46: numbers that it changes count: a spouse admired in the window needs three cards fewer."""
    wife = "Marie de' Medici"
    state = laid(seat("Henry IV", spouse=wife), seat("Philip II", events=held("admiration")), pack=SPADES)
    go(state, "procreation")
    assert len(supplied(won(state))) == 6 - printed(wife).fertility == 4
    to(state, "interrupt")
    play(state, "pass", "event:admiration", f"person:{wife}")
    assert len(supplied(won(state))) == 1


@pytest.mark.rule("D-R46")
def test_d_r46_gale_slash_in_the_window_strikes_at_once() -> None:
    """D-R46: gale slash given to the commander in the window decides how the dice are read, and a 6 kills him."""
    state = window(seat("Henry IV", children=["Louis XIII"]), seat("Philip II", events=held("gale slash")), pack=HEARTS)
    play(state, "pass", "event:gale slash", "person:Henry IV")
    after = rolled(state, 6)
    assert (where(after, "Henry IV"), seat_of(after, 0)["king"]) == ("removed", "Louis XIII")
    assert holder(after, PREY) == "independent"
