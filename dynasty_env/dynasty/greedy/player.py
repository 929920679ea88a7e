"""A hand-written player of Dynasty: it looks one action ahead and takes the action with the best chance of winning.

The chance that an action succeeds is exact, given what the seat sees and a guess at how many cards the others will play
(`odds`). The value of a position is a hand-written sum (`imagine.strength`). The player is deterministic and has no
memory: its actions depend only on what it sees. `VALUES` or `worth` has a line for each phase. In the docstrings of
this folder “I” and “me” mean the player's seat.
"""

from dynasty_env.dynasty.chapters import CHAPTERS
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
from dynasty_env.dynasty.rules.nouns import FAMILIES
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.values import Values, value_by_phase


@rule
def look(m, seen):
    """Fill the blank `MIND` `m` with what the seat sees, and compute what all its actions have in common."""
    read(m, seen)
    weigh(m)
    if m.step == Step.INTERRUPT or m.step == Step.JOKER:
        foresee(m)


VALUES: Values = {
    Step.SETUP_DECK: set_up_from,
    Step.SETUP_KING: crowned,
    Step.INTERRUPT: interrupt,
    Step.ACTION: declaration,
    Step.RECRUIT: recruit,
    Step.MARRIAGE_TARGET: wedding,
    Step.PROCREATION_SPOUSE: procreation,
    Step.WAR_DEFENDER: defence,
    Step.HIRE_RECRUITER: hire_by,
    Step.INCITE_TARGET: incitement,
    Step.SUPPRESSION_TARGET: suppression,
    Step.MATCHMAKING_CHILD: match_of,
    Step.LIGHTNING_TARGET: checked,
    Step.SEARCH_DECK: finding,
    Step.JOKER: joker,
    Step.FORESIGHT: foresight,
    Step.DICE: deflection,
    Step.CANCEL: cancel,
    Step.WARRIOR: warrior,
    Step.FRIEND: friend,
    Step.SORTIE: sortie,
    Step.NEUROI_COUNTRY: landing,
    Step.EXILE: POWER,
}
"""The value of choices in phases in which it depends only on what they name."""
named_worth = value_by_phase(CHAPTERS, FAMILIES, VALUES)


@rule
def worth(m, seen, action):
    """The value to me of a legal action in the open phase. Values of different phases cannot be compared."""
    read_declaration(m, seen)
    phase = m.step
    person = NOBODY if action == PASS else action - PERSON
    if phase == Step.BIRTH_DECK:
        return born(m, 0, action - DECK)
    if phase == Step.WAR_TARGET:
        return war_on(m, THE_NEUROI if action >= EVENT else action - COUNTRY)
    if phase == Step.WAR_COMMANDER:
        return war(m, m.country, person)
    if phase == Step.PLUNDER:
        if action == DECLARE:
            return plundered(m, m.country, m.actor, m.defender)
        return battle(m, m.country, 0, m.actor, m.defender)
    if phase == Step.HIRE_CANDIDATE:
        return hire(m, m.actor, person)
    if phase == Step.POLICE:
        return dead(m, m.target) if action == DECLARE else rising(m, m.turn_player, m.target)
    if phase == Step.REAPER_TARGET:
        return reaping(m, m.action, person)
    if phase == Step.DISCARD_WANDERER:
        return -use_of_wanderer(m, person, best_steward(m), suitor_of(m))
    if phase == Step.DISCARD_CARD or phase == Step.SEARCH_ACE:
        return -card_worth(action - CARD)
    if phase == Step.EXECUTION_TARGET:
        return execution(m, NOBODY if action >= EVENT else person)  # SW02-08-05: the doll is kept
    if phase == Step.MATCHMAKING_TARGET:
        return match(m, m.actor, person)
    if phase == Step.SEARCH_PERSON:
        return m.now if action == PASS else hired(m, 0, person)
    if phase == Step.EVENT:
        return 0.0 if action == PASS else use_of(m, action - EVENT)
    if phase == Step.EVENT_TARGET:
        return aim(m, being_played(m), person)
    if phase == Step.VETO:
        return veto(m, action)
    # a right is used; the order of death checks makes no difference
    return 1.0 if action == DECLARE else named_worth(m, action)
