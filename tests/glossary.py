"""`python -m tests.glossary`: the terms of each rules page, as `Game.glossary` explains them.

The rules page is the one source; the file that a game brings along is made from it, and CI fails when it is out of
date. A term of the page is

- the first cell of a row in one of the tables of `KINDS`,
- words in bold within a paragraph, which explains them, or within a row of a table; a point of a list that begins with
  the name of such a row goes on with the row's explanation instead,
- the title of a chapter, and
- a numbered ruling, in bold.
"""

import argparse
import csv
import io
import re
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from dynasty_env.kit.glossary import FIELDS, Term
from tests.books import BOOKS, ROOT, Book

KINDS = {
    "option": "option", "colour": "bloodline", "stat": "stat", "ability": "ability", "event": "event",
    "phase": "phase", "name": "choice", "sign": "sign", "number": "stat", "kind": "fight", "reward": "reward",
    "action": "action", "term": "rule",
}  # fmt: skip
"""What the rows of a table are, by the heading of its first column."""

SPEAKING = {
    "effect", "meaning", "means", "what", "about", "what it is for", "what happens", "outcome", "bloodlines (§05-01)",
    "what a high one does", "question",
}  # fmt: skip
"""Columns whose cells need no heading before them."""

RULING = re.compile(r"\*\*([A-Z](?:-R)?\d+)\*\*")
BOLD = re.compile(r"\*\*(.+?)\*\*")
MOST_WORDS = 4
"""Words in bold that are more than this are no term, but stressed."""


def terms(book: Book) -> list[Term]:
    """All terms of a rules page, in its order; the same name and text once. Raises what `check_rulings` raises."""
    found, page = [], book.page.read_text(encoding="utf-8")
    check_rulings(book.page.name, page)
    for title, chapter, body in sections(page):
        blocks = [*paragraphs(body)]
        if chapter.startswith("ch.") and blocks:
            also = chapter, chapter.removeprefix("ch. ")
            found.append(Term(title, "chapter", chapter, also, "\n".join(map(clean, announced(body)))))
        rows = [term for table in tables(body) for term in table_terms(table, chapter)]
        going_on = {block: row for row in rows for block in blocks if block.startswith(f"- **{row.name}** ")}
        found += [
            row._replace(text="\n".join([row.text, *(clean(block) for block in going_on if going_on[block] == row)]))
            for row in rows
        ]
        for number, block in enumerate(blocks):
            if block not in going_on:
                found += bold_terms(block, "\n".join(map(clean, (block, *points(blocks, number)))), chapter)
            found += rulings(block, chapter)
    return joined(found)


def sections(text: str) -> Iterator[tuple[str, str, str]]:
    """Title, chapter (the title itself where it has no number) and body of each part that explains terms."""
    for part in re.split(r"^(?=#{2,3} )", text, flags=re.MULTILINE):
        first, _, body = part.partition("\n")
        heading = re.fullmatch(r"#{2,3} (?:(ch\. [\d.]+) )?(.+?)(?: \(.*\))?", first)
        if heading and heading[2] not in ("Glossary", "Rulings by number", "About this page"):
            yield heading[2], heading[1] or heading[2], body


def paragraphs(body: str) -> Iterator[str]:
    """Paragraphs and points of a list, each in one line; no tables."""
    for block in re.split(r"\n\s*\n|\n(?=- |\d+\. |  - )", body.strip()):
        line = " ".join(block.split())
        if line and not line.startswith(("|", "<!--")):
            yield line


def announced(body: str) -> Iterator[str]:
    """The same with the rows of a table of terms that a paragraph announces by its colon."""
    for part in re.split(r"(?<=:)\n\n(?=\|)", body):
        rows = next(tables(part), None) if part.startswith("|") else None
        yield from (f"- {term.name}: {term.text}" for term in (table_terms(rows, "") if rows else ()))
        yield from paragraphs(part)


def points(blocks: list[str], number: int) -> Iterator[str]:
    """The list that belongs to a paragraph, if that announces one."""
    if blocks[number].endswith((":", "where", "states")):
        yield from takewhile(lambda block: block.startswith("- "), blocks[number + 1 :])


def tables(body: str) -> Iterator[list[list[str]]]:
    """The tables of a part: rows of cells, the heading first."""
    for block in re.findall(r"(?:^\|.*\|$\n?)+", body, re.MULTILINE):
        rows = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in block.strip().splitlines()]
        heading, _, *content = [[cell.strip(" |") for cell in row] for row in rows]
        if heading[0] in KINDS and len(heading) > 1:
            yield [heading, *content]


