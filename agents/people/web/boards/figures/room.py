"""The room from above, as one drawing to scale: figures, reach of weapons, lines of fire, and the card that measures.

A unit of the drawing is a card's width. Whatever can be chosen in the room is a button of it (`targets`).
"""

from collections.abc import Mapping, Sequence
from math import cos, hypot, radians, sin
from typing import Any

from markupsafe import Markup

from agents.people.web.boards.figures.targets import draw_targets
from agents.people.web.boards.pieces import NOTHING, joined
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.figures.rules.geometry import RADIUS

CARD = 1.4
"""Length of a card, w."""
MARGIN = 1.15
HOURS = 0.95
"""How far from its centre the hours stand round a figure, w."""
BY_THE_CLOCK = ("plot", "drop_plot", "joker", "joker_number", "turn_direction", "turn_edge")
"""Phases that are about what a card's number does."""
STAND = " ".join(f"{x:.3f},{y:.3f}" for x, y in (
    (0.57, 0), (0.285, 0.494), (-0.285, 0.494), (-0.57, 0), (-0.285, -0.494), (0.285, -0.494),
))  # fmt: skip
"""The stand: clock positions 12, 2, 4 … are edges, and 12 is ahead, to the right of this drawing."""

Figure = Mapping[str, Any]


def draw_room(view: Mapping[str, Any], choices: Sequence[Choice], words: Words) -> Markup:
    """The room of a view, with the choices of the open question."""
    side = view["side"]
    standing = [figure for figure in view["figures"] if figure["standing"]]
    layers = [
        _floor(side),
        joined(_lines_of_fire(figure, side) for figure in standing),
        _way(view),
        joined(_reach(figure) for figure in standing),
        joined(_figure(view, figure, words) for figure in standing),
        _clock(view, choices),
        _contact(view),
        draw_targets(view, choices, words),
    ]
    return Markup(
        '<svg class="room" viewBox="{} {} {} {}" role="group" aria-label="{}">{}</svg>'
        '<p class="scale">{}</p><p id="pointed" class="pointed"></p>'
    ).format(
        -MARGIN, -MARGIN, side + 2 * MARGIN, side + 2 * MARGIN, words("The room from above"), joined(layers),
        words("w: a card's width, a square of the floor"),
    )  # fmt: skip


def _floor(side: float) -> Markup:
    lines = "".join(f"M{at} 0V{side:g}M0 {at}H{side:g}" for at in range(1, int(side)))
    return Markup(
        '<rect class="wall" x="-0.2" y="-0.2" width="{}" height="{}"/><rect class="floor" width="{}" height="{}"/>'
        '<path class="grain" d="{}"/>'
    ).format(side + 0.4, side + 0.4, side, side, lines)


def matrix(x: float, y: float, heading: Sequence[float]) -> str:
    """Where a figure's own frame, x ahead, lies in the room."""
    return f"matrix({heading[0]:.5f} {heading[1]:.5f} {-heading[1]:.5f} {heading[0]:.5f} {x:.4f} {y:.4f})"


def _figure(view: Mapping[str, Any], figure: Figure, words: Words) -> Markup:
    """The hexagonal stand, the body round it, the face, and weapons."""
    turn = view["turn"]
    acting = " acting" if turn is not None and turn["figure"] == figure["figure"] else ""
    asked = " asked" if view["asked"] == figure["figure"] and view["deciding"] == figure["seat"] else ""
    said = f"{words.term(figure['sheet'])} ({words.name(figure['seat'])})"
    place = matrix(figure["x"], figure["y"], figure["heading"])
    return Markup(
        '<g class="figure s{}{}{}" data-spot="{}" data-state="{}" role="img" aria-label="{}"><title>{}</title>'
        '<g transform="{}"><g id="shape-{}">{}<circle class="body" r="{}"/><polygon class="stand" points="{}"/>'
        '<path class="face" d="M.5 0L.24 .2V-.2Z"/></g></g><text x="{}" y="{}" dy=".13">{}</text></g>'
    ).format(
        figure["seat"], acting, asked, figure["figure"], f"{place} {figure['damage']}", said, said, place,
        figure["figure"],
        joined(_weapon(weapon) for weapon in figure["weapons"]), RADIUS, STAND, figure["x"], figure["y"],
        figure["figure"] + 1,
    )  # fmt: skip


