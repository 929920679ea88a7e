"""A page with a socket: what it receives, and what it sends."""

import asyncio
import logging
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from agents.people.web.limits import Bucket
from agents.people.web.metrics import Metrics
from agents.people.web.pages.connection import Page
from agents.people.web.pages.rendering import Renderer
from agents.people.web.tables.messages import RefusedError, Seen, read, write

PATIENCE = 30.0
"""Seconds within which a browser has to show what it was sent."""
MOVED = 1012
"""Close code that asks a page to reconnect: its table runs on another server now, or was reloaded."""
TOO_MANY = 50
"""Number of rejected messages after which a page is disconnected."""
_log = logging.getLogger(__name__)


async def attend(websocket: WebSocket, page: Page, metrics: Metrics, renderer: Renderer, rate: float) -> None:
    """Serve a page until it is closed."""
    changed, shown = asyncio.Event(), asyncio.Event()
    changed.set()
    shown.set()
    page.table.listen(page.viewer, changed.set)
    sender = asyncio.create_task(_send_news(websocket, page, metrics, changed, shown))
    try:
        await _listen(websocket, page, metrics, renderer, shown, Bucket(rate, 4 * rate))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        page.table.leave(page.viewer, changed.set)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def _send_news(
    websocket: WebSocket, page: Page, metrics: Metrics, changed: asyncio.Event, shown: asyncio.Event
) -> None:
    """Send changes one version at a time: the next one when the last is `shown`."""
    while True:
        await changed.wait()
        if not page.table.moved:
            await page.table.rest(page.viewer)
        changed.clear()
        if page.table.moved:
            with suppress(RuntimeError):
                await websocket.close(MOVED)
            return
        if (talk := page.talk()) is not None:
            with suppress(WebSocketDisconnect, RuntimeError):
                await websocket.send_text(write(talk))
        try:
            news = page.news(metrics)
        except Exception:
            _log.exception("a page cannot be drawn", extra={"table": page.table.id})
            await websocket.close(1011)
            return
        if news is None:
            continue
        shown.clear()
        text = write(news)
        metrics.push_bytes.inc(len(text))
        try:
            await websocket.send_text(text)
            async with asyncio.timeout(PATIENCE):
                await shown.wait()
        except TimeoutError:
            with suppress(RuntimeError):
                await websocket.close(4408)
            return
        except (WebSocketDisconnect, RuntimeError):
            return


async def _listen(
    websocket: WebSocket, page: Page, metrics: Metrics, renderer: Renderer, shown: asyncio.Event, bucket: Bucket
) -> None:
    refused = 0
    while True:
        received = await websocket.receive()
        if received["type"] == "websocket.disconnect":
            return
        raw = received.get("bytes") or (received.get("text") or "").encode("utf-8", "surrogatepass")
        try:
            message = read(raw)
            if isinstance(message, Seen) and message.version == page.version and not shown.is_set():
                shown.set()
                continue  # one acknowledgement for each push
            if not bucket.take():
                raise RefusedError("too many")
            if isinstance(message, Seen):
                continue
            await page.table.say(page.viewer, message)
        except RefusedError as error:
            refused += 1
            metrics.refused.labels(error.code).inc()
            await websocket.send_text(write(renderer.refusal(error.code, page.language)))
            if refused > TOO_MANY and error.code in ("malformed", "oversized", "too many"):
                await websocket.close(4429)
                return
