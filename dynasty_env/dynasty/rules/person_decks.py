"""§08-02-02, §09-02-03, SW02-04: drawing from the four person decks, one for each of the base game's bloodlines."""

from collections.abc import Callable

from dynasty_env.dynasty.ids import KEEP, RESHUFFLE, Step, Trace
from dynasty_env.dynasty.material import DECK_ROOM, EVENT_CARD, SEATS, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.material import BASE_PERSONS, DECK_NAMES, DECKS, NOBODY, SULEIMAN, Ability
from dynasty_env.europe.rules.open_pool import has_cards
from dynasty_env.kit.engine import EVERYBODY, Chapter, offer, push, rule, shuffle, some, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, Phase, State, _

from .event_cards import take_event
from .magic import has_witch
from .people import beget, settle
from .seen_in_decks import see_in_deck

has_person_deck = some(DECKS, has_cards)
"""``(t, seat)``: does any person deck have cards?"""


@rule
def top_of(t, deck):
    """The top card of a person deck that is not empty: a person, or 97 + an event."""
    return t.deck[deck * DECK_ROOM + t.deck_size[deck] - 1]


@rule
def draw_person(t, deck, seat, place):
    """A seat draws the top card of a person deck (§08-02-02, §09-02-03); a person goes to `place`.

    SW02-07-10: a player with foresight looks at the card first.
    """
    if has_witch(t, seat, Ability.FORESIGHT):
        tell(t, Trace.FORESEEN, seat, top_of(t, deck), deck, 0, 1 << seat)
        push(t, Step.FORESIGHT, seat, deck, place)
    else:
        take_top(t, deck, seat, place)


@rule
def legal_foresight(t):
    """SW02-07-10: keep the card, or put it back and reshuffle (a: deck)."""
    offer(t, KEEP)
    offer(t, RESHUFFLE)


@rule
def play_foresight(t, action):
    """SW02-07-10: after the shuffle the top card must be taken (a: deck, b: the place where a person goes)."""
    deck = t.a
    if action == KEEP:
        tell(t, Trace.KEPT, t.seat, deck, 0, 0, EVERYBODY)
    else:
        see_in_deck(t, t.seat, top_of(t, deck), deck)
        reshuffle_deck(t, deck)
    take_top(t, deck, t.seat, t.b)


@rule
def reshuffle_deck(t, deck):
    """Shuffle a person deck, and tell everybody that it has been shuffled."""
    shuffle(t, t.deck, deck * DECK_ROOM, t.deck_size[deck])
    tell(t, Trace.RESHUFFLED, t.seat, deck, 0, 0, EVERYBODY)


@rule
def take_top(t, deck, seat, place):
    """Turn up a person. SW02-04: an event is not shown, and no card is drawn to replace it."""
    card = top_of(t, deck) + 0
    t.deck_size[deck] -= 1
    if card >= EVENT_CARD:
        take_event(t, card - EVENT_CARD, deck, seat)
    else:
        join(t, card, deck, seat, place)


@rule
def take_out(t, deck, person, seat):
    """SW02-07-11: take a person out of the deck; the person becomes a courtier of the seat."""
    found = 0
    for i in range(t.deck_size[deck]):
        card = t.deck[deck * DECK_ROOM + i]
        if card == person:
            found = 1
        else:
            t.deck[deck * DECK_ROOM + i - found] = card
    t.deck_size[deck] -= 1
    join(t, person, deck, seat, Place.COURTIER)


@rule
def join(t, person, deck, seat, place):
    """A person from a deck joins the wanderers or a dynasty, face up. §11-02: Suleiman never becomes a wanderer."""
    goes_to = place + 0
    if person == SULEIMAN and place == Place.WANDERER:
        goes_to = Place.COURTIER + 0
    if person >= BASE_PERSONS:
        for row in range(SEATS + 1):
            t.seen[row, person - BASE_PERSONS] = NOBODY
    tell(t, Trace.TURNED_UP, seat, person, deck, goes_to, EVERYBODY)
    if goes_to == Place.WANDERER:
        t.place[person] = Place.WANDERER
    elif goes_to == Place.CHILD:
        beget(t, person, seat)
        tell(t, Trace.BORN, seat, person, 0, 0, EVERYBODY)
    else:
        settle(t, person, seat, goes_to)


