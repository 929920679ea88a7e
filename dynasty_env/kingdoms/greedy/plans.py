"""The values of choices: what phases ask, and the actions of a turn, each with the best target that it can name."""

from dynasty_env.europe.rules.special_abilities import has_ability, incites_at_once
from dynasty_env.kingdoms.chapters import CHAPTERS
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
    aid,
    attack_under,
    conquest,
    declaration,
    defence_under,
    fighting_on,
    use_in_attack,
    use_in_defence,
)
from dynasty_env.kingdoms.greedy.weights import BRIDE, CROWN, HEIR, NEVER, NOBLE, OWN_UNREST, RECOVERED, THRONE, UNREST
from dynasty_env.kingdoms.ids import EXECUTION, GRANT, RECOVERY, SUPPRESS, WAR_ON, Step
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
from dynasty_env.kingdoms.rules.incite import incite_dice
from dynasty_env.kingdoms.rules.marriage import may_be_married
from dynasty_env.kingdoms.rules.nouns import FAMILIES
from dynasty_env.kingdoms.rules.persons import governance, is_king, is_loyal, is_rebel, spouse_of
from dynasty_env.kingdoms.rules.procreation import birth_value
from dynasty_env.kingdoms.rules.suppress import suppress_value
from dynasty_env.kingdoms.rules.war import may_be_attacked
from dynasty_env.kit.engine import best, rule
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.engine.values import Values, value_by_kind, value_by_phase

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
    worth = max(deck_prestige(m, COLOUR[king]), deck_prestige(m, COLOUR[spouse])) + 0.3
    if children_of(m, king) == 0:
        worth += HEIR
    return (1 - fails * fails) * worth


@rule
def proposal(m, person):
    return match(m, m.king, person)


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
def subdual(m, rebel):
    return suppression(m, m.actor, rebel)


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
def ruler(m, person):
    """The value of a person as the first king."""
    return PRESTIGE[person] + 0.5 * FERTILITY[person] + LIFE[person] + 0.3 * GOVERNANCE[person]


@rule
def recruit(m, deck):
    """The value of recruiting from a deck: I hasten the end of the game if I lead, and delay it if I do not."""
    size = m.deck_size[deck] + 0
    hoped = 0.05 * deck_prestige(m, deck)
    return hoped - size if i_lead(m) else hoped + size


@rule
def i_lead(m):
    for seat in range(1, m.num_players):
        if m.points[seat] >= m.points[ME]:
            return False
    return True


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


# what choices and actions are worth

VALUES: Values = {
    Step.SETUP_DECK: deck_prestige,
    Step.SETUP_KING: ruler,
    Step.SETUP_HOME: POWER,
    Step.RECRUIT: recruit,
    Step.MARRIAGE_KING: best(PERSONS, may_be_married, match, NEVER),
    Step.MARRIAGE_TARGET: proposal,
    Step.PROCREATION_KING: birth,
    Step.BIRTH_DECK: deck_prestige,
    Step.WAR_TARGET: declaration,
    Step.WAR_COMMIT: use_in_attack,
    Step.DEFEND_COMMIT: use_in_defence,
    Step.AID: aid,
    Step.WAR_COMMANDER: attack_under,
    Step.DEFEND_COMMANDER: defence_under,
    Step.CONQUEST: sent,
    Step.RECOVERY_KING: PRESTIGE,
    Step.RECOVERY_AGENT: GOVERNANCE,
    Step.RECOVERY_COUNTRY: POWER,
    Step.INCITE_TARGET: incitement,
    Step.SUPPRESS_AGENT: GOVERNANCE + PRESTIGE,
    Step.SUPPRESS_TARGET: subdual,
    Step.GRANT_COUNTRY: -POWER,  # the king keeps the strong ones
    Step.GRANT_PERSON: gift,
    Step.REAPER_TARGET: reaping,
    Step.CANDIDATE: candidacy,
    Step.HOME: POWER,
    Step.DISCARD: unwanted,
}
"""The value of naming a person, a country or a deck, by phase."""
OTHERS = {
    WAR_ON: best(COUNTRIES, may_be_attacked, declaration, NEVER),
    RECOVERY: recovery,
    SUPPRESS: best(PERSONS, is_loyal, sending, NEVER),
    GRANT: grant,
    EXECUTION: NEVER,
}
"""The value of actions of the turn; that of the others is the best value of what they begin with. A pass is worth 0."""
action_worth = value_by_kind(CHAPTERS, VALUES, OTHERS, NEVER)
named_worth = value_by_phase(CHAPTERS, FAMILIES, {**VALUES, Step.ACTION: action_worth})


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
