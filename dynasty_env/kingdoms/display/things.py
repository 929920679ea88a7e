"""What can be looked up of a table of Kingdoms: persons and countries."""

from typing import Any

from dynasty_env.europe.drawing.things import countries_at, country_term, person_term, persons_at
from dynasty_env.europe.material import COUNTRY_NAMES
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.glossary import Term


def things(view: dict[str, Any]) -> list[Term]:
    """The persons and countries of a view."""
    where, held = persons_at(view, nouns.agent), countries_at(view, nouns.agent)
    where |= {name: f"{where.get(name, 'a person')}, a rebel" for name in view["rebels"]}
    held |= {name: f"{held[name]}, exhausted" for name in view["exhausted"] if name in held}
    with_abilities = bool(view["options"]["abilities"])
    persons = [
        person_term(
            name, nouns.stats(number), nouns.ability(number, with_abilities), where.get(name, "not at the table yet")
        )
        for number, name in enumerate(PERSON_NAMES)
    ]
    return [*persons, *(country_term(name, held.get(name, "not in play"), held) for name in COUNTRY_NAMES)]
