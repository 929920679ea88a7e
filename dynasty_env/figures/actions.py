"""The ids of all actions, in named slices of one flat range. An id means the same in every phase.

`LENGTH + n` is n half card widths, `ANGLE + ALL_ROUND + k` is k · 15° clockwise from whatever the phase counts from.
"""

from dynasty_env.figures.material import CARDS, CARDS_NAMED, FIGURES, KING
from dynasty_env.kit.seats.points import Part, PointLayout

PASS = 0  # do not act, attack, shoot or give any more
YES = 1
LOWER = 2  # a weapon
LEFT = 3  # the edge to the left of a corner, seen from above: an hour earlier
RIGHT = 4
REST = 5  # all that is left of the way

ALL_ROUND = 23
"""K: most steps of 15° one way."""
MOST_LENGTHS = 65  # 0 … 32 w

LENGTH = 6
ANGLE = LENGTH + MOST_LENGTHS
NUMBER = ANGLE + 2 * ALL_ROUND + 1  # + number - 1
FIGURE = NUMBER + KING
CARD = FIGURE + FIGURES
ACTIONS = CARD + CARDS

ACTION_NAMES = (
    "pass",
    "yes",
    "lower",
    "left",
    "right",
    "rest",
    *(f"length:{n / 2:g}" for n in range(MOST_LENGTHS)),
    *(f"angle:{15 * k:+d}" for k in range(-ALL_ROUND, ALL_ROUND + 1)),
    *(f"number:{n}" for n in range(1, KING + 1)),
    *(f"figure:{f}" for f in range(FIGURES)),
    *(f"card:{name}" for name in CARDS_NAMED),
)
assert len(ACTION_NAMES) == ACTIONS

SLICES: dict[str, slice] = {
    "pass": slice(PASS, YES),
    "yes": slice(YES, LOWER),
    "lower": slice(LOWER, LEFT),
    "edge": slice(LEFT, REST),
    "rest": slice(REST, LENGTH),
    "length": slice(LENGTH, ANGLE),
    "angle": slice(ANGLE, NUMBER),
    "number": slice(NUMBER, FIGURE),
    "figure": slice(FIGURE, CARD),
    "card": slice(CARD, ACTIONS),
}
"""Which ids each kind of action has."""

# -------------------------------------------------------------------------------------------- the same by real numbers

POINT = ACTIONS
"""What the phases that take a point get in place of an id, to read `t.point`."""
POINT_LAYOUT = PointLayout(
    [
        Part("direction", "direction", "cosine and sine of an angle, from whatever the phase counts from", 2),
        Part("sense", "sign", "not negative: K clockwise, the edge to the right of the corner, a weapon not lowered"),
        Part("length", "number", "-1: stay, 1: all that is left of the way"),
        Part("place", "number", "-1: at the left and upper wall, 1: at the right and lower wall", 2),
    ]
)
"""F63: what stands where in a point."""
DIRECTION_X, DIRECTION_Y, SENSE, WAY, ACROSS, DOWN = range(POINT_LAYOUT.size)
