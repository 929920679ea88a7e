"""Hints, reviews and ratings: for whom they are meant, from what that seat knows, and for nobody else."""

import asyncio
import json
import random
import re
import secrets
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from agents.people.analysis import Course
from agents.people.web import hints, rating, reviewer
from agents.people.web.export import replays
from agents.people.web.records import hinted
from agents.search.budget import Budget
from agents.search.opinion import Opinion
from dynasty_env.kit.files.replays import Replay
from tests.agents.people.web.live import GAMES, Guest, Live, live, save_in, until


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few playouts, and by random moves: what they say is not the matter here."""
    for module in (hints, reviewer):
        monkeypatch.setattr(module, "COMPILED", "40")
        monkeypatch.setattr(module, "INTERPRETED", "40")
        monkeypatch.setattr(module, "is_compiled", lambda *_: False)


@pytest.fixture(scope="module")
def here() -> Iterator[Live]:
    with live() as found:
        yield found


def asked(guest: Guest) -> Guest:
    """Wait until a question is put, with something to choose."""
    while not (guest.asked and guest.actions):
        guest.hear()
    return guest


def hint(here: Live, guest: Guest, **more: Any) -> Any:
    return here.http.post(guest.path + "hint", json={"version": guest.version} | more)


def finished(here: Live, game: str, *seats: str, **more: str) -> tuple[str, Guest]:
    """A game that a person has played to its end; the path of the seat, and the page."""
    path, _ = here.open(game, *seats, **more)
    guest = Guest(here, path)
    guest.play(random.Random(4).choice)
    return path, guest


def review(here: Live, path: str) -> str:
    """The path of a game's review, once that is complete."""
    answer = here.http.post(path + "review")
    assert answer.status_code == 303, answer.text
    place = answer.headers["location"]
    until(lambda: here.http.get(place + "progress").json()["done"], 60)
    return place


# ---------------------------------------------------------------------------------------------------------------- hints


