"""What a run (`run.py`) asks of whatever learns in it."""

from typing import Any, Protocol

from dynasty_env.kit.game import Game
from training.learn.network import TableNetwork
from training.learn.ppo import Progress


class Learning(Protocol):
    """A learner that plays and learns in turns, and whose network plays the game.

    Attributes:
        game: what is learned.
        network: plays what has been learned so far.
        progress: how far it has come.
    """

    game: Game
    network: TableNetwork
    progress: Progress

    @property
    def settings(self) -> Any:
        """A dataclass whose `game_options` are the options of the game, `num_players` among them."""

    @property
    def seats(self) -> int:
        """Seats at a table."""

    def prepare(self) -> None:
        """Whatever has to be done before the clock of the run begins."""

    def collect(self) -> dict[str, float]:
        """Play; gives curves."""

    def learn(self, done: float) -> dict[str, float]:
        """Learn from what was played, with the part `done` of the run behind it, 0 … 1; gives curves."""

    def content(self) -> dict[str, Any]:
        """What a checkpoint keeps of it (`checkpoint.PARTS` but for the goal)."""
