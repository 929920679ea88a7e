"""Replays and saved games: they tell a game exactly, and refuse what is broken by path and reason."""

import json
import os
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dynasty_env import dynasty_v0
from dynasty_env.kit.errors import IllegalActionError, SaveError, UnknownGameError
from dynasty_env.kit.files import replays as module
from dynasty_env.kit.files.replays import Replay, SavedGame, read_json, result_of, write_json
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.games import ALL

GAMES = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
NIM = ALL[0]


def find(name: str) -> Game:
    games = {game.name: game for game in ALL}
    if name not in games:
        raise UnknownGameError(f"there is no game {name!r}; there are {', '.join(games)}")
    return games[name]


def random_moves(replay: Replay, state: State, count: int, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    while not state.done and count:
        replay.add(state, int(rng.choice(state.legal())))
        count -= 1


def recorded(game: Game, seed: int = 5, count: int = 10**6) -> tuple[Replay, State]:
    state = game.new(seed, backend="auto")
    replay = Replay.of(state, [f"bot {seat}" for seat in range(state.num_players)])
    random_moves(replay, state, count)
    return replay, state


@GAMES
def test_a_replay_comes_back_from_its_file_and_verifies(game: Game, tmp_path: Path) -> None:
    replay, state = recorded(game)
    replay.write(tmp_path / "deep" / "game.json")
    again = Replay.read(tmp_path / "deep" / "game.json", find)
    assert again == replay
    assert again.result == result_of(state)
    assert again.verify("auto").to_dict() == state.to_dict()
    seen = [table.phase for table in again.play("auto")]
    assert len(seen) == len(replay.actions) + 1
    assert seen[-1] == "end"
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["game.json"]


@GAMES
def test_a_saved_game_goes_on_as_if_it_had_not_been_interrupted(game: Game, tmp_path: Path) -> None:
    replay, state = recorded(game, count=3)
    SavedGame(replay, state).write(tmp_path / "game.json")
    saved = SavedGame.read(tmp_path / "game.json", find, "auto")
    assert saved.table.to_dict() == state.to_dict()
    assert saved.replay == replay
    for record, table in ((replay, state), (saved.replay, saved.table)):
        random_moves(record, table, 10**6, seed=1)
    assert saved.replay == replay
    assert saved.table.to_dict() == state.to_dict()
    assert Replay.read(tmp_path / "game.json", find).result is None


@GAMES
def test_a_game_may_begin_at_a_table(game: Game, tmp_path: Path) -> None:
    _, state = recorded(game, count=3)
    (tmp_path / "table.json").write_text(json.dumps(state.to_dict()), encoding="utf-8")
    saved = SavedGame.read(tmp_path / "table.json", find, "auto")
    assert saved.replay.players == [""] * state.num_players
    random_moves(saved.replay, saved.table, 10**6)
    saved.replay.write(tmp_path / "game.json")
    again = Replay.read(tmp_path / "game.json", find)
    assert again.verify("auto").to_dict() == saved.table.to_dict()
    again.options["ask_forced"] = not again.options["ask_forced"]
    with pytest.raises(SaveError, match=r"^start\.options\.ask_forced: the replay has"):
        again.verify("auto")


def test_who_decided_and_where_hints_were_given_is_kept() -> None:
    state = NIM.new(3, backend="interpreted")
    replay = Replay.of(state, ["person", "random"])
    while not state.done:
        replay.add(state, int(state.legal()[0]))
    assert "decided_by" not in replay.to_dict()
    count = len(replay.actions)
    replay.decided_by, replay.hints = ["person", *["bot"] * (count - 1)], [0]
    saved = replay.to_dict()
    again = Replay.from_dict(NIM, saved)
    assert (again.decided_by, again.hints) == (replay.decided_by, [0])
    for change, message in (
        ({"decided_by": ["person"]}, f"1 makers of {count} decisions"),
        ({"decided_by": ["x"] * count}, "decided_by[0]"),
        ({"hints": [count]}, "hints[0]"), ({"hints": 1}, "hints"),
    ):  # fmt: skip
        with pytest.raises(SaveError, match=re.escape(message)):
            Replay.from_dict(NIM, saved | change)


def test_an_illegal_action_is_not_recorded() -> None:
    replay, state = recorded(NIM, count=2)
    before = list(replay.actions)
    with pytest.raises(IllegalActionError):
        replay.add(state, 99)
    assert replay.actions == before


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    *way, last = path.split(".")

    def change(saved: dict[str, Any]) -> None:
        for name in way:
            saved = saved[name]
        if value is None:
            del saved[last]
        else:
            saved[last] = value

    return change


BROKEN: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (put("format", "novel"), "format: 'replay' is expected, not 'novel'"),
    (put("game", "chess"), "game: there is no game 'chess'; there are"),
    (put("game", 3), "game: a text is expected, not 3"),
    (put("game", "cut_in_v0"), "options: num_players=2 is out of range"),
    (put("seed", None), "the field 'seed' is missing"),
    (put("seed", -1), "seed: a whole number 0"),
    (put("seed", True), "seed: a whole number"),
    (put("options", {"nobody": 1}), "options: nim has no option 'nobody'"),
    (put("players", ["a"]), "players: 1 players for"),
    (put("players", "abc"), "players: a list is expected"),
    (put("players", [1, 2, 3]), "players[0]: a text is expected, not 1"),
    (put("actions", ["take 1", "jump"]), "actions[1]: no action is called 'jump'"),
    (put("actions", [4]), "actions[0]: a text is expected"),
    (put("result.win", [1]), "result.win: 1 numbers for"),
    (put("result.win", ["x"] * 3), "result.win[0]: a number is expected"),
    (put("result.win", [10**400] * 3), "result.win[0]: a number is expected"),
    (put("acts", []), "there is no field 'acts'; did you mean 'actions'?"),
    (put("start", {"game": "nim"}), "start."),
    (put("result", [1]), "result: a dict is expected"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=[message for _, message in BROKEN])
def test_broken_replays_are_refused_by_path(
    change: Callable[[dict[str, Any]], None], message: str, tmp_path: Path
) -> None:
    replay, state = recorded(NIM)
    saved = deepcopy(replay.to_dict())
    saved["players"] = ["a", "b", "c"][: state.num_players]
    change(saved)
    message = message.replace("nim", NIM.name)
    (tmp_path / "game.json").write_text(json.dumps(saved), encoding="utf-8")
    with pytest.raises(SaveError) as caught:
        Replay.read(tmp_path / "game.json", find).verify("interpreted")
    assert message in str(caught.value)


def test_a_replay_that_comes_to_something_else_is_refused() -> None:
    replay, _ = recorded(NIM)
    assert replay.result is not None
    lied = {name: [-value for value in values] for name, values in replay.result.items()}
    with pytest.raises(SaveError, match=r"result\.win: recorded: .* but the actions give"):
        Replay(replay.game, replay.options, replay.seed, replay.players, replay.actions, lied).verify("interpreted")
    with pytest.raises(SaveError, match="the actions do not end the game"):
        cut = Replay(replay.game, replay.options, replay.seed, replay.players, replay.actions[:-1], replay.result)
        cut.verify("interpreted")
    with pytest.raises(SaveError, match="none, but the actions end the game"):
        Replay(replay.game, replay.options, replay.seed, replay.players, replay.actions).verify("interpreted")


def test_an_illegal_action_is_told_by_its_number() -> None:
    replay, _ = recorded(NIM)
    replay.actions.append(replay.actions[0])
    with pytest.raises(SaveError, match=rf"actions\[{len(replay.actions) - 1}\]: .*after the end"):
        replay.verify("interpreted")


def test_another_games_replay_is_refused() -> None:
    replay, _ = recorded(NIM)
    with pytest.raises(SaveError, match=f"game: this is a replay of {NIM.name!r}, not of {ALL[1].name!r}"):
        Replay.from_dict(ALL[1], replay.to_dict())


def test_another_games_files_are_refused_as_such_even_if_other_rules_wrote_them(tmp_path: Path) -> None:
    replay, state = recorded(NIM)
    for content, read in (
        (state.to_dict() | {"rules": "f49c"}, ALL[1].from_dict),
        (replay.to_dict() | {"rules": "f49c"}, lambda saved: Replay.from_dict(ALL[1], saved)),
    ):
        with pytest.raises(SaveError, match=f"^game: this is a (save|replay) of {NIM.name!r}, not of {ALL[1].name!r}"):
            read(content)


def test_a_tables_save_file_is_no_replay_and_a_path_may_be_a_text(tmp_path: Path) -> None:
    replay, state = recorded(NIM)
    write_json(str(tmp_path / "table.json"), state.to_dict())
    with pytest.raises(SaveError, match=r"a table's save file .*: continue it with dynasty play --load"):
        Replay.read(str(tmp_path / "table.json"), find)
    replay.write(str(tmp_path / "game.json"))
    assert Replay.read(str(tmp_path / "game.json"), find) == replay


def test_a_saved_table_that_the_record_does_not_lead_to_is_refused(tmp_path: Path) -> None:
    replay, state = recorded(dynasty_v0.game, count=30)
    saved = SavedGame(replay, state).to_dict()
    saved["table"]["pope"] = (saved["table"]["pope"] + 1) % state.num_players
    with pytest.raises(SaveError, match=r"table\.pope: the record \(of version .*\) leads to \d, not \d"):
        SavedGame.from_dict(dynasty_v0.game, saved)
    saved = SavedGame(replay, state).to_dict()
    saved["record"]["actions"][4] = "pass"
    with pytest.raises(SaveError, match=r"record\.actions\[4\]: .* is illegal"):
        SavedGame.from_dict(dynasty_v0.game, saved)
    saved = SavedGame(replay, state).to_dict()
    saved["table"]["pack"] = 3
    with pytest.raises(SaveError, match=r"table\.pack: the record \(of version .*\) leads to \[.*, not 3"):
        SavedGame.from_dict(dynasty_v0.game, saved)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "this is not a JSON file"),
        (b"\xff\xfe", "this is not a JSON file"),
        (b"[" * 100_000, "this is not a JSON file"),
        (b"[1]", "a saved game or a replay is expected, not a list"),
        (b"{}", "missing"),
        (b'{"format": "saved game"}', "the field 'record' is missing"),
        (b'{"format": "saved game", "record": 3}', "record: a dict is expected"),
        (b'{"format": "replay"}', "the field 'game' is missing"),
        (b'{"game": "chess"}', "format"),
    ],
)
def test_files_that_are_no_replays_are_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_bytes(content)
    with pytest.raises(SaveError) as caught:
        Replay.read(path, find)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_missing_files_and_folders_are_told(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="nowhere: No such file"):
        read_json(tmp_path / "nowhere")
    with pytest.raises(SaveError, match="directory"):
        read_json(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match=r"Not a directory|exists"):
        recorded(NIM)[0].write(tmp_path / "file" / "game.json")


def test_a_finished_game_is_not_a_saved_one(tmp_path: Path) -> None:
    recorded(NIM)[0].write(tmp_path / "game.json")
    with pytest.raises(SaveError, match="the replay of a finished game"):
        SavedGame.read(tmp_path / "game.json", find)


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replay, _ = recorded(NIM)
    path = tmp_path / "game.json"
    replay.write(path)
    before = path.read_bytes()

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for where, name in ((module.json, "dumps"), (os, "replace")):
        with monkeypatch.context() as context:
            context.setattr(where, name, interrupt)
            with pytest.raises(KeyboardInterrupt):
                replay.write(path)
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]
