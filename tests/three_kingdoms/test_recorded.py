"""Recorded games: random moves lead to the same tables for ever, whatever becomes of the code.

A rule that changes on purpose changes them, and the version's number or this file with them:
``python -m tests.three_kingdoms.test_recorded`` prints what to put below.
"""

import hashlib

import numpy as np
import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.game import GAME

RECORDED: dict[int, tuple[int, str]] = {
    0: (342, "fbc7a2cee49f20ad"),
    1: (325, "381dcb24e389b0ff"),
    2: (433, "1c6f251a195c32b5"),
    3: (670, "7791db9cde8de323"),
    4: (520, "4732751c3b61a10b"),
    5: (472, "debf4e7653daafe9"),
    6: (768, "427cf875adc98fc6"),
    7: (675, "13da6d1310359dbd"),
    8: (554, "2cc5eef7e18d5190"),
}
"""By scenario: decisions of three turns, and the digest of all tables on the way."""


def line(scenario: int) -> tuple[int, str]:
    """Three turns of random moves."""
    state: State = GAME.new(100 + scenario, backend="interpreted", scenario=scenario, max_turns=3)
    rng = np.random.default_rng(scenario)
    digest, decisions = hashlib.sha256(), 0
    while not state.done:
        action = int(state.legal()[int(rng.integers(len(state.legal())))])
        state.play(action)
        decisions += 1
        record = state.record
        for name in ("control", "troops", "tired", "bans", "place", "country", "area", "role", "points", "draws"):
            digest.update(record[name].tobytes())
    return decisions, digest.hexdigest()[:16]


@pytest.mark.parametrize("scenario", range(9))
def test_games_go_as_they_were_recorded(scenario: int) -> None:
    assert line(scenario) == RECORDED[scenario]


if __name__ == "__main__":
    for number in range(9):
        print(f"    {number}: {line(number)!r},")
