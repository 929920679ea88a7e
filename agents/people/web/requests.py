"""Checks on every request before it is handled (its host, size, and time of arrival), and headers of every answer."""

import asyncio
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from agents.people.web.limits import Counts

LARGEST = 16_384
"""Maximum size of a request's body in bytes."""
HEAD_PATIENCE, BODY_PATIENCE = 10.0, 10.0
"""Seconds within which a request's head, and then its body, have to arrive."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def limited_to(most: int) -> "type[Impatient]":
    """Uvicorn's HTTP protocol with a limit on the connections of one address, to leave room for others."""
    return type("Limited", (Impatient,), {"counts": Counts(most)})


def address_of(connection: HTTPConnection | Any) -> str:
    """The address that a request comes from; behind a proxy, the one that the proxy reports."""
    client = connection.client
    return client.host if client else "?"


def check_origin(connection: HTTPConnection) -> None:
    """Raise HTTPException 403 if the page of another site has sent a form or opened a socket."""
    origin, host = connection.headers.get("origin"), connection.headers.get("host")
    if origin and origin.partition("://")[2] != host:
        raise HTTPException(403)


async def form_of(request: Request) -> dict[str, str]:
    """The texts of a form, by field; code points that are no text, which some encodings can name, become ``?``."""
    form = await request.form(max_files=0, max_fields=64)
    return {name: value.encode(errors="replace").decode() for name, value in form.items() if isinstance(value, str)}


def redirected(request: Request, place: str) -> RedirectResponse:
    """Redirect to a page of this site, such as ``me/``, after a form."""
    return RedirectResponse(f"{request.scope.get('root_path', '')}/{place}", 303)


def cookie(connection: HTTPConnection, name: str) -> str:
    """A cookie of this site, or an empty string if the browser has none.

    The value is used as it is: this site sets none with quotes, and the standard library, which removes them, needs
    quadratic time for many of them (in Python 3.11 to 3.11.9 and 3.12 to 3.12.5).
    """
    for header in connection.headers.getlist("cookie"):
        for pair in header.split(";"):
            key, _, value = pair.strip().partition("=")
            if key == name:
                return value
    return ""


class Secured:
    """Adds `HEADERS` to all answers; caches may store only the site's own files."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message["headers"]}
                more = dict(HEADERS)
                path = scope["path"].removeprefix(scope.get("root_path", ""))
                if b"cache-control" not in names and not path.startswith("/static/"):
                    more["Cache-Control"] = "no-store"
                message["headers"] += [(name.lower().encode(), value.encode()) for name, value in more.items()]
            await send(message)

        await self._app(scope, receive, sent)


class Checked:
    """Rejects requests that are for other sites than `hosts`, if there are any, ambiguous, too large or too slow."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, frozenset(name.lower() for name in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        names = [name for name, _ in scope["headers"]]
        if b"content-length" in names and b"transfer-encoding" in names:
            await self._refuse(400, "A request has a Content-Length or a Transfer-Encoding, not both.", scope, send)
        elif self._hosts and not scope.get("relayed") and _host(scope) not in self._hosts:
            await self._refuse(421, "This site is not served under that name (see --name).", scope, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, _Body(receive).receive, send)

    async def _refuse(self, status: int, why: str, scope: Scope, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse(why, status, {"Connection": "close"})(scope, _nothing, send)


def _host(scope: Scope) -> str:
    """The host name of a request without its port; empty if it has none, or more than one."""
    result = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    try:
        return urlsplit(f"//{result[0]}").hostname or "" if len(result) == 1 else ""
    except ValueError:
        return ""


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


class _Body:
    """A request's body, counted while it arrives."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bytes = 0
        self._ends: float | None = None

    async def receive(self) -> Message:
        """The next part. Raises HTTPException 413 if the body is too large, 408 if it does not arrive."""
        if self._bytes < 0:  # everything has arrived
            return await self._receive()
        loop = asyncio.get_running_loop()
        self._ends = self._ends or loop.time() + BODY_PATIENCE
        try:
            async with asyncio.timeout_at(self._ends):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408) from None
        if message["type"] == "http.request":
            self._bytes += len(message.get("body", b""))
            if self._bytes > LARGEST:
                raise HTTPException(413)
            if not message.get("more_body"):
                self._bytes = -1
        return message


class Impatient(H11Protocol):
    """Uvicorn's HTTP protocol, except that it closes a connection on which no complete head of a request arrives."""

    counts: Counts | None = None  # the number of open connections of each address, if that is limited
    _counted: str | None = None
    _closing: asyncio.TimerHandle | None = None
    _is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected and has to send a request."""
        super().connection_made(transport)
        address = transport.get_extra_info("peername")
        if self.counts is not None and address:
            if not self.counts.enter(address[0]):
                transport.abort()
                return
            self._counted = address[0]
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Data has arrived: it may complete a head, or begin the next one."""
        super().data_received(data)
        if self._is_socket or self._is_answering():
            self._stop_waiting()
        elif self._closing is None and not self.transport.is_closing():
            self._wait_for_head()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The connection becomes a socket, which may be silent."""
        self._is_socket = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._stop_waiting()
        if self.counts is not None and self._counted is not None:
            self.counts.leave(self._counted)
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._closing = self.loop.call_later(HEAD_PATIENCE, self._give_up)

    def _stop_waiting(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None

    def _give_up(self) -> None:
        self._closing = None
        if not self._is_answering():
            self.transport.close()

    def _is_answering(self) -> bool:
        cycle: Any = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete
