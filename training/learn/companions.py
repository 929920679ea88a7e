"""Networks beside the one that learns: its average over time, a magnet that holds it back, and past selves.

All are copies of the learner's network, in evaluation mode, which no gradient reaches.
"""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import numpy as np
import torch

from training.learn.network import Network


def still(network: Network) -> Network:
    """A copy that only plays."""
    shared = {id(network.adviser): network.adviser}  # a game, not to be copied
    copied = deepcopy(network, shared).requires_grad_(False)
    return copied.eval()


def move(follower: Network, leader: Network, share: float) -> None:
    """Take a copy's parameters that `share` of the way towards the network's, 0 … 1."""
    with torch.no_grad():
        torch._foreach_lerp_(list(follower.parameters()), list(leader.parameters()), share)
    follower.eval()  # what followed from the old parameters is forgotten


class PastSelves:
    """What the network was before, as opponents. A game keeps its opponents to its end.

    Every `every` updates one of the places is given up: no new game is played against it, and when its last one has
    ended, the network of then takes it. Places are given up at random, so that a few old selves stay long.

    Args:
        network: the first of them.
        places: how many there are at most, two or more.
        every: updates between two.
        generator: draws which one is given up.
    """

    def __init__(self, network: Network, places: int, every: int, generator: torch.Generator) -> None:
        self.networks = [still(network)]
        self.places = places
        self.every = every
        self._generator = generator
        self._age = 0
        self._leaving: int | None = None

    @property
    def open(self) -> list[int]:
        """The places that new games can be played against."""
        return [place for place in range(len(self.networks)) if place != self._leaving]

    def update(self, network: Network, in_use: Iterable[int]) -> None:
        """After an update of the `network`: make room for it, or seat it. `in_use`: places that games still need."""
        self._age += 1
        if self._age % self.every == 0:
            if len(self.networks) < self.places:
                self.networks.append(still(network))
            elif self._leaving is None:
                self._leaving = int(torch.randint(self.places, (), generator=self._generator))
        if self._leaving is not None and self._leaving not in set(in_use):
            move(self.networks[self._leaving], network, 1.0)
            self._leaving = None

    def state_dict(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        networks = [network.state_dict() for network in self.networks]
        return {"age": self._age, "leaving": self._leaving, "networks": networks}

    def load_state_dict(self, content: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self._age, self._leaving = int(content["age"]), content["leaving"]
        self.networks = [still(self.networks[0]) for _ in content["networks"]]
        for network, parameters in zip(self.networks, content["networks"], strict=True):
            network.load_state_dict(parameters)
            network.eval()


def places_in_use(players: Iterable[np.ndarray[Any, Any]], first: int) -> set[int]:
    """The places that running games need: what is at least `first` in arrays of players, less `first`."""
    return {int(player) - first for part in players for player in np.unique(part) if player >= first}
