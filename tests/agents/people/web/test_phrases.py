"""Words in the reader's language: nothing is left in English that the catalogues should have."""

import random
import re
import shutil
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

import dynasty_env
from agents.people.web import phrases
from agents.people.web.boards import board_of
from agents.people.web.phrases import LANGUAGES, Words, catalogue
from agents.people.web.viewers.known import as_known
from agents.people.web.viewers.shown import question_for
from agents.search import reasons
from dynasty_env import dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.dynasty import ids as in_dynasty
from dynasty_env.kingdoms import ids as in_kingdoms
from dynasty_env.kit.game import Game
from dynasty_env.kit.glossary import Term
from dynasty_env.kit.message import Message, PlayingCard, Seat
from dynasty_env.kit.options import own_options
from tests import catalogues
from tests.books import BOOKS, Book

WEB = Path(__file__).parents[4] / "agents" / "people" / "web"
GAMES = [dynasty_v0.game, shinsengumi_v0.game, kingdoms_v0.game, three_kingdoms_v0.game, figures_v0.game]
VARIED: dict[str, Callable[[int], dict[str, int | bool]]] = {
    "dynasty_v0": lambda seed: {"witches": seed % 2 == 1},
    "shinsengumi_v0": lambda seed: {"hidden_stones": seed % 2 == 1},
    "kingdoms_v0": lambda seed: {"kin_marriage": seed % 2 == 1},
    "three_kingdoms_v0": lambda seed: {"scenario": seed % 9, "max_turns": 4},
    "figures_v0": lambda seed: {
        "num_players": 2 + seed % 3,
        "figures": 1 + seed % 2,
        "stats": seed % 3,
        "emotions": seed % 2 == 1,
        "distraction": seed % 2 == 0,
    },
}
"""Options of the n-th game that is listened to."""
SIGNS = re.compile(r"[a-z]+_\d|\(?§[\d-]+\)?|\b(CC|CP|C|P)W?\b|\b[JQKA](?=[♠♥♦♣])|\b[CDEB][\d*]|\b[WGPFLA]\d\b")
"""What stays as it is: seats, paragraphs, religions, ranks, letters of numbers."""


def texts_of_the_pages() -> set[str]:
    """All texts that are marked in the code and the templates."""
    methods = [("**/templates/**.html", "jinja2.ext:babel_extract"), ("**.py", "python")]
    keywords = {"_": None, "words": None, "own": None}
    options = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}
    found = extract_from_dir(str(WEB), methods, options, keywords)
    return {message for _, _, message, _, _ in found if isinstance(message, str)} | set(reasons.TEXTS)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_text_of_the_pages_is_translated(language: str) -> None:
    texts = texts_of_the_pages()
    assert len(texts) > 250
    known = catalogue(language, "web")
    assert not texts - set(known)
    for text in texts:
        assert set(re.findall(r"\{\w*\}", text)) == set(re.findall(r"\{\w*\}", known[text])), text


@pytest.mark.parametrize(("language", "book"), catalogues.CATALOGUES, ids=lambda each: getattr(each, "game", each))
def test_every_text_that_a_game_marks_is_translated(language: str, book: Book) -> None:
    texts = catalogues.marked(book)
    assert len(texts) > 100
    assert {option.called for option in own_options(dynasty_env.game(catalogues.domain(book)).options)} <= set(texts)
    assert catalogues.lacking(language, book) == []
    book_of_words = Words(language, catalogues.domain(book))
    for text in texts:
        assert set(re.findall(r"\{\w*\}", text)) == set(re.findall(r"\{\w*\}", book_of_words.term(text))), text


def test_a_new_text_of_a_game_gets_an_entry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Once, at the catalogue's end, and without a translation: it is lacking until somebody writes one."""
    book = next(book for book in BOOKS if book.game == "kingdoms")
    shutil.copytree(phrases.FOLDER / "ja", tmp_path / "ja")
    monkeypatch.setattr(phrases, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogues, "marked", lambda _book: ["grant {country}", 'call it a "day"'])
    before = catalogues.file_of("ja", book).read_text(encoding="utf-8")
    assert catalogues.add("ja", book) == ['call it a "day"']
    assert catalogues.add("ja", book) == []
    after = catalogues.file_of("ja", book).read_text(encoding="utf-8")
    assert after == before + '\nmsgid "call it a \\"day\\""\nmsgstr ""\n'
    assert catalogues.lacking("ja", book) == ['call it a "day"']


