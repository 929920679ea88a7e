"""Training with sb3-contrib's MaskablePPO: one seat learns, bots play the others.

    python -m training.bridges.sb3_maskable --minutes 2
    python -m training.bridges.sb3_maskable GAME --seats 2 --points 12

With `--points`, a game's continuous parameters are learned as this many directions and lengths (docs/hybrid.md). It
needs the extra `sb3`. The self-play learner of `dynasty train` is faster, since it learns from every seat.
"""

import time
from collections.abc import Mapping
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import gymnasium
import numpy as np
import typer
from rich.console import Console

from agents.arguments import Seats, counting_bar, options_of, rulebook
from agents.compiling import compile_entries
from agents.registry import make_bot
from dynasty_env.kit.envs.hybrid import Discretise, HybridSeatEnv
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.single import SingleSeatEnv
from dynasty_env.kit.errors import InUseError, SaveError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.game import Game, RewardName
from dynasty_env.kit.heartbeat import heartbeat, quiet
from training.arena.match import wilson

with Console(emoji=False).status("loading torch"):  # in a script this takes seconds, so a message is shown
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv

    from training.bridges.sb3_features import rows_of
    from training.bridges.sb3_vector import SeatVecEnv


SETTINGS: dict[str, Any] = {"n_steps": 128, "n_epochs": 4, "gamma": 1.0, "ent_coef": 0.01, "device": "cpu"}
"""Settings that differ from MaskablePPO's defaults: the only reward comes at a game's end, thousands of
decisions later."""


def make_env(game: Game, bot: str, seats: int, points: int | None = None) -> gymnasium.Env[Any, Any]:
    """An environment with one learning seat, which changes from game to game; `bot` plays the rest. Observations are
    flat and one-hot.

    With `points`, each of the game's continuous parameters takes this many values (`Discretise`).
    """
    bots = [make_bot(bot, game)]
    if points is None:
        return SingleSeatEnv(game, bots, num_players=seats, features="onehot", backend="compiled")
    return Discretise(HybridSeatEnv(game, bots, num_players=seats, features="onehot", backend="compiled"), points)


def learn_in_one_seat(
    game: Game, options: Mapping[str, int | bool], decisions: int, seed: int, out: Path,
    settings: Mapping[str, Any] = MappingProxyType({}), envs: int = 64, reward: RewardName = "win",
) -> None:  # fmt: skip
    """Train in one seat of many tables at the same time, with the game's own bot in all others, and save the model.

    Args:
        decisions: how many decisions it learns from, rounded up to complete updates.
        out: where the model is saved (.zip), atomically.
        settings: arguments of MaskablePPO that differ from `SETTINGS`.
    """
    torch.set_num_threads(1)  # so that a seed reproduces a run
    bots = "greedy" if "greedy" in game.policies else "random"
    entries = "batch_deal", "batch_check", "some_play", "some_redeal", "some_returns", f"{bots}_bots"
    compile_entries(game, entries, Console(emoji=False))
    given: dict[str, Any] = dict(options)
    tables = SeatVecEnv(SeatVectorEnv(game, envs, bots, reward=reward, features="raw", backend="compiled", **given))
    chosen = {"batch_size": 1024, "policy_kwargs": rows_of(game), **SETTINGS, **settings}
    model = MaskablePPO("MlpPolicy", tables, seed=seed, **chosen)
    tables.seed(seed << 22)  # tables count up from it: runs with other seeds get other deals
    model.learn(decisions, callback=Clock(float("inf"), Console(emoji=False), decisions))
    tables.close()
    save(model, out)


def save(model: MaskablePPO, out: Path) -> None:
    """Write a model atomically. Raises OSError."""
    content = BytesIO()
    model.save(content)
    write_whole(out, content.getvalue())


