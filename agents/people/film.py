"""A recorded game as an animated picture in a plain drawing. Needs the extra `render`."""

import io
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import ceil
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.people.choices import in_words, seat_in_words
from dynasty_env.kit.canvas import Canvas, can_be_written, texts_as
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.game import BackendName
from dynasty_env.kit.state import State

Picture = npt.NDArray[np.uint8]

COLOURS = 128
"""Number of colours for all pictures together: few are enough for drawings, and keep the file small."""
LAST = 4
"""The last picture is shown this many times as long as the others …"""
MOVING = 0.15
"""… and a picture of a movement for this fraction of the time."""
STRIP = 76
"""Height of the strip that names the winner, in pixels."""
LONGEST = 16
"""Maximum number of letters of a player's name."""
FLOWING = 4
"""Maximum number of pictures of movements for each picture of a decision."""


class Scene(NamedTuple):
    """A picture of a film, drawn only when needed, and how long it stays in relation to the others."""

    draw: Callable[[], Picture]
    stays: float = 1.0


def scenes(
    replay: Replay,
    most: int,
    backend: BackendName | None = None,
    *,
    seat: int | None = None,
    moves: tuple[int, int] | None = None,
) -> list[Scene]:
    """The film of a game: its tables, and the movements between them.

    It shows the first table, the last one, and evenly spaced tables between them, as many as there is room for. A move
    that reveals nothing to anybody changes no picture and is left out. Movements (`Game.between`) are shown for all
    moves.

    Args:
        most: maximum number of tables; movements get at most `FLOWING` times as many pictures.
        backend: the backend for replaying it; None: the game's default.
        seat: whose view is shown; None: the public's.
        moves: the first and last move to show, counted from 0 among those that reveal something; None: all.

    Raises:
        OptionError: there are no such moves.
        SaveError: an action is illegal in its position.
    """
    tables = [state.clone() for state in replay.play(backend) if state.told or state.done]
    if moves is not None:
        first, last = moves
        if not 0 <= first <= last < len(tables) - 1:
            raise OptionError(f"moves {first} … {last} are out of range: this game's are 0 … {len(tables) - 2}")
        tables = tables[first : last + 2]
    shown = set(_evenly(len(tables), most))
    flow = [replay.game.between(one, other, seat) for one, other in pairwise(tables)]
    thin = max(1.0, sum(map(len, flow)) / (FLOWING * most))
    named = texts_of(replay)
    film = [Scene(partial(_table, tables[0], seat, named))]
    for number, (moving, table) in enumerate(zip(flow, tables[1:], strict=True), 1):
        some = _evenly(len(moving), ceil(len(moving) / thin))
        film += [Scene(partial(_drawn, named, moving[each]), MOVING) for each in some]
        if number in shown:
            film.append(Scene(partial(_table, table, seat, named)))
    return film


def texts_of(replay: Replay) -> Callable[[str], str]:
    """A function that replaces the names of seats by players' names.

    Players with the same name are numbered. A player is called by the seat if the name is unknown, or contains letters
    that a picture cannot draw.
    """
    players = replay.players

    def called(agent: str, seat: int) -> str:
        name = players[seat][:LONGEST].strip() if seat < len(players) else ""
        if not can_be_written(name):
            return seat_in_words(agent, seat)
        return f"{name} {seat + 1}" if players.count(players[seat]) > 1 else name

    return partial(in_words, agent=replay.game.agent, called=called)


def _table(state: State, seat: int | None, named: Callable[[str], str]) -> Picture:
    """The picture of a table; if the game is over, with the winners below it."""
    picture = _drawn(named, partial(state.game.picture, state, seat))
    if not state.done:
        return picture
    seats = [f"{state.game.agent}_{number}" for number in range(state.num_players)]
    winners = [name for name, share in zip(seats, state.win_shares(), strict=True) if share]
    won = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the win"
    scores = " · ".join(f"{name}: {score:g}" for name, score in zip(seats, state.scores(), strict=True))
    strip = Canvas(picture.shape[1], STRIP, "#22302b")
    strip.text(20, 24, named(won if winners else "nobody wins"), 22, "#f0c24a", room=picture.shape[1] - 40)
    strip.text(20, 54, named(scores), 16, "#ffffff", room=picture.shape[1] - 40)
    return np.vstack([picture, strip.pixels()])


def _drawn(named: Callable[[str], str], draw: Callable[[], Picture]) -> Picture:
    with texts_as(named):
        return draw()


def _evenly(count: int, most: int) -> list[int]:
    """Indices of at most `most` out of `count` items: the first, the last, and evenly spaced ones between."""
    return list(range(count)) if count <= most else [round(each) for each in np.linspace(0, count - 1, most)]


def animated(film: Sequence[Scene], seconds: float, width: int) -> bytes:
    """Draw scenes one after the other as a looping GIF.

    Args:
        film: two or more scenes; their pictures, (height, width, 3) RGB each, have the same width.
        seconds: duration of one loop.
        width: width of the GIF in pixels; larger pictures are scaled down.
    """
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("pictures are drawn with Pillow", name="PIL") from error
    small = []
    for scene in film:
        sheet = Image.fromarray(scene.draw())
        scale = min(1.0, width / sheet.width)
        small.append(sheet.resize((round(sheet.width * scale), round(sheet.height * scale)), Image.Resampling.LANCZOS))
    sheets = [
        Image.new("RGB", (each.width, max(other.height for other in small)), each.getpixel((0, 0))) for each in small
    ]
    for sheet, each in zip(sheets, small, strict=True):
        sheet.paste(each)
    some = [sheets[0], sheets[len(sheets) // 2], sheets[-1]]
    palette = Image.fromarray(np.vstack([np.asarray(sheet) for sheet in some])).quantize(COLOURS)
    frames = [sheet.quantize(palette=palette, dither=Image.Dither.NONE) for sheet in sheets]
    shares = [*(scene.stays for scene in film[:-1]), LAST]
    durations = [max(20, round(1000 * seconds * share / sum(shares))) for share in shares]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True)
    return out.getvalue()
