"""Shared code of the commands: games and options by name, lines for a terminal, a progress bar, and the exit code after
Ctrl-C."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import MofNCompleteColumn, Progress, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

import dynasty_env
from dynasty_env.kit.errors import OptionError, UnknownGameError, in_short
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.game import Game
from dynasty_env.kit.heartbeat import heartbeat, quiet
from dynasty_env.kit.named import reference_in
from dynasty_env.kit.printing import visible

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
WHOLE = re.compile(r"-?\d{1,18}")
"""A whole number, of at most as many digits as fit into 64 bits."""


Seats = Annotated[int | None, typer.Option(help="Number of seats.", show_default="the game's default")]
"""The option `--seats` of commands that play a game; by default the game chooses the number."""
GameOptions = Annotated[list[str] | None, typer.Option(help="Game option as NAME=VALUE; may be repeated.")]
OwnGame = Annotated[str | None, typer.Option(help="Your own game as file.py:Class.")]
ViewOfSeat = Annotated[
    int | None, typer.Option(min=0, help="Show the view of this seat.", show_default="the public view")
]
Interpreted = Annotated[
    bool, typer.Option("--interpreted", help="Compile nothing; slow, and the champion cannot be used.")
]
GameToPlay = Annotated[str | None, typer.Argument(help="Game to play.", show_default="dynasty_v0")]
Jobs = Annotated[int, typer.Option(min=1, help="Worker processes; they do not change the results.")]
Ray = Annotated[
    str | None, typer.Option(help="Play on a Ray cluster instead: local, auto or its address.", show_default="none")
]


def shown(name: object) -> str:
    """A path or name in printable form: without markup or terminal control characters."""
    return escape(visible(str(name)))


def say(console: Console, line: str, style: str | None = None) -> None:
    """Print a line without wrapping or highlighting; its markup applies."""
    console.print(line, style=style, highlight=False, soft_wrap=True)


@contextmanager
def going_on(console: Console, kept: Callable[[], str]) -> Iterator[None]:
    """Context for work that Ctrl-C stops and that the same command resumes; the message says what has been kept."""
    try:
        yield
    except KeyboardInterrupt:
        say(console, f"[yellow]stopped.[/] {kept()}; run the same command again to resume")
        raise typer.Exit(INTERRUPTED) from None


class Described(TextColumn):
    """The column of a bar with the description of the work, unchanged and on one line: `mc:100:greedy` is the name of a
    bot, neither an emoji nor markup."""

    def __init__(self) -> None:
        super().__init__("{task.description}", style="progress.description", markup=False)

    def render(self, task: Task) -> Text:
        text = super().render(task)
        return Text(visible(text.plain), style=text.style, justify=text.justify)


class Bar(Progress):
    """A progress bar of long work. If it cannot be drawn, a line on standard error says the same every ten seconds
    (`dynasty_env.kit.heartbeat`)."""

    def start(self) -> None:
        super().start()
        if not self.disable:
            self._said = ExitStack()
            drawn = self.console.is_terminal or self.console.quiet
            self._said.enter_context(quiet() if drawn else heartbeat(lambda: "; ".join(map(in_a_line, self.tasks))))

    def stop(self) -> None:
        if not self.disable and hasattr(self, "_said"):
            self._said.close()
        if self.live.transient:
            self.live.stop()
        else:
            super().stop()  # ends the line of a bar that is written to a file; otherwise that is an empty line


def in_a_line(task: Task) -> str:
    """The contents of a bar as text."""
    if task.total is None or task.finished:
        return ""
    done = f"{task.completed:,.0f} of {task.total:,.0f}" if task.total > 1 else f"{task.percentage:.0f} %"
    words = (task.description, str(task.fields.get("told", "")), done)
    return ", ".join(visible(word) for word in words if word)


def counting_bar(console: Console | None) -> Progress:
    """A bar that counts the finished parts of long work, and disappears at the end; nothing without a console."""
    columns = (Described(), *Progress.get_default_columns()[1:], MofNCompleteColumn(), TimeElapsedColumn())
    return Bar(*columns, console=console, transient=True, disable=console is None)


def rulebook(name: str | None) -> Game:
    """A game as a user asks for it: by name, or by its place (`dynasty_env.load_game`); None is the first one.

    Raises:
        OptionError: there is none, and the games are listed; or a user's own game fails, with file and line.
    """
    return dynasty_env.load_game(name or dynasty_env.GAMES[0])


def place_of(name: str | None, game: Game) -> str:
    """The place of a game that was asked for by its place, which further commands need; empty if its name is enough."""
    return name if name and name != game.name and reference_in(name) is not None else ""


def game_in_file(how: str) -> Callable[[str], Game]:
    """Returns a function that finds a game named in a file. `how` is the option that tells the command where a user's
    own game is; the error about an unknown game mentions it."""

    def find(name: str) -> Game:
        try:
            return dynasty_env.game(name)
        except UnknownGameError as error:
            raise UnknownGameError(f"{error}: {how}") from None

    return find


def replay_in(file: Path, game: str | None) -> Replay:
    """A recorded game.

    Args:
        game: its place, if it is not known by its name.

    Raises:
        SaveError: the file holds no recorded game, or one of an unknown game.
    """
    wanted = None if game is None else rulebook(game)  # from here on it is known by its name
    replay = Replay.read(file, game_in_file("--game file.py:Class"))
    if wanted is not None and wanted.name != replay.game.name:
        raise OptionError(f"{file} is a game of {replay.game.name}, not of {wanted.name}: omit --game")
    return replay


def named_options(game: Game, given: Sequence[str]) -> dict[str, int | bool]:
    """Options given as NAME=VALUE, where the value is an integer, true or false. Raises OptionError otherwise."""
    words: dict[str, int | bool] = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    result: dict[str, int | bool] = {}
    for each in given:
        name, equals, value = (part.strip() for part in each.partition("="))
        if not equals:
            names = ", ".join(option.name for option in game.options)
            raise OptionError(f"--option {in_short(each)}: give NAME=VALUE; the options of {game.name} are {names}")
        small = value.lower()
        if small not in words and not WHOLE.fullmatch(value):
            raise OptionError(f"--option {in_short(each)}: the value must be a whole number, true or false")
        result[name] = words[small] if small in words else int(value)
    return result


def options_of(game: Game, given: Sequence[str], seats: int | None = None) -> dict[str, Any]:
    """All options of a game, from NAME=VALUE strings and the number of seats; None: the game's default. Raises
    OptionError if an option is out of range, or the game cannot be played by this number; `--seats` is named."""
    result = named_options(game, given)
    if seats is not None:
        check_seats(game, seats)
        if result.setdefault("num_players", seats) != seats:
            raise OptionError(f"--option num_players={result['num_players']} contradicts the {seats} seats asked for")
    try:
        return game.check_options(result)
    except OptionError as error:
        if not str(error).startswith("num_players="):
            raise
        raise OptionError(f"{error}; set it with --seats") from None


def usual_seats(game: Game) -> int:
    """The default number of seats of a game."""
    return int(game.check_options({})["num_players"])


def check_seats(game: Game, seats: int, how: str = "") -> None:
    """Raise OptionError unless the game has this number of seats; `how` says where it was asked for."""
    if not game.seats[0] <= seats <= game.seats[1]:
        raise OptionError(f"{how or f'--seats {in_short(seats)}:'} {game.name} has {seats_in_words(game)}")


def check_seat(seat: int | None, seats: int) -> None:
    """Raise OptionError if `--seat` asks for a seat that a recorded game does not have."""
    if seat is not None and seat >= seats:
        raise OptionError(f"--seat {seat} is out of range: this game has seats 0 … {seats - 1}")


def seats_in_words(game: Game) -> str:
    """The numbers of seats of a game: ``2 seats``, ``2 to 6 seats``."""
    least, most = game.seats
    return f"{least} to {most} seats" if least < most else f"{least} seat{'' if least == 1 else 's'}"
