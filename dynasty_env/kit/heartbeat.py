"""Prints a line every ten seconds during long work, where no progress bar is visible: output to a file or
another program."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 10.0
"""Seconds between two lines."""
PAUSE = 2.0
"""Work that follows earlier work of its kind within this many seconds is counted together with it."""

_lock = threading.Lock()
_inside = 0
_begun, _ended, _kind = 0.0, float("-inf"), ""


@contextmanager
def quiet() -> Iterator[None]:
    """Context in which no heartbeat prints: something else shows the progress, such as a bar at a terminal."""
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
    """Print on standard error, every ten seconds, what is being done and for how long.

    Within another heartbeat, or within `quiet`, it is silent.

    Args:
        doing: what is being done; called for each line, an empty text is not printed.
        kind: for work that comes in short pieces, such as compiling: pieces of the same kind are counted together.
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
