"""The guide through a lesson: its prepared moves and its texts, as long as the game follows the lesson."""

from agents.people.web.boards.lesson import LEARNER, Lesson
from agents.people.web.tables.play import GameInPlay
from agents.people.web.viewers.known import Viewer
from agents.people.web.viewers.shown import Coaching


class Guide:
    """Follows a game along a lesson. Once the game has left it, there are no prepared moves and no texts."""

    def __init__(self, lesson: Lesson | None, play: GameInPlay) -> None:
        self._lesson, self._play = lesson, play
        self._moves = () if lesson is None else lesson.moves(play.rulebook)
        self._decisions = {} if lesson is None else lesson.decisions()

    def stop(self) -> None:
        """The learner plays on freely."""
        self._lesson = None

    @property
    def follows(self) -> bool:
        """Whether the game has followed the lesson so far."""
        done = self._play.actions
        return self._lesson is not None and tuple(done) == self._moves[: len(done)]

    @property
    def opens(self) -> bool:
        """Whether the learner's first decision is still ahead."""
        return self._lesson is not None and len(self._play.actions) < len(self._lesson.opening)

    @property
    def prepared(self) -> int | None:
        """The next action if the lesson has prepared it and nobody is asked; None if somebody has to decide."""
        number = len(self._play.actions)
        if not self.follows or number >= len(self._moves) or number in self._decisions:
            return None
        action = self._moves[number]
        return action if action in self._play.state.legal() else None

    def allows(self, action: int) -> bool:
        """Whether the learner may take this action now: at an open step, only the action that the step names."""
        coaching = self.coaching(LEARNER)
        return coaching is None or coaching.action in (None, action)

    def coaching(self, viewer: Viewer) -> Coaching | None:
        """The text for a viewer now, or None."""
        lesson, number = self._lesson, len(self._play.actions)
        if lesson is None or viewer != LEARNER or self._play.over or self._play.state.seat != LEARNER:
            return None
        if not self.follows:
            return None
        steps = len(lesson.steps)
        if number in self._decisions and self._moves[number] in self._play.state.legal():
            at = self._decisions[number]
            return Coaching(at + 1, steps, lesson.steps[at].says, self._moves[number])
        return Coaching(steps, steps, lesson.closing, None) if number == len(self._moves) else None
