"""What a move did, in words: which entries of its trace share a sentence."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from dynasty_env.kit.state import Entry

Group = Sequence[Entry]
"""Entries that share a sentence, in their order."""


def is_of_its_seat(group: Group, entry: Entry) -> bool:
    """Whether an entry belongs to the seat of the group's first entry."""
    return entry.seat == group[0].seat


def is_of_any_seat(group: Group, entry: Entry) -> bool:
    """Always True: an entry continues the group whatever its seat."""
    return True


def gathered(
    entries: Sequence[Entry],
    joined: Mapping[Any, Collection[int]],
    belongs: Callable[[Group, Entry], bool] = is_of_its_seat,
) -> Iterator[Group]:
    """Group the entries of a move, one group for each sentence.

    Args:
        entries: what the move left in the trace, as far as a seat may know.
        joined: for a kind that can begin a group, the kinds that may follow in it; after other kinds none may.
        belongs: whether an entry of such a kind continues the group.
    """
    group: list[Entry] = []
    for entry in entries:
        if group and not (entry.kind in joined.get(group[0].kind, ()) and belongs(group, entry)):
            yield group
            group = []
        group.append(entry)
    if group:
        yield group
