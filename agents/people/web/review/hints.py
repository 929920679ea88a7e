"""Hints: what a bot would do in a person's place, and the value of each option according to its playouts.

A hint goes only to the page that asks for it. It is no message to the table, and neither other pages nor bots notice
it; only the asker can no longer take back what it was about. It is computed in a worker process on a hidden copy for
that seat. The first hint at a decision is stored with the game, which is how records and ratings know of it.
"""

import asyncio
import logging
import random
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import IntegrityError

from agents.people.advising import COMPILED, INTERPRETED, MEANWHILE
from agents.people.web.limits import Buckets
from agents.people.web.review.judging import opine, ready_judge
from agents.people.web.store import records
from agents.people.web.tables.messages import RefusedError
from agents.people.web.tables.services import Services
from agents.people.web.tables.table import Table
from agents.people.web.viewers.known import Viewer
from agents.people.web.viewers.shown import takes_by_itself
from agents.search.opinion import Opinion
from dynasty_env.kit.game import BackendName

EACH, AT_ONCE = 1 / 6, 4
"""Hints that are computed for a seat: the average rate per second, and the maximum in a row."""
KEPT = 2000
"""Number of tables whose settings are cached."""
_log = logging.getLogger(__name__)
_dice = random.SystemRandom()


class Hints:
    """The hints of a server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._chosen: dict[str, bool] = {}
        self._thinking: dict[tuple[str, tuple[int, ...]], asyncio.Task[dict[str, Any]]] = {}
        self._buckets = Buckets(EACH, AT_ONCE)

    async def allowed(self, table: Table) -> bool:
        """Whether hints are allowed: as the host has chosen, else if one person plays against bots."""
        chosen = self._chosen.get(table.id)
        if chosen is None:
            chosen = await self._services.store.ask(records.hinting, table.id)
        if chosen is None:
            return len(table.persons) == 1
        if len(self._chosen) >= KEPT:
            self._chosen.clear()
        self._chosen[table.id] = chosen
        return chosen

    async def ask(self, table: Table, viewer: Viewer, version: int) -> Opinion:
        """A hint for the open decision, as a page of this version shows it; repeated requests get the same hint.

        Raises RefusedError if there is none for this viewer now; nothing has changed.
        """
        self._check(table, viewer)
        if not await self.allowed(table):
            raise RefusedError("no hints")
        seat = self._check(table, viewer, version)
        actions, game = tuple(table.actions), table.game
        key = table.id, actions
        if key not in self._thinking:
            hidden = table.known.of(seat).tables.array.tobytes()
            backend = self._services.engine.backend(game)
            task = asyncio.create_task(self._first(table, seat, actions, backend, hidden))
            self._thinking[key] = task
            task.add_done_callback(lambda done: self._forget(key, done))
        return Opinion.from_dict(await asyncio.shield(self._thinking[key]))

    def _forget(self, key: tuple[str, tuple[int, ...]], done: asyncio.Task[dict[str, Any]]) -> None:
        """The computation of a hint has ended or failed; perhaps nobody is waiting for it any more."""
        self._thinking.pop(key, None)
        if not done.cancelled():
            done.exception()

    def _check(self, table: Table, viewer: Viewer, version: int | None = None) -> int:
        """The seat that asks. Raises RefusedError if it may not get a hint now."""
        if viewer is None:
            raise RefusedError("spectator")
        if table.broken:
            raise RefusedError("broken")
        table.check_going_on()
        seat = table.seats[viewer]
        if table.state.seat != viewer or seat.bot is not None or seat.stand_in or takes_by_itself(table.state):
            raise RefusedError("not asked")
        if version is not None:
            feed = table.update(viewer)
            if not feed.asked_since <= version <= feed.version:
                raise RefusedError("stale")
        return viewer

    async def _first(
        self, table: Table, seat: int, actions: tuple[int, ...], backend: BackendName, hidden: bytes
    ) -> dict[str, Any]:
        """The hint that was given after these actions before; otherwise it is computed now and stored."""
        store, number = self._services.store, len(actions)
        given = await store.ask(records.hint, table.id, number)
        if given is not None:
            return given
        if not self._buckets.take(f"{table.id} {seat}"):
            raise RefusedError("too many")
        judge, seed = ready_judge(table.game), _dice.randrange(2**62)
        terms = (judge.name, COMPILED) if judge is not None else (MEANWHILE, INTERPRETED)
        try:
            result = await self._services.bots.work(opine, table.game, backend, hidden, seed, *terms)
        except Exception as error:
            _log.warning("no hint", extra={"table": table.id, "why": type(error).__name__})
            raise RefusedError("no idea") from None
        with suppress(IntegrityError):  # the process of another server was faster
            if not await store.change(records.add_hint, table.id, actions, seat, result):
                raise RefusedError("stale")
        table.hinted(number)
        return await store.ask(records.hint, table.id, number) or result
