"""A hand-written player of the figure duel: it comes near, strikes and shoots what it can, and keeps off the walls.

It looks one move ahead: `worth` has a line for each phase, and most of these lines ask for the best end of a move
(`mind`). It has no memory and is deterministic: its actions depend only on what its seat sees. “I” and “me” mean its
figure.
"""

from dynasty_env.figures.greedy.mind import HIT_WORTH, NO_ENEMY, end_worth, number_worth, read, shot_worth, way_worth
from dynasty_env.figures.ids import ALL_ROUND, ANGLE, CARD, FIGURE, LEFT, LENGTH, LOWER, NUMBER, PASS, REST, YES, Step
from dynasty_env.figures.material import GRID, PRIORITY
from dynasty_env.figures.material import NUMBER as NUMBER_OF
from dynasty_env.figures.rules.geometry import COS, SIN, STEPS
from dynasty_env.figures.rules.turn import CORNER
from dynasty_env.kit.engine.rule import rule

WANTED = (5, 5, 6, 6, 6, 7)
"""How it spreads 35 points."""
FIRST = 0.004
"""The value of acting one card earlier."""
SECOND_POSE = 3
"""How many steps to the right the second weapon is held, so that both weapons cover more of the front."""


@rule
def look(m, seen):
    """Read what the seat sees."""
    read(m, seen)


@rule
def worth(m, seen, action):
    """The value of an action to me, by phase: a hit is worth `HIT_WORTH`; each width farther away costs a little."""
    phase = m.phase
    if phase == Step.DISTANCE:
        return distance_worth(m, seen, action)
    if phase == Step.TURN_DIRECTION or phase == Step.TURN_EDGE:
        return laying_worth(m, seen, action)
    if phase == Step.HEADING:
        return spin_worth(m, seen, action - ANGLE - ALL_ROUND)
    if phase == Step.ATTACK or phase == Step.SHOOT:
        hostile = seen.target[0] >= seen.options[0]
        return 1.0 if (action == YES) == hostile else 0.0
    if phase == Step.PLOT or phase == Step.DROP_PLOT:
        return plot_worth(m, seen, action - CARD) * (1.0 if phase == Step.PLOT else -1.0)
    if phase == Step.JOKER_NUMBER:
        return number_worth(m, seen, action - NUMBER + 1)
    if phase == Step.POSE:
        return pose_worth(seen, action)
    return plain_worth(m, seen, action)


@rule
def plain_worth(m, seen, action):
    """The value of decisions in set-up, of gifts and of jokers."""
    phase = m.phase
    if phase == Step.PLACE_X or phase == Step.PLACE_Y:
        return -abs(action - LENGTH - seen.side / 1.0)
    if phase == Step.PLACE_HEADING:
        return facing_worth(m, seen, (action - ANGLE - ALL_ROUND) % STEPS)
    if phase == Step.POINTS:
        return -abs(action - NUMBER + 1.0 - WANTED[seen.asked[1]])
    if phase == Step.GIVE:
        return 1.0 if action == PASS else 0.0
    if phase == Step.JOKER:
        return 1.0 if action == YES else 0.0
    return float(FIGURE - action)


@rule
def facing_worth(m, seen, step):
    """The value of a direction: towards the nearest enemy; if there is none yet, towards the most room."""
    if m.enemy == NO_ENEMY:
        return seen.around[step // 2, 0] / 10.0 - step % 2
    return m.x * COS[step] + m.y * SIN[step]


@rule
def pose_worth(seen, action):
    """The value of a pose: weapons are held ahead, the second one a little to the right."""
    if action == LOWER:
        return -100.0
    wanted = SECOND_POSE if seen.asked[1] == 1 and seen.reach[seen.place, 1] > 0 else 0
    return -abs(action - ANGLE - ALL_ROUND - wanted) * 1.0


@rule
def plot_worth(m, seen, card):
    """The value of a card: by the best end of the move that it allows from here, and by how early it acts."""
    number = NUMBER_OF[card]
    if number > 13:
        return 2.0 * HIT_WORTH
    return number_worth(m, seen, number) + FIRST * PRIORITY[card]


@rule
def distance_worth(m, seen, action):
    """The value of a distance along the chosen way."""
    far = seen.turn[3] / 10.0 if action == REST else (action - LENGTH) * GRID
    return end_worth(m, seen, 0, 2 * seen.turn[1], 0, far)


@rule
def laying_worth(m, seen, action):
    """The value of a card direction, or of an edge turned to it: the better of the ways that remain."""
    best = -1e6
    for way in range(2 * (2 * CORNER + 1)):
        step = way // 2 - CORNER
        fits = action == LEFT + way % 2
        if m.phase == Step.TURN_DIRECTION:
            fits = action - ANGLE - ALL_ROUND == step
        if fits and seen.ways[way, 0] > 0:
            side = CORNER if way % 2 == 1 else -CORNER
            turn = step - side
            best = max(best, way_worth(m, seen, way, 2 * seen.turn[0] + step, turn))
    return best


@rule
def spin_worth(m, seen, spin):
    """The value of a K: whom a weapon touches while I turn, whom I can shoot at, and where I look in the end."""
    place = spin + ALL_ROUND
    value = shot_worth(m, seen, 0.0, 0.0, spin % STEPS) * 0.2 - abs(spin) * 1e-4
    if seen.spins[place, 0] >= seen.options[0]:
        value += HIT_WORTH
    if seen.spins[place, 1] >= seen.options[0]:
        value += HIT_WORTH * 0.8
    if m.enemy != NO_ENEMY:
        value += 0.1 * (m.x * COS[spin % STEPS] + m.y * SIN[spin % STEPS]) / m.far
    return value
