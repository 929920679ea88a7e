"""The games that a server offers, by name, and found the same way in its worker processes."""

from collections.abc import Mapping

import dynasty_env

Places = Mapping[str, str]
"""Name of a game → how one asks for it: that name, or where it stands, as ``file.py:Class`` or ``module:attribute``."""

REGISTERED: Places = {name: name for name in dynasty_env.game_names() if name not in dynasty_env.games.REFERENCE_GAMES}
"""Reference games are served by their names: ``dynasty serve kuhn_v0``."""
