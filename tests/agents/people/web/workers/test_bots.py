"""Work that nobody waits for any more."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from agents.people.web.workers.bots import BotPool
from tests.agents.people.web.live import TINY
from tests.tiny import nim


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
