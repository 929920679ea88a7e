"""A lesson on the page: its text, and the one choice that it is about."""

from collections.abc import Sequence
from dataclasses import replace

from agents.people.web.boards.pieces import NOTHING, joined
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Coaching, Glimpse


def narrowed(glimpse: Glimpse) -> Glimpse:
    """The same question with only the choice that the open step of a lesson names; unchanged without a step."""
    question, coaching = glimpse.question, glimpse.own.coaching
    if question is None or coaching is None or coaching.action is None:
        return glimpse
    named = tuple(choice for choice in question.choices if choice.action == coaching.action)
    return replace(glimpse, question=question._replace(choices=named))


def draw_coach(coaching: Coaching | None, words: Words) -> Markup:
    """The text of the lesson."""
    if coaching is None:
        return NOTHING
    step = words("Lesson, step {n} of {m}", n=coaching.number, m=coaching.of)
    head = words("You know how it goes") if coaching.action is None else step
    return Markup('<div class="coach" role="note"><b>{}</b><p>{}</p></div>').format(head, words(coaching.says))


def draw_others(choices: Sequence[Choice], coaching: Coaching | None, words: Words) -> Markup:
    """The other choices, outside the lesson, and the way to leave it."""
    if coaching is None or coaching.action is None:
        return NOTHING
    rows = joined(
        Markup("<li>{} <small>{}</small></li>").format(words.rich(each.words), words.rich(each.prospects))
        for each in choices
        if each.action != coaching.action
    )
    also = Markup('<details class="also"><summary>{}</summary><ul>{}</ul></details>').format(
        words("Outside the lesson you could also …"), rows
    )
    leave = Markup('<button type="button" data-say="freely">{}</button>').format(
        words("Leave the lesson and play on freely")
    )
    return Markup('{}<p class="back">{}</p>').format(also if rows else NOTHING, leave)
