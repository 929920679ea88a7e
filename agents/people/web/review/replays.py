"""A finished game as pages: move by move, in the view of any seat or of the public, by a link to share.

The game is over and nothing is secret any more. Anybody with the link can see the game, but change nothing.
"""

from bisect import bisect_left

import numpy as np
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from agents.people.web.limits import Buckets
from agents.people.web.pages.parts import victory, words_for
from agents.people.web.pages.pictures import Films, can_draw
from agents.people.web.pages.rendering import Renderer, language_of
from agents.people.web.requests import address_of, form_of, redirected
from agents.people.web.review.pages import AT_ONCE, EACH, ReviewPages, Step, glimpse_of, whole
from agents.people.web.review.reviewer import Reviewed, Reviewer
from agents.people.web.store.schema import GAME_LINKS
from agents.people.web.tables.hub import Hub
from agents.people.web.tables.table import Table
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables, Viewer

SHOWN_BEFORE = 12
"""Number of earlier moves whose lines are shown beside the board, with at most `MOST_LINES` lines."""
MOST_LINES = 16


class ReplayPages:
    """The handlers of finished games."""

    def __init__(
        self, hub: Hub, reviewer: Reviewer, renderer: Renderer, reviews: ReviewPages, films: Films
    ) -> None:  # fmt: skip
        self._films = films
        self._hub, self._reviewer, self._renderer, self._reviews = hub, reviewer, renderer, reviews
        self._orders = Buckets(EACH, AT_ONCE)

    async def order(self, request: Request, table: str) -> Response:
        """Create a link to a finished game and redirect to its page, whose address can be shared."""
        if await self._reviewer.game(table) is None:
            raise HTTPException(409, "running")
        if not self._orders.take(address_of(request)):
            raise HTTPException(429)
        token = await self._reviewer.link(table, await form_of(request))
        if token is None:
            raise HTTPException(429)
        return redirected(request, f"game/{token}/")

    async def page(self, request: Request) -> Response:
        """The board at a move, what happened there, and links to other moves."""
        reviewed = await self._at(request)
        board, asked = self._hub.boards[reviewed.course.game.name], request.query_params
        eyes = whole(asked.get("eyes"), reviewed.course.end.num_players - 1)
        step = step_of(reviewed, whole(asked.get("n"), len(reviewed.course.actions)))
        glimpse, happened = glimpse_of(reviewed, step.number, eyes)
        words = words_for(board, glimpse, language_of(request))
        before, there = lines_up_to(reviewed, step, eyes)
        won = np.flatnonzero(reviewed.course.end.win_shares())
        lines = [words.rich(line) for line in reversed((before + there)[-MOST_LINES:])]
        return self._renderer.page(
            request, "replay.html", board=board, eyes=eyes, step=step, seats=glimpse.seats, words=words, lines=lines,
            news=[words.rich(line) for line in there],
            parts=board.parts(glimpse, happened, words), columns=board.columns(len(glimpse.seats), eyes),
            sprite=board.sprite(), headline=board.headline(glimpse.view, words),
            winners=victory(won.tolist(), words) if step.following is None else "",
            film=can_draw(), tail="" if eyes is None else f"&eyes={eyes}",
        )  # fmt: skip

    async def replay(self, request: Request) -> Response:
        """The game as a file."""
        return download(await self._table(request))

    async def film(self, request: Request) -> Response:
        """The game as an animated picture."""
        made = await self._films.of_table(await self._table(request))
        return Response(made, media_type="image/gif")

    async def _table(self, request: Request) -> Table:
        reviewed = await self._at(request)
        table = await self._hub.table(reviewed.saved.id)
        if table is None:
            raise HTTPException(404, "table")
        return table

    async def picture(self, request: Request) -> Response:
        """The table as a picture, for games without a board of their own."""
        return await self._reviews.picture_of(request, await self._at(request))

    async def review(self, request: Request) -> Response:
        """Order the opinion of a bot."""
        reviewed = await self._at(request)
        return await self._reviews.order_by_name(request, reviewed.saved.id)

    async def _at(self, request: Request) -> Reviewed:
        linked = await self._reviewer.linked(GAME_LINKS, request.path_params["token"])
        if linked is None:
            raise HTTPException(404, "game")
        return linked[1]


def download(table: Table) -> Response:
    """The replay of a game as a file. Raises RefusedError while the game is running."""
    named = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.json"'}
    return JSONResponse(table.replay().to_dict(), headers=named)


def step_of(reviewed: Reviewed, number: int | None) -> Step:
    """The position after a number of actions, or the next one at which something was told; by default the first."""
    states = reviewed.course.states
    numbers = tuple(n for n, state in enumerate(states) if n in (0, len(states) - 1) or state.told)
    return Step(numbers[min(bisect_left(numbers, number or 0), len(numbers) - 1)], numbers)


def lines_up_to(reviewed: Reviewed, step: Step, eyes: Viewer) -> tuple[list[str], list[str]]:
    """What this viewer had learned from the last moves before a position, and from the move that led to it."""
    feed = Feed(eyes, 0)
    for number in step.numbers[max(0, step.at - SHOWN_BEFORE) : step.at]:
        feed.hear(KnownTables(reviewed.course.states[number]))
    before = list(feed.lines)
    feed.hear(KnownTables(reviewed.course.states[step.number]))
    return before, feed.lines[len(before) :]
