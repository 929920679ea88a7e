"""Films of finished games with their real boards, photographed by a headless Chromium.

Each picture has the board, the players around it, and in large letters what has happened. Nothing is fetched: a page is
a single file that contains the site's own style sheets. If there is no Chromium, or the game has no board of its own,
films are drawn plainly (`agents.people.film`).
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.people.film import Picture, Scene
from agents.people.web.boards import Board, board_of
from agents.people.web.boards.pieces import joined
from agents.people.web.markup import Markup
from agents.people.web.pages.parts import page_parts, words_for
from agents.people.web.phrases import Words
from agents.people.web.viewers.feed import glance
from agents.people.web.viewers.known import Viewer
from agents.people.web.viewers.shown import Glimpse, SeatShown
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.message import sentence, tone_of
from dynasty_env.kit.state import State

STATIC = Path(__file__).parent / "static"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
"""Names of Chromium's program; `$CHROMIUM` has priority."""
SIZE = 800, 640
"""Size of a picture in pixels."""
AT_ONCE = 10
"""Number of pictures photographed on one page, whose height is limited."""
SECONDS = 120
"""Maximum time for a page, in seconds."""
TELLING, PLAIN = 4, 1
"""Weights of good or bad news, and of any other sentence, for selecting moments."""
FULL = 2
"""Maximum number of sentences below a board."""
BESIDE = ("chronicle", "talks", "fate")
"""Parts of a board's last column that a film leaves out."""


class Moment(NamedTuple):
    """A table of a game, and what has happened since the previous one."""

    state: State
    lines: tuple[str, ...]


def chromium() -> str | None:
    """The path of Chromium, or None."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def can_photograph(game: Game) -> bool:
    """Whether films of a game can be made from its own board here."""
    return chromium() is not None and type(board_of(game)) is not Board


def moments(replay: Replay, most: int, backend: BackendName | None = None, seat: Viewer = None) -> list[Moment]:
    """The moments of a finished game that a film shows: from the first news on, the `most` that tell most."""
    seen: list[Moment] = []
    for state in replay.play(backend):
        if state.told or state.done:
            lines = tuple(line for line in state.chronicle(seat) if tone_of(line) not in ("quiet", "head"))
            seen.append(Moment(state.clone(), lines))
    turns = [i for i, each in enumerate(seen) if each.lines and _turn(each.state) > 0]
    news = next((i for i in turns if any(map(tone_of, seen[i].lines))), 0)
    seen = seen[max(turns[0] if turns else 0, min(news, len(seen) - most)) :]
    ranked = sorted(range(len(seen) - 1), key=lambda i: (-_weight(seen[i]), i))[: most - 1]
    return [seen[i] for i in sorted(ranked)] + seen[-1:]


def _turn(state: State) -> int:
    """The turn or round; 1 if the game does not count them."""
    names = state.game.dtype.names or ()
    return next((int(state.record[name]) for name in ("turn", "round") if name in names), 1)


def _weight(moment: Moment) -> int:
    return sum(TELLING if tone_of(line) else PLAIN for line in moment.lines)


def photographed(replay: Replay, shown: Sequence[Moment], seat: Viewer = None) -> list[Scene]:
    """The scenes of a film. Raises OSError if Chromium fails."""
    board = board_of(replay.game)
    pages = [_frame(board, each, seat, replay.players) for each in shown]
    pictures = [
        picture for first in range(0, len(pages), AT_ONCE) for picture in _shoot(board, pages[first:][:AT_ONCE])
    ]
    return [Scene(partial(np.copy, picture)) for picture in pictures]


def _frame(board: Board, moment: Moment, seat: Viewer, players: Sequence[str]) -> Markup:
    """One picture: the board, the players around it, and what has happened."""
    seats = tuple(SeatShown(name, "person" if name == "person" else "bot", True) for name in players)
    glimpse, _ = glance(moment.state, seat, seats)
    words = words_for(board, glimpse, "en")
    parts = page_parts(board, glimpse, (), True, "en")
    columns = board.columns(moment.state.num_players, seat)
    window = next(name for column in columns for name in column if name in board.windows)
    beside = [name for name in columns[-1] if name not in BESIDE and name in parts]
    return Markup(
        '<section class="still"><div class="shown"><div class="window"><div class="panel part {0}">{1}</div></div>'
        '<div class="around seats-{2}">{3}</div></div><div class="caption"><small>{4}</small>{5}</div></section>'
    ).format(
        window, parts[window], len(players),
        joined(Markup('<div class="panel part {}">{}</div>').format(_style(name), parts[name]) for name in beside),
        board.headline(glimpse.view, words), _caption(board, glimpse, moment, words),
    )  # fmt: skip


def _style(name: str) -> str:
    return "seat" if name.startswith("seat") else name


def _caption(board: Board, glimpse: Glimpse, moment: Moment, words: Words) -> Markup:
    """The results of the last moves; at the end, who has won."""
    if moment.state.done:
        rows = board.account_rows(glimpse, words)
        won = [words.tag(seat) for seat, share, _, _ in rows if share > 0]
        points = " · ".join(f"{words.name(seat)}\u00a0{points:g}".replace(" ", "\u00a0") for seat, _, points, _ in rows)
        head = words("{names} share the victory.") if len(won) != 1 else words("{name} wins.")
        outcome = Markup(head).format(name=joined(won), names=Markup(", ").join(won)) if won else words("Nobody wins.")
        return Markup('<p>{}</p><p class="scores">{}</p>').format(outcome, points)
    return joined(Markup("<p>{}</p>").format(words.rich(sentence(line, "."))) for line in moment.lines[-FULL:])


def _shoot(board: Board, frames: Sequence[Markup]) -> list[Picture]:
    """Photographs of frames, which are placed below each other on one page."""
    from PIL import Image

    sheets = ["site.css", *([board.style] if board.style else []), "film.css"]
    style = Markup("\n".join((STATIC / name).read_text(encoding="utf-8") for name in sheets))
    page = Markup(
        '<!doctype html><html lang="en"><meta charset="utf-8"><style>{}</style><body class="table film board-{}">'
        '<svg class="sprite" aria-hidden="true">{}</svg>{}</body></html>'
    ).format(style, board.name, board.sprite(), joined(frames))
    width, height = SIZE
    with tempfile.TemporaryDirectory() as folder:
        file, shot = Path(folder) / "film.html", Path(folder) / "film.png"
        file.write_text(str(page), encoding="utf-8")
        command = [
            str(chromium()), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            f"--user-data-dir={folder}/profile", f"--window-size={width},{height * len(frames)}",
            f"--screenshot={shot}", file.as_uri(),
        ]  # fmt: skip
        ended = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        if ended.returncode or not shot.is_file():
            raise OSError(f"{command[0]} has made no picture: {ended.stderr.decode(errors='replace')[-200:]}")
        whole = np.asarray(Image.open(shot).convert("RGB"))
    return [whole[height * i : height * (i + 1)] for i in range(len(frames))]
