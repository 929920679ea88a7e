"""What the database keeps of clocks: when a question was put, and how much time is left of a whole game's.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Column, Connection, Float, ForeignKey, Integer, String, Table, insert, select, update

from agents.people.web.store.database import TABLES

_METADATA = TABLES.metadata
CLOCKS = Table(
    "clocks", _METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("increment", Integer),  # None: the time is for each decision
    Column("number", Integer, nullable=False),  # of the decision that was asked for last
    Column("asked", Float),  # when, in seconds since the epoch
)  # fmt: skip
LEFT = Table(
    "clock_left", _METADATA,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seconds", Float, nullable=False),
)  # fmt: skip


@dataclass(frozen=True)
class Kept:
    """What the database has of a clock.

    Attributes:
        increment: of its control.
        number: of the decision that was asked for last.
        asked: when that was, in seconds since the epoch; None: never.
        left: seconds of each seat that has decided, where one clock is for the whole game.
    """

    increment: int | None = None
    number: int = 0
    asked: float | None = None
    left: Mapping[int, float] | None = None


def begin_clock(connection: Connection, table: str, increment: int | None) -> None:
    """A new table has a clock; `increment` is what a decision adds, None: the time is for each decision."""
    connection.execute(insert(CLOCKS), [{"table_id": table, "increment": increment, "number": 0, "asked": None}])


def clock_of(connection: Connection, table: str) -> Kept:
    """What is kept of a table's clock; of one without, that nothing is."""
    row = connection.execute(select(CLOCKS).where(CLOCKS.c.table_id == table)).mappings().first()
    if row is None:
        return Kept()
    left = connection.execute(select(LEFT.c.seat, LEFT.c.seconds).where(LEFT.c.table_id == table))
    return Kept(row["increment"], row["number"], row["asked"], {seat: seconds for seat, seconds in left})


def keep_asked(connection: Connection, table: str, number: int, at: float) -> None:
    """A question was put at this time, in seconds since the epoch."""
    connection.execute(update(CLOCKS).where(CLOCKS.c.table_id == table).values(number=number, asked=at))


def keep_left(connection: Connection, table: str, seat: int, seconds: float) -> None:
    """So much is left of a seat's time."""
    where = (LEFT.c.table_id == table) & (LEFT.c.seat == seat)
    if connection.execute(update(LEFT).where(where).values(seconds=seconds)).rowcount == 0:
        connection.execute(insert(LEFT), [{"table_id": table, "seat": seat, "seconds": seconds}])
