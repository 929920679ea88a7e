"""How busy the server is: when it falls behind, bots and spectators wait, so that people do not."""

import asyncio
import time
from collections.abc import Callable

BEAT = 0.1
"""Seconds between two looks."""
_WEIGHT = 0.2


class LoadMonitor:
    """Measures by how much everything is late.

    Args:
        tell: told at each look how late it was, in seconds.

    Attributes:
        lag: seconds, a moving average.
    """

    def __init__(self, tell: Callable[[float], None] = lambda _: None) -> None:
        self.lag = 0.0
        self._tell = tell
        self._turnstile = asyncio.Lock()

    async def run(self) -> None:
        """Go on measuring. Raises asyncio.CancelledError when stopped."""
        while True:
            begun = time.monotonic()
            await asyncio.sleep(BEAT)
            late = max(time.monotonic() - begun - BEAT, 0.0)
            self._tell(late)
            self.lag += _WEIGHT * (late - self.lag)

    def delay(self, factor: float, most: float) -> float:
        """Seconds that somebody who can wait should wait now."""
        return min(factor * max(self.lag - 0.01, 0.0), most)

    async def take_turn(self) -> None:
        """Wait for one's turn among those who can wait. Only one of them goes on in each round of the event loop,
        however many there are: what people do comes in between."""
        async with self._turnstile:
            await asyncio.sleep(0)
