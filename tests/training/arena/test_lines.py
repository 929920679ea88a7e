"""Files of lines under what may befall them: a full disk, and two processes at once."""

import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.arguments import options_of
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.game import Option
from tests.tiny import nim
from training.arena.deals import Setting
from training.arena.ladder_file import NAME, LadderFile
from training.arena.lines import Kept

SETTING = Setting(nim.GAME, nim.GAME.check_options({}), 0)


@pytest.fixture
def room() -> Iterator[None]:
    """What a test says about the largest file counts for that test alone."""
    before, deaf = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, deaf)


@pytest.mark.usefixtures("room")
def test_a_line_for_which_there_is_no_room_leaves_nothing_behind(tmp_path: Path) -> None:
    file = LadderFile(tmp_path / NAME, SETTING)
    file.add_bot("greedy", "")
    whole = file.path.read_bytes()
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 10, most))
    with pytest.raises(SaveError, match="File too large; what was played before is kept"):
        file.add_bot("random", "")
    assert file.path.read_bytes() == whole and list(file.bots) == ["greedy"]
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    file.add_bot("random", "")
    assert list(LadderFile(file.path, SETTING).bots) == ["greedy", "random"]


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / NAME).touch()
    LadderFile(tmp_path / NAME, SETTING).add_bot("greedy", "")
    assert list(LadderFile(tmp_path / NAME, SETTING).bots) == ["greedy"]


def test_who_comes_second_is_told_and_both_are_kept_apart(tmp_path: Path) -> None:
    one, two = LadderFile(tmp_path / NAME, SETTING), LadderFile(tmp_path / NAME, SETTING)
    one.add_bot("greedy", "")
    whole = one.path.read_bytes()
    with pytest.raises(SaveError, match="another process has written to it in the meantime"):
        two.add_bot("greedy", "")
    assert one.path.read_bytes() == whole
    one.add_bot("random", "")
    assert list(LadderFile(one.path, SETTING).bots) == ["greedy", "random"]


class Komi(nim.Nim):
    """A game whose option takes any whole number."""

    name = "komi_v0"
    dtype = table_dtype(header(3, 4, 8), [("heap", "i1"), ("last", "i1"), ("komi", "i8")])
    options = (Option("komi", -1, (-1, 0, 10**12), "points"),)


@pytest.mark.parametrize("komi", [-1, 0, 10**12])
def test_the_options_of_a_file_can_be_read_again(tmp_path: Path, komi: int) -> None:
    game = Komi()
    options = game.check_options({"komi": komi})
    LadderFile(tmp_path / NAME, Setting(game, options, 3)).close()
    there = Kept.of(tmp_path / NAME, LadderFile.format)
    assert options_of(game, there.options(game, None, None)) == options
    assert (there.game(None), there.seed(None, 0)) == ("komi_v0", 3)
