"""Ratings among persons: by places among each other, from games that count, beside the rating against bots."""

import re
from typing import Any

import pytest

from agents.people.web.pages.rating import ratings_among
from tests.agents.people.web.asking import few_playouts
from tests.agents.people.web.live import Guest, live, play_out
from tests.waiting import until


def game(*ranks: float, players: str = "ab", **more: Any) -> dict[str, Any]:
    """A finished game: each seat's return ``rank``, and who sat in the first seats."""
    seats = {seat: player for seat, player in enumerate(players) if player != "-"}
    return {"result": {"rank": ranks}, "players": seats, "hints": 0, "seed_chosen": False} | more


def test_who_wins_more_often_is_rated_higher_whatever_bots_do() -> None:
    rated = ratings_among([game(1, -1), game(1, -1), game(-1, 1)])
    assert rated["a"].points > 0 > rated["b"].points
    assert rated["a"].points == pytest.approx(-rated["b"].points, abs=20)
    assert rated["a"].games == rated["b"].games == 3
    assert rated["a"].low < rated["a"].points < rated["a"].high
    beside = [game(0, -1, 1, 0.5), game(1, -1, 0, 0), game(-1, 0, 1, 1)]
    assert ratings_among(beside) == rated
    tied = ratings_among([game(0, 0)])
    assert abs(tied["a"].points) < 1 and abs(tied["b"].points) < 1


def test_a_strong_opponent_is_worth_more() -> None:
    strong = [game(1, -1, players="cd")] * 6
    against_strong, against_weak = (
        ratings_among([*strong, game(1, -1, players=pair)])["a"].points for pair in ("ac", "ad")
    )
    assert against_strong > against_weak > 0


@pytest.mark.parametrize(
    "more",
    [{"hints": 1}, {"seed_chosen": True}, {"result": None}, {"players": {0: "a"}}, {"players": {0: "a", 1: "a"}}],
    ids=str,
)
def test_what_does_not_count(more: dict[str, Any]) -> None:
    assert ratings_among([game(1, -1) | more]) == {}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    few_playouts(monkeypatch)


def test_two_persons_who_want_it_are_rated_by_their_game() -> None:
    with live() as here, here.browser() as anna, here.browser() as ben:
        form = {"game": "nim_v0", "name": "Anna", "pace": "fast", "away": "0", "rated": "on"}
        answer = anna.post("/tables", data=form | {"seat0": "me", "seat1": "guest"})
        path, _, invitation = answer.headers["location"].partition("#invite=")
        sat = ben.post(f"/join/{invitation}", data={"seat": "1", "name": "Ben", "rated": "on"})
        guests = [Guest(here, path), Guest(here, sat.headers["location"])]
        until(lambda: here.table().begun)
        table = here.table()
        play_out(table, guests, max)
        until(lambda: table._ended)
        points = []
        for client, guest in zip((anna, ben), guests, strict=True):
            assert "Your rating among people:" in client.get(guest.path + "after").text
            page = client.get("/me/").text
            found = re.search(r"Among people: <b>(−?\d+) points \(.*from 1 games\)", page)
            assert found is not None and "does not count against bots" in page
            points.append(int(found[1].replace("−", "-")))
        assert sum(points) == 0 and (points[0] > 0) == (table.state.win_shares()[0] > 0)
        with here.browser() as stranger:
            assert "Among people" not in stranger.get(f"/w/{table.id}/after").text
