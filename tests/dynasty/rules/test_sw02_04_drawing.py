"""SW02-04: an event that is drawn in the recruit phase or at a birth; D-R43: what the others see of it."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.material import EVENT_NAMES, PERSON_NAMES
from dynasty_env.dynasty.steps import Trace
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import play, seat
from .events import SPADES, events_of, go, held, laid, on, to, unseen, won


def recruiting(*red: str, **fields: object) -> State:
    """Seat 0 is to recruit; the red deck begins with these cards."""
    return laid(
        seat("Henry IV"), seat("Elizabeth I"), seat("Philip II"), phase="recruit",
        **{"person_decks": {"red": [*red, "James I", "Mary I"]}} | fields,
    )  # fmt: skip


def parents(*red: str, **fields: object) -> State:
    """Seat 0 has been granted a child of the red deck, which begins with these cards."""
    state = laid(
        seat("Henry VIII", spouse="Anne Boleyn"), seat("Elizabeth I"), pack=SPADES,
        person_decks={"red": list(red)}, **fields,
    )  # fmt: skip
    go(state, "procreation")
    return to(won(state), "birth_deck")


# -------------------------------------------------------------------------------------------------- what the others see


@pytest.mark.rule("SW02-04")
def test_sw02_04_which_one_the_others_do_not_see() -> None:
    """SW02-04: the card is looked at without showing it; the others see only that an event was taken."""
    one, other = recruiting("event:cancel", "event:grounded"), recruiting("event:grounded", "event:cancel")
    for state in (one, other):
        play(state, "deck:red")
    assert unseen(one, other, 1) and unseen(one, other, 2)
    assert one.view(None) == other.view(None) and one.chronicle(1) == other.chronicle(1)
    assert not unseen(one, other, 0)
    assert "cancel" in str(one.view(0)["seats"][0]) and "cancel" not in str(one.view(1)["seats"][0])


@pytest.mark.rule("SW02-04")
def test_sw02_04_nor_at_a_birth() -> None:
    """SW02-04: … at a birth likewise."""
    one = parents("event:cancel", "event:grounded", "Mary I")
    other = parents("event:grounded", "event:cancel", "Mary I")
    for state in (one, other):
        play(state, "deck:red")
    assert unseen(one, other, 1) and not unseen(one, other, 0)


@pytest.mark.rule("D-R43")
@pytest.mark.parametrize(
    ("deck", "person"),
    [("yellow", "Charles V"), ("blue", "Francis I"), ("red", "Anne Boleyn"), ("green", "Anne of Cleves")],
)
def test_d_r43_how_many_and_from_which_deck_all_see(deck: str, person: str) -> None:
    """D-R43: events lie face down before their player: all see how many, and from which deck each came."""
    state = recruiting(person_decks={deck: ["event:cancel", person]})
    play(state, f"deck:{deck}")
    (lying,) = state.view(1)["seats"][0]["events"]
    assert (lying["deck"], lying["shown"], lying["event"]) == (deck, False, None)
    assert any(e.kind == Trace.EVENT_TAKEN and e.seat == 0 for e in state.trace(1))
    assert not any(e.kind == Trace.EVENT_SEEN for e in state.trace(1))
    (own,) = state.view(0)["seats"][0]["events"]
    assert (own["deck"], own["event"]) == (deck, "cancel")


@pytest.mark.rule("D-R43")
def test_d_r43_the_same_in_numbers() -> None:
    """D-R43: an observation tells its own player which event it is; the others that one is unseen, and that one lies
    before seat 0, from the blue deck."""
    state = laid(
        seat("Henry IV", events=held("cancel", deck="blue")), seat("Elizabeth I"), seat("Philip II"),
        attached=on(grounded="Philip II"), person_decks={"blue": ["event:splendid", "Henry II"]},
    )  # fmt: skip
    unseen_one, mine, attached = 1, 2, 4
    for viewer, kind in ((0, mine), (1, unseen_one), (2, unseen_one)):
        row = state.observe(viewer)
        kinds = LAYOUT["events"].of(row)
        assert int(kinds[EVENT_NAMES.index("cancel")]) == kind
        assert int(kinds[EVENT_NAMES.index("splendid")]) == unseen_one
        assert int(kinds[EVENT_NAMES.index("grounded")]) == attached
        bearers = [int(person) for person in LAYOUT["event_persons"].of(row)]
        assert bearers[EVENT_NAMES.index("grounded")] == PERSON_NAMES.index("Philip II")
        assert bearers[EVENT_NAMES.index("cancel")] == -1
        before = LAYOUT["event_hands"].of(row).reshape(6, 4)
        assert before.sum() == 1 and before[(0 - viewer) % 3].tolist() == [0, 1, 0, 0]


@pytest.mark.rule("D-R43")
def test_d_r43_all_see_which_one_was_played() -> None:
    """D-R43: … and which of them was played: the other one, from the other deck, still lies there."""
    events = [*held("cancel", deck="red"), *held("grounded", deck="blue")]
    state = laid(seat("Henry IV", events=events), seat("Elizabeth I"))
    assert [lying["deck"] for lying in state.view(1)["seats"][0]["events"]] in (["red", "blue"], ["blue", "red"])
    go(state, "event:cancel", "person:Elizabeth I")
    assert [lying["deck"] for lying in state.view(1)["seats"][0]["events"]] == ["blue"]
    assert "cancel" in str(state.view(1)["attached"])


@pytest.mark.rule("D-R43")
def test_d_r43_it_might_be_another_event() -> None:
    """D-R43: to the others it may be any event that they have not seen elsewhere; to its player it is that one."""
    state = recruiting("event:cancel", "event:grounded", "event:splendid")
    play(state, "deck:red")
    assert {events_of(state.hide(1, key), 0)[0] for key in range(60)} == {"cancel", "grounded", "splendid"}
    assert {events_of(state.hide(0, key), 0)[0] for key in range(20)} == {"cancel"}
    assert all(len(state.hide(1, key).to_dict()["person_decks"]["red"]) == 4 for key in range(5))


@pytest.mark.rule("D-R43")
def test_d_r43_a_shown_one_is_known() -> None:
    """D-R43: an event that all know stays what it is, and all see it."""
    state = laid(
        seat("Henry IV", events=[*held("warrior's way", shown=True), *held("cancel")]), seat("Elizabeth I"),
        person_decks={"red": ["event:splendid", "James I"]},
    )  # fmt: skip
    assert all("warrior's way" in events_of(state.hide(1, key), 0) for key in range(20))
    assert {events_of(state.hide(1, key), 0)[0] for key in range(40)} == {"cancel", "splendid"}
    assert [e["event"] for e in state.view(1)["seats"][0]["events"] if e["shown"]] == ["warrior's way"]


@pytest.mark.rule("D-R43")
def test_d_r43_that_a_seat_is_asked_for_an_event_the_others_do_not_see() -> None:
    """D-R43, ch. 7: whether somebody was asked and passed, or had nothing to play, looks the same to the others."""
    one = recruiting("event:cancel", "event:warrior's way", ask_forced=False)
    other = recruiting("event:warrior's way", "event:cancel", ask_forced=False)
    for state in (one, other):
        play(state, "deck:red")
    assert (one.phase, other.phase) == ("event", "action")
    assert one.view(1)["deciding"] is None and one.view(0)["deciding"] == 0
    assert int(LAYOUT["deciding"].of(one.observe(1))[0]) == 6 and int(LAYOUT["deciding"].of(one.observe(0))[0]) == 0
    play(one, "pass")
    assert one.view(1) == other.view(1) and bytes(one.observe(1)) == bytes(other.observe(1))
