"""Finished games out of the database, as replays: one JSON object a line."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import TextIO

from agents.people.web.rulebooks import Places, rulebook_at
from agents.people.web.store import SavedTable, Store
from dynasty_env.kit.files.replays import Replay


def replay_of(saved: SavedTable, places: Places) -> Replay:
    """A finished game as a replay. Raises DynastyEnvError where the rules of today play it in another way."""
    game = rulebook_at(places[saved.game])
    state = game.new(saved.seed, backend="interpreted", **saved.options)
    replay = Replay.of(state, [seat.bot or "person" for seat in saved.seats])
    for action in saved.actions:
        replay.add(state, action)
    return replay


async def replays(store: Store, places: Places) -> AsyncIterator[Replay]:
    """All finished games of a database, in the order in which they ended; names of persons are left out."""
    for name in await store.finished():
        saved = await store.load(name)
        if saved is not None and saved.game in places:
            yield replay_of(saved, places)


def write_lines(database: str, places: Places, out: TextIO) -> int:
    """Write all finished games; how many there were."""

    async def write() -> int:
        store = Store(database)
        count = 0
        async for replay in replays(store, places):
            out.write(json.dumps(replay.to_dict(), ensure_ascii=False) + "\n")
            count += 1
        await store.close()
        return count

    return asyncio.run(write())
