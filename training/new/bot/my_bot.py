"""A bot for every game: it plays each action on imagined tables, and takes the action that looks best there."""

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision


class MyBot:
    """Looks one action ahead and compares the points of its seat.

    Args:
        tables: the number of imagined tables for each action.

    Raises:
        OptionError: if there are none.
    """

    def __init__(self, tables: int = 1) -> None:
        if tables < 1:
            raise OptionError(f"my_bot:{tables}: it imagines one table at least")
        self.name = f"my_bot:{tables}"
        self.tables = tables

    @classmethod
    def named(cls, game: Game, parameters: str) -> "MyBot":
        """The bot for a name such as ``my_bot.py:MyBot:3``; `parameters` is the text after the last colon."""
        return cls(int(parameters or 1))

    def reset(self, seed: int) -> None:
        """A new game begins: forget the last one. This bot has nothing to forget."""

    def act(self, decision: Decision) -> int:
        """The action to take, one of `decision.legal`."""
        return int(max(decision.legal, key=lambda action: self.worth(decision, int(action))))

    def worth(self, decision: Decision, action: int) -> float:
        """The value of an action: the seat's average lead over the best of the others."""
        result = 0.0
        for _ in range(self.tables):
            table = decision.imagine()  # what the seat does not know is resampled, dice included
            table.play(action)
            points = table.scores()
            result += points.pop(decision.seat) - max(points, default=0.0)
        return result / self.tables
