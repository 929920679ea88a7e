"""Reviews, computed in the background: one decision at a time in a worker process, each stored when it is ready.

A review belongs to a finished game. Its opinions come from hidden copies for the deciding seats, like those that bots
get. Several reviews take turns. After a restart, the server resumes those that are not complete.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress

from sqlalchemy import Table
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from agents.network.search import opinion_judge
from agents.people.advising import MEANWHILE
from agents.people.analysis import Analysis, Course
from agents.people.web.review.judging import opine, ready_judge
from agents.people.web.store import records
from agents.people.web.store.database import SavedTable
from agents.people.web.store.schema import REVIEW_LINKS
from agents.people.web.store.tokens import derived, digest, looks_like_token, token_of
from agents.people.web.tables.services import Services
from agents.search.budget import Budget
from agents.search.opinion import Opinion
from dynasty_env.kit.game import BackendName, Game

COMPILED, INTERPRETED = "400", "24"
"""Playouts for each decision on compiled and on interpreted rules."""
KEPT = 8
"""Number of games whose tables are kept in memory."""
WAITS = (40.0, 5.0)
"""Seconds that a review waits for each second of delay of the server, and the maximum."""
_log = logging.getLogger(__name__)


class Reviewed:
    """A game under review: its record in the database, and its tables and decisions."""

    def __init__(self, saved: SavedTable, game: Game, backend: BackendName) -> None:
        self.saved = saved
        state = game.new(saved.seed, backend=backend, **saved.options)
        states = [state.clone()]
        for action in saved.actions:
            state.play(action)
            states.append(state.clone())
        self.course = Course(game, states, saved.actions)
        self.persons = [seat.seat for seat in saved.seats if seat.bot is None]


class Reviewer:
    """The reviews of a server."""

    def __init__(self, games: dict[str, Game], services: Services) -> None:
        self._games, self._services = games, services
        self._waiting: deque[str] = deque()
        self._ordered = asyncio.Event()
        self._kept: OrderedDict[str, Reviewed] = OrderedDict()
        self._complete: dict[str, Analysis] = {}

    async def linked(self, links: Table, token: str) -> tuple[str, Reviewed] | None:
        """The table of a link to a review or game, and its game, or None if there is no such link."""
        if not looks_like_token(token):
            return None
        table = await self._services.store.ask(records.table_of_link, links, digest(token))
        reviewed = None if table is None else await self.game(table)
        return None if table is None or reviewed is None else (table, reviewed)

    async def link(
        self, table: str, form: Mapping[str, str], add: Callable[..., bool] = records.add_link
    ) -> str | None:
        """A link to a finished game, the same one if a browser sends the same form again; None if it has too many.

        `add` stores it, by the name of the table and the hash of the link's token.
        """
        store, token = self._services.store, derived(token_of(form), table)
        try:
            added = await store.change(add, table, digest(token))
        except IntegrityError:  # the process of another server has stored it meanwhile
            added = await store.change(add, table, digest(token))
        return token if added else None

    # -- ordering and looking ------------------------------------------------------------------------------------

    async def order(self, table: str, form: Mapping[str, str]) -> str | None:
        """Order the review of a finished game unless it has one; returns a link to it, as `link` does."""
        token = await self.link(table, form, records.begin_review)
        if token is None:
            return None
        if table not in self._waiting:
            self._waiting.append(table)
        self._ordered.set()
        return token

    async def at(self, token: str) -> tuple[Reviewed, Analysis, bool] | None:
        """The game of a link, its opinions so far, and whether the work is done; None if there is no such link."""
        linked = await self.linked(REVIEW_LINKS, token)
        if linked is None:
            return None
        table, reviewed = linked
        if table in self._complete:
            return reviewed, self._complete[table], True
        row = await self._services.store.ask(records.review, table)
        if row is None:
            return None
        analysis = Analysis(
            Budget.parse(row["budget"] or COMPILED), row["judge"] or opinion_judge(reviewed.course.game).name
        )
        analysis.opinions = {number: Opinion.from_dict(each) for number, each in row["opinions"].items()}
        if row["ended"] is not None and not row["failed"]:
            self._complete[table] = analysis
        return reviewed, analysis, row["ended"] is not None

    async def progress(self, token: str) -> tuple[int, int, bool] | None:
        """The number of opinions so far, their final number, and whether the work is done; None without such a link."""
        linked = await self.linked(REVIEW_LINKS, token)
        if linked is None:
            return None
        table, reviewed = linked
        ready, done = await self._services.store.ask(records.review_progress, table)
        return ready, len(reviewed.course.decisions), done

    def waits(self, game: Game) -> bool:
        """Whether the work on a game has to wait until its search is compiled."""
        return self._services.engine.compiling and ready_judge(game) is None

    async def game(self, table: str) -> Reviewed | None:
        """A finished game with all its tables, or None."""
        if table in self._kept:
            self._kept.move_to_end(table)
            return self._kept[table]
        saved = await self._services.store.load(table)
        if saved is None or saved.ended is None or saved.game not in self._games:
            return None
        game = self._games[saved.game]
        reviewed = await asyncio.to_thread(Reviewed, saved, game, self._services.engine.backend(game))
        if not reviewed.course.end.done:
            return None
        self._kept[table] = reviewed
        if len(self._kept) > KEPT:
            self._complete.pop(self._kept.popitem(last=False)[0], None)
        return reviewed

    # -- working -------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Work on all reviews that have been ordered. Raises asyncio.CancelledError when stopped."""
        begun = await self._services.store.ask(records.open_reviews)
        self._waiting.extend(table for table in begun if table not in self._waiting)
        while True:
            while not self._waiting:
                self._ordered.clear()
                await self._ordered.wait()
            table = self._waiting.popleft()
            try:
                if await self._work_a_little(table):
                    self._waiting.append(table)
            except Exception as error:
                _log.warning("a review has failed", extra={"table": table, "why": type(error).__name__})
                with suppress(SQLAlchemyError):  # then it is resumed after a restart
                    await self._end(table, failed=True)
            await asyncio.sleep(self._services.load.delay(*WAITS))

    async def _work_a_little(self, table: str) -> bool:
        """Compute one opinion, those of persons first; returns whether more are missing."""
        store = self._services.store
        reviewed = await self.game(table)
        if reviewed is None:
            await self._end(table, failed=True)
            return False
        game = reviewed.course.game
        if self.waits(game):
            await asyncio.sleep(1.0)  # the search will be ready soon
            return True
        judge = ready_judge(game)
        terms = (COMPILED, judge.name) if judge is not None else (INTERPRETED, MEANWHILE)
        await store.change(records.settle_review, table, *terms)
        row = await store.ask(records.review, table)
        if row is None or row["ended"] is not None:
            return False
        if row["judge"] != MEANWHILE and ready_judge(game, row["judge"]) is None:
            if self._services.engine.compiling:
                await asyncio.sleep(1.0)
                return True
            _log.warning("a review waits for rules that are not compiled", extra={"table": table, "by": row["judge"]})
            return False  # a server that has compiled them continues
        course = reviewed.course
        analysis = Analysis(Budget.parse(row["budget"]), row["judge"], row["opinions"])
        for decision in analysis.missing(course, reviewed.persons):
            if await store.ask(records.has_opinion, table, decision.number):
                continue  # the process of another server was faster
            hidden = course.states[decision.number].hide(decision.seat, 0).tables.array.tobytes()
            backend = self._services.engine.backend(game)
            opinion = await self._services.bots.work(
                opine, game, backend, hidden, decision.number, row["judge"], row["budget"], decision.action
            )
            with suppress(IntegrityError):  # the process of another server was faster
                await store.change(records.add_opinion, table, decision.number, opinion)
            if self._waiting:
                return True
            await asyncio.sleep(self._services.load.delay(*WAITS))
        await self._end(table, failed=False)
        return False

    async def _end(self, table: str, *, failed: bool) -> None:
        await self._services.store.change(records.end_review, table, failed)
