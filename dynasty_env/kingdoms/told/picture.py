"""The table as a picture, from a view dict and nothing else: it can show no more than the view tells."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.europe.drawing import insignia
from dynasty_env.europe.drawing.map import centre, draw_ways
from dynasty_env.europe.drawing.palette import (
    ALARM,
    FAINT,
    FELT,
    GOLD,
    INK,
    LAND_WAY,
    PAPER,
    SEA,
    SEA_WAY,
    SEATS,
    STRIPES,
)
from dynasty_env.europe.drawing.portraits import Drawing, Portrait, draw_groups, draw_portrait
from dynasty_env.kingdoms.material import COUNTRIES, COUNTRY_NAMES, PERSON_NAMES, POWER
from dynasty_env.kingdoms.told.names import LEGEND, agent, religion, stats, tag
from dynasty_env.kingdoms.told.words import declaration, waiting
from dynasty_env.kit.canvas import Box, Canvas

WIDTH, HEIGHT = 1280, 960
"""Size of a picture in pixels, for any number of seats."""

MAP: Box = (14, 56, 480, 476)
ACTION: Box = (14, 540, 480, 116)
POOL: Box = (14, 664, 480, 180)
DECKS: Box = (14, 852, 480, 94)
PANELS: Box = (504, 56, 762, 890)
GAP = 8


def picture(view: dict[str, Any]) -> npt.NDArray[np.uint8]:
    """The table of a view as a (960, 1280, 3) RGB picture.

    Raises:
        ImportError: Pillow is not installed.
    """
    canvas = Canvas(WIDTH, HEIGHT, FELT)
    _draw_header(canvas, view)
    draw_ways(canvas, MAP)
    for country in range(COUNTRIES):
        _draw_country(canvas, view, country)
    _draw_action(canvas, view)
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
    canvas.text(18, 28, "KINGDOMS", 26, GOLD)
    turn = f"turn {view['turn']}" if view["turn"] else "set-up"
    canvas.text(190, 29, f"{turn}  ·  {waiting(view)}", 18, PAPER)
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    canvas.text(WIDTH - 18, 29, seen, 14, "#a9b8ac", "rm")


# --------------------------------------------------------------------------------------------------------------- map


def _owner(view: dict[str, Any], name: str) -> int | None:
    for seat, place in enumerate(view["seats"]):
        if name in place["unruled"] or any(name in king["countries"] for king in place["kings"]):
            return seat
    contest = view["contest"]
    return contest["seat"] if contest and name in contest["countries"] else None


def _draw_country(canvas: Canvas, view: dict[str, Any], country: int) -> None:
    """A country in its dynasty's colour: a star for home, a dashed bar across it where it is exhausted."""
    name = COUNTRY_NAMES[country]
    x, y = centre(MAP, country)
    box = (x - 42, y - 23, 84, 46)
    owner = _owner(view, name)
    out = name in view["removed_countries"]
    fill = SEATS[owner] if owner is not None else SEA if out else PAPER
    ink = "#ffffff" if owner is not None else SEA_WAY if out else INK
    canvas.box(box, fill, "#ffffff" if owner is not None else SEA_WAY if out else LAND_WAY, 8, 1.5)
    if name == view["declared"]["country"] or (view["contest"] and name in view["contest"]["countries"]):
        canvas.box((x - 46, y - 27, 92, 54), None, ALARM, 11, 3.5)
    elif name in view["committed"]:
        canvas.box((x - 46, y - 27, 92, 54), None, GOLD, 11, 3.5)
    canvas.text(x, y - 10, name, 13, ink, "mm", 78)
    canvas.text(x, y + 10, "not in play" if out else str(POWER[country]), 11 if out else 18, ink, "mm")
    if owner is not None and view["seats"][owner]["home"] == name:
        canvas.star(x - 30, y + 11, 8, GOLD)
    if name in view["exhausted"]:
        canvas.text(x + 26, y + 11, "zzz", 12, "#ffffff", "mm")


# ------------------------------------------------------------------------------------------------------------ middle


def _draw_section(canvas: Canvas, box: Box, title: str, aside: str = "") -> None:
    left, top, width, _ = box
    canvas.box(box, PAPER, radius=10)
    canvas.text(left + 12, top + 15, title, 14, FAINT)
    canvas.text(left + width - 12, top + 15, aside, 12, FAINT, "rm")


def _draw_action(canvas: Canvas, view: dict[str, Any]) -> None:
    """The declared action, how a war stands, and the succession contest."""
    left, top, width, _ = ACTION
    said, _, named = declaration(view).partition(", ")
    _draw_section(canvas, ACTION, "Action" if said else "Action: none declared")
    lines = [(said, INK), (named, INK), *((line, ALARM) for line in _asides(view))]
    for row, (words, colour) in enumerate([line for line in lines if line[0]][:4]):
        canvas.text(left + 12, top + 36 + 20 * row, words, 14, colour, "lm", width - 24)


