"""SW02-06: the Neuroi: where they land, and wars against them."""

from math import exp, sqrt

from dynasty_env.dynasty.greedy.imagine import die, hand_over, value
from dynasty_env.dynasty.greedy.odds import own_dice
from dynasty_env.dynasty.greedy.outcomes import checked, dead, risk
from dynasty_env.dynasty.greedy.persons import war_of
from dynasty_env.dynasty.material import (
    COUNTRIES,
    NEIGHBOUR,
    NOBODY,
    OCCUPIES_FROM,
    POWER,
    WARRIOR_DICE,
    WAY,
    Event,
    Way,
)
from dynasty_env.dynasty.seen.view import IN_THE_MIDDLE, NO_SEAT
from dynasty_env.kit.engine.rule import rule

SPREADS = (6 - OCCUPIES_FROM + 1) / 6  # SW02-06-01: the chance that a neighbour is occupied
CARD_MEAN, CARD_SPREAD = 3.6, 20.0  # mean and variance of a card's number against them (half of them count)
DIE_MEAN, DIE_SPREAD = 3.5, 35 / 12
LOGISTIC = 1.702  # a logistic curve so much steeper is nearly a normal distribution
MINE = 2  # how an event face down before me is shown


@rule
def is_occupied(m):
    """Is any country?"""
    for country in range(COUNTRIES):
        if m.holder[country] == IN_THE_MIDDLE:
            return True
    return False


@rule
def neuroi_chance(m, dice, wanted):
    """SW02-06-02: the dice against the sum of the black cards; both as if normally distributed."""
    cards = wanted + m.extra
    lead = dice * DIE_MEAN - cards * CARD_MEAN + 0.5
    spread = sqrt(max(dice * DIE_SPREAD + cards * CARD_SPREAD, 0.25))
    return 1 / (1 + exp(-LOGISTIC * lead / spread))


@rule
def neuroi_war(m, commander):
    """An attack on them by one of mine."""
    wanted = 0
    for country in range(COUNTRIES):
        if m.holder[country] == IN_THE_MIDDLE:
            wanted += POWER[country]
    dice = own_dice(m, war_of(m, commander) + 1, commander)
    if m.event[Event.ALL_OUT_ATTACK] == MINE:
        dice -= 1
        for seat in range(m.players):
            dice += min(3, m.size[seat])
    if m.event[Event.WARRIORS_WAY] == MINE:
        dice += WARRIOR_DICE
    chance = neuroi_chance(m, dice, wanted)
    falls = risk(m, commander)
    liberate(m)
    won = (1 - falls) * value(m)
    liberate(m)
    die(m, commander)
    won += falls * value(m)
    return chance * won + (1 - chance) * checked(m, commander)


@rule
def liberate(m):
    """All that they hold is mine."""
    for country in range(COUNTRIES):
        if m.holder[country] == IN_THE_MIDDLE:
            hand_over(m, country, 0)


@rule
def landing(m, first):
    """Where it hurts me least and the others most, neighbours counted with their odds."""
    found = occupation(m, first)
    for way in range(4):
        if NEIGHBOUR[first, way] != NOBODY and WAY[first, way] == Way.LAND:
            found += SPREADS * occupation(m, NEIGHBOUR[first, way])
    return found


@rule
def occupation(m, country):
    """What it changes for me."""
    holder = m.holder[country] + 0
    if holder >= NO_SEAT:
        return 0.0
    if m.lands[holder] == 1:  # it has a refuge to find
        return -0.2 if holder == 0 else 0.05
    hand_over(m, country, IN_THE_MIDDLE)
    return value(m) - m.now


@rule
def sortie(m, person):
    """Whom I can spare goes; more than I must (nobody: enough have gone) only for a war of mine."""
    if person == NOBODY:
        return -0.01 if m.turn_player == 0 else 1.0
    return -risk(m, person) * (m.now - dead(m, person))
