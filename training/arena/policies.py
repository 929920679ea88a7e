"""Trained networks as bots: ``policy:<path>``, ``policy+search:<path>:<budget>`` and ``sb3:<path>``.

Modules that make bots by name import this module.
"""

from pathlib import Path

from agents.network.player import champion_file
from agents.registry import register
from agents.search.distilled.file import distilled_file
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot


def policy(game: Game, path: str) -> Bot:
    """The bot of a checkpoint. Torch is imported here, when a network is requested."""
    from training.learn.policy_bot import PolicyBot

    return PolicyBot.load(path, game)


def policy_search(game: Game, argument: str) -> Bot:
    """The search with the network of a checkpoint. Torch is imported here, when a network is requested."""
    from training.learn.policy_search import policy_search as named

    return named(game, argument)


def sb3(game: Game, path: str) -> Bot:
    """The bot of a model of sb3-contrib, which is imported here, when a model is requested."""
    from training.bridges.sb3_bot import model_bot

    return model_bot(game, path)


register("policy:<path>", policy)
register("policy+search:<path>:<budget>", policy_search)
register("sb3:<path>", sb3, program=True)


def checkpoint_of(name: str) -> Path | None:
    """The checkpoint of the run that the bot of this name plays by, with torch; None for any other bot."""
    stem, _, path = name.partition(":")
    if stem not in ("policy", "policy+search"):
        return None
    from training.learn import checkpoint

    return checkpoint.path_of(path if stem == "policy" else path.rpartition(":")[0])


def network_of(name: str, game: Game) -> Path | None:
    """The file of the network that the bot of this name plays by; None for a bot without one."""
    stem, _, path = name.partition(":")
    if stem in ("champion", "champion+search"):
        return champion_file(game)
    if stem == "distilled":
        return distilled_file(game)
    return Path(path) if stem in ("net", "sampled", "sb3") else checkpoint_of(name)
