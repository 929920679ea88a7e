"""What a seat may know: the only way by which information leaves a table.

`observe` writes what a seat sees as small integers, `seat_view` (public_table.py) says it in words, and `hide`
(hide.py) redraws everything else. Everything that shows a running game to a seat goes through here.
"""

import math

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
from dynasty_env.figures.rules.bodies import all_figures, heading_x, heading_y, owner, pose_in_steps
from dynasty_env.figures.rules.cards import knows
from dynasty_env.figures.rules.damage import emotion_cards, feeling
from dynasty_env.figures.rules.geometry import BOTH, STEPS
from dynasty_env.figures.rules.preview import (
    met_on_the_way,
    shot_at,
    struck_in_rotation,
    struck_on_the_way,
    turns_far_enough,
)
from dynasty_env.figures.rules.turn import CORNER, edge_beside, is_front
from dynasty_env.figures.steps import Step
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.seats.layout import Layout, Piece

FAR = 127
"""A length that is as long as can be said, or longer; what never happens."""
EVERY = 23
"""K: most steps one way."""
NO_SEAT = SEATS
HIDDEN = -1
WAYS = 2 * (2 * CORNER + 1)
"""Ways to lay a card at a corner: five directions, and two edges that may be turned to it."""

OPTIONS = "figures", "stats", "room", "emotions", "distraction", "max_rounds", "ask_forced"

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, 17, True, "step number of the open decision (see `phases`); 0 once the game is over"),
        Piece("deciding", (1,), 0, SEATS, True, "who decides, counted from me; 4: nobody"),
        Piece("players", (1,), 2, SEATS, True, "number of seats"),
        Piece("options", (7,), 0, 127, False, ", ".join(OPTIONS)),
        Piece("round", (1,), 0, 127, False, "number of the round, 0 during set-up"),
        Piece("side", (1,), 0, 24, False, "of the room, w"),
        Piece("pack", (1,), 0, CARDS, False, "cards in the pack"),
        Piece("place", (1,), 0, FIGURES - 1, True, "my figure from which I look: its row below"),
        Piece("actor", (1,), -1, FIGURES - 1, True, "row of the acting figure, or -1"),
        Piece("asked", (2,), -1, 127, False, "numbers of the open decision: row of its figure, and what it is about"),
        Piece("target", (2,), -1, FIGURES - 1, False, "row of the body touched or shot at, and the weapon"),
        Piece("turn", (5,), 0, 127, False, "number, clock edge, mobility, tenths of w left, 1: doubled"),
        # of every figure, mine first, then the others' in seat order from me
        Piece("state", (FIGURES,), 0, 2, True, "0 not there, 1 stands, 2 out"),
        Piece("sheet", (FIGURES,), -1, SHEETS - 1, True, "-1: there is no such figure"),
        Piece("stats", (FIGURES, STATS), -1, 10, False, "abilities as on the sheet; -1 hidden"),
        Piece("damage", (FIGURES,), 0, 127, False, "taken"),
        Piece("plots", (FIGURES,), 0, MOST_PLOTS, False, "face-down plots left"),
        Piece("cards", (FIGURES,), 0, 127, False, "cards in hand"),
        Piece("face_up", (FIGURES, 2), -1, 14, False, "number (joker 14) and suit of the plot turned up; -1: none"),
        Piece("feelings", (FIGURES, 3), 0, 54, False, "feeling, clubs, diamonds"),
        Piece("where", (FIGURES, 2), -FAR, FAR, False, "x ahead, y to the right of my figure, fifths of w"),
        Piece("gap", (FIGURES,), -1, FAR, False, "between rims, tenths of w; -1: not there"),
        Piece("bearing", (FIGURES, 2), -FAR, FAR, False, "cosine and sine of its direction from my heading, of 127"),
        Piece("heading", (FIGURES, 2), -FAR, FAR, False, "of its heading from mine"),
        Piece("mine", (FIGURES, 2), -FAR, FAR, False, "of the direction of my figure from its heading"),
        Piece("reach", (FIGURES, WEAPONS), 0, FAR, False, "of melee weapons, tenths of w"),
        Piece("pose", (FIGURES, WEAPONS), -6, 7, False, "nearest step of 15° from ahead; 7: lowered, hidden, used up"),
        Piece("aims", (FIGURES,), 0, 2, True, "1: it has me in its ray, 2: I have it in mine"),
        # my cards, by kind: 13 spades, hearts, diamonds, clubs, two jokers
        Piece("hand", (PACK_SIZE,), 0, 2, False, "my figure's hand"),
        Piece("gone", (PACK_SIZE,), 0, 2, False, "cards that I know to be neither in the pack nor hidden from me"),
        Piece("row", (MOST_PLOTS, 2), -1, 14, False, "number and suit of my figure's face-down plots from the left"),
        # previews by the rules themselves, for my figure as it stands
        Piece("around", (12, 2), -1, FAR, False, "by clock direction: tenths of w that are free; row met, -1 a wall"),
        Piece(
            "ways", (WAYS, 6), -1, FAR, False,
            "ways to lay the card (row 0: the one chosen): 1 it is one; tenths free; row met; tenths until a weapon "
            "touches; row touched; row touched while turning",
        ),
        Piece("spins", (2 * EVERY + 1, 2), -1, FIGURES - 1, False, "of K: row touched first, row shot at in the end"),
    ],
    labels={"phase": Step, "sheet": ("none", *SHEET_NAMES)},
    entries={"options": OPTIONS},
)  # fmt: skip
"""The pieces of an observation. “Me” is the seat that it is for; a row is a figure's place in pieces by figure."""


