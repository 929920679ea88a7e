"""Ending threads whose owner is closed or garbage-collected."""

import threading
import time
from collections.abc import Sequence
from typing import Any

GOODBYE = 1.0
"""Longest total wait in seconds. The garbage collector may run while this thread holds a lock that the others need in
order to end; as daemons, they do not keep the process alive."""


def dismiss(workers: Sequence[Any]) -> None:
    """Let workers leave, and wait for their threads to end, except for the calling one, and for at most `GOODBYE`
    seconds."""
    for worker in workers:
        worker.leave()
    end = time.monotonic() + GOODBYE
    for worker in workers:
        if worker.thread is not threading.current_thread():
            worker.thread.join(max(end - time.monotonic(), 0.0))
