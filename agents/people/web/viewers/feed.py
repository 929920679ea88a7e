"""What one viewer has been told so far, and what its page shows now."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from agents.people.web.viewers.known import KnownTables, Viewer
from agents.people.web.viewers.shown import Glimpse, Own, SeatShown, account_of, question_for
from dynasty_env.kit.state import Entry, State

NO_SEAT = Own()
"""For viewers outside any server."""


class Mark(NamedTuple):
    """How much a feed had been told at a moment."""

    lines: int
    story: int
    latest: int
    happened: tuple[Entry, ...]


@dataclass
class Feed:
    """What one viewer has been told so far, and what its page shows now."""

    viewer: Viewer
    version: int  # counts what has been shown; a silent move of somebody else does not count
    asked_since: int = 0  # the version at which the open question was first shown
    lines: list[str] = field(default_factory=list)  # the chronicle
    story: int = 0  # number of moves that it has noticed
    latest: int = 0  # number of lines about the last move
    happened: tuple[Entry, ...] = ()  # the effects of the last move that it has noticed
    shown: Glimpse | None = None  # the contents of its page; None: nothing yet
    key: Any = None  # the key for which `shown` was computed
    rewound: int = 0  # how often moves that it had noticed were taken back
    drawn: dict[str, Any] = field(default_factory=dict)
    """The drawn pages of `shown` by language; empty if nobody has looked yet."""

    def hear(self, tables: KnownTables) -> bool:
        """Receive the last move; returns False if this viewer could notice nothing."""
        if not tables.told:
            return False
        known = tables.of(self.viewer)
        lines, entries = known.chronicle(self.viewer), tuple(known.trace(self.viewer))
        if not lines and not entries:
            return False
        self.lines += lines
        self.latest = len(lines)
        self.happened = entries
        self.story += 1
        return True

    def mark(self) -> Mark:
        """How much it has been told so far, to return to."""
        return Mark(len(self.lines), self.story, self.latest, self.happened)

    def rewind(self, mark: Mark) -> None:
        """Forget everything told since a mark."""
        del self.lines[mark.lines :]
        self.story, self.latest, self.happened = mark.story, mark.latest, mark.happened
        self.rewound += 1

    def forget_shown(self) -> None:
        """Something beside the game has changed: what is shown next is a new version."""
        self.shown, self.key = None, None

    def update(self, tables: KnownTables, seats: tuple[SeatShown, ...], own: Own = NO_SEAT, key: Any = None) -> Glimpse:
        """Update the contents, unless the key is the same as before; the version increases if they differ."""
        if self.shown is not None and key == self.key:
            return self.shown
        self.key = key
        known, view = tables.of(self.viewer), tables.view(self.viewer)
        before = self.shown
        asked = None if own.prepared or own.away else question_for(known, self.viewer)
        glimpse = Glimpse(
            self.viewer, known.phase, view, asked, self.happened, self.story, len(self.lines), own, seats,
            account_of(known) if known.done else None,
        )  # fmt: skip
        if glimpse != before:
            self.version += 1
            if before is None or (before.question, before.own.decided, before.view) != (asked, own.decided, view):
                self.asked_since = self.version
            self.shown = glimpse
            self.drawn.clear()
        return glimpse


def glance(
    state: State, viewer: Viewer, seats: tuple[SeatShown, ...], feed: Feed | None = None
) -> tuple[Glimpse, list[str]]:
    """What a viewer is shown of a table outside any server, and the lines that its last move has told.

    The feed is what the viewer has been told so far, including the last move; None: only that move.
    """
    known = KnownTables(state)
    if feed is None:
        feed = Feed(viewer, 0)
        feed.hear(known)
    return feed.update(known, seats), feed.lines[len(feed.lines) - feed.latest :]
