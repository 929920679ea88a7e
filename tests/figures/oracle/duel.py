"""A second reading of the book: a whole game as a course of questions. The table is plain Python, and knows no engine.

`game` is a generator: it yields each question (phase, seat, the answers that are allowed) and is sent the answer.
"""

from __future__ import annotations

from collections.abc import Generator
from math import hypot, pi, radians, tau

from .figures import (
    ABILITIES,
    DISTRACTS,
    KEEN,
    STEADY,
    Cards,
    Figure,
    best_seats,
    free_way,
    is_joker,
    number,
    precedence,
    spreads,
)
from .room import (
    MOMENT,
    NEVER,
    RADIUS,
    TOUCH,
    along,
    bearing,
    blocks,
    from_muzzle,
    from_stick,
    from_to,
    to_shot,
    to_strike,
    turn_to_strike,
    within,
)

Question = tuple[str, int, set[str]]
Asking = Generator[Question, str, None]
Answering = Generator[Question, str, str]
Contact = tuple[float, Figure, int]
APART = 4.2
SIDES = ((12, 14, 16, 20, 24), (16, 20, 24, 24, 24), (24, 24, 24, 24, 24))  # F34: two, three, four, six, eight figures
FRONT = (10, 12, 2)


class Over(Exception):  # noqa: N818 — it is no error
    """The game has ended."""


class Duel:
    """A game of the book's own account."""

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

    # ---------------------------------------------------------------------------------------------------- the course

    def game(self) -> Asking:
        try:
            yield from self.set_up()
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
        if self.each > 1:
            for seat in range(self.seats):
                own = {f"figure:{each.number}" for each in self.figures if each.seat == seat}
                self.leaders[seat] = self.figures[int((yield from self.ask("leader", seat, own))[7:])]
        for seat in self.order:
            for figure in (each for each in self.figures if each.seat == seat):
                yield from self.place(figure)

    def place(self, figure: Figure) -> Asking:
        """§04-02, F34, F35: a place from which it touches nothing, far from opponents."""
        halves = [n / 2 for n in range(int(2 * self.side) + 1)]
        rows = {x: [y for y in halves if self.may_stand(figure, x, y)] for x in halves}
        x = float((yield from self.ask("place_x", figure.seat, {f"length:{x:g}" for x in halves if rows[x]}))[7:])
        y = float((yield from self.ask("place_y", figure.seat, {f"length:{y:g}" for y in rows[x]}))[7:])
        figure.at, figure.standing = (x, y), True
        directions = {f"angle:{degrees:+d}" for degrees in range(-165, 181, 15)}
        figure.angle = radians(int((yield from self.ask("place_heading", figure.seat, directions))[6:]))

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
                allowed = {"lower"} | {f"angle:{degrees:+d}" for degrees in angles}
                answer = yield from self.ask("pose", figure.seat, allowed)
                figure.poses[place] = None if answer == "lower" else int(answer[6:])
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

    def who_acts(self) -> Generator[Question, str, Figure | None]:
        """§05-04; None: the jokers are gone, and nobody shows a plot (F7)."""
        jokers = [each for each in self.figures if each.face_up and is_joker(each.face_up)]
        others = [each for each in self.figures if each.face_up and not is_joker(each.face_up)]
        if len(jokers) > 1:
            for figure in jokers:
                self.discard_face_up(figure)
        elif jokers and (not others or (yield from self.ask("joker", jokers[0].seat, {"pass", "yes"})) == "yes"):
            return jokers[0]
        return max(others, key=lambda each: (precedence(each.face_up or ""), -each.number)) if others else None

    def discard_face_up(self, figure: Figure) -> None:
        if figure.face_up:
            self.cards.discards.append(figure.face_up)
            figure.face_up = None

    # ------------------------------------------------------------------------------------------------------ the turn

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
            allowed = {f"angle:{degrees:+d}" for degrees in range(-345, 346, 15)}
            spin = int((yield from self.ask("heading", figure.seat, allowed))[6:])
            return (yield from self.rotate(figure, spin))
        edge = value
        if value % 2:
            allowed = {f"angle:{degrees:+d}" for degrees in range(-30, 31, 15)}
            laid = int((yield from self.ask("turn_direction", figure.seat, allowed))[6:])
            side = laid
            if abs(laid) < 30:
                side = -30 if (yield from self.ask("turn_edge", figure.seat, {"left", "right"})) == "left" else 30
            edge = (value + side // 30 - 1) % 12 + 1
            if (yield from self.rotate(figure, laid - side)) == "stopped":
                return "stopped"
        return (yield from self.move(figure, edge, fresh=value % 2 == 0))

    # ------------------------------------------------------------------------------------------------------ contacts

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

    def rotate(self, figure: Figure, spin: int) -> Answering:
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
        """§05-05: along an edge, as far as is chosen; F21: chosen again after each attack."""
        mobility = self.worth(figure, "mobility")
        left = float(mobility if edge in FRONT else mobility // 2)
        angle = figure.angle + radians(30 * edge)
        while True:
            aim = yield from self.distance(figure, left)
            attacked = False
            while fresh and (contact := self.touching(figure)):  # F20
                if (yield from self.attack_asked(figure, *contact)) == "yes":
                    attacked = True
                    break
                self.passed.add((contact[1], contact[0].number))
            if attacked:
                continue
            fresh = False
            free, bodies = free_way(figure, self.figures, angle, self.side)
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

    def distance(self, figure: Figure, left: float) -> Generator[Question, str, float]:
        whole = int(2 * left + 1e-8)
        allowed = {f"length:{n / 2:g}" for n in range(whole + 1)}
        if left - whole / 2 > TOUCH:
            allowed.add("rest")
        answer = yield from self.ask("distance", figure.seat, allowed)
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

    # -------------------------------------------------------------------------------------------------------- damage

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
