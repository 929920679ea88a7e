"""The checks of hiding see what they are for: faults put in on purpose are caught."""

import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

import numpy as np
import pytest

import dynasty_env
from dynasty_env.conformance.games.hiding import check_exchanged, check_hiding
from dynasty_env.conformance.games.promises import ConformanceError
from dynasty_env.dynasty.game import Dynasty
from dynasty_env.dynasty.material import EXPANSION
from dynasty_env.dynasty.rules import pack
from dynasty_env.dynasty.views import hide, view
from dynasty_env.figures.game import Figures
from dynasty_env.kingdoms.game import Kingdoms
from dynasty_env.kingdoms.material import DECK_ROOM
from dynasty_env.kingdoms.views import hide as kingdoms_hide
from dynasty_env.kit.engine.cards import sort
from dynasty_env.kit.engine.rng import shuffle
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import Shinsengumi
from tests.dynasty.reached import REACHED, reached
from tests.memory.tables import expansion_table
from tests.memory.twins import check_twins
from tests.tiny import cut_in

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


@pytest.mark.parametrize("phase", REACHED)
def test_the_honest_game_passes_in_every_phase(phase: str) -> None:
    check_hiding(reached(phase), KEYS)


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


@rule
def hide_nothing(t, me):  # type: ignore[no-untyped-def]
    """Redraws nothing: every table is the true one."""


@rule
def hide_but_the_first_deck(t, me):  # type: ignore[no-untyped-def]
    """Keeps a whole person deck as it lies."""
    first = [int(t.deck[place]) for place in range(DECK_ROOM)]
    kingdoms_hide.hide(t, me)
    for place in range(DECK_ROOM):
        t.deck[place] = first[place]


@rule
def hide_the_pack_alone(t, me):  # type: ignore[no-untyped-def]
    """Redraws the pack, and keeps all hands."""
    sort(t.pack, 0, t.pack_size)
    for place in range(t.pack_size, len(t.pack)):
        t.pack[place] = 0
    shuffle(t, t.pack, 0, t.pack_size)


@rule
def hide_the_piles_alone(t, me):  # type: ignore[no-untyped-def]
    """Redraws what lies on piles, and keeps which stones the others have."""
    for pile, size in ((t.person_pile, t.person_pile_size), (t.event_pile, t.event_pile_size)):
        sort(pile, 0, size)
        shuffle(t, pile, 0, size)


def with_hide(game: type[Game], kept: Any) -> Game:
    """The game with another `hide`."""
    return type(f"Keeping{game.__name__}", (game,), {"rules": {**game.rules, "hide": kept}})()


def decisions(game: Game, games: int, share: float = 0.2, most: int = 60, **options: int) -> Iterator[State]:
    """Some early decisions of random games, interpreted."""
    for seed in range(games):
        state, rng = game.new(seed, backend="interpreted", **options), np.random.default_rng(seed)
        for _ in range(most):
            if rng.random() < share:
                yield state.clone()
            if state.done:
                break
            state.play(int(rng.choice(state.legal())))


def look(game: Game, games: int = 4) -> int:
    """Check some decisions; returns how many."""
    count = 0
    for count, state in enumerate(decisions(game, games), 1):
        check_hiding(state, [count])
    return count


@pytest.mark.parametrize("game", [cut_in.CutIn, Dynasty, Kingdoms, Shinsengumi], ids=lambda game: game.__name__)
def test_a_hide_that_redraws_nothing_is_caught(game: type[Game]) -> None:
    with pytest.raises(ConformanceError, match="leaves something of the truth in"):
        look(with_hide(game, hide_nothing))


def test_a_hide_that_keeps_a_whole_deck_is_caught() -> None:
    with pytest.raises(ConformanceError, match="leaves something of the truth in 'deck'"):
        look(with_hide(Kingdoms, hide_but_the_first_deck))


@pytest.mark.parametrize(
    ("game", "kept", "found"),
    [
        (Dynasty, hide_the_pack_alone, "card_place and (hand and )?pack"),
        (Figures, hide_the_pack_alone, "at and (pack|plots)"),
        (Shinsengumi, hide_the_piles_alone, "bag and hand"),
    ],
    ids=lambda part: part.__name__ if isinstance(part, type) else "",
)
def test_a_hide_that_keeps_hands_is_caught(game: type[Game], kept: Any, found: str) -> None:
    """With two seats there is one other hand: its cards change places with those of the pack."""
    options = {"hidden_stones": True} if game is Shinsengumi else {}
    with pytest.raises(ConformanceError, match=f"leaves something of the truth in '{found}'"):
        for key, state in enumerate(decisions(with_hide(game, kept), 4, num_players=2, **options)):
            for seat in range(2):
                check_exchanged(state, seat, key)


def retold(game: Game, function: FunctionType, old: str, new: str) -> CodeType:
    """A rule's code with a few words changed; the game that other tests play keeps the rule as it is."""
    assert game.interpreted
    source = inspect.getsource(function)
    assert source.count(old) == 1
    names = dict(function.__globals__)
    exec(source.replace(old, new), names)
    code: CodeType = names[function.__name__].__code__
    return code


def test_drawn_cards_that_are_told_to_everybody_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dynasty's line about a drawn card goes to all, and not to its owner alone."""
    code = retold(dynasty_env.game("dynasty_v0"), pack.draw, "card, 0, 0, 1 << seat", "card, 0, 0, EVERYBODY")
    monkeypatch.setattr(pack.draw, "__code__", code)
    with pytest.raises(ConformanceError, match=r"has told seat \d what it may not know, or is not shown"):
        look(Dynasty(), 20)


def test_drawn_cards_of_a_small_game_are_caught_likewise(monkeypatch: pytest.MonkeyPatch) -> None:
    code = retold(cut_in.GAME, cut_in.take, "card, 0, 0, 1 << seat", "card, 0, 0, EVERYBODY")
    monkeypatch.setattr(cut_in.take, "__code__", code)
    with pytest.raises(ConformanceError, match=r"has told seat \d what it may not know, or is not shown"):
        look(cut_in.CutIn(), 20)
