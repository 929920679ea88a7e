"""Finished games move by move: for whoever has the link, through any eyes, and never before the end."""

import re

import pytest

from agents.people.web.review.pages import glimpse_of
from agents.people.web.review.replays import lines_up_to, step_of
from agents.people.web.review.reviewer import Reviewed
from agents.people.web.store import records
from tests.agents.people.web.asking import finished
from tests.agents.people.web.live import Guest, Live

pytestmark = pytest.mark.usefixtures("quick")


def look(here: Live, path: str) -> str:
    """A link to a finished game."""
    answer = here.http.post(path + "look")
    assert answer.status_code == 303, answer.text
    place: str = answer.headers["location"]
    assert place.startswith("/game/")
    return place


def reviewed_of(here: Live) -> Reviewed:
    found = here.run(here.server.site.reviewer.game(here.table().id))
    assert found is not None
    return found


def test_a_game_can_be_looked_at_only_when_it_is_over(here: Live) -> None:
    path, _ = here.open("dynasty_v0", "me", "random", "random")
    for seat in (path, f"/w/{here.table().id}/"):
        assert here.http.post(seat + "look").status_code == 409
    elsewhere = {"Origin": "https://elsewhere.example"}
    guest = finished(here, "nim_v0", "me", "random")
    assert here.http.post(guest.path + "look", headers=elsewhere).status_code == 403
    assert here.http.get("/game/" + "x" * 32 + "/").status_code == 404


def test_every_move_through_any_eyes_and_then_who_has_won(here: Live) -> None:
    guest = finished(here, "cut_in_v0", "me", "random", "random")
    place = look(here, guest.path)
    page = here.http.get(place).text
    numbers = [int(n) for n in re.findall(r'data-numbers="([\d,]+)"', page)[0].split(",")]
    states = reviewed_of(here).course.states
    assert numbers == [n for n in range(len(states)) if n in (0, len(states) - 1) or states[n].told]
    assert 'id="previous"' not in page and f"?n={numbers[1]}" in page
    last = here.http.get(f"{place}?n={numbers[-1]}&eyes=1").text
    assert ("wins." in last or "share the victory" in last) and 'id="next"' not in last
    for eyes in ("", "&eyes=0", "&eyes=2", "&eyes=9"):
        assert here.http.get(f"{place}?n={numbers[2]}{eyes}").status_code == 200
    recorded = here.http.get(place + "replay.json").json()
    assert len(recorded["actions"]) == len(here.table().actions)
    assert 'href="game.gif"' in page
    assert here.http.get(place + "game.gif", timeout=120).content.startswith(b"GIF8")
    assert here.http.post(place + "review").headers["location"].startswith("/review/")
    assert guest.path not in page and guest.path.split("/")[2] not in page


def test_eyes_see_what_their_seat_saw(here: Live) -> None:
    """What is shown of a moment is drawn from that seat's own view of it."""
    guest = finished(here, "dynasty_v0", "me", "greedy", "greedy", seed="3")
    look(here, guest.path)
    reviewed = reviewed_of(here)
    middle = len(reviewed.course.actions) // 2
    for eyes in (None, 0, 1):
        step = step_of(reviewed, middle)
        glimpse, _ = glimpse_of(reviewed, step.number, eyes)
        state = reviewed.course.states[step.number]
        if eyes is not None:
            assert glimpse.view == state.view(eyes)
        assert glimpse.question is None or state.seat == eyes
        before, there = lines_up_to(reviewed, step, eyes)
        assert before + there


def test_ones_own_games_lead_to_moves_and_review_and_those_of_others_do_not(here: Live) -> None:
    form = {
        "game": "nim_v0",
        "name": "Anna",
        "pace": "fast",
        "away": "0",
        "rated": "on",
        "seat0": "me",
        "seat1": "random",
    }
    with here.browser() as anna:
        path = anna.post("/tables", data=form).headers["location"]
        table = here.table().id
        assert anna.post("/me/game", data={"table": table}).status_code == 404
        guest = Guest(here, path)
        guest.play(max)
        guest.close()
        shown = re.search(rf'value="{table}"><input type="hidden" name="once" value="([^"]+)"', anna.get("/me/").text)
        assert shown
        for what, place in (("look", "/game/"), ("review", "/review/")):
            one, same, other = (
                anna.post("/me/game", data={"table": table, "what": what, "once": once}).headers["location"]
                for once in (shown[1], shown[1], "")
            )
            assert one.startswith(place)
            assert same == one != other
    assert here.http.post("/me/game", data={"table": table, "what": "look"}).status_code == 404


def test_links_to_a_game_are_not_without_number(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_LINKS", 2)
    guest = finished(here, "nim_v0", "me", "random")
    assert [here.http.post(guest.path + "look").status_code for _ in range(3)] == [303, 303, 429]
