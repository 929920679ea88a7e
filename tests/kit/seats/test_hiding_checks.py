"""The checks of hiding see what they are for: faults put in on purpose are caught."""

from typing import Any

import pytest

from dynasty_env.dynasty.game import Dynasty
from dynasty_env.dynasty.material import EXPANSION
from dynasty_env.dynasty.seen import hide, view
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.seats.conformance import ConformanceError
from dynasty_env.kit.seats.hiding_checks import check_hiding, check_twins
from dynasty_env.kit.state import State
from tests.dynasty.tables import LAID, asked_for
from tests.memory.tables import expansion_table

KEYS = (1, 2)


@rule
def hide_but_sights(t, me):  # type: ignore[no-untyped-def]
    """Keeps what the others have seen in decks."""
    seats, cards = t.num_players, range(EXPANSION)
    seen = [[int(t.seen[seat, card]) for card in cards] for seat in range(seats)]
    hide.hide(t, me)
    for seat in range(seats):
        for card in cards:
            if seat != me:
                t.seen[seat, card] = seen[seat][card]


@rule
def observe_over_what_was_there(t, me, seen):  # type: ignore[no-untyped-def]
    """Leaves the last number of the buffer as it was."""
    stale = seen.taken_since[-1] + 0
    view.observe(t, me, seen)
    seen.taken_since[-1] = stale


class KeepsSights(Dynasty):
    name = "keeps_sights"
    rules = {**Dynasty.rules, "hide": hide_but_sights}  # noqa: RUF012


class KeepsTheBuffer(Dynasty):
    name = "keeps_the_buffer"
    rules = {**Dynasty.rules, "observe": observe_over_what_was_there}  # noqa: RUF012


def searching(game: Dynasty) -> State:
    """A player is about to look through a person deck, while another one waits."""
    decks = {"yellow": ["event:cancel", "Charles V", "the Beam"], "red": ["event:splendid", "Henry VIII", "the Swift"]}
    state = expansion_table({"courtiers": ["the Seeker"], "hand": ["SA"]}, decks, 1)
    state.play("search")
    assert state.phase == "search_deck"
    return State(game, state.tables, game.interpreted)


def test_what_others_have_been_shown_meanwhile_is_not_kept() -> None:
    with pytest.raises(ConformanceError, match=r"hide\(1\) leaves something of the truth in \['seen'\]"):
        for key in range(20):
            check_hiding(searching(KeepsSights()), [key])


def test_a_buffer_that_is_used_again_is_written_afresh() -> None:
    with pytest.raises(ConformanceError, match="keeps what its buffer held before"):
        check_hiding(KeepsTheBuffer().new(1, backend="interpreted"), KEYS)


@pytest.mark.parametrize("phase", sorted(LAID))
def test_the_honest_game_passes_at_every_decision_of_the_expansion(phase: str) -> None:
    check_hiding(asked_for(phase), KEYS)


def test_twins_that_a_seat_can_tell_apart_are_refused() -> None:
    """A card of the own hand is none that may differ."""
    one = Dynasty().new(1, backend="interpreted")
    other = one.clone()
    hand: Any = other.record["hand"][0]
    had, gets = int(hand.argmax()), int(hand.argmin())
    hand[had] -= 1
    hand[gets] += 1
    with pytest.raises(ConformanceError, match="what seat 0 is shown depends on what it may not know"):
        check_twins(one, other, 0, KEYS)
    check_twins(one, one.clone(), 0, KEYS)
