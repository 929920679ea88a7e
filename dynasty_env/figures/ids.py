"""The numbering of actions, of phases (a seat decides) and steps (automatic), and of trace entries.

Action ids form one flat range, divided into named slices. `LENGTH + n` is n half card widths, `ANGLE + ALL_ROUND + k`
is k · 15° clockwise from whatever the phase counts from.
"""

from enum import IntEnum

from dynasty_env.figures.material import CARDS_NAMED, FIGURES, KING
from dynasty_env.kit.engine.table import FIRST_AUTOMATIC
from dynasty_env.kit.seats.actions import named, numbered
from dynasty_env.kit.seats.points import Part, PointLayout

ALL_ROUND = 23
"""K: the most steps of 15° in one direction."""
MOST_LENGTHS = 65  # 0 … 32 w

ACTION_NAMES, SLICES = numbered(
    {
        "pass": ["pass"],
        "yes": ["yes"],
        "lower": ["lower"],
        "edge": ["left", "right"],
        "rest": ["rest"],
        "length": named("length", [f"{n / 2:g}" for n in range(MOST_LENGTHS)]),
        "angle": named("angle", [f"{15 * k:+d}" for k in range(-ALL_ROUND, ALL_ROUND + 1)]),
        "number": named("number", range(1, KING + 1)),
        "figure": named("figure", range(FIGURES)),
        "card": named("card", CARDS_NAMED),
    }
)
"""The name of each id, and the range of ids of each kind of action."""

PASS: int = SLICES["pass"].start  # do not act, attack or shoot; give nothing more
YES: int = SLICES["yes"].start
LOWER: int = SLICES["lower"].start  # a weapon
LEFT: int = SLICES["edge"].start  # the edge to the left of a corner, seen from above: one hour earlier
RIGHT = LEFT + 1
REST: int = SLICES["rest"].start  # the rest of the way
LENGTH: int = SLICES["length"].start
ANGLE: int = SLICES["angle"].start
NUMBER: int = SLICES["number"].start  # + number - 1
FIGURE: int = SLICES["figure"].start
CARD: int = SLICES["card"].start
ACTIONS = len(ACTION_NAMES)

# -------------------------------------------------------------------------------------------- the same by real numbers

POINT = ACTIONS
"""What phases that take a point receive instead of an id: they then read `t.point`."""
POINT_LAYOUT = PointLayout(
    [
        Part("direction", "direction", "cosine and sine of an angle, from whatever the phase counts from", 2),
        Part("sense", "sign", "not negative: K clockwise, the edge to the right of the corner, a weapon not lowered"),
        Part("length", "number", "-1: stay, 1: all that is left of the way"),
        Part("place", "number", "-1: at the left and upper wall, 1: at the right and lower wall", 2),
    ]
)
"""F63: the parts of a point."""
DIRECTION_X, DIRECTION_Y, SENSE, WAY, ACROSS, DOWN = range(POINT_LAYOUT.size)


class Step(IntEnum):
    """Decisions are below 64, automatic steps from 64 on. `a` is a figure unless stated otherwise."""

    POINTS = 1  # b: the ability
    LEADER = 2
    PLACE_X = 3
    PLACE_Y = 4  # b: x in half widths
    PLACE_HEADING = 5
    GIVE = 6
    POSE = 7  # b: the weapon
    PLOT = 8
    JOKER = 9  # act now?
    DROP_PLOT = 10
    JOKER_NUMBER = 11
    TURN_DIRECTION = 12
    TURN_EDGE = 13  # b: steps from the corner + 2
    HEADING = 14
    DISTANCE = 15
    ATTACK = 16  # b: 1 if the weapon touched from the start
    SHOOT = 17  # b: the weapon

    ROUND = FIRST_AUTOMATIC  # cards are drawn
    SHOW_POINTS = FIRST_AUTOMATIC + 1  # abilities are shown to everybody
    POSING = FIRST_AUTOMATIC + 2  # the next weapon to pose, from figure a, weapon b on
    PLOTTING = FIRST_AUTOMATIC + 3  # the next card to plot, from figure a on
    TURN_UP = FIRST_AUTOMATIC + 4  # plots are turned up, or the round ends
    WHO_ACTS = FIRST_AUTOMATIC + 5
    TURN = FIRST_AUTOMATIC + 6
    NOTICE = FIRST_AUTOMATIC + 7  # the next distracting figure in sight; a: figure, + 8 for the second kind
    GO = FIRST_AUTOMATIC + 8  # the number is read
    WAY = FIRST_AUTOMATIC + 9  # how far the figure may go
    MOTION = FIRST_AUTOMATIC + 10  # until the next contact
    SHOTS = FIRST_AUTOMATIC + 11  # the next shooting weapon, from b on
    TURN_OVER = FIRST_AUTOMATIC + 12


