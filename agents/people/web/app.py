"""The site: the lobby, the tables, and the requests of browsers. Only the secret in an address identifies a seat."""

import json
import logging
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.websockets import WebSocket

from agents.people.web.limits import Buckets, Counts
from agents.people.web.mail.outbox import MailServer
from agents.people.web.mail.turns import TurnMail
from agents.people.web.metrics import Metrics
from agents.people.web.pages.connection import Page, Presence, attend, talk_of
from agents.people.web.pages.lobby import NAMELESS, PACE_WORDS, lobby_page, wish_of
from agents.people.web.pages.parts import words_for
from agents.people.web.pages.pictures import Films, Pictures, can_draw
from agents.people.web.pages.profiles import Profiles
from agents.people.web.pages.reading import Reading, has_rules
from agents.people.web.pages.rendering import Renderer, language_of, refusal
from agents.people.web.pages.terms import terms_in_words
from agents.people.web.phrases import Words
from agents.people.web.puzzles.pages import PuzzlePages
from agents.people.web.relay import Relay, is_relayed
from agents.people.web.requests import address_of, check_origin, form_of, redirected
from agents.people.web.review.hints import Hints
from agents.people.web.review.opinions import advice
from agents.people.web.review.pages import ReviewPages
from agents.people.web.review.replays import ReplayPages, download
from agents.people.web.review.reviewer import Reviewer
from agents.people.web.store.room import NoRoomError
from agents.people.web.store.tokens import token_of
from agents.people.web.tables.hub import FullError, Hub, tidy_name
from agents.people.web.tables.messages import PACES, RefusedError, read, read_hint
from agents.people.web.tables.rematch import play_again
from agents.people.web.tables.seat import RESIGNED
from agents.people.web.tables.table import Table
from agents.people.web.viewers.known import Viewer
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.origin import OtherVersionError
from dynasty_env.kit.phrases import _

_log = logging.getLogger(__name__)
STATUS = {"too many": 429, "oversized": 413, "no room": 507}
"""HTTP status codes of some rejections; all others have 409."""
TAKEN = _("That seat is already taken. Choose another one.")


@dataclass(frozen=True)
class Limits:
    """Rate limits for one address."""

    requests: float = 20.0  # requests per second, on average
    tables: float = 60.0  # new tables per hour
    pages: int = 64  # pages open at the same time
    messages: float = 10.0  # messages per second from one page


