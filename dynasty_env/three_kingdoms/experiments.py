"""What experiments need from Three Kingdoms beyond its rules."""

from collections.abc import Sequence

import numpy as np

from dynasty_env.kit.experiments import Cards, Done, Experiments, Follower, Measures
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import ids, material
from dynasty_env.three_kingdoms.ids import Trace
from dynasty_env.three_kingdoms.material import (
    ABSENT,
    CITY,
    CLANS,
    COUNTRIES,
    COUNTRY_NAMES,
    NEIGHBOURS,
    NO_ONE,
    Status,
)
from dynasty_env.three_kingdoms.views.public_table import points_of

# --------------------------------------------------------------------------------------------------- for networks


def cards() -> tuple[Cards, ...]:
    """The tables of areas, by their holder and by what they have done.

    No action names a general: it names a slot in the list of available generals, which is in `listed`.
    """
    printed = material.card_table()
    areas = np.concatenate(
        [
            printed["areas"][:, :1] / 6.0,
            CITY[:, None] == np.arange(len(material.City)),
            (NEIGHBOURS >= 0).sum(axis=1, keepdims=True) / material.MOST_NEIGHBOURS,
        ],
        axis=1,
        dtype=np.float32,
    )
    return (
        Cards(areas, ("control",), first_action=ids.INVADE, named=("target", "battle")),
        Cards(areas, ("work",), first_action=ids.LEVY),
    )


# ---------------------------------------------------------------------------------------------- for measurements


def powers(state: State) -> list[str] | None:
    """The country of each seat."""
    countries = state.record["seat_country"][: state.num_players]
    return None if (countries == NO_ONE).any() else [COUNTRY_NAMES[country] for country in countries]


def points(state: State) -> list[dict[str, float]]:
    """Points held from the start, and points won since; lost points are in neither."""
    result = []
    for country in map(int, state.record["seat_country"][: state.num_players]):
        start, now = int(state.record["start_points"][country]), points_of(state.record, country)
        result.append({"held since the start": float(min(start, now)), "won since": float(max(now - start, 0))})
    return result


def counts(state: State) -> dict[str, float]:
    """Turns played, countries that have fallen, and the largest army."""
    record = state.record
    return {
        "turns played": float(record["turn"] - record["first_turn"] + 1),
        "countries that have fallen": float((record["status"] == Status.FALLEN).sum()),
        "areas of clans left": float((record["control"] == CLANS).sum()),
        "most troops in an area": float(record["troops"].max()),
    }


TELLING = frozenset(
    int(kind)
    for kind in (Trace.TURN, Trace.ANSWERED, Trace.ALLIED, Trace.MARCHED, Trace.INVADED, Trace.CONTROLS, Trace.FELL)
)
"""Kinds of trace entries about alliances and their consequences."""


class Negotiation(Follower):
    """Follows alliances in one game: who asked and agreed, invaded together, and kept faith.

    A seat *attacks a partner* if it invades an area of a power with which it was allied in this turn or the last one.
    It *leaves a partner* if the two were allied in the last turn and it refuses in this one, or if it was the one that
    asked then and nobody asks now.
    """

    def __init__(self, state: State) -> None:
        self._now: dict[frozenset[int], int] = {}
        self._last: dict[frozenset[int], int] = {}
        self._refused: set[frozenset[int]] = set()
        self._together: set[int] = set()

    def note(self, state: State, entries: Sequence[Sequence[int]]) -> Done:
        """Evaluate the trace entries of the last move."""
        seat_of = state.record["country_seat"]
        marched = {subject for kind, _, subject, *_ in entries if kind == Trace.MARCHED and subject != CLANS}
        result: Done = self._set_out(seat_of, marched) if marched else []
        for kind, seat, subject, other, value, *_ in entries:
            if kind == Trace.TURN:
                result += self._next_turn()
            elif kind == Trace.ANSWERED:
                result += self._answered(seat, int(seat_of[other]), bool(value))
            elif kind == Trace.ALLIED:
                result.append((int(seat_of[subject]), f"directed {'clans' if other == CLANS else 'a minor power'}"))
            elif kind == Trace.INVADED:
                result += self._attacked(seat_of, subject, value)
            elif kind == Trace.CONTROLS and subject in self._together and seat_of[subject] != NO_ONE:
                result.append((int(seat_of[subject]), "won an area jointly"))
                self._together = set()
            elif kind == Trace.FELL and 0 <= value < COUNTRIES and seat_of[value] != NO_ONE:
                result.append((int(seat_of[value]), "conquered a country"))
        return result

    def _set_out(self, seat_of: Sequence[int], marched: set[int]) -> Done:
        """A force sets out, with one or several seats."""
        seats = {int(seat_of[country]) for country in marched} - {NO_ONE}
        self._together = marched if len(seats) > 1 else set()
        return [(seat, "invaded jointly") for seat in sorted(seats)] if len(seats) > 1 else []

    def _answered(self, seat: int, asker: int, agreed: bool) -> Done:
        pair = frozenset((seat, asker))
        if agreed:
            self._now[pair] = asker
            return [(seat, "agreed to an alliance")]
        left = [(seat, "left a partner")] if pair in self._last and pair not in self._refused else []
        self._refused.add(pair)
        return [(seat, "refused an alliance"), *left]

    def _attacked(self, seat_of: Sequence[int], power: int, defender: int) -> Done:
        if not 0 <= defender < COUNTRIES or seat_of[defender] < 0:
            return []
        pair = frozenset((int(seat_of[power]), int(seat_of[defender])))
        both = pair in self._now or pair in self._last
        return [(int(seat_of[power]), "attacked a partner" if both else "attacked another seat")]

    def _next_turn(self) -> Done:
        kept = self._now.keys() | self._refused
        left = [(asker, "left a partner") for pair, asker in self._last.items() if pair not in kept]
        self._last, self._now, self._refused = self._now, {}, set()
        return left


EXPERIMENTS = Experiments(
    cards=cards,
    left_out=("where", "serves", "doing", "units"),  # other pieces have these as sums and lists
    silent={"listed": ABSENT},
    measures=Measures("power", powers, points, counts, TELLING, Negotiation),
)
