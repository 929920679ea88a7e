"""The bot that plays by a small policy."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from agents.search.distilled.file import distilled_file, load_small
from agents.search.distilled.loops import DISTILLED
from agents.search.distilled.network import SmallPolicy
from agents.search.looked import buffers
from dynasty_env.kit.engine.backend import Interpreted, Tables
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes

SWITCH = 64
"""Number of decisions from which compiling the policy pays off."""


class Distilled:
    """Plays by a small policy. It has no memory, and one instance may play every seat.

    Args:
        game: the game that it plays. The game's own bot has to value actions.

    Raises:
        OptionError: the game's bot does not value actions.
    """

    def __init__(self, game: Game, net: SmallPolicy, name: str) -> None:
        if not game.values_actions:
            raise OptionError(f"{game.name} has no bot that values actions, which a small policy reads")
        self.game, self.net, self.name = game, net, name
        self._none = Tables(np.zeros(0, game.dtype))
        self._looked = buffers(game, len(net.bias))
        self._decided = 0

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        return int(self.act_many(decision.observation[None], decision.mask[None])[0])

    def act_many(self, observation: Bytes, mask: Bytes) -> npt.NDArray[np.int64]:
        """(B,) its actions at decisions (B, D) with the legal actions (B, A). For many decisions it is compiled."""
        self._decided += len(mask)
        compiled = self.game.compile(DISTILLED)
        often = self._decided >= SWITCH or compiled.is_warm("distilled_actions")
        program = compiled if often else self._interpreted
        actions = np.zeros(len(mask), np.int64)
        rows = np.ascontiguousarray(observation), np.ascontiguousarray(mask)
        program.call("distilled_actions", self._none, 0, len(mask), self.net, self._looked, *rows, actions)
        return actions

    @cached_property
    def _interpreted(self) -> Interpreted:
        return self.game.interpret(DISTILLED)


def distilled(game: Game) -> Distilled:
    """The small policy that comes with the package. Raises OptionError if there is none for this game, and
    OutgrownError if the game has changed since it was made."""
    file = distilled_file(game)
    if not file.is_file():
        raise OptionError(f"this version has no small policy for {game.name}")
    return Distilled(game, load_small(file, game), "distilled")
