"""Trained networks as bots: ``policy:<path>`` and ``policy+search:<path>:<budget>``.

Whoever asks for bots by name imports this module.
"""

from pathlib import Path

from agents.registry import register
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.turn import Bot


def policy(game: Game, path: str) -> Bot:
    """The bot of a checkpoint. Torch is imported here, when a network is asked for."""
    from training.learn.policy_bot import PolicyBot

    return PolicyBot.load(path, game)


def policy_search(game: Game, argument: str) -> Bot:
    """The search with the network of a checkpoint. Torch is imported here, when a network is asked for."""
    from training.learn.policy_search import PolicySearch

    return PolicySearch.named(game, argument)


register("policy:<path>", policy)
register("policy+search:<path>:<budget>", policy_search)


def checkpoint_of(name: str) -> Path | None:
    """The file of the network that the bot of this name plays by; None for a bot without a checkpoint."""
    stem, _, path = name.partition(":")
    if stem not in ("policy", "policy+search"):
        return None
    from training.learn import checkpoint

    return checkpoint.path_of(path if stem == "policy" else path.rpartition(":")[0])
