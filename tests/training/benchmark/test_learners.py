"""Rows of learners: runs are trained once, measured together, and kept as one row."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from tests.own import FIRST
from tests.training.benchmark.dice_task import Call, command_line, dice_task
from training.algorithms.offline import OfflineSettings, default_bots
from training.benchmark import learners, tasks
from training.benchmark.atlas import PUBLISHED
from training.benchmark.counting import report
from training.benchmark.suites.suite import suite_of

LAST = FIRST.format(place=-1).replace("First", "Last")
LEARN = """
def train(game, options, decisions, seed, folder):
    if not (folder / "learned").exists():
        with open(folder.parent / "order.txt", "a") as file:
            print(game.name, options["num_players"], decisions, seed, file=file)
        (folder / "learned").touch()
    return "mine.py:Last" if seed == 5 else "mine.py:First"


def broken(game, options, decisions, seed, folder):
    return 1 / 0


def late(game, options, decisions, seed, folder):
    return open("name.txt").read()


def silent(game, options, decisions, seed, folder):
    return None


def cheat(game, options, decisions, seed, folder):
    return "greedy"


def misspelt(game, options, decisions, seed, folder):
    return "randon"


def short(game):
    return "random"


number = 3
"""
OWN = FIRST.format(place=0) + LAST + LEARN


SMALL = dice_task(4)


@pytest.fixture
def dynasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command line, where the only task is a tiny one, and a file `mine.py` beside it."""
    (tmp_path / "mine.py").write_text(OWN, encoding="utf-8")
    return command_line(SMALL, tmp_path, monkeypatch)


def test_files_of_one_name_do_not_share_their_runs(tmp_path: Path) -> None:
    one, two, again = (
        learners.folder_of(SMALL, f"{tmp_path / place}/mine.py:train", 70, tmp_path) for place in ("1", "2", "2/../1")
    )
    assert one == again != two


def test_a_learner_of_ones_own(dynasty: Call, tmp_path: Path) -> None:
    ask = "dice-3", "--learner", "mine.py:train", "--decisions", "70"
    code, text = dynasty(*ask, "--redraws", "0")
    assert code == 0, text
    (folder,) = (tmp_path / "benchmarks" / "learners").glob("dice-3-mine.py-train-*-70")
    order = (folder / "order.txt").read_text()
    assert order == "".join(f"dice_v0 3 70 {seed}\n" for seed in range(1, 6))
    (row,) = learners.rows_in(tmp_path / "benchmarks" / learners.FILE)
    result = report.read(folder / "dice-3.json")
    first, last = (result.row(f"mine.py:{name}").score.rate for name in ("First", "Last"))
    assert row.scores == pytest.approx([first] * 4 + [last])
    assert first != last
    assert row.score.low <= row.score.rate <= row.score.high
    assert row.networks == {"random": "", "greedy": ""}
    assert set(row.against) == {"random", "greedy"}
    assert (row.task, row.learner, row.decisions, row.deals) == ("dice-3", "mine.py:train", 70, 4)
    assert str(row.score) in text
    assert dynasty(*ask, "--redraws", "0")[0] == 0  # it trains no more, and there is still one row
    assert (folder / "order.txt").read_text() == order
    assert learners.rows_in(tmp_path / "benchmarks" / learners.FILE) == [row]
    assert f"| `dice-3` | `mine.py:train` | 70 | 5 | {row.against['random']}" in learners.markdown([row])


def test_a_learner_that_has_changed_since_its_runs_says_so(dynasty: Call, tmp_path: Path) -> None:
    ask = "dice-3", "--learner", "mine.py:train", "--decisions", "70", "--redraws", "0", "--deals", "2"
    first = dynasty(*ask)[1]
    assert "run 5 of 5" in first and "already trained" not in first and "has changed" not in first
    again = dynasty(*ask)[1]
    assert "run 5 of 5: already trained" in again and "has changed" not in again
    mine = tmp_path / "mine.py"
    mine.write_text(mine.read_text(encoding="utf-8") + "# another learning rate\n", encoding="utf-8")
    text = dynasty(*ask)[1]
    assert "mine.py has changed since 5 of these runs, which stay as they are: choose another --out" in text
    (folder,) = (tmp_path / "benchmarks" / "learners").glob("dice-3-mine.py-train-*-70")
    (folder / "seed-2" / "source.txt").unlink()  # of an earlier version
    text = dynasty(*ask)[1]
    assert "mine.py has changed since 4 of these runs" in text
    assert text.count("already trained") == 4, "of runs of an earlier version it is not known"
    assert not (folder / "seed-2" / "source.txt").exists()
    assert "has changed" not in dynasty(*ask, "--out", "other")[1]
    text = dynasty("dice-3", "--atlas", "--learners", "mine.py:train", *ask[3:], "--seeds", "1")[1]
    assert "mine.py has changed since one of these runs" in text and "seed 1, 70 decisions: already trained" in text


