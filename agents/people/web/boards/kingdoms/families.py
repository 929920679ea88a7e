"""Kings with their countries and families, nobles, and persons as cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.people.web.boards.europe.persons import card, marks, numbers, side_by_side
from agents.people.web.boards.pieces import NOTHING, classes, joined, term
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.kingdoms.material import COUNTRY_NAMES, PERSON_NAMES, POWER
from dynasty_env.kingdoms.rules.nouns import ability, stats

NAMED = ("king", "target", "actor", "defender")


def draw_family(view: Mapping[str, Any], seat: int, choices: Mapping[str, Choice], words: Words) -> Markup:
    """A dynasty: each king with his countries and his family, then the nobles."""
    place = view["seats"][seat]
    realms = [
        _realm(countries(view, king["countries"], seat, words), group(royals(king), choices, view, words))
        for king in place["kings"]
    ]
    if place["unruled"]:
        realms.append(_realm(countries(view, place["unruled"], seat, words), NOTHING))
    if place["nobles"]:
        title = Markup('<span class="kin">{}</span>').format(term("noble", words, words("Nobles")))
        realms.append(_realm(title, group([(name, "") for name in place["nobles"]], choices, view, words)))
    return joined(realms)


def _realm(above: Markup, persons: Markup) -> Markup:
    return Markup('<div class="realm">{}</div><div class="family">{}</div>').format(above, persons)


def royals(king: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A king, his spouse and his children: names with their roles."""
    family = [(king["king"], "king")]
    family += [(king["spouse"], "spouse")] if king["spouse"] else []
    return family + [(name, str(1 + order)) for order, name in enumerate(king["children"])]


def countries(view: Mapping[str, Any], names: Sequence[str], seat: int, words: Words) -> Markup:
    """The countries of a king with their power: the home country has a star, exhausted ones are pale."""
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
    return side_by_side(person_card(view, name, role, choices.get(name), words) for name, role in persons)


def person_card(view: Mapping[str, Any], name: str, role: str, choice: Choice | None, words: Words) -> Markup:
    """A person's card."""
    person, contest = PERSON_NAMES.index(name), view["contest"]
    named = {view["declared"][each] for each in NAMED}
    named |= {each["person"] for each in contest["candidates"]} if contest else set()
    able, rebels = ability(person, bool(view["options"]["abilities"])), name in view["rebels"]
    style = classes(
        royal=bool(role), named=name in named, refused=name in view["refused"], rebel=rebels, legal=choice is not None
    )
    more = Markup("{} {}").format(
        term(able, words, None, "ability") if able else NOTHING,
        term("rebel", words, None, "alarm") if rebels else NOTHING,
    )
    text = marks(person, more, words) + numbers(stats(person), words)
    return card(name, role, style, text, choice, words)
