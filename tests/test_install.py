"""The wheel, installed where nothing may be written: cold and warm starts, and what makes them compile anew."""

import json
import os
import re
import stat
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow

START = """
import json, sys, time
begun = time.perf_counter()
import dynasty_env
from dynasty_env import dynasty_v0
from dynasty_env.kit.engine.backend import cache_root

game = dynasty_v0.game
warm = game.compiled.is_warm("audit")
wrong = [game.new(seed, backend="interpreted").tables for seed in range(4)]
answers = [game.compiled.call("audit", tables, 0) for tables in wrong]
stats = game.compiled.entry("audit").stats
print(json.dumps({
    "package": dynasty_env.__file__, "folder": str(game.compiled.cache), "root": str(cache_root()), "warm": warm,
    "answers": answers, "interpreted": [game.interpreted.call("audit", tables, 0) for tables in wrong],
    "hits": sum(stats.cache_hits.values()), "misses": sum(stats.cache_misses.values()),
    "seconds": time.perf_counter() - begun,
    "power": int(dynasty_v0.card_table()["countries"][0, 0]),
}))
"""


class Install:
    """A virtual environment with the wheel in it, and nothing else of this repository."""

    def __init__(self, folder: Path, site: Path, python: Path) -> None:
        self.folder, self.site, self.python = folder, site, python
        self.home = folder / "home"
        self.home.mkdir()

    def start(self, **changed: str) -> subprocess.Popen[str]:
        env = {
            name: value for name, value in os.environ.items() if not name.startswith(("DYNASTY_ENV", "PYTHON", "XDG"))
        }
        env |= {"HOME": str(self.home), "USERPROFILE": str(self.home), "PYTHONDONTWRITEBYTECODE": "1"} | changed
        return subprocess.Popen(
            [self.python, "-c", START], env=env, cwd=self.folder, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def finish(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        found: dict[str, Any] = json.loads(out)
        assert Path(found["package"]).is_relative_to(self.site)
        assert found["answers"] == found["interpreted"], "compiled rules are not those of the files"
        return found

    def run(self, **changed: str) -> dict[str, Any]:
        return self.finish(self.start(**changed))

    def lock(self) -> None:
        """Take away all rights to write. Root has them nevertheless: `files` tells what it would have done."""
        for path in [self.site, *self.site.rglob("*")]:
            path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))

    def files(self) -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in self.site.rglob("*") if path.is_file()}

    @contextmanager
    def edited(self, name: str, old: str, new: str) -> Iterator[None]:
        """A file with the first match of `old` replaced by `new`, where {} is what was found."""
        path = self.site / "dynasty_env" / name
        for each in (path.parent, path):
            each.chmod(each.stat().st_mode | stat.S_IWUSR)
        text = path.read_text(encoding="utf-8")
        found = re.search(old, text)
        assert found is not None
        path.write_text(text.replace(found[0], new.format(found[0]), 1), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Install]:
    folder = tmp_path_factory.mktemp("install")
    wheels = folder / "wheels"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", wheels, ROOT], check=True, timeout=300)
    (wheel,) = wheels.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True, timeout=120)
    python = folder / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    site = Path(
        subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True, capture_output=True, text=True, timeout=60,
        ).stdout.strip()
    )  # fmt: skip
    subprocess.run([*pip, "install", "--no-deps", "--no-compile", "--target", site, wheel], check=True, timeout=300)
    (site / "needed.pth").write_text(sysconfig.get_path("purelib"))  # NumPy, Numba … come from this environment
    install = Install(folder, site, python)
    install.lock()
    yield install
    for path in [site, *site.rglob("*")]:
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


@pytest.fixture(scope="module")
def cold(installed: Install) -> list[dict[str, Any]]:
    """Two processes that start at once, with nothing compiled; what the first run of all found."""
    before = installed.files()
    found = [installed.finish(process) for process in [installed.start() for _ in range(2)]]
    assert installed.files() == before, "nothing is written among the packages, not even by root"
    return found


def test_two_cold_processes_compile_once_into_the_users_folder(installed: Install, cold: list[dict[str, Any]]) -> None:
    assert sum(one["misses"] for one in cold) == 1
    assert sum(one["hits"] for one in cold) == 1
    for one in cold:
        assert not one["warm"]
        assert Path(one["root"]) == installed.home / ".cache" / "dynasty-env"
        assert Path(one["folder"]).parent == Path(one["root"])


def test_a_warm_start_compiles_nothing(installed: Install, cold: list[dict[str, Any]]) -> None:
    later = installed.run()
    assert later["warm"]
    assert (later["hits"], later["misses"]) == (1, 0)
    assert later["folder"] == cold[0]["folder"]
    assert later["seconds"] < max(one["seconds"] for one in cold)


def test_a_cache_that_cannot_be_made_falls_back(installed: Install, cold: list[dict[str, Any]]) -> None:
    """`$DYNASTY_ENV_CACHE` names a place below a file: a temporary folder of this user's own is taken."""
    blocked, temporary = installed.folder / "file", installed.folder / "temporary"
    blocked.write_text("")
    temporary.mkdir()
    found = installed.run(DYNASTY_ENV_CACHE=str(blocked / "cache"), TMPDIR=str(temporary), TEMP=str(temporary))
    assert Path(found["root"]).parent == temporary
    assert found["misses"] == 1
    if hasattr(os, "getuid"):
        assert Path(found["root"]).stat().st_mode & 0o077 == 0, "nobody else may put code there"


EDITS = {
    "a callee": ("dynasty/rules/people.py", r"@rule\ndef \w+\(t[^)]*\):\n", "{}    t.fault += 0\n"),
    "a card": ("europe/data/countries.csv", r"(?m)^0,Portugal,2", "0,Portugal,3"),
    "the kit": ("kit/engine/rng.py", r"PARITY = \w+", "{} - 1"),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_compiles_anew_and_its_revert_finds_the_old(
    installed: Install, cold: list[dict[str, Any]], what: str
) -> None:
    with installed.edited(*EDITS[what]):
        edited = installed.run()
        assert edited["folder"] != cold[0]["folder"]
        assert (edited["warm"], edited["misses"]) == (False, 1)
        assert edited["power"] == (3 if what == "a card" else 2)
    again = installed.run()
    assert again["folder"] == cold[0]["folder"]
    assert again["misses"] + again["hits"] == 1


def test_another_games_files_change_nothing(installed: Install, cold: list[dict[str, Any]]) -> None:
    from dynasty_env import GAMES

    package = installed.site / "dynasty_env"
    others = {name.rpartition("_")[0] for name in GAMES} - {"dynasty"}
    for path in [file for other in others for file in (package / other).rglob("*.py")]:
        path.chmod(0o644)
        path.write_text(path.read_text(encoding="utf-8") + "\nEDITED = 1\n", encoding="utf-8")
    package.chmod(0o755)
    (package / "stranger.py").write_text("NOTHING = 1\n")
    found = installed.run()
    assert (found["folder"], found["misses"]) == (cold[0]["folder"], 0)
