"""Threads that share work: every part is done once, errors arrive, nobody stays behind."""

import gc
import os
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from dynasty_env.kit.engine.threads import ending
from dynasty_env.kit.engine.threads.pace import AGAIN, TRIED, Pace
from dynasty_env.kit.engine.threads.team import ThreadTeam, Work, _Worker


@pytest.mark.parametrize("size", [1, 2, 3, 8])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 1000])
def test_parts_cover_the_work_once_in_order(size: int, count: int) -> None:
    team = ThreadTeam(size)
    done: list[tuple[int, int]] = []

    def work(first: int, last: int) -> int:
        done.append((first, last))
        return first

    for _ in range(3):
        done.clear()
        answers = team.share(work, count)
        parts = sorted(done)
        assert answers == [first for first, _ in parts]
        assert [piece for part in parts for piece in range(*part)] == list(range(count))
        assert len(parts) == min(size, count)
        assert not parts or max(b - a for a, b in parts) - min(b - a for a, b in parts) <= 1
    team.close()


@pytest.mark.parametrize(("count", "parts"), [(9, 1), (19, 1), (20, 2), (29, 2), (30, 3), (90, 3)])
def test_no_part_is_too_small_to_be_worth_a_thread(count: int, parts: int) -> None:
    team = ThreadTeam(3, least=10)
    assert len(team.share(lambda first, last: first, count)) == parts
    team.close()


def test_work_of_a_kind_is_shared_only_where_that_is_faster() -> None:
    team = ThreadTeam(2)

    def long(first: int, last: int) -> int:
        time.sleep(0.004 * (last - first))
        return last - first

    for _ in range(TRIED):
        assert sum(team.share(long, 4, "long")) == 4
    assert team.share(long, 4, "long") == [2, 2]
    for _ in range(AGAIN - TRIED - 1):
        team._paces["long", 3].begin()
    assert team.share(long, 4, "long") == [4]  # tried again
    team.close()


def test_a_handover_that_takes_longer_than_the_work_is_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    team = ThreadTeam(2)
    begin = _Worker.begin

    def slowly(self: _Worker, work: Work, first: int, last: int) -> None:
        time.sleep(0.005)
        begin(self, work, first, last)

    monkeypatch.setattr(_Worker, "begin", slowly)
    for _ in range(TRIED):
        team.share(lambda first, last: last - first, 4, "quick")
    assert team.share(lambda first, last: last - first, 4, "quick") == [4]
    team.close()


def test_who_wakes_late_gets_less_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    team, begin, parts = ThreadTeam(2), _Worker.begin, dict[int, int]()

    def late(self: _Worker, work: Work, first: int, last: int) -> None:
        def waking(first: int, last: int) -> int:
            time.sleep(0.01)
            return work(first, last)

        begin(self, waking, first, last)

    def work(first: int, last: int) -> int:
        time.sleep(0.0002 * (last - first))
        parts[first > 0] = last - first
        return 0

    monkeypatch.setattr(_Worker, "begin", late)
    monkeypatch.setattr(Pace, "begin", lambda self: True)
    for _ in range(40):
        team.share(work, 200, "step")
    assert parts[False] + parts[True] == 200
    assert 110 < parts[False] <= 150
    assert team.share(lambda first, last: last - first, 2, "step") == [1, 1]  # no part is empty
    team.close()


def test_parts_run_at_once() -> None:
    team = ThreadTeam(3)
    meeting = threading.Barrier(3, timeout=20)
    team.share(lambda first, last: meeting.wait(), 3)
    team.close()


@pytest.mark.parametrize("bad", [0, 1, 2])
def test_an_error_arrives_after_all_parts_are_done(bad: int) -> None:
    team = ThreadTeam(3)
    done: list[int] = []

    def work(first: int, last: int) -> int:
        if first == bad:
            raise KeyError(first)
        time.sleep(0.02)
        done.append(first)
        return 0

    for _ in range(2):  # the team is whole afterwards
        with pytest.raises(KeyError, match=str(bad)):
            team.share(work, 3)
        assert sorted(done) == [i for i in range(3) if i != bad]
        done.clear()
    team.close()


def test_an_error_that_is_no_exception_arrives_from_a_worker() -> None:
    team = ThreadTeam(2)

    def work(first: int, last: int) -> int:
        if first:
            raise SystemExit(3)
        return 0

    with pytest.raises(SystemExit):
        team.share(work, 2)
    team.close()


def test_closing_while_another_thread_shares_ends_both() -> None:
    for _ in range(20):
        team, ended, begun = ThreadTeam(3), threading.Event(), threading.Event()

        def share_on(team: ThreadTeam = team, ended: threading.Event = ended, begun: threading.Event = begun) -> None:
            try:
                while True:
                    team.share(lambda first, last: last - first, 30)
                    begun.set()
            except RuntimeError:
                ended.set()

        threading.Thread(target=share_on, daemon=True).start()
        assert begun.wait(20)
        team.close()
        assert ended.wait(20)


def test_a_thread_that_cannot_end_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "GOODBYE", 0.05)
    gate = threading.Event()
    stuck = threading.Thread(target=gate.wait, daemon=True)
    stuck.start()
    workers = [SimpleNamespace(thread=each, leave=lambda: None) for each in (stuck, threading.current_thread())]
    ending.dismiss(workers)
    assert stuck.is_alive()
    gate.set()


def test_an_interruption_closes_the_team() -> None:
    team = ThreadTeam(2)

    def work(first: int, last: int) -> int:
        if first == 0:
            raise KeyboardInterrupt
        return 0

    with pytest.raises(KeyboardInterrupt):
        team.share(work, 2)
    with pytest.raises(RuntimeError, match="interrupted"):
        team.share(work, 2)
    team.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_child_has_a_team_of_its_own() -> None:
    """Neither waits for threads that the other one has."""
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED], capture_output=True, text=True, timeout=120, check=False
    )
    assert told.returncode == 0, told.stderr


FORKED = """
import os, sys
from dynasty_env.kit.engine.threads.team import ThreadTeam

team = ThreadTeam(3)
parts = team.share(lambda first, last: last - first, 9)
child = os.fork()
for _ in range(20):
    assert team.share(lambda first, last: last - first, 9) == parts == [3, 3, 3]
team.close()
if child == 0:
    sys.exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
"""


def workers() -> int:
    return sum(thread.name == "dynasty-env" for thread in threading.enumerate())


def test_threads_leave_when_closed_or_forgotten() -> None:
    gc.collect()
    before = workers()
    team = ThreadTeam(4)
    assert workers() == before + 3
    team.close()
    team.close()
    assert workers() == before
    with pytest.raises(RuntimeError, match="closed"):
        team.share(lambda first, last: 0, 4)
    team = ThreadTeam(4)
    team.share(lambda first, last: 0, 4)
    del team
    gc.collect()
    assert workers() == before
