"""The motions between two tables, for films: intermediate views built from the trace entries that everybody received.

One move of a game can contain several motions: a figure turns until its weapon touches, goes on, runs into another
figure, and both are thrown. Each motion becomes a few intermediate views, which differ from the table before only in
positions and headings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dynasty_env.figures.display.picture import picture
from dynasty_env.figures.ids import Trace
from dynasty_env.figures.rules.turn import Mode
from dynasty_env.kit.state import Entry, State

VIEWS_A_WIDTH = 1.6
VIEWS_A_TURN = 24.0
"""The number of views of a motion, by its length or angle, but at least `FEWEST`."""
FEWEST = 2
SMALL = 0.02
"""Motions shorter than this, in widths, are not shown; nor are turns by less than a hundred times this, in degrees."""
GOES_ON = frozenset({Trace.ALLOWED, Trace.MOVED, Trace.TURN, Trace.TURNED_UP, Trace.ROUND, Trace.SIDE, Trace.ENDED})
"""A rotation has reached its end, or its contact, before any of these entries."""


class Pose(NamedTuple):
    """The place of a figure and its direction, in degrees clockwise from the right."""

    x: float
    y: float
    looks: float


def between(before: State, after: State, seat: int | None) -> list[Callable[[], npt.NDArray[np.uint8]]]:
    """Pictures of the motions from one table to the next; each is drawn when it is called.

    Args:
        seat: the seat that watches; None: everybody.
    """
    return [partial(picture, view) for view in views_between(before, after, seat)]


def views_between(before: State, after: State, seat: int | None) -> list[dict[str, Any]]:
    """The views to draw: those of the table before, with figures on their way."""
    turning = before.record["actor"] >= 0 and before.record["moving"] in (Mode.ROTATION, Mode.SPIN)
    sense = int(before.record["sense"]) if turning else 0
    way = Way(before.game.view(before, seat), after.game.view(after, seat), sense)
    return list(way.views(after.trace(seat)))


class Way:
    """The way from one view to the next.

    Args:
        sense: 1 clockwise, -1 anticlockwise: how the acting figure is turning while it decides about a contact; 0: it
            is not turning.
    """

    def __init__(self, before: Mapping[str, Any], after: Mapping[str, Any], sense: int) -> None:
        self.before = before
        self.turn: dict[str, Any] | None = before["turn"] and {**before["turn"], "target": None}
        self.at, self.end = _poses(before), _poses(after)
        self.turning = -1 if not sense or self.turn is None else int(self.turn["figure"])
        self.sense = sense

    def views(self, entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
        """The intermediate views, according to the trace entries."""
        for entry in entries:
            if entry.kind in GOES_ON:
                yield from self._turn_to_end()
            if entry.subject in self.at:
                yield from self._one(entry)
        yield from self._turn_to_end()

    def _one(self, entry: Entry) -> Iterator[dict[str, Any]]:
        figure, pose = entry.subject, self.at[entry.subject]
        match entry.kind:
            case Trace.MOVED | Trace.THROWN:
                to = Pose(entry.object / 100, entry.value / 100, pose.looks)
                yield from self._go(figure, to, measured=entry.kind == Trace.MOVED)
            case Trace.SIDE if entry.value:
                self.turning, self.sense = figure, 1 if entry.value > 0 else -1
            case Trace.TURN:
                self.turn = None
            case Trace.OUT:
                del self.at[figure]

    def _turn_to_end(self) -> Iterator[dict[str, Any]]:
        """Turn the figure that is turning to its final direction."""
        if self.turning in self.at and self.turning in self.end:
            yield from self._turn(self.turning, self.end[self.turning].looks)
        self.turning = -1

    def _turn(self, figure: int, looks: float) -> Iterator[dict[str, Any]]:
        pose = self.at[figure]
        sense = self.sense or 1
        far = sense * (looks - pose.looks) % 360
        if far < 100 * SMALL or far > 360 - 100 * SMALL:
            self.at[figure] = pose._replace(looks=looks)
            return
        parts = max(FEWEST, ceil(far / 360 * VIEWS_A_TURN))
        for part in range(1, parts + 1):
            self.at[figure] = pose._replace(looks=pose.looks + sense * far * part / parts)
            yield self._view()

    def _go(self, figure: int, to: Pose, *, measured: bool) -> Iterator[dict[str, Any]]:
        pose = self.at[figure]
        far = hypot(to.x - pose.x, to.y - pose.y)
        if measured and self.turn is not None:
            self.turn = {**self.turn, "ruler": [pose.x, pose.y]}
        parts = max(FEWEST, ceil(far * VIEWS_A_WIDTH)) if far > SMALL else 0
        for part in range(1, parts + 1):
            share = part / parts
            self.at[figure] = Pose(pose.x + (to.x - pose.x) * share, pose.y + (to.y - pose.y) * share, pose.looks)
            yield self._view()
        self.at[figure] = to

    def _view(self) -> dict[str, Any]:
        """The table before, with figures at their current positions; measuring cards stay where they were laid."""
        figures = []
        for figure in self.before["figures"]:
            pose = self.at.get(figure["figure"])
            if pose is None:
                figures.append({**figure, "standing": False})
            else:
                heading = [cos(radians(pose.looks)), sin(radians(pose.looks))]
                figures.append({**figure, "x": pose.x, "y": pose.y, "heading": heading})
        return {**self.before, "figures": figures, "turn": self.turn}


def _poses(view: Mapping[str, Any]) -> dict[int, Pose]:
    """The poses of the standing figures."""
    return {
        figure["figure"]: Pose(figure["x"], figure["y"], degrees(atan2(figure["heading"][1], figure["heading"][0])))
        for figure in view["figures"]
        if figure["standing"]
    }
