"""Does a table fit the step that a save file says is open, or waiting? Asked before the rules go on from it."""

from typing import Any

from dynasty_env.dynasty.actions import (
    ACTION_NAMES,
    ASSASSINATION,
    EXECUTION,
    HIRE,
    INCITE,
    LIGHTNING,
    MARRIAGE,
    MATCHMAKING,
    PROCREATION,
    REAPER,
    SEARCH,
    SUPPRESSION,
    WAR_ON,
)
from dynasty_env.dynasty.material import (
    COUNTRIES,
    DECKS,
    EVENTS,
    MAY_CHANGE,
    NOBODY,
    PERSONS,
    POPE,
    THE_NEUROI,
    WITCH_WITH,
    Ability,
    Event,
    EventPlace,
    Holder,
    Place,
)
from dynasty_env.dynasty.rules.abilities import may_make_match
from dynasty_env.dynasty.rules.magic import acts_with
from dynasty_env.dynasty.rules.marriage import can_marry
from dynasty_env.dynasty.rules.people import has_ability, may_be_married
from dynasty_env.dynasty.rules.territories import defender_of
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.engine.cards import JOKER

DEFLECTOR = int(WITCH_WITH[Ability.DEFLECTION])
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
    Step.LIGHTNING_TARGET: (LIGHTNING,),
    Step.SEARCH_ACE: (SEARCH,),
    Step.SEARCH_DECK: (SEARCH,),
    Step.SEARCH_PERSON: (SEARCH,),
    Step.PROCREATION_SPOUSE: (PROCREATION,),
    Step.WARRIOR: (WAR_ON,),
    Step.FRIEND: (WAR_ON,),
    Step.SORTIE: (WAR_ON,),
    Step.CHECK_ORDER: (WAR_ON,),
    Step.DEFENCE: (WAR_ON,),
    Step.BATTLE: (WAR_ON,),
    Step.AFTER_WAR: (WAR_ON,),
    Step.CHECKS: (WAR_ON,),
    Step.DICE: (MARRIAGE, WAR_ON, HIRE),
    Step.READ: CONTESTS,
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
    Step.CANCEL,
    Step.EVENT,
    Step.EVENT_TARGET,
    Step.WARRIOR,
    Step.FRIEND,
    Step.SORTIE,
    Step.DICE,
    Step.EXILES,
    Step.EXILE,
)
"""Steps that are not the turn player's own."""

BOTTOM = (Step.SETUP, Step.ACTION_DONE, Step.AFTERMATH)
"""What waits below everything else, so that the game goes on."""


def complaint(t: Any, step: int, seat: int, a: int, b: int) -> str:
    """Why the rules could not take `step` of `seat` (with its numbers) at this table; empty if they can."""
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
    if step in EXPANSION_STEPS and not t.witches:
        return f"the step {name} belongs to the expansion; set options.witches"
    return of_expansion(t, step, seat, a, b) or declaration(t, step, seat)


def of_expansion(t: Any, step: int, seat: int, a: int, b: int) -> str:
    """What is wrong with a step of the expansion; empty if nothing is."""
    n = t.num_players
    if step in (Step.FORESIGHT, Step.SEARCH_PERSON) and not (0 <= a < DECKS and t.deck_size[a] > 0):
        return f"a: the number of a person deck with cards is wanted, not {a}"
    if step == Step.FORESIGHT and b not in (Place.WANDERER, Place.CHILD):
        return f"b: {int(Place.WANDERER)} (recruit) or {int(Place.CHILD)} (birth) is wanted, not {b}"
    if step == Step.EVENT and not (0 <= a < n and 0 <= b <= n and (b > 0 or seat == t.turn_player)):
        return f"a, b: seats asked so far and 0, or 1 + the seat of a king, are wanted, not {a}, {b}"
    if step == Step.EVENT_TARGET and not (0 <= a < EVENTS and t.event_place[a] == EventPlace.TABLE):
        return f"a: the number of an event on the table is wanted, not {a}"
    if step == Step.CANCEL and not carried_by(t, Event.CANCEL, seat):
        return f"seat {seat} has no person with cancel"
    if step == Step.WARRIOR and seat != (t.turn_player if a == 0 else defender_of(t)):
        return f"seat {seat} is not the one to be asked for warrior's way"
    if step == Step.FRIEND and not carried_by(t, Event.SO_WHAT, seat):
        return f"seat {seat} has no person with so what"
    if step == Step.SORTIE and t.country != THE_NEUROI:
        return "declared.country: the Neuroi are wanted for a sortie"
    if step == Step.SORTIE and not 0 <= a < n:
        return f"a: 0 … {n - 1} dynasties have sent theirs in a sortie, not {a}"
    if step == Step.DICE and not (0 <= a < MAY_CHANGE and t.dice_size > 0):
        return f"a: fewer than {MAY_CHANGE} dice have been changed, not {a}"
    if step == Step.DICE and not (acts_with(t, Ability.DEFLECTION) and t.owner[DEFLECTOR] == seat):
        return f"seat {seat} has no Deflector who acts, so that it changes no dice"
    if step == Step.READ and a not in (0, 1):
        return f"a: 1 where ballistics has hit, else 0, is wanted, not {a}"
    if step == Step.EXILES and not 0 <= a <= n:
        return f"a: 0 … {n} dynasties have been asked, not {a}"
    if step == Step.NEUROI_COUNTRY and t.event_place[Event.NEUROI] != EventPlace.TABLE:
        return "events_on_table: the Neuroi card is wanted there"
    return ""


