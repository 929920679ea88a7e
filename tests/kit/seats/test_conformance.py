"""The promises of the kit, kept by every game. CI plays a part of each; `pytest -m slow` the whole."""

import json

import pytest

from dynasty_env.kit.game import Game
from dynasty_env.kit.seats import conformance, hiding_checks
from tests.games import ALL

pytestmark = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)

SHORT = {"games": 10_000, "backends": 50, "decisions": 200, "step": 3}
LONG = {"games": 1_000_000, "backends": 500, "decisions": 2_000, "step": 1}


def random_games(game: Game, sizes: dict[str, int]) -> None:
    games, decisions, offered = conformance.check_random_games(game, sizes["games"])
    assert games >= sizes["games"] * 0.9
    assert offered > decisions


def decisions(game: Game, sizes: dict[str, int]) -> None:
    """Every `step`-th of the sampled decisions, and the first one of each phase."""
    seen: set[str] = set()
    for n, (state, rng) in enumerate(conformance.sampled_decisions(game, sizes["decisions"], 20)):
        if n % sizes["step"] and state.phase in seen:
            continue
        conformance.check_refusals(state)
        conformance.check_copies(state, rng)
        hiding_checks.check_hiding(state, [1, 2**40 + n])
        if n % (10 * sizes["step"]) == 0:
            hiding_checks.check_resampled_end(state, n % state.num_players, rng)
        seen.add(state.phase)
    assert len(seen) >= 0.8 * len(game.phase_names), f"few phases were met: {sorted(seen)}"


def test_random_games_keep_every_truth(game: Game) -> None:
    random_games(game, SHORT)


def test_interpreted_games_are_the_compiled_ones(game: Game) -> None:
    conformance.check_backends(game, SHORT["backends"])


def test_decisions_refuse_copy_and_hide(game: Game) -> None:
    decisions(game, SHORT)


@pytest.mark.slow
def test_random_games_keep_every_truth_long(game: Game) -> None:
    random_games(game, LONG)


@pytest.mark.slow
def test_interpreted_games_are_the_compiled_ones_long(game: Game) -> None:
    conformance.check_backends(game, LONG["backends"])


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
