"""Proof of the resampler: everything hidden varies, uniformly given what the seat knows, and leaks are caught."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dynasty_env.conformance.games.hiding import check_hiding
from dynasty_env.conformance.games.promises import ConformanceError
from dynasty_env.dynasty.game import GAME, Dynasty
from dynasty_env.dynasty.ids import PERSON
from dynasty_env.dynasty.material import DECK_ROOM, DECKS, SEATS
from dynasty_env.dynasty.table import TABLE
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.engine.cards import KINDS
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.imagined import dice_under
from tests.resampling import RESAMPLES, could_answer, leaking, resampled, uniform


def reached(wanted: Callable[[State], bool], seed: int = 0, **options: Any) -> State:
    """The first decision that `wanted` describes, in games of random play from `seed` on."""
    for game_seed in range(seed, seed + 500):
        state = GAME.new(game_seed, backend="compiled", **options)
        rng = np.random.default_rng(game_seed)
        while not state.done:
            if wanted(state):
                return state
            state.play(int(rng.choice(state.legal())))
    raise AssertionError("no random game came there")


def unknown_cards(record: Any, seat: int) -> np.ndarray[Any, Any]:
    """(53,) playing cards that `seat` has not placed: the other hands and the pack."""
    counts = record["hand"].sum(axis=0) - record["hand"][seat]
    return counts + np.bincount(record["pack"][: record["pack_size"]], minlength=KINDS)


MIDDLE = {
    "early action": lambda s: s.phase == "action" and s.record["turn"] == 2,
    "later action": lambda s: s.phase == "action" and s.record["turn"] == 14,
    "own window": lambda s: s.phase == "interrupt" and s.record["turn"] == 5,
    "discard": lambda s: s.phase == "discard_card" and s.record["turn"] > 6 and not s.record["rebuilt"],
}


@pytest.mark.parametrize("where", MIDDLE)
@pytest.mark.parametrize("packs", [1, 2])
def test_the_deciding_seats_unknown_cards_are_dealt_uniformly(where: str, packs: int) -> None:
    state = reached(MIDDLE[where], packs=packs)
    me, record = state.seat, state.record
    tables = resampled(state, me)
    unknown = unknown_cards(record, me)
    share = unknown / unknown.sum()
    for seat in range(state.num_players):
        size = int(record["hand_size"][seat])
        seen = tables["hand"][:, seat].sum(axis=0)
        if seat == me:
            assert np.array_equal(seen, record["hand"][me].astype(int) * RESAMPLES), "the own hand stays"
        elif size:
            # a hand is drawn without putting back: its counts vary less than those of a free multinomial
            spread = (unknown.sum() - size) / (unknown.sum() - 1)
            assert uniform(seen, share * size * RESAMPLES, spread), f"hand of seat {seat}"
    for place in range(int(record["pack_size"])):
        seen = np.bincount(tables["pack"][:, place], minlength=KINDS)
        assert uniform(seen, share * RESAMPLES), f"place {place} of the pack"


@pytest.mark.parametrize("where", MIDDLE)
def test_every_place_of_a_person_deck_is_uniform(where: str) -> None:
    state = reached(MIDDLE[where])
    tables = resampled(state, state.seat)
    for deck in range(DECKS):
        size = int(state.record["deck_size"][deck])
        place = slice(deck * DECK_ROOM, deck * DECK_ROOM + size)
        inside = np.bincount(state.record["deck"][place], minlength=97)
        for i in range(place.start, place.stop):
            assert uniform(np.bincount(tables["deck"][:, i], minlength=97), inside / size * RESAMPLES)


def test_two_hidden_hands_are_independent_but_for_the_cards_there_are() -> None:
    """No card is in two places: jointly, too, the redrawn heap is the true one."""
    state = reached(MIDDLE["later action"])
    tables = resampled(state, state.seat, 500)
    for record in tables:
        assert np.array_equal(unknown_cards(record, state.seat), unknown_cards(state.record, state.seat))


def test_the_next_die_is_uniform_and_not_the_real_one() -> None:
    """Future dice differ: the same move on 6,000 resampled tables rolls every face alike often."""
    state = reached(lambda s: s.phase == "reaper_target" and s.record["vetoed"].all() == 0 and s.record["turn"] > 3)
    own = next(a for a in state.legal() if a < PERSON + 97 and state.record["owner"][a - PERSON] == state.seat)
    faces = np.zeros(7)
    for key in range(6_000):
        other = state.hide(state.seat, key)
        other.play(int(own))
        faces[next(entry.value for entry in other.trace() if entry.kind == 27)] += 1
    assert uniform(faces[1:], np.full(6, 1_000.0))


def test_keys_make_the_resample() -> None:
    state = reached(MIDDLE["early action"])
    assert state.hide(0, 7).tables.array.tobytes() == state.hide(0, 7).tables.array.tobytes()
    assert state.hide(0, 7).tables.array.tobytes() != state.hide(0, 8).tables.array.tobytes()


def test_nothing_of_the_seed_is_left() -> None:
    state = reached(MIDDLE["early action"], seed=123_456_789)
    other = state.hide(0, 7)
    assert other.seed == -1
    assert (int(other.record["key0"]), int(other.record["key1"])) == dice_under(7)
    assert other.record["draws"] == 0


def test_private_entries_of_the_trace_are_dropped() -> None:
    """Who has drawn which card is told to that seat alone, on a resampled table too."""
    state = reached(lambda s: s.phase == "recruit")
    drawn = [entry for entry in state.trace(state.seat) if entry.audience == 1 << state.seat]
    assert drawn, "a card was drawn"
    other = (state.seat + 1) % state.num_players
    kept = state.hide(other, 3).record
    assert all(int(row[5]) >> other & 1 for row in kept["trace"][: kept["trace_length"]])


def window(state: State) -> bool:
    """Somebody is being asked in a window, and not the first one."""
    return state.phase == "interrupt" and state.record["a"] == 1 and state.num_players == 4


def test_who_is_asked_varies_for_the_others() -> None:
    state = reached(window)
    for seat in range(4):
        asked = {state.hide(seat, key).seat for key in range(300)}
        if seat == state.seat:
            assert asked == {seat}
        else:
            assert seat not in asked
            assert len(asked) > 1


def test_a_seat_that_has_passed_knows_that_it_has() -> None:
    """Who could have played and has been asked is not placed before his own turn of the round again, nor the other
    way round."""
    state = reached(lambda s: window(s) and could_answer(s, (s.seat - 1) % 4))
    before = (state.seat - 1) % 4
    began = (state.seat - int(state.record["a"])) % 4
    later = {(state.hide(before, key).seat - began) % 4 for key in range(300)}
    assert later <= {1, 2, 3}
    assert state.seat in {state.hide(before, key).seat for key in range(300)}
    after = (state.seat + 1) % 4
    if could_answer(state, after):
        assert {(state.hide(after, key).seat - began) % 4 for key in range(300)} <= {0, 1}


def said_of(value: Callable[[Any, int], Any]) -> Callable[[Any, int, Any], None]:
    """A leak in the place of an option."""
    return lambda t, me, seen: seen.options.__setitem__(4, int(value(t, me)))


def deciding(t: Any, me: int, seen: Any) -> None:
    """Who is being asked in a window."""
    seen.deciding = (t.seat - me + t.num_players) % t.num_players


LEAKS = {
    "the next seat's ace": said_of(lambda t, me: t.hand[(me + 1) % t.num_players, 0]),
    "whether the pack's top is red": said_of(lambda t, me: 13 <= t.pack[t.pack_size - 1] < 39),
    "who is asked": deciding,
    "a bit of the seed": said_of(lambda t, me: t.seed & 1),
    "a bit of the generator": said_of(lambda t, me: t.key0 & 1),
    "the top of a deck": said_of(lambda t, me: t.deck[t.deck_size[0] - 1]),
}


def checked(game: Game, where: Callable[[State], bool] = lambda state: True) -> None:
    """Look at the decisions of two games that `where` describes."""
    for seed in (4, 3):  # an even seed first: a redrawn table has the seed -1, an odd number
        state = game.new(seed, backend="interpreted")
        rng = np.random.default_rng(seed)
        for _ in range(40):
            if state.done:
                break
            if where(state):
                check_hiding(state, [1, 2])
            state.play(int(rng.choice(state.legal())))


def asked(state: State) -> bool:
    """Somebody decides in a window: who it is may be hidden there."""
    return state.phase == "interrupt"


@pytest.mark.parametrize("leak", LEAKS)
def test_leaks_in_the_observation_are_caught(leak: str) -> None:
    with pytest.raises(ConformanceError, match="depends on what it may not know"):
        checked(leaking(Dynasty, LEAKS[leak]), asked if leak == "who is asked" else lambda state: True)


@pytest.mark.parametrize("leak", ["seed", "hand", "asked", "words"])
def test_leaks_in_the_view_are_caught(leak: str) -> None:
    class Leaky(Dynasty):
        name = "leaky_view"

        def view(self, state: State, seat: int | None) -> dict[str, Any]:
            more = {
                "seed": state.seed,
                "hand": int(state.record["hand"][(state.seat + 1) % state.num_players, 5]),
                "asked": state.seat,
                "words": "",
            }
            return super().view(state, seat) | {"more": more[leak]}

        def chronicle(self, state: State, seat: int | None) -> list[str]:
            return [str(state.record["pack"][0])] if leak == "words" else super().chronicle(state, seat)

    with pytest.raises(ConformanceError, match="view depends on what it may not know"):
        checked(Leaky(), asked if leak == "asked" else lambda state: True)


@pytest.mark.slow
def test_the_honest_game_passes_the_same_checks() -> None:
    """As `check_hiding` of the conformance suite says at every decision."""
    checked(GAME)


def test_no_view_names_the_seed() -> None:
    """A seed that could be recognised is nowhere in what a seat or the public is shown."""
    state = reached(MIDDLE["early action"], seed=987_654_321)
    for seat in (*range(4), None):
        assert "98765432" not in str(state.view(seat))
        assert "seed" not in state.view(seat)
        assert "generator" not in state.view(seat)


def test_mask_of_a_resampled_table_is_the_seats_own() -> None:
    state = reached(MIDDLE["own window"])
    for key in range(50):
        assert np.array_equal(state.hide(state.seat, key).mask, state.mask)


def test_layout_tells_no_other_hand() -> None:
    """Of the other hands only the sizes are laid out."""
    assert LAYOUT["hand"].shape == (KINDS,)
    assert LAYOUT["hand_sizes"].shape == (SEATS,)
    assert TABLE["hand"].shape == (SEATS, KINDS)


@pytest.mark.parametrize(("games", "least"), [(4, 5), pytest.param(12, 20, marks=pytest.mark.slow)])
def test_a_silent_pass_leaves_no_mark_in_what_a_seat_is_told(games: int, least: int) -> None:
    """Whoever is asked in a window, and passes, is not known to have been asked: on the table as in a search."""
    silent = 0
    for seed in range(games):
        state = GAME.new(seed, backend="auto", witches=seed % 2 == 1)
        rng = np.random.default_rng(seed)
        for _ in range(120):
            if state.done:
                break
            before = [state.chronicle(seat) for seat in range(state.num_players)]
            windowed = state.phase == "interrupt"
            state.play("pass" if windowed else int(rng.choice(state.legal())))
            for seat in range(state.num_players):
                assert state.chronicle(seat) == state.hide(seat, 5).chronicle(seat)
                assert state.trace(seat) == state.hide(seat, 5).trace(seat)
                if not state.told:
                    assert state.chronicle(seat) == before[seat]
            silent += not state.told
            assert state.told or not state.trace()
    assert silent > least