def _clock(view: Mapping[str, Any], choices: Sequence[Choice]) -> Markup:
    """The hours round the stand of whoever is asked about a card, by which its number is read."""
    if view["phase"] not in BY_THE_CLOCK or not choices:
        return NOTHING
    figure = view["figures"][view["asked"]]
    hours = []
    for hour in range(1, 13):
        angle = radians(30 * hour)
        (hx, hy), ahead, aside = figure["heading"], cos(angle) * HOURS, sin(angle) * HOURS
        place = figure["x"] + hx * ahead - hy * aside, figure["y"] + hy * ahead + hx * aside
        hours.append(Markup('<text x="{:.3f}" y="{:.3f}" dy=".13">{}</text>').format(*place, hour))
    return Markup('<g class="hours" aria-hidden="true">{}</g>').format(joined(hours))


def _weapon(weapon: Mapping[str, Any]) -> Markup:
    """A melee weapon to its tip, or a muzzle on the rim; nothing while it is lowered, hidden or used up."""
    if weapon["angle"] is None or weapon["used_up"]:
        return NOTHING
    tip = RADIUS + (weapon["reach"] if weapon["kind"] == "melee" else 0.12)
    style = "blade" if weapon["kind"] == "melee" else "muzzle"
    return Markup('<line class="{}" x1="0.4" x2="{:.2f}" transform="rotate({})"/>').format(style, tip, weapon["angle"])


def _reach(figure: Figure) -> Markup:
    """The circle that its longest posed weapon can sweep."""
    tips = [w["reach"] for w in figure["weapons"] if w["kind"] == "melee" and w["angle"] is not None]
    if not tips:
        return NOTHING
    return Markup('<circle class="reach s{}" cx="{}" cy="{}" r="{}"/>').format(
        figure["seat"], figure["x"], figure["y"], RADIUS + max(tips)
    )


def _lines_of_fire(figure: Figure, side: float) -> Markup:
    """Where shooting weapons point, as far as they carry, or to a wall."""
    return joined(
        Markup('<g transform="{}"><line class="fire s{}" x1="{}" x2="{:.3f}" transform="rotate({})"/></g>').format(
            matrix(figure["x"], figure["y"], figure["heading"]), figure["seat"], RADIUS,
            RADIUS + weapon["range"] if weapon["range"] else 1.5 * side, weapon["angle"],
        )
        for weapon in figure["weapons"]
        if weapon["kind"] != "melee" and weapon["angle"] is not None and not weapon["used_up"]
    )  # fmt: skip


def _way(view: Mapping[str, Any]) -> Markup:
    """Where the acting figure may go, measured in cards laid across its way."""
    turn = view["turn"]
    if turn is None or turn["direction"] is None or turn["left"] <= 0:
        return NOTHING
    figure = view["figures"][turn["figure"]]
    whole, cards = int(turn["left"] + 1e-9), []
    for number in range(whole + (turn["left"] - whole > 1e-9)):
        cards.append(
            Markup('<rect class="measure{}" x="{}" y="{}" width="{:.3f}" height="{}"/>').format(
                " odd" if number % 2 else "", RADIUS + number, -CARD / 2, min(1.0, turn["left"] - number), CARD
            )
        )
    return Markup('<g class="ruler" transform="{}">{}</g>').format(
        matrix(figure["x"], figure["y"], turn["direction"]), joined(cards)
    )


def _contact(view: Mapping[str, Any]) -> Markup:
    """The line from who attacks or shoots to whom."""
    turn = view["turn"]
    if turn is None or turn["target"] is None:
        return NOTHING
    one, other = view["figures"][turn["figure"]], view["figures"][turn["target"]]
    if hypot(one["x"] - other["x"], one["y"] - other["y"]) < RADIUS:
        return NOTHING
    return Markup('<line class="contact" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(
        one["x"], one["y"], other["x"], other["y"]
    )
