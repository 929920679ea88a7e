"""The map: a plan of Europe in straight lines, whose borders and coasts are then drawn as if by hand.

Two countries share a line if they are neighbours by land, and only then. Each line is bent by a pseudo-random rule that
depends only on its two ends, and both countries therefore get the same border.
"""

import hashlib
import math
import random
from functools import cache
from itertools import pairwise

WIDTH, HEIGHT = 940, 900

POINTS: dict[str, tuple[float, float]] = {
    # Where borders meet; the letters before the digit are those of the countries.
    "nspb": (470, 396), "pbsa": (482, 500), "samv": (502, 592), "ahvo": (642, 588), "bau": (615, 492),
    "spu": (608, 395), "phu": (668, 452), "np": (385, 432), "sf1": (402, 512), "sf2": (420, 602),
    # Where borders reach the sea, or the edge of the world.
    "ns": (432, 302), "ds1": (488, 276), "ds2": (540, 274), "sp": (610, 287), "nw": (350, 394), "fn": (318, 412),
    "fs1": (222, 615), "fs2": (346, 652), "fe": (408, 660), "mw": (446, 654), "ps1": (128, 652), "ps2": (138, 802),
    "mv": (514, 654), "ms": (472, 668), "vs": (550, 672), "vo": (672, 692), "nn1": (592, 728), "nn2": (546, 744),
    "es1": (206, 216), "es2": (262, 206), "phe": (808, 442), "hoe": (826, 574),
}  # fmt: skip
"""Corners shared by several countries."""

Corner = str | tuple[float, float]
OUTLINES: dict[str, tuple[tuple[Corner, ...], ...]] = {
    "Portugal": (("ps1", "ps2", (102, 806), (94, 762), (84, 732), (100, 690)),),
    "Spain": (("fs1", "fs2", (352, 690), (312, 738), (302, 788), (258, 824), (190, 834), (168, 844), (150, 820), "ps2",
               "ps1", (126, 616), (178, 610)),),
    "France": (("fn", "sf1", "sf2", "fe", (376, 640), "fs2", "fs1", (236, 556), (224, 492), (166, 462), (172, 438),
                (226, 440), (252, 414), (284, 424)),),
    "Ireland": (((112, 250), (152, 238), (168, 272), (156, 326), (116, 352), (74, 342), (86, 292)),),
    "Scotland": (("es1", (190, 168), (172, 128), (200, 74), (246, 68), (236, 106), (278, 116), (264, 160), "es2"),),
    "England": (("es2", (276, 262), (318, 300), (326, 332), (302, 350), (312, 366), (222, 386), (184, 398), (218, 360),
                 (180, 342), (196, 314), (216, 284), (212, 244), "es1"),),
    "Netherlands": (("ns", "nspb", "np", "nw", (376, 350), (396, 318)),),
    "Norway": (((398, 112), (424, 66), (470, 34), (506, 8), (562, 4), (556, 60), (530, 118), (520, 176), (480, 214),
                (430, 206), (400, 170)),),
    "Denmark": (("ds1", (478, 236), (492, 198), (518, 194), (512, 228), (532, 240), "ds2"),
                ((556, 232), (580, 238), (576, 262), (554, 258))),
    "Sweden": (((596, 58), (640, 8), (702, 18), (694, 80), (662, 128), (678, 170), (652, 220), (612, 252), (590, 240),
                (566, 192), (574, 130)),),
    "Saxony": (("ns", (456, 284), "ds1", "ds2", (574, 292), "sp", "spu", "nspb"),),
    "Palatinate": (("np", "nspb", "pbsa", "sf1"),),
    "Switzerland": (("sf1", "pbsa", "samv", "sf2"),),
    "Milan": (("sf2", "samv", "mv", "ms", "mw"),),
    "Venice": (("samv", "ahvo", "vo", (642, 668), (602, 634), (568, 622), (548, 642), "vs", "mv"),),
    "Naples": (("nn1", (652, 766), (692, 800), (662, 804), (650, 788), (642, 850), (624, 842), (612, 792), "nn2"),
               ((540, 862), (606, 850), (598, 890), (566, 880))),
    "Bohemia": (("nspb", "spu", "bau", "pbsa"),),
    "Austria": (("pbsa", "bau", "ahvo", "samv"),),
    "Hungary": (("phu", "phe", (852, 502), "hoe", "ahvo", "bau"),),
    "Poland": (("sp", (682, 268), (744, 262), (798, 286), (832, 366), "phe", "phu", "spu"),),
    "Ottoman Empire": (("ahvo", "hoe", (866, 610), (872, 668), (940, 690), (940, 812), (884, 766), (846, 726),
                        (802, 740), (790, 792), (776, 852), (746, 862), (736, 812), (706, 760), "vo"),),
}  # fmt: skip
"""The outlines of each country."""

