"""§03, §04: sheets and abilities, the figures' first positions, and leaders."""

from dynasty_env.figures.ids import ACROSS, ALL_ROUND, ANGLE, DOWN, FIGURE, LENGTH, NUMBER, POINT, Step, Trace
from dynasty_env.figures.material import (
    APART,
    DIE_ADDS,
    FIGURES,
    GRID,
    MOST_PLOTS,
    NO_CARD,
    NOBODY,
    POINTS,
    ROOM,
    SEATS,
    SHEET_STATS,
    SHEETS,
    STAT_LEAST,
    STAT_MOST,
    STAT_NAMES,
    STATS,
    WEAPONS,
    Stats,
)
from dynasty_env.figures.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Truth, die, offer, push, rule, shuffle, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, Phase, State, _, joined

from .bodies import all_figures, degrees, face, hundredths, lower_all, owner
from .cards import lay_pack
from .geometry import BOTH, NEVER, RADIUS, STEPS, TOUCH
from .points import coordinate_of, direction, place_on

FEW = 4
"""F1: games with more figures than this need two packs."""


@rule
def deal(t):
    """§04: sheets at random; abilities; positions, in a random order; leaders (F70); then the first round."""
    clear(t)
    deal_sheets(t)
    for seat in range(SEATS):
        t.order[seat] = seat if seat < t.num_players else 0
    shuffle(t, t.order, 0, t.num_players)
    for place in range(t.num_players):
        tell(t, Trace.ORDER, t.order[place], 0, 0, place, EVERYBODY)
    push(t, Step.ROUND, 0, 0, 0)
    if t.figures > 1:
        for back in range(t.num_players):
            push(t, Step.LEADER, t.num_players - 1 - back, 0, 0)
    for back in range(t.num_players):
        seat = t.order[t.num_players - 1 - back]
        for other in range(t.figures):
            push(t, Step.PLACE_X, seat, (seat + 1) * t.figures - 1 - other, 0)
    if t.stats == Stats.POINTS:
        push(t, Step.SHOW_POINTS, 0, 0, 0)
        for back in range(all_figures(t)):
            figure = all_figures(t) - 1 - back
            push(t, Step.POINTS, owner(t, figure), figure, 0)


@rule
def clear(t):
    """Empty the room, and lay the pack."""
    t.side = ROOM[t.room, all_figures(t)] * 1.0
    clear_figures(t)
    clear_turn(t)
    t.falls = 0
    t.round = 0
    t.posing = 0
    t.open_stats = 1
    t.winners = 0
    for seat in range(SEATS):
        t.leader[seat] = NOBODY
        t.order[seat] = 0
    lay_pack(t, 1 if all_figures(t) <= FEW else 2)


@rule
def clear_figures(t):
    lower_all(t)
    for figure in range(FIGURES):
        t.x[figure] = 0.0
        t.y[figure] = 0.0
        t.base_x[figure] = 1.0
        t.base_y[figure] = 0.0
        t.steps[figure] = 0
        t.sheet[figure] = 0
        t.standing[figure] = 0
        t.damage[figure] = 0
        t.fell[figure] = 0
        t.plot_count[figure] = 0
        t.face_up[figure] = NO_CARD
        t.before[figure] = 0
        for stat in range(STATS):
            t.stat[figure, stat] = 0
        for weapon in range(WEAPONS):
            t.used_up[figure, weapon] = 0
        for place in range(MOST_PLOTS):
            t.plots[figure, place] = 0


@rule
def clear_turn(t):
    """Clear the turn: nobody acts."""
    t.actor = NOBODY
    t.number = 0
    t.doubled = 0
    t.lost = 0
    t.sighted = 0
    t.fresh = 0
    t.again = 0
    t.moving = 0
    t.sense = 0
    t.span = 0.0
    t.from_x = 1.0
    t.from_y = 0.0
    t.from_steps = 0
    t.to_x = 1.0
    t.to_y = 0.0
    t.to_steps = 0
    t.edge = 0
    t.mobility = 0
    t.left = 0.0
    t.aim = 0.0
    t.weapon = 0
    t.target = NOBODY
    for weapon in range(WEAPONS):
        for figure in range(FIGURES):
            t.passed[weapon, figure] = 0


