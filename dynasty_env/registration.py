"""Every game as a Gymnasium environment by its name.

    import dynasty_env
    import gymnasium

    env = gymnasium.make("dynasty_env/Dynasty-v0", bots="greedy", num_players=3)
    envs = gymnasium.make_vec("dynasty_env/Dynasty-v0", num_envs=64, bots="greedy")

A game of one's own has a name once it has been loaded, and goes by where it stands before that:

    dynasty_env.load_game("mine.py:Leduc")  # a game named my_leduc_v0
    env = gymnasium.make("dynasty_env/MyLeduc-v0")
    env = gymnasium.make("dynasty_env/Game-v0", game="mine.py:Leduc")

Importing `dynasty_env` registers the names and imports no game: a game is imported when its environment is made.
Since version 1.0 Gymnasium no longer looks for the environments of other packages by itself. So either `dynasty_env` is
imported first, or the name tells Gymnasium to: ``gymnasium.make("dynasty_env:dynasty_env/Dynasty-v0")``.
"""

from collections.abc import Sequence

from gymnasium.envs.registration import register, registry

NAMESPACE = "dynasty_env"
ANY = f"{NAMESPACE}/Game-v0"
"""The name of any game's environment: the game is an argument, by name or as ``file.py:Class``."""

SINGLE = "agents.opponents:single_env"
MANY = "agents.opponents:seat_vec_env"
"""Who makes the environments. They know bots by name, and so live with the bots; texts, so that nothing is imported."""


def gymnasium_id(game: str) -> str:
    """The name that Gymnasium knows a game by: ``dynasty_env/Dynasty-v0`` of ``dynasty_v0``."""
    stem, _, version = game.rpartition("_v")
    return f"{NAMESPACE}/{stem.title().replace('_', '')}-v{version}"


def register_games(games: Sequence[str]) -> None:
    """Make games known to `gymnasium.make` and `gymnasium.make_vec`; those that are known already stay as they are."""
    if ANY not in registry:
        register(ANY, entry_point=SINGLE, vector_entry_point=MANY)
    for game in games:
        if gymnasium_id(game) not in registry:
            register_game(game, game)


def register_game(name: str, place: str) -> None:
    """Make a game known by its name, in place of another one of that name.

    Args:
        place: how it is asked for: ``file.py:Class``, or its name.
    """
    known = gymnasium_id(name)
    there = registry.get(known)
    if known != ANY and (there is None or there.kwargs.get("game") != place):
        registry.pop(known, None)
        register(known, entry_point=SINGLE, vector_entry_point=MANY, kwargs={"game": place})
