"""Bots by name, for the command line, training and matches.

All of these use one grammar. A name is either a known name, with its argument after a colon if it takes one
(``mc:200``), or one of ``file.py:Class``, ``package.module:Class`` and the names that installed packages offer
(`dynasty_env.kit.named`). The latter three may have parameters after a further colon.
"""

from collections.abc import Callable
from typing import Any

from agents.fallback import say_who_plays, stand_in
from agents.greedy import Ahead, Greedy
from agents.language.settings import player_of, settings_of
from agents.network.player import Sampled, champion, champion_file, has_champion, network_in
from agents.network.search import champion_search, flat_search
from agents.search.distilled.file import distilled_file, has_distilled
from agents.search.distilled.player import distilled
from agents.search.players import InformationSetSearch
from agents.uniform import Random
from agents.vocabulary import OutgrownError
from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot

Maker = Callable[[Game, str], Bot]
"""Makes a bot for a game, given what follows the colon of its name (empty if nothing does)."""

Plays = Callable[[Game], bool]
"""Whether a bot can play this game."""

_programs: set[str] = set()
"""Names of bots that run a program or call a server. Such bots are made only if their name was typed, never if it was
read from a file or received. The same holds for bots in files and modules."""
GRANDMASTER = "champion+search:200:mixed"
"""The strongest bot that people meet in the browser."""
ALIASES = {
    "novice": "random", "veteran": "greedy", "watcher": "ahead", "disciple": "distilled", "grandmaster": GRANDMASTER,
}  # fmt: skip
"""Names of bots in the browser, where they differ from the names for programs."""
_ANY = "any game"
_makers: dict[tuple[str, str], tuple[str, Maker, Plays]] = {}
"""(name without its argument, game or any) → its argument, its maker, and whether it can play a game."""
_outgrows: dict[str, Plays] = {}
"""Names of bots that play by a network of the package → whether that network fits the game as it is now."""


def register(
    name: str, make: Maker, *, game: str = _ANY, plays: Plays = lambda game: True, program: bool = False
) -> None:
    """Make a bot available under a name.

    Args:
        name: ``greedy``; or, with an argument after a colon, ``policy:<path>``.
        make: called with the game and that argument.
        game: name of the only game that the bot can play; several games may each have a bot of the same name.
        plays: says whether the bot can play a game, if that does not depend on the name.
        program: True if the bot runs what its argument names, or what is in that file (`runs_a_program`).
    """
    stem, _, argument = name.partition(":")
    if program:
        _programs.add(stem)
    _makers[stem, game] = argument, make, plays


def bot_names(game: Game) -> list[str]:
    """Names of the bots that can play a game.

    Bots of installed packages are not listed, because they are known only when they are asked for. Networks that the
    game has outgrown are left out.
    """
    return [
        f"{stem}:{argument}" if argument else stem
        for (stem, only), (argument, _, plays) in _makers.items()
        if only in (_ANY, game.name) and plays(game) and (stem not in _outgrows or _outgrows[stem](game))
    ]


def known_as(name: str) -> str:
    """The name of a bot for programs: ``greedy`` for ``Veteran``, as it is called in the browser; others unchanged."""
    lower = name.lower()
    if _is_known(name.partition(":")[0]) or name in named.installed(named.BOTS):
        return name
    return ALIASES.get(lower, lower if _is_known(lower) else name)


def _is_known(stem: str) -> bool:
    """Whether a bot of some game has this name without its argument."""
    return any(stem == known for known, _ in _makers)


def names_in(bots: str) -> list[str]:
    """The bots of a list such as ``random,greedy``, by their names for programs (`known_as`)."""
    return [known_as(name.strip()) for name in bots.split(",")]


def make_bot(name: str, game: Game) -> Bot:
    """Make a bot.

    Args:
        name: one of `bot_names`, e.g. ``random``, ``greedy`` or ``net:runs/first/last.pt``; a name that it has in the
            browser, e.g. ``veteran``; or your own bot: ``file.py:Class``, ``package.module:Class``, or a name that an
            installed package offers.

    Raises:
        OptionError: if the name is unknown, its argument is missing, or its bot does not play this game (the message
            lists the nearest name and the valid ones); or if a user's own bot fails (the message gives file and line).
        SaveError: if the file of its network cannot be used; `OutgrownError` if the network was trained on an earlier
            version of the game and cannot play this one (see `playable`).
    """
    name = known_as(name)
    stem, colon, argument = name.partition(":")
    wanted, make, plays = _makers.get((stem, game.name)) or _makers.get((stem, _ANY)) or ("", None, None)
    if make is not None and plays is not None and plays(game) and bool(wanted) == bool(argument):
        if argument or not colon:
            return make(game, argument)
    elif make is None and stem in named.installed(named.BOTS):
        return _made(named.load_installed(stem, named.BOTS), game, stem, argument)
    elif make is None and not _is_known(stem):  # `runs_a_program` does not ask for the game either
        reference = named.reference_in(name)
        if reference is not None and (reference.is_file or "." in stem or named.can_import(stem)):
            result = named.load(reference, "bot", _is_bot)
            return _made(result, game, str(reference), reference.parameters)
    raise _unknown(name, game)


