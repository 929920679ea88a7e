"""Both backends work on the same bytes and play the same games."""

import threading
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynasty_env.conformance.games import promises
from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.kit.engine import backend as backends
from dynasty_env.kit.engine import entries
from dynasty_env.kit.engine.backend import Auto, Compiled, Tables, view_class
from dynasty_env.kit.engine.table import SEATS
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.tiny import cut_in, nim

ROOT = Path(__file__).resolve().parents[3]
TINY = [nim.GAME, cut_in.GAME]
tiny_games = pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)

WIDTHS = {"i1": 8, "i2": 16, "i4": 32, "i8": 64}
FIELDS = st.lists(
    st.tuples(st.sampled_from([*WIDTHS, "f4", "f8"]), st.lists(st.integers(1, 4), max_size=3).map(tuple)),
    min_size=1,
    max_size=8,
)


@st.composite
def filled_tables(draw: st.DrawFn) -> np.ndarray:
    """Two records of any fields, full of random bytes, padding included."""
    fields = [(f"f{n}", code, shape) for n, (code, shape) in enumerate(draw(FIELDS))]
    dtype = np.dtype(fields, align=draw(st.booleans()))
    array = np.zeros(2, dtype)
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    for name in dtype.names or ():
        kind = array[name].dtype
        if kind.kind == "f":
            array[name] = rng.normal(size=array[name].shape)
        else:
            limits = np.iinfo(kind)
            array[name] = rng.integers(limits.min, limits.max, array[name].shape, kind, endpoint=True)
    return array


def plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, memoryview | np.ndarray | np.generic) else value


@given(filled_tables())
def test_views_read_what_numpy_wrote(array: np.ndarray) -> None:
    tables = Tables(array)
    for i in range(2):
        for name in array.dtype.names or ():
            seen = getattr(tables[i], name)
            assert plain(seen) == plain(array[i][name])
            if array.dtype[name].shape == ():
                assert type(seen) in (int, float), "plain numbers, which do not wrap around"
            else:
                assert len(seen) == array.dtype[name].shape[0]


@given(filled_tables(), filled_tables())
def test_numpy_reads_what_views_wrote(array: np.ndarray, other: np.ndarray) -> None:
    tables = Tables(np.zeros(2, array.dtype))
    for i in range(2):
        for name in array.dtype.names or ():
            shape = array.dtype[name].shape
            if not shape:
                setattr(tables[i], name, array[i][name].item())
            for place in np.ndindex(shape) if shape else ():
                getattr(tables[i], name)[place if len(place) > 1 else place[0]] = array[i][name][place].item()
    for name in array.dtype.names or ():
        assert np.array_equal(tables.array[name], array[name])


def test_views_refuse_what_does_not_fit() -> None:
    """Interpreted rules fail where compiled ones would wrap around."""
    view = Tables(np.zeros(1, [("small", "i1"), ("many", "i1", (2,))]))[0]
    for wrong in (128, -129, 1000):
        with pytest.raises(ValueError, match="invalid value for format"):
            view.small = wrong
        with pytest.raises(ValueError, match="invalid value for format"):
            view.many[0] = wrong
    with pytest.raises(IndexError):
        view.many[2] = 0


def test_a_field_may_have_any_name() -> None:
    view = Tables(np.zeros(1, [("cells", "i1", (2,)), ("array", "i1"), ("items", "i1")]))[0]
    view.cells[1], view.array, view.items = 3, 4, 5
    assert (list(view.cells), view.array, view.items) == ([0, 3], 4, 5)


def test_interpreted_rules_compute_with_bytes_as_with_integers() -> None:
    """Where compiled code would wrap, storing the sum raises."""
    assert backends.plain(np.int8) is int
    view = Tables(np.zeros(1, [("small", "i1")]))[0]
    view.small = np.int8(100)
    with pytest.raises(ValueError, match="invalid value for format"):
        view.small = backends.plain(np.int8)(view.small) + backends.plain(np.int8)(100)


def test_interpreted_rules_read_an_enum_as_others_do() -> None:
    seen = backends.plain(Limit)
    assert [seen.LOW, seen.HIGH] == [seen(1), seen(9)] == list(seen) == [Limit.LOW, Limit.HIGH]


class Limit(IntEnum):
    LOW, HIGH = 1, 9


def test_views_are_made_once_and_lie_on_the_record() -> None:
    tables = Tables(np.zeros(3, nim.TABLE))
    assert tables[1] is tables[1]
    assert view_class(nim.TABLE) is view_class(nim.TABLE)
    tables[1].heap = 9
    assert tables.array["heap"].tolist() == [0, 9, 0]
    tables.array["heap"][1] = 4
    assert tables[1].heap == 4
    assert len(tables) == 3


