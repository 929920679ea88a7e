"""Figures and cards of the second reading: what lies where, worth of abilities, checks, emotions; and who has won."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import radians

from .room import NEVER, Point, to_body, to_wall

ABILITIES = ("judgement", "skill", "mobility", "attack", "spirit", "vitality")
LEAST, MOST = (3, 3, 3, 3, 3, 5), (8, 8, 8, 8, 8, 10)
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"  # from the strongest to the weakest


@dataclass(frozen=True)
class Weapon:
    """One of ch. 1: a stick with a reach, or something that shoots."""

    reach: float = 0.0
    range: float = 0.0
    hit: int = 0
    thrown: bool = False

    @property
    def strikes(self) -> bool:
        return self.reach > 0


SHEETS = {  # ch. 1
    "Fencer": ((6, 5, 6, 5, 5, 8), (Weapon(1.2), Weapon(0.6))),
    "Lancer": ((6, 5, 5, 4, 6, 9), (Weapon(1.7), Weapon(0.6))),
    "Archer": ((6, 5, 6, 5, 5, 8), (Weapon(range=8, hit=10), Weapon(1.0))),
    "Brawler": ((6, 5, 6, 5, 5, 8), (Weapon(0.7), Weapon(range=5, thrown=True))),
}
DISTRACTS = {"Fencer": "A", "Lancer": "A", "Brawler": "B"}
KEEN, STEADY = "Archer", "Lancer"


def number(card: str) -> int:
    """What is printed: A is 1; a joker 99."""
    plain = card.partition("-")[0]
    return 99 if plain.startswith("JOKER") else RANKS.index(plain[1:]) + 1


def is_joker(card: str) -> bool:
    return number(card) == 99


def precedence(card: str) -> tuple[int, int]:
    """§05-04: A > K > Q … > 2, then spades > hearts > diamonds > clubs."""
    return (14 if number(card) == 1 else number(card)), -SUITS.index(card[0])


@dataclass
class Figure:
    """A figure. `angle` is where it looks; `poses` are degrees from ahead, None lowered."""

    number: int
    seat: int
    sheet: str
    stats: dict[str, int]
    standing: bool = False
    moment: int = 0
    damage: int = 0
    at: Point = (0.0, 0.0)
    angle: float = 0.0
    poses: list[float | None] = field(default_factory=lambda: [None, None])
    used_up: list[bool] = field(default_factory=lambda: [False, False])
    hand: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    face_up: str | None = None
    unseen: list[str] = field(default_factory=list)
    emotions: list[str] = field(default_factory=list)

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        return SHEETS[self.sheet][1]

    @property
    def left(self) -> int:
        return max(0, self.stats["vitality"] - self.damage)

    @property
    def plots(self) -> list[str]:
        return [*self.row, *([self.face_up] if self.face_up else [])]

    def pointing(self, weapon: int) -> float:
        """The direction of a weapon that is not lowered."""
        pose = self.poses[weapon]
        assert pose is not None
        return self.angle + radians(pose)

    @property
    def feeling(self) -> str:
        """§07-01: the first line that fits."""
        clubs = sum(card[0] == "C" for card in self.emotions)
        diamonds = len(self.emotions) - clubs
        if not self.emotions:
            return "calm"
        if not diamonds:
            return "sorrow"
        return "joy" if diamonds >= clubs else "anger"


class Cards:
    """The pack, top first, and the discards that all have seen. Who shuffles is chance: the engine is asked how."""

    def __init__(self, pack: list[str]) -> None:
        self.pack = pack
        self.discards: list[str] = []
        self.on_table: list[str] = []
        self.mixed: list[list[str]] = []

    def shuffle(self, figures: list[Figure]) -> None:
        """§05-01: the discards, those that were not seen as well, are shuffled under what is left of the pack."""
        pool = [*self.pack, *self.discards]
        for figure in figures:
            pool += figure.unseen
        if not self.discards and len(pool) == len(self.pack):
            return
        order = self.mixed.pop(0) if self.mixed else []
        lacking = sorted(set(pool) - set(order))
        if len(lacking) == 1:  # a card that has hit is told to nobody by name: it was the first
            order = [*lacking, *order]
        assert sorted(order) == sorted(pool), "what is shuffled in is not what was discarded"
        self.pack, self.discards = order, []
        for figure in figures:
            figure.unseen = []

    def draw(self, figures: list[Figure]) -> str | None:
        if not self.pack:
            self.shuffle(figures)
        return self.pack.pop(0) if self.pack else None


def free_way(mover: Figure, figures: list[Figure], angle: float, side: float) -> tuple[float, list[Figure]]:
    """How far it can go, and the bodies that it could meet with how far each is."""
    others = [each for each in figures if each.standing and each is not mover]
    ways = {each.number: to_body(mover.at, each.at, angle) for each in others}
    best = min([to_wall(mover.at, angle, side), *ways.values()])
    return best, [each for each in others if ways[each.number] <= best + 1e-6 and best < NEVER]


def spreads(known: list[int], stat: int) -> Iterator[int]:
    """F46: what the next ability may be so that 35 points in all can still be spread."""
    for value in range(LEAST[stat], MOST[stat] + 1):
        rest = 35 - sum(known) - value
        if sum(LEAST[stat + 1 :]) <= rest <= sum(MOST[stat + 1 :]):
            yield value


def best_seats(figures: list[Figure], seats: int) -> set[int]:
    """F16, F44: who has the greatest part of the vitality left."""
    parts = []
    for seat in range(seats):
        own = [each for each in figures if each.seat == seat]
        parts.append(Fraction(sum(each.left for each in own), sum(each.stats["vitality"] for each in own)))
    return {seat for seat in range(seats) if parts[seat] == max(parts)}
