"""Frames of a save file: the open decision and the frames that wait below it, each with its path in the file."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from dynasty_env.kit.engine.table import FRAME
from dynasty_env.kit.files.json_reader import Reader

LEAST, MOST = -1, 9999
"""The bound on the absolute values of a frame's numbers."""

Row = tuple[int, int, int, int]
"""A frame in a table: a step, its seat, and two numbers of its own."""

Stack = Sequence[Row]
"""Frames, lowest first; if a decision is open, it is the last one."""


class Frame(NamedTuple):
    """A frame of a save file, and the fields of the file in which its numbers are."""

    row: Row
    readers: Mapping[str, Reader]


def stack_of(record: Any, steps: type[IntEnum]) -> list[dict[str, Any]]:
    """The frames that wait on a table's stack, lowest first, in the form of a save file."""
    return [
        {"step": steps(int(step)).name.lower(), "seat": int(seat), "a": int(a), "b": int(b)}
        for step, seat, a, b in record["stack"][: record["depth"]]
    ]


def rows_of(record: Any) -> list[Row]:
    """A table's stack, with the open decision on top."""
    waiting = [(int(step), int(seat), int(a), int(b)) for step, seat, a, b in record["stack"][: record["depth"]]]
    return [*waiting, (int(record["step"]), int(record["seat"]), int(record["a"]), int(record["b"]))]


def open_frame(reader: Reader, step: int, seats: int) -> Frame:
    """The open decision of a save file, in the phase of `step`."""
    numbers = reader.get("frame", {})
    numbers.fields(("a", "b"))
    readers = {"step": reader["phase"], "seat": reader["seat"], "a": numbers.get("a", 0), "b": numbers.get("b", 0)}
    return _frame(step, readers, seats)


def waiting_frames(reader: Reader, steps: type[IntEnum], seats: int) -> list[Frame]:
    """The frames that wait below it, lowest first."""
    names = [step.name.lower() for step in steps]
    frames = []
    for item in reader["stack"].each():
        item.fields(FRAME)
        step = list(steps)[item["step"].one_of(names, "step")]
        readers = {"step": item["step"], "seat": item["seat"], "a": item.get("a", 0), "b": item.get("b", 0)}
        frames.append(_frame(int(step), readers, seats))
    return frames


def _frame(step: int, readers: Mapping[str, Reader], seats: int) -> Frame:
    numbers = readers["a"].whole(LEAST, MOST), readers["b"].whole(LEAST, MOST)
    return Frame((step, readers["seat"].whole(0, seats - 1), *numbers), readers)


def check_frames(reader: Reader, frames: Sequence[Frame], wanted: Sequence[Stack], steps: type[IntEnum]) -> None:
    """Raise a SaveError that names the wrong frame, unless the frames are one of the stacks `wanted`."""
    order = [frame.row[0] for frame in frames]
    alike = [stack for stack in wanted if [row[0] for row in stack] == order]
    if not alike:
        below = " or ".join(_names([row[0] for row in stack[:-1]], steps) for stack in wanted)
        name = _names(order[-1:], steps)
        raise reader["stack"].wrong(f"below {name} there waits {below}, not {_names(order[:-1], steps)}")
    for frame, row in zip(frames, alike[0], strict=True):
        for field, given, right in zip(FRAME, frame.row, row, strict=True):
            if given != right:
                raise frame.readers[field].wrong(f"{_names([row[0]], steps)} has {right} here, not {given}")


def _names(order: Sequence[int], steps: type[IntEnum]) -> str:
    return ", ".join(steps(step).name.lower() for step in order) or "nothing"
