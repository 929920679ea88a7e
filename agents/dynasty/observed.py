"""An observation of Dynasty, cut up into what a player would look at. Seats are counted from me, who is seat 0."""

from typing import NamedTuple, TypeVar

from dynasty_env.dynasty.actions import MARRIAGE
from dynasty_env.dynasty.material import (
    ABILITY,
    ADMIRATION_FERTILITY,
    AMBITION,
    BASE_PERSONS,
    COLOUR,
    COUNTRIES,
    DOLL_STATS,
    FERTILITY,
    GOVERNANCE,
    HAND_SIZE,
    LIFE,
    MALE,
    MOCKED_AMBITION,
    MOCKED_LIFE,
    NEIGHBOUR,
    NOBODY,
    PERSONS,
    POPE_PRESTIGE,
    POWER,
    PRESTIGE,
    RELIGION,
    SEA_WAR,
    SEX,
    SULEIMAN,
    WAR,
    WAR_TAX_HAND,
    WAY,
    WITCH,
    WITCH_SPOUSE,
    WITCH_WITH,
    Ability,
    Event,
    Place,
    Religion,
    Way,
)
from dynasty_env.dynasty.seen.view import LAYOUT, NO_SEAT
from dynasty_env.dynasty.told.odds import Heap, most_copies
from dynasty_env.kit.seats.layout import Bytes

T = TypeVar("T")


class Numbers(NamedTuple):
    """Every person's numbers by id, as tuples: reading one of them is what most of the work is."""

    wars: tuple[int, ...]
    governances: tuple[int, ...]
    prestiges: tuple[int, ...]
    fertilities: tuple[int, ...]
    lives: tuple[int, ...]
    ambitions: tuple[int, ...]
    blessings: tuple[int, ...]  # what the pope adds to their prestige
    witches: tuple[int, ...]  # points for such a spouse

    def mocked(self, person: int) -> "Numbers":
        """SW02-08-11: not jealous."""
        none = {name: _with(getattr(self, name), person, 0) for name in self._fields[:4]}
        return self._replace(
            **none,
            lives=_with(self.lives, person, MOCKED_LIFE),
            ambitions=_with(self.ambitions, person, MOCKED_AMBITION),
            blessings=_with(self.blessings, person, 0),
        )

    def admired(self, person: int) -> "Numbers":
        """SW02-08-03."""
        raised = self.fertilities[person] + ADMIRATION_FERTILITY
        return self._replace(fertilities=_with(self.fertilities, person, raised))

    def with_doll(self, king: int) -> "Numbers":
        """SW02-08-05."""
        columns = {
            name: _with(c, king, c[king] + DOLL_STATS) for name, c in zip(self._fields[:6], self[:6], strict=True)
        }
        return self._replace(**columns)


def _with(column: tuple[T, ...], person: int, value: T) -> tuple[T, ...]:
    return (*column[:person], value, *column[person + 1 :])


RELIGIONS: tuple[int, ...] = tuple(RELIGION.tolist())
PRINTED = Numbers(
    tuple(WAR.tolist()),
    tuple(GOVERNANCE.tolist()),
    tuple(PRESTIGE.tolist()),
    tuple(FERTILITY.tolist()),
    tuple(LIFE.tolist()),
    tuple(AMBITION.tolist()),
    tuple(POPE_PRESTIGE if 0 <= religion <= Religion.C else 0 for religion in RELIGIONS),
    tuple(WITCH_SPOUSE * witch for witch in WITCH.tolist()),
)
BASE = PRINTED._replace(witches=(0,) * PERSONS)
"""As a player of the base game reads the cards."""
COLOURS: tuple[int, ...] = tuple(COLOUR.tolist())
SEXES: tuple[int, ...] = tuple(SEX.tolist())
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
WITCH_ABILITIES = tuple(ability if person >= BASE_PERSONS else 0 for person, ability in enumerate(ABILITIES))
"""Where the game is played without those of §11-03."""
_WITCHES: tuple[int, ...] = tuple(WITCH_WITH.tolist())


