"""The values of the actions of a turn, each with the best target that it can name."""

from dynasty_env.europe.rules.special_abilities import has_ability, incites_at_once
from dynasty_env.kingdoms.greedy.court import (
    ME,
    best_noble,
    children_of,
    deck_prestige,
    dies,
    person_value,
    realm_power,
    weight,
)
from dynasty_env.kingdoms.greedy.wars import declaration
from dynasty_env.kingdoms.greedy.weights import BRIDE, CROWN, HEIR, NEVER, NOBLE, OWN_UNREST, RECOVERED, THRONE, UNREST
from dynasty_env.kingdoms.material import (
    AMBITION,
    COLOUR,
    COUNTRIES,
    FERTILITY,
    GOVERNANCE,
    LIFE,
    NOBODY,
    PERSONS,
    POWER,
    PRESTIGE,
    Ability,
    Place,
)
from dynasty_env.kingdoms.rules.countries import is_exhausted
from dynasty_env.kingdoms.rules.incite import incite_dice, may_be_incited
from dynasty_env.kingdoms.rules.marriage import may_be_married, may_marry
from dynasty_env.kingdoms.rules.persons import governance, is_king, is_loyal, is_rebel, spouse_of
from dynasty_env.kingdoms.rules.procreation import birth_value, may_procreate
from dynasty_env.kingdoms.rules.reaper import may_be_reaped
from dynasty_env.kingdoms.rules.suppress import suppress_value
from dynasty_env.kingdoms.rules.war import may_be_attacked
from dynasty_env.kit.engine import best, rule
from dynasty_env.kit.engine.odds import at_most

# marriage and procreation


@rule
def match(m, king, person):
    """The value of my king's proposal to a person."""
    owner = m.owner[person]
    chance = at_most(PRESTIGE[king])
    if owner == ME:
        chance = 1.0
    gained = PRESTIGE[person] + 0.0
    if m.place[person] == Place.CHILD and owner == ME:
        gained = -0.3
    elif owner == ME:
        gained -= NOBLE * PRESTIGE[person] * 0.5
    if children_of(m, king) == 0:
        gained += 0.8
    gained += BRIDE * birth_value(king, person)
    return chance * (gained - weight(m, owner) * person_value(m, person) * (0 if owner == ME else 1))


best_match = best(PERSONS, may_be_married, match, NEVER)
"""``(m, king)``: the value of this king's best proposal."""
best_marriage = best(PERSONS, may_marry, best_match, NEVER)


@rule
def birth(m, king):
    """The value of my king's attempt to have a child."""
    spouse = spouse_of(m, king)
    fails = 1 - at_most(birth_value(king, spouse))
    worth = max(deck_prestige(m, COLOUR[king], COLOUR), deck_prestige(m, COLOUR[spouse], COLOUR)) + 0.3
    if children_of(m, king) == 0:
        worth += HEIR
    return (1 - fails * fails) * worth


best_birth = best(PERSONS, may_procreate, birth, NEVER)

# war, recovery

best_war_declaration = best(COUNTRIES, may_be_attacked, declaration, NEVER)
best_governance = best(PERSONS, is_loyal, governance)


@rule
def recovery(m):
    """The strongest exhausted countries, as many as the expected number of successes."""
    dice = 0
    for king in range(PERSONS):
        if is_king(m, ME, king):
            dice = max(dice, PRESTIGE[king])
    left = dice * at_most(best_governance(m, ME))
    tired = 0
    count = 0
    for country in range(COUNTRIES):
        if is_exhausted(m, ME, country):
            tired += POWER[country]
            count += 1
    return RECOVERED * tired * min(1.0, left / max(count, 1))


# rebels


@rule
def incitement(m, person):
    """The value of inciting somebody."""
    owner = m.owner[person]
    if owner == ME:
        return NEVER
    chance = at_most(AMBITION[person])
    if incites_at_once(m, ME, person):
        chance = 1.0
    elif incite_dice(m, person) > 1:
        chance *= chance
    worth = UNREST
    if has_ability(m, person, Ability.REVOLUTION):
        worth = 1.5
    return -chance * weight(m, owner) * worth


best_incitement = best(PERSONS, may_be_incited, incitement, NEVER)


@rule
def suppression(m, agent, rebel):
    return OWN_UNREST * at_most(suppress_value(agent, PRESTIGE[agent], rebel))


@rule
def sending(m, agent):
    """The value of sending somebody against the rebel who is easiest for him to suppress."""
    found = NEVER
    for rebel in range(PERSONS):
        if is_rebel(m, ME, rebel):
            found = max(found, suppression(m, agent, rebel))
    return found


best_suppression = best(PERSONS, is_loyal, sending, NEVER)


# grants, the reaper


@rule
def gift(m, person):
    """The value of making my person king of a country."""
    if m.place[person] == Place.NOBLE:
        return PRESTIGE[person] * (1 - NOBLE * 0.3) + THRONE
    return 0.2 if children_of(m, m.liege[person]) > 1 else -0.8


@rule
def grant(m):
    """The value of a grant: a noble's prestige counts once he is a king."""
    noble = best_noble(m)
    if noble == NOBODY:
        return 0.05
    return gift(m, noble)


@rule
def reaping(m, person):
    """The value of a death check for somebody."""
    owner = m.owner[person]
    worth = -weight(m, owner) * person_value(m, person)
    if owner != ME and m.place[person] == Place.KING and children_of(m, person) == 0:
        worth += crown_chance(m) * realm_power(m, person)
    return dies(person, 0) * worth


@rule
def crown_chance(m):
    """The chance that a person of mine wins a succession contest."""
    noble = best_noble(m)
    if noble == NOBODY:
        return 0.05
    return 0.1 + 0.1 * PRESTIGE[noble]


best_reaping = best(PERSONS, may_be_reaped, reaping, NEVER)


@rule
def candidacy(m, person):
    """The value of naming somebody in a succession contest."""
    owner = m.owner[person]
    if owner == ME:
        return 10.0 + PRESTIGE[person] - (0.6 if m.place[person] == Place.CHILD else 0.0)
    return weight(m, owner) * (1 + PRESTIGE[person])


@rule
def taking_up_arms(m):
    """The value of letting the candidate I have named take up arms."""
    person = m.candidate[ME]
    if person == NOBODY or m.owner[person] != ME:
        return -1.0
    return CROWN * (realm_power(m, m.throne) + PRESTIGE[person]) - 0.6 * dies(person, 1) * person_value(m, person)


@rule
def ruler(person):
    """The value of a person as the first king."""
    return PRESTIGE[person] + 0.5 * FERTILITY[person] + LIFE[person] + 0.3 * GOVERNANCE[person]