@rule
def row_of(t, me, figure):
    """A figure's row: mine first, then those of the next seats; -1 for nobody."""
    if figure < 0:
        return NOBODY
    row = figure - me * t.figures
    return row if row >= 0 else row + all_figures(t)


@rule
def looks_from(t, me):
    """The figure of `me` that decides, acts or is struck; else the first that stands, or the first at all."""
    if t.done == 0 and t.seat == me and t.step != Step.LEADER and owner(t, t.a) == me:
        return t.a + 0
    if t.actor != NOBODY and owner(t, t.actor) == me:
        return t.actor + 0
    for figure in range(me * t.figures, (me + 1) * t.figures):
        if t.standing[figure] == 1:
            return figure
    return me * t.figures


@rule
def fifths(length):
    """A length in fifths of a width, as far as it can be said."""
    return int(max(-127.0, min(127.0, length * 5.0)))


@rule
def tenths(length):
    """A length in tenths of a width, as far as it can be said."""
    return int(min(127.0, length * 10.0 + 1e-6))


@rule
def observe(t, me, seen):
    """Write what the seat `me` sees into `seen`, a record with the pieces of `LAYOUT`."""
    mine = looks_from(t, me)
    observe_table(t, me, mine, seen)
    for row in range(FIGURES):
        clear_row(row, seen)
    for figure in range(all_figures(t)):
        row = row_of(t, me, figure)
        observe_figure(t, me, figure, row, seen)
        observe_cards_of(t, figure, row, seen)
        observe_weapons(t, me, figure, row, seen)
        observe_place(t, mine, figure, row, seen)
    observe_cards(t, me, mine, seen)
    observe_around(t, me, mine, seen)
    observe_ways(t, me, mine, seen)
    observe_spins(t, me, mine, seen)


@rule
def observe_table(t, me, mine, seen):
    over = t.done == 1
    seen.phase = t.step
    seen.deciding = NO_SEAT if over else (t.seat - me + t.num_players) % t.num_players
    seen.players = t.num_players
    seen.options[0] = t.figures
    seen.options[1] = t.stats
    seen.options[2] = t.room
    seen.options[3] = t.emotions
    seen.options[4] = t.distraction
    seen.options[5] = t.max_rounds
    seen.options[6] = t.ask_forced
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
def clear_row(row, seen):
    seen.state[row] = 0
    seen.sheet[row] = -1
    seen.damage[row] = 0
    seen.plots[row] = 0
    seen.cards[row] = 0
    seen.gap[row] = -1
    seen.aims[row] = 0
    for stat in range(STATS):
        seen.stats[row, stat] = 0
    for i in range(3):
        seen.feelings[row, i] = 0
    for i in range(2):
        seen.face_up[row, i] = -1
        seen.where[row, i] = 0
        seen.bearing[row, i] = 0
        seen.heading[row, i] = 0
        seen.mine[row, i] = 0
    for weapon in range(WEAPONS):
        seen.reach[row, weapon] = 0
        seen.pose[row, weapon] = 0


