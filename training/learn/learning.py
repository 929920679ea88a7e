"""The interface that a run (`run.py`) needs from any learner."""

from typing import Any, Protocol

from dynasty_env.kit.game import Game
from training.learn.network import TableNetwork
from training.learn.ppo import Progress


class Learning(Protocol):
    """A learner that alternates between playing and learning, and whose network plays the game.

    Attributes:
        game: the game that is learned.
        network: plays what has been learned so far.
        progress: how far training has come.
    """

    game: Game
    network: TableNetwork
    progress: Progress

    @property
    def settings(self) -> Any:
        """A dataclass whose `game_options` are the options of the game, `num_players` among them."""

    @property
    def seats(self) -> int:
        """The number of seats at a table."""

    def prepare(self) -> None:
        """Do everything that must be done before the clock of the run starts."""

    def collect(self) -> dict[str, float]:
        """Play; returns curves."""

    def learn(self, done: float) -> dict[str, float]:
        """Learn from what was played, when a part `done` of the run is completed, 0 … 1; returns curves."""

    def content(self) -> dict[str, Any]:
        """The parts that a checkpoint keeps of it (`checkpoint.PARTS` except for the goal)."""
