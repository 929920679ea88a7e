"""The tasks of the benchmark, one line each: a game with its options, and the number of deals of a row."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import dynasty_env
from agents.arguments import options_of, rulebook
from agents.network.player import CHAMPION
from agents.registry import bot_names
from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.named import near
from training.benchmark.playing.play import Measured, Protocol

SEED = 20_260_101
"""Seed of all deals of the benchmark. Deal n of a task is the same for everybody."""
DEALS = 100
"""Deals of a row in a game that is not a task of the table."""
OPPONENTS = ("random", "greedy", CHAMPION)
"""The opponents of every bot, as far as a game has them. They are frozen: results give the hash of the champion."""


@dataclass(frozen=True)
class Task:
    """A game with options.

    Attributes:
        name: the name to ask for it by.
        of: name of the game.
        options: the game's options that differ from its defaults, including `num_players`.
        deals: number of deals of a row in the table.
        meets: its opponents, if they are not the game's own.
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

    @property
    def champion(self) -> str:
        """The champion among its opponents, if it has one: the game's present one, or one that was frozen."""
        return self.meets[-1] if self.meets else CHAMPION

    def setting(self, seed: int = SEED, protocol: Protocol | None = None) -> Measured:
        """How its games are played."""
        return Measured(self.game, self.game.check_options(self.options), seed, self.name, protocol or Protocol())


TASKS = {
    task.name: task
    for task in (
        Task("dynasty-2", "dynasty_v0", 300, {"num_players": 2, "witches": False}),
        Task("dynasty-4", "dynasty_v0", 60, {"num_players": 4, "witches": False}),
        Task("dynasty-6", "dynasty_v0", 24, {"num_players": 6, "witches": False}),
        Task("dynasty-2-book", "dynasty_v0", 300, {"num_players": 2, "witches": True}),  # the whole book: the expansion
        Task("dynasty-4-book", "dynasty_v0", 60, {"num_players": 4, "witches": True}),
        Task("dynasty-6-book", "dynasty_v0", 24, {"num_players": 6, "witches": True}),
        Task("shinsengumi-4", "shinsengumi_v0", 60, {"num_players": 4}),
        Task("kingdoms-4", "kingdoms_v0", 60, {"num_players": 4}),
        Task("figures-2", "figures_v0", 300, {"num_players": 2}),
        Task("three_kingdoms-tyrant", "three_kingdoms_v0", 36, {"num_players": 4, "scenario": 1}),
        Task("three_kingdoms-guandu", "three_kingdoms_v0", 36, {"num_players": 4, "scenario": 3}),
        Task("three_kingdoms-campaign", "three_kingdoms_v0", 36, {"num_players": 4, "scenario": 0}),
    )
}
"""All tasks by name. A new game needs only a new line here."""
OF_THE_ATLAS = ("dynasty-2", "dynasty-4", "shinsengumi-4", "kingdoms-4", "figures-2", "three_kingdoms-tyrant")
"""The tasks of a frozen benchmark."""
TUNING_TASKS = (
    Task("kingdoms-3", "kingdoms_v0", 12, {"num_players": 3}),
    Task("shinsengumi-2", "shinsengumi_v0", 12, {"num_players": 2}),
)
"""The tasks on which settings of algorithms are chosen; by their numbers of seats, none is a benchmark task."""


def task_of(name: str, option: Sequence[str] = (), seats: int | None = None) -> Task:
    """A task by its name, or a task made from any game, which has no rows in the table. Raises OptionError if there is
    none, or options were given for a task of the table.

    Args:
        name: the name of a task; or a game, by its name or location (`dynasty_env.load_game`).
        option, seats: options of such a game, as NAME=VALUE; tasks have their own.
    """
    if name in TASKS:
        if option or seats is not None:
            raise OptionError(f"{name} is a task with fixed options: --option and --seats are only for games")
        return TASKS[name]
    if named.reference_in(name) is None and name not in dynasty_env.game_names():
        games = dynasty_env.game_names()
        like = next((game for game in games if named.stem_of(game) == name), "") or near(name, [*TASKS, *games])
        hint = f"did you mean {like!r}?" if like else f"choose {', '.join(TASKS)}"
        raise OptionError(f"there is no task {in_short(name)}: {hint}; or give a game, or your own as file.py:Class")
    game = rulebook(name)
    options = options_of(game, option, seats)
    usual = game.check_options({"num_players": options["num_players"]})
    changed = [f"{each}={int(value)}" for each, value in options.items() if value != usual[each]]
    return Task("-".join([game.name, str(options["num_players"]), *changed]), game.name, DEALS, options)


def named_twice(names: Iterable[str]) -> str:
    """The first name that occurs more than once; empty if there is none."""
    return next((name for name, count in Counter(names).items() if count > 1), "")
