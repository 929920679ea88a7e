"""Every game that the generic suites run over: the registered ones, and the kit's own tiny ones."""

from importlib import import_module
from types import ModuleType
from typing import Any

import dynasty_env
from dynasty_env.kit.game import Game
from tests.tiny import cut_in, nim

ALL: list[Game] = [nim.GAME, cut_in.GAME, *(dynasty_env.game(name) for name in dynasty_env.GAMES)]
FACES: list[ModuleType] = [import_module(f"dynasty_env.{name}") for name in dynasty_env.GAMES]
"""The modules that give environments of the registered games."""


def variants(game: Game) -> list[dict[str, Any]]:
    """Arguments of an environment, one changed at a time: each rule option, reward and form of the observation."""
    rules = [
        {o.name: value} for o in game.options if o.name != "num_players" for value in o.values if value != o.default
    ]
    return [{}, *rules, *({"reward": reward} for reward in game.rewards[1:]), {"features": "onehot"}]


def sizes(game: Game) -> list[int]:
    """Some numbers of seats: the least, the most, and two between."""
    least, most = game.seats
    return sorted({least, min(least + 1, most), min(4, most), most})
