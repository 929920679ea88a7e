"""Sides in Three Kingdoms: which army of a fight the seat leads."""

from collections.abc import Mapping
from typing import Any

from agents.people.web.viewers.shown import Question
from dynasty_env.kit.message import Message
from dynasty_env.kit.phrases import _
from dynasty_env.three_kingdoms.game import GAME

ANSWERS = tuple(GAME.phase_names.values())


def aim(view: Mapping[str, Any], me: int) -> tuple[str, None]:
    """The army of a fight that the viewer leads: a sentence, or nothing."""
    fight = view["fight"]
    if fight is None or me not in fight["players"]:
        return "", None
    if fight["players"][1] == me:
        return Message(_("You play the defender, {country}."), country=fight["defender"]), None
    return _("You lead the attackers."), None


def from_own_side(question: Question, view: Mapping[str, Any], me: int) -> Question:
    """The same question: its chances are those of the seat already."""
    return question
