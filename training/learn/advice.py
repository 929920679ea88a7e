"""What a game's own bot thinks of each legal action, as torch takes it (`agents.network.advice`)."""

import torch
from torch import Tensor

from agents.network import advice
from agents.network.advice import Advice, advice_on
from dynasty_env.kit.game import Game

START = (2.0, 1.0, 1.0, 0.0, -2.0)
"""With these weights of an action's numbers a policy begins near the bot's, and still tries other actions."""


def asked(game: Game, observation: Tensor, mask: Tensor) -> Tensor:
    """(B, A) float32, on the CPU: what the game's bot thinks of each action at decisions (B, D), (B, A)."""
    return torch.from_numpy(advice.asked(game, observation.numpy(force=True), mask.numpy(force=True)))


def features(values: Tensor, row: Tensor, action: Tensor) -> Advice:
    """What a network reads of the bot's `values` (B, A) of the legal actions `action` (K,) of `row` (K,)."""
    rows = row.numpy(force=True)
    result = advice_on(values.numpy(force=True)[rows, action.numpy(force=True)], rows)
    return Advice(*(torch.from_numpy(part).to(row.device) for part in result))