class House(NamedTuple):
    """A dynasty as it stands or might stand. A king of -1: he has died childless."""

    king: int
    spouses: tuple[int, ...]
    children: tuple[int, ...]  # eldest first
    courtiers: tuple[int, ...]
    lands: int  # how many territories
    power: int  # of all of them
    pope: bool
    numbers: Numbers = PRINTED

    @property
    def spouse(self) -> int:
        """The first spouse, or -1."""
        return self.spouses[0] if self.spouses else NOBODY

    def royals(self) -> tuple[int, ...]:
        """King, spouses and children."""
        return (self.king, *self.spouses, *self.children) if self.king >= 0 else ()

    def persons(self) -> tuple[int, ...]:
        return self.royals() + self.courtiers

    def subjects(self) -> tuple[int, ...]:
        """All but the king."""
        return self.persons()[1:] if self.king >= 0 else self.courtiers

    def prestige(self, person: int) -> int:
        """§11-01: +2 for Catholics whose dynasty holds the pope."""
        numbers = self.numbers
        return numbers.prestiges[person] + (numbers.blessings[person] if self.pope else 0)

    def royal_score(self) -> int:
        """§07-02 (A)."""
        return sum(map(self.prestige, self.royals()))

    def witch_score(self) -> int:
        """SW02-05."""
        return sum(self.numbers.witches[spouse] for spouse in self.spouses)

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
        if person in self.spouses:
            return self._replace(spouses=tuple(p for p in self.spouses if p != person))
        if person in self.children:
            return self._replace(children=tuple(p for p in self.children if p != person))
        return self._replace(courtiers=tuple(p for p in self.courtiers if p != person))

    def succeeded(self) -> "House":
        """§10-02: the eldest son, else the eldest daughter; the others become courtiers."""
        family = (*self.children, *self.spouses)
        sons = [child for child in self.children if SEXES[child] == MALE]
        heir = sons[0] if sons else self.children[0] if self.children else NOBODY
        others = tuple(person for person in family if person != heir)
        return self._replace(king=heir, spouses=(), children=(), courtiers=self.courtiers + others)

    def with_courtier(self, person: int) -> "House":
        return self._replace(courtiers=(*self.courtiers, person))

    def married(self, person: int) -> "House":
        widowed = self.without(person)
        return widowed._replace(spouses=(*widowed.spouses, person))

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


