"""All tables of a server: making them, finding them, and letting go of those that nobody uses."""

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from agents.people.web.boards import Board, board_of
from agents.people.web.rulebooks import Places, rulebook_at
from agents.people.web.seat import Surroundings
from agents.people.web.shown import Viewer
from agents.people.web.store import Store
from agents.people.web.table import Table
from agents.people.web.tokens import digest, looks_like_token, new_table_id, new_token
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.replays import package_version
from dynasty_env.kit.game import Game

IDLE = 1800.0
"""Seconds after which a table that nobody looks at is no longer kept in memory; it is loaded again when asked for."""
NAME_LONGEST = 24
PACES = {"fast": 0.0, "brisk": 0.5, "calm": 1.0, "slow": 2.0}
"""How long the table lingers over what has happened, in seconds."""
AWAY = (60, 120, 600, 86_400, 0)
"""Seconds after which a bot stands in for somebody who is away; 0: never."""
_log = logging.getLogger(__name__)


class FullError(Exception):
    """No more tables can be opened now."""


@dataclass(frozen=True)
class Wish:
    """A table as its host wants it.

    Attributes:
        game: name of the game.
        options: of the game, without the number of seats.
        seats: for each seat the name of a bot, or None: a person.
        host: seat of the host; None: the host does not play.
        host_name: what the host is called.
        pace: one of `PACES`.
        away: one of `AWAY`.
        seed: chosen by the host; None: drawn.
        listed: the lobby shows it.
    """

    game: str
    options: Mapping[str, int | bool]
    seats: tuple[str | None, ...]
    host: int | None
    host_name: str
    pace: str
    away: int
    seed: int | None
    listed: bool


@dataclass(frozen=True)
class Opened:
    """What the host of a new table gets.

    Attributes:
        table: its public name.
        seat: the secret of the host's seat; None: the host does not play.
        invite: the secret by which others take a seat; None: no other person plays.
    """

    table: str
    seat: str | None
    invite: str | None


