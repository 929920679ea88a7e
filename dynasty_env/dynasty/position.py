"""Does a table fit the step that a save file says is open, or waiting? Asked before the rules go on from it."""

from typing import Any

from dynasty_env.dynasty.actions import (
    ACTION_NAMES,
    ASSASSINATION,
    EXECUTION,
    HIRE,
    INCITE,
    MARRIAGE,
    MATCHMAKING,
    PROCREATION,
    REAPER,
    SUPPRESSION,
    WAR_ON,
)
from dynasty_env.dynasty.material import NOBODY, PERSONS, POPE, Ability, Holder, Place
from dynasty_env.dynasty.rules.abilities import may_make_match
from dynasty_env.dynasty.rules.incite import may_be_incited
from dynasty_env.dynasty.rules.marriage import can_marry
from dynasty_env.dynasty.rules.people import has_ability, may_be_married
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.cards import JOKER

CONTESTS = (MARRIAGE, PROCREATION, WAR_ON, HIRE, INCITE)
ACTION_OF: dict[int, tuple[int, ...]] = {
    Step.MARRIAGE_TARGET: (MARRIAGE,),
    Step.WAR_TARGET: (WAR_ON,),
    Step.WAR_COMMANDER: (WAR_ON,),
    Step.WAR_DEFENDER: (WAR_ON,),
    Step.PLUNDER: (WAR_ON,),
    Step.WAR_OVER: (WAR_ON,),
    Step.HIRE_RECRUITER: (HIRE,),
    Step.HIRE_CANDIDATE: (HIRE,),
    Step.INCITE_TARGET: (INCITE,),
    Step.POLICE: (INCITE,),
    Step.INCITED: (INCITE,),
    Step.REAPER_TARGET: (REAPER, ASSASSINATION),
    Step.VETO: (REAPER, ASSASSINATION),
    Step.SCYTHE: (REAPER,),
    Step.BIRTH_DECK: (PROCREATION,),
    Step.SUPPRESSION_TARGET: (SUPPRESSION,),
    Step.EXECUTION_TARGET: (EXECUTION,),
    Step.MATCHMAKING_CHILD: (MATCHMAKING,),
    Step.MATCHMAKING_TARGET: (MATCHMAKING,),
    Step.INTERRUPT: CONTESTS,
    Step.JOKER: CONTESTS,
    Step.SETTLE: CONTESTS,
    Step.ROLL: CONTESTS,
}
"""Steps that belong to a declared action."""

OF_ANY_SEAT = (
    Step.SETUP,
    Step.SETUP_DECK,
    Step.SETUP_KING,
    Step.TURN,
    Step.WAR_DEFENDER,
    Step.POLICE,
    Step.VETO,
    Step.INTERRUPT,
)
"""Steps that are not the turn player's own."""

BOTTOM = (Step.SETUP, Step.ACTION_DONE, Step.AFTERMATH)
"""What waits below everything else, so that the game goes on."""


def complaint(t: Any, step: int, seat: int, a: int) -> str:
    """Why the rules could not take `step` of `seat` (with its number `a`) at this table; empty if they can."""
    name = Step(step).name.lower()
    if step in ACTION_OF and t.action not in ACTION_OF[step]:
        wanted = " or ".join(ACTION_NAMES[action] for action in ACTION_OF[step])
        return f"the step {name} needs declared.action to be {wanted}"
    if step not in OF_ANY_SEAT and seat != t.turn_player:
        return f"the step {name} is the turn player's ({t.turn_player}), not seat {seat}'s"
    if step in (Step.SETUP_DECK, Step.SETUP_KING) and t.king[seat] != NOBODY:
        return f"seat {seat} has a king already, so that {name} is over for it"
    if step in (Step.DEATH_CHECK, Step.INCITED) and not 0 <= a <= PERSONS:
        return f"a: a person's number 0 … {PERSONS} is wanted, not {a}"
    if step == Step.JOKER and not (0 <= a < t.laid_size and t.laid[a] == JOKER):
        return f"a: no joker lies at place {a} of on_table"
    if step == Step.POLICE and not (0 <= a < PERSONS and t.owner[a] == seat and has_ability(t, a, Ability.POLICE)):
        return f"a: person {a} is no police of seat {seat}"
    if step == Step.INTERRUPT and not 0 <= a < t.num_players:
        return f"a: 0 … {t.num_players - 1} seats have passed, not {a}"
    return declaration(t, step, seat)


def declaration(t: Any, step: int, seat: int) -> str:
    """What is wrong with the declared action for this step; empty if nothing is."""
    me = t.turn_player
    if step == Step.MATCHMAKING_TARGET:
        fits = t.actor != NOBODY and t.actor < PERSONS and may_make_match(t, me, t.actor)
        return "" if fits else "declared.actor: a child with waste, for whom there is a king, is wanted"
    at_war = step == Step.WAR_COMMANDER or (step in CONTESTED and t.action == WAR_ON)
    if at_war and (t.country == NOBODY or t.holder[t.country] in (Holder.OUT, me)):
        return "declared.country: a country in play that is not the turn player's is wanted"
    if step == Step.WAR_DEFENDER and seat != t.holder[t.country]:
        return f"declared.country: seat {seat} does not hold it, so that it cannot defend it"
    if step == Step.MARRIAGE_TARGET and not can_marry(t, me):
        return "the turn player's king cannot marry"
    if step in CONTESTED:
        return _persons(t, me)
    if step == Step.WAR_OVER:
        named = 0 <= t.actor < PERSONS and t.defender < PERSONS
        return "" if named else "declared.actor: the attacking commander is wanted"
    return ""


CONTESTED = (Step.INTERRUPT, Step.JOKER, Step.SETTLE, Step.ROLL, Step.VETO, Step.WAR_DEFENDER, Step.BIRTH_DECK,
             Step.PLUNDER, Step.POLICE, Step.INCITED)  # fmt: skip
"""Steps that work with a complete declaration, whose persons are where they were."""


def _persons(t: Any, me: int) -> str:
    """What is wrong with the persons of a complete declaration."""
    target, actor, defender = t.target, t.actor, t.defender
    if t.action in (WAR_ON, HIRE) and not (0 <= actor < PERSONS and t.owner[actor] == me):
        return "declared.actor: a person of the turn player's dynasty is wanted"
    if t.action == WAR_ON:
        fits = defender == NOBODY or (defender < PERSONS and t.owner[defender] == t.holder[t.country] >= 0)
        return "" if fits else "declared.defender: a person of the country's dynasty, or nobody, is wanted"
    if t.action in (REAPER, ASSASSINATION):
        fits = target == POPE or (target != NOBODY and t.owner[target] != NOBODY)
        return "" if fits else "declared.target: a person of a dynasty, or the pope, is wanted"
    if not 0 <= target < PERSONS:
        return "declared.target: a person is wanted"
    if t.action == MARRIAGE:
        king = t.king[me]
        fits = king != NOBODY and may_be_married(t, king, target, t.kin_marriage)
        return "" if fits else "declared.target: the turn player's king cannot marry this person"
    if t.action == PROCREATION:
        fits = t.place[target] == Place.SPOUSE and t.owner[target] == me
        return "" if fits else "declared.target: the spouse of the turn player's king is wanted"
    if t.action == HIRE:
        return "" if t.place[target] == Place.WANDERER else "declared.target: a wanderer is wanted"
    return "" if may_be_incited(t, me, target) else "declared.target: a person of another dynasty, no king, is wanted"
