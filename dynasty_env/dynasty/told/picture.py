"""The table as a picture, from a view dict and nothing else: it can show no more than the view tells."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.dynasty.material import (
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    NOBODY,
    PERSON_NAMES,
    POWER,
)
from dynasty_env.dynasty.told.names import DOLL, LEGEND, NEUROI, OpenTable, agent
from dynasty_env.dynasty.told.portraits import draw_persons
from dynasty_env.dynasty.told.words import declaration, waiting
from dynasty_env.europe.drawing import insignia
from dynasty_env.europe.drawing.map import centre, draw_ways
from dynasty_env.europe.drawing.palette import (
    ALARM,
    EVENT,
    EVENT_TINT,
    FELT,
    INK,
    LAND_WAY,
    OCCUPIED,
    PAPER,
    SEA,
    SEA_WAY,
    SEATS,
    STRIPES,
    TINTS,
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
from dynasty_env.kit.canvas import Box, Canvas

CONTEST: Box = (14, 540, 480, 136)
POOL: Box = (14, 684, 480, 160)

# ------------------------------------------------------------------------------------------------------------- picture


def picture(view: dict[str, Any]) -> npt.NDArray[np.uint8]:
    """The table of a view as a (960, 1280, 3) RGB picture.

    Raises:
        ImportError: Pillow is not installed.
    """
    canvas = Canvas(WIDTH, HEIGHT, FELT)
    t = OpenTable(view)
    _draw_header(canvas, view)
    _draw_map(canvas, view, t)
    _draw_contest(canvas, view)
    _draw_pool(canvas, view, t)
    _draw_decks(canvas, view)
    for seat, box in enumerate(panels(len(view["seats"]))):
        _draw_seat(canvas, view, t, seat, box)
    return canvas.pixels()


def _draw_header(canvas: Canvas, view: dict[str, Any]) -> None:
    draw_header(canvas, "DYNASTY", view, waiting(view), agent)
    if known := _seen_in_decks(view):
        canvas.text(WIDTH - 18, 47, known, 11, "#a9b8ac", "rm", WIDTH - 36)


def _seen_in_decks(view: dict[str, Any]) -> str:
    """What the seat, or everybody in a public view, has seen of the person decks."""
    known = view.get("known", {"seen": view.get("shown", {}), "deck_top": None})
    cards = [f"on top of the deck: {known['deck_top']}"] if known["deck_top"] else []
    cards += [f"{name} ({deck})" for name, deck in known["seen"].items()]
    return "seen in the decks: " + ", ".join(card.replace("event:", "") for card in cards) if cards else ""


# --------------------------------------------------------------------------------------------------------------- map


def _draw_map(canvas: Canvas, view: dict[str, Any], t: OpenTable) -> None:
    draw_ways(canvas, MAP)
    for country in range(COUNTRIES):
        _draw_country(canvas, view, country)
    _draw_neuroi(canvas, view, t)


def _draw_country(canvas: Canvas, view: dict[str, Any], country: int) -> None:
    name = COUNTRY_NAMES[country]
    at = centre(MAP, country)
    owners = [seat for seat, place in enumerate(view["seats"]) if name in place["territories"]]
    if owners:
        fill, ink, edge = SEATS[owners[0]], "#ffffff", "#ffffff"
    elif name in view["independent"]:
        fill, ink, edge = PAPER, INK, LAND_WAY
    elif name in view.get("occupied", ()):
        fill, ink, edge = OCCUPIED, "#ff9a90", ALARM
    else:
        fill, ink, edge = SEA, SEA_WAY, SEA_WAY
    draw_map_country(canvas, at, (fill, ink, edge), (name, str(POWER[country]) if fill != SEA else "not in play"))
    if view["declared"]["country"] == (NEUROI if fill == OCCUPIED else name):
        frame_country(canvas, at, ALARM)


def _draw_neuroi(canvas: Canvas, view: dict[str, Any], t: OpenTable) -> None:
    """The Neuroi card, in the corner of the map where no country lies.

    It has the power of all that it occupies, which counts as one country (SW02-06-02).
    """
    power = sum(POWER[COUNTRY_NAMES.index(name)] for name in view.get("occupied", ()))
    if power:
        left, top, width, height = MAP
        x, y = left + 4.5 * width / 5, top + 6.5 * height / 7
        canvas.box((x - 42, y - 27, 84, 54), OCCUPIED, ALARM, 8, 2.5)
        canvas.text(x, y - 13, "the Neuroi", 13, "#ff9a90", "mm", 78)
        canvas.text(x, y + 6, str(power), 18, "#ffffff", "mm")
        under = _attached(view, t, NOBODY) or view["under_neuroi"]
        canvas.text(x, y + 20, ", ".join(under), 10, "#ff9a90", "mm", 78)


# ------------------------------------------------------------------------------------------------------------ middle


def _draw_contest(canvas: Canvas, view: dict[str, Any]) -> None:
    """The declared action and the cards that lie for it."""
    left, top, width, height = CONTEST
    draw_section(
        canvas,
        CONTEST,
        "Action" if declaration(view) else "Action: none declared",
        "bar: who played it, grey: the pack" if view["on_table"] else "",
    )
    said, _, named = declaration(view).partition(", ")
    canvas.text(left + 12, top + 34, said, 14, INK, "lm", width - 24)
    canvas.text(left + 12, top + 52, named, 14, INK, "lm", width - 24)
    canvas.text(left + 12, top + 70, _asides(view), 12, ALARM, "lm", width - 24)
    _draw_dice(canvas, view, (left + 12, top + height - 42, width - 24, 34))
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


def _asides(view: dict[str, Any]) -> str:
    """Words about a second action, persons refused to the reaper, and events in the middle."""
    asides = [f"{view['second']} acts once more"] if view.get("second") else []
    asides += [f"refused: {', '.join(view['refused'])}"] if view["refused"] else []
    asides += [name for name in view.get("events_on_table", ()) if name != "neuroi"]
    return "  ·  ".join(asides)


def _draw_dice(canvas: Canvas, view: dict[str, Any], box: Box) -> None:
    """The dice that lie on the table, and what they are rolled against."""
    left, top, width, height = box
    dice = view.get("dice", ())
    if dice:
        step = min(height + 6, (width - 90) / len(dice))
        size = min(height, step - 2)
        for i, face in enumerate(dice):
            canvas.box((left + i * step, top, size, size), "#ffffff", INK, size / 5, 1.2)
            canvas.text(left + i * step + size / 2, top + size / 2, str(face), size * 0.62, INK, "mm")
        canvas.text(left + width, top + height / 2, f"against {view['needed']}", 14, INK, "rm")


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


def _draw_pool(canvas: Canvas, view: dict[str, Any], t: OpenTable) -> None:
    """The wanderers."""
    left, top, width, height = POOL
    draw_section(canvas, POOL, "Wanderers", f"{len(view['removed'])} persons have left play")
    persons = {"": [(name, "") for name in view["wanderers"]]}
    draw_persons(canvas, view, t, (left + 10, top + 30, width - 20, height - 38), persons)


def _draw_decks(canvas: Canvas, view: dict[str, Any]) -> None:
    piles = person_decks(view)
    piles += [("pack", view["pack_size"], "#4a5a66"), ("discards", len(view["discards"]), "#9a917f")]
    tops = draw_piles(canvas, piles, "  ".join(LEGEND))
    if view.get("known", {}).get("pack_top"):  # SW02-07-03
        _draw_card(canvas, tops["pack"], view["known"]["pack_top"])


# ------------------------------------------------------------------------------------------------------------- seats


def _draw_seat(canvas: Canvas, view: dict[str, Any], t: OpenTable, seat: int, box: Box) -> None:
    left, top, width, height = box
    place = view["seats"][seat]
    draw_panel(canvas, seat, box)
    _draw_title(canvas, view, seat, box)
    y = _draw_chips(canvas, _chips(view, t, seat), (left + 10, top + 40, width - 20, height - 40))
    bottom = top + height - 10
    if place.get("hand"):
        bottom -= 40
        _draw_hand(canvas, place["hand"], (left + 10, bottom + 4, width - 20, 38))
    royals = [(place["king"], "king")] if place["king"] else []
    royals += [(name, "spouse") for name in [*place["spouses"], *[DOLL] * t.doll_of(seat)]]
    royals += [(name, str(1 + order)) for order, name in enumerate(place["children"])]
    courtiers = [(name, "") for name in place["courtiers"]]
    groups = {caption: who for caption, who in (("royals", royals), ("courtiers", courtiers)) if who}
    draw_persons(canvas, view, t, (left + 10, y + 2, width - 20, bottom - y - 2), groups)
    if seat == view["deciding"]:
        draw_deciding(canvas, box)


def _draw_title(canvas: Canvas, view: dict[str, Any], seat: int, box: Box) -> None:
    left, top, width, _ = box
    place, y = view["seats"][seat], top + 16
    x = left + 12 + canvas.text(left + 12, y, agent(seat), 18, "#ffffff") + 12
    if seat == view["pope"]:
        insignia.pope(canvas, x + 8, y, 10, "#ffffff")
        x += 26
    if seat == view["scythe"]:
        insignia.scythe(canvas, x + 9, y, 10, "#ffffff")
        x += 28
    if seat == view["turn_player"] and view["turn"]:
        draw_turn(canvas, x, y)
    is_ruined = place["childless"] or place.get("fallen") or not place["territories"]
    points = "ruined" if is_ruined else f"{place['points']} points"
    right = left + width - 12
    right -= canvas.text(right, y, points, 17, "#fff3c4" if points != "ruined" else "#ffd2cc", "rm") + 16
    right -= canvas.text(right, y, str(place["hand_size"]), 16, "#ffffff", "rm") + 6
    canvas.box((right - 13, y - 9, 13, 18), "#4a5a66", "#ffffff", 3, 1.2)


Chip = tuple[str, str | None, str]  # words, fill, edge


def _chips(view: dict[str, Any], t: OpenTable, seat: int) -> list[Chip]:
    """Territories with their power, events face down in the colour of their deck, events attached to persons."""
    place = view["seats"][seat]
    chips: list[Chip] = [
        (f"{name} {POWER[COUNTRY_NAMES.index(name)]}", None, SEATS[seat]) for name in place["territories"]
    ] or [("no territory", None, ALARM)]
    for event in place.get("events", ()):
        deck = DECK_NAMES.index(event["deck"])
        chips.append((event["event"] or "event", TINTS[deck], STRIPES[deck]))
    chips += [(words, EVENT_TINT, EVENT) for words in _attached(view, t, seat)]
    return chips


def _attached(view: dict[str, Any], t: OpenTable, seat: int) -> list[str]:
    """The events attached to a dynasty's persons, or to who is in none (D-R59); the doll is drawn among the spouses."""
    return [
        f"{attached['event']}: {attached['person']}"
        for attached in view.get("attached", ())
        if t.owner[PERSON_NAMES.index(attached["person"])] == seat and attached["event"] != "doll"
    ]


def _draw_chips(canvas: Canvas, chips: Sequence[Chip], box: Box) -> float:
    """Draw chips in rows. Returns the height at which they end."""
    left, top, width, _ = box
    x, y = left, top
    for words, fill, edge in chips:
        size = canvas.length(words, 12) + 16
        if x > left and x + size > left + width:
            x, y = left, y + 24
        canvas.box((x, y, size, 20), fill, edge, 10, 1.5)
        canvas.text(x + size / 2, y + 10, words, 12, INK, "mm")
        x += size + 5
    return y + 20


def _draw_hand(canvas: Canvas, cards: Sequence[str], box: Box) -> None:
    left, top, width, height = box
    step = min(32.0, width / len(cards))
    for i, name in enumerate(cards):
        _draw_card(canvas, (left + i * step, top, min(28, step - 1), height), name)
