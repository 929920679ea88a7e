"""Players that go wrong on purpose. Workers import this module."""

import os
from typing import NoReturn

from dynasty_env.kit.errors import OptionError
from training.cluster.parcel import Parcel
from training.cluster.player import About, Orders, Player, Weights


class Mortal(Player):
    """Dies whenever it is to play."""

    def play(self, orders: Orders, weights: Weights) -> NoReturn:
        os._exit(1)


class Foreign(Player):
    """Plays by other rules."""

    def join(self) -> About:
        found = super().join()
        return found._replace(game=found.game | {"actions": "others"})


class Wrong(Player):
    """Its settings are not to its liking."""

    def play(self, orders: Orders, weights: Weights) -> Parcel:
        raise OptionError("seats=9 is out of range")


def halve(shared: int, piece: int) -> float:
    """Work that fails for 0."""
    if piece == 0:
        raise OptionError("nothing cannot be shared")
    return shared / piece


def wild(shared: int, piece: int) -> float:
    """Work that fails with an error that is not ours."""
    return shared / piece


def die_once(folder: str, piece: int) -> int:
    """Work on one piece dies the first time."""
    mark = os.path.join(folder, "died")
    if piece == 3 and not os.path.exists(mark):
        open(mark, "w").close()
        os._exit(1)
    return piece * piece
