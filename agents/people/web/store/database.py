"""The database of games: SQLite, or another one that SQLAlchemy supports, such as PostgreSQL.

Every decision is committed before anybody is informed of it. Simultaneous decisions of many tables share a commit. A
running game is changed only under a `Lease`, which is checked in the same transaction: a server that has lost a table
to another one cannot write any more (`leases.py`).
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import ColumnElement, Connection, Integer, String, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from agents.people.web.store.engine import check_file, engine_of
from agents.people.web.store.room import NoRoomError, failure, give_back, is_almost_full, try_room
from agents.people.web.store.schema import DECISIONS, HINTS, LEASES, METADATA, SEATS, TABLES, Row
from dynasty_env.kit.errors import SaveError

Answer = TypeVar("Answer")
Given = ParamSpec("Given")
Change = Callable[[Connection], None]

_CREATING = 0x7461626C6573
"""Key of the lock that is held while the tables of the database are created."""
RETRIED = 1.0
"""Seconds after which a write to a full disk is tried again."""


class LeaseLostError(Exception):
    """Another server runs this table now, and nothing has been written."""


@dataclass(frozen=True)
class Lease:
    """The right to change a table's game."""

    table: str
    owner: str  # the server that has the right
    fence: int  # increases whenever the table changes hands


_DECIDE = insert(DECISIONS).from_select(
    ["table_id", "number", "action", "by"],
    select(
        LEASES.c.table_id, bindparam("decided", type_=Integer), bindparam("decided_action", type_=Integer),
        bindparam("decided_by", type_=String),
    )
    .where(LEASES.c.table_id == bindparam("decided_at"), LEASES.c.owner == bindparam("held_by"),
           LEASES.c.fence == bindparam("held_fence"))
    .with_for_update(read=True),
).execution_options(preserve_rowcount=True)  # fmt: skip
"""Checks and locks the lease, and stores a decision if it holds, in one statement: it is a server's most frequent."""


@dataclass(frozen=True)
class SavedSeat:
    """A stored seat."""

    seat: int
    bot: str | None
    name: str | None
    taken: bool
    host: bool


@dataclass(frozen=True)
class SavedTable:
    """A stored table with all its decisions."""

    id: str
    game: str
    options: dict[str, Any]
    seed: int
    seed_chosen: bool
    pace: float
    away: int
    listed: bool
    begun: float | None
    ended: float | None
    version: str
    seats: tuple[SavedSeat, ...]
    actions: tuple[int, ...]


