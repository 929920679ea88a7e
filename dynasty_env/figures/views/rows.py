"""Rows of an observation, one a figure, and the lengths that stand there."""

from dynasty_env.figures.material import NOBODY
from dynasty_env.figures.rules.bodies import all_figures
from dynasty_env.kit.engine.rule import rule

FAR = 127
"""A length that is as long as can be said, or longer; what never happens."""


@rule
def row_of(t, me, figure):
    """A figure's row: mine first, then those of the next seats; -1 for nobody."""
    if figure < 0:
        return NOBODY
    row = figure - me * t.figures
    return row if row >= 0 else row + all_figures(t)


@rule
def figure_in(t, me, row):
    """The figure whose row it is, of those that the game has."""
    figure = me * t.figures + row
    return figure if figure < all_figures(t) else figure - all_figures(t)


@rule
def fifths(length):
    """A length in fifths of a width, as far as it can be said."""
    return int(max(-127.0, min(127.0, length * 5.0)))


@rule
def tenths(length):
    """A length in tenths of a width, as far as it can be said."""
    return int(min(127.0, length * 10.0 + 1e-6))
