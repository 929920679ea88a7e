"""Threads that share work: every part is done once, errors arrive, nobody stays behind."""

import gc
import threading
import time

import pytest

from dynasty_env.kit.crew import Crew


@pytest.mark.parametrize("size", [1, 2, 3, 8])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 1000])
def test_parts_cover_the_work_once_in_order(size: int, count: int) -> None:
    crew = Crew(size)
    done: list[tuple[int, int]] = []

    def work(first: int, last: int) -> int:
        done.append((first, last))
        return first

    for _ in range(3):
        done.clear()
        answers = crew.share(work, count)
        parts = sorted(done)
        assert answers == [first for first, _ in parts]
        assert [piece for part in parts for piece in range(*part)] == list(range(count))
        assert len(parts) == min(size, count)
        assert not parts or max(b - a for a, b in parts) - min(b - a for a, b in parts) <= 1
    crew.close()


def test_parts_run_at_once() -> None:
    crew = Crew(3)
    meeting = threading.Barrier(3, timeout=20)
    crew.share(lambda first, last: meeting.wait(), 3)
    crew.close()


@pytest.mark.parametrize("bad", [0, 1, 2])
def test_an_error_arrives_after_all_parts_are_done(bad: int) -> None:
    crew = Crew(3)
    done: list[int] = []

    def work(first: int, last: int) -> int:
        if first == bad:
            raise KeyError(first)
        time.sleep(0.02)
        done.append(first)
        return 0

    for _ in range(2):  # the crew is whole afterwards
        with pytest.raises(KeyError, match=str(bad)):
            crew.share(work, 3)
        assert sorted(done) == [i for i in range(3) if i != bad]
        done.clear()
    crew.close()


def test_an_interruption_closes_the_crew() -> None:
    crew = Crew(2)

    def work(first: int, last: int) -> int:
        if first == 0:
            raise KeyboardInterrupt
        return 0

    with pytest.raises(KeyboardInterrupt):
        crew.share(work, 2)
    with pytest.raises(RuntimeError, match="interrupted"):
        crew.share(work, 2)
    crew.close()


def hands() -> int:
    return sum(thread.name == "dynasty-env" for thread in threading.enumerate())


def test_threads_leave_when_closed_or_forgotten() -> None:
    gc.collect()
    before = hands()
    crew = Crew(4)
    assert hands() == before + 3
    crew.close()
    crew.close()
    assert hands() == before
    with pytest.raises(RuntimeError, match="closed"):
        crew.share(lambda first, last: 0, 4)
    crew = Crew(4)
    crew.share(lambda first, last: 0, 4)
    del crew
    gc.collect()
    assert hands() == before
