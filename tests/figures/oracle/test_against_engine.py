"""The engine against the book's own account: every table, every choice, every contact, throw and winner."""

from collections import Counter

import numpy as np
import pytest

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.figures.game import GAME
from dynasty_env.figures.ids import Trace
from dynasty_env.kit.state import State
from tests.figures.oracle import turn as account
from tests.figures.oracle.compare import DisagreementError, Point, follow

OWN = {"DRAWN", "GIVEN"}
"""Entries that a seat alone is told."""
EVERYTHING = {phase.step.name.lower() for phase in GAME.phases} | {kind.name for kind in Trace} - OWN


def whole_games(games: int, seed: int, points: float = 0.0) -> Counter[str]:
    """Games under mixed options: chance alone, or by turns with the hand-written player. Returns what was met.

    Args:
        points: how often what can be said by real numbers is (F63).
    """
    met: Counter[str] = Counter()
    pointed: Counter[str] = Counter()
    for n, options in enumerate(option_sets(GAME, games, seed)):
        rng, wise = np.random.default_rng([seed, n]), (0.0, 0.6, 0.9)[n % 3]

        def choose(state: State, rng: np.random.Generator = rng, wise: float = wise) -> str | Point:
            if points and state.takes_point and rng.random() < points:
                pointed[f"{state.phase} by a point"] += 1
                return rng.uniform(-1.1, 1.1, 6).astype(np.float32)
            if rng.random() < wise:
                seen = state.observe(state.seat)[None], state.mask[None]
                return GAME.action_names[int(GAME.greedy_actions(*seen, backend="compiled")[0])]
            return GAME.action_names[int(rng.choice(state.legal()))]

        state = GAME.new(seed + n, backend="compiled", **options)
        try:
            met += follow(state, choose)
        except DisagreementError as error:
            raise AssertionError(f"seed {seed + n} {options}, phase {state.phase}: {error}") from error
    return met + pointed


def test_engine_and_book_agree() -> None:
    met = whole_games(24, seed=0)
    assert sum(met[phase.step.name.lower()] for phase in GAME.phases) > 1_500
    assert not EVERYTHING - {"CANCELLED", "FURY", "SHUFFLED", "KEPT", "joker"} - {*met}, "a rule was not met"


def test_engine_and_book_agree_on_real_numbers() -> None:
    """What cannot be said by names is by a real number, now and then; a point that is not legal becomes the nearest."""
    met = whole_games(7, seed=50_000, points=0.5)
    assert all(met[f"{phase} by a point"] > 10 for phase in GAME.point_phases), met


@pytest.mark.slow
def test_engine_and_book_agree_on_real_numbers_long() -> None:
    whole_games(1_000, seed=60_000, points=0.7)


@pytest.mark.slow
def test_engine_and_book_agree_long() -> None:
    met = whole_games(1_500, seed=10_000)
    assert not EVERYTHING - {*met}


def test_a_rule_that_is_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: an account with a front of four edges does not pass."""
    monkeypatch.setattr(account, "FRONT", (8, 10, 12, 2))
    with pytest.raises(AssertionError, match="the engine has"):
        whole_games(24, seed=0)
