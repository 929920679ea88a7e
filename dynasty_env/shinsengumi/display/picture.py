"""The table as a picture, drawn only from a view dict: it can show no more than the view contains."""

import textwrap
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.canvas import HEIGHT, WIDTH, Box, Canvas
from dynasty_env.shinsengumi.display.terminal import owners, status
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    CELL_NAMES,
    COLUMNS,
    DICE,
    EVENT_NAMES,
    EVENT_TEXTS,
    LEFT_COLUMNS,
    PERSON_NAMES,
    ROWS,
    SIDE,
    TURNS,
    Colour,
    Direction,
    Event,
)
from dynasty_env.shinsengumi.rules.nouns import SIDES, agent, failure, stats

NIGHT, PAPER, INK, FAINT, GOLD, ALARM = "#1f2a3a", "#f5efe0", "#27231e", "#8a8070", "#e2b33c", "#c8271f"
HAORI, SHADE = "#5fa8c4", "#d9d0bb"
GROUND = ("#e8ecef", "#f3e7d6")
SEATS = ("#6d4a9e", "#12837a", "#d0691f", "#b83f77", "#3c7a2f")
WHITE_STONE, BLACK_STONE = "#ffffff", "#1c1c1c"

BOARD: Box = (46, 84, 846, 846)
PANEL_LEFT, PANEL_WIDTH = 912, 354
CELL = BOARD[2] / SIDE
STEP = {Direction.UP: (0, -1), Direction.RIGHT: (1, 0), Direction.DOWN: (0, 1), Direction.LEFT: (-1, 0)}


def picture(view: dict[str, Any]) -> npt.NDArray[np.uint8]:
    """The table of a view as a (960, 1280, 3) RGB picture."""
    canvas = Canvas(WIDTH, HEIGHT, NIGHT)
    _draw_header(canvas, view)
    _draw_board(canvas, view)
    for item in view["events"]:
        _draw_event(canvas, view, item)
    for item in view["persons"]:
        _draw_person(canvas, view, item)
    top = 56.0
    for seat in range(len(view["seats"])):
        _draw_seat(canvas, view, seat, (PANEL_LEFT, top, PANEL_WIDTH, 78))
        top += 86
    _draw_middle(canvas, view, (PANEL_LEFT, top, PANEL_WIDTH, HEIGHT - 14 - top))
    return canvas.pixels()


def _draw_header(canvas: Canvas, view: dict[str, Any]) -> None:
    canvas.text(18, 28, "SHINSENGUMI", 26, GOLD)
    turn = f"turn {view['turn']}: {view['season']}" if view["turn"] else "set-up"
    canvas.text(222, 29, f"{turn}  ·  {status(view)}", 18, PAPER, "lm", 820)
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    canvas.text(WIDTH - 18, 29, seen, 14, "#a9b3c0", "rm")


# --------------------------------------------------------------------------------------------------------------- board


def _corner(cell: str) -> tuple[float, float]:
    row, column = divmod(CELL_NAMES.index(cell), SIDE)
    return BOARD[0] + column * CELL, BOARD[1] + row * CELL


def _draw_board(canvas: Canvas, view: dict[str, Any]) -> None:
    left, top, width, height = BOARD
    half = width / 2
    for number, name in enumerate(SIDES):
        canvas.box((left + number * half, top, half, height), GROUND[number], radius=0)
        words = f"{name} side: esteem {view['esteem'][name]}"
        canvas.text(left + (number + 0.5) * half, top - 29, words, 15, GROUND[number], "mm")
    for line in range(SIDE + 1):
        at = line * CELL
        canvas.line((left, top + at, left + width, top + at), SHADE, 1.5)
        heavy = line == LEFT_COLUMNS
        canvas.line((left + at, top, left + at, top + height), ALARM if heavy else SHADE, 3 if heavy else 1.5)
    for number in range(SIDE):
        canvas.text(left + (number + 0.5) * CELL, top - 10, str(number + 1), 15, PAPER, "mm")
        canvas.text(left - 18, top + (number + 0.5) * CELL, str(number + 1), 15, PAPER, "mm")
    if view["origin"]:
        x, y = _corner(view["origin"])
        canvas.box((x + 4, y + 4, CELL - 8, CELL - 8), None, GOLD, 8, 2)


