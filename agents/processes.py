"""Shared code of worker processes."""

import multiprocessing
import os
import threading


def end_with_the_starter() -> None:
    """In a worker process: end as soon as the starter does. Otherwise, if the starter was killed, it would continue and
    then wait for ever."""
    threading.Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    starter = multiprocessing.parent_process()
    assert starter is not None
    starter.join()
    os._exit(1)