def table_terms(rows: list[list[str]], chapter: str) -> Iterator[Term]:
    """A term for each row, and one for each word in bold behind it."""
    heading, *content = rows
    for cells in content:
        row = dict(zip(heading, cells, strict=True))
        section = f", {row['§']}" if row.get("§", "–") != "–" else ""
        more = f" See ch. {row['ch.']}." if "ch." in row else ""
        said = [told_cell(column, cell) for column, cell in list(row.items())[1:] if column not in ("§", "ch.")]
        text = clean(" ".join(filter(None, said)) + more)
        names = spellings(cells[0])
        if KINDS[heading[0]] == "phase":
            yield from (Term(name.replace("_", " "), "phase", chapter, (), text) for name in names)
        else:
            yield Term(names[0], KINDS[heading[0]], chapter + section, tuple(names[1:]), text)
        for cell in cells[1:]:
            yield from bold_terms(cell, f"{names[0]}: {clean(cell)}", chapter)
            yield from rulings(cell, chapter)


def told_cell(column: str, cell: str) -> str:
    """A cell as a sentence of its own."""
    if not cell or cell == "–":
        return ""
    sentence = cell[0].upper() + cell[1:] if column in SPEAKING else f"{column[0].upper()}{column[1:]}: {cell}"
    return sentence if sentence.endswith((".", "…")) else sentence + "."


def spellings(cell: str) -> list[str]:
    """The names in a first cell: each in backticks, or the whole; of ``deck:yellow`` its family, too."""
    quoted = re.findall(r"`([^`]+)`", cell)
    if not quoted:
        return [re.sub(r" \S*[^\x00-\u024f]\S*$", "", clean(cell))]
    families = [name.partition(":")[0] for name in quoted if ":" in name]
    return list(dict.fromkeys([*families[:1], *(name.strip('"') for name in quoted)]))


def bold_terms(block: str, text: str, chapter: str) -> Iterator[Term]:
    for words in BOLD.findall(RULING.sub("", block)):
        name = re.sub(r"^the (?=\w)|[.:,]$", "", words)
        if len(name.split()) <= MOST_WORDS and not re.search(r"-R\d|\bK\d", name):
            yield Term(name, "rule", chapter, (), text)


def rulings(block: str, chapter: str) -> Iterator[Term]:
    """Each ruling of a paragraph, up to the next one."""
    parts = RULING.split(block)
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        yield Term(name, "ruling", chapter, (), clean(text))


def check_rulings(name: str, page: str) -> None:
    """Raise ValueError that names the line of the page where a ruling stands a second time, or not before its text."""
    found = set[str]()
    for ruling in RULING.finditer(page):
        where = f"{name}:{page[: ruling.start()].count(chr(10)) + 1}: {ruling[0]}"
        if not re.match(r"[ \n] *[^\s)]", page[ruling.end() :]):
            raise ValueError(f"{where} stands before its text, which is all that follows: **T1** What is so.")
        if ruling[1] in found:
            raise ValueError(f"{where} is there twice: cite a ruling without bold letters")
        found.add(ruling[1])


def clean(text: str) -> str:
    """Markdown as plain text."""
    text = re.sub(r"^(- |\d+\. )", "", text)
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*+(?=\S)|(?<=\S)\*+|`", "", text).strip()


def joined(found: list[Term]) -> list[Term]:
    """Without repetitions; a sign that stands for another term becomes one of its spellings."""
    named = {term.name: number for number, term in reversed(list(enumerate(found))) if term.kind == "ability"}
    kept: dict[tuple[str, str], Term] = {}
    for term in list(found):
        target = named.get(term.text[:1].lower() + term.text[1:].rstrip(".")) if term.kind == "sign" else None
        if target is None:
            kept.setdefault((term.name.lower(), term.text), term)
        else:
            ability = found[target]
            key = ability.name.lower(), ability.text
            kept[key] = kept[key]._replace(also=(*kept[key].also, term.name))
    return list(kept.values())


def file_of(book: Book) -> Path:
    """Where the game keeps its glossary."""
    return ROOT / "dynasty_env" / book.game / "data" / "glossary.csv"


def written(book: Book) -> str:
    """The file's content."""
    content = io.StringIO()
    writer = csv.writer(content, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows((term.name, term.kind, term.chapter, ";".join(term.also), term.text) for term in terms(book))
    return content.getvalue()


def main() -> int:
    """0 when the files are those of the pages, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.glossary", description="Glossaries of the rules pages.")
    parser.add_argument("--write", action="store_true", help="write the files anew")
    given = parser.parse_args()
    old = [book for book in BOOKS if not file_of(book).exists() or file_of(book).read_text("utf-8") != written(book)]
    for book in old:
        if given.write:
            file_of(book).write_text(written(book), encoding="utf-8")
        print(f"{'Written' if given.write else 'Out of date'}: {file_of(book).relative_to(ROOT)}")
    return 1 if old and not given.write else 0


if __name__ == "__main__":
    sys.exit(main())
