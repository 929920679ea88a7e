"""The room from above as a picture, drawn only from a view dict: it can show no more than the view contains."""

from math import cos, radians, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.figures.display.terminal import status
from dynasty_env.figures.display.words import clock, widths
from dynasty_env.figures.material import STAT_NAMES
from dynasty_env.figures.rules.geometry import RADIUS, STEP_DEGREES
from dynasty_env.figures.rules.nouns import agent, card_named
from dynasty_env.figures.views.public_table import vitality
from dynasty_env.kit.canvas import HEIGHT, WIDTH, Box, Canvas

NIGHT, WOOD, GRAIN, PAPER, INK, FAINT = "#20262e", "#d9c3a0", "#cdb48d", "#fbf7ee", "#26221d", "#8b8171"
ALARM, GOLD, STEEL, REACH = "#c8271f", "#e2b33c", "#5b6673", "#e5a79a"
SEATS = ("#2d6cb5", "#c0562a", "#3d8a4a", "#8c4aa0")
PALE = ("#bcd3ee", "#f0cdb8", "#c4e2c8", "#dfc6e8")
RED_SUITS = "HD"

FLOOR: Box = (24, 64, 860, 860)
PANEL_LEFT, PANEL_WIDTH = 904, 356
CARD = 1.4
"""Length of a card, w."""

Point = tuple[float, float]


def picture(view: dict[str, Any]) -> npt.NDArray[np.uint8]:
    """The table of a view as a (960, 1280, 3) RGB picture."""
    canvas = Canvas(WIDTH, HEIGHT, NIGHT)
    canvas.text(24, 32, "FIGURE DUEL", 26, GOLD)
    when = f"round {view['round']}" if view["round"] else "set-up"
    canvas.text(220, 33, f"{when}  ·  {status(view)}", 17, PAPER, "lm", 660)
    room = Room(canvas, view)
    room.draw()
    top = 24.0
    height = 218 if len(view["figures"]) <= 4 else 112
    for figure in view["figures"]:
        _draw_sheet(canvas, view, figure, (PANEL_LEFT, top, PANEL_WIDTH, height - 8))
        top += height
    _draw_foot(canvas, view)
    return canvas.pixels()


