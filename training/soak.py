"""`dynasty soak`: millions of random games of a rulebook, every table audited; it resumes where it was stopped."""

import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from agents.arguments import counting_bar, going_on, rulebook, say, shown
from agents.compiling import compile_entries
from dynasty_env.conformance.games import promises
from dynasty_env.conformance.games.suite import DECISIONS
from dynasty_env.conformance.report import versions
from dynasty_env.kit.errors import OptionError, RuleFault, in_short
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.replays import write_json
from dynasty_env.kit.game import Game

CHUNK = 1000
"""Games between two writes of the report."""
BATCHES = 40
"""Mixtures of options in a chunk."""
LOOKED_AT = 10
"""Decisions of a chunk at which the other promises are checked: rejected actions, copies, hiding."""
KEPT = 20
"""Faults that are reported in full."""
FAILED = 1
"""Exit code if a promise is broken."""


@dataclass
class Soak:
    """What has been played so far: the report, from which a later run resumes.

    Attributes:
        rules: a digest of the rules, the cards and the versions that they were compiled with.
        decisions: how many decisions they had.
        offered: how many actions were legal at these, in total.
        looked_at: decisions at which rejected actions, copies, hiding and resampled ends were checked too.
        faults: broken promises, the first ones in full.
        broken: how many there were.
    """

    game: str
    rules: str
    seed: int
    games: int = 0
    decisions: int = 0
    offered: int = 0
    looked_at: int = 0
    faults: list[str] = field(default_factory=list)
    broken: int = 0
    seconds: float = 0.0
    versions: dict[str, str] = field(default_factory=versions)

    def fault(self, error: Exception) -> None:
        """Record a broken promise."""
        self.broken += 1
        if len(self.faults) < KEPT:
            self.faults.append(str(error))


def begun(path: Path, game: Game, seed: int) -> Soak:
    """The soak of a report, or a new one. Raises OptionError if the file is not such a report, or belongs to another
    game, seed or rules."""
    new = Soak(game.name, game.compiled.cache.name, seed)  # the folder of compiled rules is a digest of them
    if not path.exists():
        return new
    try:
        old = Soak(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise OptionError(f"{path} is not a report of dynasty soak ({in_short(error)}): give another --out") from error
    for what, now in vars(new).items():
        was = getattr(old, what)
        if type(was) is not type(now) or (isinstance(was, int | float) and not 0 <= was < math.inf):
            raise OptionError(f"{path} is not a report of dynasty soak ({what} {in_short(was)}): give another --out")
        if what in ("game", "rules", "seed") and was != now:
            was_made = f"{path} was made with {what} {in_short(was)}, not {now}"
            raise OptionError(f"{was_made}: give another --out, or remove it")
    return old


def chunk(game: Game, soak: Soak, games: int) -> None:
    """Play the next games, and check the other promises at some of their decisions."""
    began, seed = time.perf_counter(), soak.seed + soak.games
    try:
        played = promises.check_random_games(game, games, seed, BATCHES).tolist()
        soak.decisions, soak.offered = soak.decisions + played[1], soak.offered + played[2]
    except (promises.ConformanceError, RuleFault) as error:
        soak.fault(error)
    try:
        for state, rng in islice(promises.sampled_decisions(game, 1, LOOKED_AT, seed), LOOKED_AT):
            for _, look in DECISIONS.values():
                promises.hold(look, state, rng)
            soak.looked_at += 1
    except (promises.ConformanceError, RuleFault) as error:
        soak.fault(error)
    soak.games += games
    soak.seconds += time.perf_counter() - began


def go_on(game: Game, soak: Soak, games: int, path: Path, watch: Callable[[Soak], Any]) -> None:
    """Play until this many games are reached; the report is written after every chunk. Raises SaveError."""
    while soak.games < games:
        chunk(game, soak, min(CHUNK, games - soak.games))
        write_json(path, asdict(soak))
        watch(soak)


def soak(
    game: Annotated[str, typer.Argument(help="Game to test.")],
    games: Annotated[
        int, typer.Option(min=1, help="Total number of games, including those of earlier runs.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the first game.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="JSON file for the report.  [default: runs/soak/<game>.json]")
    ] = None,
) -> None:
    """Soak-test a game: play random games, audited at every decision.

    An interrupted run resumes when you give the same command again.
    """
    console = Console(emoji=False)
    rules = rulebook(game)
    path = out or Path("runs") / "soak" / f"{rules.name}.json"
    with Lock(path):
        state = begun(path, rules, seed)
        compile_entries(rules, ["audited_game"], console)
        with going_on(console, lambda: f"{state.games:,} games"), counting_bar(console) as bar:
            task = bar.add_task(rules.name, total=games, completed=state.games)
            go_on(rules, state, games, path, lambda now: bar.update(task, completed=now.games))
    say(
        console,
        f"{rules.name}: {state.games:,} games, {state.decisions:,} decisions audited, {state.looked_at:,} "
        f"examined closely, {state.broken:,} violations; {shown(path)}",
    )
    for fault in state.faults:
        say(console, shown(fault))
    if state.broken:
        raise typer.Exit(FAILED)
