"""The values that a game's own bot gives each legal action, as torch tensors (`agents.network.advice`)."""

import torch
from torch import Tensor

from agents.network import advice
from agents.network.advice import Advice, advice_on
from dynasty_env.kit.game import Game

START = (2.0, 1.0, 1.0, 0.0, -2.0)
"""With these weights of an action's features, a policy starts near the bot's but still tries other actions."""


def asked(game: Game, observation: Tensor, mask: Tensor) -> Tensor:
    """(B, A) float32, on the CPU: the values that the game's bot gives each action at decisions (B, D), (B, A)."""
    return torch.from_numpy(advice.asked(game, observation.numpy(force=True), mask.numpy(force=True)))


def features(values: Tensor, row: Tensor, action: Tensor) -> Advice:
    """The features that a network reads from the bot's `values` (B, A), for the legal actions `action` (K,)
    of `row` (K,)."""
    rows = row.numpy(force=True)
    result = advice_on(values.numpy(force=True)[rows, action.numpy(force=True)], rows)
    return Advice(*(torch.from_numpy(part).to(row.device) for part in result))
