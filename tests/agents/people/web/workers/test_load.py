"""Those who can wait do not keep people waiting."""

import asyncio

from agents.people.web.workers.load import LoadMonitor


def test_of_many_who_can_wait_one_goes_on_at_a_time() -> None:
    """A hundred spectators are to be shown something at once: whoever cannot wait goes between any two of them."""
    shown = 0

    async def spectator(load: LoadMonitor) -> None:
        nonlocal shown
        await asyncio.sleep(0)  # all are woken in the same round
        await load.take_turn()
        shown += 1

    async def run() -> None:
        load = LoadMonitor()
        spectators = [asyncio.create_task(spectator(load)) for _ in range(100)]
        rounds = 0
        while shown < 100:
            before = shown
            await asyncio.sleep(0)
            assert shown - before <= 1
            rounds += 1
            assert rounds < 1000
        await asyncio.gather(*spectators)

    asyncio.run(run())


def test_the_later_everything_is_the_longer_they_wait() -> None:
    late: list[float] = []
    load = LoadMonitor(late.append)

    async def run() -> None:
        beating = asyncio.create_task(load.run())
        await asyncio.sleep(0.35)
        beating.cancel()

    asyncio.run(run())
    assert late
    assert min(late) >= 0
    load.lag = 0.0
    assert load.delay(40.0, 15.0) == 0.0
    load.lag = 0.11
    assert 3.9 < load.delay(40.0, 15.0) < 4.1
    load.lag = 9.0
    assert load.delay(40.0, 15.0) == 15.0
