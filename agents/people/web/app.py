"""The site: lobby, tables, and what browsers ask of them. The secret in an address alone says whose seat it is."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from agents.people.web.connection import Page
from agents.people.web.hints import Hints
from agents.people.web.hub import FullError, Hub, tidy_name
from agents.people.web.limits import Buckets, Counts
from agents.people.web.lobby import hints_of, lobby_page, wish_of
from agents.people.web.messages import LARGEST, RefusedError, read, read_hint
from agents.people.web.metrics import Metrics
from agents.people.web.opinions import advice
from agents.people.web.pages import words_for
from agents.people.web.presence import Presence
from agents.people.web.profiles import Profiles, rating_in_words
from agents.people.web.relay import Relay, Relayed, is_relayed
from agents.people.web.rendering import Renderer, language_of
from agents.people.web.review import ReviewPages
from agents.people.web.reviewer import Reviewer
from agents.people.web.security import Secured, address_of
from agents.people.web.shown import Viewer, as_known
from agents.people.web.sockets import attend
from agents.people.web.table import Table
from dynasty_env.kit.errors import OptionError

_log = logging.getLogger(__name__)
_FORM_LARGEST = 16_384
STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True)
class Limits:
    """What one address may ask for.

    Attributes:
        requests: a second, on average.
        tables: new ones an hour.
        pages: open at once.
        messages: a second, from one page.
    """

    requests: float = 20.0
    tables: float = 60.0
    pages: int = 64
    messages: float = 10.0


class Site:
    """The handlers of the site.

    Args:
        hub: the tables.
        metrics: figures for the operator.
        limits: for each address.
        relay: passes on what is meant for tables of other servers.
    """

    def __init__(self, hub: Hub, metrics: Metrics, limits: Limits, relay: Relay) -> None:
        self.hub, self.metrics, self.limits, self.relay = hub, metrics, limits, relay
        self.renderer = Renderer()
        self.hints = Hints(hub.around)
        self.reviewer = Reviewer(hub.games, hub.around)
        self.reviews = ReviewPages(hub, self.reviewer, self.renderer)
        self.profiles = Profiles(hub, self.renderer)
        self._requests = Buckets(limits.requests, 5 * limits.requests)
        self._openings = Buckets(limits.tables / 3600, 10)
        self._pages = Counts(limits.pages)
        self._presence = Presence()

    # -- the lobby -----------------------------------------------------------------------------------------------

    async def lobby(self, request: Request) -> Response:
        """The tables there are, and a form for a new one."""
        return await lobby_page(self.renderer, request, self.hub, "")

    async def open_table(self, request: Request) -> Response:
        """Make a table from the form."""
        form = await self._form(request)
        if not self._openings.take(address_of(request)):
            raise HTTPException(429)
        try:
            wish, hints = wish_of(form, self.hub), hints_of(form)
            opened = await self.hub.open(wish)
        except OptionError as error:
            return await lobby_page(self.renderer, request, self.hub, str(error), 400)
        except FullError:
            raise HTTPException(503, "full") from None
        place = f"s/{opened.seat}/" if opened.seat else f"w/{opened.table}/"
        anchor = f"#invite={opened.invite}" if opened.invite else ""
        if hints is not None:
            await self.hints.choose(opened.table, hints)
        response = self._to(request, place + anchor)
        if wish.host is not None and form.get("rated") == "on":
            await self.profiles.seated(request, response, opened.table, wish.host, wish.host_name)
        return response

    async def invitation(self, request: Request) -> Response:
        """Who comes by an invitation chooses a seat and says a name."""
        table = await self.hub.invited(request.path_params["token"])
        if table is None:
            raise HTTPException(404, "invitation")
        return await self._invited(request, table, "")

    async def join(self, request: Request) -> Response:
        """Take the seat."""
        table = await self.hub.invited(request.path_params["token"])
        if table is None:
            raise HTTPException(404, "invitation")
        form = await self._form(request)
        name, seat = tidy_name(str(form.get("name", ""))), str(form.get("seat", ""))
        free = [str(each.number) for each in table.seats if not each.taken]
        message = ""
        if not name:
            message = "Say what you want to be called."
        elif seat not in free or table.begun:
            message = "Somebody sits there already. Choose another seat."
        else:
            try:
                token = await self.hub.take_seat(table, int(seat), name)
            except RefusedError:
                raise HTTPException(503, "moving") from None
            if token is not None:
                response = self._to(request, f"s/{token}/")
                if form.get("rated") == "on":
                    await self.profiles.seated(request, response, table.id, int(seat), name)
                return response
            message = "Somebody sits there already. Choose another seat."
        return await self._invited(request, table, message, 409)

    async def _invited(self, request: Request, table: Table, message: str, status: int = 200) -> Response:
        hints = await self.hints.allowed(table)
        content = {"table": table, "board": table.board, "message": message, "hints": hints}
        return self.renderer.page(request, "join.html", status, **content)

    async def _form(self, request: Request) -> FormData:
        if int(request.headers.get("content-length") or _FORM_LARGEST + 1) > _FORM_LARGEST:
            raise HTTPException(413)
        if (origin := request.headers.get("origin")) and origin.partition("://")[2] != request.headers.get("host"):
            raise HTTPException(403)
        return await request.form(max_files=0, max_fields=64)

    def _to(self, request: Request, place: str) -> Response:
        return RedirectResponse(f"{request.scope.get('root_path', '')}/{place}", 303)

    # -- tables --------------------------------------------------------------------------------------------------

    async def found(self, request: Request | WebSocket) -> tuple[Table, Viewer] | None:
        """Table and viewer of an address: a secret one of a seat, or a public one for spectators."""
        if "token" in request.path_params:
            return await self.hub.at_seat(request.path_params["token"])
        table = await self.hub.table(request.path_params["table"])
        return None if table is None else (table, None)

    async def _at(self, request: Request) -> tuple[Table, Viewer]:
        found = await self.found(request)
        if found is None:
            raise HTTPException(404, "table")
        return found

    async def table(self, request: Request) -> Response:
        """The page of a seat, or of a spectator; it fills itself by socket or polling."""
        table, viewer = await self._at(request)
        seat = None if viewer is None else table.seats[viewer]
        return self.renderer.page(
            request, "table.html", table=table, board=table.board, viewer=viewer, host=seat is not None and seat.host,
            columns=table.board.columns(len(table.seats), viewer), sprite=table.board.sprite(),
            hints=await self.hints.allowed(table),
        )  # fmt: skip

    async def state(self, request: Request) -> Response:
        """For browsers without sockets: all that has changed since a version, or nothing."""
        table, viewer = await self._at(request)
        key = f"{table.id} {viewer} {address_of(request)}"
        self._presence.seen(table, viewer, key)
        page = Page(table, viewer, language_of(request))
        news = page.news(self.metrics)
        if news is None or str(news["version"]) == request.query_params.get("since"):
            return Response(status_code=204)
        return JSONResponse(news)

    async def say(self, request: Request) -> Response:
        """For browsers without sockets: a message to the table."""
        if int(request.headers.get("content-length") or LARGEST + 1) > LARGEST:
            return self._refuse("oversized", request, 413)
        table, viewer = await self._at(request)
        try:
            await table.say(viewer, read(await request.body()))
        except RefusedError as refused:
            return self._refuse(refused.code, request, 409)
        return JSONResponse({"type": "done"})

    async def hint(self, request: Request) -> Response:
        """What a bot would do, for the seat that is asked and for nobody else."""
        if int(request.headers.get("content-length") or LARGEST + 1) > LARGEST:
            return self._refuse("oversized", request, 413)
        table, viewer = await self._at(request)
        try:
            wish = read_hint(await request.body())
            _, glimpse = table.glimpse(viewer)
            opinion = await self.hints.ask(table, viewer, wish.version)
        except RefusedError as refused:
            return self._refuse(refused.code, request, 429 if refused.code == "too many" else 409)
        if glimpse.question is None:
            return self._refuse("not asked", request, 409)
        words = words_for(table.board, glimpse, language_of(request))
        return JSONResponse({"type": "hint", "html": str(advice(opinion, glimpse.question, words))})

    async def after(self, request: Request) -> Response:
        """What is to be had when a game is over: a review, and what has become of one's rating."""
        table, viewer = await self._at(request)
        if not table.over:
            return self._refuse("not begun", request, 409)
        rated = None if viewer is None else await self.profiles.after(table.id, viewer, table.game.name)
        words = self.renderer.words(language_of(request))
        said = rating_in_words(rated["rating"], words) if rated and rated["rating"] else ""
        return HTMLResponse(self.renderer.fragment(request, "after.html", rated=rated, said=said))

    async def review(self, request: Request) -> Response:
        """Order the review of a game that is over."""
        if (origin := request.headers.get("origin")) and origin.partition("://")[2] != request.headers.get("host"):
            raise HTTPException(403)
        table, _ = await self._at(request)
        return await self.reviews.order(request, table)

    def _refuse(self, code: str, request: Request, status: int) -> Response:
        self.metrics.refused.labels(code).inc()
        return JSONResponse(self.renderer.refusal(code, language_of(request)), status)

    async def socket(self, websocket: WebSocket) -> None:
        """A page that is told at once of whatever changes."""
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
        found = await self.found(websocket)
        await websocket.accept()
        if found is None:
            await websocket.send_text(json.dumps({"type": "gone"}))
            await websocket.close(4404)
            return
        page = Page(*found, language_of(websocket))
        self.metrics.pages.inc()
        try:
            await attend(websocket, page, self.metrics, self.renderer, self.limits.messages)
        finally:
            self.metrics.pages.dec()

    async def replay(self, request: Request) -> Response:
        """The replay of a game that is over."""
        table, _ = await self._at(request)
        try:
            recorded = table.replay()
        except RefusedError:
            raise HTTPException(409, "running") from None
        named = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.json"'}
        return JSONResponse(recorded.to_dict(), headers=named)

    async def picture(self, request: Request) -> Response:
        """The table as a picture, for games without a board of their own."""
        table, viewer = await self._at(request)
        try:
            from PIL import Image

            pixels = table.game.picture(as_known(table.state, viewer), viewer)
        except (ImportError, NotImplementedError):
            raise HTTPException(404, "picture") from None
        file = BytesIO()
        await asyncio.to_thread(Image.fromarray(pixels).save, file, "png")
        return Response(file.getvalue(), media_type="image/png", headers={"Cache-Control": "no-store"})

    async def explain(self, request: Request) -> Response:
        """A term of a game, explained."""
        game = self.hub.games.get(request.path_params["game"])
        board = None if game is None else self.hub.board(request.path_params["game"])
        words = self.renderer.words(language_of(request), game)
        found = None if board is None else board.explain(request.query_params.get("term", "")[:80], words)
        if found is None:
            return JSONResponse({"title": words("No such term"), "text": ""}, 404)
        headers = {"Cache-Control": "max-age=3600", "Vary": "Cookie, Accept-Language"}
        return JSONResponse({"title": found[0], "text": str(found[1])}, headers=headers)

    async def health(self, request: Request) -> Response:
        """Whether the server can do its work."""
        healthy = await self.hub.around.store.healthy()
        return JSONResponse({"ok": healthy}, 200 if healthy else 503)

    async def failed(self, request: Request, error: Exception) -> Response:
        """A page, or a line, that says what is wrong."""
        status = error.status_code if isinstance(error, HTTPException) else 500
        detail = error.detail if isinstance(error, HTTPException) else ""
        return self.renderer.failure(request, status, detail)

    def admit(self, request: Request) -> bool:
        """Whether this address may ask for more just now; another server has asked that already."""
        return is_relayed(request) or self._requests.take(address_of(request))


