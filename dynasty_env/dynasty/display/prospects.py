"""Prospects in words: the chances that a player would like to know before choosing an action."""

from collections.abc import Callable
from typing import Any

from dynasty_env.dynasty.actions import EVENT, PASS, PERSON, PROCREATION
from dynasty_env.dynasty.display import best as at_best
from dynasty_env.dynasty.display import chances, forced
from dynasty_env.dynasty.material import NOBODY, PERSON_NAMES, PERSONS, POPE, WARRIOR_CHECKS, Place
from dynasty_env.dynasty.rules.death import heir_of
from dynasty_env.dynasty.rules.procreation import may_procreate_with
from dynasty_env.dynasty.rules.resolution import dice_value
from dynasty_env.dynasty.rules.territories import defender_of
from dynasty_env.kit.chances import percent
from dynasty_env.kit.state import State

# ------------------------------------------------------------------------------------------------------ the decision


def of_decision(state: State) -> str:
    """What chance says about the open decision as it stands, or on what condition the chances of its actions hold.

    Given what the deciding seat knows; empty where nothing is left to chance.
    """
    phase = state.phase
    if phase == "interrupt":
        chance = chances.success(state, chances.unseen(state.view(state.seat)))
        return f"If nobody plays any more, it succeeds with a chance of {percent(chance)}."
    if phase == "veto":
        target = int(state.record["target"])
        name = "the pope" if target == POPE else PERSON_NAMES[target]
        return f"If you allow it, {name} dies with a chance of {percent(chances.death(state.tables[0], target))}."
    if phase not in _BEFORE_THE_WINDOW:
        return ""
    if phase in ("action", "war_target"):
        person = forced.defender_of_some_war(state)
        if person != NOBODY:
            name = PERSON_NAMES[person]
            return f"Chances hold if nobody defends but {name}, who must, and nobody plays a card or an event."
        return "Chances hold if nobody defends or plays a card or an event."
    if phase in ("war_commander", "friend"):
        return _of_attack(state)
    return "Chances hold if nobody plays a card or an event."


def _of_attack(state: State) -> str:
    """On what condition the chances of an attack hold whose commander, or his friend, is being named."""
    t = state.tables[0]
    person = forced.defender_of_war(t)
    if person != NOBODY:
        name = PERSON_NAMES[person]
        return f"{name} must defend. Chances hold if nobody else takes part or plays a card or an event."
    undefended = t.defender == NOBODY and defender_of(t) not in (NOBODY, state.seat)
    return f"Chances hold if nobody {'defends or ' if undefended else ''}plays a card or an event."


_BEFORE_THE_WINDOW = (
    "action", "marriage_target", "procreation_spouse", "hire_candidate", "incite_target", "war_target",
    "war_commander", "war_defender", "friend",
)  # fmt: skip


# -------------------------------------------------------------------------------------------------------- an action


def of_action(state: State, action: int) -> str:
    """What chance says about a legal action, given what the deciding seat knows; empty where it says nothing."""
    if state.phase in _CHANCES and action != PASS:
        words, chance = _CHANCES[state.phase]
        return words.format(percent(chance(state.tables[0], action - PERSON)))
    told = _OF_PHASE.get(state.phase)
    return told(state, action) if told else ""


def _success(state: State, action: int) -> str:
    cards = chances.unseen(state.view(state.seat))
    return f"succeeds {percent(chances.success_after(state, action, cards))}"


def _declaration(state: State, action: int) -> str:
    """What the action can come to at best; with an only spouse, choosing it completes the declaration."""
    best = at_best.of_kind(state, action)
    return _procreation(state, action) if best is None else f"succeeds {percent(best)} at best"


def _war_on(state: State, action: int) -> str:
    best = at_best.of_country(state, action)
    return "" if best is None else f"succeeds {percent(best)} at best"


def _procreation(state: State, action: int) -> str:
    t = state.tables[0]
    spouses = [person for person in range(PERSONS) if may_procreate_with(t, state.seat, person)]
    if action != PROCREATION or len(spouses) != 1:
        return ""
    declared = state.clone()
    declared.record["action"], declared.record["target"] = PROCREATION, spouses[0]
    chance = chances.success(declared, chances.unseen(state.view(state.seat)))
    return f"succeeds {percent(chance)} if nobody plays a card"


def _attack(state: State, action: int) -> str:
    """§09-03-05: a commander, and a friend who comes along, takes a death check after the war."""
    won = _success(state, action)
    if action == PASS:
        return f"the attack {won}"
    t, person = state.tables[0], action - PERSON
    dies = percent(chances.death_in_war(t, person))
    return f"{'the attack ' if state.phase == 'war_defender' else ''}{won}, then dies {dies}{_last_of_line(t, person)}"


def _last_of_line(t: Any, person: int) -> str:
    """§07-01 a: what it would mean if a king without an heir died; empty for everybody else."""
    childless = t.place[person] == Place.KING and heir_of(t, t.owner[person]) == NOBODY
    return "; no heir: this death would end the game" if childless else ""


def _card(state: State, action: int) -> str:
    return "" if action == PASS or action >= EVENT else f"then {_success(state, action)}"


def _warrior(state: State, action: int) -> str:
    """SW02-08-08: the chance to die in the two death checks."""
    if action == PASS:
        return ""
    t, person = state.tables[0], action - PERSON
    survives = 1 - chances.death(t, person)
    return f"then dies {percent(1 - survives**WARRIOR_CHECKS)}{_last_of_line(t, person)}"


def _changed_die(state: State, action: int) -> str:
    return f"then they count {int(dice_value(chances.after(state, action).tables[0]))}"


_CHANCES: dict[str, tuple[str, Callable[[Any, int], float]]] = {
    "reaper_target": ("dies {}", chances.death),
    "lightning_target": ("dies {}", chances.death),
    "check_order": ("dies {}", chances.death_in_war),
    "sortie": ("dies {}", chances.death_in_war),
    "suppression_target": ("dies {}", lambda t, _: chances.suppression()),
    "matchmaking_target": ("succeeds {}", chances.match),
    "police": ("succeeds {}", lambda t, _: chances.arrest(t, int(t.a))),
}
"""Phases whose choices have one chance, and what it says; given are the table and the person named."""

_OF_PHASE: dict[str, Callable[[State, int], str]] = {
    "action": _declaration,
    "war_target": _war_on,
    "marriage_target": _success,
    "procreation_spouse": _success,
    "war_commander": _attack,
    "war_defender": _attack,
    "friend": _attack,
    "warrior": _warrior,
    "hire_candidate": _success,
    "incite_target": _success,
    "interrupt": _card,
    "joker": _card,
    "dice": _changed_die,
}
