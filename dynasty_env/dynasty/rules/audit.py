"""What must hold of every table at every decision: each card in exactly one place, and counts that agree."""

from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COPIES,
    COUNTRIES,
    DECK_ROOM,
    DECKS,
    EVENT_CARD,
    EVENTS,
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
from dynasty_env.kit.engine.cards import JOKER, KINDS
from dynasty_env.kit.engine.rule import rule

from .copies import copies_of, holds_shown_ace
from .people import has_ability
from .seen_in_decks import may_be_taken, may_lie_in
from .stats import carries

TRUTHS = {
    1: "every playing card is in exactly one place",
    2: "a hand's size is the number of its cards",
    3: "a person is in a deck exactly as often as his place says",
    4: "whoever belongs to a dynasty has a place in it, and nobody else has",
    5: "a dynasty has at most one king, the one noted, and one spouse (with polygamy several)",
    6: "king and spouse are of different sexes (except after a revolution, D-R19)",
    7: "a dynasty's children are numbered 1, 2 … by birth, and nobody else is",
    8: "the Ottoman Empire is in play, or under the Neuroi card, exactly when Suleiman is",
    9: "the mask agrees with the number of choices, and a decision has one",
    10: "the holders of pope, scythe and turn are seats",
    11: "country cards are held by seats of this game",
    12: "an event is in a deck, or face down before a player, exactly as its place says",
    13: "an event is attached exactly when its place says so, to a person of a dynasty or under the Neuroi card",
    14: "a card that a seat has seen in a deck is still there, or was taken from it face down",
    15: "countries are occupied, and Suleiman is under the card, only while the Neuroi card is on the table",
    16: "each copy of a playing card lies where its kind is counted, and those in the pack are from that pack",
    17: "whoever is known to hold an ace holds one",
    18: "where a card of the expansion lies agrees with all that a seat has seen",
}


@rule
def audit(t):
    """The number of the first of the `TRUTHS` that does not hold of the table; 0 if all of them do."""
    wrong = audit_cards(t)
    if wrong == 0:
        wrong = audit_persons(t)
    if wrong == 0:
        wrong = audit_dynasties(t)
    if wrong == 0:
        wrong = audit_events(t)
    if wrong == 0:
        wrong = audit_rest(t)
    return wrong


@rule
def audit_cards(t):
    for seat in range(t.num_players):
        cards = 0
        for kind in range(KINDS):
            if t.hand[seat, kind] < 0:
                return 1
            cards += t.hand[seat, kind]
        if cards != t.hand_size[seat]:
            return 2
    for kind in range(KINDS):
        found = t.discards[kind] + 0
        for seat in range(t.num_players):
            found += t.hand[seat, kind]
        for i in range(t.pack_size):
            found += t.pack[i] == kind
        for i in range(t.laid_size):
            found += t.laid[i] == kind
        if found != (2 * t.packs if kind == JOKER else t.packs):
            return 1
    return audit_copies(t)


@rule
def audit_copies(t):
    for kind in range(KINDS):
        packed = 0
        kept = 0
        for seat in range(t.num_players):
            held = 0
            for copy in range(copies_of(kind)):
                card = COPIES * kind + copy
                held += t.card_place[card] == seat
                kept += t.card_place[card] == seat and t.card_from[card] < t.rebuilt
            if held != t.hand[seat, kind]:
                return 16
        for copy in range(copies_of(kind)):
            card = COPIES * kind + copy
            packed += t.card_place[card] == CardPlace.PACK
            if t.card_place[card] == CardPlace.PACK and t.card_from[card] != t.rebuilt:
                return 16
        for i in range(t.pack_size):
            packed -= t.pack[i] == kind
        if packed != 0 or kept != t.kept[kind]:
            return 16
    for seat in range(t.num_players):
        if t.ace_from[seat] != NOBODY and not holds_shown_ace(t, seat):
            return 17
    return 0


@rule
def audit_persons(t):
    for person in range(PERSONS):
        found = 0
        for deck in range(DECKS):
            for i in range(t.deck_size[deck]):
                found += t.deck[deck * DECK_ROOM + i] == person
        place = t.place[person]
        if found != (1 if place == Place.DECK else 0):
            return 3
        belongs = place == Place.KING or place == Place.SPOUSE or place == Place.CHILD or place == Place.COURTIER
        if belongs != (0 <= t.owner[person] < t.num_players) or (not belongs and t.owner[person] != NOBODY):
            return 4
        if (t.born[person] > 0) != (place == Place.CHILD):
            return 7
    return 0


