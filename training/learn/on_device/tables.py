"""Many tables as tensors: those of a GPU, or those of the CPU in their place.

The modules above (`actor`, `learner`) are written for tensors, and behave the same with both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import Tensor

from dynasty_env.kit.envs.device import vector_env
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.game import Game, RewardName
from dynasty_env.kit.state import State
from training.learn.actor import vary_options


@dataclass(frozen=True)
class Played:
    """What is played at many tables.

    Attributes:
        options: its options, `num_players` among them: the largest number of seats at a table.
        vary: names of options whose values differ from table to table, all combinations in turn.
        mode: when a table whose game is over is dealt again.
    """

    game: Game
    options: Mapping[str, Any]
    reward: RewardName = "win"
    vary: Sequence[str] = ()
    mode: AutoresetMode = AutoresetMode.SAME_STEP


class TensorTables(Protocol):
    """n tables. Every step updates the same tensors, on one device.

    Attributes:
        shown: what `VectorEnv` returns, a `Batch` of tensors.
        seats: (n,) int64, how many seats each table has.
    """

    played: Played
    env: Any
    shown: Any
    seats: Tensor

    def prepare(self) -> None:
        """Compile what steps and bots call, so that nothing is compiled during play."""

    def step(self, actions: Tensor) -> None:
        """Play legal actions (n,) int64; `check` tells whether they were legal."""

    def check(self) -> None:
        """Wait for the steps. Raises IllegalActionError or RuleFault if one has failed since the last check."""

    def greedy(self, wanted: Tensor, key: int, *, advised: bool = False) -> Tensor:
        """(n,) the choices of the game's own bot at the tables where `wanted` (n,) bool is set; anything elsewhere.
        `advised`: it has just given its advice there."""

    def advice(self, wanted: Tensor) -> Tensor:
        """(n, A) float32, the values that it gives each action there (`Game.advice`); always the same tensor."""

    def final_returns(self) -> Tensor:
        """(n, rewards, seat rows) float32: returns of each table's last game, a row for each of `game.rewards`."""
        return torch.as_tensor(self.env.final_returns)

    def state(self, i: int) -> State:
        """A copy of table `i`, hidden cards included."""
        return self.env.state(i)  # type: ignore[no-any-return]

    def content(self) -> dict[str, Tensor]:
        """Everything that is needed to continue playing, on the CPU; ``bytes`` are the tables."""
        shown = {name: part.to("cpu", copy=True) for name, part in self.shown._asdict().items()}
        return {"bytes": self._bytes(), **shown}

    def restore(self, content: Mapping[str, Tensor]) -> None:
        """Continue from there."""
        self._put(content["bytes"])
        for name, part in self.shown._asdict().items():
            part.copy_(content[name])

    def _bytes(self) -> Tensor:
        """A copy of the tables' bytes on the CPU."""

    def _put(self, tables: Tensor) -> None:
        """Overwrite the tables with these bytes."""


class HostTables(TensorTables):
    """The CPU's vector environment: its buffers as tensors of the CPU."""

    def __init__(self, played: Played, seeds: Sequence[int]) -> None:
        self.played = played
        given: dict[str, Any] = {"reward": played.reward, "autoreset_mode": played.mode, **played.options}
        self.env = VectorEnv(played.game, len(seeds), **given)
        vary_options(played.game, self.env.tables, played.options, played.vary)
        self.seats = torch.from_numpy(self.env.tables.array["num_players"].astype(np.int64))
        self.shown: Any = self.env.tensors()
        self.env.reset(seeds)
        self._chosen = torch.zeros(len(seeds), dtype=torch.int64)

    @cached_property
    def _values(self) -> Tensor:
        return torch.zeros(self.shown.action_mask.shape)

    def prepare(self) -> None:
        """Nothing to do: it is compiled before a run starts (`training.compiling`)."""

    def step(self, actions: Tensor) -> None:
        self.env.step(actions.numpy())

    def check(self) -> None:
        """Nothing to do: `step` has already raised any error."""

    def greedy(self, wanted: Tensor, key: int, *, advised: bool = False) -> Tensor:
        chosen = self.played.game.greedy_actions(*self._asked(wanted), key=key, backend="compiled")
        self._chosen[wanted] = torch.from_numpy(chosen)
        return self._chosen

    def advice(self, wanted: Tensor) -> Tensor:
        self._values[wanted] = torch.from_numpy(self.played.game.advice(*self._asked(wanted), backend="compiled"))
        return self._values

    def _asked(self, wanted: Tensor) -> list[Any]:
        return [part[wanted].numpy() for part in (self.shown.observation, self.shown.action_mask)]

    def _bytes(self) -> Tensor:
        return torch.from_numpy(self.env.tables.array.view(np.uint8).copy())

    def _put(self, tables: Tensor) -> None:
        self.env.tables.array.view(np.uint8)[:] = tables.numpy()


class CardTables(TensorTables):
    """A graphics card's vector environment (on Numba's simulator: kernels as Python, tensors of the CPU)."""

    def __init__(self, played: Played, seeds: Sequence[int]) -> None:
        self.played = played
        make: Any = vector_env("cuda")
        given = {"reward": played.reward, "autoreset_mode": played.mode, **played.options}
        self.env = make(played.game, len(seeds), **given)
        blank = played.game.blank(len(seeds), self.env.options)
        vary_options(played.game, blank, played.options, played.vary)
        self.env.tables[:] = torch.from_numpy(blank.raw.reshape(len(seeds), -1))
        self.shown = self.env.tensors()
        device = self.shown.seat.device
        self.seats = torch.from_numpy(blank.array["num_players"].astype(np.int64)).to(device)
        self.env.reset(seeds)

    def prepare(self) -> None:
        self.env.compile()

    def step(self, actions: Tensor) -> None:
        self.env.step(actions, wait=False)

    def check(self) -> None:
        self.env.check()

    def greedy(self, wanted: Tensor, key: int, *, advised: bool = False) -> Tensor:
        if advised and not self.played.game.looks_ahead:  # it plays what it advises
            return self.env.advised_actions()  # type: ignore[no-any-return]
        return self.env.greedy_actions(wanted, key=key)  # type: ignore[no-any-return]

    def advice(self, wanted: Tensor) -> Tensor:
        return self.env.advice(wanted)  # type: ignore[no-any-return]

    def _bytes(self) -> Tensor:
        return torch.as_tensor(self.env.tables).view(torch.uint8).flatten().to("cpu", copy=True)

    def _put(self, tables: Tensor) -> None:
        self.env.put(tables.numpy())


def tables_on(device: torch.device, played: Played, seeds: Sequence[int]) -> TensorTables:
    """Tables on a device, dealt from these seeds, one each. Raises OptionError if an option is out of range, or
    something that the device needs is not installed."""
    return HostTables(played, seeds) if device.type == "cpu" else CardTables(played, seeds)
