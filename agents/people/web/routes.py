"""The handler of each address."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from agents.people.web.app import Site
from agents.people.web.relay import Relayed
from agents.people.web.requests import Checked, Secured, check_origin
from agents.people.web.tables.messages import RefusedError
from dynasty_env.kit.files.origin import OtherVersionError

STATIC = Path(__file__).parent / "pages" / "static"
Handler = Callable[[Request], Awaitable[Response]]


def make_app(
    site: Site, start: Callable[[], Awaitable[None]], stop: Callable[[], Awaitable[None]], hosts: Collection[str]
) -> Any:  # fmt: skip
    """The ASGI application; `hosts` are the names by which browsers reach it; empty: any."""

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

    def of_this_site(handler: Handler) -> Handler:
        async def answer(request: Request) -> Response:
            check_origin(request)
            return await handler(request)

        return answer

    def both(end: str) -> list[str]:
        return [f"/s/{{token}}/{end}", f"/w/{{table}}/{end}"]

    shown = [
        ("", site.table), ("state", site.state), ("replay.json", site.replay), ("picture.png", site.picture),
        ("turn", site.turn), ("talk", site.talk), ("game.gif", site.film), ("after", site.after),
    ]  # fmt: skip
    pages: list[tuple[str, Handler]] = [
        *((path, handler) for end, handler in shown for path in both(end)),
        ("/review/{token}/", site.reviews.page),
        ("/review/{token}/progress", site.reviews.progress), ("/review/{token}/picture.png", site.reviews.picture),
        ("/mail/{token}/", site.letters.page), ("/puzzles/", site.puzzles.overview),
        ("/puzzles/{game}/{puzzle}/", site.puzzles.page), ("/puzzles/{game}/{puzzle}/state", site.puzzles.state),
        ("/game/{token}/", site.replays.page), ("/game/{token}/replay.json", site.replays.replay),
        ("/game/{token}/picture.png", site.replays.picture), ("/game/{token}/game.gif", site.replays.film),
        ("/me/", site.profiles.mine), ("/p/{token}/", site.profiles.link),
        ("/", site.lobby), ("/join/{token}", site.invitation), ("/explain/{game}", site.explain),
        ("/rules/{game}", site.reading.rules), ("/rules/{game}/specification", site.reading.specification),
        ("/glossary/{game}", site.reading.glossary), ("/tables", site.from_form),
    ]  # fmt: skip
    said = [
        ("say", site.say), ("hint", site.hint), ("review", site.review), ("rematch", site.rematch), ("mail", site.mail),
        ("look", site.look),
    ]  # fmt: skip
    forms: list[tuple[str, Handler]] = [
        *((path, handler) for end, handler in said for path in both(end)),
        ("/tables", site.open_table), ("/join/{token}", site.join), ("/p/{token}/", site.profiles.back),
        ("/game/{token}/review", site.replays.review), ("/me/game", site.mine), ("/me/forget", site.profiles.forget),
        ("/puzzles/keep", site.puzzles.keep), ("/puzzles/{game}/{puzzle}/say", site.puzzles.answer),
        ("/mail/{token}/", site.letters.confirm),
    ]  # fmt: skip
    routes = [Route(path, limited(handler), methods=["GET"]) for path, handler in pages]
    routes += [Route(path, limited(of_this_site(handler)), methods=["POST"]) for path, handler in forms]
    routes.append(Route("/mail/{token}/stop", limited(site.letters.stop), methods=["POST"]))  # also by mail programs
    routes.append(Route("/healthz", site.health, methods=["GET"]))
    sockets = [WebSocketRoute(path, site.socket) for path in both("socket")]
    files = Mount("/static", StaticFiles(directory=STATIC), name="static")
    handlers = {
        HTTPException: site.failed, ClientDisconnect: site.hung_up, SQLAlchemyError: site.not_stored,
        OtherVersionError: site.outdated, RefusedError: site.refused,
        Exception: site.failed,
    }  # fmt: skip
    app = Starlette(routes=[*routes, *sockets, files], lifespan=lifespan, exception_handlers=handlers)
    return Relayed(Secured(Checked(app, hosts)), site.hub.services.leases.me.key)
