"""Greedy decides as it always has: digests of its decisions in games that it plays against random moves.

A digest changes only where games have changed, or where greedy is meant to play otherwise; CHANGELOG.md says so then,
and the benchmark's numbers are measured anew. `python -m tests.agents.test_greedy_digests` records them.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.figures.game import GAME as FIGURES
from dynasty_env.kingdoms.game import GAME as KINGDOMS
from dynasty_env.kit.game import Game
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from dynasty_env.three_kingdoms.game import GAME as THREE_KINGDOMS

RECORDED = Path(__file__).with_name("greedy_digests.json")
PLAYED: dict[str, tuple[Game, dict[str, Any]]] = {
    "dynasty_v0 with witches": (DYNASTY, {"witches": True, "ask_forced": True}),
    **{game.name: (game, {}) for game in (DYNASTY, KINGDOMS, SHINSENGUMI, FIGURES, THREE_KINGDOMS)},
}


def digest(game: Game, options: dict[str, Any], games: int = 8, each: int = 120) -> str:
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


@pytest.mark.parametrize("what", PLAYED)
def test_greedy_decides_as_always(what: str) -> None:
    assert digest(*PLAYED[what]) == json.loads(RECORDED.read_text("utf-8"))[what]


if __name__ == "__main__":
    found = {what: digest(*played) for what, played in PLAYED.items()}
    RECORDED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
