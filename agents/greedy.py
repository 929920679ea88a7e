"""A game's own hand-written player as a bot: as it plays, and as it advises."""

import numpy as np
import numpy.typing as npt

from agents.network.advice import asked
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes


class Greedy:
    """Plays by the game's rule ``greedy``, like playouts and `seat_vec_env` (`game.policies`).

    It gets its seat's observation and mask. It has no memory, and one instance may play every seat.
    """

    name = "greedy"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        key = int(decision.rng.integers(2**63))
        return int(decision.game.greedy_actions(decision.observation[None], decision.mask[None], key=key)[0])


class Ahead:
    """Takes the action that the game's hand-written player values most when it looks as far ahead as it can.

    Games whose player does not look further ahead than when it plays (`Game.looks_ahead`) only have `Greedy`. It has no
    memory, and one instance may play every seat.
    """

    name = "ahead"

    def __init__(self, game: Game) -> None:
        self.game = game

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        return int(self.act_many(decision.observation[None], decision.mask[None])[0])

    def act_many(self, observation: Bytes, mask: Bytes) -> npt.NDArray[np.int64]:
        """(B,) its actions at decisions (B, D) with the legal actions (B, A); the first of equally good ones."""
        best: npt.NDArray[np.int64] = np.where(mask, asked(self.game, observation, mask), -np.inf).argmax(axis=1)
        return best
