"""A policy network improved by playouts of its own.

Each likely action is tried in many imagined tables, which the network plays on, all seats, for some decisions; then its
value of the searching seat's next own decision says how the table stands.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from agents.search.batched import BatchedPlayouts
from agents.search.budget import Budget
from agents.search.improvement import Improvement
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes
from training.learn.network import Network
from training.learn.policy_bot import PolicyBot

Values = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]


class PolicySearch(Improvement):
    """A network's policy after one step towards the values that its own playouts find.

    Args:
        network: in evaluation mode, trained for the reward ``win``.
        budget: playouts, or time.
        name: what people call the network.
        depth: decisions (of all seats) that are played before the network's value counts.
        step, floor: see `Improvement`.
    """

    batch = 512

    def __init__(
        self,
        network: Network,
        budget: Budget,
        name: str = "policy",
        *,
        depth: int = 24,
        step: float = 20.0,
        floor: float = 0.01,
    ) -> None:
        super().__init__(budget, step=step, floor=floor)
        self.network = network
        self.depth = depth
        self._named = name
        self._policy = PolicyBot(network)

    @classmethod
    def named(cls, game: Game, argument: str) -> "PolicySearch":
        """From what stands behind the colon of a bot's name: ``RUN:500ms``, ``RUN:2000``.

        Raises:
            OptionError: there is no run, or the budget is none.
            CheckpointError: the run's network cannot be used.
        """
        path, _, text = argument.rpartition(":")
        if not path:
            raise OptionError(f"{argument!r} lacks a part: policy+search:RUN:500ms names a run and a budget")
        budget = Budget.parse(text)
        return cls(PolicyBot.load(Path(path), game).network, budget, path)

    @property
    def name(self) -> str:
        """As it is written to ask for this bot."""
        return f"policy+search:{self._named}:{self.budget}"

    def prior(self, decision: Decision) -> Values:
        return self._policy.log_probs(decision)

    def playouts(self, decision: Decision) -> BatchedPlayouts:
        generator = torch.Generator().manual_seed(int(decision.rng.integers(2**62)))

        def draw(seen: Bytes, mask: Bytes) -> tuple[Ids, Values]:
            with torch.no_grad():
                choices = self.network.choices(torch.from_numpy(seen), torch.from_numpy(mask))
                return choices.draw(generator).numpy(), choices.value.double().numpy()

        return BatchedPlayouts(decision, draw, self.depth)
