"""Disk space for the database: whether a change has failed for lack of it, and whether there is some again."""

import shutil

from sqlalchemy import Connection, Engine, delete, insert
from sqlalchemy.exc import SQLAlchemyError

from agents.people.web.store.engine import file_of
from agents.people.web.store.schema import ROOM

LEAST = 1 << 20
"""Minimum number of free bytes on a disk: with fewer, the next decisions may not fit."""
TRIED = 1 << 16
"""Number of bytes that are written and deleted again to test for room."""
_FULL = ("SQLITE_FULL", "53100")
"""The codes of SQLite and PostgreSQL for a full disk."""


class NoRoomError(SQLAlchemyError):
    """The database's disk is full, and nothing has been written."""


def failure(error: Exception) -> Exception:
    """The error to report for a failed change: NoRoomError if there was no room for it."""
    cause = getattr(error, "orig", None)
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return NoRoomError(f"no room: {cause}") if code in _FULL else error


def try_room(connection: Connection) -> None:
    """Write a test row. Raises SQLAlchemyError if there is no room for it."""
    give_back(connection)
    connection.execute(insert(ROOM), [{"id": 1, "filler": bytes(TRIED)}])


def give_back(connection: Connection) -> None:
    """Delete the test row."""
    connection.execute(delete(ROOM))


def is_almost_full(engine: Engine) -> bool:
    """Whether a database in a file has less than `LEAST` bytes of disk space left."""
    try:
        file = file_of(engine.url)
        return file is not None and shutil.disk_usage(file.parent).free < LEAST
    except OSError:
        return False
