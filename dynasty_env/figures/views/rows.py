"""The rows of an observation, one per figure, and the lengths in it."""

from dynasty_env.figures.material import NOBODY
from dynasty_env.figures.rules.bodies import all_figures
from dynasty_env.kit.engine.rule import rule

FAR = 127
"""The greatest length in an observation: this long or longer. Also stands for what never happens."""


@rule
def row_of(t, me, figure):
    """A figure's row: mine first, then those of the following seats; -1 for nobody."""
    if figure < 0:
        return NOBODY
    row = figure - me * t.figures
    return row if row >= 0 else row + all_figures(t)


@rule
def figure_in(t, me, row):
    """The figure of a row."""
    figure = me * t.figures + row
    return figure if figure < all_figures(t) else figure - all_figures(t)


@rule
def fifths(length):
    """A length in fifths of a width, limited to the range of an observation."""
    return int(max(-127.0, min(127.0, length * 5.0)))


@rule
def tenths(length):
    """A length in tenths of a width, limited to the range of an observation."""
    return int(min(127.0, length * 10.0 + 1e-6))
