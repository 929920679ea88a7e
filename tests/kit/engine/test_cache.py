"""Where compiled entries lie on disk: never old rules, never damaged code, never a folder that others can write."""

import importlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.bytecode import FunctionIdentity

import dynasty_env
from dynasty_env.kit.engine import cache as caches
from dynasty_env.kit.engine.backend import KIT
from dynasty_env.kit.engine.cache import EntryCache, cache_root, is_writable, private_root
from dynasty_env.kit.game import Game
from tests.forks import Forks
from tests.tiny import nim

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def no_remembered_folder() -> Iterator[None]:
    private_root.cache_clear()
    yield
    private_root.cache_clear()


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
    monkeypatch.setattr(caches.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    root = cache_root()
    assert root.parent == tmp_path / "temporary"
    assert "dynasty-env" in root.name


def test_a_root_that_cannot_be_made_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / "file" / "cache"))
    falls_back(monkeypatch, tmp_path)


def test_a_root_that_cannot_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "cache"
    root.mkdir(mode=0o700)
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(root))
    monkeypatch.setattr(caches, "is_writable", lambda folder: root not in (folder, *folder.parents))
    monkeypatch.setattr(caches.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    cold = folder_of(nim.GAME)
    assert cold.parent.parent == tmp_path / "temporary"
    (root / cold.name).mkdir()
    assert folder_of(nim.GAME) == root / cold.name, "it may be warm"


def test_no_home_falls_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home, as in a container."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("DYNASTY_ENV_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    falls_back(monkeypatch, tmp_path)


CALLEE = """
from dynasty_env.kit.engine.rule import rule

from .numbers import FEWEST


@rule
def least(t):
    "The fewest stones."
    return FEWEST


@rule
def seats(t):
    return t.num_players
"""


def make_package(parent: Path) -> Path:
    """A copy of the tiny game as a package of its own, with a callee and a constant."""
    folder = parent / "pebbles"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "numbers.py").write_text("FEWEST = 12\n")
    (folder / "callee.py").write_text(CALLEE)
    (folder / "stranger.py").write_text("NOTHING = 0\n")
    text = Path(nim.__file__).read_text(encoding="utf-8")
    text = text.replace("t.heap = 12 + below", "t.heap = least(t) + below")
    text = text.replace("= 1.0 if seat == t.last", "= 1.0 * least(t) if seat == t.last")
    text = text.replace(
        "from dynasty_env.kit.engine.rule import rule\n", "from dynasty_env.kit.engine.rule import rule\n\n"
    )
    text = text.replace("class Step(", "from .callee import least\n\nclass Step(", 1)
    assert text.count("least(t)") == 2
    (folder / "game.py").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return make_package(tmp_path)


@pytest.fixture
def imported(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(package.parent))
    yield importlib.import_module("pebbles.game")
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]


def folder_of(game: Game) -> Path:
    return game._folder(KIT)


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
    text = text.replace("The fewest stones", "So many stones there are at least")
    (package / "callee.py").write_text("# a remark\n\n" + text, encoding="utf-8")
    assert folder_of(reimported()) == before


def test_rewording_all_decisions_and_entries_recompiles_nothing() -> None:
    """Words stand beside the rules that they are about, and compiler and digest do not see them."""
    game: Game = type(dynasty_env.game("kingdoms_v0"))()  # whose digest no test with changed rules has asked for
    reworded = tuple(
        replace(
            chapter,
            phases=tuple(
                replace(phase, asks="?", why="?", says={}, chance=None, cites="?") for phase in chapter.phases
            ),
            entries=tuple(replace(entry, says="something happens", tone="bad") for entry in chapter.entries),
        )
        for chapter in game.chapters
    )
    options = tuple(replace(option, meaning="?", called="?") for option in game.options)
    other: Game = type("Reworded", (type(game),), {"chapters": reworded, "options": options})()
    assert other.questions["action"] == ("?", "?") != game.questions["action"]
    assert folder_of(other) == folder_of(game)
    assert other.rules_digest == game.rules_digest


