"""Games that are brought to a position and written into a database, as if people had played them there."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sqlalchemy import insert

from agents.people.web.store.database import Store
from agents.people.web.store.schema import DECISIONS, SEATS, TABLES
from agents.people.web.store.tokens import digest, new_table_id, new_token
from agents.registry import make_bot
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State

Wanted = Callable[[State], bool]


def found(game: Game, wanted: Wanted, bot: str, seeds: Sequence[int], **options: Any) -> tuple[State, list[int]]:
    """A position of a bot's games in which seat 0 is asked what is wanted, or the end; and how it was reached."""
    for seed in seeds:
        player, rng = make_bot(bot, game), np.random.default_rng(seed)
        state, actions = game.new(seed, **options), []
        while not state.done:
            if state.seat == 0 and wanted(state):
                return state, actions
            actions.append(int(player.act(Decision(state, rng))))
            state.play(actions[-1])
        if wanted(state):
            return state, actions
    raise AssertionError("no game comes to this")


def keep(database: str, state: State, actions: Sequence[int], bot: str, name: str = "Anna") -> str:
    """Write the game down, with a person in seat 0; the path of that seat."""
    table, token, now = new_table_id(), new_token(), time.time()
    row = {
        "id": table, "game": state.game.name, "options": state.options, "seed": state.seed, "seed_chosen": False,
        "pace": 0.0, "away": 0, "listed": True, "invite": None, "created": now, "begun": now,
        "ended": now if state.done else None, "result": None, "version": "0",
    }  # fmt: skip
    seats = [
        {"table_id": table, "seat": i, "bot": bot if i else None, "name": None if i else name,
         "token": None if i else digest(token), "host": not i}
        for i in range(state.num_players)
    ]  # fmt: skip
    chosen = [{"table_id": table, "number": i, "action": action, "by": "bot"} for i, action in enumerate(actions)]

    async def write() -> None:
        store = Store(database)
        await store.create([(TABLES, row), *((SEATS, seat) for seat in seats)])
        if chosen:
            await store.change(lambda connection: connection.execute(insert(DECISIONS), chosen))
        await store.close()

    asyncio.run(write())
    return f"/s/{token}/"
