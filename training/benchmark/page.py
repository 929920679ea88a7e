"""Put the committed results into the documentation: ``python -m training.benchmark.page``.

The text of the pages is written by hand. Everything between marks is generated from the tasks, the values and the files
in `rows`.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from training.benchmark import atlas_page, learners
from training.benchmark.counting import report
from training.benchmark.counting.results import Result
from training.benchmark.playing.values import foretold
from training.benchmark.tasks import TASKS
from training.output import markdown_table

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "benchmark.md"
FOLDER = ROOT / "docs" / "benchmark"
PAGES = (PAGE, FOLDER / "algorithms.md", ROOT / "docs" / "gallery.md", ROOT / "docs" / "paper.md")
"""The pages of the benchmark and of the atlas, and those that show rows of the benchmark's table."""
MARKED = re.compile(r"(<!-- made: ([\w-]+) -->\n)(?:(?!<!-- made: ).)*?(<!-- end -->)", re.DOTALL)


def committed() -> list[Result]:
    """The results of this version, in the order of the tasks."""
    return list(filter(None, map(report.committed, TASKS)))


def tasks() -> str:
    """The table of the tasks."""
    rows = []
    for task in TASKS.values():
        options = ", ".join(f"`{name}={value}`" for name, value in task.options.items())
        rows.append([f"`{task.name}`", f"`{task.of}`", options, str(task.deals)])
    return markdown_table(["task", "game", "options", "deals"], rows, words=3)


def scores(results: Sequence[Result]) -> str:
    """The scores of the frozen opponents and of the best bot beside them, a row for each task."""
    frozen = ("random", "greedy", "champion")
    rows = []
    for result in results:
        of = {row.bot: f"{row.score.rate:.0%}" for row in result.rows}
        best = max(result.rows, key=lambda row: row.score.rate)
        rows.append([f"`{result.task}`", *(of.get(bot, "–") for bot in frozen), f"`{best.bot}` {of[best.bot]}"])
    return markdown_table(["task", *(f"`{bot}`" for bot in frozen), "best row"], rows)


def luck(results: Sequence[Result]) -> str:
    """How much the values predict, and how much correcting for luck saves, for the tasks that have a value."""
    pairs = [("champion", "greedy"), ("champion", "random"), ("greedy", "random")]
    heading = ["task", "variance explained by the value", *(f"{bot} against {other}" for bot, other in pairs)]
    rows = []
    for result in results:
        if not foretold(result.task):
            continue
        cells = [f"`{result.task}`", f"{foretold(result.task):.0%}"]
        for bot, other in pairs:
            factor = result.row(bot).against[other].together.factor
            cells.append("–" if factor is None else f"{factor:.2f}")
        rows.append(cells)
    return markdown_table(heading, rows)


def filled(text: str, results: Sequence[Result]) -> str:
    """A page with all generated parts between its marks; ``rows-dynasty-4`` are the rows of one task."""
    made = {"tasks": tasks(), "scores": scores(results), "luck": luck(results), "results": report.markdown(results)}
    made["learners"] = learners.markdown(learners.rows_in(report.COMMITTED / learners.FILE))
    made |= {f"rows-{result.task}": report.markdown_rows(result) for result in results}
    made |= atlas_page.made(atlas_page.committed())
    return MARKED.sub(lambda match: f"{match[1]}\n{made[match[2]]}\n{match[3]}", text)


def main() -> None:
    """Fill the pages, and write the table and the pictures of all tasks next to them."""
    results = committed()
    for page in PAGES:
        page.write_text(filled(page.read_text(encoding="utf-8"), results), encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    report.save_all(results, FOLDER)
    rows = atlas_page.committed()
    if rows:
        (FOLDER / atlas_page.PICTURE).write_bytes(atlas_page.chart(rows))
        (FOLDER / atlas_page.RUNS).write_bytes(atlas_page.runs(rows))
    games = atlas_page.of_tasks(rows)
    if len(atlas_page.budgets(games)) > 1:  # one budget gives no curve
        (FOLDER / atlas_page.CURVES).write_bytes(atlas_page.curves(games))
    (FOLDER / "learners.png").write_bytes(learners.chart(learners.rows_in(report.COMMITTED / learners.FILE), results))


if __name__ == "__main__":
    main()
