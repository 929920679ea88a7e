"""The verifiers environment: `pip install '.[verifiers]'` in an environment of its own.

The exchange with the model is scripted here: verifiers starts its harness by `uv`, and fetches what that needs.
"""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tiny import nim

pytestmark = pytest.mark.verifiers


class Interaction:
    """Answers as a scripted model would."""

    def __init__(self, trace: Any, replies: list[str]) -> None:
        self.trace = trace
        self.said: list[str | None] = []
        self._replies = replies

    async def turn(self, message: str | None = None) -> Any:
        self.said.append(message)
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        return SimpleNamespace(terminated=reply == "", last_reply=reply)


def played(monkeypatch: pytest.MonkeyPatch, replies: list[str], **settings: Any) -> tuple[Any, Interaction]:
    """The trace of an exchange, and the exchange."""
    import verifiers.v1 as vf

    from agents.outside.servers import verifiers_env

    monkeypatch.setattr(verifiers_env, "rulebook", lambda name: nim.GAME)
    config = verifiers_env.SeatEnvConfig(taskset={"id": "dynasty-verifiers", "game": "nim_v0"} | settings)
    env = verifiers_env.SeatEnv(config)
    task = next(iter(env.taskset))
    agent = vf.AgentInfo(name="player", config=config.player)
    trace = vf.Trace(task=vf.TraceTask(type="SeatTask", data=task.data), agent=agent)
    interaction = Interaction(trace, replies)

    @asynccontextmanager
    async def opened(given: Any) -> Any:
        assert given is task
        yield interaction

    asyncio.run(env.run(task, SimpleNamespace(player=SimpleNamespace(interaction=opened))))
    return trace, interaction


def test_the_package_is_found_by_its_name() -> None:
    import verifiers.v1 as vf

    module = vf.import_taskset("dynasty-verifiers")
    assert {"SeatEnv", "SeatTaskset"} <= set(module.__all__)
    assert vf.taskset_config_type("dynasty-verifiers").__name__ == "SeatConfig"


def test_a_whole_game_is_rewarded_by_its_return(monkeypatch: pytest.MonkeyPatch) -> None:
    trace, interaction = played(monkeypatch, ["hm", "MOVE: 1"])
    assert interaction.said[0] is None, "the task's prompt is the first decision"
    assert "This could not be played" in str(interaction.said[1])
    replies = len(interaction.said)
    rewards = {name: reward.score for name, reward in trace.rewards.items()}
    assert rewards["game"] in (1.0, -1.0)
    assert rewards["format"] == pytest.approx(1 - 1 / replies)
    assert rewards["illegal"] == 1.0
    assert trace.rewards["illegal"].weight == -0.05
    assert trace.metrics["unreadable"] == 1.0
    assert trace.info["finished"]


def test_a_forfeit_and_a_model_that_stops_cost_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    for replies in (["hm"], ["MOVE: 1", ""]):
        trace, _ = played(monkeypatch, replies)
        assert trace.rewards["game"].score == -1.0
        assert not trace.info["finished"]


def test_settings_that_there_are_not_are_refused_by_name() -> None:
    from agents.outside.servers.verifiers_env import SeatConfig, SeatTaskset

    with pytest.raises(ValueError, match=r"(?s)bots.*Extra inputs are not permitted"):
        SeatConfig(id="dynasty-verifiers", game="shinsengumi_v0", bots=["random"])
    with pytest.raises(ValueError, match="has no option 'colour'; its options are num_players"):
        next(iter(SeatTaskset(SeatConfig(id="dynasty-verifiers", game="shinsengumi_v0", options={"colour": 1}))))


def test_a_hostile_reply_is_answered_like_any_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    trace, interaction = played(monkeypatch, ["MOVE: 1" + " " * 200_000 + "x", "<think>" * 30_000, "MOVE: 1"])
    assert all("This could not be played" in str(said) for said in interaction.said[1:3])
    assert trace.info["finished"]


def test_tasks_are_deals_with_the_model_in_each_seat_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.outside.servers import verifiers_env

    monkeypatch.setattr(verifiers_env, "rulebook", lambda name: nim.GAME)
    env = verifiers_env.SeatEnv(
        verifiers_env.SeatEnvConfig(taskset={"id": "dynasty-verifiers", "game": "nim_v0", "seats": 3, "first_seed": 7})
    )
    tasks = list(env.taskset.take(6))
    assert [task.data.seat for task in tasks] == [0, 1, 2, 0, 1, 2]
    assert [task.data.seed for task in tasks] == [7, 8, 9, 10, 11, 12]
    for task in tasks:
        assert f"You are taker_{task.data.seat}" in task.data.system_prompt
        assert str(task.data.prompt).startswith("## ")
