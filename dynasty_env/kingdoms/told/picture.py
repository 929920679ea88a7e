"""The table as a picture, from a view dict and nothing else: it can show no more than the view tells."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.europe.drawing import insignia
from dynasty_env.europe.drawing.map import centre, draw_ways
from dynasty_env.europe.drawing.palette import (
    ALARM,
    FELT,
    GOLD,
    INK,
    LAND_WAY,
    PAPER,
    SEA,
    SEA_WAY,
    SEATS,
)
from dynasty_env.europe.drawing.panels import (
    HEIGHT,
    MAP,
    WIDTH,
    draw_deciding,
    draw_header,
    draw_map_country,
    draw_panel,
    draw_piles,
    draw_section,
    draw_turn,
    frame_country,
    panels,
    person_decks,
)
from dynasty_env.europe.drawing.portraits import Drawing, Portrait, draw_groups, draw_portrait
from dynasty_env.kingdoms.material import COUNTRIES, COUNTRY_NAMES, PERSON_NAMES, POWER
from dynasty_env.kingdoms.told.names import LEGEND, agent, religion, stats, tag
from dynasty_env.kingdoms.told.words import declaration, waiting, war_dice
from dynasty_env.kit.canvas import Box, Canvas

ACTION: Box = (14, 540, 480, 116)
POOL: Box = (14, 664, 480, 180)


def picture(view: dict[str, Any]) -> npt.NDArray[np.uint8]:
    """The table of a view as a (960, 1280, 3) RGB picture.

    Raises:
        ImportError: Pillow is not installed.
    """
    canvas = Canvas(WIDTH, HEIGHT, FELT)
    draw_header(canvas, "KINGDOMS", view, waiting(view), agent)
    draw_ways(canvas, MAP)
    for country in range(COUNTRIES):
        _draw_country(canvas, view, country)
    _draw_action(canvas, view)
    _draw_pool(canvas, view)
    draw_piles(canvas, person_decks(view), "  ".join(LEGEND))
    for seat, box in enumerate(panels(len(view["seats"]))):
        _draw_seat(canvas, view, seat, box)
    return canvas.pixels()


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
    x, y = at = centre(MAP, country)
    owner = _owner(view, name)
    out = name in view["removed_countries"]
    fill = SEATS[owner] if owner is not None else SEA if out else PAPER
    ink = "#ffffff" if owner is not None else SEA_WAY if out else INK
    edge = "#ffffff" if owner is not None else SEA_WAY if out else LAND_WAY
    draw_map_country(canvas, at, (fill, ink, edge), (name, "not in play" if out else str(POWER[country])))
    if name == view["declared"]["country"] or (view["contest"] and name in view["contest"]["countries"]):
        frame_country(canvas, at, ALARM)
    elif name in view["committed"]:
        frame_country(canvas, at, GOLD)
    if owner is not None and view["seats"][owner]["home"] == name:
        canvas.star(x - 30, y + 11, 8, GOLD)
    if name in view["exhausted"]:
        canvas.text(x + 26, y + 11, "zzz", 12, "#ffffff", "mm")


# ------------------------------------------------------------------------------------------------------------ middle


def _draw_action(canvas: Canvas, view: dict[str, Any]) -> None:
    """The declared action, how a war stands, and the succession contest."""
    left, top, width, _ = ACTION
    said, _, named = declaration(view).partition(", ")
    draw_section(canvas, ACTION, "Action" if said else "Action: none declared")
    lines = [(said, INK), (named, INK), *((line, ALARM) for line in _asides(view))]
    for row, (words, colour) in enumerate([line for line in lines if line[0]][:4]):
        canvas.text(left + 12, top + 36 + 20 * row, words, 14, colour, "lm", width - 24)


def _asides(view: dict[str, Any]) -> list[str]:
    asides = []
    if war := view["war"]:
        asides.append(f"{war_dice(war)}, power {war['power']}")
    if contest := view["contest"]:
        asides.append(f"{contest['dead']} is dead: contest for {', '.join(contest['countries'])}")
        named = (f"{each['person']}{' in arms' if each['arms'] else ''}" for each in contest["candidates"])
        asides.append("candidates: " + ", ".join(named) if contest["candidates"] else "")
    if view["refused"]:
        asides.append(f"refused: {', '.join(view['refused'])}")
    return asides


def _draw_pool(canvas: Canvas, view: dict[str, Any]) -> None:
    left, top, width, height = POOL
    draw_section(canvas, POOL, "Pool", f"{len(view['removed'])} persons have left play")
    cards = [_card(view, name, "") for name in view["pool"]]
    draw_groups(canvas, (left + 10, top + 30, width - 20, height - 38), {"": cards})


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
    draw_panel(canvas, seat, box)
    _draw_title(canvas, view, seat, box)
    groups = {_realm(king): _royals(view, king) for king in place["kings"]}
    if place["nobles"]:
        groups["nobles"] = [_card(view, name, "") for name in place["nobles"]]
    draw_groups(canvas, (left + 10, top + 40, width - 20, height - 48), groups)
    if seat == view["deciding"]:
        draw_deciding(canvas, box)


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
        draw_turn(canvas, x, y)
    points = "without a king" if place["fallen"] else f"{place['points']} points"
    canvas.text(left + width - 12, y, points, 17, "#ffd2cc" if place["fallen"] else "#fff3c4", "rm")
