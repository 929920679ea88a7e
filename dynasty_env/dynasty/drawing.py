"""The table as a picture, from a view dict and nothing else: it can show no more than the view tells."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.dynasty.material import (
    COLOUR,
    COUNTRIES,
    COUNTRY_NAMES,
    MALE,
    NEIGHBOUR,
    PERSON_NAMES,
    POWER,
    SEX,
    WAY,
    Way,
)
from dynasty_env.dynasty.words import LEGEND, agent, declaration, religion, stats, tag
from dynasty_env.kit.canvas import Box, Canvas

WIDTH, HEIGHT = 1280, 960
"""Size of a picture in pixels, for any number of seats."""

GRID = {
    **{"Scotland": (1, 0), "Norway": (3, 0)},
    **{"Denmark": (3, 1), "Sweden": (4, 1)},
    **{"Ireland": (0, 2), "England": (1, 2), "Netherlands": (2, 2), "Saxony": (3, 2), "Poland": (4, 2)},
    **{"Palatinate": (2, 3), "Bohemia": (3, 3)},
    **{"France": (1, 4), "Switzerland": (2, 4), "Austria": (3, 4), "Hungary": (4, 4)},
    **{"Milan": (2, 5), "Venice": (3, 5), "Ottoman Empire": (4, 5)},
    **{"Portugal": (0, 6), "Spain": (1, 6), "Naples": (3, 6)},
}
"""Column and row of each country on the map: every neighbour lies straight in its direction (§06-01)."""

FELT, PAPER, INK, FAINT, GOLD, ALARM = "#22332d", "#f7f1e1", "#2b2620", "#857b69", "#e2b33c", "#c8271f"
SPECIAL = "#8a2f7d"
SEA, SEA_WAY, LAND_WAY = "#cfe1e6", "#6c9fb5", "#96794f"
SEATS = ("#6d4a9e", "#12837a", "#d0691f", "#7c5033", "#b83f77", "#3c5675")
TINTS = ("#fbeeb9", "#d7e4f6", "#f7d8d2", "#d9ecd7", "#f8dcea", "#fdfdfd", "#e2e2e2", "#e6daf2", "#d2d2d2")
STRIPES = ("#e0ac1c", "#3467b2", "#c0362b", "#3b8b4c", "#d66a9d", "#ffffff", "#8a8a8a", "#7c52a8", "#222222")

MAP: Box = (14, 56, 480, 476)
CONTEST: Box = (14, 540, 480, 136)
POOL: Box = (14, 684, 480, 160)
DECKS: Box = (14, 852, 480, 94)
PANELS: Box = (504, 56, 762, 890)
GAP = 8

CARD_SIZES = ((2, 84, 18), (2, 62, 18), (2, 62, 4), (2, 38, 18), (2, 38, 4), (3, 38, 4), (3, 22, 2), (3, 16, 2))
"""A person's card: columns (in a panel of half the width), height, and room above a group, for its caption from 18 on;
the first that has room is taken."""

Groups = dict[str, list[tuple[str, str]]]  # caption: persons with their roles


# ------------------------------------------------------------------------------------------------------------- picture


def picture(view: dict[str, Any]) -> npt.NDArray[np.uint8]:
    """The table of a view as a (960, 1280, 3) RGB picture.

    Raises:
        ImportError: Pillow is not installed.
    """
    canvas = Canvas(WIDTH, HEIGHT, FELT)
    _draw_header(canvas, view)
    _draw_map(canvas, view)
    _draw_contest(canvas, view)
    _draw_pool(canvas, view)
    _draw_decks(canvas, view)
    for seat, box in enumerate(_panels(len(view["seats"]))):
        _draw_seat(canvas, view, seat, box)
    return canvas.pixels()


def _panels(seats: int) -> list[Box]:
    """A panel a seat: below each other for two or three, else in two columns."""
    left, top, width, height = PANELS
    columns = 1 if seats <= 3 else 2
    rows = -(-seats // columns)
    w, h = (width - GAP * (columns - 1)) // columns, (height - GAP * (rows - 1)) // rows
    return [(left + seat % columns * (w + GAP), top + seat // columns * (h + GAP), w, h) for seat in range(seats)]


def _draw_header(canvas: Canvas, view: dict[str, Any]) -> None:
    canvas.text(18, 28, "DYNASTY", 26, GOLD)
    turn = f"turn {view['turn']}" if view["turn"] else "set-up"
    phase = str(view["phase"]).replace("_", " ")
    if view["phase"] == "end":
        status = "the game is over"
    elif view["deciding"] is None:
        status = f"{phase}: whoever wishes plays a card"
    else:
        status = f"{phase}: {agent(view['deciding'])} decides"
    canvas.text(160, 29, f"{turn}  ·  {status}", 18, PAPER)
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    canvas.text(WIDTH - 18, 29, seen, 14, "#a9b8ac", "rm")


# --------------------------------------------------------------------------------------------------------------- map


def _centre(country: int) -> tuple[float, float]:
    left, top, width, height = MAP
    column, row = GRID[COUNTRY_NAMES[country]]
    return left + (column + 0.5) * width / 5, top + (row + 0.5) * height / 7


def _draw_map(canvas: Canvas, view: dict[str, Any]) -> None:
    canvas.box(MAP, SEA, radius=10)
    for country in range(COUNTRIES):
        for neighbour, way in zip(NEIGHBOUR[country], WAY[country], strict=True):
            if neighbour > country:
                ends = (*_centre(country), *_centre(int(neighbour)))
                if way == Way.LAND:
                    canvas.line(ends, LAND_WAY, 6)
                else:
                    canvas.dashes(ends, SEA_WAY, 3)
    for country in range(COUNTRIES):
        _draw_country(canvas, view, country)


def _draw_country(canvas: Canvas, view: dict[str, Any], country: int) -> None:
    name = COUNTRY_NAMES[country]
    x, y = _centre(country)
    box = (x - 42, y - 23, 84, 46)
    owners = [seat for seat, place in enumerate(view["seats"]) if name in place["territories"]]
    if owners:
        fill, ink, edge = SEATS[owners[0]], "#ffffff", "#ffffff"
    elif name in view["independent"]:
        fill, ink, edge = PAPER, INK, LAND_WAY
    else:
        fill, ink, edge = SEA, SEA_WAY, SEA_WAY
    canvas.box(box, fill, edge, 8, 1.5)
    if view["declared"]["country"] == name:
        canvas.box((x - 46, y - 27, 92, 54), None, ALARM, 11, 3.5)
    canvas.text(x, y - 10, name, 13, ink, "mm", 78)
    canvas.text(
        x,
        y + 10,
        str(POWER[country]) if owners or fill == PAPER else "not in play",
        18 if fill != SEA else 11,
        ink,
        "mm",
    )


# ------------------------------------------------------------------------------------------------------------ middle


def _draw_section(canvas: Canvas, box: Box, title: str, aside: str = "") -> None:
    left, top, width, _ = box
    canvas.box(box, PAPER, radius=10)
    canvas.text(left + 12, top + 15, title, 14, FAINT)
    canvas.text(left + width - 12, top + 15, aside, 12, FAINT, "rm")


def _draw_contest(canvas: Canvas, view: dict[str, Any]) -> None:
    """The declared action and the cards that lie for it."""
    left, top, width, height = CONTEST
    _draw_section(
        canvas,
        CONTEST,
        "Action" if declaration(view) else "Action: none declared",
        "bar: who played it, grey: the pack" if view["on_table"] else "",
    )
    said, _, named = declaration(view).partition(", ")
    canvas.text(left + 12, top + 34, said, 14, INK, "lm", width - 24)
    canvas.text(left + 12, top + 52, named, 14, INK, "lm", width - 24)
    if view["refused"]:
        canvas.text(left + 12, top + 76, "refused: " + ", ".join(view["refused"]), 12, ALARM, "lm", width - 24)
    cards = view["on_table"]
    if cards:
        rows = 1 if len(cards) <= 13 else 2
        h = 60 if rows == 1 else 31
        columns = -(-len(cards) // rows)
        step = min(h * 0.72 + 6, (width - 24) / columns)
        for i, laid in enumerate(cards):
            x, y = left + 12 + i % columns * step, top + height - 8 - (rows - i // columns) * (h + 4) + 4
            _draw_card(canvas, (x, y, min(h * 0.72, step - 2), h), laid["card"], laid["number"])
            colour = "#b9b2a2" if laid["seat"] is None else SEATS[laid["seat"]]
            canvas.box((x, y + h - 5, min(h * 0.72, step - 2), 5), colour, radius=2)


def _draw_card(canvas: Canvas, box: Box, name: str, number: int | None = None) -> None:
    """A playing card face up."""
    left, top, width, height = box
    canvas.box(box, "#ffffff", "#8d8677", 4, 1)
    red = name[0] in "HD"
    size = min(height * 0.36, width * 0.62)
    middle = left + width / 2
    if name == "JOKER":
        canvas.star(middle, top + height * 0.3, size * 0.62, "#7c52a8")
        canvas.text(middle, top + height * 0.66, str(number or "?"), size, "#7c52a8", "mm", width - 4)
        return
    ink = ALARM if red else INK
    canvas.text(middle, top + height * 0.3, name[1:], size, ink, "mm", width - 4)
    canvas.suit(middle, top + height * 0.65, size * 0.72, name[0], ink)


def _draw_pool(canvas: Canvas, view: dict[str, Any]) -> None:
    """The wanderers."""
    left, top, width, height = POOL
    _draw_section(canvas, POOL, "Wanderers", f"{len(view['removed'])} persons have left play")
    persons = {"": [(name, "") for name in view["wanderers"]]}
    _draw_persons(canvas, view, (left + 10, top + 30, width - 20, height - 38), persons, None)


def _draw_decks(canvas: Canvas, view: dict[str, Any]) -> None:
    left, top, width, _ = DECKS
    canvas.box(DECKS, PAPER, radius=10)
    piles = [(name, size, STRIPES[i]) for i, (name, size) in enumerate(view["person_decks"].items())]
    piles += [("pack", view["pack_size"], "#4a5a66"), ("discards", len(view["discards"]), "#9a917f")]
    pitch = (width - 20) / len(piles)
    for i, (name, size, colour) in enumerate(piles):
        x = left + 10 + (i + 0.5) * pitch
        for lift in range(3 if size > 2 else size):
            canvas.box((x - 17 + 2 * lift, top + 12 - 2 * lift, 30, 40), colour, PAPER, 4, 1)
        canvas.text(x, top + 31, str(size), 17, "#ffffff" if size else INK, "mm")
        canvas.text(x, top + 62, name, 12, INK, "mm")
    canvas.text(left + width / 2, top + 81, LEGEND, 11, FAINT, "mm", width - 16)


# ------------------------------------------------------------------------------------------------------------- seats


def _draw_seat(canvas: Canvas, view: dict[str, Any], seat: int, box: Box) -> None:
    left, top, width, height = box
    place = view["seats"][seat]
    canvas.box(box, PAPER, radius=10)
    canvas.box((left, top, width, 32), SEATS[seat], radius=10)
    canvas.box((left, top + 20, width, 12), SEATS[seat], radius=0)
    _draw_title(canvas, view, seat, box)
    y = _draw_territories(canvas, place["territories"], (left + 10, top + 40, width - 20, height - 40), SEATS[seat])
    bottom = top + height - 10
    if place.get("hand"):
        bottom -= 40
        _draw_hand(canvas, place["hand"], (left + 10, bottom + 4, width - 20, 38))
    royals = [(place["king"], "king")] if place["king"] else []
    royals += [(name, "spouse") for name in place["spouses"]]
    royals += [(name, str(1 + order)) for order, name in enumerate(place["children"])]
    courtiers = [(name, "") for name in place["courtiers"]]
    groups = {caption: who for caption, who in (("royals", royals), ("courtiers", courtiers)) if who}
    _draw_persons(canvas, view, (left + 10, y + 2, width - 20, bottom - y - 2), groups, seat)
    if seat == view["deciding"]:
        canvas.box((left - 2, top - 2, width + 4, height + 4), None, GOLD, 12, 3.5)


def _draw_title(canvas: Canvas, view: dict[str, Any], seat: int, box: Box) -> None:
    left, top, width, _ = box
    place, y = view["seats"][seat], top + 16
    x = left + 12 + canvas.text(left + 12, y, agent(seat), 18, "#ffffff") + 12
    if seat == view["pope"]:
        canvas.pope(x + 8, y, 10, "#ffffff")
        x += 26
    if seat == view["scythe"]:
        canvas.scythe(x + 9, y, 10, "#ffffff")
        x += 28
    if seat == view["turn_player"] and view["turn"]:
        canvas.polygon([(x, y - 7), (x + 11, y), (x, y + 7)], GOLD)
    points = "ruined" if place["childless"] or not place["territories"] else f"{place['points']} points"
    right = left + width - 12
    right -= canvas.text(right, y, points, 17, "#fff3c4" if points != "ruined" else "#ffd2cc", "rm") + 16
    right -= canvas.text(right, y, str(place["hand_size"]), 16, "#ffffff", "rm") + 6
    canvas.box((right - 13, y - 9, 13, 18), "#4a5a66", "#ffffff", 3, 1.2)


def _draw_territories(canvas: Canvas, names: Sequence[str], box: Box, colour: str) -> float:
    """Chips with name and power; the height at which they end is returned."""
    left, top, width, _ = box
    x, y = left, top
    for name in names:
        words = f"{name} {POWER[COUNTRY_NAMES.index(name)]}"
        size = canvas.length(words, 12) + 16
        if x + size > left + width:
            x, y = left, y + 24
        canvas.box((x, y, size, 20), None, colour, 10, 1.5)
        canvas.text(x + size / 2, y + 10, words, 12, INK, "mm")
        x += size + 5
    if not names:
        canvas.text(left, top + 10, "no territory", 12, ALARM)
    return y + 20


def _draw_hand(canvas: Canvas, cards: Sequence[str], box: Box) -> None:
    left, top, width, height = box
    step = min(32.0, width / len(cards))
    for i, name in enumerate(cards):
        _draw_card(canvas, (left + i * step, top, min(28, step - 1), height), name)


def _draw_persons(canvas: Canvas, view: dict[str, Any], box: Box, groups: Groups, seat: int | None) -> None:
    """Groups of persons, on cards as large as have room."""
    left, y, width, height = box
    named = view["declared"]
    for in_half, h, above in CARD_SIZES:
        columns = max(1, round(width / 352)) * in_half
        rows = sum(-(-len(persons) // columns) for persons in groups.values())
        if rows * (h + 4) + above * sum(map(bool, groups)) <= height + 4:
            break
    w = (width - 4 * (columns - 1)) / columns
    for caption, persons in groups.items():
        if caption:
            canvas.text(left + 2, y + 8, caption if above >= 18 else "", 11, FAINT)
            y += above
        for i, (name, role) in enumerate(persons):
            card = (left + i % columns * (w + 4), y + i // columns * (h + 4), w, h)
            special = tag(PERSON_NAMES.index(name)) if view["options"]["abilities"] else ""
            _draw_person(canvas, card, name, (role, special), seat == view["pope"])
            if name in (named["target"], named["actor"], named["defender"]):
                canvas.box(card, None, ALARM, 6, 2.5)
        y += -(-len(persons) // columns) * (h + 4)


def _draw_person(canvas: Canvas, box: Box, name: str, marks: tuple[str, str], blessed: bool) -> None:
    """A person's card; `marks` are the role and the special ability, each may be empty."""
    left, top, width, height = box
    role, special = marks
    person = PERSON_NAMES.index(name)
    stripe, tint = STRIPES[COLOUR[person]], TINTS[COLOUR[person]]
    canvas.box(box, tint, stripe, 6, 1.2)
    canvas.box((left, top, 7, height), stripe, radius=3)
    line = top + (16 if height > 70 else 12 if height > 30 else height / 2)
    x = left + 13
    if role:
        _draw_role(canvas, x + 7, line, role)
        x += 19
    narrow, tiny = width < 130, height < 30
    if not (narrow and tiny):
        canvas.sex(left + width - 12, top + 29 if narrow else line, 4.5, bool(SEX[person] == MALE), INK)
    size = 17 if height > 70 else 14 if height > 50 else min(12.5, height * 0.7)
    room = left + width - (4 if narrow else 22) - x
    if special and not narrow:
        room -= canvas.text(x + room, line, special, 10, SPECIAL, "rm") + 4
    elif special:
        canvas.disc(left + width - 5, top + 5, 2.5, SPECIAL)
    canvas.text(x, line, name, size, INK, "lm", room)
    if height > 30:
        head = 28 if height > 70 else 22
        _draw_stats(canvas, (left + 12, top + head, width - (34 if narrow else 18), height - head - 2), person, blessed)


def _draw_stats(canvas: Canvas, box: Box, person: int, blessed: bool) -> None:
    left, top, width, height = box
    pitch = width / 7
    for i, (letter, value) in enumerate([*stats(person, blessed).items(), ("", religion(person))]):
        x = left + (i + 0.5) * pitch
        if height > 30:
            canvas.text(x, top + height * 0.2, letter, 9 + height / 30, FAINT, "mm")
            canvas.text(x, top + height * 0.65, str(value), (12 if letter else 9) + height / 8, INK, "mm")
        else:
            lettered = letter and width > 100
            canvas.text(x - 1, top + height / 2, letter if lettered else "", 8.5, FAINT, "rm")
            canvas.text(x, top + height / 2, str(value), 12 if letter else 10.5, INK, "lm" if lettered else "mm")


def _draw_role(canvas: Canvas, x: float, y: float, role: str) -> None:
    if role == "king":
        canvas.crown(x, y, 7, GOLD, INK)
    elif role == "spouse":
        canvas.ring(x, y, 6.5, "#b8860b")
    else:
        canvas.disc(x, y, 7, INK)
        canvas.text(x, y, role, 11, "#ffffff", "mm")
