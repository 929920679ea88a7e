"""The page of the benchmark tells what the committed files say, and these are of this version's tasks and networks."""

from dataclasses import replace

import pytest

from training.arena.deals import fingerprint
from training.benchmark import learners, page
from training.benchmark.counting import report
from training.benchmark.counting.aggregate import FEWEST
from training.benchmark.playing.kept import frozen_file
from training.benchmark.playing.play import Protocol
from training.benchmark.playing.values import foretold, value_of, weights_of
from training.benchmark.tasks import SEED, TASKS, Task, task_of


def test_the_page_is_made_from_the_files() -> None:
    for each in page.PAGES:
        written = each.read_text(encoding="utf-8")
        assert page.filled(written, page.committed()) == written, "python -m training.benchmark.page"
    text = page.PAGE.read_text(encoding="utf-8")
    assert {name for _, name, _ in page.MARKED.findall(text)} == {"tasks", "scores", "luck", "learners", "results"}
    assert (page.FOLDER / report.TABLE).read_bytes() == report.table(page.committed())


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_every_task_has_its_rows(task: Task) -> None:
    result = report.read(report.COMMITTED / f"{task.name}.json")
    setting = task.setting()
    assert result.options == dict(setting.options)
    assert (result.game, result.seed, result.opponents) == (setting.game.name, SEED, task.opponents)
    assert result.protocol == dict(Protocol(True, 3).content())
    for opponent in task.opponents:
        row = result.row(opponent)
        assert row.deals == task.deals
        assert row.games == task.deals * setting.seats * (setting.seats - 1)
        assert row.network == fingerprint(opponent, task.game)
        assert set(row.against) == set(task.opponents) - {opponent}
        for found in row.against.values():
            assert found.together.plain.low <= found.together.plain.rate <= found.together.plain.high
            assert (found.together.less_luck is not None) == ("champion" in task.opponents)


@pytest.mark.parametrize(
    "row", learners.rows_in(report.COMMITTED / learners.FILE), ids=lambda row: "-".join(map(str, row.key))
)
def test_rows_of_learners_are_marked_where_they_have_met_a_former_champion(row: learners.Learned) -> None:
    task = task_of(row.task)
    marked = f"{row.score}{learners.FORMER}" in page.PAGE.read_text(encoding="utf-8")
    assert marked == (row.networks != {name: fingerprint(name, task.game) for name in task.opponents})
    assert set(row.against) == set(task.opponents)
    assert len(row.scores) >= FEWEST or (row.decisions == 100_000_000 and len(row.scores) == 1)
    assert row.score.low <= row.score.rate <= row.score.high


def test_a_row_that_has_met_a_former_champion_says_so() -> None:
    row = learners.rows_in(report.COMMITTED / learners.FILE)[0]
    now = {name: fingerprint(name, task_of(row.task).game) for name in row.networks}
    todays, former = (replace(row, networks=networks) for networks in (now, now | {"champion": "another"}))
    assert learners.FORMER not in learners.markdown([todays])
    told = learners.markdown([former])
    assert f"| {row.against['champion']}† | {row.score}† |" in told
    assert told.endswith("† measured when an earlier champion was among the opponents\n")


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_every_task_has_a_value_of_a_champion_that_is_kept(task: Task) -> None:
    found = weights_of(task.name)
    if "champion" not in task.opponents:
        assert found is None
        return
    assert found is not None
    assert frozen_file(task.game, found[1]).is_file()
    assert value_of(task.name, task.of) is not None
    assert 0 < foretold(task.name) < 1


def test_a_task_without_a_value_has_none() -> None:
    assert weights_of("nowhere") is None
    assert value_of("nowhere", "dynasty_v0") is None
