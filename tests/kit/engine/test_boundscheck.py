"""Compiled rules index no array out of its bounds: NUMBA_BOUNDSCHECK=1 pytest -m boundscheck."""

from typing import Any

import numba
import numpy as np
import pytest
from numba.core import config

import dynasty_env
from dynasty_env.conformance.games import hiding, promises
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.game import Game
from tests.games import ALL
from tests.tiny.nim import Nim

pytestmark = [
    pytest.mark.boundscheck,
    pytest.mark.skipif(not config.BOUNDSCHECK, reason="compiled without checks: set NUMBA_BOUNDSCHECK=1"),
]
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
GAMES = 50
BEYOND = np.array([1, 2, 3], np.int64)


@rule
def deal(t):
    t.heap = BEYOND[t.seed]


class Canary(Nim):
    """Reads beyond an array, where the seed says."""

    name = "canary_v0"
    rules = Nim.rules | {"deal": deal}


def test_the_canary_is_caught() -> None:
    @numba.njit
    def read(array: Any, i: int) -> Any:
        return array[i]

    assert read(BEYOND, 2) == 3
    with pytest.raises(IndexError):
        read(BEYOND, 3)


def test_the_canary_is_caught_in_an_entry_of_the_kit() -> None:
    """Also when the entry comes from the cache, where unchecked entries must not be found."""
    game = Canary()
    tables = game.blank(1, game.check_options({}))
    with pytest.raises(IndexError):
        game.compiled.call("deal", tables, 0, 3)


@every_game
def test_random_games(game: Game) -> None:
    games, *_ = promises.check_random_games(game, GAMES, batches=GAMES)
    assert games >= GAMES


@every_game
def test_decisions_observed_hidden_and_described(game: Game) -> None:
    for n, (state, _) in enumerate(promises.sampled_decisions(game, 8, 10)):
        promises.check_refusals(state)
        if n % 4 == 0:
            hiding.check_hiding(state, [3])
        state.call("reopen")
        assert state.call("audit") == 0


@every_game
def test_many_tables(game: Game) -> None:
    for options in promises.option_sets(game, 4):
        env = VectorEnv(game, 4, seed=1, threads=2, **options)
        batch = env.reset()
        rng = np.random.default_rng(0)
        for _ in range(400):
            batch = env.step([rng.choice(np.flatnonzero(mask)) for mask in batch.action_mask])
        assert game.compiled.call("random_steps", env.tables, 0, 4, 400, 7) >= 0
        env.close()


@every_game
def test_learners_among_bots_and_playouts(game: Game) -> None:
    def first_legal(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return mask.argmax(axis=1)

    for bots in (*game.policies, first_legal):
        env = SeatVectorEnv(game, 4, bots, threads=2)
        _, infos = env.reset(seed=1)
        rng = np.random.default_rng(0)
        for _ in range(100):
            *_, infos = env.step([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        env.close()
    state = env.state(0)
    for policy in game.policies:
        for seat in (None, state.seat):
            assert state.playouts(8, policy, seat=seat).shape == (8, state.num_players)


def test_saved_games_go_on() -> None:
    """`proceed` runs from a table laid by hand."""
    from tests.dynasty.rules.conftest import seat, table

    laid = table(seat("Henry IV"), seat("Elizabeth I")).to_dict()
    state = dynasty_env.game("dynasty_v0").from_dict(
        {name: laid[name] for name in laid if name not in ("stack", "frame", "seat")}, backend="compiled"
    )
    rng = np.random.default_rng(0)
    while not state.done:
        state.play(int(rng.choice(state.legal())))
