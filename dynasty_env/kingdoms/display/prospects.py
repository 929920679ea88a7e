"""Prospects in words: the chances that a player would like to know before choosing."""

from collections.abc import Callable

from dynasty_env.kingdoms.actions import (
    COUNTRY,
    DECLARE,
    INCITE,
    MARRIAGE,
    PERSON,
    PROCREATION,
    SUPPRESS,
    WAR_ON,
)
from dynasty_env.kingdoms.display import odds
from dynasty_env.kingdoms.display.words import candidate
from dynasty_env.kingdoms.material import (
    ABILITY,
    ARMS,
    DEFEATED,
    GOVERNANCE,
    NOBODY,
    PERSON_NAMES,
    PERSONS,
    PRESTIGE,
    Ability,
    Place,
)
from dynasty_env.kingdoms.rules.death import heir_of
from dynasty_env.kingdoms.rules.recovery import has_small
from dynasty_env.kingdoms.rules.war import is_defended
from dynasty_env.kit.chances import percent
from dynasty_env.kit.state import State

_IN_FULL = "if both sides use all countries that they can, and nobody helps"


def of_decision(state: State) -> str:
    """How the open decision stands, what its chances hold for, or why it is asked; empty if there is nothing to say."""
    record, phase = state.record, state.phase
    if phase == "consent":
        return f"If you refuse, they marry all the same with a chance of {percent(odds.wooing(int(record['king'])))}."
    if phase == "veto":
        target = int(record["target"])
        said = f"If you allow it, {PERSON_NAMES[target]} dies with a chance of {percent(odds.death(target))}."
        left = _last_of_line(state, target)
        return f"{said} {left[0].upper()}{left[1:]}." if left else said
    if phase == "war_target":
        return f"Chances of victory hold for the best commanders, {_IN_FULL}."
    if phase == "withdraw":
        chance = percent(odds.attack_in_full(state.clone()))
        return f"No country is used yet. If you fight, the attack succeeds {chance}, {_IN_FULL}."
    if phase in ("war_commit", "defend_commit", "aid"):
        return "Chances of victory hold for the best commanders, and for what is used so far."
    if phase == "war_commander" and is_defended(state.tables[0]):
        return "Chances of victory hold against the defender's best commander."
    if phase == "recovery_agent" and has_small(state.tables[0], state.seat):
        return "Without a success a country of power 2 or less recovers all the same."
    if phase in ("candidate", "arms"):
        named = [candidate(each) for each in state.view(state.seat)["contest"]["candidates"]]
        return f"Named so far: {', '.join(named)}. Chances of the throne hold among these and yours." if named else ""
    if phase == "discard":
        return f"The pool holds {len(state.view(state.seat)['pool'])} persons, {state.num_players} may stay."
    if phase == "home":
        return "The home country is lost: the strongest one left is home now."
    return ""


def of_action(state: State, action: int) -> str:
    """What chance says about a legal action; empty where it says nothing."""
    phase = state.phase
    if phase in _OF_ANY:
        return _OF_ANY[phase](state, action)
    if action < PERSON and action != DECLARE:
        return ""
    if phase in _OF_PHASE:
        return _OF_PHASE[phase](state, action)
    if phase in _CHANCES:
        words, chance = _CHANCES[phase]
        return words.format(percent(chance(state, action - PERSON)))
    return ""


def _after(state: State, action: int) -> State:
    """The decision after an action. It is asked even if it has a single choice, so that no dice are rolled for it."""
    after = state.clone()
    after.record["ask_forced"] = True
    after.play(action)
    return after


def _declaration(state: State, action: int) -> str:
    """The best of what this action can come to, for the seat that decides."""
    if action not in (MARRIAGE, PROCREATION, WAR_ON, INCITE, SUPPRESS):
        return ""
    return f"succeeds {percent(_best(_after(state, action)))} at best"


def _best(state: State) -> float:
    """The best chance among all choices."""
    if state.phase == "marriage_king":
        return max(_best(_after(state, king)) for king in state.legal())
    _, chance = _CHANCES[state.phase]
    return max(chance(state, action - PERSON) for action in state.legal())


def _on(state: State, country: int) -> float:
    """The chance of a war on a country, if both sides use all that they can."""
    war = state.clone()
    war.tables[0].country = country
    return odds.attack_in_full(war)


def _sent(state: State, agent: int) -> float:
    """The chance of a suppression by somebody, of the rebel whom he suppresses most easily."""
    t = state.tables[0]
    able = (False, True) if ABILITY[agent] == Ability.SUPPRESSION else (False,)
    rebels = [person for person in range(PERSONS) if t.owner[person] == state.seat and t.rebel[person] == 1]
    return max(odds.suppression(agent, rebel, ability) for rebel in rebels for ability in able)


def _wooed(state: State, person: int) -> float:
    """The chance of a marriage: one's own agrees, and others may be married against their will."""
    return 1.0 if state.record["owner"][person] == state.seat else odds.wooing(int(state.record["king"]))


