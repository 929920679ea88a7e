"""Threads that step the tables of one vector environment and coordinate in machine code.

Waking a sleeping thread takes as long as a step of a hundred tables, and a thread that returns to Python has to wait
for the GIL. The threads of a `StepCrew` therefore stay in compiled code from step to step, as long as the next step
follows soon, and watch a counter for it. Each thread has its own part of the tables, which stays in the cache of its
core. A thread that has finished its part takes pieces of the others', so a thread that wakes late, or loses its core
between two pieces, delays nobody. Before a step, the threads check in the same way whether its actions are legal: the
masks of a part are in the cache of its thread.
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
from dynasty_env.kit.engine.threads.ending import dismiss
from dynasty_env.kit.engine.threads.pace import Pace
from dynasty_env.kit.engine.threads.pieces import APART, CHECK, CLOSED, HOME, NEXT, PATIENCE, PIECE, PLAY, WRONG

WORTH_A_THREAD = 4 * PIECE
"""Smallest number of tables that is worth another thread."""

SOON, BRIEFLY = 200e-6, 20e-6
"""Seconds for which a thread stays awake after a step: if steps follow each other within that time, and otherwise."""
LATE = 1e-3
"""Seconds after which a caller that waits for other threads gives up its core for a moment."""

BUSY = "the last step of this environment was interrupted: call reset(); or another thread is in one"

PROBE, PROBES = 2048, 4
"""Number of pauses timed together, and of repetitions, because a thread that loses its core counts too few."""


class StepCrew:
    """`size` threads, including the caller's, that step the tables of one vector environment.

    Timing both ways now and then (`Pace`) decides whether one thread steps them instead, as it should when other
    programs use the cores. Threads do not survive a fork: a child process gets new ones.

    Args:
        program: the game's compiled `STEPS`.
        tables: the tables; each call checks or steps all of them.
        alone: the entries `batch_check` and `batch_step` of these tables.
        buffers: its arguments after the actions.
        size: number of threads, at least 2.
    """

    def __init__(
        self,
        program: Compiled,
        tables: Tables,
        alone: tuple[Callable[..., int], Callable[..., int]],
        buffers: tuple[Any, ...],
        size: int,
    ) -> None:
        self.size, (self._check, self._step) = size, alone
        self._actions = np.zeros(len(tables), np.int64)
        self._given = (self._actions, *buffers)
        self._lead, self._is_done = (program.bound(name, tables) for name in ("lead", "is_done"))
        self._follow = program.bound("follow", tables)
        self._pace = Pace(most=1.0)  # idle threads take pieces: only busy cores make it slower
        self._ended = 0.0
        self._closed = False
        self._free = threading.Lock()
        self._failed: list[BaseException] = []
        self._followers: list[_Follower] = []
        self._begin()
        self._pauses = self._pauses_a_second()
        self._leave = weakref.finalize(self, dismiss, self._followers)

    def _begin(self) -> None:
        """Start the threads of this process."""
        self._process = os.getpid()
        self._board = np.zeros(NEXT + 2 * self.size * APART, np.int64)
        self._followers[:] = [
            _Follower(
                self._board, NEXT + (self.size + own) * APART, self._follow, (own, self.size), self._given, self._failed
            )
            for own in range(1, self.size)
        ]

    def _pauses_a_second(self) -> float:
        """The number of pauses per second: ten million to a thousand million."""
        fastest = float("inf")
        for _ in range(PROBES):
            start = time.perf_counter()
            self._is_done(self._board, PROBE)  # never: there is no step yet
            fastest = min(fastest, time.perf_counter() - start)
        return PROBE / fastest

    @property
    def is_interrupted(self) -> bool:
        """Whether a step has not finished, so that some tables may not have been stepped."""
        return self._free.locked() and not self._closed

    def check(self) -> None:
        """Raise RuntimeError if the tables cannot be stepped."""
        if self._closed:
            raise RuntimeError("this environment is closed")
        if self.is_interrupted:
            raise RuntimeError(BUSY)

    def first_refusing(self, actions: npt.NDArray[np.int64]) -> int:
        """The index of the first table in progress that does not allow its action (n,); -1: none. Raises as `step`."""
        self._take(actions)
        wrong = self._together(CHECK) if self._pace.together else self._check(0, len(actions), actions)
        self._free.release()
        return wrong

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        """Play legal `actions` (n,); returns -1, or the index of the first table whose rules stopped with a fault.

        Raises:
            RuntimeError: if the crew is closed, a step was interrupted, or another thread is in one.
        """
        self._take(actions)
        wrong = self._together(PLAY) if self._pace.begin() else self._step(0, len(actions), *self._given)
        self._pace.end(1)
        self._ended = time.perf_counter()
        self._free.release()
        return wrong

    def _take(self, actions: npt.NDArray[np.int64]) -> None:
        """Begin a round with these actions."""
        self.check()
        if not self._free.acquire(blocking=False):
            raise RuntimeError(BUSY)
        # an interruption from here on leaves the lock held, and perhaps tables that are not stepped
        if self._process != os.getpid():
            self._begin()
        self._actions[:] = actions

    def _together(self, work: int) -> int:
        soon = time.perf_counter() - self._ended < SOON
        self._board[PATIENCE] = round((SOON if soon else BRIEFLY) * self._pauses)
        for follower in self._followers:
            follower.wake()
        self._lead(self._board, self.size, work, self._given)
        while not self._is_done(self._board, round(LATE * self._pauses)):
            if self._failed:
                raise self._failed[0]
            time.sleep(0)
        return int(self._board[WRONG])

    def close(self) -> None:
        """End the threads."""
        self._closed = True
        self._leave()


class _Follower:
    """One thread of a crew; `asleep` is the place of its flag on the board: 1 while it sleeps."""

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
        """Wake it if it sleeps."""
        if self._board[self._asleep]:
            self._board[self._asleep] = 0
            self._let_go()

    def leave(self) -> None:
        """End it, asleep or not: if it is awake, it finds the lock open when it wants to sleep."""
        self._board[HOME] = 1
        self._let_go()

    def _let_go(self) -> None:
        with suppress(RuntimeError):  # already open: the crew is being closed while another thread steps
            self._go.release()


def _follow(
    go: threading.Lock, board: Any, follow: Callable[..., int], who: Any, given: Any, failed: list[BaseException]
) -> None:
    turn = 0
    try:
        while turn != CLOSED:
            go.acquire()
            turn = follow(board, *who, turn, given)
    except BaseException as error:  # the caller, which waits for this thread's pieces, raises it
        failed.append(error)
