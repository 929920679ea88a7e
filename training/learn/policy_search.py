"""A policy network improved by playouts of its own.

Each likely action is tried in many imagined tables, which the network plays on, all seats, for some decisions; then its
value of the searching seat's next own decision says how the table stands.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from agents.search.budget import Budget
from agents.search.improvement import Improvement
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.envs.vector import check_faults
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
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

    def playouts(self, decision: Decision) -> "NetworkPlayouts":
        return NetworkPlayouts(decision, self.network, self.depth)


class NetworkPlayouts:
    """Imagined tables of one decision, played on by a network for all seats.

    Args:
        decision: the decision.
        network: who plays on.
        depth: decisions before its value counts; it is taken at the searching seat's first own decision from then on.
    """

    def __init__(self, decision: Decision, network: Network, depth: int) -> None:
        self._network, self._depth = network, depth
        self._game, self._seat = decision.game, decision.seat
        self._root = decision.imagine(0)
        self._generator = torch.Generator().manual_seed(int(decision.rng.integers(2**62)))

    def total(self, actions: Ids, worlds: int) -> Values:
        """(k,) the sums of what the seat can expect after each of `actions` (k,) in so many newly imagined tables."""
        game, rows = self._game, worlds * len(actions)
        tables = self._imagined(len(actions), worlds)
        observe, play, finish = (
            game.compiled.bound(entry, tables) for entry in ("some_observe", "some_play", "some_returns")
        )
        values = np.zeros(rows)
        returned = np.zeros((rows, len(game.rewards), game.seat_rows), np.float32)
        seen = np.zeros((rows, game.layout.size), np.int8)
        records, mask = game.layout.records(seen), np.zeros((rows, len(game.action_names)), np.int8)
        which, taken, decided = np.arange(rows), np.tile(actions, worlds), 0
        while len(which):
            check_faults(game, tables, [play(which, 0, len(which), taken)])
            decided += 1
            over = tables.array["done"][which] == 1
            ended, which = which[over], which[~over]
            finish(ended, 0, len(ended), returned)
            values[ended] = returned[ended, 0, self._seat]
            if not len(which):
                break
            seats = tables.array["seat"][which]
            observe(which, 0, len(which), seats.astype(np.int64), records, mask)
            with torch.no_grad():
                choices = self._network.choices(
                    torch.from_numpy(seen[: len(which)]), torch.from_numpy(mask[: len(which)])
                )
                taken = choices.draw(self._generator).numpy()
            if decided > self._depth:
                judged = seats == self._seat
                values[which[judged]] = choices.value.numpy()[judged]
                which, taken = which[~judged], taken[~judged]
        totals: Values = values.reshape(worlds, len(actions)).sum(axis=0)
        return totals

    def _imagined(self, copies: int, worlds: int) -> Tables:
        """So many newly imagined tables, each as often as there are actions to try on it."""
        tables = self._root.tables.repeat(worlds * copies)
        hide = self._game.compiled.bound("hide", tables)
        for first in range(0, worlds * copies, copies):
            hide(first, self._seat, int(torch.randint(2**62, (), generator=self._generator)))
            tables.array[first + 1 : first + copies] = tables.array[first]
        check_faults(self._game, tables, np.flatnonzero(tables.array["fault"]))
        return tables
