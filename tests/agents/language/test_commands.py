"""Language models in the commands: what they did is told, and a file that names one starts nothing by itself."""

import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from agents.people import play
from dynasty_env import shinsengumi_v0
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.replays import Replay, SavedGame
from tests.command_line import CliRunner
from tests.tiny import nim
from training.arena import deals, ladder
from training.arena.evaluate import BotPlayer
from training.arena.measure import measure_games, show
from training.cli import app

PYTHON = f"'{sys.executable}'"


def model(folder: Path, code: str, **settings: object) -> str:
    """The name of a bot that is a little program."""
    (folder / "model.py").write_text(code, encoding="utf-8")
    lines = {"command": f"{PYTHON} '{folder / 'model.py'}'", "verbosity": "compact"} | settings
    file = folder / "model.toml"
    file.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in lines.items()), encoding="utf-8")
    return f"llm:{file}"


def test_measure_tells_how_decisions_were_taken(tmp_path: Path) -> None:
    name = model(tmp_path, "print('MOVE: 1')")
    report = measure_games(nim.GAME, name, games=1, seed=0, options={"num_players": 2})
    ((bot, counts),) = report.accounts.items()
    assert bot.startswith("llm:")
    assert counts["decisions"] == counts["replies"] > 5
    console = Console(width=400, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    show(report, console)
    assert f"decisions {counts['decisions']}, replies {counts['replies']}" in console.export_text()


def test_watching_and_playing_tell_of_wrong_replies_and_forfeits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(play, "rulebook", lambda name: nim.GAME)
    name = model(tmp_path, "print('no')", fallback="forfeit", corrections=0)
    done = CliRunner().invoke(app, ["watch", "--bots", f"{name},random", "--seed", "3", "--fast"])
    assert done.exit_code == 0, done.output
    told = " ".join(done.output.split())
    assert "Taker 1 has forfeited this game" in told
    assert "decisions 1, replies 1, unreadable 1, forfeits 1" in told


def test_a_saved_game_starts_no_program_unless_it_is_told_to(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    name = model(tmp_path, f"open({str(mark)!r}, 'w').close(); print('MOVE: 1')")
    state = shinsengumi_v0.game.new(seed=1, num_players=2, backend="interpreted")
    file = tmp_path / "game.json"
    SavedGame(Replay.of(state, [name, "random"]), state).write(file)
    with pytest.raises(OptionError, match=r"run a program or a file, or call a server: llm:.*--allow-programs"):
        play.play(load=file)
    assert not mark.exists()
    sitting = play._loaded(file, {}, None, None, tmp_path / "on.json", trusted=True, place="")
    next(sitting.moves())
    assert mark.exists()


def test_a_ladders_folder_starts_no_program_unless_it_is_named_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class File:
        format = "ladder"
        setting = deals.Setting(nim.GAME, {"num_players": 2}, 1)
        current = ("random", "llm:touch this")

    with pytest.raises(OptionError, match=r"llm:touch this: this bot runs a program.*name it again in --bots"):
        ladder.play_ladder(File(), ["greedy"], 1)  # type: ignore[arg-type]
    forfeits = model(tmp_path, "", fallback="forfeit")
    with pytest.raises(OptionError, match="a ladder does not support forfeits"):
        ladder.play_ladder(File(), ["greedy", "llm:touch this", forfeits], 1)  # type: ignore[arg-type]


def test_evaluations_refuse_bots_that_forfeit(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="forfeits are not counted here"):
        BotPlayer(model(tmp_path, "", fallback="forfeit"), nim.GAME)