def _draw_event(canvas: Canvas, view: dict[str, Any], item: Mapping[str, Any]) -> None:
    x, y = _corner(item["cell"])
    number = EVENT_NAMES.index(item["event"])
    open_fight = item["event"] in (*view["due"], view["fighting"])
    edge, width = (ALARM, 4) if open_fight else ("#2c1414", 1.5)
    canvas.box((x + 7, y + 7, CELL - 14, CELL - 14), "#5a2b2b", edge, 10, width)
    for line, word in enumerate(textwrap.wrap(item["event"], 12)):
        canvas.text(x + CELL / 2, y + 30 + 19 * line, word, 16, PAPER, "mm", CELL - 22)
    for line, words in enumerate(textwrap.wrap(EVENT_TEXTS[number], 22)[:4]):
        canvas.text(x + CELL / 2, y + 74 + 12 * line, words, 10.5, "#e5c9b8", "mm", CELL - 20)
    for die in range(int(DICE[number])):
        canvas.box((x + CELL - 23 - 13 * die, y + CELL - 21, 10, 10), PAPER, radius=2)


def _draw_person(canvas: Canvas, view: dict[str, Any], item: Mapping[str, Any]) -> None:
    """Draw a piece: name, numbers, failure action, arrows at its edges, and a border in the colour of its seat."""
    x, y = _corner(item["cell"])
    person = PERSON_NAMES.index(item["person"])
    seat = owners(view).get(item["person"])
    box = (x + 7, y + 7, CELL - 14, CELL - 14)
    edge = SEATS[seat] if seat is not None else HAORI
    canvas.box(box, "#ffffff", edge, 12, 5 if seat is not None else 2)
    if item["person"] in (view["mover"], view["doomed"], *view["facing"]):
        frame = GOLD if item["person"] == view["mover"] != view["doomed"] else ALARM
        canvas.box((x + 2, y + 2, CELL - 4, CELL - 4), None, frame, 14, 4)
    family, _, given = str(item["person"]).partition(" ")
    middle = x + CELL / 2
    canvas.text(middle, y + 40, family, 17, INK, "mm", CELL - 52)
    canvas.text(middle, y + 58, given, 13, INK, "mm", CELL - 52)
    for place, (letter, value) in enumerate(stats(person, item["attached"]).items()):
        at = x + 37 + place * 22.5
        canvas.text(at, y + 74, letter, 9, FAINT, "mm")
        canvas.text(at, y + 88, value, 16, INK, "mm")
    canvas.text(middle, y + 105, failure(person, item["attached"]), 10.5, ALARM, "mm", CELL - 52)
    if seat is not None:
        canvas.disc(x + 22, y + 22, 9, SEATS[seat])
        canvas.text(x + 22, y + 22, str(seat), 12, "#ffffff", "mm")
    if item["attached"]:
        rose = item["attached"] == EVENT_NAMES[Event.FIANCEE]
        canvas.disc(x + 22, y + CELL - 22, 8, "#d66a9d" if rose else "#5a2b2b")
        canvas.text(x + 22, y + CELL - 22, "F" if rose else "U", 11, "#ffffff", "mm")
    stones = [WHITE_STONE] * item["white"] + [BLACK_STONE] * item["black"]
    for place, colour in enumerate(stones):
        canvas.disc(x + CELL - 22 - 19 * place, y + 22, 8, colour, INK, 1.2)
    laid = view["laid"] if item["person"] == view["mover"] else [0, 0, 0, 0]
    for arrow in range(len(laid)):
        _draw_arrow(canvas, x + CELL / 2, y + CELL / 2, person, arrow, laid[arrow])


def _draw_arrow(canvas: Canvas, x: float, y: float, person: int, arrow: int, laid: int) -> None:
    dx, dy = STEP[Direction(ARROW[person, arrow])]
    black = ARROW_COLOUR[person, arrow] == Colour.BLACK
    reach = CELL / 2 - 17
    x, y = x + dx * reach, y + dy * reach
    shape = [(dx * 9, dy * 9), (-dx * 7 - dy * 10, -dy * 7 + dx * 10), (-dx * 7 + dy * 10, -dy * 7 - dx * 10)]
    canvas.polygon([(x + px, y + py) for px, py in shape], BLACK_STONE if black else WHITE_STONE, INK)
    canvas.text(x - dx * 2, y - dy * 2, str(arrow + 1), 10, "#ffffff" if black else INK, "mm")
    for stone in range(min(laid, 5)):
        side = 15 + 9 * stone
        at = (x + side, y) if dx == 0 else (x, y + side)
        canvas.disc(*at, 5, BLACK_STONE if black else WHITE_STONE, ALARM, 1.5)


