"""Bots in separate processes, so that no page waits while one thinks.

A process receives a table on which everything unknown to the bot's seat has been resampled; the true table never leaves
the server's own process.
"""

import asyncio
import logging
import multiprocessing
import os
import random
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from agents.arguments import rulebook
from agents.people.web.rulebooks import Places
from agents.processes import end_with_the_starter
from agents.registry import bot_names, known_as, make_bot, playable
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.errors import TRACEBACK, BotError, DynastyEnvError, IllegalActionError, in_short
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.decision import Bot, Decision, blaming
from dynasty_env.kit.state import State

LONGEST_THOUGHT = 60.0
"""Seconds after which a bot's decision is drawn at random; waiting for a free process does not count."""
LONGEST_ERROR = 500
"""The longest error of a user's own bot in the log, in characters."""
Answer = TypeVar("Answer")
_log = logging.getLogger(__name__)
_seed_of_lots = random.SystemRandom()


@cache
def _bot(place: str, name: str) -> Bot:
    game = rulebook(place)
    return make_bot(playable(name, game), game)


def think(place: str, backend: BackendName, name: str, table: bytes, seed: int) -> int:
    """A bot's decision at a hidden table; runs in a worker process. A bot keeps no memory between two decisions.

    Raises:
        BotError: a user's own bot has failed; the message has the file, the line and the error.
        IllegalActionError: its answer is not legal; the message has the answer.
    """
    game = rulebook(place)
    array = np.frombuffer(bytearray(table), game.dtype)
    bot = _bot(place, name)
    decision = Decision(State(game, Tables(array), game.backend(backend)), np.random.default_rng(seed))
    with blaming(bot, "at a table"):
        bot.reset(seed)
        answer = bot.act(decision)
    try:
        return decision.chosen(answer)
    except IllegalActionError:
        raise IllegalActionError(f"it chose {in_short(answer)}") from None


class BotPool:
    """The worker processes.

    People may also choose the `extra` bots, which have an argument, such as ``policy:runs/first``. `new_pool` creates
    the pool that runs `think`, also after one has broken; None: a pool of processes.
    """

    def __init__(
        self, places: Places, processes: int, extra: tuple[str, ...] = (),
        new_pool: Callable[[], Executor] | None = None,
    ) -> None:  # fmt: skip
        self._places = places
        self._processes = processes
        self._extra = extra
        self._new_pool = new_pool or self._processes_of_their_own
        self._pool = self._new_pool()
        self._free = asyncio.Semaphore(processes)
        self.own_names: dict[str, str] = {}  # what `extra` bots call themselves, by the names that they are offered by
        self._offered = {name: self._names(rulebook(place)) for name, place in places.items()}
        self.failures = 0  # how often a bot failed, and its action was drawn at random

    def _processes_of_their_own(self) -> Executor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, initializer=end_with_the_starter)

    def names(self, game: Game) -> list[str]:
        """Bots that can be chosen for a game: all that need no argument, and those that the server offers."""
        return self._offered[game.name]

    def _names(self, game: Game) -> list[str]:
        named = [name for name in bot_names(game) if ":" not in name]
        for name in dict.fromkeys(map(known_as, self._extra)):
            if name in named:
                continue
            try:
                self.own_names[name] = visible(str(make_bot(name, game).name))
            except (DynastyEnvError, ImportError):
                continue
            named.append(name)
        return named

    async def work(self, function: Callable[..., Answer], game: Game, *arguments: Any) -> Answer:
        """The result of a function of the game's place in a worker process; tried again once if the process dies.

        Raises TimeoutError after `LONGEST_THOUGHT`, BrokenProcessPool if the processes keep dying, and what the
        function raises.
        """
        loop, place = asyncio.get_running_loop(), self._places[game.name]
        for attempt in range(2):
            async with self._free:
                pool = self._pool
                try:
                    async with asyncio.timeout(LONGEST_THOUGHT):  # Python 3.11's wait_for swallows some cancellations
                        return await loop.run_in_executor(pool, function, place, *arguments)
                except TimeoutError:
                    self._begin_anew(pool)
                    raise
                except SystemExit as error:  # it would end the server
                    raise RuntimeError(f"{function.__name__} was ended by somebody's sys.exit") from error
                except BrokenProcessPool:
                    self._log("the bots' processes have died", function.__name__, game)
                    self._begin_anew(pool)
                    if attempt:
                        raise
        raise AssertionError

    def _begin_anew(self, pool: Executor) -> None:
        """Replace processes that think forever or have died. Callers of other processes ask again."""
        if self._pool is pool:
            self._pool = self._new_pool()
            _end(pool)

    async def choose(
        self, name: str, hidden: State, backend: BackendName, seed: int, failed: Callable[[], None] = lambda: None
    ) -> int:
        """A bot's action. If anything goes wrong in its process, `failed` is called, and the action is drawn at
        random."""
        legal = hidden.legal()
        if len(legal) == 1:
            return int(legal[0])
        try:
            action = await self.work(think, hidden.game, backend, name, hidden.tables.array.tobytes(), seed)
        except BrokenProcessPool:
            pass
        except TimeoutError:
            self._log("a bot thought too long", name, hidden.game, _of(hidden))
        except IllegalActionError as error:
            self._log(f"a bot chose what is not legal: {error}", name, hidden.game, _of(hidden))
        except BotError as error:
            at = error if os.environ.get(TRACEBACK) else None
            self._log(f"a bot failed: {str(error)[:LONGEST_ERROR]}", name, hidden.game, _of(hidden), at)
        except Exception as error:
            self._log(f"a bot failed: {type(error).__name__}", name, hidden.game, _of(hidden))
        else:
            if action in legal:
                return action
            self._log("a bot chose what is not legal", name, hidden.game, _of(hidden))
        failed()
        return int(_seed_of_lots.choice(legal.tolist()))

    def _log(
        self,
        what: str,
        name: str,
        game: Game,
        where: Mapping[str, Any] = MappingProxyType({}),
        error: BotError | None = None,
    ) -> None:
        self.failures += 1
        _log.warning(what, exc_info=error, extra={"bot": name, "game": game.name, **where})

    def close(self) -> None:
        """End the processes, even while they are thinking."""
        _end(self._pool, cancel=True)


def _of(hidden: State) -> dict[str, Any]:
    """The seat and phase of a decision, for the log; empty if nobody else may know who is asked."""
    is_secret = int(hidden.record["step"]) in hidden.game.secret_phases
    return {} if is_secret else {"seat": hidden.seat, "phase": hidden.phase}


def _end(pool: Executor, *, cancel: bool = False) -> None:
    processes = list((getattr(pool, "_processes", None) or {}).values())  # `shutdown` forgets them
    for process in processes:
        process.terminate()
    pool.shutdown(wait=False, cancel_futures=cancel)
