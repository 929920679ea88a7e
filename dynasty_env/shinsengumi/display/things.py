"""What can be looked up of a table of Shinsengumi: persons and events."""

from typing import Any

from dynasty_env.kit.glossary import Term
from dynasty_env.shinsengumi.display.terminal import owners
from dynasty_env.shinsengumi.material import CELL_NAMES, EVENT_NAMES, EVENT_TEXTS, NOTES, PERSON_NAMES
from dynasty_env.shinsengumi.material import STATS as STAT_NAMES
from dynasty_env.shinsengumi.rules.nouns import agent, arrows, failure, side, stats


def things(view: dict[str, Any]) -> list[Term]:
    """The persons and events of a view."""
    persons = [Term(name, "person", "", (), _person(view, number)) for number, name in enumerate(PERSON_NAMES)]
    events = [Term(name, "event", "", (), _event(view, number)) for number, name in enumerate(EVENT_NAMES)]
    return [*persons, *events]


def _person(view: dict[str, Any], number: int) -> str:
    name = PERSON_NAMES[number]
    here = next((each for each in view["persons"] if each["person"] == name), None)
    attached = here["attached"] if here else None
    named = {stat[0].upper(): stat for stat in STAT_NAMES}
    numbers = [
        f"{named[letter]} {'the number of the column' if value == '*' else value}"
        for letter, value in stats(number, attached).items()
    ]
    lines = [
        f"{', '.join(numbers).capitalize()}.",
        f"Arrows, the first ones first: {arrows(number)} (△ white, ▲ black).",
    ]
    lines += [f"When he loses his nerve: {failure(number, attached)}."]
    lines += [NOTES[number]] if NOTES[number] else []
    if here is None:
        where = "Dead or gone." if name in view["dead"] else "Not on the board."
        return "\n".join([*lines, where])
    markers = f", markers {here['white']}○ {here['black']}●" if here["white"] or here["black"] else ""
    lines.append(f"In {here['cell']}, on the {side(CELL_NAMES.index(here['cell']))} side{markers}.")
    lines += [f"Attached: {attached}."] if attached else []
    lives = owners(view).get(name)
    return "\n".join([*lines, *([f"{agent(lives)} lives in him."] if lives is not None else [])])


def _event(view: dict[str, Any], number: int) -> str:
    name = EVENT_NAMES[number]
    cell = next((each["cell"] for each in view["events"] if each["event"] == name), None)
    if cell is not None:
        where = f"In {cell}."
    elif name == view["turned_up"]:
        where = "Turned up now."
    else:
        where = "Still in the pile." if name in view["event_pile"] else "Not on the board."
    return f"{EVENT_TEXTS[number]}\n{where}"
