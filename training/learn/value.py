"""Fits the small value network of the searches (`agents.search.value`) to the outcomes of games.

The network learns what the seat that sees a position wins in the end if the game's own bot plays on. It is trained in
floating point, with its layers clipped as in the integer version, and rounded afterwards.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from rich.progress import Progress
from torch import nn

from agents.arguments import counting_bar
from agents.search.value import FINE, UNIT, Network, places, save_network
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes
from training.learn.sample import sampled

WIDTH, MIDDLE = 64, 32
"""Sizes of the two hidden layers."""
BATCH = 2048
HELD_OUT = 0.05
"""The share of the games on which a network is evaluated."""
LARGEST = 30.0
"""The largest weight of the first layer: it must fit into 16 bits."""


class ValueNetwork(nn.Module):
    """`agents.search.value.Network` in floating point."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        place, rows = places(game)
        low, high = game.layout.low.astype(np.int64), game.layout.high.astype(np.int64)
        category = np.concatenate([np.full(p.size, p.category) for p in game.layout.values()])
        self.place = torch.from_numpy(place)
        self.rows = nn.Parameter(torch.randn(rows, WIDTH) * 0.02)
        self.amounts = nn.Parameter(torch.randn(len(place), WIDTH) * 0.02)
        sizes = np.maximum(np.abs(low), np.abs(high)).clip(1)
        values = np.concatenate([np.arange(a, b + 1) / s for a, b, s in zip(low, high, sizes, strict=True)])
        self.scaled = torch.from_numpy(values.astype(np.float32))
        self.owner = torch.from_numpy(np.repeat(np.arange(len(place)), high - low + 1))
        self.own_row = torch.from_numpy(np.repeat(category, high - low + 1).astype(np.float32))
        self.bias = nn.Parameter(torch.full((WIDTH,), 0.3))
        self.hidden = nn.Linear(WIDTH, MIDDLE)
        self.out = nn.Linear(MIDDLE, 1)

    def table(self) -> torch.Tensor:
        """(R, H): the row of each value of each number; an amount has one direction, a label a row for each value."""
        straight = self.amounts[self.owner] * self.scaled[:, None]
        return (self.rows * self.own_row[:, None] + straight * (1 - self.own_row)[:, None]).clamp(-LARGEST, LARGEST)

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        """(n,) the expected outcome for `observation` (n, D) int8."""
        which = observation.long() + self.place
        first = nn.functional.embedding_bag(which, self.table(), mode="sum") + self.bias
        second = self.hidden(first.clamp(0, 1)).clamp(0, 1)
        x = self.out(second).squeeze(1)
        expected: torch.Tensor = x / (1 + x.abs())
        return expected

    def rounded(self) -> Network:
        """The network with integer weights."""

        def whole(tensor: torch.Tensor, scale: int, kind: Any) -> npt.NDArray[Any]:
            scaled = (tensor.detach() * scale).round().numpy()
            kept: npt.NDArray[Any] = scaled.clip(np.iinfo(kind).min, np.iinfo(kind).max).astype(kind)
            return kept

        out = np.append(whole(self.out.weight[0], FINE, np.int32), whole(self.out.bias, UNIT, np.int32))
        hidden = whole(self.hidden.weight, FINE, np.int16), whole(self.hidden.bias, UNIT, np.int32)
        first = whole(self.table(), UNIT, np.int16), whole(self.bias, UNIT, np.int32)
        return Network(self.place.numpy(), *first, *hidden, out.astype(np.int32))


def explained(outcome: npt.NDArray[np.float32], expected: npt.NDArray[np.float32]) -> float:
    """The share of the variance of `outcome` (n,) that `expected` (n,) explains."""
    return float(1 - np.mean((outcome - expected) ** 2) / np.var(outcome))


def fit_value(game: Game, path: Path, positions: int, passes: int, seed: int, console: Console) -> float:
    """Fit a network and write it to `path`; returns the share of the held-out outcomes' variance that it explains.
    Raises OptionError if the game has no bot of its own, or the file cannot be written."""
    game.policy("greedy")
    if path.is_dir() or not path.parent.is_dir():
        raise OptionError(f"{path} cannot be written: choose a file in an existing folder")
    with counting_bar(console) as progress:
        task = progress.add_task("playing", total=positions)
        parts = []
        for part in sampled(game, positions, seed):
            parts.append(part)
            progress.advance(task, len(part.outcome))
        observation = np.concatenate([part.observation for part in parts])
        outcome = np.concatenate([part.outcome for part in parts])
        held = np.concatenate([part.game for part in parts]) % round(1 / HELD_OUT) == 0
        torch.manual_seed(seed)
        network = ValueNetwork(game)
        learn(network, observation[~held], outcome[~held], passes, seed, progress)
    result = explained(outcome[held], predicted(network, observation[held]))
    about = {"positions": str(len(outcome)), "passes": str(passes), "seed": str(seed), "explained": f"{result:.4f}"}
    save_network(path, game, network.rounded(), about)
    return result


def predicted(network: ValueNetwork, observation: Bytes) -> npt.NDArray[np.float32]:
    """(n,) the outcomes that the network expects."""
    with torch.inference_mode():
        parts = [network(torch.from_numpy(part)) for part in np.array_split(observation, 1 + len(observation) // BATCH)]
    result: npt.NDArray[np.float32] = torch.cat(parts).numpy()
    return result


def learn(
    network: ValueNetwork, observation: Bytes, outcome: npt.NDArray[np.float32], passes: int, seed: int,
    progress: Progress,
) -> None:  # fmt: skip
    """Gradient descent on the squared error, with a learning rate that rises briefly and then falls to 0."""
    steps = passes * (len(outcome) // BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=max(steps, 2), pct_start=0.1)
    rng = np.random.default_rng(seed)
    task = progress.add_task("learning", total=steps)
    for _ in range(passes):
        order = rng.permutation(len(outcome))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            rows = np.sort(order[first : first + BATCH])
            expected = network(torch.from_numpy(observation[rows]))
            loss = nn.functional.mse_loss(expected, torch.from_numpy(outcome[rows]))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            progress.advance(task)
