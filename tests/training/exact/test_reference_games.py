"""Kuhn and Leduc poker against OpenSpiel's own, and exact measures of bots."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability

import dynasty_env
from agents.registry import make_bot
from agents.uniform import Random
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.reference import kuhn, leduc
from tests.tiny import nim
from training.exact.policy import policy_of
from training.exact.solve import solve
from training.exact.tree import GameTree, build
from training.exact.value import best_response, exploited, values


@pytest.fixture(scope="module")
def trees() -> dict[str, GameTree]:
    return {
        "kuhn_poker": build(kuhn.GAME, num_players=2),
        "kuhn_poker(players=3)": build(kuhn.GAME, num_players=3),
        "leduc_poker": build(leduc.GAME, num_players=2),
    }


@pytest.mark.parametrize(
    ("name", "infosets"), [("kuhn_poker", 12), ("kuhn_poker(players=3)", 48), ("leduc_poker", 288)]
)
def test_the_uniform_policy_is_worth_and_exploited_what_openspiel_says(
    trees: dict[str, GameTree], name: str, infosets: int
) -> None:
    tree, theirs = trees[name], pyspiel.load_game(name)
    uniform = policies.UniformRandomPolicy(theirs)
    found = exploited(tree, tree.uniform())
    chips = tree.game.points_bound
    assert len(tree.seat) == infosets  # suits do not matter, by which OpenSpiel's Leduc tells more apart
    assert found.nash_conv * chips == pytest.approx(exploitability.nash_conv(theirs, uniform), abs=1e-6)
    if theirs.num_players() == 2:
        assert found.exploitability * chips == pytest.approx(exploitability.exploitability(theirs, uniform), abs=1e-6)
    assert found.values.sum() == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "iterations", "value", "close"),
    [("kuhn_poker", 2000, -1 / 18, 2e-5), ("leduc_poker", 1000, -0.0856, 1e-4)],
)
def test_the_values_of_the_games_are_the_known_ones(
    trees: dict[str, GameTree], name: str, iterations: int, value: float, close: float
) -> None:
    tree = trees[name]
    solved = solve(tree, iterations)
    found, chips = exploited(tree, solved), tree.game.points_bound
    assert found.values[0] * chips == pytest.approx(value, abs=close)
    assert 0 <= found.nash_conv * chips < 2e-3


def test_compiled_rules_build_the_same_tree() -> None:
    state = nim.GAME.new(0)
    while state.record["heap"] > 12:
        state.play("take 1")
    one, two = (build(nim.GAME, "win", backend=backend, ending=state) for backend in ("interpreted", "compiled"))
    assert len(one.parent) > 1000
    for field in fields(one):
        found, other = getattr(one, field.name), getattr(two, field.name)
        assert np.array_equal(found, other) if isinstance(found, np.ndarray) else found == other


def test_a_control_is_exploited(trees: dict[str, GameTree]) -> None:
    """What solves Leduc with two cards' ranks exchanged solves another game, and the measure says so."""
    tree = trees["leduc_poker"]
    solved = solve(tree, 100)
    assert exploited(tree, np.roll(solved, 1, axis=0)).nash_conv > 20 * exploited(tree, solved).nash_conv


def test_a_best_response_is_at_least_as_good_as_any_other(trees: dict[str, GameTree]) -> None:
    """Chance, seats and perfect recall: no random policy of one seat wins more than its best response."""
    rng = np.random.default_rng(0)
    for tree in trees.values():
        for seat in range(tree.seats):
            own = (tree.seat == seat)[:, None]
            fixed = drawn(tree, rng)
            best = values(tree, best_response(tree, fixed, seat))[seat]
            for _ in range(20):
                assert values(tree, np.where(own, drawn(tree, rng), fixed))[seat] <= best + 1e-12


def drawn(tree: GameTree, rng: np.random.Generator) -> np.ndarray:
    weights = rng.exponential(size=tree.mask.shape) * tree.mask
    return weights / weights.sum(axis=1, keepdims=True)


class Folds:
    """Always its first legal action: says so to many tables at once."""

    name = "folds"

    def reset(self, seed: int) -> None:
        pass

    def act(self, decision: Decision) -> int:
        return int(decision.legal[0])


class FoldsAtOnce(Folds):
    def act_many(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return mask.argmax(axis=1)


class Lies(Folds):
    def __init__(self, probabilities: list[float]) -> None:
        self.given = probabilities

    def probabilities(self, decision: Decision) -> np.ndarray:
        return np.array(self.given)


class Forgetful(Random):
    """Random, but it does not say with what probabilities."""

    probabilities = None  # type: ignore[assignment]


def test_bots_say_or_show_what_they_do(trees: dict[str, GameTree]) -> None:
    tree = trees["kuhn_poker"]
    assert np.array_equal(policy_of(make_bot("random", kuhn.GAME), tree).policy, tree.uniform())
    first = np.eye(2)[np.zeros(12, int)]
    for bot in (Folds(), FoldsAtOnce()):
        asked = policy_of(bot, tree, samples=3)
        assert np.array_equal(asked.policy.round(9), first)
    assert policy_of(FoldsAtOnce(), tree, samples=0).samples == 0


def test_a_bot_that_says_nothing_is_asked_often(trees: dict[str, GameTree]) -> None:
    tree, calls = trees["kuhn_poker"], []
    asked = policy_of(Forgetful(), tree, samples=400, watch=calls.append)  # type: ignore[arg-type]
    assert asked.samples == 400 == calls[-1]
    assert np.abs(asked.policy - tree.uniform()).max() < 0.12
    with pytest.raises(OptionError, match="--samples 1 or more"):
        policy_of(Forgetful(), tree, samples=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [[0.5, 0.6], [1.0], [float("nan"), 1.0], [-0.5, 1.5]])
def test_what_is_no_distribution_is_refused(trees: dict[str, GameTree], given: list[float]) -> None:
    with pytest.raises(OptionError, match="probabilities gave"):
        policy_of(Lies(given), trees["kuhn_poker"])


def test_games_that_are_too_large_or_do_not_list_their_chance_are_refused() -> None:
    with pytest.raises(OptionError, match="more than 100 nodes"):
        build(leduc.GAME, most=100, num_players=2)
    with pytest.raises(OptionError, match="does not declare that its chance can be enumerated"):
        build(nim.GAME)
    with pytest.raises(OptionError, match="reward is one of win, points"):
        build(kuhn.GAME, "rank")


def test_the_games_are_known_by_name_everywhere(tmp_path: Path) -> None:
    for name, game in (("kuhn_v0", kuhn.GAME), ("leduc_v0", leduc.GAME)):
        assert dynasty_env.game(name) is game is dynasty_env.load_game(name)
        assert name in dynasty_env.game_names()
        assert name not in dynasty_env.GAMES
    other = tmp_path / "other.py"
    source = Path(kuhn.__file__).read_text(encoding="utf-8")
    other.write_text(source, encoding="utf-8")
    with pytest.raises(OptionError, match="name of a game of this package"):
        dynasty_env.load_game(f"{other}:Kuhn")
