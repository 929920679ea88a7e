"""What the greedy player does with witches, events and the Neuroi (SW02)."""

from collections.abc import Iterable
from math import erf, sqrt

from agents.dynasty.evaluation import card_worth
from agents.dynasty.observed import POWERS, House
from agents.dynasty.plans import GIFTS, Plans
from dynasty_env.dynasty.actions import (
    CARD,
    COUNTRY,
    DECK,
    DIE_TO,
    EVENT,
    HIRE,
    INCITE,
    JOKER_AS,
    KEEP,
    MARRIAGE,
    PASS,
    PERSON,
    PROCREATION,
    RESHUFFLE,
    WAR_ON,
)
from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COUNTRIES,
    EVENT_CARD,
    NEIGHBOUR,
    NOBODY,
    OCCUPIES_FROM,
    PERSONS,
    THE_NEUROI,
    WAY,
    Ability,
    Event,
    Way,
)
from dynasty_env.dynasty.seen.view import IN_THE_MIDDLE, NO_SEAT
from dynasty_env.kit.engine.cards import number_of

Scored = Iterable[tuple[float, int]]
LAND: tuple[tuple[int, ...], ...] = tuple(
    tuple(other for other, way in zip(row, ways, strict=True) if way == Way.LAND)
    for row, ways in zip(NEIGHBOUR.tolist(), WAY.tolist(), strict=True)
)
SPREADS = (6 - OCCUPIES_FROM + 1) / 6
"""SW02-06-01: the chance that a neighbour is occupied."""
HARMLESS = 0.004
"""A chance of winning that a small advantage is worth."""
CARD_MEAN, CARD_SPREAD, DIE_MEAN, DIE_SPREAD = 3.6, 20.0, 3.5, 35 / 12
"""Mean and variance of a card's number against the Neuroi (half of them count), and of a die."""


def leader(plans: Plans) -> int:
    """The rival who is most likely to win."""
    houses = plans.observed.houses
    alive = [seat for seat in range(1, plans.observed.players) if houses[seat].king >= 0]
    return max(alive, key=lambda seat: plans.evaluation.strength(houses[seat]), default=1)


# -- events: where to, and what it is worth --------------------------------------------------------------------------


def aims(plans: Plans, event: int) -> Iterable[tuple[float, int]]:
    """(value to me, person) of attaching the event to somebody."""
    observed, evaluation = plans.observed, plans.evaluation
    mine, rival = observed.houses[0], observed.houses[leader(plans)]
    if event == Event.CANCEL:
        for person in mine.persons():
            yield HARMLESS * (2 + observed.numbers.lives[person] - (person == mine.king)), person
    elif event == Event.ADMIRATION:
        for person in (mine.king, *mine.spouses):
            if person >= 0:
                yield HARMLESS * 2 if mine.spouses else -HARMLESS, person
    elif event == Event.GROUNDED:
        for person in rival.subjects():
            yield HARMLESS * (observed.numbers.wars[person] - 1), person
    elif event == Event.GALE_SLASH:
        for house in observed.houses[1:]:
            if house.king >= 0:
                loss = evaluation.now - plans.dead(house.king)
                yield (-loss if loss > 0 else 0.3 * -loss), house.king
    elif event == Event.SPLENDID:
        for person in mine.subjects():
            loss = evaluation.now - evaluation.value({0: mine.without(person)})
            yield 0.3 * loss * observed.numbers.ambitions[person] / 4, person
    elif event == Event.SO_WHAT:
        for person in mine.subjects():
            yield HARMLESS * (observed.numbers.wars[person] + observed.numbers.lives[person] - 4), person
    elif event == Event.POLYGAMY:
        if mine.king >= 0:
            yield HARMLESS * (1 + 2 * observed.numbers.prestiges[mine.king]), mine.king
    elif event == Event.NOT_JEALOUS:
        for seat in range(1, observed.players):
            for person in observed.houses[seat].royals():
                mocked = observed.houses[seat]._replace(numbers=observed.numbers.mocked(person))
                yield evaluation.value({seat: mocked}) - evaluation.now, person


