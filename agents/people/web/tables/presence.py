"""Presence without sockets: pages that poll count as open until they have not asked for a while."""

import asyncio
from collections.abc import Callable

from agents.people.web.tables.table import Table
from agents.people.web.viewers.known import Viewer

PATIENCE = 15.0
"""Seconds without a request after which a page counts as closed."""


class Presence:
    """Pages that poll."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, str], tuple[asyncio.TimerHandle, Callable[[], None]]] = {}

    def seen(self, table: Table, viewer: Viewer, page: str) -> None:
        """A page has sent a request. A table that has been reloaded does not know the page yet."""
        key = id(table), page

        def unheard() -> None:
            """Nothing to do: polling pages ask for news themselves."""

        later = asyncio.get_running_loop().call_later(PATIENCE, self._end, table, viewer, key)
        if key in self._open:
            before, listener = self._open[key]
            before.cancel()
            self._open[key] = later, listener
        else:
            table.listen(viewer, unheard)
            self._open[key] = later, unheard

    def _end(self, table: Table, viewer: Viewer, key: tuple[int, str]) -> None:
        table.leave(viewer, self._open.pop(key)[1])
