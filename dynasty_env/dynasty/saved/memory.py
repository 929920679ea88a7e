"""What a save file says about playing cards that players know without seeing them (D-R69).

Unless the file says otherwise, every hand card was drawn from the newest pack, and no other seat has seen it.
"""

from typing import Any

import numpy as np

from dynasty_env.dynasty.material import MOST_CARDS, NOBODY, CardPlace
from dynasty_env.dynasty.rules.copies import cards_of, holds_shown_ace, kind_of
from dynasty_env.kit.engine.cards import CARD_NAMES, KINDS
from dynasty_env.kit.files.json_reader import Reader

SEAT_FIELDS = ("known_cards", "ace_from")
MOST_REBUILT = 9999


def seat_to_dict(record: Any, seat: int) -> dict[str, Any]:
    """What is known of one seat's hand, as far as the file needs to say it.

    Returns:
        ``known_cards``: cards from an earlier pack, or that others have seen, with the pack and these seats.
            ``ace_from``: the ace that the seat is known to hold. Each is left out if there is nothing to say.
    """
    known = []
    for card in np.flatnonzero(record["card_place"] == seat):
        pack, seen = int(record["card_from"][card]), int(record["card_seen"][card])
        if pack != record["rebuilt"] or seen:
            seats = [other for other in range(int(record["num_players"])) if seen >> other & 1]
            known.append({"card": CARD_NAMES[kind_of(int(card))], "pack": pack, "seen_by": seats})
    ace = int(record["ace_from"][seat])
    return {**({"known_cards": known} if known else {}), **({"ace_from": ace} if ace != NOBODY else {})}


def place_copies(t: Any) -> None:
    """Put each copy of a playing card where the table has a card of its kind, with nothing known of it yet."""
    for card in range(MOST_CARDS):
        t.card_place[card] = CardPlace.ABSENT
        t.card_from[card] = t.rebuilt
        t.card_seen[card] = 0
    for kind in range(KINDS):
        places = [seat for seat in range(t.num_players) for _ in range(t.hand[seat, kind])]
        places += [int(CardPlace.PACK) for i in range(t.pack_size) if t.pack[i] == kind]
        places += [int(CardPlace.OPEN) for i in range(t.laid_size) if t.laid[i] == kind]
        places += [int(CardPlace.OPEN)] * t.discards[kind]
        for card, place in zip(cards_of(kind), places, strict=False):
            t.card_place[card] = place
            if place == CardPlace.OPEN:
                t.card_from[card] = 0


def place_memory(t: Any, seats: list[Reader]) -> None:
    """Record what is known of the cards in hands. Raises SaveError if the hands do not allow it."""
    noted: set[int] = set()
    for seat, reader in enumerate(seats):
        for item in reader.get("known_cards", []).each():
            item.fields(("card", "pack", "seen_by"))
            kind = item["card"].one_of(CARD_NAMES, "card")
            card = next((c for c in cards_of(kind) if t.card_place[c] == seat and c not in noted), None)
            if card is None:
                raise item["card"].wrong("it is listed more often here than it is in the seat's hand")
            noted.add(card)
            t.card_from[card] = item["pack"].whole(0, t.rebuilt)
            for other in item.get("seen_by", []).each():
                number = other.whole(0, t.num_players - 1)
                if number == seat:
                    raise other.wrong("a seat sees its own cards anyway")
                if not t.witches:
                    raise other.wrong("nobody sees the pack without the expansion; set options.witches")
                t.card_seen[card] |= 1 << number
        if reader.has("ace_from"):
            t.ace_from[seat] = reader["ace_from"].whole(0, t.rebuilt)
            if not t.witches:
                raise reader["ace_from"].wrong("wide search belongs to the expansion; set options.witches")
            if not holds_shown_ace(t, seat):
                raise reader["ace_from"].wrong("the seat's hand has no ace from this pack or an earlier one")
    for card in range(MOST_CARDS):
        if t.card_place[card] >= 0 and t.card_from[card] < t.rebuilt:
            t.kept[kind_of(card)] += 1
            t.kept_by[t.card_place[card]] += 1
