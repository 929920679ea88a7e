"""Brings the committed results into the documentation: ``python -m training.benchmark.page``.

The page's text is written by hand; what lies between the two marks is made from the files in `rows`.
"""

from pathlib import Path

from training.benchmark import report
from training.benchmark.results import Result
from training.benchmark.tasks import TASKS

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "benchmark.md"
FOLDER = ROOT / "docs" / "benchmark"
BEGIN, END = "<!-- tables: python -m training.benchmark.page -->", "<!-- end of the tables -->"


def committed() -> list[Result]:
    """The results of this version, in the order of the tasks."""
    files = (report.COMMITTED / f"{name}.json" for name in TASKS)
    return [report.read(file) for file in files if file.is_file()]


def with_tables(text: str, results: list[Result]) -> str:
    """The page with the tables of these results between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{report.markdown(results)}\n{END}{after}"


def main() -> None:
    """Write the tables into the page, and the table and picture of all tasks beside it."""
    results = committed()
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    report.save_all(results, FOLDER)


if __name__ == "__main__":
    main()
