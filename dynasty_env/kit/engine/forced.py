"""Enumerable chance: the rules as Python, with given draws instead of those of the generator.

Rules draw only through `below` (`die` and `shuffle` call it), which says how many equally likely numbers there are. So
a move is a function of its draws, and playing it again with each possible draw enumerates its outcomes. Compiled rules
do not support this.
"""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from dynasty_env.kit.engine.backend import Interpreted, Tables
from dynasty_env.kit.engine.loop import Replacement
from dynasty_env.kit.engine.rng import below, threefry

UNLISTED = (
    "a rule draws what cannot be enumerated: rules must import below, die and shuffle of kit.engine.rng by name, and "
    "draw with nothing else"
)


class NextDraw(Exception):  # noqa: N818 - nothing is wrong
    """The rules want a draw beyond those that were given.

    Attributes:
        outcomes: the draw is a number 0 … outcomes - 1, all equally likely.
    """

    def __init__(self, outcomes: int) -> None:
        super().__init__(f"a draw among {outcomes}")
        self.outcomes = outcomes


class Forced:
    """Rules with given draws. A draw with only one possible result does not count as a draw."""

    def __init__(self, replaced: Mapping[str, Replacement]) -> None:
        self._rules = Interpreted(replaced, instead={below: self._below, threefry: self._generator})
        self._left: list[int] = []
        self._calls = 0
        self._hiding = False
        self._lock = Lock()

    def call(self, entry: str, tables: Tables, draws: Sequence[int], *arguments: Any) -> Any:
        """Call an entry point on a table; after an exception the table's content is meaningless.

        Args:
            entry: ``deal``, ``step`` or ``hide``.
            tables: one table, which is changed.
            draws: the results of `below`, in this order.
            arguments: the entry's arguments.

        Raises:
            NextDraw: if the rules want one more draw.
            ValueError: if the rules draw less often, or a draw is out of range.
        """
        with self._lock:
            self._left, self._calls, self._hiding = list(reversed(draws)), 0, entry == "hide"
            before = 0 if entry == "deal" else int(tables.array["draws"][0])
            answer = self._rules.call(entry, tables, 0, *arguments)
            if not self._hiding and int(tables.array["draws"][0]) - before != self._calls:
                raise ValueError(UNLISTED)
            if self._left:
                raise ValueError(f"{len(self._left)} of {len(draws)} draws are left over")
            return answer

    def _below(self, t: Any, n: int) -> int:
        t.draws += 1
        self._calls += 1
        if n <= 1:
            return 0
        if not self._left:
            raise NextDraw(n)
        draw = self._left.pop()
        if not 0 <= draw < n:
            raise ValueError(f"the draw {draw} is out of range: a number 0 … {n - 1}")
        return draw

    def _generator(self, *_: int) -> tuple[int, int]:
        if self._hiding:  # it gives the table another generator
            return 0, 0
        raise ValueError(UNLISTED)
