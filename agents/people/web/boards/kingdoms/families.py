"""Kings with their countries and families, nobles, and persons as cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from agents.people.web.boards.dynasty.persons import role_sign
from agents.people.web.boards.pieces import NOTHING, joined, pick, term
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.europe.material import MALE, STATS
from dynasty_env.europe.words import religion
from dynasty_env.kingdoms.material import COLOUR, COLOUR_NAMES, COUNTRY_NAMES, PERSON_NAMES, POWER, SEX
from dynasty_env.kingdoms.rules.nouns import ability, stats

NAMED = ("king", "target", "actor", "defender")


def draw_family(view: Mapping[str, Any], seat: int, choices: Mapping[str, Choice], words: Words) -> Markup:
    """A dynasty: each king with what he rules and his family, then the nobles."""
    place = view["seats"][seat]
    realms = [
        _realm(countries(view, king["countries"], seat, words), group(royals(king), choices, view, words))
        for king in place["kings"]
    ]
    if place["unruled"]:
        realms.append(_realm(countries(view, place["unruled"], seat, words), NOTHING))
    if place["nobles"]:
        said = Markup('<span class="kin">{}</span>').format(term("noble", words, words("Nobles")))
        realms.append(_realm(said, group([(name, "") for name in place["nobles"]], choices, view, words)))
    return joined(realms)


def _realm(above: Markup, persons: Markup) -> Markup:
    return Markup('<div class="realm">{}</div><div class="family">{}</div>').format(above, persons)


def royals(king: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A king, his spouse, his children: names with their roles."""
    found = [(king["king"], "king")]
    found += [(king["spouse"], "spouse")] if king["spouse"] else []
    return found + [(name, str(1 + order)) for order, name in enumerate(king["children"])]


def countries(view: Mapping[str, Any], names: Sequence[str], seat: int, words: Words) -> Markup:
    """Countries of a king with their power: home with a star, exhausted ones pale."""
    chips = []
    for name in names:
        tired = name in view["exhausted"]
        home = term("home country", words, "★") if view["seats"][seat]["home"] == name else NOTHING
        chips.append(
            Markup('<span class="chip land{}">{} {} <b>{}</b>{}</span>').format(
                " tired" if tired else "", home, words.term(name), POWER[COUNTRY_NAMES.index(name)],
                Markup(" {}").format(term("exhausted", words)) if tired else NOTHING,
            )
        )  # fmt: skip
    return joined(chips)


def group(
    persons: Iterable[tuple[str, str]], choices: Mapping[str, Choice], view: Mapping[str, Any], words: Words
) -> Markup:
    """Cards side by side: names with their roles."""
    cards = joined(person_card(view, name, role, choices.get(name), words) for name, role in persons)
    return Markup('<div class="persons">{}</div>').format(cards)


def person_card(view: Mapping[str, Any], name: str, role: str, choice: Choice | None, words: Words) -> Markup:
    """A person's card.

    Args:
        view: what the viewer knows.
        name: the person's.
        role: ``king``, ``spouse``, a child's number, or nothing.
        choice: the action that names the person.
        words: the viewer's language.
    """
    person = PERSON_NAMES.index(name)
    contest = view["contest"]
    named = {view["declared"][each] for each in NAMED} | {each["person"] for each in contest["candidates"]} \
        if contest else {view["declared"][each] for each in NAMED}  # fmt: skip
    states = [
        ("royal", bool(role)), ("named", name in named), ("refused", name in view["refused"]),
        ("rebel", name in view["rebels"]), ("legal", choice is not None),
    ]  # fmt: skip
    style = " ".join(["person", f"c-{COLOUR_NAMES[COLOUR[person]]}", *(word for word, holds in states if holds)])
    return Markup(
        '<div class="{}" id="person-{}"><svg class="arms" aria-hidden="true"><use href="#arms-{}"/></svg>{}'
        '<span class="about"><button type="button" class="term pname" data-term="{}">{}</button>{}{}</span>{}</div>'
    ).format(
        style, person, person, role_sign(role, words), name, words.term(name), _marks(view, person, words),
        _numbers(person, words), pick(choice, words),
    )  # fmt: skip


def _marks(view: Mapping[str, Any], person: int, words: Words) -> Markup:
    """Sex, religion, ability, and whether he or she rebels."""
    sign, sex = ("♂", words("man")) if SEX[person] == MALE else ("♀", words("woman"))
    able = ability(person, bool(view["options"]["abilities"]))
    rebels = PERSON_NAMES[person] in view["rebels"]
    return Markup(
        '<span class="marks"><span role="img" aria-label="{}">{}</span> <span class="faith {}">{}</span> {} {}</span>'
    ).format(
        sex, sign, religion(person).lower(), words.rich(religion(person)),
        term(able, words, None, "ability") if able else NOTHING,
        term("rebel", words, None, "alarm") if rebels else NOTHING,
    )  # fmt: skip


def _numbers(person: int, words: Words) -> Markup:
    """The six numbers on the card."""
    printed = list(zip(STATS, stats(person).items(), strict=True))
    cells = joined(
        Markup('<span class="stat v{}" data-term="{}" title="{}"><i>{}</i>{}</span>').format(
            value, name, words.term(name), letter, value
        )
        for name, (letter, value) in printed
    )
    said = words.listed(f"{words.term(name)} {value}" for name, (_, value) in printed)
    return Markup('<span class="stats" role="img" aria-label="{}">{}</span>').format(said, cells)
