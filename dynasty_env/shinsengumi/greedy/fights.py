"""The value of moves, fights and failure actions, averaged over the dice. Persons are moved for it and put back."""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.greedy.mind import bushido_at, is_free, on_the_left, stand, value, value_at, without
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    ARROWS,
    DICE,
    EVENTS,
    FAILURE,
    FIGHT,
    KILLED_FROM,
    NEIGHBOUR,
    NOWHERE,
    PERSONS,
    SIDE,
    TRIGGER,
    WOUNDED_FROM,
    Colour,
    Direction,
    Event,
    Failure,
    Fight,
    Trigger,
)
from dynasty_env.shinsengumi.seen.view import UNWORTHY


@rule
def above(limit, dice):
    """The chance that the highest of some dice is above a limit. Without dice it is 0."""
    chance = 1.0
    for _ in range(dice):
        chance *= min(limit, 6) / 6
    return 1 - chance


@rule
def moved(m, person, arrow):
    """The value of a person's move along an arrow (counted from 0), with the bushido check and fights that follow."""
    origin = m.cell[person] + 0
    stand(m, person, NEIGHBOUR[origin, ARROW[person, arrow]])
    found = fought(m, person, origin)
    if ARROW_COLOUR[person, arrow] == Colour.BLACK:
        fails = above(bushido_at(m, person, m.cell[person]), 1)
        if fails > 0:
            found = (1 - fails) * found + fails * failed(m, person, origin)
    stand(m, person, origin)
    return found


# fights


@rule
def fought(m, person, origin):
    """The value of where the person stands now, after the fights that a move from `origin` triggers."""
    now = value(m)
    found = now
    for event in range(EVENTS):
        if m.event_cell[event] != NOWHERE and is_triggered(m, person, origin, event):
            found += fight(m, person, event) - now
    return found


@rule
def is_triggered(m, person, origin, event):
    """Is the event's fight triggered by a move of the person from `origin` to where he stands?"""
    here = m.cell[person]
    cell = m.event_cell[event]
    trigger = TRIGGER[event]
    if trigger == Trigger.BELOW:
        return here == NEIGHBOUR[cell, Direction.DOWN]
    if trigger == Trigger.ABOVE:
        return here == NEIGHBOUR[cell, Direction.UP]
    if trigger == Trigger.BESIDE:
        return is_beside(cell, here)
    if trigger == Trigger.GATHERING:
        return is_beside(cell, here) and gathered(m) > 1
    if trigger == Trigger.COLUMN:
        return here % SIDE == cell % SIDE and cell % SIDE != origin % SIDE
    return False


@rule
def is_beside(cell, here):
    """Are the two cells next to each other?"""
    for way in range(ARROWS):
        if NEIGHBOUR[cell, way] == here:
            return True
    return False


@rule
def faces_aburanokoji(m, person):
    """Does the person stand beside Aburanokoji?"""
    cell = m.event_cell[Event.ABURANOKOJI]
    return cell != NOWHERE and m.cell[person] != NOWHERE and is_beside(cell, m.cell[person])


@rule
def gathered(m):
    """How many persons stand beside Aburanokoji."""
    count = 0
    for person in range(PERSONS):
        if faces_aburanokoji(m, person):
            count += 1
    return count


@rule
def fight(m, person, event):
    """The value of an event's fight with a person; at Aburanokoji with all who stand beside it."""
    now = value(m)
    found = now
    if event == Event.ABURANOKOJI:
        for other in range(PERSONS):
            if faces_aburanokoji(m, other):
                found += above(m.combat[other], 1) * (without(m, other) - now)
        return found
    killed = 0.0
    wounded = 0.0
    if FIGHT[event] == Fight.SWORD:
        killed = above(m.combat[person], DICE[event])
    elif FIGHT[event] == Fight.GUNFIRE:
        killed = above(KILLED_FROM - 1, DICE[event])
        wounded = above(WOUNDED_FROM - 1, DICE[event]) - killed
    else:
        wounded = above(m.combat[person], DICE[event])
    if killed > 0:
        found += killed * (without(m, person) - now)
    if wounded > 0:
        found += wounded * (carried_off(m, person) - now)
    return found


@rule
def carried_off(m, person):
    """The value of a wound: the person goes to row 6 of his column, or dies if that is occupied."""
    bottom = (SIDE - 1) * SIDE + m.cell[person] % SIDE
    if m.cell[person] == bottom:
        return value(m)
    return value_at(m, person, bottom if is_free(m, bottom) else NOWHERE)


# failure actions


@rule
def failed(m, person, origin):
    """The value after the person's failure action, of a move from `origin`."""
    action = FAILURE[person] + 0
    if m.attached[person] == UNWORTHY:
        action = Failure.SEPPUKU + 0
    if action == Failure.SEPPUKU or action == Failure.DESERT:
        return without(m, person)
    if action == Failure.CARELESS:
        return (value(m) + without(m, person)) / 2
    if action == Failure.COUGH_BLOOD:
        return (5 * value(m) + without(m, person)) / 6
    if action == Failure.ASSASSINATE:
        return assassinated(m, person)
    if action == Failure.BULLY:
        return value(m)
    cell = m.cell[person] + 0
    goes_to = landing(m, cell, origin, action)
    if goes_to == NOWHERE:
        return without(m, person)
    stand(m, person, goes_to)
    found = fought(m, person, origin)
    stand(m, person, cell)
    return found


@rule
def landing(m, cell, origin, action):
    """The cell to which a failure action takes a person; NOWHERE if he has to desert instead."""
    if action == Failure.RESOLVE:
        return slide(m, cell, Direction.UP)
    if action == Failure.DRUNK:
        return slide(m, cell, Direction.DOWN)
    if action == Failure.UNMOVED:
        return origin
    if action == Failure.SPIRIT or action == Failure.RAGE:
        following = NEIGHBOUR[cell, Direction.UP if action == Failure.SPIRIT else Direction.DOWN]
        return following if is_free(m, following) else cell
    far = (SIDE - 1) * SIDE + cell % SIDE
    if action == Failure.DEFECT:
        far = cell // SIDE * SIDE + (SIDE - 1 if on_the_left(cell) else 0)
    return far if far == cell or is_free(m, far) else NOWHERE


@rule
def slide(m, cell, direction):
    while is_free(m, NEIGHBOUR[cell, direction]):
        cell = NEIGHBOUR[cell, direction]
    return cell


@rule
def assassinated(m, person):
    """The value of an assassination: I would choose the target that is best for me, another player any one."""
    now = value(m)
    best = 0.0
    total = 0.0
    count = 0
    for other in range(PERSONS):
        if m.cell[other] != NOWHERE and on_the_left(m.cell[other]) != on_the_left(m.cell[person]):
            found = without(m, other)
            best = max(best, found)
            total += found
            count += 1
    if count == 0:
        return now
    chosen = best if m.turn_player == 0 else total / count
    return now + min(m.combat[person], 6) / 6 * (chosen - now)