def test_code_of_two_games_shares_no_symbol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kept by a process that has compiled nothing before: who loads both must not run one for the other."""
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / "cache"))
    symbols = set()
    for name in ("one_v0", "other_v0"):
        monkeypatch.setattr(FunctionIdentity, "_unique_ids", count(1))
        game: Game = type("Named", (nim.Nim,), {"name": name})()
        (made,) = game.compiled.entry("observe").overloads.values()
        symbols.add(made.fndesc.llvm_func_name)
    assert len(symbols) == 2


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
    monkeypatch.setattr(caches.config, "BOUNDSCHECK", 1 - (caches.config.BOUNDSCHECK or 0))
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
        (package / "numbers.py").write_text("FEWEST = 13\n\n")  # Python tells versions of one second by their size
        assert folder_of(reimported()) != before
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
            del sys.modules[name]


WHAT_IT_IS_WORTH = """
import json, sys
from pathlib import Path
import numpy as np
from pebbles.game import GAME

exec(sys.argv[1])
compiled = GAME.compiled
warm = compiled.is_warm("returns")  # of the entries the one that is compiled soonest
state = GAME.new(1, num_players=2, backend="interpreted")
state.record["last"] = 0  # as if the first seat had taken the last stone
worth = []
for entry in compiled.entry("returns"), lambda *given: state.call("returns", given[2]):
    out = np.zeros((3, GAME.seat_rows), np.float32)
    entry(state.tables.array, 0, out)
    worth.append(out[0, 0].item())
stats = compiled.entry("returns").stats
print(json.dumps({
    "folder": str(compiled.cache), "warm": warm, "compiled": worth[0], "interpreted": worth[1],
    "hits": sum(stats.cache_hits.values()), "misses": sum(stats.cache_misses.values()),
}))
"""


class Processes:
    """Runs the game of a package in processes of its own, with a cache of its own."""

    def __init__(self, package: Path, forks: Forks, cache: Path | None = None) -> None:
        self.package = package
        self.forks = forks
        self.cache = cache or package.parent / "cache"
        self.root = ROOT

    @property
    def environment(self) -> dict[str, str]:
        return {"DYNASTY_ENV_CACHE": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}

    @property
    def path(self) -> list[str]:
        return [str(self.package.parent), str(self.root)]

    def start(self) -> subprocess.Popen[str]:
        """A process that imports all by itself."""
        env = os.environ | self.environment | {"PYTHONPATH": os.pathsep.join(self.path)}
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [sys.executable, "-c", WHAT_IT_IS_WORTH, ""],
            env=env,
            cwd=self.package.parent,
            stdout=pipe,
            stderr=pipe,
            text=True,
        )

    def finish(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        out, err = process.communicate(timeout=120)
        return self.read(subprocess.CompletedProcess(process.args, process.returncode, out, err))

    def read(self, done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        assert found["compiled"] == found["interpreted"], "compiled rules are not those of the files"
        return found

    def run(self, before: str = "") -> dict[str, Any]:
        """In a process that has imported the kit, and not the package."""
        return self.read(self.forks.run(WHAT_IT_IS_WORTH, [before], self.package.parent, self.path, self.environment))


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    server = Forks()
    yield server
    server.close()


@pytest.fixture
def processes(package: Path, forks: Forks) -> Processes:
    return Processes(package, forks)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, forks: Forks) -> Path:
    """A cache in which the package's game is compiled."""
    first = Processes(make_package(tmp_path_factory.mktemp("compiled")), forks)
    assert first.run()["misses"] == 1
    return first.cache


@pytest.fixture
def warm(processes: Processes, compiled: Path) -> Processes:
    """Processes that find the game compiled."""
    shutil.copytree(compiled, processes.cache)
    return processes


