"""§05-05: a figure's turn: its card turns it and moves it."""

import math
from enum import IntEnum

from dynasty_env.figures.ids import (
    ALL_ROUND,
    ANGLE,
    DIRECTION_X,
    DIRECTION_Y,
    LEFT,
    LENGTH,
    MOST_LENGTHS,
    NUMBER,
    POINT,
    REST,
    RIGHT,
    SENSE,
    WAY,
    Step,
    Trace,
)
from dynasty_env.figures.material import FIGURES, GRID, JOKER, KING, NO_CARD, NOBODY, WEAPONS, Stat
from dynasty_env.figures.material import NUMBER as NUMBER_OF
from dynasty_env.figures.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, push, rule, tell
from dynasty_env.kit.engine.cards import RANK_NAMES
from dynasty_env.kit.words import Chosen, EntryKind, Message, Phase, State, _

from .bodies import degrees, heading_x, heading_y, owner
from .cards import discard_face_up
from .damage import worth_now
from .distraction import look
from .geometry import COS, SIN, SPAN, STEP_DEGREES, STEPS, TOUCH, measure, turned_x, turned_y
from .points import direction, share, steps_in

CLOCK = 12
CORNER = 2
"""Steps of 15° from a corner of the stand to its edges."""


class Mode(IntEnum):
    """What the acting figure is doing."""

    STILL = 0
    ROTATION = 1  # a move follows
    SPIN = 2  # K: no move follows
    MOVE = 3


@rule
def begin_turn(t):
    """§05-04: a figure's turn begins. F29: what it sees is determined now."""
    figure = t.a
    t.actor = figure
    t.number = 0
    t.doubled = 0
    t.lost = 0
    t.fresh = 1
    t.again = 0
    t.moving = Mode.STILL
    t.sense = 0
    t.span = 0.0
    t.left = 0.0
    t.aim = 0.0
    t.mobility = 0
    t.target = NOBODY
    for weapon in range(WEAPONS):
        for other in range(FIGURES):
            t.passed[weapon, other] = 0
    tell(t, Trace.TURN, t.seat, figure, t.face_up[figure], 0, EVERYBODY)
    push(t, Step.GO, t.seat, figure, 0)
    t.sighted = 0
    if t.distraction == 1:
        t.sighted = look(t, figure)
        push(t, Step.NOTICE, t.seat, 0, 0)


@rule
def go(t):
    """§05-05: the card's number is read; a joker is any number its player chooses."""
    if t.lost == 1:
        push(t, Step.TURN_OVER, t.seat, t.a, 0)
        return
    number = NUMBER_OF[t.face_up[t.a]]
    if number == JOKER:
        push(t, Step.JOKER_NUMBER, t.seat, t.a, 0)
    else:
        begin_motion(t, t.a, number)


@rule
def legal_joker_number(t):
    """§05-05: any number, K included."""
    for number in range(1, KING + 1):
        offer(t, NUMBER + number - 1)


@rule
def play_joker_number(t, action):
    begin_motion(t, t.a, action - NUMBER + 1)


@rule
def begin_motion(t, figure, number):
    """§05-05: K turns on the spot; odd numbers turn the stand, then move it; even ones move it."""
    t.number = number
    tell(t, Trace.NUMBER, owner(t, figure), figure, 0, number, EVERYBODY)
    if number == KING:
        push(t, Step.HEADING, owner(t, figure), figure, 0)
    elif number % 2 == 1:
        push(t, Step.TURN_DIRECTION, owner(t, figure), figure, 0)
    else:
        t.edge = number % CLOCK
        push(t, Step.WAY, owner(t, figure), figure, 0)


# ----------------------------------------------------------------------------------------------------------- rotations


@rule
def legal_heading(t):
    """§05-05: K: any heading; F25: turn by 0, or by less than a full turn in either direction."""
    for step in range(-ALL_ROUND, ALL_ROUND + 1):
        offer(t, ANGLE + ALL_ROUND + step)


@rule
def play_heading(t, action):
    if action == POINT:
        x, y = direction(t)
        begin_rotation_to(t, x, y, -1 if t.point[SENSE] < 0.0 else 1, Mode.SPIN)
    else:
        begin_rotation(t, action - ANGLE - ALL_ROUND, Mode.SPIN)


