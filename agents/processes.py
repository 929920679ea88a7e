"""What processes that work for another one have in common."""

import multiprocessing
import os
import threading


def end_with_the_starter() -> None:
    """In a process that was started to work: end as soon as its starter does. One whose starter has been killed would
    go on, and then wait for ever."""
    threading.Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    starter = multiprocessing.parent_process()
    assert starter is not None
    starter.join()
    os._exit(1)