def test_two_cold_processes_compile_once_and_a_third_finds_it_warm(processes: Processes) -> None:
    started = [processes.start() for _ in range(2)]
    found = [processes.finish(process) for process in started]
    assert sum(one["misses"] for one in found) == 1, "one of them compiled, the other loaded what it made"
    later = processes.run()
    assert later["warm"]
    assert (later["hits"], later["misses"]) == (1, 0)
    assert {one["folder"] for one in (*found, later)} == {later["folder"]}
    assert all(one["compiled"] == later["compiled"] for one in found)
    assert Path(later["folder"]).parent == processes.cache


def test_what_is_compiled_is_loaded_while_another_process_compiles(
    imported: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / "cache"))
    imported.GAME.compiled.entry("returns")
    game = reimported()
    loading = threading.Thread(target=game.compiled.entry, args=("returns",), daemon=True)
    with game.compiled._kept.one_process("returns"):  # as if by another process: a lock of its own
        loading.start()
        loading.join(60)
        assert not loading.is_alive(), "it waits for a lock"
    assert "returns" in game.compiled._entries


def test_an_edited_callee_is_compiled_anew_and_a_revert_finds_the_old(warm: Processes) -> None:
    before = warm.run()
    callee = warm.package / "numbers.py"
    text = callee.read_text()
    callee.write_text("FEWEST = 5\n")
    edited = warm.run()
    assert (edited["warm"], edited["misses"]) == (False, 1)
    assert (before["compiled"], edited["compiled"]) == (12, 5)
    callee.write_text(text)
    again = warm.run()
    assert (again["folder"], again["misses"], again["compiled"]) == (before["folder"], 0, before["compiled"])


def test_rules_edited_after_their_import_are_not_kept_under_the_new_name(processes: Processes) -> None:
    """A process that has imported the old rules must not fill the folder of the new ones."""
    path = str(processes.package / "numbers.py")
    old = processes.run(f"Path({path!r}).write_text('FEWEST = 3\\n')")
    assert old["compiled"] == 12, "this process knows the old rules alone"
    new = processes.run()  # compares compiled and interpreted games itself
    assert new["compiled"] == 3


def test_another_installation_of_the_same_rules_finds_it_warm(warm: Processes, tmp_path: Path) -> None:
    """A second clone, or the same files written anew: what is compiled is named after what it is made from alone."""
    first = warm.run()
    package = shutil.copytree(warm.package, tmp_path / "elsewhere" / "pebbles")
    second = Processes(package, warm.forks, warm.cache)
    second.root = tmp_path / "clone"
    code = shutil.ignore_patterns("*.csv", "__pycache__")
    shutil.copytree(ROOT / "dynasty_env", second.root / "dynasty_env", ignore=code, copy_function=shutil.copyfile)
    later = second.finish(second.start())
    assert (later["folder"], later["hits"], later["misses"]) == (first["folder"], 1, 0)


