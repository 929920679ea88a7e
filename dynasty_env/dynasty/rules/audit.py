"""Invariants that hold at every decision: each card is in exactly one place, and all counts agree."""

from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COUNTRIES,
    DECK_ROOM,
    DECKS,
    EVENT_CARD,
    EVENTS,
    EXPANSION,
    MOST_CARDS,
    NOBODY,
    OTTOMAN,
    PERSONS,
    SEATS,
    SEX,
    SULEIMAN,
    Ability,
    CardPlace,
    Event,
    EventPlace,
    Holder,
    Place,
)
from dynasty_env.europe.rules.audit import decks_hold_their_bloodline, in_decks
from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.kit.engine import Chapter, mask_is_counted, rule, truth
from dynasty_env.kit.engine.cards import KINDS

from .copies import cards_of, copies_in_game, holds_shown_ace
from .seen_in_decks import may_be_taken, may_lie_in
from .stats import carries


@truth("every playing card is in exactly one place")
def cards_lie_once(t):
    for kind in range(KINDS):
        found = t.discards[kind] + 0
        for seat in range(t.num_players):
            if t.hand[seat, kind] < 0:
                return False
            found += t.hand[seat, kind]
        for i in range(t.pack_size):
            found += t.pack[i] == kind
        for i in range(t.laid_size):
            found += t.laid[i] == kind
        if found != copies_in_game(t, kind):
            return False
    return True


@truth("a hand's size is the number of its cards", each="num_players")
def hands_are_counted(t, seat):
    cards = 0
    for kind in range(KINDS):
        cards += t.hand[seat, kind]
    return cards == t.hand_size[seat]


@truth("a person is in a deck exactly as often as his place says", each=PERSONS)
def persons_in_decks_have_that_place(t, person):
    return in_decks(t, person) == (1 if t.place[person] == Place.DECK else 0)


@truth("whoever belongs to a dynasty has a place in it, and nobody else has", each=PERSONS)
def persons_of_dynasties_have_a_place_there(t, person):
    owner = t.owner[person]
    return 0 <= owner < t.num_players if Place.KING <= t.place[person] <= Place.COURTIER else owner == NOBODY


@rule
def at(t, seat, place):
    """How many persons have this place in a dynasty."""
    found = 0
    for person in range(PERSONS):
        found += t.owner[person] == seat and t.place[person] == place
    return found


@truth("a dynasty has at most one king, the one noted, and one spouse (with polygamy several)", each="num_players")
def families_are_complete(t, seat):
    king = t.king[seat]
    if at(t, seat, Place.KING) != (0 if king == NOBODY else 1):
        return False
    if king != NOBODY and (t.owner[king] != seat or t.place[king] != Place.KING):
        return False
    return at(t, seat, Place.SPOUSE) <= 1 or may_have_several(t, king)


@rule
def may_have_several(t, king):
    """May the king have several spouses? SW02-08-12: with polygamy; D-R19: after a revolution all spouses stay."""
    return king != NOBODY and (carries(t, king, Event.POLYGAMY) or has_ability(t, king, Ability.REVOLUTION))


@truth("king and spouse are of different sexes (except after a revolution, D-R19)", each=PERSONS)
def spouses_are_of_different_sexes(t, person):
    if t.place[person] != Place.SPOUSE:
        return True
    king = t.king[t.owner[person]]
    return king == NOBODY or SEX[person] != SEX[king] or has_ability(t, king, Ability.REVOLUTION)


@truth("a dynasty's children are numbered 1, 2 … by birth, and nobody else is")
def children_are_numbered(t):
    for person in range(PERSONS):
        if (t.born[person] > 0) != (t.place[person] == Place.CHILD):
            return False
    for seat in range(t.num_players):
        for number in range(1, at(t, seat, Place.CHILD) + 1):
            found = 0
            for person in range(PERSONS):
                found += t.owner[person] == seat and t.born[person] == number
            if found != 1:
                return False
    return True


@truth("the Ottoman Empire is in play, or under the Neuroi card, exactly when Suleiman is")
def empire_goes_with_suleiman(t):
    if (t.owner[SULEIMAN] != NOBODY) != (t.holder[OTTOMAN] >= Holder.INDEPENDENT):
        return False
    return (t.place[SULEIMAN] == Place.OCCUPIED) == (t.holder[OTTOMAN] == Holder.OCCUPIED)


@truth("the holders of pope, scythe and turn are seats")
def cards_are_with_seats(t):
    n = t.num_players
    return 0 <= t.pope < n and 0 <= t.scythe < n and 0 <= t.turn_player < n and 0 <= t.seat < n


@truth("country cards are held by seats of this game", each=COUNTRIES)
def countries_are_with_seats(t, country):
    return Holder.OCCUPIED <= t.holder[country] < t.num_players


