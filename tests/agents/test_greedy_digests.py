"""Greedy decides as it always has: digests of its decisions in games that it plays against random moves.

A digest changes only where greedy is meant to play otherwise; CHANGELOG.md says so then, and the benchmark's numbers
are measured anew.
"""

import hashlib
from typing import Any

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.figures.game import GAME as FIGURES
from dynasty_env.kingdoms.game import GAME as KINGDOMS
from dynasty_env.kit.game import Game
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from dynasty_env.three_kingdoms.game import GAME as THREE_KINGDOMS

DIGESTS: tuple[tuple[Game, dict[str, Any], str], ...] = (
    (DYNASTY, {}, "5bc34ca315d8fbb9"),
    (DYNASTY, {"witches": True, "ask_forced": True}, "e2efa0d2556fa63a"),
    (KINGDOMS, {}, "7b446d9ba1a0204b"),
    (SHINSENGUMI, {}, "3a50873c95dbf70f"),
    (FIGURES, {}, "3a7cbbc9cf261327"),
    (THREE_KINGDOMS, {}, "2572b65d3ed2d381"),
)


def digest(game: Game, options: dict[str, Any], games: int, each: int) -> str:
    """Of greedy's answers (by name) to the first `each` questions in games of two seats to five, where so many can
    play; every third answer is played."""
    found = hashlib.blake2b(digest_size=8)
    for seed in range(games):
        state = game.new(seed, backend="compiled", num_players=min(2 + seed % 4, game.seats[1]), **options)
        rng = np.random.default_rng(seed)
        for number in range(each):
            if state.done:
                break
            seen = state.observe(state.seat)[None], state.mask[None]
            action = int(game.greedy_actions(*seen, backend="compiled")[0])
            found.update(game.action_names[action].encode())
            state.play(action if number % 3 == 0 else int(rng.choice(state.legal())))
    return found.hexdigest()


@pytest.mark.parametrize(("game", "options", "expected"), DIGESTS)
def test_greedy_decides_as_always(game: Game, options: dict[str, Any], expected: str) -> None:
    assert digest(game, options, games=8, each=120) == expected
