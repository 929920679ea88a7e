"""§05-01, §05-03: the pack, hands, plots and discards.

Each card is in one place (`t.at`, an `At`). The pack has an order, and so do face-down plots.
"""

from dynasty_env.figures.ids import Trace
from dynasty_env.figures.material import CARDS, FIGURES, NO_CARD, NUMBER, PACK_SIZE, At, Stat
from dynasty_env.kit.engine import EVERYBODY, Chapter, Truth, rule, shuffle, tell
from dynasty_env.kit.words import EntryKind, Group, Message, _

from .bodies import all_figures, owner


@rule
def lay_pack(t, packs):
    """F1: lay this many packs, shuffled."""
    for card in range(CARDS):
        t.at[card] = At.PACK if card < packs * PACK_SIZE else At.ABSENT
        t.pack[card] = 0
        t.seen[card] = 0
    for card in range(packs * PACK_SIZE):
        t.pack[card] = card
    t.pack_size = packs * PACK_SIZE
    shuffle(t, t.pack, 0, t.pack_size)
    t.mixed = 0


@rule
def is_discarded(place):
    return place == At.DISCARD or At.GONE <= place < At.GONE + FIGURES


@rule
def knows(t, seat, card):
    """Does the seat know where this card is, outside the pack?

    Everybody sees the discards (except those of §05-03, F33), face-up plots and emotion cards. A seat also sees its own
    hands and plots, and knows what it has discarded.
    """
    place = t.at[card]
    if place == At.PACK:
        return False
    for zone in (At.HAND, At.PLOT, At.GONE):
        if zone <= place < zone + FIGURES:
            return owner(t, place - zone) == seat
    return True


@rule
def mix_discards(t):
    """§05-01: the discards are shuffled into the pack. Seats remember which of these cards they knew (F66).

    Whatever others still hold was drawn earlier, so it is none of these cards.
    """
    for card in range(CARDS):
        if t.at[card] == At.ABSENT:
            continue
        known = 0
        for seat in range(t.num_players):
            if knows(t, seat, card):
                known |= 1 << seat
        t.seen[card] = known if t.mixed == 0 else t.seen[card] | known
    t.mixed = 1
    for figure in range(all_figures(t)):
        t.before[figure] = 1
    for card in range(CARDS):
        if is_discarded(t.at[card]):
            t.at[card] = At.PACK
            t.pack[t.pack_size] = card
            t.pack_size += 1
    shuffle(t, t.pack, 0, t.pack_size)
    tell(t, Trace.SHUFFLED, 0, 0, 0, t.pack_size, EVERYBODY)


@rule
def draw(t):
    """The top card of the pack; `NO_CARD` if pack and discards are empty (F5)."""
    if t.pack_size == 0:
        mix_discards(t)
    if t.pack_size == 0:
        return NO_CARD
    t.pack_size -= 1
    card = t.pack[t.pack_size] + 0
    t.pack[t.pack_size] = 0
    return card


@rule
def turn_up(t):
    """Turn a card up for a check. It lies on the table until `clear_table`; `NO_CARD` if there is none."""
    card = draw(t)
    if card != NO_CARD:
        t.at[card] = At.TABLE
    return card


@rule
def clear_table(t):
    """F39: the cards turned up join the discards."""
    for card in range(CARDS):
        if t.at[card] == At.TABLE:
            t.at[card] = At.DISCARD


@rule
def new_hands(t):
    """The hands of a round are being drawn. Only fallen figures have older cards: their plots, in the discards."""
    t.mixed = 0
    for figure in range(FIGURES):
        if t.standing[figure] == 1:
            t.before[figure] = 0


@rule
def cards_in(t, place):
    """How many cards are in a place."""
    count = 0
    for card in range(CARDS):
        count += t.at[card] == place
    return count


@rule
def hand_size(t, figure):
    return cards_in(t, At.HAND + figure)


@rule
def plot(t, figure, card):
    """§05-03: lay the card face down to the right of the other plots."""
    t.at[card] = At.PLOT + figure
    t.plots[figure, t.plot_count[figure]] = card
    t.plot_count[figure] += 1


