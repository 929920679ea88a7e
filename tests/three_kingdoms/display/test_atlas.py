"""The map: areas touch where the book says that they have a side, and nowhere else."""

import math
from itertools import combinations, pairwise

from dynasty_env.three_kingdoms.display import atlas
from dynasty_env.three_kingdoms.display.atlas import HEIGHT, WIDTH, Line, Point
from dynasty_env.three_kingdoms.display.insignia import COLOURS, SHORT, SIGNS, mixed
from dynasty_env.three_kingdoms.material import AREA_NAMES, COUNTRY_NAMES, SIDE_ENDS

SIDES = {frozenset((AREA_NAMES[one], AREA_NAMES[other])) for one, other in SIDE_ENDS}


def pieces(line: Line) -> set[frozenset[Point]]:
    """The straight pieces of a closed line."""
    return {frozenset(piece) for piece in pairwise((*line, line[0]))}


def is_within(point: Point, line: Line) -> bool:
    """A ray from the point to the right crosses the line an odd number of times."""
    x, y = point
    crossed = 0
    for (a, b), (c, d) in pairwise((*line, line[0])):
        if (b > y) != (d > y) and x < a + (y - b) * (c - a) / (d - b):
            crossed += 1
    return crossed % 2 == 1


def test_areas_have_a_line_in_common_where_they_have_a_side_and_nowhere_else() -> None:
    drawn = {name: pieces(atlas.outline(name)) for name in AREA_NAMES}
    for one, other in combinations(AREA_NAMES, 2):
        assert bool(drawn[one] & drawn[other]) == (frozenset((one, other)) in SIDES), f"{one}, {other}"


def test_a_border_is_part_of_both_outlines() -> None:
    for one, other in map(tuple, SIDES):
        border = {frozenset(piece) for piece in pairwise(atlas.border(one, other))}
        assert border == {frozenset(piece) for piece in pairwise(atlas.border(other, one))}
        assert border <= pieces(atlas.outline(one)) & pieces(atlas.outline(other)), f"{one}, {other}"
        assert atlas.crossing(one, other) in atlas.outline(one)


def test_no_line_crosses_another_and_every_heart_is_at_home() -> None:
    for name in AREA_NAMES:
        outline = atlas.outline(name)
        assert len(set(outline)) == len(outline)
        assert [other for other in AREA_NAMES if is_within(atlas.heart(other), outline)] == [name]
        assert not any(is_within(point, outline) for other in AREA_NAMES for point in atlas.outline(other)
                       if point not in outline), name  # fmt: skip
        assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in outline)


def test_there_is_room_for_an_army_in_every_area() -> None:
    for name in AREA_NAMES:
        heart = atlas.heart(name)
        assert min(math.dist(heart, point) for point in atlas.outline(name)) > 30, name
    for one, other in combinations(AREA_NAMES, 2):
        (x, y), (to_x, to_y) = atlas.heart(one), atlas.heart(other)
        assert abs(x - to_x) > 80 or abs(y - to_y) > 70, f"{one}, {other}"


def test_peaks_stand_along_their_border() -> None:
    for one, other in map(tuple, SIDES):
        found = atlas.peaks(one, other)
        assert len(found) == len(set(found)) >= 2
        assert all(min(math.dist(peak, point) for point in atlas.border(one, other)) < atlas.STEP for peak in found)


def test_every_country_has_a_colour_and_a_sign_of_its_own() -> None:
    owners = {*COUNTRY_NAMES, "clans"}
    assert set(COLOURS) - {"nobody"} == set(SHORT) == set(SIGNS) == owners
    assert len(set(COLOURS.values())) == len(COLOURS)
    assert len(set(SHORT.values())) == len(set(SIGNS.values())) == len(owners)
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
