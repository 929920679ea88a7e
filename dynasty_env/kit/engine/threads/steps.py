"""Threads that step the tables of one vector environment, and meet in machine code.

To wake a thread that sleeps takes as long as a step of a hundred tables, and one that comes back to Python waits for
whoever is in Python. So the threads of a `StepCrew` stay in compiled code from step to step, as long as the next step
follows soon, and watch a number for it. Each has a part of the tables, which stays in its processor's cache; whoever is
done with its own takes pieces of the others', so that one that wakes late, or loses its core between two pieces, holds
up nobody.
"""

import os
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.backend import Compiled, Tables
from dynasty_env.kit.engine.threads.ending import join_all
from dynasty_env.kit.engine.threads.pace import Pace
from dynasty_env.kit.engine.threads.pieces import APART, CLOSED, HOME, NEXT, PATIENCE, PIECE, WRONG

WORTH_A_THREAD = 4 * PIECE
"""Fewest tables for which another thread is worth its call."""

SOON, BRIEFLY = 200e-6, 20e-6
"""Seconds within which the next step has to follow for a thread to stay awake, and for which it stays awake otherwise.
"""
LATE = 1e-3
"""Seconds after which the caller, which has nothing left to do, lets others have its processor."""

BUSY = "the last step of this environment was interrupted: call reset(); or another thread is in one"

PROBE, PROBES = 2048, 4
"""Pauses that are timed at once, and how often: whoever loses its processor meanwhile counts too few."""


class StepCrew:
    """`size` threads, the caller's included, that step the tables of one vector environment.

    Whether that is faster than to do so alone is found out by timing both now and then (`Pace`): it is not where
    other programs use the processors. Threads do not survive a fork: in a child process there are new ones.

    Args:
        program: the game's compiled `STEPS`.
        tables: all of them are stepped by each call.
        alone: the entry `batch_step` of these tables.
        buffers: its arguments behind the actions.
        size: threads; at least 2.
    """

    def __init__(
        self, program: Compiled, tables: Tables, alone: Callable[..., int], buffers: tuple[Any, ...], size: int
    ) -> None:
        self.size, self._alone = size, alone
        self._actions = np.zeros(len(tables), np.int64)
        self._given = (self._actions, *buffers)
        self._lead, self._is_done = (program.bound(name, tables) for name in ("lead", "is_done"))
        self._follow = program.bound("follow", tables)
        self._pace = Pace(most=1.0)  # as pieces pass to whoever is free, only a crowded processor makes it slower
        self._ended = 0.0
        self._closed = False
        self._free = threading.Lock()
        self._failed: list[BaseException] = []
        self._followers: list[_Follower] = []
        self._begin()
        self._pauses = self._pauses_a_second()
        self._leave = weakref.finalize(self, _dismiss, self._followers)

    def _begin(self) -> None:
        """Have threads, those of this process."""
        self._process = os.getpid()
        self._board = np.zeros(NEXT + 2 * self.size * APART, np.int64)
        self._followers[:] = [
            _Follower(
                self._board, NEXT + (self.size + own) * APART, self._follow, (own, self.size), self._given, self._failed
            )
            for own in range(1, self.size)
        ]

    def _pauses_a_second(self) -> float:
        """How many there are: from ten million to a thousand million."""
        fastest = float("inf")
        for _ in range(PROBES):
            start = time.perf_counter()
            self._is_done(self._board, PROBE)  # nothing is: there is no step yet
            fastest = min(fastest, time.perf_counter() - start)
        return PROBE / fastest

    @property
    def is_interrupted(self) -> bool:
        """Whether a step has not come to its end, so that some tables are not stepped."""
        return self._free.locked() and not self._closed

    def check(self) -> None:
        """Raise RuntimeError if the tables cannot be stepped."""
        if self._closed:
            raise RuntimeError("this environment is closed")
        if self.is_interrupted:
            raise RuntimeError(BUSY)

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        """Play legal `actions` (n,): -1, or the index of the first table whose rules stopped with a fault.

        Raises:
            RuntimeError: the crew is closed, a step was interrupted, or another thread is in one.
        """
        self.check()
        if not self._free.acquire(blocking=False):
            raise RuntimeError(BUSY)
        # an interruption from here on leaves tables that are not stepped, and the lock held
        if self._process != os.getpid():
            self._begin()
        self._actions[:] = actions
        wrong = self._together() if self._pace.begin() else self._alone(0, len(actions), *self._given)
        self._pace.end(1)
        self._ended = time.perf_counter()
        self._free.release()
        return wrong

    def _together(self) -> int:
        soon = time.perf_counter() - self._ended < SOON
        self._board[PATIENCE] = round((SOON if soon else BRIEFLY) * self._pauses)
        for follower in self._followers:
            follower.wake()
        self._lead(self._board, self.size, self._given)
        while not self._is_done(self._board, round(LATE * self._pauses)):
            if self._failed:
                raise self._failed[0]
            time.sleep(0)
        return int(self._board[WRONG])

    def close(self) -> None:
        """Send the threads home."""
        self._closed = True
        self._leave()


class _Follower:
    """One thread of a crew. `asleep` is the place on the board where it says that it sleeps."""

    def __init__(
        self,
        board: npt.NDArray[np.int64],
        asleep: int,
        follow: Callable[..., int],
        who: Any,
        given: Any,
        failed: list[BaseException],
    ) -> None:
        self._board, self._asleep = board, asleep
        self._go = threading.Lock()
        self._go.acquire()
        board[asleep] = 1
        self.thread = threading.Thread(
            target=_follow, args=(self._go, board, follow, who, given, failed), name="dynasty-env", daemon=True
        )
        self.thread.start()

    def wake(self) -> None:
        """Let it go on, if it sleeps."""
        if self._board[self._asleep]:
            self._board[self._asleep] = 0
            self._let_go()

    def leave(self) -> None:
        """Send it home, asleep or not: if it is awake, it finds the lock open when it wants to sleep."""
        self._board[HOME] = 1
        self._let_go()

    def _let_go(self) -> None:
        with suppress(RuntimeError):  # it is open already: somebody closes the crew while another thread steps
            self._go.release()


def _follow(
    go: threading.Lock, board: Any, follow: Callable[..., int], who: Any, given: Any, failed: list[BaseException]
) -> None:
    turn = 0
    try:
        while turn != CLOSED:
            go.acquire()
            turn = follow(board, *who, turn, given)
    except BaseException as error:  # the caller waits for the pieces that it has taken
        failed.append(error)


def _dismiss(followers: list[_Follower]) -> None:
    for follower in followers:
        follower.leave()
    join_all(follower.thread for follower in followers)
