"""Time to think: none is kept, so much for each decision, or so much for all of one's decisions together.

A bot stands in for whoever has used it up. The clock is the server's: it goes by what is asked and decided here, and
goes on from there after a restart.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from agents.people.web.tables.seat import Seat, persons
from agents.people.web.viewers.known import Viewer
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.state import State

GRACE = 20.0
"""Seconds to answer for somebody who has done nothing for the stated time already, while others were waited for; and
the least that anybody has after a restart."""
CORRESPONDENCE = 3600
"""From so many seconds a decision on, nobody is expected to have a page open while others think."""


class Control(NamedTuple):
    """How much time there is to think.

    Attributes:
        seconds: for each decision, or for all of a player's decisions together; 0: no clock.
        increment: seconds that each decision adds, if it is one clock for the whole game; None: for each decision.
    """

    seconds: int
    increment: int | None = None

    @property
    def is_of_days(self) -> bool:
        """Whether people come and go while the game goes on."""
        return not self.seconds or self.seconds >= CORRESPONDENCE

    def __str__(self) -> str:
        return str(self.seconds) if self.increment is None else f"{self.seconds}+{self.increment}"


CONTROLS = {
    str(each): each
    for each in (
        Control(0), Control(30), Control(60), Control(120), Control(600), Control(86_400), Control(3 * 86_400),
        Control(7 * 86_400), Control(300, 10), Control(900, 15), Control(2700, 30),
    )
}  # fmt: skip
"""Clocks that a table can have, by their names in the lobby's form."""


def control_of(name: str) -> Control:
    """The clock of a form. Raises OptionError: there is none of this name."""
    if name not in CONTROLS:
        raise OptionError(f"away={in_short(name)} is out of range: it is one of {', '.join(CONTROLS)}")
    return CONTROLS[name]


class Clock:
    """The clock of a table.

    Args:
        control: how much time there is.
        seats: whose.
        left: seconds that seats have left, where one clock is for the whole game; all of it where none is given.
    """

    def __init__(self, control: Control, seats: Sequence[Seat], left: Mapping[int, float] | None = None) -> None:
        self.control = control
        self._seats = seats
        self._left = dict(left or {})

    @property
    def runs(self) -> bool:
        """Whether there is a clock, and somebody else who waits."""
        return bool(self.control.seconds) and len(persons(self._seats)) > 1

    def allowance(self, seat: Seat) -> float:
        """Seconds that a seat has for a decision from when it is asked."""
        if self.control.increment is None:
            return float(self.control.seconds)
        return self._left.get(seat.number, float(self.control.seconds))

    def deadline(self, seat: Seat) -> float | None:
        """When a bot stands in, by the monotonic clock; None: not before something happens.

        Somebody is waited for from when he is asked. In games of minutes with a time for each decision, a bot also
        stands in once the last page has been closed for as long; and where several are silent one after another, those
        who have done nothing in all that time get `GRACE` alone: the table is not to stand for the stated time once
        for each of them.
        """
        if not self.runs or seat.stand_in:
            return None
        asked = seat.asked_since + self.allowance(seat) if seat.asked_since else None
        if self.control.is_of_days or self.control.increment is not None:
            return asked
        ends = [seat.gone_since + self.control.seconds] if seat.gone_since else []
        if asked is not None:
            heard = max(seat.heard_at, seat.gone_since) + self.control.seconds
            ends.append(min(asked, max(seat.asked_since + GRACE, heard)))
        return min(ends, default=None)

    def run_out(self, now: float) -> list[tuple[Seat, str]]:
        """Persons for whom a bot should stand in from now on, and why: ``away``, where no page has been open for all of
        their time, or ``silent``."""
        result = []
        for seat in persons(self._seats):
            end = self.deadline(seat)
            if end is not None and now > end:
                is_away = seat.gone_since and now - seat.gone_since > self.allowance(seat)
                result.append((seat, "away" if is_away else "silent"))
        return result

    # -- one clock for the whole game ----------------------------------------------------------------------------

    def after(self, seat: Seat, now: float) -> float | None:
        """Seconds that a seat has left once it has answered; None: it is the same time for each decision."""
        if not self.runs or self.control.increment is None or not seat.asked_since:
            return None
        return max(self.allowance(seat) - (now - seat.asked_since), 0.0) + self.control.increment

    def set_left(self, seat: int, seconds: float | None) -> None:
        """So much is left of a seat's time; None: as before."""
        if seconds is not None:
            self._left[seat] = seconds

    def given_back(self, seat: Seat, decisions: int) -> float | None:
        """Seconds that a seat has left once it has taken decisions back, and with them what they had added; None: it is
        the same time for each decision, or all of it is left."""
        if self.control.increment is None or seat.number not in self._left:
            return None
        return max(self._left[seat.number] - decisions * self.control.increment, float(self.control.increment))

    # -- a restart -----------------------------------------------------------------------------------------------

    def go_on(self, seat: Seat, asked: float) -> None:
        """A server goes on with a question that was put at this time, in seconds since the epoch."""
        now = time.monotonic()
        since = now - max(time.time() - asked, 0.0)
        seat.asked_since = min(now, max(since, now + GRACE - self.allowance(seat)))

    # -- what is seen of it --------------------------------------------------------------------------------------

    def on_page(self, viewer: Viewer, known: State) -> dict[str, Any]:
        """What a viewer's page shows: the time of whom the table waits for where that is public; else its own alone.

        Args:
            viewer: whose page.
            known: the table as the viewer knows it.

        Returns:
            `shown` of a seat, with its ``name``; empty where that is the viewer's own.
        """
        is_secret = int(known.record["step"]) in known.game.secret_phases
        own = None if viewer is None else self._seats[viewer]
        if own is not None and (own.asked_since or is_secret or self.control.increment is not None):
            return {"name": "", **self.shown(own, own=True)}
        waited = None if is_secret else self._seats[known.seat]
        if waited is None or waited.bot is not None or waited.stand_in:
            return {"name": "", "left": None, "runs": False, "own": False}
        return {"name": waited.name or "", **self.shown(waited, own=False)}

    def shown(self, seat: Seat, *, own: bool) -> dict[str, Any]:
        """What a page shows of a seat's clock.

        Args:
            seat: whose.
            own: the page is that seat's; others are told nothing of time that was used where nobody may know who is
                asked.

        Returns:
            ``left`` in seconds, None: unknown; ``runs``: it counts down; ``own``.
        """
        if not own and (self.control.increment is not None or not seat.asked_since):
            return {"left": None, "runs": False, "own": False}
        end = self.deadline(seat) if seat.asked_since else None
        left = self.allowance(seat) if end is None else max(end - time.monotonic(), 0.0)
        return {"left": round(left, 1), "runs": end is not None, "own": own}
