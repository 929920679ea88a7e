"""The games that a server offers, by name; worker processes find them in the same way."""

from collections.abc import Mapping

import dynasty_env

Places = Mapping[str, str]
"""Maps a game's name to its source: that name, or its place, as ``file.py:Class`` or ``module:attribute``."""

REGISTERED: Places = {name: name for name in dynasty_env.game_names() if name not in dynasty_env.games.REFERENCE_GAMES}
"""Reference games are served only by name: ``dynasty serve kuhn_v0``."""
