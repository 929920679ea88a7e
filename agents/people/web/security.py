"""Security headers, and the address that a request comes from."""

from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
                if b"cache-control" not in names and not scope["path"].startswith("/static/"):
                    more["Cache-Control"] = "no-store"
                message["headers"] += [(name.lower().encode(), value.encode()) for name, value in more.items()]
            await send(message)

        await self._app(scope, receive, sent)


def address_of(connection: HTTPConnection | Any) -> str:
    """The address that a request comes from; behind a proxy, the one that the proxy reports."""
    client = connection.client
    return client.host if client else "?"