@rule
def deal_sheets(t):
    """F67: sheets are dealt at random, none twice before all are used.

    §04-01: abilities are those of the sheet, or a die + 2 each (vitality + 4).
    """
    for figure in range(all_figures(t)):
        t.sheet[figure] = figure % SHEETS
    for first in range(0, all_figures(t), SHEETS):
        lot = min(SHEETS, all_figures(t) - first)
        if lot < SHEETS:
            draw_some_sheets(t, first, lot)
        shuffle(t, t.sheet, first, lot)
    for figure in range(all_figures(t)):
        tell(t, Trace.SHEET, owner(t, figure), figure, t.sheet[figure], 0, EVERYBODY)
        for stat in range(STATS):
            if t.stats == Stats.SHEETS:
                t.stat[figure, stat] = SHEET_STATS[t.sheet[figure], stat]
            elif t.stats == Stats.DICE:
                t.stat[figure, stat] = die(t) + DIE_ADDS[stat]
                tell(t, Trace.STAT, owner(t, figure), figure, stat, t.stat[figure, stat], EVERYBODY)
    if t.stats == Stats.POINTS:
        t.open_stats = 0


@rule
def draw_some_sheets(t, first, lot):
    """Draw some of the sheets at random. `t.order` serves as scratch space, since no order has been drawn yet."""
    for sheet in range(SHEETS):
        t.order[sheet] = sheet
    shuffle(t, t.order, 0, SHEETS)
    for place in range(lot):
        t.sheet[first + place] = t.order[place] + 0


# --------------------------------------------------------------------------------------------------- points to spread


@rule
def points_left(t, figure, stat):
    """F46: how many of the 35 points the earlier abilities have left."""
    left = POINTS
    for before in range(stat):
        left -= t.stat[figure, before]
    return left


@rule
def can_be_spread(t, figure, stat, value):
    """F46: exactly 35 points: can the rest be spread over the remaining abilities?"""
    left = points_left(t, figure, stat) - value
    least = 0
    most = 0
    for behind in range(stat + 1, STATS):
        least += STAT_LEAST[behind]
        most += STAT_MOST[behind]
    return STAT_LEAST[stat] <= value <= STAT_MOST[stat] and least <= left <= most


@rule
def legal_points(t):
    """§04-01: 35 points are spread over the abilities, within the limits of the dice (F2)."""
    for value in range(STAT_LEAST[t.b], STAT_MOST[t.b] + 1):
        if can_be_spread(t, t.a, t.b, value):
            offer(t, NUMBER + value - 1)


@rule
def play_points(t, action):
    t.stat[t.a, t.b] = action - NUMBER + 1
    if t.b + 1 < STATS:
        push(t, Step.POINTS, t.seat, t.a, t.b + 1)


@rule
def show_points(t):
    """F46: abilities are hidden until all are done."""
    t.open_stats = 1
    for figure in range(all_figures(t)):
        for stat in range(STATS):
            tell(t, Trace.STAT, owner(t, figure), figure, stat, t.stat[figure, stat], EVERYBODY)


# ------------------------------------------------------------------------------------------------------------- leader


@rule
def legal_leader(t):
    """§04-02: a seat with several figures names one of them leader; F70: when all figures stand, by seat number."""
    for figure in range(t.seat * t.figures, (t.seat + 1) * t.figures):
        offer(t, FIGURE + figure)


@rule
def play_leader(t, action):
    t.leader[t.seat] = action - FIGURE
    tell(t, Trace.LEADER, t.seat, action - FIGURE, 0, 0, EVERYBODY)


# -------------------------------------------------------------------------------------------------------------- places


@rule
def may_stand(t, figure, x, y):
    """§04-02: three card heights from opponents' figures (F34), and room to turn in place."""
    if min(min(x, y), t.side - max(x, y)) <= RADIUS + TOUCH:
        return False
    for other in range(all_figures(t)):
        if t.standing[other] == 1:
            dx = t.x[other] - x
            dy = t.y[other] - y
            square = dx * dx + dy * dy
            if owner(t, other) == owner(t, figure):
                if square <= (BOTH + TOUCH) * (BOTH + TOUCH):
                    return False
            elif square < (APART - TOUCH) * (APART - TOUCH):
                return False
    return True


