"""A browser at a table: it gets one push of news at a time, and each is acknowledged before the next."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from agents.people.web.limits import Bucket
from agents.people.web.metrics import Metrics
from agents.people.web.pages.parts import chronicle_lines, page_parts
from agents.people.web.pages.rendering import refusal
from agents.people.web.tables.messages import RefusedError, Seen, read, write
from agents.people.web.tables.table import Table
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import Viewer
from agents.people.web.viewers.shown import Glimpse

LONGEST_CHRONICLE = 400
"""Maximum number of past lines on a new page."""
PATIENCE = 30.0
"""Seconds within which a browser has to show what it was sent."""
MOVED = 1012
"""Close code that asks a page to reconnect: its table runs on another server now, or was reloaded."""
POLLED = 15.0
"""Seconds without a request after which a page counts as closed."""
TOO_MANY = 50
"""Number of rejected messages after which a page is disconnected."""
_log = logging.getLogger(__name__)


class Page:
    """What one browser, which shows a viewer's view in a language, has been sent."""

    def __init__(self, table: Table, viewer: Viewer, language: str) -> None:
        self.table, self.viewer, self.language = table, viewer, language
        self.version = 0
        self._sent: dict[str, bytes] = {}
        self._lines: int | None = None
        self._rewound = 0
        self._heard: int | None = None

    def talk(self) -> dict[str, Any] | None:
        """Chat messages since the last call, or None if there are none for this viewer."""
        talk = talk_of(self.table, self.viewer, self._heard or 0)
        past, self._heard = self._heard is None, self._heard or 0
        if talk is not None:
            self._heard = talk["next"]
            talk["past"] = past
        return talk

    def news(self, metrics: Metrics) -> dict[str, Any] | None:
        """Changes since the last call, or None."""
        begun = time.perf_counter()
        feed = self.table.update(self.viewer)
        glimpse = feed.shown
        if glimpse is None or feed.version == self.version:
            return None
        parts = {}
        for name, (seal, part) in drawn(self.table, feed, glimpse, self.language).items():
            if self._sent.get(name) != seal:
                self._sent[name] = seal
                parts[name] = part
        first = self._lines
        if first is None or feed.rewound != self._rewound:
            first = max(0, len(feed.lines) - LONGEST_CHRONICLE)
        lines = chronicle_lines(self.table.board, glimpse, feed.lines[first:], self.language)
        news = {
            "type": "state",
            "version": feed.version,
            "decided": glimpse.own.decided,
            "parts": parts,
            "lines": lines,
            "first": first,
            "afresh": feed.rewound != self._rewound,
            "asked": glimpse.question is not None,
            "begun": self.table.begun,
            "broken": self.table.broken,
            "clock": self.table.clock(self.viewer),
        }
        self.version, self._lines, self._rewound = feed.version, len(feed.lines), feed.rewound
        metrics.push_seconds.observe(time.perf_counter() - begun)
        return news


class Presence:
    """Pages without sockets, which poll: they count as open until they have not asked for a while."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, str], tuple[asyncio.TimerHandle, Callable[[], None]]] = {}

    def seen(self, table: Table, viewer: Viewer, page: str) -> None:
        """A page has sent a request. A table that has been reloaded does not know the page yet."""
        key = id(table), page

        def unheard() -> None:
            """Nothing to do: polling pages ask for news themselves."""

        later = asyncio.get_running_loop().call_later(POLLED, self._end, table, viewer, key)
        if key in self._open:
            before, listener = self._open[key]
            before.cancel()
            self._open[key] = later, listener
        else:
            table.listen(viewer, unheard)
            self._open[key] = later, unheard

    def _end(self, table: Table, viewer: Viewer, key: tuple[int, str]) -> None:
        table.leave(viewer, self._open.pop(key)[1])


def talk_of(table: Table, viewer: Viewer, since: int) -> dict[str, Any] | None:
    """Chat messages at a table from a position on, for one viewer, or None."""
    if viewer is None or not table.talk.allowed:
        return None
    first, lines = table.talk.heard(since)
    if not lines:
        return None
    rows = [
        {"seat": each.sender, "name": table.seats[each.sender].name or "", "text": each.text,
         "own": each.sender == viewer}
        for each in lines
    ]  # fmt: skip
    return {"type": "talk", "next": first + len(lines), "lines": rows}


def drawn(table: Table, feed: Feed, glimpse: Glimpse, language: str) -> dict[str, tuple[bytes, str]]:
    """Parts of a page with a digest each; they are drawn once for all viewers who see the same."""
    if language not in feed.drawn:
        latest = feed.lines[len(feed.lines) - feed.latest :]
        parts = page_parts(table.board, glimpse, latest, table.begun, language)
        feed.drawn[language] = {
            name: (hashlib.blake2b(part.encode(), digest_size=12).digest(), str(part)) for name, part in parts.items()
        }
    result: dict[str, tuple[bytes, str]] = feed.drawn[language]
    return result


# -------------------------------------------------------------------------------------------------------------- sockets


async def attend(websocket: WebSocket, page: Page, metrics: Metrics, rate: float) -> None:
    """Serve a page until it is closed."""
    changed, shown = asyncio.Event(), asyncio.Event()
    changed.set()
    shown.set()
    page.table.listen(page.viewer, changed.set)
    sender = asyncio.create_task(_send_news(websocket, page, metrics, changed, shown))
    try:
        await _listen(websocket, page, metrics, shown, Bucket(rate, 4 * rate))
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


async def _listen(websocket: WebSocket, page: Page, metrics: Metrics, shown: asyncio.Event, bucket: Bucket) -> None:
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
                await websocket.send_text(write({"type": "here"}))  # it asks whether anybody answers
                continue
            await page.table.say(page.viewer, message)
            await websocket.send_text(write({"type": "done"}))
        except RefusedError as error:
            refused += 1
            metrics.refused.labels(error.code).inc()
            await websocket.send_text(write(refusal(error.code, page.language)))
            if refused > TOO_MANY and error.code in ("malformed", "oversized", "too many"):
                await websocket.close(4429)
                return
