"""Every declaration that a seat could make: how likely it succeeds and what comes of it."""

from collections.abc import Iterable, Mapping

from agents.dynasty.odds import success
from agents.dynasty.sight import (
    AMBITIONS,
    COLOURS,
    FERTILITIES,
    GOVERNANCES,
    POWERS,
    SEXES,
    WARS,
    House,
    Sight,
    same_religion,
)
from agents.dynasty.worth import Weights, Worth, card_worth, death_chance
from dynasty_env.dynasty.actions import MARRIAGE, PROCREATION, WAR_ON
from dynasty_env.dynasty.material import (
    BIRTH_CARDS,
    COUNTRIES,
    DECKS,
    HAND_SIZE,
    NOBODY,
    OTTOMAN,
    PERSONS,
    POPE,
    POPE_LIFE,
    SULEIMAN,
    Place,
)
from dynasty_env.dynasty.view import NO_SEAT
from dynasty_env.kit.cards import JOKER, KINDS, RANKS

Changes = Mapping[int, House]


class Plans:
    """Values of declarations, as my chance of winning after them."""

    def __init__(self, sight: Sight, weights: Weights) -> None:
        self.sight = sight
        self.worth = Worth(sight, weights)
        self.weights = weights
        self._chances: dict[tuple[bool, int, int, int], float] = {}
        self._own_chances: dict[tuple[bool, int, int], float] = {}
        self._low = low_cards(sight.hand, False), low_cards(sight.hand, True)
        self._extra = weights.meddling * sum(sight.hand_sizes[1:])

    # -- chances -------------------------------------------------------------------------------------------------

    def chance(self, red: bool, wanted: int, dice: int, laid: int = 0, value: int = 0) -> float:
        """The chance of success with `laid` cards on the table, the highest of which counts `value`.

        The others are expected to play a share of the counting cards that they hold; such cards count towards those
        wanted, and half of what a hand holds is of the counting suits.
        """
        supplied = max(0.0, wanted - laid - self._extra / 2)
        drawn = round(self._extra + supplied)
        key = red, drawn, dice, value
        if key not in self._chances:
            heap, discards = self.sight.heaps(red)
            at_hand = self.sight.pack_size + round(self._extra)
            self._chances[key] = success(dice, drawn, heap, value, at_hand, discards)
        return self._chances[key]

    def own_chance(self, red: bool, wanted: int, dice: int) -> float:
        """The chance of an action of mine: low cards from my hand may take the place of unknown ones."""
        key = red, wanted, dice
        if key not in self._own_chances:
            chance = self.chance(red, wanted, dice)
            low = self._low[red][:wanted]
            if low:
                chance = max(chance, self.chance(red, wanted, dice, len(low), low[-1]))
            self._own_chances[key] = chance
        return self._own_chances[key]

    # -- outcomes ------------------------------------------------------------------------------------------------

    def joining(self, person: int, seat: int, join: House) -> dict[int, House]:
        """The dynasties after a person has come to `seat`, which then is `join`; §11-02 for Suleiman."""
        owner = self.sight.owners[person]
        changed = {seat: join}
        if owner not in (NO_SEAT, seat):
            changed[owner] = self.sight.houses[owner].without(person)
        holder = self.sight.holders[OTTOMAN]
        if person == SULEIMAN and holder != seat:
            changed[seat] = changed[seat].with_land(OTTOMAN)
            if holder < NO_SEAT:
                changed[holder] = changed.get(holder, self.sight.houses[holder]).without_land(OTTOMAN)
        return changed

    def marriage(self, seat: int, target: int) -> float:
        house = self.sight.houses[seat]
        return self.worth.value(self.joining(target, seat, house.married(target)))

    def hire(self, seat: int, target: int) -> float:
        return self.worth.value(self.joining(target, seat, self.sight.houses[seat].with_courtier(target)))

    incite = hire

    def birth(self, seat: int, deck: int) -> float:
        """The mean over all who may lie on top of the deck; §07-01 c: its last card ends the game."""
        house = self.sight.houses[seat]
        deck_empty = self.sight.deck_sizes[deck] == 1
        persons = self.sight.in_deck(deck)
        values = (
            self.worth.value(self.joining(person, seat, house.with_child(person)), deck_empty) for person in persons
        )
        return sum(values) / len(persons)

    def procreation(self, seat: int, spouse: int) -> float:
        colours = {COLOURS[self.sight.houses[seat].king], COLOURS[spouse]}
        decks = [deck for deck in colours if deck < DECKS and self.sight.deck_sizes[deck]]
        return max((self.birth(seat, deck) for deck in decks), default=self.worth.now)

    def war(self, seat: int, country: int, actor: int, defender: int) -> tuple[float, float]:
        """Won and lost, death checks of both commanders included."""
        houses = self.sight.houses
        holder = self.sight.holders[country]
        before: dict[int, House] = {seat: houses[seat]}
        after: dict[int, House] = {seat: houses[seat].with_land(country)}
        if holder < NO_SEAT:
            before[holder] = houses[holder]
            after[holder] = houses[holder].without_land(country)
        commanders = [(seat, actor)] + ([(holder, defender)] if defender >= 0 else [])
        return self._checked(after, commanders), self._checked(before, commanders)

    def _checked(self, changed: Changes, commanders: list[tuple[int, int]]) -> float:
        """The mean over the death checks still to come."""
        if not commanders:
            return self.worth.value(changed)
        (seat, person), rest = commanders[0], commanders[1:]
        risk = death_chance(person)
        alive = self._checked(changed, rest)
        if risk == 0:
            return alive
        dead = self._checked({**changed, seat: changed[seat].without(person)}, rest)
        return risk * dead + (1 - risk) * alive

    def reaped(self, person: int) -> float:
        """A death check of a person of any dynasty, or the pope (§11-01: he comes to the turn player)."""
        sight = self.sight
        if person == POPE:
            taker = sight.turn_player
            if sight.pope == taker:
                return self.worth.now
            losing = sight.houses[sight.pope]._replace(pope=False)
            gaining = sight.houses[taker]._replace(pope=True)
            risk = (6 - POPE_LIFE) / 6
            return risk * self.worth.value({sight.pope: losing, taker: gaining}) + (1 - risk) * self.worth.now
        owner = sight.owners[person]
        return self._checked({owner: sight.houses[owner]}, [(owner, person)])

    def declared(self) -> tuple[float, float]:
        """The open action's value to me if it succeeds, and if it fails."""
        sight = self.sight
        seat = sight.turn_player
        if sight.action == WAR_ON - MARRIAGE + 1:
            return self.war(seat, sight.country, sight.actor, sight.defender)
        if sight.action == PROCREATION - MARRIAGE + 1:
            return self.procreation(seat, sight.target), self.worth.now
        if sight.action == MARRIAGE - MARRIAGE + 1:
            return self.marriage(seat, sight.target), self.worth.now
        return self.hire(seat, sight.target), self.worth.now

    # -- my declarations, each with its value --------------------------------------------------------------------

    def marriages(self) -> Iterable[tuple[float, int]]:
        """(value, target)"""
        sight = self.sight
        king = sight.houses[0].king
        for person in range(PERSONS):
            place = sight.places[person]
            if not Place.WANDERER <= place <= Place.COURTIER or place in (Place.KING, Place.SPOUSE):
                continue
            if SEXES[person] == SEXES[king] or (
                not sight.kin_marriage and place == Place.CHILD and sight.owners[person] == 0
            ):
                continue
            yield self.wedding(person), person

    def wedding(self, target: int) -> float:
        """The value of my king's proposal."""
        king = self.sight.houses[0].king
        dice = self.sight.prestige(king) + same_religion(king, target)
        chance = self.own_chance(True, self.sight.prestige(target), dice)
        return self.mixed(chance, self.marriage(0, target))

    def procreations(self) -> Iterable[tuple[float, int]]:
        """(value, spouse)"""
        house = self.sight.houses[0]
        dice = FERTILITIES[house.king] + (COLOURS[house.king] != COLOURS[house.spouse])
        chance = self.own_chance(True, BIRTH_CARDS - FERTILITIES[house.spouse], dice)
        yield self.mixed(chance, self.procreation(0, house.spouse)), house.spouse

    def wars(self, countries: Iterable[int] = range(COUNTRIES)) -> Iterable[tuple[float, int, int]]:
        """(value, country, commander)"""
        sight = self.sight
        alike: set[tuple[int, int]] = set()
        for country in countries:
            if not sight.may_be_attacked(0, country):
                continue
            holder = sight.holders[country]
            defender = self.likely_defender(holder) if holder < NO_SEAT else NOBODY
            kind = holder, POWERS[country]
            if kind in alike:
                continue
            alike.add(kind)
            wanted = POWERS[country] + (WARS[defender] if defender >= 0 else 0)
            for commander in sight.houses[0].persons():
                chance = self.own_chance(False, wanted, WARS[commander] + 1)
                won, lost = self.war(0, country, commander, NOBODY)
                yield chance * won + (1 - chance) * lost, country, commander

    def likely_defender(self, seat: int) -> int:
        """The best commander who is not the king."""
        return max(self.sight.houses[seat].persons()[1:], key=WARS.__getitem__, default=NOBODY)

    def defences(self) -> Iterable[tuple[float, int]]:
        """(value, commander or -1), where my country is attacked."""
        sight = self.sight
        for person in (NOBODY, *sight.houses[0].persons()):
            wanted = POWERS[sight.country] + (WARS[person] if person >= 0 else 0)
            chance = self.chance(False, wanted, WARS[sight.actor] + 1)
            won, lost = self.war(sight.turn_player, sight.country, sight.actor, person)
            yield chance * won + (1 - chance) * lost, person

    def hires(self, recruiters: Iterable[int] | None = None) -> Iterable[tuple[float, int, int]]:
        """(value, candidate, recruiter)"""
        for person in self.sight.wanderers:
            for recruiter in self.sight.houses[0].persons() if recruiters is None else recruiters:
                yield self.hiring(person, recruiter), person, recruiter

    def hiring(self, target: int, recruiter: int) -> float:
        """The value of an offer to a wanderer."""
        dice = GOVERNANCES[recruiter] + (COLOURS[recruiter] == COLOURS[target])
        chance = self.own_chance(False, AMBITIONS[target], dice)
        return self.mixed(chance, self.hire(0, target))

    def incitements(self) -> Iterable[tuple[float, int]]:
        """(value, target)"""
        for house in self.sight.houses[1:]:
            wanted = house.prestige(house.king)
            for person in house.persons()[1:]:
                chance = self.own_chance(False, wanted, AMBITIONS[person])
                yield self.mixed(chance, self.incite(0, person)), person

    def reapings(self) -> Iterable[tuple[float, int]]:
        """(value, person or pope). Who refuses can do so once: another of his persons can be named then."""
        sight = self.sight
        persons = [*(p for house in sight.houses for p in house.persons()), POPE]
        values = {person: self.reaped(person) for person in persons if not sight.refused[person]}
        owner = {person: sight.pope if person == POPE else sight.owners[person] for person in values}
        for person, value in values.items():
            if owner[person] != 0 and not sight.vetoed[owner[person]] and value > self.worth.now:
                others = (
                    values[other]
                    for other in values
                    if other != person and (owner[other] in (0, owner[person]) or sight.vetoed[owner[other]])
                )
                refusal = self.weights.refusal
                value = refusal * max(others, default=self.worth.now) + (1 - refusal) * value
            yield value - self.weights.scythe, person

    def price(self, card: int) -> float:
        """What a card is worth in hand, as a chance of winning; of a full hand the least useful one is to go anyway."""
        held = [card_worth(kind) for kind in range(KINDS) if self.sight.hand[kind]]
        spare = min(held) if self.sight.hand_sizes[0] >= HAND_SIZE else 0.0
        return self.weights.card * (card_worth(card) - spare)

    def mixed(self, chance: float, value: float) -> float:
        """Success is worth `value`, failure leaves all as it is."""
        return chance * value + (1 - chance) * self.worth.now


def low_cards(hand: list[int], red: bool) -> list[int]:
    """Numbers of the cards of the counting suits that spare the own dice, lowest first; a joker is an ace."""
    first, second = (13, 26) if red else (0, 39)
    numbers = [1] * hand[JOKER]
    for rank in range(RANKS // 2):
        numbers += [rank + 1] * (hand[first + rank] + hand[second + rank])
    return numbers
