"""The table as a picture: the map with armies and generals, and the countries beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.canvas import HEIGHT, WIDTH, Canvas
from dynasty_env.three_kingdoms.display import atlas, words
from dynasty_env.three_kingdoms.display.atlas import Line, Point
from dynasty_env.three_kingdoms.display.insignia import CLANS, COLOURS, NOBODY, SHORT, mixed
from dynasty_env.three_kingdoms.material import AREA_NAMES, SIDE_ENDS, SIDE_KIND, Side
from dynasty_env.three_kingdoms.rules import nouns

TOP, SCALE = 44, 0.935
PANEL = 945
PAPER, INK, PALE = "#e9dfc8", "#2a241b", "#7d725d"
LAND = "#f6eed9"
SIDES = {Side.PLAIN: "#6d5c42", Side.RIVER: "#3f7fc0", Side.MOUNTAIN: "#8a5a2b", Side.CLOSED: "#1e1912"}
SEA, WILD = "#b9d3dc", "#b3a384"
ALARM = "#c0281c"


def picture(view: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
    """A view as (960, 1280, 3) RGB."""
    sheet = Canvas(WIDTH, HEIGHT, PAPER)
    _land(sheet, view)
    for (one, other), kind in zip(SIDE_ENDS, SIDE_KIND, strict=True):
        _side(sheet, AREA_NAMES[one], AREA_NAMES[other], Side(int(kind)), view["bans"])
    for name, area in view["areas"].items():
        _army(sheet, name, area)
    _target(sheet, view)
    sheet.text(20, 24, words.title(view), 20, INK, room=PANEL - 40)
    _countries(sheet, view)
    _legend(sheet)
    return sheet.pixels()


def _at(point: Point) -> Point:
    return point[0] * SCALE, point[1] * SCALE + TOP


def _line(line: Line) -> list[Point]:
    return [_at(point) for point in line]


def _flat(line: Line) -> list[float]:
    return [value for point in line for value in _at(point)]


def _land(sheet: Canvas, view: Mapping[str, Any]) -> None:
    """Draw the sea, the mountains, and each area in its owner's colour."""
    sheet.polygon(_line(atlas.SEA), SEA)
    for name, area in view["areas"].items():
        owner = area["control"]
        part = {NOBODY: 0.0, CLANS: 0.75}.get(owner, 0.42)
        sheet.polygon(_line(atlas.outline(name)), mixed(LAND, COLOURS[owner], part), SIDES[Side.PLAIN])
    for ring in atlas.mountains():
        sheet.polygon(_line(ring), WILD, SIDES[Side.MOUNTAIN])


def _side(sheet: Canvas, one: str, other: str, kind: Side, bans: Mapping[str, int]) -> None:
    line = atlas.border(one, other)
    sheet.line(_flat(line), SIDES[kind], {Side.PLAIN: 1.5, Side.RIVER: 6, Side.MOUNTAIN: 2, Side.CLOSED: 5}[kind])
    if kind == Side.RIVER:
        sheet.line(_flat(line), mixed(SIDES[kind], "#ffffff", 0.45), 2)
    if kind == Side.MOUNTAIN:
        for x, y in _line(atlas.peaks(one, other)):
            sheet.polygon([(x - 6, y + 4), (x, y - 7), (x + 6, y + 4)], WILD, SIDES[kind])
    if markers := bans.get(f"{one}-{other}", 0):
        x, y = _at(atlas.crossing(one, other))
        sheet.disc(x, y, 10, ALARM, "#ffffff", 2)
        sheet.text(x, y, str(markers), 12, "#ffffff", "mm")