def _marriage(state: State, action: int) -> str:
    king, person = int(state.record["king"]), action - PERSON
    owner = int(state.record["owner"][person])
    child = f"a child then {percent(odds.birth_of(king, person))} a try"
    if owner == state.seat:
        return f"agreed; {child}"
    chance = percent(odds.wooing(king))
    return f"succeeds {chance}{'' if owner == NOBODY else ' if they refuse'}; {child}"


def _commitment(state: State, action: int) -> str:
    """Row 3: how the war stands if this country is used, too."""
    return f"the attack succeeds {percent(odds.attack(_after(state, action).tables[0]))}"


def _attack(state: State, action: int) -> str:
    """Row 3: every commander takes a death check."""
    person = action - PERSON
    won = percent(odds.attack(state.tables[0], attacker=person))
    return _and(f"succeeds {won}, then dies {percent(odds.death(person))}", _last_of_line(state, person))


def _reaped(state: State, action: int) -> str:
    """Row 8: a death check."""
    person = action - PERSON
    return _and(f"dies {percent(odds.death(person))}", _last_of_line(state, person))


def _last_of_line(state: State, person: int) -> str:
    """What comes of a king's death who has no child; empty for everybody else."""
    t = state.tables[0]
    if t.place[person] != Place.KING or heir_of(t, person) != NOBODY:
        return ""
    kings = [each for each in range(PERSONS) if t.place[each] == Place.KING and t.owner[each] == state.seat]
    alone = ", and you without a king unless you win it" if kings == [person] else ""
    return f"no child: this death would leave his throne to a contest{alone}"


def _and(*parts: str) -> str:
    return "; ".join(filter(None, parts))


def _defence(state: State, action: int) -> str:
    """Row 3: the defeated defender's check is harder."""
    person = action - PERSON
    lost = odds.attack(state.tables[0], int(state.record["actor"]), person)
    dies = lost * odds.death(person, DEFEATED) + (1 - lost) * odds.death(person)
    return _and(f"the attack succeeds {percent(lost)}, then dies {percent(dies)}", _last_of_line(state, person))


def _named(state: State) -> tuple[odds.Naming, ...]:
    """Who has been named in the contest so far, from the turn player on."""
    record, players = state.record, state.num_players
    seats = ((int(record["turn_player"]) + place) % players for place in range(players))
    return tuple((int(record["candidate"][s]), int(record["arms"][s])) for s in seats if record["candidate"][s] >= 0)


def _candidate(state: State, action: int) -> str:
    """Row “contest”: the last one to name a candidate is told the chance itself."""
    named = _named(state)
    return f"wins {percent(odds.throne((*named, (action - PERSON, 0)), action - PERSON))}" if named else ""


def _arms(state: State, action: int) -> str:
    """He who decides has named the last one so far; K25: who is named twice wins by either naming."""
    *others, (person, _) = _named(state)
    armed = action == DECLARE
    said = f"wins {percent(odds.throne((*others, (person, int(armed))), person))}" if others else ""
    dies = f"dies {percent(odds.death(person, ARMS))} if he loses" if armed else ""
    return _and(said, dies)


_CHANCES: dict[str, tuple[str, Callable[[State, int], float]]] = {
    "marriage_target": ("succeeds {}", _wooed),
    "procreation_king": ("succeeds {}", lambda state, king: odds.birth(state.tables[0], king)),
    "war_target": ("succeeds {}", lambda state, named: _on(state, named + PERSON - COUNTRY)),
    "recovery_agent": (
        "succeeds {}",
        lambda state, person: odds.any_of(int(PRESTIGE[state.record["king"]]), int(GOVERNANCE[person])),
    ),
    "incite_target": ("succeeds {}", lambda state, person: odds.incitement(state.tables[0], state.seat, person)),
    "police": ("succeeds {}", lambda state, _: odds.arrest(int(state.record["a"]))),
    "suppress_agent": ("succeeds {} at best", lambda state, agent: _sent(state, agent)),
    "suppress_target": (
        "succeeds {}",
        lambda state, rebel: odds.suppression(int(state.record["actor"]), rebel, False),
    ),
    "suppress_ability": (
        "succeeds {}",
        lambda state, _: odds.suppression(int(state.record["actor"]), int(state.record["target"]), True),
    ),
}
"""Phases whose persons, countries and `declare` have a chance, and what it says; given is the person named."""

_OF_PHASE: dict[str, Callable[[State, int], str]] = {
    "marriage_target": _marriage,
    "war_commander": _attack,
    "defend_commander": _defence,
    "candidate": _candidate,
    "reaper_target": _reaped,
}
"""Those of which there is more to say."""

_OF_ANY: dict[str, Callable[[State, int], str]] = {
    "action": _declaration,
    "war_commit": _commitment,
    "defend_commit": _commitment,
    "aid": _commitment,
    "arms": _arms,
}
"""Phases in which every choice may have them, `pass` too."""