@rule
def take_plot(t, figure, place):
    """Take the plot at this place, from the left, out of the row. Returns the card."""
    card = t.plots[figure, place] + 0
    t.plot_count[figure] -= 1
    for i in range(place, t.plot_count[figure]):
        t.plots[figure, i] = t.plots[figure, i + 1]
    t.plots[figure, t.plot_count[figure]] = 0
    return card


@rule
def turn_up_plot(t, figure):
    """§05-03, §05-09: turn up the leftmost plot."""
    card = take_plot(t, figure, 0)
    t.at[card] = At.UP + figure
    t.face_up[figure] = card
    tell(t, Trace.TURNED_UP, owner(t, figure), figure, card, 0, EVERYBODY)


@rule
def discard_face_up(t, figure):
    t.at[t.face_up[figure]] = At.DISCARD
    t.face_up[figure] = NO_CARD


@rule
def plots_left(t, figure):
    """The number of a figure's plots, including a face-up one."""
    return t.plot_count[figure] + (t.face_up[figure] != NO_CARD)


@rule
def shows(t, figure, number):
    """Does the figure have a face-up plot of this number?"""
    return t.face_up[figure] != NO_CARD and NUMBER[t.face_up[figure]] == number


@rule
def packs_are_whole(t):
    """F1: a pack is in play with all its cards or with none."""
    for card in range(CARDS):
        if (t.at[card] == At.ABSENT) != (t.at[card - card % PACK_SIZE] == At.ABSENT):
            return False
    return t.at[0] != At.ABSENT


@rule
def cards_are_in_one_place(t):
    """Each card that is in the pack, in a row of plots, or face up is there once; no card is left on the table."""
    for card in range(CARDS):
        place = t.at[card]
        found = 0
        for i in range(t.pack_size):
            found += t.pack[i] == card
        if found != (1 if place == At.PACK else 0) or place == At.TABLE:
            return False
    for figure in range(FIGURES):
        for i in range(t.plot_count[figure]):
            if t.at[t.plots[figure, i]] != At.PLOT + figure:
                return False
            for j in range(i):
                if t.plots[figure, i] == t.plots[figure, j]:
                    return False
        if t.face_up[figure] != NO_CARD and t.at[t.face_up[figure]] != At.UP + figure:
            return False
        if cards_in(t, At.PLOT + figure) != t.plot_count[figure]:
            return False
        if cards_in(t, At.UP + figure) != (1 if t.face_up[figure] != NO_CARD else 0):
            return False
    return True


@rule
def only_standing_figures_have_cards(t):
    for figure in range(FIGURES):
        plots = plots_left(t, figure)
        if t.standing[figure] == 0 and plots + hand_size(t, figure) > 0:
            return False
        if plots > t.stat[figure, Stat.SKILL]:
            return False
    return True


@rule
def old_cards_are_not_among_those_shuffled_in(t):
    """F66: nobody holds an older card that another seat knew to be among the discards."""
    for card in range(CARDS):
        for zone in (At.HAND, At.PLOT, At.GONE):
            figure = t.at[card] - zone
            if 0 <= figure < FIGURES and t.before[figure] == 1:
                if t.seen[card] & ~(1 << owner(t, figure)) != 0:
                    return False
    return True


# what is said


SHUFFLED_TEXT = _("the discards are shuffled in: the pack has {count} cards")


def with_shuffles(message: str, group: Group) -> list[str]:
    """A sentence, and the shuffles that were needed while its cards were drawn."""
    return [message, *(Message(SHUFFLED_TEXT, count=entry.value) for entry in group if entry.kind == Trace.SHUFFLED)]


CHAPTER = Chapter(
    __name__,
    truths=(
        Truth("every card is in exactly one place", cards_are_in_one_place),
        Truth(
            "only figures that stand have cards, and no more plots than their skill", only_standing_figures_have_cards
        ),
        Truth(
            "nobody holds a card from before the discards were shuffled in that another seat knew to be among these",
            old_cards_are_not_among_those_shuffled_in,
        ),
        Truth("a pack is in play with all its cards, or with none", packs_are_whole),
    ),
    entries=(
        EntryKind(Trace.SHUFFLED, SHUFFLED_TEXT, value="count:number", cites="§05-01"),
        EntryKind(Trace.TURNED_UP, _("{who}'s {figure} turns up {card}"), "figure", "card", cites="§05-03, §05-09"),
    ),
)
