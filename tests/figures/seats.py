"""`python -m tests.figures.seats`: how often each seat wins duels of equal greedy players from mirrored starts.

The lot decides who places first; here both place by rote, one in the mirror image of the other, so that who places
second learns nothing. Sheets are dealt by lot. What is left is what the rules themselves give a seat.
"""

import argparse
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from dynasty_env.figures.game import GAME
from dynasty_env.kit.envs.vector import Batch, VectorEnv
from dynasty_env.kit.game import BackendName
from training.arena.match import Rate, wilson

SIDE = 16
"""Of a room for two, w."""
TABLES = 512
PLACES = {
    "place_x": ("length:{:g}", (5, SIDE - 5)),
    "place_y": ("length:{:g}", (8, 8)),
    "place_heading": ("angle:{:+d}", (0, 180)),
}
"""By phase what each seat does: they stand on the middle line, as far from it as from each other, and look across."""


def by_rote() -> Iterator[tuple[int, int, int]]:
    """Phase, seat and action of the placing."""
    numbers = {name: phase for phase, name in GAME.phase_names.items()}
    for phase, (name, values) in PLACES.items():
        for seat, value in enumerate(values):
            yield numbers[phase], seat, GAME.action_ids[name.format(value)]


def choices(batch: Batch, step: npt.NDArray[np.int8], live: npt.NDArray[np.intp], key: int, backend: BackendName) -> (
    npt.NDArray[np.int64]
):  # fmt: skip
    """An action for every table that goes on; 0 for the others."""
    actions = np.zeros(len(step), np.int64)
    actions[live] = GAME.greedy_actions(batch.observation[live], batch.action_mask[live], key=key, backend=backend)
    for phase, seat, action in by_rote():
        actions[live[(step[live] == phase) & (batch.seat[live] == seat)]] = action
    return actions


def duels(games: int, seed: int, backend: BackendName) -> npt.NDArray[np.float64]:
    """(games, 2): which seat has placed first, and the first seat's share of the victory."""
    found = []
    for begun in range(0, games, TABLES):
        count = min(TABLES, games - begun)
        env = VectorEnv(GAME, count, autoreset_mode=AutoresetMode.DISABLED, backend=backend, num_players=2)
        batch, live, key = env.reset(seed + begun), np.arange(count), seed + begun
        first = batch.seat.copy()
        while len(live):
            batch = env.step(choices(batch, env.tables.array["step"], live, key, backend))
            live = live[batch.terminated[live] == 0]
            key += 1
        winners = env.tables.array["winners"]
        shares = (winners & 1) / np.maximum((winners & 1) + (winners >> 1 & 1), 1)
        found.append(np.stack([first, shares], 1))
    return np.concatenate(found)


def rates(found: npt.NDArray[np.float64]) -> dict[str, Rate]:
    """How often the first seat wins: of all, and by the seat that placed first."""
    parts = {"all": found, "it places first": found[found[:, 0] == 0], "it places second": found[found[:, 0] == 1]}
    return {name: wilson(float(part[:, 1].sum()), len(part)) for name, part in parts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.figures.seats", description=__doc__)
    parser.add_argument("--games", type=int, default=20_480)
    parser.add_argument("--seed", type=int, default=300_000)
    given = parser.parse_args()
    for name, rate in rates(duels(given.games, given.seed, "compiled")).items():
        print(f"the first seat wins, {name}: {rate} of {rate.games:,}")


if __name__ == "__main__":
    main()
