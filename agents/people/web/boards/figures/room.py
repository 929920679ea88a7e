"""The room from above, drawn to scale: figures, reach of weapons, lines of fire, and the measuring card.

The unit of the drawing is the width of a card. Everything that can be chosen in the room is a button (`targets`).
"""

from collections.abc import Mapping, Sequence
from math import ceil, cos, hypot, radians, sin
from typing import Any

from agents.people.web.boards.figures.targets import Figure, Place, draw_targets, matrix, targets_of
from agents.people.web.boards.pieces import NOTHING, joined
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.figures.rules.geometry import RADIUS

CARD = 1.4
"""Length of a card, in card widths (w)."""
MARGIN = 1.15
HOURS, CLOSE_HOURS, CLOSE = 0.95, 0.72, 0.55
"""Distance of the clock hours from a figure's centre, and the distance of hours that would be as close as `CLOSE` to
those of another figure, w."""
NEAR, NEAR_AT_MOST, AROUND = 7, 10, 1.9
"""Side of the section on a small screen; its maximum to include an opponent; margin around a figure; all in w."""
EDGE = 0.95
"""Distance of the signs of other figures from the edge of that section, w."""
BY_THE_CLOCK = ("plot", "drop_plot", "joker", "joker_number", "turn_direction", "turn_edge")
"""Phases that depend on a card's number."""
STAND = " ".join(f"{x:.3f},{y:.3f}" for x, y in (
    (0.57, 0), (0.285, 0.494), (-0.285, 0.494), (-0.57, 0), (-0.285, -0.494), (0.285, -0.494),
))  # fmt: skip
"""The stand: clock positions 12, 2, 4 … are edges, and 12 is ahead, which is to the right in this drawing."""


