"""Measurements on a GPU that is available for a few minutes only: `python -m training.speed.card`.

There are five parts. Each has its own time limit, after which it ends with the results so far: the same games as the
CPU, byte by byte; how fast they run; how fast a network learns them; a network that is trained for three minutes. The
results are written after each measurement, also if the machine is taken away (SIGTERM), and `--page` writes them into
docs/gpu.md.

`--toy` runs everything on Numba's simulator and the CPU, in small, so that no minute of a GPU is lost to a typo.
"""

import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from textwrap import wrap
from types import FrameType
from typing import Annotated, Any, NamedTuple

import typer

import dynasty_env
from dynasty_env.kit.files.atomic import write_whole

GAMES = dynasty_env.GAMES
RULES = ("play_all", "rollout", "deal_all", "observe_all", "check_all", "pick_all")
BOTS = ("advise_all", "worthiest_all")
"""The kernels that are measured; those of bots take longest to compile."""
PARTS = ("same games", "bots", "rates", "trained", "champion")
BEGIN, END = "<!-- measured -->\n", "<!-- /measured -->\n"


class Size(NamedTuple):
    """The amount of everything; the budgets of the parts are in seconds, at most `whole` in total."""

    tables: tuple[int, ...] = (4096, 16_384, 65_536, 262_144)
    seconds_each: float = 0.3
    apart: int = 400
    learners: tuple[tuple[int, int], ...] = ((256, 16_384), (256, 65_536), (128, 65_536), (512, 65_536))
    rollout: int = 32
    minibatch: int = 16_384
    envs: int = 32_768
    learning_rate: float = 5e-4
    training: float = 180.0
    games: int = 2000
    budgets: tuple[float, ...] = (90.0, 100.0, 60.0, 50.0, 215.0)
    whole: float = 480.0


WHOLE = Size()
TOY = Size(
    (3, 5), 0.01, 5, ((8, 6),), 4, 16, 8, 5e-4, 3.0, 8, (400.0, 100.0, 200.0, 100.0, 100.0), 900.0
)  # fmt: skip


class Over(BaseException):
    """The time of a part is up."""


class Cut(BaseException):
    """The machine is taken away."""


class Sheet:
    """The results, which are written after each measurement.

    Args:
        seconds: the time that all parts have together.
    """

    def __init__(self, out: Path, seconds: float) -> None:
        self.out, self.until = out, time.perf_counter() + seconds
        self.results: dict[str, Any] = {}

    def note(self, value: Any, *names: str) -> None:
        """Store a value in the results, under nested names."""
        place = self.results
        for name in names[:-1]:
            place = place.setdefault(name, {})
        place[names[-1]] = value
        print(" · ".join(names), json.dumps(value), flush=True)
        write_whole(self.out, (json.dumps(self.results, indent=1) + "\n").encode())

    @property
    def left(self) -> float:
        """The seconds left in total."""
        return self.until - time.perf_counter()

    @contextmanager
    def part(self, name: str, seconds: float) -> Iterator[None]:
        """A part that ends after this many seconds. If it fails, the error is recorded, and the next part starts."""
        begun, seconds = time.perf_counter(), max(min(seconds, self.left), 0.01)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        except Over:
            self.note(f"ended after its {seconds:g} s, unfinished", name, "stopped")
        except Exception as error:
            self.note(f"{type(error).__name__}: {error}"[:600], name, "failed")
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.note(round(time.perf_counter() - begun, 1), name, "seconds")


@dataclass
class Work:
    """What other processes compile and play in the meantime.

    Attributes:
        kernels: the cost of compiling each kernel, by game and kernel.
        references: the CPU's games, by game.
    """

    kernels: dict[str, dict[str, Future[Any]]]
    references: dict[str, Future[Any]]


def options_for(name: str) -> dict[str, Any]:
    """The options with which a game is played here."""
    return dict(dynasty_env.game(name).check_options({}))


def compile_kernel(name: str, kernel: str) -> dict[str, Any]:
    """Compile a kernel into the cache, in a separate process."""
    from training.speed import gpu

    return gpu.compile_one(dynasty_env.game(name), kernel)


def reference(name: str, toy: bool) -> Any:
    """The CPU's games, in a separate process."""
    from training.speed import gpu

    size = gpu.Size(3, 40, 3, 30) if toy else gpu.WHOLE
    return gpu.play_reference(name, options_for(name), size)


def begin(pool: ProcessPoolExecutor, games: list[str], toy: bool) -> Work:
    """Start compiling everything that is needed, the first game first."""
    kernels: dict[str, dict[str, Future[Any]]] = {}
    references: dict[str, Future[Any]] = {}
    for name in games:
        references[name] = pool.submit(reference, name, toy)
        kernels[name] = {each: pool.submit(compile_kernel, name, each) for each in (*BOTS, *RULES) if not toy}
    return Work(kernels, references)


