"""Bots by name, as the command line, training and matches ask for them."""

from collections.abc import Callable

from agents.greedy import Greedy
from agents.language.settings import language_player
from agents.network.player import Trained, champion, champion_file, champion_search
from agents.search.players import FlatMonteCarlo, InformationSetSearch
from agents.uniform import Random
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.turn import Bot

Maker = Callable[[Game, str], Bot]
"""Makes a bot for a game from what stands behind the colon of its name (empty, where there is none)."""

Plays = Callable[[Game], bool]
"""Can a bot play this game?"""

PROGRAM = "llm"
"""Bots of this name run a program or call a server: they are made only where their name has been typed, never where it
has been read from a file or received."""
_ANY = "any game"
_makers: dict[tuple[str, str], tuple[str, Maker, Plays]] = {}
"""(name without its argument, game or any) → its argument, who makes it, and whether it can play a game."""


def register(name: str, make: Maker, *, game: str = _ANY, plays: Plays = lambda game: True) -> None:
    """Make bots known by a name.

    Args:
        name: ``greedy``; or with the argument that it takes behind a colon, ``policy:<path>``.
        make: called with the game and that argument.
        game: name of the one game that it can play; several games may each have a bot of the same name.
        plays: says whether it can play a game, where that does not hang on the name.
    """
    stem, _, argument = name.partition(":")
    _makers[stem, game] = argument, make, plays


def bot_names(game: Game) -> list[str]:
    """Names of the bots that can play a game."""
    return [
        f"{stem}:{argument}" if argument else stem
        for (stem, only), (argument, _, plays) in _makers.items()
        if only in (_ANY, game.name) and plays(game)
    ]


def make_bot(name: str, game: Game) -> Bot:
    """A new bot.

    Args:
        name: one of `bot_names`, e.g. ``random``, ``greedy`` or ``policy:runs/first/last.pt``.
        game: what it is to play.

    Raises:
        OptionError: the name is unknown, lacks its argument, or its bot does not play this game; the valid names are
            listed.
    """
    stem, colon, argument = name.partition(":")
    wanted, make, plays = _makers.get((stem, game.name)) or _makers.get((stem, _ANY)) or ("", None, None)
    if make is None or plays is None or not plays(game) or bool(wanted) != bool(argument) or (colon and not argument):
        raise OptionError(f"there is no bot {name!r} for {game.name}; its bots are {', '.join(bot_names(game))}")
    return make(game, argument)


def runs_a_program(name: str) -> bool:
    """Whether a bot of this name runs a program or calls a server."""
    return name.partition(":")[0] == PROGRAM


def _has_champion(game: Game) -> bool:
    return champion_file(game).is_file()


# From easy to hard, as people are shown them.
register("random", lambda game, _: Random())
register("greedy", lambda game, _: Greedy(), plays=lambda game: "greedy" in game.policies)
register("champion", lambda game, _: champion(game), plays=_has_champion)
register("ismcts:<budget>", InformationSetSearch.named)
register("mc:<budget>", FlatMonteCarlo.named)
register("champion+search:<budget>", champion_search, plays=_has_champion)
register("net:<path>", Trained.load)
register(f"{PROGRAM}:<command, url or file>", language_player)


def strongest(game: Game) -> str:
    """The name of the strongest quick bot of a game: its champion, or else greedy, or else random."""
    known = bot_names(game)
    return next(name for name in ("champion", "greedy", "random") if name in known)
