"""A hand-written player of Shinsengumi: it looks one step ahead, for the best estimated chance of the great victory.

Moves, checks and fights are averaged over their dice; the value of a position is a hand-written formula (`mind.value`).
The player is deterministic and has no memory: its actions depend only on what it sees. `worth` has a line for each
phase. In the docstrings of this folder “I” and “me” mean the player's seat.
"""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.greedy.fights import fight, moved, name
from dynasty_env.shinsengumi.greedy.mind import attach, lay, put, read, value, value_at, without
from dynasty_env.shinsengumi.greedy.weights import DEADLY, DEBATE_WORTH, LIKED, NEVER, ODD, STONE_WORTH
from dynasty_env.shinsengumi.ids import CELL, EVENT, PASS, PERSON, STONE, Step
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
from dynasty_env.shinsengumi.rules.fights import is_triggered
from dynasty_env.shinsengumi.rules.movement import arrow_taken, default_arrow
from dynasty_env.shinsengumi.rules.persons import bushido, is_free, is_possible, stands
from dynasty_env.shinsengumi.rules.stones import has_moved


@rule
def look(m, seen):
    """Fill the blank `MIND` `m` with what the seat sees, and compute what all its actions have in common."""
    read(m, seen)
    m.now = value(m)
    if m.step == Step.WAIT:
        m.stone_price = stone_price(m)
        weigh_arrows(m, 0)


@rule
def weigh_arrows(m, seat):
    """Compute for a seat the value of the mover's possible arrows to whoever sits in my place."""
    for arrow in range(ARROWS):
        if is_possible(m, m.mover, arrow):
            m.arrow_value[seat, arrow] = moved(m, m.mover, arrow)


@rule
def worth(m, seen, action):
    """The value to me of a legal action in the open phase. Values of different phases cannot be compared."""
    if m.step == Step.WAIT:
        return wait(m, 0, action)
    if m.step == Step.MOVE:  # moves that help me come first: those that harm me may still be blocked
        return moved(m, action - PERSON, default_arrow(m, action - PERSON))
    if m.step == Step.EVENT_CELL:
        return event_at(m, action - CELL)
    if m.step == Step.EVENT_PERSON:
        return event_with(m, action - PERSON)
    if m.step == Step.PICK_SELF:
        return self_of(m, action - PERSON)
    if m.step == Step.FIGHT_ORDER:  # the fight that hurts me least; at Aburanokoji the person I would miss most
        return fight(m, m.mover, action - EVENT) if action >= EVENT else -without(m, action - PERSON)
    if m.step == Step.ASSASSINATE_TARGET:
        return without(m, action - PERSON)
    if m.step == Step.BULLY_TARGET:
        return value_at(m, action - PERSON, NEIGHBOUR[m.cell[action - PERSON], Direction.DOWN])
    return powder(m, action)


@rule
def self_of(m, person):
    """The value of a person as my self. Debate brings stones; low bushido is a risk."""
    m.chip[0] = person
    action = FAILURE[person]
    deadly = action == Failure.SEPPUKU or action == Failure.DESERT or action == Failure.CARELESS
    risk = (6 - bushido(m, person)) * (DEADLY if deadly else ODD)
    return value(m) + DEBATE_WORTH * DEBATE[person] - risk


@rule
def event_at(m, cell):
    """The value of the event on this cell, given what it may do to persons who are near."""
    event = m.turned_up
    if TRIGGER[event] == Trigger.NONE:
        return 0.0
    lay(m, event, cell)
    found = 0.0
    for person in range(PERSONS):
        if m.cell[person] != NOWHERE:
            found += danger(m, event, person)
    lay(m, event, NOWHERE)
    return found


@rule
def danger(m, event, person):
    """How an event changes my value through a person who may step next to it."""
    here = name(m, person)
    found = 0.0
    for way in range(ARROWS):
        spot = NEIGHBOUR[here, way]
        if spot != m.event_cell[event] and is_free(m, spot):
            put(m, person, spot)
            if is_triggered(m, event):
                found += (fight(m, person, event) - value(m)) / 4
            put(m, person, here)
    return found


@rule
def event_with(m, person):
    """The value of attaching an event: esteem for my side, “unworthy” for a person whom I would like to lose."""
    if m.turned_up == Event.UNWORTHY:
        return without(m, person)
    attach(m, person, Event.FIANCEE)
    found = value(m)
    attach(m, person, NOBODY)
    return found - LIKED if person == m.chip[0] else found


@rule
def wait(m, seat, action):
    """The value to a seat of the move caused by stones on this arrow, minus the value of the stones needed.

    For a pass: the value of the move as things are.
    """
    if action == PASS:
        return m.arrow_value[seat, arrow_taken(m, m.mover)]
    arrow = action - STONE
    if not is_possible(m, m.mover, arrow):
        return NEVER
    rivals = 0
    for other in range(ARROWS):
        if other != arrow:
            rivals = max(rivals, m.laid[other])
    needed = max(rivals + 1 - m.laid[arrow], 1)
    if needed > m.hand[seat, ARROW_COLOUR[m.mover, arrow]]:
        return NEVER
    return m.arrow_value[seat, arrow] - m.stone_price * needed


@rule
def stone_price(m):
    """The value of a stone. Hands are drawn anew each turn, so it only helps while somebody still has to move."""
    waiting = 0
    for person in range(PERSONS):
        if stands(m, person) and not has_moved(m, person) and person != m.mover:
            waiting += 1
    left = (TURNS - m.turn + 1) / TURNS
    return STONE_WORTH * (0.4 + 0.6 * left) * min(waiting, 4) / 4 + 0.001


@rule
def powder(m, action):
    """The value of saving the doomed person, or of keeping the powder for later."""
    if action != PASS:
        return m.now + 0.0
    kept = 0.02 + 0.1 * (TURNS - m.turn) / TURNS
    return without(m, m.doomed) + (kept / 2 if m.doomed == m.chip[0] else kept)
