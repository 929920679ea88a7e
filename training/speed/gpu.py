"""How fast games run on a GPU, and where the time goes: `python -m training.speed.gpu`.

First the same games are played on the CPU and compared byte by byte; only then is anything timed. Prints a line of JSON
for each measurement as it is made, and writes all of them to a file.
"""

import json
import multiprocessing
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from typing import Annotated, Any, NamedTuple

import numba_cuda
import numpy as np
import torch
import typer

import dynasty_env
from agents.arguments import Seats, options_of, rulebook
from dynasty_env.kit.engine.gpu.cuda import SIMULATED
from dynasty_env.kit.engine.gpu.kernels import KERNELS, signatures
from dynasty_env.kit.envs.cuda_vector import CudaVectorEnv
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import DynastyEnvError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.game import Game
from training.speed.gpu_layout import private_rollout

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
TABLES = [4096, 16384, 65536, 262144, 1048576]
MOVES = 32
"""Moves of a timed rollout."""
KEY = 11
ROLLOUTS = ("rollout",) if SIMULATED else ("rollout", "private_rollout")
"""Directly on the records, and on private copies, which exist only as machine code."""


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
    size, ways = wanted.size, [kernel for kernel in ROLLOUTS if kernel in game.cuda.kernels]
    for kernel in ways:
        env = CudaVectorEnv(game, size.rollout_tables, seed=0, **options)
        env.reset()
        rollouts = Rollouts(env, kernel)
        rollouts.play(size.rollout_steps, KEY)
        assert rollouts.ended() == wanted.games, f"{kernel}: {rollouts.ended()} games ended, not {wanted.games}"
        equal_tables(env, wanted.tables, kernel)

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


def equal_tables(env: CudaVectorEnv, wanted: bytes, way: str) -> None:
    """Assert that the tables equal `wanted`, byte by byte."""
    want = np.frombuffer(wanted, np.int8).reshape(env.num_envs, -1)
    got: Any = torch.as_tensor(env.tables).numpy(force=True)
    differs = np.flatnonzero((got != want).any(axis=1))
    assert not differs.size, f"{way}: {differs.size} of {env.num_envs} tables differ, the first is {differs[0]}"


# -------------------------------------------------------------------------------------------------------------- timing


class Rollouts:
    """Random moves inside a kernel."""

    def __init__(self, env: CudaVectorEnv, kernel: str) -> None:
        self.env, self.kernel = env, kernel
        self.games = torch.zeros(env.num_envs, dtype=torch.int64, device=DEVICE)
        self.trouble = torch.full((2,), env.num_envs, dtype=torch.int64, device=DEVICE)

    def play(self, steps: int, key: int) -> None:
        """Start `steps` moves at each table."""
        self.env.launch(self.kernel, steps, key, self.games, self.trouble)

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

    def launch(self, kernel: str, *arguments: Any) -> None:
        """Start a kernel between two events."""
        start = mark()
        super().launch(kernel, *arguments)
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
    Rollouts(env, "rollout").play(apart, KEY)  # by now the tables are at different stages of their games
    for kernel in (each for each in ROLLOUTS if each in game.cuda.kernels):
        rollouts = Rollouts(env, kernel)
        for moves in (1, MOVES):
            spent = milliseconds(partial(rollouts.play, moves), seconds)
            result[f"{kernel}, {moves} moves a launch"] = round(n * moves / spent * 1000)
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


def measure_blocks(game: Game, options: Options, n: int, seconds: float) -> dict[str, Any]:
    """Rollouts with different numbers of threads per block."""
    env = CudaVectorEnv(game, n, seed=0, **options)
    env.reset()
    rollouts = Rollouts(env, "rollout")
    rollouts.play(400, KEY)
    rates, kept = {}, game.cuda.block
    for block in (32, 64, 128, 256):
        game.cuda.block = block
        spent = milliseconds(partial(rollouts.play, MOVES), seconds)
        rates[block] = round(n * MOVES / spent * 1000)
    game.cuda.block = kept
    return {"tables": n, "rollout by threads a block": rates}


def compile_one(game: Game, name: str) -> dict[str, Any]:
    """Compile a kernel; returns seconds, registers per thread and bytes of private memory per thread,
    spilled registers included."""
    begun = time.perf_counter()
    kernel = game.cuda.kernel(name)
    result: dict[str, Any] = {"seconds": round(time.perf_counter() - begun, 1)}
    if not SIMULATED:
        used = kernel.get_regs_per_thread(), kernel.get_local_mem_per_thread()
        result["registers"], result["private_bytes"] = (next(iter(part.values())) for part in used)
    return result


def compile_all(game: Game) -> dict[str, Any]:
    """Compile every kernel of the rules."""
    game.cuda.add({"private_rollout": private_rollout}, {"private_rollout": signatures(*game.cuda.records)["rollout"]})
    return {"kernels": {name: compile_one(game, name) for name in (*KERNELS, "private_rollout")}}


def main(
    game: Annotated[str | None, typer.Option(help="game to measure")] = None,
    seats: Seats = None,
    tables: Annotated[list[int], typer.Option(help="number of tables; may be repeated")] = TABLES,
    seconds: Annotated[float, typer.Option(help="seconds per measurement")] = 1.0,
    option: Annotated[list[str], typer.Option(help="NAME=VALUE")] = [],  # noqa: B006
    out: Annotated[Path, typer.Option(help="file for all measurements")] = Path("gpu.json"),
) -> None:
    """Check the GPU's games against the CPU's, then measure decisions/s and where the time goes."""
    lines: list[dict[str, Any]] = []

    def tell(found: dict[str, Any]) -> None:
        lines.append(found)
        print(json.dumps(found), flush=True)
        write_whole(out, (json.dumps(lines, indent=1) + "\n").encode())

    try:
        played = rulebook(game)
        options = options_of(played, option, seats)
    except DynastyEnvError as error:
        raise SystemExit(str(error)) from None
    if not torch.cuda.is_available():
        raise SystemExit("torch finds no usable GPU")
    versions = {"torch": torch.__version__, "numba-cuda": numba_cuda.__version__, "numpy": np.__version__}
    tell({"device": torch.cuda.get_device_name(), "game": played.name, "options": options, **versions})
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        wanted = pool.submit(play_reference, played.name, options)
        tell(compile_all(played))
        tell(same_games(played, options, wanted.result()))
    for n in tables:
        tell(measure(played, options, n, seconds))
    tell(measure_blocks(played, options, min(tables[-1], 262144), seconds))


if __name__ == "__main__":
    typer.run(main)
