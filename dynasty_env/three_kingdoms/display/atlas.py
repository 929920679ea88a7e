"""The shapes of the map, computed from the centres of the areas and from the pairs of areas that share a side.

Lines between the centres of neighbours cut the map into faces. An area extends around its centre from face to face, so
two areas touch exactly where they share a side. A face surrounded by four areas has mountains in it that belong to
nobody. Each line is then bent at random so that it looks hand-drawn. The bends are seeded by the two ends of the line
alone, so neighbours have the same border.
"""

import hashlib
import math
import random
from functools import cache
from itertools import pairwise

from dynasty_env.three_kingdoms.material import AREA_NAMES, SIDE_ENDS

Point = tuple[float, float]
Line = tuple[Point, ...]

WIDTH, HEIGHT = 1000, 940

MIDDLES: dict[str, Point] = {
    "Liaoxi": (846, 92), "Youzhou": (700, 130), "Bingzhou": (475, 262), "Shangdang": (578, 330),
    "Changshan": (612, 220), "Jizhou": (735, 250), "Yangping": (712, 356), "Qingzhou": (838, 350),
    "Beihai": (918, 424), "Yanzhou": (786, 446), "Chenliu": (672, 446), "Xuchang": (622, 536),
    "Luoyang": (557, 436), "Hongnong": (450, 432), "Changan": (345, 424), "Tianshui": (236, 466),
    "Longxi": (138, 520), "Liangzhou": (222, 352), "Hanzhong": (322, 560), "Zitong": (214, 610),
    "Chengdu": (106, 676), "Ba": (236, 720), "Yizhou": (142, 810), "Yongan": (352, 692),
    "Xiangyang": (462, 640), "Xinye": (510, 542), "Jiangling": (458, 750), "Jiangxia": (592, 726),
    "Changsha": (540, 836), "Wuling": (346, 812), "Runan": (642, 632), "Yuzhou": (738, 546),
    "Xuzhou": (856, 532), "Shouchun": (750, 656), "Jianye": (862, 668), "Yangzhou": (722, 772),
    "Kuaiji": (866, 786),
}  # fmt: skip
"""The centre of each area."""
assert set(MIDDLES) == set(AREA_NAMES)

SEA: Line = (
    (1000, 92), (966, 104), (936, 132), (860, 110), (700, 130), (700, 400), (800, 600), (812, 850), (786, 890),
    (742, 912), (716, 940), (1000, 940),
)  # fmt: skip
"""The outline of the sea, where no area covers it."""

OUTSIDE = 62
"""How far an area reaches beyond its centre on a side without neighbours."""
GAP = 0.34
"""How far a corner of the mountains is from their centre, as a share of the way to the middle of a border."""
TURN = 0.55
"""The angle in radians from one corner of an area's outer line to the next."""
PEAK = 17
"""The distance from one peak of a mountain border to the next."""
SWAY, STEP = 0.13, 11
"""How far a line may sway, relative to its length, and the greatest length of its pieces."""


@cache
def neighbours() -> dict[str, tuple[str, ...]]:
    """The neighbours of each area, clockwise."""
    result: dict[str, list[str]] = {name: [] for name in AREA_NAMES}
    for one, other in SIDE_ENDS:
        result[AREA_NAMES[one]].append(AREA_NAMES[other])
        result[AREA_NAMES[other]].append(AREA_NAMES[one])
    return {name: tuple(sorted(near, key=lambda other: _direction(name, other))) for name, near in result.items()}


def _direction(name: str, other: str) -> float:
    (x, y), (to_x, to_y) = MIDDLES[name], MIDDLES[other]
    return math.atan2(to_y - y, to_x - x)


@cache
def faces() -> dict[tuple[str, str], tuple[str, ...]]:
    """For each step from an area to a neighbour: the areas around the face on the right of that step."""
    near = neighbours()
    result: dict[tuple[str, str], tuple[str, ...]] = {}
    for start in near:
        for first in near[start]:
            if (start, first) in result:
                continue
            around: list[str] = []
            one, other = start, first
            while not around or (one, other) != (start, first):
                around.append(one)
                ring = near[other]
                one, other = other, ring[(ring.index(one) - 1) % len(ring)]
            for way in zip(around, (*around[1:], around[0]), strict=True):
                result[way] = tuple(around)
    return result


@cache
def _outer() -> tuple[str, ...]:
    """The areas around the outer face, which encloses the map."""
    return max(faces().values(), key=len)