def carried_by(t: Any, event: int, seat: int) -> bool:
    """Is the event attached to a person of this seat?"""
    return bool(t.event_person[event] != NOBODY and t.owner[t.event_person[event]] == seat)


EXPANSION_STEPS = (Step.FORESIGHT, Step.EVENT, Step.EVENT_TARGET, Step.CANCEL, Step.WARRIOR, Step.FRIEND, Step.SORTIE,
                   Step.DICE, Step.EXILES, Step.EXILE, Step.NEUROI_COUNTRY, Step.CHECK_ORDER, Step.LIGHTNING_TARGET,
                   Step.SEARCH_ACE, Step.SEARCH_DECK, Step.SEARCH_PERSON)  # fmt: skip


def declaration(t: Any, step: int, seat: int) -> str:
    """What is wrong with the declared action for this step; empty if nothing is."""
    me = t.turn_player
    if step == Step.MATCHMAKING_TARGET:
        fits = t.actor != NOBODY and t.actor < PERSONS and may_make_match(t, me, t.actor)
        return "" if fits else "declared.actor: a child with waste, for whom there is a king, is wanted"
    at_war = step == Step.WAR_COMMANDER or (step in CONTESTED and t.action == WAR_ON)
    if at_war and (t.country == NOBODY or not may_be_at_war(t, me)):
        return "declared.country: a country in play that is not the turn player's is wanted"
    if step == Step.PLUNDER and t.country == THE_NEUROI:
        return "declared.country: the Neuroi cannot be plundered (D-R28)"
    if step == Step.WAR_DEFENDER and seat != defender_of(t):
        return f"declared.country: seat {seat} does not hold it, so that it cannot defend it"
    if step == Step.MARRIAGE_TARGET and not can_marry(t, me):
        return "the turn player's king cannot marry"
    if step in CONTESTED:
        return _persons(t, me)
    if step == Step.WAR_OVER:
        named = 0 <= t.actor < PERSONS and t.defender < PERSONS
        return "" if named else "declared.actor: the attacking commander is wanted"
    return ""


def may_be_at_war(t: Any, me: int) -> bool:
    """Can the declared country be attacked by this seat?"""
    if t.country == THE_NEUROI:
        return any(t.holder[country] == Holder.OCCUPIED for country in range(COUNTRIES))
    return t.holder[t.country] not in (Holder.OUT, Holder.OCCUPIED, me)


CONTESTED = (Step.INTERRUPT, Step.JOKER, Step.SETTLE, Step.ROLL, Step.VETO, Step.WAR_DEFENDER, Step.BIRTH_DECK,
             Step.PLUNDER, Step.POLICE, Step.INCITED, Step.BATTLE, Step.DEFENCE, Step.SORTIE, Step.FRIEND)  # fmt: skip
"""Steps that work with a complete declaration, whose persons are where they were."""


def _persons(t: Any, me: int) -> str:
    """What is wrong with the persons of a complete declaration."""
    target, actor, defender = t.target, t.actor, t.defender
    if t.action in (WAR_ON, HIRE) and not (0 <= actor < PERSONS and t.owner[actor] == me):
        return "declared.actor: a person of the turn player's dynasty is wanted"
    if t.action == WAR_ON:
        if not (defender == NOBODY or (defender < PERSONS and t.owner[defender] == defender_of(t) >= 0)):
            return "declared.defender: a person of the country's dynasty, or nobody, is wanted"
        fits = t.friend == NOBODY or (t.owner[t.friend] != NOBODY and t.friend not in (actor, defender))
        return "" if fits else "declared.friend: a person of a dynasty, no commander, or nobody, is wanted"
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
    fits = t.owner[target] not in (NOBODY, me) and t.place[target] != Place.KING
    return "" if fits else "declared.target: a person of another dynasty, no king, is wanted"
