"""Announces a model that is slow to answer: nobody has to look at a silent screen without knowing why."""

import sys
import time
from collections.abc import Sequence
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


class Announced:
    """A model that is announced to people, on standard error, if it takes long to answer.

    A model that is slow at every decision is not announced each time, but only if it takes half as long again as ever
    before.
    """

    def __init__(self, model: Model) -> None:
        self.name = model.name
        self._model = model
        self._slowest = 0.0

    def answer(self, messages: Sequence[Message]) -> str:
        """The model's reply. Raises ModelError."""
        began, answered = time.monotonic(), Event()
        thread = Thread(target=self._announce, args=(answered,), daemon=True)
        thread.start()
        try:
            reply = self._model.answer(messages)
        finally:
            answered.set()
            thread.join()
        self._slowest = max(self._slowest, time.monotonic() - began)
        return reply

    def _announce(self, answered: Event) -> None:
        place = getattr(self._model, "place", "")
        whom = visible(self.name) + (f" at {visible(place)}" if place else "")
        began, since = time.monotonic(), time.strftime("%H:%M:%S")
        patience = min(max(AFTER, 1.5 * self._slowest), MOST_PATIENCE)
        while not answered.wait(patience):
            waited = f"no answer for {time.monotonic() - began:.0f} s"
            print(f"waiting for {whom} since {since}: {waited}", file=sys.stderr, flush=True)
            patience = AGAIN
