"""Tables of Shinsengumi in every phase, out of random games; and hand-written ones."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME

PHASES = tuple(GAME.phase_names.values())


def line(seed: int, **options: Any) -> Iterator[State]:
    """One random game, decision by decision, its end included: always the same state."""
    state = GAME.new(seed, backend="compiled", **options)
    rng = np.random.default_rng(seed)
    while True:
        yield state
        if state.done:
            return
        state.play(int(rng.choice(state.legal())))


@cache
def met() -> dict[str, list[State]]:
    """Three tables in every phase, from different games; the second one with hidden stones."""
    found: dict[str, list[State]] = {phase: [] for phase in PHASES}
    for seed in range(600):
        for state in line(seed, num_players=1 + seed % 5, hidden_stones=seed % 2 == 1, ask_forced=seed % 4 == 3):
            kept = found[state.phase]
            fits = len(kept) < 3 and seed not in [other.seed for other in kept]
            if fits and (len(kept) == 1) == state.options["hidden_stones"]:
                kept.append(state.clone())
        if all(len(kept) == 3 for kept in found.values()):
            return found
    raise AssertionError(f"never met {[phase for phase, kept in found.items() if len(kept) < 3]}")


def reached(wanted: Callable[[State], bool], seed: int = 0, **options: Any) -> State:
    """The first decision that `wanted` describes, in games of random play from `seed` on."""
    for game_seed in range(seed, seed + 500):
        for state in line(game_seed, **options):
            if wanted(state):
                return state
    raise AssertionError("no random game came there")


def by_hand(**fields: Any) -> dict[str, Any]:
    """As little as a save file may hold."""
    persons = [{"person": "Okita Soji", "cell": "2.3"}, {"person": "Ito Kashitaro", "cell": "5.4"}]
    seats = [{"self": "Okita Soji"}, {"self": "Ito Kashitaro"}]
    return {"game": "shinsengumi_v0", "seats": seats, "persons": persons} | fields


def named(name: str) -> dict[str, Any]:
    """A save by its name in texts: by hand, in PHASE, in PHASE N."""
    phase, _, number = name.removeprefix("in ").partition(" ")
    return by_hand() if name == "by hand" else met()[phase][int(number or 0)].to_dict()
