"""Looking up terms: by name, by part of a name, and what is suggested for a word that is none."""

from pathlib import Path

import pytest

from dynasty_env.kit.glossary import Glossary, Term, heading, names, plain

FILE = """term,kind,chapter,also,text
pope,rule,ch. 2,,Who receives it.
Pope,rule,ch. 3.9,,What it is for.
evil eye,ability,"ch. 6.5, §1",eye,"First point.
Second point."
death check,rule,ch. 3.8,3.8,A die.
war target,phase,ch. 7,,Whom.
war commander,phase,ch. 7,,Who.
Renée,rule,ch. 9,,A name.
✝,sign,Signs,,Holds the pope.
"""


@pytest.fixture
def glossary(tmp_path: Path) -> Glossary:
    file = tmp_path / "glossary.csv"
    file.write_text(FILE, encoding="utf-8")
    return Glossary(file)


def test_a_term_is_read_as_it_is_written(glossary: Glossary) -> None:
    (term,) = glossary.find("evil eye")
    assert term == Term("evil eye", "ability", "ch. 6.5, §1", ("eye",), "First point.\nSecond point.")
    assert heading(term) == "evil eye (ability, ch. 6.5, §1)"


@pytest.mark.parametrize(
    ("word", "found"),
    [
        *((word, ["pope", "Pope"]) for word in ("pope", "POPE", "popes")),
        *((word, ["evil eye"]) for word in ("evil-eye", "Eye")),
        *((word, ["death check"]) for word in ("check", "3.8")),
        ("war", ["war target", "war commander"]),
        *(("war_target", ["war target"]), ("comm", ["war commander"]), ("renee", ["Renée"]), ("✝", ["✝"])),
        *((word, []) for word in ("zzz", "", " ", "s")),
    ],
)
def test_words_find_terms(word: str, found: list[str], glossary: Glossary) -> None:
    assert [term.name for term in glossary.find(word)] == found


def test_what_looks_alike_is_suggested(glossary: Glossary) -> None:
    assert glossary.suggest("evl eye") == ["evil eye"]
    assert glossary.suggest("war comander")[0] == "war commander"
    assert glossary.suggest("zzz") == []
    assert len(glossary.suggest("war", count=1)) <= 1


def test_a_game_without_a_glossary_has_no_terms() -> None:
    assert Glossary().terms == ()
    assert Glossary().find("pope") == []


def test_names_are_told_once(glossary: Glossary) -> None:
    assert names(glossary.find("war")) == "war target, war commander"
    assert plain("  Évil–eye ") == "evil eye"
