"""The stack, the trace and the loop: order of frames, forced decisions, and faults that are never silent."""

from dataclasses import replace
from enum import IntEnum
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import (
    ENTRY,
    EVERYBODY,
    FIRST_AUTOMATIC,
    Fault,
    forget_the_rest,
    header,
    offer,
    pop,
    push,
    table_dtype,
    tell,
)
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import IllegalActionError, RuleFault
from dynasty_env.kit.game import BackendName, Option
from dynasty_env.kit.state import State
from tests.tiny.nim import Nim

STACK, TRACE = 4, 6


class Step(IntEnum):
    CHOOSE = 1
    EMPTY = 2
    FORCED = 3
    MARKED = 4
    COUNT_DOWN = 64


ACTIONS = (
    "fill the stack", "overfill the stack", "fill the trace", "overfill the trace", "ask nothing", "two forced",
    "three marked", "count down", "end", "end with frames waiting", "one", "go back",
)  # fmt: skip
ONE = ACTIONS.index("one")


@rule
def deal(t):
    t.heap = 0
    t.last = -1
    push(t, Step.CHOOSE, 0, 0, 0)
    for _ in range(t.frames_dealt):
        push(t, Step.CHOOSE, 0, 0, 0)


@rule
def legal_choose(t):
    for action in range(10):
        offer(t, action)
    offer(t, 11)


@rule
def play_choose(t, action):
    t.last = action
    if action <= 1:
        for n in range(len(t.stack) - t.depth + action):
            push(t, Step.CHOOSE, 1, n, 0)
    elif action <= 3:
        for n in range(len(t.trace) + action - 2):
            tell(t, 1, 0, n, 0, 0, EVERYBODY)
        push(t, Step.CHOOSE, 0, 0, 0)
    elif action == 4:
        push(t, Step.EMPTY, 0, 0, 0)
    elif action == 5:
        push(t, Step.CHOOSE, 0, 0, 0)
        push(t, Step.FORCED, 1, 5, 0)
        push(t, Step.FORCED, 0, 6, 0)
    elif action == 6:
        push(t, Step.MARKED, 0, 1, 10)
        push(t, Step.MARKED, 1, 2, 20)
        push(t, Step.MARKED, 0, 3, 30)
    elif action == 7:
        push(t, Step.CHOOSE, 0, 0, 0)
        push(t, Step.COUNT_DOWN, 1, 4, 9)
    elif action < 10:
        t.done = 1
        if action == 9:
            push(t, Step.EMPTY, 0, 0, 0)


@rule
def legal_empty(t):
    pass


@rule
def legal_forced(t):
    offer(t, ONE)


@rule
def legal_marked(t):
    offer(t, ONE)
    offer(t, 8)


@rule
def play_on(t, action):
    t.heap = t.heap * 10 + t.a
    tell(t, 2, t.seat, t.a, t.b, action, EVERYBODY)


@rule
def count_down(t):
    tell(t, 3, t.seat, t.a, t.b, 0, EVERYBODY)
    if t.a > 0:
        push(t, Step.COUNT_DOWN, t.seat, t.a - 1, t.b)


@rule
def observe(t, me, seen):
    seen.heap = 0
    seen.deciding = (t.seat - me + t.num_players) % t.num_players


@rule
def audit(t):
    return 0


class Mill(Nim):
    """A game of nothing but frames."""

    name = "mill_v0"
    dtype = table_dtype(header(len(ACTIONS), STACK, TRACE), [("heap", "i4"), ("last", "i1"), ("frames_dealt", "i1")])
    action_names = ACTIONS
    rules = Nim.rules | {"deal": deal, "observe": observe, "audit": audit}
    options = (
        Option("num_players", 2, (2,), "seats"),
        Option("ask_forced", False, (False, True), "ask all"),
        Option("frames_dealt", 0, tuple(range(10)), "more frames that the deal puts down"),
    )
    phases = (
        Phase(Step.CHOOSE, legal_choose, play_choose),
        Phase(Step.EMPTY, legal_empty, play_on),
        Phase(Step.FORCED, legal_forced, play_on),
        Phase(Step.MARKED, legal_marked, play_on),
    )
    automatic = (Automatic(Step.COUNT_DOWN, count_down),)


