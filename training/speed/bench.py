"""`dynasty bench`: how fast a game runs through every interface, what startup costs, and how that compares.

Every way of playing is timed in rounds, in turns, and the best round counts: other load on the machine only makes
rounds slower, never faster. Rates are given per second and per CPU-second of all threads.
"""

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from agents.arguments import GameOptions, Seats, options_of, rulebook, say
from agents.compiling import compile_entries
from dynasty_env.kit.engine import entries
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.atomic import on_disk, write_whole
from dynasty_env.kit.files.replays import as_json, package_version
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from training.speed import peers
from training.speed.report import Bench, Line, chart, markdown, show
from training.speed.speed import (
    TABLES,
    Batched,
    Draws,
    Effort,
    Options,
    Rollout,
    Way,
    one_table_ways,
    time_ways,
    vector_way,
)

# ------------------------------------------------------------------------------------------------------ ways of playing


def play_ways(game: Game, options: Options, tables: Sequence[int], threads: Sequence[int]) -> list[Way]:
    """Everything that is timed, one game at a time first."""
    ways = one_table_ways(game, options)
    for n in tables:
        ways += [vector_way(game, options, n, k) for k in threads]
    ways.append(vector_way(game, options, TABLES, 1, observe=False))
    if any(option.name == "ask_forced" for option in game.options) and not options.get("ask_forced"):
        ways.append(vector_way(game, options, TABLES, 1, ask_forced=True))
    loop = Batched(VectorEnv(game, TABLES, **options))
    seats = Batched(SeatVectorEnv(game, TABLES, **options))
    ways += [
        Way("vec_env, whole loop", f"draws and step of {TABLES:,} tables", loop.loop, about={"tables": TABLES}),
        Way("seat_vec_env", f"step of {TABLES:,} tables with random bots", seats.steps, about={"tables": TABLES}),
    ]
    ways += [
        Way(f"engine, {k} thread{'s' * (k > 1)}", f"random_steps of {TABLES:,} tables", Rollout(game, options, k).steps,
            about={"tables": TABLES, "threads": k})
        for k in threads
    ]  # fmt: skip
    return ways + search_ways(middle(game, options))


