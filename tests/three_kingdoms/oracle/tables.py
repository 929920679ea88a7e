"""Players who try things out: alike in all, allied with everybody, at war with everybody."""

import numpy as np

from dynasty_env.kit.state import State

from .compare import Choose

SETTLED = {"done": 8.0}  # how often nothing more is moved, against one of the other answers
ALLIED = {  # weights of answers in each phase, by what stands before the colon; others: 1
    "act": {"done": 0.2, "levy": 0.2, "levy the rest": 0.05, "ban": 0.3}
    | dict.fromkeys(("diplomacy", "country", "clans", "troops of", "generals of"), 6.0),
    "diplomacy_group": {"each": 9.0},
    "ally_answer": {"yes": 5.0},
    "invade_area": {"country": 9.0, "area": 3.0},
    "join": {"done": 0.3},
    "invade_generals": {"all": 6.0},
    "invade_troops": {"all": 9.0, "enough": 9.0},
    "loss_accept": {"yes": 3.0},
    "retreat": {"no": 3.0},
}
WARLIKE = {
    "act": {"done": 0.2, "levy": 0.1, "levy the rest": 0.1, "diplomacy": 0.1, "invade": 9.0},
    "invade_generals": {"all": 9.0},
    "invade_troops": {"all": 30.0, "troops": 0.2},
    "retreat": {"no": 9.0},
}


def weighted(rng: np.random.Generator, weights: dict[str, dict[str, float]]) -> Choose:
    """A player who prefers some answers."""

    def choose(state: State, names: list[str]) -> str:
        moving = SETTLED if state.phase in ("setup_place", "redeploy") else {}
        preferred = weights.get(state.phase, moving)
        each = np.array([preferred.get(name.partition(":")[0], 1.0) for name in names])
        return str(rng.choice(names, p=each / each.sum()))

    return choose


def at_random(rng: np.random.Generator) -> Choose:
    """A player to whom all answers are alike."""
    return lambda state, names: str(rng.choice(names))


def allied(rng: np.random.Generator) -> Choose:
    """A player who allies with whom he can, and marches with them."""
    return weighted(rng, ALLIED)


def warlike(rng: np.random.Generator) -> Choose:
    """A player who marches with all he has."""
    return weighted(rng, WARLIKE)
