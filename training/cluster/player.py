"""The content of a Ray actor: its own tables, and a network that plays them. Nothing here depends on Ray."""

import os
import socket
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console

from dynasty_env.kit.files.replays import package_version
from dynasty_env.kit.game import Game
from training.cluster.parcel import Parcel, pack
from training.compiling import compile_rules
from training.learn.checkpoint import describe_game
from training.learn.collect import Credit, credit
from training.learn.network import Network, for_game
from training.learn.ppo import actor_of, empty_rollout
from training.learn.settings import Settings

Weights = dict[str, npt.NDArray[Any]]
"""The parameters of a network by name, as arrays that the object store shares among processes."""


class Orders(NamedTuple):
    """How to play a rollout.

    Attributes:
        version: the number of updates of the network that plays.
        as_greedy: play greedy's choices, to be imitated.
    """

    version: int
    as_greedy: bool = False


class About(NamedTuple):
    """Which actor plays, and by which rules."""

    node: str
    pid: int
    package: str
    game: dict[str, Any]


def weights_of(network: Network) -> Weights:
    """A copy of a network's parameters."""
    return {name: part.numpy(force=True).copy() for name, part in network.state_dict().items()}


def load(network: Network, weights: Weights) -> None:
    """Give a network these parameters, copied: the object store's are read-only, and tensors are written to."""
    network.load_state_dict({name: torch.from_numpy(np.array(part)) for name, part in weights.items()})
    network.eval()


def rules_of(game: Game) -> dict[str, Any]:
    """What must be equal on all machines: the meaning of observations and actions, and a table's layout."""
    return describe_game(game) | {"tables": repr(game.dtype.descr)}


@dataclass
class Player:
    """Plays one rollout after the other, each with the weights that it receives."""

    game: Game
    settings: Settings
    tables: int
    seed: int
    _credit: Credit | None = field(default=None, init=False)

    def join(self) -> About:
        """Compile the rules, or load them, and deal the first games; returns information about the actor."""
        torch.set_num_threads(1)
        compile_rules(self.game, Console(quiet=True), ["greedy"])
        self.network = for_game(self.game, **self.settings.network)
        self.rollout = empty_rollout(self.game, self.settings, self.tables, self.network.advised)
        self.actor = actor_of(self.game, self.settings, self.rollout, self.seed)
        return About(socket.gethostname(), os.getpid(), package_version(), rules_of(self.game))

    def play(self, orders: Orders, weights: Weights) -> Parcel:
        """Play a rollout."""
        begun, worked = time.perf_counter(), time.process_time()
        if self._credit is not None:
            self.rollout.carry_over(self._credit)
        load(self.network, weights)
        games = self.actor.play(self.network, as_greedy=orders.as_greedy)
        # Which decisions are open does not depend on γ, λ or the values.
        self._credit = credit(self.rollout, self.settings.discount, self.settings.trace_decay)
        seconds, cpu = time.perf_counter() - begun, time.process_time() - worked
        return pack(
            self.rollout, version=orders.version, as_greedy=orders.as_greedy, games=games, seconds=seconds, cpu=cpu
        )
