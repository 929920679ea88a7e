"""Sides in Kingdoms: whom the declared action is aimed at, and what a player's own choice does to it."""

from collections.abc import Iterator, Mapping
from typing import Any

from agents.people.web.sides.aims import as_defender, effect, side, with_choices
from agents.people.web.viewers.shown import Question, odds
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kit.message import Chance
from dynasty_env.kit.phrases import _

ANSWERS = tuple(phase.step.name.lower() for phase in GAME.phases if phase.decides and phase.stakes)
"""Phases in which a seat other than the turn player decides about something, in answer to the declared action or its
consequences."""
DEFENDING = ("withdraw", "defend_commit", "defend_commander")
"""Phases in which the attacked dynasty decides."""

OWN_THRONE, THRONE = _("This is about a throne of yours."), _("This is about a throne of {name}.")


def aim(view: Mapping[str, Any], me: int) -> tuple[str, int | None]:
    """Who would lose by the declared action; in a contest, whose throne is at stake."""
    if contest := view["contest"]:
        own = contest["seat"] == me
        return (OWN_THRONE, None) if own else (THRONE, contest["seat"])
    return side(aimed_at(view), view["turn_player"], me)


def aimed_at(view: Mapping[str, Any]) -> int | None:
    """The seat that the declared action would take something from, or None."""
    declared = view["declared"]
    named = declared["country"] or declared["target"]
    return next((seat for seat, place in enumerate(view["seats"]) if named in belongings(place)), None)


def belongings(place: Mapping[str, Any]) -> Iterator[str]:
    """Persons and countries of a dynasty."""
    yield from place["unruled"]
    yield from place["nobles"]
    for king in place["kings"]:
        yield from (king["king"], *king["countries"], *king["children"])
        if king["spouse"]:
            yield king["spouse"]


def from_own_side(question: Question, view: Mapping[str, Any], me: int) -> Question:
    """The same question, with chances as seen from the side of the seat that is asked."""
    if question.phase in DEFENDING:
        return as_defender(question)
    if question.phase == "aid" and (now := _as_it_stands(question)):
        return with_choices(question, lambda each: each if each.name == "pass" else effect(each, now))
    return question


def _as_it_stands(question: Question) -> Chance | None:
    """The chance of the attack if nobody else helps."""
    passing = next((choice for choice in question.choices if choice.name == "pass"), None)
    return odds(passing) if passing is not None else None