def test_a_run_that_failed_may_be_begun_anew_by_a_corrected_file(dynasty: Call, tmp_path: Path) -> None:
    ask = "dice-3", "--learner", "mine.py:late", "--decisions", "70", "--redraws", "0", "--seeds", "1"
    assert "No such file" in dynasty(*ask)[1]
    (tmp_path / "name.txt").write_text("mine.py:First")
    (tmp_path / "mine.py").write_text(OWN + "# corrected\n", encoding="utf-8")
    assert "already trained" not in (text := dynasty(*ask)[1]) and "has changed" not in text
    assert "already trained" in (text := dynasty(*ask)[1]) and "has changed" not in text


def test_learners_that_are_published_stand_beside_ones_own(dynasty: Call, tmp_path: Path) -> None:
    ask = "dice-3", "--learner", "mine.py:train", "--decisions"
    dynasty(*ask, "70", "--redraws", "0", "--out", "committed")
    code, text = dynasty(*ask, "80", "--redraws", "0")
    assert (code, text.count("mine.py:train") >= 2, "published" in text) == (0, True, True), text
    assert "4 deals: the interval is about the runs, all of which play the same deals" in text


def test_rows_that_met_a_former_champion_are_marked_everywhere(
    dynasty: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = "dice-3", "--learner", "mine.py:train", "--seeds", "1", "--redraws", "0", "--decisions"
    dynasty(*ask, "70", "--out", "committed")
    file = tmp_path / "committed" / learners.FILE
    (row,) = learners.rows_in(file)
    pictures = list[Any]()
    monkeypatch.setattr(learners, "as_png", lambda figure: pictures.append(figure) or b"")
    for network, is_marked in (("", False), ("of before", True)):
        published = replace(row, networks={**row.networks, "greedy": network})
        learners.save(published, file)
        text = dynasty(*ask, "80")[1]
        assert (f"{row.score}{learners.FORMER}" in text) == is_marked
        assert ("an earlier champion was among the opponents" in text) == is_marked
        learners.chart([published], [])
        written = [text.get_text() for text in pictures[-1].axes[0].texts]
        assert (learners.FORMER in written, learners.EARLIER in pictures[-1].axes[-1].get_xlabel()) == (is_marked,) * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--learner", "ppo"), "--learner needs at least one TASK, and no --bots"),
        (("dice-3", "--learner", "ppo", "--bots", "greedy"), "--learner needs at least one TASK, and no --bots"),
        (("dice-3", "--learner", "maskable-ppo"), "there is no learner 'maskable-ppo': did you mean 'maskable_ppo';"),
        (("dice-3", "--learner", "sarsa"), "choose ppo, "),
        (("dice-3", "--learner", "mine.py:trains"), "mine.py has no 'trains'"),
        (("dice-3", "--learner", "mine.py:number"), "mine.py:number is not a learner: it is not a function"),
        (("dice-3", "--learner", "mine.py:short"), "decisions, seed, folder), but has (game)"),
        (
            ("dice-3", "--learner", "mine.py:silent"),
            "mine.py:silent returned None: a learner must return the name of its bot",
        ),
        (("dice-3", "--learner", "mine.py:cheat"), "mine.py:cheat returned 'greedy', which is one of the opponents"),
        (("dice-3", "--learner", "mine.py:misspelt"), "mine.py:misspelt returned 'randon': there is no bot 'randon'"),
        (("dice-3", "--learner", "mine.py:"), "mine.py: say which learner in it you mean, e.g. mine.py:train or"),
        (("dice-3", "--learner", "mine.py:broken"), "division by zero"),
        (
            ("dice-3", "--learner", "ppo", "--seeds", "4"),
            "--seeds 4: give 5 or more to measure a learner, or 1 for a single",
        ),
        (("dice-3", "--learner", "ppo", "--ray", "local"), "--ray cannot be combined with --jobs"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], message: str, dynasty: Call) -> None:
    code, text = dynasty(*arguments)
    assert code == 2 and message in text.replace("│ ", ""), text


UNIFORM = """
class Uniform:
    name = "uniform"
    def reset(self, seed): pass
    def act(self, decision): return int(decision.rng.choice(decision.legal))

class Stating(Uniform):
    def probabilities(self, decision): return decision.mask / decision.mask.sum()

def train(game, options, decisions, seed, folder):
    return "mine.py:Stating"

def silent(game, options, decisions, seed, folder):
    return "mine.py:Uniform"
"""


