"""What a seat may know: the only way for information to leave a table.

`observe` writes what a seat sees as small integers, `seat_view` (public_table.py) puts it into words, and `hide`
(hide.py) redraws everything else. Everything that shows a running game to a seat goes through here.
"""

import math

import numpy as np

from dynasty_env.figures.ids import Step
from dynasty_env.figures.material import (
    CARDS,
    FIGURES,
    LOWERED,
    MOST_PLOTS,
    NO_CARD,
    NOBODY,
    NUMBER,
    PACK_SIZE,
    REACH,
    SEATS,
    SHEET_NAMES,
    SHEETS,
    STATS,
    SUIT,
    WEAPON_KIND,
    WEAPONS,
    At,
    Suit,
    Weapon,
)
from dynasty_env.figures.rules.bodies import all_figures, heading_x, heading_y, pose_in_steps
from dynasty_env.figures.rules.damage import emotion_cards, feeling
from dynasty_env.figures.rules.geometry import BOTH, COS, MOMENT, RADIUS, SIN, STEPS
from dynasty_env.figures.rules.preview import shot_at
from dynasty_env.figures.table import OPTIONS
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import from_me
from dynasty_env.kit.options import observed, observing
from dynasty_env.kit.seats.layout import Layout, Piece

from .previews import EVERY, WAYS, observe_around, observe_spins, observe_ways
from .rows import FAR, fifths, figure_in, row_of, tenths

NO_SEAT = SEATS
HIDDEN = -1
OPEN = sum(
    1 << place
    for place in (At.DISCARD, At.TABLE, *range(At.UP, At.UP + FIGURES), *range(At.FEELING, At.FEELING + FIGURES))
)
"""Bits of the places where everybody sees the cards."""
REACH_SHOWN = np.where(WEAPON_KIND == Weapon.MELEE, np.minimum(REACH * 10 + 1e-6, FAR), 0).astype(np.int8)
"""The reach of melee weapons, in tenths of a width."""
_SHOOTS = WEAPON_KIND != Weapon.MELEE
assert _SHOOTS.sum(axis=1).max() == 1, "may_aim looks at one weapon of each sheet"
SHOOTS, SHOOTER = _SHOOTS.any(axis=1).astype(np.int64), _SHOOTS.argmax(axis=1)
"""By sheet: whether it has a weapon that shoots or is thrown, and which one."""

