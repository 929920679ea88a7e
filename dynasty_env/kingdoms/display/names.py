"""Seats, persons and countries in words."""

from dynasty_env.europe import words
from dynasty_env.kingdoms.material import ABILITY, AMBITION, FERTILITY, GOVERNANCE, LIFE, PRESTIGE, WAR, Ability

HIGHLIGHTS = (
    (r"\brolls( \d+)+", "bold"),
    (r"\bsuccess\b", "bold green"),
    (r"\b(failure|dies|executed|rebels?|without a king)\b", "bold red"),
)
WITHOUT_EFFECT = (Ability.WASTE, Ability.WAR_TAX)
"""K29: printed, but of no use here."""
NAMED_BY_THE_TABLE = (Ability.SUPPRESSION, Ability.ALCHEMY)
"""K29: they count without the option `abilities`, too."""

_STATS = {"W": WAR, "G": GOVERNANCE, "P": PRESTIGE, "F": FERTILITY, "L": LIFE, "A": AMBITION}


def agent(seat: int) -> str:
    """A seat's name, as PettingZoo has it."""
    return f"kingdom_{seat}"


def ability(person: int, with_abilities: bool) -> str:
    """The special ability that a person has in this game (K29), or an empty string."""
    found = Ability(ABILITY[person])
    if found == Ability.NONE or found in WITHOUT_EFFECT or not (with_abilities or found in NAMED_BY_THE_TABLE):
        return ""
    return found.name.lower().replace("_", " ").replace("sea 4", "sea-4")


def tag(person: int, with_abilities: bool) -> str:
    """The same in seven letters at most."""
    name = ability(person, with_abilities)
    return words.TAGS.get(name, name)


def stats(person: int) -> dict[str, int]:
    """The six numbers on a person's card, by their letters."""
    return {letter: int(numbers[person]) for letter, numbers in _STATS.items()}


def country_of(country: int, holder: int, exhausted: bool = False) -> str:
    """A country with its power, whose it is, and its state."""
    held = f"held by {agent(holder)}" if holder >= 0 else words.nobody(holder)
    return words.country_of(country, held, ", exhausted" if exhausted else "")
