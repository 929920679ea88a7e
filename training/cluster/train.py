"""`dynasty train --ray`: the actors of a run on a Ray cluster, its learner in this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.markup import escape

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible
from training.cluster.connect import connected
from training.cluster.crew import RayCrew
from training.cluster.learner import ClusterLearner
from training.learn.ppo import Settings
from training.learn.run import MakeLearner


@contextmanager
def on_ray(
    address: str, actors: int, together: int | None = None, console: Console | None = None
) -> Iterator[MakeLearner]:
    """What makes a learner whose games are played on a cluster, for `run.start` and `run.resume`.

    Args:
        address: see `connected`.
        actors: how many, a core each.
        together: how many rollouts an update learns from; None: as many as actors.
        console: what happens to actors is told here.

    Raises:
        OptionError: no cluster answers there, or a number is out of range.
    """
    if actors < 1:
        raise OptionError(f"--actors {actors} is out of range: at least 1")
    count = actors if together is None else together
    crews: list[RayCrew] = []

    def tell(what: str) -> None:
        if console is not None:
            console.print(f"[yellow]{escape(visible(what))}", soft_wrap=True, highlight=False)

    with connected(address, actors) as ray:

        def hire(game: Game, settings: Settings, decisions: int) -> RayCrew:
            crew = RayCrew(ray, game, settings, actors, ready=count, salt=decisions, tell=tell)
            crews.append(crew)
            crew.wait_for(1)
            return crew

        try:
            yield partial(ClusterLearner, hire=hire, together=count)
        finally:
            for crew in crews:
                crew.close()
