"""How busy the server is: when it falls behind, bots and spectators wait, so that people do not."""

import asyncio
import time

BEAT = 0.1
"""Seconds between two looks."""
_WEIGHT = 0.2


class Pulse:
    """Measures by how much everything is late.

    Attributes:
        lag: seconds, a moving average.
    """

    def __init__(self) -> None:
        self.lag = 0.0

    async def beat(self) -> None:
        """Go on measuring. Raises asyncio.CancelledError when stopped."""
        while True:
            begun = time.monotonic()
            await asyncio.sleep(BEAT)
            late = max(time.monotonic() - begun - BEAT, 0.0)
            self.lag += _WEIGHT * (late - self.lag)

    def respite(self, factor: float, most: float) -> float:
        """Seconds that somebody who can wait should wait now."""
        return min(factor * max(self.lag - 0.01, 0.0), most)
