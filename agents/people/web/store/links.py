"""Links to finished games and their reviews. Anybody with a link may look; the database stores only hashes of links.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

import time

from sqlalchemy import Connection, Table, func, insert, select


def add_link(connection: Connection, links: Table, table: str, link: str) -> None:
    """Store a link to a table, by the hash of its token."""
    connection.execute(insert(links), [{"token": link, "table_id": table, "made": time.time()}])


def table_of_link(connection: Connection, links: Table, link: str) -> str | None:
    """The table for the hash of a link's token."""
    return connection.execute(select(links.c.table_id).where(links.c.token == link)).scalar()


def links_to(connection: Connection, links: Table, table: str) -> int:
    """The number of links to a table."""
    count = select(func.count()).select_from(links).where(links.c.table_id == table)
    return int(connection.execute(count).scalar() or 0)
