"""Everything an environment shows, as bytes that can be compared: equal bytes mean equal content."""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np


def canonical(value: Any) -> bytes:
    """A value as bytes: dtype, shape and content of arrays, keys in order; independent of addresses and hashes."""
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return b"objects" + _joined(canonical(each) for each in value.ravel().tolist())
        filled = value + 0.0 if np.issubdtype(value.dtype, np.floating) else value  # -0.0 becomes 0.0
        return f"{value.dtype.str}{value.shape}".encode() + np.ascontiguousarray(filled).tobytes()
    if isinstance(value, np.generic):
        return canonical(np.asarray(value))
    if isinstance(value, Mapping):
        rows = sorted((canonical(key), canonical(each)) for key, each in value.items())
        return b"{" + _joined(key + each for key, each in rows) + b"}"
    if isinstance(value, set | frozenset):
        return b"<" + _joined(sorted(canonical(each) for each in value)) + b">"
    if isinstance(value, list | tuple):
        return b"[" + _joined(canonical(each) for each in value) + b"]"
    if isinstance(value, bool | int | float | str | bytes | type(None)):
        return repr(value).encode()
    words = repr(value)
    return (type(value).__name__ if " at 0x" in words else words).encode()


def _joined(parts: Any) -> bytes:
    return b"".join(len(part).to_bytes(8, "little") + part for part in parts)


def digest(*values: Any) -> str:
    """A short fingerprint of values."""
    return hashlib.sha256(canonical(values)).hexdigest()


def mark(value: Any) -> bytes:
    """A fingerprint of a value, short enough to keep one for every step."""
    return hashlib.blake2b(canonical(value), digest_size=16).digest()


Sight = dict[str, bytes]
"""Named parts of what an environment shows, with the mark of each."""


def differing(one: Sight, other: Sight) -> list[str]:
    """Names of the parts that differ, sorted."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def apart(one: Any, other: Any, place: str = "") -> tuple[str, Any, Any] | None:
    """Where two values first differ, as Python indices, and the content there in each; None if they are equal."""
    if canonical(one) == canonical(other):
        return None
    keys: Any = ()
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and one.shape == other.shape:
        keys = [tuple(map(int, each)) for each in np.ndindex(one.shape)] if one.ndim > 1 else range(one.size)
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = [key for key in one if key in other]
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        keys = range(min(len(one), len(other)))
    shown = (", ".join(map(str, key)) if isinstance(key, tuple) else repr(key) for key in keys)
    result = (apart(one[key], other[key], f"{place}[{words}]") for key, words in zip(keys, shown, strict=True))
    return next((each for each in result if each is not None), (place, one, other))


def in_words(value: Any, most: int = 160) -> str:
    """A value for a report: on one line and short."""
    if isinstance(value, np.ndarray):
        value = f"{value.dtype}{list(value.shape)} {np.array2string(value.ravel(), threshold=24, max_line_width=10**6)}"
    words = " ".join(str(value).split())
    return words if len(words) <= most else f"{words[: most - 1]}…"
