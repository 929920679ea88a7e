"""One process at a time works on a file or folder; whoever comes second is told who is there."""

import errno
import json
import multiprocessing
import os
from pathlib import Path

import pytest

from dynasty_env.kit.errors import InUseError
from dynasty_env.kit.files import lock
from dynasty_env.kit.files.lock import Lock, lock_file, waiting_for
from tests.another import locking


@pytest.fixture(params=["folder", "file", "no file yet", "link"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """What is worked on."""
    found = tmp_path / "work"
    if request.param == "folder":
        found.mkdir()
    elif request.param != "no file yet":
        found.touch()
    if request.param == "link":
        found = tmp_path / "link"
        found.symlink_to(tmp_path / "work")
    return found


def test_who_comes_second_is_told_who_is_there(place: Path, tmp_path: Path) -> None:
    with locking(place.resolve()) as holder:
        with pytest.raises(InUseError) as refused:
            Lock(place)
        said = str(refused.value)
        assert said.startswith(f"{place} is in use by process {holder.pid} on ")
        assert " since 20" in said
        assert said.endswith(": wait until it has ended, or choose another --out")
    Lock(place).release()
    assert not lock_file(place).exists()


def test_a_process_that_is_killed_leaves_no_lock(tmp_path: Path) -> None:
    place = tmp_path / "work"
    place.mkdir()
    with locking(place) as holder:
        holder.kill()
        holder.join()
        assert lock_file(place).exists()
        with Lock(place), locking(tmp_path):  # above it, others may work
            pass


def test_one_process_may_hold_it_several_times(tmp_path: Path) -> None:
    with Lock(tmp_path):
        with Lock(tmp_path):
            pass
        with pytest.raises(AssertionError), locking(tmp_path):
            pass
    with locking(tmp_path):
        pass


def test_it_is_given_back_with_its_object(tmp_path: Path) -> None:
    taken = Lock(tmp_path)
    assert lock_file(tmp_path).exists()
    del taken
    assert not lock_file(tmp_path).exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
def test_a_forked_process_has_none(tmp_path: Path) -> None:
    """Else it would hold what its parent holds, beyond the parent's death."""
    taken = Lock(tmp_path)
    began, ends = multiprocessing.Pipe()
    child = os.fork()
    if not child:  # pragma: no cover
        refused = False
        try:
            Lock(tmp_path)
        except InUseError:
            refused = True
        taken.release()
        ends.send(refused)
        ends.recv()
        os._exit(0)
    assert began.recv() is True
    with pytest.raises(AssertionError), locking(tmp_path):
        pass
    taken.release()
    with locking(tmp_path):  # though the child lives
        pass
    began.send("end")
    os.waitpid(child, 0)


def test_a_disk_without_locks_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.warns(RuntimeWarning, match="this file system does not support locks"), Lock(tmp_path):
        pass


def test_a_full_disk_is_no_reason_for_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(lock, "json", type("Full", (), {"dumps": full, "loads": json.loads}))
    with Lock(tmp_path), pytest.raises(AssertionError), locking(tmp_path):
        pass


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"[" * 10_000, b'{"pid": 1}', b"\xff" * 10_000])
def test_a_lock_file_that_says_nothing(content: bytes, tmp_path: Path) -> None:
    with locking(tmp_path):
        lock_file(tmp_path).write_bytes(content)
        with pytest.raises(InUseError, match="is in use by another process: wait"):
            Lock(tmp_path)


def test_what_it_says_does_not_reach_the_terminal_as_it_is(tmp_path: Path) -> None:
    with locking(tmp_path):
        said = '{"pid": "1\\u001b[2J", "host": "h", "since": "now", "command": "' + "x" * 500 + '"}'
        lock_file(tmp_path).write_text(said)
        with pytest.raises(InUseError) as refused:
            Lock(tmp_path)
    assert "\x1b" not in str(refused.value)
    assert len(str(refused.value)) < 400


def test_waiting_ends_when_the_other_is_done(tmp_path: Path) -> None:
    with locking(tmp_path) as holder:
        with pytest.raises(InUseError), waiting_for(tmp_path, 0.1):
            pass
        holder.kill()
        with waiting_for(tmp_path):
            assert not holder.is_alive()


def test_of_many_who_take_it_at_once_one_has_it(tmp_path: Path) -> None:
    """Also while it is given back all the time, and its file removed: a number is read, and written one higher."""
    count = tmp_path / "count"
    count.write_text("0")

    def add() -> None:
        for _ in range(20):
            with waiting_for(count):
                number = int(count.read_text())
                count.write_text(str(number + 1))

    adders = [multiprocessing.get_context("fork").Process(target=add) for _ in range(3)]
    for adder in adders:
        adder.start()
    for adder in adders:
        adder.join(120)
    assert ([adder.exitcode for adder in adders], count.read_text()) == ([0, 0, 0], "60")
