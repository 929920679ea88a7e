"""A few words between the people at a table: beside the game, so that no bot, no view and no version takes notice."""

from collections.abc import Sequence

from agents.people.web.limits import Buckets
from agents.people.web.store.talk import Talked
from agents.people.web.tables.messages import RefusedError
from agents.people.web.tables.seat import Seat, persons
from dynasty_env.kit.seats.notes import Said, one_line

EACH, AT_ONCE = 1 / 4, 4
"""Lines a second that a seat may write on average, and in a row."""
SHOWN = 50
"""Lines of the past that a page begins with."""
MOST = 2000
"""Lines of a table."""


class Talk:
    """What is said at a table.

    Args:
        talked: what is kept of it.
        seats: who sits there: people talk where there are several of them.
    """

    def __init__(self, talked: Talked, seats: Sequence[Seat]) -> None:
        self.rule = talked.rule
        self._lines, self._seats = list(talked.lines), seats
        self._buckets = Buckets(EACH, AT_ONCE)

    @property
    def allowed(self) -> bool:
        """Whether people may talk."""
        return self.rule != "off" and len(persons(self._seats)) > 1

    @property
    def kept(self) -> list[Said]:
        """What replays keep of it: nothing, unless the table's host has wished it."""
        return list(self._lines) if self.rule == "kept" else []

    def heard(self, since: int) -> tuple[int, list[Said]]:
        """Where the lines begin that a page has not got yet, and these lines."""
        first = max(since, len(self._lines) - SHOWN, 0)
        return first, self._lines[first:]

    def checked(self, seat: int, text: str, number: int) -> Said:
        """Something as it can be said. Raises RefusedError: it cannot."""
        line = one_line(text)
        if not self.allowed or len(self._lines) >= MOST:
            raise RefusedError("no talk")
        if not line:
            raise RefusedError("malformed")
        if not self._buckets.take(str(seat)):
            raise RefusedError("too many")
        return Said(number, seat, line)

    def add(self, line: Said) -> None:
        """It has been stored."""
        self._lines.append(line)
