"""Three Kingdoms in words: who plays a country, and the title of a table."""

from collections.abc import Mapping
from typing import Any

from dynasty_env.three_kingdoms.rules.nouns import agent


def player(country: Mapping[str, Any]) -> str:
    """Who plays a country of the view."""
    return "minor power" if country["seat"] is None else agent(country["seat"])


def title(view: Mapping[str, Any]) -> str:
    """The title of a table: the date, and who has to decide what."""
    when = f"turn {view['turn']} · {view['year']}" if view["turn"] else "set-up"
    decides = "" if view["deciding"] is None else f" · {agent(view['deciding'])} decides"
    waiting = "the game is over" if view["phase"] == "end" else view["phase"].replace("_", " ") + decides
    return f"Three Kingdoms · {when} · {waiting}"
