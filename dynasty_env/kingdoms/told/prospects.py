"""Prospects in words: the chances that a player would like to know before choosing."""

from collections.abc import Callable

from dynasty_env.kingdoms.actions import DECLARE, PERSON
from dynasty_env.kingdoms.material import DEFEATED, GOVERNANCE, NOBODY, PERSON_NAMES, PRESTIGE
from dynasty_env.kingdoms.rules.war import is_defended
from dynasty_env.kingdoms.told import odds
from dynasty_env.kit.chances import percent
from dynasty_env.kit.state import State


def of_decision(state: State) -> str:
    """How the open decision stands, or what its chances hold for; empty where nothing is left to chance."""
    record, phase = state.record, state.phase
    if phase == "consent":
        return f"If you refuse, they marry all the same with a chance of {percent(odds.wooing(int(record['king'])))}."
    if phase == "veto":
        target = int(record["target"])
        return f"If you allow it, {PERSON_NAMES[target]} dies with a chance of {percent(odds.death(target))}."
    if phase == "war_commander" and is_defended(state.tables[0]):
        return "Chances of victory hold against the defender's best commander."
    return ""


def of_action(state: State, action: int) -> str:
    """What chance says about a legal action; empty where it says nothing."""
    told = _OF_PHASE.get(state.phase)
    return told(state, action) if told and (action >= PERSON or action == DECLARE) else ""


def _marriage(state: State, action: int) -> str:
    owner = int(state.record["owner"][action - PERSON])
    if owner == state.seat:
        return "agreed"
    chance = percent(odds.wooing(int(state.record["king"])))
    return f"succeeds {chance}" if owner == NOBODY else f"succeeds {chance} if they refuse"


def _birth(state: State, action: int) -> str:
    return f"succeeds {percent(odds.birth(state.tables[0], action - PERSON))}"


def _attack(state: State, action: int) -> str:
    """Row 3: every commander takes a death check."""
    person = action - PERSON
    won = percent(odds.attack_by(state.tables[0], person))
    return f"succeeds {won}, then dies {percent(odds.death(person))}"


def _defence(state: State, action: int) -> str:
    """Row 3: the defeated defender's check is harder."""
    person = action - PERSON
    lost = odds.defence_by(state.tables[0], person)
    dies = lost * odds.death(person, DEFEATED) + (1 - lost) * odds.death(person)
    return f"the attack succeeds {percent(lost)}, then dies {percent(dies)}"


def _recovery(state: State, action: int) -> str:
    dice = int(PRESTIGE[state.record["king"]])
    value = int(GOVERNANCE[action - PERSON])
    return f"something recovers {percent(odds.any_of(dice, value))}"


def _incite(state: State, action: int) -> str:
    return f"succeeds {percent(odds.incitement(state.tables[0], state.seat, action - PERSON))}"


def _police(state: State, action: int) -> str:
    return f"succeeds {percent(odds.arrest(int(state.record['a'])))}"


def _suppress(state: State, action: int) -> str:
    return f"succeeds {percent(odds.suppression(int(state.record['actor']), action - PERSON, False))}"


def _ability(state: State, action: int) -> str:
    agent, rebel = int(state.record["actor"]), int(state.record["target"])
    return f"succeeds {percent(odds.suppression(agent, rebel, True))}"


def _death(state: State, action: int) -> str:
    return f"dies {percent(odds.death(action - PERSON))}"


_OF_PHASE: dict[str, Callable[[State, int], str]] = {
    "marriage_target": _marriage,
    "procreation_king": _birth,
    "war_commander": _attack,
    "defend_commander": _defence,
    "recovery_agent": _recovery,
    "incite_target": _incite,
    "police": _police,
    "suppress_target": _suppress,
    "suppress_ability": _ability,
    "reaper_target": _death,
}
