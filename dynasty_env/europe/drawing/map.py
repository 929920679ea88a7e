"""The map of Europe in pictures: the positions of the countries and the ways between them."""

from dynasty_env.europe.drawing.palette import LAND_WAY, SEA, SEA_WAY
from dynasty_env.europe.material import COUNTRIES, COUNTRY_NAMES, NEIGHBOUR, WAY, Way
from dynasty_env.kit.canvas import Box, Canvas

GRID = {
    **{"Scotland": (1, 0), "Norway": (3, 0)},
    **{"Denmark": (3, 1), "Sweden": (4, 1)},
    **{"Ireland": (0, 2), "England": (1, 2), "Netherlands": (2, 2), "Saxony": (3, 2), "Poland": (4, 2)},
    **{"Palatinate": (2, 3), "Bohemia": (3, 3)},
    **{"France": (1, 4), "Switzerland": (2, 4), "Austria": (3, 4), "Hungary": (4, 4)},
    **{"Milan": (2, 5), "Venice": (3, 5), "Ottoman Empire": (4, 5)},
    **{"Portugal": (0, 6), "Spain": (1, 6), "Naples": (3, 6)},
}
"""Column and row of each country on the map. Every neighbour is exactly in its direction (§06-01)."""


def centre(box: Box, country: int) -> tuple[float, float]:
    """The middle of a country on a map that fills `box`."""
    left, top, width, height = box
    column, row = GRID[COUNTRY_NAMES[country]]
    return left + (column + 0.5) * width / 5, top + (row + 0.5) * height / 7


def draw_ways(canvas: Canvas, box: Box) -> None:
    """Draw the sea, and the ways by land and by sea."""
    canvas.box(box, SEA, radius=10)
    for country in range(COUNTRIES):
        for neighbour, way in zip(NEIGHBOUR[country], WAY[country], strict=True):
            if neighbour > country:
                ends = (*centre(box, country), *centre(box, int(neighbour)))
                if way == Way.LAND:
                    canvas.line(ends, LAND_WAY, 6)
                else:
                    canvas.dashes(ends, SEA_WAY, 3)
