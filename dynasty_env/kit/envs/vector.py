"""Thousands of tables stepped by one call: the fastest way to play."""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from dynasty_env.kit.engine.backend import Compiled, Interpreted, Tables
from dynasty_env.kit.engine.threads.pieces import STEPS
from dynasty_env.kit.engine.threads.steps import WORTH_A_THREAD, StepCrew
from dynasty_env.kit.envs.base import FEATURES, FeatureName, OfOneTable, check_choice, checked_options
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.faults import fault_of
from dynasty_env.kit.game import BackendName, Game, RewardName
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State, the_game, whole

Floats = npt.NDArray[np.float32]

RESETS = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)
"""Numbers of the autoreset modes in the entry `batch_step`."""


class Batch(NamedTuple):
    """The result of a step or reset. The arrays are the environment's own buffers: the next step overwrites them.

    Attributes:
        observation: (n, D) int8, what the deciding seat of each table sees (onehot: float32, a fresh array).
        action_mask: (n, A) int8, its legal actions.
        seat: (n,) int8, the seat that decides.
        rewards: (n, seats) float32, for all seats; zero unless the table's game has just ended.
        terminated: (n,) int8, 1 where the game has just ended. Without autoreset it stays 1 at each step until the next
            deal; the rewards come only once.
    """

    observation: Any
    action_mask: Bytes
    seat: Bytes
    rewards: Floats
    terminated: Bytes


def first_seeds(seed: Any, count: int) -> npt.NDArray[np.int64]:
    """The seeds (n,) of the first games of `count` tables: `seed` and those after it, n given seeds, or random ones for
    None. Raises OptionError if a seed is out of range, or there are not n of them."""
    listed = isinstance(seed, Sequence) and not isinstance(seed, str)
    if listed or (isinstance(seed, np.ndarray) and seed.ndim > 0):
        seeds = [whole(each) for each in seed]
        if len(seeds) != count:
            raise OptionError(f"{len(seeds)} seeds for {count} tables: give one per table, or only the first")
        wrong = [each for each, number in zip(seed, seeds, strict=True) if not 0 <= number < 2**62]
    else:
        first = int(np.random.default_rng().integers(2**40)) if seed is None else whole(seed)
        seeds = list(range(first, first + count))
        wrong = [] if 0 <= first < 2**62 else [seed]
    if wrong:
        raise OptionError(f"seed={in_short(wrong[0])} is out of range: a seed is a whole number 0 … 2**62-1")
    return np.array(seeds, np.int64)


def checked_sizes(num_envs: Any, threads: Any) -> tuple[int, int]:
    """Both as whole numbers. Raises OptionError unless they are whole numbers of at least 1."""
    sizes = whole(num_envs), whole(threads)
    if min(sizes) < 1:
        raise OptionError(
            f"num_envs={in_short(num_envs)} and threads={in_short(threads)} must be whole numbers of at least 1"
        )
    return sizes


def autoreset_named(mode: Any, offered: Sequence[AutoresetMode] = RESETS) -> AutoresetMode:
    """One of Gymnasium's modes, itself or by name. Raises OptionError for anything else."""
    with suppress(Exception):  # also what comparing with an unusual object raises
        named = AutoresetMode(mode)
        if named in offered:
            return named
    modes = ", ".join(each.value for each in offered)
    raise OptionError(f"autoreset_mode={in_short(mode)} is not offered: choose {modes}")


def whole_actions(actions: npt.ArrayLike, count: int) -> npt.NDArray[np.int64]:
    """`actions` as (count,) int64. Raises IllegalActionError unless they are `count` whole numbers."""
    try:
        given = np.asarray(actions)
    except Exception as error:  # what unusual objects raise
        raise IllegalActionError(f"{count} actions are expected, not {in_short(actions)} ({error})") from None
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise IllegalActionError(
            f"{count} actions are expected, one whole number each, not {given.dtype} of shape {given.shape}"
        )
    return np.ascontiguousarray(given, np.int64)


def table_number(i: Any, count: int) -> int:
    """The number of one of `count` tables as int. Raises OptionError unless it is a whole number 0 … count-1."""
    number = whole(i)
    if not 0 <= number < count:
        raise OptionError(f"table {in_short(i)} is out of range: there are tables 0 … {count - 1}")
    return number


def refuse(state: State, i: int, action: int) -> None:
    """Raise the IllegalActionError of `action` at a copy of table `i`."""
    try:
        state.play(action)
    except IllegalActionError as error:
        raise IllegalActionError(f"table {i}: {error}; no table has moved") from None


def check_faults(game: Game, tables: Tables, answers: Iterable[int]) -> None:
    """Raise RuleFault if an entry returned the index of a table whose rules have failed; -1 means none."""
    for i in answers:
        if i >= 0:
            raise fault_of(game, tables.array[i], f" at table {i}")


