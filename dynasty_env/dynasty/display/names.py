"""Seats, persons, cards, countries and events in words.

`OpenTable` is what a view says of persons and events, in the form in which rules read a table.
"""

from collections.abc import Callable
from typing import Any

from dynasty_env.dynasty.material import (
    ABILITY,
    EVENT_NAMES,
    EVENTS,
    NOBODY,
    PERSON_NAMES,
    PERSONS,
    THE_NEUROI,
    WITCH,
    Ability,
    Event,
    Place,
)
from dynasty_env.dynasty.rules import stats as rules
from dynasty_env.dynasty.rules.magic import has_magic
from dynasty_env.europe import words
from dynasty_env.kit.message import Seat

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LEGEND = (*words.LEGEND, "pope and events counted")
HIGHLIGHTS = (
    (r"\b(10|[2-9AJQK])[♥♦]", "bold red"),
    (r"\b(10|[2-9AJQK])[♠♣]|\bjoker( as \d+)?", "bold"),
    (r"\brolls( \d+)+", "bold"),
    (r"“[^”]+”", "bold"),
    (r"\bsuccess\b", "bold green"),
    (r"\b(failure|dies|childless|ruined)\b", "bold red"),
)
DOLL = "the doll"
NEUROI = "the Neuroi"

_STATS: dict[str, Callable[[Any, int], Any]] = {
    "W": rules.war_value,
    "G": rules.governance,
    "P": rules.prestige,
    "F": rules.fertility,
    "L": rules.life,
    "A": rules.ambition,
}
TAGS = words.TAGS | {
    "evil eye": "eye",
    "spatial sense": "sense",
    "ballistics": "aim",
    "lightning": "bolt",
    "heat ray": "heat",
    "hyper-speed": "speed",
    "foresight": "sight",
    "wide search": "search",
    "deflection": "bend",
}
"""Abilities whose names are too long for a tag: what stands on the screen instead."""
ASLEEP = "~"
"""Stands before the tag of a witch who is married, so that her ability does not work."""


def agent(seat: int) -> Seat:
    """A seat's name, as PettingZoo has it."""
    return Seat("dynasty", seat)


def card(name: str) -> str:
    """A playing card by its name in the save file: ``S10`` is 10♠."""
    return "joker" if name == "JOKER" else name[1:] + SUITS[name[0]]


# ----------------------------------------------------------------------------------------------------------- persons


class OpenTable:
    """Persons and events of a view as fields of a table, so that rules such as `prestige` can be asked about a view.

    Args:
        view: the view of a seat, or of everybody.
    """

    def __init__(self, view: dict[str, Any]) -> None:
        self.abilities = int(view["options"]["abilities"])
        self.pope: int = view["pope"]
        self.king = [NOBODY] * len(view["seats"])
        self.place: list[int] = [Place.OUT] * PERSONS
        self.owner = [NOBODY] * PERSONS
        self.event_person = [NOBODY] * EVENTS
        for seat, place in enumerate(view["seats"]):
            kings = [place["king"]] if place["king"] else []
            for where, names in (
                (Place.KING, kings),
                (Place.SPOUSE, place["spouses"]),
                (Place.CHILD, place["children"]),
                (Place.COURTIER, place["courtiers"]),
            ):
                for name in names:
                    self.place[PERSON_NAMES.index(name)] = where
                    self.owner[PERSON_NAMES.index(name)] = seat
            if kings:
                self.king[seat] = PERSON_NAMES.index(kings[0])
        for attached in view.get("attached", ()):
            self.event_person[EVENT_NAMES.index(attached["event"])] = PERSON_NAMES.index(attached["person"])

    def attached_to(self, seat: int) -> list[tuple[str, str]]:
        """Events by name, and who of a dynasty, or of those who are in none (D-R59), has them; the doll is a spouse."""
        return [
            (EVENT_NAMES[event], PERSON_NAMES[person])
            for event, person in enumerate(self.event_person)
            if person != NOBODY and self.owner[person] == seat and event != Event.DOLL
        ]

    def doll_of(self, seat: int) -> bool:
        """Whether this dynasty's king has the doll as spouse (SW02-08-05)."""
        king = self.king[seat]
        return king != NOBODY and self.event_person[Event.DOLL] == king


def ability(person: int) -> str:
    """The special ability on a person's card (§11-03, SW02-07), or an empty string."""
    name = Ability(ABILITY[person]).name.lower().replace("_", " ") if ABILITY[person] else ""
    return "hyper-speed" if name == "hyper speed" else name


def is_asleep(t: Any, person: int) -> bool:
    """Whether the person is a witch whose ability does not work now, because she is married (SW02-02)."""
    return bool(WITCH[person]) and not has_magic(t, person)


def ability_now(t: Any, person: int) -> str:
    """The ability that a person has on this table, and whether a witch's sleeps; an empty string for none.

    With the option `abilities` off only witches have one.
    """
    if not (t.abilities or WITCH[person]):
        return ""
    return ability(person) + (", not while married" if is_asleep(t, person) else "")


def tag(t: Any, person: int) -> str:
    """A person's ability on this table in seven letters at most; `ASLEEP` before it if it is a witch's and sleeps."""
    if not (t.abilities or WITCH[person]):
        return ""
    name = ability(person)
    return ASLEEP * is_asleep(t, person) + TAGS.get(name, name)


def stats(t: Any, person: int) -> dict[str, int]:
    """The six stats by their letters, as they count on this table: pope and events included (§11-01, SW02-08)."""
    return {letter: int(value(t, person)) for letter, value in _STATS.items()}


# ------------------------------------------------------------------------------------------------ countries and events


def with_article(country: int) -> str:
    """A country as it is called in a sentence; `THE_NEUROI` is one of them."""
    return NEUROI if country == THE_NEUROI else words.with_article(country)


def country_of(country: int, holder: int) -> str:
    """A country with its power and who holds it. `holder`: a seat or a `Holder`."""
    if country == THE_NEUROI:
        return NEUROI
    return words.country_of(country, agent(holder) if holder >= 0 else None, holder)


EFFECTS = {
    Event.NEUROI: "occupies a country, and by land those around it",
    Event.CANCEL: "the person's player may cancel the actions of others with a red card",
    Event.ADMIRATION: "fertility +3",
    Event.GROUNDED: "takes part in no war, but against the Neuroi",
    Event.DOLL: "is the spouse of a king, whose stats are all +1",
    Event.GALE_SLASH: "acting, multiplies dice; a 6 kills",
    Event.ALL_OUT_ATTACK: "every dynasty sends three persons",
    Event.WARRIORS_WAY: "wins a war by itself, for two death checks",
    Event.SPLENDID: "cannot be incited",
    Event.SO_WHAT: "must command, and may force a friend to come along",
    Event.NOT_JEALOUS: "ambition 4, life 5, all else 0",
    Event.POLYGAMY: "a king may have several spouses",
}
"""What an event does, in short (SW02-08)."""


def event(number: int) -> str:
    """An event's name, in quotation marks."""
    return f"“{EVENT_NAMES[number]}”"
