"""Learning from decisions more than once: n-step returns along each seat's own decisions, and replay memories."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from dynasty_env.kit.game import Game
from training.learn.collect import NOBODY, Floats, Ints, Rollout
from training.learn.network import Choices, Legal, Network
from training.learn.sparse import highest_by_row

END = -2
"""In place of a row: the game has ended before."""

Column = tuple[tuple[int, ...], npt.DTypeLike]
"""The shape and type of a column of a memory."""


class Steps(NamedTuple):
    """B decisions, each with what follows in up to n own decisions of the same seat.

    Attributes:
        row, table: (B,) int64, the place of the decision in its rollout.
        earned: (B,) float32, r₁ + γ r₂ + … along the seat's own decisions.
        onward: (B,) float32, the power of γ that weights the decision at `next_row`; 0: the game has ended.
        next_row: (B,) int64, that decision's row, at the same table; its own row where `onward` is 0.
    """

    row: Ints
    table: Ints
    earned: Floats
    onward: Floats
    next_row: Ints


def steps_ahead(rollout: Rollout, most: int, discount: float) -> Steps:
    """The settled decisions of a rollout (see `credit`), with their returns over up to `most` own decisions.

    Where the rollout breaks off earlier, a return ends at the seat's last own decision in it.
    """
    rows, tables, seats = rollout.rewards.shape
    earned = np.zeros((tables, seats), np.float32)
    # The rows of each seat's next own decisions, the nearest first, and what each of them earns until the next one.
    later = np.full((most, tables, seats), NOBODY, np.int64)
    gained = np.zeros((most, tables, seats), np.float32)
    powers = np.float32(discount) ** np.arange(most + 1, dtype=np.float32)
    parts: list[list[npt.NDArray[Any]]] = []
    for row in range(rows - 1, -1, -1):
        ended = rollout.ended[row]
        later[:, ended], gained[:, ended], earned[ended] = END, 0, 0
        earned += rollout.rewards[row]
        table = np.flatnonzero(rollout.seat[row] != NOBODY)
        seat = rollout.seat[row, table]
        ahead, first = later[:, table, seat], earned[table, seat]
        known = (ahead != NOBODY).sum(axis=0)
        between = np.arange(most - 1)[:, None] < known - 1
        total = first + (powers[1:most, None] * gained[: most - 1, table, seat] * between).sum(axis=0)
        next_row = ahead[known - 1, np.arange(len(table))]
        over = next_row == END
        onward, there = np.where(over, 0, powers[known]), np.where(over, row, next_row)
        columns = np.full(len(table), row), table, total, onward, there
        parts.append([column[known > 0] for column in columns])
        later[1:, table, seat], gained[1:, table, seat] = ahead[:-1], gained[:-1, table, seat]
        later[0, table, seat], gained[0, table, seat] = row, first
        earned[table, seat] = 0
    kinds = (np.int64, np.int64, np.float32, np.float32, np.int64)
    return Steps(
        *(np.concatenate(part).astype(kind) for part, kind in zip(zip(*parts, strict=True), kinds, strict=True))
    )


class Memory:
    """A replay memory: items to draw at random; once it is full, new items replace the oldest.

    Args:
        reservoir: replace a random item instead, so that the memory is a uniform sample of all items ever added (J.
            Vitter 1985, algorithm R).
    """

    def __init__(self, capacity: int, columns: Mapping[str, Column], *, reservoir: bool = False) -> None:
        self.capacity, self.reservoir, self.come = capacity, reservoir, 0
        self.columns = {name: np.zeros((capacity, *shape), kind) for name, (shape, kind) in columns.items()}

    def __len__(self) -> int:
        return min(self.come, self.capacity)

    def add(self, items: Mapping[str, npt.NDArray[Any]], generator: torch.Generator) -> None:
        """Add items: an array for each column, with a row for each item."""
        count = len(next(iter(items.values())))
        number = self.come + np.arange(count)
        if self.reservoir:
            drawn = torch.rand(count, generator=generator, dtype=torch.float64).numpy()
            place = np.where(number < self.capacity, number, (drawn * (number + 1)).astype(np.int64))
        else:
            place = number % self.capacity
        # if several items get the same place, the last one stays, as if they had been added one by one
        _, last = np.unique(place[::-1], return_index=True)
        kept = count - 1 - last
        kept = kept[place[kept] < self.capacity]
        for name, column in self.columns.items():
            column[place[kept]] = items[name][kept]
        self.come += count

    def draw(self, count: int, generator: torch.Generator, device: torch.device) -> dict[str, Tensor]:
        """Draw items at random, with replacement: a tensor for each column."""
        which = torch.randint(len(self), (count,), generator=generator).numpy()
        return {name: torch.from_numpy(column[which]).to(device) for name, column in self.columns.items()}

    def state_dict(self) -> dict[str, Any]:
        """What a checkpoint keeps of it."""
        kept = {name: torch.from_numpy(column[: len(self)].copy()) for name, column in self.columns.items()}
        return {"come": self.come, "columns": kept}

    def load_state_dict(self, content: Mapping[str, Any]) -> None:
        """Restore the result of `state_dict`. Raises ValueError or KeyError if it does not fit."""
        self.come = int(content["come"])
        for name, column in self.columns.items():
            column[: len(self)] = content["columns"][name].numpy()


def columns_of_steps(game: Game) -> dict[str, Column]:
    """The columns of a memory of steps: see `items_of`."""
    seen, mask = ((game.layout.size,), np.int8), ((len(game.action_names),), np.int8)
    return {
        "observation": seen, "mask": mask, "action": ((), np.int64), "earned": ((), np.float32),
        "onward": ((), np.float32), "next_observation": seen, "next_mask": mask,
    }  # fmt: skip


def items_of(rollout: Rollout, steps: Steps) -> dict[str, npt.NDArray[Any]]:
    """Steps in the form that a memory keeps."""
    here, there = (steps.row, steps.table), (steps.next_row, steps.table)
    return {
        "observation": rollout.observation[here], "mask": rollout.action_mask[here], "action": rollout.action[here],
        "earned": steps.earned, "onward": steps.onward,
        "next_observation": rollout.observation[there], "next_mask": rollout.action_mask[there],
    }  # fmt: skip


class ActionValues(NamedTuple):
    """The values of the K legal actions of B decisions for the deciding seats.

    Attributes:
        row, action: as in `Choices`.
        value: (K,)
    """

    row: Tensor
    action: Tensor
    value: Tensor

    def of(self, taken: Tensor) -> Tensor:
        """(B,) the value of one legal action (B,) for each decision."""
        return self.value[self.action == taken[self.row]]


def duelling(choices: Choices) -> ActionValues:
    """Q = V + A − mean A over legal actions (Wang et al. 2016, arXiv 1511.06581), with the network's logits as A.

    The network's likeliest action is then the one with the highest value.
    """
    rows = len(choices.value)
    count = torch.bincount(choices.row, minlength=rows).clamp(min=1)
    mean = choices.value.new_zeros(rows).index_add(0, choices.row, choices.log_prob) / count
    return ActionValues(choices.row, choices.action, (choices.value - mean)[choices.row] + choices.log_prob)


def double_targets(network: Network, older: Network, batch: dict[str, Tensor]) -> Tensor:
    """(B,) target values of steps: `network` chooses the next action, `older` evaluates it (double Q-learning: van
    Hasselt et al. 2016, arXiv 1509.06461).

    Args:
        network, older: networks read through `duelling`.
        batch: from a memory with `columns_of_steps`.
    """
    with torch.no_grad():
        chosen = network.choices(batch["next_observation"], batch["next_mask"]).best()
        values = duelling(older.choices(batch["next_observation"], batch["next_mask"]))
        return batch["earned"] + batch["onward"] * values.of(chosen)


def worth(network: Network, observation: Tensor, action: Tensor) -> Tensor:
    """(B,) the value of one action (B,) at each observation (B, D): the network's value plus that action's logit.

    A network's likeliest action has the highest value by this definition, so no other action has to be evaluated.
    """
    row = torch.arange(len(action), device=action.device)
    logit, value = network.forward(observation, Legal(row, action, None))
    return value + logit


class Explorer(Network):
    """ε-greedy: takes the network's likeliest action, or with probability ε (its `epsilon`) any legal action."""

    network: Network
    epsilon: Tensor

    def __init__(self, network: Network, epsilon: float) -> None:
        super().__init__()
        object.__setattr__(self, "network", network)  # not as a submodule: a checkpoint already contains it
        self.register_buffer("epsilon", torch.tensor(epsilon, dtype=torch.float64))

    @property
    def device(self) -> torch.device:
        return self.network.device

    def forward(self, observation: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """The network's own."""
        return self.network.forward(observation, legal)

    def choices(self, observation: Tensor, mask: Tensor, advice: Tensor | None = None) -> Choices:
        """See `Network`."""
        choices = self.network.choices(observation, mask, advice)
        epsilon, rows = float(self.epsilon), len(choices.value)
        best = choices.log_prob == highest_by_row(choices.log_prob, choices.row, rows)[choices.row]
        ties = choices.value.new_zeros(rows).index_add(0, choices.row, best.float())
        count = torch.bincount(choices.row, minlength=rows)
        probability = epsilon / count[choices.row] + (1 - epsilon) * best / ties[choices.row]
        return choices._replace(log_prob=probability.clamp(min=torch.finfo(torch.float32).tiny).log())
