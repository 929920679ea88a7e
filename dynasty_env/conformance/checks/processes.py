"""A seed gives the same episode in other processes, under other hash seeds."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from dynasty_env.conformance.check import Trial, promise
from dynasty_env.conformance.checks.seeds import draw, turn_of
from dynasty_env.conformance.episodes import Elsewhere, Subject
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import digest

HASH_SEEDS = ("1", "2")
"""Hash seeds of the first processes. While there is time, each goes on with every second number after its own."""
CHUNK = 30
"""Number of decisions summed up in one line."""
LONGEST = 300
"""Number of decisions of an episode that are played."""
ROUND = 0.1
"""Share of the time for one hash seed."""
UNTIL = 0.7
"""Share of the time after which no new hash seed is begun."""
PATIENCE = 60.0
"""Seconds that other processes get for their first episode once the time is up."""
WAIT = 0.02
OFTEN = 40
"""Number of its own lines after which this process compares them with those of the others."""
AGAIN = 5.0
"""Seconds for the processes if nothing else is checked in the meantime."""
MARK = "dynasty-env-conformance"

Line = tuple[int, int]
"""A seed, and the number of decisions of its episode so far."""


def fingerprints(subject: Subject, first: int) -> Iterator[tuple[Line, str]]:
    """Endless fingerprints of the episodes of one seed after another, one for every few decisions."""
    for seed in count(first):
        driver, rng, seen = subject.begin(seed), draw(), []
        for decisions in range(LONGEST + 1):
            seen.append(driver.seen())
            over = not driver.acting or decisions == LONGEST
            if over or len(seen) == CHUNK:
                yield (seed, decisions), digest(seen)
                seen = []
            if over:
                break
            driver.play(turn_of(driver, rng))
        subject.close(driver)


def print_fingerprints(subject: Subject, first: int, hash_seed: str, seconds: float) -> None:
    """Print fingerprints for this time, one per line, and at least one."""
    until = time.process_time() + seconds
    for (seed, decisions), fingerprint in fingerprints(subject, first):
        print(MARK, hash_seed, seed, decisions, fingerprint, flush=True, file=sys.__stdout__)
        if time.process_time() > until:
            return


def start_elsewhere(subject: Subject, first: int, seconds: float) -> list[Elsewhere]:
    """Start separate processes, under other hash seeds, that print fingerprints for part of the time."""
    if subject.name is None:
        return []
    paths = os.pathsep.join([str(Path.cwd()), *filter(None, sys.path)])
    until = time.time() + UNTIL * seconds
    folder = Path(mkdtemp(prefix="dynasty-env-"))
    running = []
    for hash_seed in HASH_SEEDS:
        out, err = folder / f"{hash_seed}.out", folder / f"{hash_seed}.err"  # files, since a full pipe blocks
        command = command_of(subject.name, first, ROUND * seconds, until)
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
        with out.open("w") as printed, err.open("w") as errors:
            process = subprocess.Popen(command, text=True, stdout=printed, stderr=errors, env=environment)
        running.append(Elsewhere(process, out, err))
    return running


def command_of(name: str, first: int, seconds: float, until: float) -> list[str]:
    """The command of such a process: seconds for each hash seed, and the last `time.time()` for starting a new one."""
    module = "dynasty_env.conformance.elsewhere"
    return [sys.executable, "-m", module, name, str(first), repr(seconds), repr(until)]


def end_elsewhere(running: list[Elsewhere]) -> None:
    """End those that are still running, and remove what they have printed."""
    for each in running:
        each.process.kill()
        each.process.wait()
    for folder in {each.out.parent for each in running}:
        rmtree(folder, ignore_errors=True)
    running.clear()


@promise("a seed gives the same episode in other processes and under other hash seeds", episodes=1, weight=2,
         survey=True, compares=True)  # fmt: skip
def other_processes(trial: Trial) -> None:
    subject = trial.subject
    if subject.name is None:
        raise NotChecked("another process needs the factory by name: module:factory or file.py:factory")
    until = subject.until
    if not subject.elsewhere:  # it is run again separately
        subject.elsewhere, until = start_elsewhere(subject, trial.seed, AGAIN), subject.clock() + ROUND * AGAIN
    running = subject.elsewhere
    try:
        here: dict[Line, str] = {}
        for n, (line, fingerprint) in enumerate(fingerprints(subject, trial.seed)):
            here[line] = fingerprint
            if subject.clock() > until:
                break
            if n % OFTEN == 0:
                _compare(here, [row for each in running for row in _rows(each)])
        rows = [row for rows in _answers(subject, running) for row in rows]
    finally:
        end_elsewhere(running)
    trial.looked, seeds = len(rows), _compare(here, rows)
    if not seeds:
        raise NotChecked("there was no time for an episode in two processes: give more --seconds")
    trial.note = f"{len({row[0] for row in rows}) + 1} processes, {seeds} seeds in two of them or more"


def _answers(subject: Subject, running: list[Elsewhere]) -> list[list[list[str]]]:
    """What each process has printed by the time all have ended or time is up: hash seed, seed, decisions and digest."""
    patience = time.perf_counter() + PATIENCE
    while any(each.process.poll() is None for each in running):
        if subject.late and all(_rows(each) for each in running):
            break
        if subject.late and time.perf_counter() > patience:
            raise NotChecked(f"another process had not played it after {PATIENCE:g} seconds more")
        time.sleep(WAIT)
    for each in running:
        if each.process.returncode or not _rows(each):
            last = "".join(each.err.read_text(errors="replace").strip().splitlines()[-1:])
            raise NotChecked(f"another process could not play it: {last}")
    return [_rows(each) for each in running]


def _rows(each: Elsewhere) -> list[list[str]]:
    whole, _, _ = each.out.read_text(errors="replace").rpartition("\n")  # it may be writing another line
    return [line.split()[1:] for line in whole.splitlines() if line.startswith(MARK)]


def _compare(here: dict[Line, str], rows: list[list[str]]) -> int:
    """Require all processes that have played this far to have seen the same; this process need not be among them.

    Returns:
        The number of seeds played in two or more processes.
    """
    first: dict[Line, tuple[str, str]] = {line: (fingerprint, "this process") for line, fingerprint in here.items()}
    shared: set[Line] = set()
    for hash_seed, seed, decisions, fingerprint in rows:
        line = int(seed), int(decisions)
        known, by = first.setdefault(line, (fingerprint, f"PYTHONHASHSEED={hash_seed}"))
        if known != fingerprint:
            raise Broken(
                "the same seed gives the same episode in every process",
                f"under PYTHONHASHSEED={hash_seed} it is another one than in {by}, within {line[1]} decisions",
                at=line,
            )
        if not by.endswith(f"={hash_seed}"):
            shared.add(line)
    return len({seed for seed, _ in shared})
