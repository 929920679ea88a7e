"""The tasks of the benchmark: a game with its options, and how many deals a row of the table has. One line each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import dynasty_env
from agents.arguments import options_of, rulebook
from agents.registry import bot_names
from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.named import near
from training.benchmark.playing.play import Measured, Protocol

SEED = 20_260_101
"""Of all deals of the benchmark. Deal n of a task is the same for everybody."""
DEALS = 100
"""Of a row in a game that is no task of the table."""
CHAMPION = "champion"
OPPONENTS = ("random", "greedy", CHAMPION)
"""Whom every bot meets; those of them that a game has. They are frozen: results name the hash of the champion."""


@dataclass(frozen=True)
class Task:
    """What is played.

    Attributes:
        name: as one asks for it.
        of: name of the game.
        options: the game's, where they differ from its defaults; `num_players` is one of them.
        deals: of a row in the table.
        meets: its opponents, where they are others than the game's own.
    """

    name: str
    of: str
    deals: int
    options: Mapping[str, int | bool] = field(default_factory=dict)
    meets: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        return dynasty_env.game(self.of)

    @property
    def opponents(self) -> list[str]:
        """The frozen opponents that the game has."""
        if self.meets:
            return list(self.meets)
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
OF_THE_ATLAS = ("dynasty-2", "dynasty-4", "shinsengumi-4", "kingdoms-4", "figures-2", "three_kingdoms-tyrant")
"""Those that a frozen benchmark has."""
TUNING_TASKS = (
    Task("kingdoms-3", "kingdoms_v0", 12, {"num_players": 3}),
    Task("shinsengumi-2", "shinsengumi_v0", 12, {"num_players": 2}),
)
"""On which settings of algorithms are chosen: none of the benchmark's, by their numbers of seats."""


def task_of(name: str, option: Sequence[str] = (), seats: int | None = None) -> Task:
    """A task by its name, or one of any game, which has no rows in the table.

    Args:
        name: of a task; or a game, by its name or where it stands (`dynasty_env.load_game`).
        option, seats: of such a game, as NAME=VALUE; tasks have theirs.

    Raises:
        OptionError: there is none, or options were given for a task of the table.
    """
    if name in TASKS:
        if option or seats is not None:
            raise OptionError(f"{name} is a task with options of its own: leave --option and --seats to games")
        return TASKS[name]
    if named.reference_in(name) is None and name not in dynasty_env.game_names():
        like = near(name, list(TASKS))
        hint = f"did you mean {like!r}?" if like else f"choose {', '.join(TASKS)}"
        raise OptionError(f"there is no task {in_short(name)}: {hint}; or a game, also one of your own: file.py:Class")
    game = rulebook(name)
    options = options_of(game, option, seats)
    usual = game.check_options({"num_players": options["num_players"]})
    changed = [f"{each}={int(value)}" for each, value in options.items() if value != usual[each]]
    return Task("-".join([game.name, str(options["num_players"]), *changed]), game.name, DEALS, options)
