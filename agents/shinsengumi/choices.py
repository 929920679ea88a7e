"""Each phase's choices with what they are worth; an action that is not legal may be among them."""

from collections.abc import Callable, Iterable, Mapping

from agents.shinsengumi.observed import DEBATES, FAILURES, NEIGHBOURS, Where
from agents.shinsengumi.plans import Plans
from dynasty_env.shinsengumi.actions import CELL, EVENT, PASS, PERSON, STONE, USE
from dynasty_env.shinsengumi.material import TRIGGER, TURNS, Direction, Event, Failure, Trigger

Scored = Iterable[tuple[float, int]]
"""(value, action id)"""


def selves(plans: Plans, legal: list[int]) -> Scored:
    """Stones come from debate; who breaks his code is dangerous to live in."""
    observed = plans.observed
    for action in legal:
        person = action - PERSON
        observed.selves[0] = person
        steady = observed.bushido(person, observed.where[person])
        deadly = FAILURES[person] in (Failure.SEPPUKU, Failure.DESERT, Failure.CARELESS)
        risk = (6 - steady) * (0.02 if deadly else 0.005)
        yield plans.evaluation.value(observed.where) + plans.weights.debate * DEBATES[person] - risk, action


def event_cells(plans: Plans, legal: list[int]) -> Scored:
    """Where those stand near whom I should like to lose, and few of mine."""
    observed, event = plans.observed, plans.observed.turned_up
    for action in legal:
        cell = action - CELL
        if TRIGGER[event] == Trigger.NONE:
            yield 0.0, action
            continue
        observed.events[event] = cell
        yield sum(_danger(plans, event, cell, person) for person in observed.where), action
        del observed.events[event]


def _danger(plans: Plans, event: int, cell: int, person: int) -> float:
    """What an event at a cell does to me through a person who may step into it."""
    observed = plans.observed
    here = observed.where[person]
    total = 0.0
    for spot in NEIGHBOURS[here]:
        if spot != cell and observed.is_free(observed.where, spot):
            there: Where = {**observed.where, person: spot}
            if plans.is_triggered(there, person, here, event):
                total += (plans.fight(there, person, event) - plans.evaluation.value(there)) / 4
    return total


def event_persons(plans: Plans, legal: list[int]) -> Scored:
    """Esteem for my side; “unworthy” for whom I should like to lose."""
    observed = plans.observed
    for action in legal:
        person = action - PERSON
        if observed.turned_up == Event.UNWORTHY:
            yield plans.without(observed.where, person), action
        else:
            observed.esteem[person] += 1
            yield plans.evaluation.value(observed.where) - (0.05 if person == observed.selves[0] else 0.0), action
            observed.esteem[person] -= 1


def namings(plans: Plans, legal: list[int]) -> Scored:
    """First whoever moves to my advantage; who does harm may yet be blocked."""
    for action in legal:
        yield plans.default(plans.observed.where, action - PERSON), action


def waits(plans: Plans, legal: list[int]) -> Scored:
    """What the stones that it takes bring, less what they are worth."""
    observed = plans.observed
    person = observed.mover
    ways = observed.possible(observed.where, person)
    values = {arrow: plans.moved(observed.where, person, arrow) for arrow in ways}
    now = values[_taken(observed.laid, ways)]
    left = (TURNS - observed.turn + 1) / TURNS
    # stones are drawn anew each turn: they are worth something only while somebody has still to move
    waiting = sum(not moved for p, moved in enumerate(observed.moved) if p in observed.where and p != person)
    price = plans.weights.stone * (0.4 + 0.6 * left) * min(waiting, 4) / 4 + 0.001
    yield now, PASS
    for arrow in ways:
        rivals = max((count for other, count in enumerate(observed.laid) if other != arrow), default=0)
        needed = max(rivals + 1 - observed.laid[arrow], 1)
        if needed <= observed.hand[1 if observed.is_black(person, arrow) else 0]:
            yield values[arrow] - price * needed, STONE + arrow


def _taken(laid: list[int], ways: list[int]) -> int:
    """The arrow that would be taken now."""
    most = max(laid)
    best = [arrow for arrow, count in enumerate(laid) if count == most]
    return best[0] if most and len(best) == 1 else ways[0]


def fights(plans: Plans, legal: list[int]) -> Scored:
    """The one that hurts me least first."""
    observed = plans.observed
    for action in legal:
        if action >= EVENT:
            yield plans.fight(observed.where, observed.mover, action - EVENT), action
        else:
            yield -plans.without(observed.where, action - PERSON), action


def victims(plans: Plans, legal: list[int]) -> Scored:
    for action in legal:
        yield plans.without(plans.observed.where, action - PERSON), action


def bullied(plans: Plans, legal: list[int]) -> Scored:
    where = plans.observed.where
    for action in legal:
        person = action - PERSON
        yield plans.evaluation.value({**where, person: NEIGHBOURS[where[person]][Direction.DOWN]}), action


def powder(plans: Plans, legal: list[int]) -> Scored:
    """For myself, or for whose loss would cost me more than the powder may bring yet."""
    observed = plans.observed
    kept = 0.02 + 0.1 * (TURNS - observed.turn) / TURNS
    if observed.doomed == observed.selves[0]:
        kept /= 2
    yield plans.without(observed.where, observed.doomed) + kept, PASS
    yield plans.evaluation.now, USE


CHOICES: Mapping[str, Callable[[Plans, list[int]], Scored]] = {
    "pick_self": selves,
    "event_cell": event_cells,
    "event_person": event_persons,
    "move": namings,
    "wait": waits,
    "fight_order": fights,
    "assassinate_target": victims,
    "bully_target": bullied,
    "ishida": powder,
}
