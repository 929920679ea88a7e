"""Lessons: a first game at a prepared table, in which each decision of the learner is named and explained.

A game declares one in `boards/<game>/lesson.py`. Seed, options and all moves of a lesson are fixed, so that what its
sentences say of cards and dice comes true.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dynasty_env.kit.game import Game

LEARNER = 0
"""The seat of whoever learns."""


@dataclass(frozen=True)
class Step:
    """A decision that the learner makes.

    Attributes:
        says: what to do and why, in a sentence or two.
        action: the name of the action, such as ``deck:yellow``.
        then: names of all actions from there to the next step, or the last step's to the next decision of the learner:
            those of the other seats, and those of the learner that are not worth a word.
    """

    says: str
    action: str
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A first game.

    Attributes:
        seed: of the game.
        seats: how many; the learner's is the first one, bots have the others.
        opening: names of the actions before the first step.
        steps: the decisions that the learner makes.
        closing: what is said when the learner plays on freely.
        options: of the game, where they are not its defaults.
    """

    seed: int
    seats: int
    opening: tuple[str, ...]
    steps: tuple[Step, ...]
    closing: str
    options: Mapping[str, int | bool] = field(default_factory=dict)

    def moves(self, game: Game) -> tuple[int, ...]:
        """Ids of all its actions, from the first one of the game on. Raises KeyError: the game has no such action."""
        names = [*self.opening, *(name for step in self.steps for name in (step.action, *step.then))]
        return tuple(game.action_ids[name] for name in names)

    def decisions(self) -> dict[int, int]:
        """By how many actions come before it: the number of each step."""
        result, at = {}, len(self.opening)
        for number, step in enumerate(self.steps):
            result[at] = number
            at += 1 + len(step.then)
        return result
