"""What a frozen benchmark is, and how one is read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import dynasty_env
from agents.network.player import CHAMPION, Trained, champion_file
from agents.registry import register
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.files.origin import package_version
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot
from training.arena.deals import hash_of
from training.benchmark.playing.kept import frozen_file
from training.benchmark.tasks import Task
from training.output import from_json

FOLDER = Path(__file__).parent
FROZEN = "frozen"


@dataclass(frozen=True)
class Suite:
    """Tasks, opponents and rules of a frozen benchmark.

    Attributes:
        tasks: what is played, and against which opponents.
        rules: by game, the digests of the rules under which its games are the same; the first is that of the day.
        champions: by game, the hash of the champion's file.
    """

    name: str
    version: str
    tasks: tuple[Task, ...]
    rules: Mapping[str, tuple[str, ...]]
    champions: Mapping[str, str]

    def check(self) -> None:
        """Raise OptionError where this version of the package plays other games than those of the suite."""
        for game in map(dynasty_env.game, self.rules):
            if game.opponents_digest not in self.rules[game.name]:
                command = "python -m training.benchmark.suites"
                if self.version != package_version():
                    remedy = f"play it with dynasty-env {self.version}"
                elif self.name != newest():
                    remedy = f"play {newest()}"
                else:
                    remedy = (
                        f"{command} {self.name} --same-games if all games are the same, otherwise freeze another: "
                        f"{command} benchmark-{len(suites()) + 1}"
                    )
                raise OptionError(
                    f"{self.name} has other rules of {game.name} ({self.rules[game.name][0]}) than this version "
                    f"({game.opponents_digest}): {remedy}"
                )

    def task(self, name: str) -> Task:
        """A task of it by its name. Raises OptionError if there is none."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise OptionError(f"{self.name} has no task {in_short(name)}; it has {', '.join(t.name for t in self.tasks)}")

    def content(self) -> dict[str, Any]:
        """As JSON keeps it."""
        tasks = [
            {"name": task.name, "game": task.of, "options": dict(task.options), "deals": task.deals}
            for task in self.tasks
        ]
        rules = {game: list(digests) for game, digests in self.rules.items()}
        return {"version": self.version, "rules": rules, "champions": dict(self.champions), "tasks": tasks}


def suites() -> list[str]:
    """The names of all, ``benchmark-1`` first."""
    return sorted((file.stem for file in FOLDER.glob("*.json")), key=lambda name: (len(name), name))


def newest() -> str:
    """The name of the one that was frozen last."""
    return suites()[-1]


def is_suite(name: str) -> bool:
    """Whether there is a suite of this name."""
    return name in suites()


def suite_of(name: str) -> Suite:
    """A suite by its name. Raises OptionError if there is none."""
    if not is_suite(name):
        raise OptionError(f"there is no frozen benchmark {in_short(name)}; there is {', '.join(suites())}")

    def read(content: Mapping[str, Any]) -> Suite:
        rules = {game: tuple(digests) for game, digests in content["rules"].items()}
        tasks = [Task(each["name"], each["game"], each["deals"], each["options"]) for each in content["tasks"]]
        suite = Suite(name, content["version"], tuple(tasks), rules, content["champions"])
        return replace(suite, tasks=tuple(_with_its_champion(task, suite.champions) for task in tasks))

    return from_json(FOLDER / f"{name}.json", "frozen benchmark", read)


def _with_its_champion(task: Task, champions: Mapping[str, str]) -> Task:
    """The task against the champion that was frozen, under another name where the game's own is another one by now."""
    frozen = champions.get(task.of)
    if frozen is None or frozen == hash_of(champion_file(task.game)):
        return task
    others = [name for name in task.opponents if name != CHAMPION]
    return replace(task, meets=(*others, f"{FROZEN}:{frozen}"))


def freeze(name: str, tasks: tuple[Task, ...]) -> Suite:
    """What these tasks are today, as a suite."""
    games = {task.of: task.game for task in tasks}
    rules = {of: (game.opponents_digest,) for of, game in sorted(games.items())}
    champions = {
        of: hash_of(champion_file(game)) for of, game in sorted(games.items()) if champion_file(game).is_file()
    }
    return Suite(name, package_version(), tasks, rules, champions)


def frozen(game: Game, digest: str) -> Bot:
    """The bot ``frozen:HASH``: a champion that suites name."""
    return Trained.load(game, str(frozen_file(game, digest)))


register("frozen:<hash>", frozen)