@rule
def has_place(t, figure, across):
    """F35: is there a legal place in this column?"""
    for down in range(int(t.side / GRID) + 1):
        if may_stand(t, figure, across * GRID, down * GRID):
            return True
    return False


@rule
def legal_place_x(t):
    """F35: half widths from the left wall."""
    for across in range(int(t.side / GRID) + 1):
        if has_place(t, t.a, across):
            offer(t, LENGTH + across)


@rule
def nearest_place_x(t):
    """F63: an illegal place becomes the nearest legal one of the grid."""
    x = place_on(t, ACROSS)
    y = place_on(t, DOWN)
    if not may_stand(t, t.a, x, y):
        x, y = nearest_place(t, t.a, x, y)
        t.point[ACROSS] = coordinate_of(t, x)
        t.point[DOWN] = coordinate_of(t, y)


@rule
def nearest_place(t, figure, x, y):
    """The legal place of the grid nearest to a point of the room."""
    best = NEVER
    best_x = 0.0
    best_y = 0.0
    for across in range(int(t.side / GRID) + 1):
        for down in range(int(t.side / GRID) + 1):
            dx = across * GRID - x
            dy = down * GRID - y
            if dx * dx + dy * dy < best and may_stand(t, figure, across * GRID, down * GRID):
                best = dx * dx + dy * dy
                best_x = across * GRID
                best_y = down * GRID
    return best_x, best_y


@rule
def play_place_x(t, action):
    if action == POINT:
        stand(t, place_on(t, ACROSS), place_on(t, DOWN))
    else:
        push(t, Step.PLACE_Y, t.seat, t.a, action - LENGTH)


@rule
def legal_place_y(t):
    """F35: half widths from the upper wall."""
    for down in range(int(t.side / GRID) + 1):
        if may_stand(t, t.a, t.b * GRID, down * GRID):
            offer(t, LENGTH + down)


@rule
def play_place_y(t, action):
    stand(t, t.b * GRID, (action - LENGTH) * GRID)


@rule
def stand(t, x, y):
    """The figure stands here; its heading is asked next."""
    t.x[t.a] = x
    t.y[t.a] = y
    t.standing[t.a] = 1
    tell(t, Trace.PLACED, t.seat, t.a, hundredths(t.x[t.a]), hundredths(t.y[t.a]), EVERYBODY)
    push(t, Step.PLACE_HEADING, t.seat, t.a, 0)