@rule
def observe_figure(t, me, figure, row, seen):
    """What everybody sees of a figure; its abilities as soon as they are shown."""
    seen.state[row] = 1 if t.standing[figure] == 1 else 2 if t.fell[figure] > 0 else 0
    seen.sheet[row] = t.sheet[figure]
    seen.damage[row] = t.damage[figure]
    shown = t.open_stats == 1 or owner(t, figure) == me
    for stat in range(STATS):
        seen.stats[row, stat] = t.stat[figure, stat] if shown else HIDDEN


@rule
def observe_cards_of(t, figure, row, seen):
    """Plots, and emotion cards."""
    seen.plots[row] = t.plot_count[figure]
    card = t.face_up[figure]
    if card != NO_CARD:
        seen.face_up[row, 0] = NUMBER[card]
        seen.face_up[row, 1] = SUIT[card]
    if t.emotions == 1:
        seen.feelings[row, 0] = feeling(t, figure)
        seen.feelings[row, 1] = emotion_cards(t, figure, Suit.CLUBS)
        seen.feelings[row, 2] = emotion_cards(t, figure, Suit.DIAMONDS)


@rule
def pose_shown(t, me, figure):
    """§05-02: poses are hidden from others until all are done."""
    return t.posing == 0 or owner(t, figure) == me


@rule
def observe_weapons(t, me, figure, row, seen):
    for weapon in range(WEAPONS):
        if WEAPON_KIND[t.sheet[figure], weapon] == Weapon.MELEE:
            seen.reach[row, weapon] = tenths(REACH[t.sheet[figure], weapon])
        away = t.pose[figure, weapon] == LOWERED or t.used_up[figure, weapon] == 1 or not pose_shown(t, me, figure)
        seen.pose[row, weapon] = 7 if away else pose_in_steps(t, figure, weapon)


@rule
def observe_place(t, mine, figure, row, seen):
    """Where a figure stands and looks, seen from mine; before mine stands, from the middle of the room."""
    if t.standing[figure] == 0:
        return
    hx = heading_x(t, mine, 0)
    hy = heading_y(t, mine, 0)
    ox = t.x[mine] if t.standing[mine] == 1 else t.side * 0.5
    oy = t.y[mine] if t.standing[mine] == 1 else t.side * 0.5
    px = t.x[figure] - ox
    py = t.y[figure] - oy
    gx = heading_x(t, figure, 0)
    gy = heading_y(t, figure, 0)
    seen.where[row, 0] = fifths(px * hx + py * hy)
    seen.where[row, 1] = fifths(hx * py - hy * px)
    seen.heading[row, 0] = int(127.0 * (gx * hx + gy * hy))
    seen.heading[row, 1] = int(127.0 * (hx * gy - hy * gx))
    distance = math.sqrt(px * px + py * py)
    if figure != mine and distance > 0.0:
        seen.gap[row] = tenths(max(0.0, distance - BOTH))
        seen.bearing[row, 0] = int(127.0 * (px * hx + py * hy) / distance)
        seen.bearing[row, 1] = int(127.0 * (hx * py - hy * px) / distance)
        seen.mine[row, 0] = int(-127.0 * (px * gx + py * gy) / distance)
        seen.mine[row, 1] = int(127.0 * (gy * px - gx * py) / distance)
        if t.standing[mine] == 1 and t.posing == 0:
            if shot_at(t, figure, 0) == mine:
                seen.aims[row] = 1
            if shot_at(t, mine, 0) == figure:
                seen.aims[row] = 2


