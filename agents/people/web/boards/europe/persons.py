"""Persons as cards, and historical notes on them."""

from collections.abc import Iterable, Mapping
from functools import cache

from agents.people.web.boards.pieces import NOTHING, joined, numbers_row, pick
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.europe.material import COLOUR, COLOUR_NAMES, MALE, PERSON_NAMES, PERSONS_CSV, SEX, STATS
from dynasty_env.europe.words import religion
from dynasty_env.kit.phrases import _
from dynasty_env.kit.printed import rows

RELIGIONS = {
    "CC": _("strict Catholic"), "C": _("Catholic"), "CP": _("tolerant Catholic"), "P": _("Protestant"),
}  # fmt: skip
"""The letters of each religion, and their meanings."""
ROLES = {"king": "crown", "spouse": "ring"}


@cache
def notes() -> tuple[dict[str, str], ...]:
    """Historical notes on each person: years, and a line."""
    return tuple(rows(PERSONS_CSV))


def role_sign(role: str, words: Words) -> Markup:
    """A crown, a ring, or a child's place in the line of succession."""
    if role in ROLES:
        return Markup('<svg class="rank" role="img" aria-label="{}"><use href="#{}"/></svg>').format(
            words.term(role), ROLES[role]
        )
    if role:
        return Markup('<span class="rank order" role="img" aria-label="{}">{}</span>').format(
            words("child number {n}", n=role), role
        )
    return NOTHING


def numbers(stats: Mapping[str, int], words: Words) -> Markup:
    """The six numbers of a person with their letters."""
    rows = zip(STATS, stats.items(), strict=True)
    return numbers_row(
        ((name, letter, value, f"stat v{min(max(value, 0), 6)}") for name, (letter, value) in rows), words, "stats"
    )


def marks(person: int, more: Markup, words: Words) -> Markup:
    """Sex, religion, and other marks of a person."""
    sign, sex = ("♂", words("man")) if SEX[person] == MALE else ("♀", words("woman"))
    return Markup(
        '<span class="marks"><span role="img" aria-label="{}">{}</span> <span class="faith {}">{}</span> {}</span>'
    ).format(sex, sign, religion(person).rstrip("W").lower(), words.rich(religion(person)), more)


def card(name: str, role: str, style: str, text: Markup, choice: Choice | None, words: Words) -> Markup:
    """A person's card with its `marks` and `numbers`; the role is ``king``, ``spouse``, a child's number, or empty."""
    person = PERSON_NAMES.index(name)
    return Markup(
        '<div class="{}" id="person-{}"><svg class="arms" aria-hidden="true"><use href="#arms-{}"/></svg>{}'
        '<span class="about"><button type="button" class="term pname" data-term="{}">{}</button>{}</span>{}</div>'
    ).format(
        f"person c-{COLOUR_NAMES[COLOUR[person]]} {style}".strip(), person, person, role_sign(role, words), name,
        words.term(name), text, pick(choice, words),
    )  # fmt: skip


def side_by_side(cards: Iterable[Markup]) -> Markup:
    """Cards of persons who belong together."""
    return Markup('<div class="persons">{}</div>').format(joined(cards))


def office(name: str, label: str, choice: Choice | None, words: Words) -> Markup:
    """A sign of office, such as the scythe."""
    return Markup(
        '<span class="office{}"><button type="button" class="term" data-term="{}" aria-label="{}">'
        '<svg aria-hidden="true"><use href="#{}"/></svg></button>{}</span>'
    ).format(" legal" if choice else "", name, label, name, pick(choice, words))


def about(person: int, words: Words) -> Markup:
    """A person in full: arms, years, and the historical note."""
    row = notes()[person]
    years = f"{row['born']}–{row['died']}" if row["born"] else ""
    listed = joined(Markup("<dt>{}</dt><dd>{}</dd>").format(words.term(stat), row[stat]) for stat in STATS)
    return Markup(
        '<div class="biography"><svg class="arms" aria-hidden="true"><use href="#arms-{}"/></svg><div><p>{} {}</p>'
        '<p>{}</p></div></div><dl class="printed">{}</dl>'
    ).format(person, years, words.term(str(COLOUR_NAMES[COLOUR[person]])), words.term(row["note"]), listed)