def test_a_new_ability_wants_a_name_and_a_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a language whose page of words leaves abilities to the catalogue; English explains its own."""
    book = next(book for book in BOOKS if book.game == "dynasty")
    terms = (*dynasty_v0.game.glossary.terms, Term("poetry", "ability", "ch. 5", (), "One card fewer."))
    monkeypatch.setitem(vars(dynasty_v0.game.glossary), "terms", terms)
    assert catalogues.lacking("ja", book) == ["poetry", "[ability] poetry"]
    assert "poetry" in catalogues.explained("en", book)


@pytest.mark.parametrize(("games", "least"), [(3, 200), pytest.param(30, 500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_the_game_says_is_translated(game: Game, games: int, least: int) -> None:
    """Chronicles, questions and prospects of whole random games."""
    book = Words("ja", game.name)
    left, said = set(), set()

    def listen(text: str) -> None:
        if text:
            translated = book.term(text)
            said.add(text)
            if re.search(r"[A-Za-z]{2,}", SIGNS.sub("", translated)):
                left.add(f"{text} → {translated}")

    listen(game.goal)
    for seed in range(games):
        rng = random.Random(seed)
        state = game.new(seed, backend="compiled", **VARIED[game.name](seed))
        while not state.done:
            for line in state.chronicle(state.seat) if state.told else ():
                listen(line)
            question = question_for(as_known(state, state.seat), state.seat) if rng.random() < 0.15 else None
            if question is not None:
                listen(question.stakes)
                listen(question.prospects)
                for choice in question.choices:
                    listen(choice.words)
                    listen(choice.prospects)
            state.play(int(rng.choice(state.legal().tolist())))
        for line in (*state.chronicle(None), *chain(*game.account(state))):
            listen(line)
    assert len(said) > least
    assert not left, "\n".join(sorted(left)[:20])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_phase_is_asked_about_in_plain_language(game: Game) -> None:
    assert set(game.questions) == {name for number, name in game.phase_names.items() if number}


@pytest.mark.parametrize(
    ("game", "types"),
    [(dynasty_v0.game, in_dynasty.TYPE_NAMES), (kingdoms_v0.game, in_kingdoms.TYPE_NAMES)],
    ids=["dynasty", "kingdoms"],
)
def test_every_kind_of_action_says_what_it_is_good_for(game: Game, types: tuple[str, ...]) -> None:
    assert all(game.purpose("action", game.action_ids[name]) for name in types)


NOT_OF_SENTENCES = {
    "agents/people/web/boards/board.py": "paragraphs in the glossary's explanations",
    "agents/people/web/boards/shinsengumi/__init__.py": "long words of an event's name",
    "agents/people/web/mail/outbox.py": "e-mail addresses that people type",
    "agents/people/web/pages/reading.py": "anchors of headings",
    "agents/people/web/rules/page.py": "pictures and checked numbers of the rules for players",
    "agents/people/web/store/tokens.py": "secret links",
}
"""Modules with patterns, and what these are compared with."""


def test_no_sentence_is_read_back() -> None:
    """Chances, seats and templates are asked of messages; nothing looks for them in the finished text."""
    found = {
        str(path.relative_to(WEB.parents[2]))
        for path in WEB.rglob("*.py")
        if "\nimport re\n" in path.read_text(encoding="utf-8")
    }
    assert found == set(NOT_OF_SENTENCES)


def test_names_and_suits_on_a_page() -> None:
    first, second = (
        Message("{who} plays {card}", who=Seat("dynasty", seat), card=PlayingCard("10", "♥")) for seat in range(2)
    )
    words = Words("en", "dynasty_v0", ["<Anna>", "Ben"])
    assert words.rich(first) == '<b class="who s0">&lt;Anna&gt;</b> plays <b class="suit red">10♥</b>'
    assert Words("ja", "dynasty_v0", ["Anna", "Ben"]).plain(second) == "Benが10♥を出す"
    assert Words("ja", "dynasty_v0").plain("something unheard of") == "something unheard of"


def test_terms_on_the_boards_explain_themselves() -> None:
    board = board_of(dynasty_v0.game)
    for language in LANGUAGES:
        words = Words(language, "dynasty_v0")
        for name in ("plunder", "war", "Charles V", "pope", "wanderer", "warrior's way", "the Healer"):
            found = board.explain(name, words)
            assert found is not None
            assert len(found[1]) > 15
    assert board.explain("xyzzy", Words("en", "dynasty_v0")) is None
    english, japanese = (board.explain("plunder", Words(code, "dynasty_v0")) for code in ("en", "ja"))
    assert english is not None
    assert japanese is not None
    assert "略奪" in japanese[0]
    assert "power" in english[1]


def test_a_bot_that_takes_what_it_can_get_is_no_grandmaster() -> None:
    assert catalogue("ja", "web")["greedy"] == "欲張り"


def test_letters_of_numbers_are_the_same_in_both_languages() -> None:
    """Where a lesson names a number by its letter, so does its translation: the letter stands on every card."""
    known = catalogue("ja", "web")
    for game in GAMES:
        lesson = board_of(game).lesson
        assert lesson is not None
        texts = [*(each.says for each in lesson.steps), lesson.closing]
        named = [(text, letter) for text in texts for letter in re.findall(r"(?<![’'])\b[B-HJ-Z]\b", text)]
        for text, letter in named:
            assert letter in known[text], (letter, text)


def test_a_name_comes_after_its_title_in_japanese() -> None:
    """Some persons' names end in a title of their own: シュリー公 is a king, but no 公王."""
    for game in GAMES:
        assert not [text for text in catalogue("ja", game.name).values() if "}王" in text]


def test_lists_have_the_comma_of_their_language() -> None:
    assert Words("en", "three_kingdoms_v0").listed(["Jizhou", "Bingzhou"]) == "Jizhou, Bingzhou"
    assert Words("ja", "three_kingdoms_v0").listed(["冀州", "并州"]) == "冀州、并州"
    boards = (WEB / "boards").rglob("*.py")
    assert not [str(path) for path in boards if '", ".join(' in path.read_text(encoding="utf-8")]


def test_an_explanation_reads_as_a_sentence_without_its_references() -> None:
    board, words = board_of(dynasty_v0.game), Words("en", "dynasty_v0")
    assert board.brief("ability", "waste", words).startswith("As king or spouse: one die fewer in the actions of your")
    for term in dynasty_v0.game.glossary.terms:
        assert not re.search(r"[.,;] ?:", board.brief(term.kind, term.name, words)), term.name
