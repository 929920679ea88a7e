"""How fast games run on a GPU, and where the time goes: what `training.speed.card` measures.

First the same games are played on the CPU and compared byte by byte; only then is anything timed.
"""

import time
from collections.abc import Callable, Mapping
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import torch

import dynasty_env
from dynasty_env.kit.engine.gpu.cuda import SIMULATED
from dynasty_env.kit.envs.cuda_vector import CudaVectorEnv
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.game import Game

Options = Mapping[str, Any]

DEVICE = "cpu" if SIMULATED else "cuda"


class Size(NamedTuple):
    """How much is compared byte by byte: tables and random moves at each inside a kernel, tables and steps of the
    environment."""

    rollout_tables: int = 512
    rollout_steps: int = 2500
    stepped_tables: int = 64
    steps: int = 1500


WHOLE = Size()
MOVES = 32
"""Moves of a timed rollout."""
KEY = 11


class Reference(NamedTuple):
    """The results of the CPU's compiled rules for some games, and the seconds of the rollouts and of the steps."""

    size: Size
    tables: bytes
    games: int
    actions: Any
    batches: list[Any]
    final_observation: Any
    final_returns: Any
    seconds: float
    step_seconds: float


def play_reference(name: str, options: Options, size: Size = WHOLE) -> Reference:
    """Random rollouts, and steps of the vector environment, on the CPU."""
    game = dynasty_env.game(name)
    count = size.rollout_tables
    tables = game.blank(count, options)
    game.compiled.entry("random_steps")
    for i in range(count):
        game.compiled.call("deal", tables, i, i)
    begun = time.perf_counter()
    games = game.compiled.call("random_steps", tables, 0, count, size.rollout_steps, KEY)
    seconds = time.perf_counter() - begun
    rng = np.random.default_rng(KEY)
    env = VectorEnv(game, size.stepped_tables, seed=0, **options)
    batch, step_seconds = env.reset(), 0.0
    actions, batches = [], [[np.array(array) for array in batch]]
    for _ in range(size.steps):
        actions.append((rng.random(batch.action_mask.shape, np.float32) * batch.action_mask).argmax(axis=1))
        begun = time.perf_counter()
        batch = env.step(actions[-1])
        step_seconds += time.perf_counter() - begun
        batches.append([np.array(array) for array in batch])
    stacked = [np.stack(arrays) for arrays in zip(*batches, strict=True)]
    return Reference(
        size, tables.array.tobytes(), games, np.stack(actions), stacked, env.final_observation, env.final_returns,
        seconds, step_seconds,
    )  # fmt: skip


def same_games(game: Game, options: Options, wanted: Reference) -> dict[str, Any]:
    """Play the reference's games on the GPU. Raises AssertionError with the first table that differs."""
    size = wanted.size
    env = CudaVectorEnv(game, size.rollout_tables, seed=0, **options)
    env.reset()
    rollouts = Rollouts(env)
    rollouts.play(size.rollout_steps, KEY)
    assert rollouts.ended() == wanted.games, f"{rollouts.ended()} games ended, not {wanted.games}"
    equal_tables(env, wanted.tables)

    env = CudaVectorEnv(game, size.stepped_tables, seed=0, **options)
    env.reset()
    shown = env.tensors()
    expected = [torch.as_tensor(array, device=DEVICE) for array in wanted.batches]
    for n in range(size.steps + 1):
        for name, got, all_steps in zip(shown._fields, shown, expected, strict=True):
            assert torch.equal(got, all_steps[n]), f"{name} differs after {n} steps"
        if n < size.steps:
            env.step(wanted.actions[n])
    for got, final in ((env.final_observation, wanted.final_observation), (env.final_returns, wanted.final_returns)):
        assert torch.equal(torch.as_tensor(got).cpu(), torch.from_numpy(final)), "games end otherwise"
    rolled, stepped = size.rollout_tables * size.rollout_steps, size.stepped_tables * size.steps
    return {
        "what": "same games as the CPU, byte by byte",
        "rollout": {"tables": size.rollout_tables, "decisions": rolled, "ended": wanted.games},
        "stepped": {"tables": size.stepped_tables, "decisions": stepped, "ended": int(expected[4].sum())},
        "cpu_rollout_decisions_s": round(rolled / wanted.seconds),
        "cpu_step_decisions_s": round(stepped / wanted.step_seconds),
    }


def equal_tables(env: CudaVectorEnv, wanted: bytes) -> None:
    """Assert that the tables equal `wanted`, byte by byte."""
    want = np.frombuffer(wanted, np.int8).reshape(env.num_envs, -1)
    got: Any = torch.as_tensor(env.tables).numpy(force=True)
    differs = np.flatnonzero((got != want).any(axis=1))
    assert not differs.size, f"{differs.size} of {env.num_envs} tables differ, the first is {differs[0]}"


# -------------------------------------------------------------------------------------------------------------- timing


class Rollouts:
    """Random moves inside a kernel."""

    def __init__(self, env: CudaVectorEnv) -> None:
        self.env = env
        self.games = torch.zeros(env.num_envs, dtype=torch.int64, device=DEVICE)
        self.trouble = torch.full((2,), env.num_envs, dtype=torch.int64, device=DEVICE)

    def play(self, steps: int, key: int) -> None:
        """Start `steps` moves at each table."""
        self.env.launch("rollout", steps, key, self.games, self.trouble)

    def ended(self) -> int:
        """How many games ended in the last play. Raises AssertionError if the rules failed."""
        assert self.trouble.tolist() == [self.env.num_envs] * 2, f"the rules failed at table {self.trouble.tolist()[1]}"
        return int(self.games.sum())


