"""Every game as a Gymnasium environment by its name.

    import dynasty_env
    import gymnasium

    env = gymnasium.make("dynasty_env/Dynasty-v0", bots="greedy", num_players=3)
    envs = gymnasium.make_vec("dynasty_env/Dynasty-v0", num_envs=64, bots="greedy")

Importing `dynasty_env` registers the names and imports no game: a game is imported when its environment is made.
Since version 1.0 Gymnasium no longer looks for the environments of other packages by itself. So either `dynasty_env` is
imported first, or the name tells Gymnasium to: ``gymnasium.make("dynasty_env:dynasty_env/Dynasty-v0")``.
"""

from collections.abc import Sequence

from gymnasium.envs.registration import register, registry

NAMESPACE = "dynasty_env"

SINGLE = "agents.opponents:single_env"
MANY = "agents.opponents:seat_vec_env"
"""Who makes the environments. They know bots by name, and so live with the bots; texts, so that nothing is imported."""


def gymnasium_id(game: str) -> str:
    """The name that Gymnasium knows a game by: ``dynasty_env/Dynasty-v0`` of ``dynasty_v0``."""
    stem, _, version = game.rpartition("_v")
    return f"{NAMESPACE}/{stem.title().replace('_', '')}-v{version}"


def register_games(games: Sequence[str]) -> None:
    """Make games known to `gymnasium.make` and `gymnasium.make_vec`; those that are known already stay as they are."""
    for game in games:
        name = gymnasium_id(game)
        if name not in registry:
            register(name, entry_point=SINGLE, vector_entry_point=MANY, kwargs={"game": game})
