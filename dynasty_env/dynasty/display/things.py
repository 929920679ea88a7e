"""What can be looked up of a table of Dynasty: persons, countries and events."""

from typing import Any

from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.material import PERSON_NAMES
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.drawing.things import countries_at, persons_at, terms_of
from dynasty_env.europe.material import BASE_PERSONS
from dynasty_env.kit.glossary import Term


def things(view: dict[str, Any]) -> list[Term]:
    """The persons and countries of a view."""
    table, where, held = OpenTable(view), persons_at(view, nouns.agent), countries_at(view, nouns.agent)
    known = PERSON_NAMES if view["options"]["witches"] else PERSON_NAMES[:BASE_PERSONS]
    persons = ((name, nouns.stats(table, n), nouns.ability_now(table, n)) for n, name in enumerate(known))
    return terms_of(persons, where, held)
