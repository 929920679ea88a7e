"""Datasets as algorithms make them, and what is learned from random players."""

import io
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from rich.console import Console

import dynasty_env
from tests.training.algorithms.curves import won_of_random
from training.algorithms.offline import Data, Offline, OfflineSettings
from training.exact.tree import build

LEDUC: dict[str, Any] = {"seats": 2, "reward": "points", "width": 64, "passes": 30, "minibatch": 128}


def made(name: str, decisions: int, **settings: Any) -> Data:
    """A dataset of so many decisions as algorithms make it."""
    game = dynasty_env.game(name)
    chosen = OfflineSettings(**settings).of_game(game)
    with TemporaryDirectory() as folder:
        return Offline.data_for(game, chosen, decisions * chosen.passes, Path(folder), Console(file=io.StringIO()))


@cache
def random_poker() -> Data:
    """Decisions of random players at Leduc poker."""
    return made("leduc_v0", 1500, **LEDUC)


def won(kind: type[Offline], **settings: Any) -> float:
    """What an algorithm that has learned from random players wins of them, in chips."""
    torch.set_num_threads(1)
    game = dynasty_env.game("leduc_v0")
    learner = kind(game, kind.settings_class(**LEDUC, **settings), random_poker())
    learner.learn()
    return won_of_random(learner.network, build(game, num_players=2))
