"""Finished games as animated pictures, from the site."""

import io

import pytest
from PIL import Image

from agents.people.web.pages import pictures
from tests.agents.people.web.live import Guest, Live


def test_a_finished_game_is_there_as_a_gif_made_once(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    filmed = pictures.filmed
    monkeypatch.setattr(pictures, "filmed", lambda *given: made.append(1) or filmed(*given))
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    assert here.http.get(path + "game.gif").status_code == 409
    guest = Guest(here, path)
    guest.play(min)
    assert 'href="game.gif"' in here.http.get(path + "after").text
    answers = [here.http.get(place + "game.gif") for place in (path, f"/w/{here.table().id}/")]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].headers["content-type"] == "image/gif"
    assert answers[0].content == answers[1].content
    assert len(made) == 1
    film = Image.open(io.BytesIO(answers[0].content))
    assert film.format == "GIF"
    assert getattr(film, "n_frames", 1) > 2


def test_without_the_library_for_pictures_no_link_leads_there(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    guest = here.seat("nim_v0", "me", "random")
    guest.play(max)
    assert "game.gif" not in here.http.get(guest.path + "after").text


def test_what_cannot_be_drawn_is_not_there(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> bytes:
        raise NotImplementedError

    guest = here.seat("nim_v0", "me", "random")
    guest.play(max)
    monkeypatch.setattr(pictures, "filmed", fails)
    assert here.http.get(guest.path + "game.gif").status_code == 404
    monkeypatch.undo()
    assert here.http.get(guest.path + "game.gif").status_code == 200