def playable(name: str, game: Game) -> str:
    """The name of the bot that will play when `name` is asked for.

    This is `name` itself, or the bot's name for programs (`known_as`), unless the game has outgrown the bot's network.
    Then it is the name of the game's own bot, and a line of output says so.

    Raises:
        OptionError, SaveError: see `make_bot`.
    """
    name = known_as(name)
    try:
        make_bot(name, game)
    except OutgrownError as error:
        return say_who_plays(name, game, error)
    return name


def _unknown(name: str, game: Game) -> OptionError:
    known = [*bot_names(game), *named.installed(named.BOTS)]
    stems = {each.partition(":")[0]: each for each in known}
    called = {alias: alias for alias, bot in ALIASES.items() if bot.partition(":")[0] in stems}
    stems |= called
    near = named.near(name.partition(":")[0], list(stems))
    hint = f"; did you mean {stems[near]!r}?" if near else ""
    own = "name your own bot as file.py:Class or package.module:Class"
    short = in_short(name)
    return OptionError(
        f"there is no bot {short} for {game.name}; its bots are {', '.join([*known, *called])}{hint} ({own})"
    )


def _is_bot(kind: type) -> bool:
    return hasattr(kind, "act") and hasattr(kind, "reset")


def _made(maker: Any, game: Game, place: str, parameters: str) -> Bot:
    """The bot that a user's class, function or object is or makes."""
    with named.failing_at(place.rpartition(":")[0] or place):
        bot = _bot_of(maker, game, place, parameters)
    if isinstance(bot, type) or not isinstance(bot, Bot):
        lacking = [part for part in ("name", "reset", "act") if not hasattr(bot, part)]
        raise OptionError(
            f"{place} is not a bot: it has no {' or '.join(lacking) or 'instance'} (see docs/tutorial-bot)"
        )
    return bot


def _bot_of(maker: Any, game: Game, place: str, parameters: str) -> Any:
    """As `_made`, without checks. A class takes the game or parameters by a class method `named(game, parameters)`."""
    if hasattr(maker, "named"):
        return maker.named(game, parameters)
    if callable(maker) and not isinstance(maker, type) and not _is_bot(type(maker)):
        return maker(game, parameters)
    if parameters:
        raise OptionError(f"{place}: this takes no parameters ({parameters!r}); a class method named(game, text) would")
    return maker() if isinstance(maker, type) else maker


def runs_a_program(name: str) -> bool:
    """Whether a bot of this name runs a program, a file or a module of the user, or calls a server."""
    stem = name.partition(":")[0]
    if stem in _programs:
        return True
    known = _is_known(stem) or stem in named.installed(named.BOTS)
    return named.reference_in(name) is not None and not known


# From easy to hard: the order in which people see them.
register("random", lambda game, _: Random())
register("greedy", lambda game, _: Greedy(), plays=lambda game: "greedy" in game.policies)
register("ahead", lambda game, _: Ahead(game), plays=lambda game: game.looks_ahead)
register("champion", lambda game, _: champion(game), plays=lambda game: champion_file(game).is_file())
register("distilled", lambda game, _: distilled(game), plays=lambda game: distilled_file(game).is_file())
register("ismcts:<budget>", InformationSetSearch.named)
register("mc:<budget>", flat_search)
register("champion+search:<budget>", champion_search, plays=lambda game: champion_file(game).is_file())
register("net:<path>", network_in)
register("sampled:<path>", Sampled.load)
register("llm:<command, url or file>", lambda _, argument: player_of(settings_of(argument)), program=True)
_outgrows |= {"champion": has_champion, "champion+search": has_champion, "distilled": has_distilled}


def strongest(game: Game) -> str:
    """The name of the strongest quick bot of a game: its champion, otherwise greedy, otherwise random.

    If the game has outgrown its champion, a line of output says so.
    """
    return playable("champion", game) if champion_file(game).is_file() else stand_in(game)
