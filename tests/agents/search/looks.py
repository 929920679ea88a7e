"""Whether a search looks at anything that its seat cannot know: true games and their twins are searched alike."""

from collections.abc import Callable

import numpy as np
import pytest

from agents.search.improvement import Improvement
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from tests.memory.auditor import Curious, mixed
from tests.memory.twins import AT_THE_DEAL, LATER, pairs
from tests.tiny import nim

SEARCHED = [pytest.param(name, marks=[pytest.mark.slow] if name == "shinsengumi_v0" else []) for name in AT_THE_DEAL]
"""Games whose hidden cards change places; compiling the searches of both takes most of a minute."""

Looks = Callable[[State, int], bytes]
"""What comes of searching a table, with that seed."""


def turn_of(state: State, seed: int = 0) -> Decision:
    return Decision(state, np.random.default_rng(seed))


def heap_of(size: int, players: int = 2) -> State:
    """A game of Nim in which so many are left."""
    state = nim.GAME.new(0, num_players=players)
    state.tables.array["heap"] = size
    state.call("reopen")
    return state


def scores_of(search: Improvement) -> Looks:
    """All that an improved policy finds at a table: how it rates the actions there."""
    return lambda state, seed: search.scores(turn_of(state, seed))[0].tobytes()


def compare_searches(game: Game, looks: list[Looks], games: int, often: float) -> int:
    """Search true games and their twins, which look the same to one seat; returns how many pairs were compared."""
    swaps = AT_THE_DEAL[game.name] + LATER[game.name]
    compared = 0
    for n, state in enumerate(mixed(game, games, seed=5_000)):
        rng = np.random.default_rng([7, n])
        player, seat = Curious(game), int(rng.integers(state.num_players))
        for one, other in pairs(state, swaps[n % len(swaps)], seat, player, rng):
            if one.seat == seat and not one.done and rng.random() < often:
                seed = int(rng.integers(2**32))
                for look in looks:
                    assert look(one, seed) == look(other, seed), f"seat {seat} is searched otherwise at {one.phase}"
                compared += 1
    return compared