def best_aim(plans: Plans, event: int) -> tuple[float, int]:
    return max(aims(plans, event), default=(-1.0, NOBODY))


def events(plans: Plans, legal: list[int]) -> Scored:
    """Play what is of use now; the rest is kept."""
    yield 0.0, PASS
    for action in legal:
        if action != PASS:
            yield best_aim(plans, action - EVENT)[0] - HARMLESS / 2, action


def event_targets(plans: Plans, legal: list[int]) -> Scored:
    """The event lies on the table."""
    shown = [event for event, place in enumerate(plans.observed.events) if place == 3 and event != Event.NEUROI]
    played = next((event for event in shown if event != Event.ALL_OUT_ATTACK), shown[0])
    for value, person in aims(plans, played):
        yield value, PERSON + person


def window_events(plans: Plans, legal: Iterable[int], now: float) -> Scored:
    """In a window: an all-out attack if it is my war; others as in my own turn."""
    for action in legal:
        event = action - EVENT
        if event == Event.ALL_OUT_ATTACK:
            mine = plans.observed.turn_player == 0
            yield now + (0.2 if mine else -0.2), action
        else:
            yield now + best_aim(plans, event)[0] - HARMLESS / 2, action


def cancels(plans: Plans, legal: list[int]) -> Scored:
    """A red card against an action of the leading rival that would do me harm."""
    observed = plans.observed
    harm = 0.0
    if observed.turn_player == leader(plans) and observed.action in (MARRIAGE, PROCREATION, INCITE):
        harm = 0.03
    elif observed.action == WAR_ON:
        won, lost = plans.war(
            observed.turn_player, observed.country, observed.houses[observed.turn_player].king, NOBODY
        )
        harm = (plans.evaluation.now - (won + lost) / 2) if won < lost else 0.0
    elif observed.action not in (MARRIAGE, PROCREATION, HIRE):
        harm = 0.015
    yield 0.0, PASS
    for action in legal:
        if action != PASS:
            yield harm - plans.price(action - CARD), action


# -- the Neuroi ------------------------------------------------------------------------------------------------------


def occupied(plans: Plans) -> list[int]:
    return [country for country in range(COUNTRIES) if plans.observed.holders[country] == IN_THE_MIDDLE]


def normal_tail(mean: float, variance: float) -> float:
    """The chance that something so spread is at least 0."""
    return 0.5 * (1 + erf((mean + 0.5) / sqrt(2 * max(variance, 0.25))))


def neuroi_chance(plans: Plans, dice: int, wanted: int) -> float:
    """SW02-06-02: the dice against the sum of the black cards."""
    cards = wanted + plans.extra
    mean = dice * DIE_MEAN - cards * CARD_MEAN
    return normal_tail(mean, dice * DIE_SPREAD + cards * CARD_SPREAD)


def neuroi_war(plans: Plans, commander: int) -> float:
    """The value of attacking them."""
    observed = plans.observed
    lands = occupied(plans)
    wanted = sum(POWERS[country] for country in lands)
    dice = plans.dice(observed.numbers.wars[commander] + 1, commander)
    if observed.events[Event.ALL_OUT_ATTACK] == 2:
        dice += sum(min(3, len(house.persons())) for house in observed.houses) - 1
    if observed.events[Event.WARRIORS_WAY] == 2:
        dice += 3
    freed = observed.houses[0]
    for country in lands:
        freed = freed.with_land(country)
    chance = neuroi_chance(plans, dice, wanted)
    risk = plans.risk(0, commander)
    alive, dead = freed, freed.without(commander)
    won = (1 - risk) * plans.evaluation.value({0: alive}) + risk * plans.evaluation.value({0: dead})
    lost = (1 - risk) * plans.evaluation.now + risk * plans.dead(commander)
    return chance * won + (1 - chance) * lost


def neuroi_wars(plans: Plans) -> Iterable[tuple[float, int, int]]:
    """(value, the Neuroi, commander)"""
    if occupied(plans):
        for commander in plans.observed.houses[0].persons():
            yield neuroi_war(plans, commander), THE_NEUROI, commander