def _army(sheet: Canvas, name: str, area: Mapping[str, Any]) -> None:
    """Draw an area's name, strength and city, and its holder's banner, troops and generals."""
    x, y = _at(atlas.heart(name))
    owner = area["control"]
    mark = {"large": " **", "small": " *", "none": ""}[area["city"]]
    sheet.text(x, y - 21, f"{name} {area['strength']}{mark}", 13, INK, "mm")
    if owner != NOBODY:
        ink = INK if owner == CLANS else "#ffffff"
        sheet.box((x - 37, y - 12, 38, 22), COLOURS[owner], INK, 3, 1)
        sheet.text(x - 18, y - 1, SHORT[owner], 12, ink, "mm", room=34)
        sheet.box((x + 2, y - 12, 34, 22), "#fffdf6", INK, 3, 1)
        sheet.text(x + 19, y - 1, str(area["troops"]), 15, INK, "mm", room=30)
    own = [general for general in area["generals"] if general["country"] == owner]
    shown = [f"{len(own)} gen."] if own else []
    shown += [f"{len(area['free'])} free"] if area["free"] else []
    width = sheet.text(x, y + 20, " ".join(shown), 12, INK, "mm")
    if any(general["ruler"] for general in own):
        sheet.star(x - width / 2 - 9, y + 20, 7, "#a8700a")


def _target(sheet: Canvas, view: Mapping[str, Any]) -> None:
    """Mark the area that is invaded or fought for."""
    name = view["target"] or (view["fight"] or {}).get("area")
    if name is not None:
        line = atlas.outline(name)
        sheet.line(_flat((*line, line[0])), ALARM, 5)


def _countries(sheet: Canvas, view: Mapping[str, Any]) -> None:
    y = 16.0
    for name, country in view["countries"].items():
        fallen = country["status"] == "fallen"
        sheet.box((PANEL, y, WIDTH - PANEL - 20, 50), "#fbf7ec", INK if view["power"] == name else None, 8, 2)
        sheet.box((PANEL + 4, y + 6, 46, 38), COLOURS[name], None, 4)
        sheet.text(PANEL + 27, y + 25, SHORT[name], 14, "#ffffff", "mm", room=42)
        sheet.text(PANEL + 60, y + 16, f"{name} · {words.player(country)}", 15, PALE if fallen else INK, room=250)
        text = " · ".join(
            (nouns.points(country["points"]), nouns.soldiers(country["troops"]), nouns.generals(country["generals"]))
        )
        sheet.text(PANEL + 60, y + 36, "has fallen" if fallen else text, 12, PALE, room=250)
        y += 56
    y = _cup(sheet, view["cup"], y)
    lines = []
    if view["power"]:
        lines.append(f"phase of {view['power']}, {view['diplomacy']} points of diplomacy")
    if view["fight"]:
        fight = view["fight"]
        force = " + ".join(f"{name} {troops}" for name, troops in fight["attackers"].items())
        lines.append(f"fight for {fight['area']}: {force} against {fight['defender']}")
        if fight["round"]:
            lines.append(f"round {fight['round']}, {fight['method']}, {nouns.generals(fight['generals'])} a side")
    for line in lines:
        sheet.text(PANEL, y + 14, line, 13, INK, room=WIDTH - PANEL - 20)
        y += 22


def _cup(sheet: Canvas, cup: Sequence[str], y: float) -> float:
    """Draw the markers in the cup, four in a row. Returns the y position where the next thing starts."""
    sheet.text(PANEL, y + 12, "in the cup" if cup else "the cup is empty", 13, INK)
    for number, name in enumerate(cup):
        left, top = PANEL + 90 + 56 * (number % 4), y + 30 * (number // 4)
        sheet.box((left, top, 50, 24), COLOURS.get(name, SEA), INK, 4, 1)
        ink = "#ffffff" if name in COLOURS and name != CLANS else INK
        sheet.text(left + 25, top + 12, SHORT.get(name, name), 12, ink, "mm", room=46)
    return y + 30 * max(1, -(-len(cup) // 4))


def _legend(sheet: Canvas) -> None:
    x, y = 24.0, HEIGHT - 20
    for kind, colour in SIDES.items():
        sheet.line((x, y, x + 30, y), colour, {Side.RIVER: 6, Side.CLOSED: 5}.get(kind, 2))
        if kind == Side.MOUNTAIN:
            sheet.polygon([(x + 9, y + 4), (x + 15, y - 7), (x + 21, y + 4)], WILD, colour)
        x += 40 + sheet.text(x + 36, y, kind.name.lower(), 13, INK) + 20
    sheet.text(x, y, "** large city, * small city; star: the ruler is there", 13, INK)
