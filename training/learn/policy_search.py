"""Search with a policy network: one step of policy improvement at the decision at hand.

Each likely action is tried in many imagined tables, which the network plays on, all seats, for some decisions; then its
value of the searching seat's next own decision says how the table stands. The policy moves one step of mirror descent
towards these action values (update-equivalent search: Sokota et al. 2024, arXiv 2304.13138).
"""

from math import ceil, log2
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import torch

from agents.search.budget import Budget
from dynasty_env.kit.engine.table import SEATS
from dynasty_env.kit.envs.vector import check_faults
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.turn import Turn
from training.learn.network import Network
from training.learn.policy_bot import PolicyBot

Values = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

BATCH = 512
"""Tables that are played on together, about: so many observations make a matrix product worth its call."""


class PolicySearch:
    """Plays the likeliest action of the network's policy after one step towards the values that its playouts find.

    All actions meet the same imagined tables; after each of a few rounds the worse half of them is dropped (sequential
    halving). A search never gets the real table, and modelled rivals see what their own seats would.

    Args:
        network: in evaluation mode, trained for the reward ``win``.
        budget: playouts, or time.
        name: what people call the network.
        depth: decisions (of all seats) that are played before the network's value counts.
        step: length η of the step: a tenth more win-minus-loss counts as much as a probability exp(0.1 · η) times as
            high.
        floor: actions less likely than this are not looked at, unless they are all.
    """

    kind: ClassVar[str] = "policy+search"

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
        self.network = network
        self.budget = budget
        self.depth = depth
        self.step = step
        self.floor = floor
        self._named = name

    @classmethod
    def named(cls, game: Game, argument: str) -> "PolicySearch":
        """From what stands behind the colon of a bot's name: ``RUN:500ms``, ``RUN:2000``.

        Raises:
            OptionError: the budget is none, or the run's network plays for another reward.
            CheckpointError: the run's network cannot be used.
        """
        path, _, text = argument.rpartition(":")
        if not path:
            raise OptionError(f"{argument!r} lacks a part: policy+search:RUN:500ms names a run and a budget")
        budget = Budget.parse(text)
        bot = PolicyBot.load(Path(path), game)
        return cls(bot.network, budget, path)

    @property
    def name(self) -> str:
        """As it is written to ask for this bot."""
        return f"{self.kind}:{self._named}:{self.budget}"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, turn: Turn) -> int:
        """The action that is likeliest after the step."""
        if len(turn.legal) == 1:
            return int(turn.legal[0])
        return int(turn.legal[int(self.scores(turn)[0].argmax())])

    def scores(self, turn: Turn) -> tuple[Values, Values]:
        """(k,) the logit of each of `turn.legal` after the step, and (k,) its value in win minus loss (NaN: not tried).

        An action that was dropped keeps the logit that it had then, below those of the last round.
        """
        prior = self.prior(turn)
        left = np.flatnonzero(prior >= min(np.log(self.floor), np.sort(prior)[-min(2, len(prior))]))
        totals, counts = np.zeros(len(prior)), np.zeros(len(prior), np.int64)
        rounds = max(1, ceil(log2(len(left))))
        playouts = Playouts(turn, self.network, self.depth)
        for share in self.budget.split(rounds):
            for worlds in share.batches(max(1, BATCH // len(left)), cost=len(left)):
                totals[left] += playouts.values(turn.legal[left], worlds).sum(axis=0)
                counts[left] += worlds
            logits = prior[left] + self.step * totals[left] / counts[left]
            kept = np.argsort(-logits, kind="stable")[: ceil(len(left) / 2)]
            last, left = left, left[np.sort(kept)]
        values = np.divide(totals, counts, out=np.full(len(prior), np.nan), where=counts > 0)
        moved = prior + self.step * np.where(counts > 0, values, np.nanmin(values))
        others = np.setdiff1d(np.arange(len(prior)), last)
        moved[others] = np.minimum(moved[others], moved[last].min() - 1e-9)
        return moved, values

    def prior(self, turn: Turn) -> Values:
        """(k,) the network's log-probability of each legal action."""
        observation = torch.from_numpy(turn.observation).unsqueeze(0)
        mask = torch.from_numpy(turn.mask).unsqueeze(0)
        with torch.no_grad():
            log_prob: Values = self.network.policy(observation, mask)[0][0].double().numpy()
        return log_prob[turn.legal]


class Playouts:
    """Imagined tables of one decision, played on by a network for all seats.

    Args:
        turn: the decision.
        network: who plays on.
        depth: decisions before its value counts; it is taken at the searching seat's first own decision from then on.
    """

    def __init__(self, turn: Turn, network: Network, depth: int) -> None:
        self._turn, self._network, self._depth = turn, network, depth
        self._game, self._seat = turn.game, turn.seat
        self._root = turn.imagine(0)
        self._generator = torch.Generator().manual_seed(int(turn.rng.integers(2**62)))

    def values(self, actions: Ids, worlds: int) -> Values:
        """(worlds, k) what the seat can expect after each of `actions` (k,) in so many newly imagined tables."""
        game, rows = self._game, worlds * len(actions)
        tables = self._root.tables.repeat(rows)
        backend = game.compiled
        hide = backend.bound("hide", tables)
        for world in range(worlds):
            first = world * len(actions)
            hide(first, self._seat, int(torch.randint(2**62, (), generator=self._generator)))
            tables.array[first + 1 : first + len(actions)] = tables.array[first]
        check_faults(game, tables, [-1 if not tables.array["fault"].any() else int(tables.array["fault"].argmax())])
        observe, play = backend.bound("some_observe", tables), backend.bound("some_play", tables)
        values = np.zeros(rows)
        returned = np.zeros((rows, len(game.rewards), SEATS), np.float32)
        seen = np.zeros((rows, game.layout.size), np.int8)
        records, mask = game.layout.records(seen), np.zeros((rows, len(game.action_names)), np.int8)
        which, taken, decided = np.arange(rows), np.tile(actions, worlds), 0
        while True:
            check_faults(game, tables, [play(which, 0, len(which), taken)])
            decided += 1
            over = tables.array["done"][which] == 1
            if over.any():
                ended = which[over]
                backend.bound("some_returns", tables)(ended, 0, len(ended), returned)
                values[ended] = returned[ended, 0, self._seat]
                which = which[~over]
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
                if not len(which):
                    break
        return values.reshape(worlds, len(actions))