MILL = Mill()


@rule
def push_each_other(t):
    push(t, Step.COUNT_DOWN, 1 - t.seat, 0, 0)


class Treadmill(Mill):
    """The same, but that counting down never ends."""

    name = "treadmill_v0"
    automatic = (Automatic(Step.COUNT_DOWN, push_each_other),)


@pytest.fixture(params=["interpreted", "compiled"])
def backend(request: pytest.FixtureRequest) -> BackendName:
    return request.param


@rule
def legal_below(t):
    offer(t, ONE)
    offer(t, t.a - 1)
    offer(t, ONE)


@rule
def legal_beyond(t):
    offer(t, len(t.mask) + t.a)
    offer(t, ONE)


class Below(Mill):
    """The same, but that a phase offers what is no action."""

    name = "below_v0"
    phases = tuple(replace(each, legal=legal_below) if each.legal is legal_empty else each for each in Mill.phases)


class Beyond(Mill):
    name = "beyond_v0"
    phases = tuple(replace(each, legal=legal_beyond) if each.legal is legal_empty else each for each in Mill.phases)


def subjects(state: State) -> list[int]:
    return [entry.subject for entry in state.trace()]


@pytest.mark.parametrize(
    ("action", "fault"),
    [
        ("overfill the stack", Fault.STACK_FULL),
        ("overfill the trace", Fault.TRACE_FULL),
        ("ask nothing", Fault.NO_CHOICE),
    ],
)
def test_a_fault_is_raised_with_its_name_and_the_seed(backend: BackendName, action: str, fault: Fault) -> None:
    state = MILL.new(77, backend=backend)
    with pytest.raises(RuleFault, match=rf"mill_v0.*{fault.name}.*77"):
        state.play(action)
    assert state.record["fault"] == fault
    with pytest.raises((RuleFault, IllegalActionError)):
        state.play(action)


def test_steps_that_push_each_other_for_ever_are_a_fault(backend: BackendName) -> None:
    state = Treadmill().new(78, backend=backend)
    with pytest.raises(
        RuleFault, match=r"ENDLESS \(step COUNT_DOWN, seat ., seed 78\): 100,000 steps without a decision"
    ):
        state.play("count down")


@pytest.mark.parametrize(
    ("game", "said"), [(Below, "legal_below offers action -1"), (Beyond, "legal_beyond offers action 12")]
)
def test_what_is_no_action_cannot_be_offered(backend: BackendName, game: type[Mill], said: str) -> None:
    state = game().new(79, backend=backend)
    with pytest.raises(RuleFault, match=rf"NO_SUCH_ACTION \(phase EMPTY, seat 0, seed 79\): {said}, but .* 0 … 11"):
        state.play("ask nothing")
    assert state.record["mask"].sum() == (game is Below)


def test_an_empty_stack_is_a_fault(backend: BackendName) -> None:
    """A rule that leaves nothing to do, and no end: what lay on the stack before must not come back."""
    state = MILL.new(0, backend=backend)
    state.play("fill the stack")
    for _ in range(STACK - 1):
        state.play("go back")
    assert state.record["depth"] == 0
    with pytest.raises(RuleFault):
        state.play("go back")


def test_a_full_stack_or_trace_is_no_fault(backend: BackendName) -> None:
    state = MILL.new(0, backend=backend)
    state.play("fill the trace")
    assert subjects(state) == list(range(TRACE))
    state.play("fill the stack")
    assert state.record["depth"] == STACK - 1  # the top frame is the open decision
    assert state.record["a"] == STACK - 1