def mark() -> Any:
    """A timestamp on the device."""
    if SIMULATED:
        return time.perf_counter()
    event = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
    event.record()
    return event


def between(first: Any, last: Any) -> float:
    """Milliseconds between two timestamps, once the device has passed both."""
    return float(1000 * (last - first) if SIMULATED else first.elapsed_time(last))


def wait() -> None:
    """Wait until the device has finished all its work."""
    if not SIMULATED:
        torch.cuda.synchronize()


def milliseconds(work: Callable[[int], Any], seconds: float) -> float:
    """The median device time of `work(number of the call)`, repeated for `seconds` and at least three times."""
    times: list[float] = []
    work(0)
    wait()
    begun = time.perf_counter()
    while len(times) < 3 or time.perf_counter() - begun < seconds:
        start = mark()
        work(len(times) + 1)
        end = mark()
        wait()
        times.append(between(start, end))
    return median(times)


class TimedEnv(CudaVectorEnv):
    """Records when each kernel of a step starts and ends on the device."""

    def __init__(self, game: Game, num_envs: int, **options: Any) -> None:
        self.spans: list[tuple[str, Any, Any]] = []
        super().__init__(game, num_envs, **options)

    def launch(self, kernel: str, *arguments: Any, threads: int | None = None) -> None:
        """Start a kernel between two events."""
        start = mark()
        super().launch(kernel, *arguments, threads=threads)
        self.spans.append((kernel, start, mark()))


def time_steps(env: TimedEnv, seconds: float, before: Callable[[], None]) -> dict[str, Any]:
    """Milliseconds of a step by the wall clock and of its kernels on the device, as medians. Choosing actions and
    calling `before` are not included."""
    actions = torch.zeros(env.num_envs, dtype=torch.int64, device=DEVICE)
    walls: list[float] = []
    kernel_times: dict[str, list[float]] = {}
    begun = time.perf_counter()
    while len(walls) < 8 or time.perf_counter() - begun < seconds:
        env.launch("pick_all", KEY, len(walls), actions)
        before()
        wait()
        env.spans.clear()
        start = time.perf_counter()
        env.step(actions)
        wait()
        walls.append(1000 * (time.perf_counter() - start))
        for kernel, first, last in env.spans:
            kernel_times.setdefault(kernel, []).append(between(first, last))
    wall = median(walls[3:])
    split = {kernel: round(median(times[3:]), 4) for kernel, times in kernel_times.items()}
    return {
        "decisions_s": round(env.num_envs / wall * 1000),
        "decisions_s_kernels_alone": round(env.num_envs / sum(split.values()) * 1000),
        "step_ms": round(wall, 4),
        "kernels_ms": split,
    }


def measure(game: Game, options: Options, n: int, seconds: float, apart: int = 400) -> dict[str, Any]:
    """All ways of playing at `n` tables, after `apart` moves that desynchronise them."""
    if not SIMULATED:
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
    env = TimedEnv(game, n, seed=0, **options)
    env.reset()
    shown: Any = env.tensors()
    tables, order = torch.as_tensor(env.tables), torch.as_tensor(env.order)
    result: dict[str, Any] = {"tables": n}
    if not SIMULATED:
        result["bytes_per_table"] = torch.cuda.max_memory_allocated() // n
    rollouts = Rollouts(env)
    rollouts.play(apart, KEY)  # by now the tables are at different stages of their games
    for moves in (1, MOVES):
        spent = milliseconds(partial(rollouts.play, moves), seconds)
        result[f"rollout, {moves} moves a launch"] = round(n * moves / spent * 1000)
    rollouts.ended()
    result["step"] = time_steps(env, seconds, lambda: None)
    offset = game.dtype.fields["step"][1]  # type: ignore[index]

    def sort_by_step() -> None:
        order.copy_(torch.argsort(tables[:, offset]))

    result["step, tables sorted by phase"] = time_steps(env, seconds, sort_by_step)
    result["sort_ms"] = round(milliseconds(lambda _: sort_by_step(), seconds / 4), 4)
    order.copy_(torch.arange(n))
    every = torch.ones_like(shown.seat)
    if "greedy" in game.policies:
        result["greedy_ms"] = round(milliseconds(lambda key: env.greedy_actions(every, key=key), seconds / 4), 4)
    if game.values_actions:
        result["advice_ms"] = round(milliseconds(lambda _: env.advice(every), seconds / 4), 4)
    host = [torch.empty_like(part, device="cpu", pin_memory=not SIMULATED) for part in shown]

    def copy_out() -> None:
        for to, part in zip(host, shown, strict=True):
            to.copy_(part, non_blocking=True)

    result["batch_to_cpu_ms"] = round(milliseconds(lambda _: copy_out(), seconds / 4), 4)
    other = torch.empty_like(tables)
    result["clone_all_ms"] = round(milliseconds(lambda _: other.copy_(tables), seconds / 4), 4)
    return result


def compile_one(game: Game, name: str) -> dict[str, Any]:
    """Compile a kernel; returns seconds, registers per thread and bytes of private memory per thread,
    spilled registers included."""
    begun = time.perf_counter()
    kernel = game.cuda.kernel(name)
    result: dict[str, Any] = {"seconds": round(time.perf_counter() - begun, 1)}
    if not SIMULATED:
        result["registers"] = kernel.get_regs_per_thread()
        result["private_bytes"] = kernel.get_local_mem_per_thread()
    return result