def neuroi_countries(plans: Plans, legal: list[int]) -> Scored:
    """Where it hurts me least and the others most, neighbours counted with their odds."""
    observed = plans.observed
    for action in legal:
        first = action - COUNTRY
        changed: dict[int, House] = {}
        value = 0.0
        for country, odds in [(first, 1.0), *((other, SPREADS) for other in LAND[first])]:
            holder = observed.holders[country]
            if holder < NO_SEAT:
                changed = {holder: observed.houses[holder].without_land(country)}
                if changed[holder].lands > 0:
                    value += odds * (plans.evaluation.value(changed) - plans.evaluation.now)
                else:
                    value += odds * (-0.2 if holder == 0 else 0.05)
        yield value, action


def exiles(plans: Plans, legal: list[int]) -> Scored:
    for action in legal:
        yield float(POWERS[action - COUNTRY]), action


def sorties(plans: Plans, legal: list[int]) -> Scored:
    """Those whom I can spare; more than I must only for a war of mine."""
    observed = plans.observed
    mine = observed.turn_player == 0
    for action in legal:
        if action == PASS:
            yield -0.01 if mine else 1.0, action
        else:
            person = action - PERSON
            loss = plans.evaluation.now - plans.dead(person)
            yield -plans.risk(0, person) * loss, action


def check_orders(plans: Plans, legal: list[int]) -> Scored:
    for action in legal:
        yield 0.0, action


# -- witches ---------------------------------------------------------------------------------------------------------


def foresights(plans: Plans, legal: list[int]) -> Scored:
    """Keep a card that is better than what may lie on top after a shuffle. An event is always welcome but these two."""
    observed = plans.observed
    top = observed.deck_top
    value = 0.0
    if top >= EVENT_CARD:
        value = -1.0 if top - EVENT_CARD == Event.NEUROI else 0.01
    else:
        decks = [deck for deck in range(4) if top in observed.in_deck(deck)]
        others = observed.in_deck(decks[0]) if decks else [top]
        value = usefulness(plans, top) - sum(usefulness(plans, person) for person in others) / len(others)
    yield value, KEEP
    yield 0.0, RESHUFFLE


def usefulness(plans: Plans, person: int) -> float:
    """Of a person who turns up: as a child if one is being born, else as somebody to hire or marry."""
    n = plans.observed.numbers
    if plans.observed.action == PROCREATION:
        return float(n.prestiges[person])
    return n.prestiges[person] + n.witches[person] / 2 + n.wars[person] / 4


def strikes(plans: Plans) -> Iterable[tuple[float, int]]:
    """(value, person) of a lightning."""
    observed = plans.observed
    witch = next((p for p in range(BASE_PERSONS, PERSONS) if observed.abilities[p] == Ability.LIGHTNING), NOBODY)
    for house in observed.houses:
        for person in house.persons():
            if observed.prestige(person) < observed.prestige(witch):
                yield plans.reaped(person), person


def lightning_targets(plans: Plans, legal: list[int]) -> Scored:
    for value, person in strikes(plans):
        yield value, PERSON + person


def findings(plans: Plans) -> Iterable[tuple[float, int, int]]:
    """(value, deck, person) of a wide search."""
    for deck in range(4):
        if plans.observed.deck_sizes[deck] > 1:
            for person in plans.observed.in_deck(deck):
                yield plans.hire(0, person), deck, person


def searching(plans: Plans) -> float:
    """The value of a wide search: the best person that surely lies somewhere, less the ace."""
    aces = [card for card in range(0, 52, 13) if plans.observed.hand[card]]
    price = min((plans.price(card) for card in aces), default=0.0)
    return max((value for value, _, _ in findings(plans)), default=-1.0) - price


def search_aces(plans: Plans, legal: list[int]) -> Scored:
    for action in legal:
        yield -card_worth(action - CARD), action


def search_decks(plans: Plans, legal: list[int]) -> Scored:
    for action in legal:
        yield 0.0, action
    for value, deck, _ in findings(plans):
        yield value, DECK + deck


