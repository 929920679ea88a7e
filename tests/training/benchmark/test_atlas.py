"""The atlas: algorithms × tasks × seeds, resumable, with a table at any time. Its smallest cell is Leduc poker."""

import json
import re
from csv import DictReader
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.replays import as_json
from tests.command_line import dynasty
from tests.waiting import until
from training.algorithms.registry import ALGORITHMS, algorithm
from training.benchmark import atlas, atlas_page, atlas_table, command, learners
from training.benchmark.atlas import Entry, Plan
from training.benchmark.counting import report
from training.benchmark.counting.aggregate import by_task
from training.benchmark.playing.play import Protocol
from training.benchmark.playing.values import stamp
from training.benchmark.run import Bench
from training.benchmark.suites.suite import newest, suite_of
from training.benchmark.tasks import task_of
from training.exact.tree import build

ONE, OTHER = list(ALGORITHMS)[:2]
SMALLEST = (
    "leduc_v0", "--seats", "2", "--atlas", "--learners", "ppo", "--seeds", "1", "--decisions", "3000", "--deals", "2",
    "--redraws", "0",
)  # fmt: skip


def entry(task: str, learner: str, seed: int, score: float, **others: object) -> Entry:
    given = {"track": "tabula rasa", "decisions": 10, "deals": 2, "against": {}, "cpu": 4.0, "nash_conv": None}
    return Entry(task, learner, seed=seed, score=score, version="1", rules="2", **{**given, **others})  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def untuned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever tuning has chosen by now, rows here are of the defaults."""
    monkeypatch.setattr(learners, "tuned", lambda name: {})


def own_learner(folder: Path) -> str:
    """The name of a user's own learner, which is not called."""
    (folder / "mine.py").write_text("def train(game, options, decisions, seed, folder):\n    return 'random'\n")
    return f"{folder / 'mine.py'}:train"


def call(*arguments: str) -> str:
    code, text = dynasty("benchmark", *arguments)
    assert code == 0, text
    return text


def test_the_smallest_cell_is_trained_and_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = call(*SMALLEST, "--out", str(tmp_path))
    assert "run 1 of 1: leduc_v0-2, ppo, seed 1, 3,000 decisions" in text and "\n\n" not in text
    (row,) = atlas.rows_in(tmp_path / atlas.FILE)
    assert (row.task, row.learner, row.track, row.seed, row.deals) == ("leduc_v0-2", "ppo", "tabula rasa", 1, 2)
    assert 0 < row.score < 1 and row.against.keys() == {"random"}
    assert row.cpu > 0 and row.rules
    assert row.nash_conv is not None and 1 < row.nash_conv < 6, "exactly, of the policy that samples"
    assert re.search(rf"NashConv +│ {row.nash_conv:.2f} ", text), text
    assert row.sampled is not None and 0 < row.sampled != row.score
    learned = call(*SMALLEST[:3], "--learner", *SMALLEST[5:], "--out", str(tmp_path))  # the same run
    assert f"NashConv of the run, in points: {row.nash_conv:.4f} " in learned, learned
    monkeypatch.setattr(command.atlas, "entry_of", lambda *_: pytest.fail("it has been run"))
    call(*SMALLEST, "--out", str(tmp_path))  # the table again, and nothing else


def test_a_game_that_is_too_large_has_no_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "build", partial(build, most=10))
    assert atlas.nash_conv(task_of("leduc_v0"), "net:mine.safetensors") is None
    assert atlas.about_distance(task_of("leduc_v0"), ["random"]) == ""