class Room:
    """The floor of the room, drawn to scale."""

    def __init__(self, canvas: Canvas, view: dict[str, Any]) -> None:
        self.canvas = canvas
        self.view = view
        self.scale = FLOOR[2] / view["side"]

    def at(self, x: float, y: float) -> Point:
        """The point on the sheet for a place in the room."""
        return FLOOR[0] + x * self.scale, FLOOR[1] + y * self.scale

    def draw(self) -> None:
        """Draw floor, weapons, measuring cards, and figures on top."""
        self._floor()
        standing = [figure for figure in self.view["figures"] if figure["standing"]]
        for figure in standing:
            self._rays(figure)
        self._way()
        for figure in standing:
            self._weapons(figure)
        for figure in standing:
            self._body(figure)

    def _floor(self) -> None:
        left, top, side, _ = FLOOR
        self.canvas.box((left - 6, top - 6, side + 12, side + 12), "#6b5638", radius=4)
        self.canvas.box(FLOOR, WOOD, radius=0)
        for step in range(1, int(self.view["side"])):
            at = step * self.scale
            self.canvas.line((left, top + at, left + side, top + at), GRAIN, 2 if step % 4 == 0 else 1)
            self.canvas.line((left + at, top, left + at, top + side), GRAIN, 1 if step % 4 else 2)
        self.canvas.text(left + side, top + side + 16, "a square of the floor is a card's width", 12, FAINT, "rm")

    def _pointing(self, figure: dict[str, Any], degrees: float) -> Point:
        """The direction in which a weapon points."""
        ahead, aside = cos(radians(degrees)), sin(radians(degrees))
        hx, hy = figure["heading"]
        return hx * ahead - hy * aside, hx * aside + hy * ahead

    def _rays(self, figure: dict[str, Any]) -> None:
        """Draw the rays of shooting weapons, up to their range or a wall."""
        for weapon in figure["weapons"]:
            if weapon["kind"] != "melee" and weapon["angle"] is not None and not weapon["used_up"]:
                ex, ey = self._pointing(figure, weapon["angle"])
                far = min(RADIUS + weapon["range"], self._to_wall(figure["x"], figure["y"], ex, ey))
                start = self.at(figure["x"] + ex * RADIUS, figure["y"] + ey * RADIUS)
                end = self.at(figure["x"] + ex * far, figure["y"] + ey * far)
                self.canvas.dashes((*start, *end), SEATS[figure["seat"]], 2)

    def _to_wall(self, x: float, y: float, dx: float, dy: float) -> float:
        side = self.view["side"]
        ways = [((side if d > 0 else 0.0) - at) / d for at, d in ((x, dx), (y, dy)) if abs(d) > 1e-9]
        return min(ways)

    def _weapons(self, figure: dict[str, Any]) -> None:
        """Draw melee weapons to scale, and the circle that the longest one reaches."""
        melee = [w for w in figure["weapons"] if w["kind"] == "melee" and w["angle"] is not None]
        x, y = self.at(figure["x"], figure["y"])
        if melee:
            longest = (RADIUS + max(weapon["reach"] for weapon in melee)) * self.scale
            self.canvas.disc(x, y, longest, None, SEATS[figure["seat"]], 1)
        for weapon in melee:
            ex, ey = self._pointing(figure, weapon["angle"])
            tip = RADIUS + weapon["reach"]
            root = self.at(figure["x"] + ex * RADIUS * 0.8, figure["y"] + ey * RADIUS * 0.8)
            end = self.at(figure["x"] + ex * tip, figure["y"] + ey * tip)
            self.canvas.line((*root, *end), INK, 6)
            self.canvas.line((*root, *end), "#e8edf2", 3)

    def _body(self, figure: dict[str, Any]) -> None:
        """Draw the hexagonal stand, the body on it, and the face."""
        x, y = self.at(figure["x"], figure["y"])
        hx, hy = figure["heading"]
        size = RADIUS * self.scale
        acting = self.view["turn"] is not None and self.view["turn"]["figure"] == figure["figure"]
        self.canvas.disc(x, y, size + (4 if acting else 0), GOLD if acting else PALE[figure["seat"]], INK, 1.5)
        corners = [self._pointing(figure, STEP_DEGREES * step) for step in range(2, 26, 4)]
        self.canvas.polygon([(x + cx * size * 0.95, y + cy * size * 0.95) for cx, cy in corners],
                            PALE[figure["seat"]], INK)  # fmt: skip
        self.canvas.disc(x, y, size * 0.52, SEATS[figure["seat"]], INK, 1.5)
        nose = [(0.82, 0.0), (0.42, 0.3), (0.42, -0.3)]
        self.canvas.polygon([(x + (a * hx - b * hy) * size, y + (a * hy + b * hx) * size) for a, b in nose],
                            SEATS[figure["seat"]], INK)  # fmt: skip
        self.canvas.text(x, y, str(figure["figure"] + 1), max(11.0, size * 0.55), "#ffffff", "mm")

    def _way(self) -> None:
        """Draw how far the acting figure may go, measured in cards laid end to end along its edge.

        While it is moving (`film`) the cards lie where its way began: `turn["ruler"]`.
        """
        turn = self.view["turn"]
        if turn is None or turn["direction"] is None or turn["left"] <= 0:
            return
        figure = self.view["figures"][turn["figure"]]
        x, y = turn.get("ruler") or (figure["x"], figure["y"])
        dx, dy = turn["direction"]
        whole = int(turn["left"] + 1e-9)
        for number in range(whole):
            self._card((x, y), (dx, dy), number, 1.0)
        if turn["left"] - whole > 1e-9:
            self._card((x, y), (dx, dy), whole, turn["left"] - whole)
        far = RADIUS + turn["left"]
        end = self.at(x + dx * far, y + dy * far)
        self.canvas.disc(*end, 5, ALARM, INK)

    def _card(self, start: Point, way: Point, number: int, part: float) -> None:
        """Draw a card laid across the way, with its width along the way."""
        (x, y), (dx, dy) = start, way
        corners = [(0.0, -0.5), (part, -0.5), (part, 0.5), (0.0, 0.5)]
        shape = [
            self.at(
                x + dx * (RADIUS + number + along) - dy * CARD * across,
                y + dy * (RADIUS + number + along) + dx * CARD * across,
            )
            for along, across in corners
        ]
        self.canvas.polygon(shape, PAPER if number % 2 == 0 else "#efe7d6", FAINT)


# -------------------------------------------------------------------------------------------------------------- panels


