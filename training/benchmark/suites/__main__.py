"""Freezes a benchmark, or says that changed rules play a frozen one's games."""

import shutil
from typing import Annotated

import typer

import dynasty_env
from agents.network.player import champion_file
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.files.replays import as_json
from training.arena.deals import hash_of
from training.benchmark.playing.kept import CHAMPIONS, kept_file
from training.benchmark.suites.suite import FOLDER, Suite, freeze, is_suite, suite_of
from training.benchmark.tasks import OF_THE_ATLAS, TASKS


def main(
    name: Annotated[str, typer.Argument(help="benchmark-2 …")],
    same_games: Annotated[
        bool, typer.Option("--same-games", help="Accept changed rules that play the same games (golden tests pass).")
    ] = False,
    keep: Annotated[
        str | None, typer.Option(metavar="GAME", help="Keep its champion of this game before another one replaces it.")
    ] = None,
) -> None:
    """Freeze today's tasks of the atlas, or bring a frozen benchmark up to date."""
    if keep is not None:
        own, digest = champion_file(dynasty_env.game(keep)), suite_of(name).champions.get(keep)
        if digest is None or not own.is_file() or hash_of(own) != digest:
            raise OptionError(f"{name} names another champion of {keep} than this version's, or none")
        CHAMPIONS.mkdir(exist_ok=True)
        shutil.copyfile(own, kept_file(keep, digest))
        return
    if same_games:
        suite = suite_of(name)
        today = {task.of: task.game.opponents_digest for task in suite.tasks}
        rules = {of: tuple(dict.fromkeys([*digests, today[of]])) for of, digests in suite.rules.items()}
        suite = Suite(name, suite.version, suite.tasks, rules, suite.champions)
    elif is_suite(name):
        raise OptionError(f"{name} is already frozen: choose another name")
    else:
        suite = freeze(name, tuple(TASKS[task] for task in OF_THE_ATLAS))
    write_whole(FOLDER / f"{name}.json", as_json(suite.content()))


if __name__ == "__main__":
    typer.run(main)