# -------------------------------------------------------------------------------------------------------------- panels


def _draw_seat(canvas: Canvas, view: dict[str, Any], seat: int, box: Box) -> None:
    left, top, width, height = box
    place = view["seats"][seat]
    canvas.box(box, PAPER, radius=10)
    canvas.box((left, top, width, 28), SEATS[seat], radius=10)
    canvas.box((left, top + 18, width, 10), SEATS[seat], radius=0)
    x = left + 12 + canvas.text(left + 12, top + 14, agent(seat), 16, "#ffffff") + 12
    if seat == view["turn_player"] and view["turn"]:
        canvas.polygon([(x, top + 7), (x + 11, top + 14), (x, top + 21)], GOLD)
        x += 20
    if seat == view["powder"]:
        canvas.text(x, top + 14, "Ishida powder", 12, "#fff3c4")
    if view["turn"] and not place["out"]:
        canvas.text(left + width - 12, top + 14, f"lead {place['points']:+d}", 14, "#fff3c4", "rm")
    lives = "is out" if place["out"] else place["self"] or "has picked nobody yet"
    canvas.text(left + 12, top + 44, lives, 15, ALARM if place["out"] else INK, "lm", width - 24)
    _draw_hand(canvas, place, left + 12, top + 63)
    if seat == view["deciding"]:
        canvas.box((left - 2, top - 2, width + 4, height + 4), None, GOLD, 12, 3.5)


def _draw_hand(canvas: Canvas, place: Mapping[str, Any], x: float, y: float) -> None:
    if place["white"] is None:
        canvas.text(x, y, f"stones, hidden: {place['stones']}" if place["stones"] else "no stones", 13, FAINT)
        return
    stones = [WHITE_STONE] * place["white"] + [BLACK_STONE] * place["black"]
    for number, colour in enumerate(stones):
        canvas.disc(x + 8 + 19 * number, y, 7.5, colour, INK, 1.2)
    if not stones:
        canvas.text(x, y, "no stones", 13, FAINT)


def _draw_middle(canvas: Canvas, view: dict[str, Any], box: Box) -> None:
    """Draw what is in progress, the piles, and the persons and events that are gone."""
    left, top, width, height = box
    canvas.box(box, PAPER, radius=10)
    bag = view["bag"]
    lines = [
        *((words, ALARM) for words in _going_on(view)),
        (f"turn {view['turn']} of {TURNS}, {view['namings']} named in this turn", INK),
        (f"{len(view['person_pile'])} persons and {len(view['event_pile'])} events in the piles", INK),
        ("the bag is closed" if bag is None else f"bag: {bag['white']} white, {bag['black']} black", INK),
        (f"dead: {', '.join(view['dead']) or 'nobody'}", FAINT),
        (f"gone: {', '.join(view['gone']) or 'nothing'}", FAINT),
        ("C combat  D debate  E esteem  B bushido (* his column)", FAINT),
    ]
    y = top + 18
    for words, colour in lines:
        for row in textwrap.wrap(words, 46):
            if y < top + height - 8:
                canvas.text(left + 12, y, row, 13, colour, "lm", width - 24)
            y += 18
        y += 4


def _going_on(view: dict[str, Any]) -> list[str]:
    result = []
    if view["turned_up"]:
        number = EVENT_NAMES.index(view["turned_up"])
        result.append(f"turned up: {view['turned_up']} ({EVENT_TEXTS[number]})")
        if COLUMNS[number, 1] >= 0:
            columns, rows = (f"{first + 1}-{last + 1}" for first, last in (COLUMNS[number], ROWS[number]))
            result.append(f"it may lie in columns {columns}, rows {rows}")
    if view["mover"]:
        result.append(f"named: {view['mover']}")
    if view["doomed"]:
        result.append(f"about to be removed: {view['doomed']}")
    if view["fighting"]:
        result.append(f"being fought: {view['fighting']}")
    if view["due"]:
        result.append(f"still to fight: {', '.join(view['due'])}")
    return result
