"""Random number generators: those inside an environment, and the global ones of Python and NumPy."""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
from gymnasium import spaces

from dynasty_env.conformance.sight import Sight, mark

OBJECTS = 3000
"""Maximum number of objects of an environment to search."""
DEPTH = 6
MEMBERS = 64
"""Maximum number of members of a list to search."""
OPAQUE = (
    str, bytes, int, float, complex, type(None), type, ModuleType, FunctionType, MethodType, BuiltinFunctionType,
    np.ndarray, np.generic, spaces.Space,
)  # fmt: skip
"""Where generators are not searched for. Those of spaces belong to the caller that samples from them."""


def generator_states(env: Any) -> Sight:
    """The state of every generator that an environment holds, by the path of attributes that leads to it."""
    return {path: mark(_state(generator)) for path, generator in _generators(env)}


def global_states() -> Sight:
    """The states of the two generators that belong to the whole process."""
    return {"Python's random": mark(random.getstate()), "NumPy's np.random": mark(np.random.get_state(legacy=False))}


@contextmanager
def used_generators() -> Iterator[Sight]:
    """The states of the global generators after drawing from both, so that no seed leads there; restored at the end."""
    kept = random.getstate(), np.random.get_state()
    random.random()
    np.random.random()
    try:
        yield global_states()
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])


def moved(before: Sight, after: Sight) -> list[str]:
    """Generators that are in both and have changed, sorted by name."""
    return sorted(name for name in before if name in after and before[name] != after[name])


def _is_generator(value: Any) -> bool:
    return isinstance(value, np.random.Generator | np.random.RandomState | random.Random)


def _state(generator: Any) -> Any:
    if isinstance(generator, np.random.Generator):
        return generator.bit_generator.state
    if isinstance(generator, np.random.RandomState):
        return generator.get_state(legacy=False)
    return None if isinstance(generator, random.SystemRandom) else generator.getstate()


def _generators(env: Any) -> Iterator[tuple[str, Any]]:
    """Search breadth first, so that objects close to the environment are found first."""
    waiting: list[tuple[str, Any, int]] = [("env", env, 0)]
    seen: set[int] = set()
    for path, value, depth in waiting:
        if id(value) in seen or len(seen) > OBJECTS or isinstance(value, OPAQUE):
            continue
        seen.add(id(value))
        if _is_generator(value):
            yield path, value
        elif depth < DEPTH:
            waiting += [(f"{path}{step}", each, depth + 1) for step, each in _parts(value)]


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((f"[{key!r}]", each) for key, each in list(value.items())[:MEMBERS])
    elif isinstance(value, list | tuple):
        yield from ((f"[{n}]", each) for n, each in enumerate(value[:MEMBERS]))
    else:
        for kind in type(value).__mro__:
            yield from ((f".{name}", each) for name, each in vars(kind).items() if _is_generator(each))
        yield from ((f".{name}", each) for name, each in getattr(value, "__dict__", {}).items())
