"""`dynasty benchmark`: the table grows, stops and goes on; a row of it comes out again."""

import csv
import json
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import Progress

from agents.network.player import champion_file
from agents.registry import register
from dynasty_env.kit.errors import DynastyEnvError, OptionError, SaveError
from tests.own import bot_file
from tests.tiny import dice
from tests.training.benchmark.dice_task import Call, command_line, dice_task
from training.arena.deals import Deal, all_deals, fingerprint, pairs_of
from training.arena.ladder_file import NAME, LadderFile
from training.arena.match import Interval
from training.arena.players import TOGETHER
from training.benchmark import command, run
from training.benchmark.counting import report
from training.benchmark.counting.estimate import Estimate
from training.benchmark.counting.results import Against, Result, Row, result_of, weights_against
from training.benchmark.playing import play
from training.benchmark.playing.play import BenchmarkFile, Measured, Protocol
from training.benchmark.run import batches
from training.benchmark.tasks import TASKS, Task, task_of


class Careful:
    """Always rolls for itself."""

    name = "careful"

    def reset(self, seed: int) -> None: ...

    def act(self, turn: Any) -> int:
        return 0


register("careful", lambda game, _: Careful())
SMALL = dice_task(6)


@pytest.fixture
def dynasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command line, where the only task is a tiny one."""
    return command_line(SMALL, tmp_path, monkeypatch)


def played(folder: Path) -> dict[Deal, Any]:
    return BenchmarkFile(folder / SMALL.name / NAME, SMALL.setting(protocol=Protocol(True, 3))).played


def test_the_table_and_one_more_bot(dynasty: Call, tmp_path: Path) -> None:
    code, text = dynasty()
    assert code == 0
    assert "dice-3" in text and "greedy" in text and "parity 33.3%" in text
    code, text = dynasty("dice-3", "--bots", "careful", "--deals", "4")
    assert code == 0
    result = report.read(tmp_path / "benchmarks" / "dice-3.json")
    assert {row.bot for row in result.rows} == {"random", "greedy", "careful"}
    assert result.opponents == ["random", "greedy"]
    careful, greedy = result.row("careful"), result.row("greedy")
    assert (careful.deals, careful.games) == (4, 4 * 2 * 3)
    assert (greedy.deals, set(greedy.against)) == (6, {"random"})
    assert careful.against["random"].alone.games == 4 * 3
    assert careful.against["random"].alone.parity == pytest.approx(1 / 3)
    mean = (careful.against["random"].together.plain.rate + careful.against["greedy"].together.plain.rate) / 2
    assert careful.score.rate == pytest.approx(mean, abs=1e-5)
    assert greedy.score.rate == pytest.approx((greedy.against["random"].together.plain.rate + 0.5) / 2, abs=1e-5)
    with (tmp_path / "benchmarks" / "table.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4
    assert (tmp_path / "benchmarks" / "table.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(OptionError, match="dice-3 has no row of mc"):
        result.row("mc")


def test_the_table_says_how_much_luck_to_take_off_few_deals() -> None:
    """The pair whose victories are least foregone says it; none is taken off where it did not help."""

    def row(bot: str, half: float, weight: float, factor: float) -> Row:
        rate = Interval(0.5, 0.5 - half, 0.5 + half)
        part = Estimate(60, 720, 0.5, rate, rate, factor, weight, None)
        return Row(bot, "", 60, 720, rate, {"greedy": Against(part, part)}, 0.0, None, None, 1)

    def told(*rows: Row) -> tuple[float, float]:
        opponents = ["random", "greedy", "champion"]
        return weights_against(Result("", "", {}, "", 0, {}, opponents, list(rows), []), "greedy")

    sure, others = row("random", 0.01, 5.0, 2.0), row("mc:50", 0.2, 3.0, 1.5)
    assert told(sure, row("champion", 0.04, 0.4, 1.2), others) == (0.4, 0.4)
    assert told(sure, row("champion", 0.04, 0.4, 0.97), others) == (0.0, 0.0)
    assert told(others) == weights_against(None, "greedy") == (0.0, 0.0)


def test_a_bot_in_a_file(dynasty: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot_file(tmp_path / "mine.py")
    code, text = dynasty("dice-3", "--bots", "mine.py:First", "--deals", "2")
    assert (code, "mine.py:" in text) == (0, True), text
    row = report.read(tmp_path / "benchmarks" / "dice-3.json").row("mine.py:First")
    assert (row.deals, row.games) == (2, 2 * 2 * 3)
    assert row.network == fingerprint("mine.py:First", dice.GAME) != ""
    bot_file(tmp_path / "mine.py", -1)
    for name in [name for name in sys.modules if name.startswith("dynasty_env.kit.named.")]:
        monkeypatch.delitem(sys.modules, name)  # as another process would read it
    code, text = dynasty("dice-3", "--bots", "mine.py:First", "--deals", "2")
    assert (code, "mine.py:First: its file has changed, so it is a new bot" in " ".join(text.split())) == (0, True), (
        text
    )
    rows = {row.bot: row for row in report.read(tmp_path / "benchmarks" / "dice-3.json").rows}
    kept = f"mine.py:First@{row.network[:8]}"
    assert {kept, "mine.py:First"} <= set(rows) and rows[kept].score == row.score != rows["mine.py:First"].score


def opened_again(folder: Path) -> BenchmarkFile:
    """The file of the task, as the command has left it."""
    file = folder / "benchmarks" / SMALL.name / NAME
    return BenchmarkFile(file, SMALL.setting(protocol=Protocol(True, 3)))


def test_five_runs_of_a_learner_are_one_number(dynasty: Call) -> None:
    names = [f"careful{number}" for number in range(5)]
    for name in names:
        register(name, lambda game, _: Careful())
    code, text = dynasty("--runs", "--bots", ",".join(names), "--deals", "1", "--redraws", "0")
    assert code == 0
    assert re.search(r"interquartile mean of 5 runs on 1 tasks: [\d.]+% \(no interval: too few, all alike\)", text)
    assert "; 1 deal: the interval is about the runs" in text


def test_stopped_and_gone_on_with_it_is_the_same(
    dynasty: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dynasty("--out", "whole")
    add = LadderFile.add
    with monkeypatch.context() as context:

        def pressed(self: LadderFile, *outcome: Any) -> None:
            if len(self.played) == 5:
                raise KeyboardInterrupt
            add(self, *outcome)

        context.setattr(LadderFile, "add", pressed)
        code, text = dynasty("--out", "parts")
        assert code == 130 and "run the same command again to resume" in text
    assert len(played(tmp_path / "parts")) == 5
    dynasty("--out", "parts")
    assert played(tmp_path / "parts") == played(tmp_path / "whole")
    assert (tmp_path / "parts" / "dice-3.json").read_bytes() == (tmp_path / "whole" / "dice-3.json").read_bytes()


def test_a_row_comes_out_again(dynasty: Call, tmp_path: Path) -> None:
    dynasty("--bots", "careful", "--deals", "20", "--out", "committed")
    code, text = dynasty("--row", "dice-3:careful")
    assert code == 0 and "the same within the intervals" in text
    code, text = dynasty("--row", "dice-3:careful", "--seed", "7")
    assert code == 0
    assert len(BenchmarkFile(
        tmp_path / "benchmarks" / "rows" / "dice-3-7" / "dice-3" / NAME, SMALL.setting(7, Protocol(True, 3))
    ).played) == 20 * 2 * 2  # fmt: skip
    path = tmp_path / "committed" / "dice-3.json"
    content = json.loads(path.read_text())
    for row in content["rows"]:
        row["score"] = {"rate": 0.99, "low": 0.98, "high": 1.0}
    path.write_text(json.dumps(content))
    code, text = dynasty("--row", "dice-3:careful")
    assert code == 1 and "different" in text
    for row in content["rows"]:
        row["network"] = "another"
    path.write_text(json.dumps(content))
    with pytest.raises(OptionError, match="another network than in the table"):
        command.again("dice-3:careful", run.Bench(tmp_path, 0), command.Console())


def test_published_rows_stand_below_ones_own(dynasty: Call) -> None:
    assert dynasty("--bots", "careful", "--out", "committed")[0] == 0
    code, text = dynasty("--bots", "mc:1:random", "--deals", "2")
    assert code == 0
    ours, _, theirs = text.partition("careful (published)")
    assert "mc:1:random" in ours and "greedy (published)" in theirs + ours
    assert text.count("(published)") == 2 * 3, "in both tables"
    assert "Published: the rows of this version's table" in text


def test_a_rating_of_few_deals_says_so() -> None:
    rate = Interval(1.0, 0.4, 1.0)
    rows = [Row(bot, "", 2, 4, rate, {}, points, points, points, 1) for bot, points in (("a", 300.0), ("random", 0.0))]
    _, one, zero = report.cells(Result("t", "t_v0", {"num_players": 2}, "", 0, {}, [], rows, []))
    assert (one[-2], zero[-2]) == ("+300 (too few deals for an interval)", "+0")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("dynasty-44",), "there is no task 'dynasty-44'"),
        (("dice-3", "kuhn_v0", "dice-3"), "dice-3 is named twice"),
        (("leduc",), "there is no task 'leduc': did you mean 'leduc_v0'?"),
        (("kingdom_v0",), "did you mean 'kingdoms_v0'?"),
        (("--row", "dice-3:careful", "--bots", "random"), "omit TASK, --bots, --option and --seats"),
        (("--row", "dice-3:careful"), "the table has no rows of dice-3"),
        (("--bots", "nobody"), "nobody"),
        (("--deals", "0"), "no games have been played yet"),
        (("--runs", "--bots", "careful,greedy"), "--runs needs at least 5 --bots"),
        (("--row", "dice-3"), "name the bot, e.g. dice-3:champion"),
        (("dice-3", "--exploit", "random", "--bots", "careful"), "one TASK, and neither --bots nor --learner"),
        (("dice-3", "--exploit", "random", "--learner", "ppo"), "one TASK, and neither --bots nor --learner"),
        (("dice-3", "--learners", "ppo"), "--learners needs --atlas; did you mean --learner?"),
        (("dice-3", "--learner", "ppo", "--track", "offline"), "--track needs --atlas"),
        (("dice-3", "--pack", "x.json"), "--pack needs --atlas"),
        (("dice-3", "--by", "Ada"), "--by needs --pack, and --pack needs --atlas"),
        (("dice-3", "--atlas", "--about", "an idea"), "--about needs --pack"),
        (("dice-3", "--exploit", "random", "--deals", "0"), "--exploit needs --deals 1 or more"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], message: str, dynasty: Call) -> None:
    code, text = dynasty(*arguments)
    assert code == 2 and message in text


def test_results_are_read_as_they_were_written(dynasty: Call, tmp_path: Path) -> None:
    dynasty("--bots", "careful")
    path = tmp_path / "benchmarks" / "dice-3.json"
    result = report.read(path)
    assert result.content() == json.loads(path.read_text())
    assert isinstance(result.rows[0].score, Interval)
    assert result.rules == SMALL.game.rules_digest
    older = {name: part for name, part in result.content().items() if name != "rules"}
    path.write_text(json.dumps(older))
    assert report.read(path).rules == ""
    path.write_text("{}")
    with pytest.raises(SaveError, match=r"dice-3\.json holds no result"):
        report.read(path)
    path.write_text(json.dumps({**result.content(), "version": "0.0.9", "lines": []}))
    with pytest.raises(
        SaveError, match=r"dice-3\.json: written by dynasty-env 0\.0\.9; this is .*: it holds no result"
    ):
        report.read(path)


def test_the_score_of_games_that_were_stopped_has_all_opponents(dynasty: Call, tmp_path: Path) -> None:
    """One opponent is a deal behind, as after Ctrl-C."""
    dynasty("dice-3", "--bots", "careful", "--deals", "4")
    file = BenchmarkFile(tmp_path / "benchmarks" / SMALL.name / NAME, SMALL.setting(protocol=Protocol(True, 3)))
    del file.played[Deal(3, "careful", "random", 2)]
    careful = result_of(SMALL, file).row("careful")
    rates = [careful.against[other].together.best.rate for other in ("random", "greedy")]
    assert rates[0] != rates[1]
    assert careful.score.rate == pytest.approx(sum(rates) / 2)
    assert (careful.deals, careful.against["greedy"].together.deals) == (3, 4)


def test_files_of_a_ladder_and_of_another_protocol_are_refused(tmp_path: Path) -> None:
    setting = SMALL.setting(protocol=Protocol(True, 3))
    LadderFile(tmp_path / "ladder" / NAME, setting)
    with pytest.raises(SaveError, match="not a file of a benchmark"):
        BenchmarkFile(tmp_path / "ladder" / NAME, setting)
    BenchmarkFile(tmp_path / "mine" / NAME, setting)
    with pytest.raises(SaveError, match="holds games with coupled True, not False"):
        BenchmarkFile(tmp_path / "mine" / NAME, SMALL.setting(protocol=Protocol(False, 3)))


def test_nothing_played_is_no_result(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no games have been played"):
        result_of(SMALL, BenchmarkFile(tmp_path / NAME, SMALL.setting()))


def test_everybody_meets_the_opponents_and_no_other_rival() -> None:
    assert pairs_of(["x", "y"], ["a", "b"]) == [("a", "b"), ("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]
    wanted = list(all_deals(["x"], 4, 2, ["a", "b"]))
    assert len(wanted) == len(set(wanted)) == 2 * 3 * 3


def test_bots_that_think_long_are_played_deal_by_deal() -> None:
    setting = Measured(dice.GAME, dice.GAME.check_options({"num_players": 3}), 0)
    wanted = list(all_deals(["mc:4:random"], 3, 40, ["random", "greedy"]))
    parts = batches(setting, wanted)
    assert sorted(deal for part in parts for deal in part) == sorted(wanted)
    assert all(len(part) == 1 for part in parts if any("mc" in deal.a + deal.b for deal in part))
    assert max(map(len, parts)) * 3 == TOGETHER


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_tasks_are_sound(task: Task) -> None:
    setting = task.setting()
    assert setting.seats == task.options["num_players"] >= 2
    assert task.opponents == ["random", "greedy"] + ["champion"] * champion_file(task.game).is_file()
    assert task_of(task.name) is task
    assert task.deals * setting.seats * (setting.seats - 1) >= 400


def test_an_unknown_task_names_those_near() -> None:
    with pytest.raises(DynastyEnvError, match="did you mean 'dynasty-4'"):
        task_of("dynasty4")


def test_games_show_as_they_end_and_what_is_compiled_is_said_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where all of them are played side by side, in one part."""
    shown: list[float] = []
    compiled: list[str] = []
    update = Progress.update

    def watched(self: Progress, task: Any, **given: Any) -> None:
        assert compiled
        shown.append(given["completed"])
        update(self, task, **given)

    monkeypatch.setattr(Progress, "update", watched)
    monkeypatch.setattr(run, "play_deals", partial(play.play_deals, backend="interpreted"))
    monkeypatch.setattr(run, "compile_entries", lambda game, names, console: compiled.extend(names))
    file = run.opened(tmp_path, SMALL.setting(1, play.Protocol(coupled=False, redraws=0)))
    run.Bench(tmp_path, deals=4, console=Console(quiet=True)).play(SMALL, file, ["careful"])
    games = 3 * len(file.played)
    assert "batch_deal" in compiled
    assert shown == sorted(shown)
    assert shown[-1] == games
    assert len([count for count in shown if 0 < count < games]) > 2


def test_processes_have_several_parts_each_and_the_same_deals() -> None:
    setting = SMALL.setting(1, play.Protocol())
    deals = list(all_deals(["random"], 3, 40, ["greedy"]))
    for jobs in (1, 2, 4):
        parts = run.batches(setting, deals, jobs)
        assert sorted(deal for part in parts for deal in part) == sorted(deals)
        assert len(parts) >= (4 * jobs if jobs > 1 else 1)
