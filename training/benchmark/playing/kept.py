"""Champions that frozen benchmarks and values name, and that others have followed since."""

import re
from pathlib import Path

from agents.network.player import champion_file
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from training.arena.deals import hash_of

CHAMPIONS = Path(__file__).parents[1] / "suites" / "champions"
"""``GAME-HASH.safetensors``."""


def kept_file(game: str, digest: str) -> Path:
    """Where the champion of a game with this hash lies once another one has followed."""
    return CHAMPIONS / f"{game}-{digest}.safetensors"


def frozen_file(game: Game, digest: str) -> Path:
    """The file of the champion with this hash: that of the package, or one that is kept. Raises OptionError."""
    if not re.fullmatch("[0-9a-f]{32}", digest):
        raise OptionError(f"frozen:{in_short(digest)}: a hash of 32 hexadecimal digits is expected")
    for file in (champion_file(game), kept_file(game.name, digest)):
        if file.is_file() and hash_of(file) == digest:
            return file
    raise OptionError(f"frozen:{digest}: there is no champion of {game.name} with this hash")