# ---------------------------------------------------------------------------------------------------------------- cards


@rule
def observe_cards(t, me, mine, seen):
    """Hands by number; my own cards; what I know to be out of the pack."""
    for kind in range(PACK_SIZE):
        seen.hand[kind] = 0
        seen.gone[kind] = 0
    for card in range(CARDS):
        place = t.at[card]
        if place == At.PACK or place == At.ABSENT:
            continue
        kind = card if card < PACK_SIZE else card - PACK_SIZE
        if place == At.HAND + mine:
            seen.hand[kind] += 1
        if At.HAND <= place < At.HAND + FIGURES:
            seen.cards[row_of(t, me, place - At.HAND)] += 1
        if knows(t, me, card):
            seen.gone[kind] += 1
    for place in range(MOST_PLOTS):
        laid = place < t.plot_count[mine]
        card = t.plots[mine, place]
        seen.row[place, 0] = NUMBER[card] if laid else -1
        seen.row[place, 1] = SUIT[card] if laid else -1


# ------------------------------------------------------------------------------------------------------------- previews


@rule
def observe_around(t, me, mine, seen):
    """In each clock direction, how far my figure could go."""
    for hour in range(12):
        seen.around[hour, 0] = -1
        seen.around[hour, 1] = -1
        if t.standing[mine] == 1:
            met, free = met_on_the_way(t, mine, 2 * hour)
            seen.around[hour, 0] = tenths(free)
            seen.around[hour, 1] = row_of(t, me, met)


@rule
def observe_ways(t, me, mine, seen):
    """What would come of each way to lay the card, for the seat that decides about it."""
    for way in range(WAYS):
        for i in range(6):
            seen.ways[way, i] = 0
    if t.done == 1 or t.seat != me:
        return
    if t.step == Step.TURN_DIRECTION or t.step == Step.TURN_EDGE:
        for way in range(WAYS):
            step = way // 2 - CORNER
            side = CORNER if way % 2 == 1 else -CORNER
            flush = step == CORNER or step == -CORNER
            if (t.step == Step.TURN_DIRECTION or t.b == step + CORNER) and (not flush or side == step):
                observe_way(t, me, mine, way, 2 * t.number + step, step - side, edge_beside(t.number, side), seen)
    elif t.step == Step.DISTANCE:
        observe_way(t, me, mine, 0, 2 * t.edge, 0, t.edge, seen)


@rule
def observe_way(t, me, mine, way, step, turn, edge, seen):
    """A move in the direction `step` after a rotation by `turn`."""
    met, free = met_on_the_way(t, mine, step)
    struck, far = struck_on_the_way(t, mine, step, turn)
    turning = NOBODY
    if turn != 0:
        turning, _ = struck_in_rotation(t, mine, turn)
    seen.ways[way, 0] = 1 if is_front(edge) else 2
    seen.ways[way, 1] = tenths(free)
    seen.ways[way, 2] = row_of(t, me, met)
    seen.ways[way, 3] = tenths(far)
    seen.ways[way, 4] = row_of(t, me, struck)
    seen.ways[way, 5] = row_of(t, me, turning)


@rule
def observe_spins(t, me, mine, seen):
    """What would come of each rotation by a K, for the seat that decides about it."""
    for spin in range(2 * EVERY + 1):
        seen.spins[spin, 0] = NOBODY
        seen.spins[spin, 1] = NOBODY
    if t.done == 1 or t.seat != me or t.step != Step.HEADING:
        return
    for sense in (-1, 1):
        struck, far = struck_in_rotation(t, mine, sense * EVERY)
        for steps in range(EVERY + 1):
            if struck != NOBODY and turns_far_enough(steps, far):
                seen.spins[EVERY + sense * steps, 0] = row_of(t, me, struck)
    for turn in range(STEPS):
        shot = row_of(t, me, shot_at(t, mine, turn))
        if turn <= EVERY:
            seen.spins[EVERY + turn, 1] = shot
        if turn >= 1:
            seen.spins[EVERY + turn - STEPS, 1] = shot
