"""A hand-written player of Dynasty: it looks one action ahead and takes the action with the best chance of winning.

The chance that an action succeeds is exact, given what the seat sees and a guess at how many cards the others will play
(`odds`). The value of a position is a hand-written sum (`imagine.strength`). The player is deterministic and has no
memory: its actions depend only on what it sees. `worth` has a line for each phase. In the docstrings of this folder “I”
and “me” mean the player's seat.
"""

from dynasty_env.dynasty.greedy.answers import (
    best_steward,
    crowned,
    interrupt,
    joker,
    recruit,
    set_up_from,
    suitor_of,
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
from dynasty_env.dynasty.greedy.mind import read, read_declaration
from dynasty_env.dynasty.greedy.neuroi import landing, sortie
from dynasty_env.dynasty.greedy.outcomes import battle, born, checked, dead, foresee, hired, plundered, rising
from dynasty_env.dynasty.greedy.witches import card_worth, deflection, finding, foresight
from dynasty_env.dynasty.ids import CARD, COUNTRY, DECK, DECLARE, EVENT, PASS, PERSON, Step
from dynasty_env.dynasty.material import NOBODY, POWER, THE_NEUROI
from dynasty_env.kit.engine.rule import rule


@rule
def look(m, seen):
    """Fill the blank `MIND` `m` with what the seat sees, and compute what all its actions have in common."""
    read(m, seen)
    weigh(m)
    if m.step == Step.INTERRUPT or m.step == Step.JOKER:
        foresee(m)


@rule
def worth(m, seen, action):
    """The value to me of a legal action in the open phase. Values of different phases cannot be compared."""
    read_declaration(m, seen)
    phase = m.step
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
        return hire(m, m.actor, person)
    if phase == Step.INCITE_TARGET:
        return incitement(m, person)
    if phase == Step.POLICE:
        return dead(m, m.target) if action == DECLARE else rising(m, m.turn_player, m.target)
    if phase == Step.REAPER_TARGET:
        return reaping(m, m.action, person)
    if phase == Step.VETO:
        return veto(m, action)
    if phase == Step.JOKER:
        return joker(m, action)
    if phase == Step.DISCARD_WANDERER:
        return -use_of_wanderer(m, person, best_steward(m), suitor_of(m))
    if phase == Step.DISCARD_CARD or phase == Step.SEARCH_ACE:
        return -card_worth(action - CARD)
    return rarer_worth(m, action, person)


@rule
def rarer_worth(m, action, person):
    """The rest of `worth`: phases of set-up, of special abilities and of the expansion."""
    phase = m.step
    if phase == Step.SETUP_DECK:
        return set_up_from(m, action - DECK)
    if phase == Step.SETUP_KING:
        return crowned(m, person)
    if phase == Step.SUPPRESSION_TARGET:
        return suppression(m, person)
    if phase == Step.EXECUTION_TARGET:
        return execution(m, NOBODY if action >= EVENT else person)  # SW02-08-05: the doll is kept
    if phase == Step.MATCHMAKING_CHILD:
        return match_of(m, person)
    if phase == Step.MATCHMAKING_TARGET:
        return match(m, m.actor, person)
    if phase == Step.LIGHTNING_TARGET:
        return checked(m, person)
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
    return 1.0 if action == DECLARE else 0.0  # a right is used; the order of death checks makes no difference
