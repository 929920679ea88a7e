"""Entries of the trace in words, for tests of any game."""

from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from typing import Any

from dynasty_env.kit.game import Game
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


def fields_of(game: Game, ranges: Collection[str], known: Mapping[Any, str], seat: str = "seat") -> dict[Any, str]:
    """For each kind of trace entry what its seat, subject, object and value are, a word each, ``-`` for nothing.

    Args:
        game: whose chapters declare the entries: a number is what its name there says, or else its noun.
        ranges: what a field may hold; a noun without a range wants a line in `known`.
        known: the kinds of which more can be said than that.
        seat: what the seat is in all the others.

    Raises:
        ValueError: a kind is declared with a noun that has no range, and `known` does not say what it holds.
    """
    result = dict(known)
    for entry in (each for chapter in game.chapters for each in chapter.entries if each.kind not in known):
        slots = entry.slots()
        nouns = dict(slots.values()) | {field: name for name, (field, _) in slots.items() if name in ranges}
        words = [seat, *(nouns.get(field, "-") for field in ("subject", "object", "value"))]
        if unknown := {*words} - {*ranges, "seat"}:
            raise ValueError(
                f"{entry.kind.name} holds {sorted(unknown)}, which has no range: in trace_fields.py give one in RANGES "
                f"to one of {sorted({*slots} - {*ranges})}, or say in MORE what seat, subject, object and value are"
            )
        result[entry.kind] = " ".join(words)
    return result


def frame_of(game: Game, step: int, ranges: Mapping[str, Sequence[int]]) -> tuple[Sequence[int], Sequence[int]]:
    """What the two numbers of a step's frame may be, as the step declares it (`Phase.frame`)."""
    nouns = next((each.frame for each in (*game.phases, *game.automatic) if each.step == step), ())
    first, second = (*nouns, "-", "-")[:2]
    return ranges[first], ranges[second]
