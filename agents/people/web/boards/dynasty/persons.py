"""Persons of Dynasty as cards, with their present numbers, and their families."""

from collections.abc import Iterable, Mapping
from typing import Any

from agents.people.web.boards.europe.persons import card, marks, numbers, role_sign, side_by_side
from agents.people.web.boards.pieces import NOTHING, classes, term
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.material import PERSON_NAMES
from dynasty_env.dynasty.rules.nouns import ASLEEP, DOLL, ability, ability_now, is_asleep, stats

NAMED = ("target", "actor", "defender", "friend")


def named_in(view: Mapping[str, Any]) -> frozenset[str]:
    """Persons involved in the declared action."""
    declared = view["declared"]
    return frozenset(filter(None, [*(declared.get(role) for role in NAMED), *view.get("sent", ())]))


def _ability(t: OpenTable, person: int, words: Words) -> Markup:
    known = ability(person)
    if not ability_now(t, person):
        return NOTHING
    asleep = is_asleep(t, person)
    return term(known, words, (ASLEEP if asleep else "") + words.term(known), "ability asleep" if asleep else "ability")


def person_card(t: OpenTable, name: str, role: str, choice: Choice | None, words: Words, style: str = "") -> Markup:
    """A person's card; `style` are its classes."""
    if name == DOLL:
        return Markup(
            '<div class="person doll">{}<span class="about"><span class="pname">{}</span></span></div>'
        ).format(role_sign("spouse", words), words.term(DOLL))
    person = PERSON_NAMES.index(name)
    style = classes(style, legal=choice is not None, royal=bool(role), carries=person in t.event_person)
    text = marks(person, _ability(t, person, words), words) + numbers(stats(t, person), words)
    return card(name, role, style, text, choice, words)


def group(
    t: OpenTable, persons: Iterable[tuple[str, str]], choices: Mapping[str, Choice], view: Mapping[str, Any],
    words: Words,
) -> Markup:  # fmt: skip
    """Cards side by side: names with their roles."""
    named = named_in(view)
    refused = view["refused"]
    return side_by_side(
        person_card(
            t, name, role, choices.get(name), words,
            ("named " if name in named else "") + ("refused" if name in refused else ""),
        )
        for name, role in persons
    )  # fmt: skip


def family(place: Mapping[str, Any], has_doll: bool) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Royals with their roles, and courtiers."""
    royals = [(place["king"], "king")] if place["king"] else []
    royals += [(name, "spouse") for name in [*place["spouses"], *[DOLL] * has_doll]]
    royals += [(name, str(1 + order)) for order, name in enumerate(place["children"])]
    return royals, [(name, "") for name in place["courtiers"]]
