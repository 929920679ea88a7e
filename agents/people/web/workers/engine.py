"""Compiled rules for a server: games start on interpreted rules immediately, and switch to compiled ones when ready."""

import asyncio
import gc
import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rich.console import Console

from agents.arguments import rulebook
from agents.network.search import opinion_judge
from agents.people.web.rulebooks import Places
from agents.people.web.workers.bots import think
from agents.processes import end_with_the_starter
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State

ENTRIES = ("deal", "step", "observe", "hide", "returns")
BOTS = ("greedy_actions",)
LOW_PRIORITY = 10


def entries_of(game: Game) -> tuple[str, ...]:
    """The entry points of a game's rules that a server calls."""
    return ENTRIES + (BOTS if "greedy" in game.policies else ())


def compile_all(places: list[str], bots: tuple[str, ...]) -> None:
    """Compile what a server and its bots need into the cache."""
    for place in places:
        game = rulebook(place)
        load(game)
        state = game.new(0, backend="compiled")
        for bot in bots:
            # It plays another game, or fails: a table that asks for it reports that.
            with suppress(Exception, SystemExit):
                think(place, "compiled", bot, state.hide(state.seat, 0).tables.array.tobytes(), 0)


def compile_searches(places: list[str]) -> None:
    """Compile what hints and reviews need into the cache."""
    for place in places:
        game = rulebook(place)
        opinion_judge(game).prepare(game, Console(quiet=True))


def _work(function: Callable[..., None], *arguments: Any) -> None:
    """Run a function in a separate process at the lowest priority; on Ctrl-C, the starter ends it without a message."""
    with suppress(OSError, AttributeError):
        os.nice(LOW_PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_the_starter()
    function(*arguments)


def load(game: Game) -> None:
    """Load compiled rules from the cache, or compile them."""
    for entry in entries_of(game):
        game.compiled.entry(entry)


class Engine:
    """Chooses the backend of the games of a server, and compiles in the background what is not in the cache.

    `ready` is called with the name of a game when its compiled rules are ready.
    """

    def __init__(
        self, places: Places, *, compiles: bool, bots: tuple[str, ...] = (),
        ready: Callable[[str], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self._games = {name: rulebook(place) for name, place in places.items()}
        self._places = dict(places)
        self._compiles = compiles
        self._bots = bots
        self.bots_ready = not (bots and compiles)  # bots with an argument can think without delay
        self.compiling = compiles  # something may still be compiled
        self._ready: set[str] = set()
        self._tell = ready
        self._process: Any = None

    async def start(self) -> None:
        """Load what is in the cache, and compile the rest. Raises asyncio.CancelledError when stopped."""
        missing = []
        gc.freeze()
        for name, game in self._games.items():
            if all(game.compiled.is_warm(entry) for entry in entries_of(game)):
                await self._load(name)
            else:
                missing.append(name)
        if self._compiles and (missing or self._bots):
            places = list(self._places.values()) if self._bots else [self._places[name] for name in missing]
            if await self._in_a_process(compile_all, places, self._bots):
                for name in missing:
                    await self._load(name)
                self.bots_ready = True
        if self._compiles:
            lacking = [name for name, game in self._games.items() if not opinion_judge(game).is_ready(game)]
            if lacking:
                await self._in_a_process(compile_searches, [self._places[name] for name in lacking])
        self.compiling = False

    async def _in_a_process(self, function: Callable[..., None], *arguments: Any) -> bool:
        """Run a function in a separate process; returns whether it succeeded."""
        work = (function, *arguments)
        self._process = multiprocessing.get_context("spawn").Process(target=_work, args=work, daemon=True)
        self._process.start()
        while self._process.is_alive():
            await asyncio.sleep(1)
        return bool(self._process.exitcode == 0)

    async def _load(self, name: str) -> None:
        await asyncio.to_thread(load, self._games[name])
        gc.freeze()  # the compiler's many objects stay: a garbage collection over them would halt all tables
        self._ready.add(name)
        self._tell(name)

    def stop(self) -> None:
        """End the compilation, if one is running."""
        if self._process is not None and self._process.is_alive():
            self._process.terminate()

    def backend(self, game: Game) -> BackendName:
        """The current backend of a game; the moves are the same on both."""
        return "compiled" if game.name in self._ready else "interpreted"

    def at_speed(self, state: State) -> State:
        """The same table on the current backend."""
        return State(state.game, state.tables, state.game.backend(self.backend(state.game)))
