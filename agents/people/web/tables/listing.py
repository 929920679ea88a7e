"""The lobby's list of tables, including those of other servers."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select

from agents.people.web.boards import Board
from agents.people.web.store.database import Store
from agents.people.web.store.records import RULES
from agents.people.web.store.schema import CLOCKS, LEASES, SEATS, TABLES, TALKING
from agents.people.web.tables.clock import Control, Terms
from agents.people.web.viewers.shown import SeatShown, player_shown

MAX_LISTED = 50


@dataclass(frozen=True)
class ListedTable:
    """A table as the lobby shows it."""

    id: str  # its public name
    board: Board  # the board of its game
    begun: bool  # the game is running; otherwise it is waiting for players
    seats: tuple[SeatShown, ...]  # the players
    terms: Terms  # what they agree to


async def listed_tables(store: Store, boards: Mapping[str, Board]) -> list[ListedTable]:
    """Tables whose games are running or waiting for players, newest first."""
    in_use = LEASES.c.owner.is_not(None)
    query = (
        select(
            TABLES.c.id, TABLES.c.game, TABLES.c.begun, TABLES.c.options, TABLES.c.away, TABLES.c.seed_chosen,
            CLOCKS.c.increment, TALKING.c.rule,
        )
        .join(LEASES, LEASES.c.table_id == TABLES.c.id)
        .outerjoin(CLOCKS, CLOCKS.c.table_id == TABLES.c.id)
        .outerjoin(TALKING, TALKING.c.table_id == TABLES.c.id)
        .where(TABLES.c.listed, in_use, TABLES.c.ended.is_(None), TABLES.c.game.in_(list(boards)))
        .order_by(TABLES.c.created.desc())
        .limit(MAX_LISTED)
    )  # fmt: skip

    def find(connection: Connection) -> list[ListedTable]:
        tables = connection.execute(query).all()
        seats: dict[str, list[SeatShown]] = {table.id: [] for table in tables}
        sitting = select(SEATS.c.table_id, SEATS.c.bot, SEATS.c.name, SEATS.c.token)
        for row in connection.execute(sitting.where(SEATS.c.table_id.in_(list(seats))).order_by(SEATS.c.seat)):
            seats[row.table_id].append(player_shown(row.bot, row.name if row.token is not None else None))
        return [
            ListedTable(
                table.id, boards[table.game], table.begun is not None, tuple(seats[table.id]),
                Terms(
                    table.options, Control(table.away, table.increment), table.rule or RULES[0], table.seed_chosen,
                    sum(seat.kind != "bot" for seat in seats[table.id]),
                ),
            )
            for table in tables
        ]  # fmt: skip

    return await store.ask(find)
