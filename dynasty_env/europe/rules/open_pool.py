"""§08-02, K3: what a turn does with the person decks and the open pool."""

from dynasty_env.europe.material import DECKS
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import offer


@rule
def offer_decks(t, first):
    """§08-02-02, K3: offer each person deck that has cards. `first`: action id of the first deck."""
    for deck in range(DECKS):
        if t.deck_size[deck] > 0:
            offer(t, first + deck)


@rule
def persons_at(t, place):
    """How many persons are at a place (a `Place` of the game)."""
    count = 0
    for person in range(len(t.place)):
        count += t.place[person] == place
    return count


@rule
def offer_persons_at(t, place, first):
    """Offer everybody who is at a place. `first`: action id of the first person."""
    for person in range(len(t.place)):
        if t.place[person] == place:
            offer(t, first + person)
