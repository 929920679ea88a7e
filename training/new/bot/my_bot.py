"""A bot for every game: it plays each action on a table that it imagines, and takes the one that looks best there."""

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision


class MyBot:
    """Looks one action ahead, and at the points of its seat.

    Args:
        tables: how many tables it imagines for each action.

    Raises:
        OptionError: there are none.
    """

    def __init__(self, tables: int = 1) -> None:
        if tables < 1:
            raise OptionError(f"my_bot:{tables}: it imagines one table at least")
        self.name = f"my_bot:{tables}"
        self.tables = tables

    @classmethod
    def named(cls, game: Game, parameters: str) -> "MyBot":
        """The bot of a name such as ``my_bot.py:MyBot:3``; `parameters` is what stands behind the last colon."""
        return cls(int(parameters or 1))

    def reset(self, seed: int) -> None:
        """A new game begins: forget the last one. This bot has nothing to forget."""

    def act(self, decision: Decision) -> int:
        """The action to take, one of `decision.legal`."""
        return int(max(decision.legal, key=lambda action: self.worth(decision, int(action))))

    def worth(self, decision: Decision, action: int) -> float:
        """How an action turns out: what the seat has more than the best of the others, on average."""
        result = 0.0
        for _ in range(self.tables):
            table = decision.imagine()  # what the seat does not know is drawn anew, dice included
            table.play(action)
            points = table.scores()
            result += points.pop(decision.seat) - max(points, default=0.0)
        return result / self.tables
