"""`dynasty train --ray`: the actors of a run are on a Ray cluster, its learner is in this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console

from agents.arguments import say, shown
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from training.cluster.connect import connected
from training.cluster.crew import RayCrew
from training.cluster.learner import ClusterLearner
from training.learn.meeting import MakeLearner
from training.learn.settings import Settings


@contextmanager
def on_ray(
    address: str, actors: int, rollouts_per_update: int | None = None, console: Console | None = None
) -> Iterator[MakeLearner]:
    """Returns a maker of learners whose games are played on a cluster, for `run.start` and `run.resume`. Raises
    OptionError if no cluster answers at the address, or a number is out of range.

    Args:
        address: see `connected`.
        rollouts_per_update: how many rollouts an update learns from; None: as many as there are actors.
    """
    if actors < 1:
        raise OptionError(f"--actors {actors} is out of range: at least 1")
    count = actors if rollouts_per_update is None else rollouts_per_update
    crews: list[RayCrew] = []

    def tell(what: str) -> None:
        if console is not None:
            say(console, f"[yellow]{shown(what)}")

    with connected(address, actors) as ray:

        def hire(game: Game, settings: Settings, decisions: int) -> RayCrew:
            crew = RayCrew(ray, game, settings, actors, ready=count, salt=decisions, tell=tell)
            crews.append(crew)
            tell(f"starting {actors} actors: each compiles the rules of {game.name} if needed")
            crew.wait_for(1)
            return crew

        try:
            yield partial(ClusterLearner, hire=hire, rollouts_per_update=count)
        finally:
            for crew in crews:
                crew.close()