def _middle(names: tuple[str, ...]) -> Point:
    return sum(MIDDLES[n][0] for n in names) / len(names), sum(MIDDLES[n][1] for n in names) / len(names)


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _corner(name: str, other: str) -> Point:
    """Where the border between two areas ends, on the right of the step from one to the other."""
    around = faces()[name, other]
    (x, y), (to_x, to_y) = MIDDLES[name], MIDDLES[other]
    if around == _outer():
        length = math.dist((x, y), (to_x, to_y))
        middle = (x + to_x) / 2, (y + to_y) / 2
        out = OUTSIDE * 0.8 / length
        return middle[0] + (y - to_y) * out, middle[1] + (to_x - x) * out
    if len(around) > 3:
        return _between(_middle(around), _between(MIDDLES[name], MIDDLES[other], 0.5), GAP)
    return _middle(around)


@cache
def _bent(one: Point, other: Point) -> Line:
    """The points between the two ends of a hand-drawn line. With the ends swapped, it is the same line in reverse."""
    if one > other:
        return tuple(reversed(_bent(other, one)))
    lots = random.Random(hashlib.sha256(repr((one, other)).encode()).digest())
    points = [one, other]
    while max(math.dist(a, b) for a, b in pairwise(points)) > STEP:
        longer = [points[0]]
        for a, b in pairwise(points):
            aside = lots.uniform(-SWAY, SWAY)
            longer += [
                ((a[0] + b[0] + (a[1] - b[1]) * 2 * aside) / 2, (a[1] + b[1] + (b[0] - a[0]) * 2 * aside) / 2),
                b,
            ]
        points = longer
    return tuple(points[1:-1])


def _drawn(corners: Line, *, closed: bool) -> Line:
    """A line through corners, bent between each pair of them."""
    ends = (*corners, corners[0]) if closed else corners
    result: list[Point] = []
    for one, other in pairwise(ends):
        result += [one, *_bent(one, other)]
    return tuple(result) if closed else (*result, ends[-1])


@cache
def border(one: str, other: str) -> Line:
    """The line between two neighbours."""
    crossing = _between(MIDDLES[one], MIDDLES[other], 0.5)
    return _drawn((_corner(other, one), crossing, _corner(one, other)), closed=False)


@cache
def outline(name: str) -> Line:
    """The line around an area."""
    corners: list[Point] = []
    near = neighbours()[name]
    for before, other in zip((near[-1], *near[:-1]), near, strict=True):
        corners += [*_round_the_face(name, before, other), _between(MIDDLES[name], MIDDLES[other], 0.5)]
    return _drawn(tuple(corners), closed=True)


def _round_the_face(name: str, before: str, other: str) -> list[Point]:
    """The corners of an area in the face between two of its neighbours, in order."""
    around = faces()[name, before]
    first, last = _corner(name, before), _corner(other, name)
    if around != _outer():
        return [first] if first == last else [first, last]
    start = _direction(name, before)
    span = (_direction(name, other) - start) % math.tau or math.tau
    steps = round(span / TURN)
    turns = [start + span * k / steps for k in range(2, steps - 1)]
    x, y = MIDDLES[name]
    return [first, *((x + OUTSIDE * math.cos(a), y + OUTSIDE * math.sin(a)) for a in turns), last]


@cache
def mountains() -> tuple[Line, ...]:
    """The outlines of the mountains that belong to nobody."""
    seas = {around for around in faces().values() if len(around) > 3 and around != _outer()}
    return tuple(
        _drawn(tuple(_corner(*way) for way in zip(around, (*around[1:], around[0]), strict=True)), closed=True)
        for around in sorted(seas)
    )


@cache
def heart(name: str) -> Point:
    """The centre of an area's shape, where its army stands."""
    line = outline(name)
    twice = x = y = 0.0
    for (a, b), (c, d) in pairwise((*line, line[0])):
        cross = a * d - c * b
        twice, x, y = twice + cross, x + (a + c) * cross, y + (b + d) * cross
    return x / (3 * twice), y / (3 * twice)


@cache
def crossing(one: str, other: str) -> Point:
    """The middle of the border between two neighbours."""
    line = border(one, other)
    return line[len(line) // 2]


@cache
def peaks(one: str, other: str) -> Line:
    """The positions of the peaks along a border, evenly spaced and clear of its ends."""
    line = border(one, other)
    length = sum(math.dist(a, b) for a, b in pairwise(line))
    count = max(2, round(length / PEAK))
    wanted, gone = [length * (k + 0.5) / count for k in range(count)], 0.0
    result: list[Point] = []
    for a, b in pairwise(line):
        step = math.dist(a, b)
        while len(result) < count and wanted[len(result)] <= gone + step:
            result.append(_between(a, b, (wanted[len(result)] - gone) / step))
        gone += step
    return tuple(result)
