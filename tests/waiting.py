"""Waiting for what other processes and threads do."""

import time
from typing import Any


def until(true: Any, seconds: float = 20.0) -> None:
    """Wait until something is true. Fails if that takes longer."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)