def test_runs_come_by_seed_and_what_is_there_is_not_run_again(tmp_path: Path) -> None:
    tasks = [task_of("leduc_v0", (), 2), task_of("kuhn_v0", (), 2)]
    plan = Plan(tasks, [ONE, OTHER], 10, 2, tmp_path)
    order = [(task.of, learner, seed) for task, learner, seed in plan.cells()]
    assert order[:4] == [(of, name, 1) for of in ("leduc_v0", "kuhn_v0") for name in (ONE, OTHER)]
    atlas.save(entry("leduc_v0-2", OTHER, 1, 0.5), tmp_path / atlas.FILE)
    atlas.save(entry("leduc_v0-2", OTHER, 1, 0.6), tmp_path / atlas.FILE)
    assert [(task.of, learner, seed) for task, learner, seed in plan.missing()] == [order[0], *order[2:]]
    (row,) = plan.rows()
    assert row.score == 0.6, "a run measured again takes the place of the older row"
    for names, message in ((["sarsa"], "there is no learner 'sarsa'"), ([ONE, ONE], f"names {ONE!r} twice")):
        with pytest.raises(OptionError, match=message):
            Plan(tasks, names, 10, 2, tmp_path)


def test_runs_against_a_frozen_champion_are_none_against_todays(tmp_path: Path) -> None:
    row = entry("figures-2", "ppo", 1, 0.5, against={"random": 0.9, "frozen:07ca": 0.3})
    atlas.save(row, tmp_path / atlas.FILE)
    task = task_of("figures-2")
    with pytest.raises(OptionError, match=r"against frozen:07ca, .*choose another --out"):
        Plan([task], ["ppo"], 10, 1, tmp_path).check_opponents()
    Plan([replace(task, meets=("random", "greedy", "frozen:07ca"))], ["ppo"], 10, 1, tmp_path).check_opponents()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 5}, "the seed 'that of the benchmark', not 5"),
        (
            {"protocol": Protocol(redraws=0)},
            "the protocol 'that of the benchmark', not {'coupled': True, 'redraws': 0}",
        ),
        ({"champion": "abc"}, "the champion 'that of the benchmark', not 'abc'"),
    ],
)
def test_runs_of_other_games_are_not_mixed(
    change: dict[str, Any], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows without conditions, as all published ones, are of the benchmark's own games."""
    out, task = report.COMMITTED, suite_of(atlas.PUBLISHED).task("dynasty-4")
    plan, bench = Plan([task], ["ppo"], 1_000_000, 1, out, deals=20), Bench(tmp_path)
    plan.check_conditions(bench)
    if "champion" in change:
        monkeypatch.setattr(atlas, "fingerprint", lambda *_: change["champion"])
    else:
        bench = replace(bench, **change)
    with pytest.raises(OptionError, match=re.escape(f"has runs on dynasty-4 with {says}: choose another --out")):
        atlas.run(plan, bench, Console())
    other = replace(plan.rows()[0], conditions=atlas.conditions_of(task, bench))
    atlas.save(other, tmp_path / atlas.FILE)
    assert atlas.rows_in(tmp_path / atlas.FILE) == [other]
    replace(plan, out=tmp_path).check_conditions(bench)


def test_published_runs_are_of_the_benchmarks_own_games() -> None:
    for task in suite_of(atlas.PUBLISHED).tasks:
        assert atlas.conditions_of(task, Bench(Path())) == {}


def test_a_row_names_the_values_that_luck_was_measured_by(tmp_path: Path) -> None:
    task, result = task_of("dynasty-4"), report.committed("dynasty-4")
    assert result is not None
    stamps = [
        atlas.measured(result.rows[0], task.setting(protocol=Protocol(redraws=redraws)))["luck"] for redraws in (3, 0)
    ]
    assert stamps == [stamp(task.name), ""]
    rows = [entry("nim", name, 1, 0.5, luck=luck) for name, luck in (("a2c", ""), ("mmd", "1"), ("ppo", "1"))]
    assert atlas_table.notes(atlas_table.lines(rows)) == []
    rows.append(entry("nim", "dqn", 1, 0.5, luck="2"))
    atlas.save(rows[-1], tmp_path / atlas.FILE)
    assert atlas.rows_in(tmp_path / atlas.FILE) == rows[-1:]
    ((name, text),) = atlas_table.notes(atlas_table.lines(rows))
    assert (name, text) == ("dqn", "luck was measured by other values than in other rows: nim")


def test_a_run_with_too_few_deals_is_played_on_but_not_trained_again(tmp_path: Path) -> None:
    def ask(deals: int) -> str:
        return call(*SMALLEST[:-3], str(deals), *SMALLEST[-2:], "--out", str(tmp_path))

    ask(2)
    (before,) = atlas.rows_in(tmp_path / atlas.FILE)
    network = next(tmp_path.rglob("network.safetensors"))
    trained = network.stat().st_mtime_ns
    text = ask(3)
    assert "run 1 of 1: leduc_v0-2, ppo, seed 1, 3,000 decisions: 3 deals instead of 2" in text
    assert "already there" not in text
    (row,) = atlas.rows_in(tmp_path / atlas.FILE)
    assert (before.deals, row.deals) == (2, 3)
    assert network.stat().st_mtime_ns == trained
    for deals in (1, 3):  # as many or more are enough
        text = ask(deals)
        assert "already there: 1 of 1 runs" in text and "run 1 of 1:" not in text
    assert "1 of 1 runs are there" in ask(0)


def test_no_deals_only_report_and_train_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some runs are there, and others are missing."""
    monkeypatch.setattr(atlas, "entry_of", lambda *_: pytest.fail("a run was trained"))
    report_only = "leduc_v0", "--atlas", "--learners", f"{ONE},{OTHER}", "--decisions", "10", "--deals", "0"
    code, text = dynasty("benchmark", *report_only, "--out", str(tmp_path))
    assert code == 2 and "there are no such runs yet: give --deals 1 or more" in text
    atlas.save(entry("leduc_v0-2", OTHER, 1, 0.6), tmp_path / atlas.FILE)
    text = call(*report_only, "--out", str(tmp_path))
    assert "1 of 10 runs are there" in text and "60.0%" in text


def test_a_missing_library_is_said_before_anything_is_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "entry_of", lambda *_: pytest.fail("a run was trained"))
    monkeypatch.setattr(algorithm(OTHER), "libraries", ("no_such_library",))
    ask = "benchmark", "leduc_v0", "--atlas", "--learners", f"{ONE},{OTHER}", "--out", str(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        dynasty(*ask)
    assert "there are no such runs yet" in dynasty(*ask, "--deals", "0")[1], "none is needed for a report"


@pytest.mark.parametrize(
    ("tasks", "options", "message"),
    [
        (["leduc_v0"], {}, f"--pack packs runs of {newest()} only: name no other task"),
        ([newest(), "leduc_v0"], {}, f"--pack packs runs of {newest()} only: name no other task"),
        ([], {"--learners": f"{ONE},{OTHER}"}, "--pack needs exactly one learner in --learners"),
        ([], {"--by": ""}, "--pack needs --by"),
        ([], {"--seed": "7"}, "own deals: omit --seed, --redraws and --no-coupled"),
        ([], {"--about": "x" * 201}, "--about 'xxx"),
    ],
)
def test_what_cannot_be_packed_is_said_before_anything_is_run(
    tasks: list[str], options: dict[str, str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atlas, "run", lambda *_: pytest.fail("something was run"))
    given = {"--learners": own_learner(tmp_path), "--by": "Ada"} | options
    named = [part for option in given.items() for part in option]
    code, text = dynasty("benchmark", *tasks, "--atlas", *named, "--pack", str(tmp_path / "mine.json"))
    assert code == 2 and message in text, text


def test_packing_first_says_which_runs_and_how_many_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise OptionError("stopped here")

    monkeypatch.setattr(atlas, "run", stop)
    name, file = own_learner(tmp_path), tmp_path / "mine.json"
    atlas.save(entry("kingdoms-4", name, 1, 0.5, deals=20), tmp_path / atlas.FILE)
    given = "--atlas", "--learners", name, "--seeds", "2", "--decisions", "10", "--by", "Ada", "--out", str(tmp_path)
    _, text = dynasty("benchmark", *given, "--pack", str(file))
    assert f"packing 12 runs of {name}: 6 tasks of {newest()}, seeds 1 – 2, 10 decisions" in text, text
    assert "missing, and trained first: 11" in text, text


def test_rows_that_are_committed_or_have_the_default_deals_are_enough(tmp_path: Path) -> None:
    tasks = [task_of("kuhn_v0", (), 2)]
    plan = Plan(tasks, ["ppo"], 10, 3, tmp_path, deals=atlas.DEALS)
    for seed, deals in ((1, atlas.DEALS - 1), (2, atlas.DEALS), (3, 50)):
        atlas.save(entry("kuhn_v0-2", "ppo", seed, 0.5, deals=deals), tmp_path / atlas.FILE)
    assert [seed for _, _, seed in plan.missing()] == [1]
    assert min(row.deals for row in atlas_page.committed()) >= atlas.DEALS


def test_a_row_is_kept_as_soon_as_its_run_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan([task_of("kuhn_v0", (), 2)], [ONE, OTHER], 10, 1, tmp_path)

    def entry_of(plan: Plan, cell: tuple[object, str, int], *_: object) -> Entry:
        if cell[1] == OTHER:
            raise KeyboardInterrupt
        return entry("kuhn_v0-2", cell[1], cell[2], 0.4)

    monkeypatch.setattr(atlas, "entry_of", entry_of)
    with pytest.raises(KeyboardInterrupt):
        atlas.run(plan, Bench(tmp_path), Console())
    assert [row.learner for row in plan.rows()] == [ONE]
    assert [learner for _, learner, _ in plan.missing()] == [OTHER]


def test_a_run_by_settings_of_before_is_run_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: dict[str, float] = {}
    monkeypatch.setattr(learners, "tuned", lambda name: chosen)
    plan = Plan([task_of("kuhn_v0", (), 2)], ["ppo"], 10, 1, tmp_path)
    folder = learners.folder_of(plan.tasks[0], "ppo", 10, tmp_path)
    atlas.save(entry("kuhn_v0-2", "ppo", 1, 0.5), tmp_path / atlas.FILE)
    assert plan.missing() == []
    chosen["clip"] = 0.3
    assert len(plan.missing()) == 1
    assert learners.folder_of(plan.tasks[0], "ppo", 10, tmp_path) != folder
    atlas.save(entry("kuhn_v0-2", "ppo", 1, 0.5, settings={"clip": 0.3}), tmp_path / atlas.FILE)
    assert plan.missing() == []


def test_an_author_names_the_track_of_their_own_learner(tmp_path: Path) -> None:
    tasks, mine = [task_of("kuhn_v0", (), 2)], own_learner(tmp_path)
    assert Plan(tasks, [mine], 10, 1, tmp_path).track_of(mine) == atlas.OWN
    assert all(Plan(tasks, [name], 10, 1, tmp_path).track_of(name) == algorithm(name).track for name in ALGORITHMS)
    plan = Plan(tasks, [mine], 10, 1, tmp_path, "with a dataset")
    assert plan.track_of(mine) == "with a dataset"
    atlas.save(entry("kuhn_v0-2", mine, 1, 0.5, track=atlas.OWN), tmp_path / atlas.FILE)
    atlas.run(plan, Bench(tmp_path), Console())
    assert [row.track for row in plan.rows()] == ["with a dataset"], "a finished run gets the track that is named now"
    atlas.run(Plan(tasks, [mine], 10, 1, tmp_path), Bench(tmp_path), Console())
    assert [row.track for row in plan.rows()] == ["with a dataset"], "and keeps it where none is named"
    with pytest.raises(OptionError, match=r"there is no track 'magic'; choose 'tabula rasa', .*function of one's own"):
        Plan(tasks, [mine], 10, 1, tmp_path, "magic")
    with pytest.raises(OptionError, match="--track is for your own functions: ppo has a track of its own"):
        Plan(tasks, [mine, "ppo"], 10, 1, tmp_path, "tabula rasa")
    assert "there is no track" in dynasty("benchmark", *SMALLEST, "--track", "magic", "--out", str(tmp_path))[1]


def test_published_rows_of_the_same_tasks_and_budget_are_printed(tmp_path: Path) -> None:
    plan = Plan([task_of("kuhn_v0", (), 2)], ["ppo"], 10, 1, tmp_path)
    others = [entry("kuhn_v0-2", "dqn", 1, 0.2, decisions=5), entry("leduc_v0-2", "nfsp", 1, 0.3)]
    console = Console(width=200, record=True)
    atlas_table.show_published(plan, others, console)
    assert console.export_text() == "", "none is comparable"
    atlas_table.show_published(plan, [*others, entry("kuhn_v0-2", "mmd", 1, 0.4)], console)
    text = " ".join(console.export_text().split())
    assert "published, 10 decisions a run, 2 deals" in text and "mmd" in text and "40.0%" in text
    assert "nfsp" not in text and "dqn" not in text
    assert "tabula rasa" in text and "kuhn_v0-2" in text
    assert text.count("40.0%") == 1, "a single column is not repeated for all tasks"
    (frozen, *_) = (task for task in suite_of(atlas.PUBLISHED).tasks if task.meets)
    for task, shown in ((frozen, True), (task_of(frozen.name), False)):
        atlas_table.show_published(replace(plan, tasks=[task]), [entry(frozen.name, "mmd", 1, 0.4)], console)
        assert bool(console.export_text()) == shown, "against another champion, rows are not comparable"


@pytest.mark.parametrize("width", [80, 200])
def test_published_rows_fit_on_a_terminal(width: int, tmp_path: Path) -> None:
    tasks = suite_of(atlas.PUBLISHED).tasks
    plan = Plan(tasks, ["ppo"], 1_000_000, 1, tmp_path)
    console = Console(width=width, record=True)
    rows = [row for row in atlas_page.committed() if row.learner != "iql" or row.seed == 1]
    atlas_table.show_published(plan, rows, console)
    text = console.export_text()
    assert all(task.name in text for task in tasks) and ("1: dynasty-2" in text) == (width == 80)
    name, below = next(two for two in pairwise(text.splitlines()) if two[0].startswith("iql"))
    assert "with a dataset" in below and "–" not in below, "one run a task has no interval"
    name, below = next(two for two in pairwise(text.splitlines()) if two[0].startswith("ppo_advised"))
    assert name.count("%") == len(tasks) + 1 and "told greedy's advice" in below
    assert len(re.findall(r"\d+–\d+", below)) == len(tasks) + 1, "with intervals"


def test_small_submissions_are_marked_and_their_authors_are_heard() -> None:
    mine = "mine.py:train (Ada)"
    rows = [entry("kingdoms-4", mine, seed, 0.5, deals=20, about="<b>small_nets | *") for seed in range(1, 6)]
    for some, lacks in (
        (rows, ""),
        (rows[:1], "1 seed"),
        (rows[1:], "4 seeds, seeds left out"),
        ([*rows[:4], replace(rows[4], seed=7)], "seeds left out"),
        ([*rows[:4], replace(rows[4], deals=2)], "2 deals"),
        ([*rows, entry("figures-2", mine, 1, 0.5)], "1 seed, 2 deals"),
    ):
        assert atlas_table.lacking(some) == lacks
        console = Console(width=300, record=True)
        atlas_table.show(some, console)
        text, page = console.export_text(), atlas_page.tables(some)
        assert "<b>small_nets | *" in text and r"`mine.py:train (Ada)`" in page
        assert r": \<b\>small_nets \| \*" in page, "not as Markdown or HTML"
        for each in (text, page):
            assert (f"{lacks}; a full row has seeds" in each, atlas_table.SMALL in each) == (bool(lacks),) * 2
    (line,) = atlas_table.lines([entry("kingdoms-4", "mine.py:train", 1, 0.5)])
    assert line.name == "mine.py:train", "only submissions are marked"


def test_what_an_author_says_is_kept_and_other_rows_stay_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / atlas.FILE
    atlas.save(entry("kuhn_v0-2", "ppo", 1, 0.5), file)
    assert "about" not in file.read_text()
    atlas.save(entry("kuhn_v0-2", "mine", 1, 0.5, about="small networks"), file)
    assert {row.learner: row.about for row in atlas.rows_in(file)} == {"ppo": "", "mine": "small networks"}


def test_a_new_row_changes_no_other_line_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / atlas.FILE
    committed = atlas_page.FILE.read_text(encoding="utf-8")
    file.write_text(committed, encoding="utf-8")
    new = entry("kingdoms-4", "mine", 1, 0.5)
    atlas.save(new, file)
    runs = json.loads(file.read_text(encoding="utf-8"))["runs"]
    others = [run for run in runs if run["learner"] != "mine"]
    assert len(runs) == len(others) + 1
    assert as_json({"runs": others}).decode() == committed
    atlas.save(replace(new, score=0.6), file)
    assert [row.score for row in atlas.rows_in(file) if row.learner == "mine"] == [0.6]


def test_bots_stand_below_the_algorithms() -> None:
    rows = [entry("kingdoms-4", "ppo", 1, 0.4, decisions=budget) for budget in (10, 10, 100)]
    first, second = atlas_page.tables([*rows, entry("figures-2", "ppo", 1, 0.4)]).split("100 decisions a run")
    assert "| `random` |" not in second, "only below the first table"
    lines = [line.split(" | ") for line in first.splitlines() if f"| {atlas_page.BOT} |" in line]
    assert [line[0] for line in lines] == ["| `champion`", "| `greedy`", "| `random`"]
    by_heading = dict(zip(first.splitlines()[2].split(" | "), lines[2], strict=True))
    kingdoms = report.committed("kingdoms-4")
    assert kingdoms is not None and by_heading["kingdoms-4"] == f"{kingdoms.row('random').score.rate:.1%}"


def test_bots_have_met_the_champions_of_the_suite() -> None:
    for task in (task for task in suite_of(atlas.PUBLISHED).tasks if task.meets):
        result = report.committed(f"{atlas.PUBLISHED}-{task.name}")
        assert result is not None and result.opponents == task.opponents
        assert {row.bot for row in result.rows} == set(task.opponents)


def test_tables_and_pictures_of_tasks_and_of_reference_games() -> None:
    rows = [
        entry("kingdoms-4", name, 1, score, decisions=budget)
        for budget in (10, 100)
        for name, score in (("ppo", 0.4), ("mmd", 0.5))
    ]
    rows += [entry("leduc_v0-2", "mmd", 1, 0.5, nash_conv=1.0)]
    text = atlas_page.tables(rows)
    assert [line for line in text.splitlines() if "decisions" in line] == [
        "100 decisions a run:", "10 decisions a run:", "10 decisions a run, reference games:",
    ]  # fmt: skip
    rows.append(entry("kingdoms-4", "ppo", 1, 0.7, decisions=1000, against={"greedy": 0.7}))
    assert "70.0%" not in atlas_page.opponents(rows), "what most runs have is the table, not the longest run"
    assert atlas_page.tables(rows).index("100 decisions") < atlas_page.tables(rows).index("1,000 decisions")
    for picture in (atlas_page.chart(rows), atlas_page.curves(atlas_page.of_tasks(rows))):
        assert picture.startswith(b"\x89PNG")


def test_what_is_won_from_each_opponent_is_the_mean_over_tasks() -> None:
    rates = {("dynasty-2", 1): 0.9, ("dynasty-2", 2): 0.7, ("kingdoms-4", 1): 0.4}
    rows = [entry(task, "ppo", seed, 0.5, against={"greedy": rate}) for (task, seed), rate in rates.items()]
    rows[0].against["frozen:07ca"], rows[2].against["champion"] = 0.2, 0.1
    rows += [entry("dynasty-2", "mmd", 1, 0.5, against={"greedy": 1.0})]
    assert {line.learner: line.against for line in atlas_table.lines(rows) if line.against} == {
        "ppo": pytest.approx({"greedy": 0.6, "champion": 0.15})
    }, "mmd lacks a task"
    assert atlas_page.opponents(rows).splitlines()[2:] == ["| `ppo` | 60.0% | 15.0% |"]
    read = list(DictReader(atlas_page.runs(rows).decode().splitlines()))
    assert [(run["learner"], run["against_greedy"], run["against_champion"]) for run in read] == [
        ("ppo", "0.9", "0.2"), ("ppo", "0.7", ""), ("ppo", "0.4", "0.1"), ("mmd", "1.0", ""),
    ]  # fmt: skip


def test_time_is_added_up_over_sittings(tmp_path: Path) -> None:
    for _ in range(2):
        before = atlas.spent(tmp_path / "seconds.txt")
        with atlas.timed(tmp_path / "seconds.txt"):
            while np.random.default_rng(0).normal(size=300_000).sum() > 0 and atlas.time.process_time() < 0:
                pass
        assert atlas.spent(tmp_path / "seconds.txt") >= before


def test_the_time_of_a_killed_run_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "KEPT", 0.01)
    file = tmp_path / "seconds.txt"
    with atlas.timed(file):
        until(lambda: atlas.spent(file) > 0)


def test_the_table_so_far() -> None:
    rows = [entry("a", "ppo", seed, 0.1 * seed) for seed in range(1, 6)]
    rows += [entry("a", "mmd", seed, 0.1 * seed + 0.05) for seed in range(1, 6)]
    rows += [entry("b", "mmd", 1, 0.9), entry("a", "ppo", 1, 0.99, decisions=5, cpu=99.0)]
    mmd, ppo = atlas_table.lines(rows)
    assert (mmd.learner, ppo.learner) == ("mmd", "ppo"), "one that lacks a task stands last"
    assert ppo.overall is None and mmd.overall is not None
    assert (ppo.means["a"].rate, ppo.cpu) == (pytest.approx(0.3), 4.0), "runs of a smaller budget are others"
    assert mmd.better["ppo"] == pytest.approx(15 / 25)
    assert ppo.better["mmd"] == pytest.approx(10 / 25)
    heading, texts = atlas_table.cells([mmd, ppo])
    assert (mmd.rating, ppo.rating) == (None, None), "older rows have none"
    rated = [entry("a", "ppo", seed, 0.5, rating=10.0 * seed) for seed in (1, 2)] + [
        entry("b", "ppo", 1, 0.5, rating=5.0)
    ]
    assert atlas_table.lines(rated)[0].rating == 10.0, "the mean over tasks of the mean over runs"
    assert heading[3:5] == ["a", "b"] and texts[1][4] == "–"
    both = [entry("a", "ppo", seed, 0.5, sampled=0.2 * seed) for seed in (1, 2)]
    (line,) = atlas_table.lines(both)
    assert line.sampled is not None and line.sampled.rate == pytest.approx(0.3)
    assert atlas_table.lines([*both, entry("a", "ppo", 3, 0.5)])[0].sampled is None, "not known of all runs"
    atlas_table.show(rows, Console(width=200))
    found = atlas_table.profiles(rows, np.array([0.0, 0.3, 1.0]))
    np.testing.assert_allclose(found["mmd"], [1.0, (3 / 5 + 1) / 2, 0.0])
    assert list(by_task({"a": [1.0]})) == ["a"]
