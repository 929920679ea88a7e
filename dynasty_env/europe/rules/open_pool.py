"""§08-02, K3: how a turn uses the person decks and the open pool."""

from dynasty_env.kit.engine import rule


@rule
def has_cards(t, deck):
    """§08-02-02, K3: does this person deck have a card?"""
    return t.deck_size[deck] > 0


@rule
def persons_at(t, place):
    """How many persons are at a place (a `Place` of the game)."""
    count = 0
    for person in range(len(t.place)):
        count += t.place[person] == place
    return count
