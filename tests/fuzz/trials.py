"""What a trial is: one wrong input, and the promise that holds of it; how trials are counted and told."""

import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import numpy as np

from tests.fuzz.mutate import Dice

REFUSED, ACCEPTED, BROKEN = "refused", "accepted", "broken"
PATIENCE = 20
"""Seconds after which a trial hangs, unless its door says otherwise."""
KEPT = 10
"""Broken trials of an input that are told in full."""
TOLD = 3000
"""Characters of a traceback that are kept: its end."""
LONGEST = 2000
"""Characters of a message that somebody can still read."""


class BrokenPromise(AssertionError):  # noqa: N818 (what was found, not what went wrong)
    """Neither refused in words nor usable, or refused with a changed state."""


class HangsError(BaseException):
    """A trial that does not end; no reader can catch it by catching every Exception."""


@dataclass(frozen=True)
class Input:
    """A door through which something comes in from outside.

    Attributes:
        name: of the door.
        what: what is mutated, and what accepted ones have to do, in a few words.
        prepare: makes what all trials share (valid inputs, folders); is called once.
        attempt: one trial, with what `prepare` made: `REFUSED` or `ACCEPTED`. Anything raised is a broken promise.
        share: how many turns it has in a round; slow doors have more.
        patience: seconds after which a trial hangs.
    """

    name: str
    what: str
    prepare: Callable[[], Any]
    attempt: Callable[[Any, Dice], str]
    share: int = 1
    patience: int = PATIENCE


@dataclass
class Counts:
    """What has come of the trials of an input."""

    trials: int = 0
    refused: int = 0
    accepted: int = 0
    broken: int = 0
    told: list[dict[str, Any]] = field(default_factory=list)

    def note(self, outcome: str, number: int, why: str = "") -> None:
        """Count one more; `number` is the trial's, by which it can be made again."""
        self.trials += 1
        setattr(self, outcome, getattr(self, outcome) + 1)
        if outcome == BROKEN and len(self.told) < KEPT:
            self.told.append({"trial": number, "why": why[-TOLD:]})


def refusal(error: Exception) -> str:
    """The outcome of a refusal in words. Raises BrokenPromise where nobody could make anything of the words."""
    words = str(error)
    if not words.strip() or len(words) > LONGEST or "Traceback" in words:
        raise BrokenPromise(f"a refusal says nothing useful: {type(error).__name__}: {words[:200]!r}") from error
    return REFUSED


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise HangsError after so long, where the system has alarms."""

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise HangsError(f"no end after {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def make(each: Input, shared: Any, seed: int, number: int) -> tuple[str, str]:
    """Make one trial: its outcome, and the traceback of a broken promise."""
    try:
        with within(each.patience):
            outcome = each.attempt(shared, np.random.default_rng([seed, number]))
    except (Exception, HangsError):
        return BROKEN, traceback.format_exc(limit=-12)
    return outcome, ""
