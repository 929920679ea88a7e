"""Entries of the trace in words, for tests of any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from dynasty_env.kit.state import Entry


def in_words(entry: Entry, kind: IntEnum, says: str, names: Mapping[str, Sequence[str]]) -> tuple[Any, ...]:
    """What an entry says, e.g. ``("ATTACKED", 0, "Spain", 1)``.

    Args:
        entry: of the trace.
        kind: its kind.
        says: what seat, subject, object and value are in an entry of that kind, a word each, ``-`` for nothing.
        names: what the numbers of a field are called, where they have names.
    """
    numbers = (entry.seat, entry.subject, entry.object, entry.value)
    fields = [each for each in zip(says.split(), numbers, strict=True) if each[0] != "-"]
    return kind.name, *(names[field][number] if field in names else number for field, number in fields)
