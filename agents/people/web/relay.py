"""Relays requests and sockets of pages to the server that runs their table.

A page can reach any server, and a reverse proxy in front of them need not know which server runs which table. If the
owner does not answer, the page waits until the owner's lease has expired, and is then served here.
"""

import asyncio
import logging
import random
import secrets
import ssl
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import TypeVar

import httpx
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from agents.people.web.pages.connection import MOVED
from agents.people.web.requests import address_of
from agents.people.web.store.leases import ElsewhereError, Leases, Owner
from agents.people.web.workers.bots import LONGEST_THOUGHT

KEY, CLIENT = "x-table-key", "x-table-client"
"""Headers between servers: the key of the server that is asked, and the address of the browser."""
ASKED = ("accept", "accept-language", "content-type", "cookie", "host", "origin")
ANSWERED = ("cache-control", "content-disposition", "content-type", "location", "set-cookie", "vary")
"""Response headers that are passed on."""
CONNECTING, ANSWERING = 2.0, 5.0
"""Seconds within which the owner has to accept a connection, and to answer."""
COMPUTED = ("/hint", "/game.gif")
"""Ends of addresses whose answers are computed by the bots' processes: the owner may take `LONGEST_THOUGHT` longer."""
RETRY = (0.2, 0.4)
"""Range of the random delay, in seconds, before an owner that did not answer, or its successor, is asked again."""
MISDIRECTED = 421
"""Status code of a server that does not run the table any more."""
_log = logging.getLogger(__name__)
_lots = random.SystemRandom()
Answer = TypeVar("Answer")


class UnreachableError(Exception):
    """The owner does not answer, or does not run the table any more."""


