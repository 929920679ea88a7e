"""The lobby at first sight: what each game is like, where to begin, and whom one can play against."""

import re

import pytest

from agents.people.web.pages.bots import KNOWN, bot_called, bot_described, by_strength
from agents.people.web.pages.terms import CLOCKS, clock_in_words, terms_in_words
from agents.people.web.phrases import LANGUAGES, Words
from agents.people.web.rulebooks import REGISTERED
from agents.people.web.tables.clock import CONTROLS, Control, Terms
from dynasty_env.kit.options import own_options
from tests.agents.people.web.live import Live


def test_every_game_has_a_picture_and_the_easiest_comes_first(here: Live) -> None:
    page = here.http.get("/").text
    sections = re.findall(r'<section class="sheet game (\w+)">(.*?)</section>', page, re.DOTALL)
    shown = {f"{name}_v0": body for name, body in sections}
    assert set(REGISTERED) <= set(shown)
    for name in REGISTERED:
        file = re.search(r'<img class="card-picture" src="([^"]+)"', shown[name])
        assert file is not None, name
        answer = here.http.get(file[1])
        assert answer.headers["content-type"] == "image/jpeg" and len(answer.content) < 60_000
    weights = [body.count("●") for name, body in sections if f"{name}_v0" in REGISTERED]
    assert weights == sorted(weights) and weights[0] == 1
    assert ["Start here" in body for _, body in sections] == [True, *[False] * (len(sections) - 1)]


def test_pictures_speak_the_readers_language(here: Live) -> None:
    """What is written on cards and maps is in the pictures, too."""
    for name in REGISTERED:
        seen = {
            here.http.get(place).content
            for language in LANGUAGES
            for place in re.findall(
                rf'src="([^"]+/{name.removesuffix("_v0")}.jpg[^"]*)"',
                here.http.get("/", headers={"Accept-Language": language}).text,
            )
        }
        assert len(seen) == len(LANGUAGES), name


def test_who_plays_alone_has_the_table_to_themselves(here: Live) -> None:
    assert not re.search(r'name="listed"[^>]* checked', here.http.get("/").text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_are_called_by_how_they_play(here: Live, language: str) -> None:
    words = Words(language)
    page = here.http.get("/", headers={"Accept-Language": language}).text
    choices = re.findall(r'<option value="([\w+:]+)"[^>]*>[^<]*?[:：] ?([^<]*)</option>', page)
    assert {"random", "greedy", "champion"} <= {name for name, _ in choices}
    for name, said in choices:
        if name in KNOWN:
            assert said == bot_described(words, name)
    assert len({bot_called(words, name) for name in KNOWN}) == len(KNOWN)
    assert bot_called(words, "champion+search:200:mixed") == words("Grandmaster")
    if language == "ja":
        assert not any(re.search("[A-Za-z]", bot_described(words, name)) for name in KNOWN)


def test_bots_of_somebodys_own_keep_their_names_and_come_last() -> None:
    words = Words("en")
    assert bot_called(words, "mine:Bot") == "Bot" and bot_described(words, "mine:Bot") == "Bot (mine:Bot)"
    assert bot_called(words, "cautious") == bot_described(words, "cautious") == "cautious"
    assert by_strength(["mine:Bot", "champion+search:200", "greedy", "random"]) == [
        "random", "greedy", "champion+search:200", "mine:Bot",
    ]  # fmt: skip


def test_an_invitation_offers_the_first_free_seat(here: Live) -> None:
    _, invitation = here.open("dynasty_v0", "me", "greedy", "guest", "guest")
    page = here.http.get(f"/join/{invitation}").text
    assert re.findall(r'name="seat" value="(\d)"[^>]* checked', page) == ["2"]


def test_a_host_who_does_not_play_can_copy_the_invitation(here: Live) -> None:
    path, invitation = here.open("nim_v0", "guest", "random")
    page = here.http.get(path).text
    assert invitation and 'id="invite"' in page and 'data-say="begin"' not in page


def test_nothing_stands_in_place_of_a_clock_that_does_not_run(here: Live) -> None:
    path, _ = here.open("dynasty_v0", "me", "guest")
    assert re.search(r'id="clock"[^>]*></div>', here.http.get(path).text)


def test_an_invitation_and_the_lobby_say_what_players_agree_to(here: Live) -> None:
    more = {"away": "604800", "option-scenario": "3", "option-max_turns": "5", "option-powers": "0", "talk": "kept"}
    _, invitation = here.open("three_kingdoms_v0", "me", "guest", **more, seed="12")
    for page in (here.http.get(f"/join/{invitation}").text, here.http.get("/").text):
        shown = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))
        for wanted in ("7 days for each decision", "Scenario: ", "Number of turns: 5", "no: the host has chosen"):
            assert wanted in shown, wanted
        assert "By how many seats the powers are rotated:" not in shown  # the default
    table = here.table()
    [listed] = [each for each in here.run(here.server.site.hub.listed()) if each.id == table.id]
    assert listed.terms == table.terms


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_told_without_paragraphs_and_names_of_programs(here: Live, language: str) -> None:
    for name in REGISTERED:
        board = here.server.site.hub.boards[name]
        words = Words(language, name)
        for option in own_options(board.game.options):
            assert option.called, (name, option.name)
            for value in option.values:
                terms = Terms({option.name: value}, Control(0), "on", False, 2)
                told = dict(terms_in_words(terms, board, words))[words("Rules")]
                assert not re.search(r"§|\bK\d|-R\d|True|False|_", told), told
                if language == "ja":
                    assert not re.search("[A-Za-z]", told.replace(" w", "")), told


def test_clocks_are_told_in_words() -> None:
    told = [clock_in_words(control, Words("en")) for control in CONTROLS.values()]
    assert len(set(told)) == len(CONTROLS) == sum(len(kinds) for _, kinds in CLOCKS)
    assert "for the whole game: 5 minutes, plus 10 seconds per decision" in told
    assert clock_in_words(CONTROLS["86400"], Words("ja")) == "1回の決定ごとに1日"
