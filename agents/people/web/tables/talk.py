"""Chat between the people at a table. It is separate from the game: no bot, view or version notices it."""

from collections.abc import Sequence

from agents.people.web.limits import Buckets
from agents.people.web.store.records import Talked
from agents.people.web.tables.messages import RefusedError
from agents.people.web.tables.seat import Seat, persons
from dynasty_env.kit.seats.notes import Said, one_line

EACH, AT_ONCE = 1 / 4, 4
"""Lines that a seat may write: the average rate per second, and the maximum in a row."""
SHOWN = 50
"""Number of past lines on a new page."""
MOST = 2000
"""Maximum number of lines of a table."""


class Talk:
    """The chat of a table, for its people, if there are several."""

    def __init__(self, talked: Talked, seats: Sequence[Seat]) -> None:
        self.rule = talked.rule
        self._lines, self._seats = list(talked.lines), seats
        self._buckets = Buckets(EACH, AT_ONCE)

    @property
    def allowed(self) -> bool:
        """Whether people may chat."""
        return self.rule != "off" and len(persons(self._seats)) > 1

    @property
    def kept(self) -> list[Said]:
        """The lines in replays: none, unless the table's host has chosen to include them."""
        return list(self._lines) if self.rule == "kept" else []

    def heard(self, since: int) -> tuple[int, list[Said]]:
        """The position of the first line that a page has not received yet, and the lines from there."""
        first = max(since, len(self._lines) - SHOWN, 0)
        return first, self._lines[first:]

    def checked(self, seat: int, text: str, number: int) -> Said:
        """A message in its final form. Raises RefusedError if it cannot be sent."""
        line = one_line(text)
        if not self.allowed or len(self._lines) >= MOST:
            raise RefusedError("no talk")
        if not line:
            raise RefusedError("malformed")
        if not self._buckets.take(str(seat)):
            raise RefusedError("too many")
        return Said(number, seat, line)

    def add(self, line: Said) -> None:
        """Add a line that has been stored."""
        self._lines.append(line)
