"""Things that meet a condition are found by bits."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from dynasty_env.kit.engine.bits import WORD, found, lowest


def is_at(t: Any, place: int, thing: int) -> bool:
    return bool(t.places[thing] == place)


def test_each_bit_has_its_own_place() -> None:
    assert [lowest(1 << place) for place in range(63)] == list(range(63))
    assert lowest(0b1011000) == 3


@pytest.mark.parametrize("many", [5, WORD, WORD + 1, 81, 247])
def test_everything_that_meets_the_condition_is_found_once_in_order(many: int) -> None:
    rng = random.Random(many)
    at_place = found(many, is_at)
    for share in (0, 0.02, 0.5, 1):
        t = SimpleNamespace(places=[int(rng.random() < share) for _ in range(many)])
        seen = []
        for start in range(0, many, WORD):
            bits = at_place(t, 1, start)
            while bits != 0:
                seen.append(start + lowest(bits))
                bits &= bits - 1
        assert seen == [thing for thing in range(many) if t.places[thing] == 1]
