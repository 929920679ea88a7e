"""How time passes for checks: by the processor, so that a busy machine does not make them look at less."""

import time

STRETCH = 1.4
"""Seconds by the wall for each one of the processor, at most: some environments wait."""


class Clock:
    """The time since it was made."""

    def __init__(self) -> None:
        self._processor, self._wall = time.process_time(), time.perf_counter()

    def __call__(self) -> float:
        """The seconds since it was made."""
        return max(time.process_time() - self._processor, (time.perf_counter() - self._wall) / STRETCH)
