"""Finished games out of the database."""

import json
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from agents.people.web import rulebooks
from agents.people.web.store.export import finished_games, write_lines
from dynasty_env.kit.files.replays import Replay
from tests.agents.people.web.live import GAMES, live, save_in
from tests.command_line import CliRunner, dynasty
from tests.tiny import nim
from tests.waiting import until
from training.cli import app


def test_finished_games_are_exported_as_replays(tmp_path: Path) -> None:
    with live(save_in(tmp_path)) as here:
        guest = here.seat("nim_v0", "me", "random")
        guest.play(max)
        here.open("dynasty_v0", "me", "random")  # goes on
        until(lambda: here.table().begun)
        lines = StringIO()
    games, damaged = finished_games(save_in(tmp_path), GAMES)
    assert not damaged
    assert write_lines(games, lines) == 1
    replay = Replay.from_dict(nim.GAME, json.loads(lines.getvalue()))
    replay.verify()
    assert replay.players == ["person", "random"]
    assert replay.decided_by is not None
    assert set(replay.decided_by) == {"person", "bot"} or set(replay.decided_by) == {"person", "bot", "rule"}
    assert replay.hints == []
    assert "Anna" not in lines.getvalue()


def damaged(tmp_path: Path, statement: str) -> str:
    """A database with three finished games, changed by hand; the name of the second."""
    with live(save_in(tmp_path)) as here:
        for _ in range(3):
            here.open("nim_v0", "random", "random")
            until(lambda: here.table().over and here.table()._ended)
        names = list(here.server.hub.tables)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.execute(statement, (names[1],))
        connection.commit()
    return names[1]


@pytest.mark.parametrize(
    "statement",
    [
        "update tables set options = '{no json' where id = ?",
        "update tables set options = '[1]' where id = ?",
        "update tables set seed = -5 where id = ?",
        "update decisions set action = 250 where table_id = ? and number = 1",
        "update decisions set number = number + 100 where table_id = ? and number = 0",
        "delete from decisions where table_id = ? and number = 2",
        "delete from decisions where table_id = ? and number > 2",
    ],
)
def test_a_damaged_game_is_named_and_left_out(tmp_path: Path, statement: str) -> None:
    name = damaged(tmp_path, statement)
    games, left_out = finished_games(save_in(tmp_path), GAMES)
    assert (len(games), [each.table for each in left_out]) == (2, [name])
    assert left_out[0].why


def test_the_command_says_what_it_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "REGISTERED", GAMES)
    name = damaged(tmp_path, "update tables set options = 'x' where id = ?")
    found = CliRunner().invoke(app, ["export", str(tmp_path / "a.jsonl"), "--database", save_in(tmp_path)])
    assert found.exit_code == 1
    assert f"left out: table {name} cannot be read" in found.output
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 2


def test_a_game_of_an_unknown_rulebook_is_named_until_its_place_is_said(tmp_path: Path) -> None:
    with live(save_in(tmp_path)) as here:
        here.open("nim_v0", "random", "random")
        until(lambda: here.table().over and here.table()._ended)
        name = here.table().id
    arguments = ["export", str(tmp_path / "a.jsonl"), "--database", save_in(tmp_path)]
    found = CliRunner(env={"COLUMNS": "500"}).invoke(app, arguments)
    assert found.exit_code == 1
    assert f"left out: table {name} cannot be read: its rulebook 'nim_v0' is not known here: --game" in found.output
    assert (tmp_path / "a.jsonl").read_text() == ""
    (tmp_path / "a.jsonl").unlink()
    found = CliRunner().invoke(app, [*arguments, "--game", f"{Path(nim.__file__)}:Nim"])
    assert found.exit_code == 0, found.output
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 1


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with live(save_in(tmp_path)):
        pass
    found = CliRunner().invoke(app, ["export", str(tmp_path / "no" / "a.jsonl"), "--database", save_in(tmp_path)])
    assert "a.jsonl: No such file or directory" in found.output
    assert found.exit_code and "Traceback" not in found.output


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["export", str(tmp_path / "a.jsonl"), "--database", save_in(tmp_path)])
    assert (found.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert "there is no database" in " ".join(found.output.split())


@pytest.mark.parametrize("command", [["serve", "--no-compile", "--database"], ["export", "FILE", "--database"]])
def test_a_file_that_is_no_database_or_a_damaged_one_is_said_to_be_so(tmp_path: Path, command: list[str]) -> None:
    with live(save_in(tmp_path)) as here:
        here.open("nim_v0", "random", "random")
    whole = bytearray((tmp_path / "tables.db").read_bytes())
    for place in range(4096, len(whole), 512):
        whole[place : place + 64] = b"\xff" * 64
    (tmp_path / "tables.db").write_bytes(whole)
    (tmp_path / "junk.db").write_bytes(b"no database at all" * 500)
    for name in ("tables.db", "junk.db"):
        arguments = [each.replace("FILE", str(tmp_path / "a.jsonl")) for each in command]
        arguments.append(f"sqlite:///{tmp_path / name}")
        code, said = dynasty(*arguments)
        assert (code, "--database" in said) == (2, True), said
