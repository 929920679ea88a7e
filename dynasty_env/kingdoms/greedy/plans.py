"""What the actions of a turn are worth, each with the best that it can name."""

from dynasty_env.europe.rules.relations import same_religion
from dynasty_env.kingdoms.greedy.court import (
    ME,
    best_noble,
    children_of,
    deck_prestige,
    dies,
    has,
    king_of,
    person_value,
    realm_power,
    spouse_of,
    weight,
)
from dynasty_env.kingdoms.greedy.odds import one_die
from dynasty_env.kingdoms.greedy.wars import declaration
from dynasty_env.kingdoms.greedy.weights import (
    BRIDE,
    CROWN,
    HEIR,
    NEVER,
    NOBLE,
    OWN_UNREST,
    RECOVERED,
    THRONE,
    UNREST,
)
from dynasty_env.kingdoms.material import (
    ABILITY,
    AMBITION,
    COLOUR,
    COUNTRIES,
    FEMALE,
    FERTILITY,
    GOVERNANCE,
    LIFE,
    NEIGHBOUR,
    NOBODY,
    PERSONS,
    POWER,
    PRESTIGE,
    RELIGION,
    SEATS,
    SEX,
    Ability,
    Place,
    Religion,
)
from dynasty_env.kit.engine.rule import rule


@rule
def is_mine(seen, person, place):
    return seen.owners[person] == ME and seen.places[person] == place


# marriage and procreation


@rule
def may_wed(seen, king, person):
    place = seen.places[person]
    if place != Place.POOL and place != Place.CHILD and place != Place.NOBLE:
        return False
    return SEX[person] != SEX[king] and same_religion(king, person)


@rule
def match(seen, king, person):
    """What it is worth that my king proposes to a person."""
    owner = int(seen.owners[person])
    chance = one_die(PRESTIGE[king])
    if owner == ME:
        chance = 1.0
    gained = PRESTIGE[person] + 0.0
    if seen.places[person] == Place.CHILD and owner == ME:
        gained = -0.3
    elif owner == ME:
        gained -= NOBLE * PRESTIGE[person] * 0.5
    if children_of(seen, int(seen.realms[king])) == 0:
        gained += 0.8
    gained += BRIDE * (FERTILITY[king] + FERTILITY[person] - (1 if COLOUR[king] == COLOUR[person] else 0))
    return chance * (gained - weight(seen, owner) * person_value(seen, person) * (0 if owner == ME else 1))


@rule
def best_match(seen, king):
    best = NEVER
    for person in range(PERSONS):
        if may_wed(seen, king, person):
            best = max(best, match(seen, king, person))
    return best


@rule
def marriage(seen):
    best = NEVER
    for king in range(PERSONS):
        if is_mine(seen, king, Place.KING) and spouse_of(seen, int(seen.realms[king])) == NOBODY:
            best = max(best, best_match(seen, king))
    return best


@rule
def birth(seen, king):
    """What it is worth that my king tries to have a child."""
    realm = int(seen.realms[king])
    spouse = spouse_of(seen, realm)
    if spouse == NOBODY or SEX[spouse] == SEX[king]:
        return NEVER
    value = FERTILITY[king] + FERTILITY[spouse] - (1 if COLOUR[king] == COLOUR[spouse] else 0)
    fails = 1 - one_die(value)
    worth = max(deck_prestige(seen, COLOUR[king], COLOUR), deck_prestige(seen, COLOUR[spouse], COLOUR)) + 0.3
    if children_of(seen, realm) == 0:
        worth += HEIR
    return (1 - fails * fails) * worth


@rule
def procreation(seen):
    best = NEVER
    for king in range(PERSONS):
        if is_mine(seen, king, Place.KING):
            best = max(best, birth(seen, king))
    return best


# war, recovery


@rule
def is_target(seen, country):
    if seen.holders[country] == ME or seen.holders[country] > SEATS:
        return False
    for direction in range(4):
        neighbour = NEIGHBOUR[country, direction]
        if neighbour != NOBODY and seen.holders[neighbour] == ME:
            return True
    return False


@rule
def war(seen):
    best = NEVER
    for country in range(COUNTRIES):
        if is_target(seen, country):
            best = max(best, declaration(seen, country))
    return best


@rule
def best_agent(seen):
    """My person with the highest governance who is no rebel."""
    best = NOBODY
    for person in range(PERSONS):
        if seen.owners[person] == ME and seen.rebels[person] == 0:
            if best == NOBODY or GOVERNANCE[person] > GOVERNANCE[best]:
                best = person
    return best


