"""Every declaration that a seat could make: how likely it succeeds and what comes of it."""

from collections.abc import Iterable, Mapping

from agents.dynasty.evaluation import Evaluation, Weights, card_worth, death_chance
from agents.dynasty.observed import (
    COLOURS,
    POWERS,
    SEXES,
    House,
    Observed,
    same_religion,
)
from dynasty_env.dynasty.actions import HIRE, MARRIAGE, PROCREATION, WAR_ON
from dynasty_env.dynasty.material import (
    BIRTH_CARDS,
    COUNTRIES,
    DECKS,
    NOBODY,
    OTTOMAN,
    PERSONS,
    POPE,
    POPE_LIFE,
    RELIGION,
    SULEIMAN,
    SUPPRESSED_FROM,
    Ability,
    Place,
    Religion,
)
from dynasty_env.dynasty.seen.view import NO_SEAT
from dynasty_env.dynasty.told.odds import success
from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS

Changes = Mapping[int, House]
REFORMED: tuple[bool, ...] = tuple(religion >= Religion.CP for religion in RELIGION.tolist())
GIFTS = (
    int(Ability.EVIL_EYE), int(Ability.BALLISTICS), int(Ability.GALE), int(Ability.MIGHT), int(Ability.DEFLECTION)
)  # fmt: skip
"""Abilities that help an actor to succeed (SW02-07)."""
_PLUNDER, _POLICE, _REVOLUTION = int(Ability.PLUNDER), int(Ability.POLICE), int(Ability.REVOLUTION)


