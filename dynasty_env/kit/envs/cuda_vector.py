"""Thousands of tables stepped at the same time on a GPU, for learners on that GPU: nothing leaves the device."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.gpu.cuda import WORD
from dynasty_env.kit.engine.gpu.memory import memory
from dynasty_env.kit.envs.base import OfOneTable, check_choice, checked_options
from dynasty_env.kit.envs.vector import Batch, autoreset_named, first_seeds, refuse, table_number
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.faults import fault_of
from dynasty_env.kit.game import Game, RewardName, whole_key
from dynasty_env.kit.state import State, whole


class CudaVectorEnv(OfOneTable):
    """`kit.envs.vector.VectorEnv` on a GPU: the same games, arguments and results, as torch tensors on the device.

    Tables and buffers are torch memory. The kernels work on them without copies, on torch's current stream. By default
    a step waits for its kernels, so that it can report illegal actions and faults; `step(…, wait=False)` does not.

    Args:
        game: the rulebook.
        num_envs: number of tables n.
        seed: table i begins with the game of seed `seed + i`, and each of its later games adds n. None: fresh entropy.
        reward: ``win``, ``rank`` or ``points``.
        autoreset_mode: as in `VectorEnv`.
        **options: the game's options.

    Attributes:
        tables: (n, bytes of a table) int8: the complete tables, hidden cards included.
        order: (n,) int64, which table each thread takes in `step`: any permutation; it affects speed only.
        final_observation: (n, seat_rows, D) int8: what every seat saw at the end of each table's last game.
        final_returns: (n, rewards, seat_rows) float32: returns of each table's last game.

    Raises:
        OptionError: if an option is unknown or out of range, or torch finds no usable GPU.
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
            raise OptionError(f"num_envs={in_short(num_envs)} must be a whole number of at least 1")
        check_choice("reward", reward, game.rewards)
        self.game = game
        self.num_envs = n
        self.options = checked_options(type(self), game, options)
        self.num_players = int(self.options["num_players"])
        self.autoreset_mode = autoreset_named(autoreset_mode)
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
        self._rows = zeros((n, WORD * game.cuda.words), np.int8)
        self._final_rows = zeros((n * game.seat_rows, WORD * game.cuda.words), np.int8)
        self._observation = self._rows[:, :width]
        self.final_observation = self._final_rows.reshape(n, game.seat_rows, -1)[:, :, :width]
        self.final_returns = zeros((n, len(game.rewards), game.seat_rows), np.float32)
        self._seeds = zeros((n,), np.int64)
        self._actions = zeros((n,), np.int64)
        self._mask = zeros((n, actions), np.int8)
        self._seat = zeros((n,), np.int8)
        self._rewards = zeros((n, self.num_players), np.float32)
        self._before = zeros((n,), np.int8)
        self._over = zeros((n,), np.int8)
        self._trouble = zeros((2,), np.int64)
        self._trouble[:] = n
        self._wanted = zeros((n,), np.int8)
        self._chosen = zeros((n,), np.int64)
        shown = {id(value): (value, self._memory.argument(value)) for value in vars(self).values()}
        self._arguments = {name: argument for name, (value, argument) in shown.items() if argument is not value}
        self._records = self._memory.records(self.tables, game.dtype)
        for rows in (self._rows, self._final_rows):
            self._arguments[id(rows)] = self._memory.words(rows)
        assert game.dtype.fields is not None
        self._mask_place, self._phase_place = (game.dtype.fields[name][1] for name in ("mask", "step"))

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("tables on a GPU cannot be pickled: create the environment where it is used, with a seed")

    def reset(self, seed: int | Sequence[int] | None = None) -> Batch:
        """Deal a new game at every table, from seeds as in `VectorEnv.reset`."""
        if seed is not None or not self._dealt:
            seeds = first_seeds(self._first_seed if seed is None else seed, self.num_envs)
            self._seeds[:] = self._memory.given(seeds)
        self._over[:] = 1
        self.launch("deal_all", self._over, self._seeds, self._trouble)
        self._over[:] = 0
        self._rewards[:] = 0
        self._dealt = True
        self._show()
        self.check()
        return self._seen()

    def step(self, actions: Any, *, wait: bool = True) -> Batch:
        """Play one action (n,) at every table: an integer tensor on any device, or anything NumPy accepts.

        Args:
            actions: one action id for each table.
            wait: False returns while the kernels are still running. Errors are then reported by the next `check`; until
                then no table moves after an illegal action.

        Raises:
            IllegalActionError: names the first table whose action is not legal; no table has moved.
        """
        if not self._dealt:
            raise IllegalActionError("call reset() before step()")
        given = actions if hasattr(actions, "shape") and hasattr(actions, "dtype") else np.asarray(actions)
        kind = str(given.dtype).removeprefix("torch.")
        if tuple(given.shape) != (self.num_envs,) or not kind.startswith(("int", "uint")):
            raise IllegalActionError(
                f"{self.num_envs} actions are expected, one whole number each, not {kind} of shape {tuple(given.shape)}"
            )
        self._actions[:] = self._memory.given(given)
        self.launch("check_all", self._actions, self._trouble)
        self.launch("play_all", self.order, self._actions, self._row, self._rewards, self._before, self._over,
                     self.final_returns, self._trouble)  # fmt: skip
        ended = self._before, self._over, self._final_rows, self._trouble
        self.launch("observe_ends", *ended, threads=len(self._final_rows))
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self.launch("deal_all", self._over, self._seeds, self._trouble)
        elif self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self.launch("deal_all", self._before, self._seeds, self._trouble)
        self._show()
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._over *= 1 - self._before  # the others hold a new game already
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._mask[:, 0] += self._over  # where a game is over, only action 0 is allowed, as in `VectorEnv`
        if wait:
            self.check()
        return self._seen()

    def compile(self) -> None:
        """Compile or load the kernels of steps and of the game's bot now, instead of when they are first launched.

        The bot of a big game takes a minute or two to compile, once per machine.
        """
        bots = ("worthiest_all", "advise_all") if self.game.values_actions else ("greedy_all",)
        asked = bots if "greedy" in self.game.policies else ()
        for name in ("deal_all", "check_all", "play_all", "observe_ends", "observe_all", *asked):
            self.game.cuda.kernel(name)

    def check(self) -> None:
        """Wait for the kernels and report any error since the last check.

        Raises:
            IllegalActionError: names the first table whose action was not legal; no table has moved since.
            RuleFault: if the rules have failed at a table.
        """
        illegal, faulty = self._trouble.tolist()
        self._trouble[:] = self.num_envs
        if illegal < self.num_envs:
            refuse(self.state(illegal), illegal, int(self._actions[illegal]))
            raise IllegalActionError(f"table {illegal}: an earlier action was not legal; no table has moved since")
        if faulty < self.num_envs:
            raise fault_of(self.game, self.state(faulty).record, f" at table {faulty}")

    def tensors(self) -> Batch:
        """The environment's buffers as torch tensors on the device: the same memory, so every step is visible in them.

        On Numba's simulator they are CPU tensors.
        """
        return Batch(*map(self._memory.tensor, self._seen()))

    def greedy_actions(self, wanted: Any, *, key: int = 0) -> Any:
        """The actions of the game's own bot in the open decisions, computed on the device.

        Args:
            wanted: (n,) whether to ask the bot at each table.
            key: 0 … 2**63-1, the seed of the bot's random draws, if it makes any.

        Returns:
            (n,) int64 actions, in a buffer that the next call overwrites; entries of other tables stay as they are.

        Raises:
            OptionError: if the game has no such bot, or the key is out of range.
        """
        self.game.policy("greedy")
        number = whole_key(key)
        self._wanted[:] = self._memory.given(wanted)
        asked = self._by_phase(), self._wanted, self._rows, self._mask
        if self.game.values_actions:
            self.launch("worthiest_all", *asked, self._chosen)
        else:
            self.launch("greedy_all", *asked, number, self._chosen)
        return self._memory.tensor(self._chosen)

    def advice(self, wanted: Any) -> Any:
        """The game's own bot's values of each action of the open decisions (`Game.advice`), computed on the device.

        Args:
            wanted: (n,) whether to ask the bot at each table.

        Returns:
            (n, A) float32, in a buffer that the next call overwrites; rows of other tables stay as they are.

        Raises:
            OptionError: if the game has no bot that values actions.
        """
        if not self.game.values_actions:
            raise OptionError(f"{self.game.name} has no compiled bot that values actions")
        self._wanted[:] = self._memory.given(wanted)
        self.launch("advise_all", self._by_phase(), self._wanted, self._rows, self._mask, self._values,
                    self._chosen)  # fmt: skip
        return self._memory.tensor(self._values)

    def advised_actions(self) -> Any:
        """(n,) int64, the actions with the highest values in the last `advice`, which the game's own bot plays unless
        it looks further ahead when it advises (`Game.looks_ahead`); a buffer that is overwritten."""
        return self._memory.tensor(self._chosen)

    @cached_property
    def _values(self) -> Any:
        return self._memory.zeros(self._mask.shape, np.float32)

    def _by_phase(self) -> Any:
        """(n,) the tables, those in the same phase together: neighbouring threads then do the same."""
        return self._memory.ascending(self.tables[:, self._phase_place])

    def put(self, content: Any) -> Batch:
        """Continue from other tables of the same game, at which games have been dealt.

        Args:
            content: (n · bytes of a table,) uint8 on the CPU, laid out as in `Tables`.
        """
        tables = np.asarray(content, np.uint8).view(self.game.dtype)
        self.tables[:] = self._memory.given(tables.view(np.int8).reshape(self.num_envs, -1))
        self._seeds[:] = self._memory.given(tables["seed"] + self.num_envs)
        self._dealt = True
        self._show()
        return self._seen()

    def state(self, i: int) -> State:
        """A copy of table `i` on the CPU, hidden cards included, for inspection. Raises OptionError if there is no such
        table."""
        raw: npt.NDArray[np.int8] = np.array(self.tables[table_number(i, self.num_envs)].tolist(), np.int8)
        return State(self.game, Tables(raw.view(self.game.dtype)), self.game.auto)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _show(self) -> None:
        """Write what the deciding seats see and may do."""
        self.launch("observe_all", self._rows, self._seat)
        self._mask[:] = self.tables[:, self._mask_place : self._mask_place + self._mask.shape[1]]

    def _seen(self) -> Batch:
        return Batch(self._observation, self._mask, self._seat, self._rewards, self._over)

    def launch(self, kernel: str, *arguments: Any, threads: int | None = None) -> None:
        """Start a kernel (`kit.engine.gpu.kernels`) on these tables, by default with a thread for each.

        Its arguments are tensors on the device and whole numbers.
        """
        given = (self._arguments[id(a)] if id(a) in self._arguments else self._memory.argument(a) for a in arguments)
        self.game.cuda.launch(kernel, self._memory.stream(), self._records, *given, threads=threads)
