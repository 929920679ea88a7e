"""The load of the server: when it falls behind, bots and spectators wait so that people do not have to."""

import asyncio
import time
from collections.abc import Callable

BEAT = 0.1
"""Seconds between two measurements."""
_WEIGHT = 0.2


class LoadMonitor:
    """Measures the delay of the event loop, and calls `tell` with each measurement in seconds."""

    def __init__(self, tell: Callable[[float], None] = lambda _: None) -> None:
        self.lag = 0.0  # moving average of the delay in seconds
        self._tell = tell
        self._turnstile = asyncio.Lock()

    async def run(self) -> None:
        """Keep measuring. Raises asyncio.CancelledError when stopped."""
        while True:
            begun = time.monotonic()
            await asyncio.sleep(BEAT)
            late = max(time.monotonic() - begun - BEAT, 0.0)
            self._tell(late)
            self.lag += _WEIGHT * (late - self.lag)

    def delay(self, factor: float, most: float) -> float:
        """Seconds to wait now, for those who can wait."""
        return min(factor * max(self.lag - 0.01, 0.0), most)

    async def take_turn(self) -> None:
        """Wait for a turn among those who can wait.

        Only one of them continues in each round of the event loop, however many there are; what people do comes in
        between.
        """
        async with self._turnstile:
            await asyncio.sleep(0)
