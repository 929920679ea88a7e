"""Go through the few of many things that meet a condition, without a branch for each of the many.

What holds at one table says nothing about the next one, so a processor predicts such branches wrongly, and each wrong
prediction costs as much as fifty operations. So things are compared many at a time, with a bit for each as the result,
and a loop goes through the bits that are set::

    for start in range(0, PERSONS, WORD):
        bits = with_liege(t, NOBODY, start)
        while bits != 0:
            person = start + lowest(bits)
            bits &= bits - 1
"""

from functools import cache
from typing import Any

import numpy as np

from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.engine.loop import Rule
from dynasty_env.kit.engine.rule import rule

WORD = 32
"""How many things have their bits in one number."""
PRIME = 67
PLACES = np.array([0, *sorted(range(PRIME - 1), key=lambda place: pow(2, place, PRIME))])
"""The place of a bit, by the remainder of its value: 2 is a primitive root modulo 67, so all remainders differ."""


@rule
def lowest(bits: Any) -> Any:
    """The place of the lowest bit of a positive number below 2**63; that of 1 is 0."""
    return PLACES[(bits & -bits) % PRIME]


@cache
def found(many: int, holds: Rule) -> Rule:
    """The rule ``(t, of, start)``: a number with a bit for each thing that meets a condition, from the thing number
    `start` on, at most WORD things.

    Args:
        many: how many things there are.
        holds: the condition, a rule ``(t, of, thing)`` that compares one byte of the thing with another one.
    """
    name, width = f"found_{holds.__name__}", min(many, WORD)
    lines = [
        f"def {name}(t, of, start):",
        f"    first = max(min(start, {many - width:d}), 0)",  # a compiler has to know that it is not negative
        "    bits = 0",
        f"    for k in range({width:d}):",
        f"        bits |= {holds.__name__}(t, of, first + k) << k",
        "    return bits >> start - first",
    ]
    return written(name, lines, {holds.__name__: holds})
