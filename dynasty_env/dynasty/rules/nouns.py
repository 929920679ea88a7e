"""The names of persons, cards, countries, events and seats, and the facts shown about them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dynasty_env.dynasty.ids import SLICES
from dynasty_env.dynasty.material import EVENT_CARD, EVENT_NAMES, POPE, POPE_LIFE, THE_NEUROI, Event, Place
from dynasty_env.europe import words
from dynasty_env.europe.material import (
    ABILITY,
    ABILITY_NAMES,
    BASE_PERSONS,
    COLOUR,
    COLOUR_NAMES,
    COUNTRY_NAMES,
    DECK_NAMES,
    NOBODY,
    PERSON_NAMES,
    WITCH,
    Holder,
)
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.words import Facts, Family, InGame, Message, Noun, PlayingCard, Seat, State, _, facts_of, nothing

from . import stats as rules
from .magic import has_magic

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
JOKER = "joker"
DOLL = "the doll"
NEUROI = _("the Neuroi")
THE_POPE = _("the pope")
TAGS = words.TAGS | {
    "evil eye": "eye",
    "spatial sense": "sense",
    "ballistics": "ball.",
    "lightning": "light.",
    "heat ray": "heat",
    "hyper-speed": "speed",
    "foresight": "fores.",
    "wide search": "search",
    "deflection": "defl.",
}
"""Short forms, shown on the screen, of abilities whose names are too long for a tag."""
ASLEEP = "~"
"""Prefix of a tag: the witch is married, so her ability does not work."""
_STATS: dict[str, Callable[[Any, int], Any]] = {
    "W": rules.war_value,
    "G": rules.governance,
    "P": rules.prestige,
    "F": rules.fertility,
    "L": rules.life,
    "A": rules.ambition,
}


def agent(seat: int) -> Seat:
    """A seat's name, as in PettingZoo."""
    return Seat("dynasty", seat)


# --------------------------------------------------------------------------------------------------------------- cards


def card(name: str) -> str:
    """A playing card by its name in the save file: ``S10`` is 10♠."""
    return JOKER if name == "JOKER" else PlayingCard(name[1:], SUITS[name[0]])


def the_card(kind: int) -> str:
    """The same card, as it is called in a choice."""
    return _("the joker") if CARD_NAMES[kind] == "JOKER" else card(CARD_NAMES[kind])


def cards(count: int) -> str:
    """A number of cards, in words."""
    several = {0: _("no card"), 1: _("1 card")}
    return several.get(count) or Message(_("{count} cards"), count=count)


# ------------------------------------------------------------------------------------------------------------- persons


def person(number: int) -> str:
    """A person's name, or the pope."""
    return THE_POPE if number == POPE else str(PERSON_NAMES[number])


def ability(person: int) -> str:
    """The special ability on a person's card (§11-03, SW02-07), or an empty string."""
    name = ABILITY_NAMES[ABILITY[person]] if ABILITY[person] else ""
    return {"hyper speed": "hyper-speed", "sea 4": "sea-4"}.get(name, name)


def is_asleep(t: Any, person: int) -> bool:
    """Whether the person is a witch whose ability does not work now, because she is married (SW02-02)."""
    return bool(WITCH[person]) and not has_magic(t, person)


def ability_now(t: Any, person: int) -> str:
    """The ability that a person has on this table, with a note if a witch's is asleep; an empty string for none.

    With the option `abilities` off, only witches have one.
    """
    if not (t.abilities or WITCH[person]):
        return ""
    name = ability(person)
    return Message(_("{ability}, not while married"), ability=name) if is_asleep(t, person) else name


def tag(t: Any, person: int) -> str:
    """A person's ability on this table in at most seven letters, after the sign `ASLEEP` if a witch's is asleep."""
    if not ability_now(t, person):
        return ""
    name = ability(person)
    return ASLEEP * is_asleep(t, person) + TAGS.get(name, name)


def stats(t: Any, person: int) -> dict[str, int]:
    """The six stats by their letters, as they count on this table, including pope and events (§11-01, SW02-08)."""
    return {letter: int(value(t, person)) for letter, value in _STATS.items()}


def _of_persons(fact: Callable[[State, int], str]) -> Callable[[State, int], str]:
    """A fact printed on persons' cards: for the pope it is empty."""
    return lambda state, person: "" if person == POPE else fact(state, person)


sex, religion, colour = (_of_persons(words.printed(said)) for said in (words.sex, words.religion, words.colour))


@_of_persons
def all_stats(state: State, person: int) -> str:
    """The six stats, each with its letter."""
    return words.all_stats(stats(state.tables[0], person))


def _stat(template: str, letter: str) -> Callable[[State, int], str]:
    return _of_persons(lambda state, person: Message(template, n=stats(state.tables[0], person)[letter]))


war = _stat(words.WAR, "W")
governance = _stat(words.GOVERNANCE, "G")
prestige = _stat(words.PRESTIGE, "P")
fertility = _stat(words.FERTILITY, "F")
ambition = _stat(words.AMBITION, "A")


def life(state: State, person: int) -> str:
    """The number that a death check is rolled against."""
    return Message(words.LIFE, n=POPE_LIFE if person == POPE else stats(state.tables[0], person)["L"])


@_of_persons
def special(state: State, person: int) -> str:
    """The special ability that a person has now."""
    return ability_now(state.tables[0], person)


OF_A_SEAT = {
    Place.KING: _("king of {who}"),
    Place.SPOUSE: _("spouse of {who}"),
    Place.CHILD: _("child of {who}"),
    Place.COURTIER: _("courtier of {who}"),
}
ELSEWHERE = {Place.WANDERER: _("wanderer"), Place.GONE: _("has left play"), Place.OCCUPIED: _("under the Neuroi card")}


