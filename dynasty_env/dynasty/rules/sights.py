"""What a seat that forgets nothing knows of the expansion's cards: which it has seen in a deck, and what follows."""

from dynasty_env.dynasty.material import BASE_PERSONS, EVENT_CARD, NOBODY, Event
from dynasty_env.kit.engine.rule import rule


@rule
def see_in_deck(t, row, card, deck):
    """A seat (row `SEATS`: everybody) has seen a card in a deck. Where the base game's persons are, all know."""
    if card >= BASE_PERSONS:
        t.seen[row, card - BASE_PERSONS] = deck
        t.seen_after[row, card - BASE_PERSONS] = t.events_taken[deck]


@rule
def was_in(t, me, card, deck):
    """Has `me` seen the card in this deck, and not missed it there when he looked through the deck later?"""
    return t.seen[me, card] == deck and t.seen_after[me, card] >= t.searched_after[me, deck]


@rule
def may_be_kept(card):
    """Events but Neuroi and doll, which are resolved when taken."""
    event = card - (EVENT_CARD - BASE_PERSONS)
    return event >= 0 and event != Event.NEUROI and event != Event.DOLL


@rule
def may_be_taken(t, me, card, deck, taken):
    """Can this be the event that was the `taken`-th to be taken from the deck?

    One that `me` has seen in a deck was taken from there, and later than he saw it. One that he did not find when he
    looked through the deck was taken before.
    """
    if not may_be_kept(card) or (t.seen[me, card] != NOBODY and t.seen[me, card] != deck):
        return False
    if t.seen[me, card] == deck and taken <= t.seen_after[me, card]:
        return False
    searched = t.searched_after[me, deck]
    return searched == NOBODY or taken <= searched or was_in(t, me, card, deck)


@rule
def may_lie_in(t, me, card, deck):
    """Can it be in the deck, for all that `me` has seen? Not if he has looked through the deck without finding it."""
    if t.seen[me, card] == NOBODY:
        return t.searched_after[me, deck] == NOBODY
    return was_in(t, me, card, deck)
