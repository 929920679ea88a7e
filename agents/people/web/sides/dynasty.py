"""Sides in Dynasty: whom the declared action is aimed at, and what a player's own card does to it."""

from collections.abc import Mapping
from typing import Any

from agents.people.web.sides.aims import as_defender, effect, side, with_choices
from agents.people.web.viewers.shown import Question
from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.material import COUNTRY_NAMES, PERSON_NAMES
from dynasty_env.kit.message import chances_in

ANSWERS = ("interrupt", "cancel", "event", "dice")
"""Phases in which a seat answers what somebody does."""


def aim(view: Mapping[str, Any], me: int) -> tuple[str, int | None]:
    """Who would lose by the declared action."""
    return side(aimed_at(view), view["turn_player"], me)


def aimed_at(view: Mapping[str, Any]) -> int | None:
    """The seat that the declared action would take something from, or None."""
    declared = view["declared"]
    if declared["country"] in COUNTRY_NAMES:
        return next((i for i, place in enumerate(view["seats"]) if declared["country"] in place["territories"]), None)
    if declared["target"] == "pope":
        return view["pope"] if view["pope"] >= 0 else None
    if declared["target"] in PERSON_NAMES:
        owner = OpenTable(dict(view)).owner[PERSON_NAMES.index(declared["target"])]
        return owner if 0 <= owner < len(view["seats"]) else None
    return None


def from_own_side(question: Question, view: Mapping[str, Any], me: int) -> Question:
    """The same question, with chances as seen from the side of the seat that is asked."""
    if question.phase == "interrupt" and (before := chances_in(question.prospects)):
        return with_choices(question, lambda choice: effect(choice, before[0]))
    return as_defender(question) if question.phase == "war_defender" else question
