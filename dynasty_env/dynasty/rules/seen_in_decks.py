"""What a seat knows about the expansion's cards from having seen them in person decks, if it forgets nothing."""

from dynasty_env.dynasty.material import BASE_PERSONS, EVENT_CARD, NOBODY, Event
from dynasty_env.kit.engine.rule import rule


@rule
def see_in_deck(t, row, card, deck):
    """Record that a seat (row `SEATS`: everybody) has seen a card in a deck.

    Cards of the base game need no record: their decks are known.
    """
    if card >= BASE_PERSONS:
        t.seen[row, card - BASE_PERSONS] = deck
        t.seen_after[row, card - BASE_PERSONS] = t.events_taken[deck]


@rule
def was_in(t, me, card, deck):
    """Has `me` seen the card in this deck, and not missed it in a later search of the deck?"""
    return t.seen[me, card] == deck and t.seen_after[me, card] >= t.searched_after[me, deck]


@rule
def may_be_kept(card):
    """Can this card be kept face down? True for all events except Neuroi and doll, which are resolved when drawn."""
    event = card - (EVENT_CARD - BASE_PERSONS)
    return event >= 0 and event != Event.NEUROI and event != Event.DOLL


@rule
def may_be_taken(t, me, card, deck, taken):
    """Given all that `me` has seen, can this card be the `taken`-th event taken from the deck?

    A card that `me` has seen in a deck was taken from that deck, after it was seen. A card that `me` did not find when
    searching the deck was taken before the search.
    """
    if not may_be_kept(card) or (t.seen[me, card] != NOBODY and t.seen[me, card] != deck):
        return False
    if t.seen[me, card] == deck and taken <= t.seen_after[me, card]:
        return False
    searched = t.searched_after[me, deck]
    return searched == NOBODY or taken <= searched or was_in(t, me, card, deck)


@rule
def may_lie_in(t, me, card, deck):
    """Given all that `me` has seen, can this card be in the deck? Not if `me` searched the deck and did not find it."""
    if t.seen[me, card] == NOBODY:
        return t.searched_after[me, deck] == NOBODY
    return was_in(t, me, card, deck)
