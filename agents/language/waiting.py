"""Announces a model that is slow to answer: nobody has to look at a silent screen without knowing why."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from agents.language.dialogue import Model
from agents.language.prompt import Message
from dynasty_env.kit.printing import visible

AFTER = 2.0
"""Seconds after which a model that has not answered is announced."""
AGAIN = 10.0
"""Seconds until the announcement is repeated."""
MOST_PATIENCE = 30.0
"""Maximum delay in seconds before a model that has been slow before is announced."""


def to_stderr(line: str) -> None:
    """Print a line for people on standard error, where it does not mix with results."""
    print(line, file=sys.stderr, flush=True)


class Announced:
    """A model that is announced to people if it takes long to answer.

    A model that is slow at every decision is not announced each time, but only if it takes half as long again as ever
    before.

    Args:
        after: seconds after which it is announced.
        again: seconds until the announcement is repeated.
    """

    def __init__(
        self, model: Model, *, after: float = AFTER, again: float = AGAIN, tell: Callable[[str], None] | None = None
    ) -> None:
        self._model = model
        self._after, self._again = after, again
        self._tell = tell or to_stderr
        self._slowest = 0.0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def answer(self, messages: Sequence[Message]) -> str:
        """The model's reply. Raises ModelError."""
        began = time.monotonic()
        with self._announcing():
            reply = self._model.answer(messages)
        self._slowest = max(self._slowest, time.monotonic() - began)
        return reply

    @contextmanager
    def _announcing(self) -> Iterator[None]:
        answered = Event()
        place = getattr(self._model, "place", "")
        whom = visible(self.name) + (f" at {visible(place)}" if place else "")
        since = time.strftime("%H:%M:%S")

        def announce() -> None:
            began = time.monotonic()
            patience = min(max(self._after, 1.5 * self._slowest), MOST_PATIENCE)
            while not answered.wait(patience):
                self._tell(f"waiting for {whom} since {since}: no answer for {time.monotonic() - began:.0f} s")
                patience = self._again

        thread = Thread(target=announce, daemon=True)
        thread.start()
        try:
            yield
        finally:
            answered.set()
            thread.join()