class Site:
    """The handlers of the site. Without a mail server, no mail is sent."""

    def __init__(
        self, hub: Hub, metrics: Metrics, limits: Limits, relay: Relay, mail: MailServer | None = None
    ) -> None:  # fmt: skip
        self.hub, self.metrics, self.limits, self.relay = hub, metrics, limits, relay
        self.renderer = Renderer()
        self.hints = Hints(hub.services)
        self.reviewer = Reviewer(hub.games, hub.services)
        self.pictures, self.films = Pictures(), Films(hub.services)
        self.reviews = ReviewPages(hub, self.reviewer, self.renderer, self.pictures)
        self.profiles = Profiles(hub, self.renderer)
        self.replays = ReplayPages(hub, self.reviewer, self.renderer, self.reviews, self.films)
        self.puzzles = PuzzlePages(hub, self.renderer, self.profiles)
        self.letters = TurnMail(hub, self.renderer, mail)
        self.reading = Reading(hub, self.renderer)
        self._requests = Buckets(limits.requests, 5 * limits.requests)
        self._openings = Buckets(limits.tables / 3600, 10)
        self._pages = Counts(limits.pages)
        self._presence = Presence()

    # -- the lobby -----------------------------------------------------------------------------------------------

    async def lobby(self, request: Request) -> Response:
        """The list of tables, and a form for a new one."""
        return await lobby_page(self.renderer, request, self.hub)

    async def from_form(self, request: Request) -> Response:
        """Redirect from the address of a rejected form, which is no page, to the lobby in the language asked for."""
        query = request.url.query
        return redirected(request, f"?{query}" if query else "")

    async def open_table(self, request: Request) -> Response:
        """Create a table from the form."""
        form = await form_of(request)
        try:
            wish, token = wish_of(form, self.hub), token_of(form)
            self.hub.check(wish)
            if not self._openings.take(address_of(request)):
                raise HTTPException(429)
            opened = await self.hub.open(wish, token)
        except OptionError as error:
            return await lobby_page(self.renderer, request, self.hub, form, error)
        except FullError:
            raise HTTPException(503, "full") from None
        place = f"s/{opened.seat}/" if opened.seat else f"w/{opened.table}/"
        anchor = f"#invite={opened.invite}" if opened.invite else ""
        response = redirected(request, place + anchor)
        if wish.host is not None and form.get("rated") == "on" and not wish.lesson:
            await self.profiles.seated(request, response, opened.table, wish.host, wish.host_name, token)
        return response

    async def invitation(self, request: Request) -> Response:
        """The page on which an invited person chooses a seat and gives a name."""
        return await self._invited(request, await self._by_invitation(request), "")

    async def join(self, request: Request) -> Response:
        """Take the seat; who has taken it by the same form goes there again."""
        table = await self._by_invitation(request)
        form = await form_of(request)
        name, token = tidy_name(form.get("name", "")), token_of(form)
        seat = next((each.number for each in table.seats if str(each.number) == form.get("seat")), None)
        message = TAKEN
        if not name:
            message = NAMELESS
        elif seat is not None:
            try:
                taken = await self.hub.take_seat(table, seat, name, token)
            except RefusedError:
                raise HTTPException(503, "moving") from None
            if taken:
                response = redirected(request, f"s/{token}/")
                if form.get("rated") == "on":
                    await self.profiles.seated(request, response, table.id, seat, name, token)
                return response
        return await self._invited(request, table, "" if table.begun else message, 409)

    async def _by_invitation(self, request: Request) -> Table:
        table = await self.hub.invited(request.path_params["token"])
        if table is None:
            raise HTTPException(404, "invitation")
        return table

    async def _invited(self, request: Request, table: Table, message: str, status: int = 200) -> Response:
        hints = await self.hints.allowed(table)
        words = Words(language_of(request), table.game.name)
        return self.renderer.page(
            request, "join.html", status, table=table, board=table.board, words=words, message=message, hints=hints,
            terms=terms_in_words(table.terms, table.board, words), has_rules=has_rules(table.board),
        )  # fmt: skip

    # -- tables --------------------------------------------------------------------------------------------------

    async def found(self, request: Request | WebSocket) -> tuple[Table, Viewer] | None:
        """The table and viewer of an address: a secret address of a seat, or a public one for spectators."""
        if "token" in request.path_params:
            return await self.hub.at_seat(request.path_params["token"])
        table = await self.hub.table(request.path_params["table"])
        return None if table is None else (table, None)

    async def _at(self, request: Request) -> tuple[Table, Viewer]:
        result = await self.found(request)
        if result is None:
            raise HTTPException(404, "table")
        return result

    async def _finished(self, request: Request) -> Table:
        table, _ = await self._at(request)
        if not table.over:
            raise HTTPException(409, "running")
        return table

    async def table(self, request: Request) -> Response:
        """The page of a seat or a spectator; it loads its contents by socket or polling."""
        table, viewer = await self._at(request)
        letters, uncounted, host = "", False, False
        if viewer is not None:
            letters = await self.letters.state(table, viewer) if self.letters.offered(table) else ""
            uncounted, host = await self.profiles.loses_by_a_hint(table.id, viewer), table.seats[viewer].host
        return self.renderer.page(
            request, "table.html", letters=letters, table=table, board=table.board, viewer=viewer, host=host,
            columns=table.board.columns(len(table.seats), viewer), sprite=table.board.sprite(),
            hints=await self.hints.allowed(table), uncounted=uncounted, paces=PACE_WORDS, seconds=PACES,
            has_rules=has_rules(table.board), words=Words(language_of(request), table.game.name),
        )  # fmt: skip

    async def state(self, request: Request) -> Response:
        """For browsers without sockets: everything that has changed since a version, or nothing."""
        table, viewer = await self._at(request)
        key = f"{table.id} {viewer} {address_of(request)}"
        self._presence.seen(table, viewer, key)
        page = Page(table, viewer, language_of(request))
        news = page.news(self.metrics)
        if news is None or str(news["version"]) == request.query_params.get("since"):
            return Response(status_code=204)
        return JSONResponse(news)

    async def talk(self, request: Request) -> Response:
        """For browsers without sockets: the chat messages from a position on."""
        table, viewer = await self._at(request)
        since = request.query_params.get("since", "0")
        talk = talk_of(table, viewer, int(since) if since.isdecimal() and len(since) < 9 else 0)
        return Response(status_code=204) if talk is None else JSONResponse(talk)

    async def mail(self, request: Request) -> Response:
        """Turn letters about the player's own turn on or off."""
        table, viewer = await self._at(request)
        if viewer is None:
            raise HTTPException(404)
        return await self.letters.order(request, table, viewer)

    async def turn(self, request: Request) -> Response:
        """Whether a seat is asked now, for the list of own tables in the lobby; this query does not open a page."""
        table, viewer = await self._at(request)
        gone = viewer is not None and table.seats[viewer].stand_in == RESIGNED
        asked = viewer is not None and table.asks(viewer)
        return JSONResponse({"asked": asked, "over": table.over, "resigned": gone})

    async def say(self, request: Request) -> Response:
        """For browsers without sockets: a message to the table."""
        table, viewer = await self._at(request)
        await table.say(viewer, read(await request.body()))
        return JSONResponse({"type": "done"})

    async def hint(self, request: Request) -> Response:
        """What a bot would do, shown only to the seat that is asked."""
        table, viewer = await self._at(request)
        wish = read_hint(await request.body())
        glimpse = table.update(viewer).shown
        opinion = await self.hints.ask(table, viewer, wish.version)
        if glimpse is None or glimpse.question is None:
            raise RefusedError("not asked")
        words = words_for(table.board, glimpse, language_of(request))
        return JSONResponse({"type": "hint", "html": str(advice(opinion, glimpse.question, words))})

    async def after(self, request: Request) -> Response:
        """What a finished game offers: a review, and the change of the viewer's rating."""
        table, viewer = await self._at(request)
        if not table.over:
            raise RefusedError("running" if table.begun else "not begun")
        words = Words(language_of(request))
        rated = None if viewer is None else await self.profiles.after(table.id, viewer, table.game.name, words)
        return HTMLResponse(self.renderer.fragment(request, "after.html", rated=rated, film=can_draw()))

    async def rematch(self, request: Request) -> Response:
        """Start another game with the same people and bots, and return the address of the new seat."""
        table, viewer = await self._at(request)
        if viewer is None:
            return self._refusal(request, "spectator", 403)
        if not self._openings.take(address_of(request)):
            raise HTTPException(429)
        following, seat, token = await play_again(self.hub, table, viewer, request.path_params["token"])
        await self.profiles.carry_on(table.id, viewer, following, seat)
        root = request.scope.get("root_path", "")
        return JSONResponse({"type": "rematch", "place": f"{root}/s/{token}/"})

    async def review(self, request: Request) -> Response:
        """Order the review of a finished game."""
        table, _ = await self._at(request)
        return await self.reviews.order(request, table)

    async def look(self, request: Request) -> Response:
        """Create a link for looking at a finished game move by move."""
        return await self.replays.order(request, (await self._finished(request)).id)

    async def mine(self, request: Request) -> Response:
        """Go from the list of own games to one of them: to its moves, or to a bot's opinion of it."""
        form = await form_of(request)
        table = form.get("table", "")
        if not await self.profiles.has_played(request, table):
            raise HTTPException(404, "table")
        if form.get("what") == "review":
            return await self.reviews.order_by_name(request, table)
        return await self.replays.order(request, table)

    async def socket(self, websocket: WebSocket) -> None:
        """A page that receives every change immediately; pages of other sites are rejected."""
        if not is_relayed(websocket):  # otherwise the server that the browser speaks with has checked this
            try:
                check_origin(websocket)
            except HTTPException:
                await websocket.close(1008)
                return
        address = None if is_relayed(websocket) else address_of(websocket)
        if address is not None and not self._pages.enter(address):
            await websocket.close(1013)
            return
        try:
            await self.relay.attend(websocket, lambda: self._attend(websocket))
        finally:
            if address is not None:
                self._pages.leave(address)

    async def _attend(self, websocket: WebSocket) -> None:
        try:
            place = await self.found(websocket)
        except OtherVersionError:
            place = None
        await websocket.accept()
        if place is None:
            await websocket.send_text(json.dumps({"type": "gone"}))
            await websocket.close(4404)
            return
        page = Page(*place, language_of(websocket))
        self.metrics.pages.inc()
        try:
            await attend(websocket, page, self.metrics, self.limits.messages)
        finally:
            self.metrics.pages.dec()

    async def replay(self, request: Request) -> Response:
        """The replay of a finished game."""
        return download(await self._finished(request))

    async def film(self, request: Request) -> Response:
        """A finished game as an animated picture."""
        table = await self._finished(request)
        made = await self.films.of_table(table)
        named = {"Content-Disposition": f'inline; filename="{table.game.name}-{table.id}.gif"'}
        return Response(made, media_type="image/gif", headers=named)

    async def picture(self, request: Request) -> Response:
        """The table as a picture, for games without a board of their own."""
        table, viewer = await self._at(request)
        drawn = await self.pictures.of_table(table, viewer)
        return Response(drawn, media_type="image/png", headers={"Cache-Control": "no-store"})

    async def explain(self, request: Request) -> Response:
        """A term of a game, explained."""
        board = self.hub.boards.get(request.path_params["game"])
        words = Words(language_of(request), "" if board is None else board.game.name)
        result = None if board is None else board.explain(request.query_params.get("term", "")[:80], words)
        if result is None:
            return JSONResponse({"title": words("No such term"), "text": ""}, 404)
        headers = {"Cache-Control": "max-age=3600", "Vary": "Cookie, Accept-Language"}
        return JSONResponse({"title": result[0], "text": str(result[1])}, headers=headers)

    async def health(self, request: Request) -> Response:
        """Whether the server can do its work."""
        trouble = await self.hub.services.store.trouble()
        return JSONResponse({"ok": False, "why": trouble} if trouble else {"ok": True}, 503 if trouble else 200)

    async def failed(self, request: Request, error: Exception) -> Response:
        """A page, or a line, that describes the error."""
        status = error.status_code if isinstance(error, HTTPException) else 500
        detail = error.detail if isinstance(error, HTTPException) else ""
        return self.renderer.failure(request, status, detail)

    async def refused(self, request: Request, error: Exception) -> Response:
        """Why the request of a page was rejected."""
        assert isinstance(error, RefusedError)
        return self._refusal(request, error.code, STATUS.get(error.code, 409))

    def _refusal(self, request: Request, code: str, status: int) -> Response:
        self.metrics.refused.labels(code).inc()
        return JSONResponse(refusal(code, language_of(request)), status)

    async def outdated(self, request: Request, error: Exception) -> Response:
        """The table was played under other rules."""
        return self.renderer.failure(request, 409, "other rules")

    async def not_stored(self, request: Request, error: Exception) -> Response:
        """The database could not carry out the request."""
        full = isinstance(error, NoRoomError)
        _log.error("no room in the database" if full else "the database failed", extra={"why": str(error)[:200]})
        return self.renderer.failure(request, 507 if full else 503, "" if full else "storage")

    async def hung_up(self, request: Request, error: Exception) -> Response:
        """The client left before its request was complete; nobody reads the answer."""
        _log.info("a client hung up in the middle of a request", extra={"method": request.method})
        return Response(status_code=400)

    def admit(self, request: Request) -> bool:
        """Whether this address is still within its limits; for relayed requests, the other server has checked that."""
        return is_relayed(request) or self._requests.take(address_of(request))
