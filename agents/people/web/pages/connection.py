"""A browser at a table: it gets one push of news at a time, and each is acknowledged before the next."""

import hashlib
import time
from typing import Any

from agents.people.web.pages.parts import chronicle_lines, page_parts
from agents.people.web.tables.table import Table
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import Viewer
from agents.people.web.viewers.shown import Glimpse

LONGEST_CHRONICLE = 400
"""Maximum number of past lines on a new page."""


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

    def news(self, metrics: Any = None) -> dict[str, Any] | None:
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
        if metrics is not None:
            metrics.push_seconds.observe(time.perf_counter() - begun)
        return news


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
