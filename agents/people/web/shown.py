"""What one viewer of a table is shown: worked out from what that viewer knows, and nothing else.

A seat's `Glimpse` is made on a copy of the table on which all that the seat does not know has been redrawn with a fixed
key. So it cannot depend on anything hidden, whatever the code that draws it does.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from dynasty_env.kit.seats.turn import Turn
from dynasty_env.kit.state import Entry, State

Viewer = int | None
"""A seat, or None: everybody who only watches."""


class Choice(NamedTuple):
    """A legal action.

    Attributes:
        action: its id.
        name: e.g. ``person:Charles V``.
        words: what it does.
        prospects: what chance says about it; empty: nothing.
    """

    action: int
    name: str
    words: str
    prospects: str

    @property
    def subject(self) -> str:
        """What the action names, e.g. ``Charles V``; empty where it names nothing."""
        return self.name.partition(":")[2]


class Question(NamedTuple):
    """An open decision, as the seat that decides is asked it."""

    phase: str
    choices: tuple[Choice, ...]
    stakes: str
    prospects: str


class SeatShown(NamedTuple):
    """Who sits in a seat, as everybody is told.

    Attributes:
        name: what people call whoever sits there.
        kind: ``person``, ``bot``, ``away`` (a bot stands in) or ``free``.
        here: a person's page is open.
    """

    name: str
    kind: str
    here: bool


@dataclass(frozen=True)
class Glimpse:
    """All that a viewer is shown of a game.

    Attributes:
        viewer: whose eyes these are.
        phase: name of the open decision's phase, ``end`` once the game is over.
        view: what that viewer knows.
        question: what it is asked; None: nothing.
        happened: what the last move that it heard of did.
        story: how many such moves there have been.
        lines: how many lines its chronicle has.
        own: how many decisions it has made.
        advance: how it passes in advance.
        seats: who sits where.
        account: where the points come from, once the game is over.
    """

    viewer: Viewer
    phase: str
    view: dict[str, Any]
    question: Question | None
    happened: tuple[Entry, ...]
    story: int
    lines: int
    own: int
    advance: str
    seats: tuple[SeatShown, ...]
    account: Any = None


def as_known(state: State, viewer: Viewer) -> State:
    """The table as the viewer knows it. The public has no hidden copy: what it is shown is what everybody knows."""
    return state if viewer is None else state.hide(viewer, 0)


def takes_by_itself(state: State) -> bool:
    """Whether the table takes the only legal action itself: where everybody may know who is asked."""
    return len(state.legal()) == 1 and int(state.record["step"]) not in state.game.secret_phases


def question_for(known: State, viewer: Viewer) -> Question | None:
    """What a viewer is asked, from its own hidden copy; nothing, where the table takes the only action itself."""
    if known.done or viewer is None or known.seat != viewer or takes_by_itself(known):
        return None
    turn = Turn(known, np.random.default_rng(0))
    names = turn.action_names
    choices = (
        Choice(action, names[action], turn.describe(action), turn.prospects(action)) for action in map(int, turn.legal)
    )
    return Question(turn.phase, tuple(choices), turn.stakes(), turn.prospects())


@dataclass
class Audience:
    """What one viewer has heard so far, and what it is shown now.

    Attributes:
        viewer: whose.
        version: counts what has been shown; a silent move of somebody else does not count.
        asked_since: the version at which the open question was first shown.
        lines: the chronicle.
        latest: how many of them are about the last move.
        drawn: by language, what `shown` looks like; empty where nobody has looked yet.
    """

    viewer: Viewer
    version: int
    asked_since: int = 0
    lines: list[str] = field(default_factory=list)
    story: int = 0
    latest: int = 0
    happened: tuple[Entry, ...] = ()
    shown: Glimpse | None = None
    key: Any = None
    drawn: dict[str, Any] = field(default_factory=dict)

    def hear(self, state: State) -> bool:
        """Take in what the last move did; False: nothing that this viewer could notice."""
        if not state.told:
            return False
        known = as_known(state, self.viewer)
        lines, entries = known.chronicle(self.viewer), tuple(known.trace(self.viewer))
        if not lines and not entries:
            return False
        self.lines += lines
        self.latest = len(lines)
        self.happened = entries
        self.story += 1
        return True

    def look_afresh(self) -> None:
        """Something beside the game has changed: what is shown next is a new version."""
        self.shown, self.key = None, None

    def look(
        self, state: State, seats: tuple[SeatShown, ...], own: int, advance: str, account: Callable[[State], Any],
        key: Any,
    ) -> Glimpse:  # fmt: skip
        """What the viewer is shown now; the version counts on if it differs from before.

        Args:
            state: the true table.
            seats: who sits where.
            own: decisions that the viewer has made.
            advance: how it passes in advance.
            account: where the points of a finished game come from.
            key: as long as this is the same, nothing is worked out anew.
        """
        if self.shown is not None and key == self.key:
            return self.shown
        self.key = key
        known = as_known(state, self.viewer)
        view = known.view(self.viewer)
        before = self.shown
        asked = question_for(known, self.viewer)
        glimpse = Glimpse(
            self.viewer, known.phase, view, asked, self.happened, self.story, len(self.lines), own, advance, seats,
            account(known) if known.done else None,
        )  # fmt: skip
        if glimpse != before:
            self.version += 1
            if before is None or (before.question, before.own, before.view) != (asked, own, view):
                self.asked_since = self.version
            self.shown = glimpse
            self.drawn.clear()
        return glimpse