SEEN_OPTIONS = observed(OPTIONS)
observe_options = observing(SEEN_OPTIONS)

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, 17, True, "step number of the open decision (see `phases`); 0 once the game is over"),
        Piece("deciding", (1,), 0, SEATS, True, "deciding seat, counted from me; 4: nobody"),
        Piece("players", (1,), 2, SEATS, True, "number of seats"),
        Piece("options", (len(SEEN_OPTIONS),), 0, 127, False, ", ".join(SEEN_OPTIONS)),
        Piece("round", (1,), 0, 127, False, "number of the round, 0 during set-up"),
        Piece("side", (1,), 0, 24, False, "length of a side of the room, in w"),
        Piece("pack", (1,), 0, CARDS, False, "cards in the pack"),
        Piece("place", (1,), 0, FIGURES - 1, True, "row of the figure of mine from which I look"),
        Piece("actor", (1,), -1, FIGURES - 1, True, "row of the acting figure, or -1"),
        Piece("asked", (2,), -1, 127, False, "numbers of the open decision: row of its figure, and its subject"),
        Piece("target", (2,), -1, FIGURES - 1, False, "row of the body touched or shot at, and the weapon"),
        Piece("turn", (5,), 0, 127, False, "number, clock edge, mobility, tenths of w left, 1: doubled"),
        # of every figure: mine first, then the others in seat order from me
        Piece("state", (FIGURES,), 0, 2, True, "0 absent, 1 standing, 2 out"),
        Piece("sheet", (FIGURES,), -1, SHEETS - 1, True, "-1: there is no such figure"),
        Piece("stats", (FIGURES, STATS), -1, 10, False, "abilities as on the sheet; -1 hidden"),
        Piece("damage", (FIGURES,), 0, 127, False, "damage taken"),
        Piece("plots", (FIGURES,), 0, MOST_PLOTS, False, "face-down plots left"),
        Piece("cards", (FIGURES,), 0, 127, False, "cards in hand"),
        Piece("face_up", (FIGURES, 2), -1, 14, False, "number (joker 14) and suit of the plot turned up; -1: none"),
        Piece("feelings", (FIGURES, 3), 0, 54, False, "feeling, clubs, diamonds"),
        Piece("where", (FIGURES, 2), -FAR, FAR, False, "x ahead, y to the right of my figure, fifths of w"),
        Piece("gap", (FIGURES,), -1, FAR, False, "distance between rims, tenths of w; -1: absent"),
        Piece("bearing", (FIGURES, 2), -FAR, FAR, False, "cosine and sine of its direction from my heading, of 127"),
        Piece("heading", (FIGURES, 2), -FAR, FAR, False, "the same of its heading, from mine"),
        Piece("mine", (FIGURES, 2), -FAR, FAR, False, "the same of the direction of my figure, from its heading"),
        Piece("reach", (FIGURES, WEAPONS), 0, FAR, False, "of melee weapons, tenths of w"),
        Piece("pose", (FIGURES, WEAPONS), -6, 7, False, "nearest step of 15° from ahead; 7: lowered, hidden, used up"),
        Piece("aims", (FIGURES,), 0, 2, True, "1: it has me in its ray, 2: I have it in mine"),
        # my cards, by kind: 13 spades, hearts, diamonds, clubs, two jokers
        Piece("hand", (PACK_SIZE,), 0, 2, False, "my figure's hand"),
        Piece("gone", (PACK_SIZE,), 0, 2, False, "cards that I know to be neither in the pack nor hidden from me"),
        Piece("row", (MOST_PLOTS, 2), -1, 14, False, "number and suit of my figure's face-down plots from the left"),
        # previews computed by the rules themselves, for my figure in its current position
        Piece("around", (12, 2), -1, FAR, False, "by clock direction: tenths of w that are free; row met, -1 a wall"),
        Piece(
            "ways", (WAYS, 6), -1, FAR, False,
            "ways to lay the card (row 0: the one chosen): 1 it is one; tenths free; row met; tenths until a weapon "
            "touches; row touched; row touched while turning",
        ),
        Piece("spins", (2 * EVERY + 1, 2), -1, FIGURES - 1, False, "of K: row touched first, row shot at in the end"),
    ],
    labels={"phase": Step, "sheet": ("none", *SHEET_NAMES)},
    entries={"options": SEEN_OPTIONS},
)  # fmt: skip
"""The pieces of an observation. “Me” is the seat that it is for; a row is a figure's place in pieces by figure."""


@rule
def looks_from(t, me):
    """The figure of `me` that decides, acts or is struck; otherwise the first that stands, or the first of all."""
    first = me * t.figures
    last = first + t.figures - 1
    if t.done == 0 and t.seat == me and t.step != Step.LEADER and first <= t.a <= last:
        return t.a + 0
    if first <= t.actor <= last:
        return t.actor + 0
    for figure in range(first, last + 1):
        if t.standing[figure] == 1:
            return figure
    return first


@rule
def observe(t, me, seen):
    """Write what the seat `me` sees into `seen`, a record with the pieces of `LAYOUT`."""
    mine = looks_from(t, me)
    observe_table(t, me, mine, seen)
    clear_rows(seen)
    for row in range(all_figures(t)):
        figure = figure_in(t, me, row)
        observe_figure(t, figure, row, seen)
        observe_cards_of(t, figure, row, seen)
        observe_weapons(t, figure, row, seen)
    observe_places(t, me, mine, seen)
    observe_cards(t, me, mine, seen)
    observe_plots(t, mine, seen)
    observe_around(t, me, mine, seen)
    observe_ways(t, me, mine, seen)
    observe_spins(t, me, mine, seen)


