"""A model that lets others wait is named while it does: nobody looks at a silent screen, not knowing for whom."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from agents.language.dialogue import Model
from agents.language.prompt import Message
from dynasty_env.kit.printing import visible

AFTER = 2.0
"""Seconds after which a model that has not answered is named."""
AGAIN = 10.0
"""Seconds after which that is said again."""
MOST_PATIENCE = 30.0
"""Seconds after which a model is named that has been slow before."""


def to_stderr(line: str) -> None:
    """Print a line for people: where results go to standard output, it is in nobody's way."""
    print(line, file=sys.stderr, flush=True)


class Announced:
    """A model, with a line for people where it takes long to answer.

    A model that takes long at every decision is not named each time, but where it takes half as long again as ever
    before.

    Args:
        model: who is asked.
        after: seconds after which it is named.
        again: seconds after which it is named again.
        tell: where to say it; None: on standard error.
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
        """The model's."""
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
