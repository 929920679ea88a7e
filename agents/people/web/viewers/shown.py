"""What one viewer of a table is shown: it is computed only from what that viewer knows."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from agents.people.web.viewers.known import Viewer
from dynasty_env.kit.message import Chance, chances_in
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import Entry, State


class Choice(NamedTuple):
    """A legal action.

    Attributes:
        action: its id.
        name: e.g. ``person:Charles V``.
        words: what it does.
        prospects: its odds in words; empty if chance plays no part.
        asks: the seat to which it puts a question, or None.
        own: it names a person of the viewer's own, while others can be named, too.
    """

    action: int
    name: str
    words: str
    prospects: str
    asks: int | None = None
    own: bool = False

    @property
    def subject(self) -> str:
        """The thing that the action names, e.g. ``Charles V``, or an empty string."""
        return self.name.partition(":")[2]


def odds(choice: Choice) -> Chance | None:
    """The first chance stated for a choice, or None."""
    return next(iter(chances_in(choice.prospects)), None)


class Question(NamedTuple):
    """An open decision, as the deciding seat is asked."""

    phase: str
    choices: tuple[Choice, ...]
    stakes: str
    prospects: str


class SeatShown(NamedTuple):
    """The player in a seat, as everybody sees it.

    Attributes:
        name: the displayed name of the player.
        kind: ``person``, ``bot``, ``away`` (a bot stands in) or ``free``.
        here: a person's page is open.
        failed: a bot that has failed here; whenever it fails, its action is drawn at random.
    """

    name: str
    kind: str
    here: bool
    failed: bool = False


class Coaching(NamedTuple):
    """The text of a lesson for the learner.

    Attributes:
        number: number of the step, from 1.
        of: number of steps.
        says: the text, a sentence or two.
        action: the action that the step names; None: the lesson is over, and all actions are open.
    """

    number: int
    of: int
    says: str
    action: int | None


class Received(NamedTuple):
    """A note sent to the viewer with a question.

    Attributes:
        sender: the seat that asked.
        text: the note.
        fresh: it was sent with the last move, or with one that has just been taken back.
        withdrawn: its move was taken back.
    """

    sender: int
    text: str
    fresh: bool
    withdrawn: bool = False


class Own(NamedTuple):
    """The state of a viewer's own seat, besides the game.

    Attributes:
        decided: number of decisions that it has made.
        advance: how it passes in advance.
        back: number of them that it can take back, latest first.
        turn: number of these that belong to the current turn.
        rematch: who else wants to play again, once the game is over; empty: nobody yet.
        notes: the latest notes to it, newest last.
        coaching: the text of a lesson at this decision, or None.
        prepared: a lesson makes this decision itself, and nobody is asked.
        again: it has a seat at the table where the same people play again.
        away: a bot decides for it, and nobody is asked.
        resigned: the same, until the end of the game.
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
    resigned: bool = False


@dataclass(frozen=True)
class Glimpse:
    """Everything that a viewer is shown of a game.

    Attributes:
        viewer: the viewer.
        phase: name of the open decision's phase, ``end`` once the game is over.
        view: what that viewer knows.
        question: what it is asked, or None.
        happened: the effects of the last move that it noticed.
        story: number of such moves so far.
        lines: number of lines of its chronicle.
        own: the state of its own seat.
        seats: the players.
        account: the origin of the points, once the game is over.
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
    """Whether the table takes the only legal action automatically, which it does if it is public who is asked."""
    return len(state.legal()) == 1 and int(state.record["step"]) not in state.game.secret_phases


def question_for(known: State, viewer: Viewer) -> Question | None:
    """What a viewer is asked, from its own hidden copy; None if the table takes the only action automatically."""
    if known.done or viewer is None or known.seat != viewer or takes_by_itself(known):
        return None
    decision = Decision(known, np.random.default_rng(0))
    names = decision.action_names
    choices = (
        Choice(action, names[action], decision.describe(action), decision.prospects(action), decision.addressee(action))
        for action in map(int, decision.legal)
    )
    return Question(decision.phase, tuple(choices), decision.stakes(), decision.prospects())