def test_a_fault_in_the_deal_is_raised(backend: BackendName) -> None:
    assert MILL.new(0, backend=backend, frames_dealt=STACK - 1).phase == "choose"
    with pytest.raises(RuleFault, match="STACK_FULL"):
        MILL.new(0, backend=backend, frames_dealt=STACK)


def test_dealing_anew_clears_a_fault(backend: BackendName) -> None:
    state = MILL.new(0, backend=backend)
    with pytest.raises(RuleFault):
        state.play("overfill the stack")
    state.deal(1)
    assert (state.record["fault"], state.record["depth"], state.phase) == (0, 0, "choose")
    state.play("fill the stack")


def test_a_fault_of_one_table_in_many_is_raised() -> None:
    env = VectorEnv(MILL, 3, seed=50)
    env.reset()
    with pytest.raises(RuleFault, match=r"STACK_FULL at table 1 \(phase CHOOSE, seat 0, seed 51\)"):
        env.step([0, ACTIONS.index("overfill the stack"), 0])


def test_a_fault_in_the_deal_of_many_is_raised() -> None:
    env = VectorEnv(MILL, 3, seed=50, frames_dealt=STACK)
    with pytest.raises(RuleFault, match="STACK_FULL"):
        env.reset()


def test_random_steps_tell_the_table_with_the_fault() -> None:
    tables = MILL.blank(2, MILL.check_options({}))
    for i in range(2):
        MILL.interpreted.call("deal", tables, i, i)
    assert MILL.interpreted.call("random_steps", tables, 0, 2, 200, 1) == -1
    assert tables.array["fault"][0] != 0


def test_audited_game_stops_at_a_fault() -> None:
    tables = MILL.blank(1, MILL.check_options({}))
    counts = np.zeros(2, np.int64)
    found = set()
    for key in range(20):
        MILL.interpreted.call("deal", tables, 0, 0)
        found.add(MILL.interpreted.call("audited_game", tables, 0, key, counts))
    assert found == {-1, 0}


def test_the_last_frame_pushed_is_taken_first(backend: BackendName) -> None:
    state = MILL.new(0, backend=backend)
    state.play("three marked")
    met = []
    while state.phase == "marked":
        met.append((state.seat, int(state.record["a"]), int(state.record["b"])))
        if met[-1][1] == 1:
            break
        state.play("one")
    assert met == [(0, 3, 30), (1, 2, 20), (0, 1, 10)]


def test_automatic_frames_run_up_to_the_next_decision(backend: BackendName) -> None:
    state = MILL.new(0, backend=backend)
    state.play("count down")
    assert [(e.seat, e.subject, e.object) for e in state.trace()] == [(1, n, 9) for n in (4, 3, 2, 1, 0)]
    assert (state.phase, state.seat) == ("choose", 0)


def test_the_trace_tells_of_the_last_move_alone(backend: BackendName) -> None:
    state = MILL.new(0, backend=backend)
    state.play("count down")
    state.play("fill the trace")
    assert subjects(state) == list(range(TRACE))
    state.play("fill the stack")
    assert subjects(state) == []


@pytest.mark.parametrize("action", ["end", "end with frames waiting"])
def test_an_end_offers_nothing_whatever_waits(backend: BackendName, action: str) -> None:
    state = MILL.new(0, backend=backend)
    state.play(action)
    assert state.done
    assert state.phase == "end"
    assert not state.legal().size
    assert not state.mask.any()
    assert (state.record["choices"], state.record["only"]) == (0, -1)


def test_forced_decisions_are_played_by_themselves(backend: BackendName) -> None:
    state = MILL.new(0, backend=backend)
    state.play("two forced")
    assert state.phase == "choose"
    assert state.record["heap"] == 65
    assert [(e.seat, e.subject, e.value) for e in state.trace()] == [(0, 6, ONE), (1, 5, ONE)]


