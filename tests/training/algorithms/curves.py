"""NashConv of what an algorithm has learned of a small game, exactly."""

from typing import Any

import torch

import dynasty_env
from dynasty_env.kit.game import Game
from training.algorithms.base import SelfPlay
from training.exact.policy import policy_of
from training.exact.tree import GameTree, build
from training.exact.value import exploited
from training.learn.network import TableNetwork
from training.learn.policy_bot import PolicyBot


def nash_conv(network: TableNetwork, tree: GameTree) -> float:
    """In chips, of the network in all seats."""
    bound: float = tree.game.points_bound
    return exploited(tree, policy_of(PolicyBot(network), tree).policy).nash_conv * bound


def learned(kind: type[SelfPlay], name: str, decisions: int, seats: int = 2, **settings: Any) -> list[float]:
    """NashConv at the beginning, after each tenth of so many decisions, and in the end."""
    torch.set_num_threads(1)
    game: Game = dynasty_env.game(name)
    learner, tree = kind(game, kind.settings_class(seats=seats, **settings)), build(game, num_players=seats)
    found = [nash_conv(learner.network, tree)]
    while learner.progress.decisions < decisions:
        learner.collect()
        learner.learn(learner.progress.decisions / decisions)
        if learner.progress.decisions >= len(found) * decisions / 10:
            found.append(nash_conv(learner.network, tree))
    return found
