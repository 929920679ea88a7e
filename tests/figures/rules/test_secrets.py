"""The audit of what is hidden: a table that no game comes to is found out, by the words of the truth that it breaks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import At
from dynasty_env.kit.state import State
from tests.false_tables import Wrong, put


def at_phase(phase: str, seed: int = 0, **options: Any) -> State:
    """The first table of a random game at which this is decided, by another seat than the first."""
    state = GAME.new(seed, backend="interpreted", ask_forced=True, **options)
    rng = np.random.default_rng(seed)
    while state.phase != phase or state.seat == 0:
        state.play(int(rng.choice(state.legal())))
    return state


def found(state: State, wrong: Wrong) -> str:
    assert state.call("audit") == 0
    wrong(state.tables[0])
    return GAME.truths[state.call("audit") - 1].words


@pytest.mark.rule("§05-01")
def test_s05_01_a_pack_is_whole() -> None:
    """One card of the second pack, which is not in play, takes the place of a card in a hand."""
    state = at_phase("plot")
    held = int(np.flatnonzero(state.record["at"] == At.HAND)[0])
    absent = int(np.flatnonzero(state.record["at"] == At.ABSENT)[0])

    def wrong(t: Any) -> None:
        t.at[held], t.at[absent] = At.ABSENT, At.HAND

    assert found(state, wrong) == "a pack is in play with all its cards, or with none"


@pytest.mark.rule("§05-02")
def test_s05_02_weapons_are_lowered_before_they_are_posed() -> None:
    state = at_phase("pose")
    wrong = put("pose", (int(state.record["a"]), int(state.record["b"])), 1)
    assert found(state, wrong) == "weapons are posed one after the other, and lowered before"


@pytest.mark.rule("§04-01")
@pytest.mark.parametrize("value", [1, 7])
def test_s04_01_points_that_have_not_been_spread_are_none(value: int) -> None:
    state = at_phase("points", stats=2)
    wrong = put("stat", (int(state.record["a"]), int(state.record["b"])), value)
    assert found(state, wrong) == "points are spread one ability after the other, and all of them can be"
