"""Threads that share the work of one call."""

import os
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress

from dynasty_env.kit.engine.threads.ending import dismiss
from dynasty_env.kit.engine.threads.pace import Pace

Work = Callable[[int, int], int]
"""`work(first, last)` does the pieces first … last-1 and returns a number."""


class ThreadTeam:
    """`size` threads, the caller's included, that do one piece of work together, each an equal part of it; of work of a
    named kind the caller does somewhat more, as the others wake up first.

    A part has at least `least` pieces: with fewer, handing it over takes longer than doing it. How long that takes
    differs by a factor of ten between machines, so that work of a named kind is also timed both ways. A worker
    waits on a lock of its own and does its part in one call: two handovers a call, no queue. The work should release
    the GIL, as compiled entries do. Threads do not survive a fork: in a child process the team has new ones.
    """

    def __init__(self, size: int, least: int = 1) -> None:
        self._least = least
        self._workers = [_Worker() for _ in range(size - 1)]
        self._process = os.getpid()
        self._open, self._closed = True, False
        self._paces: dict[tuple[str, int], Pace] = {}
        self._leave = weakref.finalize(self, dismiss, self._workers)

    def share(self, work: Work, count: int, kind: str | None = None) -> list[int]:
        """Do `count` pieces in parts; returns what `work` returns for each part, in order. No part is empty.

        Args:
            work: does some of the pieces.
            kind: what kind of work it is, of which a piece always takes about as long. Such work is done in one part
                where that has turned out faster; None: it is shared in any case.

        Raises:
            RuntimeError: the team is closed.
            Exception: what `work` raised in the first part that failed; the other parts are done by then.
        """
        if self._closed or not self._open:
            raise RuntimeError("this environment is closed, or its last call was interrupted")
        if self._process != os.getpid():
            self._workers[:] = [_Worker() for _ in self._workers]
            self._process = os.getpid()
        size = min(len(self._workers) + 1, count // self._least)
        if size < 2:
            return [work(0, count)] if count else []
        if kind is None:
            return self._share(work, count, size)
        pace = self._paces.setdefault((kind, count.bit_length()), Pace())
        answers = self._share(work, count, size, pace) if pace.begin() else [work(0, count)]
        pace.end(count)
        return answers

    def _share(self, work: Work, count: int, size: int, pace: "Pace | None" = None) -> list[int]:
        own = min(count // size + (pace.more(count) if pace else 0), count - size + 1)
        bounds = [0, *(own + (count - own) * part // (size - 1) for part in range(size))]
        busy = self._workers[: size - 1]
        self._open = False  # an interruption from here on leaves parts undone
        for part, worker in enumerate(busy, start=1):
            worker.begin(work, bounds[part], bounds[part + 1])
        answers: list[int] = []
        failed: BaseException | None = None
        try:
            answers.append(work(0, bounds[1]))
        except Exception as error:
            failed = error
        if pace:
            pace.note(waits=any(worker.is_busy for worker in busy))
        for worker in busy:
            failure = worker.finish()
            failed = failed or failure
            answers.append(worker.answer)
        self._open = True
        if failed is not None:
            raise failed
        return answers

    def close(self) -> None:
        """End the threads."""
        self._closed = True
        self._leave()


class _Worker:
    """One thread of a team."""

    def __init__(self) -> None:
        self.answer = 0
        self._work: Work | None = None
        self._part = (0, 0)
        self._error: BaseException | None = None
        self._leaving = False
        self._go, self._done = threading.Lock(), threading.Lock()
        self._go.acquire()
        self._done.acquire()
        self.thread = threading.Thread(target=self._serve, name="dynasty-env", daemon=True)
        self.thread.start()

    def begin(self, work: Work, first: int, last: int) -> None:
        self._work, self._part, self._error = work, (first, last), None
        self._go.release()

    @property
    def is_busy(self) -> bool:
        """Whether it is still working on its part."""
        return self._done.locked()

    def finish(self) -> BaseException | None:
        self._done.acquire()
        return self._error

    def leave(self) -> None:
        """End it, after any part that it has just been given."""
        self._leaving = True
        with suppress(RuntimeError):  # it is on its way
            self._go.release()

    def _serve(self) -> None:
        while not self._leaving:
            self._go.acquire()
            work, self._work = self._work, None  # which holds the environment alive
            if work is None:
                return
            try:
                self.answer = work(*self._part)
            except BaseException as error:
                self._error = error
            del work
            self._done.release()
