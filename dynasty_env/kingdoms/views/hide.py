"""`hide`: a table with all that one seat does not know redrawn. What a seat does know is in view.py."""

from dynasty_env.kingdoms.material import DECK_ROOM, DECKS
from dynasty_env.kit.engine import rule, shuffle
from dynasty_env.kit.engine.cards import sort


@rule
def hide(t, me):
    """Redraw all that `me` does not know: nobody knows the order of the person decks, everything else lies open."""
    for deck in range(DECKS):
        sort(t.deck, deck * DECK_ROOM, t.deck_size[deck])
        shuffle(t, t.deck, deck * DECK_ROOM, t.deck_size[deck])
