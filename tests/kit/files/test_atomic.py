"""Files that are written whole or not at all, also when their writer is killed or the disk is full."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dynasty_env.kit.files import atomic
from dynasty_env.kit.files.atomic import write_whole

KILLED = """
import os, signal, sys
from pathlib import Path
from dynasty_env.kit.files import atomic
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
atomic.write_whole(Path(sys.argv[1]), b"new" * 100_000)
"""


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="files without a name are Linux's")
def test_nothing_is_left_of_a_write_that_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint.pt"
    file.write_bytes(b"old")
    for _ in range(3):
        found = subprocess.run([sys.executable, "-c", KILLED, str(file)])
        assert found.returncode < 0
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["checkpoint.pt"]


@pytest.mark.parametrize("nameless", [True, False])
def test_it_is_the_old_file_or_the_new_one(tmp_path: Path, nameless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not nameless:
        monkeypatch.setattr(atomic, "_write_nameless", lambda *_: False)
    file = tmp_path / "deep" / "file"
    write_whole(file, b"old")
    fsync = os.fsync

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert os.listdir(file.parent) == ["file"]
    monkeypatch.setattr(os, "fsync", fsync)
    content = bytes(range(256)) * 5000
    write_whole(file, content)
    assert file.read_bytes() == content
    assert os.listdir(file.parent) == ["file"]


def test_who_may_read_it_is_as_the_system_wants_it(tmp_path: Path) -> None:
    write_whole(tmp_path / "one", b"1")
    (tmp_path / "two").write_bytes(b"2")
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == stat.S_IMODE((tmp_path / "two").stat().st_mode)


def test_what_crashed_writes_have_left_is_cleared(tmp_path: Path) -> None:
    old, young = tmp_path / f".file-{'0' * 16}", tmp_path / f".file-{'f' * 16}"
    others = [tmp_path / ".file-notes.txt", tmp_path / f".file-two-{'0' * 16}", tmp_path / f".file-{'0' * 17}"]
    for left in (old, young, *others):
        left.touch()
    for left in (old, *others):
        os.utime(left, (0, 0))
    write_whole(tmp_path / "file", b"1")
    assert set(tmp_path.iterdir()) == {young, tmp_path / "file", *others}
