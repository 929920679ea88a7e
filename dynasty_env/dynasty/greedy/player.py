"""A hand-written player of Dynasty: it looks one action ahead, and takes the one after which its guessed chance of
winning is best.

Chances of success are exact given what its seat sees, up to a guess at how many cards the others will play (`odds`);
what a position is worth is a hand-written sum (`imagine.strength`). It remembers nothing and throws no dice: what it
sees decides what it does. Every phase has a line in `worth` that says what an action there is worth.
"""

from dynasty_env.dynasty.actions import CARD, COUNTRY, DECK, DECLARE, EVENT, PASS, PERSON
from dynasty_env.dynasty.greedy.answers import (
    best_steward,
    crowned,
    interrupt,
    joker,
    recruit,
    set_up_from,
    use_of_wanderer,
    veto,
)
from dynasty_env.dynasty.greedy.declarations import (
    declaration,
    defence,
    execution,
    hire,
    hire_by,
    incitement,
    match,
    match_of,
    procreation,
    reaping,
    suppression,
    war,
    war_on,
    wedding,
)
from dynasty_env.dynasty.greedy.events import aim, being_played, cancel, friend, use_of, warrior
from dynasty_env.dynasty.greedy.imagine import weigh
from dynasty_env.dynasty.greedy.mind import MIND, read
from dynasty_env.dynasty.greedy.neuroi import landing, sortie
from dynasty_env.dynasty.greedy.outcomes import battle, born, dead, foresee, hired, plundered, rising
from dynasty_env.dynasty.greedy.persons import has_witch, wasted
from dynasty_env.dynasty.greedy.witches import card_worth, deflection, finding, foresight, strike
from dynasty_env.dynasty.material import HEAT_RAY_DICE, NOBODY, POWER, THE_NEUROI, Ability
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.scratch import blank_records


@rule
def greedy(seen, mask, word):
    """The action that is worth most; of equals the first."""
    only = single_action(mask)
    if only != NOBODY:
        return only
    minds = blank_records(MIND)
    return choose(minds, seen, mask)


@rule
def single_action(mask):
    """The one that is legal; nobody's if there are several."""
    found = NOBODY
    for action in range(len(mask)):
        if mask[action] == 1:
            if found != NOBODY:
                return NOBODY
            found = action
    return found


@rule
def choose(minds, seen, mask):
    m = minds[0]
    look(m, seen)
    best = NOBODY
    most = 0.0
    for action in range(len(mask)):
        if mask[action] == 1:
            found = worth(m, action)
            if best == NOBODY or found > most:
                best = action
                most = found
    return best


@rule
def look(m, seen):
    """What the seat sees, and what follows from it whatever it does."""
    read(m, seen)
    weigh(m)
    m.waste = wasted(m, 0)
    m.heat = HEAT_RAY_DICE if has_witch(m, 0, Ability.HEAT_RAY) else 0
    if m.phase == Step.INTERRUPT or m.phase == Step.JOKER:
        foresee(m)


@rule
def worth(m, action):
    """What a legal action of the open phase is worth to me; what it is measured in is the phase's own."""
    phase = m.phase
    person = NOBODY if action == PASS else action - PERSON
    if phase == Step.INTERRUPT:
        return interrupt(m, action)
    if phase == Step.ACTION:
        return declaration(m, action)
    if phase == Step.RECRUIT:
        return recruit(m, action - DECK)
    if phase == Step.MARRIAGE_TARGET:
        return wedding(m, person)
    if phase == Step.PROCREATION_SPOUSE:
        return procreation(m, person)
    if phase == Step.BIRTH_DECK:
        return born(m, 0, action - DECK)
    if phase == Step.WAR_TARGET:
        return war_on(m, THE_NEUROI if action >= EVENT else action - COUNTRY)
    if phase == Step.WAR_COMMANDER:
        return war(m, m.country, person)
    if phase == Step.WAR_DEFENDER:
        return defence(m, person)
    if phase == Step.PLUNDER:
        if action == DECLARE:
            return plundered(m, m.country, m.actor, m.defender)
        return battle(m, m.country, 0, m.actor, m.defender)
    if phase == Step.HIRE_RECRUITER:
        return hire_by(m, person)
    if phase == Step.HIRE_CANDIDATE:
        return hire(m, person, m.actor)
    if phase == Step.INCITE_TARGET:
        return incitement(m, person)
    if phase == Step.POLICE:
        return dead(m, m.target) if action == DECLARE else rising(m, m.turn_player, m.target)
    if phase == Step.REAPER_TARGET:
        return reaping(m, person, m.action)
    if phase == Step.VETO:
        return veto(m, action)
    if phase == Step.JOKER:
        return joker(m, action)
    if phase == Step.DISCARD_WANDERER:
        return -use_of_wanderer(m, person, best_steward(m))
    if phase == Step.DISCARD_CARD or phase == Step.SEARCH_ACE:
        return -card_worth(action - CARD)
    return rarer_worth(m, action, person)


@rule
def rarer_worth(m, action, person):
    """Set-up, abilities and the expansion."""
    phase = m.phase
    if phase == Step.SETUP_DECK:
        return set_up_from(m, action - DECK)
    if phase == Step.SETUP_KING:
        return crowned(m, person)
    if phase == Step.SUPPRESSION_TARGET:
        return suppression(m, person)
    if phase == Step.EXECUTION_TARGET:
        return execution(m, person)
    if phase == Step.MATCHMAKING_CHILD:
        return match_of(m, person)
    if phase == Step.MATCHMAKING_TARGET:
        return match(m, m.actor, person)
    if phase == Step.LIGHTNING_TARGET:
        return strike(m, person)
    if phase == Step.SEARCH_DECK:
        return finding(m, action - DECK)
    if phase == Step.SEARCH_PERSON:
        return m.now if action == PASS else hired(m, 0, person)
    if phase == Step.FORESIGHT:
        return foresight(m, action)
    if phase == Step.DICE:
        return deflection(m, action)
    if phase == Step.EVENT:
        return 0.0 if action == PASS else use_of(m, action - EVENT)
    if phase == Step.EVENT_TARGET:
        return aim(m, being_played(m), person)
    if phase == Step.CANCEL:
        return cancel(m, action)
    if phase == Step.WARRIOR:
        return warrior(m, person)
    if phase == Step.FRIEND:
        return friend(m, person)
    if phase == Step.SORTIE:
        return sortie(m, person)
    if phase == Step.NEUROI_COUNTRY:
        return landing(m, action - COUNTRY)
    if phase == Step.EXILE:
        return float(POWER[action - COUNTRY])
    return 0.0  # in which order to check
