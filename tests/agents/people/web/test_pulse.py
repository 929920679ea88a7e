"""Those who can wait do not keep people waiting."""

import asyncio

from agents.people.web.pulse import Pulse


def test_of_many_who_can_wait_one_goes_on_at_a_time() -> None:
    """A hundred spectators are to be shown something at once: whoever cannot wait goes between any two of them."""
    shown = 0

    async def spectator(pulse: Pulse) -> None:
        nonlocal shown
        await asyncio.sleep(0)  # all are woken in the same round
        await pulse.turn()
        shown += 1

    async def run() -> None:
        pulse = Pulse()
        spectators = [asyncio.create_task(spectator(pulse)) for _ in range(100)]
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
    pulse = Pulse(late.append)

    async def run() -> None:
        beating = asyncio.create_task(pulse.beat())
        await asyncio.sleep(0.35)
        beating.cancel()

    asyncio.run(run())
    assert late
    assert min(late) >= 0
    pulse.lag = 0.0
    assert pulse.respite(40.0, 15.0) == 0.0
    pulse.lag = 0.11
    assert 3.9 < pulse.respite(40.0, 15.0) < 4.1
    pulse.lag = 9.0
    assert pulse.respite(40.0, 15.0) == 15.0
