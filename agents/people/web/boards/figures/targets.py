"""The choices in the room: a button where each choice leads, with a ghost of the figure as it would stand.

A pointer that is dragged over the room selects the nearest button (`static/room.js`).
"""

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, radians, sin
from typing import Any, NamedTuple

from agents.people.web.boards.pieces import NOTHING, drawn_badge, joined, label_of, role_of
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.kit.message import tone_of

CLOCK_HOUR = 30
OUTER, INNER, POSES = 1.7, 1.2, 1.6
"""Radii of the rings of buttons, w; next to a wall, the margin has room for them."""

BEHIND = 0.85
"""Distance of the button of a strike from the centre of the body that it hits, w."""
FEW = 14
"""Up to this number of buttons, they can be large on a phone."""
REST = "rest"
"""The rest of the way."""

Place = tuple[float, float]
View = Mapping[str, Any]
Figure = Mapping[str, Any]


class Target(NamedTuple):
    """A button in the room."""

    at: Place  # its place
    ghost: Markup  # what it shows while the pointer is on it
    leftwards: bool = False  # whether its chance is to the left of it


def draw_targets(targets: Sequence[tuple[Choice, Target]], words: Words) -> Markup:
    """The buttons of a question; empty if it is not about the room."""
    if not targets:
        return NOTHING
    drawn = joined(_button(choice, target, words) for choice, target in targets)
    return Markup('<g class="targets{}">{}</g>').format(" many" if len(targets) > FEW else "", drawn)


def targets_of(view: View, choices: Sequence[Choice]) -> list[tuple[Choice, Target]]:
    """The choices that are places in the room; empty if the question is not about the room."""
    result = [(choice, target) for choice in choices if (target := _target_of(view, choice)) is not None]
    return _as_far_as_it_goes(result) if view["phase"] == "distance" else result


def _target_of(view: View, choice: Choice) -> Target | None:
    phase, value = view["phase"], _value(choice)
    if value is not None and phase in _BY_VALUE:
        return _BY_VALUE[phase](view, view["figures"][view["asked"]], value)
    return _BY_CHOICE[phase](view, choice) if phase in _BY_CHOICE else None


def _as_far_as_it_goes(places: Sequence[tuple[Choice, Target]]) -> list[tuple[Choice, Target]]:
    """Keep only the shortest of all ways that run into something: a figure stops there anyway."""
    free = [each for each in places if not _collides(each[0])]
    blocked = [each for each in places if _collides(each[0])]
    return free + sorted(blocked, key=lambda each: each[0].name == REST)[:1]


def _collides(choice: Choice) -> bool:
    return tone_of(choice.prospects) == "bad"


def _button(choice: Choice, target: Target, words: Words) -> Markup:
    label = label_of(choice, words)
    warn = " warns" if _collides(choice) else ""
    (x, y), (aside, place) = target.at, (-0.3, "ends") if target.leftwards else (0.3, "")
    badge = drawn_badge(choice, x + aside, y - 0.35, words, place)
    return Markup(
        '<g class="target{}" {} data-x="{x:.3f}" data-y="{y:.3f}" aria-label="{label}"><title>{label}</title>'
        '<g class="ghost" aria-hidden="true">{}</g><circle class="grip" cx="{x:.3f}" cy="{y:.3f}" r="0.5"/>'
        '<circle class="dot" cx="{x:.3f}" cy="{y:.3f}" r="0.16"/>{}</g>'
    ).format(warn, role_of(choice), target.ghost, badge, x=x, y=y, label=label)


# ------------------------------------------------------------------------------------------------------------- geometry


def matrix(x: float, y: float, heading: Sequence[float]) -> str:
    """The transformation from a figure's own frame, with x ahead, to the room."""
    return f"matrix({heading[0]:.5f} {heading[1]:.5f} {-heading[1]:.5f} {heading[0]:.5f} {x:.4f} {y:.4f})"


def _turned(heading: Sequence[float], degrees: float) -> Place:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return heading[0] * c - heading[1] * s, heading[0] * s + heading[1] * c


def _from(figure: Figure, way: Place, far: float) -> Place:
    return figure["x"] + way[0] * far, figure["y"] + way[1] * far


def _shape(figure: Figure, at: Place, heading: Sequence[float]) -> Markup:
    """The outline of the figure as it would stand."""
    return Markup('<use class="s{}" href="#shape-{}" transform="{}"/>').format(
        figure["seat"], figure["figure"], matrix(*at, heading)
    )


def _value(choice: Choice) -> float | None:
    """The number in the name of a choice such as ``angle:-15``, or None."""
    kind, _, value = choice.name.partition(":")
    return float(value) if kind in ("angle", "length") else None


