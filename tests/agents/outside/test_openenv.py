"""The OpenEnv environment over a real socket, by OpenEnv's own client: `pip install '.[openenv]'`."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.tiny import cut_in, nim

pytestmark = pytest.mark.openenv


@contextmanager
def served(game: Any, *, penalty: float = 0.0, **settings: Any) -> Iterator[Any]:
    """A client of a server with this game."""
    import uvicorn
    from openenv.core.generic_client import GenericEnvClient

    from agents.outside.servers.openenv_server import openenv_app
    from agents.outside.session import SeatSettings

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    app = openenv_app(game, SeatSettings(backend="interpreted", **settings), penalty=penalty)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield lambda: GenericEnvClient(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}").sync()
    finally:
        server.should_exit = True
        thread.join(10)


def test_a_whole_game_over_the_socket() -> None:
    with served(nim.GAME, penalty=0.25, opponents=["greedy"]) as connect, connect() as env:
        first = env.reset(seed=3)
        assert "You are taker_0" in first.observation["system"]
        assert first.observation["moves"] == ["take 1", "take 2", "take 3"]
        wrong = env.step({"reply": "hm"})
        assert (wrong.reward, wrong.done, wrong.observation["legal"]) == (-0.25, False, False)
        result = wrong
        while not result.done:
            result = env.step({"reply": "MOVE: 1"})
        assert result.reward in (1.0, -1.0)
        state = env.state()
        assert state["account"]["unreadable"] == 1
        assert state["done"]
        assert not any(name in str(state) for name in ("heap", "seed", "key"))


def test_seeds_repeat_games_and_connections_do_not_meet() -> None:
    with served(cut_in.GAME) as connect, connect() as one, connect() as other:
        assert one.reset(seed=4).observation == other.reset(seed=4).observation
        one.step({"reply": "MOVE: 1"})
        assert other.state()["step_count"] == 0
        assert one.state()["step_count"] == 1
        assert one.reset(seed=5).observation["text"] != other.reset(seed=4).observation["text"]


def test_a_number_alone_is_a_reply_and_unknown_arguments_are_refused_by_name() -> None:
    with served(nim.GAME) as connect, connect() as env:
        with pytest.raises(Exception, match="reset has no argument 'seat'; there are seed and episode_id"):
            env.reset(seat=1)
        env.reset(seed=3)
        with pytest.raises(Exception, match="an action has no field 'move'; give"):
            env.step({"move": 1})
        with pytest.raises(Exception, match="reply=True is no text"):
            env.step({"reply": True})
        with pytest.raises(Exception, match="reply=None is no text"):
            env.step({})
        assert env.state()["account"]["replies"] == 0
        assert env.step({"reply": 1}).observation["legal"]


def test_a_hostile_reply_keeps_no_other_connection_waiting() -> None:
    with served(nim.GAME) as connect, connect() as one, connect() as other:
        one.reset(seed=3)
        for text in ("MOVE: 1" + " " * 200_000 + "x", "<think>" * 30_000):
            assert not one.step({"reply": text}).observation["legal"]
            assert other.reset(seed=3).observation["moves"]


def test_three_wrong_replies_forfeit() -> None:
    with served(nim.GAME, penalty=0.1) as connect, connect() as env:
        env.reset()
        results = [env.step({"reply": "no"}) for _ in range(3)]
        assert [result.done for result in results] == [False, False, True]
        assert results[-1].reward == pytest.approx(-1.1)
