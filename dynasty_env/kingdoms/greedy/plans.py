"""The values of choices: the actions of a turn, each with the best target that it can name, and whatever phases ask."""

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
from dynasty_env.kingdoms.greedy.wars import (
    attack_under,
    conquest,
    declaration,
    defence_under,
    fighting_on,
    use_in_attack,
    use_in_defence,
)
from dynasty_env.kingdoms.greedy.weights import BRIDE, CROWN, HEIR, NEVER, NOBLE, OWN_UNREST, RECOVERED, THRONE, UNREST
from dynasty_env.kingdoms.ids import (
    ASSASSINATION,
    EXECUTION,
    GRANT,
    INCITE,
    MARRIAGE,
    PROCREATION,
    REAPER,
    RECOVERY,
    SUPPRESS,
    WAR_ON,
    Step,
)
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


@rule
def birth(m, king):
    """The value of my king's attempt to have a child."""
    spouse = spouse_of(m, king)
    fails = 1 - at_most(birth_value(king, spouse))
    worth = max(deck_prestige(m, COLOUR[king], COLOUR), deck_prestige(m, COLOUR[spouse], COLOUR)) + 0.3
    if children_of(m, king) == 0:
        worth += HEIR
    return (1 - fails * fails) * worth


# war, recovery

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


# what an action is worth, by phase or kind of action

best_match = best(PERSONS, may_be_married, match, NEVER)  # (m, king): of this king
best_marriage = best(PERSONS, may_marry, best_match, NEVER)
best_birth = best(PERSONS, may_procreate, birth, NEVER)
best_war_declaration = best(COUNTRIES, may_be_attacked, declaration, NEVER)
best_incitement = best(PERSONS, may_be_incited, incitement, NEVER)
best_suppression = best(PERSONS, is_loyal, sending, NEVER)
best_reaping = best(PERSONS, may_be_reaped, reaping, NEVER)


@rule
def plan(m, action):
    """The value of an action of the turn; a pass is worth 0."""
    if action == MARRIAGE:
        return best_marriage(m, ME)
    if action == PROCREATION:
        return best_birth(m, ME)
    if action == WAR_ON:
        return best_war_declaration(m, ME)
    if action == RECOVERY:
        return recovery(m)
    if action == INCITE:
        return best_incitement(m, ME)
    if action == SUPPRESS:
        return best_suppression(m, ME)
    if action == GRANT:
        return grant(m)
    if action == REAPER or action == ASSASSINATION:
        return best_reaping(m, ME)
    return NEVER if action == EXECUTION else 0.0


@rule
def deck_worth(m, number):
    """The value of a deck: the persons it may bring.

    When recruiting, I hasten the end of the game if I lead, and delay it if I do not.
    """
    hoped = deck_prestige(m, number, COLOUR)
    if m.step != Step.RECRUIT:
        return hoped
    size = m.deck_size[number] + 0
    return 0.05 * hoped - size if i_lead(m) else 0.05 * hoped + size


@rule
def i_lead(m):
    for seat in range(1, m.num_players):
        if m.points[seat] >= m.points[ME]:
            return False
    return True


@rule
def person_worth(m, who):
    """The value of the person named by an action, by phase."""
    phase = m.step
    if phase == Step.SETUP_KING:
        return ruler(who)
    if phase == Step.MARRIAGE_KING:
        return best_match(m, who)
    if phase == Step.MARRIAGE_TARGET:
        return match(m, m.king, who)
    if phase == Step.PROCREATION_KING:
        return birth(m, who)
    if phase == Step.WAR_COMMANDER:
        return attack_under(m, who)
    if phase == Step.DEFEND_COMMANDER:
        return defence_under(m, who)
    if phase == Step.CONQUEST:
        return sent(m, who)
    if phase == Step.RECOVERY_KING:
        return float(PRESTIGE[who])
    if phase == Step.RECOVERY_AGENT:
        return float(GOVERNANCE[who])
    if phase == Step.INCITE_TARGET:
        return incitement(m, who)
    if phase == Step.SUPPRESS_AGENT:
        return float(GOVERNANCE[who] + PRESTIGE[who])
    if phase == Step.SUPPRESS_TARGET:
        return suppression(m, m.actor, who)
    if phase == Step.GRANT_PERSON:
        return gift(m, who)
    if phase == Step.REAPER_TARGET:
        return reaping(m, who)
    if phase == Step.CANDIDATE:
        return candidacy(m, who)
    if phase == Step.DISCARD:
        return unwanted(m, who)
    return 0.0


@rule
def sent(m, who):
    """The value of a ruler for a conquered country: a noble's prestige counts once he is king; a king makes a union."""
    if m.place[who] == Place.KING:
        return THRONE
    return gift(m, who)


@rule
def unwanted(m, who):
    """The value of discarding a person: best are those whom the others could marry and I could not."""
    for king in range(PERSONS):
        if is_king(m, ME, king) and may_be_married(m, king, who):
            return -float(PRESTIGE[who])
    return float(PRESTIGE[who])


@rule
def country_worth(m, number):
    """The value of the country named by an action, by phase."""
    phase = m.step
    if phase == Step.WAR_TARGET:
        return declaration(m, number)
    if phase == Step.WAR_COMMIT:
        return use_in_attack(m, number)
    if phase == Step.DEFEND_COMMIT:
        return use_in_defence(m, number)
    if phase == Step.GRANT_COUNTRY:  # the king keeps the strong ones
        return -float(POWER[number])
    return float(POWER[number])


@rule
def right_worth(m):
    """The value of using the right that the phase asks about; not using it is worth 0."""
    phase = m.step
    if phase == Step.WITHDRAW:
        given_up = conquest(m, m.turn_player, m.country)
        return given_up - fighting_on(m)
    if phase == Step.POLICE:
        return 1.0 if has_ability(m, m.target, Ability.REVOLUTION) else -1.0
    if phase == Step.VETO:
        who = m.target
        return dies(who, 0) * person_value(m, who) - 0.7
    if phase == Step.ARMS:
        return taking_up_arms(m)
    return -1.0  # consent, plunder, suppression and execution