def test_ask_forced_asks_them(backend: BackendName) -> None:
    state = MILL.new(0, backend=backend, ask_forced=True)
    state.play("two forced")
    for seat, a in ((0, 6), (1, 5)):
        assert (state.phase, state.seat, state.record["a"]) == ("forced", seat, a)
        assert state.legal().tolist() == [ONE]
        state.play("one")
    assert (state.phase, state.record["heap"]) == ("choose", 65)


def test_ask_forced_does_not_excuse_a_decision_without_a_choice(backend: BackendName) -> None:
    with pytest.raises(RuleFault, match="NO_CHOICE"):
        MILL.new(0, backend=backend, ask_forced=True).play("ask nothing")


def bare(stack: int = 3, trace: int = 5) -> SimpleNamespace:
    empty = {"stack": np.zeros((stack, 4), int), "trace": np.zeros((trace, len(ENTRY)), int)}
    return SimpleNamespace(told=0, depth=0, fault=0, trace_length=0, **empty)


def test_steps_and_field_names_are_the_documented_ones() -> None:
    assert FIRST_AUTOMATIC == 64
    assert ENTRY == ("kind", "seat", "subject", "object", "value", "audience")
    assert EVERYBODY == 2**6 - 1


def test_push_and_pop() -> None:
    t = bare()
    push(t, 1, 2, -3, 4)
    push(t, 64, 0, 9999, -1)
    assert t.depth == 2
    pop(t)
    assert (t.step, t.seat, t.a, t.b, t.depth) == (64, 0, 9999, -1, 1)
    pop(t)
    assert (t.step, t.seat, t.a, t.b, t.depth) == (1, 2, -3, 4, 0)


def test_what_goes_beyond_a_full_stack_or_trace_leaves_it_as_it_is() -> None:
    stack, trace = bare(stack=2), bare(trace=2)
    for n in range(3):
        push(stack, n, n, n, n)
        tell(trace, n, n, n, n, n, n)
    assert (stack.fault, stack.depth, stack.stack[:, 0].tolist()) == (Fault.STACK_FULL, 2, [0, 1])
    assert (trace.fault, trace.trace_length, trace.trace[:, 0].tolist()) == (Fault.TRACE_FULL, 2, [0, 1])


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(0, 63)), max_size=12), st.integers(0, 5))
def test_forget_the_rest(entries: list[tuple[int, int]], seat: int) -> None:
    t = bare(trace=12)
    for n, (kind, audience) in enumerate(entries):
        tell(t, kind, n % 6, n, n + 1, n + 2, audience)
    before = t.trace.copy()
    forget_the_rest(t, seat)
    kept = [n for n, (_, audience) in enumerate(entries) if audience & (1 << seat)]
    assert t.trace_length == len(kept)
    assert np.array_equal(t.trace[: len(kept)], before[kept])
    assert not t.trace[len(kept) :].any(), "nothing of the hidden entries stays behind"


def test_a_move_that_tells_nothing_leaves_the_trace() -> None:
    """So a silent pass looks like being passed over; what it told itself is nothing."""
    t = bare()
    tell(t, 1, 0, 7, 0, 0, EVERYBODY)
    t.told = 0  # the next move begins
    assert (t.trace_length, t.trace[0, 2]) == (1, 7)
    tell(t, 1, 0, 8, 0, 0, EVERYBODY)
    assert (t.trace_length, t.trace[0, 2]) == (1, 8), "the first entry of a move takes the old ones' place"


def test_state_trace_shows_what_a_seat_may_know() -> None:
    state = MILL.new(0, backend="interpreted")
    t = state.tables[0]
    for audience in (1, 2, 3, EVERYBODY):
        tell(t, 1, 0, audience, 0, 0, audience)
    assert subjects(state) == [3, EVERYBODY], "both seats of the table may know it"
    assert [e.subject for e in state.trace(0)] == [1, 3, EVERYBODY]
    assert [e.subject for e in state.trace(1)] == [2, 3, EVERYBODY]
