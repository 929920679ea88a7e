"""What there is to read at a table: rules, glossary, and what the decks are."""

import re

import numpy as np
import pytest

from agents.people.web.boards import board_of
from agents.people.web.pages.reading import anchor, rules_page
from dynasty_env import dynasty_v0, figures_v0, kingdoms_v0, shinsengumi_v0
from dynasty_env.dynasty import material as of_dynasty
from dynasty_env.kingdoms import material as of_kingdoms
from dynasty_env.kit.game import Game
from tests.agents.people.web.live import Live


@pytest.mark.parametrize("game", ["dynasty_v0", "kingdoms_v0", "shinsengumi_v0"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_rules_and_glossary_are_one_click_away(here: Live, game: str, language: str) -> None:
    path, _ = here.open(game, "me", "random")
    for page in ("/", path):
        text = here.http.get(page, headers={"Accept-Language": language}).text
        for place in (f"/rules/{game}", f"/glossary/{game}"):
            assert f'href="{place}"' in text
    for place in (f"/rules/{game}", f"/glossary/{game}"):
        answer = here.http.get(place, headers={"Accept-Language": language})
        assert answer.status_code == 200
        assert " style=" not in answer.text
        assert len(answer.text) > 2_000
        if language == "ja":
            assert re.search("[ぁ-ん]{3}", answer.text.partition("<article")[2])


@pytest.mark.parametrize("game", [dynasty_v0.game, kingdoms_v0.game, shinsengumi_v0.game, figures_v0.game])
def test_a_glossary_that_nobody_has_written_begins_with_what_everybody_meets(
    here: Live, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.people.web.pages.reading.languages_of", lambda game: [])
    kinds = re.findall("<h2>(.*?)</h2>", here.http.get(f"/glossary/{game.name}").text)
    assert kinds[0] != "option" and kinds[-1] == "option"


def test_the_lobby_offers_a_duel_in_plain_words(here: Live) -> None:
    """Two seats, and options without numbers that stand for something."""
    form = here.http.get("/").text.partition('value="figures_v0"')[2].partition("</section>")[0]
    chosen = re.findall(r'<select name="seat\d".*?<option value="([^"]*)" selected>', form, re.DOTALL)
    assert chosen[0] == "me" and chosen[1] not in ("-", "guest") and chosen[2:] == ["-", "-"]
    room = form.partition('name="option-room"')[2].partition("</select>")[0]
    assert re.findall(r">([^<]+)</option>", room) == ["small", "standard", "large"]
    for option in figures_v0.game.options:
        assert option.meaning == "players at the table" or option.meaning not in form
    japanese = here.http.get("/", headers={"Accept-Language": "ja"}).text.partition('value="figures_v0"')[2]
    assert "部屋の広さ" in japanese and "狭い" in japanese


def test_links_of_the_rules_lead_somewhere_on_the_page() -> None:
    for name in ("dynasty", "kingdoms", "shinsengumi"):
        page = rules_page(name)
        assert page is not None
        ids = set(re.findall(r'<h\d id="([^"]+)"', page))
        links = re.findall(r'<a href="([^"]*)"', page)
        assert {link for link in links if not link.startswith("#")} == set()
        assert {link[1:] for link in links} <= ids, name
        assert page.count("<a ") == page.count("</a>")
    assert rules_page("../secret") is rules_page("nothing") is None
    assert anchor("ch. 1 Material (§03–06)") == "ch-1-material-0306"


def test_what_is_not_there_is_not_found(here: Live) -> None:
    for place in ("/rules/nim_v0", "/glossary/nim_v0", "/rules/chess", "/rules/..%2fdynasty", "/glossary/x"):
        assert here.http.get(place).status_code == 404, place
    assert "/rules/nim_v0" not in here.http.get("/").text


@pytest.mark.parametrize(("game", "material"), [(dynasty_v0.game, of_dynasty), (kingdoms_v0.game, of_kingdoms)])
def test_what_is_said_of_a_deck_is_true(game, material) -> None:  # type: ignore[no-untyped-def]
    said = board_of(game).meanings
    assert set(said) == {f"deck:{name}" for name in material.COLOUR_NAMES[:4]}
    colours, religions = np.array(material.COLOUR), np.array(material.RELIGION)
    cc, c, cp, p = (
        [int((religions[colours == deck] == faith).sum()) for deck in range(4)]
        for faith in (material.Religion.CC, material.Religion.C, material.Religion.CP, material.Religion.P)
    )
    size = [int((colours == deck).sum()) for deck in range(4)]
    yellow, blue, red, green = range(4)
    assert abs(2 * (cc[yellow] + c[yellow]) - size[yellow]) <= 3 and p[yellow] == 0
    assert abs(2 * cp[blue] - size[blue]) <= 3 and p[blue] <= size[blue] // 4
    assert 2 * p[red] >= size[red] - 1 and cc[red] + c[red] <= size[red] // 4
    assert 3 * p[green] >= 2 * size[green] - 2 and cc[green] + c[green] <= 1
