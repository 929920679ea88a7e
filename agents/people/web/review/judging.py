"""The judges of persons' options in hints and reviews, and the calls to a worker process."""

from typing import Any

import numpy as np

from agents.arguments import rulebook
from agents.network.search import habit_of, opinion_judge
from agents.search.advice import advise
from agents.search.budget import Budget
from agents.search.judge import Judge
from agents.search.opinion import weigh
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State


def ready_judge(game: Game, name: str = "") -> Judge | None:
    """The judge of a game, or the one with that name; None if the functions that it calls are not compiled yet."""
    judge = opinion_judge(game, name)
    return judge if judge.is_ready(game) else None


def opine(
    place: str, backend: BackendName, table: bytes, seed: int, judge: str, budget: str, chosen: int | None = None
) -> dict[str, Any]:
    """The opinion of the open decision of a hidden table; runs in a worker process.

    Everything that the deciding seat does not know has been resampled in the table. With the seed of `Course.as_met`,
    the result equals that of `dynasty review`. Until an action has been `chosen`, reasons are given.
    """
    game = rulebook(place)
    state = State(game, Tables(np.frombuffer(bytearray(table), game.dtype)), game.backend(backend))
    player = ready_judge(game, judge) or opinion_judge(game, judge, interpreted=True)
    decision, limit = Decision(state, np.random.default_rng(seed)), Budget.parse(budget)
    if chosen is None:
        return advise(decision, limit, player, habit_of(game, player)).to_dict()
    return weigh(decision, limit, player, chosen=chosen).to_dict()