def draw_room(view: Mapping[str, Any], choices: Sequence[Choice], words: Words) -> Markup:
    """The room of a view, with the choices of the open question."""
    side = view["side"]
    standing = [figure for figure in view["figures"] if figure["standing"]]
    targets = targets_of(view, choices)
    layers = [
        _floor(side),
        joined(_lines_of_fire(figure, side) for figure in standing),
        _way(view),
        joined(_reach(figure) for figure in standing),
        joined(_figure(view, figure, words) for figure in standing),
        joined(_number(figure) for figure in standing),
        _clock(view, choices),
        _contact(view),
        draw_targets(targets, words),
        _near(view, choices, [target.at for _, target in targets], words),
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


def _figure(view: Mapping[str, Any], figure: Figure, words: Words) -> Markup:
    """The hexagonal stand, the body around it, the face, and the weapons."""
    turn = view["turn"]
    acting = " acting" if turn is not None and turn["figure"] == figure["figure"] else ""
    asked = " asked" if view["asked"] == figure["figure"] and view["deciding"] == figure["seat"] else ""
    label = f"{words.term(figure['sheet'])} ({words.name(figure['seat'])})"
    place = matrix(figure["x"], figure["y"], figure["heading"])
    return Markup(
        '<g class="figure s{}{}{}" data-spot="{}" data-state="{}" role="img" aria-label="{}"><title>{}</title>'
        '<g transform="{}"><g id="shape-{}">{}<circle class="body" r="{}"/><polygon class="stand" points="{}"/>'
        '<path class="face" d="M.5 0L.24 .2V-.2Z"/></g></g></g>'
    ).format(
        figure["seat"], acting, asked, figure["figure"], f"{place} {figure['damage']}", label, label, place,
        figure["figure"],
        joined(_weapon(weapon) for weapon in figure["weapons"]), RADIUS, STAND,
    )  # fmt: skip


def _number(figure: Figure) -> Markup:
    """A figure's number, drawn above all weapons."""
    return Markup('<text class="numbered" x="{}" y="{}" dy=".13" aria-hidden="true">{}</text>').format(
        figure["x"], figure["y"], figure["figure"] + 1
    )


def _near(view: Mapping[str, Any], choices: Sequence[Choice], reached: Sequence[Place], words: Words) -> Markup:
    """The section of the room shown on a screen that is too small for all of it: the acting figure, the places it can
    reach and the opponents nearby, with signs at the edge for the other opponents."""
    actor = view["asked"] if choices or not view["turn"] else view["turn"]["figure"]
    if actor is None:
        return NOTHING
    me = view["figures"][actor]
    places, beyond = [(*place, 0.5) for place in reached], []
    if me["standing"]:
        places.append((me["x"], me["y"], AROUND))
        others = [each for each in view["figures"] if each["standing"] and each["seat"] != me["seat"]]
        for other in sorted(others, key=lambda each: hypot(each["x"] - me["x"], each["y"] - me["y"])):
            more = [*places, (other["x"], other["y"], 1.0)]
            if max(_spread(more)[2:]) <= NEAR_AT_MOST:
                places = more
            else:
                beyond.append(other)
    if not places:
        return NOTHING
    left, top, width, height = _spread(places)
    side = max(NEAR, ceil(width), ceil(height))  # whole numbers, so that the scale seldom changes
    if side > view["side"] - 2:
        return NOTHING
    last = view["side"] + MARGIN - side  # the window shows nothing outside the room and its walls
    box = [min(max(-MARGIN, start - (side - long) / 2), last) for start, long in ((left, width), (top, height))]
    return Markup('<rect class="near-by" x="{:.3f}" y="{:.3f}" width="{}" height="{}"/>{}').format(
        *box, side, side, joined(_beyond(me, other, box, side, words) for other in beyond)
    )


def _beyond(me: Figure, other: Figure, box: Sequence[float], side: float, words: Words) -> Markup:
    """A sign at the edge of a box that points to a figure outside it."""
    far = hypot(other["x"] - me["x"], other["y"] - me["y"])
    way = ((other["x"] - me["x"]) / far, (other["y"] - me["y"]) / far)
    inner = [
        (corner + (side - EDGE if step > 0 else EDGE) - start) / step
        for corner, start, step in zip(box, (me["x"], me["y"]), way, strict=True)
        if abs(step) > 1e-9
    ]
    at = min(far, *inner)
    return Markup(
        '<g class="beyond s{}" role="img" aria-label="{}" transform="{}"><path d="M.8 0L.22 .36V-.36Z"/>'
        '<circle r=".36"/><g transform="{}"><text dy=".1">{}</text><text class="far" dy=".64">{:.0f} w</text></g></g>'
    ).format(
        other["seat"], words("{name}: {n} w away", name=words.term(other["sheet"]), n=f"{far:.1f}"),
        matrix(me["x"] + way[0] * at, me["y"] + way[1] * at, way), matrix(0, 0, (way[0], -way[1])), other["figure"] + 1,
        far,
    )  # fmt: skip


def _spread(places: Sequence[tuple[float, float, float]]) -> tuple[float, float, float, float]:
    """The box around places with their margins: left, top, width, height."""
    left, top = (min(each[axis] - each[2] for each in places) for axis in (0, 1))
    right, bottom = (max(each[axis] + each[2] for each in places) for axis in (0, 1))
    return left, top, right - left, bottom - top


def _clock(view: Mapping[str, Any], choices: Sequence[Choice]) -> Markup:
    """The clock hours around the stand of the figure that is asked about a card, by which the card's number is read."""
    if view["phase"] not in BY_THE_CLOCK or not choices:
        return NOTHING
    figure = view["figures"][view["asked"]]
    others = [(each["x"], each["y"]) for each in view["figures"] if each["standing"] and each is not figure]
    (hx, hy), hours = figure["heading"], []
    for hour in range(1, 13):
        ahead, aside = cos(radians(30 * hour)), sin(radians(30 * hour))
        places = [
            (figure["x"] + far * (hx * ahead - hy * aside), figure["y"] + far * (hy * ahead + hx * aside))
            for far in (HOURS, CLOSE_HOURS)
        ]
        place = places[any(hypot(places[0][0] - x, places[0][1] - y) < CLOSE for x, y in others)]
        hours.append(Markup('<text x="{:.3f}" y="{:.3f}" dy=".13">{}</text>').format(*place, hour))
    return Markup('<g class="hours" aria-hidden="true">{}</g>').format(joined(hours))


def _weapon(weapon: Mapping[str, Any]) -> Markup:
    """A melee weapon up to its tip, or a muzzle on the rim; nothing while it is lowered, hidden or used up."""
    if weapon["angle"] is None or weapon["used_up"]:
        return NOTHING
    tip = RADIUS + (weapon["reach"] if weapon["kind"] == "melee" else 0.12)
    style = "blade" if weapon["kind"] == "melee" else "muzzle"
    return Markup('<line class="{}" x1="0.4" x2="{:.2f}" transform="rotate({})"/>').format(style, tip, weapon["angle"])


def _reach(figure: Figure) -> Markup:
    """The circle within reach of the figure's longest posed weapon."""
    tips = [w["reach"] for w in figure["weapons"] if w["kind"] == "melee" and w["angle"] is not None]
    if not tips:
        return NOTHING
    return Markup('<circle class="reach s{}" cx="{}" cy="{}" r="{}"/>').format(
        figure["seat"], figure["x"], figure["y"], RADIUS + max(tips)
    )


def _lines_of_fire(figure: Figure, side: float) -> Markup:
    """The lines along which shooting weapons point, to the end of their range or to a wall."""
    return joined(
        Markup('<g transform="{}"><line class="fire s{}" x1="{}" x2="{:.3f}" transform="rotate({})"/></g>').format(
            matrix(figure["x"], figure["y"], figure["heading"]), figure["seat"], RADIUS,
            RADIUS + weapon["range"] if weapon["range"] else 1.5 * side, weapon["angle"],
        )
        for weapon in figure["weapons"]
        if weapon["kind"] != "melee" and weapon["angle"] is not None and not weapon["used_up"]
    )  # fmt: skip


def _way(view: Mapping[str, Any]) -> Markup:
    """The possible way of the acting figure, with a scale of cards laid across it."""
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
    """The line from the attacker or shooter to the target."""
    turn = view["turn"]
    if turn is None or turn["target"] is None:
        return NOTHING
    one, other = view["figures"][turn["figure"]], view["figures"][turn["target"]]
    if hypot(one["x"] - other["x"], one["y"] - other["y"]) < RADIUS:
        return NOTHING
    return Markup('<line class="contact" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(
        one["x"], one["y"], other["x"], other["y"]
    )
