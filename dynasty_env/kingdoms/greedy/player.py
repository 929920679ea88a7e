"""A hand-written player of Kingdoms: it looks one step ahead, and takes the action worth most in points.

The results of dice are averaged; the values of persons and countries are hand-written estimates (`court`, `weights`).
The player has no memory and is deterministic: its actions depend only on what it sees. `worth` has a line for each
phase that says what an action is worth there.
"""

from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.kingdoms.greedy.court import ME, deck_prestige, dies, person_value
from dynasty_env.kingdoms.greedy.mind import read_declaration
from dynasty_env.kingdoms.greedy.plans import (
    best_birth,
    best_incitement,
    best_marriage,
    best_match,
    best_reaping,
    best_suppression,
    best_war_declaration,
    birth,
    candidacy,
    gift,
    grant,
    incitement,
    match,
    reaping,
    recovery,
    ruler,
    suppression,
    taking_up_arms,
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
from dynasty_env.kingdoms.greedy.weights import NEVER, THRONE
from dynasty_env.kingdoms.ids import (
    AID_ATTACK,
    AID_DEFENCE,
    ASSASSINATION,
    COUNTRY,
    DECK,
    DECLARE,
    EXECUTION,
    GRANT,
    INCITE,
    MARRIAGE,
    PERSON,
    PROCREATION,
    REAPER,
    RECOVERY,
    SUPPRESS,
    WAR_ON,
    Step,
)
from dynasty_env.kingdoms.material import COLOUR, GOVERNANCE, PERSONS, POWER, PRESTIGE, Ability, Place
from dynasty_env.kingdoms.rules.marriage import may_be_married
from dynasty_env.kingdoms.rules.persons import is_king
from dynasty_env.kit.engine.rule import rule


@rule
def worth(m, seen, action):
    """The value to me of a legal action in the open phase. The unit depends on the phase."""
    read_declaration(m, seen)
    if action >= AID_DEFENCE:
        return aid(m, action - AID_DEFENCE, False)
    if action >= AID_ATTACK:
        return aid(m, action - AID_ATTACK, True)
    if action >= COUNTRY:
        return country(m, action - COUNTRY)
    if action >= PERSON:
        return person(m, action - PERSON)
    if action >= DECK:
        return deck(m, action - DECK)
    if action >= MARRIAGE:
        return plan(m, action)
    return right(m) if action == DECLARE else 0.0


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
def deck(m, number):
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
def person(m, who):
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
def country(m, number):
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
def right(m):
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
