"""A room in a mirror has the mirrored turn: every contact, throw and shot, with the clock run the other way round.

Whole games cannot be mirrored, since a 3 would have to be a 9, and cards do damage by their numbers. So each turn is
mirrored where its first choice is made, and compared where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from dynasty_env.figures.actions import ALL_ROUND, ANGLE, LEFT, NUMBER, RIGHT
from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import KING, LOWERED
from dynasty_env.figures.rules.geometry import STEPS
from dynasty_env.figures.steps import Trace
from dynasty_env.kit.state import State

CLOCK = 12
MET = (0, 1, 2, 3, 4, 5, 7, 8, 9, 11)
"""Games in which figures meet."""
FIRST = ("turn_direction", "heading", "distance")
"""The first decisions of a turn, once its number is known."""
SAME = ("standing", "damage", "fell", "at", "used_up", "passed", "plot_count", "winners", "done", "step", "seat",
        "pack", "key0", "draws", "doubled", "round")  # fmt: skip
"""Fields that no mirror changes."""


def mirrored(state: State) -> State:
    """The same table seen in a mirror on the right wall."""
    other = state.clone()
    one, two = state.record, other.record
    two["x"] = one["side"] - one["x"]
    for name in ("base_x", "from_x", "to_x", "sense"):
        two[name] = -one[name]
    two["steps"] = -one["steps"] % STEPS
    two["from_steps"] = -one["from_steps"] % STEPS
    two["to_steps"] = -one["to_steps"] % STEPS
    two["pose"] = np.where(one["pose"] == LOWERED, LOWERED, -one["pose"])
    two["edge"] = -one["edge"] % CLOCK
    if one["number"] not in (0, KING, CLOCK):
        two["number"] = CLOCK - one["number"]
    return other


def in_mirror(action: int) -> int:
    """The same choice in the mirrored room."""
    if ANGLE <= action < NUMBER:
        return 2 * (ANGLE + ALL_ROUND) - action
    return {LEFT: RIGHT, RIGHT: LEFT}.get(action, action)


def turns(seed: int) -> Iterator[State]:
    """Tables at the first choice of a turn, of games in which the hand-written player and chance choose by turns."""
    options = {"num_players": 2 + seed % 3, "figures": 1 + seed % 2, "emotions": seed % 2 == 0}
    state, rng = GAME.new(seed, backend="interpreted", **options), np.random.default_rng(seed)
    actor = -1
    while not state.done:
        if state.phase in FIRST and state.record["actor"] != actor:
            actor = int(state.record["actor"])
            yield state
        actor = int(state.record["actor"])
        observed = state.observe(state.seat)[None], state.mask[None]
        wise = rng.random() < 0.6
        best = int(GAME.greedy_actions(*observed, backend="interpreted")[0]) if wise else 0
        state.play(best if wise else int(rng.choice(state.legal())))


def check_mirrored(one: State, other: State) -> None:
    """Both tables are as far, and the figures stand and look as in a mirror."""
    a, b = one.record, other.record
    for field in SAME:
        assert np.array_equal(a[field], b[field]), field
    standing = np.flatnonzero(a["standing"])
    assert np.allclose(b["x"][standing], a["side"] - a["x"][standing], rtol=0, atol=1e-7)
    assert np.allclose(b["y"][standing], a["y"][standing], rtol=0, atol=1e-7)
    for figure in map(int, standing):
        (x, y), looks = (state.view(None)["figures"][figure]["heading"] for state in (one, other))
        assert np.allclose(looks, (-x, y), rtol=0, atol=1e-7)


@pytest.mark.parametrize("seed", MET)
def test_a_turn_in_the_mirror_is_the_mirrored_turn(seed: int) -> None:
    rng, moves, contacts = np.random.default_rng(seed), 0, 0
    for state in turns(seed):
        one, other = state.clone(), mirrored(state)
        over = False
        while not (one.done or over):
            assert sorted(map(in_mirror, map(int, one.legal()))) == list(map(int, other.legal()))
            action = int(rng.choice(one.legal()))
            one.play(action)
            other.play(in_mirror(action))
            check_mirrored(one, other)
            moves += 1
            contacts += any(entry.kind in (Trace.COLLIDED, Trace.ATTACKED, Trace.SHOT) for entry in one.trace())
            over = any(entry.kind in (Trace.TURN, Trace.ROUND) for entry in one.trace())
    assert moves > 8 and contacts > 0
