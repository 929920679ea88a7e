"""Doors of the command line: command lines with something wrong, and databases with something wrong in them."""

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from typer.main import get_command
from typer.testing import CliRunner

from dynasty_env.kit.files.replays import Replay, SavedGame
from tests.agents.people.web.live import live, save_in
from tests.fuzz.doors.games import folder
from tests.fuzz.mutate import STRANGE, Dice, bytewise, one_of, text
from tests.fuzz.trials import ACCEPTED, REFUSED, BrokenPromise, Input
from tests.tiny import nim
from tests.waiting import until
from training.cli import app

GAME = "tests.tiny.nim:Nim"
LINES = (
    f"play {GAME} --bots random --seed 3 --seats 2",
    f"play {GAME} --seat none --bots random --seed 3 --save new.json",
    "play --load saved.json --bots random,greedy --allow-programs",
    f"watch {GAME} --bots random --seats 2 --seed 1 --fast --save w.json",
    f"replay game.json --game {GAME} --fast --seat 1 --delay 0",
    f"replay game.json --game {GAME} --verify",
    f"film game.json --game {GAME} --out film.gif --frames 3 --seconds 0.2 --width 100",
    f"measure {GAME} --bots greedy --seats 3 --games 5 --seed 1 --option ask_forced=false --json m.json",
    f"balance {GAME} --games 5 --bot random --seats 2 --out b.json",
    f"victories {GAME} --bots greedy --seats 2 --games 5 --json v.json",
    f"match {GAME} --bots random,greedy --games 4 --seed 2 --jobs 1",
    f"ladder {GAME} --bots random,greedy --deals 1 --seats 2 --out ladder --jobs 1",
    f"dataset {GAME} --bots random --games 2 --seats 2 --out data --name some",
    "new bot mine --out fresh",
    "new game mine --out fresh2",
    f"soak {GAME} --games 3 --seed 1 --out soak.json",
    "weights run out.safetensors",
    "evaluate run --games 4 --seats 2 --against random",
    "export games.jsonl --database sqlite:///tables.db",
)
"""Command lines that are right, and quick."""
TOKENS = (
    "--help", "--seed", "--seats", "--games", "-1", "0", "1.5", "99", "x", "", "--", "-", "dynasty_v0", "random:5",
    "mc:", "greedy,random", "--option", "num_players=2", "a=b", "=", "packs=2", "--out", "/dev/null/x", "none.json",
    "junk", "junk.json", "--game", "no.module:X", "--bots", "saved.json", "--fast", "../..", "llm:true", "0,1",
    "sqlite:///junk",
)  # fmt: skip
"""What else people type; nothing here makes a command long."""
PATIENCE = 300
"""Seconds: a line may compile a game, or begin processes, which a busy machine takes minutes for."""
_SERVES = ("serve", "mcp", "openenv")
_MARKS = re.compile(r"\x1b\[[0-9;]*m")


def a_folder() -> Path:
    """Files for the commands: a replay, a saved game, junk."""
    where = folder() / "valid"
    where.mkdir()
    rng = np.random.default_rng(4)
    state = nim.GAME.new(3, backend="interpreted")
    replay = Replay.of(state, ["random"] * state.num_players)
    replay.add(state, int(state.legal()[0]))
    SavedGame(replay, state).write(where / "saved.json")
    while not state.done:
        replay.add(state, int(rng.choice(state.legal())))
    replay.write(where / "game.json")
    (where / "junk.json").write_text("{]")
    (where / "junk").write_bytes(rng.bytes(4000))
    return where


@contextmanager
def inside(where: Path) -> Iterator[Path]:
    """The working folder is a copy of this one."""
    before, copied = Path.cwd(), where.with_name("work")
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(where, copied)
    os.chdir(copied)
    try:
        yield copied
    finally:
        os.chdir(before)


def mutated(line: str, rng: Dice) -> list[str]:
    """A few words of a line replaced, left out, put in, or damaged. Numbers stay small: nobody wants to wait."""
    words = line.split()
    for _ in range(int(rng.integers(1, 4))):
        place = int(rng.integers(len(words)))
        kind = int(rng.integers(5))
        if kind == 0 and len(words) > 1:
            del words[place]
        elif kind == 1:
            words.insert(place + 1, one_of(TOKENS, rng))
        elif kind == 2:
            words[place] = one_of(TOKENS, rng)
        elif kind == 3:
            words[place] = str(one_of(STRANGE, rng))[:200]
        else:
            words[place] = text(bytewise(words[place].encode("utf-8", "surrogatepass"), rng))
    return [bounded(word) for word in words]


