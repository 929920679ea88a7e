"""The book's account of a table that was laid by hand, from the save file as it is written."""

from collections.abc import Mapping, Sequence
from math import atan2, degrees, radians
from typing import Any

from .duel import Duel
from .figures import ABILITIES, SHEETS, Figure


def account_of(saved: Mapping[str, Any], options: Mapping[str, Any]) -> Duel:
    """The account of a save file in which every card has its place.

    Args:
        saved: the file.
        options: all options of its game.
    """
    each = int(options["figures"])
    figures = [_figure(number, number // each, one) for number, one in enumerate(saved["figures"])]
    duel = Duel({name: int(value) for name, value in options.items()}, figures, [], list(saved["pack"]))
    duel.cards.discards = list(saved["discards"])
    duel.round = saved["round"]
    duel.moments = max(figure.moment for figure in figures)
    duel.leaders = {figure.seat: figure for figure in figures if figure.number % each == 0}
    return duel


def _figure(number: int, seat: int, one: Mapping[str, Any]) -> Figure:
    stats = dict(zip(ABILITIES, SHEETS[one["sheet"]][0], strict=True)) | one.get("abilities", {})
    figure = Figure(number, seat, one["sheet"], stats, one["standing"], one["fell"], one["damage"])
    figure.at, figure.angle = (one["x"], one["y"]), _angle(one["base"]) + radians(15 * one["steps"])
    figure.poses = [_pose(each) for each in one["poses"]]
    figure.used_up, figure.row = list(one["used_up"]), list(one["row"])
    figure.emotions, figure.unseen = list(one["emotion_cards"]), list(one["left_over"])
    return figure


def _angle(direction: Sequence[float]) -> float:
    return atan2(direction[1], direction[0])


def _pose(pose: Any) -> float | None:
    """Degrees; None where the weapon is lowered."""
    if pose == "lowered":
        return None
    return degrees(_angle(pose)) if isinstance(pose, list) else 15.0 * pose
