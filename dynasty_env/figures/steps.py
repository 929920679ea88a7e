"""The phases, in which a seat decides; the steps that the game takes by itself; the entries of the trace."""

from enum import IntEnum

from dynasty_env.kit.engine.table import FIRST_AUTOMATIC


class Step(IntEnum):
    """Decisions below 64, automatic steps from 64 on. `a` is a figure unless said otherwise."""

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
    SHOW_POINTS = FIRST_AUTOMATIC + 1  # abilities are shown to all
    POSING = FIRST_AUTOMATIC + 2  # the next weapon to pose, from figure a, weapon b on
    PLOTTING = FIRST_AUTOMATIC + 3  # the next card to plot, from figure a on
    TURN_UP = FIRST_AUTOMATIC + 4  # plots are turned up, or the round ends
    WHO_ACTS = FIRST_AUTOMATIC + 5
    TURN = FIRST_AUTOMATIC + 6
    NOTICE = FIRST_AUTOMATIC + 7  # the next figure in sight that distracts; a: figure, + 8: the second way
    GO = FIRST_AUTOMATIC + 8  # the number is read
    WAY = FIRST_AUTOMATIC + 9  # how far may it go?
    MOTION = FIRST_AUTOMATIC + 10  # up to the next contact
    SHOTS = FIRST_AUTOMATIC + 11  # the next shooting weapon, from b on
    TURN_OVER = FIRST_AUTOMATIC + 12


class Trace(IntEnum):
    """Kinds of trace entries. Each comment says what the fields hold, in this order: seat, subject; object; value.

    Lengths are hundredths of a card width, directions degrees clockwise from the right.
    """

    SHEET = 1  # seat, figure; object: its sheet
    STAT = 2  # seat, figure; object: ability; value
    ORDER = 3  # seat; value: when it places its figures, from 0
    LEADER = 4  # seat, figure
    PLACED = 5  # seat, figure; object, value: x, y
    FACED = 6  # seat, figure; value: direction
    ROUND = 7  # value: number of the round
    SHUFFLED = 8  # value: cards in the pack, discards included
    DREW = 9  # seat, figure; value: cards drawn
    DRAWN = 10  # seat, figure; object: card (for that seat)
    GAVE = 11  # seat, figure that gets; value: cards
    GIVEN = 12  # seat, figure that gets; object: card (for that seat)
    POSED = 13  # seat, figure; object: weapon; value: degrees from ahead, or 999: lowered
    PLOTTED = 14  # seat, figure; value: cards plotted
    LEFT_OVER = 15  # seat, figure; value: cards discarded unseen
    TURNED_UP = 16  # seat, figure; object: card
    CANCELLED = 17  # seat, figure; object: joker that is discarded
    KEPT = 18  # seat, figure keeps its joker back
    TURN = 19  # seat, figure; object: card
    SEEN = 20  # seat, seer; object: figure that it sees; value: 1 distracts A, 2 distracts B
    DOUBLED = 21  # seat, seer: mobility and attack are doubled
    DROPPED = 22  # seat, figure; object: plot that it drops
    NUMBER = 23  # seat, figure; value: what its card counts as
    SIDE = 24  # seat, figure; object: edge that is turned; value: degrees, clockwise
    SPUN = 25  # seat, figure; value: direction that it faces now
    ALLOWED = 26  # seat, figure; object: clock edge; value: w that it may go
    MOVED = 27  # seat, figure; object, value: x, y
    ATTACKED = 28  # seat, figure; object: target; value: weapon
    HELD = 29  # seat, figure stops; object: target; value: weapon
    SHOT = 30  # seat, figure; object: target; value: weapon
    MISSED = 31  # seat, figure; object: card that missed, -1: there was none
    CHECK = 32  # seat, figure that is struck; object: cards to turn up; value: its spirit
    CARD = 33  # object: card turned up; value: 1 if it does damage
    DAMAGE = 34  # seat, figure; object: damage; value: what it has taken in all
    COLLIDED = 35  # seat, figure; object: figure it runs into, -1: a wall; value: cards
    THROWN = 36  # seat, figure; object, value: x, y
    OUT = 37  # seat, figure
    FELT = 38  # seat, figure; object: card; value: its feeling then
    FURY = 39  # seat, figure; object: card drawn for anger, or -1; value: what the ability is
    ENDED = 40  # value: bits of the seats that win
