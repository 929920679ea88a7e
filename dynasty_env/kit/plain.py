"""A game without wording of its own: all its words are made from its rules, layout and names.

Such a game can be played in a terminal and in the browser, saved, trained on and measured. To improve the words,
override one method at a time, or make the game a `kit.rulebook.Rulebook`.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.canvas import Canvas
from dynasty_env.kit.files import fields
from dynasty_env.kit.game import BackendName, Game, Option
from dynasty_env.kit.message import Joined, Seat
from dynasty_env.kit.named import stem_of
from dynasty_env.kit.options import own_options
from dynasty_env.kit.seats.layout import Bytes, Piece
from dynasty_env.kit.seats.views import head
from dynasty_env.kit.state import Entry, State
from dynasty_env.kit.terminal import BOLD, drawn, labelled, paint, rule

NEEDED = ("name", "dtype", "seats", "action_names", "layout", "rules")
"""Attributes that every game must have."""
RULES = ("deal", "observe", "hide", "returns", "audit")
"""Rules that every game must have; the audit is made from the truths of the chapters, if there are any."""

_HEAD = ("game", "options", "seat", "phase", "deciding", "legal")
_PAPER, _INK, _PALE = "#f7f4ec", "#26221c", "#8a8170"
_LINE, _MARGIN, _WIDTH, _LABELS = 26, 24, 720, 180
"""Of pictures, in pixels: line height, margin, width, and room for the labels."""

Rows = list[tuple[str, list[str]]]
"""The labels of a view, each with the lines of text beside it."""


class PlainGame(Game):
    """A game that supplies only `NEEDED`, the `RULES` and its phases.

    Its words are the names of actions, phases and pieces. The public view is what seat 0 is shown, without the pieces
    that are declared `private` (`kit.seats.layout.Piece`).
    """

    longest = 10_000
    points_bound = 1.0
    rewards: ClassVar[tuple[str, ...]] = ("win",)
    options: ClassVar[Sequence[Option]] = ()
    """Options in addition to `num_players` and `ask_forced`, which every game has."""
    trace_kinds: ClassVar[type[IntEnum] | None] = None
    """Names of the kinds of trace entries: ``TAKES`` is shown as “takes”."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if not hasattr(cls, "seats") or not hasattr(cls, "name"):
            return
        least, most = cls.seats
        if not hasattr(cls, "agent"):
            cls.agent = stem_of(cls.name)
        given = vars(cls).get("options", ())
        has_own = "seats" in vars(cls) or given or not cls.options
        if has_own and not any(option.name == "num_players" for option in given):
            seats = Option("num_players", least, tuple(range(least, most + 1)), "seats at the table")
            forced = Option("ask_forced", False, (False, True), "ask decisions with a single legal action, too")
            cls.options = (seats, forced, *own_options(cls.options))

    def __init__(self) -> None:
        lacking = [name for name in NEEDED if not hasattr(self, name)]
        lacking += [f"the rule {name!r}" for name in RULES if name not in getattr(self, "rules", ())]
        if not getattr(self, "phases", ()):
            lacking.append("phases")
        if lacking:
            raise TypeError(f"the game {type(self).__name__} does not define {', '.join(lacking)}")
        super().__init__()

    def describe(self, state: State, action: int) -> str:
        """The name of the action."""
        return _as_words(self.action_names[action])

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """The pieces of the observation by name. Seats in them are counted from the viewing seat, or from seat 0 in the
        public view; pieces with `by_seat` name their seats."""
        looks = 0 if seat is None else seat
        observation = state.observe(looks)
        content = {
            name: self._told_of(piece, piece.of(observation), state.num_players, looks)
            for name, piece in self.layout.items()
            if name not in _HEAD and not (piece.private and seat is None)
        }
        return {**head(state, seat), **content}

    def _told_of(self, piece: Piece, numbers: Bytes, seats: int, looks: int) -> Any:
        if piece.by_seat:
            return {f"{self.agent}_{(looks + away) % seats}": numbers[away].tolist() for away in range(seats)}
        return int(numbers[0]) if piece.shape == (1,) else numbers.tolist()

    def scores(self, state: State) -> list[float]:
        """Each seat's return: zero before the end, and zero for seats that have lost."""
        return [max(float(each), 0.0) for each in state.returns(self.rewards[0])]

    def chronicle(self, state: State, seat: int | None) -> list[str]:
        """Each entry of the trace: its seat, the name of its kind, and its numbers other than 0."""
        return [self._told(entry, state.num_players) for entry in state.trace(seat)]

    def _told(self, entry: Entry, seats: int) -> str:
        names = {int(kind): kind.name.lower() for kind in self.trace_kinds or ()}
        kind = names.get(entry.kind, f"does {entry.kind}")
        who = [Seat(self.agent, entry.seat)] if 0 <= entry.seat < seats else []
        numbers = [str(number) for number in (entry.subject, entry.object, entry.value) if number]
        return Joined(" ", [*who, _as_words(kind), *numbers])

    def ansi(self, state: State, seat: int | None) -> str:
        """The view as a table."""
        view = self.view(state, seat)
        lines = [line for label, text in rows_of(view) for line in labelled(label, text)]
        return drawn([paint(self._title(view), BOLD), rule(), *lines])

    def picture(self, state: State, seat: int | None) -> npt.NDArray[np.uint8]:
        """The same as a picture, as high as its content needs."""
        view = self.view(state, seat)
        rows = rows_of(view)
        height = 3 * _MARGIN + _LINE * (1 + sum(len(text) for _, text in rows))
        sheet = Canvas(_WIDTH, height, _PAPER)
        sheet.text(_MARGIN, _MARGIN + _LINE / 2, self._title(view), 20, _INK, room=_WIDTH - 2 * _MARGIN)
        y = 2 * _MARGIN + _LINE
        for label, text in rows:
            sheet.text(_MARGIN, y + _LINE / 2, label, 15, _PALE, room=_LABELS - _MARGIN)
            for line in text:
                sheet.text(_LABELS, y + _LINE / 2, line, 16, _INK, room=_WIDTH - _LABELS - _MARGIN)
                y += _LINE
        return sheet.pixels()

    def _title(self, view: Mapping[str, Any]) -> str:
        asked = view["deciding"]
        decides = "" if asked is None else f" · {self.agent}_{asked} decides"
        return f"{_as_words(stem_of(self.name))} · {_as_words(str(view['phase']))}{decides}"

    def to_dict(self, state: State) -> dict[str, Any]:
        """Every field of the table, by name."""
        return fields.to_dict(state)

    def from_dict(self, saved: Mapping[str, Any], *, backend: BackendName | None = None) -> State:
        """The game stored in such a save file. Raises SaveError naming the path of the faulty field."""
        return fields.from_dict(self, saved, backend)


def rows_of(view: Mapping[str, Any]) -> Rows:
    """The content of a view below its head, with a label for each row."""
    return [(_as_words(name), _lines(value)) for name, value in view.items() if name not in _HEAD]


def _lines(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [f"{name}  {line}" for name, each in value.items() for line in _lines(each)]
    if not isinstance(value, list):
        return ["–" if value is None else str(value)]
    if any(isinstance(each, list) for each in value):
        return [line for each in value for line in _lines(each)]
    return ["  ".join(map(str, value))]


def _as_words(name: str) -> str:
    return name.replace("_", " ")