@rule
def legal_turn_direction(t):
    """§05-05: the card is laid at the corner, in a direction within 30° of the corner's own (F8)."""
    for step in range(-CORNER, CORNER + 1):
        offer(t, ANGLE + ALL_ROUND + step)


@rule
def play_turn_direction(t, action):
    """F8: a card flush with an edge causes no rotation: the figure moves along that edge."""
    if action == POINT:
        lay_card(t)
        return
    step = action - ANGLE - ALL_ROUND
    if step == -CORNER or step == CORNER:
        t.edge = edge_beside(t.number, step)
        begin_rotation(t, 0, Mode.ROTATION)
    else:
        push(t, Step.TURN_EDGE, t.seat, t.a, step + CORNER)


@rule
def nearest_turn_direction(t):
    """F63: a direction more than 30° from the corner's becomes the one at 30°."""
    x, y = direction(t)
    if x < COS[CORNER]:
        t.point[DIRECTION_X] = COS[CORNER]
        t.point[DIRECTION_Y] = -SIN[CORNER] if y < 0.0 else SIN[CORNER]


@rule
def lay_card(t):
    """F8, F63: the card is laid in a continuous direction, and the edge left or right of the corner turned to it."""
    x, y = direction(t)
    if x <= COS[CORNER] + TOUCH:
        t.edge = edge_beside(t.number, -1 if y < 0.0 else 1)
        begin_rotation(t, 0, Mode.ROTATION)
        return
    side = -CORNER if t.point[SENSE] < 0.0 else CORNER
    t.edge = edge_beside(t.number, side)
    sense = 1 if side < 0 else -1
    begin_rotation_to(t, turned_x(x, y, -side), turned_y(x, y, -side), sense, Mode.ROTATION)


@rule
def edge_beside(corner, step):
    """The clock position of the edge to the left (step < 0) or right of a corner; 12 o'clock is 0."""
    return (corner - 1 if step < 0 else corner + 1) % CLOCK


@rule
def legal_turn_edge(t):
    """§05-05: the edge to the left or right of the corner is turned until it is flush with the card."""
    offer(t, LEFT)
    offer(t, RIGHT)


@rule
def play_turn_edge(t, action):
    step = t.b - CORNER
    side = -CORNER if action == LEFT else CORNER
    t.edge = edge_beside(t.number, side)
    begin_rotation(t, step - side, Mode.ROTATION)


@rule
def begin_rotation(t, spin, mode):
    """F23: the stand turns about its centre, this many steps clockwise."""
    t.sense = 1 if spin > 0 else -1 if spin < 0 else 0
    t.span = SPAN[abs(spin)]
    t.to_x = t.base_x[t.a]
    t.to_y = t.base_y[t.a]
    t.to_steps = (t.steps[t.a] + spin) % STEPS
    start_rotation(t, mode)


@rule
def begin_rotation_to(t, x, y, sense, mode):
    """F63: the same until the figure looks along (x, y), a vector of length 1 counted from its heading."""
    hx = heading_x(t, t.a, 0)
    hy = heading_y(t, t.a, 0)
    tx = hx * x - hy * y
    ty = hy * x + hx * y
    length = math.sqrt(tx * tx + ty * ty)
    t.span = measure(1.0, 0.0, x, y, sense)
    t.sense = sense if t.span > 0.0 else 0
    t.to_x = tx / length
    t.to_y = ty / length
    t.to_steps = 0
    start_rotation(t, mode)


@rule
def start_rotation(t, mode):
    """The stand begins to turn from the figure's current heading."""
    t.moving = mode
    t.from_x = t.base_x[t.a]
    t.from_y = t.base_y[t.a]
    t.from_steps = t.steps[t.a]
    tell(t, Trace.SIDE, t.seat, t.a, t.edge, t.sense * steps_in(t.span) * STEP_DEGREES, EVERYBODY)
    push(t, Step.MOTION, t.seat, t.a, 0)


@rule
def look_as_before(t, figure):
    """Restore the heading with which the rotation began: its contacts are counted from there."""
    t.base_x[figure] = t.from_x
    t.base_y[figure] = t.from_y
    t.steps[figure] = t.from_steps


@rule
def end_rotation(t, figure):
    """The rotation is finished."""
    t.base_x[figure] = t.to_x
    t.base_y[figure] = t.to_y
    t.steps[figure] = t.to_steps
    if t.sense != 0:
        tell(t, Trace.SPUN, owner(t, figure), figure, 0, degrees(t, figure), EVERYBODY)
    push(t, Step.SHOTS if t.moving == Mode.SPIN else Step.WAY, owner(t, figure), figure, 0)