class Observed:
    """What a seat sees, and what follows from it.

    Attributes:
        abilities: by person, the special ability; none where the game is played without them.
        action: the id of the declared action, or -1.
        houses: every dynasty, mine first; during set-up a king is the first of the persons turned up.
        wanderers: persons whom anybody may hire or marry.
        hidden: (53,) cards that I cannot see (pack and other hands), as counts.
        wanted, laid, value, dice: the open contest: cards wanted, cards laid, success value so far, dice.
    """

    def __init__(self, observation: Bytes, base_only: bool = False) -> None:
        seen: list[int] = observation.tolist()

        def piece(name: str) -> list[int]:
            return seen[_PIECES[name]]

        self.players = seen[2]
        options = piece("options")
        self.packs, self.adjacency, self.kin_marriage = options[:3]
        self.witches = bool(options[5]) and not base_only
        self.abilities = NO_ABILITIES
        if not base_only and (options[4] or self.witches):
            self.abilities = ABILITIES if options[4] else WITCH_ABILITIES
        self.turn, self.turn_player, self.pope, self.scythe, declared = seen[11:16]
        self.action = declared + MARRIAGE - 1 if declared else NOBODY
        self.target, self.actor, self.defender, self.friend = piece("named")
        self.country = piece("attacked")[0]
        self.wanted, self.laid, self.value, self.dice = piece("contest")
        self.faces = piece("dice")
        self.hand = piece("hand")
        self.discards = piece("discards")
        self.pack_size = piece("pack_size")[0]
        self.deck_sizes = piece("deck_sizes")
        self.hand_sizes = piece("hand_sizes")
        self.vetoed = piece("vetoed")
        self.refused = piece("marks")
        self.places = piece("places")
        self.owners = piece("owners")
        self.holders = piece("holders")
        self.events = piece("events")
        self.carriers = piece("event_persons")
        self.seen_in = piece("seen")
        self.deck_top = piece("peek")[1]
        self.numbers = self._numbers(base_only)
        self.wanderers = [person for person, place in enumerate(self.places) if place == Place.WANDERER]
        self.houses = self._houses(piece("born"))
        self.hidden = [
            all_of - mine - discarded - laid
            for all_of, mine, discarded, laid in zip(
                most_copies(self.packs), self.hand, self.discards, piece("laid"), strict=True
            )
        ]
        self._heaps: dict[bool, tuple[Heap, Heap]] = {}

    def _numbers(self, base_only: bool) -> Numbers:
        """The printed numbers with all that events do to them."""
        if not self.witches:
            return BASE if base_only else PRINTED
        numbers = PRINTED
        doll, admired, mocked = (self.carriers[e] for e in (Event.DOLL, Event.ADMIRATION, Event.NOT_JEALOUS))
        if doll >= 0:
            numbers = numbers.with_doll(doll)
        if admired >= 0:
            numbers = numbers.admired(admired)
        return numbers.mocked(mocked) if mocked >= 0 else numbers

    def _houses(self, born: list[int]) -> list[House]:
        kings = [NOBODY] * self.players
        spouses: list[list[int]] = [[] for _ in range(self.players)]
        children: list[list[int]] = [[] for _ in range(self.players)]
        courtiers: list[list[int]] = [[] for _ in range(self.players)]
        for person, seat in enumerate(self.owners):
            if seat != NO_SEAT:
                place = self.places[person]
                if place == Place.KING:
                    kings[seat] = person
                elif place == Place.SPOUSE:
                    spouses[seat].append(person)
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
                tuple(spouses[seat]),
                tuple(sorted(children[seat], key=born.__getitem__)),
                tuple(courtiers[seat]),
                lands[seat],
                power[seat],
                seat == self.pope,
                self.numbers,
            )
            for seat in range(self.players)
        ]

    def heaps(self, red: bool) -> tuple[Heap, Heap]:
        """The cards I cannot see, and the discards, as an action of that colour would meet them."""
        if red not in self._heaps:
            self._heaps[red] = Heap(self.hidden, red), Heap(self.discards, red)
        return self._heaps[red]

    def in_deck(self, deck: int) -> list[int]:
        """The persons who may lie on top of a person deck; of the expansion's those that I have seen in it."""
        persons = [p for p in range(BASE_PERSONS) if self.places[p] == Place.DECK and COLOURS[p] == deck]
        if self.witches:
            persons += [p for p in range(BASE_PERSONS, PERSONS) if self.seen_in[p - BASE_PERSONS] == deck + 1]
        if not persons:  # whoever it may be
            persons = [p for p in range(PERSONS) if self.places[p] == Place.DECK] or list(range(BASE_PERSONS))
        return persons

    def prestige(self, person: int) -> int:
        """As it counts where the person is now."""
        numbers = self.numbers
        return numbers.prestiges[person] + (numbers.blessings[person] if self.owners[person] == self.pope else 0)

    def has_witch(self, seat: int, ability: int) -> bool:
        """SW02-02: is the witch with this ability in the dynasty, and unmarried?"""
        return self.witches and self.owners[_WITCHES[ability]] == seat and self.is_free(_WITCHES[ability])

    def is_free(self, person: int) -> bool:
        """SW02-02: neither a spouse nor a married king; the Healer keeps her ability always."""
        place = self.places[person]
        if place == Place.KING:
            doll = self.carriers[Event.DOLL] == person
            return not doll and not self.houses[self.owners[person]].spouses
        return place != Place.SPOUSE or ABILITIES[person] == Ability.HEALING

    def acts_with(self, person: int, ability: int) -> bool:
        """SW02-07: would this actor have that ability?"""
        return self.witches and ABILITIES[person] == ability and self.is_free(person)

    def holder_of(self, seat: int, ability: int) -> int:
        """Who of a dynasty has this ability: the first such person, or -1."""
        abilities = self.abilities
        return next((person for person in self.houses[seat].persons() if abilities[person] == ability), NOBODY)

    def wasted(self, house: House) -> int:
        """§11-03-05: dice that its king and spouse cost it."""
        abilities = self.abilities
        return sum(person >= 0 and abilities[person] == _WASTE for person in (house.king, *house.spouses))

    def by_sea(self, seat: int, country: int) -> bool:
        """§11-03-09: is the country joined by sea to any territory of the attacker's?"""
        return any(self.holders[other] == seat for other in SEAS[country])

    def war_of(self, person: int, by_sea: bool) -> int:
        """The commander's war; §11-03-09: exactly 4 at sea."""
        return SEA_WAR if by_sea and self.abilities[person] == _SEA_4 else self.numbers.wars[person]

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
