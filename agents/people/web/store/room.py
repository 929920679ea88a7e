"""Room for what is to be kept: whether a database has failed for want of it, and whether there is some again."""

import shutil
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Engine, Integer, LargeBinary, MetaData, Table, delete, insert
from sqlalchemy.exc import SQLAlchemyError

LEAST = 1 << 20
"""Bytes that a disk must have left: with fewer the next decisions may find no room."""
TRIED = 1 << 16
"""Bytes that are written, and deleted again, to see whether there is room."""
_FULL = ("SQLITE_FULL", "53100")
"""How SQLite and PostgreSQL say that a disk is full."""


class NoRoomError(SQLAlchemyError):
    """The database's disk is full: nothing has been written."""


def failure(error: Exception) -> Exception:
    """What a failed change is reported as: NoRoomError if there was no room for it."""
    cause = getattr(error, "orig", None)
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return NoRoomError(f"no room: {cause}") if code in _FULL else error


def trial(metadata: MetaData) -> Table:
    """The table in which room is tried."""
    return Table("room", metadata, Column("id", Integer, primary_key=True), Column("filler", LargeBinary))


def try_room(connection: Connection, table: Table) -> None:
    """Write something. Raises SQLAlchemyError if there is no room for it."""
    connection.execute(delete(table))
    connection.execute(insert(table), [{"id": 1, "filler": bytes(TRIED)}])


def give_back(connection: Connection, table: Table) -> None:
    """Delete what was written to try whether there is room."""
    connection.execute(delete(table))


def is_almost_full(engine: Engine) -> bool:
    """Whether a database in a file has less than `LEAST` bytes left."""
    name: Any = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return False
    try:
        return shutil.disk_usage(Path(name.removeprefix("file:").partition("?")[0]).resolve().parent).free < LEAST
    except OSError:
        return False