class Trace(IntEnum):
    """Kinds of trace entries. Each comment lists what the fields hold, in the order: seat, subject; object; value.

    Lengths are hundredths of a card width, directions are degrees clockwise from the right.
    """

    SHEET = 1  # seat, figure; object: its sheet
    STAT = 2  # seat, figure; object: ability; value
    ORDER = 3  # seat; value: its turn to place its figures, from 0
    LEADER = 4  # seat, figure
    PLACED = 5  # seat, figure; object, value: x, y
    FACED = 6  # seat, figure; value: direction
    ROUND = 7  # value: number of the round
    SHUFFLED = 8  # value: cards in the pack, discards included
    DREW = 9  # seat, figure; value: cards drawn
    DRAWN = 10  # seat, figure; object: card (visible to that seat)
    GAVE = 11  # seat, figure that receives; value: cards
    GIVEN = 12  # seat, figure that receives; object: card (visible to that seat)
    POSED = 13  # seat, figure; object: weapon; value: degrees from ahead, or 999: lowered
    PLOTTED = 14  # seat, figure; value: cards plotted
    LEFT_OVER = 15  # seat, figure; value: cards discarded unseen
    TURNED_UP = 16  # seat, figure; object: card
    CANCELLED = 17  # seat, figure; object: joker that is discarded
    KEPT = 18  # seat, figure that keeps its joker back
    TURN = 19  # seat, figure; object: card
    SEEN = 20  # seat, seer; object: figure that it sees; value: 1 distracts A, 2 distracts B
    DOUBLED = 21  # seat, seer: mobility and attack are doubled
    DROPPED = 22  # seat, figure; object: plot that it drops
    NUMBER = 23  # seat, figure; value: what its card counts as
    SIDE = 24  # seat, figure; object: edge that is turned; value: degrees clockwise
    SPUN = 25  # seat, figure; value: its direction now
    ALLOWED = 26  # seat, figure; object: clock edge; value: w that it may go
    MOVED = 27  # seat, figure; object, value: x, y
    ATTACKED = 28  # seat, figure; object: target; value: weapon
    HELD = 29  # seat, figure stops; object: target; value: weapon
    SHOT = 30  # seat, figure; object: target; value: weapon
    MISSED = 31  # seat, figure; object: card that missed, -1: there was none
    CHECK = 32  # seat, figure that is hit; object: cards to turn up; value: its spirit
    CARD = 33  # object: card turned up; value: 1 if it does damage
    DAMAGE = 34  # seat, figure; object: damage; value: its total damage
    COLLIDED = 35  # seat, figure; object: figure it runs into, -1: a wall; value: cards
    THROWN = 36  # seat, figure; object, value: x, y
    OUT = 37  # seat, figure
    FELT = 38  # seat, figure; object: card; value: its feeling afterwards
    FURY = 39  # seat, figure; object: card drawn in anger, or -1; value: what the ability counts as
    ENDED = 40  # value: bits of the seats that win