Handler = Callable[[Request], Awaitable[Response]]


def make_app(site: Site, start: Callable[[], Awaitable[None]], stop: Callable[[], Awaitable[None]]) -> Any:
    """The ASGI application.

    Args:
        site: its handlers.
        start: called before the first request.
        stop: called after the last.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await start()
        yield
        await stop()

    def limited(handler: Handler) -> Handler:
        async def answer(request: Request) -> Response:
            if not site.admit(request):
                raise HTTPException(429)
            return await site.relay.answer(request, handler)

        return answer

    def both(end: str) -> list[str]:
        return [f"/s/{{token}}/{end}", f"/w/{{table}}/{end}"]

    pages: list[tuple[str, Handler]] = [
        *((path, site.table) for path in both("")), *((path, site.state) for path in both("state")),
        *((path, site.replay) for path in both("replay.json")), *((path, site.picture) for path in both("picture.png")),
        *((path, site.after) for path in both("after")), ("/review/{token}/", site.reviews.page),
        ("/review/{token}/progress", site.reviews.progress), ("/review/{token}/picture.png", site.reviews.picture),
        ("/me/", site.profiles.mine), ("/p/{token}/", site.profiles.back),
        ("/", site.lobby), ("/join/{token}", site.invitation), ("/explain/{game}", site.explain),
    ]  # fmt: skip
    routes = [Route(path, limited(handler), methods=["GET"]) for path, handler in pages]
    spoken = [(end, handler) for end, handler in (("say", site.say), ("hint", site.hint), ("review", site.review))]
    routes += [Route(path, limited(handler), methods=["POST"]) for end, handler in spoken for path in both(end)]
    routes += [
        Route("/tables", limited(site.open_table), methods=["POST"]),
        Route("/join/{token}", limited(site.join), methods=["POST"]),
        Route("/me/forget", limited(site.profiles.forget), methods=["POST"]),
        Route("/healthz", site.health, methods=["GET"]),
    ]
    sockets = [WebSocketRoute(path, site.socket) for path in both("socket")]
    files = Mount("/static", StaticFiles(directory=STATIC), name="static")
    handlers = {HTTPException: site.failed, Exception: site.failed}
    app = Starlette(routes=[*routes, *sockets, files], lifespan=lifespan, exception_handlers=handlers)
    return Secured(Relayed(app, site.hub.around.leases.me.key))