def where(state: State, person: int) -> str:
    """Where a person is. The deck of an expansion card is not named, since it is hidden (SW02-01)."""
    if person == POPE:
        return Message(_("held by {who}"), who=agent(int(state.record["pope"])))
    place, owner = Place(state.record["place"][person]), int(state.record["owner"][person])
    if owner != NOBODY:
        return Message(OF_A_SEAT[place], who=agent(owner))
    if place != Place.DECK:
        return ELSEWHERE.get(place, _("not in this game"))
    if person >= BASE_PERSONS:
        return _("in some deck")
    return Message(_("in the {deck} deck"), deck=COLOUR_NAMES[COLOUR[person]])


ON_THE_CARD = (sex, all_stats, religion, special)
"""All facts printed on a person's card."""


def with_facts(state: State, number: int, facts: Facts) -> str:
    """A person, or the pope, with some facts."""
    return Message(_("{person} ({facts})"), person=person(number), facts=facts_of(state, number, facts))


# ------------------------------------------------------------------------------------------------ countries and events


def country(number: int) -> str:
    """A country as it appears in a sentence; `THE_NEUROI` counts as one."""
    return NEUROI if number == THE_NEUROI else words.with_article(number)


def country_of(country: int, holder: int) -> str:
    """A country with its power and who holds it. `holder`: a seat or a `Holder`."""
    if country == THE_NEUROI:
        return NEUROI
    return words.country_of(country, agent(holder) if holder >= 0 else None, holder)


def holder(number: int) -> str:
    """The former holder of a country or person: a dynasty, the Neuroi, or nobody."""
    if number >= 0:
        return agent(number)
    return NEUROI if number == Holder.OCCUPIED else _("independence")


def occupied(record: Any) -> list[str]:
    """The countries under the Neuroi card."""
    return [COUNTRY_NAMES[country] for country in np.flatnonzero(record["holder"] == Holder.OCCUPIED)]


EFFECTS = {
    Event.NEUROI: _("occupies a country, and spreads from it by land"),
    Event.CANCEL: _("this person's player may cancel other players' actions with a red card"),
    Event.ADMIRATION: _("fertility +3"),
    Event.GROUNDED: _("takes no part in wars except against the Neuroi"),
    Event.DOLL: _("is the spouse of a king, whose stats are all +1"),
    Event.GALE_SLASH: _("when this person acts, dice are multiplied; a 6 kills"),
    Event.ALL_OUT_ATTACK: _("every dynasty sends at least three persons"),
    Event.WARRIORS_WAY: _("wins a war automatically, for two death checks"),
    Event.SPLENDID: _("cannot be incited"),
    Event.SO_WHAT: _("must command, and may force a friend to come along"),
    Event.NOT_JEALOUS: _("ambition 4, life 5, all else 0"),
    Event.POLYGAMY: _("a king may have several spouses"),
}
"""What each event does, in short (SW02-08)."""


def event(number: int) -> str:
    """An event's name, in quotation marks."""
    return Message(_("“{name}”"), name=EVENT_NAMES[number])


def card_of_deck(number: int) -> str:
    """A card of a person deck: a person, or 97 + an event."""
    if number < EVENT_CARD:
        return PERSON_NAMES[number]
    return Message(_("the event {event}"), event=event(number - EVENT_CARD))


def plays_event(state: State, number: int) -> str:
    """An event that may be played, with its effect."""
    return Message(_("play {event}: {effect}"), event=event(number), effect=EFFECTS[Event(number)])


# ------------------------------------------------------------------------------------------------------- what ids name


def _country(state: State, country: int) -> str:
    return country_of(country, int(state.record["holder"][country]))


def turned(state: State, number: int) -> str:
    """A die that is turned from one face to another."""
    face, new = state.game.action_names[SLICES["dice"].start + number].removeprefix("dice:").split("->")
    return Message(_("change a {face} to a {new}"), face=int(face), new=int(new))


FAMILIES = {
    "pass": Family(SLICES["pass"], "", nothing, _("pass")),
    "declare": Family(SLICES["declare"], "", nothing, _("declare it")),
    "type": Family(SLICES["type"], "", nothing, ""),
    "deck": Family(SLICES["deck"], "deck", lambda state, deck: DECK_NAMES[deck], _("choose the {deck} deck")),
    "foresight": Family(
        SLICES["foresight"],
        "",
        nothing,
        lambda state, number: _("put the card back and reshuffle the deck") if number else _("keep the card"),
    ),
    "person": Family(
        SLICES["person"],
        "person",
        lambda state, number: person(number),
        _("name {person}"),
        (where,),
        within=_("{person} ({facts})"),
    ),
    "country": Family(SLICES["country"], "country", _country, _("name {country}")),
    "card": Family(SLICES["card"], "card", lambda state, kind: the_card(kind), _("use {card}")),
    "joker": Family(SLICES["joker"], "number", lambda state, number: number + 1, _("use the joker as {number}")),
    "event": Family(SLICES["event"], "event", lambda state, number: event(number), plays_event),
    "dice": Family(SLICES["dice"], "", nothing, turned),
}
"""What each family of action ids names."""

NOUNS: dict[str, Noun] = {
    "person": person,
    "country": country,
    "battlefield": InGame(lambda record, entry, country: country_of(country, entry.object)),
    "deck": lambda deck: DECK_NAMES[deck],
    "card": lambda kind: card(CARD_NAMES[kind]),
    "cards": cards,
    "card_of_deck": card_of_deck,
    "event": event,
    "holder": holder,
    "place": Place,
    "side": lambda defends: _("the defence") if defends else _("the attack"),
}
"""What the numbers in trace entries name."""