class Clock(BaseCallback):
    """Stops training after some minutes and shows the current win rate: at a terminal in a line that is updated,
    elsewhere every ten seconds.

    It stops between two updates, so that every decision is learned from (but one at each table). The number of
    decisions only says how far training is: `learn` stops by itself, after the update that reaches it.
    """

    def __init__(self, minutes: float, console: Console, decisions: float = float("inf")) -> None:
        super().__init__()
        self.minutes, self.decisions = minutes, decisions
        self.rewards: list[float] = []
        self.begun = 0.0
        self.passed = False
        self.status = console.status("training")
        self.told = ExitStack()

    def _on_training_start(self) -> None:
        self.begun = time.monotonic()
        self.status.start()
        drawn = self.status.console.is_terminal
        self.told.enter_context(quiet() if drawn else heartbeat(lambda: f"training: {self.so_far()}"))

    def _on_training_end(self) -> None:
        self.told.close()
        self.status.stop()

    def _on_rollout_start(self) -> None:
        self.passed = time.monotonic() - self.begun >= 60 * self.minutes

    def _on_step(self) -> bool:
        done, rewards = self.locals["dones"], self.locals["rewards"]
        self.rewards += rewards[done].tolist()
        self.status.update(self.so_far())
        return not self.passed

    def so_far(self) -> str:
        """The progress of training, and the recent win rate."""
        goal = f"{self.decisions:,.0f} decisions" if self.minutes == float("inf") else f"{self.minutes:g} minutes"
        passed, recent = time.monotonic() - self.begun, np.array(self.rewards[-1000:])
        won = f"won {(recent > 0).mean():.1%} of the last {len(recent)} games" if len(recent) else "the first games"
        return f"{self.num_timesteps:,} decisions in {passed / 60:.1f} minutes, of {goal}: {won}"


def win_rate(model: MaskablePPO, env: Any, games: int, console: Console) -> float:
    """Wins of the trained seat, ties counted 1/k, over `games` games."""
    won = 0.0
    with counting_bar(console) as bar:
        for game in bar.track(range(games), description="evaluating: games"):
            observation, _ = env.reset(seed=1_000_000 + game)  # the seed also determines the seat
            over = False
            while not over:
                action: Any = model.predict(observation, action_masks=env.action_masks())[0]
                observation, _, over, _, _ = env.step(int(action))
            state = env.unwrapped.game_state
            won += float(state.win_shares()[env.unwrapped.seat])
    return won


def main(  # noqa: PLR0913
    game: Annotated[str, typer.Argument(help="Game to learn, by name or as file.py:Class.")] = "dynasty_v0",
    minutes: Annotated[float, typer.Option(help="Training time in minutes.")] = 2.0,
    against: Annotated[str, typer.Option(help="Bot in the other seats.")] = "random",
    seats: Seats = None,
    envs: Annotated[int, typer.Option(help="Number of tables, stepped in turn.")] = 16,
    points: Annotated[int | None, typer.Option(min=2, help="Parameters of a game with directions and lengths.")] = None,
    decisions: Annotated[int, typer.Option(min=1, help="Decisions to learn from, rounded up to updates.")] = 10**9,
    games: Annotated[int, typer.Option(min=1, help="Games of each final evaluation.")] = 100,
    out: Annotated[Path | None, typer.Option(help="File to save the model in (.zip).")] = None,
) -> None:
    """Train MaskablePPO in one seat, then measure it."""
    try:
        lock = None if out is None else Lock(out)
    except (InUseError, SaveError) as error:
        raise typer.BadParameter(str(error)) from None
    console = Console(emoji=False)
    rules = rulebook(game)
    around = int(options_of(rules, (), seats)["num_players"])
    greedy = ("greedy_actions",) if "greedy" in rules.policies else ()
    compile_entries(rules, ("deal", "step", "observe", *greedy), console)
    with console.status("making the network"):
        tables = DummyVecEnv([lambda: make_env(rules, against, around, points) for _ in range(envs)])
        model = MaskablePPO("MlpPolicy", tables, batch_size=512, seed=1, **SETTINGS)
    model.learn(decisions, callback=Clock(minutes, console, decisions))
    for bot in dict.fromkeys([against, *rules.policies]):
        rate = wilson(win_rate(model, make_env(rules, bot, around, points), games, console), games)
        console.print(
            f"after {model.num_timesteps:,} decisions: wins {rate} of {games} games against {around - 1} {bot}"
        )
    if out is not None and lock is not None:
        with lock:
            save(model, out)
        console.print(f"saved in {out}")


if __name__ == "__main__":
    typer.run(main)
