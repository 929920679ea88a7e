"""A simulated move that is not put back, with the most likely outcomes of checks and fights."""

from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.greedy.fights import carried_to, kills, landing, name, wounds
from dynasty_env.shinsengumi.greedy.mind import put, put_event
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    ARROWS,
    EVENTS,
    NEIGHBOUR,
    NOWHERE,
    PERSONS,
    STAYS,
    Colour,
    Event,
)
from dynasty_env.shinsengumi.rules.fights import is_triggered
from dynasty_env.shinsengumi.rules.persons import bushido, failure, is_beside, stands


@rule
def go(m, person, arrow):
    """Move the person along the arrow, and remove all stones there. Nobody is reborn."""
    origin = name(m, person)
    put(m, person, NEIGHBOUR[origin, ARROW[person, arrow]])
    m.markers[person, ARROW_COLOUR[person, arrow]] += 1
    for each in range(ARROWS):
        m.laid[each] = 0
    if ARROW_COLOUR[person, arrow] == Colour.BLACK and at_most(bushido(m, person)) < 0.5:
        put(m, person, landing(m, person, origin, failure(m, person)))
    for event in range(EVENTS):
        if stands(m, person) and is_triggered(m, event):
            fight_out(m, person, event)


@rule
def fight_out(m, person, event):
    """The event's fight with the person; at Aburanokoji with everybody who stands beside it."""
    if event == Event.ABURANOKOJI:
        for other in range(PERSONS):
            if is_beside(m, other, event) and kills(m, other, event) > 0.5:
                put(m, other, NOWHERE)
    elif kills(m, person, event) > 0.5:
        put(m, person, NOWHERE)
    elif wounds(m, person, event) > 0.5:
        put(m, person, carried_to(m, person))
    if not STAYS[event]:
        put_event(m, event, NOWHERE)
