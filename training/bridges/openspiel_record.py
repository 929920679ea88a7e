"""The data that an OpenSpiel state has to copy and save: the table, the chance that is drawn, and what
seats remember."""

import hashlib
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

import numpy as np

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.outcomes import Drawing, deal_of
from dynasty_env.kit.state import State, the_game

DIGITS, OUTCOMES = 7, 512
"""The number of chance nodes, and of outcomes of each, if chance comes from a seed: 512^7 = 2^63 seeds."""

Log = tuple[Any, ...]
"""What a seat remembers, newest line first: ``(line, (line, … ()))``, so that clones share it."""


class Record:
    """All data that an OpenSpiel state has to copy and save: the table, and what each seat remembers.

    Attributes:
        reward: which of `rules.rewards` is paid.
        digits: the digits of the seed that nature has drawn so far; for games that do not enumerate their chance.
        drawing: the deal or move that is waiting for a draw of chance; for games that enumerate it.
        table: the game, once it is dealt; while chance draws, the table before the move.
        logs: for each seat, what it was informed of, saw when it decided, and did.
    """

    def __init__(self, rules: Game, options: dict[str, Any], reward: str) -> None:
        self.rules, self.options, self.reward = rules, options, reward
        self.digits: tuple[int, ...] = ()
        self.table: State | None = None
        self.drawing: Drawing | None = deal_of(rules, **options) if rules.chance else None
        self.logs: tuple[Log, ...] = ((),) * rules.check_options(options)["num_players"]

    @property
    def is_chance(self) -> bool:
        """Whether chance draws next."""
        return self.table is None or self.drawing is not None

    def outcomes(self) -> int:
        """The number of equally likely outcomes of the next draw. Raises OptionError if more than declared."""
        if self.drawing is None:
            return OUTCOMES
        declared = self.rules.chance.outcomes if self.rules.chance else 0
        if self.drawing.choices > declared:
            raise OptionError(
                f"{self.rules.name}: a draw has {self.drawing.choices} outcomes, and its `chance` declares {declared}"
            )
        return self.drawing.choices

    def draw(self, digit: int) -> None:
        """Let chance draw: the next number of a deal or move, or the next digit of the seed that deals the game."""
        if self.drawing is not None:
            self._follow(self.drawing.drawn(digit))
            return
        self.digits += (digit,)
        if len(self.digits) == DIGITS:
            seed = sum(each * OUTCOMES**place for place, each in enumerate(self.digits))
            self.table = self.rules.new(seed, **self.options)
            self._tell()

    def play(self, action: int) -> None:
        """Play an action of the deciding seat; everybody remembers what they may know about it."""
        assert self.table is not None
        seat = self.table.seat
        seen = self.digest(seat)
        if self.rules.chance:
            move = Drawing(self.table, action)
            self._remember(seat, f"saw {seen}, chose {self.rules.action_names[action]}")
            self._follow(move)
            return
        self.table.play(action)
        self._remember(seat, f"saw {seen}, chose {self.rules.action_names[action]}")
        self._tell()

    def _follow(self, drawing: Drawing) -> None:
        """Wait for the next draw, or continue from the table to which the last draw led."""
        if drawing.choices:
            self.drawing = drawing
            return
        self.drawing, self.table = None, drawing.state
        self._tell()

    def digest(self, seat: int) -> str:
        """A digest of what a seat sees now, in 32 letters: equal for equal observations, and revealing nothing else."""
        assert self.table is not None
        return hashlib.blake2b(self.table.observe(seat).tobytes(), digest_size=16).hexdigest()

    def remembered(self, seat: int) -> str:
        """A seat's information state: everything that it was informed of, saw and did, and what it sees now."""
        now = [] if self.table is None else [f"sees {self.digest(seat)}"]
        return "\n".join([f"seat {seat}", *reversed(list(lines(self.logs[seat]))), *now])

    def resampled(self, seat: int, key: int) -> "Record":
        """Another record that `seat` cannot tell from this one; the memory of the other seats starts anew there."""
        assert self.table is not None
        other = Record(self.rules, self.options, self.reward)
        other.table, other.drawing = self.table.hide(seat, key), None
        other.logs = tuple(
            self.logs[each] if each == seat else (f"begins with {other.digest(each)}", ())
            for each in range(len(self.logs))
        )
        return other

    def returns(self) -> list[float]:
        """What each seat has won, in [-1, 1]; in zero-sum games the sum is exactly 0, as OpenSpiel checks."""
        if self.table is None:
            return [0.0] * len(self.logs)
        won = self.table.returns(self.reward).astype(np.float64)
        if self.rules.zero_sum:
            won[np.abs(won).argmin()] -= won.sum()
        return [float(each) for each in won]

    def _tell(self) -> None:
        assert self.table is not None
        if self.table.told:  # nobody is informed of a silent pass
            for seat in range(len(self.logs)):
                for e in self.table.trace(seat):
                    self._remember(seat, f"{e.kind} {e.seat} {e.subject} {e.object} {e.value}")

    def _remember(self, seat: int, line: str) -> None:
        self.logs = (*self.logs[:seat], (line, self.logs[seat]), *self.logs[seat + 1 :])

    def __deepcopy__(self, memo: dict[int, Any]) -> "Record":
        other = copy(self)
        if self.table is not None and not self.rules.chance:  # a table with enumerated chance is never modified
            other.table = self.table.clone()
        return other

    def __copy__(self) -> "Record":
        other = Record.__new__(Record)
        other.__dict__.update(self.__dict__)
        return other

    def __getstate__(self) -> dict[str, Any]:
        table = None if self.table is None else self.table.tables.array.tobytes()
        return self.__dict__ | {
            "rules": type(self.rules),
            "table": table,
            "drawing": None if self.drawing is None else (self.drawing.action, self.drawing.draws),
            "logs": [list(lines(log)) for log in self.logs],
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.rules = the_game(kept["rules"])
        self.logs = tuple(linked(log) for log in kept["logs"])
        if kept["table"] is not None:
            self.table = self.rules.new(0, **self.options)
            self.table.tables.array.view(np.uint8)[:] = np.frombuffer(kept["table"], np.uint8)
        if kept["drawing"] is not None:
            action, draws = kept["drawing"]
            before = deal_of(self.rules, **self.options).before if action is None else self.table
            assert before is not None
            self.drawing = Drawing(before, action, draws)


def lines(log: Log) -> Iterator[str]:
    """A log's lines, newest first."""
    while log:
        line, log = log
        yield line


def linked(lines: Sequence[str]) -> Log:
    """The log of these lines, newest first."""
    log: Log = ()
    for line in reversed(lines):
        log = (line, log)
    return log
