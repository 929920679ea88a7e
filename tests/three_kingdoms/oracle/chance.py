"""What dice and draws showed, as the engine's trace tells it: the page says which there are, never what they show."""

from collections.abc import Iterable
from typing import Any

from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Trace
from tests.wanted import DisagreementError, Wanted, agree

from .cards import AREAS, CLANS, COUNTRIES, GENERALS, METHODS, THAW, A, E, pursuit_row

TOLD = (
    Trace.CARD,
    Trace.ENTERED,
    Trace.MARKER,
    Trace.ROUND,
    Trace.DUEL,
    Trace.WALKOVER,
    Trace.TOTALS,
    Trace.CHECKED,
    Trace.PURSUED,
    Trace.EXILED,
    *map(Trace, GAME.wording.dice),
)
OWNERS = (*COUNTRIES, CLANS, THAW)
NOBODY = -1
FACES = range(1, 7)


def _general(number: int) -> str:
    return CLANS if number == NOBODY else GENERALS[number]


class Chance(Wanted):
    """What was drawn and rolled since the last answer, in order; each must be wanted where it was rolled."""

    kinds = TOLD

    def _among(self, what: str, told: Any, possible: Any) -> None:
        if told not in possible:
            raise DisagreementError(f"{what} is {told!r}, which the page does not allow among {possible!r}")

    def card(self, period: int, left: set[int]) -> int:
        """T4, T83: the next card of a period, one of those that are left."""
        entry = self._next(Trace.CARD, f"card of period {period}")
        agree("period of the card", entry.subject + 1, period)
        self._among("the card", entry.value + 1, left)
        return int(entry.value) + 1

    def marker(self, left: set[str]) -> str:
        """§6.4: the next marker out of the cup."""
        marker = OWNERS[int(self._next(Trace.MARKER, "a marker").value)]
        self._among("the marker", marker, left)
        return marker

    def entered(self, general: str, areas: Iterable[str], country: str | None) -> str:
        """§5.5: somebody enters, in one of these areas, with this country. Returns where."""
        entry = self._next(Trace.ENTERED, f"{general} in {list(areas)}")
        agree("who enters", GENERALS[entry.subject], general)
        area = AREAS[int(entry.object)]
        self._among(f"area of {general}", area, list(areas))
        if country is not None:
            agree(f"country of {general}", entry.value, NOBODY if country == "" else COUNTRIES.index(country))
        return area

    def entering_area(self, general: str, areas: Iterable[str]) -> str:
        """§5.5.3: where the die lets somebody enter: what the next entry will tell, left in its place."""
        if not self._entries or self._entries[0].kind != Trace.ENTERED:
            raise DisagreementError(f"the page lets {general} enter")
        area = AREAS[int(self._entries[0].object)]
        self._among(f"area of {general}", area, list(areas))
        return area

    def exiled(self, general: str, countries: list[str]) -> str:
        """T5: a random country for somebody."""
        entry = self._next(Trace.EXILED, f"a country for {general}")
        agree("who goes into exile", GENERALS[entry.subject], general)
        country = COUNTRIES[int(entry.value)]
        self._among(f"the country of {general}", country, countries)
        return country

    def attempt(self, value: int, kind: str = "rolled") -> bool:
        """§10.6, §11.4: a die is at most this value."""
        entry = self._next(Trace[kind.upper()], f"a die against {value}")
        agree("sum of values", entry.object, value)
        self._among("the die", entry.value, FACES)
        return bool(entry.value <= value)

    def round(self, number: int) -> tuple[str, int]:
        """Table A: the method, and how many generals."""
        entry = self._next(Trace.ROUND, f"round {number}")
        agree("round", entry.subject, number)
        told = list(METHODS.values())[entry.value], int(entry.object)
        self._among("method and number", told, A)
        return told

    def duel(self, attackers: list[str], defenders: list[str], valour: dict[str, int]) -> tuple[str, str, int]:
        """§19.5: who faces whom, and by how much the attacker is ahead."""
        entry = self._next(Trace.DUEL, "a duel")
        one, other = _general(entry.subject), _general(entry.object)
        self._among("duellist", one, attackers)
        self._among("duellist", other, defenders)
        ahead = int(entry.value) - valour.get(one, 0) + valour.get(other, 0)
        self._among("difference of two dice", ahead, range(-5, 6))
        return one, other, int(entry.value)

    def walkover(self, general: str, loss: int) -> None:
        """§19.7: somebody without an opponent."""
        entry = self._next(Trace.WALKOVER, f"{general} without opponent")
        agree("walkover", (_general(entry.subject), entry.value), (general, loss))

    def walkovers(self, count: int, generals: list[str], losses: dict[str, int]) -> int:
        """§19.7: so many of these have no opponent. Returns the losses."""
        lost = 0
        for _ in range(count):
            entry = self._next(Trace.WALKOVER, f"one of {generals} without opponent")
            general = _general(entry.subject)
            self._among("who has no opponent", general, generals)
            agree(f"walkover of {general}", entry.value, losses[general])
            generals.remove(general)
            lost += int(entry.value)
        return lost

    def totals(self, attacker: tuple[int, ...], defender: tuple[int, ...]) -> int:
        """§20, §21: both totals, each one of these. Returns by how much the attacker is ahead."""
        entry = self._next(Trace.TOTALS, f"totals of {attacker} and {defender}")
        self._among("the attackers' total", entry.subject, attacker)
        self._among("the defender's total", entry.object, defender)
        return int(entry.subject) - int(entry.object)

    def check(self, general: str, column: str, but: str = "") -> str:
        """Table E: what becomes of somebody; results that are void count as nothing."""
        entry = self._next(Trace.CHECKED, f"check of {general}, {column}")
        agree("who is checked", GENERALS[entry.subject], general)
        agree(f"column of {general}", list(E)[entry.object], column)
        result = "-XCSE"[int(entry.value)]
        faces = ["-" if face in but else face for face in E[column]]
        self._among(f"the check of {general}", result, faces)
        return result

    def pursuit(self, army: int, troops: int, hurt: int) -> int:
        """Table D: what a retreating army loses, at most its troops."""
        entry = self._next(Trace.PURSUED, "pursuit")
        agree("who is pursued", entry.subject, army)
        self._among("loss in pursuit", entry.value, sorted({int(face) for face in pursuit_row(troops)}))
        return int(entry.value)
