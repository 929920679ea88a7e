"""Invariants that hold at every decision and belong to no single chapter."""

from dynasty_env.figures.ids import Step
from dynasty_env.figures.material import NOBODY
from dynasty_env.kit.engine import Chapter, Truth, mask_is_counted, rule

from .bodies import all_figures, owner
from .score import figures_left


@rule
def turn_is_of_this_game(t):
    if not (0 <= t.round <= t.max_rounds and 0 <= t.seat < t.num_players):
        return False
    if t.side < 12.0 or t.actor < NOBODY or t.actor >= all_figures(t) or t.left < 0.0:
        return False
    return t.done == 0 or (t.step == 0 and t.winners > 0)


@rule
def who_decides_owns_the_figure(t):
    """A figure stands when its seat decides for it, except in set-up; and it has an opponent.

    F70: all stand for a leader.
    """
    if t.done == 1:
        return True
    if t.step == Step.LEADER:
        return figures_left(t) == all_figures(t)
    setting_up = t.step == Step.POINTS or t.step == Step.PLACE_X or t.step == Step.PLACE_Y
    if t.a < 0 or t.a >= all_figures(t) or owner(t, t.a) != t.seat:
        return False
    if (t.standing[t.a] == 1) == setting_up:
        return False
    return setting_up or t.step == Step.PLACE_HEADING or figures_left(t) > 1


CHAPTER = Chapter(
    __name__,
    truths=(
        Truth("the mask agrees with the number of choices, and a decision has one", mask_is_counted),
        Truth("the round, the turn and the room are of this game", turn_is_of_this_game),
        Truth("who decides owns the figure that it decides for, and that figure stands", who_decides_owns_the_figure),
    ),
)
