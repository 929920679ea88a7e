"""`dynasty film`: a recorded game as an animated picture. Needs the extra `render`."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console

import dynasty_env
from agents.arguments import rulebook
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.game import BackendName
from dynasty_env.kit.printing import visible
from dynasty_env.kit.state import State

Picture = npt.NDArray[np.uint8]

COLOURS = 128
"""Of all pictures together: few are enough for drawings, and keep the file small."""
LAST = 4
"""The last picture stays so many times as long as the others."""


def moments(replay: Replay, most: int, backend: BackendName | None = None) -> list[State]:
    """Tables of a game to be shown: the first, the last, and between them as many as there is room for, evenly.

    A move that tells nobody anything changes no picture, and is left out.

    Args:
        replay: of the game.
        most: how many tables.
        backend: on which it is played again; None: the game's own choice.

    Raises:
        SaveError: an action is illegal where it stands.
    """
    tables = [state.clone() for state in replay.play(backend) if state.told or state.done]
    if len(tables) <= most:
        return tables
    return [tables[round(each)] for each in np.linspace(0, len(tables) - 1, most)]


def animated(pictures: Sequence[Picture], seconds: float, width: int) -> bytes:
    """Pictures, (height, width, 3) RGB each, as a GIF that repeats.

    Args:
        pictures: two or more.
        seconds: how long one time through takes.
        width: of the GIF, in pixels; larger pictures are made smaller.
    """
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("pictures are drawn with Pillow", name="PIL") from error
    height = max(len(picture) for picture in pictures)
    wide = max(picture.shape[1] for picture in pictures)
    scale = min(1.0, width / wide)
    sheets = []
    for picture in pictures:
        sheet = Image.new("RGB", (wide, height), tuple(picture[0, 0].tolist()))
        sheet.paste(Image.fromarray(picture))
        sheets.append(sheet.resize((round(wide * scale), round(height * scale)), Image.Resampling.LANCZOS))
    some = [sheets[0], sheets[len(sheets) // 2], sheets[-1]]
    palette = Image.fromarray(np.vstack([np.asarray(sheet) for sheet in some])).quantize(COLOURS)
    frames = [sheet.quantize(palette=palette, dither=Image.Dither.NONE) for sheet in sheets]
    each = max(20, round(1000 * seconds / (len(frames) - 1 + LAST)))
    durations = [each] * (len(frames) - 1) + [LAST * each]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True)
    return out.getvalue()


def film(
    file: Annotated[Path, typer.Argument(help="A replay, or a saved game.")],
    out: Annotated[Path | None, typer.Option(help="Where to write it.", show_default="FILE.gif")] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Show what this seat saw.", show_default="what everybody saw")
    ] = None,
    frames: Annotated[int, typer.Option(min=2, help="Most pictures.")] = 60,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long it takes.")] = 30.0,
    width: Annotated[int, typer.Option(min=100, max=1280, help="In pixels.")] = 800,
    game: Annotated[str | None, typer.Option(help="Where it stands, for a game of your own: file.py:Class.")] = None,
) -> None:
    """Make a GIF of a recorded game."""
    if game is not None:
        rulebook(game)  # from here on it is known by its name
    replay = Replay.read(file, dynasty_env.game)
    seats = int(replay.options["num_players"])
    if seat is not None and seat >= seats:
        raise OptionError(f"--seat {seat} is out of range: this game has seats 0 … {seats - 1}")
    if replay.result is None:
        raise OptionError(f"{file}: this game goes on; only finished games are shown whole")
    try:
        shown = moments(replay, frames)
    except SaveError as error:
        raise SaveError(f"{file}: {error}") from None
    made = animated([replay.game.picture(state, seat) for state in shown], seconds, width)
    target = out or file.with_suffix(".gif")
    try:
        write_whole(target, made)
    except OSError as error:
        raise SaveError(f"{target}: {error.strerror or error}") from None
    Console().print(
        f"{visible(str(target))}: {len(shown)} pictures, {len(made) / 1e6:.1f} MB", highlight=False, soft_wrap=True
    )
