"""The frozen value by which luck is measured: what each seat can expect of the victory, from what all seats see.

A line over the last layer of a champion, that of the day, gives each seat a strength; shares are their softmax
(conditional logit). The lines are fitted to how games of the frozen opponents ended, on other deals than the
benchmark's, by ``python -m training.benchmark.fit``, and lie in ``values.safetensors``. A poor value makes no result
wrong: see `luck`.
"""

from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from safetensors import safe_open

import dynasty_env
from agents.network.batch import BatchPolicy
from agents.network.policy import load_policy
from agents.vocabulary import OutgrownError
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import BackendName
from dynasty_env.kit.seats.layout import Bytes
from training.arena.tables import Floats
from training.benchmark.playing.kept import frozen_file

FILE = Path(__file__).parents[1] / "values.safetensors"


class Value:
    """The frozen value of a task.

    Args:
        policy: the champion of its game that the line was fitted to.
        weights: (W,) of the line.
    """

    def __init__(self, policy: BatchPolicy, weights: Floats) -> None:
        self._policy, self._weights = policy, weights

    def shares(self, seen: Bytes) -> Floats:
        """(k, seats) each seat's part of the victory, for what all seats see of k tables, (k, seats, D)."""
        tables, seats, size = seen.shape
        strength = (self._policy.hidden(seen.reshape(-1, size)) @ self._weights).reshape(tables, seats)
        return softmax(strength)


def softmax(strength: Floats) -> Floats:
    """(k, n) shares in proportion to e^strength (k, n)."""
    grown = np.exp(strength - strength.max(axis=1, keepdims=True))
    result: Floats = grown / grown.sum(axis=1, keepdims=True)
    return result


@cache
def weights_of(task: str) -> tuple[Floats, str] | None:
    """The line of a task, and the hash of the champion that it was fitted to; None: there is none."""
    if not FILE.is_file():
        return None
    with safe_open(FILE, "np") as file:
        network = (file.metadata() or {}).get(task)
        return None if network is None else (file.get_tensor(task).astype(np.float64), network)


def said() -> dict[str, str]:
    """All that the file says of its lines: by task the champion, and what else is noted of each."""
    if not FILE.is_file():
        return {}
    with safe_open(FILE, "np") as file:
        return dict(file.metadata() or {})


def foretold(task: str) -> float:
    """The part of the variance of games held out that a task's value foretells; 0 where it has none."""
    return float(said().get(f"{task}: foretold", 0.0))


def value_of(task: str, game_name: str, backend: BackendName | None = "compiled") -> Value | None:
    """The frozen value of a task; None: it has none, or its champion is kept no more, or has been outgrown."""
    fitted = weights_of(task)
    if fitted is None:
        return None
    game = dynasty_env.game(game_name)
    weights, network = fitted
    try:
        policy = load_policy(frozen_file(game, network), game)
    except (OptionError, OutgrownError):
        return None
    return Value(BatchPolicy(policy, game, backend), weights)


def stamp(task: str) -> str:
    """A hash of a task's value, as files keep it; empty where it has none."""
    result = weights_of(task)
    return "" if result is None else blake2b(result[0].tobytes() + result[1].encode(), digest_size=8).hexdigest()
