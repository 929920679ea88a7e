"""What one viewer has been told so far, and what its page shows now."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from agents.people.web.viewers.known import KnownTables, Viewer
from agents.people.web.viewers.shown import Glimpse, Own, SeatShown, question_for
from dynasty_env.kit.state import Entry, State


class Mark(NamedTuple):
    """How much a feed had been told at a moment."""

    lines: int
    story: int
    latest: int
    happened: tuple[Entry, ...]


@dataclass
class Feed:
    """What one viewer has been told so far, and what its page shows now.

    Attributes:
        viewer: whose.
        version: counts what has been shown; a silent move of somebody else does not count.
        asked_since: the version at which the open question was first shown.
        lines: the chronicle.
        latest: how many of them are about the last move.
        story: how many moves it has heard of.
        happened: what the last of them did.
        shown: what its page shows; None: nothing yet.
        key: what `shown` was worked out from.
        rewound: how often moves that it had heard of were taken back.
        drawn: by language, what `shown` looks like; empty where nobody has looked yet.
    """

    viewer: Viewer
    version: int
    asked_since: int = 0
    lines: list[str] = field(default_factory=list)
    story: int = 0
    latest: int = 0
    happened: tuple[Entry, ...] = ()
    shown: Glimpse | None = None
    key: Any = None
    rewound: int = 0
    drawn: dict[str, Any] = field(default_factory=dict)

    def hear(self, tables: KnownTables) -> bool:
        """Take in what the last move did; False: nothing that this viewer could notice."""
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
        """What it has been told by now, to come back to."""
        return Mark(len(self.lines), self.story, self.latest, self.happened)

    def rewind(self, mark: Mark) -> None:
        """Forget what has been told since."""
        del self.lines[mark.lines :]
        self.story, self.latest, self.happened = mark.story, mark.latest, mark.happened
        self.rewound += 1

    def forget_shown(self) -> None:
        """Something beside the game has changed: what is shown next is a new version."""
        self.shown, self.key = None, None

    def update(
        self, tables: KnownTables, seats: tuple[SeatShown, ...], own: Own, account: Callable[[State], Any], key: Any
    ) -> Glimpse:
        """Show what there is now; the version counts on if it differs from before.

        Args:
            tables: as each viewer knows it.
            seats: who sits where.
            own: how the viewer's own seat stands.
            account: where the points of a finished game come from.
            key: as long as this is the same, nothing is worked out anew.
        """
        if self.shown is not None and key == self.key:
            return self.shown
        self.key = key
        known, view = tables.of(self.viewer), tables.view(self.viewer)
        before = self.shown
        asked = None if own.prepared or own.away else question_for(known, self.viewer)
        glimpse = Glimpse(
            self.viewer, known.phase, view, asked, self.happened, self.story, len(self.lines), own, seats,
            account(known) if known.done else None,
        )  # fmt: skip
        if glimpse != before:
            self.version += 1
            if before is None or (before.question, before.own.decided, before.view) != (asked, own.decided, view):
                self.asked_since = self.version
            self.shown = glimpse
            self.drawn.clear()
        return glimpse


def glance(
    state: State,
    viewer: Viewer,
    seats: tuple[SeatShown, ...],
    account: Callable[[State], Any],
    feed: Feed | None = None,
) -> tuple[Glimpse, list[str]]:
    """What a viewer is shown of a table outside any server, and the lines that its last move has told.

    Args:
        state: the true table.
        viewer: who looks.
        seats: who sits where.
        account: where the points of a finished game come from.
        feed: what the viewer has been told so far, the last move among it; None: of that move alone.
    """
    known = KnownTables(state)
    if feed is None:
        feed = Feed(viewer, 0)
        feed.hear(known)
    return feed.update(known, seats, Own(), account, None), feed.lines[len(feed.lines) - feed.latest :]
