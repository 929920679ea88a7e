"""Trained networks as bots by name, ``policy:<path>``; whoever asks for bots by name imports this module."""

from pathlib import Path

from agents.registry import register
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.turn import Bot


def policy(game: Game, path: str) -> Bot:
    """The bot of a checkpoint. Torch is imported here, when a network is asked for."""
    from training.learn.policy_bot import PolicyBot

    return PolicyBot.load(path, game)


register("policy:<path>", policy)


def checkpoint_file(path: str) -> Path:
    """The file that such a bot is read from."""
    from training.learn import checkpoint

    return checkpoint.path_of(path)
