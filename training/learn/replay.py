"""What is learned from more than once: steps of several decisions along each seat's own, and memories of them."""

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
"""What a memory keeps of an item: its shape and type."""


class Steps(NamedTuple):
    """B decisions, each with what follows in up to n own decisions of the same seat.

    Attributes:
        row, table: (B,) int64, where the decision stands in its rollout.
        earned: (B,) float32, r₁ + γ r₂ + … along the seat's own decisions.
        onward: (B,) float32, the power of γ by which the decision at `next_row` counts; 0: the game has ended.
        next_row: (B,) int64, that decision's row, in the same table; its own row where `onward` is 0.
    """

    row: Ints
    table: Ints
    earned: Floats
    onward: Floats
    next_row: Ints


def steps_ahead(rollout: Rollout, most: int, discount: float) -> Steps:
    """The settled decisions of a rollout (see `credit`), with their returns of `most` own decisions.

    A return is of fewer where the rollout breaks off before: up to the seat's last own decision in it.

    Args:
        rollout: the decisions.
        most: n.
        discount: γ, for each own decision.
    """
    rows, tables, seats = rollout.rewards.shape
    earned = np.zeros((tables, seats), np.float32)
    # The rows of each seat's next own decisions, the nearest first, and what each of them earns until the one after.
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
        columns = (
            np.full(len(table), row),
            table,
            total,
            np.where(over, 0, powers[known]),
            np.where(over, row, next_row),
        )
        parts.append([column[known > 0] for column in columns])
        later[1:, table, seat], gained[1:, table, seat] = ahead[:-1], gained[:-1, table, seat]
        later[0, table, seat], gained[0, table, seat] = row, first
        earned[table, seat] = 0
    kinds = (np.int64, np.int64, np.float32, np.float32, np.int64)
    return Steps(
        *(np.concatenate(part).astype(kind) for part, kind in zip(zip(*parts, strict=True), kinds, strict=True))
    )


class Memory:
    """Items to draw from at random; where it is full, new ones replace the oldest.

    Args:
        capacity: items.
        columns: by name, what is kept of each.
        reservoir: new ones replace any, so that it is a uniform sample of all that have ever come (J. Vitter 1985,
            algorithm R).
    """

    def __init__(self, capacity: int, columns: Mapping[str, Column], *, reservoir: bool = False) -> None:
        self.capacity, self.reservoir, self.come = capacity, reservoir, 0
        self.columns = {name: np.zeros((capacity, *shape), kind) for name, (shape, kind) in columns.items()}

    def __len__(self) -> int:
        return min(self.come, self.capacity)

    def add(self, items: Mapping[str, npt.NDArray[Any]], generator: torch.Generator) -> None:
        """Keep items: an array for each column, with a row for each of them."""
        count = len(next(iter(items.values())))
        number = self.come + np.arange(count)
        if self.reservoir:
            drawn = torch.rand(count, generator=generator, dtype=torch.float64).numpy()
            place = np.where(number < self.capacity, number, (drawn * (number + 1)).astype(np.int64))
        else:
            place = number % self.capacity
        # of items for the same place the last one stays, as if they had come one by one
        _, last = np.unique(place[::-1], return_index=True)
        kept = count - 1 - last
        kept = kept[place[kept] < self.capacity]
        for name, column in self.columns.items():
            column[place[kept]] = items[name][kept]
        self.come += count

    def draw(self, count: int, generator: torch.Generator, device: torch.device) -> dict[str, Tensor]:
        """So many items at random, with repetition: a tensor for each column."""
        which = torch.randint(len(self), (count,), generator=generator).numpy()
        return {name: torch.from_numpy(column[which]).to(device) for name, column in self.columns.items()}

    def state_dict(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        kept = {name: torch.from_numpy(column[: len(self)].copy()) for name, column in self.columns.items()}
        return {"come": self.come, "columns": kept}

    def load_state_dict(self, content: Mapping[str, Any]) -> None:
        """Take up what `state_dict` gave. Raises ValueError or KeyError if it does not fit."""
        self.come = int(content["come"])
        for name, column in self.columns.items():
            column[: len(self)] = content["columns"][name].numpy()


def columns_of_steps(game: Game) -> dict[str, Column]:
    """What is kept of a step: see `items_of`."""
    seen, mask = ((game.layout.size,), np.int8), ((len(game.action_names),), np.int8)
    return {
        "observation": seen, "mask": mask, "action": ((), np.int64), "earned": ((), np.float32),
        "onward": ((), np.float32), "next_observation": seen, "next_mask": mask,
    }  # fmt: skip


def items_of(rollout: Rollout, steps: Steps) -> dict[str, npt.NDArray[Any]]:
    """Steps as a memory keeps them."""
    here, there = (steps.row, steps.table), (steps.next_row, steps.table)
    return {
        "observation": rollout.observation[here], "mask": rollout.action_mask[here], "action": rollout.action[here],
        "earned": steps.earned, "onward": steps.onward,
        "next_observation": rollout.observation[there], "next_mask": rollout.action_mask[there],
    }  # fmt: skip


class ActionValues(NamedTuple):
    """What the K legal actions of B decisions are worth to who decides.

    Attributes:
        row, action: as in `Choices`.
        value: (K,)
    """

    row: Tensor
    action: Tensor
    value: Tensor

    def of(self, taken: Tensor) -> Tensor:
        """(B,) the value of one legal action (B,) a decision."""
        return self.value[self.action == taken[self.row]]


def duelling(choices: Choices) -> ActionValues:
    """Q = V + A − mean A over legal actions (Wang et al. 2016, arXiv 1511.06581), with A the network's logits.

    The likeliest action of the network is then the one that is worth most.
    """
    rows = len(choices.value)
    count = torch.bincount(choices.row, minlength=rows).clamp(min=1)
    mean = choices.value.new_zeros(rows).index_add(0, choices.row, choices.log_prob) / count
    return ActionValues(choices.row, choices.action, (choices.value - mean)[choices.row] + choices.log_prob)


def double_targets(network: Network, older: Network, batch: dict[str, Tensor]) -> Tensor:
    """(B,) what steps are worth: `network` chooses the next action, `older` says what it is worth (double Q-learning:
    van Hasselt et al. 2016, arXiv 1509.06461).

    Args:
        network, older: whose values are `duelling`.
        batch: of a memory of `columns_of_steps`.
    """
    with torch.no_grad():
        chosen = network.choices(batch["next_observation"], batch["next_mask"]).best()
        values = duelling(older.choices(batch["next_observation"], batch["next_mask"]))
        return batch["earned"] + batch["onward"] * values.of(chosen)


def worth(network: Network, observation: Tensor, action: Tensor) -> Tensor:
    """(B,) what one action (B,) is worth at each observation (B, D): the network's value and that action's logit.

    The likeliest action of a network is the one that is worth most so, and no other one has to be looked at.
    """
    row = torch.arange(len(action), device=action.device)
    logit, value = network.forward(observation, Legal(row, action, None))
    return value + logit


class Explorer(Network):
    """Does what a network finds likeliest, and any legal action with a probability ε: its `epsilon`."""

    network: Network
    epsilon: Tensor

    def __init__(self, network: Network, epsilon: float) -> None:
        super().__init__()
        object.__setattr__(self, "network", network)  # no part of this one: a checkpoint has it already
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