class Store:
    """The database at an address such as ``sqlite:///tables.db``, on a separate thread."""

    def __init__(self, url: str) -> None:
        self._engine = engine_of(url)
        with self._engine.begin() as connection:
            if self._engine.dialect.name == "postgresql":  # several servers may start at the same time
                connection.execute(select(func.pg_advisory_xact_lock(_CREATING)))
            METADATA.create_all(connection)
        check_file(self._engine)
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[Callable[[Connection], Any], asyncio.Future[Any]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._full_since: float | None = None  # time of the last attempt, by the monotonic clock

    async def close(self) -> None:
        """Finish pending writes and close."""
        if self._writer is not None:
            await self._writer
        self._thread.shutdown()
        self._engine.dispose()

    # -- writing -------------------------------------------------------------------------------------------------

    async def change(
        self, change: Callable[Concatenate[Connection, Given], Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """Make a change, which is called with a connection and the other arguments, and commit it before returning.

        Raises:
            SQLAlchemyError: nothing has changed; NoRoomError is a subclass.
        """
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((lambda connection: change(connection, *given, **named), done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        return await done

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            changes = [change for change, _ in batch]
            answers = await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, changes)
            for (_, done), answer in zip(batch, answers, strict=True):
                if done.cancelled():
                    continue
                if isinstance(answer, Exception):
                    done.set_exception(answer)
                else:
                    done.set_result(answer)

    def _commit(self, changes: Sequence[Callable[[Connection], Any]]) -> list[Any]:
        """Run all changes in one transaction; if that fails, run each in a separate one."""
        try:
            with self._engine.begin() as connection:
                return [change(connection) for change in changes]
        except Exception as error:
            if len(changes) == 1:
                result = failure(error)
                if isinstance(result, NoRoomError):
                    self._full_since = time.monotonic()
                return [result]
        return [answer for change in changes for answer in self._commit([change])]

    async def _write_under(self, lease: Lease, change: Callable[[Connection], Answer]) -> Answer:
        """Make a change of a table. Raises LeaseLostError if another server runs it by now."""

        def fenced(connection: Connection) -> tuple[Answer] | None:
            return (change(connection),) if hold(connection, lease) else None

        answer = await self.change(fenced)
        if answer is None:
            raise LeaseLostError(lease.table)
        return answer[0]

    async def create(self, rows: Iterable[Row]) -> None:
        """Store the rows of a new table in one transaction. Raises IntegrityError, and stores none, if one is there."""

        def change(connection: Connection) -> None:
            for table, row in rows:
                connection.execute(insert(table), [row])

        await self.change(change)

    async def take_seat(self, lease: Lease, seat: int, name: str, token: str) -> bool:
        """Give a seat to a person, by the hash of the token. Returns False if it is taken, or the game has begun."""
        free = (SEATS.c.table_id == lease.table) & (SEATS.c.seat == seat)
        free &= SEATS.c.token.is_(None) & SEATS.c.bot.is_(None)
        waiting = select(TABLES.c.id).where(TABLES.c.id == lease.table, TABLES.c.begun.is_(None)).exists()
        change = update(SEATS).where(free, waiting).values(name=name, token=token)
        return await self._write_under(lease, lambda connection: connection.execute(change).rowcount) == 1

    async def begin(self, lease: Lease, bots: dict[int, str]) -> tuple[SavedSeat, ...]:
        """Begin the game, and return its seats. Bots take their seats unless a person has just taken one of them."""

        def change(connection: Connection) -> tuple[SavedSeat, ...]:
            for seat, bot in bots.items():
                where = (SEATS.c.table_id == lease.table) & (SEATS.c.seat == seat) & SEATS.c.token.is_(None)
                connection.execute(update(SEATS).where(where).values(bot=bot, name=None))
            connection.execute(update(TABLES).where(TABLES.c.id == lease.table).values(begun=time.time()))
            return read_seats(connection, lease.table)

        return await self._write_under(lease, change)

    async def decide(self, lease: Lease, number: int, action: int, by: str, beside: Change | None = None) -> None:
        """Store a decision with the number 0, 1, 2 … of its table, and in the same transaction what `beside` stores.

        Raises LeaseLostError if another server runs the table, IntegrityError if there is a decision of this number.
        """
        row = {"held_by": lease.owner, "held_fence": lease.fence, "decided_at": lease.table}
        row |= {"decided": number, "decided_action": action, "decided_by": by}

        def change(connection: Connection) -> bool:
            stored = connection.execute(_DECIDE, row).rowcount == 1
            if stored and beside is not None:
                beside(connection)
            return stored

        if not await self.change(change):
            raise LeaseLostError(lease.table)

    async def take_back(self, lease: Lease, number: int, beside: Change | None = None) -> bool:
        """Delete the decisions from this number on, and in the same transaction what `beside` deletes.

        Returns False, and deletes nothing, if a hint was given at a later one.
        """
        hinted = select(HINTS.c.number).where(HINTS.c.table_id == lease.table, HINTS.c.number > number)
        later = delete(DECISIONS).where(DECISIONS.c.table_id == lease.table, DECISIONS.c.number >= number)

        def change(connection: Connection) -> bool:
            if connection.execute(hinted).first() is not None:
                return False
            connection.execute(later)
            if beside is not None:
                beside(connection)
            return True

        return await self._write_under(lease, change)

    async def set_pace(self, lease: Lease, pace: float) -> None:
        """Change the pace of a table."""
        change = update(TABLES).where(TABLES.c.id == lease.table).values(pace=pace)
        await self._write_under(lease, lambda connection: connection.execute(change).rowcount)

    async def end(self, lease: Lease, result: dict[str, Any]) -> None:
        """Record that the game is over."""
        change = update(TABLES).where(TABLES.c.id == lease.table).values(ended=time.time(), result=result)
        await self._write_under(lease, lambda connection: connection.execute(change).rowcount)

    # -- reading -------------------------------------------------------------------------------------------------

    async def ask(
        self, query: Callable[Concatenate[Connection, Given], Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """The result of a query, which is called with a connection and the other arguments."""

        def run() -> Answer:
            with self._engine.connect() as connection:
                return query(connection, *given, **named)

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def load(self, table: str) -> SavedTable | None:
        """A table with its decisions, or None if it does not exist."""
        return await self.ask(read_table, table)

    async def seat_of(self, token: str) -> tuple[str, int] | None:
        """Table and seat for the hash of a token."""
        query = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.token == token)
        row = await self.ask(lambda connection: connection.execute(query).first())
        return None if row is None else (row[0], row[1])

    async def table_of_invite(self, token: str) -> str | None:
        """The table for the hash of an invitation."""
        query = select(TABLES.c.id).where(TABLES.c.invite == token)
        return await self.ask(lambda connection: connection.execute(query).scalar())

    async def finished(self) -> list[str]:
        """Finished tables in the order in which their games ended."""
        query = select(TABLES.c.id).where(TABLES.c.ended.is_not(None)).order_by(TABLES.c.ended)
        return await self.ask(lambda connection: list(connection.execute(query).scalars()))

    async def trouble(self) -> str:
        """Why the database cannot work: ``no answer``, or ``no room`` for further decisions; empty if it can.

        After a change that found no room, this is tested again, and ends as soon as there is room.
        """
        try:
            if await self.ask(lambda connection: connection.execute(select(1)).scalar()) != 1:
                return "no answer"
            if self._full_since is not None and time.monotonic() - self._full_since > RETRIED:
                await self.change(try_room)
                await self.change(give_back)
                self._full_since = None
        except NoRoomError:
            return "no room"
        except SQLAlchemyError:
            return "no answer"
        return "no room" if self._full_since is not None or is_almost_full(self._engine) else ""


def read_table(connection: Connection, table: str) -> SavedTable | None:
    """A table with its seats and decisions. Raises SaveError if a decision is missing."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table)).mappings().first()
    if row is None:
        return None
    chosen = select(DECISIONS.c.number, DECISIONS.c.action).where(DECISIONS.c.table_id == table)
    decisions = connection.execute(chosen.order_by(DECISIONS.c.number)).all()
    missing = next((number for number, decision in enumerate(decisions) if decision.number != number), None)
    if missing is not None:
        raise SaveError(f"decision {missing} of {len(decisions)} is missing")
    return SavedTable(
        row["id"], row["game"], row["options"], row["seed"], row["seed_chosen"], row["pace"], row["away"],
        row["listed"], row["begun"], row["ended"], row["version"],
        read_seats(connection, table), tuple(decision.action for decision in decisions),
    )  # fmt: skip


def read_seats(connection: Connection, table: str) -> tuple[SavedSeat, ...]:
    """The seats of a table."""
    seats = connection.execute(select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat)).mappings()
    return tuple(SavedSeat(s["seat"], s["bot"], s["name"], s["token"] is not None, s["host"]) for s in seats)


def held_by(lease: Lease) -> ColumnElement[bool]:
    """The condition that selects the row of `LEASES` for a lease, as long as the lease holds."""
    return (LEASES.c.table_id == lease.table) & (LEASES.c.owner == lease.owner) & (LEASES.c.fence == lease.fence)


def hold(connection: Connection, lease: Lease) -> bool:
    """Whether the lease still holds; if so, nobody else gets the table before this transaction ends."""
    touched = update(LEASES).where(held_by(lease)).values(fence=LEASES.c.fence)  # an update locks in every database
    return connection.execute(touched).rowcount == 1
