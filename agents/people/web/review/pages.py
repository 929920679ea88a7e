"""The pages of a review: a finished game, decision by decision, with a bot's opinion of each.

The board is shown as the deciding seat saw it, since the opinion is based on that. The game is over and nothing is
secret any more: the view of any other seat can be shown, too.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from agents.people.analysis import Analysis, RecordedDecision
from agents.people.web.boards import Board
from agents.people.web.boards.pieces import joined
from agents.people.web.limits import Buckets
from agents.people.web.markup import Markup
from agents.people.web.pages.bots import bot_called
from agents.people.web.pages.parts import words_for
from agents.people.web.pages.pictures import Pictures
from agents.people.web.pages.rendering import Renderer, language_of
from agents.people.web.phrases import Words
from agents.people.web.requests import address_of, form_of, redirected
from agents.people.web.review.chart import as_table, draw_chart
from agents.people.web.review.opinions import chance, how_sure, judged, options_list
from agents.people.web.review.reviewer import Reviewed, Reviewer
from agents.people.web.tables.hub import Hub
from agents.people.web.tables.table import Table
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables, Viewer, as_known
from agents.people.web.viewers.shown import Glimpse, player_shown, question_for

EACH, AT_ONCE = 1 / 60, 10
"""Reviews that one address may order: the average rate per second, and the maximum in a row."""
LISTED = 12
"""Number of mistakes that are listed openly."""


@dataclass(frozen=True)
class Look:
    """What a page of a review shows."""

    number: int  # number of actions before it
    decision: RecordedDecision | None  # the decision there; None at the end, or if there was no choice
    eyes: Viewer  # whose view is shown
    whose: int | None  # the seat whose decisions are visited; None: all. By default, that of a person who played alone


class Step(NamedTuple):
    """A number of actions of a game, among those that can be walked to, in the order of the game."""

    number: int
    numbers: Sequence[int]

    @property
    def at(self) -> int:
        """How many of them are before it."""
        return bisect_left(self.numbers, self.number)

    @property
    def previous(self) -> int | None:
        """The last one before it, or None."""
        return self.numbers[self.at - 1] if self.at else None

    @property
    def following(self) -> int | None:
        """The first one after it, or None."""
        return next((number for number in self.numbers if number > self.number), None)


class ReviewPages:
    """The handlers of reviews."""

    def __init__(self, hub: Hub, reviewer: Reviewer, renderer: Renderer, pictures: Pictures) -> None:
        self._hub, self._reviewer, self._renderer, self._pictures = hub, reviewer, renderer, pictures
        self._orders = Buckets(EACH, AT_ONCE)

    async def order(self, request: Request, table: Table) -> Response:
        """Order the review of a finished game and redirect to its page, whose address can be shared."""
        if not table.over:
            raise HTTPException(409, "running review")
        return await self.order_by_name(request, table.id)

    async def order_by_name(self, request: Request, table: str) -> Response:
        """The same by the public name of a table whose game is over."""
        if not self._orders.take(address_of(request)):
            raise HTTPException(429)
        token = await self._reviewer.order(table, await form_of(request))
        if token is None:
            raise HTTPException(429)
        return redirected(request, f"review/{token}/")

    async def page(self, request: Request) -> Response:
        """A decision with the board, the options, the chart and the mistakes."""
        reviewed, analysis, done = await self._at(request)
        look = self._look(request, reviewed, analysis)
        board = self._hub.boards[reviewed.course.game.name]
        glimpse, lines = glimpse_of(reviewed, look.number, look.eyes)
        words = words_for(board, glimpse, language_of(request))
        numbers = [d.number for d in reviewed.course.decisions if look.whose in (None, d.seat)]
        step = Step(look.number, [*numbers, len(reviewed.course.actions)])
        return self._renderer.page(
            request, "review.html", board=board, look=look, glimpse=glimpse, seats=glimpse.seats, done=done,
            parts=board.parts(glimpse, lines, words), columns=board.columns(len(glimpse.seats), look.eyes),
            sprite=board.sprite(), headline=board.headline(glimpse.view, words), words=words,
            said=_said(board, reviewed, analysis, look, words), chart=_chart(reviewed, analysis, look, words),
            mistakes=_mistakes(reviewed, analysis, look, words), step=step,
            tail=f"&seat={'all' if look.whose is None else look.whose}",
            ready=len(analysis.opinions), total=len(reviewed.course.decisions),
            waits=self._reviewer.waits(reviewed.course.game),
            bot=words(
                "a search that imagines {n} games and lets the {judge} play them out", n=str(analysis.budget),
                judge=bot_called(words, analysis.judge),
            ),
        )  # fmt: skip

    async def progress(self, request: Request) -> Response:
        """The progress of the work."""
        result = await self._reviewer.progress(request.path_params["token"])
        if result is None:
            raise HTTPException(404, "review")
        return JSONResponse(dict(zip(("ready", "total", "done"), result, strict=True)))

    async def picture(self, request: Request) -> Response:
        """The table as a picture, for games without a board of their own."""
        reviewed, _, _ = await self._at(request)
        return await self.picture_of(request, reviewed)

    async def picture_of(self, request: Request, reviewed: Reviewed) -> Response:
        """The same of a finished game."""
        place = request.query_params.get("v", "")
        number, viewer = divmod(int(place), 16) if place.isdecimal() and len(place) < 9 else (-1, 0)
        if not 0 <= number < len(reviewed.course.states) or viewer > reviewed.course.end.num_players:
            raise HTTPException(404)
        eyes = viewer - 1 if viewer else None
        known = as_known(reviewed.course.states[number], eyes)
        return Response(await self._pictures.of(known, eyes), media_type="image/png")

    async def _at(self, request: Request) -> tuple[Reviewed, Analysis, bool]:
        result = await self._reviewer.at(request.path_params["token"])
        if result is None:
            raise HTTPException(404, "review")
        return result

    def _look(self, request: Request, reviewed: Reviewed, analysis: Analysis) -> Look:
        """What an address asks for; without a number, the largest mistake, or else the first decision."""
        course, asked = reviewed.course, request.query_params
        whose = whole(asked.get("seat"), course.end.num_players - 1)
        if whose is None and asked.get("seat") != "all" and len(reviewed.persons) == 1:
            whose = reviewed.persons[0]
        number = whole(asked.get("n"), len(course.actions))
        if number is None:
            own = [d for d in course.decisions if whose in (None, d.seat)]
            decisions = analysis.mistakes(course, whose) or own or course.decisions
            number = decisions[0].number if decisions else 0
        decision = next((d for d in course.decisions if d.number == number), None)
        eyes = whole(asked.get("eyes"), course.end.num_players - 1)
        if eyes is None and asked.get("eyes") != "all":
            eyes = decision.seat if decision else (reviewed.persons[0] if reviewed.persons else None)
        return Look(number, decision, eyes, whose)


def whole(given: str | None, most: int) -> int | None:
    """A whole number 0 … most from an address; None if there is none, or another value."""
    if given is None or not given.isdecimal() or len(given) > 6 or int(given) > most:
        return None
    return int(given)


def glimpse_of(reviewed: Reviewed, number: int, viewer: Viewer) -> tuple[Glimpse, list[str]]:
    """The view after a number of actions, and what the last move that this viewer noticed had done."""
    states = reviewed.course.states
    feed = Feed(viewer, 0)
    for earlier in range(number, -1, -1):
        if feed.hear(KnownTables(states[earlier])):
            break
    seats = tuple(player_shown(seat.bot, seat.name or "") for seat in reviewed.saved.seats)
    known = KnownTables(states[number])
    glimpse = feed.update(known, seats)
    asked = question_for(known.of(viewer), viewer)
    place = 16 * number + (0 if viewer is None else viewer + 1)  # `picture` reads it
    return replace(glimpse, question=asked, story=place), feed.lines


def _said(board: Board, reviewed: Reviewed, analysis: Analysis, look: Look, words: Words) -> Markup:
    """The decision in words: the question, the action taken, and the bot's opinion."""
    if look.decision is None:
        text = words("The game is over") if look.number == len(reviewed.course.actions) else words("No choice here.")
        return Markup("<h2>{}</h2>").format(text)
    decision, state = look.decision, reviewed.course.states[look.number]
    turn = reviewed.course.as_met(decision)
    named = {int(action): turn.describe(int(action)) for action in turn.legal}
    glimpse, _ = glimpse_of(reviewed, look.number, decision.seat)
    asked, why = board.asks(glimpse, words)
    if glimpse.question is None:  # the table would have taken it automatically
        asked = words.term(state.phase.replace("_", " "))
    head = Markup('<p class="decider">{}</p><h2 id="asked" tabindex="-1">{}</h2><p class="why">{}</p>').format(
        words("Decision of {name}", name=words.name(decision.seat)), asked, why
    )
    head += Markup('<p class="took">{} <b>{}</b></p>').format(words("Taken:"), words.rich(named[decision.action]))
    opinion = analysis.opinions.get(decision.number)
    if opinion is None or opinion.verdict is None:
        listed = Markup('<ul class="weighed">{}</ul>').format(
            joined(Markup("<li>{}</li>").format(words.rich(name)) for name in named.values())
        )
        return (
            head
            + Markup('<p class="quiet">{}</p>').format(words("The bot has not reached this decision yet."))
            + listed
        )
    return (
        head + judged(opinion.verdict, opinion, named, words)
        + options_list(opinion, named, words, decision.action) + how_sure(opinion, words)
    )  # fmt: skip


def _chart(reviewed: Reviewed, analysis: Analysis, look: Look, words: Words) -> dict[str, Markup]:
    course = reviewed.course
    lines = [list(analysis.chances(course, seat)) for seat in range(course.end.num_players)]
    slips = [(d.number, d.seat, v.wins) for d in analysis.mistakes(course, look.whose) if (v := analysis.verdict(d))]
    drawn = draw_chart(lines, len(course.actions), look.number, slips, words)
    return {"drawn": drawn, "table": as_table(lines, words)}


def _mistakes(reviewed: Reviewed, analysis: Analysis, look: Look, words: Words) -> list[dict[str, Any]]:
    """The largest mistakes and their costs."""
    result = []
    for decision in analysis.mistakes(reviewed.course, look.whose)[:LISTED]:
        verdict = analysis.verdict(decision)
        if verdict is not None:
            taken = reviewed.course.as_met(decision).describe(decision.action)
            result.append({
                "number": decision.number, "who": words.tag(decision.seat), "taken": words.rich(taken),
                "loss": chance(verdict.loss, words), "here": decision.number == look.number,
            })  # fmt: skip
    return result
