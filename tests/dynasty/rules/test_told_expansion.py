"""What moves of the expansion tell the table, kind by kind and in their order."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import chance, play, seat
from .events import HEARTS, WARRIOR, go, held, laid, new, on, to, under_the_neuroi
from .trace_fields import check, story


def kinds(state: State, *wanted: Trace, viewer: int | None = None) -> list[tuple[Any, ...]]:
    return story(state.trace(viewer), *wanted)


@pytest.mark.rule("SW02-04")
def test_sw02_04_an_event_is_taken() -> None:
    """SW02-04: all see that an event was taken, its player which one."""
    decks = {"red": ["event:splendid", "James I"]}
    state = laid(seat("Henry IV"), seat("Elizabeth I"), phase="recruit", person_decks=decks)
    state.play("deck:red")
    check(state)
    assert kinds(state, Trace.EVENT_TAKEN, Trace.EVENT_SEEN, viewer=1) == [("EVENT_TAKEN", 0, "red")]
    assert kinds(state, Trace.EVENT_TAKEN, Trace.EVENT_SEEN, viewer=0) == [
        ("EVENT_TAKEN", 0, "red"),
        ("EVENT_SEEN", 0, "splendid"),
    ]


@pytest.mark.rule("D-R44")
def test_d_r44_an_event_met_in_set_up() -> None:
    """SW02-04, D-R44: it goes under its deck, and the next card is turned up; at the end the deck is shuffled."""
    for seed in range(60):
        state = new(seed, num_players=2)
        check(state)
        deck = next((d for d, cards in state.to_dict()["person_decks"].items() if cards[0].startswith("event:")), None)
        if deck:
            cards = state.to_dict()["person_decks"][deck]
            person = next(card for card in cards if not card.startswith("event:"))
            events = [card.removeprefix("event:") for card in cards[: cards.index(person)]]
            told = story(play(state, f"deck:{deck}"))
            first = state.to_dict()["first_player"]
            assert told[:-1] == [("EVENT_UNDER", first, event, deck) for event in events]
            assert told[-1][:4] == ("TURNED_UP", first, person, deck)
            return
    raise AssertionError("no deck has an event on top")


@pytest.mark.rule("SW02-08")
def test_sw02_08_an_event_dies_with_its_person() -> None:
    """SW02-08: its person dead, the event is discarded."""
    own = seat("Henry IV", courtiers=["Duke of Sully"])
    state = laid(own, seat("Elizabeth I"), scythe=0, attached=on(splendid="Duke of Sully"))
    go(state, "reaper")
    after = chance(state, "person:Duke of Sully", lambda s: bool(kinds(s, Trace.DIED)))
    assert kinds(after, Trace.CHECKED, Trace.DIED, Trace.EVENT_GONE)[1:] == [
        ("DIED", 0, "Duke of Sully"),
        ("EVENT_GONE", "splendid"),
    ]


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_the_neuroi_come() -> None:
    """SW02-06-01: shown at once; the country occupied, and each neighbour's die with what it brings."""
    state = laid(
        seat("Henry IV", territories=["France"]),
        seat("Elizabeth I", territories=["England"]),
        phase="recruit",
        person_decks={"red": ["event:neuroi", "James I"]},
        independent=["Ireland", "Scotland"],
    )
    assert story(play(state, "deck:red")) == [("EVENT_PLAYED", 0, "neuroi", "no deck", 0)]
    after = chance(state, "country:Scotland", lambda s: [e.value for e in s.trace() if e.kind == Trace.JUDGED] == [4])
    told = kinds(after, Trace.OCCUPIED, Trace.JUDGED, Trace.EXILED, Trace.FALLEN)
    assert told == [("OCCUPIED", 0, "Scotland", -1), ("JUDGED", 0, "England", 4), ("OCCUPIED", 0, "England", 1)]
    assert story(play(to(after, "exile"), "country:Ireland"), Trace.EXILED) == [("EXILED", 1, "Ireland")]


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_the_neuroi_are_beaten() -> None:
    """SW02-06-02: liberated, every country taken, the card discarded."""
    state = laid(
        seat("Charles V", territories=["Spain"]),
        seat("Elizabeth I", territories=["England"]),
        pack=HEARTS,
        **under_the_neuroi("France", "Milan"),
    )
    go(state, "war", "event:neuroi", "person:Charles V")
    assert story(state.trace(), Trace.COMMANDS) in ([("COMMANDS", 0, "Charles V", 0)], [])
    after = chance(to(state, "interrupt"), "pass", lambda s: True)
    while not kinds(after, Trace.LIBERATED):
        after.play("pass")
        check(after)
    assert kinds(after, Trace.LIBERATED, Trace.CONQUERED, Trace.EVENT_GONE) == [
        ("LIBERATED", 0),
        ("CONQUERED", 0, "France", -3),
        ("CONQUERED", 0, "Milan", -3),
        ("EVENT_GONE", "neuroi"),
    ]


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_the_warrior_s_event_is_shown_attached_and_comes_back() -> None:
    """SW02-08-08: shown and attached; the war is decided by itself; the survivor's event goes back to its player."""
    own = seat("Charles V", courtiers=["Duke of Alba"], events=held(WARRIOR))
    state = laid(own, seat("Elizabeth I"), independent=["Milan"])
    go(state, "war", "country:Milan")
    assert story(play(to(state, "warrior"), "person:Duke of Alba"))[:2] == [
        ("EVENT_PLAYED", 0, WARRIOR, "red", 1),
        ("EVENT_ATTACHED", 0, WARRIOR, "Duke of Alba"),
    ]
    to(state, "war_commander")
    after = chance(
        state, "person:Duke of Alba", lambda s: [e.value for e in s.trace() if e.kind == Trace.CHECKED] == [1, 1]
    )
    assert kinds(after, Trace.COMMANDS, Trace.BY_ITSELF, Trace.CONQUERED, Trace.CHECKED, Trace.EVENT_BACK) == [
        ("COMMANDS", 0, "Duke of Alba", 0),
        ("BY_ITSELF", 0),
        ("CONQUERED", 0, "Milan", -1),
        ("CHECKED", 0, "Duke of Alba", 0, 1),
        ("CHECKED", 0, "Duke of Alba", 0, 1),
        ("EVENT_BACK", 0, WARRIOR),
    ]


@pytest.mark.rule("SW02-07-10")
@pytest.mark.parametrize("choice", ["keep", "reshuffle"])
def test_sw02_07_10_foresight(choice: str) -> None:
    """SW02-07-10: her player alone sees the card; all see that it is kept, or that the deck is shuffled."""
    own = seat("Henry IV", courtiers=["the Seer"])
    decks = {"red": ["Anne Boleyn", "James I"]}
    state = laid(own, seat("Elizabeth I"), phase="recruit", person_decks=decks)
    state.play("deck:red")
    check(state)
    assert kinds(state, viewer=0) == [("FORESEEN", 0, "Anne Boleyn", "red")]
    assert kinds(state, viewer=1) == []
    told = story(play(state, choice))
    assert told[0] == (("KEPT", 0, "red") if choice == "keep" else ("RESHUFFLED", 0, "red"))
    assert told[1][0] == "TURNED_UP"
