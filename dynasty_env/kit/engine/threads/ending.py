"""The end of threads whose owner is closed, or forgotten."""

import threading
import time
from collections.abc import Iterable

GOODBYE = 1.0
"""Seconds to wait for them in all. The garbage collector may forget an owner while this thread holds a lock that the
others need in order to end; as daemons, they do not keep the process alive."""


def join_all(threads: Iterable[threading.Thread]) -> None:
    """Wait until they have ended, but not for the thread that calls this, and not for ever."""
    end = time.monotonic() + GOODBYE
    for thread in threads:
        if thread is not threading.current_thread():
            thread.join(max(end - time.monotonic(), 0.0))