@rule
def audit_dynasties(t):
    for seat in range(t.num_players):
        kings = 0
        spouses = 0
        children = 0
        youngest = 0
        for person in range(PERSONS):
            if t.owner[person] == seat:
                if t.place[person] == Place.KING:
                    kings += 1
                    if t.king[seat] != person:
                        return 5
                if t.place[person] == Place.SPOUSE:
                    spouses += 1
                    king = t.king[seat]
                    if king != NOBODY and SEX[person] == SEX[king] and not has_ability(t, king, Ability.REVOLUTION):
                        return 6
                if t.place[person] == Place.CHILD:
                    children += 1
                    youngest = max(youngest, t.born[person])
                    for other in range(person):
                        if t.owner[other] == seat and t.born[other] == t.born[person]:
                            return 7
        if children != youngest:
            return 7
        if kings > 1 or (kings == 0 and t.king[seat] != NOBODY):
            return 5
        if spouses > 1 and not may_have_several(t, t.king[seat]):
            return 5
    return 0


@rule
def may_have_several(t, king):
    """May he have several spouses? SW02-08-12: with polygamy; D-R19: a revolution leaves all spouses in place."""
    return king != NOBODY and (carries(t, king, Event.POLYGAMY) or has_ability(t, king, Ability.REVOLUTION))


@rule
def audit_events(t):
    for event in range(EVENTS):
        found = 0
        for deck in range(DECKS):
            for i in range(t.deck_size[deck]):
                found += t.deck[deck * DECK_ROOM + i] == EVENT_CARD + event
        place = t.event_place[event]
        if found != (1 if place == EventPlace.DECK else 0):
            return 12
        if (place == EventPlace.HAND) != (t.event_deck[event] != NOBODY and t.event_person[event] == NOBODY):
            return 12
        if (place == EventPlace.ATTACHED) != (t.event_person[event] != NOBODY):
            return 13
        if place == EventPlace.ATTACHED:
            person = t.event_person[event]
            if t.owner[person] == NOBODY and t.place[person] != Place.OCCUPIED:
                return 13
        for row in range(SEATS + 1):
            if t.seen[row, EVENT_CARD - BASE_PERSONS + event] != NOBODY and place > EventPlace.HAND:
                return 14
        if place == EventPlace.HAND and t.event_shown[event] == 0:
            for seat in range(t.num_players):
                taken = t.event_taken[event]
                if seat != t.event_owner[event] and not may_be_taken(
                    t, seat, EVENT_CARD - BASE_PERSONS + event, t.event_deck[event], taken
                ):
                    return 18
    for deck in range(DECKS):
        for i in range(t.deck_size[deck]):
            card = t.deck[deck * DECK_ROOM + i] - BASE_PERSONS
            for seat in range(t.num_players):
                if card >= 0 and not may_lie_in(t, seat, card, deck):
                    return 18
    for person in range(BASE_PERSONS, PERSONS):
        for row in range(SEATS + 1):
            if t.seen[row, person - BASE_PERSONS] != NOBODY and t.place[person] != Place.DECK:
                return 14
    occupied = t.place[SULEIMAN] == Place.OCCUPIED
    for country in range(COUNTRIES):
        occupied |= t.holder[country] == Holder.OCCUPIED
    if occupied and t.event_place[Event.NEUROI] != EventPlace.TABLE:
        return 15
    return 0


@rule
def audit_rest(t):
    for country in range(COUNTRIES):
        if t.holder[country] >= t.num_players or t.holder[country] < Holder.OCCUPIED:
            return 11
    if (t.owner[SULEIMAN] != NOBODY) != (t.holder[OTTOMAN] >= Holder.INDEPENDENT):
        return 8
    if (t.place[SULEIMAN] == Place.OCCUPIED) != (t.holder[OTTOMAN] == Holder.OCCUPIED):
        return 8
    offered = 0
    for action in range(len(t.mask)):
        offered += t.mask[action]
    if offered != t.choices or (t.choices == 0) != (t.done == 1):
        return 9
    if t.choices == 1 and t.ask_forced == 0:
        return 9
    n = t.num_players
    if not (0 <= t.pope < n and 0 <= t.scythe < n and 0 <= t.turn_player < n and 0 <= t.seat < n):
        return 10
    return 0
