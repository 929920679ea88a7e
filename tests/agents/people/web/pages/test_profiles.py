"""Ratings of persons: for those who want one, by a secret, and forgotten when they like."""

import json
import re
import secrets
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from agents.people.web.pages import profiles, rating
from tests.agents.people.web.asking import hint
from tests.agents.people.web.live import Guest, Live

pytestmark = pytest.mark.usefixtures("quick")


def play_rated(here: Live, client: httpx.Client, *seats: str, with_hint: bool = False, **more: str) -> str:
    """A game that its person wants to count; the path of the seat."""
    form = {"game": "nim_v0", "name": "Anna", "pace": "fast", "away": "120", "rated": "on"} | more
    form |= {f"seat{i}": who for i, who in enumerate(seats)}
    answer = client.post("/tables", data=form)
    assert answer.status_code == 303, answer.text
    path: str = answer.headers["location"]
    guest = Guest(here, path)
    if with_hint:
        assert hint(here, guest.until_asked()).status_code == 200
    guest.play(max)
    guest.close()
    return path


def test_games_against_rated_bots_give_a_rating(here: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = tmp_path / "nim_v0" / "ladder.json"
    ladder.parent.mkdir()
    points = [{"bot": "greedy", "points": 200.0}, {"bot": "random", "points": 0.0}]
    ladder.write_text(json.dumps({"ratings": points}), encoding="utf-8")
    monkeypatch.setattr(rating.history, "__defaults__", ((tmp_path,),))
    with here.browser() as client:
        assert "not known here" in client.get("/me/").text
        path = play_rated(here, client, "me", "random")
        cookie = client.cookies["player"]
        assert "this game counts" in client.get(path + "after").text
        page = client.get("/me/").text
        assert re.search(r"-?\d+ points \(.*from 1 games\)", page)
        play_rated(here, client, "me", "random", with_hint=True)
        page = client.get("/me/").text
        assert "from 1 games" in page
        assert "does not count: with hints" in page
        play_rated(here, client, "me", "greedy")
        assert "from 2 games" in client.get("/me/").text
        assert client.cookies["player"] == cookie
        assert cookie not in page.replace(f"/p/{cookie}/", "")
        with here.browser() as phone:
            question = phone.get(f"/p/{cookie}/")  # somebody else may have sent the link
            assert (question.status_code, "set-cookie" in question.headers) == (200, False)
            assert "This link belongs to Anna." in question.text
            elsewhere = {"Origin": "https://elsewhere.example"}
            assert phone.post(f"/p/{cookie}/", headers=elsewhere).status_code == 403
            assert "not known here" in phone.get("/me/").text
            assert phone.post(f"/p/{cookie}/").headers["location"] == "/me/"
            assert "from 2 games" in phone.get("/me/").text
        with here.browser() as stranger:
            assert stranger.get(f"/p/{secrets.token_urlsafe(24)}/").status_code == 404
            assert "Your rating:" not in stranger.get(f"/w/{here.table().id}/after").text
        assert client.post("/me/forget", headers={"Origin": "https://elsewhere.example"}).status_code == 403
        client.post("/me/forget")
        assert "not known here" in client.get("/me/").text
        for ask in (here.http.get, here.http.post):
            assert ask(f"/p/{cookie}/").status_code == 404


def test_no_table_waits_for_a_rating(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(*given: Any) -> rating.History:
        threads.add(threading.get_ident())
        return rating.history(*given)

    threads: set[int] = set()
    monkeypatch.setattr(profiles, "history", counted)
    with here.browser() as client:
        path = play_rated(here, client, "me", "random")
        client.get("/me/")
        client.get(f"{path}after")
    assert threads and here.loop()._thread_id not in threads  # type: ignore[attr-defined]


def test_nothing_is_kept_of_who_asks_for_no_rating(here: Live) -> None:
    with here.browser() as client:
        form = {"game": "nim_v0", "name": "Anna", "seat0": "me", "seat1": "random", "pace": "fast", "away": "120"}
        client.post("/tables", data=form)
        assert "player" not in client.cookies
