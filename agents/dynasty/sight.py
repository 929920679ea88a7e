"""An observation of Dynasty, cut up into what a player would look at. Seats are counted from me, who is seat 0."""

from typing import NamedTuple

from agents.dynasty.odds import Heap, most_copies
from dynasty_env.dynasty.actions import MARRIAGE
from dynasty_env.dynasty.material import (
    ABILITY,
    AMBITION,
    COLOUR,
    COUNTRIES,
    FERTILITY,
    GOVERNANCE,
    HAND_SIZE,
    LIFE,
    MALE,
    NEIGHBOUR,
    NOBODY,
    PERSONS,
    POWER,
    PRESTIGE,
    RELIGION,
    SEA_WAR,
    SEX,
    SULEIMAN,
    WAR,
    WAR_TAX_HAND,
    WAY,
    Ability,
    Place,
    Way,
)
from dynasty_env.dynasty.view import LAYOUT, NO_SEAT
from dynasty_env.kit.layout import Bytes

# The printed numbers as tuples: reading one of them is what most of the work is.
WARS: tuple[int, ...] = tuple(WAR.tolist())
GOVERNANCES: tuple[int, ...] = tuple(GOVERNANCE.tolist())
PRESTIGES: tuple[int, ...] = tuple(PRESTIGE.tolist())
FERTILITIES: tuple[int, ...] = tuple(FERTILITY.tolist())
AMBITIONS: tuple[int, ...] = tuple(AMBITION.tolist())
LIVES: tuple[int, ...] = tuple(LIFE.tolist())
COLOURS: tuple[int, ...] = tuple(COLOUR.tolist())
SEXES: tuple[int, ...] = tuple(SEX.tolist())
CATHOLIC: tuple[bool, ...] = tuple(0 <= religion <= 1 for religion in RELIGION.tolist())
RELIGIONS: tuple[int, ...] = tuple(RELIGION.tolist())
POWERS: tuple[int, ...] = tuple(POWER.tolist())
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(other for other in row if other != NOBODY) for row in NEIGHBOUR.tolist()
)
SEAS: tuple[tuple[int, ...], ...] = tuple(
    tuple(other for other, way in zip(row, ways, strict=True) if way == Way.SEA)
    for row, ways in zip(NEIGHBOUR.tolist(), WAY.tolist(), strict=True)
)
"""By country: the neighbours that it is joined to by sea."""

ABILITIES: tuple[int, ...] = tuple(ABILITY.tolist())
NO_ABILITIES = (int(Ability.NONE),) * PERSONS


class House(NamedTuple):
    """A dynasty as it stands or might stand. A king of -1: he has died childless."""

    king: int
    spouse: int  # -1: none
    children: tuple[int, ...]  # eldest first
    courtiers: tuple[int, ...]
    lands: int  # how many territories
    power: int  # of all of them
    pope: bool

    def royals(self) -> tuple[int, ...]:
        """King, spouse and children."""
        return (self.king, *((self.spouse,) if self.spouse >= 0 else ()), *self.children) if self.king >= 0 else ()

    def persons(self) -> tuple[int, ...]:
        return self.royals() + self.courtiers

    def prestige(self, person: int) -> int:
        """§11-01: +2 for Catholics whose dynasty holds the pope."""
        return PRESTIGES[person] + 2 if self.pope and CATHOLIC[person] else PRESTIGES[person]

    def royal_score(self) -> int:
        """§07-02 (A)."""
        return sum(map(self.prestige, self.royals()))

    def ruined(self) -> bool:
        """§07-01."""
        return self.king < 0 or self.lands == 0

    def with_land(self, country: int) -> "House":
        return self._replace(lands=self.lands + 1, power=self.power + POWERS[country])

    def without_land(self, country: int) -> "House":
        return self._replace(lands=self.lands - 1, power=self.power - POWERS[country])

    def without(self, person: int) -> "House":
        """The person has died or gone; §10-02: a dead king is succeeded."""
        if person == self.king:
            return self.succeeded()
        if person == self.spouse:
            return self._replace(spouse=NOBODY)
        if person in self.children:
            return self._replace(children=tuple(p for p in self.children if p != person))
        return self._replace(courtiers=tuple(p for p in self.courtiers if p != person))

    def succeeded(self) -> "House":
        """§10-02: the eldest son, else the eldest daughter; the others become courtiers."""
        family = (*self.children, *((self.spouse,) if self.spouse >= 0 else ()))
        sons = [child for child in self.children if SEXES[child] == MALE]
        heir = sons[0] if sons else self.children[0] if self.children else NOBODY
        others = tuple(person for person in family if person != heir)
        return self._replace(king=heir, spouse=NOBODY, children=(), courtiers=self.courtiers + others)

    def with_courtier(self, person: int) -> "House":
        return self._replace(courtiers=(*self.courtiers, person))

    def married(self, person: int) -> "House":
        return self.without(person)._replace(spouse=person)

    def revolted(self, person: int) -> "House":
        """§11-03-04: the person is king in the old one's place; D-R19: spouse and children stay what they are."""
        return self.without(person)._replace(king=person)

    def with_child(self, person: int) -> "House":
        return self._replace(children=(*self.children, person))


def same_religion(one: int, other: int) -> bool:
    """§05-03, D-R3."""
    return SULEIMAN not in (one, other) and abs(RELIGIONS[one] - RELIGIONS[other]) <= 1


_WASTE, _SEA_4 = int(Ability.WASTE), int(Ability.SEA_4)


