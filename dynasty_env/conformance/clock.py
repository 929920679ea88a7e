"""The clock for checks: it counts processor time, so that checks do not look at less on a busy machine."""

import time

STRETCH = 1.4
"""Maximum wall-clock seconds per processor second, since some environments wait."""


class Clock:
    """A stopwatch that starts when it is created."""

    def __init__(self) -> None:
        self._processor, self._wall = time.process_time(), time.perf_counter()

    def __call__(self) -> float:
        """The seconds since it was created."""
        return max(time.process_time() - self._processor, (time.perf_counter() - self._wall) / STRETCH)
