"""Lessons: a first game at a prepared table, in which each decision of the learner is named and explained.

A game declares its lesson in `boards/<game>/lesson.py`. The seed, options and all moves of a lesson are fixed, so that
its sentences about cards and dice come true.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dynasty_env.kit.game import Game

LEARNER = 0
"""The learner's seat."""


@dataclass(frozen=True)
class Step:
    """A decision of the learner."""

    says: str  # what to do and why, in a sentence or two
    action: str  # the name of the action, such as ``deck:yellow``
    then: tuple[str, ...] = ()
    """Names of all actions up to the next step, or for the last step up to the next decision of the learner: those of
    the other seats, and those of the learner that need no explanation."""


@dataclass(frozen=True)
class Lesson:
    """A first game."""

    seed: int  # seed of the game
    seats: int  # number of seats; the learner has the first one, bots have the others
    opening: tuple[str, ...]  # names of the actions before the first step
    steps: tuple[Step, ...]  # the decisions of the learner
    closing: str  # the text shown when the learner plays on freely
    options: Mapping[str, int | bool] = field(default_factory=dict)  # options of the game that differ from its defaults

    def moves(self, game: Game) -> tuple[int, ...]:
        """Ids of all its actions, from the first one of the game. Raises KeyError if the game has no such action."""
        names = [*self.opening, *(name for step in self.steps for name in (step.action, *step.then))]
        return tuple(game.action_ids[name] for name in names)

    def decisions(self) -> dict[int, int]:
        """The number of each step, by the number of actions before it."""
        result, at = {}, len(self.opening)
        for number, step in enumerate(self.steps):
            result[at] = number
            at += 1 + len(step.then)
        return result
