"""A game's own hand-written player, as a bot like any other: as it plays, and as it advises."""

import numpy as np
import numpy.typing as npt

from agents.network.advice import asked
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes


class Greedy:
    """Plays what the game's rule ``greedy`` says, the same that playouts and `seat_vec_env` play (`game.policies`).

    It is told its seat's observation and mask. It remembers nothing, so one instance may play every seat.
    """

    name = "greedy"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        key = int(decision.rng.integers(2**63))
        return int(decision.game.greedy_actions(decision.observation[None], decision.mask[None], key=key)[0])


class Ahead:
    """Takes the action that the game's hand-written player thinks best where it looks as far ahead as it can.

    Games whose player looks no further than when it plays (`Game.looks_ahead`) have `Greedy` alone. It remembers
    nothing, so one instance may play every seat.

    Args:
        game: what it plays.
    """

    name = "ahead"

    def __init__(self, game: Game) -> None:
        self.game = game

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        return int(self.act_many(decision.observation[None], decision.mask[None])[0])

    def act_many(self, observation: Bytes, mask: Bytes) -> npt.NDArray[np.int64]:
        """(B,) what it does at decisions (B, D) with the legal actions (B, A); of equally good ones the first."""
        best: npt.NDArray[np.int64] = np.where(mask, asked(self.game, observation, mask), -np.inf).argmax(axis=1)
        return best
