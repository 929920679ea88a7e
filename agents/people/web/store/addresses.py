"""Mail addresses of players who want mail when it is their turn, stored until their game is over.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

import time
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from agents.people.web.store.schema import ADDRESSES, TABLES


def keep_address(connection: Connection, row: dict[str, Any]) -> None:
    """Store a seat's address, unconfirmed, and replace an earlier one."""
    forget_address(connection, row["table_id"], row["seat"])
    connection.execute(insert(ADDRESSES), [{**row, "wanted": False, "told": -1, "sent": 0.0}])


def address_at(connection: Connection, table: str, seat: int) -> dict[str, Any] | None:
    """The row of a seat, or None."""
    return _row(connection, (ADDRESSES.c.table_id == table) & (ADDRESSES.c.seat == seat))


def address_of(connection: Connection, token: str) -> dict[str, Any] | None:
    """The row for the hash of a letter's secret, or None."""
    return _row(connection, ADDRESSES.c.token == token)


def _row(connection: Connection, where: ColumnElement[bool]) -> dict[str, Any] | None:
    row = connection.execute(select(ADDRESSES).where(where)).mappings().first()
    return None if row is None else dict(row)


def confirm_address(connection: Connection, token: str) -> bool:
    """Mark an address as confirmed. Returns False if it does not exist any more."""
    return connection.execute(update(ADDRESSES).where(ADDRESSES.c.token == token).values(wanted=True)).rowcount == 1


def forget_address(connection: Connection, table: str, seat: int) -> None:
    """Delete the address of a seat."""
    connection.execute(delete(ADDRESSES).where(ADDRESSES.c.table_id == table, ADDRESSES.c.seat == seat))


def begin_letter(connection: Connection, table: str, seat: int, decided: int, least: float) -> bool:
    """Whether a letter may be sent now: one for each turn, not too soon after the last. If so, it counts as sent.

    The seat has made `decided` decisions, and two letters are at least `least` seconds apart.
    """
    now = time.time()
    where = (ADDRESSES.c.table_id == table) & (ADDRESSES.c.seat == seat) & ADDRESSES.c.wanted
    where &= (ADDRESSES.c.told != decided) & (ADDRESSES.c.sent <= now - least)
    return connection.execute(update(ADDRESSES).where(where).values(told=decided, sent=now)).rowcount == 1


def forget_finished(connection: Connection) -> None:
    """Delete the addresses of finished games."""
    over = select(TABLES.c.id).where(TABLES.c.ended.is_not(None))
    connection.execute(delete(ADDRESSES).where(ADDRESSES.c.table_id.in_(over)))
