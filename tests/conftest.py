"""What every test relies on, and which of them are fast."""

import contextlib
import gc
import os
import random
import secrets
import signal
import sys
import time
from pathlib import Path

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C, and the tests of Ctrl-C, and what they start, would inherit that.
    with contextlib.suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)

if "PYTEST_XDIST_WORKER" in os.environ:  # the other cores run other tests
    for one in ("DYNASTY_ENV_COMPILERS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(one, "1")

os.fsync = lambda file: None
"""No test outlasts a power cut, and to wait for a disk thousands of times takes long."""
DEALS = random.Random()
secrets.randbelow = DEALS.randrange
"""Seeds of games for which nobody chooses one. Every test draws the same, so that none meets a deal in which its person
is never asked: seat 0 leads in the first eight deals of cut_in."""
TESTS = Path(__file__).parent
if sys.dont_write_bytecode and sys.pycache_prefix is None:
    # Every worker and every process that a test starts would translate all sources anew: half of what collecting takes.
    # Where no bytecode is wanted beside the sources it lies beside the results of the last run.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(TESTS.parent / ".pytest_cache" / "bytecode")
FAST = tuple(
    TESTS / path
    for path in (
        *(f"{game}/rules" for game in ("dynasty", "kingdoms", "shinsengumi", "three_kingdoms", "figures")),
        *(f"kit/engine/test_{name}.py" for name in ("chapter", "table_and_loop", "rule_writers", "cards")),
        *(f"kit/test_{name}.py" for name in ("message", "wording")),
    )
)
"""Where tests take milliseconds, interpreted and without torch: the rules of all books, and the core of the kit."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """``-n auto``: one more than there are cores, as some wait for a server, a page or a process; the last tests are
    taken from those that have many left."""
    if config.option.dist == "no":
        config.option.dist = "worksteal"
    if config.getoption("markexpr") == "fast" or "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before workers run all tests, compile once what they would wait for each other to compile."""
    config = session.config
    workers = getattr(config.option, "numprocesses", None)
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS and config.getoption("markexpr") != "fast"
    if not workers or not everything or config.option.collectonly or "PYTEST_XDIST_WORKER" in os.environ:
        return
    from tests.compiled import compile_rules
    from tests.games import ALL

    began, terminal = time.monotonic(), config.pluginmanager.get_plugin("terminalreporter")
    compiled = compile_rules(ALL, workers)
    if compiled and terminal is not None:
        terminal.write_line(f"compiled the rules of {', '.join(compiled)} in {time.monotonic() - began:.0f} s")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m fast`` the other files are not even imported; without a browser those for it are not."""
    markers = config.getoption("markexpr")
    if "not browser" in markers and collection_path == TESTS / "agents" / "people" / "web" / "browsing":
        return True
    if markers != "fast" or not collection_path.is_relative_to(TESTS):
        return None
    concerned = any(collection_path.is_relative_to(path) or path.is_relative_to(collection_path) for path in FAST)
    return None if concerned else True


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The texts beside the tests of a rulebook are positions."""
    if file_path.suffix != ".txt" or file_path.parent.name not in ("rules", "puzzles", "display"):
        return None
    from tests.positions import PositionFile

    return PositionFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Every test gets the same deals, whichever tests ran before it."""
    DEALS.seed(2391)


def pytest_collection() -> None:
    """Whatever is imported and collected stays to the end: nobody need look for garbage in it, now or ever after."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on garbage is looked for in what tests make, a tenth as often as Python would: that took a twentieth of
    their time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the fast ones."""
    fast = {path for path in {item.path for item in items} if any(path.is_relative_to(each) for each in FAST)}
    for item in items:
        if item.path in fast and not any(item.get_closest_marker(name) for name in ("slow", "quality")):
            item.add_marker(pytest.mark.fast)