class Relayed:
    """Accepts what other servers, identified by their key, say about the browser that they relay for."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app, self._key = app, key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = dict(scope["headers"])
            if secrets.compare_digest(headers.get(KEY.encode(), b""), self._key):
                client = headers.get(CLIENT.encode(), b"?").decode("latin-1")
                scope = {**scope, "client": (client, 0), "relayed": True}
        await self._app(scope, receive, send)


def is_relayed(connection: HTTPConnection) -> bool:
    """Whether another server relays this for a browser."""
    return bool(connection.scope.get("relayed"))


@cache
def _certificates() -> ssl.SSLContext:
    """The certificates that all relays of a process trust, cached because reading them takes 20 ms."""
    return httpx.create_ssl_context(trust_env=False)


class Relay:
    """Relays requests for tables of other servers."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._http = httpx.AsyncClient(
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=32), trust_env=False,
            verify=_certificates(),
        )  # fmt: skip
        self._followed: dict[str, dict[asyncio.Event, Owner]] = {}

    async def close(self) -> None:
        """Close all connections to other servers."""
        await self._http.aclose()

    async def watch(self) -> None:
        """Disconnect sockets whose table has a new owner. Raises asyncio.CancelledError when stopped."""
        while True:
            await asyncio.sleep(self._leases.seconds / 4)
            if not self._followed:
                continue
            try:
                owners = await self._leases.owners(list(self._followed))
            except SQLAlchemyError:
                _log.exception("the owners of tables are not known")
                continue
            for table, sockets in list(self._followed.items()):
                for cut, owner in sockets.items():
                    if owners.get(table) != owner:
                        cut.set()

    # -- requests ------------------------------------------------------------------------------------------------

    async def answer(self, request: Request, handler: Callable[[Request], Awaitable[Response]]) -> Response:
        """Answer a request here, or relay it to the table's owner."""
        return await self._wherever(
            request, lambda: handler(request), lambda elsewhere: self._pass_on(request, elsewhere.owner)
        )

    async def _wherever(
        self, connection: HTTPConnection, here: Callable[[], Awaitable[Answer]],
        there: Callable[[ElsewhereError], Awaitable[Answer]],
    ) -> Answer:  # fmt: skip
        """Try here and at the owner in turn until one answers; at most for as long as a dead owner keeps its lease."""
        end = time.monotonic() + self._leases.seconds + ANSWERING
        while True:
            try:
                return await here()
            except ElsewhereError as elsewhere:
                if is_relayed(connection):
                    raise HTTPException(MISDIRECTED) from None
                try:
                    return await there(elsewhere)
                except UnreachableError:
                    self._leases.forget(elsewhere.table)
            if time.monotonic() > end:
                raise HTTPException(503, "moving")
            await asyncio.sleep(_lots.uniform(*RETRY))

    async def _pass_on(self, request: Request, owner: Owner) -> Response:
        computing = LONGEST_THOUGHT if request.url.path.endswith(COMPUTED) else 0.0
        try:
            answer = await self._http.request(
                request.method, owner.address + _path(request), headers=self._headers(request, owner),
                content=await request.body(),
                timeout=httpx.Timeout(ANSWERING, connect=CONNECTING, read=ANSWERING + computing),
            )  # fmt: skip
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise UnreachableError(owner.address) from error
        if answer.status_code == MISDIRECTED:
            raise UnreachableError(owner.address)
        response = Response(answer.content, answer.status_code)
        for name, value in answer.headers.multi_items():
            if name in ANSWERED:
                response.headers.append(name, value)
        return response

    def _headers(self, connection: HTTPConnection, owner: Owner) -> Mapping[str, str]:
        passed = {name: value for name, value in connection.headers.items() if name in ASKED}
        return {**passed, KEY: owner.key, CLIENT: address_of(connection)}

    # -- sockets -------------------------------------------------------------------------------------------------

    async def attend(self, websocket: WebSocket, serve: Callable[[], Awaitable[None]]) -> None:
        """Serve a page's socket here, or connect it to the table's owner."""
        try:
            await self._wherever(
                websocket, serve, lambda elsewhere: self._connect(websocket, elsewhere.table, elsewhere.owner)
            )
        except HTTPException:
            with suppress(RuntimeError):  # it has left meanwhile
                await websocket.close(1013)

    async def _connect(self, websocket: WebSocket, table: str, owner: Owner) -> None:
        address = owner.address.replace("http", "ws", 1) + _path(websocket)
        headers = {name: value for name, value in self._headers(websocket, owner).items() if name != "host"}
        try:
            upstream = await connect(
                address, additional_headers=headers, open_timeout=ANSWERING, close_timeout=1, max_size=None,
                compression=None, proxy=None,
            )  # fmt: skip
        except (OSError, TimeoutError, WebSocketException) as error:
            raise UnreachableError(owner.address) from error
        cut = asyncio.Event()
        self._followed.setdefault(table, {})[cut] = owner
        try:
            with suppress(RuntimeError, WebSocketDisconnect):  # the page has left meanwhile
                await websocket.accept()
                await self._pass_messages(websocket, upstream, cut)
        finally:
            self._followed[table].pop(cut)
            if not self._followed[table]:
                del self._followed[table]
            await upstream.close()

    async def _pass_messages(self, websocket: WebSocket, upstream: ClientConnection, cut: asyncio.Event) -> None:
        """Relay messages in both directions until one side ends the connection, or the table has a new owner."""
        ways = [
            asyncio.create_task(_to_owner(websocket, upstream)),
            asyncio.create_task(_to_page(websocket, upstream)),
            asyncio.create_task(cut.wait()),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if not ways[0].done():
                code = None if cut.is_set() else upstream.close_code
                await websocket.close(MOVED if code in (None, 1005, 1006) else code)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)


def _path(connection: HTTPConnection) -> str:
    """The path of the request, relative to the site's root path."""
    scope = connection.scope
    path: str = scope["raw_path"].decode("latin-1")
    query: str = scope["query_string"].decode("latin-1")
    return path.removeprefix(scope.get("root_path", "")) + (f"?{query}" if query else "")


async def _to_owner(websocket: WebSocket, upstream: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            received = await websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            await upstream.send(text if text is not None else received.get("bytes") or b"")


async def _to_page(websocket: WebSocket, upstream: ClientConnection) -> None:
    with suppress(ConnectionClosed, WebSocketDisconnect, RuntimeError):
        async for message in upstream:
            if isinstance(message, str):
                await websocket.send_text(message)
            else:
                await websocket.send_bytes(message)