def batch_backend(game: Game, name: BackendName | None) -> Compiled | Interpreted:
    """The backend for many tables: compiled, unless interpreted rules are asked for.

    If a person at a terminal has to wait for compiling, a message says so.
    """
    result = game.backend(name)
    if isinstance(result, Interpreted):
        return result
    if sys.stderr.isatty() and not game.compiled.is_warm("batch_step"):
        print(f"compiling the rules of {visible(game.name)}, once on this machine: minutes at most", file=sys.stderr)
    return game.compiled


class ManyTables:
    """What the vector environments on the CPU share: copies of tables, actions that are checked at all, and pickles."""

    _kept: ClassVar[tuple[str, ...]]
    """Names of the buffers that are pickled."""
    _carried: ClassVar[tuple[str, ...]]
    """Names of other attributes that may change after `__init__`, and that are pickled, too."""

    game: Game
    num_envs: int
    tables: Tables
    _backend: Compiled | Interpreted
    _check: Callable[..., int]
    _given: dict[str, Any]

    def state(self, i: int) -> State:
        """A copy of table `i`, hidden cards included, for inspection. Raises OptionError if there is no such table."""
        first = table_number(i, self.num_envs)
        return State(self.game, Tables(self.tables.array[first : first + 1]).copy(), self._backend)

    def _taken(self, actions: Any) -> npt.NDArray[np.int64]:
        """The ids (n,) to play: legal at every table whose game is not over."""
        wanted = whole_actions(actions, self.num_envs)
        i = self._first_refusing(wanted)
        if i >= 0:
            refuse(self.state(i), i, int(wanted[i]))
        return wanted

    def _first_refusing(self, wanted: npt.NDArray[np.int64]) -> int:
        """The first table that does not allow its action; -1: none."""
        return self._check(0, self.num_envs, wanted)

    def __getstate__(self) -> dict[str, Any]:
        arrays = {name: getattr(self, name) for name in self._kept}
        others = {name: vars(self)[name] for name in self._carried if name in vars(self)}
        tables = self.tables.array.tobytes()  # padding included
        return {"game": type(self.game), "given": self._given, "tables": tables, "arrays": arrays, "others": others}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(the_game(kept["game"]), **kept["given"])  # type: ignore[misc]
        self.tables.array.view(np.uint8)[:] = np.frombuffer(kept["tables"], np.uint8)
        for name, array in kept["arrays"].items():
            getattr(self, name)[:] = array
        vars(self).update(kept["others"])


