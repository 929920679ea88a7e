"""Files of lines under what may befall them: a full disk, and two processes at once."""

import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynasty_env.kit.errors import SaveError
from tests.tiny import nim
from training.arena.deals import Setting
from training.arena.ladder_file import NAME, LadderFile

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
