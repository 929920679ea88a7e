"""Who judges the options of persons, in hints and reviews."""

from agents.network.search import opinion_judge
from agents.search.judge import Judge
from dynasty_env.kit.game import Game

MEANWHILE = "random"
"""Who plays on until the rules are compiled: the game's own bot is too slow interpreted."""


def ready_judge(game: Game) -> Judge | None:
    """The judge of a game; None where what it calls has not been compiled yet."""
    judge = opinion_judge(game)
    return judge if judge.is_ready(game) else None
