"""Sides: whom an action is aimed at, and what a choice means for the seat that is asked, by game.

A game's module has `ANSWERS`, the phases in which that is said (None: in all), `aim`, the sentence that says it, and
`from_own_side`, which tells chances from the side of the seat. It depends on nothing that draws pages.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from agents.people.web.viewers.shown import Glimpse, Own, Question, question_for
from dynasty_env.kit.game import Game
from dynasty_env.kit.message import Message, Seat
from dynasty_env.kit.named import stem_of
from dynasty_env.kit.seats.decision import Decision


def own_side(decision: Decision) -> tuple[str, Question | None]:
    """A decision from the side of its seat: a sentence about the open action, which may be empty, and the question.

    The question is None if the game has no sides.
    """
    sides, known = _sides_of(decision.game), decision.imagine(key=0)
    question = None if sides is None else question_for(known, decision.seat)
    if sides is None or question is None:
        return "", None
    view = decision.view()
    glimpse = sides.from_own_side(Glimpse(decision.seat, decision.phase, view, question, (), 0, 0, Own(), ()))
    if sides.ANSWERS is not None and decision.phase not in sides.ANSWERS:
        return "", glimpse.question
    text, seat = sides.aim(view, decision.seat)
    return text if seat is None else Message(text, name=Seat(decision.game.agent, seat)), glimpse.question


def _sides_of(game: Game) -> Any:
    """The module of a game, or None."""
    name = f"{__name__}.{stem_of(game.name)}"
    return import_module(name) if find_spec(name) is not None else None
