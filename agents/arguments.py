"""What the commands share: games and options by name, a bar, and what they exit with after Ctrl-C."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

import dynasty_env
from dynasty_env.kit.errors import OptionError, UnknownGameError, in_short
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


class Described(TextColumn):
    """The column of a bar that says what is done, as it is written, and on one line: `mc:100:greedy` is the name of a
    bot, and neither a picture nor markup."""

    def __init__(self) -> None:
        super().__init__("{task.description}", style="progress.description", markup=False)

    def render(self, task: Task) -> Text:
        said = super().render(task)
        return Text(visible(said.plain), style=said.style, justify=said.justify)


def counting_bar(console: Console | None) -> Progress:
    """A bar that counts what is done of long work, and vanishes when it ends; None: nothing is shown."""
    columns = (Described(), *Progress.get_default_columns()[1:], MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=console is None)


def rulebook(name: str | None) -> Game:
    """A game as a person asks for it: by name, or where it stands (`dynasty_env.load_game`); the first one for None.

    Raises:
        OptionError: there is none, and the games are listed; or somebody's own game fails, with file and line.
    """
    return dynasty_env.load_game(name or dynasty_env.GAMES[0])


def place_of(name: str | None, game: Game) -> str:
    """Where a game stands that was asked for so, as a further command has to say again; empty: its name is enough."""
    return name if name and name != game.name else ""


def game_in_file(how: str) -> Callable[[str], Game]:
    """Finds a game that a file names.

    Args:
        how: what tells the command where a game of one's own stands; the error about a game that is not known says so.
    """

    def find(name: str) -> Game:
        try:
            return dynasty_env.game(name)
        except UnknownGameError as error:
            raise UnknownGameError(f"{error}: {how}") from None

    return find


def replay_in(file: Path, game: str | None) -> Replay:
    """A recorded game.

    Args:
        game: where it stands, if it is not known by its name.

    Raises:
        SaveError: the file holds none, or one of a game that is not known.
    """
    wanted = None if game is None else rulebook(game)  # from here on it is known by its name
    replay = Replay.read(file, game_in_file("--game file.py:Class"))
    if wanted is not None and wanted.name != replay.game.name:
        raise OptionError(f"{file} is a game of {replay.game.name}, not of {wanted.name}: leave --game out")
    return replay


def named_options(game: Game, given: Sequence[str]) -> dict[str, int | bool]:
    """Options given as NAME=VALUE, the value a whole number, true or false. Raises OptionError saying so."""
    words: dict[str, int | bool] = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    found: dict[str, int | bool] = {}
    for each in given:
        name, equals, value = (part.strip() for part in each.partition("="))
        names = [option.name for option in game.options]
        if not equals:
            raise OptionError(
                f"--option {in_short(each)}: give NAME=VALUE; the options of {game.name} are {', '.join(names)}"
            )
        small = value.lower()
        found[name] = words[small] if small in words else int(value) if value.isdecimal() and len(value) < 9 else -1
        if found[name] == -1:
            raise OptionError(f"--option {in_short(each)}: the value is a whole number, true or false")
    return found


def options_of(game: Game, given: Sequence[str], seats: int) -> dict[str, Any]:
    """All options of a game, from NAME=VALUE strings and the number of seats. Raises OptionError listing them."""
    found = named_options(game, given)
    if found.setdefault("num_players", seats) != seats:
        raise OptionError(f"--option num_players={found['num_players']} contradicts the {seats} seats asked for")
    return game.check_options(found)
