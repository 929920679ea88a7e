"""K3: the person decks, and turning up persons from them; K5: Suleiman."""

from collections.abc import Callable

from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kingdoms.material import DECK_NAMES, DECK_ROOM, NOBODY, OTTOMAN, SULEIMAN, Place
from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, State, _

from .countries import reign
from .persons import beget, settle


@rule
def turn_up(t, deck, seat, place, king):
    """The top card of a deck joins the pool, a dynasty, or a king's children. Returns the person.

    K5: Suleiman is a king immediately, and rules the Ottoman Empire, which enters play normal.
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


def turn_up_from(text: str, last: str = "") -> Callable[[State, int], str]:
    """The choice of a deck in words, with the number of persons left.

    `last`: the text to use if taking the last one ends the game.
    """

    def says(state: State, deck: int) -> str:
        left = int(state.record["deck_size"][deck])
        choice = Message(text, deck=DECK_NAMES[deck])
        return Message(last if last and left == 1 else LEFT, choice=choice, left=left)

    return says


LEFT = _("{choice} ({left} left)")
LAST = _("{choice} ({left} left: the game ends with this turn)")
"""K7 b: the turn in which a deck is emptied is the last one."""


def turned_up(group: Group, context: Context) -> str:
    """The person turned up, and where the person goes."""
    fields = context.fields(group[0])
    place = fields.pop("goes_to")
    if place != Place.CHILD:
        return Message(GOES_TO.get(place, GOES_TO[Place.NOBLE]), **fields)
    if len(group) == 1:
        return Message(_("{person} of the {deck} deck is born to {who}"), **fields)
    king = context.fields(group[1])["king"]
    return Message(_("{person} of the {deck} deck is born to {who} as child of {king}"), king=king, **fields)


GOES_TO = {
    Place.POOL: _("{who} turns up {person} from the {deck} deck: a new person in the pool"),
    Place.KING: _("{who} turns up {person} from the {deck} deck: a new king of {who}"),
    Place.NOBLE: _("{who} turns up {person} from the {deck} deck: a new member of the dynasty"),
}


CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(Trace.TURNED_UP, turned_up, "person", "deck", "goes_to:place", joins=(Trace.BORN,)),
        EntryKind(Trace.COUNTRY_ENTERS, _("{country} comes into play for {who}"), "country", cites="K5"),
    ),
)
