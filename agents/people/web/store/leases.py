"""Leases, which say which of several servers runs a table.

All servers share one database, in which each table has a lease: the server that runs it, the expiry by the clock of the
database, and a number, the fence, that increases whenever the table changes hands. A server renews its leases while it
is alive. If it is not, another one takes over its tables. Should the first server return, it has the old fence, and
none of its decisions are written (`store.hold`).
"""

import secrets
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Float, String, bindparam, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from agents.people.web.store.database import Lease, Store, held_by
from agents.people.web.store.schema import CLOCKS, LEASES, TABLES

LEASE = 10.0
"""Seconds until a lease expires unless it is renewed: a killed server causes no longer delay."""
REMEMBERED = 1.0
"""Seconds for which another server's ownership of a table is cached."""


class clock(FunctionElement[float]):  # noqa: N801 (named as SQL functions are)
    """Seconds since 1970 by the clock of the database: now, not at the beginning of the transaction."""

    type = Float()
    inherit_cache = True


@compiles(clock, "sqlite")
def _sqlite_clock(*_: Any, **__: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(clock, "postgresql")
def _postgres_clock(*_: Any, **__: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"


@dataclass(frozen=True)
class Owner:
    """A server that runs a table."""

    id: str  # its id, which is new after each start
    address: str  # where other servers reach it, such as ``http://10.0.0.5:8000``
    key: str  # the key that identifies them to it


class ElsewhereError(Exception):
    """Another server runs this table."""

    def __init__(self, table: str, owner: Owner) -> None:
        super().__init__(f"table {table} is at {owner.address}")
        self.table, self.owner = table, owner


class Leases:
    """The leases of one server, which other servers reach at this address."""

    def __init__(self, store: Store, address: str, seconds: float = LEASE) -> None:
        self._store = store
        self.seconds = seconds
        self.me = Owner(secrets.token_hex(8), address, secrets.token_urlsafe(24))  # this server
        self._believed: dict[str, tuple[float, Owner]] = {}
        self._renewed_at = time.monotonic()

    @property
    def are_fresh(self) -> bool:
        """Whether nobody else can have this server's tables: they were renewed within the duration of a lease."""
        return time.monotonic() - self._renewed_at < self.seconds

    async def acquire(self, table: str) -> Lease | None:
        """Take over a table if nobody runs it; None if it does not exist. Raises ElsewhereError."""
        until, owner = self._believed.get(table, (0.0, self.me))
        if time.monotonic() < until:
            raise ElsewhereError(table, owner)
        self._believed.pop(table, None)
        try:
            result = await self._store.change(lambda connection: self._take(connection, table))
        except IntegrityError:  # another server wrote the table's first lease
            result = await self._store.change(lambda connection: self._take(connection, table))
        if isinstance(result, tuple):
            owner, left = result
            self._believed[table] = time.monotonic() + min(REMEMBERED, left), owner
            raise ElsewhereError(table, owner)
        return result

    def _take(self, connection: Connection, table: str) -> Lease | tuple[Owner, float] | None:
        """The lease; else its owner and the seconds until it expires; None if there is no such table."""
        mine = {"owner": self.me.id, "address": self.me.address, "key": self.me.key, "expires": clock() + self.seconds}
        this = LEASES.c.table_id == table
        free = or_(LEASES.c.owner.is_(None), LEASES.c.owner == self.me.id, LEASES.c.expires < clock())
        # A lease that another transaction holds just now is skipped, to avoid waiting for a server that may be halted.
        row = connection.execute(select(LEASES.c.fence).where(this, free).with_for_update(skip_locked=True)).first()
        if row is not None:
            taken = update(LEASES).where(this, free, LEASES.c.fence == row.fence).values(fence=row.fence + 1, **mine)
            if connection.execute(taken).rowcount == 1:
                return Lease(table, self.me.id, row.fence + 1)
        held = connection.execute(select(LEASES, (LEASES.c.expires - clock()).label("left")).where(this)).first()
        if held is not None:
            return Owner(held.owner or "", held.address or "", held.key or ""), held.left
        columns: dict[str, Any] = {
            "table_id": TABLES.c.id, "fence": literal(1), "owner": literal(self.me.id),
            "address": literal(self.me.address), "key": literal(self.me.key), "expires": clock() + self.seconds,
        }  # fmt: skip
        first = select(*columns.values()).where(TABLES.c.id == bindparam("wanted", table, String))
        written = insert(LEASES).from_select(list(columns), first).execution_options(preserve_rowcount=True)
        return Lease(table, self.me.id, 1) if connection.execute(written).rowcount == 1 else None

    def forget(self, table: str) -> None:
        """Forget the cached owner of a table: it did not answer, or does not run the table any more."""
        self._believed.pop(table, None)

    async def renew(self) -> Mapping[str, int]:
        """Renew all leases of this server; returns its tables with their fences."""
        begun = time.monotonic()
        mine = LEASES.c.owner == self.me.id

        def change(connection: Connection) -> dict[str, int]:
            connection.execute(update(LEASES).where(mine).values(expires=clock() + self.seconds))
            rows = connection.execute(select(LEASES.c.table_id, LEASES.c.fence).where(mine))
            return {row.table_id: row.fence for row in rows}

        held = await self._store.change(change)
        self._renewed_at = begun
        return held

    async def release(self, lease: Lease) -> None:
        """Release a table that nobody uses; it rests until somebody asks for it."""
        await self._update(held_by(lease), owner=None, expires=0.0)

    async def offer(self, lease: Lease) -> None:
        """Let any other server continue the table."""
        await self._update(held_by(lease), expires=0.0)

    async def offer_all(self) -> None:
        """Let other servers continue all tables, because this server stops."""
        await self._update(LEASES.c.owner == self.me.id, expires=0.0)

    async def void_all(self) -> None:
        """Expire all leases: the caller knows that no other server is alive."""
        await self._update(LEASES.c.owner != self.me.id, expires=0.0)

    async def _update(self, which: Any, **values: Any) -> None:
        await self._store.change(lambda connection: connection.execute(update(LEASES).where(which).values(**values)))

    async def orphans(self, games: Collection[str], most: int) -> list[str]:
        """Tables whose games should continue and that nobody runs, oldest first: those of dead servers, and resting
        ones where somebody's time for a decision has run out."""
        both = TABLES.outerjoin(LEASES, LEASES.c.table_id == TABLES.c.id)
        both = both.outerjoin(CLOCKS, CLOCKS.c.table_id == TABLES.c.id)
        run_out = CLOCKS.c.increment.is_(None) & (CLOCKS.c.asked + TABLES.c.away < clock())
        left = or_(
            LEASES.c.table_id.is_(None), LEASES.c.owner.is_not(None) & (LEASES.c.expires < clock()),
            LEASES.c.owner.is_(None) & run_out,
        )  # fmt: skip
        going_on = TABLES.c.begun.is_not(None) & TABLES.c.ended.is_(None) & TABLES.c.game.in_(games)
        query = select(TABLES.c.id).select_from(both).where(going_on, left).order_by(TABLES.c.created).limit(most)
        return await self._store.ask(lambda connection: list(connection.execute(query).scalars()))

    async def owners(self, tables: Collection[str]) -> Mapping[str, Owner]:
        """The present owners of these tables; tables that nobody runs are left out."""
        held = LEASES.c.table_id.in_(tables) & LEASES.c.owner.is_not(None) & (LEASES.c.expires >= clock())
        query = select(LEASES).where(held)
        rows = await self._store.ask(lambda connection: connection.execute(query).all())
        return {row.table_id: Owner(row.owner, row.address, row.key) for row in rows}
