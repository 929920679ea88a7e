"""Tables of Three Kingdoms laid by hand, and what the rule tests do with them."""

from typing import Any

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.state import Entry, State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.rules.turn import begin_phase
from tests.rule_testing import names, of_kind
from tests.three_kingdoms.rules.trace_fields import check

__all__ = ["area", "country", "empty", "general", "names", "of_kind", "order", "phase_of", "put"]


def area(name: str) -> int:
    """An area's number."""
    return m.AREA_NAMES.index(name)


def country(name: str) -> int:
    """A country's number; clans and nobody too."""
    others = {"clans": m.CLANS, "nobody": m.NEUTRAL}
    return others[name] if name in others else m.COUNTRY_NAMES.index(name)


def general(name: str) -> int:
    """A general's number."""
    return m.GENERAL_NAMES.index(name)


def new(scenario: int = 1, **options: Any) -> State:
    """A game of the scenario, dealt, not a turn played."""
    return GAME.new(1, backend="interpreted", scenario=scenario, **options)


def empty(state: State, *but: str) -> State:
    """Take all units off all areas, and all countries but those named out of the game; each keeps its ruler."""
    t = state.tables[0]
    for number in range(m.AREAS):
        t.control[number] = m.NEUTRAL
        t.troops[number] = 0
    for number in range(m.GENERALS):
        if t.place[number] == m.Place.SERVING:
            take_off(t, number, m.Place.GONE)
    for number in range(m.COUNTRIES):
        if m.COUNTRY_NAMES[number] not in but:
            t.status[number] = m.Status.FALLEN if t.status[number] else m.Status.ABSENT
    return state


def put(state: State, where: str, owner: str, troops: int = 0, *who: str) -> State:
    """Give an area to a country (or to the clans, or nobody), with troops and generals."""
    t = state.tables[0]
    t.control[area(where)] = country(owner)
    t.troops[area(where)] = troops
    for name in who:
        number = general(name)
        t.place[number] = m.Place.SERVING if owner not in ("clans", "nobody") else m.Place.FREE
        t.country[number] = country(owner) if owner not in ("clans", "nobody") else m.NO_ONE
        t.area[number] = area(where)
        if owner not in ("clans", "nobody") and t.ruler[country(owner)] == m.NO_ONE:
            t.ruler[country(owner)] = number
    return state


def phase_of(state: State, power: str) -> State:
    """It is that power's phase: it decides what to do first. When it is over, seat 0 is asked something."""
    t = state.tables[0]
    t.depth = 0
    t.free_moves = 0
    t.turn = max(t.turn, t.first_turn)
    for marker in range(len(t.cup)):
        t.cup[marker] = 0
    push(t, Step.ALLY_ANSWER, 0, country(power), country(power))
    begin_phase(t, country(power))
    t.told = 0
    t.trace_length = 0
    state.call("proceed")
    state.check()
    return state


def audited(state: State) -> None:
    """No truth is broken, and entries and frames say what they mean."""
    check(state)


def order(state: State, *actions: str) -> list[Entry]:
    """Play actions one after the other, those with a question mark only if they are legal; all that they told."""
    entries: list[Entry] = []
    for action in actions:
        if action.endswith("?") and action[:-1] not in names(state):
            continue
        state.play(action.removesuffix("?"))
        audited(state)
        entries += state.trace() if state.record["told"] else []
    return entries
