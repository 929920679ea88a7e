"""The hand-written player: always legal, and stronger than chance."""

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import SHEETS
from dynasty_env.kit.state import State
from tests.figures.seats import PLACES, SIDE, by_rote, duels, rates
from training.arena.victories import count_victories


def greedy(state: State) -> int:
    """What the hand-written player does for whoever decides."""
    return int(GAME.greedy_actions(state.observe(state.seat)[None], state.mask[None], backend="compiled")[0])


def test_it_wins_nine_duels_of_ten_against_random_play() -> None:
    won = 0
    for seed in range(30):
        state, mine, rng = GAME.new(seed, backend="compiled"), seed % 2, np.random.default_rng(seed)
        while not state.done:
            state.play(greedy(state) if state.seat == mine else int(rng.choice(state.legal())))
        won += bool(state.returns("win")[mine] > 0)
    assert won >= 27


def test_it_has_an_action_for_every_decision_of_every_variant() -> None:
    for seed in range(6):
        options = {"num_players": 2 + seed % 3, "figures": 1 + seed % 2, "stats": seed % 3, "emotions": True}
        state = GAME.new(seed, backend="compiled", distraction=True, **options)
        while not state.done:
            action = greedy(state)
            assert action in state.legal(), state.phase
            state.play(action)


def test_duels_from_mirrored_starts_begin_in_the_mirror() -> None:
    """The command that measures seats: both orders come up, and every game is decided."""
    found = duels(12, 1, "interpreted")
    assert found.shape == (12, 2) and set(found[:, 0]) == {0, 1} and set(found[:, 1]) <= {0, 0.5, 1}
    state = GAME.new(1, backend="interpreted")
    rote = {(GAME.phase_names[phase], seat): action for phase, seat, action in by_rote()}
    while state.phase in PLACES:
        state.play(rote[state.phase, state.seat])
    one, two = state.view(None)["figures"]
    assert (one["x"], one["y"], one["heading"]) == (SIDE - two["x"], two["y"], [-two["heading"][0], two["heading"][1]])


@pytest.mark.slow
def test_a_seat_wins_half_of_the_duels_from_mirrored_starts() -> None:
    for rate in rates(duels(6144, 7, "compiled")).values():
        assert rate.low < 0.53 and rate.high > 0.47


@pytest.mark.slow
def test_each_figure_wins_45_to_55_percent_against_each_other_one() -> None:
    """F69: about 2,000 duels a pair."""
    found = count_victories(GAME, "greedy", games=12_288, seed=77, options={"num_players": 2})
    assert len(found.traits) == SHEETS * (SHEETS - 1)
    for pair, rate in found.traits.items():
        assert rate.low < 0.55 and rate.high > 0.45, pair