class Plans:
    """Values of declarations, as my chance of winning after them."""

    def __init__(self, observed: Observed, weights: Weights) -> None:
        self.observed = observed
        self.evaluation = Evaluation(observed, weights)
        self.weights = weights
        self._chances: dict[tuple[bool, int, int, int], float] = {}
        self._own_chances: dict[tuple[bool, int, int], float] = {}
        self._low = low_cards(observed.hand, False), low_cards(observed.hand, True)
        self._wasted = observed.wasted(observed.houses[0])
        self.extra = weights.meddling * sum(observed.hand_sizes[1:])
        self._heat = observed.has_witch(0, Ability.HEAT_RAY)

    # -- chances -------------------------------------------------------------------------------------------------

    def chance(self, red: bool, wanted: int, dice: int, laid: int = 0, value: int = 0) -> float:
        """The chance of success with `laid` cards on the table, the highest of which counts `value`.

        The others are expected to play a share of the counting cards that they hold; such cards count towards those
        wanted, and half of what a hand holds is of the counting suits.
        """
        supplied = max(0.0, wanted - laid - self.extra / 2)
        drawn = round(self.extra + supplied)
        key = red, drawn, dice, value
        if key not in self._chances:
            heap, discards = self.observed.heaps(red)
            at_hand = self.observed.pack_size + round(self.extra)
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

    def dice(self, dice: int, actor: int = NOBODY) -> int:
        """What is left of the dice of my action, D-R9, and what witches add to it; an actor's gift, very roughly."""
        dice += self._heat
        if actor >= 0 and self.observed.witches and any(self.observed.acts_with(actor, gift) for gift in GIFTS):
            dice += 1
        return max(dice - self._wasted, 0)

    # -- outcomes ------------------------------------------------------------------------------------------------

    def joining(self, person: int, seat: int, join: House) -> dict[int, House]:
        """The dynasties after a person has come to `seat`, which then is `join`; §11-02 for Suleiman."""
        owner = self.observed.owners[person]
        changed = {seat: join}
        if owner not in (NO_SEAT, seat):
            changed[owner] = self.observed.houses[owner].without(person)
        holder = self.observed.holders[OTTOMAN]
        if person == SULEIMAN and holder != seat:
            changed[seat] = changed[seat].with_land(OTTOMAN)
            if holder < NO_SEAT:
                changed[holder] = changed.get(holder, self.observed.houses[holder]).without_land(OTTOMAN)
        return changed

    def marriage(self, seat: int, target: int) -> float:
        house = self.observed.houses[seat]
        return self.evaluation.value(self.joining(target, seat, house.married(target)))

    def hire(self, seat: int, target: int) -> float:
        return self.evaluation.value(self.joining(target, seat, self.observed.houses[seat].with_courtier(target)))

    def incite(self, seat: int, target: int) -> float:
        """After the target's police (§11-03-06), which is taken to act; §11-03-04: it may be a revolution."""
        observed = self.observed
        owner = observed.owners[target]
        escapes = 1.0
        for person in observed.houses[owner].persons():
            if observed.abilities[person] == _POLICE:
                escapes *= 1 - min(self.observed.numbers.governances[person], 6) / 6
        value = self.rising(seat, target)
        return value if escapes == 1 else escapes * value + (1 - escapes) * self.dead(target)

    def rising(self, seat: int, target: int) -> float:
        """The target is incited by `seat`, and no police is in the way."""
        observed = self.observed
        if observed.abilities[target] != _REVOLUTION:
            return self.hire(seat, target)
        owner = observed.owners[target]
        house = observed.houses[owner]
        changed = {owner: house.revolted(target)}
        if house.king == SULEIMAN:
            self._lose_ottoman(changed, observed.holders[OTTOMAN])
        return self.evaluation.value(changed)

    def dead(self, person: int) -> float:
        """A person of any dynasty dies."""
        owner = self.observed.owners[person]
        return self.evaluation.value(self._buried({owner: self.observed.houses[owner]}, owner, person))

    def _buried(self, changed: Changes, seat: int, person: int, ottoman: int | None = None) -> dict[int, House]:
        """A person of `seat`, whose dynasty is among `changed`, dies; `ottoman`: who has the Ottoman Empire, if it has
        changed hands."""
        after = {**changed, seat: changed[seat].without(person)}
        if person == SULEIMAN:
            self._lose_ottoman(after, self.observed.holders[OTTOMAN] if ottoman is None else ottoman)
        return after

    def _lose_ottoman(self, changed: dict[int, House], holder: int) -> None:
        """§11-02: with Suleiman his country leaves play."""
        if holder < NO_SEAT:
            changed[holder] = changed.get(holder, self.observed.houses[holder]).without_land(OTTOMAN)

    def birth(self, seat: int, deck: int) -> float:
        """The mean over all who may lie on top of the deck; §07-01 c: its last card ends the game."""
        house = self.observed.houses[seat]
        deck_empty = self.observed.deck_sizes[deck] == 1
        persons = self.observed.in_deck(deck)
        values = (
            self.evaluation.value(self.joining(person, seat, house.with_child(person)), deck_empty)
            for person in persons
        )
        return sum(values) / len(persons)

    def procreation(self, seat: int, spouse: int) -> float:
        colours = {COLOURS[self.observed.houses[seat].king], COLOURS[spouse]}
        decks = [deck for deck in colours if deck < DECKS and self.observed.deck_sizes[deck]]
        return max((self.birth(seat, deck) for deck in decks), default=self.evaluation.now)

    def war(self, seat: int, country: int, actor: int, defender: int) -> tuple[float, float]:
        """Won and lost, death checks of both commanders included."""
        houses = self.observed.houses
        holder = self.observed.holders[country]
        before: dict[int, House] = {seat: houses[seat]}
        after: dict[int, House] = {seat: houses[seat].with_land(country)}
        if holder < NO_SEAT:
            before[holder] = houses[holder]
            after[holder] = houses[holder].without_land(country)
        commanders = [(seat, actor)] + ([(holder, defender)] if defender >= 0 else [])
        ottoman = seat if country == OTTOMAN else None
        return self._checked(after, commanders, ottoman), self._checked(before, commanders)

    def plundered(self, country: int, actor: int, defender: int) -> float:
        """§11-03-03: the country that I have beaten leaves play, and I draw cards for it."""
        observed = self.observed
        houses = observed.houses
        holder = observed.holders[country]
        changed = {0: houses[0]}
        if holder < NO_SEAT:
            changed[holder] = houses[holder].without_land(country)
        commanders = [(0, actor)] + ([(holder, defender)] if defender >= 0 else [])
        owner = observed.owners[SULEIMAN]
        if country == OTTOMAN and owner != NO_SEAT:
            changed.setdefault(owner, houses[owner])
            changed = self._buried(changed, owner, SULEIMAN, NO_SEAT)
            commanders = [(seat, person) for seat, person in commanders if person != SULEIMAN]
        return self._checked(changed, commanders, NO_SEAT) + POWERS[country] * self.weights.booty * self.weights.card

    def _checked(self, changed: Changes, commanders: list[tuple[int, int]], ottoman: int | None = None) -> float:
        """The mean over the death checks still to come."""
        if not commanders:
            return self.evaluation.value(changed)
        (seat, person), rest = commanders[0], commanders[1:]
        risk = self.risk(seat, person)
        alive = self._checked(changed, rest, ottoman)
        if risk == 0:
            return alive
        dead = self._checked(self._buried(changed, seat, person, ottoman), rest, ottoman)
        return risk * dead + (1 - risk) * alive

    def risk(self, seat: int, person: int) -> float:
        """§10-01: the chance that a death check kills; SW02-07-01: the Healer's dynasty survives."""
        observed = self.observed
        if observed.has_witch(seat, Ability.HEALING) and observed.abilities[person] != Ability.HEALING:
            return 0.0
        return death_chance(person, observed.numbers)

    def reaped(self, person: int) -> float:
        """A death check of a person of any dynasty, or the pope (§11-01: he comes to the turn player)."""
        observed = self.observed
        if person == POPE:
            taker = observed.turn_player
            if observed.pope == taker:
                return self.evaluation.now
            losing = observed.houses[observed.pope]._replace(pope=False)
            gaining = observed.houses[taker]._replace(pope=True)
            risk = (6 - POPE_LIFE) / 6
            return (
                risk * self.evaluation.value({observed.pope: losing, taker: gaining}) + (1 - risk) * self.evaluation.now
            )
        owner = observed.owners[person]
        return self._checked({owner: observed.houses[owner]}, [(owner, person)])

    def declared(self) -> tuple[float, float]:
        """The open action's value to me if it succeeds, and if it fails."""
        observed = self.observed
        seat = observed.turn_player
        if observed.action == WAR_ON:
            return self.war(seat, observed.country, observed.actor, observed.defender)
        if observed.action == PROCREATION:
            return self.procreation(seat, observed.target), self.evaluation.now
        if observed.action == MARRIAGE:
            return self.marriage(seat, observed.target), self.evaluation.now
        outcome = self.hire if observed.action == HIRE else self.incite
        return outcome(seat, observed.target), self.evaluation.now

    # -- my declarations, each with its value --------------------------------------------------------------------

    def marriages(self) -> Iterable[tuple[float, int]]:
        """(value, target)"""
        observed = self.observed
        king = observed.houses[0].king
        for person in range(PERSONS):
            place = observed.places[person]
            if not Place.WANDERER <= place <= Place.COURTIER or place in (Place.KING, Place.SPOUSE):
                continue
            if SEXES[person] == SEXES[king] or (
                not observed.kin_marriage and place == Place.CHILD and observed.owners[person] == 0
            ):
                continue
            yield self.wedding(person), person

    def wedding(self, target: int) -> float:
        """The value of my king's proposal."""
        king = self.observed.houses[0].king
        dice = self.dice(self.observed.prestige(king) + same_religion(king, target), king)
        chance = self.own_chance(True, self.observed.prestige(target), dice)
        return self.mixed(chance, self.marriage(0, target))

    def procreations(self) -> Iterable[tuple[float, int]]:
        """(value, spouse)"""
        house = self.observed.houses[0]
        king, fertilities = house.king, house.numbers.fertilities
        for spouse in house.spouses:
            if SEXES[spouse] == SEXES[king] or (COLOURS[spouse] >= DECKS and COLOURS[king] >= DECKS):
                continue
            dice = self.dice(fertilities[king] + (COLOURS[king] != COLOURS[spouse]))
            chance = self.own_chance(True, max(BIRTH_CARDS - fertilities[spouse], 0), dice)
            yield self.mixed(chance, self.procreation(0, spouse)), spouse

    def wars(self, countries: Iterable[int] = range(COUNTRIES)) -> Iterable[tuple[float, int, int]]:
        """(value, country, commander)"""
        observed = self.observed
        alike: set[tuple[int, int, bool]] = set()
        for country in countries:
            if not observed.may_be_attacked(0, country):
                continue
            holder = observed.holders[country]
            by_sea = observed.by_sea(0, country)
            kind = holder, POWERS[country], by_sea
            if kind in alike:
                continue
            alike.add(kind)
            wanted = POWERS[country] + (self.likely_defence(holder, by_sea) if holder < NO_SEAT else 0)
            for commander in observed.houses[0].persons():
                chance = self.own_chance(False, wanted, self.dice(observed.war_of(commander, by_sea) + 1, commander))
                won, lost = self.war(0, country, commander, NOBODY)
                if observed.abilities[commander] == _PLUNDER:
                    won = max(won, self.plundered(country, commander, NOBODY))
                yield chance * won + (1 - chance) * lost, country, commander

    def likely_defence(self, seat: int, by_sea: bool) -> int:
        """The war of the best commander who is not the king."""
        war_of = self.observed.war_of
        return max((war_of(person, by_sea) for person in self.observed.houses[seat].subjects()), default=0)

    def defences(self) -> Iterable[tuple[float, int]]:
        """(value, commander or -1), where my country is attacked."""
        observed = self.observed
        by_sea = observed.by_sea(observed.turn_player, observed.country)
        wasted = observed.wasted(observed.houses[observed.turn_player])
        dice = max(observed.war_of(observed.actor, by_sea) + 1 - wasted, 0)
        for person in (NOBODY, *observed.houses[0].persons()):
            wanted = POWERS[observed.country] + (observed.war_of(person, by_sea) if person >= 0 else 0)
            chance = self.chance(False, wanted, dice)
            won, lost = self.war(observed.turn_player, observed.country, observed.actor, person)
            yield chance * won + (1 - chance) * lost, person

    def hires(self, recruiters: Iterable[int] | None = None) -> Iterable[tuple[float, int, int]]:
        """(value, candidate, recruiter)"""
        recruiters = self.observed.houses[0].persons() if recruiters is None else tuple(recruiters)
        for person in self.observed.wanderers:
            hired = self.hire(0, person)
            for recruiter in recruiters:
                yield self.mixed(self.hire_chance(person, recruiter), hired), person, recruiter

    def hiring(self, target: int, recruiter: int) -> float:
        """The value of an offer to a wanderer."""
        return self.mixed(self.hire_chance(target, recruiter), self.hire(0, target))

    def hire_chance(self, target: int, recruiter: int) -> float:
        """§11-03-10: an alchemist king's hires succeed by themselves."""
        if self.observed.abilities[self.observed.houses[0].king] == Ability.ALCHEMY:
            return 1.0
        governance = self.observed.numbers.governances[recruiter]
        dice = self.dice(governance + (COLOURS[recruiter] == COLOURS[target]), recruiter)
        return self.own_chance(False, self.observed.numbers.ambitions[target], dice)

    def incitements(self) -> Iterable[tuple[float, int]]:
        """(value, target); §11-03-11: with the new faith, those who lean to it come by themselves."""
        converting = self.observed.holder_of(0, Ability.NEW_FAITH) != NOBODY
        for house in self.observed.houses[1:]:
            wanted = house.prestige(house.king) if house.king >= 0 else 0
            for person in house.subjects():
                willing = converting and REFORMED[person]
                dice = self.dice(self.observed.numbers.ambitions[person])
                chance = 1.0 if willing else self.own_chance(False, wanted, dice)
                yield self.mixed(chance, self.incite(0, person)), person

    def reapings(self, scythe: bool) -> Iterable[tuple[float, int]]:
        """(value, person or pope), with the scythe, or by an assassination, which leaves it where it is.

        Who refuses can do so once: another of his persons can be named then.
        """
        observed = self.observed
        persons = [*(p for house in observed.houses for p in house.persons()), POPE]
        values = {person: self.reaped(person) for person in persons if not observed.refused[person]}
        owner = {person: observed.pope if person == POPE else observed.owners[person] for person in values}
        for person, value in values.items():
            if owner[person] != 0 and not observed.vetoed[owner[person]] and value > self.evaluation.now:
                others = (
                    values[other]
                    for other in values
                    if other != person and (owner[other] in (0, owner[person]) or observed.vetoed[owner[other]])
                )
                refusal = self.weights.refusal
                value = refusal * max(others, default=self.evaluation.now) + (1 - refusal) * value
            yield value - self.weights.scythe * scythe, person

    def suppressions(self) -> Iterable[tuple[float, int]]:
        """(value, one of mine)"""
        house = self.observed.houses[0]
        chance = (6 - SUPPRESSED_FROM + 1) / 6
        for person in (*house.children, *house.courtiers):
            yield self.mixed(chance, self.dead(person)), person

    def executions(self) -> Iterable[tuple[float, int]]:
        """(value, my spouse): a wedding must make up for it in another turn, so half of what it promises counts."""
        house = self.observed.houses[0]
        if not house.spouses:
            return
        dead = self.dead(house.spouse)
        widowed = house.without(house.spouse)
        best = max((self.remarriage(widowed, person) for person in self.observed.wanderers), default=dead)
        best = max(best, *(self.remarriage(widowed, person) for person in house.courtiers), dead)
        yield (dead + best) / 2, house.spouse

    def remarriage(self, widowed: House, target: int) -> float:
        """The value of a wedding with a wanderer or an own courtier, once my spouse is no more."""
        if SEXES[target] == SEXES[widowed.king]:
            return 0.0
        dice = widowed.prestige(widowed.king) + same_religion(widowed.king, target) - self.observed.wasted(widowed)
        chance = self.own_chance(True, self.observed.prestige(target), max(dice, 0))
        married = self.joining(target, 0, widowed.married(target))
        return chance * self.evaluation.value(married) + (1 - chance) * self.evaluation.value({0: widowed})

    def matches(self, children: Iterable[int] | None = None) -> Iterable[tuple[float, int, int]]:
        """(value, king, child): §11-03-05, a child of mine with waste for an unmarried king."""
        observed = self.observed
        for child in observed.houses[0].children if children is None else children:
            if observed.abilities[child] != Ability.WASTE:
                continue
            for seat, house in enumerate(observed.houses):
                if house.king < 0 or house.spouses or (seat == 0 and not observed.kin_marriage):
                    continue
                if SEXES[house.king] == SEXES[child]:
                    continue
                chance = max(6 - house.prestige(house.king), 0) / 6
                married = self.joining(child, seat, house.married(child))
                yield self.mixed(chance, self.evaluation.value(married)), house.king, child

    def price(self, card: int) -> float:
        """What a card is worth in hand, as a chance of winning; of a full hand the least useful one is to go anyway."""
        held = [card_worth(kind) for kind in range(KINDS) if self.observed.hand[kind]]
        spare = min(held) if self.observed.hand_sizes[0] >= self.observed.hand_limit() else 0.0
        return self.weights.card * (card_worth(card) - spare)

    def mixed(self, chance: float, value: float) -> float:
        """Success is worth `value`, failure leaves all as it is."""
        return chance * value + (1 - chance) * self.evaluation.now


def low_cards(hand: list[int], red: bool) -> list[int]:
    """Numbers of the cards of the counting suits that spare the own dice, lowest first; a joker is an ace."""
    first, second = (13, 26) if red else (0, 39)
    numbers = [1] * hand[JOKER]
    for rank in range(RANKS // 2):
        numbers += [rank + 1] * (hand[first + rank] + hand[second + rank])
    return numbers
