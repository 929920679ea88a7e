"""The tables of a server: it creates and finds them, takes over those of dead servers, and drops unused ones."""

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from agents.arguments import rulebook
from agents.people.web.boards import Board, board_of
from agents.people.web.rulebooks import Places
from agents.people.web.store import records
from agents.people.web.store.database import LeaseLostError
from agents.people.web.store.leases import ElsewhereError
from agents.people.web.store.records import RULES
from agents.people.web.store.room import NoRoomError
from agents.people.web.store.schema import CLOCKS, HINTING, LESSONS, SEATS, TABLES, TALKING, Row
from agents.people.web.store.tokens import derived, digest, looks_like_token, new_token, table_id_of
from agents.people.web.tables.clock import Control
from agents.people.web.tables.listing import ListedTable, listed_tables
from agents.people.web.tables.messages import PACES, RefusedError
from agents.people.web.tables.services import Services
from agents.people.web.tables.table import Table
from agents.people.web.viewers.known import Viewer
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.files.origin import OtherVersionError, foreign, signature, signed
from dynasty_env.kit.game import Game

IDLE = 1800.0
"""Seconds after which a table that nobody looks at is dropped from memory; it is loaded again when asked for."""
ADOPTED = 20
"""Maximum number of tables of dead servers taken over at a time; others follow later, or when asked for."""
AGAIN = 60.0
"""Seconds within which a form for a new table that is sent again does not ask for another one."""
NAME_LONGEST = 24
_log = logging.getLogger(__name__)


class FullError(Exception):
    """No more tables can be opened now."""


@dataclass(frozen=True)
class Wish:
    """A table as its host wants it."""

    game: str
    options: Mapping[str, int | bool]  # options of the game, without the number of seats
    seats: tuple[str | None, ...]  # for each seat the name of a bot, or None for a person
    host: int | None  # seat of the host; None: the host does not play
    host_name: str  # name of the host
    pace: str  # one of `PACES`
    clock: Control
    seed: int | None  # chosen by the host; None: drawn at random
    listed: bool  # the lobby shows the table
    lesson: bool = False  # it follows the lesson of its game
    talk: str = RULES[0]  # one of `store.records.RULES`
    hints: bool | None = None  # whether hints may be asked for; None: only if one person plays against bots


@dataclass(frozen=True)
class Opened:
    """The result for the host of a new table."""

    table: str  # its public name
    seat: str | None  # the secret of the host's seat; None: the host does not play
    invite: str | None  # the secret by which others take a seat; None: no other person plays


