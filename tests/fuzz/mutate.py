"""Valid inputs made wrong: byte by byte, and in their structure. Everything follows from one generator of numbers."""

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

Dice = np.random.Generator

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 127, 128, 255, 2**15, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 10**40,
    0.0, -0.0, 0.5, 1e308, -1e-308, float("inf"), float("-inf"), float("nan"),
    "", " ", "0", "-1", "true", "null", "x" * 5000, "\n", "declared\n", "\x00", "\x1b[31m", "\ud800", "é", "日本", "🂡",
    "../../etc/passwd", "{}", "[]", "%s%n", "a:b:c", "llm:true", "<b>",
    [], {}, [[]], [{}], {"": None}, [0] * 300, {"a": {"b": {"c": {}}}},
)  # fmt: skip
"""Values that stand where another one was."""
SPECIAL = (b"\x00", b"\xff", b"\n", b"{", b"}", b"[", b"]", b'"', b",", b"9" * 40, b"\xf0\x9f", b"NaN", b"-", b"\x1b[")
"""Bytes that mean something to a reader."""


def one_of(among: Sequence[Any], rng: Dice) -> Any:
    """One of them, without asking what NumPy would make of them."""
    return among[int(rng.integers(len(among)))]


def deep(depth: int) -> Any:
    """Lists within lists."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def bytewise(raw: bytes, rng: Dice) -> bytes:
    """A few bytes changed, left out, put in, doubled, or all that follows cut off."""
    found = bytearray(raw)
    for _ in range(int(rng.integers(1, 5))):
        place = int(rng.integers(len(found) + 1))
        kind = int(rng.integers(6))
        if kind == 0 and place < len(found):
            found[place] ^= 1 << int(rng.integers(8))
        elif kind == 1:
            del found[place : place + int(rng.integers(1, 20))]
        elif kind == 2:
            found[place:place] = one_of(SPECIAL, rng)
        elif kind == 3:
            found[place:place] = found[place : place + int(rng.integers(1, 50))]
        elif kind == 4:
            found[place : place + 1] = bytes([int(rng.integers(256))])
        elif rng.random() < 0.3:
            del found[place:]
    return bytes(found)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands, at any depth."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield (*at, key)
        yield from places(item, (*at, key))


def structural(value: Any, rng: Dice) -> Any:
    """A copy in which up to three things are strange, missing, doubled, renamed, or those of another place."""
    found = copy.deepcopy(value)
    for _ in range(int(rng.integers(1, 4))):
        everywhere = list(places(found))
        if not everywhere:
            return one_of(STRANGE, rng)
        *way, last = one_of(everywhere, rng)
        holder = found
        for key in way:
            holder = holder[key]
        _change(holder, last, found, rng)
    if rng.random() < 0.02 and isinstance(found, dict) and found:
        found[one_of(list(found), rng)] = deep(int(one_of((50, 900, 5000), rng)))
    return found


def _change(holder: Any, key: Any, whole: Any, rng: Dice) -> None:
    kind = int(rng.integers(6))
    if kind == 0:
        del holder[key]
    elif kind == 1:
        other = whole
        for step in one_of(list(places(whole)), rng):
            other = other[step]
        holder[key] = copy.deepcopy(other)
    elif kind == 2 and isinstance(holder, dict):
        holder[str(one_of(STRANGE, rng))[:20]] = holder.pop(key)
    elif kind == 2:
        holder.insert(key, copy.deepcopy(holder[key]))
    elif kind == 3 and type(holder[key]) in (int, float):
        holder[key] += one_of((-2, -1, 1, 2, 0.5, 2**31), rng)
    else:
        holder[key] = copy.deepcopy(one_of(STRANGE, rng))


def as_json(value: Any) -> bytes:
    """JSON as a careless program writes it: not a number, lone surrogates and all."""
    try:
        return json.dumps(value).encode("utf-8")
    except (RecursionError, ValueError, TypeError):
        return b"[" * 100_000


def text(raw: bytes) -> str:
    """Bytes as the text that a lenient program would make of them."""
    return raw.decode("utf-8", "surrogateescape")