@rule
def legal_place_heading(t):
    """§04-02: any heading; 0° is to the right, and degrees are clockwise."""
    for step in range(STEPS):
        offer(t, ANGLE + (ALL_ROUND + step if step <= STEPS // 2 else ALL_ROUND + step - STEPS))


@rule
def play_place_heading(t, action):
    if action == POINT:
        x, y = direction(t)
        face(t, t.a, x, y)
    else:
        t.steps[t.a] = (action - ANGLE - ALL_ROUND) % STEPS
    tell(t, Trace.FACED, t.seat, t.a, 0, degrees(t, t.a), EVERYBODY)


@rule
def abilities_are_within_bounds(t):
    if t.step == Step.POINTS:
        return True
    for figure in range(all_figures(t)):
        for stat in range(STATS):
            if t.stat[figure, stat] < STAT_LEAST[stat] or t.stat[figure, stat] > STAT_MOST[stat]:
                return False
    return True


@rule
def points_are_spread_in_turn(t):
    """F46: the points spread so far leave a number that the rest can take; stats not named yet are still 0."""
    if t.done == 1 or t.step != Step.POINTS:
        return True
    for figure in range(FIGURES):
        for stat in range(STATS):
            if figure < t.a or (figure == t.a and stat < t.b):
                if not can_be_spread(t, figure, stat, t.stat[figure, stat]):
                    return False
            elif t.stat[figure, stat] != 0:
                return False
    return True


# what is said


def so_much(state: State, number: int) -> str:
    """A number of points for an ability."""
    return Message(_("{stat} {value}"), stat=STAT_NAMES[state.record["b"] % len(STAT_NAMES)], value=number + 1)


def which_ability(state: State) -> str:
    """The figure and the ability."""
    record = state.record
    text = _("{figure}: {stat}, of 35 points in all")
    return Message(text, figure=nouns.sheet_name(record, int(record["a"])), stat=STAT_NAMES[record["b"]])


def leads(state: State, figure: int) -> str:
    """The figure that may become leader."""
    if not 0 <= figure < state.record["num_players"] * state.record["figures"]:
        return Message(_("figure {number}"), number=figure)
    return Message(_("make {figure} the leader"), figure=nouns.figure_name(state.record, figure))


def looks(state: State, number: int) -> str:
    """A heading that the figure may have."""
    return Message(_("face {bearing}"), bearing=nouns.bearing(nouns.degrees_of(number)))


def stats_told(group: Group, context: Context) -> str:
    """The abilities of a figure."""
    stats = [Message(_("{stat} {value}"), stat=STAT_NAMES[entry.object], value=entry.value) for entry in group]
    return Message(_("{who}'s {figure}: {stats}"), stats=joined(", ", *stats), **context.fields(group[0]))


ORDER = (_("first"), _("second"), _("third"), _("fourth"))


def places(group: Group, context: Context) -> str:
    """The place of a seat in the order of placing figures."""
    return Message(_("{who} is {place} to place figures"), who=context.who(group[0].seat), place=ORDER[group[0].value])


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.POINTS,
            asks=_("How many points for this ability?"),
            why=_("You spread 35 points over six abilities. The others see them when everybody is done."),
            says={"number": so_much},
            stakes=which_ability,
            cites="§04-01",
            decides="each figure's seat, hidden until all are done",
        ),
        Phase(
            Step.LEADER,
            asks=_("Who leads?"),
            why=_("The leader may give cards to your other figure."),
            says={"figure": leads},
            cites="§04-02",
            decides="each seat with several figures",
        ),
        Phase(
            Step.PLACE_X,
            point=("place",),
            asks=_("Where do you stand: how far from the left wall?"),
            why=_(
                "At least 4.2 w (three card heights) from rim to rim from the other figures, and clear of the walls. "
                "You choose the other distance next."
            ),
            says={"length": _("stand {length} w from the left wall")},
            stakes=nouns.figure_alone,
            cites="§04-02",
            decides="in the order of the lot",
        ),
        Phase(
            Step.PLACE_Y,
            asks=_("And how far from the upper wall?"),
            why=_("Choose a place in this column."),
            says={"length": _("stand {length} w from the upper wall")},
            stakes=nouns.figure_alone,
            cites="§04-02",
            decides="in the order of the lot",
        ),
        Phase(
            Step.PLACE_HEADING,
            point=("direction",),
            asks=_("Which way do you face?"),
            why=_("A figure goes farthest straight ahead, and aims in that direction."),
            says={"angle": looks},
            stakes=nouns.figure_alone,
            cites="§04-02",
            decides="in the order of the lot",
        ),
    ),
    automatic=(Automatic(Step.SHOW_POINTS, show_points),),
    truths=(
        Truth("abilities are within what the dice give", abilities_are_within_bounds),
        Truth("points are spread one ability after the other, and all of them can be", points_are_spread_in_turn),
    ),
    entries=(
        EntryKind(Trace.SHEET, _("{who} plays {figure}"), "figure:the figure", "sheet:number", cites="§04-01, F67"),
        EntryKind(
            Trace.STAT,
            stats_told,
            "figure",
            "stat:number",
            "value:number",
            joins=(Trace.STAT,),
            belongs=lambda group, entry: entry.subject == group[0].subject,
            cites="§04-01",
        ),
        EntryKind(Trace.ORDER, places, value="place:number", cites="§04-02, F45"),
        EntryKind(Trace.LEADER, _("{who}'s {figure} is the leader"), "figure", cites="§04-02"),
        EntryKind(
            Trace.PLACED, _("{who}'s {figure} stands at {x} w, {y} w"), "figure", "x:place", "y:place", cites="§04-02"
        ),
        EntryKind(Trace.FACED, _("{who}'s {figure} faces {bearing}"), "figure", value="bearing", cites="§04-02"),
    ),
)