def _asides(view: dict[str, Any]) -> list[str]:
    asides = []
    if war := view["war"]:
        sea = " by sea" if war["sea"] else ""
        asides.append(f"attack{sea} {war['attack']} dice, defence {war['defence']}, power {war['power']}")
    if contest := view["contest"]:
        asides.append(f"{contest['dead']} is dead: contest for {', '.join(contest['countries'])}")
        named = (f"{each['person']}{' in arms' if each['arms'] else ''}" for each in contest["candidates"])
        asides.append("candidates: " + ", ".join(named) if contest["candidates"] else "")
    if view["refused"]:
        asides.append(f"refused: {', '.join(view['refused'])}")
    return asides


def _draw_pool(canvas: Canvas, view: dict[str, Any]) -> None:
    left, top, width, height = POOL
    _draw_section(canvas, POOL, "Pool", f"{len(view['removed'])} persons have left play")
    cards = [_card(view, name, "") for name in view["pool"]]
    draw_groups(canvas, (left + 10, top + 30, width - 20, height - 38), {"": cards})


def _draw_decks(canvas: Canvas, view: dict[str, Any]) -> None:
    left, top, width, _ = DECKS
    canvas.box(DECKS, PAPER, radius=10)
    pitch = (width - 20) / len(view["person_decks"])
    for i, (name, size) in enumerate(view["person_decks"].items()):
        x = left + 10 + (i + 0.5) * pitch
        for lift in range(3 if size > 2 else size):
            canvas.box((x - 17 + 2 * lift, top + 12 - 2 * lift, 30, 40), STRIPES[i], PAPER, 4, 1)
        canvas.text(x, top + 31, str(size), 17, "#ffffff" if size else INK, "mm")
        canvas.text(x, top + 62, name, 12, INK, "mm")
    canvas.text(left + width / 2, top + 81, "  ".join(LEGEND), 11, FAINT, "mm", width - 16)


# ------------------------------------------------------------------------------------------------------------- seats


def _card(view: dict[str, Any], name: str, role: str) -> Drawing:
    """A person's card: framed if named in the declared action, striped if in rebellion."""
    person = PERSON_NAMES.index(name)
    special = tag(person, bool(view["options"]["abilities"]))
    shown = Portrait(person, role, stats(person), religion(person), special, name in view["rebels"])
    named = name in [view["declared"][role] for role in ("king", "target", "actor", "defender")]

    def draw(canvas: Canvas, box: Box) -> None:
        draw_portrait(canvas, box, shown)
        if named:
            canvas.box(box, None, ALARM, 6, 2.5)

    return draw


def _draw_seat(canvas: Canvas, view: dict[str, Any], seat: int, box: Box) -> None:
    left, top, width, height = box
    place = view["seats"][seat]
    canvas.box(box, PAPER, radius=10)
    canvas.box((left, top, width, 32), SEATS[seat], radius=10)
    canvas.box((left, top + 20, width, 12), SEATS[seat], radius=0)
    _draw_title(canvas, view, seat, box)
    groups = {_realm(king): _royals(view, king) for king in place["kings"]}
    if place["nobles"]:
        groups["nobles"] = [_card(view, name, "") for name in place["nobles"]]
    draw_groups(canvas, (left + 10, top + 40, width - 20, height - 48), groups)
    if seat == view["deciding"]:
        canvas.box((left - 2, top - 2, width + 4, height + 4), None, GOLD, 12, 3.5)


def _realm(king: Mapping[str, Any]) -> str:
    """What a king rules, with the power of each country."""
    countries = [f"{name} {POWER[COUNTRY_NAMES.index(name)]}" for name in king["countries"]]
    return f"King {king['king']}: {', '.join(countries)}"


def _royals(view: dict[str, Any], king: Mapping[str, Any]) -> list[Drawing]:
    cards = [_card(view, king["king"], "king")]
    cards += [_card(view, king["spouse"], "spouse")] if king["spouse"] else []
    return cards + [_card(view, name, str(1 + order)) for order, name in enumerate(king["children"])]


def _draw_title(canvas: Canvas, view: dict[str, Any], seat: int, box: Box) -> None:
    left, top, width, _ = box
    place, y = view["seats"][seat], top + 16
    x = left + 12 + canvas.text(left + 12, y, agent(seat), 18, "#ffffff") + 12
    if seat == view["scythe"]:
        insignia.scythe(canvas, x + 9, y, 10, "#ffffff")
        x += 28
    if seat == view["turn_player"] and view["turn"]:
        canvas.polygon([(x, y - 7), (x + 11, y), (x, y + 7)], GOLD)
    points = "without a king" if place["fallen"] else f"{place['points']} points"
    canvas.text(left + width - 12, y, points, 17, "#ffd2cc" if place["fallen"] else "#fff3c4", "rm")
