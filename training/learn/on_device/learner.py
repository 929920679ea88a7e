"""The learner whose tables, rollouts and network are together on one device: `dynasty train --device cuda`.

It is `training.learn.ppo.Learner` except for where the data is: settings, losses, folders and checkpoints are the same,
and a run can be resumed on the other kind of device. With CPU tables in place of GPU tables it plays and learns the
same; this is how it is tested.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

import torch
from torch import Tensor

from dynasty_env.kit.game import Game
from training.learn.network import Choices
from training.learn.on_device.actor import TensorActor
from training.learn.on_device.dense import DenseNetwork
from training.learn.on_device.graph import captured
from training.learn.on_device.rollout import Batch, TensorRollout
from training.learn.on_device.tables import Played, TensorTables, tables_on
from training.learn.ppo import Decisions, Learner, Loss, Selected, among_of, empty_rollout, tables_of_actors
from training.learn.settings import Settings

MakeTables = Callable[[torch.device, Played, Sequence[int]], TensorTables]


class DeviceLearner(Learner):
    """One actor plays all tables, in tensors.

    Raises:
        OptionError: as `Learner`, or if an opponent decides on the CPU.
    """

    rollout: TensorRollout  # type: ignore[assignment]
    actors: list[TensorActor]  # type: ignore[assignment]

    def __init__(
        self, game: Game, settings: Settings, threads: int = 1, device: torch.device | str = "cpu", *,
        make_tables: MakeTables = tables_on,
    ) -> None:  # fmt: skip
        self._make_tables = make_tables
        device = torch.device(device)
        if device.type == "cuda" and device.index is not None:
            torch.cuda.set_device(device)
        if device.type == "cuda":  # factors of 10 bits, sums of 23: what a decision gets does not depend on the others
            torch.set_float32_matmul_precision("high")
        self._entropy_weight = torch.zeros((), device=device)
        self._batch: Batch | None = None
        self._gradients: dict[bool, Callable[[], tuple[tuple[Tensor, ...], Tensor]]] = {}
        super().__init__(game, settings, threads, device)

    def _seat(self) -> tuple[Any, Any]:
        settings, device = self.settings, self.network.device
        self.dense = DenseNetwork(self.network)
        rollout = TensorRollout.like(
            empty_rollout(self.game, replace(settings, rollout=1), 1, self.network.advised),
            settings.rollout, settings.envs, device,
        )  # fmt: skip
        shares = tables_of_actors(settings)
        seeds = list(chain.from_iterable(range(seed, seed + last - first) for seed, first, last in shares))
        options = {**self.game.check_options(settings.game_options), "num_players": rollout.rewards.shape[2]}
        tables = self._make_tables(device, Played(self.game, options, settings.reward, settings.vary), seeds)
        return rollout, [TensorActor(tables, rollout, shares[0][0], among_of(settings), self.dense)]

    # -- play and learn ------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Compile the kernels."""
        self.actors[0].tables.prepare()
        self.network.eval()

    def _play(self, *, as_greedy: bool) -> int:
        return self.actors[0].play(as_greedy=as_greedy)

    def shuffle(self, row: int) -> None:
        """Distribute the final rewards of each game that ended in this row randomly among its seats."""
        rewards, seats = self.rollout.rewards[row], self.actors[0].tables.seats.unsqueeze(1)
        chance = torch.rand(rewards.shape, generator=self.generator).to(rewards.device)
        order = (chance + (torch.arange(rewards.shape[1], device=rewards.device) >= seats)).argsort(dim=1)
        ended = self.rollout.ended[row].unsqueeze(1)
        rewards.copy_(torch.where(ended, rewards.gather(1, order), rewards))

    def _order(self, count: int) -> Tensor:
        device = self.network.device
        if device.type == "cpu":
            return super()._order(count)
        seed = int(torch.randint(2**62, (), generator=self.generator))
        dice = torch.Generator(device).manual_seed(seed)
        return torch.randperm(count, generator=dice, device=device)

    def _loss(self, entropy_weight: float) -> Loss:
        self._entropy_weight.fill_(entropy_weight)
        return self.clone if self.cloning else partial(self.improve, entropy_weight=self._entropy_weight)

    def step(self, decisions: Decisions, part: Tensor, loss: Loss) -> Tensor:
        """A gradient step on a part of the decisions, on a GPU by a captured graph; returns its curves."""
        if len(part) != self.settings.minibatch:
            return super().step(decisions, part, loss)
        if self._batch is None:
            self._batch = Batch(decisions, part)
        else:
            self._batch.take(decisions, part)
        if self.cloning not in self._gradients:
            work = partial(self._gradients_of, self._batch, loss)
            self._gradients[self.cloning] = captured(work, self.network.device)
        gradients, curves = self._gradients[self.cloning]()
        self._descend(gradients)
        return curves.double()

    def _gradients_of(self, batch: Batch, loss: Loss) -> tuple[tuple[Tensor, ...], Tensor]:
        result, curves = loss(batch.decisions())
        return torch.autograd.grad(result, self.parameters), curves

    def _choices(self, decisions: Selected) -> Choices:
        return self.dense(decisions.observation, decisions.action_mask, decisions.advice)  # type: ignore[no-any-return]

    # -- save ----------------------------------------------------------------------------------------------------

    def _games(self) -> list[dict[str, Tensor]]:
        """The games in progress in the form of the CPU's actors, so that these can resume them."""
        whole = self.actors[0].content()
        dice = torch.Generator()
        dice.set_state(whole["generator"])
        parts = []
        for number, (_, first, last) in enumerate(tables_of_actors(self.settings)):
            own = {name: part[first:last] for name, part in whole.items() if name not in ("generator", "bytes")}
            own["bytes"] = whole["bytes"].reshape(self.settings.envs, -1)[first:last].flatten()
            if number:  # own dice
                dice = torch.Generator().manual_seed(int(torch.randint(2**62, (), generator=dice)))
            parts.append({**own, "generator": dice.get_state()})
        return parts

    def _go_on(self, games: list[dict[str, Tensor]]) -> None:
        whole = {name: torch.cat([each[name] for each in games]) for name in games[0]}
        self.actors[0].restore({**whole, "generator": games[0]["generator"]})
