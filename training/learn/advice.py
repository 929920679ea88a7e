"""What a game's own bot thinks of each legal action, as torch takes it (`agents.network.advice`)."""

import torch
from torch import Tensor

from agents.network.advice import Advice, advice_on
from dynasty_env.kit.game import BackendName, Game

START = (2.0, 1.0, 1.0, 0.0, -2.0)
"""With these weights of an action's numbers a policy begins near the bot's, and still tries other actions."""

MANY = 64
"""Decisions that are worth compiling the bot for."""


def advise(game: Game, observation: Tensor, mask: Tensor, row: Tensor, action: Tensor) -> Advice:
    """Ask the game's bot about decisions (B, D), (B, A), whose legal actions are `action` (K,) of `row` (K,)."""
    backend: BackendName | None = "compiled" if len(mask) >= MANY else None
    values = game.greedy_values(observation.numpy(force=True), mask.numpy(force=True), backend=backend)
    rows = row.numpy(force=True)
    found = advice_on(values[rows, action.numpy(force=True)], rows)
    return Advice(*(torch.from_numpy(part).to(observation.device) for part in found))
