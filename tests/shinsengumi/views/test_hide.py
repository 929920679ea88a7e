"""Proof of the resampler: everything hidden varies, uniformly given what the seat knows, and leaks are caught."""

from collections import Counter
from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import pytest

from dynasty_env.conformance.games.hiding import check_hiding
from dynasty_env.conformance.games.promises import ConformanceError
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME, Shinsengumi
from dynasty_env.shinsengumi.material import STONES
from dynasty_env.shinsengumi.views import view
from dynasty_env.shinsengumi.views.view import LAYOUT
from tests.resampling import RESAMPLES, could_answer, leaking, resampled, uniform
from tests.shinsengumi.positions import line, reached


def white_chances(whites: int, blacks: int, drawn: int) -> np.ndarray[Any, Any]:
    """(drawn + 1,) the chance of so many white ones among stones drawn blind."""
    total = comb(whites + blacks, drawn)
    return np.array([comb(whites, n) * comb(blacks, drawn - n) / total for n in range(drawn + 1)])


def hidden_move(state: State) -> bool:
    """The turn player names somebody, with stones in all hands, some stones having come back to the bag."""
    record = state.record
    stones = record["hand"][: state.num_players].sum(axis=1)
    return state.phase == "move" and record["returned"].sum() >= 2 and stones.min() >= 1 and stones.max() >= 3


@pytest.mark.parametrize("pile", ["person_pile", "event_pile"])
def test_every_place_of_a_pile_is_uniform(pile: str) -> None:
    state = reached(lambda s: s.phase == "move" and s.record["turn"] == 5)
    tables = resampled(state, state.seat)
    size = int(state.record[f"{pile}_size"])
    inside = np.bincount(state.record[pile][:size], minlength=24)
    for place in range(size):
        assert uniform(np.bincount(tables[pile][:, place], minlength=24), inside / size * RESAMPLES)


def test_open_stones_stay_as_they_are() -> None:
    state = reached(hidden_like_open := lambda s: s.phase == "move" and s.record["hand"].sum() > 6)
    assert hidden_like_open(state)
    for key in range(20):
        assert np.array_equal(state.hide(0, key).record["hand"], state.record["hand"])


def test_other_hands_are_drawn_uniformly_from_what_cannot_be_placed() -> None:
    """Not from stones that have come back to the bag since the draw: nobody can hold these."""
    state = reached(hidden_move, hidden_stones=True)
    record, me = state.record, state.seat
    tables = resampled(state, me)
    pool = [STONES - int(record["hand"][me, c] + record["returned"][c] + record["lost"][me, c]) for c in (0, 1)]
    for seat in range(state.num_players):
        held = int(record["hand"][seat].sum())
        assert set(tables["hand"][:, seat].sum(axis=1)) == {held}
        if seat == me:
            assert np.array_equal(tables["hand"][:, me], np.repeat(record["hand"][[me]], RESAMPLES, axis=0))
        else:
            seen = np.bincount(tables["hand"][:, seat, 0], minlength=held + 1)
            assert uniform(seen, white_chances(*pool, held) * RESAMPLES), f"seat {seat}"


def test_stones_that_others_have_lost_are_drawn_anew_and_own_ones_are_known() -> None:
    def somebody_lost(state: State) -> bool:
        return state.phase == "move" and state.record["lost"].sum() >= 2 and state.record["hand"].sum() >= 2

    state = reached(somebody_lost, hidden_stones=True)
    loser = int(state.record["lost"].sum(axis=1).argmax())
    other = (loser + 1) % state.num_players
    lost = {tuple(state.hide(other, key).record["lost"][loser]) for key in range(100)}
    assert len(lost) > 1
    assert {sum(pair) for pair in lost} == {int(state.record["lost"][loser].sum())}
    for key in range(100):
        own = state.hide(loser, key).record
        assert np.array_equal(own["lost"][loser], state.record["lost"][loser])
        assert (own["bag"] >= own["lost"].sum(axis=0) + own["returned"]).all()


def waiting(state: State) -> bool:
    """Somebody is being asked to wait, not the first one."""
    return state.phase == "wait" and state.record["a"] == 1 and state.num_players == 4


