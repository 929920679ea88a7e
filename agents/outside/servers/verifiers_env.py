"""A verifiers environment: a model plays one seat over many turns, and its reward is the game's return.

It needs the extra `verifiers` in a separate environment, because that package pins others exactly. verifiers finds it
by the name ``dynasty-verifiers`` (the package in `agents/outside/plugins`).
"""

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from agents.arguments import rulebook
from agents.language.style import DEFAULT
from agents.outside.session import SeatSettings, Session


class SeatConfig(vf.TasksetConfig):
    """The settings of the tasks.

    Attributes:
        opponents: bots in the other seats; one name plays them all.
        seats: number of seats at the table; None: the game's default.
        first_seed: seed of the deal of the first task; the next tasks use the following seeds.
        corrections: see `agents.outside.session.Session`.
    """

    game: str = "dynasty_v0"
    opponents: tuple[str, ...] = ("random",)
    seats: int | None = None
    first_seed: int = 0
    verbosity: str = DEFAULT
    corrections: int = 2
    reward: str = "win"
    options: dict[str, int | bool] = Field(default_factory=dict)


class SeatData(vf.TaskData):
    """A task: a deal and a seat. Everything hidden in the deal follows from the seed, which the model is not told."""

    seed: int
    seat: int


class SeatTask(vf.Task[SeatData, vf.State, vf.TaskConfig]):
    """Play one seat of one deal to its end."""


class SeatTaskset(vf.Taskset[SeatTask, SeatConfig]):
    """An endless series of deals, in which the model takes each seat in turn."""

    INFINITE = True

    def load(self) -> Iterator[SeatTask]:
        """The tasks, one per deal; deals in which the seat never decides are left out."""
        game = rulebook(self.config.game)
        seats = game.check_options(_options(self.config))["num_players"]
        for number in itertools.count():
            seed, seat = self.config.first_seed + number, number % seats
            session = session_of(self.config, seed, seat)
            if session.done:
                continue
            yield SeatTask(
                SeatData(
                    name=f"{game.name}#{number}", prompt=session.prompt.user, system_prompt=session.prompt.system,
                    seed=seed, seat=seat,
                ),
                self.config.task,
            )  # fmt: skip


class SeatEnvConfig(vf.EnvConfig):
    """The environment's settings.

    Attributes:
        format_weight: weight of the format reward, which is the share of replies that named a legal move.
        penalty: subtracted for each reply that named none.
    """

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})
    format_weight: float = 0.1
    penalty: float = 0.05


class SeatEnv(vf.Env[SeatEnvConfig]):
    """The seat's decisions are the user's turns; the bots play between them.

    Rewards of a trace: ``game`` (the game's return, −1 for a forfeit), ``format`` (the share of replies that named a
    legal move, times `format_weight`), ``illegal`` (the number of the others, times −`penalty`). The account of the
    replies is recorded as metrics. An exchange that ends before the game (a limit, a failed model) is a forfeit.
    """

    async def run(self, task: Any, agents: Any) -> None:
        """Play one deal."""
        config = self.taskset.config
        assert isinstance(config, SeatConfig)
        session = session_of(config, task.data.seed, task.data.seat)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                answer = await asyncio.to_thread(session.reply, segment.last_reply)
                if answer.done:
                    break
                segment = await interaction.turn(answer.text)
        self.record(interaction.trace, session)

    def record(self, trace: Any, session: Session) -> None:
        """Record the result of a finished exchange."""
        account = session.account
        wrong = account.illegal + account.unreadable
        result = session.result()
        trace.record_reward("game", result["reward"] if session.done else -1.0, 1.0)
        trace.record_reward("format", 1.0 - wrong / max(account.replies, 1), self.config.format_weight)
        trace.record_reward("illegal", float(wrong), -self.config.penalty)
        trace.record_metrics({name: float(number) for name, number in account.numbers().items()})
        trace.info["finished"] = session.done and not session.forfeited


def session_of(config: SeatConfig, seed: int, seat: int) -> Session:
    """The game of a task. Raises OptionError for settings that the game does not have."""
    settings = SeatSettings(
        seat, config.opponents, config.reward, config.verbosity, corrections=config.corrections,
        options=_options(config),
    )  # fmt: skip
    return Session(rulebook(config.game), settings, seed=seed)


def _options(config: SeatConfig) -> dict[str, Any]:
    return config.options | ({} if config.seats is None else {"num_players": config.seats})


__all__ = ["SeatEnv", "SeatTaskset"]