# --------------------------------------------------------------------------------------------------------------- moves


@rule
def is_front(edge):
    """§05-05: the front edges are at 10, 12 and 2 o'clock."""
    return edge == 10 or edge == 0 or edge == 2


@rule
def find_way(t):
    """§05-05: mobility in widths to the front; half of it, rounded down, to the rear.

    F51: halved after feelings and doubling.
    """
    t.moving = Mode.MOVE
    t.mobility = worth_now(t, t.a, Stat.MOBILITY)
    allowed = t.mobility if is_front(t.edge) else t.mobility // 2
    t.left = allowed * 1.0
    tell(t, Trace.ALLOWED, t.seat, t.a, t.edge, allowed, EVERYBODY)
    push(t, Step.DISTANCE, t.seat, t.a, 0)


@rule
def way_x(t):
    """The x of the direction in which the acting figure moves."""
    return heading_x(t, t.actor, 2 * t.edge)


@rule
def way_y(t):
    """The y of the same direction."""
    return heading_y(t, t.actor, 2 * t.edge)


@rule
def whole_steps(length):
    """How many grid steps fit into a length."""
    return int((length + TOUCH) / GRID)


@rule
def legal_distance(t):
    """§05-05: any distance up to the rest of the way; F19: in half widths, plus the whole rest."""
    for step in range(min(whole_steps(t.left), MOST_LENGTHS - 1) + 1):
        offer(t, LENGTH + step)
    if t.left - whole_steps(t.left) * GRID > TOUCH:
        offer(t, REST)


@rule
def play_distance(t, action):
    if action == POINT:
        t.aim = share(t, WAY) * t.left
    else:
        t.aim = t.left if action == REST else min((action - LENGTH) * GRID, t.left)
    push(t, Step.MOTION, t.seat, t.a, 0)


# ------------------------------------------------------------------------------------------------------------- the end


@rule
def end_turn(t):
    """§05-04, §05-09: the plot is discarded; figures without a face-up plot turn up the leftmost."""
    if t.face_up[t.a] != NO_CARD:
        discard_face_up(t, t.a)
    t.actor = NOBODY
    t.lost = 0
    t.doubled = 0
    t.moving = Mode.STILL
    t.left = 0.0
    t.aim = 0.0
    push(t, Step.TURN_UP, 0, 0, 0)


# what is said


def counts_as(state: State, number: int) -> str:
    """What a joker may count as."""
    if number + 1 == KING:
        return Message(_("use it as K: turn on the spot"))
    text = _("use it as {rank}: go along the edge at {hour} o'clock")
    if number % 2 == 0:
        text = _("use it as {rank}: turn at the corner at {hour} o'clock")
    return Message(text, rank=RANK_NAMES[number], hour=nouns.hour(number + 1))


TURNED = "", _("it turns {degrees}° clockwise"), _("it turns {degrees}° anticlockwise")

CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.JOKER_NUMBER,
            asks=_("What do you use the joker as?"),
            why=_("Even numbers go along that edge of the stand, odd ones turn it first, K turns on the spot."),
            says={"number": counts_as},
            stakes=nouns.figure_alone,
            cites="§05-05",
        ),
    ),
    automatic=(
        Automatic(Step.TURN, begin_turn),
        Automatic(Step.GO, go),
        Automatic(Step.WAY, find_way),
        Automatic(Step.TURN_OVER, end_turn),
    ),
    entries=(
        EntryKind(Trace.TURN, _("{who}'s {figure} acts with {card}"), "figure", "card", cites="§05-04"),
        EntryKind(Trace.NUMBER, _("its card counts as {rank}"), "figure", value="rank", cites="§05-05"),
        EntryKind(
            Trace.SIDE,
            Chosen(lambda entry: nouns.sense(entry.value), TURNED),
            "figure",
            "edge:hour",
            "degrees:angle",
            cites="§05-05, F8",
        ),
        EntryKind(Trace.SPUN, _("it faces {bearing}"), "figure", value="bearing", cites="§05-05"),
        EntryKind(
            Trace.ALLOWED,
            _("it may go {length} w along the edge at {hour} o'clock"),
            "figure",
            "hour",
            "length",
            cites="§05-05",
        ),
    ),
)
