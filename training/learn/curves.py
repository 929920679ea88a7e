"""The curves of a run, for TensorBoard."""

import threading
import time
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from torch.utils.tensorboard import SummaryWriter

from training.output import say, shown

RETRY = 60.0
"""Seconds after which curves that could not be written are tried again."""


class Curves:
    """Writes scalars. If writing fails, a message says so once, the point is dropped, and later points are tried again.

    Args:
        decisions: how many decisions are completed; later points of an earlier or killed run are dropped.
    """

    def __init__(self, folder: Path, decisions: int, console: Console) -> None:
        self._folder = folder
        self._purge: int | None = decisions
        self._console = console
        self._writer: SummaryWriter | None = None
        self._failed = False
        self._not_before = 0.0

    def __enter__(self) -> "Curves":
        self._hook = threading.excepthook
        threading.excepthook = self._heed
        return self

    def __exit__(self, *error: object) -> None:
        self._close()
        threading.excepthook = self._hook

    def add(self, name: str, value: float, decisions: int) -> None:
        """Add a point of a curve."""
        if time.monotonic() < self._not_before:
            return
        try:
            if self._writer is None:
                self._writer = SummaryWriter(str(self._folder), purge_step=self._purge)
                self._purge = None
            self._writer.add_scalar(name, value, decisions)
        except OSError as error:
            if not self._failed:
                say(self._console, f"[red]curves are not being written:[/] {shown(error.strerror or error)}")
            self._failed = True
            self._not_before = time.monotonic() + RETRY
            self._close()
            self._clear()

    def _close(self) -> None:
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
        self._writer = None

    def _clear(self) -> None:
        """Remove files into which nothing could be written."""
        for file in self._folder.glob("events.out.tfevents.*"):
            with suppress(OSError):
                if file.stat().st_size == 0:
                    file.unlink()

    def _heed(self, args: threading.ExceptHookArgs) -> None:
        """TensorBoard's own thread fails first: suppress its traceback, since `add` reports the failure."""
        if not issubclass(args.exc_type, OSError):
            self._hook(args)
