"""The table in words, as a seat may see it: the view from which pictures, terminals and browsers are drawn."""

from collections.abc import Mapping
from math import atan2, degrees
from typing import Any

import numpy as np

from dynasty_env.figures.ids import Step
from dynasty_env.figures.material import (
    CARDS_NAMED,
    GRID,
    LOWERED,
    NOBODY,
    RANGE,
    REACH,
    SHEET_NAMES,
    STAT_NAMES,
    WEAPON_KIND,
    WEAPON_NAMES,
    WEAPONS,
    At,
    Feeling,
    Stat,
    Weapon,
)
from dynasty_env.figures.rules.bodies import heading_x, heading_y, owner
from dynasty_env.figures.rules.damage import feeling
from dynasty_env.figures.rules.geometry import STEP_DEGREES
from dynasty_env.figures.rules.turn import CORNER, Mode, way_x, way_y
from dynasty_env.kit.seats.views import head, name_of, names_where


def figure_count(record: Any) -> int:
    """How many figures the game has."""
    return int(record["num_players"] * record["figures"])


def cards_at(record: Any, place: int) -> list[str]:
    """The names of all cards in a place, an `At` with the figure's number added."""
    return names_where(CARDS_NAMED, record["at"] == place)


def row_of_plots(record: Any, figure: int) -> list[str]:
    """The face-down plots of a figure, leftmost first."""
    return [CARDS_NAMED[card] for card in record["plots"][figure][: record["plot_count"][figure]]]


def pose_angle(record: Any, figure: int, weapon: int) -> float | None:
    """Degrees clockwise from ahead: whole on the grid, else rounded to a millionth; None if the weapon is lowered."""
    steps = int(record["pose"][figure][weapon])
    x, y = float(record["pose_x"][figure][weapon]), float(record["pose_y"][figure][weapon])
    if steps == LOWERED:
        return None
    return steps * STEP_DEGREES if y == 0 else round(degrees(atan2(y, x)), 6)


def weapons(record: Any, figure: int, shown: bool) -> list[dict[str, Any]]:
    """A figure's weapons, with their poses if `shown`."""
    sheet = int(record["sheet"][figure])
    return [
        {
            "weapon": WEAPON_NAMES[sheet][weapon],
            "kind": Weapon(WEAPON_KIND[sheet][weapon]).name.lower(),
            "reach": float(REACH[sheet][weapon]),
            "range": float(RANGE[sheet][weapon]),
            "angle": pose_angle(record, figure, weapon) if shown else None,
            "used_up": bool(record["used_up"][figure][weapon]),
        }
        for weapon in range(WEAPONS)
    ]


def one_figure(state: Any, figure: int, seat: int | None) -> dict[str, Any]:
    """A figure as `seat` sees it."""
    record, t = state.record, state.tables[0]
    sheet = int(record["sheet"][figure])
    own = seat is not None and owner(t, figure) == seat
    shown = own or bool(record["open_stats"])
    stats = {name: int(value) for name, value in zip(STAT_NAMES, record["stat"][figure], strict=True)}
    return {
        "figure": figure,
        "seat": int(owner(t, figure)),
        "sheet": SHEET_NAMES[sheet],
        "leader": figure in record["leader"].tolist(),
        "standing": bool(record["standing"][figure]),
        "out": bool(record["fell"][figure] > 0),
        "x": round(float(record["x"][figure]), 9),
        "y": round(float(record["y"][figure]), 9),
        "heading": [round(float(heading_x(t, figure, 0)), 9), round(float(heading_y(t, figure, 0)), 9)],
        "abilities": stats if shown else None,
        "damage": int(record["damage"][figure]),
        "weapons": weapons(record, figure, own or not record["posing"]),
        "feeling": Feeling(feeling(t, figure)).name.lower(),
        "emotion_cards": cards_at(record, At.FEELING + figure),
        "face_up": name_of(CARDS_NAMED, record["face_up"][figure]),
        "plots": int(record["plot_count"][figure]),
        "cards": int(np.count_nonzero(record["at"] == At.HAND + figure)),
        "hand": cards_at(record, At.HAND + figure) if own else None,
        "row": row_of_plots(record, figure) if own else None,
        "left_over": cards_at(record, At.GONE + figure) if own else None,
    }


def seat_view(state: Any, seat: int | None) -> dict[str, Any]:
    """What `seat` knows, as a readable dict; with None, what everybody knows. Lengths are in card widths.

    ``about`` is the weapon being posed, ``column`` the x of a place whose y is being asked for, and ``card`` the
    direction of a card laid at a corner, in degrees from the corner.

    Args:
        state: a `State` of the figure duel.
    """
    record, over = state.record, state.done
    return {
        **head(state, seat),
        "round": int(record["round"]),
        "side": float(record["side"]),
        "figures": [one_figure(state, figure, seat) for figure in range(figure_count(record))],
        "turn": _turn(state),
        "asked": None if over or record["step"] == Step.LEADER else int(record["a"]),
        "about": int(record["b"]) if record["step"] == Step.POSE and not over else None,
        "column": int(record["b"]) * GRID if record["step"] == Step.PLACE_Y and not over else None,
        "pack": int(record["pack_size"]),
        "discards": cards_at(record, At.DISCARD),
        "winners": [number for number in range(state.num_players) if record["winners"] >> number & 1],
    }


def _turn(state: Any) -> dict[str, Any] | None:
    """The current turn: who acts, with what number, and where the figure may still go."""
    record, t = state.record, state.tables[0]
    actor = int(record["actor"])
    if actor == NOBODY or state.done:
        return None
    touched = record["step"] in (Step.ATTACK, Step.SHOOT)
    moving = record["moving"] == Mode.MOVE
    return {
        "figure": actor,
        "number": int(record["number"]),
        "doubled": bool(record["doubled"]),
        "edge": (int(record["edge"]) or 12) if moving else None,
        "mobility": int(record["mobility"]),
        "left": round(float(record["left"]), 9),
        "direction": [round(float(way_x(t)), 9), round(float(way_y(t)), 9)] if moving else None,
        "card": (int(record["b"]) - CORNER) * STEP_DEGREES if record["step"] == Step.TURN_EDGE else None,
        "target": int(record["target"]) if touched else None,
        "weapon": int(record["weapon"]) if touched else None,
    }


def vitality(figure: Mapping[str, Any]) -> tuple[int, int] | None:
    """The remaining vitality of a figure in a view, and its full value; None while it is hidden."""
    if figure["abilities"] is None:
        return None
    full = figure["abilities"][STAT_NAMES[Stat.VITALITY]]
    return max(0, full - figure["damage"]), full
