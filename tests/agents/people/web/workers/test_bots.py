"""Work that nobody waits for any more."""

import asyncio
import multiprocessing
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from agents.people.web.workers import bots
from agents.people.web.workers.bots import BotPool
from agents.registry import GRANDMASTER
from dynasty_env import dynasty_v0
from tests.agents.people.web.live import TINY, until
from tests.tiny import nim


def test_a_bot_is_offered_once_by_its_name_for_programs() -> None:
    pool = BotPool({"dynasty_v0": "dynasty_v0"}, 1, ("Grandmaster", "Veteran", GRANDMASTER), ThreadPoolExecutor)
    names = pool.names(dynasty_v0.game)
    assert (names.count("greedy"), names.count(GRANDMASTER)) == (1, 1)
    assert {"Grandmaster", "Veteran"}.isdisjoint(names)


@pytest.mark.parametrize("turns", range(6))
def test_work_that_is_cancelled_as_it_ends_is_cancelled(turns: int) -> None:
    """However many turns of the loop the answer has been on its way."""

    async def run() -> None:
        executor = ThreadPoolExecutor(1)
        pool = BotPool(TINY, 1, (), lambda: executor)
        work = asyncio.create_task(pool.work(str.upper, nim.GAME))
        await asyncio.sleep(0)
        executor.shutdown()
        for _ in range(turns):
            await asyncio.sleep(0)
        if work.cancel():
            with pytest.raises(asyncio.CancelledError):
                await work
        else:
            assert work.result() == TINY["nim_v0"].upper()

    asyncio.run(run())


OWN = """
class House:
    name = "the house"
    def reset(self, seed): ...
    def act(self, decision):
        {act}
"""


@pytest.mark.parametrize(
    ("act", "event"),
    [
        ("return {}['x']", "a bot failed: the bot the house failed at a table: {file}, line 6: KeyError: 'x'"),
        ("return 99", "a bot chose what is not legal: it chose 99"),
        ("return decision.action_names[decision.legal[-1]]", ""),
    ],
)
def test_what_a_bot_of_somebodys_own_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, act: str, event: str
) -> None:
    file, state, failed = tmp_path / "mine.py", nim.GAME.new(1), list[bool]()
    file.write_text(OWN.replace("{act}", act))
    name = f"{file}:House"
    pool = BotPool(TINY, 1, (name,), lambda: ThreadPoolExecutor(1))
    assert pool.own_names == {name: "the house"}
    hidden = state.hide(state.seat, 0)
    action = asyncio.run(pool.choose(name, hidden, "interpreted", 3, lambda: failed.append(True)))
    assert action in state.legal()
    if event:
        [record] = caplog.records
        assert record.getMessage() == event.replace("{file}", str(file))
        assert (vars(record)["seat"], vars(record)["phase"]) == (state.seat, state.phase)
        assert failed == [True]
        assert record.exc_info is None
        monkeypatch.setenv("DYNASTY_ENV_TRACEBACK", "1")
        asyncio.run(pool.choose(name, hidden, "interpreted", 3))
        assert bool(caplog.records[-1].exc_info) == event.startswith("a bot failed")
    else:
        assert action == state.legal()[-1] and not failed and not caplog.records


def hang(place: str) -> None:
    """What never ends, as far as anybody waits for it."""
    time.sleep(600)


def test_a_bot_that_thinks_for_ever_is_ended_and_the_next_one_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LONGEST_THOUGHT", 2.0)

    async def run() -> None:
        pool = BotPool(TINY, 1, ())
        first = pool._pool
        with pytest.raises(TimeoutError):
            await pool.work(hang, nim.GAME)
        monkeypatch.setattr(bots, "LONGEST_THOUGHT", 60.0)
        assert await pool.work(str.upper, nim.GAME) == TINY["nim_v0"].upper()
        assert pool._pool is not first
        pool.close()

    asyncio.run(run())
    until(lambda: not multiprocessing.active_children(), 20)


def test_waiting_for_others_is_no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LONGEST_THOUGHT", 1.0)

    async def run() -> None:
        pool = BotPool(TINY, 1, (), lambda: ThreadPoolExecutor(1))
        late, *others = (pool.work(think_a_little, nim.GAME, seconds) for seconds in (1.2, *[0.4] * 5))
        first, *answers = await asyncio.gather(late, *others, return_exceptions=True)
        assert isinstance(first, TimeoutError) and answers == [None] * 5
        pool.close()

    asyncio.run(run())


def think_a_little(place: str, seconds: float) -> None:
    """What a bot that searches does."""
    time.sleep(seconds)


def leave(place: str) -> None:
    """What somebody's bot may do."""
    sys.exit(3)


@pytest.mark.parametrize("threads", [False, True])
def test_a_bot_that_calls_exit_ends_no_server(threads: bool) -> None:
    async def run() -> None:
        pool = BotPool(TINY, 1, (), (lambda: ThreadPoolExecutor(1)) if threads else None)
        with pytest.raises(RuntimeError, match="leave was ended by somebody's"):
            await pool.work(leave, nim.GAME)
        assert await pool.work(str.upper, nim.GAME) == TINY["nim_v0"].upper()
        pool.close()

    asyncio.run(run())


def test_closing_ends_what_is_being_thought_about() -> None:
    async def run() -> None:
        pool = BotPool(TINY, 1, ())
        work = asyncio.create_task(pool.work(hang, nim.GAME))
        while not multiprocessing.active_children():
            await asyncio.sleep(0.05)
        pool.close()
        work.cancel()

    asyncio.run(run())
    until(lambda: not multiprocessing.active_children(), 20)
