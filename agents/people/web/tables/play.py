"""The game at a table: its moves, and what each viewer has been told about them."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from agents.people.web.boards import Board
from agents.people.web.boards.board import TURN_PLAYER
from agents.people.web.tables.seat import Seat
from agents.people.web.viewers.feed import Feed, Mark
from agents.people.web.viewers.known import KnownTables, Viewer
from agents.people.web.viewers.shown import Own, Received, SeatShown
from dynasty_env.kit.files.replays import Replay, result_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import PASS
from dynasty_env.kit.seats.notes import Note, Withdrawn
from dynasty_env.kit.state import State

NOTES = 5
"""Maximum number of notes on a page."""
VERSIONS = 2**50
"""Range of the random number from which a viewer's versions count: no message fits a version of another viewer."""
_lots = random.SystemRandom()


@dataclass(frozen=True)
class Moment:
    """A game at a moment."""

    state: State  # the true table
    number: int  # number of actions played
    open_decisions: int  # number of public decisions so far
    marks: Mapping[Viewer, Mark]  # what each viewer had been told


class GameInPlay:
    """A game with its feeds, from the table as dealt."""

    def __init__(self, state: State, board: Board, viewers: Iterable[Viewer]) -> None:
        self.state, self.known = state, KnownTables(state)
        self.actions: list[int] = []  # all that have been played
        self.feeds = {viewer: Feed(viewer, _lots.randrange(VERSIONS)) for viewer in viewers}
        self.notes: dict[int, Note] = {}  # by the number of the action that they were sent with
        self.withdrawn: list[Withdrawn] = []  # notes of actions taken back after their addressees had seen them
        self._delivered: set[int] = set()
        self.open_decisions = 0  # number of public decisions
        self._board = board

    @property
    def rulebook(self) -> Game:
        """The rules."""
        return self.state.game

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.done

    @property
    def is_secret(self) -> bool:
        """Whether nobody else may know who is asked now."""
        return int(self.state.record["step"]) in self.rulebook.secret_phases

    @property
    def passing(self) -> int | None:
        """The action that passes silently, or None if the open decision has none."""
        number = self.rulebook.action_ids.get(PASS)
        return number if number is not None and number in self.state.legal() and self.is_secret else None

    def hear(self) -> bool:
        """Update all feeds after the last move; returns whether anybody could notice something."""
        heard = [feed.hear(self.known) for feed in self.feeds.values()]
        return any(heard)

    def asked_by(self, action: int) -> int | None:
        """The seat to which a legal action puts a question, or None."""
        return self.rulebook.addressee(self.state, action)

    def notes_to(self, viewer: Viewer) -> tuple[Received, ...]:
        """The latest notes to a viewer, newest last."""
        last = len(self.actions)
        result = [
            (each.number, Received(each.sender, each.text, each.number == last, withdrawn=True))
            for each in self.withdrawn
            if each.addressee == viewer
        ]
        result += [
            (number, Received(note.sender, note.text, number == last - 1))
            for number, note in self.notes.items()
            if note.addressee == viewer
        ]
        return tuple(note for _, note in sorted(result, key=itemgetter(0))[-NOTES:])

    def deliver(self, viewer: Viewer) -> None:
        """Record that a viewer has been shown all of its notes."""
        self._delivered.update(number for number, note in self.notes.items() if note.addressee == viewer)

    def read_since(self, number: int) -> list[Withdrawn]:
        """The notes of actions from this number on that have been shown to their addressees."""
        return [
            Withdrawn(each, note.sender, note.addressee, note.text)
            for each, note in self.notes.items()
            if each >= number and each in self._delivered
        ]

    def play(self, action: int, state: State | None = None, note: str = "") -> bool:
        """Carry out an action of the deciding seat; returns whether anybody could notice something.

        If given, `state` is the same table on another backend, to continue on. A note goes to the seat that the action
        asks.
        """
        asked = self.asked_by(action) if note else None
        if asked is not None:
            self.notes[len(self.actions)] = Note(self.state.seat, asked, note)
        self.open_decisions += not self.is_secret
        self.state = self.state if state is None else state
        self.state.play(action)
        self.actions.append(action)
        self.known = KnownTables(self.state)
        return self.hear()

    def update(self, viewer: Viewer, seats: tuple[SeatShown, ...], own: Own, beside: tuple[bool, ...]) -> Feed:
        """Bring a viewer's feed up to date, and return it; `beside` is what else the contents of its page depend on."""
        feed = self.feeds[viewer]
        feed.update(self.known, seats, own, (len(self.actions), beside, seats, own))
        return feed

    def moment(self) -> Moment:
        """The present state of the game, to return to."""
        marks = {viewer: feed.mark() for viewer, feed in self.feeds.items()}
        return Moment(self.state.clone(), len(self.actions), self.open_decisions, marks)

    def go_back(self, moment: Moment) -> None:
        """Return to an earlier moment as if nothing had happened since; notes that were read stay readable."""
        self.withdrawn += self.read_since(moment.number)
        self._delivered = {number for number in self._delivered if number < moment.number}
        self.state, self.open_decisions = moment.state.clone(), moment.open_decisions
        del self.actions[moment.number :]
        self.notes = {number: note for number, note in self.notes.items() if number < moment.number}
        self.known = KnownTables(self.state)
        for viewer, mark in moment.marks.items():
            self.feeds[viewer].rewind(mark)

    # -- passing in advance --------------------------------------------------------------------------------------

    def begin_passing(self, seat: Seat, until: str) -> None:
        """Make a seat pass in advance from now on; ``off``: it is asked again."""
        seat.advance = until
        seat.occasion = self._occasion(seat)

    def end_passing(self, seat: Seat) -> None:
        """Ask the seat again if the occasion of its pass is over."""
        if seat.advance == "off":
            return
        if self.over:
            lasts = False
        elif seat.advance == "turn":
            lasts = self.known.view(seat.number).get(TURN_PLAYER, seat.number) != seat.number
        else:
            lasts = self._occasion(seat) == seat.occasion
        if not lasts:
            seat.advance = "off"

    def _occasion(self, seat: Seat) -> Any:
        """The occasion of the pass: as defined by the board, or everything until the next public decision."""
        result = self._board.occasion(self.known.view(seat.number))
        return self.open_decisions if result is None else result

    # -- the end -------------------------------------------------------------------------------------------------

    def replay(self, players: list[str], seed: int) -> Replay:
        """The finished game as a replay."""
        names = [self.rulebook.action_names[action] for action in self.actions]
        written = {number: note.text for number, note in self.notes.items()}
        return Replay(
            self.rulebook, self.state.options, seed, players, names, result_of(self.state), notes=written,
            rules=self.rulebook.rules_digest,
            withdrawn=list(self.withdrawn),
        )  # fmt: skip
