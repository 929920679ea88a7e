"""Sides: whom an action is aimed at, and what a choice means for the seat that is asked, by game.

A game's module has `ANSWERS`, the phases in which that is said, `aim`, the sentence that says it and the seat that it
names, and `from_own_side`, the question with chances told from the side of the seat. It depends on nothing that draws
pages.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from agents.people.web.viewers.shown import Glimpse, Question, question_for
from dynasty_env.kit.game import Game
from dynasty_env.kit.message import Message, Seat
from dynasty_env.kit.named import stem_of
from dynasty_env.kit.seats.decision import Decision


def own_side(decision: Decision) -> tuple[str, Question | None]:
    """A decision from the side of its seat: a sentence about the open action, which may be empty, and the question.

    The question is None if the game has no sides.
    """
    game, seat, view = decision.game, decision.seat, decision.view()
    sides = _sides_of(game)
    question = None if sides is None else question_for(decision.imagine(key=0), seat)
    if question is None:
        return "", None
    return aimed(game, decision.phase, view, seat), sides.from_own_side(question, view, seat)


def answers(game: Game) -> Collection[str]:
    """Phases in which a seat answers what somebody does, also in its own turn."""
    sides = _sides_of(game)
    return () if sides is None else sides.ANSWERS


def aimed(game: Game, phase: str, view: Mapping[str, Any], seat: int) -> str:
    """A sentence about the open action for a seat: whom it is aimed at; empty if that does not matter."""
    if phase not in answers(game):
        return ""
    text, named = _sides_of(game).aim(view, seat)
    return text if named is None else Message(text, name=Seat(game.agent, named))


def from_own_side(game: Game, glimpse: Glimpse) -> Glimpse:
    """The same question, with chances as seen from the side of the seat that is asked."""
    sides, question = _sides_of(game), glimpse.question
    if sides is None or question is None:
        return glimpse
    return replace(glimpse, question=sides.from_own_side(question, glimpse.view, glimpse.viewer))


@cache
def _sides_of(game: Game) -> Any:
    """The module of a game, or None."""
    name = f"{__name__}.{stem_of(game.name)}"
    return import_module(name) if find_spec(name) is not None else None
