"""`dynasty film`: a recorded game as an animated picture.

Needs the extra `render`; pictures of a game's own board also need the extra `web` and Chromium.
"""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.arguments import OwnGame, ViewOfSeat, check_seat, replay_in, say, shown
from agents.people.film import Scene, animated, scenes
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.atomic import on_disk, write_whole
from dynasty_env.kit.files.replays import Replay, naming


def _by_board(replay: Replay, most: int, seat: int | None) -> list[Scene] | None:
    """The film as the game's own board shows it, or None if that is not possible here."""
    try:
        from agents.people.web.pages.photographs import can_photograph, moments, photographed
    except ModuleNotFoundError:
        return None
    return photographed(replay, moments(replay, most, seat=seat), seat) if can_photograph(replay.game) else None


def film(  # noqa: PLR0913
    file: Annotated[Path, typer.Argument(help="Replay or saved game.")],
    out: Annotated[Path | None, typer.Option(help="GIF file to write.", show_default="FILE.gif")] = None,
    seat: ViewOfSeat = None,
    frames: Annotated[int, typer.Option(min=2, help="Maximum number of frames.")] = 60,
    moves: Annotated[
        tuple[int, int] | None,
        typer.Option(metavar="FIRST LAST", help="Show only these moves, counted from 0.", show_default="all"),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Length of the film.")] = 30.0,
    width: Annotated[int, typer.Option(min=100, max=1280, help="Width in pixels.")] = 800,
    game: OwnGame = None,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Draw a plain table with its moves, even if Chromium could render the board."),
    ] = False,
) -> None:
    """Make a GIF of a recorded game. If Chromium is installed, it shows the game's board in the browser."""
    replay = replay_in(file, game)
    check_seat(seat, int(replay.options["num_players"]))
    if replay.result is None:
        raise OptionError(f"{file}: this game is not over; only finished games can be filmed")
    with naming(file):
        by_board = None if plain or moves is not None else _by_board(replay, frames, seat)
        pictures = scenes(replay, frames, seat=seat, moves=moves) if by_board is None else by_board
    made = animated(pictures, seconds, width)
    target = out or file.with_suffix(".gif")
    with on_disk(target):
        write_whole(target, made)
    say(Console(emoji=False), f"{shown(target)}: {len(pictures)} pictures, {len(made) / 1e6:.1f} MB")
