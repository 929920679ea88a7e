"""A finished game, decision by decision, with a search's opinion of each one.

`dynasty review` and the review of the web table are built on it.

An opinion uses only what the deciding seat could know: it is computed from the seat's `Decision`, on tables where
everything unknown to the seat has been resampled. What the game's seed hid is used only to reach the decision.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from agents.search.budget import Budget
from agents.search.judge import Judge
from agents.search.opinion import Opinion, Verdict, weigh
from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.files.origin import foreign_first, origin
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State

FORMAT = "review"
"""The value of the field ``format`` of an analysis."""


@dataclass(frozen=True)
class RecordedDecision:
    """A decision of a game that offered a choice."""

    number: int  # number of actions before it
    seat: int  # the seat that decided
    phase: str  # name of the phase
    action: int  # id of the action that was taken
    options: int  # number of legal actions


class Course:
    """A game from its first table to its last.

    The states are the table before each action, then the last one. They are kept, not copied.
    """

    def __init__(self, game: Game, states: Sequence[State], actions: Sequence[int]) -> None:
        self.game, self.states, self.actions = game, tuple(states), tuple(actions)
        self.decisions = [
            RecordedDecision(number, state.seat, state.phase, action, len(state.legal()))
            for number, (state, action) in enumerate(zip(states, actions, strict=False))
            if len(state.legal()) > 1
        ]

    @classmethod
    def of(cls, replay: Replay, backend: BackendName | None = None) -> "Course":
        """The course of a recorded game. Raises SaveError if its actions cannot be played, or are points."""
        actions = replay.ids()
        return cls(replay.game, [state.clone() for state in replay.play(backend)], actions)

    @property
    def end(self) -> State:
        """The table after the last action."""
        return self.states[-1]

    def as_met(self, decision: RecordedDecision) -> Decision:
        """The decision as its seat met it, with dice that are the same in every game and reveal nothing of this one."""
        return Decision(self.states[decision.number], np.random.default_rng(decision.number))

    def weigh(self, decision: RecordedDecision, budget: Budget, judge: Judge) -> Opinion:
        """The opinion of a decision. With a budget in playouts, it is the same at each call."""
        return weigh(self.as_met(decision), budget, judge, chosen=decision.action)


@dataclass
class Analysis:
    """The opinions of a game's decisions, as far as they have been computed."""

    budget: Budget  # the budget of each opinion
    judge: str  # the name of the bot that plays the playouts
    opinions: dict[int, Opinion] = field(default_factory=dict)  # the opinions by the number of their decision

    def missing(self, course: Course, first: Sequence[int] = ()) -> list[RecordedDecision]:
        """The decisions without an opinion: first those of the seats in `first`, then all others."""
        left = [decision for decision in course.decisions if decision.number not in self.opinions]
        return sorted(left, key=lambda decision: decision.seat not in first)

    def mistakes(self, course: Course, seat: int | None = None) -> list[RecordedDecision]:
        """The decisions that lost more than chance explains, largest loss first, for one seat or for all."""
        result = [
            (verdict.loss, decision)
            for decision in course.decisions
            if (verdict := self.verdict(decision)) is not None and verdict.is_mistake and seat in (None, decision.seat)
        ]
        return [decision for _, decision in sorted(result, key=lambda each: -each[0])]

    def verdict(self, decision: RecordedDecision) -> Verdict | None:
        """The verdict on the action that was taken, or None if there is no opinion yet."""
        opinion = self.opinions.get(decision.number)
        return None if opinion is None else opinion.verdict

    def chances(self, course: Course, seat: int) -> Iterator[tuple[int, float]]:
        """A seat's chances of winning over the game: pairs of the number of actions before, and the share of wins.

        The value is taken at each of the seat's own decisions, after its choice and as far as it could know. The last
        value is the seat's actual share of the victory.
        """
        for decision in course.decisions:
            verdict = self.verdict(decision)
            if decision.seat == seat and verdict is not None:
                yield decision.number, verdict.wins
        if course.end.done:
            yield len(course.actions), float(course.end.win_shares()[seat])

    def given_away(self, course: Course, seat: int) -> float:
        """The part of a victory that a seat's mistakes have cost in total."""
        verdicts = [self.verdict(decision) for decision in self.mistakes(course, seat)]
        return sum(verdict.loss for verdict in verdicts if verdict is not None)

    # -- files ---------------------------------------------------------------------------------------------------

    def to_dict(self, course: Course, replay: Replay) -> dict[str, Any]:
        """A dict for JSON; `from_dict` reads it."""
        names = course.game.action_names
        decisions = [
            {
                "number": decision.number, "seat": decision.seat, "phase": decision.phase,
                "action": names[decision.action], "opinion": self.opinions[decision.number].to_dict(names),
            }
            for decision in course.decisions if decision.number in self.opinions
        ]  # fmt: skip
        return {
            "format": FORMAT, **origin(course.game), "game": course.game.name, "replay": stamp(replay),
            "budget": str(self.budget), "judge": self.judge, "decisions": decisions,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], course: Course, replay: Replay) -> "Analysis":
        """Read an analysis from a dict. Raises SaveError if it is none, or belongs to another game."""
        ids = course.game.action_ids
        with foreign_first(saved, course.game):
            if saved.get("format") != FORMAT:
                raise SaveError(f"this must be a review, not {in_short(saved.get('format'))}")
            if saved.get("replay") != stamp(replay):
                raise SaveError("this is the review of another game")
            try:
                opinions = {int(d["number"]): Opinion.from_dict(d["opinion"], ids) for d in saved["decisions"]}
                return cls(Budget.parse(saved["budget"]), str(saved["judge"]), opinions)
            except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
                raise SaveError(f"this review is damaged: {type(error).__name__}: {error}") from None


def review_of(file: Path) -> Path:
    """The usual file of a recorded game's review."""
    return file.with_name(f"{file.name.removesuffix('.json')}.review.json")


def stamp(replay: Replay) -> str:
    """A short identifier that is unique to this game."""
    identity = [replay.game.name, replay.seed, sorted(replay.options.items()), replay.actions, replay.start]
    return hashlib.blake2b(json.dumps(identity, sort_keys=True).encode(), digest_size=12).hexdigest()
