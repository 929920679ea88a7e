"""Persons as cards, and their families."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from agents.people.web.boards.pieces import NOTHING, joined, pick, term
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.material import COLOUR, COLOUR_NAMES, MALE, PERSON_NAMES, PERSONS_CSV, SEX, STATS
from dynasty_env.dynasty.rules.nouns import ASLEEP, DOLL, ability, is_asleep, stats
from dynasty_env.europe.words import religion
from dynasty_env.kit.phrases import _

RELIGIONS = {
    "CC": _("strict Catholic"), "C": _("Catholic"), "CP": _("tolerant Catholic"), "P": _("Protestant"),
}  # fmt: skip
"""The letters of a religion, and what they stand for."""
NAMED = ("target", "actor", "defender", "friend")


@cache
def notes() -> tuple[dict[str, str], ...]:
    """What history says of each person: years, and a line."""
    with PERSONS_CSV.open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines))


def named_in(view: Mapping[str, Any]) -> frozenset[str]:
    """Persons who take part in the declared action."""
    declared = view["declared"]
    return frozenset(filter(None, [*(declared.get(role) for role in NAMED), *view.get("sent", ())]))


def numbers(t: OpenTable, person: int, words: Words) -> Markup:
    """The six stats as they count now."""
    cells = (
        Markup('<span class="stat v{}" data-term="{}" title="{}"><i>{}</i>{}</span>').format(
            min(max(value, 0), 6), name, words.term(name), letter, value
        )
        for name, (letter, value) in zip(STATS, stats(t, person).items(), strict=True)
    )
    said = words.listed(
        f"{words.term(name)} {value}" for name, value in zip(STATS, stats(t, person).values(), strict=True)
    )
    return Markup('<span class="stats" role="img" aria-label="{}">{}</span>').format(said, joined(cells))


def marks(t: OpenTable, person: int, words: Words) -> Markup:
    """Sex, religion, ability."""
    sex = ("♂", words("man")) if SEX[person] == MALE else ("♀", words("woman"))
    known = ability(person)
    named = NOTHING
    if known and (t.abilities or person > 80):
        asleep = is_asleep(t, person)
        named = term(
            known, words, (ASLEEP if asleep else "") + words.term(known), "ability asleep" if asleep else "ability"
        )
    return Markup(
        '<span class="marks"><span role="img" aria-label="{}">{}</span> <span class="faith {}">{}</span> {}</span>'
    ).format(sex[1], sex[0], religion(person).rstrip("W").lower(), words.rich(religion(person)), named)


ROLES = {"king": "crown", "spouse": "ring"}


def role_sign(role: str, words: Words) -> Markup:
    """Crown, ring, or a child's place in the line."""
    if role in ROLES:
        return Markup('<svg class="rank" role="img" aria-label="{}"><use href="#{}"/></svg>').format(
            words.term(role), ROLES[role]
        )
    if role:
        return Markup('<span class="rank order" role="img" aria-label="{}">{}</span>').format(
            words("child number {n}", n=role), role
        )
    return NOTHING


def person_card(t: OpenTable, name: str, role: str, choice: Choice | None, words: Words, style: str = "") -> Markup:
    """A person's card.

    Args:
        t: the open table.
        name: the person's.
        role: ``king``, ``spouse``, a child's number, or nothing.
        choice: the action that names the person.
        words: the viewer's language.
        style: classes of the card.
    """
    if name == DOLL:
        return Markup(
            '<div class="person doll">{}<span class="about"><span class="pname">{}</span></span></div>'
        ).format(role_sign("spouse", words), words.term(DOLL))
    person = PERSON_NAMES.index(name)
    carries = person in t.event_person
    classes = f"person c-{COLOUR_NAMES[COLOUR[person]]} {style}" + (" legal" if choice else "")
    return Markup(
        '<div class="{}{}{}" id="person-{}"><svg class="arms" aria-hidden="true"><use href="#arms-{}"/></svg>{}'
        '<span class="about"><button type="button" class="term pname" data-term="{}">{}</button>{}{}</span>{}</div>'
    ).format(
        classes, " royal" if role else "", " carries" if carries else "", person, person, role_sign(role, words), name,
        words.term(name), marks(t, person, words), numbers(t, person, words), pick(choice, words),
    )  # fmt: skip


def group(
    t: OpenTable, persons: Iterable[tuple[str, str]], choices: Mapping[str, Choice], view: Mapping[str, Any],
    words: Words,
) -> Markup:  # fmt: skip
    """Cards side by side: names with their roles."""
    named = named_in(view)
    refused = view["refused"]
    cards = (
        person_card(
            t, name, role, choices.get(name), words,
            ("named " if name in named else "") + ("refused" if name in refused else ""),
        )
        for name, role in persons
    )  # fmt: skip
    return Markup('<div class="persons">{}</div>').format(joined(cards))


def family(place: Mapping[str, Any], has_doll: bool) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Royals with their roles, and courtiers."""
    royals = [(place["king"], "king")] if place["king"] else []
    royals += [(name, "spouse") for name in [*place["spouses"], *[DOLL] * has_doll]]
    royals += [(name, str(1 + order)) for order, name in enumerate(place["children"])]
    return royals, [(name, "") for name in place["courtiers"]]


def about(person: int, words: Words) -> Markup:
    """A person in full: arms, years, and what history says."""
    row = notes()[person]
    years = f"{row['born']}–{row['died']}" if row["born"] else ""
    listed = joined(Markup("<dt>{}</dt><dd>{}</dd>").format(words.term(stat), row[stat]) for stat in STATS)
    return Markup(
        '<div class="biography"><svg class="arms" aria-hidden="true"><use href="#arms-{}"/></svg><div><p>{} {}</p>'
        '<p>{}</p></div></div><dl class="printed">{}</dl>'
    ).format(person, years, words.term(str(COLOUR_NAMES[COLOUR[person]])), words.term(row["note"]), listed)


def chips(items: Sequence[tuple[str, str]], words: Words) -> Markup:
    """Small labels: term and class of each."""
    return joined(term(name, words, None, f"chip {style}") for name, style in items)
