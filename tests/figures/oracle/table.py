"""The table of the second reading: who is asked, what abilities are worth, checks of damage, who is taken away."""

from collections.abc import Generator
from math import atan2, degrees, pi, tau
from typing import Any

from .figures import Cards, Figure, free_way, is_joker, number
from .room import along

Question = tuple[str, int, set[str]]
Asking = Generator[Question, Any, None]
Answering = Generator[Question, Any, Any]
Numbers = tuple[float, ...]
"""A point: cosine and sine of a direction, sense, length, x, y."""
SIDES = ((12, 14, 16, 20, 24), (16, 20, 24, 24, 24), (24, 24, 24, 24, 24))  # F34: two, three, four, six, eight figures


def heading_of(point: Numbers) -> float:
    """The direction of a point, in degrees; none is straight on."""
    return degrees(atan2(point[1], point[0]))


def within_bounds(angle: float, most: float) -> float:
    """F63: the nearest angle that is no farther than `most` to either side."""
    return min(max(angle, -most), most)


class Over(Exception):  # noqa: N818 — it is no error
    """The game has ended."""


class Table:
    """What lies on the table, and what happens to figures on it."""

    def __init__(self, options: dict[str, int], figures: list[Figure], order: list[int], pack: list[str]) -> None:
        self.options = options
        self.seats, self.each = options["num_players"], options["figures"]
        self.figures, self.order, self.cards = figures, order, Cards(pack)
        self.side = float(SIDES[options["room"]][(2, 3, 4, 6, 8).index(len(figures))])
        self.leaders: dict[int, Figure] = {}
        self.round = 0
        self.moments = 0
        self.winners: set[int] = set()
        self.doubled = False
        self.acting: Figure | None = None
        self.passed: set[tuple[int, int]] = set()

    def ask(self, phase: str, seat: int, allowed: set[str]) -> Answering:
        """F55: a question with one answer is not asked."""
        if len(allowed) == 1 and not self.options["ask_forced"]:
            return next(iter(allowed))
        answer = yield phase, seat, allowed
        return answer

    def standing(self) -> list[Figure]:
        return [each for each in self.figures if each.standing]

    def discard_face_up(self, figure: Figure) -> None:
        if figure.face_up:
            self.cards.discards.append(figure.face_up)
            figure.face_up = None

    def worth(self, figure: Figure, ability: str) -> int:
        """§07-01, §07-02, F17, F31."""
        value = figure.stats[ability]
        feeling = figure.feeling
        if feeling == "anger":
            card = self.cards.draw(self.figures)
            if card:
                self.cards.discards.append(card)
                value = 1 if card[0] in "SC" else 2 * value
        else:
            value = max(0, value + {"calm": 0, "sorrow": -2, "joy": 2}[feeling])
        return 2 * value if self.doubled and ability != "spirit" and figure is self.acting else value

    def check(self, figure: Figure, count: int) -> int:
        """§05-06: cards above the spirit do damage, jokers always."""
        spirit, damage, shown = self.worth(figure, "spirit"), 0, []
        for _ in range(count):
            card = self.cards.draw(self.figures)
            if card is None:
                break
            shown.append(card)
            damage += number(card) > spirit
        self.cards.discards += shown
        figure.damage += damage
        return damage

    def strike(self, figure: Figure, target: Figure) -> None:
        self.check(target, self.worth(figure, "attack"))
        self.take_away()
        self.feel(target)

    def collide(self, mover: Figure, bodies: list[Figure], angle: float, mobility: int) -> None:
        """§05-08, F13, F28: all are checked and thrown, the mover first; then who is finished is taken away."""
        self.throw(mover, angle + pi, self.check(mover, mobility))
        for body in bodies:
            self.throw(body, angle, self.check(body, mobility))
        self.take_away()
        for figure in (mover, *bodies):
            self.feel(figure)

    def throw(self, figure: Figure, angle: float, damage: int) -> None:
        free, _ = free_way(figure, self.figures, angle % tau, self.side)
        figure.at = along(figure.at, angle, min(float(damage), free))

    def take_away(self) -> None:
        """F10, F33, F40; §06: is anybody left?"""
        out = [each for each in self.standing() if not each.left]
        self.moments += bool(out)
        for figure in out:
            figure.standing, figure.moment = False, self.moments
            figure.unseen += figure.row
            self.cards.discards += figure.emotions
            figure.row, figure.emotions = [], []
            self.discard_face_up(figure)
        seats = {each.seat for each in self.standing()}
        if out and len(seats) <= 1:
            self.winners = seats or {each.seat for each in self.figures if each.moment == self.moments}
            raise Over

    def feel(self, figure: Figure) -> None:
        """§07-01, F32."""
        if not self.options["emotions"] or not figure.standing:
            return
        card = self.cards.draw(self.figures)
        if card is None:
            return
        if card[0] in "CD":
            figure.emotions.append(card)
            return
        self.cards.discards.append(card)
        gone = {"H": "C", "S": "D"}.get("" if is_joker(card) else card[0], "-")
        self.cards.discards += [each for each in figure.emotions if each[0] == gone]
        figure.emotions = [each for each in figure.emotions if each[0] != gone]
