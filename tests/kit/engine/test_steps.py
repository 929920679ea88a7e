"""Threads that step tables together: each table once, even if a thread wakes late, and all threads end."""

import gc
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.engine.threads import steps
from dynasty_env.kit.engine.threads.pace import Pace
from dynasty_env.kit.engine.threads.pieces import APART, DONE, NEXT, PIECE, STEPS, TURN, WORK, WRONG
from dynasty_env.kit.engine.threads.steps import WORTH_A_THREAD, StepCrew
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import IllegalActionError, RuleFault
from tests.tiny import nim


@pytest.fixture(autouse=True)
def always_together(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(self: Pace) -> bool:
        self.together = True
        return True

    monkeypatch.setattr(Pace, "begin", begin)


def nims(count: int, threads: int) -> VectorEnv:
    env = VectorEnv(nim.GAME, count, threads=threads, seed=1)
    env.reset()
    return env


def played(env: VectorEnv, steps: int, wait: float = 0.0) -> bytes:
    """What the tables are after so many steps, with as many seconds between them."""
    for _ in range(steps):
        env.step(env._mask.argmax(axis=1))
        time.sleep(wait)
    return env.tables.array.tobytes()


def crew_of(env: VectorEnv) -> StepCrew:
    assert env._crew is not None
    return env._crew


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("count", [2 * WORTH_A_THREAD, 3 * WORTH_A_THREAD + 1, 8 * WORTH_A_THREAD + PIECE - 1])
def test_every_table_is_stepped_once(count: int, threads: int) -> None:
    one, several = nims(count, 1), nims(count, threads)
    assert played(several, 300) == played(one, 300)
    several.close()


@pytest.mark.parametrize("threads", [2, 3])
def test_an_illegal_action_is_found_before_any_table_is_stepped(threads: int) -> None:
    env = nims(256, threads)
    before = played(env, 2)
    actions = env._mask.argmax(axis=1)
    actions[[70, 71, 255]] = 99
    for _ in range(50):
        with pytest.raises(IllegalActionError, match="table 70"):
            env.step(actions)
    assert env.tables.array.tobytes() == before
    assert played(env, 50) == played(nims(256, 1), 52)
    env.close()


@pytest.mark.parametrize("wait", [0.0, 3 * steps.SOON], ids=["awake", "asleep"])
@pytest.mark.parametrize("threads", [2, 3])
def test_others_do_what_the_caller_leaves(threads: int, wait: float) -> None:
    one, several = nims(256, 1), nims(256, threads)

    def no_more_than_begin(board: Any, parts: int, work: int, given: Any) -> None:
        board[WORK], board[DONE], board[WRONG] = work, 0, -1
        for part in range(parts):
            board[NEXT + part * APART] = 256 * part // parts
        board[TURN] += 1

    crew = crew_of(several)
    is_done = crew._is_done

    def done_if_awake(board: Any, pauses: int) -> bool:
        for follower in crew._followers:  # one may have gone to sleep just before the step began
            follower.wake()
        return bool(is_done(board, pauses))

    crew._lead, crew._is_done = no_more_than_begin, done_if_awake
    assert played(several, 50, wait) == played(one, 50)
    several.close()


def test_whoever_does_not_wake_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    one, several = nims(256, 1), nims(256, 3)
    monkeypatch.setattr(steps._Follower, "wake", lambda self: None)
    assert played(several, 50) == played(one, 50)
    monkeypatch.undo()
    several.close()


def test_an_interruption_closes_the_crew_until_a_reset() -> None:
    env = nims(256, 2)

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    crew_of(env)._lead = interrupted
    with pytest.raises(KeyboardInterrupt):
        played(env, 1)
    with pytest.raises(RuntimeError, match=r"interrupted: call reset\(\)"):
        played(env, 1)
    env.reset(seed=1)
    assert played(env, 50) == played(nims(256, 1), 50)
    env.close()


def test_a_failure_in_another_thread_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    env = nims(256, 2)
    env.close()
    crew = StepCrew(nim.GAME.compile(STEPS), env.tables, (env._check, env._step), env._buffers, 2)
    monkeypatch.setattr(steps, "LATE", 1e-5)
    crew._followers[0].leave()
    crew._followers[0].thread.join()
    crew._failed.append(ZeroDivisionError("in a rule"))
    crew._lead = lambda *_: crew._board.__setitem__(DONE, 0)
    with pytest.raises(ZeroDivisionError, match="in a rule"):
        crew.step(np.zeros(256, np.int64))
    crew.close()


@pytest.mark.parametrize("threads", [2, 4])
def test_closing_while_another_thread_steps_ends_both(threads: int) -> None:
    for _ in range(5):
        env = nims(512, threads)
        begun, ended = threading.Event(), threading.Event()

        def step_on(env: VectorEnv = env, begun: threading.Event = begun, ended: threading.Event = ended) -> None:
            try:
                while True:
                    env.step(env._mask.argmax(axis=1))
                    begun.set()
            except RuntimeError:
                ended.set()

        stepping = threading.Thread(target=step_on, daemon=True)
        stepping.start()
        assert begun.wait(20)
        env.close()
        assert ended.wait(20)
        stepping.join()


def test_the_first_table_that_fails_is_named_whoever_steps_it() -> None:
    named = []
    for threads in (1, 2, 3):
        env = nims(512, threads)
        actions = env._mask.argmax(axis=1)
        env._check = lambda *_: -1
        for table in (450, 300, 200):
            env.tables.array["step"][table] = 63  # no rule
        with pytest.raises(RuleFault) as failure:
            env.step(actions)
        named.append(str(failure.value).partition(" (")[0])
        env.close()
    assert "table 200" in named[0] and named[0] == named[1] == named[2]


def test_another_atomic_operation_is_compiled_anew() -> None:
    """Intrinsics are no rules, by whose code compiled entries are filed."""
    assert nim.GAME._folder(STEPS) != nim.GAME._folder(replace(STEPS, made_by=()))


def workers() -> int:
    return sum(thread.name == "dynasty-env" for thread in threading.enumerate())


def test_threads_leave_when_closed_or_forgotten() -> None:
    gc.collect()
    before = workers()
    env = nims(512, 4)
    assert workers() == before + 3
    played(env, 3)
    env.close()
    env.close()
    assert workers() == before
    with pytest.raises(RuntimeError, match="closed"):
        played(env, 1)
    env = nims(512, 4)
    played(env, 3)
    del env
    gc.collect()
    assert workers() == before


FORKED = """
import os, sys
import numpy as np
from dynasty_env.kit.envs.vector import VectorEnv
from tests.tiny import nim

env = VectorEnv(nim.GAME, 256, threads=3, seed=1)
batch = env.reset()
for _ in range(3):
    batch = env.step(batch.action_mask.argmax(axis=1))
reader, writer = os.pipe()
child = os.fork()
for _ in range(20):
    batch = env.step(batch.action_mask.argmax(axis=1))
seen = batch.observation.tobytes() + batch.seat.tobytes()
env.close()
if child == 0:
    os.write(writer, seen)
    sys.exit(7)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 7
assert os.read(reader, 10**6) == seen
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_child_has_threads_of_its_own() -> None:
    """It plays the same games as its parent, and neither waits for threads that the other one has."""
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED], capture_output=True, text=True, timeout=120, check=False
    )
    assert told.returncode == 0, told.stderr
