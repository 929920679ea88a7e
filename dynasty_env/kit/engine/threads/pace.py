"""Whether several threads are faster than one, found out by timing both."""

import time
from statistics import median

TRIALS, AGAIN = 8, 1024
"""How many calls are timed of working alone, and of working together, and after how many calls that is done anew."""
TRIED = 4 * TRIALS
"""Calls that this takes: two alone, two together, and so on, as games may go through dear and cheap phases at the same
time. The first of two is not timed: a thread that has slept for one call wakes later than one that has just worked."""

BIT, MOST = 1 / 512, 0.25
"""By which share of the work the caller's part shrinks where it has ended last, and how much larger than an equal part
it is at most. It grows by thrice as much where the caller has waited: to be woken takes longer than to find a lock
open."""


class Pace:
    """How fast some kind of work is done together, and how fast alone.

    Args:
        most: which share of the time alone it may take together, for it to be done together.
    """

    def __init__(self, most: float = 0.9) -> None:
        self._most = most
        self._calls = 0
        self._turn = 0
        self._start = 0.0
        self._together = False
        self._timed: tuple[list[float], list[float]] = ([], [])  # seconds a piece, alone and together
        self._lead = 0.0  # by which share of the work the caller's part is larger than an equal one

    def begin(self) -> bool:
        """Whether the next call is to be done together."""
        self._turn = self._calls % AGAIN
        self._calls += 1
        if self._turn < TRIED:
            self._together = self._turn // 2 % 2 == 1
            self._start = time.perf_counter()
        return self._together

    def end(self, count: int) -> None:
        """It is done, `count` pieces."""
        if self._turn >= TRIED:
            return
        if self._turn % 2 == 1:
            self._timed[self._together].append((time.perf_counter() - self._start) / count)
        if self._turn == TRIED - 1:
            alone, together = map(median, self._timed)
            self._together = together < self._most * alone
            for seconds in self._timed:
                seconds.clear()

    def more(self, count: int) -> int:
        """How many of `count` pieces the caller does beyond an equal part."""
        return round(count * self._lead)

    def note(self, *, waits: bool) -> None:
        """The caller has done its part: does it wait for others?"""
        self._lead = min(max(self._lead + (3 * BIT if waits else -BIT), 0.0), MOST)