class Hub:
    """The tables of a server, at most `most` of them in memory."""

    def __init__(self, places: Places, services: Services, most: int) -> None:
        self.games: dict[str, Game] = {name: rulebook(place) for name, place in places.items()}
        self.boards: dict[str, Board] = {name: board_of(game) for name, game in self.games.items()}
        self.services, self._store, self._leases = services, services.store, services.leases
        self._most = most
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Resume all running games that no other server runs."""
        self._tasks = [asyncio.create_task(self._tick()), asyncio.create_task(self._keep_leases())]
        adopted = await self._adopt(self._most)
        if adopted:
            _log.info("games go on", extra={"tables": adopted})

    async def stop(self) -> None:
        """End all tasks, and let other servers continue the tables; every decision has been stored already."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in list(self.tables.values()):
            await table.stop()
        try:
            await self._leases.offer_all()
        except SQLAlchemyError:
            _log.exception("the leases could not be handed over; they run out by themselves")

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for table in list(self.tables.values()):
                try:
                    await self._look_after(table, now)
                except Exception:  # the clocks of the other tables go on
                    _log.exception("a table could not be looked after", extra={"table": table.id})
            self.services.metrics.tables.set(len(self.tables))

    async def _look_after(self, table: Table, now: float) -> None:
        if table.moved:
            await self._drop(table)
            return
        table.tick(now)
        if not table.in_use and now - table.used_at > IDLE:
            await self._let_rest(table)

    # -- leases --------------------------------------------------------------------------------------------------

    async def _keep_leases(self) -> None:
        """Renew the leases, drop lost tables, and continue the games of dead servers."""
        while True:
            await asyncio.sleep(self._leases.seconds / 4)
            try:
                await self.renew()
                await self._adopt(min(ADOPTED, self._most - len(self.tables)))
            except NoRoomError as error:
                _log.error("no room in the database", extra={"why": str(error)[:200]})
            except SQLAlchemyError:
                _log.exception("the leases could not be renewed")

    async def renew(self) -> None:
        """Renew all leases; tables that another server has taken over are dropped."""
        before = list(self.tables.values())
        held = await self._leases.renew()
        for table in before:
            if held.get(table.id) != table.lease.fence and not table.moved:
                table.lose()
        for table in before:
            if table.moved:
                await self._drop(table)

    async def _adopt(self, most: int) -> int:
        """Continue games that nobody runs; returns their number. Of several servers that try, one gets each game."""
        adopted = 0
        for name in await self._leases.orphans(list(self.games), max(most, 0)):
            with suppress(ElsewhereError, OtherVersionError):
                adopted += await self.table(name) is not None
        return adopted

    async def _drop(self, table: Table) -> None:
        """Drop a table that cannot continue here; the first server that is asked loads it again, possibly this one."""
        await self._forget(table)
        await self._leases.offer(table.lease)

    async def _let_rest(self, table: Table) -> None:
        table.lose()
        await self._forget(table)
        await self._leases.release(table.lease)

    async def _forget(self, table: Table) -> None:
        await table.stop()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    # -- finding -------------------------------------------------------------------------------------------------

    async def table(self, name: str) -> Table | None:
        """A table by its public name, or None.

        Raises:
            ElsewhereError: another server runs it.
            OtherVersionError: it was played under other rules, and cannot continue under the current ones.
        """
        if not self._leases.are_fresh:
            await self.renew()
        here = self.tables.get(name)
        if here is not None and not here.moved:
            return here
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
            self._loading[name].add_done_callback(lambda loaded: self._loaded(name, loaded))
        return await asyncio.shield(self._loading[name])

    def _loaded(self, name: str, loaded: "asyncio.Future[Table | None]") -> None:
        self._loading.pop(name, None)
        if not loaded.cancelled():
            loaded.exception()  # the waiting callers have received it already

    async def _load(self, name: str) -> Table | None:
        lease = await self._leases.acquire(name)
        if lease is None:
            return None
        saved = None
        try:
            saved = await self._store.load(name)
            if saved is None or saved.game not in self.games:
                await self._leases.release(lease)
                return None
            beside = await self._store.ask(records.beside, name)
            table = Table(saved, beside, self.boards[saved.game], self.services, lease)
            await table.catch_up(saved.actions, beside)
        except SQLAlchemyError:
            await self._leases.offer(lease)  # the game may be in order
            raise
        except Exception as error:
            await self._leases.release(lease)
            await self._store.change(records.keep_asked, name, 0, None)  # its clock does not wake it again
            version = signed("" if saved is None else saved.version)
            about = {"table": name, **version}
            why = "" if saved is None else foreign(version, self.games[saved.game])
            if not why:
                _log.exception("a stored game cannot go on", extra=about)
                return None
            _log.error("a stored game cannot go on under other rules", extra={**about, "why": f"{why}: {error}"[:500]})
            raise OtherVersionError(why) from None
        self.tables[name] = table
        table.start()
        if lease.fence > 1:
            _log.info("a table goes on here", extra={"table": name, "fence": lease.fence})
        return table

    async def at_seat(self, token: str) -> tuple[Table, Viewer] | None:
        """Table and seat of a secret link. Raises ElsewhereError if another server runs the table."""
        if not looks_like_token(token):
            return None
        result = await self._store.seat_of(digest(token))
        table = None if result is None else await self.table(result[0])
        if table is None or result is None or table.seats[result[1]].bot is not None:
            return None
        return table, result[1]

    async def invited(self, token: str) -> Table | None:
        """The table of an invitation. Raises ElsewhereError if another server runs it."""
        if not looks_like_token(token):
            return None
        name = await self._store.table_of_invite(digest(token))
        return None if name is None else await self.table(name)

    async def listed(self) -> list[ListedTable]:
        """Tables that the lobby shows, including those of other servers, newest first."""
        broken = {table.id for table in self.tables.values() if table.broken}
        return [table for table in await listed_tables(self._store, self.boards) if table.id not in broken]

    # -- creating ------------------------------------------------------------------------------------------------

    def check(self, wish: Wish) -> dict[str, int | bool]:
        """All options of a table. Raises OptionError that says what is wrong with the wish."""
        game = self.games.get(wish.game)
        if game is None:
            raise OptionError(f"there is no game {in_short(wish.game)}; there are {', '.join(self.games)}")
        bots = self.services.bots.names(game)
        for bot in wish.seats:
            if bot is not None and bot not in bots:
                raise OptionError(f"there is no bot {in_short(bot)} for {game.name}; its bots are {', '.join(bots)}")
        if wish.host is not None and not (0 <= wish.host < len(wish.seats) and wish.seats[wish.host] is None):
            raise OptionError("the host's seat must be a person's")
        if wish.pace not in PACES:
            raise OptionError(f"pace {wish.pace!r} is unknown: choose {', '.join(PACES)}")
        given = {**wish.options, "num_players": len(wish.seats)}
        several = sum(bot is None for bot in wish.seats) > 1
        if any(option.name == "ask_forced" for option in game.options):
            given["ask_forced"] = several  # otherwise the duration of a window would reveal who could have played
        if wish.talk not in RULES:
            raise OptionError(f"talk={in_short(wish.talk)} is unknown: choose {', '.join(RULES)}")
        return game.check_options(given)

    async def open(self, wish: Wish, token: str) -> Opened:
        """Create a table with the secret of a form. If the form has been sent just before, it is the same table again.

        Raises OptionError if the wish cannot be fulfilled, FullError if too many tables are open.
        """
        options = self.check(wish)
        if len(self.tables) >= self._most:
            raise FullError
        name = table_id_of(token)
        seat = token if wish.host is not None else None
        guests = [i for i, bot in enumerate(wish.seats) if bot is None and i != wish.host]
        invite = derived(token, "invitation") if guests else None
        seed = secrets.randbelow(2**63) if wish.seed is None else wish.seed
        row: dict[str, Any] = {
            "id": name, "game": wish.game, "options": options, "seed": seed,
            "seed_chosen": wish.seed is not None and not wish.lesson, "pace": PACES[wish.pace], "listed": wish.listed,
            "invite": None if invite is None else digest(invite), "begun": None if guests else time.time(),
        }  # fmt: skip
        self.games[wish.game].new(0, backend="interpreted", **options)  # rejects a table that cannot be dealt
        seats = [
            {
                "seat": number, "bot": bot, "host": number == wish.host,
                "name": wish.host_name if number == wish.host else None,
                "token": digest(seat) if seat is not None and number == wish.host else None,
            }
            for number, bot in enumerate(wish.seats)
        ]  # fmt: skip
        lesson: list[Row] = [(LESSONS, {"table_id": name, "left": False})] if wish.lesson else []
        try:
            await self.lay(row, seats, wish.clock, wish.talk, wish.hints, lesson)
        except IntegrityError:
            opened = await self._store.ask(records.opened_at, name)
            if opened is None or time.time() - opened > AGAIN:
                return await self.open(wish, new_token())
            return Opened(name, seat, invite)
        with suppress(Exception):
            await self.table(name)
        _log.info("table opened", extra={"table": name, "game": wish.game, "seats": len(seats), "guests": len(guests)})
        if not guests:
            self.services.metrics.games_begun.inc()
        return Opened(name, seat, invite)

    async def lay(
        self, row: dict[str, Any], seats: Sequence[dict[str, Any]], clock: Control, talk: str, hints: bool | None,
        more: Sequence[Row],
    ) -> None:  # fmt: skip
        """Store a new table at once, since any server may load it as soon as it is there.

        The arguments are a row of `TABLES` without the values that all new ones share, rows of its seats, and what is
        stored beside them. Raises IntegrityError, and stores nothing, if some of it is there already.
        """
        version = await asyncio.to_thread(signature, self.games[row["game"]])
        new = {"away": clock.seconds, "created": time.time(), "ended": None, "result": None, "version": version}
        this = {"table_id": row["id"]}
        rows: list[Row] = [(TABLES, row | new), *((SEATS, this | seat) for seat in seats)]
        if clock.seconds:
            rows.append((CLOCKS, this | {"increment": clock.increment, "number": 0, "asked": None}))
        if talk != RULES[0]:
            rows.append((TALKING, this | {"rule": talk}))
        if hints is not None:
            rows.append((HINTING, this | {"allowed": hints}))
        await self._store.create([*rows, *more])

    async def take_seat(self, table: Table, number: int, name: str, token: str) -> bool:
        """Seat a guest by a secret; False if it is not free. Raises RefusedError if the table has moved."""
        try:
            taken = await self._store.take_seat(table.lease, number, name, digest(token))
        except LeaseLostError:
            table.lose()
            raise RefusedError("moved") from None
        if taken:
            table.take_seat(number, name)
        return taken or await self._store.seat_of(digest(token)) == (table.id, number)


def tidy_name(given: str) -> str:
    """A person's name for display: one line of visible letters, not too long; empty if nothing is left."""
    letters = "".join(letter if letter.isprintable() else " " for letter in given)
    return " ".join(letters.split())[:NAME_LONGEST]
