"""What one viewer of a table is shown: it is computed only from what that viewer knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from agents.people.web.viewers.known import Viewer
from dynasty_env.kit.message import Chance, chances_in
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import Entry, State


class Choice(NamedTuple):
    """A legal action."""

    action: int  # its id
    name: str  # e.g. ``person:Charles V``
    words: str  # what it does
    prospects: str  # its odds in words; empty if chance plays no part
    asks: int | None = None  # the seat to which it puts a question, or None
    own: bool = False  # it names a person of the viewer's own, while others can be named, too

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
    """The player in a seat, as everybody sees it."""

    name: str  # the displayed name of the player
    kind: str  # ``person``, ``bot``, ``away`` (a bot stands in), ``left`` (to the end of the game) or ``free``
    here: bool  # a person's page is open
    failed: bool = False  # a bot that has failed here; whenever it fails, its action is drawn at random


def player_shown(bot: str | None, name: str | None) -> SeatShown:
    """The player in a seat: a bot, or the person of this name, who is here; without both, nobody."""
    if bot is not None:
        return SeatShown(bot, "bot", True)
    return SeatShown("", "free", False) if name is None else SeatShown(name, "person", True)


class Coaching(NamedTuple):
    """The text of a lesson for the learner."""

    number: int  # number of the step, from 1
    of: int  # number of steps
    says: str  # the text, a sentence or two
    action: int | None  # the action that the step names; None: the lesson is over, and all actions are open


class Received(NamedTuple):
    """A note sent to the viewer with a question."""

    sender: int  # the seat that asked
    text: str  # the note
    fresh: bool  # it was sent with the last move, or with one that has just been taken back
    withdrawn: bool = False  # its move was taken back


class Own(NamedTuple):
    """The state of a viewer's own seat, besides the game."""

    decided: int = 0  # number of decisions that it has made
    advance: str = "off"  # how it passes in advance
    back: int = 0  # number of its decisions that it can take back, latest first
    turn: int = 0  # number of these that belong to the current turn
    rematch: str = ""  # who else wants to play again, once the game is over; empty: nobody yet
    notes: tuple[Received, ...] = ()  # the latest notes to it, newest last
    coaching: Coaching | None = None  # the text of a lesson at this decision, or None
    prepared: bool = False  # a lesson makes this decision itself, and nobody is asked
    again: bool = False  # it has a seat at the table where the same people play again
    away: bool = False  # a bot decides for it, and nobody is asked
    resigned: bool = False  # the same, until the end of the game


Account = tuple[tuple[float, float, Sequence[str]], ...]
"""For each seat its share of the win, its points, and what they consist of."""


@dataclass(frozen=True)
class Glimpse:
    """Everything that a viewer is shown of a game."""

    viewer: Viewer
    phase: str  # name of the open decision's phase, ``end`` once the game is over
    view: dict[str, Any]  # what that viewer knows
    question: Question | None  # what it is asked, or None
    happened: tuple[Entry, ...]  # the effects of the last move that it noticed
    story: int  # number of such moves so far
    lines: int  # number of lines of its chronicle
    own: Own  # the state of its own seat
    seats: tuple[SeatShown, ...]  # the players
    account: Account | None = None  # the origin of the points, once the game is over

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of its question; empty if it is asked nothing."""
        return () if self.question is None else self.question.choices


def account_of(state: State) -> Account:
    """The origin of the points of a finished game."""
    made_of = state.game.account(state)
    return tuple(zip(map(float, state.win_shares()), map(float, state.scores()), made_of, strict=True))


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
