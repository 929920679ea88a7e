"""A second reading of the book: a whole game as a course of questions. The table is plain Python, and knows no engine.

`game` is a generator: it yields each question (phase, seat, the answers that are allowed) and is sent the answer: one
of these by name, or the six numbers of a point where angles, lengths and places are real numbers (F63).
"""

from collections.abc import Generator
from math import hypot, radians
from typing import Any

from .figures import ABILITIES, Figure, best_seats, is_joker, precedence, spreads
from .room import RADIUS, TOUCH, from_to
from .table import Asking, Over, Question, heading_of, within_bounds
from .turn import Turn

APART = 4.2


class Duel(Turn):
    """A game of the book's own account."""

    def game(self, begins: str = "deal") -> Asking:
        """From the deal on, from the beginning of a round, or from where plots are turned up (``acting``)."""
        try:
            if begins == "deal":
                yield from self.set_up()
            elif begins == "acting":
                yield from self.turns()
            while self.round < self.options["max_rounds"]:
                yield from self.play_round()
            self.winners = best_seats(self.figures, self.seats)
        except Over:
            pass

    def set_up(self) -> Asking:
        """§04."""
        if self.options["stats"] == 2:
            for figure in self.figures:
                known: list[int] = []
                for stat, name in enumerate(ABILITIES):
                    allowed = {f"number:{value}" for value in spreads(known, stat)}
                    known.append(int((yield from self.ask("points", figure.seat, allowed))[7:]))
                    figure.stats[name] = known[-1]
        for seat in self.order:
            for figure in (each for each in self.figures if each.seat == seat):
                yield from self.place(figure)
        for seat in range(self.seats if self.each > 1 else 0):  # §04-02 has it last
            own = {f"figure:{each.number}" for each in self.figures if each.seat == seat}
            self.leaders[seat] = self.figures[int((yield from self.ask("leader", seat, own))[7:])]

    def place(self, figure: Figure) -> Asking:
        """§04-02, F34, F35: a place from which it touches nothing, far from opponents."""
        halves = [n / 2 for n in range(int(2 * self.side) + 1)]
        rows = {x: [y for y in halves if self.may_stand(figure, x, y)] for x in halves}
        answer = yield from self.ask("place_x", figure.seat, {f"length:{x:g}" for x in halves if rows[x]})
        if isinstance(answer, str):
            x = float(answer[7:])
            y = float((yield from self.ask("place_y", figure.seat, {f"length:{y:g}" for y in rows[x]}))[7:])
        else:
            x, y = ((1 + share) / 2 * self.side for share in answer[4:])
            if not self.may_stand(figure, x, y):
                x, y = min(
                    ((across, down) for across in halves for down in rows[across]),
                    key=lambda place: (round(hypot(place[0] - x, place[1] - y), 9), place),
                )
        figure.at, figure.standing = (x, y), True
        directions = {f"angle:{angle:+d}" for angle in range(-165, 181, 15)}
        answer = yield from self.ask("place_heading", figure.seat, directions)
        figure.angle = radians(int(answer[6:]) if isinstance(answer, str) else heading_of(answer))

    def may_stand(self, figure: Figure, x: float, y: float) -> bool:
        if min(x, y, self.side - x, self.side - y) <= RADIUS + TOUCH:
            return False
        for other in self.standing():
            gap = hypot(*from_to((x, y), other.at)) - 2 * RADIUS
            if gap <= TOUCH or (other.seat != figure.seat and gap < APART - TOUCH):
                return False
        return True

    def play_round(self) -> Asking:
        """§05-01 to §05-03, then turns until no plots are left (§05-09)."""
        self.round += 1
        if len(self.cards.pack) < sum(each.stats["judgement"] for each in self.standing()):
            self.cards.shuffle(self.figures)
        for figure in self.standing():
            wanted = min(figure.stats["judgement"], len(self.cards.pack))
            figure.hand += [self.cards.pack.pop(0) for _ in range(wanted)]
        yield from self.give()
        yield from self.pose()
        yield from self.plot()
        yield from self.turns()

    def turns(self) -> Asking:
        while self.turn_up():
            acting = yield from self.who_acts()
            if acting is not None:
                yield from self.turn(acting)

    def give(self) -> Asking:
        for seat in range(self.seats if self.each > 1 else 0):
            leader = self.leaders[seat]
            partners = [each for each in self.standing() if each.seat == seat and each is not leader]
            while leader.standing and partners:
                answer = yield from self.ask("give", seat, {"pass"} | {f"card:{card}" for card in leader.hand})
                if answer == "pass":
                    break
                leader.hand.remove(answer[5:])
                partners[0].hand.append(answer[5:])

    def pose(self) -> Asking:
        """§05-02, F6, F36."""
        for figure in self.figures:
            figure.poses = [None, None]
        for figure in self.standing():
            for place, weapon in enumerate(figure.weapons):
                if weapon.thrown:
                    continue
                widest = 90 if weapon.strikes else 30
                near = min(hypot(*from_to(figure.at, o.at)) - 2 * RADIUS for o in self.standing() if o is not figure)
                angles = range(-widest, widest + 1, 15) if not weapon.strikes or near > weapon.reach + TOUCH else ()
                allowed = {"lower"} | {f"angle:{angle:+d}" for angle in angles}
                answer = yield from self.ask("pose", figure.seat, allowed)
                if isinstance(answer, str):
                    figure.poses[place] = None if answer == "lower" else int(answer[6:])
                else:
                    lowered = answer[2] < 0 or not angles
                    figure.poses[place] = None if lowered else within_bounds(heading_of(answer), widest)
        for figure in self.standing():
            for place, weapon in enumerate(figure.weapons):
                if weapon.thrown:
                    figure.poses[place] = 0

    def plot(self) -> Asking:
        """§05-03, F5, F48."""
        for figure in self.standing():
            while figure.hand and len(figure.row) < figure.stats["skill"]:
                answer = yield from self.ask("plot", figure.seat, {f"card:{card}" for card in figure.hand})
                figure.hand.remove(answer[5:])
                figure.row.append(answer[5:])
        for figure in self.standing():
            figure.unseen += figure.hand
            figure.hand = []

    def turn_up(self) -> bool:
        """§05-09. Whether anybody shows a plot then."""
        for figure in self.standing():
            if figure.face_up is None and figure.row:
                figure.face_up = figure.row.pop(0)
        return any(each.face_up for each in self.figures)

    def who_acts(self) -> Generator[Question, Any, Figure | None]:
        """§05-04; None: the jokers are gone, and nobody shows a plot (F7)."""
        jokers = [each for each in self.figures if each.face_up and is_joker(each.face_up)]
        others = [each for each in self.figures if each.face_up and not is_joker(each.face_up)]
        if len(jokers) > 1:
            for figure in jokers:
                self.discard_face_up(figure)
        elif jokers:
            allowed = {"pass", "yes"} if others else {"yes"}  # F22
            if (yield from self.ask("joker", jokers[0].seat, allowed)) == "yes":
                return jokers[0]
        return max(others, key=lambda each: (precedence(each.face_up or ""), -each.number)) if others else None
