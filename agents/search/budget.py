"""The budget of a search: a number of playouts, or a time."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, log2

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.errors import OptionError, in_short

Values = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

UNITS = {"ms": 0.001, "s": 1.0}
MOST_SECONDS = 3600.0
MOST_PLAYOUTS = 10**9
LONGEST_NUMBER = 20
"""Maximum number of characters of a number of playouts."""


@dataclass(frozen=True)
class Budget:
    """Either playouts or seconds. With a number of playouts, a search has the same result on every machine.

    Attributes:
        playouts: number of playouts, or None.
        seconds: time, or None.
    """

    playouts: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """A budget from its notation in a bot's name: ``200ms``, ``1.5s``, or a number of playouts, ``2000``. Raises
        OptionError if the text is none of these, or out of range."""
        match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s)|([0-9]+)", text)
        if match is None:
            raise OptionError(
                f"{in_short(text)} is not a budget: give a time (200ms, 1.5s) or a number of playouts (2000)"
            )
        if match[3] is not None:
            playouts = int(match[3]) if len(text) <= LONGEST_NUMBER else 0
            if not 1 <= playouts <= MOST_PLAYOUTS:
                raise OptionError(f"a budget of {in_short(text)} playouts is out of range: 1 … {MOST_PLAYOUTS}")
            return cls(playouts=playouts)
        seconds = float(match[1]) * UNITS[match[2]]
        if not 0.0 < seconds <= MOST_SECONDS:
            raise OptionError(f"a budget of {in_short(text)} is out of range: more than 0, at most {MOST_SECONDS:.0f}s")
        return cls(seconds=seconds)

    def __str__(self) -> str:
        if self.seconds is None:
            return str(self.playouts)
        return f"{self.seconds * 1000:g}ms" if self.seconds < 1 else f"{self.seconds:g}s"

    @property
    def about(self) -> int:
        """The number of playouts, at least one; for a time, a rough estimate of one per millisecond."""
        return self.playouts or max(1, int(1000 * (self.seconds or 0.0)))

    def split(self, parts: int) -> "list[Budget]":
        """This budget in equal parts; each has at least one playout."""
        if self.seconds is not None:
            return [Budget(seconds=self.seconds / parts)] * parts
        return [Budget(playouts=max(1, (self.playouts or 1) // parts))] * parts

    def batches(self, most: int, *, cost: int = 1, least: int = 1) -> Iterator[int]:
        """Numbers of rounds to run next, until the budget is spent; at least one round in all.

        Args:
            most: maximum number of rounds in a batch.
            cost: playouts in a round.
            least: rounds in the first batch, before it is known how long one takes.
        """
        if self.playouts is not None:
            left = max(1, self.playouts // cost)
            while left > 0:
                batch = min(most, left)
                yield batch
                left -= batch
            return
        end = time.perf_counter() + (self.seconds or 0.0)
        batch = max(1, min(least, most))
        while True:
            before = time.perf_counter()
            yield batch
            now = time.perf_counter()
            if now >= end:
                return
            rate = batch / max(now - before, 1e-6)
            batch = max(1, min(most, 2 * batch, int(rate * (end - now) / 2)))


def lots(key: int, count: int) -> Ids:
    """(count,) a permutation of 0 … count-1 that follows from `key`; it breaks ties among equally good options."""
    return np.random.default_rng(key).permutation(count)


def halve(
    places: Ids, budget: Budget, play: Callable[[Ids, int], None], score: Callable[[Ids], Values], *,
    batch: int = 1024, least: int = 1, ties: Ids | None = None,
) -> tuple[Ids, Ids]:  # fmt: skip
    """Spend a budget on finding the best of several options by sequential halving (Karnin, Koren and Somekh 2013).

    After each round the worse half of the options is dropped. When a time budget is spent, only the best option is
    kept.

    Args:
        places: (k,) the options, ascending.
        budget: budget of all rounds together; each remaining option uses one playout in each world.
        play: plays the given options in this number of new worlds.
        score: (j,) returns the present scores of the given options.
        batch: maximum number of playouts in a call of `play`, except that one world is always allowed.
        least: playouts in the first call, if the budget is a time.
        ties: by option, the priority at equal scores: lower numbers are kept. None: the first options are kept.

    Returns:
        The options that were played in the last round, and those among them that are left after it.
    """
    last, left, begun = places, places, time.perf_counter()
    for share in budget.split(max(1, ceil(log2(len(places))))):
        for worlds in share.batches(max(1, batch // len(left)), cost=len(left), least=least // len(left)):
            play(left, worlds)
        order = np.lexsort((left if ties is None else ties[left], -score(left)))
        late = budget.seconds is not None and time.perf_counter() - begun >= budget.seconds
        last, left = left, left[np.sort(order[: 1 if late else ceil(len(left) / 2)])]
        if len(left) == 1:
            break
    return last, left
