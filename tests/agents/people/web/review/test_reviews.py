"""Reviews of finished games: opinions from what each seat knew, by a link that changes nothing."""

import re
import secrets
import time
from pathlib import Path
from typing import Any

import pytest

from agents.people.analysis import Course
from agents.people.web.review import reviewer
from agents.search.budget import Budget
from agents.search.judge import ByRules
from agents.search.opinion import Opinion
from tests.agents.people.web.asking import finished, hint, review, within
from tests.agents.people.web.live import Live, live, save_in
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("quick")


def test_a_finished_game_is_reviewed_by_a_link_that_can_be_passed_on(here: Live) -> None:
    anna = finished(here, "cut_in_v0", "me", "random", "random")
    table = here.table()
    assert "Walk through the game" in here.http.get(anna.path + "after").text
    assert hint(here, anna).json()["code"] == "over"
    place = review(here, anna.path)
    assert place.split("/")[2] not in anna.path
    page = here.http.get(place)
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert " style=" not in page.text
    assert "<script>" not in page.text
    assert str(table.seed) not in page.text
    assert anna.path.split("/")[2] not in page.text
    assert page.text.count("<polyline") == 3
    assert re.search(r'aria-label="Chances of winning[^"]*Anna: at first', page.text)
    far = here.http.get(place + "progress").json()
    assert far["ready"] == far["total"] > 5
    for number in range(len(table.actions) + 1):
        assert here.http.get(f"{place}?n={number}").status_code == 200
    end = here.http.get(f"{place}?n={len(table.actions)}").text
    assert "The game is over" in end
    another = here.http.post(anna.path + "review").headers["location"]
    assert another != place
    assert here.http.get(another).status_code == 200
    assert here.http.post(place).status_code == 405  # nothing can be changed by the link
    for bad in (f"/review/{secrets.token_urlsafe(24)}/", "/review/short/", f"/review/{anna.path.split('/')[2]}/"):
        assert here.http.get(bad).status_code == 404
    for query in ("n=x", "n=-1", "n=99999", "seat=9", "eyes=77", "n=1&eyes=all"):
        assert here.http.get(f"{place}?{query}").status_code == 200


def test_a_running_game_is_reviewed_for_nobody(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "random")
    ben = here.join(invitation, 1, "Ben")
    table = here.table()
    until(lambda: table.begun)
    for place in (path, ben, f"/w/{table.id}/"):
        assert here.http.post(place + "review").status_code == 409
        assert here.http.get(place + "after").status_code == 409
    assert here.http.post(f"/s/{secrets.token_urlsafe(24)}/review").status_code == 404
    assert within(here, here.server.site.reviewer.game(table.id)) is None  # not even for the one that works them out


def test_opinions_come_from_what_the_deciding_seat_knew(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the workers get is a hidden copy, and what they say is what `dynasty review` says."""
    sent: dict[int, tuple[bytes, dict[str, Any]]] = {}
    opine = reviewer.opine

    def listening(place: str, backend: Any, table: bytes, number: int, *more: Any) -> Any:
        found = opine(place, backend, table, number, *more)
        sent[number] = table, found
        return found

    monkeypatch.setattr(reviewer, "opine", listening)
    anna = finished(here, "cut_in_v0", "me", "random", "random")
    table = here.table()
    review(here, anna.path)
    course = Course.of(table.replay(), "interpreted")
    assert set(sent) == {decision.number for decision in course.decisions}
    for decision in course.decisions:
        seen, said = sent[decision.number]
        state = course.states[decision.number]
        assert seen == state.hide(decision.seat, 0).tables.array.tobytes()
        assert seen != state.tables.array.tobytes()
        opinion = Opinion.from_dict(said)
        judge = ByRules(backend="interpreted" if opinion.interpreted else "compiled")
        assert course.weigh(decision, Budget.parse("40"), judge) == opinion
    first = course.decisions[0].seat
    own = [number for number in sent if course.states[number].seat == 0]
    assert list(sent)[: len(own)] == own, first  # those of persons come first


def test_a_review_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opine, made = reviewer.opine, list[int]()

    def slowing(place: str, backend: Any, table: bytes, number: int, *more: Any) -> Any:
        made.append(number)
        if len(made) > 4:
            time.sleep(1.0)  # so that the server ends in the midst of it
        return opine(place, backend, table, number, *more)

    with live(save_in(tmp_path)) as first:
        anna = finished(first, "cut_in_v0", "me", "random", "random")
        anna.close()
        monkeypatch.setattr(reviewer, "opine", slowing)
        place = first.http.post(anna.path + "review").headers["location"]
        until(lambda: len(made) > 4)
        assert not first.http.get(place + "progress").json()["done"]
        page = first.http.get(place)
        assert page.status_code == 200
        assert "The bot is at work" in page.text
    monkeypatch.setattr(reviewer, "opine", opine)
    with live(save_in(tmp_path)) as second:
        assert second.http.get(place + "progress").json()["ready"] >= 4
        until(lambda: second.http.get(place + "progress").json()["done"], 60)
        far = second.http.get(place + "progress").json()
        assert far["ready"] == far["total"] > 5


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object) -> None:
        raise RuntimeError("no idea")

    anna = finished(here, "nim_v0", "me", "random")
    with monkeypatch.context() as broken:
        broken.setattr(reviewer, "opine", explode)
        place = review(here, anna.path)
        assert "The review has failed" in here.http.get(place).text
    again = review(here, anna.path)
    far = here.http.get(again + "progress").json()
    assert far["ready"] == far["total"]


def test_a_review_says_that_its_search_is_still_being_compiled(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = finished(here, "nim_v0", "me", "random")
    with monkeypatch.context() as compiling:
        compiling.setattr(reviewer.Reviewer, "waits", lambda *_: True)
        place = here.http.post(anna.path + "review").headers["location"]
        assert "still being compiled" in here.http.get(place).text
        assert here.http.get(place + "progress").json()["ready"] == 0
    until(lambda: here.http.get(place + "progress").json()["done"], 60)
    assert "still being compiled" not in here.http.get(place).text


class Judge:
    name = "greedy"


def test_a_review_waits_for_a_judge_whose_rules_are_not_compiled_here(
    here: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was begun where they are: it neither fails nor goes on by another judge."""
    anna = finished(here, "nim_v0", "me", "random")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(reviewer, "ready_judge", lambda game, name="": None if name else Judge)
        place = here.http.post(anna.path + "review").headers["location"]
        until(lambda: not here.server.site.reviewer._waiting)
        until(lambda: "at work" in here.http.get(place).text)
        assert "has failed" not in here.http.get(place).text
        assert here.http.get(place + "progress").json()["ready"] == 0
    monkeypatch.setattr(reviewer, "ready_judge", lambda game, name="": Judge)
    far = here.http.get(review(here, anna.path) + "progress").json()
    assert far["ready"] == far["total"] > 0


def test_hints_and_reviews_in_processes_of_their_own() -> None:
    with live(processes=True) as here:
        anna = here.seat("nim_v0", "me", "random").until_asked()
        assert hint(here, anna).json()["type"] == "hint"
        anna.play(max)
        far = here.http.get(review(here, anna.path) + "progress").json()
        assert far["ready"] == far["total"] > 0
