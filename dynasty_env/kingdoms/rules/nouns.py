"""The names of persons, countries, decks and seats, and the facts shown about them: plain data for the chapters."""

from collections.abc import Callable

from dynasty_env.europe import words
from dynasty_env.europe.material import ABILITY_NAMES
from dynasty_env.kingdoms.ids import SLICES
from dynasty_env.kingdoms.material import (
    ABILITY,
    AMBITION,
    COLOUR,
    COLOUR_NAMES,
    COUNTRY_NAMES,
    DECK_NAMES,
    FERTILITY,
    GOVERNANCE,
    LIFE,
    NOBODY,
    PERSON_NAMES,
    PRESTIGE,
    WAR,
    Ability,
    Place,
)
from dynasty_env.kit.words import Family, InGame, Message, Noun, Seat, State, _, joined, nothing

WITHOUT_EFFECT = (Ability.WASTE, Ability.WAR_TAX)
"""K29: printed, but without effect in this game."""
NAMED_BY_THE_TABLE = (Ability.SUPPRESSION, Ability.ALCHEMY)
"""K29: these count without the option `abilities`, too."""
_STATS = {"W": WAR, "G": GOVERNANCE, "P": PRESTIGE, "F": FERTILITY, "L": LIFE, "A": AMBITION}


def agent(seat: int) -> Seat:
    """A seat's name, as in PettingZoo."""
    return Seat("kingdom", seat)


def person(number: int) -> str:
    """A person's name. For nobody the result is meaningless and not used."""
    return str(PERSON_NAMES[number])


def ability(person: int, with_abilities: bool) -> str:
    """The special ability that a person has in this game (K29), or an empty string."""
    known = Ability(ABILITY[person])
    if known == Ability.NONE or known in WITHOUT_EFFECT or not (with_abilities or known in NAMED_BY_THE_TABLE):
        return ""
    return ABILITY_NAMES[known].replace("sea 4", "sea-4")


def tag(person: int, with_abilities: bool) -> str:
    """The same in at most seven letters."""
    name = ability(person, with_abilities)
    return words.TAGS.get(name, name)


def stats(person: int) -> dict[str, int]:
    """The six numbers on a person's card, by their letters."""
    return {letter: int(numbers[person]) for letter, numbers in _STATS.items()}


def country_of(country: int, holder: int, exhausted: bool = False) -> str:
    """A country with its power, its holder and its state."""
    return words.country_of(country, agent(holder) if holder >= 0 else None, holder, exhausted)


def holder(seat: int) -> str:
    """The former holder of a country: a dynasty, or nobody."""
    return agent(seat) if seat >= 0 else _("independence")


# ---------------------------------------------------------------------------------------------------- facts of a person


sex, religion, colour = map(words.printed, (words.sex, words.religion, words.colour))


def all_stats(state: State, person: int) -> str:
    """The six stats, each with its letter."""
    return words.all_stats(stats(person))


def _stat(template: str, letter: str) -> Callable[[State, int], str]:
    return lambda state, person: Message(template, n=stats(person)[letter])


war = _stat(words.WAR, "W")
governance = _stat(words.GOVERNANCE, "G")
prestige = _stat(words.PRESTIGE, "P")
fertility = _stat(words.FERTILITY, "F")
life = _stat(words.LIFE, "L")
ambition = _stat(words.AMBITION, "A")


def special(*of_use: Ability) -> Callable[[State, int], str]:
    """A fact: a person's special ability if it is one of these; without arguments, any ability."""

    def fact(state: State, person: int) -> str:
        known = ability(person, bool(state.record["abilities"]))
        return known if not of_use or Ability(ABILITY[person]) in of_use else ""

    return fact


OF_A_SEAT = {
    Place.KING: _("king of {who}"),
    Place.SPOUSE: _("spouse of {who}"),
    Place.CHILD: _("child of {who}"),
    Place.NOBLE: _("noble of {who}"),
}
OF_A_KING = {Place.SPOUSE: _("spouse of {king}"), Place.CHILD: _("child of {king}")}


def where(state: State, person: int) -> str:
    """Where a person is, and whether the person is a rebel."""
    record = state.record
    place, owner, liege = Place(record["place"][person]), int(record["owner"][person]), int(record["liege"][person])
    if owner == NOBODY:
        others = {Place.POOL: _("in the pool"), Place.GONE: _("has left play")}
        return others.get(place) or Message(_("in the {deck} deck"), deck=COLOUR_NAMES[COLOUR[person]])
    rebel = _("rebel") if record["rebel"][person] else ""
    if liege == NOBODY:
        return joined(", ", Message(OF_A_SEAT[place], who=agent(owner)), rebel)
    return joined(", ", Message(OF_A_KING[place], king=PERSON_NAMES[liege]), agent(owner), rebel)


ON_THE_CARD = (sex, all_stats, religion, special())
"""All facts printed on a person's card."""


# ------------------------------------------------------------------------------------------------------- what ids name


def _country(state: State, country: int) -> str:
    return country_of(country, int(state.record["holder"][country]), bool(state.record["exhausted"][country]))


FAMILIES = {
    "pass": Family(SLICES["pass"], "", nothing, _("pass")),
    "declare": Family(SLICES["declare"], "", nothing, _("declare it")),
    "type": Family(SLICES["type"], "", nothing, ""),
    "deck": Family(SLICES["deck"], "deck", lambda state, deck: DECK_NAMES[deck], _("choose the {deck} deck")),
    "person": Family(SLICES["person"], "person", lambda state, number: person(number), _("name {person}"), (where,)),
    "country": Family(SLICES["country"], "country", _country, _("name {country}")),
    "aid_attack": Family(SLICES["aid_attack"], "country", _country, _("help the attacker with {country}")),
    "aid_defence": Family(SLICES["aid_defence"], "country", _country, _("help the defender with {country}")),
}
"""What each family of action ids names."""
NOUNS: dict[str, Noun] = {
    "person": person,
    "country": words.with_article,
    "deck": lambda deck: DECK_NAMES[deck],
    "seat": agent,
    "holder": holder,
    "country_name": lambda country: COUNTRY_NAMES[country],
    "battlefield": InGame(lambda record, entry, country: country_of(country, entry.object)),
    "life": lambda person: int(LIFE[person]),
    "governance": lambda person: int(GOVERNANCE[person]),
    "place": Place,
    "side": lambda defends: _("the defence") if defends else _("the attack"),
}
"""What the numbers in trace entries name."""
