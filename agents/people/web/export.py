"""Finished games out of the database, as replays: one JSON object a line; who decided what is marked, and hints are.

Names of persons are left out.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import TextIO

from agents.people.web.records import decided_by, hinted
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
    """All finished games of a database, in the order in which they ended, with their marks."""
    for name in await store.finished():
        saved = await store.load(name)
        if saved is not None and saved.game in places:
            replay = replay_of(saved, places)
            replay.decided_by = await store.ask(lambda connection, name=name: decided_by(connection, name))  # type: ignore[misc]
            given = await store.ask(lambda connection, name=name: hinted(connection, name))  # type: ignore[misc]
            replay.hints = [number for number, _ in given if number < len(replay.actions)]
            yield replay


def finished_games(database: str, places: Places) -> list[Replay]:
    """All finished games of a database."""

    async def read() -> list[Replay]:
        store = Store(database)
        found = [replay async for replay in replays(store, places)]
        await store.close()
        return found

    return asyncio.run(read())


def write_lines(games: Sequence[Replay], out: TextIO) -> int:
    """Write games, one a line; how many there were."""
    for replay in games:
        out.write(json.dumps(replay.to_dict(), ensure_ascii=False) + "\n")
    return len(games)
