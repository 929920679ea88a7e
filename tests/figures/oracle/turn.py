"""A turn of the second reading: what is seen, how the card turns and moves the figure, contacts and shots."""

from collections.abc import Generator
from math import pi, radians
from typing import Any

from .figures import DISTRACTS, KEEN, STEADY, Figure, free_way, is_joker, number
from .room import (
    MOMENT,
    NEVER,
    TOUCH,
    along,
    bearing,
    blocks,
    from_muzzle,
    from_stick,
    to_shot,
    to_strike,
    turn_to_strike,
    within,
)
from .table import Answering, Asking, Question, Table, heading_of, within_bounds

Contact = tuple[float, Figure, int]
FRONT = (10, 12, 2)


class Turn(Table):
    """A table at which figures take their turns."""

    def turn(self, figure: Figure) -> Asking:
        """§05-05."""
        self.acting, self.doubled, self.passed = figure, False, set()
        if self.options["distraction"]:
            yield from self.look(figure)
        if figure.face_up:
            value = number(figure.face_up)
            if is_joker(figure.face_up):
                wanted = {f"number:{n}" for n in range(1, 14)}
                value = int((yield from self.ask("joker_number", figure.seat, wanted))[7:])
            ended = (yield from self.go(figure, value)) == "ended"
            if not ended:
                yield from self.shots(figure)
        self.discard_face_up(figure)

    def look(self, seer: Figure) -> Asking:
        """§07-02, F18, F29, F30."""
        seen = [each for each in self.standing() if each.seat != seer.seat and self.sees(seer, each)]
        for other in [each for each in seen if DISTRACTS.get(each.sheet) == "A"]:
            if seer.sheet == KEEN:
                self.doubled = True
            if other.sheet != STEADY and other.plots:
                yield from self.drop(other)
        for _ in [each for each in seen if DISTRACTS.get(each.sheet) == "B"]:
            if not seer.face_up:
                return
            yield from self.drop(seer)

    def drop(self, figure: Figure) -> Asking:
        card = (yield from self.ask("drop_plot", figure.seat, {f"card:{card}" for card in figure.plots}))[5:]
        if card == figure.face_up:
            figure.face_up = None
        else:
            figure.row.remove(card)
        self.cards.discards.append(card)

    def sees(self, seer: Figure, other: Figure) -> bool:
        there = bearing(seer.at, other.at)
        if not within(there, seer.angle, 60) or not within(there + pi, other.angle, 90):
            return False
        return not any(
            blocks(seer.at, other.at, each.at) for each in self.standing() if each is not seer and each is not other
        )

    def go(self, figure: Figure, value: int) -> Answering:
        """What the number lets it do. ``ended``: it has run into something, and does not shoot."""
        if value == 13:
            allowed = {f"angle:{angle:+d}" for angle in range(-345, 346, 15)}
            answer = yield from self.ask("heading", figure.seat, allowed)
            if isinstance(answer, str):
                return (yield from self.rotate(figure, int(answer[6:])))
            sense = -1 if answer[2] < 0 else 1
            return (yield from self.rotate(figure, sense * (sense * heading_of(answer) % 360)))
        edge = value
        if value % 2:
            laid, side = yield from self.lay_card(figure)
            edge = (value + side // 30 - 1) % 12 + 1
            if (yield from self.rotate(figure, laid - side)) == "stopped":
                return "stopped"
        return (yield from self.move(figure, edge, fresh=value % 2 == 0))

    def lay_card(self, figure: Figure) -> Generator[Question, Any, tuple[float, int]]:
        """F8: at what angle from the corner the card is laid, and to which side of it the edge is that is turned."""
        allowed = {f"angle:{angle:+d}" for angle in range(-30, 31, 15)}
        answer: Any = yield from self.ask("turn_direction", figure.seat, allowed)
        if not isinstance(answer, str):
            laid = within_bounds(heading_of(answer), 30)
            return laid, int(laid) if abs(laid) == 30 else -30 if answer[2] < 0 else 30
        angle = int(answer[6:])
        if abs(angle) == 30:
            return angle, angle
        return angle, -30 if (yield from self.ask("turn_edge", figure.seat, {"left", "right"})) == "left" else 30

    def may_touch(self, figure: Figure) -> list[tuple[Figure, int]]:
        """F11, F38: whom its weapons could touch, by seat, figure, weapon."""
        return [
            (other, place)
            for other in self.standing()
            for place, weapon in enumerate(figure.weapons)
            if other is not figure
            and weapon.strikes
            and figure.poses[place] is not None
            and (place, other.number) not in self.passed
        ]

    def touching(self, figure: Figure) -> tuple[Figure, int] | None:
        for other, place in self.may_touch(figure):
            if from_stick(other.at, figure.at, figure.pointing(place), figure.weapons[place].reach) <= TOUCH * 2:
                return other, place
        return None

    def attack_asked(self, figure: Figure, other: Figure, place: int) -> Answering:
        """§05-06: attack or not. The contact is done with, unless it was declined."""
        answer = yield from self.ask("attack", figure.seat, {"pass", "yes"})
        if answer == "yes":
            self.passed.add((place, other.number))
            self.strike(figure, other)
        return answer

    def rotate(self, figure: Figure, spin: float) -> Answering:
        """F9, F25: the stand turns by `spin` degrees; ``stopped`` where a contact is declined."""
        while contact := self.touching(figure):  # F20
            if (yield from self.attack_asked(figure, *contact)) == "pass":
                self.passed.add((contact[1], contact[0].number))
        begun, sense = figure.angle, 1 if spin > 0 else -1
        while spin:
            figure.angle = begun
            met: Contact | None = None
            for other, place in self.may_touch(figure):
                reach = figure.weapons[place].reach
                far = turn_to_strike(figure.at, other.at, figure.pointing(place), reach, sense)
                if far <= radians(abs(spin)) + TOUCH and (met is None or far < met[0] - MOMENT):
                    met = far, other, place
            if met is None:
                break
            figure.angle = begun + sense * met[0]
            if (yield from self.attack_asked(figure, met[1], met[2])) == "pass":
                return "stopped"
        figure.angle = begun + radians(spin)
        return "done"

    def move(self, figure: Figure, edge: int, fresh: bool) -> Answering:
        """§05-05: along an edge, as far as is chosen; F21, F68: chosen again after the attacks of a moment."""
        mobility = self.worth(figure, "mobility")
        left = float(mobility if edge in FRONT else mobility // 2)
        angle = figure.angle + radians(30 * edge)
        while True:
            aim = yield from self.distance(figure, left)
            free, bodies = free_way(figure, self.figures, angle, self.side)
            collides_now = aim > 0 and free <= min(aim + TOUCH, MOMENT)  # F9: which comes before all attacks
            attacked = False
            while fresh and not collides_now and (contact := self.touching(figure)):  # F20
                answer = yield from self.attack_asked(figure, *contact)
                attacked |= answer == "yes"
                self.passed.add((contact[1], contact[0].number))
            fresh = False
            if attacked:
                continue
            met = self.first_strike(figure, angle)
            if aim > 0 and free <= aim + TOUCH and free <= met[0] + MOMENT:
                figure.at = along(figure.at, angle, free)
                self.collide(figure, bodies, angle, mobility)
                return "ended"
            if met[0] > aim + TOUCH:
                figure.at = along(figure.at, angle, aim)
                return "done"
            gone = min(met[0], aim)
            figure.at, left = along(figure.at, angle, gone), max(0.0, left - gone)
            contact = met[1], met[2]
            while contact:  # F68
                if (yield from self.attack_asked(figure, *contact)) == "pass":
                    return "stopped"
                contact = self.touching(figure)

    def first_strike(self, figure: Figure, angle: float) -> Contact:
        met: Contact = NEVER, figure, -1
        for other, place in self.may_touch(figure):
            far = to_strike(figure.at, other.at, angle, figure.pointing(place), figure.weapons[place].reach)
            if far < met[0] - MOMENT:
                met = far, other, place
        return met

    def distance(self, figure: Figure, left: float) -> Generator[Question, Any, float]:
        whole = int(2 * left + 1e-8)
        allowed = {f"length:{n / 2:g}" for n in range(whole + 1)}
        if left - whole / 2 > TOUCH:
            allowed.add("rest")
        answer: Any = yield from self.ask("distance", figure.seat, allowed)
        if not isinstance(answer, str):
            return left * (1 + float(answer[3])) / 2
        return left if answer == "rest" else min(left, float(answer[7:]))

    def shots(self, figure: Figure) -> Asking:
        """§05-07, F26: each shooting weapon, in the order of the sheet."""
        for place, weapon in enumerate(figure.weapons):
            if weapon.strikes or figure.poses[place] is None or figure.used_up[place]:
                continue
            target = self.target(figure, place)
            if target and (yield from self.ask("shoot", figure.seat, {"pass", "yes"})) == "yes":
                figure.used_up[place] = weapon.thrown
                card = self.cards.draw(self.figures) if weapon.hit else "JOKER"
                if weapon.hit and card:
                    self.cards.discards.append(card)
                if card and (is_joker(card) or number(card) <= weapon.hit):
                    self.strike(figure, target)

    def target(self, figure: Figure, place: int) -> Figure | None:
        angle, weapon = figure.pointing(place), figure.weapons[place]
        far = {o.number: to_shot(figure.at, o.at, angle) for o in self.standing() if o is not figure}
        nearest = self.figures[min(far, key=lambda each: (far[each], each))]
        if far[nearest.number] == NEVER or from_muzzle(figure.at, nearest.at, angle) > weapon.range + TOUCH:
            return None
        return nearest
