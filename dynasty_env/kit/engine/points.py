"""Continuous parameters of decisions: what brings a point to the nearest one that is legal.

A game that has them declares a `seats.points.PointLayout`, has the field ``point`` in its tables (`table.header`), and
says of each phase which parts of a point it uses (`loop.Phase.point`). Such a decision can be made by an id, as any
other, or by a point: `play_<step>(t, action)` then gets the id that comes after all others, ``len(t.mask)``, and reads
`t.point`. What it does must follow from `t.point` as it lies there, in float32, so that a game can be played again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from numba import types

from dynasty_env.kit.engine.backend import Program
from dynasty_env.kit.engine.chapter import DeclarationError, chain
from dynasty_env.kit.engine.loop import Phase, Rule
from dynasty_env.kit.engine.rule import rule


def nearest_step(t: Any) -> None:
    """Bring `t.point` to the nearest legal one of the open decision (written by the kit for each game)."""
    raise NotImplementedError


@rule
def keep(t, coordinates):
    """Of the point, only these coordinates (bits) count; all others are 0."""
    for i in range(len(t.point)):
        if coordinates >> i & 1 == 0:
            t.point[i] = 0.0


def settle(tables, first, last, actions, points):
    """Lay points at the tables first … last-1 whose action is the one after all others.

    `points` (n, k), each coordinate within -1 … 1, are brought to the nearest legal ones, here and at the tables; those
    of tables that take no point are set to 0.
    """
    for i in range(first, last):
        t = tables[i]
        taken = t.done == 0 and actions[i] == len(t.mask)
        for c in range(len(t.point)):
            t.point[c] = points[i, c] if taken else 0.0
        if taken:
            nearest_step(t)
        for c in range(len(t.point)):
            points[i, c] = t.point[c]


def signature(name: str, record: Any, seen: Any) -> Any:
    """The exact Numba signature of `settle`."""
    i8 = types.int64
    return types.void(types.Array(record, 1, "C"), i8, i8, types.Array(i8, 1, "C"), types.Array(types.float32, 2, "C"))


POINTS = Program("points", {"settle": settle}, signature)


def nearest_dispatcher(phases: Sequence[Phase], places: Mapping[str, slice]) -> Mapping[str, Rule]:
    """The rule ``nearest_step`` of a game, if it has phases with a point.

    Args:
        phases: all of them.
        places: the coordinates of each part of the game's points.

    Raises:
        DeclarationError: a phase uses a part that the game's points do not have.
    """
    cases: list[tuple[int, str]] = []
    rules: list[Rule] = [keep]
    for phase in (phase for phase in phases if phase.point):
        if unknown := [name for name in phase.point if name not in places]:
            known = ", ".join(places) or "none"
            raise DeclarationError(
                f"the phase {phase.step.name} uses {unknown[0]!r} of a point; its parts are: {known}"
            )
        bits = sum(1 << i for name in phase.point for i in range(places[name].start, places[name].stop))
        statement = f"keep(t, {bits})"
        if phase.nearest is not None:
            statement += f"; {phase.nearest.__name__}(t)"
            rules.append(phase.nearest)
        cases.append((int(phase.step), statement))
    return {"nearest_step": chain("nearest_step", "t", "t.step", cases, rules, None)} if cases else {}
