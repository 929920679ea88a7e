"""One part of `hide`: the playing cards that a seat has not seen are dealt again."""

import numpy as np

from dynasty_env.dynasty.material import COPIES, MOST_CARDS, NOBODY, CardPlace
from dynasty_env.dynasty.rules.copies import cards_of, copies_of, holds_shown_ace, kind_of
from dynasty_env.kit.engine import rule, shuffle
from dynasty_env.kit.engine.cards import KINDS


@rule
def knows_top(t, me):
    """SW02-07-03: has `me` seen the card that lies on top of the pack?"""
    return t.knows_top[me] == 1 and t.pack_size > 0


@rule
def forget_what_others_drew(t, me):
    """Clear what only the others know: which cards they saw on top of the pack before these were drawn."""
    for card in range(MOST_CARDS):
        t.card_seen[card] &= 1 << me


@rule
def redraw_cards(t, me):
    """Redraw the pack and the other hands.

    D-R69: everybody knows which pack each hand card was drawn from, and which cards were in that pack: the discards of
    that time, or all cards. So the cards of each pack are shuffled separately and dealt to the hands that drew from it.
    """
    put_copies_in_order(t, me)
    top = top_card(t, me)
    for pack in range(oldest_pack(t, me), t.rebuilt + 1):
        redraw_from(t, me, pack, top)
    count_hands(t, me)


@rule
def is_hidden(t, me, card):
    """Is the card hidden from `me`: in the pack, or in another hand without `me` having seen it before?"""
    place = t.card_place[card]
    if place == CardPlace.PACK:
        return True
    return place >= 0 and place != me and t.card_seen[card] == 0


@rule
def comes_before(t, me, card, other):
    """An order of a kind's copies that depends only on what `me` knows: by place, then by pack."""
    hidden, other_hidden = is_hidden(t, me, card), is_hidden(t, me, other)
    if hidden != other_hidden:
        return other_hidden
    if not hidden and t.card_place[card] != t.card_place[other]:
        return t.card_place[card] < t.card_place[other]
    return t.card_from[card] < t.card_from[other]


@rule
def put_copies_in_order(t, me):
    """Renumber the copies of each kind in an order that `me` could find, so that the numbers reveal nothing."""
    for kind in range(KINDS):
        for last in range(copies_of(kind) - 1, 0, -1):
            for copy in range(last):
                card = COPIES * kind + copy
                if comes_before(t, me, card + 1, card):
                    swap_copies(t, card, card + 1)


@rule
def swap_copies(t, card, other):
    """Swap the places of two copies and what is known of them."""
    place, pack, seen = t.card_place[card] + 0, t.card_from[card] + 0, t.card_seen[card] + 0
    t.card_place[card] = t.card_place[other]
    t.card_from[card] = t.card_from[other]
    t.card_seen[card] = t.card_seen[other]
    t.card_place[other] = place
    t.card_from[other] = pack
    t.card_seen[other] = seen


@rule
def oldest_pack(t, me):
    """The number of the oldest pack with a card that is hidden from `me`."""
    pack = t.rebuilt + 0
    for card in range(MOST_CARDS):
        if is_hidden(t, me, card):
            pack = min(pack, t.card_from[card])
    return pack


@rule
def top_card(t, me):
    """The card that `me` has seen on top of the pack, or -1.

    If its kind has several hidden copies, it is the first one.
    """
    if knows_top(t, me):
        kind = t.pack[t.pack_size - 1]
        for card in cards_of(kind):
            if is_hidden(t, me, card) and t.card_from[card] == t.rebuilt:
                return card
    return NOBODY


@rule
def redraw_from(t, me, pack, top):
    """Shuffle the hidden cards of one pack: each seat gets as many as it had, and the rest go back to the pack."""
    cards = np.zeros(MOST_CARDS, np.int64)
    places = np.zeros(MOST_CARDS, np.int64)
    hidden = 0
    in_hands = 0
    for seat in range(t.num_players):
        for card in range(MOST_CARDS):
            if t.card_place[card] == seat and t.card_from[card] == pack and is_hidden(t, me, card):
                places[in_hands] = seat
                in_hands += 1
    for card in range(MOST_CARDS):
        if t.card_from[card] == pack and card != top and is_hidden(t, me, card):
            cards[hidden] = card
            hidden += 1
    shuffle(t, cards, 0, hidden)
    for i in range(in_hands):
        t.card_place[cards[i]] = places[i]
    if pack == t.rebuilt:
        for i in range(in_hands, hidden):
            t.card_place[cards[i]] = CardPlace.PACK
            t.pack[i - in_hands] = kind_of(cards[i])
        if top != NOBODY:
            t.card_place[top] = CardPlace.PACK
            t.pack[hidden - in_hands] = kind_of(top)
        for i in range(t.pack_size, MOST_CARDS):
            t.pack[i] = 0


@rule
def count_hands(t, me):
    """Count the other hands by kind, with the cards they have now."""
    for seat in range(t.num_players):
        if seat != me:
            for kind in range(KINDS):
                t.hand[seat, kind] = 0
    for card in range(MOST_CARDS):
        place = t.card_place[card]
        if place >= 0 and place != me:
            t.hand[place, kind_of(card)] += 1


@rule
def shown_aces_are_held(t, me):
    """SW02-07-11: does every other seat that is known to hold an ace hold one?"""
    for seat in range(t.num_players):
        if seat != me and t.ace_from[seat] != NOBODY and not holds_shown_ace(t, seat):
            return False
    return True