def test_copies_take_every_byte_with_them() -> None:
    array = np.zeros(2, cut_in.TABLE)
    array.view(np.uint8)[:] = np.random.default_rng(0).integers(0, 256, array.nbytes, np.uint8)
    tables = Tables(array)
    copy = tables.copy()
    assert copy.array.tobytes() == array.tobytes()
    copy[0].step = 55 if array["step"][0] != 55 else 56
    assert copy.array["step"][0] != array["step"][0]


@tiny_games
def test_games_are_the_same_bytes(game: Game) -> None:
    promises.check_backends(game, 12)


def called(game: Game, entry: str, make: Callable[[], tuple[Any, ...]]) -> None:
    """One call of an entry on each backend: same answer, same table, same outputs."""
    outcomes = []
    for backend in (game.interpreted, game.compiled):
        tables = game.blank(4, game.check_options({}))
        for i in range(4):
            game.interpreted.call("deal", tables, i, 2**33 + i)
        game.interpreted.call("random_steps", tables, 1, 4, 5, 3)
        arguments = make()
        answer = backend.call(entry, tables, *arguments)
        outputs = [a.tobytes() for a in arguments if isinstance(a, np.ndarray)]
        outcomes.append((answer, tables.array.tobytes(), outputs))
    assert outcomes[0] == outcomes[1]


@tiny_games
def test_every_entry_does_the_same(game: Game) -> None:
    seen, actions = game.layout.dtype, len(game.action_names)

    def shown(rows: int = 4) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.zeros(rows, seen), np.zeros((4, actions), np.int8), np.zeros(4, np.int8)

    first_legal = game.new(2**33, backend="interpreted").legal()[0]
    arguments: dict[str, list[Callable[[], tuple[Any, ...]]]] = {
        "deal": [lambda: (2, 2**45 + 3)],
        "step": [lambda: (0, int(first_legal)), lambda: (0, -1), lambda: (0, actions)],
        "reopen": [lambda: (1,)],
        "proceed": [lambda: (1,)],
        "observe": [lambda: (1, 1, np.zeros(1, seen))],
        "hide": [lambda: (2, 1, 2**50 + 1)],
        "returns": [lambda: (3, np.zeros((3, SEATS), np.float32))],
        "audit": [lambda: (3,)],
        "random_steps": [lambda: (0, 4, 70, 2**40)],
        "audited_game": [lambda: (0, 2**40, np.zeros(2, np.int64))],
        "batch_check": [lambda n=n: (0, 4, np.full(4, n, np.int64)) for n in (-1, 0, 1, actions)],
        "batch_deal": [lambda: (1, 4, np.array([7, 2**40, 9, 2**62]), *shown())],
        "batch_step": [
            lambda mode=mode, rows=rows: (
                *(0, 1, np.full(4, first_legal), mode, 1),
                *shown(rows),
                np.ones((4, game.seats[0]), np.float32),
                np.zeros(4, np.int8),
                np.zeros((4, 3, SEATS), np.float32),
                np.zeros(rows * SEATS, seen),
            )
            for mode in (entries.SAME_STEP, entries.NEXT_STEP, entries.DISABLED)
            for rows in (4, 0)
        ],
        "some_observe": [lambda: (np.array([3, 0, 2]), 0, 2, np.array([1, 0, 1]), *shown()[:2])],
        "some_play": [lambda: (np.array([0, 9]), 0, 1, np.array([first_legal, 99]))],
        "some_returns": [lambda: (np.array([3, 1]), 0, 2, np.zeros((4, 3, SEATS), np.float32))],
        "some_redeal": [lambda: (np.array([3, 1]), 0, 2)],
        "greedy_actions": [
            lambda: (0, 3, 2**61 + 1, np.zeros(4, seen), np.ones((4, actions), np.int8), np.zeros(4, np.int64))
        ],
        **{
            f"{bot}_bots": [
                lambda: (
                    *(np.array([3, 1, 0, 2]), 0, 4, np.full(4, 2), 2**40 + 1, np.zeros(4, np.int64)),
                    np.zeros(4, seen),
                )
            ]
            for bot in ("random", "greedy")
        },
        **{
            f"{bot}_playouts": [
                lambda seat=seat: (*(0, 3, 5, seat, 2**61 + 1), np.zeros(4, seen), np.zeros((4, 3, SEATS), np.float32))
                for seat in (-1, 1)
            ]
            for bot in ("random", "greedy")
        },
    }
    skipped = set(entries.ENTRIES) - set(arguments) - {"advise"}  # for bots that value actions: next test
    assert not skipped, "an entry that is not compared here"
    for entry, cases in arguments.items():
        if entry != "proceed":  # a dealt table has a decision open: nothing to proceed with
            for make in cases:
                called(game, entry, make)


