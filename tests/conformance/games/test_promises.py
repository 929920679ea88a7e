"""The promises of the kit, kept by every game. CI plays a part of each; `pytest -m slow` the whole."""

import json
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from dynasty_env.conformance.games import hiding, promises
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.books import book_of
from tests.games import ALL
from tests.golden.games import Golden, golden_files

pytestmark = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)

USUAL = 1.8e6
"""Decisions times bytes of the table of a game that is played as often as is said below; others are played less."""
SAMPLE = 60
"""Games by which it is found out how long they are."""

MOST_PHASES = 0.8
"""Part of a game's phases of which a decision has to be looked at."""

SHORT = {"games": 500, "backends": 3, "decisions": 20, "step": 24, "keys": 1}
LONG = {"games": 1_000_000, "backends": 500, "decisions": 2_000, "step": 1, "keys": 2}


@cache
def share(game: Game) -> float:
    """How much of the usual number of games is played: less than 1 of games that are long, or of large tables."""
    games, decisions, _ = promises.check_random_games(game, SAMPLE, batches=SAMPLE)
    return min(1.0, USUAL * games / (decisions * game.dtype.itemsize))


def random_games(game: Game, sizes: dict[str, int]) -> None:
    wanted = int(sizes["games"] * share(game))
    games, decisions, offered = promises.check_random_games(game, wanted)
    assert games == wanted
    assert offered > decisions


def decisions(game: Game, sizes: dict[str, int]) -> None:
    """Every `step`-th of the sampled decisions, and the first one of each phase; of phases that random games seldom
    come to, one of the golden games."""
    seen: set[str] = set()
    for n, (state, rng) in enumerate(promises.sampled_decisions(game, int(sizes["decisions"] * share(game)), 20)):
        if n % sizes["step"] and state.phase in seen:
            continue
        kept_promises(state, rng, [2**40 + n, 1][: sizes["keys"]])
        if n % (10 * sizes["step"]) == 0:
            hiding.check_resampled_end(state, n % state.num_players, rng)
        seen.add(state.phase)
    if len(seen) < MOST_PHASES * len(game.phase_names):
        for n, state in enumerate(rare_decisions(game, seen)):
            kept_promises(state, np.random.default_rng(n), [2**41 + n])
    assert len(seen) >= MOST_PHASES * len(game.phase_names), f"few phases were met: {sorted(seen)}"


def kept_promises(state: State, rng: np.random.Generator, keys: list[int]) -> None:
    """All that must hold of a decision."""
    promises.check_refusals(state)
    promises.check_copies(state, rng)
    hiding.check_hiding(state, keys)


def rare_decisions(game: Game, seen: set[str]) -> Iterator[State]:
    """A decision of each phase of a game's golden games that is not among `seen`, to which it is added."""
    for path in golden_files(book_of(game.name)):
        for state in Golden.read(game, path).replay.play("compiled"):
            if state.phase not in seen:
                seen.add(state.phase)
                yield state.clone()


def test_random_games_keep_every_truth(game: Game) -> None:
    random_games(game, SHORT)


def test_interpreted_games_are_the_compiled_ones(game: Game) -> None:
    promises.check_backends(game, int(SHORT["backends"] * share(game)))


def test_decisions_refuse_copy_and_hide(game: Game) -> None:
    decisions(game, SHORT)


@pytest.mark.slow
def test_random_games_keep_every_truth_long(game: Game) -> None:
    random_games(game, LONG)


@pytest.mark.slow
def test_interpreted_games_are_the_compiled_ones_long(game: Game) -> None:
    promises.check_backends(game, int(LONG["backends"] * share(game)))


@pytest.mark.slow
def test_decisions_refuse_copy_and_hide_long(game: Game) -> None:
    decisions(game, LONG)


def test_same_seed_same_game(game: Game) -> None:
    one, two, other = game.new(5), game.new(5), game.new(6)
    assert one.to_dict() == two.to_dict()
    assert one.to_dict() != other.to_dict()


def test_saved_games_are_json(game: Game) -> None:
    saved = game.new(5).to_dict()
    assert json.loads(json.dumps(saved)) == saved
    assert saved["game"] == game.name