def middle(game: Game, options: Options) -> State:
    """A table in the middle of a random game."""
    state = game.new(0, backend="compiled", **options)
    rng, played = np.random.default_rng(0), [state.clone()]
    while not state.done:
        state.play(int(rng.choice(state.legal())))
        played.append(state.clone())
    return played[len(played) // 2]


def search_ways(state: State) -> list[Way]:
    """The operations of a search, from one table."""
    many = 64

    def way(name: str, timed: str, unit: str, act: Callable[[], Any], each: int = 1) -> Way:
        def play(seconds: float) -> Effort:
            effort = Effort()
            while effort.wall < seconds:
                with effort.timed():
                    for _ in range(20):
                        act()
                effort.count += 20 * each
            return effort

        return Way(name, timed, play, unit)

    seat = state.seat
    return [
        way("State.playouts", "of the table as it lies, to the end, at random", "playouts",
            lambda: state.playouts(many), many),
        way("State.playouts(seat=…)", "the same, what a seat does not know redrawn first", "playouts",
            lambda: state.playouts(many, seat=seat), many),
        way("State.clone", "from Python", "clones", state.clone),
        way("Tables.repeat", f"{many} copies a call", "clones", lambda: state.tables.repeat(many), many),
        way("State.hide", "from Python", "resamples", lambda: state.hide(seat, 1)),
    ]  # fmt: skip


def measured(ways: Sequence[Way], seconds: float, console: Console | None) -> list[Line]:
    """The best round of each way."""
    return [
        Line(
            way.name, way.unit, way.timed,
            max(effort.rate for effort in kept),
            max(effort.cpu_rate for effort in kept),
            sum(effort.choices for effort in kept) / sum(effort.count for effort in kept)
            if sum(effort.choices for effort in kept) and way.name != "seat_vec_env" else None,
            dict(way.about),
        )
        for way, kept in zip(ways, time_ways(ways, seconds, console), strict=True)
    ]  # fmt: skip


# ---------------------------------------------------------------------------------------------- proof of the work done


def checksums(
    game: Game, options: Options, threads: Sequence[int], tables: int = 32, steps: int = 300
) -> dict[str, str]:
    """A hash of every observation, mask, seat and return of the same random games, for each interface. Raises
    RuntimeError if they differ."""
    result: dict[str, str] = {}
    for k in threads:
        env = VectorEnv(game, tables, seed=0, threads=k, **options)
        batch, draws, digest = env.reset(), Draws(tables), hashlib.blake2b(digest_size=16)
        for _ in range(steps):
            for part in (batch.observation, batch.action_mask, batch.seat, batch.rewards):
                digest.update(part.tobytes())
            batch = env.step(draws(batch.action_mask))
        result[f"vec_env, {k} thread{'s' * (k > 1)}"] = digest.hexdigest()
        env.close()
    result["State"] = _checksum_of_states(game, options, tables, steps)
    if len(set(result.values())) > 1:
        raise RuntimeError(f"interfaces disagree on observations and masks: {result}")
    return result


def _checksum_of_states(game: Game, options: Options, tables: int, steps: int) -> str:
    states = [game.new(seed, backend="compiled", **options) for seed in range(tables)]
    seats = states[0].num_players
    rewards = np.zeros((tables, seats), np.float32)
    draws, digest = Draws(tables), hashlib.blake2b(digest_size=16)
    for _ in range(steps):
        masks = np.stack([state.mask for state in states])
        digest.update(np.stack([state.observe(state.seat) for state in states]).tobytes())
        digest.update(masks.tobytes())
        digest.update(np.array([state.seat for state in states], np.int8).tobytes())
        digest.update(rewards.tobytes())
        rewards = np.zeros((tables, seats), np.float32)
        for i, action in enumerate(draws(masks).tolist()):
            states[i].play(action)
            if states[i].done:
                rewards[i] = states[i].returns()
                states[i] = game.new(states[i].seed + tables, backend="compiled", **options)
    return digest.hexdigest()


# --------------------------------------------------------------------------------------------------------------- starts


def entries_of(game: Game) -> list[str]:
    """The entry points of a game; those of a compiled bot are included only if it has one."""
    without = () if "greedy" in game.policies else tuple(name for name in entries.ENTRIES if name.startswith("greedy"))
    values = () if game.values_actions else ("advise",)
    return [name for name in entries.ENTRIES if name not in (*without, *values)]


COLD = """
import json, sys, time
begun, spent = time.perf_counter(), time.process_time()
def since():
    return time.perf_counter() - begun, time.process_time() - spent
import dynasty_env
game = dynasty_env.load_game(sys.argv[1])
found = {"import": since()}
state = game.new(0, backend="interpreted")
state.play(int(state.legal()[0]))
found["import to first interpreted step, nothing compiled"] = since()
before = since()
for name in json.loads(sys.argv[2]):
    game.compiled.entry(name)
    now = since()
    found[f"compile {name}"] = now[0] - before[0], now[1] - before[1]
    before = now
print(json.dumps(found))
"""

WARM = """
import json, sys, time
begun, spent = time.perf_counter(), time.process_time()
import dynasty_env
game = dynasty_env.load_game(sys.argv[1])
from dynasty_env.kit.envs.vector import VectorEnv
env = VectorEnv(game, 1, seed=0)
batch = env.reset()
env.step(batch.action_mask.argmax(axis=1))
print(json.dumps([time.perf_counter() - begun, time.process_time() - spent]))
"""


def starts(place: str) -> dict[str, list[float]]:
    """What new processes need, with an empty cache and with a warm one, in seconds and in CPU-seconds.

    Entries are compiled one after the other: the first one includes compiling what all of them share.

    Args:
        place: the game, as `dynasty_env.load_game` finds it in another process.
    """
    with tempfile.TemporaryDirectory() as cache:
        env = os.environ | {"DYNASTY_ENV_CACHE": cache}

        def run(code: str, *arguments: str) -> Any:
            command = [sys.executable, "-c", code, place, *arguments]
            return json.loads(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout)

        measured: dict[str, list[float]] = run(COLD, json.dumps(entries_of(rulebook(place))))
        warm = min((run(WARM) for _ in range(3)), key=lambda pair: pair[1])
        compiled = [pair for name, pair in measured.items() if name.startswith("compile ")]
        return {
            **measured,
            "compile all entries": [sum(seconds) for seconds in zip(*compiled, strict=True)],
            "import to first vec_env step, warm": warm,
        }


# ---------------------------------------------------------------------------------------------------------------- peers


def measure_peers(python: str, seconds: float, console: Console) -> list[dict[str, Any]]:
    """The results of `training/speed/peers.py` in that interpreter, library by library."""
    rows: list[dict[str, Any]] = []
    for peer in peers.PEERS:
        with console.status(peer):
            command = [python, peers.__file__, str(seconds), peer]
            result = subprocess.run(command, capture_output=True, text=True)
        lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
        if result.returncode:
            last = (result.stderr.strip().splitlines() or ["no message"])[-1]
            lines.append({"peer": peer, "skipped": f"stopped with code {result.returncode}: {last}"})
        rows += lines
    return rows


# ---------------------------------------------------------------------------------------------------- where and how big


def machine() -> dict[str, Any]:
    """The machine on which this runs."""
    processor = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        named = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        processor = named[0].partition(":")[2].strip() if named else processor
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {"processor": processor, "cores": os.cpu_count(), "system": platform.platform(), "load before": load}


def sizes(game: Game) -> dict[str, int]:
    """The size of a table in bytes."""
    env = VectorEnv(game, 64)
    parts = (env.tables.array, env.final_observation, env.final_returns, *env.reset(0))
    return {
        "table": game.dtype.itemsize,
        "observation": game.layout.size,
        "mask": len(game.action_names),
        "in a vec_env, ends of games kept": sum(part.nbytes for part in parts) // 64,
    }


# --------------------------------------------------------------------------------------------------------- the command


def bench(  # noqa: PLR0913
    game: Annotated[
        str | None, typer.Argument(help="Game by name, or file.py:Class.", show_default="dynasty_v0")
    ] = None,
    seats: Seats = None,
    option: GameOptions = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds per measurement.")] = 2.0,
    tables: Annotated[str, typer.Option(help="Numbers of tables of the vector environment.")] = "64,256,1024,4096",
    threads: Annotated[str, typer.Option(help="Numbers of threads of the vector environment.")] = "1,2",
    start: Annotated[bool, typer.Option(help="Also measure compilation and start-up, in fresh processes.")] = True,
    with_peers: Annotated[bool, typer.Option("--peers", help="Also measure other libraries.")] = False,
    peers_python: Annotated[str, typer.Option(help="Python that has these libraries.")] = sys.executable,
    out: Annotated[Path, typer.Option(help="Folder for bench.json, bench.md and bench.png.")] = Path("bench"),
) -> None:  # fmt: skip
    """Benchmark the speed of a game through every interface. It plays random legal actions.

    Decisions with a single legal action are neither asked nor counted unless you give --option ask_forced=true.
    """
    console = Console(emoji=False)
    rules = rulebook(game)
    options = options_of(rules, option or [], seats)
    counts, teams = _counts("tables", tables), _counts("threads", threads)
    before = machine()
    compile_entries(rules, entries_of(rules), console)
    sums = checksums(rules, options, teams)
    lines = measured(play_ways(rules, options, counts, teams), seconds, console)
    with console.status("timing how new processes start and compile"):
        started = starts(game or rules.name) if start else {}
    result = Bench(
        game=rules.name,
        version=package_version(),
        options=options,
        when=datetime.now(UTC).isoformat(timespec="seconds"),
        machine=before,
        versions={"python": platform.python_version(), **{name: version(name) for name in ("numba", "numpy")}},
        lines=lines,
        checksums=sums,
        sizes=sizes(rules),
        starts=started,
        peers=measure_peers(peers_python, seconds, console) if with_peers else [],
    )
    show(result, console)
    with on_disk(out):
        out.mkdir(parents=True, exist_ok=True)
        write_whole(out / "bench.json", as_json(asdict(result)))
        (out / "bench.md").write_text(markdown(result), encoding="utf-8")
    try:
        write_whole(out / "bench.png", chart(result))
    except ModuleNotFoundError:
        console.print("no chart: install the extra 'bench' (dynasty-env\\[bench])")
    say(console, f"saved in {out}")


def _counts(name: str, given: str) -> list[int]:
    parts = [part.strip() for part in given.split(",")]
    if not all(part.isdecimal() and 0 < int(part) < 10**7 for part in parts):
        raise OptionError(f"--{name} {given!r}: give positive whole numbers, separated by commas")
    return [int(part) for part in parts]