def test_another_processor_has_a_folder_of_its_own(imported: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    before = folder_of(imported.GAME)
    monkeypatch.setattr(caches, "machine", lambda: "another one")
    assert folder_of(imported.GAME) != before


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def flip(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2] ^= 1
    file.write_bytes(bytes(whole))


def garbage(file: Path) -> None:
    file.write_bytes(b"garbage" * 100)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def stray(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("a stray file")


DAMAGED = [
    pytest.param(damage, [pattern], marks=() if d == p else pytest.mark.slow, id=f"{damage.__name__}-{pattern}")
    for d, damage in enumerate((cut, flip, garbage, empty, Path.unlink))
    for p, pattern in enumerate(("*/*/*.nbi", "*/*/*.nbc", "*/*.ready"))
]
"""Each kind of file once; each with every damage in the long form."""
DAMAGED += [
    pytest.param(Path.unlink, ["*/*.ready", "*/*/*.nbc"], id="half written"),  # by a process that died amid it
    *(pytest.param(stray, [pattern], id=f"stray {pattern}") for pattern in ("*/*/", "*/")),
]


@pytest.mark.parametrize(("damage", "patterns"), DAMAGED)
def test_what_is_damaged_is_thrown_away_and_made_again(warm: Processes, damage: Any, patterns: list[str]) -> None:
    first = warm.run()
    for place in [place for pattern in patterns for place in warm.cache.glob(pattern)]:
        damage(place)
    again = warm.run()
    assert (again["folder"], again["misses"], again["compiled"]) == (first["folder"], 1, first["compiled"])
    later = warm.run()
    assert (later["warm"], later["hits"], later["misses"]) == (True, 1, 0)


def test_a_folder_in_place_of_the_lock_is_thrown_away(tmp_path: Path) -> None:
    lock = tmp_path / f"deal{caches.LOCK}"
    lock.mkdir()
    with EntryCache(tmp_path).one_process("deal"):
        assert lock.is_file()


def test_a_warm_cache_that_cannot_be_written_is_used(warm: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated, since nothing is read-only to an administrator: no lock can be opened and no file be made there."""
    first = warm.run()
    folder = Path(first["folder"])
    (folder / f"returns{caches.LOCK}").unlink()
    before = sorted(folder.rglob("*"))
    read_only = (
        "import dynasty_env.kit.engine.cache as c\n"
        "c.is_writable = lambda folder: 'temporary' in str(folder)\n"
        "c.tempfile.tempdir = sys.argv[0] or None\n"
        "c.EntryCache._open_lock = lambda self, entry: None\n"
    )
    found = warm.run(read_only.replace("sys.argv[0] or None", repr(str(warm.cache.parent))))
    assert (found["folder"], found["warm"], found["hits"], found["misses"]) == (first["folder"], True, 1, 0)
    assert sorted(folder.rglob("*")) == before


def test_where_a_cold_entry_cannot_be_written_it_goes_to_the_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "warm").mkdir()
    monkeypatch.setattr(caches.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    monkeypatch.setattr(caches, "is_writable", lambda folder: "temporary" in str(folder))
    cache = EntryCache(tmp_path / "warm")
    with cache.one_process("deal"):
        cache.prepare("deal")
    assert cache.folder.parent.parent == tmp_path / "temporary"
    assert cache.folder.name == "warm"


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX ones")
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    root = tmp_path / "cache"
    root.mkdir()
    root.chmod(mode)
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(root))
    with pytest.warns(RuntimeWarning, match="can be written by others"):
        falls_back(monkeypatch, tmp_path)
    root.chmod(0o755)
    assert cache_root() == root


@pytest.mark.skipif(os.name != "posix", reason="owners are POSIX ones")
def test_a_folder_of_another_user_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path))
    monkeypatch.setattr(caches.os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    monkeypatch.setattr(caches.tempfile, "gettempdir", lambda: str(tmp_path))
    with pytest.warns(RuntimeWarning, match="belongs to another user"):
        root = cache_root()
    assert root.name.startswith("dynasty-env-")
    assert root.stat().st_mode & 0o077 == 0


def test_a_new_folder_is_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / "new"))
    before = os.umask(0)
    try:
        root = cache_root()
    finally:
        os.umask(before)
    assert root.stat().st_mode & 0o077 == 0
    assert is_writable(root)
    assert is_writable(root / "not" / "there" / "yet")


@pytest.mark.parametrize(
    "values",
    [
        (np.int64(5), np.int64(6)),
        (np.int8(5), np.int64(5)),
        ((1, np.arange(2_000)), (1, np.arange(2_000) + (np.arange(2_000) == 999))),
        ((1, (2, np.float32(3))), (1, (2, np.float32(4)))),
    ],
    ids=["number", "width", "table", "nested"],
)
def test_constants_that_differ_are_told_apart(values: tuple[Any, Any]) -> None:
    one, other = map(caches.content_of, values)
    assert one != other
    assert caches.content_of(values[0]) == one