def _draw_sheet(canvas: Canvas, view: dict[str, Any], figure: dict[str, Any], box: Box) -> None:
    """Draw a character sheet: abilities, vitality, weapons and cards."""
    left, top, width, height = box
    seat = figure["seat"]
    turn = view["turn"]
    acting = turn is not None and turn["figure"] == figure["figure"]
    canvas.box(box, PAPER, GOLD if acting else SEATS[seat], 10, 4 if acting else 2)
    canvas.disc(left + 24, top + 22, 13, SEATS[seat])
    canvas.text(left + 24, top + 22, str(figure["figure"] + 1), 15, "#ffffff", "mm")
    name = figure["sheet"] + (", leader" if figure["leader"] else "")
    canvas.text(left + 46, top + 22, name, 19, INK)
    canvas.text(left + width - 12, top + 22, agent(seat) + (" (you)" if seat == view["seat"] else ""), 13, FAINT, "rm")
    _draw_vitality(canvas, figure, left + 16, top + 42, width - 32)
    _draw_cards(canvas, figure, left + 16, top + 62)
    if height < 150:
        return
    if figure["abilities"] is not None:
        for place, stat in enumerate(STAT_NAMES[:-1]):
            at = left + 16 + place * 67
            canvas.text(at, top + 130, stat[:9], 11, FAINT)
            canvas.text(at, top + 148, str(figure["abilities"][stat]), 18, INK)
    for line, weapon in enumerate(figure["weapons"]):
        canvas.text(left + 16, top + 174 + 18 * line, _weapon(weapon), 13, INK, "lm", width - 130)
    if figure["feeling"] != "calm":
        canvas.text(left + width - 14, top + 174, figure["feeling"], 14, ALARM, "rm")


def _weapon(weapon: dict[str, Any]) -> str:
    if weapon["used_up"]:
        return f"{weapon['weapon']}: thrown"
    far = f"reach {widths(weapon['reach'])}" if weapon["kind"] == "melee" else f"range {widths(weapon['range'])}"
    angle = weapon["angle"]
    pose = "lowered or hidden" if angle is None else "ahead" if angle == 0 else f"{angle:+g} degrees"
    return f"{weapon['weapon']}, {far}: {pose}"


def _draw_vitality(canvas: Canvas, figure: dict[str, Any], left: float, y: float, width: float) -> None:
    life = vitality(figure)
    if figure["out"]:
        canvas.text(left, y + 5, "out", 15, ALARM)
    elif life is not None:
        size = min(width / max(life[1], 1), 28.0)  # 0: its points are not spread yet
        for point in range(life[1]):
            fill = SEATS[figure["seat"]] if point < life[0] else "#ddd5c4"
            canvas.box((left + point * size, y, size - 4, 11), fill, radius=4)


def _draw_cards(canvas: Canvas, figure: dict[str, Any], left: float, top: float) -> None:
    """Draw the face-up plot, then the face-down ones, with their faces if the view is their own seat's."""
    names = [figure["face_up"]] if figure["face_up"] else []
    row = figure["row"] or [None] * figure["plots"]
    at = left
    for name in [*names, *row]:
        _draw_card(canvas, at, top, name, bool(names) and at == left)
        at += 34
    if figure["hand"]:
        canvas.text(left + 130 if not names and not row else at + 6, top + 8, "hand", 10, FAINT)
        for place, name in enumerate(figure["hand"][:10]):
            canvas.text(at + 6 + place * 26, top + 28, card_named(name).translate(_PLAIN), 12, INK)


_PLAIN = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})


def _draw_card(canvas: Canvas, left: float, top: float, name: str | None, shown: bool) -> None:
    canvas.box((left, top, 30, 42), "#ffffff" if name else STEEL, GOLD if shown else INK, 4, 2 if shown else 1)
    if name is None:
        return
    if name.startswith("JOKER"):
        canvas.star(left + 15, top + 21, 10, ALARM)
        return
    colour = ALARM if name[0] in RED_SUITS else INK
    canvas.text(left + 15, top + 14, name.partition("-")[0][1:], 15, colour, "mm")
    canvas.suit(left + 15, top + 30, 13, name[0], colour)


def _draw_foot(canvas: Canvas, view: dict[str, Any]) -> None:
    """Draw what is in progress, and the piles."""
    turn = view["turn"]
    text = ""
    if turn is not None and turn["edge"]:
        text = f"figure {turn['figure'] + 1} may go {widths(turn['left'])} along its edge at {clock(turn['edge'])}"
    if turn is not None and turn["target"] is not None:
        text = f"figure {turn['figure'] + 1}: contact with figure {turn['target'] + 1}"
    canvas.text(24, HEIGHT - 16, text, 14, PAPER)
    canvas.text(PANEL_LEFT, HEIGHT - 16, f"{view['pack']} in the pack", 13, FAINT)
