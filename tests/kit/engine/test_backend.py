"""Both backends work on the same bytes and play the same games; the cache never runs old rules."""

import importlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dynasty_env
from dynasty_env.kit.engine import backend as backends
from dynasty_env.kit.engine import entries
from dynasty_env.kit.engine.backend import Auto, Compiled, Tables, cache_folder, cache_root, view_class
from dynasty_env.kit.engine.table import SEATS
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats import conformance
from dynasty_env.kit.state import State
from tests.tiny import cut_in, nim

ROOT = Path(__file__).resolve().parents[3]
TINY = [nim.GAME, cut_in.GAME]
tiny_games = pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)

# ----------------------------------------------------------------------------------------------------- views of records

WIDTHS = {"i1": 8, "i2": 16, "i4": 32, "i8": 64}
FIELDS = st.lists(
    st.tuples(
        st.sampled_from([*WIDTHS, "f4", "f8"]),
        st.lists(st.integers(1, 4), max_size=3).map(tuple),
    ),
    min_size=1,
    max_size=8,
)


@st.composite
def filled_tables(draw: st.DrawFn) -> np.ndarray:
    """Two records of any fields, full of random bytes, padding included."""
    dtype = np.dtype([(f"f{n}", code, shape) for n, (code, shape) in enumerate(draw(FIELDS))], align=True)
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


# ---------------------------------------------------------------------------------------------- interpreted = compiled


@tiny_games
def test_games_are_the_same_bytes(game: Game) -> None:
    conformance.check_backends(game, 12)


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
                lambda seat=seat: (
                    *(0, 3, 5, seat, 2**61 + 1),
                    np.zeros(4, seen),
                    np.zeros((4, 3, SEATS), np.float32),
                )
                for seat in (-1, 1)
            ]
            for bot in ("random", "greedy")
        },
    }
    skipped = set(entries.ENTRIES) - set(arguments)
    assert not skipped, "an entry that is not compared here"
    for entry, cases in arguments.items():
        if entry != "proceed":  # a dealt table has a decision open: nothing to proceed with
            for make in cases:
                called(game, entry, make)


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


# ----------------------------------------------------------------------------------------------------------------- auto


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


# ------------------------------------------------------------------------------------------------- where the cache lies


def test_root_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / "a" / "b"))
    assert cache_root() == tmp_path / "a" / "b"
    monkeypatch.delenv("DYNASTY_ENV_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root() == tmp_path / "xdg" / "dynasty-env"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert cache_root() == tmp_path / "home" / ".cache" / "dynasty-env"


def test_root_with_an_empty_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty XDG_CACHE_HOME counts as none (XDG base directories), and is not the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DYNASTY_ENV_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert cache_root() == tmp_path / "home" / ".cache" / "dynasty-env"


def falls_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(backends.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    root = cache_root()
    assert root.parent == tmp_path / "temporary"
    assert "dynasty-env" in root.name


def test_a_root_that_cannot_be_made_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / "file" / "cache"))
    falls_back(monkeypatch, tmp_path)


def test_a_root_that_cannot_be_written_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError("read-only")

    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path))
    monkeypatch.setattr(backends.tempfile, "TemporaryFile", refuse)
    falls_back(monkeypatch, tmp_path)


def test_no_home_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home, as in a container."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("DYNASTY_ENV_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    falls_back(monkeypatch, tmp_path)


# ------------------------------------------------------------------------------------------ what the cache is made from

CALLEE = """
from dynasty_env.kit.engine.rule import rule

from .numbers import FEWEST


@rule
def least(t):
    return FEWEST


@rule
def seats(t):
    return t.num_players
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the tiny game as a package of its own, with a callee and a constant."""
    folder = tmp_path / "pebbles"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "numbers.py").write_text("FEWEST = 12\n")
    (folder / "callee.py").write_text(CALLEE)
    (folder / "stranger.py").write_text("NOTHING = 0\n")
    text = Path(nim.__file__).read_text(encoding="utf-8")
    text = text.replace("t.heap = 12 + below", "t.heap = least(t) + below")
    text = text.replace(
        "from dynasty_env.kit.engine.rule import rule\n", "from dynasty_env.kit.engine.rule import rule\n\n"
    )
    text = text.replace("class Step(", "from .callee import least\n\nclass Step(", 1)
    assert "least(t)" in text
    (folder / "game.py").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def imported(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(package.parent))
    yield importlib.import_module("pebbles.game")
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]


def folder_of(game: Game) -> Path:
    return cache_folder(game.name, game._replaced, game.dtype, game.layout.dtype)


