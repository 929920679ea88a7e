"""Decides by timing whether several threads are faster than one."""

import time
from statistics import median

TRIALS, AGAIN = 8, 1024
"""Number of calls that are timed with one thread and with several, and after how many calls the trial is repeated."""
TRIED = 4 * TRIALS
"""Calls of a trial: two with one thread, two with several, and so on, because all games may go through expensive or
cheap phases at the same time. The first of two calls is not timed: a thread that slept during the last call wakes later
than one that has just worked."""

BIT, MOST = 1 / 512, 0.25
"""The share of the work by which the caller's part shrinks if the caller finished last, and the largest share by which
it exceeds an equal part. It grows three times as fast if the caller had to wait, because being woken takes longer than
finding a lock open."""


class Pace:
    """The speed of some kind of work with several threads and with one.

    Args:
        most: several threads are used if they take less than this fraction of the time of one.

    Attributes:
        together: whether the last call used several threads.
    """

    def __init__(self, most: float = 0.9) -> None:
        self._most = most
        self._calls = 0
        self._turn = 0
        self._start = 0.0
        self.together = False
        self._timed: tuple[list[float], list[float]] = ([], [])  # seconds per piece, with one thread and with several
        self._lead = 0.0  # the share of the work by which the caller's part exceeds an equal one

    def begin(self) -> bool:
        """Whether the next call should use several threads."""
        self._turn = self._calls % AGAIN
        self._calls += 1
        if self._turn < TRIED:
            self.together = self._turn // 2 % 2 == 1
            self._start = time.perf_counter()
        return self.together

    def end(self, count: int) -> None:
        """Record that the call has finished, with `count` pieces."""
        if self._turn >= TRIED:
            return
        if self._turn % 2 == 1:
            self._timed[self.together].append((time.perf_counter() - self._start) / count)
        if self._turn == TRIED - 1:
            alone, together = map(median, self._timed)
            self.together = together < self._most * alone
            for seconds in self._timed:
                seconds.clear()

    def more(self, count: int) -> int:
        """The number of `count` pieces that the caller does beyond an equal part."""
        return round(count * self._lead)

    def note(self, *, waits: bool) -> None:
        """Record whether the caller, its part done, has to wait for others."""
        self._lead = min(max(self._lead + (3 * BIT if waits else -BIT), 0.0), MOST)
