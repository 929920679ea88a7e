"""`dynasty ladder`: stopped anywhere, with any number of processes, in any order, it finds the same."""

import csv
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agents.arguments import INTERRUPTED
from dynasty_env.kit.errors import DynastyEnvError, IllegalActionError, OptionError
from tests import command_line
from tests.tiny import cut_in, nim
from tests.training.arena.test_match import Wrong
from training.arena import deals as deals_module
from training.arena import ladder as ladder_module
from training.arena import processes as processes_module
from training.arena.deals import Deal, Setting, all_deals, play_deal
from training.arena.ladder import BOTS, play_ladder
from training.arena.ladder_file import NAME, LadderFile
from training.arena.ladder_report import CHART, PAIRS, RATINGS, WHOLE

TWO = ["random", "greedy"]
THREE = [*TWO, "mc:4:random"]


def setting(seats: int = 3) -> Setting:
    return Setting(nim.GAME, nim.GAME.check_options({"num_players": seats}), 0)


def opened(folder: Path, seats: int = 3) -> LadderFile:
    return LadderFile(folder / NAME, setting(seats))


@pytest.fixture
def dynasty(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """The command line, where the games are the tiny ones."""
    monkeypatch.setattr(ladder_module, "rulebook", lambda name: cut_in.GAME if name == "cut_in_v0" else nim.GAME)

    return partial(command_line.dynasty, "ladder")


def interrupted_after(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C once so many deals are kept."""
    add = LadderFile.add

    def pressed(self: LadderFile, *played: Any) -> None:
        if len(self.played) == count:
            raise KeyboardInterrupt
        add(self, *played)

    monkeypatch.setattr(LadderFile, "add", pressed)


def test_everybody_plays_everybody(tmp_path: Path) -> None:
    file = opened(tmp_path)
    play_ladder(file, THREE, 2)
    assert sorted(file.played) == sorted(all_deals(THREE, 3, 2))
    assert len(file.played) == 2 * 3 * 2
    assert all(played == play_deal(setting(), deal) for deal, played in file.played.items())
    assert opened(tmp_path).played == file.played


def test_more_deals_and_more_bots_add_to_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Deal] = []

    def watched(setting: Setting, deal: Deal) -> Any:
        played.append(deal)
        return play_deal(setting, deal)

    monkeypatch.setattr(ladder_module, "play_deal", watched)
    for bots, number in ((TWO, 1), (TWO, 1), ([], 2), (["mc:4:random"], 2), ([], 1)):
        play_ladder(opened(tmp_path / "grown"), bots, number)
    assert sorted(played) == sorted(all_deals(THREE, 3, 2))
    play_ladder(opened(tmp_path / "at once"), THREE, 2)
    assert opened(tmp_path / "grown").played == opened(tmp_path / "at once").played


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_what_can_be_gone_on_with(tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as context:
        interrupted_after(3, context)
        with pytest.raises(KeyboardInterrupt):
            play_ladder(opened(tmp_path), TWO, 4, jobs=jobs)
    assert len(opened(tmp_path).played) == 3
    play_ladder(opened(tmp_path), [], 4)
    assert opened(tmp_path).played == {deal: play_deal(setting(), deal) for deal in all_deals(TWO, 3, 4)}


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    file = opened(tmp_path)
    play_ladder(file, THREE, 2, jobs=2)
    assert file.played == {deal: play_deal(setting(), deal) for deal in all_deals(THREE, 3, 2)}


def test_a_bot_that_breaks_the_rules_is_named_and_costs_its_deal_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_ladder(opened(tmp_path), TWO, 1)
    before = opened(tmp_path).played
    seated = deals_module._seated
    monkeypatch.setattr(deals_module, "_seated", lambda game, name, seat: Wrong() if seat else seated(game, name, seat))
    with pytest.raises(IllegalActionError, match="the bot wrong"):
        play_ladder(opened(tmp_path), TWO, 2)
    assert opened(tmp_path).played == before


def test_too_few(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="random: nim_v0 needs at least two bots"):
        play_ladder(opened(tmp_path), ["random"], 1)


def test_a_process_that_dies_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Pool:
        def __init__(self, *args: Any, **kwargs: Any) -> None: ...

        def submit(self, *args: Any) -> Any:
            raise processes_module.BrokenProcessPool

        def shutdown(self, *args: Any, **kwargs: Any) -> None: ...

    monkeypatch.setattr(processes_module, "ProcessPoolExecutor", Pool)
    with pytest.raises(DynastyEnvError, match="a worker process has died"):
        play_ladder(opened(tmp_path), TWO, 2, jobs=2)


def test_a_whole_ladder(tmp_path: Path, dynasty: Callable[..., tuple[int, str]]) -> None:
    folder = tmp_path / "results"
    code, told = dynasty("--seats", "3", "--deals", "6", "--bots", ",".join(THREE), "--out", str(folder))
    assert code == 0
    assert "nim_v0, 108 games of 6 deals, 3 seats, seed 0" in told
    assert f"saved in {folder}" in told
    assert {path.name for path in folder.iterdir()} == {NAME, RATINGS, PAIRS, WHOLE, CHART}
    rows = list(csv.DictReader((folder / RATINGS).open()))
    assert sorted(row["bot"] for row in rows) == sorted(THREE)
    points = [float(row["points"]) for row in rows]
    assert points == sorted(points, reverse=True)
    assert {row["bot"]: row for row in rows}["random"] == {
        "bot": "random", "points": "0.0", "low": "0.0", "high": "0.0", "games": "72"
    }  # fmt: skip
    whole = json.loads((folder / WHOLE).read_text())
    assert [each["bot"] for each in whole["ratings"]] == [row["bot"] for row in rows]
    assert whole["options"] == {"num_players": 3, "ask_forced": False}
    pairs = list(csv.DictReader((folder / PAIRS).open()))
    assert [(row["a"], row["b"], row["seats_of_a"]) for row in pairs[:3]] == [
        ("greedy", "mc:4:random", k) for k in ("", "1", "2")
    ]
    assert all(float(row["low"]) <= float(row["share"]) <= float(row["high"]) for row in pairs)
    assert (folder / CHART).read_bytes().startswith(b"\x89PNG")

    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    code, again = dynasty("--seats", "3", "--deals", "0", "--out", str(folder))
    assert (code, again) == (0, told)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files


def test_stopping_is_told_and_a_torn_line_too(
    tmp_path: Path, dynasty: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as context:
        interrupted_after(2, context)
        code, told = dynasty("--deals", "3", "--seats", "2", "--out", str(tmp_path))
    assert code == INTERRUPTED
    assert f"stopped. 2 deals are saved in {tmp_path / NAME}; run the same command again to resume" in told
    file = tmp_path / NAME
    file.write_bytes(file.read_bytes()[:-5])
    code, told = dynasty("--deals", "3", "--seats", "2", "--out", str(tmp_path))
    assert code == 0
    assert "the last line was cut off by a crash: that deal is played again" in told
    assert "6 games of 3 deals" in told


def test_after_a_refusal_the_usual_bots_can_begin(tmp_path: Path, dynasty: Callable[..., tuple[int, str]]) -> None:
    few = ["--seats", "2", "--deals", "1", "--out", str(tmp_path)]
    assert dynasty("--bots", "random", *few)[0] == 2
    assert dynasty(*few)[0] == 0
    assert list(opened(tmp_path, 2).bots) == BOTS.split(",")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "random"], "random: nim_v0 needs at least two bots: name more with --bots"),
        (["--bots", "random,chess"], "there is no bot 'chess' for nim_v0; its bots are random, greedy"),
        (["--bots", "random,policy:nowhere"], "nowhere: there is no such checkpoint"),
        (["--seats", "9"], "--seats 9: nim_v0 has 2 to 4 seats"),
        (["--option", "speed=1"], "nim_v0 has no option 'speed'"),
        (["--seats", "4", "--option", "num_players=2"], "num_players=2 contradicts the 4 seats asked for"),
        (["--deals", "0"], "no games have been played yet"),
        (["--out", __file__], "this must be the folder of a ladder, but it is a file"),
    ],
)
def test_errors_are_told_in_a_line(
    arguments: list[str], message: str, tmp_path: Path, dynasty: Callable[..., tuple[int, str]]
) -> None:
    out = [] if "--out" in arguments else ["--out", str(tmp_path)]
    code, told = dynasty(*arguments, *out, *([] if "--deals" in arguments else ["--deals", "1"]))
    assert (code, message in told) == (2, True), told
    assert "Traceback" not in told


def test_a_folder_knows_its_game_seats_options_and_seed(
    tmp_path: Path, dynasty: Callable[..., tuple[int, str]]
) -> None:
    out = ["--out", str(tmp_path)]
    first = ["cut_in_v0", "--seats", "3", "--bots", "random,mc:4", "--deals", "1", "--seed", "5"]
    assert dynasty(*first, *out)[0] == 0
    code, told = dynasty("--deals", "2", *out)
    assert (code, "cut_in_v0, 12 games of 2 deals, 3 seats, seed 5" in told) == (0, True), told
    code, told = dynasty("--deals", "2", "--seed", "6", *out)
    assert (code, "seed 5, not 6" in told) == (2, True), told


def test_another_game_leaves_the_folder_alone(tmp_path: Path, dynasty: Callable[..., tuple[int, str]]) -> None:
    assert dynasty("--seats", "2", "--deals", "1", "--out", str(tmp_path))[0] == 0
    files = {path.name: path.read_bytes() for path in tmp_path.glob("[!.]*")}
    code, told = dynasty("cut_in_v0", "--seats", "3", "--deals", "1", "--bots", "random,mc:4", "--out", str(tmp_path))
    assert (code, "holds games with game 'nim_v0', not 'cut_in_v0': choose another --out" in told) == (2, True)
    code, told = dynasty("--seats", "3", "--deals", "1", "--out", str(tmp_path))
    assert (code, "num_players 2, not 3" in told) == (2, True)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("[!.]*")} == files  # but for the lock


def test_a_missing_library_is_told_before_anything_is_played(
    tmp_path: Path, dynasty: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_module, "find_spec", lambda name: None)
    code, told = dynasty("--out", str(tmp_path / "new"))
    assert (code, "this needs openskill: pip install 'dynasty-env[arena]'" in told) == (2, True)
    assert not (tmp_path / "new").exists()
