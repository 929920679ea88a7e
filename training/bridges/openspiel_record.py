"""What a state of OpenSpiel's has to copy and save: the table, the chance that is drawn, and what seats remember."""

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
"""Chance nodes, and outcomes of each, where chance comes from a seed: 512^7 = 2^63 seeds."""

Log = tuple[Any, ...]
"""What a seat remembers, the last line first: ``(line, (line, … ()))``, so that clones share it."""


class Record:
    """All that a state of OpenSpiel has to copy and save: the table, and what each seat remembers.

    Attributes:
        rules: the rulebook.
        options: the game's options.
        reward: which of `rules.rewards` is paid.
        digits: of the seed, as far as nature has drawn it; of games that do not list their chance.
        drawing: the deal or move in whose midst chance draws; of games that list it.
        table: the game, once it is dealt; while chance draws, as it was before the move.
        logs: for each seat, what it has been told, seen when it decided, and done.
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
        """How many equally likely outcomes the next draw has. Raises OptionError if that are more than declared."""
        if self.drawing is None:
            return OUTCOMES
        declared = self.rules.chance.outcomes if self.rules.chance else 0
        if self.drawing.choices > declared:
            raise OptionError(
                f"{self.rules.name}: a draw has {self.drawing.choices} outcomes, and its `chance` declares {declared}"
            )
        return self.drawing.choices

    def draw(self, digit: int) -> None:
        """Chance draws: the next number of a deal or move, or the next digit of the seed that deals the game."""
        if self.drawing is not None:
            self._follow(self.drawing.drawn(digit))
            return
        self.digits += (digit,)
        if len(self.digits) == DIGITS:
            seed = sum(each * OUTCOMES**place for place, each in enumerate(self.digits))
            self.table = self.rules.new(seed, **self.options)
            self._tell()

    def play(self, action: int) -> None:
        """The deciding seat plays; everybody remembers what it may know of it."""
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
        """Wait for the next draw, or go on from where the last one has led."""
        if drawing.choices:
            self.drawing = drawing
            return
        self.drawing, self.table = None, drawing.state
        self._tell()

    def digest(self, seat: int) -> str:
        """What a seat sees now, in 32 letters: the same for the same observation, and telling no more."""
        assert self.table is not None
        return hashlib.blake2b(self.table.observe(seat).tobytes(), digest_size=16).hexdigest()

    def remembered(self, seat: int) -> str:
        """A seat's information state: all that it has been told, seen and done, and what it sees now."""
        now = [] if self.table is None else [f"sees {self.digest(seat)}"]
        return "\n".join([f"seat {seat}", *reversed(list(lines(self.logs[seat]))), *now])

    def resampled(self, seat: int, key: int) -> "Record":
        """Another record that `seat` cannot tell from this one; what the others remember begins anew there."""
        assert self.table is not None
        other = Record(self.rules, self.options, self.reward)
        other.table, other.drawing = self.table.hide(seat, key), None
        other.logs = tuple(
            self.logs[each] if each == seat else (f"begins with {other.digest(each)}", ())
            for each in range(len(self.logs))
        )
        return other

    def returns(self) -> list[float]:
        """What each seat has won, in [-1, 1]; in zero-sum games to the last bit, as OpenSpiel checks."""
        if self.table is None:
            return [0.0] * len(self.logs)
        won = self.table.returns(self.reward).astype(np.float64)
        if self.rules.zero_sum:
            won[np.abs(won).argmin()] -= won.sum()
        return [float(each) for each in won]

    def _tell(self) -> None:
        assert self.table is not None
        if self.table.told:  # a silent pass tells nobody anything
            for seat in range(len(self.logs)):
                for e in self.table.trace(seat):
                    self._remember(seat, f"{e.kind} {e.seat} {e.subject} {e.object} {e.value}")

    def _remember(self, seat: int, line: str) -> None:
        self.logs = (*self.logs[:seat], (line, self.logs[seat]), *self.logs[seat + 1 :])

    def __deepcopy__(self, memo: dict[int, Any]) -> "Record":
        other = copy(self)
        if self.table is not None and not self.rules.chance:  # a table whose chance is listed is never changed
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
    """A log's lines, the last one first."""
    while log:
        line, log = log
        yield line


def linked(lines: Sequence[str]) -> Log:
    """The log of these lines, the last one first."""
    log: Log = ()
    for line in reversed(lines):
        log = (line, log)
    return log
