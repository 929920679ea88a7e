"""SW02-06: the Neuroi, the expansion's invaders: where to put them, and wars against them."""

from math import exp, sqrt

from dynasty_env.dynasty.greedy.imagine import die, hand_over, value
from dynasty_env.dynasty.greedy.mind import attack
from dynasty_env.dynasty.greedy.outcomes import checked, dead, risk
from dynasty_env.dynasty.greedy.persons import dice_with
from dynasty_env.dynasty.material import FEWEST_SENT, OCCUPIES_FROM, THE_NEUROI, WARRIOR_DICE, Event, EventPlace
from dynasty_env.dynasty.rules.territories import occupied_power
from dynasty_env.dynasty.rules.war import war_dice
from dynasty_env.europe.material import COUNTRIES, NEIGHBOUR, NOBODY, WAY, Holder, Way
from dynasty_env.kit.engine.rule import rule

SPREADS = (6 - OCCUPIES_FROM + 1) / 6  # SW02-06-01: the chance that a neighbour is occupied
CARD_MEAN, CARD_SPREAD = 3.6, 20.0  # mean and variance of what a card adds to the sum (half of all cards count)
DIE_MEAN, DIE_SPREAD = 3.5, 35 / 12
LOGISTIC = 1.702  # scaled by this factor, the logistic curve is close to the normal distribution


@rule
def neuroi_chance(m, dice, wanted):
    """SW02-06-02: the chance that the dice reach the sum of the black cards.

    Both are approximated by normal distributions.
    """
    cards = wanted + m.extra
    lead = dice * DIE_MEAN - cards * CARD_MEAN + 0.5
    spread = sqrt(max(dice * DIE_SPREAD + cards * CARD_SPREAD, 0.25))
    return 1 / (1 + exp(-LOGISTIC * lead / spread))


@rule
def neuroi_war(m, commander):
    """The value of an attack on the Neuroi under this commander of mine."""
    attack(m, THE_NEUROI, commander)
    dice = dice_with(m, war_dice(m), commander)
    if m.event_place[Event.ALL_OUT_ATTACK] == EventPlace.HAND:
        dice -= 1
        for seat in range(m.num_players):
            dice += min(FEWEST_SENT, m.size[seat])
    if m.event_place[Event.WARRIORS_WAY] == EventPlace.HAND:
        dice += WARRIOR_DICE
    chance = neuroi_chance(m, dice, occupied_power(m))
    falls = risk(m, commander)
    liberate(m)
    won = (1 - falls) * value(m)
    liberate(m)
    die(m, commander)
    won += falls * value(m)
    return chance * won + (1 - chance) * checked(m, commander)


@rule
def liberate(m):
    """Try out that all occupied countries become mine."""
    for country in range(COUNTRIES):
        if m.holder[country] == Holder.OCCUPIED:
            hand_over(m, country, 0)


@rule
def landing(m, first):
    """How much it changes my value if the Neuroi appear in this country.

    Neighbours by land count, too, weighted by the chance that they are occupied.
    """
    found = occupation(m, first)
    for way in range(4):
        if NEIGHBOUR[first, way] != NOBODY and WAY[first, way] == Way.LAND:
            found += SPREADS * occupation(m, NEIGHBOUR[first, way])
    return found


@rule
def occupation(m, country):
    """How much the occupation of this country changes my value."""
    holder = m.holder[country] + 0
    if holder < 0:
        return 0.0
    if m.lands[holder] == 1:  # this dynasty has to find a refuge
        return -0.2 if holder == 0 else 0.05
    hand_over(m, country, Holder.OCCUPIED)
    return value(m) - m.now


@rule
def sortie(m, person):
    """The value of sending this person, or with NOBODY of sending no more.

    I send the persons I can spare most easily; in another player's war I send no more than I have to.
    """
    if person == NOBODY:
        return -0.01 if m.turn_player == 0 else 1.0
    return -risk(m, person) * (m.now - dead(m, person))