# ------------------------------------------------------------------------------------------------------------- parts


def same_games(sheet: Sheet, games: list[str], work: Work) -> None:
    """(a) The same games as the CPU's, or where they differ, and the resources that each kernel of the rules takes."""
    from training.speed import gpu

    for name in games:
        compiled(sheet, "same games", name, RULES, work)
        wanted = work.references[name].result()
        try:
            sheet.note(gpu.same_games(dynasty_env.game(name), options_for(name), wanted), "same games", name, "found")
        except AssertionError as error:
            sheet.note(str(error), "same games", name, "differs")


def compiled(sheet: Sheet, part: str, name: str, kernels: tuple[str, ...], work: Work) -> None:
    """Wait until these kernels are compiled, and record what they take."""
    for kernel in kernels:
        if kernel in work.kernels[name]:
            made = work.kernels[name][kernel].result()
            sheet.note(made | {"occupancy": occupancy(made["registers"])}, part, name, kernel)


def occupancy(registers: int, block: int = 64) -> float:
    """The share of a Hopper multiprocessor's 64 warps that can be resident at the same time, given their registers."""
    warps = block // 32
    a_warp = -(-registers * 32 // 256) * 256
    blocks = min(32, 64 // warps, 65_536 // a_warp // warps)
    return blocks * warps / 64


def rates(sheet: Sheet, games: list[str], size: Size) -> None:
    """(b) How fast games run, the first one at all sizes, and how far that is from the limit of the memory."""
    from training.speed import gpu

    for name, counts in ((games[0], size.tables), *((other, size.tables[-2:-1]) for other in games[1:])):
        game = dynasty_env.game(name)
        for n in counts:
            rate = gpu.measure(game, options_for(name), n, size.seconds_each, size.apart)
            sheet.note(rate | {"floors": floors(game, rate)}, "rates", name, f"{n}")


def floors(game: Any, rate: dict[str, Any]) -> dict[str, Any]:
    """The limits set by the device's memory, and how many instructions a decision may have at the measured rate.

    The bytes per second are those of copying all tables. The bytes per decision are those that are written for the
    deciding seat, alone or together with reading and writing its whole table.
    """
    from training.speed import gpu

    bandwidth = 2 * game.dtype.itemsize * rate["tables"] / rate["clone_all_ms"] * 1000
    shown = game.layout.size + len(game.action_names) + 1
    result: dict[str, Any] = {
        "bytes_s": round(bandwidth),
        "shown_bytes": shown,
        "decisions_s_shown_alone": round(bandwidth / shown),
        "decisions_s_whole_tables": round(bandwidth / (shown + 2 * game.dtype.itemsize)),
    }
    if gpu.DEVICE != "cpu":
        import torch

        device: Any = torch.cuda.get_device_properties(0)
        issued = device.multi_processor_count * 128 * getattr(device, "clock_rate", 1_980_000) * 1000
        result["thread_instructions_a_decision"] = round(issued / rate["step"]["decisions_s"])
    return result


def learner(name: str, toy: bool, **settings: Any) -> Any:
    """A learner on the device, or on the CPU in a toy run."""
    import torch

    from training.learn.on_device.learner import DeviceLearner
    from training.learn.settings import Settings

    return DeviceLearner(dynasty_env.game(name), Settings(**settings), device=torch.device("cpu" if toy else "cuda"))


def trained(sheet: Sheet, name: str, size: Size, toy: bool) -> None:
    """(c) How many decisions per second are learned from, and where the time goes."""
    from training.speed import gpu

    for width, tables in size.learners:
        made = learner(name, toy, envs=tables, rollout=size.rollout, minibatch=size.minibatch, network={"width": width})
        turn(made)
        gpu.wait()
        begun = time.perf_counter()
        decisions = sum(turn(made) for _ in range(2))
        gpu.wait()
        spent = time.perf_counter() - begun
        where = ("trained", name, f"width {width}, {tables} tables")
        sheet.note({"decisions_s": round(decisions / spent)}, *where)
        sheet.note(split(made, gpu.wait), *where, "split_s")
        del made


def turn(made: Any) -> int:
    """Play and learn once; returns how many decisions were the network's."""
    before = made.progress.decisions
    made.collect()
    made.learn(0.0)
    return int(made.progress.decisions - before)


def split(made: Any, wait: Callable[[], None]) -> dict[str, float]:
    """The seconds of a turn by activity; each waits for the device, which costs time: they add up to more."""
    (actor,) = made.actors
    spent: dict[str, float] = {}
    watched = {
        "step": (actor.tables, "step"), "advice": (actor.tables, "advice"), "greedy": (actor.tables, "greedy"),
        "choose": (actor, "_said"), "credit": (made, "judge"), "collect": (made, "collect"), "learn": (made, "learn"),
    }  # fmt: skip

    def watch(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            wait()
            begun = time.perf_counter()
            result = call(*arguments, **named)
            wait()
            spent[name] = spent.get(name, 0.0) + time.perf_counter() - begun
            return result

        return timed

    for name, (owner, call) in watched.items():
        setattr(owner, call, watch(name, getattr(owner, call)))
    turn(made)
    for owner, call in watched.values():
        delattr(owner, call)
    return {name: round(seconds, 4) for name, seconds in spent.items()}


def champion(sheet: Sheet, name: str, size: Size, toy: bool) -> None:
    """(d) A network that is trained for some minutes, then measured against greedy players."""
    import torch

    from training.learn.on_device.evaluation import evaluate_on

    settings = {"envs": size.envs, "minibatch": size.minibatch, "learning_rate": size.learning_rate}
    made = learner(name, toy, rollout=size.rollout, **settings)
    turn(made)  # capturing and compiling does not count
    whole = min(size.training, sheet.left - 30)
    measures = [whole / 3, whole]
    spent = 0.0
    while measures:
        begun = time.perf_counter()
        made.collect()
        made.learn(min(spent / whole, 1.0))
        spent += time.perf_counter() - begun
        if spent >= measures[0]:
            measures.pop(0)
            at = f"after {spent:.0f} s"
            sheet.note({"decisions": made.progress.decisions, "games": made.progress.games}, "champion", name, at)
            torch.save(made.network.state_dict(), sheet.out.with_suffix(".pt"))
            options = made.settings.game_options
            rate = evaluate_on(made.game, made.dense, "greedy", games=size.games, options=options)
            sheet.note(asdict(rate), "champion", name, at, "against greedy")


# -------------------------------------------------------------------------------------------------------------- page


def page_of(results: dict[str, Any]) -> str:
    """The results as a part of docs/gpu.md."""
    about = results["about"]
    lines = [f"{about['device']}, {about['date']}, torch {about['torch']}, numba-cuda {about['numba-cuda']}:", ""]
    for name, found in of_games(results, "same games"):
        same = found.get("found")
        lines.append(
            f"- {name}: byte-identical to the CPU's games over "
            f"{same['rollout']['decisions'] + same['stepped']['decisions']:,} decisions; one core of the CPU "
            f"plays {same['cpu_rollout_decisions_s']:,} decisions/s, or {same['cpu_step_decisions_s']:,}/s with "
            "observation and mask."
            if same
            else f"- {name}: " + (f"**not the CPU's games**: {found['differs']}." if "differs" in found
                                  else "the comparison was not completed.")
        )  # fmt: skip
    kernels = [
        f"| {name} | {kernel} | {made['registers']} | {made['private_bytes']:,} | {made['occupancy']:.0%} | "
        f"{made['seconds']} |"
        for part in ("same games", "bots")
        for name, found in of_games(results, part)
        for kernel, made in found.items() if "registers" in made
    ]  # fmt: skip
    if kernels:
        head = "| game | kernel | registers | private bytes, including spills | occupancy | seconds to compile |"
        lines += ["", head, "|---|---|--:|--:|--:|--:|", *kernels]
    for name, sizes in of_games(results, "rates"):
        lines += ["", f"| {name}, decisions/s by number of tables | engine | step with observation and mask | "
                      "memory limit | instructions per decision |", "|--:|--:|--:|--:|--:|"]  # fmt: skip
        lines += [rates_row(row) for row in sizes.values() if isinstance(row, dict)]
    for name, ways in of_games(results, "trained"):
        lines += ["", f"| {name} | trained decisions/s | seconds of a turn, by activity |", "|---|--:|---|"]
        for way, row in ways.items():
            split_s = ", ".join(f"{part} {seconds:.2f}" for part, seconds in row.get("split_s", {}).items())
            lines.append(f"| {way} | {row['decisions_s']:,} | {split_s} |")
    for name, points in of_games(results, "champion"):
        lines += ["", f"{name}, trained from scratch:", ""]
        for at, row in points.items():
            rate = row.get("against greedy")
            outcome = f"wins {rate['rate']:.1%} of {rate['games']} games" if rate else "not measured"
            lines.append(f"- {at}, {row['decisions']:,} decisions: {outcome} against greedy players.")
    stopped = [f"{name}: {part[why]}" for name, part in results.items() for why in ("stopped", "failed")
               if isinstance(part, dict) and why in part]  # fmt: skip
    lines = [line if line.startswith("|") else "\n".join(wrap(line, 120, subsequent_indent="  ")) for line in lines]
    return "\n".join([*lines, *(["", "Not all of it was done: " + "; ".join(stopped) + "."] if stopped else []), ""])


def of_games(results: dict[str, Any], part: str) -> list[tuple[str, dict[str, Any]]]:
    """The results of a part for each game, without its seconds and errors."""
    return [(name, found) for name, found in results.get(part, {}).items() if isinstance(found, dict)]


def rates_row(row: dict[str, Any]) -> str:
    """A table row: a number of tables, and their speeds."""
    engine = next((value for name, value in row.items() if name.startswith("rollout, 32")), 0)
    return (
        f"| {row['tables']:,} | {engine:,} | {row['step']['decisions_s']:,} | "
        f"{row['floors']['decisions_s_whole_tables']:,} … {row['floors']['decisions_s_shown_alone']:,} | "
        f"{row['floors'].get('thread_instructions_a_decision', 0):,} |"
    )


def put_into(page: Path, text: str) -> None:
    """Replace the text between the marks of the page. Raises SystemExit if it has no marks."""
    whole = page.read_text(encoding="utf-8")
    if BEGIN not in whole or END not in whole:
        raise SystemExit(f"{page}: the lines {BEGIN.strip()} and {END.strip()} are missing")
    before, after = whole.partition(BEGIN)[0], whole.partition(END)[2]
    write_whole(page, f"{before}{BEGIN}{text}{END}{after}".encode())


def stop_children() -> None:
    """End the processes that were started here."""
    for child in multiprocessing.active_children():
        child.kill()


def main(
    out: Annotated[Path, typer.Option(help="File for the results.")] = Path("card.json"),
    page: Annotated[Path | None, typer.Option(help="Page to write them into, between its marks.")] = None,
    toy: Annotated[bool, typer.Option("--toy", help="Run a small version on the simulator and the CPU.")] = False,
    game: Annotated[list[str] | None, typer.Option(help="Games; the first is also trained.  [default: all]")] = None,
    part: Annotated[
        list[str] | None,
        typer.Option(help=f"Only this part ({', '.join(PARTS)}), added to --out; may be repeated.  [default: all]"),
    ] = None,
    only_page: Annotated[bool, typer.Option("--only-page", help="Do not measure; write the page from --out.")] = False,
) -> None:
    """Ask a GPU all that is to be known of it, in eight minutes."""
    if only_page:
        if page is None:
            raise SystemExit("--only-page needs --page")
        put_into(page, page_of(json.loads(out.read_text(encoding="utf-8"))))
        return
    if toy:
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # read when Numba is first imported, here and in other processes
    size, games = TOY if toy else WHOLE, game or list(GAMES)
    sheet, parts = Sheet(out, size.whole), part or list(PARTS)
    if unknown := set(parts) - set(PARTS):
        raise SystemExit(f"--part {min(unknown)}: there are {', '.join(PARTS)}")
    if part and out.is_file():
        kept = json.loads(out.read_text(encoding="utf-8"))
        sheet.results = {name: value for name, value in kept.items() if name not in (*parts, "cut")}

    def over(number: int, frame: FrameType | None) -> None:
        raise Over if number == signal.SIGALRM else Cut

    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, over)
    try:
        measure_all(sheet, size, games, parts, toy)
    except Cut:
        sheet.note(True, "cut")
    finally:
        stop_children()
        if page is not None and "about" in sheet.results:
            put_into(page, page_of(sheet.results))


def measure_all(sheet: Sheet, size: Size, games: list[str], parts: list[str], toy: bool) -> None:
    """Run these parts, one after the other."""
    import numba_cuda
    import torch

    if not toy and not torch.cuda.is_available():
        raise SystemExit("torch finds no usable GPU; --toy runs without one")
    device = "the simulator" if toy else torch.cuda.get_device_name()
    about = {"device": device, "date": time.strftime("%Y-%m-%d"), "torch": torch.__version__, "games": games}
    sheet.note(about | {"numba-cuda": numba_cuda.__version__}, "about")
    budgets = dict(zip(PARTS, size.budgets, strict=True))
    used = games if {"same games", "bots", "rates"} & set(parts) else games[:1]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as pool:
        work = begin(pool, used, toy)
        if "same games" in parts:
            with sheet.part("same games", budgets["same games"]):
                same_games(sheet, used, work)
        with sheet.part("bots", budgets["bots"]):  # always: what follows needs their kernels, and those of the rules
            for name in used:
                compiled(sheet, "bots", name, BOTS if "same games" in parts else (*RULES, *BOTS), work)
        pool.shutdown(wait=False, cancel_futures=True)
        stop_children()
    measures = {
        "rates": partial(rates, sheet, games, size),
        "trained": partial(trained, sheet, games[0], size, toy),
        "champion": partial(champion, sheet, games[0], size, toy),
    }
    for name, measure in measures.items():
        if name in parts:
            with sheet.part(name, budgets[name]):
                measure()


if __name__ == "__main__":
    typer.run(main)
