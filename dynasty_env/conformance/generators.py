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
"""How many objects of an environment are looked through."""
DEPTH = 6
MEMBERS = 64
"""Members of a list that are looked at."""
OPAQUE = (
    str, bytes, int, float, complex, type(None), type, ModuleType, FunctionType, MethodType, BuiltinFunctionType,
    np.ndarray, np.generic, spaces.Space,
)  # fmt: skip
"""Where no generators are looked for. Those of spaces belong to whoever samples from them."""


def generator_states(env: Any) -> Sight:
    """The state of every generator that an environment holds, by the attributes that lead to it."""
    return {path: mark(_state(generator)) for path, generator in _generators(env)}


def global_states() -> Sight:
    """The states of the two generators that belong to the whole process."""
    return {"Python's random": mark(random.getstate()), "NumPy's np.random": mark(np.random.get_state(legacy=False))}


@contextmanager
def used_generators() -> Iterator[Sight]:
    """Their states once something has been drawn from both, so that no seed leads there; put back at the end."""
    kept = random.getstate(), np.random.get_state()
    random.random()
    np.random.random()
    try:
        yield global_states()
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])


def moved(before: Sight, after: Sight) -> list[str]:
    """Generators that are in both and have changed, sorted."""
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
    """Breadth first, so that what is near the environment is found first."""
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
