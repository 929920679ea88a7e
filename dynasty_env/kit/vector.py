"""Thousands of tables stepped at once: the fast path."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from dynasty_env.kit.backend import Tables
from dynasty_env.kit.errors import IllegalActionError, OptionError, RuleFault
from dynasty_env.kit.face import FEATURES, FeatureName, check_choice
from dynasty_env.kit.game import SEATS, Game, RewardName, State, whole
from dynasty_env.kit.layout import Bytes
from dynasty_env.kit.table import Fault

Floats = npt.NDArray[np.float32]


class Batch(NamedTuple):
    """What a step or reset gives. The arrays are the environment's own buffers: the next step overwrites them.

    Attributes:
        observation: (n, D) int8, what the deciding seat of each table sees (onehot: float32, a fresh array).
        action_mask: (n, A) int8, its legal actions.
        seat: (n,) int8, which seat decides.
        rewards: (n, seats) float32, for all seats; zero unless the table's game has just ended.
        terminated: (n,) int8, 1 where the game has just ended.
    """

    observation: Any
    action_mask: Bytes
    seat: Bytes
    rewards: Floats
    terminated: Bytes


class VectorEnv:
    """Many tables of one game, one call for all of them.

    Args:
        game: which game.
        num_envs: number of tables n.
        seed: table i begins with the game of seed `seed + i`; each next one adds n. None: fresh entropy.
        reward: one of `game.rewards`.
        features: ``raw`` (int8) or ``onehot`` (float32).
        threads: the tables are stepped in that many equal parts at once.
        autoreset_mode: Gymnasium's vocabulary. SAME_STEP (default): an ended table is dealt anew within the step, its
            rewards and `terminated` tell of the end, `final_observation` keeps what every seat saw last. NEXT_STEP:
            the following step deals it anew and ignores its action. DISABLED: it stays ended until `reset`.
        **options: the game's options.

    Raises:
        OptionError: unknown or out-of-range option.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seed: int | None = None,
        reward: RewardName = "win",
        features: FeatureName = "raw",
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        if min(whole(num_envs), whole(threads)) < 1:
            raise OptionError(f"num_envs={num_envs} and threads={threads} must be whole numbers from 1 on")
        check_choice("reward", reward, game.rewards)
        check_choice("features", features, FEATURES)
        self.game = game
        self.num_envs = num_envs
        self.options = game.check_options(options)
        self.num_players = int(self.options["num_players"])
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            modes = ", ".join(mode.value for mode in AutoresetMode)
            raise OptionError(f"autoreset_mode={autoreset_mode!r} is unknown: choose {modes}") from None
        self.metadata = {"name": game.name, "autoreset_mode": self.autoreset_mode}
        self.tables = game.blank(num_envs, self.options)
        self.features = features
        width = game.layout.size
        self.final_observation: Bytes = np.zeros((num_envs, SEATS, width), np.int8)
        """(n, 6, D) int8: what every seat saw at the end of each table's last game."""
        self.final_returns: Floats = np.zeros((num_envs, len(game.rewards), SEATS), np.float32)
        """(n, rewards, 6) float32: returns of each table's last game, a row for each of `game.rewards`."""
        self._row = game.rewards.index(reward)
        self._observation: Bytes = np.zeros((num_envs, width), np.int8)
        self._mask: Bytes = np.zeros((num_envs, len(game.action_names)), np.int8)
        self._seat: Bytes = np.zeros(num_envs, np.int8)
        self._rewards: Floats = np.zeros((num_envs, self.num_players), np.float32)
        self._terminated: Bytes = np.zeros(num_envs, np.int8)
        bounds = np.linspace(0, num_envs, min(threads, num_envs) + 1).astype(int)
        self._parts = list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None
        self._dealt = False
        self._first_seed = seed

    def reset(self, seed: int | None = None) -> Batch:
        """Deal all tables anew. Without a seed a fresh environment takes its constructor's, later ones go on from
        where the tables are."""
        if seed is None and self._dealt:
            seeds = self.tables.array["seed"] + self.num_envs
        else:
            base = self._first_seed if seed is None else seed
            if base is None:
                base = int(np.random.default_rng().integers(2**40))
            first = whole(base)
            if not 0 <= first < 2**62:
                raise OptionError(f"seed={base!r} is out of range: a seed is a whole number 0 … 2**62-1")
            seeds = first + np.arange(self.num_envs, dtype=np.int64)
        for i, table_seed in enumerate(seeds.tolist()):
            self.game.compiled.call("deal", self.tables, i, table_seed)
            self._sound(i)
        self._dealt = True
        self._terminated[:] = 0
        self._rewards[:] = 0
        self._call("batch_observe", 0, self.num_envs, self._observation, self._mask, self._seat)
        return self._seen()

    def step(self, actions: npt.ArrayLike) -> Batch:
        """Play one action (n,) at every table.

        Raises:
            IllegalActionError: names the first table whose action is not legal; no table has moved.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"{self.num_envs} actions are wanted, a whole number each; {given.dtype} of shape {given.shape} came"
            )
        wanted = np.ascontiguousarray(given, np.int64)
        if not self._dealt:
            raise IllegalActionError("call reset() before step()")
        i = self._call("batch_check", 0, self.num_envs, wanted)
        if i >= 0:
            try:
                self.state(i).play(int(wanted[i]))
            except IllegalActionError as error:
                raise IllegalActionError(f"table {i}: {error}; no table has moved") from None
        before = self._terminated.copy()
        self._each_part(lambda first, last: self._advance(first, last, wanted, before))
        ended = np.flatnonzero(self._terminated > before)
        self._rewards[:] = 0
        self._rewards[ended] = self.final_returns[ended, self._row, : self.num_players]
        return self._seen()

    def _advance(self, first: int, last: int, wanted: npt.NDArray[np.int64], before: Bytes) -> None:
        """Play, deal anew what has to be, and observe, at the tables first … last-1."""
        part = slice(first, last)
        self._sound(
            self._call("batch_play", first, last, wanted, self._terminated, self.final_returns, self.final_observation)
        )
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            before[part] = 0  # whatever has ended by now has ended in this step
            if self._terminated[part].any():
                self._sound(self._call("batch_redeal", first, last, self._terminated))
        elif self.autoreset_mode is AutoresetMode.NEXT_STEP and before[part].any():
            self._sound(self._call("batch_redeal", first, last, before))
            self._terminated[part][before[part] == 1] = 0
        self._call("batch_observe", first, last, self._observation, self._mask, self._seat)

    def _sound(self, i: int) -> None:
        """Raise RuleFault if the rules have failed at table `i`; -1 is none."""
        if i >= 0 and self.tables.array["fault"][i]:
            record = self.tables.array[i]
            fault = Fault(int(record["fault"])).name
            raise RuleFault(f"{self.game.name}: the rules failed with {fault} at table {i} (seed {record['seed']})")

    def state(self, i: int) -> State:
        """A copy of table `i`, hidden cards included, for looking into."""
        return State(self.game, Tables(self.tables.array[i : i + 1]).copy(), self.game.compiled)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _seen(self) -> Batch:
        seen: Any = self._observation
        if self.features == "onehot":
            seen = self.game.layout.onehot(self._observation)
        return Batch(seen, self._mask, self._seat, self._rewards, self._terminated)

    def _call(self, entry: str, first: int, last: int, *arguments: Any) -> Any:
        return self.game.compiled.call(entry, self.tables, first, last, *arguments)

    def _each_part(self, work: Callable[[int, int], None]) -> None:
        """`work(first, last)` on every part of the tables: the first here, the others in threads of their own."""
        jobs = [self._pool.submit(work, *part) for part in self._parts[1:]] if self._pool is not None else []
        work(*self._parts[0])
        for job in jobs:
            job.result()