NOBODYS: tuple[tuple[Corner, ...], ...] = (
    ("nw", "np", "sf1", "fn"),
    ("sf2", "mw", (426, 664), "fe"),
    ("ms", "mv", "vs", (586, 704), "nn1", "nn2", (508, 700)),
    ("spu", "phu", "bau"),
    ((832, 366), (798, 286), (744, 262), (752, 200), (700, 190), (716, 120), (702, 18), (940, -10), (940, 690),
     (872, 668), (866, 610), "hoe", (852, 502), "phe"),
    ((506, 8), (562, 4), (640, 8), (596, 58), (574, 130), (560, 176), (520, 176), (530, 118), (556, 60)),
    ((20, 900), (60, 880), (168, 872), (300, 862), (420, 848), (490, 874), (500, 900)),
    ((-10, -10), (1, -10), (1, -9)),
)  # fmt: skip
"""Land that belongs to no country of the game."""

LABELS: dict[str, tuple[float, float]] = {
    "Portugal": (104, 736), "Spain": (260, 714), "France": (306, 532), "Ireland": (112, 292), "Scotland": (226, 142),
    "England": (264, 324), "Netherlands": (410, 372), "Norway": (458, 128), "Denmark": (508, 240),
    "Sweden": (640, 144), "Saxony": (532, 336), "Palatinate": (432, 466), "Switzerland": (444, 562),
    "Milan": (456, 638), "Venice": (608, 608), "Naples": (626, 776), "Bohemia": (554, 430), "Austria": (570, 524),
    "Hungary": (758, 508), "Poland": (716, 350), "Ottoman Empire": (766, 664),
}  # fmt: skip
"""The places for the arms of each country's owner."""

SEA_ROUTES = (
    ("Portugal", (84, 700), "Ireland", (92, 344), (40, 520)), ("Spain", (318, 760), "Naples", (606, 812), (470, 800)),
    ("France", (236, 436), "England", (240, 388), (236, 410)),
    ("Ireland", (162, 286), "England", (206, 290), (184, 280)),
    ("Scotland", (270, 110), "Norway", (400, 118), (334, 92)),
    ("England", (324, 322), "Netherlands", (392, 326), (358, 312)),
    ("Norway", (470, 212), "Denmark", (496, 208), (478, 224)),
    ("Denmark", (578, 248), "Sweden", (604, 244), (592, 256)),
    ("Sweden", (640, 236), "Poland", (668, 272), (668, 250)), ("Venice", (574, 630), "Naples", (636, 752), (644, 690)),
)  # fmt: skip
"""The ends of each sea route, and the point towards which it bends."""

MOUNTAINS = (
    (256, 634), (286, 640), (316, 648), (440, 588), (470, 594), (530, 598), (566, 594), (520, 82), (560, 110),
    (548, 30), (640, 440), (626, 462), (700, 560), (740, 566), (520, 690), (546, 712),
    (366, 450), (384, 474), (720, 600),
)  # fmt: skip
WAVES = (
    (60, 180), (40, 440), (330, 180), (60, 600), (420, 760), (380, 720), (660, 850), (460, 250), (720, 220), (340, 250),
    (90, 60), (320, 40), (500, 820), (700, 900), (860, 860), (640, 200), (580, 660), (820, 820), (30, 320), (130, 480),
)  # fmt: skip


def _at(corner: Corner) -> tuple[float, float]:
    return POINTS[corner] if isinstance(corner, str) else corner


@cache
def _bent(a: tuple[float, float], b: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """The points between a and b of a line drawn as if by hand; the reverse direction gives the same line."""
    if a > b:
        return tuple(reversed(_bent(b, a)))
    lots = random.Random(hashlib.sha256(repr((a, b)).encode()).digest())
    points = [a, b]
    sway = 0.15
    while math.dist(points[0], points[1]) > 9 and len(points) < 40:
        longer = [points[0]]
        for one, other in pairwise(points):
            middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
            aside = lots.uniform(-sway, sway)
            shift = (one[1] - other[1]) * aside, (other[0] - one[0]) * aside
            longer += [(middle[0] + shift[0], middle[1] + shift[1]), other]
        points = longer
    return tuple(points[1:-1])


def path(corners: tuple[Corner, ...]) -> str:
    """An outline in the notation of SVG."""
    points: list[tuple[float, float]] = []
    for corner, after in zip(corners, (*corners[1:], corners[0]), strict=True):
        points += [_at(corner), *_bent(_at(corner), _at(after))]
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"


@cache
def country_path(name: str) -> str:
    """All land areas of a country."""
    return "".join(path(outline) for outline in OUTLINES[name])


@cache
def nobodys_path() -> str:
    """All land areas that belong to no country."""
    return "".join(path(outline) for outline in NOBODYS)
