"""`hide` resamples a table: everything that one seat does not know is redrawn. view.py defines what a seat knows."""

from dynasty_env.figures.ids import Step
from dynasty_env.figures.material import CARDS, LOWERED, STAT_LEAST, STAT_MOST, STATS, WEAPONS, At
from dynasty_env.figures.rules.bodies import all_figures, owner, set_pose
from dynasty_env.figures.rules.rounds import is_posed, widest_pose
from dynasty_env.figures.rules.setup import can_be_spread
from dynasty_env.kit.engine.cards import sort
from dynasty_env.kit.engine.rng import below, shuffle
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import Fault

MOST_TRIES = 20_000
"""How many ways to spread points may be rejected; about one in nine adds up to 35."""
BITS = 7
"""Counts of up to 127 cards per figure are packed side by side into one number."""


@rule
def hide(t, me):
    """Resample the table: redraw everything that the seat `me` does not know, uniformly within its information set.

    This is the pack, the others' hands, face-down plots and unseen discards; while figures are posed or points are
    spread, also what others have chosen so far.
    """
    redraw_cards(t, me)
    if t.posing == 1:
        redraw_poses(t, me)
    if t.done == 0 and t.step == Step.POINTS:
        redraw_points(t, me)


# ---------------------------------------------------------------------------------------------------------------- cards


@rule
def redraw_cards(t, me):
    """Gather all cards that `me` cannot locate, sort them, and deal them again.

    F66: figures that drew before the discards were last shuffled in can hold none of the cards that `me` knew to be
    among the discards. They are dealt to first; the other figures and the pack may get any card. So all deals are
    equally likely.
    """
    hands = count_cards(t, me, At.HAND)
    gone = count_cards(t, me, At.GONE)
    gather(t, me)
    for first in (1, 0):
        for figure in range(all_figures(t)):
            if owner(t, figure) != me and t.before[figure] == first:
                deal_again(t, me, figure, At.HAND, hands >> BITS * figure & 127)
                deal_again(t, me, figure, At.GONE, gone >> BITS * figure & 127)
                for place in range(t.plot_count[figure]):
                    t.plots[figure, place] = take_any(t, me, first)
                    t.at[t.plots[figure, place]] = At.PLOT + figure
    shuffle(t, t.pack, 0, t.pack_size)
    for i in range(t.pack_size, CARDS):
        t.pack[i] = 0


@rule
def count_cards(t, me, zone):
    """How many cards each figure of another seat has in a zone, `BITS` bits each."""
    counts = 0
    for card in range(CARDS):
        figure = t.at[card] - zone
        if 0 <= figure < all_figures(t) and owner(t, figure) != me:
            counts += 1 << BITS * figure
    return counts


@rule
def gather(t, me):
    """Move all cards that `me` cannot locate into the pack, sorted. Only what `me` remembers of cards is kept."""
    for card in range(CARDS):
        t.seen[card] &= 1 << me
        for zone in (At.HAND, At.PLOT, At.GONE):
            figure = t.at[card] - zone
            if 0 <= figure < all_figures(t) and owner(t, figure) != me:
                t.at[card] = At.PACK
                t.pack[t.pack_size] = card
                t.pack_size += 1
                break
    sort(t.pack, 0, t.pack_size)


@rule
def deal_again(t, me, figure, zone, count):
    for _ in range(count):
        t.at[take_any(t, me, t.before[figure])] = zone + figure


@rule
def may_be_held(t, me, card, before):
    """May somebody who drew before the discards were shuffled in hold this card?"""
    return before == 0 or t.seen[card] >> me & 1 == 0


@rule
def take_any(t, me, before):
    """Take a random card that may be held out of the sorted pack."""
    possible = 0
    for i in range(t.pack_size):
        possible += may_be_held(t, me, t.pack[i], before)
    if possible == 0:
        t.fault = Fault.NO_DEAL
        return t.pack[0] + 0
    wanted = below(t, possible)
    found = 0
    for i in range(t.pack_size):
        if may_be_held(t, me, t.pack[i], before):
            if wanted == 0:
                found = i
                break
            wanted -= 1
    card = t.pack[found] + 0
    t.pack_size -= 1
    for i in range(found, t.pack_size):
        t.pack[i] = t.pack[i + 1]
    return card


# ---------------------------------------------------------------------------------------------------- hidden decisions


@rule
def redraw_poses(t, me):
    """§05-02: poses that others have chosen in this round are still hidden: draw any legal pose of the grid."""
    for figure in range(all_figures(t)):
        for weapon in range(WEAPONS):
            done = figure < t.a or (figure == t.a and weapon < t.b)
            if done and owner(t, figure) != me and t.standing[figure] == 1 and is_posed(t, figure, weapon):
                widest = widest_pose(t, figure, weapon)
                choice = below(t, 2 * widest + 2)
                set_pose(t, figure, weapon, LOWERED if choice == 0 else choice - 1 - widest)


@rule
def redraw_points(t, me):
    """F46: points that others have spread are still hidden: draw any way to spread the same number of abilities."""
    for figure in range(t.a + 1):
        if owner(t, figure) != me:
            known = STATS if figure < t.a else t.b
            tries = 0
            while not spread(t, figure, known):
                tries += 1
                if tries == MOST_TRIES:
                    t.fault = Fault.NO_DEAL
                    return


@rule
def spread(t, figure, known):
    """Set this many of a figure's abilities at random. False if they are impossible or would leave no choice."""
    for stat in range(known):
        t.stat[figure, stat] = STAT_LEAST[stat] + below(t, STAT_MOST[stat] - STAT_LEAST[stat] + 1)
        if not can_be_spread(t, figure, stat, t.stat[figure, stat]):
            return False
    if known == STATS:
        return True
    choices = 0
    for value in range(STAT_LEAST[known], STAT_MOST[known] + 1):
        choices += can_be_spread(t, figure, known, value)
    return choices > 1 or t.ask_forced == 1
