"""K2: set-up."""

from dynasty_env.europe.rules.deal import deal_countries, on_the_right
from dynasty_env.kingdoms.ids import COUNTRY, DECK, PERSON, Step, Trace
from dynasty_env.kingdoms.material import (
    COLOUR,
    COUNTRIES,
    DECK_ROOM,
    DECKS,
    FIRST_PERSONS,
    NOBODY,
    OTTOMAN,
    PERSONS,
    SULEIMAN,
    Place,
)
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kingdoms.table import FIELDS
from dynasty_env.kit.engine import Automatic, Chapter, below, offers, rule, shuffle
from dynasty_env.kit.engine.emptying import emptying
from dynasty_env.kit.engine.table import EVERYBODY, push, tell
from dynasty_env.kit.words import EntryKind, Phase, _

from .countries import settle_home
from .decks import turn_up, turn_up_from
from .persons import settle

clear = emptying("clear", FIELDS)
forget_action = emptying(
    "forget_action", FIELDS,
    "action", "king", "target", "actor", "defender", "country", "committed", "refused", "vetoed",
)  # fmt: skip
"""Clear the declared action and all refusals."""
forget_contest = emptying("forget_contest", FIELDS, "throne", "candidate", "arms")
"""Clear the succession contest."""


@rule
def deal(t):
    """Shuffle, deal, and choose the first player; the scythe goes to the player on his right, who is last in order."""
    clear(t)
    fill_decks(t)
    deal_countries(t)
    t.first_player = below(t, t.num_players)
    t.turn_player = t.first_player
    t.scythe = on_the_right(t, t.first_player)
    tell(t, Trace.FIRST_PLAYER, t.first_player, 0, 0, 0, EVERYBODY)
    push(t, Step.SETUP, t.first_player, 0, 0)


@rule
def fill_decks(t):
    """Four decks by bloodline; Suleiman belongs to the blue one."""
    for person in range(PERSONS):
        deck = COLOUR[person]
        t.deck[deck * DECK_ROOM + t.deck_size[deck]] = person
        t.deck_size[deck] += 1
        t.place[person] = Place.DECK
    for deck in range(DECKS):
        shuffle(t, t.deck, deck * DECK_ROOM, t.deck_size[deck])


@rule
def set_up_next(t):
    """Clockwise from the first player, each dynasty turns up its persons (a: how many dynasties are done).

    Then play begins with the first player's turn.
    """
    for deck in range(DECKS):
        t.set_up_from[deck] = 0
    if t.a == t.num_players:
        push(t, Step.TURN, t.first_player, 0, 0)
        return
    push(t, Step.SETUP, (t.seat + 1) % t.num_players, t.a + 1, 0)
    push(t, Step.SETUP_HOME, t.seat, 0, 0)
    push(t, Step.SETUP_KING, t.seat, 0, 0)
    for left in range(FIRST_PERSONS):
        push(t, Step.SETUP_DECK, t.seat, FIRST_PERSONS - 1 - left, 0)


@rule
def may_turn_up_from(t, deck):
    """Any deck, but not the same one for all three persons; one after another (Dynasty's D-R5)."""
    return t.set_up_from[deck] < FIRST_PERSONS - 1


@rule
def play_setup_deck(t, action):
    """Two of the three will be nobles: until the king is named, all are placed as such.

    K5: Suleiman is a king in addition.
    """
    turn_up(t, action - DECK, t.seat, Place.NOBLE, NOBODY)
    t.set_up_from[action - DECK] += 1


@rule
def may_be_first_king(t, seat, person):
    """One of the three persons turned up, but (K5) not Suleiman."""
    return t.owner[person] == seat and person != SULEIMAN


@rule
def play_setup_king(t, action):
    """K2: he rules both countries in union."""
    king = action - PERSON
    settle(t, king, t.seat, Place.KING, NOBODY)
    for country in range(COUNTRIES):
        if is_dealt(t, t.seat, country):
            t.ruler[country] = king
    tell(t, Trace.CROWNED, t.seat, king, 0, 0, EVERYBODY)


@rule
def is_dealt(t, seat, country):
    """K2: is this one of the two countries that were dealt?"""
    return t.holder[country] == seat and country != OTTOMAN


@rule
def play_setup_home(t, action):
    settle_home(t, t.seat, action - COUNTRY)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.SETUP_DECK,
            offers(DECK, DECKS, may_turn_up_from),
            asks=_("From which deck do you turn up your next person?"),
            why=_("Your dynasty begins with three persons, not all from the same deck: a king and two nobles."),
            says={"deck": turn_up_from(_("turn up a person of the {deck} deck"))},
            cites="K2",
            decides="each dynasty in order",
        ),
        Phase(
            Step.SETUP_KING,
            offers(PERSON, PERSONS, may_be_first_king),
            asks=_("Who becomes your king?"),
            why=_("The king rules both of your countries. The two others become your nobles."),
            says={"person": _("crown {person}")},
            facts=nouns.ON_THE_CARD,
            cites="K2, K5",
            decides="each dynasty in order",
        ),
        Phase(
            Step.SETUP_HOME,
            offers(COUNTRY, COUNTRIES, is_dealt),
            asks=_("Which country is your home?"),
            why=_("Your persons are incited more easily if their religion differs from that of the king who rules it."),
            says={"country": _("make {country} the home country")},
            cites="K2",
            decides="each dynasty in order",
        ),
    ),
    automatic=(Automatic(Step.SETUP, set_up_next),),
    entries=(
        EntryKind(Trace.FIRST_PLAYER, _("{who} is the first player"), cites="K2"),
        EntryKind(Trace.CROWNED, _("{who} crowns {person}"), "person", cites="K2"),
    ),
)