def search_persons(plans: Plans, legal: list[int]) -> Scored:
    yield plans.evaluation.now, PASS
    for action in legal:
        if action != PASS:
            yield plans.hire(0, action - PERSON), action


def dice_changes(plans: Plans, legal: list[int]) -> Scored:
    """SW02-07-12: the lowest die becomes a six, unless they suffice; in a rival's war (D-R52) the highest a one."""
    observed = plans.observed
    total = sum((face + 1) * count for face, count in enumerate(observed.faces))
    yield 0.0, PASS
    if observed.turn_player != 0:
        highest = max(face for face, count in enumerate(observed.faces) if count)
        if highest > 0:
            yield 1.0, DIE_TO + highest * 5
    elif total < observed.value or observed.carriers[Event.GALE_SLASH] >= 0:
        lowest = next((face for face, count in enumerate(observed.faces) if count), 5)
        if lowest < 5:
            yield 1.0, DIE_TO + lowest * 5 + 4


# -- wars with events ------------------------------------------------------------------------------------------------


def warriors(plans: Plans, legal: list[int]) -> Scored:
    """SW02-08-08: a sure victory, or defence, for two death checks of its commander."""
    observed = plans.observed
    attacking = observed.turn_player == 0
    if observed.country == THE_NEUROI:
        yield 0.0, PASS
        for action in legal:
            if action != PASS:
                yield neuroi_war(plans, action - PERSON) - plans.evaluation.now - 0.01, action
        return
    if attacking:
        without = max((value for value, _, _ in plans.wars([observed.country])), default=plans.evaluation.now)
    else:
        attacker = observed.turn_player
        without, _ = plans.war(attacker, observed.country, observed.houses[attacker].king, NOBODY)
    yield without + 5 * HARMLESS, PASS
    for action in legal:
        if action != PASS:
            person = action - PERSON
            won, lost = (
                plans.war(0, observed.country, person, NOBODY)
                if attacking
                else plans.war(
                    observed.turn_player, observed.country, observed.houses[observed.turn_player].king, person
                )
            )
            second = plans.risk(0, person) * max(plans.evaluation.now - plans.dead(person), 0.0)
            yield (won if attacking else lost) - second, action


def friends(plans: Plans, legal: list[int]) -> Scored:
    """A strong arm, or a gift of a commander's (D-R52), of somebody whose death would not grieve me."""
    observed = plans.observed
    attacking = observed.turn_player == 0
    yield 0.0, PASS
    for action in legal:
        if action != PASS:
            person = action - PERSON
            owner = observed.owners[person]
            grief = plans.risk(owner, person) * (plans.evaluation.now - plans.dead(person))
            gifted = attacking and any(observed.acts_with(person, gift) for gift in GIFTS)
            yield HARMLESS * (observed.numbers.wars[person] + 1 + gifted) - grief, action


def procreation_spouses(plans: Plans, legal: list[int]) -> Scored:
    for value, spouse in plans.procreations():
        yield value, PERSON + spouse


def neuroi_window(plans: Plans, legal: list[int]) -> Scored:
    """Cards against the attack on the Neuroi, if it is not mine and the attacker would gain by it; events as ever."""
    observed = plans.observed
    mine = observed.turn_player == 0
    chance = neuroi_chance(plans, observed.dice, max(observed.wanted - observed.laid, 0))
    yield 0.0, PASS
    yield from window_events(plans, [action for action in legal if action >= EVENT], 0.0)
    if not mine and chance > 0.2:
        for action in legal:
            if CARD <= action < JOKER_AS and number_of(action - CARD) > 4:
                yield 0.02 * chance - plans.price(action - CARD), action


CHOICES = {
    "event": events,
    "event_target": event_targets,
    "cancel": cancels,
    "neuroi_country": neuroi_countries,
    "exile": exiles,
    "sortie": sorties,
    "check_order": check_orders,
    "foresight": foresights,
    "lightning_target": lightning_targets,
    "search_ace": search_aces,
    "search_deck": search_decks,
    "search_person": search_persons,
    "dice": dice_changes,
    "warrior": warriors,
    "friend": friends,
    "procreation_spouse": procreation_spouses,
}
"""By the name of the phase."""