def test_a_bot_values_actions_the_same() -> None:
    state, rng = DYNASTY.new(2), np.random.default_rng(2)
    seen, masks = [], []
    for _ in range(40):
        seen.append(state.observe(state.seat))
        masks.append(state.mask)
        state.play(int(rng.choice(state.legal())))
    compiled, interpreted = (
        DYNASTY.advice(np.array(seen), np.array(masks), backend=name) for name in ("compiled", "interpreted")
    )
    assert compiled.tobytes() == interpreted.tobytes()
    assert len(set(compiled[np.array(masks) == 1])) > 20


def test_compiled_entries_refuse_a_wrong_dtype() -> None:
    tables = nim.GAME.blank(1, nim.GAME.check_options({}))
    for wrong in (np.int8, [("heap", np.int64), ("deciding", np.int8)], cut_in.GAME.layout.dtype):
        with pytest.raises(TypeError):
            nim.GAME.compiled.call("observe", tables, 0, 0, np.zeros(1, wrong))


def test_a_table_may_change_sides_between_two_moves() -> None:
    one, two = (cut_in.GAME.new(5, backend=name) for name in ("compiled", "interpreted"))
    rng = np.random.default_rng(5)
    while not one.done:
        action = int(rng.choice(one.legal()))
        two.play(action)
        backend = (cut_in.GAME.interpreted, cut_in.GAME.compiled)[int(rng.integers(2))]
        backend.call("step", one.tables, 0, action)
        assert one.tables.array.tobytes() == two.tables.array.tobytes()


class Fake:
    """Stands for a backend: remembers what it was asked."""

    def __init__(self, warm: set[str]) -> None:
        self.warm = warm
        self.calls: list[str] = []
        self.looked = 0

    def is_warm(self, entry: str) -> bool:
        self.looked += 1
        return entry in self.warm

    def call(self, entry: str, tables: Any, *arguments: Any) -> str:
        self.calls.append(entry)
        return entry


@pytest.mark.parametrize("pattern", [["step"], ["step", "observe"], ["step", "observe", "hide", "returns"]], ids=str)
def test_auto_soon_takes_what_is_warm(pattern: list[str]) -> None:
    """Whatever the rhythm of the calls, no entry that lies compiled on disk stays interpreted."""
    slow, fast = Fake(set()), Fake(set(pattern))
    auto = Auto(slow, fast)  # type: ignore[arg-type]
    for _ in range(500):
        for entry in pattern:
            auto.call(entry, None)
    assert set(fast.calls) == set(pattern)
    assert len(slow.calls) < 300


def test_auto_compiles_what_is_called_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "SWITCH", 300)
    slow, fast = Fake(set()), Fake(set())
    auto = Auto(slow, fast)  # type: ignore[arg-type]
    for _ in range(250):
        auto.call("step", None)
    assert not fast.calls
    for _ in range(250):
        auto.call("step", None)
    assert len(fast.calls) > 150
    assert slow.looked == 0
    assert fast.looked < 20, "the disk is not asked at every call"


@tiny_games
def test_auto_changes_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "SWITCH", 15)
    monkeypatch.setattr(Compiled, "is_warm", lambda self, entry: False)
    auto = Auto(game.interpreted, game.compiled)
    used = []
    call = game.compiled.call
    monkeypatch.setattr(game.compiled, "call", lambda *given: used.append(given[0]) or call(*given))
    for seed in range(8):
        one = game.new(seed, backend="interpreted")
        two = State(game, game.blank(1, game.check_options({})), auto)
        two.deal(seed)
        rng = np.random.default_rng(seed)
        while not one.done:
            action = int(rng.choice(one.legal()))
            one.play(action)
            two.play(action)
            assert one.tables.array.tobytes() == two.tables.array.tobytes()
            assert np.array_equal(one.observe(one.seat), two.observe(two.seat))
        assert np.array_equal(one.returns(), two.returns())
    assert "step" in used


def test_threads_ask_for_one_entry_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiled = Compiled({}, nim.TABLE, nim.GAME.layout.dtype, tmp_path)
    built = []

    def build(self: Compiled, name: str) -> str:
        built.append(name)
        return name

    monkeypatch.setattr(Compiled, "_build", build)
    threads = [threading.Thread(target=compiled.entry, args=("deal",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert built == ["deal"]
