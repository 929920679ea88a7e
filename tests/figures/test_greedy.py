"""The hand-written player: always legal, and stronger than chance."""

from __future__ import annotations

import numpy as np

from dynasty_env.figures.game import GAME
from dynasty_env.kit.state import State


def greedy(state: State) -> int:
    """What the hand-written player does for whoever decides."""
    return int(GAME.greedy_actions(state.observe(state.seat)[None], state.mask[None], backend="interpreted")[0])


def test_it_wins_nine_duels_of_ten_against_random_play() -> None:
    won = 0
    for seed in range(30):
        state, mine, rng = GAME.new(seed, backend="interpreted"), seed % 2, np.random.default_rng(seed)
        while not state.done:
            state.play(greedy(state) if state.seat == mine else int(rng.choice(state.legal())))
        won += bool(state.returns("win")[mine] > 0)
    assert won >= 27


def test_it_has_an_action_for_every_decision_of_every_variant() -> None:
    for seed in range(6):
        options = {"num_players": 2 + seed % 3, "figures": 1 + seed % 2, "stats": seed % 3, "emotions": True}
        state = GAME.new(seed, backend="interpreted", distraction=True, **options)
        while not state.done:
            action = greedy(state)
            assert action in state.legal(), state.phase
            state.play(action)
