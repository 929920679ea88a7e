"""Invariants of person decks that hold at every decision, in both Dynasty and Kingdoms."""

from dynasty_env.europe.material import BASE_PERSONS, COLOUR, DECKS
from dynasty_env.kit.engine import rule, truth


@rule
def in_decks(t, card):
    """How many times a person, or another card, is in the person decks."""
    room = len(t.deck) // DECKS
    found = 0
    for deck in range(DECKS):
        for i in range(t.deck_size[deck]):
            found += t.deck[deck * room + i] == card
    return found


@truth("a person of the base game in a deck is in the one of his bloodline", each=DECKS)
def decks_hold_their_bloodline(t, deck):
    first = deck * (len(t.deck) // DECKS)
    for i in range(t.deck_size[deck]):
        card = t.deck[first + i]
        if card < BASE_PERSONS and COLOUR[card] != deck:
            return False
    return True
