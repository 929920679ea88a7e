"""D-R69: what players can know about a playing card: which pack it was drawn from, and who saw it on top.

Copy c of a kind is card 2 * kind + c; the jokers are cards 104 … 107. The copies of a kind differ only in what is
known about them.
"""

from dynasty_env.dynasty.material import COPIES, JOKERS, NOBODY, CardPlace
from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS
from dynasty_env.kit.engine.rule import rule


@rule
def copies_of(kind):
    """How many copies of a kind there are in two packs."""
    return JOKERS if kind == JOKER else COPIES


@rule
def cards_of(kind):
    """The numbers of a kind's copies."""
    return range(COPIES * kind, COPIES * kind + copies_of(kind))


@rule
def copies_in_game(t, kind):
    """D-R1: how many copies of a kind the game has: each pack has one of each card, and two jokers."""
    return copies_of(kind) * t.packs // 2


@rule
def kind_of(card):
    """The kind of a card, from the card's number."""
    return min(card // COPIES, JOKER)


@rule
def is_ace(kind):
    """D-R2: a joker is not an ace."""
    return kind < JOKER and kind % RANKS == 0


@rule
def put_all_in_pack(t):
    """Put all cards into the pack, on an empty table: nobody has seen any of them."""
    for kind in range(KINDS):
        for copy in range(copies_in_game(t, kind)):
            t.card_place[COPIES * kind + copy] = CardPlace.PACK


@rule
def mix_again(t):
    """D-R69: the discards are shuffled into a new pack. The cards in hands at that moment count as kept."""
    t.rebuilt += 1
    for kind in range(KINDS):
        left = t.discards[kind] + 0
        t.kept[kind] = 0
        for card in cards_of(kind):
            if left > 0 and t.card_place[card] == CardPlace.OPEN:
                t.card_place[card] = CardPlace.PACK
                t.card_from[card] = t.rebuilt
                left -= 1
            elif t.card_place[card] >= 0:
                t.kept[kind] += 1
    for seat in range(t.num_players):
        t.kept_by[seat] = t.hand_size[seat]


@rule
def copy_in_pack(t, kind):
    """A copy of a kind that is in the pack, or `NOBODY`."""
    for card in cards_of(kind):
        if t.card_place[card] == CardPlace.PACK:
            return card
    return NOBODY


@rule
def draw_copy(t, seat, kind, seen_by):
    """Move a card from the pack into a hand. `seen_by`: bits of the seats that have seen it on top of the pack."""
    card = copy_in_pack(t, kind)
    t.card_place[card] = seat
    t.card_seen[card] = seen_by & ~(1 << seat)


@rule
def turn_copy_up(t, kind):
    """Lay a card from the pack face up on the table."""
    card = copy_in_pack(t, kind)
    t.card_place[card] = CardPlace.OPEN
    t.card_from[card] = 0


@rule
def is_shown_before(t, card, other):
    """D-R69: of two copies in a hand, the one from the older pack is laid first, else the one that others have seen."""
    if t.card_from[card] != t.card_from[other]:
        return t.card_from[card] < t.card_from[other]
    return t.card_seen[card] > t.card_seen[other]


@rule
def show_copy(t, seat, kind):
    """Lay a hand card face up.

    Returns the pack that it was drawn from: 0 for the first, 1 for the first rebuilt one …
    """
    shown = NOBODY
    for card in cards_of(kind):
        if t.card_place[card] == seat and (shown == NOBODY or is_shown_before(t, card, shown)):
            shown = card
    pack = t.card_from[shown] + 0
    t.card_place[shown] = CardPlace.OPEN
    t.card_from[shown] = 0
    t.card_seen[shown] = 0
    if pack < t.rebuilt:
        t.kept[kind] -= 1
        t.kept_by[seat] -= 1
    if is_ace(kind) and pack <= t.ace_from[seat]:
        t.ace_from[seat] = NOBODY
    return pack


@rule
def show_an_ace(t, seat):
    """SW02-07-11: a seat that declares a wide search shows that it holds an ace."""
    t.ace_from[seat] = t.rebuilt


@rule
def holds_shown_ace(t, seat):
    """Does the seat hold an ace from pack `ace_from` or an earlier one, as the others know?"""
    for suit in range(4):
        for card in cards_of(suit * RANKS):
            if t.card_place[card] == seat and t.card_from[card] <= t.ace_from[seat]:
                return True
    return False
