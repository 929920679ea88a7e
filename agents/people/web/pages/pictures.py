"""Pictures of tables, for games without a board of their own, and finished games as animated pictures."""

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
"""Where a feed keeps what is drawn of it, beside its pages."""


FRAMES, SECONDS, WIDTH = 40, 25.0, 640
"""Most pictures of an animated one, how long it takes, and its width in pixels."""
KEPT = 4
"""Animated pictures that are kept at hand."""
_log = logging.getLogger(__name__)


class Pictures:
    """Draws pictures on a thread, one at a time, beside all other work."""

    def __init__(self) -> None:
        self._brush = asyncio.Lock()

    async def of_table(self, table: Table, viewer: Viewer) -> bytes:
        """What a viewer of a table sees now as PNG, drawn once for all who see the same."""
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
        """A table as PNG.

        Args:
            known: the table as the viewer knows it.
            viewer: whose eyes these are.

        Raises:
            HTTPException: 404, the game has no picture, or nothing can be drawn here.
        """
        async with self._brush:
            return await self._draw(known, viewer)

    async def _draw(self, known: State, viewer: Viewer) -> bytes:
        try:
            return await asyncio.to_thread(_as_png, known, viewer)
        except (ImportError, NotImplementedError):
            raise HTTPException(404, "picture") from None


class Films:
    """Makes animated pictures of finished games in the bots' processes, each once, as everybody saw the game.

    Args:
        services: what tables share.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._made: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()

    async def of_table(self, table: Table) -> bytes:
        """The finished game of a table as a GIF.

        Raises:
            RefusedError: the game is not over.
            HTTPException: 404, it cannot be drawn here.
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
    """Whether the library is there that pictures are drawn with."""
    return find_spec("PIL") is not None


def _as_png(known: State, viewer: Viewer) -> bytes:
    from PIL import Image

    file = BytesIO()
    Image.fromarray(known.game.picture(known, viewer)).save(file, "png")
    return file.getvalue()