def _place(name: str) -> slice:
    return LAYOUT[name].place


_PIECES = {name: _place(name) for name in LAYOUT}


class Sight:
    """What a seat sees, and what follows from it.

    Attributes:
        abilities: by person, the special ability; none where the game is played without them.
        action: the id of the declared action, or -1.
        houses: every dynasty, mine first; during set-up a king is the first of the persons turned up.
        wanderers: persons whom anybody may hire or marry.
        hidden: (53,) cards that I cannot see (pack and other hands), as counts.
        wanted, laid, value, dice: the open contest: cards wanted, cards laid, success value so far, dice.
    """

    def __init__(self, observation: Bytes) -> None:
        seen: list[int] = observation.tolist()
        self.players = seen[2]
        self.packs, self.adjacency, self.kin_marriage = seen[3], seen[4], seen[5]
        self.abilities = ABILITIES if seen[7] else NO_ABILITIES
        self.turn, self.turn_player, self.pope, self.scythe, declared = seen[11:16]
        self.action = declared + MARRIAGE - 1 if declared else NOBODY
        self.target, self.actor, self.defender, self.country = seen[16:20]
        self.wanted, self.laid, self.value, self.dice = seen[20:24]
        self.hand = seen[_PIECES["hand"]]
        self.discards = seen[_PIECES["discards"]]
        self.pack_size = seen[_PIECES["pack_size"].start]
        self.deck_sizes = seen[_PIECES["deck_sizes"]]
        self.hand_sizes = seen[_PIECES["hand_sizes"]]
        self.vetoed = seen[_PIECES["vetoed"]]
        self.refused = seen[_PIECES["refused"]]
        self.places = seen[_PIECES["places"]]
        self.owners = seen[_PIECES["owners"]]
        self.holders = seen[_PIECES["holders"]]
        self.wanderers = [person for person, place in enumerate(self.places) if place == Place.WANDERER]
        self.houses = self._houses(seen[_PIECES["born"]])
        on_table = seen[_PIECES["laid"]]
        self.hidden = [
            all_of - mine - discarded - laid
            for all_of, mine, discarded, laid in zip(
                most_copies(self.packs), self.hand, self.discards, on_table, strict=True
            )
        ]
        self._heaps: dict[bool, tuple[Heap, Heap]] = {}

    def _houses(self, born: list[int]) -> list[House]:
        kings = [NOBODY] * self.players
        spouses = [NOBODY] * self.players
        children: list[list[int]] = [[] for _ in range(self.players)]
        courtiers: list[list[int]] = [[] for _ in range(self.players)]
        for person, seat in enumerate(self.owners):
            if seat != NO_SEAT:
                place = self.places[person]
                if place == Place.KING:
                    kings[seat] = person
                elif place == Place.SPOUSE:
                    spouses[seat] = person
                elif place == Place.CHILD:
                    children[seat].append(person)
                else:
                    courtiers[seat].append(person)
        lands = [0] * self.players
        power = [0] * self.players
        for country in range(COUNTRIES):
            seat = self.holders[country]
            if seat < self.players:
                lands[seat] += 1
                power[seat] += POWERS[country]
        return [
            House(
                kings[seat],
                spouses[seat],
                tuple(sorted(children[seat], key=born.__getitem__)),
                tuple(courtiers[seat]),
                lands[seat],
                power[seat],
                seat == self.pope,
            )
            for seat in range(self.players)
        ]

    def heaps(self, red: bool) -> tuple[Heap, Heap]:
        """The cards I cannot see, and the discards, as an action of that colour would meet them."""
        if red not in self._heaps:
            self._heaps[red] = Heap(self.hidden, red), Heap(self.discards, red)
        return self._heaps[red]

    def in_deck(self, deck: int) -> list[int]:
        """The persons who may lie on top of a person deck."""
        return [p for p in range(PERSONS) if self.places[p] == Place.DECK and COLOURS[p] == deck]

    def prestige(self, person: int) -> int:
        """As it counts where the person is now."""
        return PRESTIGES[person] + 2 if self.owners[person] == self.pope and CATHOLIC[person] else PRESTIGES[person]

    def holder_of(self, seat: int, ability: int) -> int:
        """Who of a dynasty has this ability: the first such person, or -1."""
        abilities = self.abilities
        return next((person for person in self.houses[seat].persons() if abilities[person] == ability), NOBODY)

    def wasted(self, house: House) -> int:
        """§11-03-05: dice that its king and spouse cost it."""
        abilities = self.abilities
        return sum(person >= 0 and abilities[person] == _WASTE for person in (house.king, house.spouse))

    def by_sea(self, seat: int, country: int) -> bool:
        """§11-03-09: is the country joined by sea to any territory of the attacker's?"""
        return any(self.holders[other] == seat for other in SEAS[country])

    def war_of(self, person: int, by_sea: bool) -> int:
        """The commander's war; §11-03-09: exactly 4 at sea."""
        return SEA_WAR if by_sea and self.abilities[person] == _SEA_4 else WARS[person]

    def hand_limit(self) -> int:
        """How many cards I may keep."""
        taxed = any(self.abilities[person] == Ability.WAR_TAX for person in self.houses[0].persons()[1:])
        return WAR_TAX_HAND if taxed else HAND_SIZE

    def may_be_attacked(self, seat: int, country: int) -> bool:
        """§09-03-01."""
        holder = self.holders[country]
        if holder == seat or holder > NO_SEAT:
            return False
        return not self.adjacency or any(self.holders[other] == seat for other in NEIGHBOURS[country])
