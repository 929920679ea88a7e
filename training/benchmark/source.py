"""The source file that trained a run of a user's own learner: a digest of it is kept beside the run.

A finished run is never trained again. If the file has changed since, its results are those of the earlier file, and
commands say so.
"""

import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from agents.arguments import shown
from dynasty_env.kit import named
from dynasty_env.kit.files.atomic import on_disk, write_whole
from dynasty_env.kit.files.lock import NAME as LOCK
from training.algorithms.registry import ALGORITHMS

FILE = "source.txt"
"""In the folder of a run: the digest of the file that has begun it and, as soon as it has ended, `TRAINED`."""
TRAINED = "trained"
CLOCK = "seconds.txt"
"""In the folder of a run: the processor seconds of its training."""


def file_of(learner: str) -> Path | None:
    """The source file of a user's own learner; None for an algorithm of the package, or if there is no such file."""
    reference = None if learner in ALGORITHMS else named.reference_in(learner)
    if reference is None:
        return None
    place = reference.place if reference.is_file else getattr(sys.modules.get(reference.place), "__file__", None)
    file = None if place is None else Path(place).expanduser()
    return file if file is not None and file.is_file() else None


def _digest(learner: str) -> str:
    """The digest of a learner's file; empty if there is no file."""
    file = file_of(learner)
    if file is None:
        return ""
    with on_disk(file):
        return blake2b(file.read_bytes(), digest_size=8).hexdigest()


def _kept(run: Path) -> list[str]:
    """What the folder of a run keeps: a digest and perhaps `TRAINED`; empty if it is of an earlier version."""
    file = run / FILE
    with on_disk(file):
        return file.read_text(encoding="utf-8").split() if file.is_file() else []


def _is_fresh(run: Path) -> bool:
    """Whether training has left nothing in the folder of a run, and has not ended."""
    with on_disk(run):
        there = {file.name for file in run.iterdir()} if run.is_dir() else set()
    return there <= {FILE, LOCK, CLOCK} and not is_trained(run)


def begin(learner: str, run: Path) -> None:
    """Keep the digest of a learner's file in the folder of a run, unless training has left something there already."""
    digest = _digest(learner)
    if digest and _is_fresh(run):
        with on_disk(run):
            write_whole(run / FILE, f"{digest}\n".encode())


def end(run: Path) -> None:
    """Note that the training of a run has ended, if `begin` has kept a digest."""
    kept = _kept(run)
    if len(kept) == 1:
        with on_disk(run):
            write_whole(run / FILE, f"{kept[0]} {TRAINED}\n".encode())


def is_trained(run: Path) -> bool:
    """Whether the training of a run has ended; False if it is not known."""
    return TRAINED in _kept(run)


def changed(learner: str, runs: Iterable[Path]) -> str:
    """Says, for a terminal, that the learner's file has changed since these runs; empty if it has not."""
    digest = _digest(learner)
    begun = [_kept(run) for run in runs if digest and not _is_fresh(run)]
    count = sum(kept[0] != digest for kept in begun if kept)
    if not count:
        return ""
    name = shown(Path(str(file_of(learner))).name)
    since = (
        "one of these runs, which stays as it is" if count == 1 else f"{count} of these runs, which stay as they are"
    )
    return f"[yellow]{name} has changed[/] since {since}: choose another --out to train anew"
