"""What one viewer of a table is shown: worked out from what that viewer knows, and nothing else."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from agents.people.web.viewers.known import Viewer
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import Entry, State


class Choice(NamedTuple):
    """A legal action.

    Attributes:
        action: its id.
        name: e.g. ``person:Charles V``.
        words: what it does.
        prospects: what chance says about it; empty: nothing.
        asks: the seat to which it puts a question; None: to none.
        own: it names a person of the viewer's own, where others can be named, too.
    """

    action: int
    name: str
    words: str
    prospects: str
    asks: int | None = None
    own: bool = False

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


class Coaching(NamedTuple):
    """What a lesson says to the learner.

    Attributes:
        number: of the step, from 1.
        of: how many steps there are.
        says: in a sentence or two.
        action: the one that the step names; None: the lesson is over, and everything is open.
    """

    number: int
    of: int
    says: str
    action: int | None


class Received(NamedTuple):
    """A note that went to the viewer with a question.

    Attributes:
        sender: the seat that asked.
        text: what it wrote.
        fresh: it went with the last move, or with one that has just been taken back.
        withdrawn: its move was taken back.
    """

    sender: int
    text: str
    fresh: bool
    withdrawn: bool = False


class Own(NamedTuple):
    """How a viewer's own seat stands, beside the game.

    Attributes:
        decided: decisions that it has made.
        advance: how it passes in advance.
        back: how many of them it can take back, the last first.
        turn: how many of these belong to the turn that is going on.
        rematch: who else wants to play again, once the game is over; empty: nobody yet.
        notes: the last ones that it got, the newest last.
        coaching: what a lesson says at this decision; None: nothing.
        prepared: a lesson makes this decision itself, so that nobody is asked.
        again: it has a seat at the table at which the same people play again.
        away: a bot decides for it, so that nobody is asked.
    """

    decided: int = 0
    advance: str = "off"
    back: int = 0
    turn: int = 0
    rematch: str = ""
    notes: tuple[Received, ...] = ()
    coaching: Coaching | None = None
    prepared: bool = False
    again: bool = False
    away: bool = False


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
        own: how its own seat stands.
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
    own: Own
    seats: tuple[SeatShown, ...]
    account: Any = None


def takes_by_itself(state: State) -> bool:
    """Whether the table takes the only legal action itself: where everybody may know who is asked."""
    return len(state.legal()) == 1 and int(state.record["step"]) not in state.game.secret_phases


def question_for(known: State, viewer: Viewer) -> Question | None:
    """What a viewer is asked, from its own hidden copy; nothing, where the table takes the only action itself."""
    if known.done or viewer is None or known.seat != viewer or takes_by_itself(known):
        return None
    decision = Decision(known, np.random.default_rng(0))
    names = decision.action_names
    choices = (
        Choice(action, names[action], decision.describe(action), decision.prospects(action), decision.addressee(action))
        for action in map(int, decision.legal)
    )
    return Question(decision.phase, tuple(choices), decision.stakes(), decision.prospects())
