"""`hide` resamples a table: everything that one seat does not know is redrawn. view.py defines what a seat knows."""

from dynasty_env.kingdoms.material import DECK_ROOM, DECKS
from dynasty_env.kit.engine import rule, shuffle
from dynasty_env.kit.engine.cards import sort


@rule
def hide(t, me):
    """Redraw everything that `me` does not know: the order of the person decks, which nobody knows.

    All else is public.
    """
    for deck in range(DECKS):
        sort(t.deck, deck * DECK_ROOM, t.deck_size[deck])
        shuffle(t, t.deck, deck * DECK_ROOM, t.deck_size[deck])