@rule
def observe_table(t, me, mine, seen):
    over = t.done == 1
    seen.phase = t.step
    seen.deciding = NO_SEAT if over else from_me(t, me, t.seat)
    seen.players = t.num_players
    observe_options(t, seen)
    seen.round = t.round
    seen.side = int(t.side)
    seen.pack = t.pack_size
    seen.place = row_of(t, me, mine)
    seen.actor = row_of(t, me, t.actor)
    named = (not over) and t.step != Step.LEADER
    seen.asked[0] = row_of(t, me, t.a) if named else NOBODY
    hidden = t.step == Step.POINTS and t.seat != me
    seen.asked[1] = -1 if over or hidden else min(FAR, t.b)
    contact = t.step == Step.ATTACK or t.step == Step.SHOOT
    seen.target[0] = row_of(t, me, t.target) if contact else NOBODY
    seen.target[1] = t.weapon if contact else NOBODY
    acting = t.actor != NOBODY
    seen.turn[0] = t.number if acting else 0
    seen.turn[1] = t.edge if acting else 0
    seen.turn[2] = t.mobility if acting else 0
    seen.turn[3] = tenths(t.left)
    seen.turn[4] = t.doubled


@rule
def clear_rows(seen):
    """Write no figure into any row. Each piece has its own loop, which processors can then do in one go."""
    for row in range(FIGURES):
        seen.state[row] = 0
    for row in range(FIGURES):
        seen.sheet[row] = -1
    for row in range(FIGURES):
        for stat in range(STATS):
            seen.stats[row, stat] = 0
    for row in range(FIGURES):
        seen.damage[row] = 0
    for row in range(FIGURES):
        seen.plots[row] = 0
    for row in range(FIGURES):
        seen.cards[row] = 0
    for row in range(FIGURES):
        for i in range(2):
            seen.face_up[row, i] = -1
    for row in range(FIGURES):
        for i in range(3):
            seen.feelings[row, i] = 0
    for row in range(FIGURES):
        for i in range(2):
            seen.where[row, i] = 0
    for row in range(FIGURES):
        seen.gap[row] = -1
    for row in range(FIGURES):
        for i in range(2):
            seen.bearing[row, i] = 0
    for row in range(FIGURES):
        for i in range(2):
            seen.heading[row, i] = 0
    for row in range(FIGURES):
        for i in range(2):
            seen.mine[row, i] = 0
    for row in range(FIGURES):
        for weapon in range(WEAPONS):
            seen.reach[row, weapon] = 0
    for row in range(FIGURES):
        for weapon in range(WEAPONS):
            seen.pose[row, weapon] = 0
    for row in range(FIGURES):
        seen.aims[row] = 0


@rule
def is_mine(t, row):
    """Is this the row of one of my figures? They have the first rows."""
    return row < t.figures


@rule
def observe_figure(t, figure, row, seen):
    """What everybody sees of a figure; its abilities once they are shown."""
    seen.state[row] = 1 if t.standing[figure] == 1 else 2 if t.fell[figure] > 0 else 0
    seen.sheet[row] = t.sheet[figure]
    seen.damage[row] = t.damage[figure]
    shown = (t.open_stats == 1) | is_mine(t, row)
    for stat in range(STATS):
        seen.stats[row, stat] = t.stat[figure, stat] if shown else HIDDEN


@rule
def observe_cards_of(t, figure, row, seen):
    """The figure's plots and emotion cards."""
    seen.plots[row] = t.plot_count[figure]
    card = t.face_up[figure]
    seen.face_up[row, 0] = NUMBER[card] if card != NO_CARD else -1
    seen.face_up[row, 1] = SUIT[card] if card != NO_CARD else -1
    if t.emotions == 1:
        seen.feelings[row, 0] = feeling(t, figure)
        seen.feelings[row, 1] = emotion_cards(t, figure, Suit.CLUBS)
        seen.feelings[row, 2] = emotion_cards(t, figure, Suit.DIAMONDS)


@rule
def observe_weapons(t, figure, row, seen):
    """§05-02: poses are hidden from others until all are done."""
    shown = (t.posing == 0) | is_mine(t, row)
    sheet = t.sheet[figure] + 0
    for weapon in range(WEAPONS):
        seen.reach[row, weapon] = REACH_SHOWN[sheet, weapon]
        there = (t.pose[figure, weapon] != LOWERED) & (t.used_up[figure, weapon] == 0) & shown
        seen.pose[row, weapon] = t.pose[figure, weapon] if there else 7
    if (t.pose_x[figure, 0] != 1.0) | (t.pose_x[figure, 1] != 1.0):  # F63: a continuous angle
        for weapon in range(WEAPONS):
            if seen.pose[row, weapon] != 7:
                seen.pose[row, weapon] = pose_in_steps(t, figure, weapon)


