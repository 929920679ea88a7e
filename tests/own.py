"""Files of somebody's own, as tests write them: bots, a game, an installed package that offers them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dynasty_env import games
from dynasty_env.kit import named

FIRST = """\
class First:
    name = "first"

    def reset(self, seed):
        pass

    def act(self, decision):
        return int(decision.legal[{place}])
"""

TUNED = """\
class Tuned:
    def __init__(self, word):
        self.name = word

    @classmethod
    def named(cls, game, parameters):
        return cls(f"{parameters} at {game.name}")

    def reset(self, seed):
        pass

    def act(self, decision):
        return int(decision.legal[0])
"""


OF_NIM = """\
class Remembers:
    name = "remembers"
    heap = 99

    def reset(self, seed):
        self.heap = 99

    def act(self, decision):
        heap = decision.view()["heap"]
        assert heap < self.heap, "another game, and nobody has said that one begins"
        self.heap = heap
        return int(decision.legal[0])


class Batched:
    name = "batched"

    def reset(self, seed):
        pass

    def act(self, decision):
        return int(decision.legal[-1])

    def act_many(self, observation, mask):
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
"""


def bot_of_nim(name: str, folder: Path) -> str:
    """The name of a bot of nim in a file: `Remembers` fails if it is not told of new games, or if tables share it;
    `Batched` decides at many tables in one call."""
    file = folder / "of_nim.py"
    file.write_text(OF_NIM, encoding="utf-8")
    return f"{file}:{name}"


def bot_file(file: Path, place: int = 0) -> Path:
    """A file with a bot `First` that takes the legal action in this place."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(FIRST.format(place=place), encoding="utf-8")
    return file


def game_file(file: Path, name: str = "pebbles_v0") -> Path:
    """A file with a game `Nim` under another name."""
    source = (Path(__file__).parent / "tiny" / "nim.py").read_text(encoding="utf-8")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source.replace('"nim_v0"', f'"{name}"'), encoding="utf-8")
    return file


@contextmanager
def installed_package(folder: Path, package: str, offers: str) -> Iterator[None]:
    """A package of this name counts as installed, with the entry points in `offers`; its modules lie in the folder.

    They are forgotten after it: a name that one test has imported is free for the next one.
    """
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(offers, encoding="utf-8")
    named.installed.cache_clear()
    known = set(sys.modules)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(folder))
            yield
    finally:
        for name in set(sys.modules) - known:
            if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(folder):
                del sys.modules[name]
        named.installed.cache_clear()


@pytest.fixture
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test knows no games that others have loaded, and those that it loads are forgotten after it."""
    monkeypatch.setattr(games, "_loaded", {})
