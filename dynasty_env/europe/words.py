"""Persons and countries in words, as Dynasty and Kingdoms say them alike."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from dynasty_env.europe.material import (
    COLOUR,
    COLOUR_NAMES,
    COUNTRY_NAMES,
    OTTOMAN,
    POWER,
    RELIGION,
    SEX,
    SEXES,
    WITCH,
    Holder,
    Religion,
)

LEGEND = ("W war", "G governance", "P prestige", "F fertility", "L life", "A ambition")
TAGS = {
    "suppression": "quell",
    "assassination": "murder",
    "revolution": "revolt",
    "execution": "execute",
    "new faith": "faith",
}
"""Abilities whose names are longer than a tag, and what stands on the screen for them."""


class Said(NamedTuple):
    """How a game is spoken of: by its drawings on paper and on a terminal alike.

    Attributes:
        title: its name.
        agent: the name of a seat.
        waiting: what the table of a view waits for.
        declaration: the declared action of a view.
    """

    title: str
    agent: Callable[[int], str]
    waiting: Callable[[dict[str, Any]], str]
    declaration: Callable[[dict[str, Any]], str]


def religion(person: int) -> str:
    """``CC``, ``C``, ``CP`` or ``P``, with a ``W`` behind it for a witch (SW02-02); ``–`` for a person without one."""
    return Religion(RELIGION[person]).name + "W" * int(WITCH[person]) if RELIGION[person] >= 0 else "–"


def fact_of(person: int, fact: str, numbers: Mapping[str, int]) -> str:
    """What a card says of a person: sex, religion, colour, or one of the six numbers, which are given by their letters;
    all of them for ``stats``."""
    if fact == "sex":
        return SEXES[SEX[person]]
    if fact == "religion":
        return religion(person)
    if fact == "colour":
        return str(COLOUR_NAMES[COLOUR[person]])
    if fact == "stats":
        return " ".join(f"{letter}{value}" for letter, value in numbers.items())
    return f"{fact} {numbers[fact[0].upper()]}"


def with_article(country: int) -> str:
    """A country as it is called in a sentence."""
    return f"the {COUNTRY_NAMES[country]}" if country == OTTOMAN else COUNTRY_NAMES[country]


def country_of(country: int, holder: str, state: str = "") -> str:
    """A country with its power and who holds it, in words, and its state."""
    return f"{COUNTRY_NAMES[country]} (power {POWER[country]}, {holder}{state})"


def nobody(holder: int) -> str:
    """What a country is that no seat holds."""
    return {Holder.INDEPENDENT: "independent", Holder.OUT: "not in play", Holder.OCCUPIED: "occupied"}[Holder(holder)]