@pytest.mark.parametrize("function", ["train", "silent"])
def test_in_a_small_game_the_distance_to_an_equilibrium_is_printed(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dynasty = command_line(SMALL, tmp_path, monkeypatch)
    (tmp_path / "mine.py").write_text(UNIFORM)
    ask = "kuhn_v0", "--learner", f"mine.py:{function}", "--seeds", "1", "--deals", "1", "--redraws", "0"
    code, text = dynasty(*ask, "--decisions", "10")
    assert code == 0, text
    if function == "train":
        assert "NashConv of the run, in points: 0.9167 (an equilibrium has 0, random play 0.9167)" in text, text
    else:
        assert "NashConv is not computed: mine.py:Uniform has neither probabilities(decision) nor act_many" in text, (
            text
        )


def test_no_deals_report_a_row_that_is_there_and_train_nothing(
    dynasty: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = "dice-3", "--learner", "mine.py:train", "--decisions", "70", "--seeds", "1"
    code, text = dynasty(*ask, "--deals", "0")
    assert code == 2 and "has no row of mine.py:train on dice-3 with 70 decisions: give --deals 1 or more" in text, text
    assert not (tmp_path / "benchmarks" / "learners").exists()
    whole = dynasty(*ask)[1]
    monkeypatch.setattr(learners, "train_one", lambda *_: pytest.fail("a run was trained"))
    code, text = dynasty(*ask, "--deals", "0")
    assert code == 0 and whole.partition("run 1 of 1")[2].strip() in text, text


def test_a_single_run_has_an_interval_over_its_deals(dynasty: Call, tmp_path: Path) -> None:
    ask = "dice-3", "--learner", "mine.py:train", "--decisions", "70"
    assert "one run, 95 % over its deals" in dynasty(*ask, "--seeds", "1")[1]
    (row,) = learners.rows_in(tmp_path / "benchmarks" / learners.FILE)
    assert row.scores == [row.score.rate]
    assert row.score.low < row.score.rate < row.score.high
    assert "| 70 | 1‡ |" in learners.markdown([row])
    assert "interquartile means" in dynasty(*ask)[1]
    (more,) = learners.rows_in(tmp_path / "benchmarks" / learners.FILE)
    assert more.scores[0] == row.score.rate
    assert learners.chart([more], []).startswith(b"\x89PNG")


def test_rows_that_cannot_be_read_are_told_of_before_anything_is_trained(dynasty: Call, tmp_path: Path) -> None:
    file = tmp_path / "benchmarks" / learners.FILE
    file.parent.mkdir()
    file.write_text('{"rows": [{}]}')
    code, text = dynasty("dice-3", "--learner", "mine.py:train")
    assert code == 2 and "learners.json holds no rows of learners" in text
    assert [path.name for path in file.parent.iterdir()] == [learners.FILE]
    assert file.read_text() == '{"rows": [{}]}'
    file.write_text('{"rows": [{"version": "0.0.9", "task": "dice-3"}]}')
    code, text = dynasty("dice-3", "--learner", "mine.py:train")
    assert code == 2 and "holds no rows of learners" in text and "written by dynasty-env 0.0.9; this is" in text


def test_a_dataset_has_the_champion_that_the_benchmark_froze(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    champions = []

    class Learner:
        settings_class = OfflineSettings

        @staticmethod
        def train(game: Game, settings: OfflineSettings, decisions: int, folder: Path) -> str:
            champions.append(default_bots(game, int(settings.seats or 0), settings.champion)[0])
            return "mc:1:greedy"

    monkeypatch.setattr(learners, "algorithm", lambda name: Learner)
    monkeypatch.setattr(learners, "tuned", lambda name: {})
    frozen = next(task for task in suite_of(PUBLISHED).tasks if task.meets)
    for task in (frozen, tasks.task_of(frozen.name)):
        learners.train_one(task, "ppo", 100, 1, tmp_path)
    assert champions == [frozen.opponents[-1], "champion"] and champions[0].startswith("frozen:")


def test_the_runs_of_the_package_are_said_as_they_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = lambda game, options, decisions, seed, folder: f"mc:{folder.name[-1]}"  # noqa: E731
    monkeypatch.setattr(learners, "learner_of", lambda name, champion: named)
    console = Console(record=True, width=200)
    bots = learners.trained(SMALL, "ppo", 1000, 5, tmp_path, console)
    assert bots == [f"mc:{number}" for number in range(1, 6)]
    assert "dice-3: ppo, 1,000 decisions, run 5 of 5" in console.export_text()
    with pytest.raises(OptionError, match="there is no learner"):
        learners.trained(SMALL, "nobody", 1000, 5, tmp_path, console)
