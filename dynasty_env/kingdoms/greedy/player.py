"""A hand-written player of Kingdoms: it looks one step ahead, and takes the action that is worth most in points.

What dice come to is weighed; what persons and countries are worth is a hand-written judgement (`court`, `weights`). It
remembers nothing and throws no dice: what it sees decides what it does. Every phase has a line in `worth` that says
what an action there is worth.
"""

import numpy as np

from dynasty_env.kingdoms.actions import (
    ACTIONS,
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
)
from dynasty_env.kingdoms.greedy.court import ME, deck_prestige, dies, has, person_value, points
from dynasty_env.kingdoms.greedy.plans import (
    best_incitement,
    best_match,
    best_reaping,
    best_suppression,
    birth,
    candidacy,
    gift,
    grant,
    incitement,
    marriage,
    match,
    may_wed,
    procreation,
    reaping,
    recovery,
    ruler,
    suppression,
    taking_up_arms,
    war,
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
from dynasty_env.kingdoms.material import (
    COLOUR,
    GOVERNANCE,
    PERSONS,
    POWER,
    PRESTIGE,
    Ability,
    Place,
)
from dynasty_env.kingdoms.steps import Step
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.scratch import blank_records

MIND = np.dtype([("worths", "f8", (ACTIONS,))])
"""What each action is worth, by id; all else the player reads off what it sees."""


@rule
def mind():
    """A blank `MIND`, as an array of one."""
    return blank_records(MIND)


@rule
def look(m, seen):
    """There is nothing that all actions have in common."""


@rule
def worth(m, seen, action):
    """What a legal action of the open phase is worth to me; what it is measured in is the phase's own."""
    if action >= AID_DEFENCE:
        return aid(seen, action - AID_DEFENCE, False)
    if action >= AID_ATTACK:
        return aid(seen, action - AID_ATTACK, True)
    if action >= COUNTRY:
        return country(seen, action - COUNTRY)
    if action >= PERSON:
        return person(seen, action - PERSON)
    if action >= DECK:
        return deck(seen, action - DECK)
    if action >= MARRIAGE:
        return plan(seen, action)
    return right(seen) if action == DECLARE else 0.0


@rule
def plan(seen, action):
    """An action of the turn; to pass is worth 0."""
    if action == MARRIAGE:
        return marriage(seen)
    if action == PROCREATION:
        return procreation(seen)
    if action == WAR_ON:
        return war(seen)
    if action == RECOVERY:
        return recovery(seen)
    if action == INCITE:
        return best_incitement(seen)
    if action == SUPPRESS:
        return best_suppression(seen)
    if action == GRANT:
        return grant(seen)
    if action == REAPER or action == ASSASSINATION:
        return best_reaping(seen)
    return NEVER if action == EXECUTION else 0.0


@rule
def deck(seen, number):
    """The persons that I hope for; in a turn I hasten the end if I lead, and delay it if I do not."""
    hoped = deck_prestige(seen, number, COLOUR)
    if seen.phase != Step.RECRUIT:
        return hoped
    size = int(seen.deck_sizes[number])
    return 0.05 * hoped - size if i_lead(seen) else 0.05 * hoped + size


@rule
def i_lead(seen):
    for seat in range(1, seen.players):
        if points(seen, seat) >= points(seen, ME):
            return False
    return True


@rule
def person(seen, who):
    """Whom an action names, by the phase."""
    phase = seen.phase
    if phase == Step.SETUP_KING:
        return ruler(who)
    if phase == Step.MARRIAGE_KING:
        return best_match(seen, who)
    if phase == Step.MARRIAGE_TARGET:
        return match(seen, int(seen.named[0]), who)
    if phase == Step.PROCREATION_KING:
        return birth(seen, who)
    if phase == Step.WAR_COMMANDER:
        return attack_under(seen, who)
    if phase == Step.DEFEND_COMMANDER:
        return defence_under(seen, who)
    if phase == Step.CONQUEST:
        return sent(seen, who)
    if phase == Step.RECOVERY_KING:
        return float(PRESTIGE[who])
    if phase == Step.RECOVERY_AGENT:
        return float(GOVERNANCE[who])
    if phase == Step.INCITE_TARGET:
        return incitement(seen, who)
    if phase == Step.SUPPRESS_AGENT:
        return float(GOVERNANCE[who] + PRESTIGE[who])
    if phase == Step.SUPPRESS_TARGET:
        return suppression(seen, int(seen.named[2]), who)
    if phase == Step.GRANT_PERSON:
        return gift(seen, who)
    if phase == Step.REAPER_TARGET:
        return reaping(seen, who)
    if phase == Step.CANDIDATE:
        return candidacy(seen, who)
    if phase == Step.DISCARD:
        return unwanted(seen, who)
    return 0.0


@rule
def sent(seen, who):
    """A noble's prestige counts once he is a king; else a union."""
    if seen.places[who] == Place.KING:
        return THRONE
    return gift(seen, who)


@rule
def unwanted(seen, who):
    """Whom the others could marry, and I could not."""
    for king in range(PERSONS):
        if seen.owners[king] == ME and seen.places[king] == Place.KING and may_wed(seen, king, who):
            return -float(PRESTIGE[who])
    return float(PRESTIGE[who])


@rule
def country(seen, number):
    """Which country an action names, by the phase."""
    phase = seen.phase
    if phase == Step.WAR_TARGET:
        return declaration(seen, number)
    if phase == Step.WAR_COMMIT:
        return use_in_attack(seen, number)
    if phase == Step.DEFEND_COMMIT:
        return use_in_defence(seen, number)
    if phase == Step.GRANT_COUNTRY:  # the king keeps what is strong
        return -float(POWER[number])
    return float(POWER[number])


@rule
def right(seen):
    """What it is worth to use the right that I am asked about; not to is worth 0."""
    phase = seen.phase
    if phase == Step.WITHDRAW:
        given_up = conquest(seen, int(seen.turn_player), int(seen.battlefield))
        return given_up - fighting_on(seen)
    if phase == Step.POLICE:
        return 1.0 if has(seen, int(seen.named[1]), Ability.REVOLUTION) else -1.0
    if phase == Step.VETO:
        who = int(seen.named[1])
        return dies(who, 0) * person_value(seen, who) - 0.7
    if phase == Step.ARMS:
        return taking_up_arms(seen)
    return -1.0  # consent, plunder, suppression and execution
