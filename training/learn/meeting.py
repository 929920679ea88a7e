"""The opponents of a run: bots that it is measured against, and the opponent that its settings name."""

from collections.abc import Callable

import torch

from agents.registry import runs_a_program
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from training.learn.ppo import Learner
from training.learn.settings import Settings

MakeLearner = Callable[[Game, Settings, int, torch.device], Learner]
"""Makes a learner of a game from its settings, with a number of threads and its network on a device."""

MEASURED_AGAINST = ("random", "greedy")
"""Bots that show how good a network is, where a game has them."""


def learner_on(game: Game, settings: Settings, threads: int, device: torch.device) -> Learner:
    """The learner for a device: on a GPU, the tables are on the GPU too."""
    if device.type == "cpu":
        return Learner(game, settings, threads, device)
    from training.learn.on_device.learner import DeviceLearner

    return DeviceLearner(game, settings, threads, device)


def bots_of(game: Game, settings: Settings, *, measures: bool) -> list[str]:
    """The bots of the compiled rules that a run uses."""
    learns = settings.of_game(game).meets_greedy
    return [bot for bot in MEASURED_AGAINST if measures or (learns and bot == "greedy")]


def trusting(make: MakeLearner, typed: str | None = None) -> MakeLearner:
    """Makes learners from settings that were read from a file. If these name an opponent that runs a program or a
    user's own file, the learner is made only if the user has `typed` that name again."""

    def made(game: Game, settings: Settings, threads: int, device: torch.device) -> Learner:
        name = settings.opponent
        if typed is not None and typed != name:
            raise OptionError(f"--opponent {in_short(typed)}: a resumed run keeps its own, {in_short(name)}")
        if name and typed is None and runs_a_program(name):
            raise OptionError(f"its opponent {in_short(name)} runs a program; name it again: --opponent {name}")
        return make(game, settings, threads, device)

    return made
