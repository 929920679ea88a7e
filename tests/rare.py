"""Decisions that random games seldom come to."""

from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.dynasty.reached import REACHED, reached
from tests.kingdoms import positions as kingdoms
from tests.shinsengumi import positions as shinsengumi


def rare(game: Game) -> list[State]:
    """A decision of each phase of Dynasty and Kingdoms, some of Shinsengumi."""
    if game.name == "dynasty_v0":
        return [*map(reached, REACHED)]
    if game.name == "kingdoms_v0":
        return list(kingdoms.met().values())
    return [state for states in shinsengumi.met().values() for state in states] if "sen" in game.name else []
