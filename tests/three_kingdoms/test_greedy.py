"""The game's own player."""

import numpy as np
import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from tests.three_kingdoms.rules.conftest import empty, new, order, phase_of, put
from tests.three_kingdoms.rules.fights import field, rounds


def choice(state: State) -> str:
    """What it does for the seat that decides."""
    seen = state.observe(state.seat)[None]
    return GAME.action_names[int(GAME.greedy_actions(seen, state.mask[None], backend="compiled")[0])]


def against_random(scenario: int, games: int, **options: int) -> tuple[float, float]:
    """Its share of victories, and its mean gain, in games against random players, over seats and powers."""
    won = gain = 0.0
    for seed in range(games):
        rng = np.random.default_rng(seed)
        state = GAME.new(seed, backend="compiled", scenario=scenario, powers=seed % 11, **options)
        me = seed % state.num_players
        while not state.done:
            state.play(choice(state) if state.seat == me else int(rng.choice(state.legal())))
        won += float(state.win_shares()[me])
        gain += float(state.returns("gain")[me])
    return won / games, gain / games


def front() -> State:
    """Dong Zhuo has 20 troops in Luoyang; Xuchang is empty, Chenliu weak, and Shangdang strong."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 20, "Dong Zhuo", "Li Ru", "Hua Xiong")
    put(state, "Chenliu", "Yuan Shu", 4, "Yuan Shu")
    put(state, "Shangdang", "Yuan Shao", 30, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 9, "Liu Biao")
    return phase_of(state, "Dong Zhuo")


def test_it_answers_every_decision() -> None:
    met = set()
    for seed in range(2):
        state = GAME.new(seed, backend="compiled", scenario=2 - seed, max_turns=4, num_players=5)
        while not state.done:
            met.add(state.phase)
            state.play(choice(state))
    assert {"act", "invade_generals", "invade_troops", "retreat", "redeploy"} <= met


def test_it_takes_what_is_empty_with_little() -> None:
    state = front()
    assert choice(state).startswith("invade:")
    order(state, "invade:Xuchang")
    general = choice(state)
    assert general.startswith("general:")
    assert general != "general:1", "no ruler"
    order(state, general)
    while state.phase == "invade_generals":
        order(state, "done")
    assert choice(state) == "troops:1"


def test_it_leaves_a_strong_enemy_alone() -> None:
    state = front()
    for name in ("Xuchang", "Hongnong", "Xinye", "Chenliu"):
        put(state, name, "Yuan Shao", 30)
    state.call("reopen")
    assert choice(state) == "levy:Luoyang"


def test_it_stays_in_a_fight_that_goes_well_and_leaves_a_lost_one() -> None:
    for attackers, wanted in ((15, "no"), (2, "yes")):
        state = rounds(field(attackers=attackers, defenders=16), m.Method.STRATAGEM, 1)
        order(state, "done", "done")
        assert state.phase == "retreat"
        assert choice(state) == wanted


def test_it_gains_more_than_random_players() -> None:
    won, gain = against_random(1, 4, max_turns=5)
    assert won >= 0.5
    assert gain > 0


@pytest.mark.parametrize("scenario", [1, 2, 3])
def test_it_wins_four_games_in_five_against_three_random_players(scenario: int) -> None:
    won, gain = against_random(scenario, 440)
    assert won >= 0.8
    assert gain > 0.05
