"""A hand-written player of Shinsengumi: it looks one step ahead, and takes the action after which its guessed chance of
the great victory is best.

What a move, a check or a fight comes to is weighed over the dice; what a position is worth is a hand-written sum
(`mind.value`). It remembers nothing and throws no dice: what it sees decides what it does. Every phase has a line in
`worth` that says what an action there is worth.
"""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.scratch import blank_records
from dynasty_env.shinsengumi.actions import CELL, EVENT, PASS, PERSON, STONE
from dynasty_env.shinsengumi.greedy.fights import fight, is_triggered, moved
from dynasty_env.shinsengumi.greedy.mind import (
    MIND,
    bushido_at,
    default_arrow,
    is_free,
    is_possible,
    read,
    stand,
    value,
    value_at,
    without,
)
from dynasty_env.shinsengumi.greedy.weights import DEADLY, DEBATE_WORTH, LIKED, NEVER, ODD, STONE_WORTH
from dynasty_env.shinsengumi.material import (
    ARROW_COLOUR,
    ARROWS,
    DEBATE,
    FAILURE,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    PERSONS,
    TRIGGER,
    TURNS,
    Direction,
    Event,
    Failure,
    Trigger,
)
from dynasty_env.shinsengumi.steps import Step


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
    read(m, seen)
    m.now = value(m)
    if m.phase == Step.WAIT:
        for arrow in range(ARROWS):
            if is_possible(m, m.mover, arrow):
                m.arrow_value[arrow] = moved(m, m.mover, arrow)
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
def worth(m, action):
    """What a legal action of the open phase is worth to me; what it is measured in is the phase's own."""
    if m.phase == Step.WAIT:
        return wait(m, action)
    if m.phase == Step.MOVE:  # first whoever moves to my advantage; who does harm may yet be blocked
        return moved(m, action - PERSON, default_arrow(m, action - PERSON))
    if m.phase == Step.EVENT_CELL:
        return event_at(m, action - CELL)
    if m.phase == Step.EVENT_PERSON:
        return event_with(m, action - PERSON)
    if m.phase == Step.PICK_SELF:
        return self_of(m, action - PERSON)
    if m.phase == Step.FIGHT_ORDER:  # the one that hurts me least first
        return fight(m, m.mover, action - EVENT) if action >= EVENT else -without(m, action - PERSON)
    if m.phase == Step.ASSASSINATE_TARGET:
        return without(m, action - PERSON)
    if m.phase == Step.BULLY_TARGET:
        return value_at(m, action - PERSON, NEIGHBOUR[m.cell[action - PERSON], Direction.DOWN])
    return powder(m, action)


@rule
def self_of(m, person):
    """Stones come from debate; who breaks his code is dangerous to live in."""
    m.selves[0] = person
    failure = FAILURE[person]
    deadly = failure == Failure.SEPPUKU or failure == Failure.DESERT or failure == Failure.CARELESS
    risk = (6 - bushido_at(m, person, m.cell[person])) * (DEADLY if deadly else ODD)
    return value(m) + DEBATE_WORTH * DEBATE[person] - risk


@rule
def event_at(m, cell):
    """Where those stand near whom I should like to lose, and few of mine."""
    event = m.turned_up
    if TRIGGER[event] == Trigger.NONE:
        return 0.0
    m.event_cell[event] = cell
    found = 0.0
    for person in range(PERSONS):
        if m.cell[person] != NOWHERE:
            found += danger(m, event, person)
    m.event_cell[event] = NOWHERE
    return found


@rule
def danger(m, event, person):
    """What an event does to me through a person who may step into it."""
    here = m.cell[person] + 0
    found = 0.0
    for way in range(ARROWS):
        spot = NEIGHBOUR[here, way]
        if spot != m.event_cell[event] and is_free(m, spot):
            stand(m, person, spot)
            if is_triggered(m, person, here, event):
                found += (fight(m, person, event) - value(m)) / 4
            stand(m, person, here)
    return found


@rule
def event_with(m, person):
    """Esteem for my side; “unworthy” for whom I should like to lose."""
    if m.turned_up == Event.UNWORTHY:
        return without(m, person)
    m.esteem[person] += 1
    found = value(m)
    m.esteem[person] -= 1
    return found - LIKED if person == m.selves[0] else found


@rule
def wait(m, action):
    """What the stones that it takes bring, less what they are worth."""
    if action == PASS:
        return m.arrow_value[taken(m)]
    arrow = action - STONE
    if not is_possible(m, m.mover, arrow):
        return NEVER
    rivals = 0
    for other in range(ARROWS):
        if other != arrow:
            rivals = max(rivals, m.laid[other])
    needed = max(rivals + 1 - m.laid[arrow], 1)
    if needed > m.hand[ARROW_COLOUR[m.mover, arrow]]:
        return NEVER
    return m.arrow_value[arrow] - stone_price(m) * needed


@rule
def taken(m):
    """The arrow that would be taken now."""
    most = 0
    found = NOBODY
    for arrow in range(ARROWS):
        if m.laid[arrow] > most:
            most = m.laid[arrow]
            found = arrow
        elif m.laid[arrow] == most:
            found = NOBODY
    return found if found != NOBODY else default_arrow(m, m.mover)


@rule
def stone_price(m):
    """Stones are drawn anew each turn: they are worth something only while somebody has still to move."""
    waiting = 0
    for person in range(PERSONS):
        if m.marked[person] == 0 and m.cell[person] != NOWHERE and person != m.mover:
            waiting += 1
    left = (TURNS - m.turn + 1) / TURNS
    return STONE_WORTH * (0.4 + 0.6 * left) * min(waiting, 4) / 4 + 0.001


@rule
def powder(m, action):
    """For myself, or for whose loss would cost me more than the powder may bring yet."""
    if action != PASS:
        return m.now + 0.0
    kept = 0.02 + 0.1 * (TURNS - m.turn) / TURNS
    return without(m, m.doomed) + (kept / 2 if m.doomed == m.selves[0] else kept)