class VectorEnv(ManyTables, OfOneTable):
    """Many tables of one game, stepped by one call.

    Args:
        game: the rulebook.
        num_envs: number of tables n.
        seed: table i begins with the game of seed `seed + i`, and each of its later games adds n. None: fresh entropy.
        reward: one of `game.rewards`.
        features: ``raw`` (int8) or ``onehot`` (float32).
        observe: False leaves observations out, which is faster: `Batch.observation` and `final_observation` then have
            no rows.
        threads: how many threads step the tables, as long as there are at least 64 tables for each. A step that is
            faster on one thread runs on one.
        autoreset_mode: Gymnasium's vocabulary. SAME_STEP (default): a table whose game ends gets a new game within the
            step; its rewards and `terminated` report the end, and `final_observation` keeps what every seat saw last.
            NEXT_STEP: the following step deals the new game and ignores the action. DISABLED: the game stays over until
            `reset`. While a table's game is over, its mask allows only action 0; that action has no effect, but an
            empty mask would not be a distribution.
        backend: ``auto`` and ``compiled`` compile the rules; ``interpreted`` runs them as Python, slowly.
        **options: the game's options.

    Raises:
        OptionError: if an option is unknown or out of range.
    """

    _kept = ("final_observation", "final_returns", "_observation", "_mask", "_seat", "_rewards", "_terminated")
    _carried = ("_dealt", "single_action_space")

    def __init__(  # noqa: PLR0913
        self,
        game: Game,
        num_envs: int,
        *,
        seed: int | None = None,
        reward: RewardName = "win",
        features: FeatureName = "raw",
        observe: bool = True,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        backend: BackendName | None = None,
        **options: Any,
    ) -> None:
        n, crew = checked_sizes(num_envs, threads)
        check_choice("reward", reward, game.rewards)
        check_choice("features", features, FEATURES)
        self.game = game
        self.num_envs = n
        self.options = checked_options(type(self), game, options)
        self.num_players = int(self.options["num_players"])
        if not observe and features != "raw":
            raise OptionError(f"features={in_short(features)} with observe=False: there is nothing to encode")
        self.autoreset_mode = autoreset_named(autoreset_mode)
        self.metadata = {"name": game.name, "autoreset_mode": self.autoreset_mode}
        self.tables = game.blank(n, self.options)
        self.features = features
        width = game.layout.size
        rows = n if observe else 0
        self.final_observation: Bytes = np.zeros((rows, game.seat_rows, width), np.int8)
        """(n, seat_rows, D) int8: what every seat saw at the end of each table's last game; empty if not observed."""
        self.final_returns: Floats = np.zeros((n, len(game.rewards), game.seat_rows), np.float32)
        """(n, rewards, seat_rows) float32: returns of each table's last game, a row for each of `game.rewards`."""
        self._observation: Bytes = np.zeros((rows, width), np.int8)
        self._mask: Bytes = np.zeros((n, len(game.action_names)), np.int8)
        self._seat: Bytes = np.zeros(n, np.int8)
        self._rewards: Floats = np.zeros((n, self.num_players), np.float32)
        self._terminated: Bytes = np.zeros(n, np.int8)
        self._buffers = (
            RESETS.index(self.autoreset_mode),
            game.rewards.index(reward),
            game.layout.records(self._observation),
            self._mask,
            self._seat,
            self._rewards,
            self._terminated,
            self.final_returns,
            game.layout.records(self.final_observation),
        )
        self._backend = batch_backend(game, backend)
        self._check = self._backend.bound("batch_check", self.tables)
        self._step = self._backend.bound("batch_step", self.tables)
        self._crew = self._new_crew(min(crew, n // WORTH_A_THREAD))
        self._dealt = False
        self._first_seed = seed
        self._given = {
            "num_envs": n,
            "seed": seed,
            "reward": reward,
            "features": features,
            "observe": observe,
            "threads": crew,
            "autoreset_mode": self.autoreset_mode,
            "backend": self._backend.name,
            **self.options,
        }

    def reset(self, seed: int | Sequence[int] | None = None) -> Batch:
        """Deal a new game at every table.

        Args:
            seed: table i takes `seed + i`, or the i-th of n seeds. None: the first reset uses the constructor's seed,
                and later ones continue the tables' streams of seeds.

        Raises:
            OptionError: if a seed is out of range, or there are not n of them; the tables are unchanged.
        """
        if seed is None and self._dealt:
            seeds = self.tables.array["seed"] + self.num_envs
        else:
            seeds = first_seeds(self._first_seed if seed is None else seed, self.num_envs)
        if self._crew is not None and self._crew.is_interrupted:
            self._crew.close()
            self._crew = self._new_crew(self._crew.size)
        deal = self._backend.bound("batch_deal", self.tables)
        shown = self._buffers[2:5]
        self._terminated[:] = 0
        self._rewards[:] = 0
        check_faults(self.game, self.tables, [deal(0, self.num_envs, seeds, *shown)])
        self._dealt = True
        return self._seen()

    def step(self, actions: npt.ArrayLike) -> Batch:
        """Play one action (n,) at every table.

        Raises:
            IllegalActionError: names the first table whose action is not legal; no table has moved.
        """
        if not self._dealt:
            raise IllegalActionError("call reset() before step()")
        wanted = self._taken(actions)
        if self._crew is not None:
            wrong = self._crew.step(wanted)
        else:
            wrong = self._step(0, self.num_envs, wanted, *self._buffers)
        check_faults(self.game, self.tables, [wrong])
        return self._seen()

    def _new_crew(self, size: int) -> StepCrew | None:
        """So many threads that step the tables; None if there is nothing to share."""
        if size < 2 or not isinstance(self._backend, Compiled):
            return None
        return StepCrew(self.game.compile(STEPS), self.tables, (self._check, self._step), self._buffers, size)

    def _first_refusing(self, wanted: npt.NDArray[np.int64]) -> int:
        return super()._first_refusing(wanted) if self._crew is None else self._crew.first_refusing(wanted)

    def tensors(self) -> Batch:
        """The environment's buffers as torch tensors: the same memory, so every step is visible in them.

        Raises:
            OptionError: with ``features="onehot"``, which makes a fresh array each step and so has no lasting tensor.
        """
        if self.features != "raw":
            raise OptionError(f"features={self.features!r} has no buffer to share: use features='raw'")
        torch: Any = import_module("torch")
        return Batch(*map(torch.from_numpy, self._seen()))

    def seen_by(self, seats: npt.ArrayLike) -> Bytes:
        """What one seat (n,) of each table sees now: (n, D) int8, raw, a fresh array.

        Privileged for any seat but the deciding one: meant for critics that know more than players do. Raises
        OptionError unless there are n seats of this table size, whole numbers.
        """
        every = np.arange(self.num_envs)
        try:
            looking = whole_actions(seats, self.num_envs)
            fits = bool(((looking >= 0) & (looking < self.num_players)).all())
        except IllegalActionError:
            fits = False
        if not fits:
            raise OptionError(
                f"{self.num_envs} seats are expected, whole numbers 0 … {self.num_players - 1}, not {in_short(seats)}"
            )
        seen, mask = np.zeros((self.num_envs, self.game.layout.size), np.int8), np.zeros_like(self._mask)
        look = self._backend.bound("some_observe", self.tables)
        look(every, 0, self.num_envs, looking, self.game.layout.records(seen), mask)
        return seen

    def close(self) -> None:
        """Stop the threads."""
        if self._crew is not None:
            self._crew.close()

    def _seen(self) -> Batch:
        seen: Any = self._observation
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._mask[self._terminated == 1, 0] = 1
        if self.features == "onehot":
            seen = self.game.layout.onehot(self._observation)
        return Batch(seen, self._mask, self._seat, self._rewards, self._terminated)
