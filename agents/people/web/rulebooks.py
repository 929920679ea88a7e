"""The games that a server offers, by name, and found the same way in its worker processes."""

from collections.abc import Mapping
from importlib import import_module

import dynasty_env
from dynasty_env.kit.game import Game

Places = Mapping[str, str]
"""Name of a game → where its rulebook lies, as ``module:attribute``."""

REGISTERED: Places = {name: f"dynasty_env.{name}:game" for name in dynasty_env.GAMES}


def rulebook_at(place: str) -> Game:
    """The rulebook at ``module:attribute``."""
    module, _, attribute = place.partition(":")
    found: Game = getattr(import_module(module), attribute)
    return found
