"""A line every ten seconds of long work, for those who see no bar: where output goes to a file or another program."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 10.0
"""Seconds between two lines."""
PAUSE = 2.0
"""Work that follows earlier work of its kind within so many seconds is counted with it."""

_lock = threading.Lock()
_inside = 0
_begun, _ended, _kind = 0.0, float("-inf"), ""


@contextmanager
def quiet() -> Iterator[None]:
    """Within it no heartbeat speaks: somebody else shows what is being done, such as a bar at a terminal."""
    global _inside
    with _lock:
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1


@contextmanager
def heartbeat(doing: Callable[[], str], kind: str = "") -> Iterator[None]:
    """Say on standard error, every ten seconds, what is being done and for how long.

    Within another heartbeat, or within `quiet`, it is silent.

    Args:
        doing: what is being done, asked for each line; an empty text is not told.
        kind: of work that comes in short pieces, as compiling does: they are counted together.
    """
    global _begun, _ended, _kind
    if _inside:
        yield
        return
    now = time.monotonic()
    if not kind or kind != _kind or now - _ended > PAUSE:
        _begun, _kind = now, kind
    over = threading.Event()
    teller = threading.Thread(target=_tell, args=(doing, _begun, over), daemon=True)
    with quiet():
        teller.start()
        try:
            yield
        finally:
            over.set()
            teller.join()
            _ended = time.monotonic()


def _tell(doing: Callable[[], str], begun: float, over: threading.Event) -> None:
    while not over.wait(EVERY - (time.monotonic() - begun) % EVERY):
        text = doing()
        if text:
            print(f"{text} ({time.monotonic() - begun:.0f} s)", file=sys.stderr, flush=True)
