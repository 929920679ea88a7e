"""Limits on the requests of one browser or one address."""

import time
from collections import Counter, OrderedDict

MOST_KEPT = 50_000


class Bucket:
    """A token bucket: it refills at a rate up to a size, and each message takes one token."""

    __slots__ = ("_at", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._left, self._at = size, time.monotonic()

    def take(self) -> bool:
        """Take a token; returns whether there was one."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A token bucket for each address; the least recently used ones are dropped."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token of this address; returns whether there was one."""
        bucket = self._kept.get(key)
        if bucket is None:
            bucket = self._kept[key] = Bucket(self._rate, self._size)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return bucket.take()


class Counts:
    """Counts how many of something each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        """Open one more; returns whether that is allowed."""
        if self._open[key] >= self._most:
            return False
        self._open[key] += 1
        return True

    def leave(self, key: str) -> None:
        """Close one."""
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]