def bounded(word: str) -> str:
    return "7" if re.fullmatch(r"[+-]?\d[\d_.e+]*|[+-]?inf(inity)?|nan", word) and word not in TOKENS else word


def type_in(where: Path, rng: Dice) -> str:
    words = mutated(one_of(LINES, rng), rng)
    if words[0] in _SERVES or "train" in words[0] or "ray" in " ".join(words):
        return REFUSED  # a server that runs on is no fault, and a training run takes its time
    with inside(where):
        return answer_of(words)


@cache
def command() -> Callable[..., Any]:
    """The command line, built once: that takes ten times as long as to refuse a word."""
    return get_command(app)


def answer_of(words: list[str]) -> str:
    """What a command says: exit code 0; or another one, and why."""
    code: Any = 0
    with CliRunner().isolation(input="") as (_, _, told):
        try:
            command()(words, prog_name="dynasty")
        except SystemExit as end:
            code = end.code
        except Exception as error:
            raise BrokenPromise(f"dynasty {words} ends in a traceback") from error
        said = _MARKS.sub("", told.getvalue().decode("utf-8", "replace"))
    if isinstance(code, str):  # Python itself prints it then
        said, code = said + code, 1
    if "Traceback" in said:
        raise BrokenPromise(f"dynasty {words} tells a traceback: {said[-500:]}")
    if not code:
        return ACCEPTED
    if not said.strip():
        raise BrokenPromise(f"dynasty {words} ends with {code} and says nothing")
    return REFUSED


@dataclass
class Database:
    """A database with finished games."""

    folder: Path
    raw: bytes


def a_database() -> Database:
    where = folder()
    with live(save_in(where)) as here:
        for seed in ("1", "2"):
            here.open("shinsengumi_v0", "random", "random", seed=seed)
            until(lambda: here.table().over and here.table()._ended, 120)
    with closing(sqlite3.connect(where / "tables.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    return Database(where, (where / "tables.db").read_bytes())


def export_database(shared: Database, rng: Dice) -> str:
    """`dynasty export` of a database whose bytes, or whose rows, have been changed."""
    with inside(shared.folder) as work:
        for beside in work.glob("tables.db*"):
            beside.unlink()
        file = work / "tables.db"
        if rng.random() < 0.4:
            file.write_bytes(bytewise(shared.raw, rng))
        else:
            file.write_bytes(shared.raw)
            change_a_row(file, rng)
        return answer_of(["export", "games.jsonl", "--database", "sqlite:///tables.db"])


def change_a_row(file: Path, rng: Dice) -> None:
    """Something else stands in a column of a table, or a table has gone."""
    with closing(sqlite3.connect(file)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        table = one_of([name for name in tables if not name.startswith("sqlite")], rng)
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column, value = one_of(columns, rng), one_of(STRANGE, rng)
        if isinstance(value, dict | list):
            value = json.dumps(value)
        if isinstance(value, int) and abs(value) >= 2**63:
            value = str(value)
        if isinstance(value, str):
            value = value.encode("utf-8", "replace").decode()
        try:
            if rng.random() < 0.1:
                connection.execute(f"DROP TABLE {table}")
            elif rng.random() < 0.2:
                connection.execute(f"DELETE FROM {table} WHERE rowid % 2 = 0")
            else:
                connection.execute(
                    f"UPDATE {table} SET {column} = ? WHERE rowid % 2 = ?", (value, int(rng.integers(2)))
                )
            connection.commit()
        except sqlite3.Error:  # the database keeps such things out itself
            connection.rollback()


DOORS = (
    Input(
        "command",
        "command lines, with files of all kinds; one message and an exit code",
        a_folder,
        type_in,
        share=4,
        patience=PATIENCE,
    ),
    Input(
        "database", "databases of `dynasty serve`, exported: what can be read is", a_database, export_database, share=4
    ),
)
