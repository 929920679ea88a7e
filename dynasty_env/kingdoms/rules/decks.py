"""K3: the person decks, and what is turned up from them; K5: Suleiman."""

from dynasty_env.kingdoms.material import DECK_ROOM, NOBODY, OTTOMAN, SULEIMAN, Place
from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.engine import EVERYBODY, rule, tell

from .countries import reign
from .persons import beget, settle


@rule
def turn_up(t, deck, seat, place, king):
    """The top card of a deck joins the pool, a dynasty, or a king's children; K5: Suleiman is a king at once,
    and rules the Ottoman Empire, which enters play normal.

    Returns the person.
    """
    t.deck_size[deck] -= 1
    top = deck * DECK_ROOM + t.deck_size[deck]
    person = t.deck[top] + 0
    t.deck[top] = 0
    goes_to = place + 0
    if person == SULEIMAN:
        goes_to = Place.KING + 0
    tell(t, Trace.TURNED_UP, seat, person, deck, goes_to, EVERYBODY)
    if goes_to == Place.POOL:
        t.place[person] = Place.POOL
    elif goes_to == Place.CHILD:
        beget(t, person, seat, king)
        tell(t, Trace.BORN, seat, person, king, 0, EVERYBODY)
    else:
        settle(t, person, seat, goes_to, NOBODY)
    if person == SULEIMAN:
        t.exhausted[OTTOMAN] = 0
        tell(t, Trace.COUNTRY_ENTERS, seat, OTTOMAN, 0, 0, EVERYBODY)
        reign(t, SULEIMAN, seat, OTTOMAN)
    return person
