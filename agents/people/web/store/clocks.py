"""The stored state of clocks: when a question was asked, and the time left on a clock for the whole game.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from agents.people.web.store.schema import CLOCKS, LEFT


@dataclass(frozen=True)
class Kept:
    """The stored state of a clock."""

    increment: int | None = None  # the increment of its control
    number: int = 0  # number of the decision asked for last
    asked: float | None = None  # time of that, in seconds since the epoch; None: never
    left: Mapping[int, float] | None = None
    """Seconds left for each seat that has decided, if one clock is for the whole game."""


def begin_clock(connection: Connection, table: str, increment: int | None) -> None:
    """Give a new table a clock; `increment` is what a decision adds, None: the time is for each decision."""
    connection.execute(insert(CLOCKS), [{"table_id": table, "increment": increment, "number": 0, "asked": None}])


def clock_of(connection: Connection, table: str) -> Kept:
    """The stored state of a table's clock; an empty one if the table has no clock."""
    row = connection.execute(select(CLOCKS).where(CLOCKS.c.table_id == table)).mappings().first()
    if row is None:
        return Kept()
    left = connection.execute(select(LEFT.c.seat, LEFT.c.seconds).where(LEFT.c.table_id == table))
    return Kept(row["increment"], row["number"], row["asked"], {seat: seconds for seat, seconds in left})


def keep_asked(connection: Connection, table: str, number: int, at: float) -> None:
    """Record that a question was asked at this time, in seconds since the epoch."""
    connection.execute(update(CLOCKS).where(CLOCKS.c.table_id == table).values(number=number, asked=at))


def keep_left(connection: Connection, table: str, seat: int, seconds: float) -> None:
    """Record the time left for a seat."""
    where = (LEFT.c.table_id == table) & (LEFT.c.seat == seat)
    if connection.execute(update(LEFT).where(where).values(seconds=seconds)).rowcount == 0:
        connection.execute(insert(LEFT), [{"table_id": table, "seat": seat, "seconds": seconds}])
