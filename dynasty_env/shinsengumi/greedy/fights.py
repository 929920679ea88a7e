"""The value of moves, fights and failure actions, averaged over the dice. Persons are moved for this and put back."""

from dynasty_env.kit.engine.odds import at_most, highest_above
from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.greedy.mind import put, value, value_at, without
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    DICE,
    FIGHT,
    KILLED_FROM,
    NEIGHBOUR,
    NOWHERE,
    PERSONS,
    SIDE,
    WOUNDED_FROM,
    Colour,
    Direction,
    Event,
    Failure,
    Fight,
)
from dynasty_env.shinsengumi.rules.failures import is_target
from dynasty_env.shinsengumi.rules.fights import is_triggered
from dynasty_env.shinsengumi.rules.persons import bushido, combat, failure, is_beside, is_free, on_the_left


@rule
def moved(m, person, arrow):
    """The value of a person's move along an arrow (counted from 0), with the bushido check and fights that follow."""
    origin = name(m, person)
    put(m, person, NEIGHBOUR[origin, ARROW[person, arrow]])
    found = fought(m, person)
    if ARROW_COLOUR[person, arrow] == Colour.BLACK:
        fails = 1 - at_most(bushido(m, person))
        if fails > 0:
            found = (1 - fails) * found + fails * failed(m, person, origin)
    put(m, person, origin)
    return found


@rule
def name(m, person):
    """Imagine that the person is named and moves; returns the cell he moves from."""
    m.mover = person
    m.origin = m.cell[person]
    return m.cell[person] + 0


# fights


@rule
def fought(m, person):
    """The value of the named person's current place, after the fights that his move triggers."""
    now = value(m)
    found = now
    for each in range(m.threats):
        if is_triggered(m, m.threat[each]):
            found += fight(m, person, m.threat[each]) - now
    return found


@rule
def fight(m, person, event):
    """The value of an event's fight with a person; at Aburanokoji with everybody who stands beside it."""
    now = value(m)
    found = now
    if event == Event.ABURANOKOJI:
        for other in range(PERSONS):
            if is_beside(m, other, event):
                found += kills(m, other, event) * (without(m, other) - now)
        return found
    killed = kills(m, person, event)
    if killed > 0:
        found += killed * (without(m, person) - now)
    wounded = wounds(m, person, event)
    if wounded > 0:
        found += wounded * (value_at(m, person, carried_to(m, person)) - now)
    return found


@rule
def kills(m, person, event):
    """The chance that an event's fight kills a person."""
    if FIGHT[event] == Fight.SWORD:
        return highest_above(combat(m, person), DICE[event])
    return highest_above(KILLED_FROM - 1, DICE[event]) if FIGHT[event] == Fight.GUNFIRE else 0.0


@rule
def wounds(m, person, event):
    """The chance that the fight wounds a person without killing him."""
    if FIGHT[event] == Fight.GUNFIRE:
        return highest_above(WOUNDED_FROM - 1, DICE[event]) - highest_above(KILLED_FROM - 1, DICE[event])
    return highest_above(combat(m, person), DICE[event]) if FIGHT[event] == Fight.BRAWL else 0.0


@rule
def carried_to(m, person):
    """The cell where a wound takes a person: row 6 of his column. NOWHERE if another piece is there: then he dies."""
    bottom = (SIDE - 1) * SIDE + m.cell[person] % SIDE
    return bottom if m.cell[person] == bottom or is_free(m, bottom) else NOWHERE


# failure actions


@rule
def failed(m, person, origin):
    """The value after the person's failure action in a move from `origin`."""
    action = failure(m, person)
    if action == Failure.CARELESS:
        return (value(m) + without(m, person)) / 2
    if action == Failure.COUGH_BLOOD:
        return (5 * value(m) + without(m, person)) / 6
    if action == Failure.ASSASSINATE:
        return assassinated(m, person)
    if action == Failure.BULLY:
        return value(m)
    cell = m.cell[person] + 0
    goes_to = landing(m, person, origin, action)
    if goes_to == NOWHERE:
        return without(m, person)
    put(m, person, goes_to)
    found = fought(m, person)
    put(m, person, cell)
    return found


@rule
def landing(m, person, origin, action):
    """The cell where a failure action most likely takes a person; NOWHERE if he leaves the board."""
    cell = m.cell[person] + 0
    if action == Failure.SEPPUKU or action == Failure.DESERT:
        return NOWHERE
    if action == Failure.CARELESS or action == Failure.COUGH_BLOOD:
        return cell
    if action == Failure.ASSASSINATE or action == Failure.BULLY:
        return cell
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
        far = cell // SIDE * SIDE + (SIDE - 1 if on_the_left(m, person) else 0)
    return far if far == cell or is_free(m, far) else NOWHERE


@rule
def slide(m, cell, direction):
    while is_free(m, NEIGHBOUR[cell, direction]):
        cell = NEIGHBOUR[cell, direction]
    return cell


@rule
def assassinated(m, person):
    """The value of an assassination: I would choose the target that is best for me, another player a random one."""
    now = value(m)
    best = 0.0
    total = 0.0
    count = 0
    for other in range(PERSONS):
        if is_target(m, other):
            found = without(m, other)
            best = max(best, found)
            total += found
            count += 1
    if count == 0:
        return now
    chosen = best if m.turn_player == 0 else total / count
    return now + at_most(combat(m, person)) * (chosen - now)