def test_a_hint_names_every_option_and_is_given_once(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    anna = asked(Guest(here, path))
    before = here.table().state.tables.array.tobytes(), anna.version
    said = hint(here, anna).json()
    assert said["type"] == "hint"
    assert {int(each) for each in re.findall(r'id="option-(\d+)"', said["html"])} == set(anna.actions)
    assert "wins about" in said["html"]
    assert "±" in said["html"]

    def never(*_: object) -> None:
        raise AssertionError("thought about twice")

    monkeypatch.setattr(hints, "advise", never)
    assert hint(here, anna).json() == said
    anna.hear_all()
    assert (here.table().state.tables.array.tobytes(), anna.version) == before
    anna.close()


def test_the_hint_finds_what_wins(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few are left in the heap: what takes the last one wins at once."""
    monkeypatch.setattr(hints, "INTERPRETED", "300")
    for seed in range(20):
        path, _ = here.open("nim_v0", "me", "random", seed=str(seed))
        anna, table = Guest(here, path), here.table()

        def waits(table: Any = table) -> bool:
            return bool(table.over or table.state.seat == 0)

        until(waits)
        while not table.over and int(table.state.record["heap"]) > 3:
            anna.act(min(asked(anna).actions))
            until(waits)
        if not table.over:
            break
        anna.close()
    first = hint(here, asked(anna)).json()["html"].split("</li>")[0]
    assert f'id="option-{int(table.state.record["heap"]) - 1}"' in first
    assert "100 %" in first
    anna.close()


def test_hints_come_from_what_the_seat_knows(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker gets a table that has been redrawn; another one that looks the same to the seat gets the same hint."""
    sent: list[bytes] = []
    advise = hints.advise

    def listening(place: str, backend: Any, table: bytes, *more: Any) -> Any:
        sent.append(table)
        return advise(place, backend, table, *more)

    monkeypatch.setattr(hints, "advise", listening)
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    anna = asked(Guest(here, path))
    assert hint(here, anna).status_code == 200
    state = here.table().state
    assert sent == [state.hide(0, 0).tables.array.tobytes()]
    assert sent[0] != state.tables.array.tobytes()
    place, budgets = GAMES["cut_in_v0"], ("40", "40")
    twins = [state.hide(0, key).hide(0, 0).tables.array.tobytes() for key in (5, 6)]
    assert advise(place, "interpreted", twins[0], budgets, 9) == advise(place, "interpreted", twins[1], budgets, 9)
    anna.close()


def test_nobody_else_gets_a_hint_or_learns_of_one(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "random", hints="on")
    guests = [Guest(here, path), Guest(here, here.join(invitation, 1, "Ben"))]
    table = here.table()
    watcher = Guest(here, f"/w/{table.id}/")
    until(lambda: table.begun)
    until(lambda: table.seats[table.state.seat].bot is None)
    who = table.state.seat
    asker, other = guests[who], guests[1 - who]
    asked(asker)
    for guest in (other, watcher):
        guest.hear_all()
    heard = [len(guest.traffic) for guest in (asker, other, watcher)]
    versions = [guest.version for guest in (asker, other, watcher)]
    assert hint(here, other).json()["code"] == "not asked"
    assert hint(here, watcher).json()["code"] == "spectator"
    assert here.http.post(f"/s/{secrets.token_urlsafe(24)}/hint", json={"version": 1}).status_code == 404
    assert here.http.post(f"/s/{invitation}/hint", json={"version": 1}).status_code == 404
    assert hint(here, asker, seat=1).json()["code"] == "malformed"
    assert hint(here, asker, version=asker.version + 1).json()["code"] == "stale"
    assert hint(here, asker, version=-1).json()["code"] == "malformed"
    assert here.http.post(asker.path + "hint", content=b"x" * 5000).status_code == 413
    assert hint(here, asker).json()["type"] == "hint"
    for guest in (asker, other, watcher):
        guest.hear_all()
    assert [len(guest.traffic) for guest in (asker, other, watcher)] == heard
    assert [guest.version for guest in (asker, other, watcher)] == versions
    assert "Hints are given at this table" in here.http.get(other.path).text
    for guest in (*guests, watcher):
        guest.close()


def test_who_gets_hints(here: Live) -> None:
    """Alone against bots: yes; with several persons: if the host says so; never, if the host says no."""
    alone, _ = here.open("nim_v0", "me", "random")
    assert 'id="ask-hint"' in here.http.get(alone).text
    table = here.table().id
    assert 'id="ask-hint"' not in here.http.get(f"/w/{table}/").text
    off, _ = here.open("nim_v0", "me", "random", hints="off")
    anna = asked(Guest(here, off))
    assert 'id="ask-hint"' not in here.http.get(off).text
    assert hint(here, anna).json()["code"] == "no hints"
    anna.close()
    several, _ = here.open("cut_in_v0", "me", "guest", "random")
    assert 'id="ask-hint"' not in here.http.get(several).text
    form = {"game": "nim_v0", "name": "Anna", "seat0": "me", "seat1": "random", "hints": "always"}
    assert here.http.post("/tables", data=form).status_code == 400


def test_hints_have_a_limit(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here.server.site.hints._buckets, "_rate", 0.0)
    monkeypatch.setattr(here.server.site.hints._buckets, "_size", 1)
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    anna = asked(Guest(here, path))
    assert hint(here, anna).status_code == 200
    anna.act(anna.actions[0])
    asked(anna)
    answer = hint(here, anna)
    assert (answer.status_code, answer.json()["code"]) == (429, "too many")
    anna.close()


def test_hints_and_reviews_in_processes_of_their_own() -> None:
    with live(processes=True) as here:
        path, _ = here.open("nim_v0", "me", "random")
        anna = asked(Guest(here, path))
        assert hint(here, anna).json()["type"] == "hint"
        anna.play(max)
        far = here.http.get(review(here, path) + "progress").json()
        assert far["ready"] == far["total"] > 0
        anna.close()


def test_a_failing_bot_gives_no_hint_and_breaks_nothing(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object) -> None:
        raise RuntimeError("no idea")

    path, _ = here.open("cut_in_v0", "me", "random", "random")
    anna = asked(Guest(here, path))
    with monkeypatch.context() as broken:
        broken.setattr(hints, "advise", explode)
        assert hint(here, anna).json()["code"] == "no idea"
    assert hint(here, anna).json()["type"] == "hint"
    anna.close()


# -------------------------------------------------------------------------------------------------------------- reviews


def test_a_finished_game_is_reviewed_by_a_link_that_can_be_passed_on(here: Live) -> None:
    path, anna = finished(here, "cut_in_v0", "me", "random", "random")
    table = here.table()
    assert "Walk through the game" in here.http.get(path + "after").text
    assert hint(here, anna).json()["code"] == "over"
    place = review(here, path)
    assert place.split("/")[2] not in path
    page = here.http.get(place)
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert " style=" not in page.text
    assert "<script>" not in page.text
    assert str(table.seed) not in page.text
    assert path.split("/")[2] not in page.text
    assert page.text.count("<polyline") == 3
    assert re.search(r'aria-label="Chances of winning[^"]*Anna: at first', page.text)
    far = here.http.get(place + "progress").json()
    assert far["ready"] == far["total"] > 5
    for number in range(len(table.actions) + 1):
        assert here.http.get(f"{place}?n={number}").status_code == 200
    end = here.http.get(f"{place}?n={len(table.actions)}").text
    assert "The game is over" in end
    another = here.http.post(path + "review").headers["location"]
    assert another != place
    assert here.http.get(another).status_code == 200
    assert here.http.post(place).status_code == 405  # nothing can be changed by the link
    for bad in (f"/review/{secrets.token_urlsafe(24)}/", "/review/short/", f"/review/{path.split('/')[2]}/"):
        assert here.http.get(bad).status_code == 404
    for query in ("n=x", "n=-1", "n=99999", "seat=9", "eyes=77", "n=1&eyes=all"):
        assert here.http.get(f"{place}?{query}").status_code == 200
    anna.close()


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


def within(here: Live, work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of some work in the server's own loop."""
    task = here.table()._task
    assert task is not None
    return asyncio.run_coroutine_threadsafe(work, task.get_loop()).result(10)


def test_opinions_come_from_what_the_deciding_seat_knew(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the workers get is a hidden copy, and what they say is what `dynasty review` says."""
    sent: dict[int, tuple[bytes, dict[str, Any]]] = {}
    opine = reviewer.opine

    def listening(place: str, backend: Any, table: bytes, number: int, *more: Any) -> Any:
        found = opine(place, backend, table, number, *more)
        sent[number] = table, found
        return found

    monkeypatch.setattr(reviewer, "opine", listening)
    path, anna = finished(here, "cut_in_v0", "me", "random", "random")
    table = here.table()
    review(here, path)
    course = Course.of(table.replay(), "interpreted")
    assert set(sent) == {decision.number for decision in course.decisions}
    for decision in course.decisions:
        seen, said = sent[decision.number]
        state = course.states[decision.number]
        assert seen == state.hide(decision.seat, 0).tables.array.tobytes()
        assert seen != state.tables.array.tobytes()
        again = course.weigh(decision, Budget.parse("40"), "random", "interpreted")
        assert again == Opinion.from_dict(said)
    first = course.decisions[0].seat
    own = [number for number in sent if course.states[number].seat == 0]
    assert list(sent)[: len(own)] == own, first  # those of persons come first
    anna.close()


def test_a_review_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opine, made = reviewer.opine, list[int]()

    def slowing(place: str, backend: Any, table: bytes, number: int, *more: Any) -> Any:
        made.append(number)
        if len(made) > 4:
            time.sleep(1.0)  # so that the server ends in the midst of it
        return opine(place, backend, table, number, *more)

    with live(save_in(tmp_path)) as first:
        path, anna = finished(first, "cut_in_v0", "me", "random", "random")
        anna.close()
        monkeypatch.setattr(reviewer, "opine", slowing)
        place = first.http.post(path + "review").headers["location"]
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

    path, anna = finished(here, "nim_v0", "me", "random")
    with monkeypatch.context() as broken:
        broken.setattr(reviewer, "opine", explode)
        place = review(here, path)
        assert "The review has failed" in here.http.get(place).text
    again = review(here, path)
    far = here.http.get(again + "progress").json()
    assert far["ready"] == far["total"]
    anna.close()


# -------------------------------------------------------------------------------------------------------------- ratings


def browser_of(here: Live) -> httpx.Client:
    """A browser that keeps its cookies, beside the one that all tests share."""
    return httpx.Client(base_url=here.address, timeout=20, headers={"Accept-Language": "en"})


def play_rated(here: Live, client: httpx.Client, *seats: str, with_hint: bool = False, **more: str) -> str:
    """A game that its person wants to count; the path of the seat."""
    form = {"game": "nim_v0", "name": "Anna", "pace": "fast", "away": "120", "rated": "on"} | more
    form |= {f"seat{i}": who for i, who in enumerate(seats)}
    answer = client.post("/tables", data=form)
    assert answer.status_code == 303, answer.text
    path: str = answer.headers["location"]
    guest = Guest(here, path)
    if with_hint:
        assert hint(here, asked(guest)).status_code == 200
    guest.play(max)
    guest.close()
    return path


def test_games_against_rated_bots_give_a_rating(here: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = tmp_path / "nim_v0" / "ladder.json"
    ladder.parent.mkdir()
    points = [{"bot": "greedy", "points": 200.0}, {"bot": "random", "points": 0.0}]
    ladder.write_text(json.dumps({"ratings": points}), encoding="utf-8")
    monkeypatch.setattr(rating.history, "__defaults__", ((tmp_path,),))
    with browser_of(here) as client:
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
        with browser_of(here) as phone:
            assert phone.get(f"/p/{cookie}/").headers["location"] == "/me/"
            assert "from 2 games" in phone.get("/me/").text
        with browser_of(here) as stranger:
            assert stranger.get(f"/p/{secrets.token_urlsafe(24)}/").status_code == 404
            assert "Your rating:" not in stranger.get(f"/w/{here.table().id}/after").text
        assert client.post("/me/forget", headers={"Origin": "https://elsewhere.example"}).status_code == 403
        client.post("/me/forget")
        assert "not known here" in client.get("/me/").text
        assert here.http.get(f"/p/{cookie}/").status_code == 404


def test_nothing_is_kept_of_who_asks_for_no_rating(here: Live) -> None:
    with browser_of(here) as client:
        form = {"game": "nim_v0", "name": "Anna", "seat0": "me", "seat1": "random", "pace": "fast", "away": "120"}
        client.post("/tables", data=form)
        assert "player" not in client.cookies


def test_hints_and_who_decided_are_marked_in_the_records(here: Live) -> None:
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    anna, table = asked(Guest(here, path)), here.table()
    number = len(table.actions)
    assert hint(here, anna).status_code == 200
    anna.play(random.Random(4).choice)
    store = here.server.hub.around.store
    assert within(here, store.ask(lambda connection: hinted(connection, table.id))) == [(number, 0)]

    async def exported() -> list[Replay]:
        return [replay async for replay in replays(store, GAMES)]

    replay = next(each for each in within(here, exported()) if each.seed == table.seed)
    assert replay.hints == [number]
    assert replay.decided_by is not None
    seats = [state.seat for state in replay.play("interpreted")][:-1]
    assert {by for by, seat in zip(replay.decided_by, seats, strict=True) if seat} == {"bot"}
    assert {by for by, seat in zip(replay.decided_by, seats, strict=True) if not seat} <= {"person", "rule"}
    assert "Anna" not in json.dumps(replay.to_dict())
    anna.close()