@rule
def observe_places(t, me, mine, seen):
    """Where figures stand and look, relative to mine; before mine stands, relative to the middle of the room."""
    stands = t.standing[mine] == 1
    hx = heading_x(t, mine, 0)
    hy = heading_y(t, mine, 0)
    ox = t.x[mine] if stands else t.side * 0.5
    oy = t.y[mine] if stands else t.side * 0.5
    posed = stands & (t.posing == 0)
    for row in range(all_figures(t)):
        figure = figure_in(t, me, row)
        if t.standing[figure] == 0:
            continue
        px = t.x[figure] - ox
        py = t.y[figure] - oy
        gx = heading_x(t, figure, 0)
        gy = heading_y(t, figure, 0)
        ahead = px * hx + py * hy
        aside = hx * py - hy * px
        seen.where[row, 0] = fifths(ahead)
        seen.where[row, 1] = fifths(aside)
        seen.heading[row, 0] = int(127.0 * (gx * hx + gy * hy))
        seen.heading[row, 1] = int(127.0 * (hx * gy - hy * gx))
        distance = math.sqrt(px * px + py * py)
        if figure != mine and distance > 0.0:
            seen.gap[row] = tenths(max(0.0, distance - BOTH))
            seen.bearing[row, 0] = int(127.0 * ahead / distance)
            seen.bearing[row, 1] = int(127.0 * aside / distance)
            its_ahead = px * gx + py * gy
            its_aside = gy * px - gx * py
            seen.mine[row, 0] = int(-127.0 * its_ahead / distance)
            seen.mine[row, 1] = int(127.0 * its_aside / distance)
            if posed & (may_aim(t, mine, ahead, aside) | may_aim(t, figure, -its_ahead, its_aside)):
                seen.aims[row] = 2 if shot_at(t, mine, 0) == figure else 1 if shot_at(t, figure, 0) == mine else 0


@rule
def may_aim(t, figure, ahead, aside):
    """Is a body so close to the ray of the figure that `shot_at` has to decide whether it is hit?

    Computed without a branch.
    """
    sheet = t.sheet[figure] + 0
    weapon = SHOOTER[sheet]
    step = t.pose[figure, weapon] % STEPS
    x = COS[step] * t.pose_x[figure, weapon] - SIN[step] * t.pose_y[figure, weapon]
    y = SIN[step] * t.pose_x[figure, weapon] + COS[step] * t.pose_y[figure, weapon]
    ready = (SHOOTS[sheet] == 1) & (t.pose[figure, weapon] != LOWERED) & (t.used_up[figure, weapon] == 0)
    return ready & (abs(ahead * y - aside * x) <= RADIUS + MOMENT) & (ahead * x + aside * y >= -RADIUS)


# ---------------------------------------------------------------------------------------------------------------- cards


@rule
def cards_at(t, place):
    """How many cards are in an int8 place."""
    count = np.int8(0)
    for card in range(CARDS):
        count = np.int8(count + np.int8(t.at[card] == place))
    return count


@rule
def places_known(t, me):
    """Bits of the places outside the pack that are not hidden from a seat, as in `knows`."""
    own = (1 << t.figures) - 1 << me * t.figures
    return OPEN | own << At.HAND | own << At.PLOT | own << At.GONE


@rule
def observe_cards(t, me, mine, seen):
    """The number of cards in each hand; my own cards; cards that I know to be out of the pack."""
    hand = np.int8(At.HAND + mine)
    for kind in range(PACK_SIZE):
        seen.hand[kind] = np.int8(np.int8(t.at[kind] == hand) + np.int8(t.at[kind + PACK_SIZE] == hand))
    known = places_known(t, me)
    for kind in range(PACK_SIZE):
        seen.gone[kind] = (known >> t.at[kind] & 1) + (known >> t.at[kind + PACK_SIZE] & 1)
    for row in range(all_figures(t)):
        seen.cards[row] = cards_at(t, np.int8(At.HAND + figure_in(t, me, row)))


@rule
def observe_plots(t, mine, seen):
    """My figure's face-down plots."""
    count = t.plot_count[mine] + 0
    for place in range(MOST_PLOTS):
        card = t.plots[mine, place]
        lies = place < count
        seen.row[place, 0] = NUMBER[card] if lies else -1
        seen.row[place, 1] = SUIT[card] if lies else -1
