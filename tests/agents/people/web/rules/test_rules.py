"""Rules for players: pages in every language, and examples whose numbers are those of the engine."""

import re
import tomllib
from pathlib import Path

import pytest

from agents.people.sentences import explained, folder_of
from agents.people.web.phrases import LANGUAGES
from agents.people.web.rules import languages_of, rules_for_players, words_for_players
from agents.people.web.rules.moments import TextError, moment, moments_of
from agents.people.web.rules.page import MARK
from dynasty_env import dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0, three_kingdoms_v0
from dynasty_env.kit.game import Game
from tests.agents.people.web.drawing import check_html
from tests.agents.people.web.live import Live
from tests.agents.people.web.rules.facts import fact, marks_in

GAMES = [each.game for each in (dynasty_v0, kingdoms_v0, shinsengumi_v0, figures_v0, three_kingdoms_v0)]
EXAMPLE = re.compile(r"^## (?:Example|例) ?(\d).*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
NO_CLAIM = re.compile(
    r"^## .*$|^(?:moment|box|parts?|of|style|cards|dice) = .*$|^```\w*$|\d+世|\d(?=[♠♥♦♣])", re.MULTILINE
)
"""Headings, what a picture shows, and names: digits there say nothing of the position."""


def text_of(game: Game, language: str) -> str:
    return (folder_of(game.name) / f"{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_there_are_rules_in_every_language_with_pictures_and_three_examples(game: Game) -> None:
    assert set(languages_of(game)) == set(LANGUAGES)
    shown = []
    for language in LANGUAGES:
        page = str(rules_for_players(game, language))
        check_html(page)
        assert page.count("<h1") == 1
        assert not re.search(r"<button|tabindex|data-act|\{[^}]*\||moment =|\*\*|[\ue000\ue001]", page)
        assert re.findall(r'<a href="#([^"]+)"', page) == re.findall(r'<h2 id="([^"]+)"', page)
        numbers = [found[1] for found in EXAMPLE.finditer(text_of(game, language))]
        assert numbers == ["1", "2", "3"]
        shown.append(re.findall(r"^(?:moment|of|box|parts?|cards) = .*$", text_of(game, language), re.MULTILINE))
        assert page.count("<figure") >= 5
    assert shown[0] == shown[1], "both languages show the same pictures"
    assert re.search("[ぁ-ん]", str(rules_for_players(game, "ja")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_a_text_says_of_a_position_is_so(game: Game, language: str) -> None:
    marks = list(marks_in(text_of(game, language)))
    assert len(marks) > 15
    wrong = {mark: said for mark in marks if (said := fact(game, mark.moment, mark.fact)) != mark.value()}
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_number_of_an_example_goes_unchecked(game: Game, language: str) -> None:
    for example in EXAMPLE.finditer(text_of(game, language)):
        left = MARK.sub("", NO_CLAIM.sub("", example[0]))
        assert not re.findall(r".*\d.*", left)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_languages_say_the_same_of_the_positions(game: Game) -> None:
    """Each example makes the same claims, whatever the order of its sentences."""
    claims = []
    for language in LANGUAGES:
        examples = [found[0] for found in EXAMPLE.finditer(text_of(game, language))]
        claims.append([{(mark.moment, mark.fact) for mark in marks_in(each)} for each in examples])
    assert claims[0] == claims[1]
    used = set(re.findall(r'"([\w-]+)"$|([\w-]+): ', text_of(game, "en"), re.MULTILINE))
    assert set(moments_of(game)) <= {name for pair in used for name in pair}, "every position is shown or spoken of"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_words_that_players_meet_are_there_in_every_language(here: Live, game: Game) -> None:
    counted = []
    for language in LANGUAGES:
        text = here.http.get(f"/glossary/{game.name}", headers={"Accept-Language": language}).text
        words = str(words_for_players(game, language))
        assert words in text
        check_html(words)
        assert not re.search(r"\(?(?:§|ch\. |[A-Z]-R)\d", words), "paragraphs and rulings are the specification's"
        counted.append([words.count(f"<{tag}>") for tag in ("h2", "li", "dt")])
    assert counted[0] == counted[1] and counted[0][1] > 15
    japanese = re.sub("<[^>]+>", "|", str(words_for_players(game, "ja")))
    assert not re.search("[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}", japanese)
    for language in LANGUAGES:
        described = (folder_of(game.name) / f"words.{language}.md").read_text(encoding="utf-8")
        for kind in re.findall(r'^kind = "(\w+)"$', described, re.MULTILINE):
            names = {term.name for term in game.glossary.terms if term.kind == kind}
            fence = described.partition(f'kind = "{kind}"')[2].partition("```")[0]
            assert set(tomllib.loads(fence)) <= names


def test_a_term_without_words_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = dynasty_v0.game
    (tmp_path / "words.ja.md").write_text('```terms\nkind = "phase"\n"setup deck" = "…"\n```\n', encoding="utf-8")
    monkeypatch.setattr("agents.people.web.rules.page.folder_of", lambda name: tmp_path)
    with pytest.raises(TextError, match="nobody says what 'setup king' is in 日本語"):
        words_for_players.__wrapped__(game, "ja")


def test_a_term_without_words_of_its_own_is_explained_as_on_the_rules_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '# Words\n\n## Abilities\n\n```terms\nkind = "ability"\nplunder = "Loot."\n```\n'
    (tmp_path / "dynasty").mkdir()
    (tmp_path / "dynasty" / "words.en.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr("agents.people.sentences.TEXTS", tmp_path)
    said = {each.names[0]: each.text for each in explained.__wrapped__("dynasty_v0")}
    (known,) = (term.text for term in dynasty_v0.game.glossary.terms if term.name == "gale")
    assert (said["plunder"], said["gale"]) == ("Loot.", known)


def test_a_wrong_number_and_a_wrong_move_are_noticed() -> None:
    game = dynasty_v0.game
    mark = next(marks_in('moment = "proposal"\n{98 %|chance}'))
    assert fact(game, mark.moment, mark.fact) != mark.value()
    for told in ("chance person:Nobody", "number Nobody P", "luck", "trace NOTHING.value"):
        with pytest.raises(TextError, match=re.escape(repr(told))):
            fact(game, "proposal", told)
    with pytest.raises(TextError, match="no position 'nowhere'; there are "):
        moment(game, "nowhere")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_are_reached_from_lobby_lesson_and_table(here: Live, game: Game, language: str) -> None:
    wanted = {"Accept-Language": language}
    lesson = here.http.post("/tables", data={"game": game.name, "lesson": "on", "name": "Anna"})
    table, _ = here.open(game.name, "me", "random")
    for page, links in (("/", 1), (lesson.headers["location"], 2), (table, 2)):
        assert here.http.get(page, headers=wanted).text.count(f'href="/rules/{game.name}"') == links
    text = here.http.get(f"/rules/{game.name}", headers=wanted).text
    assert str(rules_for_players(game, language)) in text
    check_html(text.partition("<main")[2].partition(">")[2].partition("</main>")[0])
    exact = f"/rules/{game.name}/specification"
    assert f'href="{exact}"' in text and f'href="/glossary/{game.name}"' in text
    assert len(here.http.get(exact).text) > 10_000
