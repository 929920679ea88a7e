"""What a move did, in words: which entries of its trace share a sentence."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from dynasty_env.kit.state import Entry

Group = Sequence[Entry]
"""Entries that share a sentence, in their order."""


def is_of_its_seat(group: Group, entry: Entry) -> bool:
    """Whether an entry is of the seat with which the group begins."""
    return entry.seat == group[0].seat


def is_of_any_seat(group: Group, entry: Entry) -> bool:
    """Whether an entry goes on with the group, whatever seat it is of: it does."""
    return True


def gathered(
    entries: Sequence[Entry],
    joined: Mapping[Any, Collection[int]],
    belongs: Callable[[Group, Entry], bool] = is_of_its_seat,
) -> Iterator[Group]:
    """The entries of a move in groups, a sentence each.

    Args:
        entries: what the move left in the trace, as far as a seat may know.
        joined: for a kind with which a group begins, the kinds that may follow in it; for all others none may.
        belongs: whether an entry of such a kind goes on with the group.
    """
    group: list[Entry] = []
    for entry in entries:
        if group and not (entry.kind in joined.get(group[0].kind, ()) and belongs(group, entry)):
            yield group
            group = []
        group.append(entry)
    if group:
        yield group
