"""Ending threads whose owner is closed or garbage-collected."""

import threading
import time
from collections.abc import Iterable

GOODBYE = 1.0
"""Longest total wait in seconds. The garbage collector may run while this thread holds a lock that the others need in
order to end; as daemons, they do not keep the process alive."""


def join_all(threads: Iterable[threading.Thread]) -> None:
    """Wait for the threads to end, except for the calling one, and for at most `GOODBYE` seconds."""
    end = time.monotonic() + GOODBYE
    for thread in threads:
        if thread is not threading.current_thread():
            thread.join(max(end - time.monotonic(), 0.0))
