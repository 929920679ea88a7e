"""Games by name: those of this package, those that installed packages offer, and those in files of one's own."""

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError, UnknownGameError, in_short
from dynasty_env.registration import register_game

if TYPE_CHECKING:
    from dynasty_env.kit.game import Game

GAMES = ("dynasty_v0", "shinsengumi_v0", "kingdoms_v0", "figures_v0", "three_kingdoms_v0")
"""Names of the games that this version has."""
REFERENCE_GAMES = {"kuhn_v0": "dynasty_env.reference.kuhn", "leduc_v0": "dynasty_env.reference.leduc"}
"""Small games with known solutions, and the modules in which they stand."""
_MODULES = {**{name: f"dynasty_env.{name}" for name in GAMES}, **REFERENCE_GAMES}

_NAME = re.compile(r"[a-z][a-z0-9_]*_v\d+")
_loaded: dict[str, "Game"] = {}
"""Games of others that have been asked for, by their names and by what they were asked for with."""


def game_names() -> list[str]:
    """Names of the games of this package, its reference games, and installed ones; these are not imported."""
    installed = (name for name in named.installed(named.GAMES) if _NAME.fullmatch(name) and name not in _MODULES)
    return [*_MODULES, *installed]


def game(name: str) -> "Game":
    """A game by its name alone, e.g. ``dynasty_v0``: one of this package, one that an installed package offers, or one
    that `load_game` has loaded. No file is run, so that the name may come from anywhere.

    Raises:
        UnknownGameError: there is no such game; the message lists those there are.
        OptionError: the installed package that offers it is broken.
    """
    if name in _MODULES:
        ours: Game = import_module(_MODULES[name]).game
        return ours
    if name in _loaded:
        return _loaded[name]
    if name not in named.installed(named.GAMES):
        known = list(dict.fromkeys([*game_names(), *(each.name for each in _loaded.values())]))
        own = "; for your own game give file.py:Class"
        raise UnknownGameError(f"there is no game {in_short(name)}; {named.nearest(str(name), known)}{own}")
    result = _game_in(named.load_installed(name, named.GAMES), name)
    if result.name != name:
        raise OptionError(f"{name}: the package registers it by this name, but its own name is {result.name!r}")
    return _kept(name, result)


def load_game(name: str) -> "Game":
    """A game by its name, or from where it stands: ``file.py:Class``, ``package.module:Class``. The file is run.

    A name may omit its version, as in ``three-kingdoms``, if the game has only one.

    What stands there is a subclass of `Game`, or a game. From then on `game` knows it by its name, too, and so does
    `gymnasium.make` (``dynasty_env/MyGame-v0`` of ``my_game_v0``).

    Raises:
        UnknownGameError: there is no such game; the message lists those there are.
        OptionError: nothing of that name stands there, it fails, or it is no game; the message names file and line.
    """
    reference = named.reference_in(name)
    if reference is None:
        stem = re.sub(r"[^a-z0-9]+", "_", name.lower())
        versions = [each for each in game_names() if named.stem_of(each) == stem]
        return game(versions[0] if len(versions) == 1 else name)
    result = _loaded.get(name) or _game_in(named.load(reference, "game", _is_game), str(reference))
    register_game(result.name, name)
    return _kept(name, result)


def place_of(game: "Game") -> str:
    """How another process asks for a game: by its name, or as ``file.py:Class`` or ``module:Class``."""
    if game.name in game_names():
        return game.name
    kind = type(game)
    place = named.place_of(kind.__module__)
    return f"{Path(place).resolve() if place.endswith('.py') else place}:{kind.__name__}"


def _is_game(kind: type) -> bool:
    from dynasty_env.kit.game import Game

    return issubclass(kind, Game)


def _game_in(value: Any, place: str) -> "Game":
    """The game that something is or makes. Raises OptionError for what is none, or has no good name."""
    from dynasty_env.kit.game import Game

    if isinstance(value, type) and issubclass(value, Game):
        from dynasty_env.kit.state import the_game

        with named.failing_at(place.rpartition(":")[0] or place):
            value = the_game(value)
    value = getattr(value, "game", value)  # of a `GameModule`
    if not isinstance(value, Game):
        raise OptionError(f"{place} is not a game: give a subclass of dynasty_env.kit.game.Game, or an instance")
    name = getattr(value, "name", "")
    ours = name in GAMES or (name in REFERENCE_GAMES and type(value).__module__ != REFERENCE_GAMES[name])
    if not _NAME.fullmatch(name) or ours:
        taken = "the name of a game of this package" if ours else "not of this form"
        raise OptionError(f"{place}: a game needs a unique name with its version, e.g. pig_v0; {name!r} is {taken}")
    return value


def _kept(asked: str, game: "Game") -> "Game":
    """A game, kept under its name and what it was asked for with."""
    _loaded[asked] = _loaded[game.name] = game
    return game
