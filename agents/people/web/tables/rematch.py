"""Playing again: the same people and bots at a new table, each a seat further on."""

import asyncio
import logging
import secrets
import time
from typing import Any

from sqlalchemy.exc import IntegrityError

from agents.people.web.store.clocks import begin_clock
from agents.people.web.store.records import hinting, rematch_of, reseat, set_hinting, set_rematch
from agents.people.web.store.talk import RULES, set_talking
from agents.people.web.store.tokens import digest, new_table_id, new_token
from agents.people.web.tables.hub import Hub
from agents.people.web.tables.messages import RefusedError
from agents.people.web.tables.table import Table
from dynasty_env.kit.files.origin import signature

_log = logging.getLogger(__name__)


async def play_again(hub: Hub, table: Table, seat: int) -> tuple[str, int, str]:
    """A seat at the table at which the people of a finished game play again; the first who asks is its host.

    Args:
        hub: the tables.
        table: of the finished game.
        seat: that the person had there.

    Returns:
        The new table's public name, the person's seat there, and its secret. Whoever asks again gets another secret.

    Raises:
        RefusedError: the game is not over, nobody sits there, or the new one has begun with a bot in that seat.
    """
    if not table.over:
        raise RefusedError("running" if table.begun else "not begun")
    name = table.seats[seat].name
    if name is None or table.seats[seat].bot is not None:
        raise RefusedError("spectator")
    store = hub.services.store
    following = await store.ask(lambda connection: rematch_of(connection, table.id))
    if following is None:
        following = await _lay(hub, table, seat)
    there, token = _further(seat, table), new_token()
    again = await hub.table(following)
    if again is None:
        raise RefusedError("moved")
    if not await store.change(lambda connection: reseat(connection, following, there, name, digest(token))):
        raise RefusedError("begun")
    again.take_seat(there, name)
    table.play_again(seat)
    return following, there, token


def _further(seat: int, table: Table) -> int:
    return (seat + 1) % len(table.seats)


async def _lay(hub: Hub, table: Table, host: int) -> str:
    """Make the table, unless somebody else just does; its public name."""
    store, name, now = hub.services.store, new_table_id(), time.time()
    people = len(table.persons)
    row: dict[str, Any] = {
        "id": name, "game": table.game.name, "options": table.options, "seed": secrets.randbelow(2**63),
        "seed_chosen": False, "pace": table.pace, "away": table.control.seconds, "listed": table.listed, "invite": None,
        "created": now, "begun": now if people == 1 else None, "ended": None, "result": None,
        "version": await asyncio.to_thread(signature, table.game),
    }  # fmt: skip
    seats = [
        {
            "table_id": name, "seat": _further(each.number, table), "bot": each.bot, "host": each.number == host,
            "name": each.name if people == 1 and each.bot is None else None,
            "token": digest(new_token()) if people == 1 and each.bot is None else None,
        }
        for each in table.seats
    ]  # fmt: skip
    await store.create(row, sorted(seats, key=lambda each: each["seat"]))
    if table.control.seconds:
        await store.change(lambda connection: begin_clock(connection, name, table.control.increment))
    if table.talk.rule != RULES[0]:
        await store.change(lambda connection: set_talking(connection, name, table.talk.rule))
    try:
        await store.change(lambda connection: set_rematch(connection, table.id, name))
    except IntegrityError:  # the table just made stays empty
        return await store.ask(lambda connection: rematch_of(connection, table.id)) or name
    allowed = await store.ask(lambda connection: hinting(connection, table.id))
    if allowed is not None:
        await store.change(lambda connection: set_hinting(connection, name, allowed))
    _log.info("a rematch", extra={"table": name, "of": table.id})
    return name