@rule
def recovery(seen):
    """The strongest exhausted countries, as many as successes are expected."""
    dice = 0
    for king in range(PERSONS):
        if is_mine(seen, king, Place.KING):
            dice = max(dice, PRESTIGE[king])
    left = dice * one_die(GOVERNANCE[best_agent(seen)])
    tired = 0
    count = 0
    for country in range(COUNTRIES):
        if seen.holders[country] == ME and seen.exhausted[country] == 1:
            tired += POWER[country]
            count += 1
    return RECOVERED * tired * min(1.0, left / max(count, 1))


# rebels


@rule
def incitement(seen, person):
    """What it is worth to incite somebody."""
    owner = int(seen.owners[person])
    if owner == ME:
        return NEVER
    chance = one_die(AMBITION[person])
    if RELIGION[person] >= Religion.CP and i_have(seen, Ability.NEW_FAITH):
        chance = 1.0
    elif not is_easy(seen, person, owner):
        chance *= chance
    worth = UNREST
    if has(seen, person, Ability.REVOLUTION):
        worth = 1.5
    return -chance * weight(seen, owner) * worth


@rule
def i_have(seen, ability):
    for person in range(PERSONS):
        if seen.owners[person] == ME and has(seen, person, ability):
            return True
    return False


@rule
def is_easy(seen, person, owner):
    """Row 5: one die is enough."""
    home = seen.homes[owner]
    if home == NOBODY:
        return True
    king = king_of(seen, int(seen.country_realms[home]))
    if king == NOBODY:
        return True
    return not same_religion(person, king) or SEX[king] == FEMALE or ABILITY[king] == Ability.ALCHEMY


@rule
def best_incitement(seen):
    best = NEVER
    for person in range(PERSONS):
        if seen.owners[person] < SEATS and seen.places[person] != Place.KING and seen.rebels[person] == 0:
            best = max(best, incitement(seen, person))
    return best


@rule
def suppression(seen, agent, rebel):
    return OWN_UNREST * one_die(GOVERNANCE[agent] + PRESTIGE[agent] - PRESTIGE[rebel])


@rule
def best_suppression(seen):
    best = NEVER
    for agent in range(PERSONS):
        if seen.owners[agent] == ME and seen.rebels[agent] == 0:
            for rebel in range(PERSONS):
                if seen.owners[rebel] == ME and seen.rebels[rebel] == 1:
                    best = max(best, suppression(seen, agent, rebel))
    return best


# grants, the reaper


@rule
def gift(seen, person):
    """What it is worth that my person becomes king of a country."""
    if seen.places[person] == Place.NOBLE:
        return PRESTIGE[person] * (1 - NOBLE * 0.3) + THRONE
    return 0.2 if children_of(seen, int(seen.realms[person])) > 1 else -0.8


@rule
def grant(seen):
    """A noble's prestige counts once he is a king."""
    noble = best_noble(seen)
    if noble == NOBODY:
        return 0.05
    return gift(seen, noble)


@rule
def reaping(seen, person):
    """What it is worth that somebody is checked."""
    owner = int(seen.owners[person])
    worth = -weight(seen, owner) * person_value(seen, person)
    realm = int(seen.realms[person])
    if owner != ME and seen.places[person] == Place.KING and children_of(seen, realm) == 0:
        worth += crown_chance(seen) * realm_power(seen, realm)
    return dies(person, 0) * worth


@rule
def crown_chance(seen):
    """The chance that a person of mine wins a contest."""
    noble = best_noble(seen)
    if noble == NOBODY:
        return 0.05
    return 0.1 + 0.1 * PRESTIGE[noble]


@rule
def best_reaping(seen):
    best = NEVER
    for person in range(PERSONS):
        if seen.owners[person] < SEATS:
            best = max(best, reaping(seen, person))
    return best


@rule
def candidacy(seen, person):
    """What it is worth to name somebody in a contest."""
    owner = int(seen.owners[person])
    if owner == ME:
        return 10.0 + PRESTIGE[person] - (0.6 if seen.places[person] == Place.CHILD else 0.0)
    return weight(seen, owner) * (1 + PRESTIGE[person])


@rule
def taking_up_arms(seen):
    """What it is worth that the candidate whom I have named takes up arms."""
    person = int(seen.candidates[ME])
    if person == NOBODY or seen.owners[person] != ME:
        return -1.0
    throne = 0
    for country in range(COUNTRIES):
        if seen.contested[country] == 1:
            throne += POWER[country]
    return CROWN * (throne + PRESTIGE[person]) - 0.6 * dies(person, 1) * person_value(seen, person)


@rule
def ruler(person):
    """What he is worth as the first king."""
    return PRESTIGE[person] + 0.5 * FERTILITY[person] + LIFE[person] + 0.3 * GOVERNANCE[person]
