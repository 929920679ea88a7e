"""Rematches: the same people and bots at a new table, each one seat further on."""

import logging
import secrets
import time
from typing import Any

from sqlalchemy.exc import IntegrityError

from agents.people.web.store.records import hinting, rematch_of, reseat
from agents.people.web.store.schema import REMATCHES
from agents.people.web.store.tokens import derived, digest, new_table_id, new_token
from agents.people.web.tables.hub import Hub
from agents.people.web.tables.messages import RefusedError
from agents.people.web.tables.table import Table

_log = logging.getLogger(__name__)


async def play_again(hub: Hub, table: Table, seat: int, token: str) -> tuple[str, int, str]:
    """A seat at the table where the people of a finished game play again; the first person who asks is its host.

    Returns:
        The new table's public name, the person's seat there, and its secret, which follows from that of the seat here.

    Raises:
        RefusedError: the game is not over, nobody sits there, or the new one has begun with a bot in that seat.
    """
    if not table.over:
        raise RefusedError("running" if table.begun else "not begun")
    name = table.seats[seat].name
    if name is None or table.seats[seat].bot is not None:
        raise RefusedError("spectator")
    store = hub.services.store
    following = await store.ask(rematch_of, table.id)
    if following is None:
        following = await _lay(hub, table, seat)
    there, token = _further(seat, table), derived(token, "rematch")
    again = await hub.table(following)
    if again is None:
        raise RefusedError("moved")
    if not await store.change(reseat, following, there, name, digest(token)):
        raise RefusedError("begun")
    again.take_seat(there, name)
    table.play_again(seat)
    return following, there, token


def _further(seat: int, table: Table) -> int:
    return (seat + 1) % len(table.seats)


async def _lay(hub: Hub, table: Table, host: int) -> str:
    """Create the table, unless somebody else just does; returns its public name."""
    store, name = hub.services.store, new_table_id()
    people = len(table.persons)
    row: dict[str, Any] = {
        "id": name, "game": table.game.name, "options": table.options, "seed": secrets.randbelow(2**63),
        "seed_chosen": False, "pace": table.pace, "listed": table.listed, "invite": None,
        "begun": time.time() if people == 1 else None,
    }  # fmt: skip
    seats = [
        {
            "seat": _further(each.number, table), "bot": each.bot, "host": each.number == host,
            "name": each.name if people == 1 and each.bot is None else None,
            "token": digest(new_token()) if people == 1 and each.bot is None else None,
        }
        for each in table.seats
    ]  # fmt: skip
    allowed, link = await store.ask(hinting, table.id), (REMATCHES, {"table_id": table.id, "next": name})
    try:
        await hub.lay(row, seats, table.control, table.talk.rule, allowed, [link])
    except IntegrityError:
        return await store.ask(rematch_of, table.id) or name
    _log.info("a rematch", extra={"table": name, "of": table.id})
    return name