class Hub:
    """The tables.

    Args:
        places: the games.
        around: what tables share.
        most: tables that may be in memory at once.
    """

    def __init__(self, places: Places, around: Surroundings, most: int) -> None:
        self.games: dict[str, Game] = {name: rulebook_at(place) for name, place in places.items()}
        self._boards: dict[str, Board] = {name: board_of(game) for name, game in self.games.items()}
        self.around = around
        self._most = most
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table | None]] = {}
        self._ticker: asyncio.Task[None] | None = None

    @property
    def _store(self) -> Store:
        return self.around.store

    async def start(self) -> None:
        """Go on with all games that were going on when the server was stopped."""
        unfinished = await self._store.unfinished()
        for name in unfinished[: self._most]:
            await self.table(name)
            await asyncio.sleep(0)
        if unfinished:
            _log.info("games go on", extra={"tables": len(self.tables)})
        self._ticker = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """End all tasks; every decision has been kept already."""
        if self._ticker is not None:
            self._ticker.cancel()
            await asyncio.gather(self._ticker, return_exceptions=True)
        for table in self.tables.values():
            await table.stop()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for table in list(self.tables.values()):
                table.tick(now)
                if not table.in_use and now - table.used_at > IDLE:
                    await table.stop()
                    del self.tables[table.id]
            self.around.metrics.tables.set(len(self.tables))

    # -- finding -------------------------------------------------------------------------------------------------

    async def table(self, name: str) -> Table | None:
        """A table by its public name; None: there is none."""
        if name in self.tables:
            return self.tables[name]
        if name in self._loading:
            return await asyncio.shield(self._loading[name])
        self._loading[name] = asyncio.ensure_future(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> Table | None:
        saved = await self._store.load(name)
        if saved is None or saved.game not in self.games:
            return None
        try:
            table = Table(saved, self.games[saved.game], self._boards[saved.game], self.around)
        except Exception:
            _log.exception("a stored game cannot go on", extra={"table": name, "version": saved.version})
            return None
        self.tables[name] = table
        table.start()
        return table

    async def at_seat(self, token: str) -> tuple[Table, Viewer] | None:
        """Table and seat of a secret link."""
        if not looks_like_token(token):
            return None
        found = await self._store.seat_of(digest(token))
        table = None if found is None else await self.table(found[0])
        return None if table is None or found is None else (table, found[1])

    async def invited(self, token: str) -> Table | None:
        """The table of an invitation."""
        if not looks_like_token(token):
            return None
        name = await self._store.table_of_invite(digest(token))
        return None if name is None else await self.table(name)

    def board(self, name: str) -> Board:
        """The board of a game."""
        return self._boards[name]

    def listed(self) -> list[Table]:
        """Tables that the lobby shows, the newest first."""
        shown = [table for table in self.tables.values() if table.listed and not table.broken]
        return sorted(shown, key=lambda table: -table.used_at)[:50]

    # -- making --------------------------------------------------------------------------------------------------

    def check(self, wish: Wish) -> dict[str, int | bool]:
        """All options of a wished table. Raises OptionError saying what is wrong with the wish."""
        game = self.games.get(wish.game)
        if game is None:
            raise OptionError(f"there is no game {wish.game!r}; there are {', '.join(self.games)}")
        bots = self.around.thinkers.names(game)
        for bot in wish.seats:
            if bot is not None and bot not in bots:
                raise OptionError(f"there is no bot {bot!r} for {game.name}; its bots are {', '.join(bots)}")
        if wish.host is not None and not (0 <= wish.host < len(wish.seats) and wish.seats[wish.host] is None):
            raise OptionError("the host's seat must be a person's")
        if wish.pace not in PACES:
            raise OptionError(f"pace {wish.pace!r} is unknown: choose {', '.join(PACES)}")
        if wish.away not in AWAY:
            raise OptionError(f"away={wish.away} is out of range: it is one of {', '.join(map(str, AWAY))}")
        given = {**wish.options, "num_players": len(wish.seats)}
        several = sum(bot is None for bot in wish.seats) > 1
        if any(option.name == "ask_forced" for option in game.options):
            given["ask_forced"] = several  # or the time that a window takes would tell who could have played
        return game.check_options(given)

    async def open(self, wish: Wish) -> Opened:
        """Make a table.

        Raises:
            OptionError: the wish is none that can be fulfilled.
            FullError: too many tables are open.
        """
        options = self.check(wish)
        if len(self.tables) >= self._most:
            raise FullError
        name = new_table_id()
        seat = new_token() if wish.host is not None else None
        guests = [i for i, bot in enumerate(wish.seats) if bot is None and i != wish.host]
        invite = new_token() if guests else None
        seed = secrets.randbelow(2**63) if wish.seed is None else wish.seed
        now = time.time()
        row: dict[str, Any] = {
            "id": name, "game": wish.game, "options": options, "seed": seed, "seed_chosen": wish.seed is not None,
            "pace": PACES[wish.pace], "away": wish.away, "listed": wish.listed,
            "invite": None if invite is None else digest(invite), "created": now,
            "begun": None if guests else now, "ended": None, "result": None, "version": package_version(),
        }  # fmt: skip
        self.games[wish.game].new(0, backend="interpreted", **options)  # a table that cannot be dealt is refused here
        seats = [
            {
                "table_id": name, "seat": number, "bot": bot, "host": number == wish.host,
                "name": wish.host_name if number == wish.host else None,
                "token": digest(seat) if seat is not None and number == wish.host else None,
            }
            for number, bot in enumerate(wish.seats)
        ]  # fmt: skip
        await self._store.create(row, seats)
        with suppress(Exception):
            await self.table(name)
        _log.info("table opened", extra={"table": name, "game": wish.game, "seats": len(seats), "guests": len(guests)})
        if not guests:
            self.around.metrics.games_begun.inc()
        return Opened(name, seat, invite)

    async def take_seat(self, table: Table, number: int, name: str) -> str | None:
        """Seat a guest; his secret, or None: somebody sits there already."""
        token = new_token()
        if not await self._store.take_seat(table.id, number, name, digest(token)):
            return None
        table.take_seat(number, name)
        return token


def tidy_name(given: str) -> str:
    """A person's name as it is shown: one line of visible letters, not too long; empty if nothing is left."""
    letters = "".join(letter if letter.isprintable() else " " for letter in given)
    return " ".join(letters.split())[:NAME_LONGEST]
