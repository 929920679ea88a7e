"""Sides in any game: whom an action is aimed at, and chances from the side of the seat that is asked."""

from collections.abc import Callable
from typing import Any

from agents.people.web.viewers.shown import Choice, Question, odds
from dynasty_env.kit.message import Chance, Message, mapped
from dynasty_env.kit.phrases import _

OWN, ON_ME, ON_ANOTHER, ON_NOBODY = (
    _("This is your own action."), _("This is aimed at you."), _("This is aimed at {name}."),
    _("This is not aimed at a player."),
)  # fmt: skip
HELD = {
    "the attack succeeds {chance}": _("you hold {chance}"),
    "the attack succeeds {chance}, then dies {dies}": _("you hold {chance}, then dies {dies}"),
    "No country is used yet. If you fight, and both sides use all countries they can and nobody helps, the attack "
    "succeeds {chance}.": _(
        "No country is used yet. If you fight, and both sides use all countries they can and nobody helps, you hold "
        "{chance}."
    ),
}
"""Sentences about an attack, and their counterparts for the defender."""


def side(aimed_at: int | None, turn_player: int, me: int) -> tuple[str, int | None]:
    """The declared action as the seat `me` sees it: a sentence, and the seat that it names."""
    if turn_player == me:
        return OWN, None
    if aimed_at == me:
        return ON_ME, None
    if aimed_at is None or aimed_at == turn_player:
        return ON_NOBODY, None
    return ON_ANOTHER, aimed_at


def with_choices(question: Question, say: Callable[[Choice], Choice]) -> Question:
    """The same question with every choice transformed by `say`."""
    return question._replace(choices=tuple(say(choice) for choice in question.choices))


def effect(choice: Choice, before: Chance) -> Choice:
    """“hinders it: 66 % instead of 75 %”: the chance after this choice next to the present one."""
    after = odds(choice)
    if after is None:
        return choice
    if str(after) == str(before):
        return choice._replace(prospects=Message(_("changes nothing so far: {chance}"), chance=before))
    helps = after.value > before.value
    text = _("helps it: {chance} instead of {before}") if helps else _("hinders it: {chance} instead of {before}")
    return choice._replace(prospects=Message(text, chance=after, before=before))


def as_defender(question: Question) -> Question:
    """Replace “the attack succeeds 33 %, then dies 50 %” by the defender's chance, which is the remainder."""
    own = with_choices(question, lambda choice: choice._replace(prospects=_held(choice.prospects)))
    return own._replace(prospects=_held(question.prospects))


def _held(prospects: str) -> str:
    held: str = mapped(prospects, _hold, HELD)
    return held


def _hold(part: Any) -> Any:
    if not isinstance(part, Chance) or part.of != "success":
        return part
    return Chance(1 - part.value, "hold", simulated=part.simulated)
