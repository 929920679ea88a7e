"""NashConv of what an algorithm has learned of a small game, exactly."""

from typing import Any

import numpy as np
import torch

import dynasty_env
from training.algorithms.base import SelfPlay
from training.algorithms.registry import algorithm
from training.exact.policy import policy_of
from training.exact.tree import GameTree, build
from training.exact.value import exploited, values
from training.learn.network import TableNetwork
from training.learn.policy_bot import PolicyBot

OF_NFSP: dict[str, Any] = {
    "steps": 16, "reward": "points", "width": 64, "learning_rate": 2e-3, "anticipatory": 0.25,
}  # fmt: skip


def nash_conv(network: TableNetwork, tree: GameTree) -> float:
    """In chips, of the network in all seats."""
    bound: float = tree.game.points_bound
    return exploited(tree, policy_of(PolicyBot(network), tree).policy).nash_conv * bound


def begun(algorithm_name: str, name: str, seats: int, settings: dict[str, Any]) -> tuple[SelfPlay, GameTree]:
    """An untrained learner of a small game, by the name of its algorithm, and the game's tree."""
    torch.set_num_threads(1)
    kind, game = algorithm(algorithm_name), dynasty_env.game(name)
    assert issubclass(kind, SelfPlay)
    return kind(game, kind.settings_class(seats=seats, **settings)), build(game, num_players=seats)


def learned(algorithm_name: str, name: str, decisions: int, seats: int = 2, **settings: Any) -> list[float]:
    """NashConv at the beginning, after each tenth of so many decisions, and in the end."""
    learner, tree = begun(algorithm_name, name, seats, settings)
    found = [nash_conv(learner.network, tree)]
    while learner.progress.decisions < decisions:
        learner.collect()
        learner.learn(learner.progress.decisions / decisions)
        if learner.progress.decisions >= len(found) * decisions / 10:
            found.append(nash_conv(learner.network, tree))
    return found


def against_random(algorithm_name: str, name: str, decisions: int, seats: int = 2, **settings: Any) -> float:
    """What the network's likeliest actions win of random players, on average over the seats, in chips."""
    learner, tree = begun(algorithm_name, name, seats, settings)
    while learner.progress.decisions < decisions:
        learner.collect()
        learner.learn(learner.progress.decisions / decisions)
    return won_of_random(learner.network, tree)


def won_of_random(network: TableNetwork, tree: GameTree) -> float:
    """What its likeliest actions win of random players in one seat, on average over the seats, in chips."""
    own, bound = policy_of(PolicyBot(network, best=True), tree).policy, tree.game.points_bound
    in_one = [np.where((tree.seat == seat)[:, None], own, tree.uniform()) for seat in range(tree.seats)]
    return float(np.mean([values(tree, policy)[seat] * bound for seat, policy in enumerate(in_one)]))
