"""Every game that the generic suites run over: the registered ones, and the kit's own tiny ones."""

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import dynasty_env
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game, Option
from tests.tiny import cut_in, nim

ALL: list[Game] = [nim.GAME, cut_in.GAME, *(dynasty_env.game(name) for name in dynasty_env.GAMES)]
FACES: list[ModuleType] = [import_module(f"dynasty_env.{name}") for name in dynasty_env.GAMES]
"""The modules that give environments of the registered games."""


FEW = 5
"""Options of no more values are tried with each of them."""
LENGTH = "max_turns"
"""The option with which long games are made short ones."""
MOST = 40
"""Games with more combinations of seats and options never meet all of them."""


def telling(option: Option) -> tuple[int | bool, ...]:
    """The values of an option; of many the first, the last and one between."""
    values = option.values
    return values if len(values) <= FEW else (values[0], values[len(values) // 2], values[-1])


def brief(game: Game) -> dict[str, Any]:
    """Options with which a game is short, if it has such."""
    return {LENGTH: 1} if any(option.name == LENGTH for option in game.options) else {}


def variants(game: Game) -> list[dict[str, Any]]:
    """Arguments of an environment, one changed at a time: each rule option, reward and form of the observation."""
    rules = [
        {o.name: value}
        for o in game.options
        if o.name not in ("num_players", LENGTH)
        for value in telling(o)
        if value != o.default
    ]
    changes = [{}, *rules, *({"reward": reward} for reward in game.rewards[1:]), {"features": "onehot"}]
    return [brief(game) | change for change in changes]


def sizes(game: Game) -> list[int]:
    """Some numbers of seats: the least, the most, and two between."""
    least, most = game.seats
    return sorted({least, min(least + 1, most), min(4, most), most})


def tables(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """Numbers of seats, and arguments of an environment to go with them: each of both, not all of both."""
    plain = [(size, brief(game)) for size in sizes(game)]
    changed = variants(game)[1:]
    turns = [[size for size in sizes(game) if takes(game, {"num_players": size, **given})] for given in changed]
    return plain + [(fit[n % len(fit)], given) for n, (fit, given) in enumerate(zip(turns, changed, strict=True))]


def combined(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """Those of `tables`, and, where these are few, every other number of seats and arguments that the game takes
    together."""
    every = [(size, given) for size in sizes(game) for given in variants(game)]
    if len(every) > MOST:
        return tables(game)
    others = [case for case in every if case not in tables(game)]
    return tables(game) + [(size, given) for size, given in others if takes(game, {"num_players": size, **given})]


def cases() -> list[Any]:
    """Parameters of a test: an environment's module, a number of seats and arguments. Combinations run in the long
    form."""
    return [
        pytest.param(face, size, given, marks=() if (size, given) in tables(face.game) else pytest.mark.slow)
        for face in FACES
        for size, given in combined(face.game)
    ]


def takes(game: Game, given: Mapping[str, Any]) -> bool:
    """Whether the game can be played with these arguments of an environment."""
    rules = {name: value for name, value in given.items() if name not in ("reward", "features")}
    try:
        game.check_options(rules)
    except OptionError:
        return False
    return True
