"""Fit the frozen values of tasks (`values`): ``python -m training.benchmark.fit TASK …``."""

import sys

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save

from agents.network.batch import BatchPolicy
from agents.network.player import champion
from agents.stamps import made_by
from dynasty_env.kit.files.atomic import on_disk, write_whole
from training.arena.deals import all_deals, fingerprint
from training.arena.tables import Floats, Ids, Many
from training.benchmark.playing.play import Protocol, play_deals
from training.benchmark.playing.values import FILE, said, softmax, weights_of
from training.benchmark.run import batches
from training.benchmark.tasks import SEED, TASKS, task_of

KEPT = 0.06
"""Share of the positions used for fitting."""
RIDGE = 0.01
"""Weight of the squared norm, per position, with features of unit variance."""


class Sampler:
    """Keeps some positions of games that are played side by side.

    Args:
        policy: the network whose last layer is kept.
    """

    def __init__(self, policy: BatchPolicy, seed: int) -> None:
        self._policy = policy
        self._rng = np.random.default_rng(seed)
        self.layers: list[npt.NDArray[np.float32]] = []
        self.games: list[Ids] = []

    def __call__(self, many: Many, going: Ids) -> None:
        """Look at the tables whose games are in progress."""
        kept = going[self._rng.random(len(going)) < KEPT]
        if len(kept):
            seats = int(many.array["num_players"][0])
            seen, _ = many.look(np.repeat(kept, seats), np.tile(np.arange(seats), len(kept)))
            self.layers.append(self._policy.hidden(seen).reshape(len(kept), seats, -1))
            self.games.append(kept)


def fitted(layers: npt.NDArray[np.float32], shares: Floats) -> Floats:
    """(W,) maximum-likelihood weights for last layers (k, seats, W) and outcomes (k, seats), by Newton's method."""
    flat = layers.reshape(-1, layers.shape[2])
    scale = flat.std(axis=0) + 1e-3
    features = ((layers - flat.mean(axis=0)) / scale).astype(np.float64)
    line, total = np.zeros(features.shape[2]), shares.sum(axis=1)
    pull = RIDGE * len(features)
    for _ in range(12):
        likely = softmax(features @ line)
        slope = np.einsum("kn,knf->f", shares - likely * total[:, None], features) - pull * line
        mean = np.einsum("kn,knf->kf", likely, features) * np.sqrt(total)[:, None]
        spread = (features * np.sqrt(likely * total[:, None])[:, :, None]).reshape(-1, len(line))
        step = np.linalg.solve(spread.T @ spread - mean.T @ mean + pull * np.eye(len(line)), slope)
        line += step
        if np.abs(step).max() < 1e-3:
            break
    result: Floats = line / scale
    return result


def explained(layers: npt.NDArray[np.float32], shares: Floats, line: Floats) -> float:
    """The part of the variance of `shares` that the weights explain."""
    errors = shares - softmax(layers.astype(np.float64) @ line)
    return float(1 - (errors**2).mean() / ((shares - shares.mean(axis=0)) ** 2).mean())


def fit(name: str, games: int = 1000) -> tuple[Floats, str, float]:
    """Play the frozen opponents of a task against each other and fit its weights. Raises OptionError if there is no
    such task, or no champion of its game.

    Returns:
        The weights (W,), the hash of the champion, and the part of the variance that they explain in held-out games.
    """
    task = task_of(name)
    setting = task.setting(SEED + 1, Protocol(coupled=False, redraws=0))
    policy = BatchPolicy(champion(task.game).policy, task.game)
    a_deal = len(list(all_deals(task.opponents, setting.seats, 1))) * setting.seats
    wanted = list(all_deals(task.opponents, setting.seats, max(4, games // a_deal)))
    layers, shares, held = [], [], []
    for part in batches(setting, wanted):
        sampler = Sampler(policy, seed=part[0].number)
        outcome = []
        for played in play_deals(setting, part, watch=sampler):
            for winners in played.winners:
                outcome.append([(seat in winners) / max(len(winners), 1) for seat in range(setting.seats)])
        number = np.repeat([deal.number for deal in part], setting.seats)
        for layer, kept in zip(sampler.layers, sampler.games, strict=True):
            layers.append(layer)
            shares.append(np.array(outcome)[kept])
            held.append(number[kept] % 4 == 0)
    every, what, out = np.concatenate(layers), np.concatenate(shares), np.concatenate(held)
    line = fitted(every[~out], what[~out])
    return line, fingerprint("champion", task.game), explained(every[out], what[out], line)


def main(names: list[str]) -> None:
    """Fit the weights of some tasks, or of all, and write them to the file with the existing ones."""
    weights = {name: weights_of(name) for name in TASKS}
    arrays = {name: there[0].astype(np.float32) for name, there in weights.items() if there is not None}
    about = {name: text for name, text in said().items() if name.partition(": ")[0] in arrays}
    for name in names or list(TASKS):
        line, network, share = fit(name)
        arrays[name], about[name], about[f"{name}: foretold"] = line.astype(np.float32), network, f"{share:.4f}"
        about |= {f"{name}: {what}": text for what, text in made_by(task_of(name).game).items()}
        print(f"{name}: foretells {share:.1%} of the variance of games held out", flush=True)
        with on_disk(FILE):
            write_whole(FILE, save(arrays, about))


if __name__ == "__main__":
    main(sys.argv[1:])
