"""§08-01: set-up."""

from dynasty_env.dynasty.ids import DECK, PERSON, Step, Trace
from dynasty_env.dynasty.material import (
    DECK_ROOM,
    EVENT_CARD,
    EXPANSION,
    EXPANSION_A_DECK,
    FIRST_PERSONS,
    HAND_SIZE,
    EventPlace,
    Place,
)
from dynasty_env.dynasty.rules import nouns
from dynasty_env.dynasty.table import FIELDS
from dynasty_env.europe.material import BASE_PERSONS, COLOUR, DECKS, PERSONS
from dynasty_env.europe.rules.deal import deal_countries, on_the_right
from dynasty_env.kit.engine import Automatic, Chapter, below, offers, rule, shuffle
from dynasty_env.kit.engine.cards import KINDS
from dynasty_env.kit.engine.emptying import emptying
from dynasty_env.kit.engine.table import EVERYBODY, push, tell
from dynasty_env.kit.words import EntryKind, Phase, _

from .copies import copies_in_game, put_all_in_pack
from .pack import draw
from .person_decks import from_deck, persons_in, reshuffle_deck, turn_up

clear = emptying("clear", FIELDS)
forget_action = emptying(
    "forget_action", FIELDS, "action", "target", "actor", "defender", "country", "friend", "friend_of", "needed",
    "dice", "dice_size", "refused", "sent",
)  # fmt: skip
"""Clear what belongs to an action: its declaration, dice, persons refused to the reaper, and persons sent to war."""


@rule
def deal(t):
    """Shuffle, deal, and choose the first player, who holds the pope; the player on his right holds the scythe."""
    clear(t)
    fill_person_decks(t)
    deal_countries(t)
    fill_pack(t)
    for seat in range(t.num_players):
        draw(t, seat, HAND_SIZE)
    t.first_player = below(t, t.num_players)
    t.pope = t.first_player
    t.scythe = on_the_right(t, t.first_player)
    tell(t, Trace.FIRST_PLAYER, t.first_player, 0, 0, 0, EVERYBODY)
    push(t, Step.SETUP, t.first_player, 0, 0)


@rule
def fill_person_decks(t):
    """Make four decks, one for each bloodline; Suleiman is in the blue one (D-R4)."""
    for person in range(BASE_PERSONS):
        put_into_deck(t, COLOUR[person], person)
    if t.witches == 1:
        mix_in_expansion(t)
    for deck in range(DECKS):
        shuffle(t, t.deck, deck * DECK_ROOM, t.deck_size[deck])


@rule
def put_into_deck(t, deck, card):
    """Put a person, or 97 + an event, on top of a person deck."""
    t.deck[deck * DECK_ROOM + t.deck_size[deck]] = card
    t.deck_size[deck] += 1
    if card < EVENT_CARD:
        t.place[card] = Place.DECK
    else:
        t.event_place[card - EVENT_CARD] = EventPlace.DECK


@rule
def mix_in_expansion(t):
    """SW02-01: shuffle the expansion's 28 cards, and put seven into each deck."""
    for card in range(EXPANSION):
        t.pack[card] = BASE_PERSONS + card
    shuffle(t, t.pack, 0, EXPANSION)
    for card in range(EXPANSION):
        put_into_deck(t, card // EXPANSION_A_DECK, t.pack[card] + 0)
        t.pack[card] = 0


@rule
def fill_pack(t):
    """Put 52 cards and two jokers for each pack (D-R1) into the face-down pack, and shuffle it."""
    put_all_in_pack(t)
    for kind in range(KINDS):
        for _number in range(copies_in_game(t, kind)):
            t.pack[t.pack_size] = kind
            t.pack_size += 1
    shuffle(t, t.pack, 0, t.pack_size)


@rule
def set_up_next(t):
    """Clockwise from the first player, each dynasty turns up its first persons (a: how many dynasties are done).

    §08-02: then the first player takes the first turn. SW02-04: before it, decks with events under them are shuffled.
    """
    for deck in range(DECKS):
        t.set_up_from[deck] = 0
    if t.a == t.num_players:
        for deck in range(DECKS):
            if t.under[deck] > 0:
                t.under[deck] = 0
                reshuffle_deck(t, deck)
        push(t, Step.TURN, t.first_player, 0, 0)
        return
    push(t, Step.SETUP, (t.seat + 1) % t.num_players, t.a + 1, 0)
    push(t, Step.SETUP_KING, t.seat, 0, 0)
    for left in range(FIRST_PERSONS):
        push(t, Step.SETUP_DECK, t.seat, FIRST_PERSONS - 1 - left, 0)


@rule
def may_turn_up(t, deck):
    """Any deck, but not the same one for all three persons; D-R5: they are turned up one after another."""
    return t.set_up_from[deck] < FIRST_PERSONS - 1 and persons_in(t, deck) > 0


@rule
def play_setup_deck(t, action):
    """Turn up the deck's top person. All three are courtiers until one of them is made king."""
    turn_up(t, action - DECK, t.seat)
    t.set_up_from[action - DECK] += 1


@rule
def may_be_crowned(t, seat, person):
    """§08-01: any of the three."""
    return t.owner[person] == seat


@rule
def play_setup_king(t, action):
    """§08-01: the person becomes king, and the other two stay courtiers."""
    king = action - PERSON
    t.place[king] = Place.KING
    t.king[t.seat] = king
    tell(t, Trace.CROWNED, t.seat, king, 0, 0, EVERYBODY)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.SETUP_DECK,
            offers(DECK, DECKS, may_turn_up),
            asks=_("From which deck do you turn up your next person?"),
            why=_("Each dynasty begins with three persons, not all from the same deck."),
            says={"deck": from_deck(_("turn up a card of the {deck} deck"))},
            cites="§08-01, D-R5",
            decides="the dynasty that is setting up",
        ),
        Phase(
            Step.SETUP_KING,
            offers(PERSON, PERSONS, may_be_crowned),
            asks=_("Who becomes your king?"),
            why=_("The two others become your courtiers."),
            says={"person": _("crown {person}")},
            facts=nouns.ON_THE_CARD,
            cites="§08-01",
            decides="the dynasty that is setting up",
        ),
    ),
    automatic=(Automatic(Step.SETUP, set_up_next),),
    entries=(
        EntryKind(Trace.FIRST_PLAYER, _("{who} is the first player and holds the pope"), cites="§08-01, §11-01"),
        EntryKind(Trace.CROWNED, _("{who} crowns {person}"), "person", cites="§08-01"),
    ),
)