@truth("an event is in a deck, or face down before a player, exactly as its place says", each=EVENTS)
def events_lie_where_they_are_said_to(t, event):
    place = t.event_place[event]
    if in_decks(t, EVENT_CARD + event) != (1 if place == EventPlace.DECK else 0):
        return False
    return (place == EventPlace.HAND) == (t.event_deck[event] != NOBODY and t.event_person[event] == NOBODY)


@truth(
    "an event is attached exactly when its place says so, to a person of a dynasty or under the Neuroi card",
    each=EVENTS,
)
def events_are_attached_to_persons(t, event):
    person = t.event_person[event]
    if (t.event_place[event] == EventPlace.ATTACHED) != (person != NOBODY):
        return False
    return person == NOBODY or t.owner[person] != NOBODY or t.place[person] == Place.OCCUPIED


@truth("a card that a seat has seen in a deck is still there, or was taken from it face down")
def cards_seen_in_decks_are_there(t):
    for row in range(SEATS + 1):
        for card in range(EXPANSION):
            if t.seen[row, card] != NOBODY:
                event = BASE_PERSONS + card - EVENT_CARD
                if event >= 0 and t.event_place[event] > EventPlace.HAND:
                    return False
                if event < 0 and t.place[BASE_PERSONS + card] != Place.DECK:
                    return False
    return True


@truth("countries are occupied, and Suleiman is under the card, only while the Neuroi card is on the table")
def occupation_needs_the_neuroi(t):
    occupied = t.place[SULEIMAN] == Place.OCCUPIED
    for country in range(COUNTRIES):
        occupied |= t.holder[country] == Holder.OCCUPIED
    return not occupied or t.event_place[Event.NEUROI] == EventPlace.TABLE


@truth("each copy of a playing card lies where its kind is counted, and those in the pack are from that pack")
def copies_lie_with_their_kind(t):
    for kind in range(KINDS):
        packed = 0
        kept = 0
        laid_open = -t.discards[kind]
        for i in range(t.pack_size):
            packed -= t.pack[i] == kind
        for i in range(t.laid_size):
            laid_open -= t.laid[i] == kind
        for card in cards_of(kind):
            in_pack = t.card_place[card] == CardPlace.PACK
            packed += in_pack
            laid_open += t.card_place[card] == CardPlace.OPEN
            kept += 0 <= t.card_place[card] < t.num_players and t.card_from[card] < t.rebuilt
            if in_pack and t.card_from[card] != t.rebuilt:
                return False
        if packed != 0 or laid_open != 0 or kept != t.kept[kind]:
            return False
        for seat in range(t.num_players):
            held = 0
            for card in cards_of(kind):
                held += t.card_place[card] == seat
            if held != t.hand[seat, kind]:
                return False
    return True


@truth("a seat is said to have kept as many cards as it holds of earlier packs", each=SEATS)
def kept_cards_are_counted(t, seat):
    kept = 0
    for card in range(MOST_CARDS):
        kept += t.card_place[card] == seat and t.card_from[card] < t.rebuilt
    return kept == t.kept_by[seat]


@truth("whoever is known to hold an ace holds one", each="num_players")
def shown_aces_are_held(t, seat):
    return t.ace_from[seat] == NOBODY or holds_shown_ace(t, seat)


@truth("where a card of the expansion lies agrees with all that a seat has seen")
def all_that_was_seen_agrees(t):
    for event in range(EVENTS):
        if t.event_place[event] == EventPlace.HAND and t.event_shown[event] == 0:
            card = EVENT_CARD - BASE_PERSONS + event
            for seat in range(t.num_players):
                if seat != t.event_owner[event] and not may_be_taken(
                    t, seat, card, t.event_deck[event], t.event_taken[event]
                ):
                    return False
    for deck in range(DECKS):
        for i in range(t.deck_size[deck]):
            card = t.deck[deck * DECK_ROOM + i] - BASE_PERSONS
            for seat in range(t.num_players):
                if card >= 0 and not may_lie_in(t, seat, card, deck):
                    return False
    return True


CHAPTER = Chapter(
    __name__,
    truths=(
        cards_lie_once, hands_are_counted, persons_in_decks_have_that_place, persons_of_dynasties_have_a_place_there,
        families_are_complete, spouses_are_of_different_sexes, children_are_numbered, empire_goes_with_suleiman,
        mask_is_counted, cards_are_with_seats, countries_are_with_seats, events_lie_where_they_are_said_to,
        events_are_attached_to_persons, cards_seen_in_decks_are_there, occupation_needs_the_neuroi,
        copies_lie_with_their_kind, shown_aces_are_held, all_that_was_seen_agrees, decks_hold_their_bloodline,
        kept_cards_are_counted,
    ),
)  # fmt: skip
