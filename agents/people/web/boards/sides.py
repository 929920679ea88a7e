"""Whose side one is on, for any game: whom an action is aimed at, and chances told from the side of who is asked."""

import re
from collections.abc import Callable

from agents.people.web.viewers.shown import Choice, Question
from dynasty_env.kit.phrases import _

CHANCE = re.compile(r"((?:under |over )?(?<!\d)\d++ %)")
"""A chance in words."""
_ATTACK = re.compile(rf"the attack succeeds {CHANCE.pattern}")


OWN, ON_ME, ON_ANOTHER, ON_NOBODY = (
    _("This is your own action."), _("This is aimed at you."), _("This is aimed at {name}."),
    _("This is aimed at nobody at the table."),
)  # fmt: skip


def side(aimed_at: int | None, turn_player: int, me: int) -> tuple[str, int | None]:
    """What the declared action is to a seat: a sentence, and the seat that it names.

    Args:
        aimed_at: the seat from which the action would take something; None: no seat.
        turn_player: whose action it is.
        me: who is told.
    """
    if turn_player == me:
        return OWN, None
    if aimed_at == me:
        return ON_ME, None
    if aimed_at is None or aimed_at == turn_player:
        return ON_NOBODY, None
    return ON_ANOTHER, aimed_at


def told(question: Question, say: Callable[[Choice], Choice]) -> Question:
    """The same question with all its choices told anew."""
    return question._replace(choices=tuple(say(choice) for choice in question.choices))


def effect(choice: Choice, before: str) -> Choice:
    """“hinders it: 66 % instead of 75 %”: a chance after this choice beside the chance as it stands."""
    after = CHANCE.search(choice.prospects)
    if after is None:
        return choice
    if after[1] == before:
        return choice._replace(prospects=f"changes nothing so far: {before}")
    verb = "helps it" if number(after[1]) > number(before) else "hinders it"
    return choice._replace(prospects=f"{verb}: {after[1]} instead of {before}")


def as_defender(question: Question) -> Question:
    """“the attack succeeds 33 %, then dies 50 %”: you hold with the rest of the chance."""
    own = told(question, lambda choice: choice._replace(prospects=_held(choice.prospects)))
    return own._replace(prospects=_held(question.prospects))


def _held(prospects: str) -> str:
    return _ATTACK.sub(lambda found: f"you hold {rest(found[1])}", prospects)


def number(chance: str) -> float:
    """A chance in words as a number of percent: 99.5 for “over 99 %”."""
    percent = int(re.sub(r"\D", "", chance))
    return percent + (0.5 if chance.startswith("over") else -0.5 if chance.startswith("under") else 0.0)


def rest(chance: str) -> str:
    """What is left of a chance in words."""
    swapped = {"under 1 %": "over 99 %", "over 99 %": "under 1 %"}
    return swapped.get(chance) or f"{100 - int(number(chance))} %"
