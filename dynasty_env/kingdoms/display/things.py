"""What can be looked up of a table of Kingdoms: persons and countries."""

from typing import Any

from dynasty_env.europe.drawing.things import countries_at, persons_at, terms_of
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.glossary import Term


def things(view: dict[str, Any]) -> list[Term]:
    """The persons and countries of a view."""
    where, held = persons_at(view, nouns.agent), countries_at(view, nouns.agent)
    where |= {name: f"{where.get(name, 'a person')}, a rebel" for name in view["rebels"]}
    held |= {name: f"{held[name]}, exhausted" for name in view["exhausted"] if name in held}
    with_abilities = bool(view["options"]["abilities"])
    persons = ((name, nouns.stats(n), nouns.ability(n, with_abilities)) for n, name in enumerate(PERSON_NAMES))
    return terms_of(persons, where, held)
