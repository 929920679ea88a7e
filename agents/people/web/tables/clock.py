"""Thinking time: unlimited, a time for each decision, or a time for all decisions of a seat together.

A bot stands in for a person who has used up the time. The clock is the server's: it depends on what is asked and
decided here, and continues after a restart. Nobody has to agree to a take-back, so it gives no time back: what a seat
has used of a decision's time, or of its time for the whole game, stays used.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from agents.people.web.tables.seat import Seat, persons
from agents.people.web.viewers.known import Viewer
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.state import State

GRACE = 20.0
"""Seconds to answer for a person who was inactive for the stated time while others were waited for; also the minimum
for everybody after a restart."""
CORRESPONDENCE = 3600
"""From this number of seconds a decision, nobody is expected to have a page open while others think."""


class Control(NamedTuple):
    """A time control."""

    seconds: int  # for each decision, or for all of a player's decisions together; 0: no clock
    increment: int | None = None
    """Seconds that each decision adds, if there is one clock for the whole game; None: for each decision."""

    @property
    def is_of_days(self) -> bool:
        """Whether people come and go while the game goes on."""
        return not self.seconds or self.seconds >= CORRESPONDENCE

    def __str__(self) -> str:
        return str(self.seconds) if self.increment is None else f"{self.seconds}+{self.increment}"


class Terms(NamedTuple):
    """What the players of a table agree to."""

    options: Mapping[str, int | bool]  # all options of its game
    control: Control
    talk: str  # one of `store.records.RULES`
    seed_chosen: bool  # the host has chosen the seed
    people: int  # number of persons' seats


CONTROLS = {
    str(each): each
    for each in (
        Control(0), Control(30), Control(60), Control(120), Control(600), Control(86_400), Control(3 * 86_400),
        Control(7 * 86_400), Control(300, 10), Control(900, 15), Control(2700, 30),
    )
}  # fmt: skip
"""The available clocks, by their names in the lobby's form."""


def control_of(name: str) -> Control:
    """The clock with this name in a form. Raises OptionError if there is none."""
    if name not in CONTROLS:
        raise OptionError(f"away={in_short(name)} is out of range: it is one of {', '.join(CONTROLS)}")
    return CONTROLS[name]


class Clock:
    """The clock of a table; seats that are not in `left` have all their time."""

    def __init__(self, control: Control, seats: Sequence[Seat], left: Mapping[int, float] | None = None) -> None:
        self.control = control
        self._seats = seats
        self._left = dict(left or {})
        self._used: dict[tuple[int, int], float] = {}
        """Seconds that the last seat to decide has used of decisions that can come again, by seat and number."""

    @property
    def runs(self) -> bool:
        """Whether there is a clock and somebody else is waiting."""
        return bool(self.control.seconds) and len(persons(self._seats)) > 1

    def allowance(self, seat: Seat) -> float:
        """Seconds that a seat has for a decision from the moment it is asked."""
        if self.control.increment is None:
            return float(self.control.seconds)
        return self._left.get(seat.number, float(self.control.seconds))

    def deadline(self, seat: Seat) -> float | None:
        """When a bot stands in, by the monotonic clock; None: not before something happens.

        The time begins when a person is asked. In games of minutes with a time for each decision, a bot also stands in
        once the person's last page has been closed for that time. If several persons are inactive one after another,
        those who have done nothing in all that time get only `GRACE`, which prevents a full waiting time for each of
        them.
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
        """Persons for whom a bot should stand in from now on, and why: ``away`` if no page was open during all of their
        time, else ``silent``."""
        result = []
        for seat in persons(self._seats):
            end = self.deadline(seat)
            if end is not None and now > end:
                is_away = seat.gone_since and now - seat.gone_since > self.allowance(seat)
                result.append((seat, "away" if is_away else "silent"))
        return result

    # -- a time for each decision --------------------------------------------------------------------------------

    def use(self, seat: Seat, number: int, now: float) -> None:
        """A seat stops thinking about the decision of this number, which can come again."""
        self._used = {(whose, each): used for (whose, each), used in self._used.items() if whose == seat.number}
        if asked := seat.asked_since or seat.asked_before:
            self._used[seat.number, number] = now - asked

    def used(self, seat: Seat, number: int) -> float:
        """Seconds that a seat has used before of the time for the decision of this number."""
        return 0.0 if self.control.increment is not None else self._used.get((seat.number, number), 0.0)

    def settle(self) -> None:
        """No decision can come again."""
        self._used.clear()

    # -- one clock for the whole game ----------------------------------------------------------------------------

    def after(self, seat: Seat, now: float) -> float | None:
        """Seconds left for a seat after its answer; None if the time is the same for each decision."""
        asked = seat.asked_since or seat.asked_before
        if not self.runs or self.control.increment is None or not asked:
            return None
        return max(self.allowance(seat) - (now - asked), 0.0) + self.control.increment

    def set_left(self, seat: int, seconds: float | None) -> None:
        """Set the time left for a seat; None: unchanged."""
        if seconds is not None:
            self._left[seat] = seconds

    def given_back(self, seat: Seat, decisions: int, now: float) -> float | None:
        """Seconds left for a seat after it takes decisions back, without the time that they had added, and that it has
        used since; None if the time is the same for each decision."""
        if not self.runs or self.control.increment is None:
            return None
        asked = seat.asked_since or seat.asked_before or now
        return max(self.allowance(seat) - (now - asked) - decisions * self.control.increment, 0.0)

    # -- a restart -----------------------------------------------------------------------------------------------

    def go_on(self, seat: Seat, asked: float) -> None:
        """Continue after a restart with a question that was asked at this time, in seconds since the epoch."""
        now = time.monotonic()
        since = now - max(time.time() - asked, 0.0)
        seat.asked_since = min(now, max(since, now + GRACE - self.allowance(seat)))

    # -- display -------------------------------------------------------------------------------------------------

    def on_page(self, viewer: Viewer, known: State) -> dict[str, Any]:
        """The clock on a viewer's page: that of the seat that the table waits for, if public, else the viewer's own.

        It is `shown` of that seat, with its ``name``, which is empty for the viewer's own.
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
        """A seat's clock on a page: ``left`` in seconds, None: unknown; ``runs``: it counts down; ``own``: its page.

        Pages of others do not include time that was used while it was secret who was asked.
        """
        if not own and (self.control.increment is not None or not seat.asked_since):
            return {"left": None, "runs": False, "own": False}
        end = self.deadline(seat) if seat.asked_since else None
        left = self.allowance(seat) if end is None else max(end - time.monotonic(), 0.0)
        return {"left": round(left, 1), "runs": end is not None, "own": own}
