"""Threads that step the tables of one vector environment, and meet in machine code.

To wake a thread that sleeps takes as long as a step of a hundred tables, and one that comes back to Python waits for
whoever is in Python. So the threads of a `StepCrew` stay in compiled code from step to step, as long as the next step
follows soon, and watch a number for it. Each has a part of the tables, which stays in its processor's cache; whoever is
done with its own takes pieces of the others', so that one that wakes late or is held up holds up nobody.
"""

import os
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.backend import Compiled, Tables
from dynasty_env.kit.engine.threads.pace import Pace
from dynasty_env.kit.engine.threads.pieces import APART, CLOSED, NEXT, PATIENCE, PIECE, TURN, WRONG

WORTH_A_THREAD = 4 * PIECE
"""Fewest tables for which another thread is worth its call."""

SOON, BRIEFLY = 200e-6, 20e-6
"""Seconds within which the next step has to follow for a thread to stay awake, and for which it stays awake otherwise.
"""
LATE = 1e-3
"""Seconds after which the caller, which has nothing left to do, lets others have its processor."""

PROBE = 4096
"""Pauses that are timed."""


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
        self._size, self._alone = size, alone
        self._actions = np.zeros(len(tables), np.int64)
        self._given = (self._actions, *buffers)
        self._lead, self._is_done = (program.bound(name, tables) for name in ("lead", "is_done"))
        self._follow = program.bound("follow", tables)
        self._pace = Pace()
        self._ended = 0.0
        self._open = True
        self._followers: list[_Follower] = []
        self._begin()
        self._pauses = self._pauses_a_second()
        self._leave = weakref.finalize(self, _dismiss, self._followers)

    def _begin(self) -> None:
        """Have threads, those of this process."""
        self._process = os.getpid()
        self._board = np.zeros(NEXT + 2 * self._size * APART, np.int64)
        self._followers[:] = [
            _Follower(self._board, NEXT + (self._size + own) * APART, self._follow, (own, self._size), self._given)
            for own in range(1, self._size)
        ]

    def _pauses_a_second(self) -> float:
        """How many there are: from ten million to a thousand million."""
        start = time.perf_counter()
        self._is_done(self._board, PROBE)  # nothing is: there is no step yet
        return PROBE / (time.perf_counter() - start)

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        """Play legal `actions` (n,): -1, or the index of a table whose rules stopped with a fault.

        Raises:
            RuntimeError: the crew is closed.
        """
        if not self._open:
            raise RuntimeError("this environment is closed, or its last call was interrupted")
        if self._process != os.getpid():
            self._begin()
        self._open = False  # an interruption from here on leaves tables that are not stepped
        self._actions[:] = actions
        wrong = self._together() if self._pace.begin() else self._alone(0, len(actions), *self._given)
        self._pace.end(1)
        self._open = True
        return wrong

    def _together(self) -> int:
        soon = time.perf_counter() - self._ended < SOON
        self._board[PATIENCE] = round((SOON if soon else BRIEFLY) * self._pauses)
        for follower in self._followers:
            follower.wake()
        self._lead(self._board, self._size, self._given)
        while not self._is_done(self._board, round(LATE * self._pauses)):
            time.sleep(0)
        self._ended = time.perf_counter()
        return int(self._board[WRONG])

    def close(self) -> None:
        """Send the threads home."""
        self._open = False
        self._leave()


class _Follower:
    """One thread of a crew. `asleep` is the place on the board where it says that it sleeps."""

    def __init__(
        self, board: npt.NDArray[np.int64], asleep: int, follow: Callable[..., int], who: Any, given: Any
    ) -> None:
        self._board, self._asleep = board, asleep
        self._go = threading.Lock()
        self._go.acquire()
        board[asleep] = 1
        self._thread = threading.Thread(
            target=_follow, args=(self._go, board, follow, who, given), name="dynasty-env", daemon=True
        )
        self._thread.start()

    def wake(self) -> None:
        """Let it go on, if it sleeps."""
        if self._board[self._asleep]:
            self._board[self._asleep] = 0
            self._go.release()

    def leave(self) -> None:
        self._board[TURN] = CLOSED
        self.wake()
        while self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(0.01)
            self.wake()  # it may just have gone to sleep


def _follow(go: threading.Lock, board: Any, follow: Callable[..., int], who: Any, given: Any) -> None:
    turn = 0
    while turn != CLOSED:
        go.acquire()
        turn = follow(board, *who, turn, given)


def _dismiss(followers: list[_Follower]) -> None:
    for follower in followers:
        follower.leave()
