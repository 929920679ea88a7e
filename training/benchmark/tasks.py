"""The tasks of the benchmark: a game with its options, and how many deals a row of the table has. One line each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import dynasty_env
from agents.registry import bot_names
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.named import near
from training.benchmark.playing.play import Measured, Protocol

SEED = 20_260_101
"""Of all deals of the benchmark. Deal n of a task is the same for everybody."""
OPPONENTS = ("random", "greedy", "champion")
"""Whom every bot meets; those of them that a game has. They are frozen: results name the hash of the champion."""


@dataclass(frozen=True)
class Task:
    """What is played.

    Attributes:
        name: as one asks for it.
        of: name of the game.
        options: the game's, where they differ from its defaults; `num_players` is one of them.
        deals: of a row in the table.
    """

    name: str
    of: str
    deals: int
    options: Mapping[str, int | bool] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return dynasty_env.game(self.of)

    @property
    def opponents(self) -> list[str]:
        """The frozen opponents that the game has."""
        known = bot_names(self.game)
        return [name for name in OPPONENTS if name in known]

    def setting(self, seed: int = SEED, protocol: Protocol | None = None) -> Measured:
        """How its games are played."""
        return Measured(self.game, self.game.check_options(self.options), seed, self.name, protocol or Protocol())


def _dynasty(seats: int, deals: int, *, book: bool) -> Task:
    """`book`: the whole book, that is, with the expansion."""
    name = f"dynasty-{seats}" + ("-book" if book else "")
    return Task(name, "dynasty_v0", deals, {"num_players": seats, "witches": book})


TASKS = {
    task.name: task
    for task in (
        _dynasty(2, 300, book=False),
        _dynasty(4, 60, book=False),
        _dynasty(6, 24, book=False),
        _dynasty(2, 300, book=True),
        _dynasty(4, 60, book=True),
        _dynasty(6, 24, book=True),
        Task("shinsengumi-4", "shinsengumi_v0", 60, {"num_players": 4}),
        Task("kingdoms-4", "kingdoms_v0", 60, {"num_players": 4}),
        Task("figures-2", "figures_v0", 300, {"num_players": 2}),
        Task("three_kingdoms-tyrant", "three_kingdoms_v0", 36, {"num_players": 4, "scenario": 1}),
        Task("three_kingdoms-guandu", "three_kingdoms_v0", 36, {"num_players": 4, "scenario": 3}),
        Task("three_kingdoms-campaign", "three_kingdoms_v0", 36, {"num_players": 4, "scenario": 0}),
    )
}
"""All tasks by name. A new game joins by a line."""


def task_of(name: str) -> Task:
    """A task by its name. Raises OptionError if there is none."""
    if name not in TASKS:
        like = near(name, list(TASKS))
        hint = f"did you mean {like!r}?" if like else f"choose {', '.join(TASKS)}"
        raise OptionError(f"there is no task {in_short(name)}: {hint}")
    return TASKS[name]