@rule
def persons_in(t, deck):
    """How many persons are in the deck; events do not count."""
    persons = 0
    for i in range(t.deck_size[deck]):
        persons += t.deck[deck * DECK_ROOM + i] < EVENT_CARD
    return persons


@rule
def turn_up(t, deck, seat):
    """§08-01: during set-up the top person of a deck joins the dynasty.

    SW02-04, D-R44: an event goes under the deck, where everybody has seen it, and the next card is turned up.
    """
    while top_of(t, deck) >= EVENT_CARD:
        card = top_of(t, deck) + 0
        bottom = deck * DECK_ROOM
        for i in range(t.deck_size[deck] - 1, 0, -1):
            t.deck[bottom + i] = t.deck[bottom + i - 1]
        t.deck[bottom] = card
        t.under[deck] += 1
        for row in range(SEATS + 1):
            see_in_deck(t, row, card, deck)
        tell(t, Trace.EVENT_UNDER, seat, card - EVENT_CARD, deck, 0, EVERYBODY)
    person = top_of(t, deck) + 0
    t.deck_size[deck] -= 1
    join(t, person, deck, seat, Place.COURTIER)


# what is said


def from_deck(text: str) -> Callable[[State, int], str]:
    """The choice of a deck in words, with the number of cards left."""

    def says(state: State, deck: int) -> str:
        choice = Message(text, deck=DECK_NAMES[deck])
        return Message(_("{choice} ({left} left)"), choice=choice, left=int(state.record["deck_size"][deck]))

    return says


def _top_card(state: State) -> str:
    """The card that foresight shows (SW02-07-10)."""
    top = int(top_of(state.tables[0], int(state.record["a"])))
    if top >= EVENT_CARD:
        return nouns.card_of_deck(top)
    return nouns.with_facts(state, top, nouns.ON_THE_CARD)


def foreseen_choice(state: State, number: int) -> str:
    """The choice whether to keep the card."""
    card = _top_card(state) if state.phase == "foresight" else _("the card")
    text = _("keep {card}") if number == 0 else _("put {card} back and reshuffle the deck")
    return Message(text, card=card)


def on_top(state: State) -> str:
    """The card on top."""
    return Message(_("On top of the {deck} deck: {card}."), deck=DECK_NAMES[state.record["a"]], card=_top_card(state))


def turned_up(group: Group, context: Context) -> str:
    """The person turned up, and where the person goes."""
    fields = context.fields(group[0])
    place = fields.pop("goes_to")
    if place == Place.CHILD:
        return Message(_("{person} of the {deck} deck is born to {who}"), **fields)
    if place == Place.WANDERER:
        return Message(_("{who} turns up {person} from the {deck} deck: a new wanderer"), **fields)
    return Message(_("{who} turns up {person} from the {deck} deck: a new member of the dynasty"), **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.FORESIGHT,
            asks=_("Keep this card, or put it back?"),
            why=_("Your Seer sees the top of the deck."),
            says={"foresight": foreseen_choice},
            stakes=on_top,
            cites="SW02-07-10",
        ),
    ),
    entries=(
        EntryKind(Trace.TURNED_UP, turned_up, "person", "deck", "goes_to:place", joins=(Trace.BORN,)),
        EntryKind(Trace.BORN, _("{person} is born to {who}"), "person", cites="§09-02-03"),
        EntryKind(
            Trace.EVENT_UNDER,
            _("{who} turns up {event}, which goes under the {deck} deck"),
            subject="event",
            object="deck",
            cites="SW02-04, D-R44",
        ),
        EntryKind(
            Trace.FORESEEN,
            _("{who} sees the top of the {deck} deck: {card}"),
            subject="card:card_of_deck",
            object="deck",
            cites="SW02-07-10",
        ),
        EntryKind(Trace.KEPT, _("{who} keeps the top card of the {deck} deck"), "deck", cites="SW02-07-10"),
        EntryKind(Trace.RESHUFFLED, _("the {deck} deck is shuffled"), "deck"),
    ),
)
