"""The chat between people at a table.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from agents.people.web.store.schema import SAID, TALKING
from dynasty_env.kit.seats.notes import Said

RULES = ("on", "kept", "off")
"""Whether people may chat, and whether replays contain the chat."""


@dataclass(frozen=True)
class Talked:
    """The stored chat of a table."""

    rule: str = RULES[0]
    lines: Sequence[Said] = ()


def set_talking(connection: Connection, table: str, rule: str) -> None:
    """Store the choice of a new table's host."""
    connection.execute(insert(TALKING), [{"table_id": table, "rule": rule}])


def talk_at(connection: Connection, table: str) -> Talked:
    """The whole chat of a table."""
    rule = connection.execute(select(TALKING.c.rule).where(TALKING.c.table_id == table)).scalar()
    query = select(SAID.c.number, SAID.c.sender, SAID.c.text).where(SAID.c.table_id == table).order_by(SAID.c.place)
    return Talked(rule or RULES[0], [Said(*row) for row in connection.execute(query)])


def add_said(connection: Connection, table: str, said: Said) -> None:
    """Store a message."""
    count = select(func.count()).select_from(SAID).where(SAID.c.table_id == table)
    place = connection.execute(count).scalar_one()
    connection.execute(insert(SAID), [{"table_id": table, "place": place, **said._asdict()}])