# --------------------------------------------------------------------------------------------------------- by phase


def _place_x(view: View, figure: Figure, x: float) -> Target:
    line = Markup('<line class="column" x1="{}" x2="{}" y1="0" y2="{}"/>').format(x, x, view["side"])
    return Target((x, view["side"] / 2), line)


def _place_y(view: View, figure: Figure, y: float) -> Target | None:
    x = view["column"]
    return None if x is None else Target((x, y), Markup('<circle class="body" cx="{}" cy="{}" r="0.6"/>').format(x, y))


def _place_heading(view: View, figure: Figure, degrees: float) -> Target:
    way = _turned((1.0, 0.0), degrees)
    return Target(_from(figure, way, POSES), _shape(figure, (figure["x"], figure["y"]), way))


def _heading(view: View, figure: Figure, degrees: float) -> Target:
    """Clockwise on the outer ring, anticlockwise on the inner one."""
    way = _turned(figure["heading"], degrees)
    far = OUTER if degrees >= 0 else INNER
    return Target(_from(figure, way, far), _shape(figure, (figure["x"], figure["y"]), way))


def _turn_direction(view: View, figure: Figure, degrees: float) -> Target:
    way = _turned(figure["heading"], CLOCK_HOUR * view["turn"]["number"] + degrees)
    card = Markup('<g transform="{}"><rect class="measure" x="0.6" y="-0.7" width="1" height="1.4"/></g>').format(
        matrix(figure["x"], figure["y"], way)
    )
    return Target(_from(figure, way, POSES), card)


def _turn_edge(view: View, choice: Choice) -> Target | None:
    """The button is at the edge; the ghost shows the figure after the rotation."""
    sides = {"left": -CLOCK_HOUR, "right": CLOCK_HOUR}
    figure, turn = view["figures"][view["asked"]], view["turn"]
    if choice.name not in sides or turn["card"] is None:
        return None
    side = sides[choice.name]
    edge = _turned(figure["heading"], CLOCK_HOUR * turn["number"] + side)
    stands = _turned(figure["heading"], turn["card"] - side)
    return Target(_from(figure, edge, POSES), _shape(figure, (figure["x"], figure["y"]), stands))


def _distance(view: View, choice: Choice) -> Target | None:
    figure, turn = view["figures"][view["asked"]], view["turn"]
    far = turn["left"] if choice.name == REST else _value(choice)
    if far is None:
        return None
    at = _from(figure, turn["direction"], far)
    return Target(at, _shape(figure, at, figure["heading"]), leftwards=turn["direction"][0] < 0)


def _pose(view: View, figure: Figure, degrees: float) -> Target:
    weapon = figure["weapons"][view["about"]]
    way = _turned(figure["heading"], degrees)
    tip = _from(figure, way, 0.6 + (weapon["reach"] if weapon["kind"] == "melee" else weapon["range"] or view["side"]))
    line = Markup('<line class="{}" x1="{:.3f}" y1="{:.3f}" x2="{:.3f}" y2="{:.3f}"/>').format(
        "blade" if weapon["kind"] == "melee" else "fire", *_from(figure, way, 0.4), *tip
    )
    return Target(_from(figure, way, POSES), line)


def _strike(view: View, choice: Choice) -> Target | None:
    """A body that can be struck or shot: the button is behind it, which keeps both numbers visible."""
    if choice.name != "yes" or view["turn"] is None or view["turn"]["target"] is None:
        return None
    one, target = view["figures"][view["turn"]["figure"]], view["figures"][view["turn"]["target"]]
    ring = Markup('<circle class="hit" cx="{}" cy="{}" r="0.75"/>').format(target["x"], target["y"])
    x, y = target["x"] - one["x"], target["y"] - one["y"]
    far = hypot(x, y) or 1.0
    behind = _from(target, (x / far, y / far), BEHIND)
    return Target(tuple(min(max(each, 0.0), view["side"]) for each in behind), ring, leftwards=x < 0)


_BY_VALUE: Mapping[str, Callable[[View, Figure, float], Target | None]] = {
    "place_x": _place_x, "place_y": _place_y, "place_heading": _place_heading, "pose": _pose,
    "turn_direction": _turn_direction, "heading": _heading,
}  # fmt: skip
"""Phases in which a choice is a number that concerns the figure that is asked."""
_BY_CHOICE: Mapping[str, Callable[[View, Choice], Target | None]] = {
    "turn_edge": _turn_edge, "distance": _distance, "attack": _strike, "shoot": _strike,
}  # fmt: skip