def reimported() -> Game:
    """The game of the package as it is on disk now."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]
    importlib.invalidate_caches()
    game: Game = importlib.import_module("pebbles.game").GAME
    return game


EDITS = {
    "game.py": ("below(t, 8)", "below(t, 7)"),
    "callee.py": ("return FEWEST", "return FEWEST + 0"),
    "numbers.py": ("FEWEST = 12", "FEWEST = 11"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_changes_the_folder_and_a_revert_finds_it_again(imported: ModuleType, package: Path, name: str) -> None:
    before = folder_of(imported.GAME)
    text = (package / name).read_text(encoding="utf-8")
    old, new = EDITS[name]
    assert old in text
    (package / name).write_text(text.replace(old, new) + "\n" * 3, encoding="utf-8")
    assert folder_of(imported.GAME) == before, "what is in memory has not changed"
    assert folder_of(reimported()) != before
    (package / name).write_text(text, encoding="utf-8")
    os.utime(package / name, (1, 1))
    assert folder_of(reimported()) == before
    assert before.name.startswith("nim_v0-")


def test_words_and_other_files_change_nothing(imported: ModuleType, package: Path) -> None:
    before = folder_of(imported.GAME)
    (package / "stranger.py").write_text("NOTHING = 1\n")
    (package / "README.md").write_text("words")
    text = (package / "callee.py").read_text(encoding="utf-8")
    (package / "callee.py").write_text("# a remark\n\n" + text, encoding="utf-8")
    assert folder_of(reimported()) == before


def test_a_changed_card_changes_dynastys_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    from dynasty_env.dynasty.rules import stats

    game = dynasty_env.game("dynasty_v0")
    before = folder_of(game)
    changed = stats.PRESTIGE.copy()
    changed[3] += 1
    monkeypatch.setattr(stats, "PRESTIGE", changed)
    assert folder_of(game) != before


def test_a_boundschecked_game_has_a_folder_of_its_own(imported: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    before = folder_of(imported.GAME)
    monkeypatch.setattr(backends.config, "BOUNDSCHECK", 1 - (backends.config.BOUNDSCHECK or 0))
    assert folder_of(imported.GAME) != before


@pytest.mark.parametrize(
    "imports", ["from . import numbers", "from pebbles import numbers", "import pebbles.numbers as numbers"]
)
def test_a_module_imported_as_a_whole_counts_too(package: Path, monkeypatch: pytest.MonkeyPatch, imports: str) -> None:
    """Compiled rules may read a constant as `numbers.FEWEST`."""
    text = CALLEE.replace("from .numbers import FEWEST", imports)
    (package / "callee.py").write_text(text.replace("return FEWEST", "return numbers.FEWEST"))
    monkeypatch.syspath_prepend(str(package.parent))
    try:
        before = folder_of(importlib.import_module("pebbles.game").GAME)
        (package / "numbers.py").write_text("FEWEST = 13\n")
        assert folder_of(reimported()) != before
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
            del sys.modules[name]


# ---------------------------------------------------------------------------------------------------- several processes

DEAL = """
import json, sys
from pathlib import Path
from pebbles.game import GAME

exec(sys.argv[1])
compiled = GAME.compiled
warm = compiled.is_warm("deal")
heaps = [int(GAME.new(seed, backend="compiled").record["heap"]) for seed in range(20)]
stats = compiled.entry("deal").stats
print(json.dumps({
    "folder": str(compiled.cache), "warm": warm, "heaps": heaps,
    "interpreted": [int(GAME.new(seed, backend="interpreted").record["heap"]) for seed in range(20)],
    "hits": sum(stats.cache_hits.values()), "misses": sum(stats.cache_misses.values()),
}))
"""


class Processes:
    """Runs the game of a package in processes of its own, with a cache of its own."""

    def __init__(self, package: Path) -> None:
        self.package = package
        self.cache = package.parent / "cache"

    def start(self, before: str = "") -> subprocess.Popen[str]:
        env = os.environ | {
            "DYNASTY_ENV_CACHE": str(self.cache),
            "PYTHONPATH": os.pathsep.join([str(self.package.parent), str(ROOT)]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return subprocess.Popen(
            [sys.executable, "-c", DEAL, before], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def finish(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        found: dict[str, Any] = json.loads(out)
        assert found["heaps"] == found["interpreted"], "compiled rules are not those of the files"
        return found

    def run(self, before: str = "") -> dict[str, Any]:
        return self.finish(self.start(before))


@pytest.fixture
def processes(package: Path) -> Processes:
    return Processes(package)


def test_two_cold_processes_compile_once_and_a_third_finds_it_warm(processes: Processes) -> None:
    started = [processes.start() for _ in range(2)]
    found = [processes.finish(process) for process in started]
    assert sum(one["misses"] for one in found) == 1, "one of them compiled, the other loaded what it made"
    later = processes.run()
    assert later["warm"]
    assert (later["hits"], later["misses"]) == (1, 0)
    assert {one["folder"] for one in (*found, later)} == {later["folder"]}
    assert all(one["heaps"] == later["heaps"] for one in found)
    assert Path(later["folder"]).parent == processes.cache


def test_an_edited_callee_is_compiled_anew_and_a_revert_finds_the_old(processes: Processes) -> None:
    before = processes.run()
    callee = processes.package / "numbers.py"
    text = callee.read_text()
    callee.write_text("FEWEST = 5\n")
    edited = processes.run()
    assert (edited["warm"], edited["misses"]) == (False, 1)
    assert edited["heaps"] == [heap - 7 for heap in before["heaps"]]
    callee.write_text(text)
    again = processes.run()
    assert (again["folder"], again["misses"], again["heaps"]) == (before["folder"], 0, before["heaps"])


def test_rules_edited_after_their_import_are_not_kept_under_the_new_name(processes: Processes) -> None:
    """A process that has imported the old rules must not fill the folder of the new ones."""
    path = str(processes.package / "numbers.py")
    old = processes.run(f"Path({path!r}).write_text('FEWEST = 3\\n')")
    assert min(old["heaps"]) >= 12, "this process knows the old rules alone"
    new = processes.run()  # compares compiled and interpreted games itself
    assert min(new["heaps"]) < 12


def test_a_half_written_cache_is_made_good(processes: Processes) -> None:
    """A process that died while it compiled leaves a folder without the mark of readiness."""
    first = processes.run()
    folder = Path(first["folder"])
    (folder / "deal.ready").unlink()
    for file in folder.rglob("*.nbc"):
        file.unlink()
    again = processes.run()
    assert (again["warm"], again["misses"], again["heaps"]) == (False, 1, first["heaps"])
    assert (folder / "deal.ready").exists()


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
