"""The values that a game's own bot gives to each legal action, as features for a network.

Such a bot (`Game.advice`) looks one action ahead, or further: it knows the odds of dice and cards, which a network
would have to infer from raw observations. It sees only the observation, and so does a network that reads its advice.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.choice import NEVER
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes

Floats = npt.NDArray[np.float32]

MANY = 64
"""Number of decisions from which compiling the bot pays off."""

NUMBERS = 5
"""Number of features of an action."""
OF_ALL = 2
"""Number of features of a decision."""
FINEST = np.log(201.0)
"""Divisor of the fine scale, which is 1 for a value that is 1 worse."""


class Advice(NamedTuple):
    """The bot's advice on B decisions with K legal actions in all.

    Attributes:
        of_action: (K, NUMBERS) whether it is the bot's choice (1 or 0); how much worse than that choice it is, from 0
            down, on a fine scale, on a coarse one, and relative to the worst action; whether it is out of the question.
        of_all: (B, OF_ALL) the value of the bot's choice; how much worse the second best action is, on the fine scale.
    """

    of_action: Any
    of_all: Any


def asked(game: Game, observation: Bytes, mask: Bytes) -> Floats:
    """(B, A) the bot's value of each action at decisions (B, D), (B, A). For many decisions the bot is compiled."""
    return game.advice(observation, mask, backend="compiled" if len(mask) >= MANY else None)


def advice_on(values: Floats, rows: npt.NDArray[np.int64]) -> Advice:
    """The features, as float32 arrays.

    Args:
        values: (K,) the values that the bot gives to the legal actions.
        rows: (K,) the decision of each action: 0 … B-1 in ascending order, each with at least one action.
    """
    impossible = values < NEVER
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    best = np.maximum.reduceat(values, starts)
    behind = np.where(impossible, 1.0, best[rows] - values)
    chosen = behind == 0
    fine = np.log1p(np.minimum(behind, 10.0) * 200.0) / FINEST
    coarse = np.minimum(behind * 10.0, 1.0)
    widest = np.maximum.reduceat(np.where(impossible, 0.0, behind), starts)
    share = np.minimum(behind / np.maximum(widest, 1e-6)[rows], 1.0)
    of_action = np.stack([chosen, -fine, -coarse, -share, impossible], axis=1)
    second = np.minimum.reduceat(np.where(chosen, 2.0, np.minimum(fine, 2.0)), starts)
    of_all = np.stack([np.clip(best, -1.0, 1.0), second], axis=1)
    return Advice(of_action.astype(np.float32), of_all.astype(np.float32))
