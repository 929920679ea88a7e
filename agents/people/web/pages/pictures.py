"""Pictures of tables, for games without a board of their own, and animated pictures of finished games."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from starlette.exceptions import HTTPException

from agents.arguments import rulebook
from agents.people.film import animated, scenes
from agents.people.web.pages.photographs import can_photograph, moments, photographed
from agents.people.web.tables.services import Services
from agents.people.web.tables.table import Table
from agents.people.web.viewers.known import Viewer
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.state import State

PICTURE = "picture"
"""The key of a feed's picture among its drawn pages."""


FRAMES, SECONDS, WIDTH = 40, 25.0, 640
"""Maximum number of pictures in an animation, its duration in seconds, and its width in pixels."""
KEPT = 4
"""Number of animations that are cached."""
_log = logging.getLogger(__name__)


class Pictures:
    """Draws pictures on a separate thread, one at a time."""

    def __init__(self) -> None:
        self._brush = asyncio.Lock()

    async def of_table(self, table: Table, viewer: Viewer) -> bytes:
        """A viewer's current view of a table as PNG, drawn once for all who see the same."""
        feed = table.update(viewer)
        async with self._brush:
            version = feed.version
            drawn: tuple[int, bytes] | None = feed.drawn.get(PICTURE)
            if drawn is None or drawn[0] != version:
                drawn = version, await self._draw(table.known.of(viewer), viewer)
                if feed.version == version:
                    feed.drawn[PICTURE] = drawn
            return drawn[1]

    async def of(self, known: State, viewer: Viewer) -> bytes:
        """A table, as the viewer knows it, as PNG. Raises HTTPException 404 if it cannot be drawn here."""
        async with self._brush:
            return await self._draw(known, viewer)

    async def _draw(self, known: State, viewer: Viewer) -> bytes:
        try:
            return await asyncio.to_thread(_as_png, known, viewer)
        except (ImportError, NotImplementedError):
            raise HTTPException(404, "picture") from None


class Films:
    """Makes animated pictures of finished games in the bots' processes, each once, from the public's view."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._made: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()

    async def of_table(self, table: Table) -> bytes:
        """The finished game of a table as a GIF.

        Raises RefusedError if the game is not over, HTTPException 404 if it cannot be drawn here.
        """
        recorded = table.replay().to_dict()
        if table.id not in self._made:
            work = self._services.bots.work(filmed, table.game, recorded)
            self._made[table.id] = asyncio.ensure_future(work)
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        try:
            return await asyncio.shield(self._made[table.id])
        except Exception as error:
            self._made.pop(table.id, None)
            _log.warning("no film", extra={"table": table.id, "why": type(error).__name__})
            raise HTTPException(404, "picture") from None


def filmed(place: str, recorded: Mapping[str, Any]) -> bytes:
    """A recorded game as a GIF; runs in a worker process."""
    game = rulebook(place)
    replay = Replay.from_dict(game, recorded)
    if can_photograph(game):
        film = photographed(replay, moments(replay, FRAMES, "interpreted"))
    else:
        film = scenes(replay, FRAMES, "interpreted")
    return animated(film, SECONDS, WIDTH)


def can_draw() -> bool:
    """Whether the library for drawing pictures is installed."""
    return find_spec("PIL") is not None


def _as_png(known: State, viewer: Viewer) -> bytes:
    from PIL import Image

    file = BytesIO()
    Image.fromarray(known.game.picture(known, viewer)).save(file, "png")
    return file.getvalue()
