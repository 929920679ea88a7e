"""Every paragraph and ruling of the rulebooks is proved by a test, and the page that says so is up to date."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.books import BOOKS, ROOT, Book, book_of
from tests.coverage.collected import RuleTest, collect_apart
from tests.coverage.page import PAGE, complaints, page
from tests.coverage.statements import Statement, paragraphs, rulings, statements

TEST = RuleTest("tests/dynasty/rules/test_x.py", "test_s09_03_01_any_country", ("§09-03-01",), 1, ())


@pytest.fixture(scope="module")
def collected() -> dict[Book, list[RuleTest]]:
    return collect_apart()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_everything_is_proved(book: Book, collected: dict[Book, list[RuleTest]]) -> None:
    assert complaints(book, collected[book]) == []


def test_the_page_is_up_to_date(collected: dict[Book, list[RuleTest]]) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(collected), "run: python -m tests.coverage --write"


def is_of_tests(name: str) -> bool:
    """Does a file hold tests, or positions?"""
    return name.endswith(".txt") or (name.startswith("test_") and name.endswith(".py"))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_all_rule_tests_are_collected(book: Book, collected: dict[Book, list[RuleTest]]) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in book.rule_tests.iterdir() if is_of_tests(path.name)}
    assert {test.file for test in collected[book]} == files


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_few_paragraphs_go_without_a_test(book: Book) -> None:
    listed = paragraphs(book)
    assert sum(not each.needs_test for each in listed) <= 0.15 * len(listed)


def test_a_ruling_on_the_page_is_wanted() -> None:
    """The table of rulings is read whole: D-R1, D-R2 … without a gap."""
    numbers = [int(ruling.name.removeprefix("D-R")) for ruling in rulings(book_of("dynasty"))]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 40


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """A book of two paragraphs and a ruling."""
    (tmp_path / "paragraphs.csv").write_text(
        "paragraph,title,kind,reason\n§09,War,heading,its paragraph is tested\n§09-03-01,Whom,rule,\n", "utf-8"
    )
    (tmp_path / "page.md").write_text("## ch. 7 Decisions\n\n| D-R1 | what a pack is | 1.1 |\n", "utf-8")
    monkeypatch.setattr(Book, "paragraphs", tmp_path / "paragraphs.csv")
    monkeypatch.setattr(Book, "page", tmp_path / "page.md")
    return Book("example", "Example", "rules")


def test_a_complete_proof(book: Book) -> None:
    assert complaints(book, [TEST, replace(TEST, proves=("D-R1", "ch. 7"))]) == []


def test_a_paragraph_without_a_test(book: Book) -> None:
    assert complaints(book, [replace(TEST, proves=("D-R1",))]) == ["§09-03-01 (Whom) has no test"]


def test_a_ruling_without_a_test(book: Book) -> None:
    assert complaints(book, [TEST]) == ["D-R1 (what a pack is) has no test"]


@pytest.mark.parametrize("unknown", ["§09-03-02", "D-R2", "09-03-01", "SW02-01", "ch. 8"])
def test_a_test_of_what_does_not_exist(book: Book, unknown: str) -> None:
    (wrong,) = complaints(book, [replace(TEST, proves=("§09-03-01", "D-R1", unknown))])
    assert f"test_s09_03_01_any_country proves {unknown}, which does not exist" in wrong


def test_a_rule_test_without_a_marker(book: Book) -> None:
    (wrong,) = complaints(book, [TEST, replace(TEST, proves=("D-R1",)), replace(TEST, name="test_it", proves=())])
    assert "test_it says not what it proves" in wrong


def test_a_test_that_may_be_skipped_proves_nothing(book: Book) -> None:
    wrong = complaints(book, [replace(TEST, doubtful=("skip",)), replace(TEST, proves=("D-R1",))])
    assert wrong[0] == "§09-03-01 (Whom) has no test"
    assert "is marked skip: it proves nothing" in wrong[1]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("§09,War,rule,", "is listed twice"),
        ("§10,Death,law,", "kinds are rule, heading"),
        ("§10,Death,heading,", "says why it needs no test"),
        ("§10,Death,rule,because", "a rule needs a test and no reason"),
    ],
)
def test_a_wrong_list_of_paragraphs(book: Book, row: str, message: str) -> None:
    with book.paragraphs.open("a", encoding="utf-8") as file:
        file.write(row + "\n")
    with pytest.raises(ValueError, match=message):
        paragraphs(book)


def test_rulings_without_a_table(book: Book) -> None:
    book.page.write_text("- **S-R2** Arrows are priorities. More.\n- **S-R1** Numbers\n  are 1 to 5.\n", "utf-8")
    assert [(each.name, each.title) for each in rulings(book)] == [
        ("S-R1", "Numbers are 1 to 5"),
        ("S-R2", "Arrows are priorities"),
    ]


def test_what_tests_may_name(book: Book) -> None:
    assert list(statements(book)) == ["§09", "§09-03-01", "D-R1", "ch. 7"]
    assert statements(book)["ch. 7"] == Statement("ch. 7", "Decisions", "chapter")
