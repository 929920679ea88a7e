"""Export of finished games as replays, one JSON object a line, with marks for hints and for who made each decision.

Names of persons are left out, and so are lessons.
"""

import asyncio
import json
from collections.abc import Sequence
from typing import NamedTuple, TextIO

from agents.arguments import rulebook
from agents.people.web.rulebooks import Places
from agents.people.web.store import records
from agents.people.web.store.database import SavedTable, Store
from dynasty_env.kit.errors import SaveError, UnknownGameError, in_short
from dynasty_env.kit.files.origin import foreign, signed
from dynasty_env.kit.files.replays import Replay


def replay_of(saved: SavedTable, places: Places) -> Replay:
    """A finished game as a replay. Raises DynastyEnvError if its rulebook is unknown, or cannot play it."""
    if saved.game not in places:
        raise UnknownGameError(f"its rulebook {in_short(saved.game)} is not known here: --game file.py:Class")
    game = rulebook(places[saved.game])
    state = game.new(saved.seed, backend="interpreted", **saved.options)
    replay = Replay.of(state, [seat.bot or "person" for seat in saved.seats])
    for action in saved.actions:
        replay.add(state, action)
    if not state.done:
        raise SaveError(f"the game is said to be over, and is not after {len(saved.actions)} decisions")
    return replay


class Damaged(NamedTuple):
    """A finished game that cannot be read: the public name of its table, and the reason in words."""

    table: str
    why: str


async def replays(store: Store, places: Places) -> tuple[list[Replay], list[Damaged]]:
    """All finished games of a database with their marks, in the order in which they ended, and the unreadable ones."""
    games: list[Replay] = []
    damaged: list[Damaged] = []
    for name in await store.finished():
        saved = None
        try:
            saved = await store.load(name)
            beside = await store.ask(records.beside, name)
            if saved is None or beside.lesson_left is not None:
                continue  # the moves of a lesson were prepared
            replay = replay_of(saved, places)
            replay.decided_by = await store.ask(records.decided_by, name)
            given = await store.ask(records.hinted, name)
            replay.notes, replay.withdrawn = dict(beside.notes), list(beside.withdrawn)
            replay.talk = list(beside.talked.lines) if beside.talked.rule == "kept" else []
            replay.hints = [number for number, _ in given if number < len(replay.actions)]
        except Exception as error:  # anything that a damaged row can cause
            damaged.append(Damaged(name, _why(error, saved, places)))
        else:
            games.append(replay)
    return games, damaged


def _why(error: Exception, saved: SavedTable | None, places: Places) -> str:
    """Why a game cannot be read; if another version played it, the text begins with that version."""
    text = str(error).partition("\n")[0] or type(error).__name__
    if saved is None:
        return text
    game = rulebook(places[saved.game]) if saved.game in places else None
    return ": ".join(filter(None, [foreign(signed(saved.version), game), text]))


def finished_games(database: str, places: Places) -> tuple[list[Replay], list[Damaged]]:
    """The same by the address of a database. Raises SQLAlchemyError if the database fails."""

    async def read() -> tuple[list[Replay], list[Damaged]]:
        store = Store(database)
        try:
            return await replays(store, places)
        finally:
            await store.close()

    return asyncio.run(read())


def write_lines(games: Sequence[Replay], out: TextIO) -> int:
    """Write games, one a line, and return their number."""
    for replay in games:
        out.write(json.dumps(replay.to_dict(), ensure_ascii=False) + "\n")
    return len(games)
