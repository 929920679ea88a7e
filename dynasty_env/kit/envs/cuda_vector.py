"""Thousands of tables stepped at once on a GPU, for learners that live there: nothing leaves the device."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.gpu.memory import memory
from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.envs.vector import Batch
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.faults import fault_of
from dynasty_env.kit.game import Game, RewardName
from dynasty_env.kit.state import State, whole


class CudaVectorEnv:
    """`kit.envs.vector.VectorEnv` on a GPU: the same games, arguments and answers, as torch tensors on the device.

    Tables and buffers are torch's memory, which the kernels work on without copies, on torch's current stream. Each
    step waits for its kernels, to report illegal actions and faults.

    Args:
        game: which game.
        num_envs: number of tables n.
        seed: table i begins with the game of seed `seed + i`; each next one adds n. None: fresh entropy.
        reward: ``win``, ``rank`` or ``points``.
        autoreset_mode: as in `VectorEnv`.
        **options: the game's options.

    Attributes:
        tables: (n, bytes of a table) int8: everything that lies on the tables, hidden cards included.
        order: (n,) int64, which table each thread takes in `step`: any permutation; it affects speed only.
        final_observation: (n, 6, D) int8: what every seat saw at the end of each table's last game.
        final_returns: (n, 3, rows) float32: returns (win, rank, points) of each table's last game.

    Raises:
        OptionError: unknown or out-of-range option, or no GPU that torch can use.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seed: int | None = None,
        reward: RewardName = "win",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        n = whole(num_envs)
        if n < 1:
            raise OptionError(f"num_envs={in_short(num_envs)} must be a whole number from 1 on")
        check_choice("reward", reward, game.rewards)
        self.game = game
        self.num_envs = n
        self.options = game.check_options(options)
        self.num_players = int(self.options["num_players"])
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except Exception:  # also what comparing with a strange object raises
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise OptionError(f"autoreset_mode={in_short(autoreset_mode)} is unknown: choose {modes}") from None
        self.metadata = {"name": game.name, "autoreset_mode": self.autoreset_mode}
        self._row = game.rewards.index(reward)
        self._first_seed = seed
        self._dealt = False
        self._memory = memory()
        zeros = self._memory.zeros
        self.tables = zeros((n, game.dtype.itemsize), np.int8)
        self.tables[:] = self._memory.given(game.blank(1, self.options).array.view(np.int8))
        width, actions = game.layout.size, len(game.action_names)
        self.order = self._memory.given(np.arange(n))
        self.final_observation = zeros((n, game.seat_rows, width), np.int8)
        self.final_returns = zeros((n, len(game.rewards), game.seat_rows), np.float32)
        self._seeds = zeros((n,), np.int64)
        self._actions = zeros((n,), np.int64)
        self._observation = zeros((n, width), np.int8)
        self._mask = zeros((n, actions), np.int8)
        self._seat = zeros((n,), np.int8)
        self._rewards = zeros((n, self.num_players), np.float32)
        self._before = zeros((n,), np.int8)
        self._over = zeros((n,), np.int8)
        self._trouble = zeros((2,), np.int64)
        shown = {id(value): (value, self._memory.argument(value)) for value in vars(self).values()}
        self._arguments = {name: argument for name, (value, argument) in shown.items() if argument is not value}
        self._records = self._memory.records(self.tables, game.dtype)
        for seen in (self._observation, self.final_observation):
            self._arguments[id(seen)] = self._memory.records(seen, game.layout.dtype)

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("tables on a GPU are not pickled: make the environment where it is used, with a seed")

    def reset(self, seed: int | None = None) -> Batch:
        """Deal all tables anew. Without a seed a fresh environment takes its constructor's, later ones go on from
        where the tables are."""
        if seed is not None or not self._dealt:
            base = self._first_seed if seed is None else seed
            if base is None:
                base = int(np.random.default_rng().integers(2**40))
            first = whole(base)
            if not 0 <= first < 2**62:
                raise OptionError(f"seed={in_short(base)} is out of range: a seed is a whole number 0 … 2**62-1")
            self._seeds[:] = self._memory.given(first + np.arange(self.num_envs))
        self._trouble[:] = self.num_envs
        self._over[:] = 1
        self.launch("deal_all", self._over, self._seeds, self._trouble)
        self._over[:] = 0
        self._rewards[:] = 0
        self._dealt = True
        self.launch("observe_all", self._observation, self._mask, self._seat)
        self._sound(self._trouble.tolist()[1])
        return self._seen()

    def step(self, actions: Any) -> Batch:
        """Play one action (n,) at every table: a whole-number tensor on any device, or whatever NumPy takes.

        Raises:
            IllegalActionError: names the first table whose action is not legal; no table has moved.
        """
        if not self._dealt:
            raise IllegalActionError("call reset() before step()")
        given = actions if hasattr(actions, "shape") and hasattr(actions, "dtype") else np.asarray(actions)
        kind = str(given.dtype).removeprefix("torch.")
        if tuple(given.shape) != (self.num_envs,) or not kind.startswith(("int", "uint")):
            raise IllegalActionError(
                f"{self.num_envs} actions are wanted, a whole number each; {kind} of shape {tuple(given.shape)} came"
            )
        self._actions[:] = self._memory.given(given)
        self._trouble[:] = self.num_envs
        self.launch("check_all", self._actions, self._trouble)
        self.launch("play_all", self.order, self._actions, self._row, self._rewards, self._before, self._over,
                     self.final_returns, self.final_observation, self._trouble)  # fmt: skip
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self.launch("deal_all", self._over, self._seeds, self._trouble)
        elif self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self.launch("deal_all", self._before, self._seeds, self._trouble)
        self.launch("observe_all", self._observation, self._mask, self._seat)
        illegal, faulty = self._trouble.tolist()
        if illegal < self.num_envs:
            self._refuse(illegal)
        self._sound(faulty)
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._over -= self._before  # these hold a new game already
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._mask[:, 0] += self._over  # where a game is over action 0 alone is allowed, as in `VectorEnv`
        return self._seen()

    def _refuse(self, i: int) -> None:
        try:
            self.state(i).play(int(self._actions[i]))
        except IllegalActionError as error:
            raise IllegalActionError(f"table {i}: {error}; no table has moved") from None

    def _sound(self, i: int) -> None:
        """Raise RuleFault if the rules have failed at table `i`; n means none."""
        if i < self.num_envs:
            raise fault_of(self.game, self.state(i).record, f" at table {i}")

    def state(self, i: int) -> State:
        """A copy of table `i` on the CPU, hidden cards included, for looking into."""
        raw: npt.NDArray[np.int8] = np.array(self.tables[i].tolist(), np.int8)
        return State(self.game, Tables(raw.view(self.game.dtype)), self.game.auto)

    def close(self) -> None:
        """Nothing is held open."""

    def _seen(self) -> Batch:
        return Batch(self._observation, self._mask, self._seat, self._rewards, self._over)

    def launch(self, kernel: str, *arguments: Any) -> None:
        """Start a kernel (`kit.engine.gpu.kernels`) on these tables.

        Its arguments are tensors on the device and whole numbers.
        """
        given = (self._arguments[id(a)] if id(a) in self._arguments else self._memory.argument(a) for a in arguments)
        self.game.cuda.launch(kernel, self._memory.stream(), self._records, *given)
