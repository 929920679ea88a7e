"""Frames of a save file: the decision that is open and what waits below it, each with its place in the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from dynasty_env.kit.engine.table import FRAME
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.json_reader import Reader

MOST = 9999
"""No number of a frame is larger."""


@dataclass(frozen=True)
class Frame:
    """A step, the seat that takes it, and two numbers of its own.

    Attributes:
        readers: where in the file each of the four stands.
    """

    step: int
    seat: int
    a: int
    b: int
    readers: Mapping[str, Reader]

    def wrong(self, field: str, why: str) -> SaveError:
        """The error to raise about ``step``, ``seat``, ``a`` or ``b``."""
        return self.readers[field].wrong(why)


def stack_of(record: Any, steps: type[IntEnum]) -> list[dict[str, Any]]:
    """What waits on a table's stack, lowest first, as a save file writes it."""
    return [
        {"step": steps(int(step)).name.lower(), "seat": int(seat), "a": int(a), "b": int(b)}
        for step, seat, a, b in record["stack"][: record["depth"]]
    ]


def open_frame(reader: Reader, step: int, seats: int) -> Frame:
    """The open decision of a save file, whose phase is that of `step`."""
    numbers = reader.get("frame", {})
    numbers.fields(("a", "b"))
    readers = {"step": reader["phase"], "seat": reader["seat"], "a": numbers.get("a", 0), "b": numbers.get("b", 0)}
    return _frame(step, readers, seats)


def waiting_frames(reader: Reader, steps: type[IntEnum], seats: int, room: int) -> list[Frame]:
    """What waits below it, lowest first; `room` frames at most."""
    items = list(reader["stack"].each())
    if len(items) > room:
        raise reader["stack"].wrong(f"{room} frames at most, not {len(items)}")
    names = [step.name.lower() for step in steps]
    frames = []
    for item in items:
        item.fields(FRAME)
        step = list(steps)[item["step"].one_of(names, "step")]
        readers = {"step": item["step"], "seat": item["seat"], "a": item.get("a", 0), "b": item.get("b", 0)}
        frames.append(_frame(int(step), readers, seats))
    return frames


def _frame(step: int, readers: Mapping[str, Reader], seats: int) -> Frame:
    seat = readers["seat"].whole(0, seats - 1)
    return Frame(step, seat, readers["a"].whole(0, MOST), readers["b"].whole(0, MOST), readers)


def check_order(reader: Reader, frames: Sequence[Frame], below: Sequence[Sequence[int]], steps: type[IntEnum]) -> None:
    """Raise a SaveError unless the frames below the last one, which is open, are one of the rows of `below`."""
    waiting = [frame.step for frame in frames[:-1]]
    if waiting not in [list(row) for row in below]:
        wanted = " or ".join(_names(row, steps) for row in below)
        name = _names([frames[-1].step], steps)
        raise reader["stack"].wrong(f"below {name} there waits {wanted}, not {_names(waiting, steps)}")


def _names(row: Sequence[int], steps: type[IntEnum]) -> str:
    return ", ".join(steps(step).name.lower() for step in row) or "nothing"