def test_who_is_asked_varies_for_the_others() -> None:
    state = reached(waiting, hidden_stones=True)
    for seat in range(4):
        asked = {state.hide(seat, key).seat for key in range(300)}
        if seat == state.seat:
            assert asked == {seat}
            assert state.view(seat)["deciding"] == seat
        else:
            assert seat not in asked
            assert state.view(seat)["deciding"] is None
            assert LAYOUT["deciding"].of(state.observe(seat)) == view.NO_SEAT
    varied = [len({state.hide(seat, key).seat for key in range(300)}) > 1 for seat in range(4)]
    assert any(varied)


def test_whoever_may_be_asked_has_a_stone_to_lay() -> None:
    state = reached(waiting, hidden_stones=True)
    other = (state.seat + 1) % 4
    for key in range(200):
        imagined = state.hide(other, key)
        assert imagined.seat != other
        assert len(imagined.legal()) > 1


def test_a_seat_that_has_passed_knows_that_it_has() -> None:
    """Who could have laid a stone and has been asked is not before his own turn of the round again."""

    def passed_before(state: State) -> bool:
        return waiting(state) and could_answer(state, (state.seat - 1) % 4)

    state = reached(passed_before, hidden_stones=True)
    before = (state.seat - 1) % 4
    later = {(state.hide(before, key).seat - before) % 4 for key in range(300)}
    assert later <= {1, 2, 3}
    assert state.seat in {state.hide(before, key).seat for key in range(300)}


def test_with_open_stones_everybody_knows_who_is_asked() -> None:
    state = reached(waiting)
    for seat in (None, *range(4)):
        assert state.view(seat)["deciding"] == state.seat


def test_hidden_hands_are_in_no_view() -> None:
    for state in line(3, hidden_stones=True):
        for seat in (None, *range(4)):
            shown = state.view(seat)
            assert shown["bag"] is None
            for number, place in enumerate(shown["seats"]):
                assert (place["white"] is None) == (number != seat)
                assert place["stones"] == state.record["hand"][number].sum()
        assert "white" not in " ".join(sentence for sentence in state.chronicle(None) if "draws" in sentence)


def test_the_next_die_is_uniform() -> None:
    """The same move on resampled tables rolls every face alike often."""
    state = reached(lambda s: s.phase == "assassinate_target")
    faces: Counter[int] = Counter()
    for key in range(RESAMPLES):
        other = state.hide(state.seat, key)
        other.play(int(state.legal()[0]))
        faces[next(entry.value for entry in other.trace() if entry.kind == 19)] += 1
    assert uniform(np.array([faces[face] for face in range(1, 7)]), np.full(6, RESAMPLES / 6))


def said_of(value: Callable[[Any, int], Any]) -> Callable[[Any, int, Any], None]:
    """A leak in the place of the namings."""
    return lambda t, me, seen: setattr(seen, "namings", int(value(t, me)))


def deciding(t: Any, me: int, seen: Any) -> None:
    """Who is asked to wait."""
    seen.deciding = (t.seat - me + t.num_players) % t.num_players


LEAKS = {
    "the next seat's white stones": said_of(lambda t, me: t.hand[(me + 1) % t.num_players, 0]),
    "the white stones of the bag": said_of(lambda t, me: t.bag[0]),
    "who is asked": deciding,
    "the top of the pile": said_of(lambda t, me: t.person_pile[t.person_pile_size - 1]),
    "what the next seat has lost": said_of(lambda t, me: t.lost[(me + 1) % t.num_players, 0]),
}


def checked(game: Game, seeds: int, where: Callable[[State], bool] = lambda state: True) -> None:
    """Look at some decisions of random games that `where` describes."""
    for seed in range(seeds):
        state = game.new(seed, backend="interpreted", hidden_stones=True)
        rng = np.random.default_rng(seed)
        while not state.done:
            if where(state) and rng.random() < 0.3:
                check_hiding(state, [1, 2])
            state.play(int(rng.choice(state.legal())))


@pytest.mark.parametrize("leak", LEAKS)
def test_leaks_in_the_observation_are_caught(leak: str) -> None:
    with pytest.raises(ConformanceError, match="depends on what it may not know"):
        checked(leaking(Shinsengumi, LEAKS[leak]), 40, lambda state: "lost" not in leak or state.record["lost"].any())


@pytest.mark.slow
def test_the_honest_game_passes_the_same_checks() -> None:
    """As `check_hiding` of the conformance suite says at every decision."""
    checked(GAME, 2)
