"""Hints: for the seat that is asked, from what it knows, and for nobody else."""

import json
import random
import re
import secrets
from typing import Any

import pytest

from agents.people.web.review import hints
from agents.people.web.store.export import replays
from agents.people.web.store.records import hinted
from tests.agents.people.web.asking import hint, within
from tests.agents.people.web.live import GAMES, Guest, Live
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("quick")


def test_a_hint_names_every_option_and_is_given_once(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = here.seat("cut_in_v0", "me", "random", "random").until_asked()
    before = here.table().state.tables.array.tobytes(), anna.version
    said = hint(here, anna).json()
    assert said["type"] == "hint"
    assert {int(each) for each in re.findall(r'id="option-(\d+)"', said["html"])} == set(anna.actions)
    shown = re.findall(r'data-short="([^"]*)">(.*?)</span>', said["html"])
    assert len(shown) == len(anna.actions)
    for short, worth in shown:  # a number, and how far off it may be; or none
        assert (short == "hardly tried" and "%" not in worth) or ("wins about" in worth and "±" in worth)

    def never(*_: object) -> None:
        raise AssertionError("thought about twice")

    monkeypatch.setattr(hints, "opine", never)
    assert hint(here, anna).json() == said
    anna.hear_all()
    assert (here.table().state.tables.array.tobytes(), anna.version) == before


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
            anna.act(min(anna.until_asked().actions))
            until(waits)
        if not table.over:
            break
        anna.close()
    first = hint(here, anna.until_asked()).json()["html"].partition('class="weighed"')[2].split("</li>")[0]
    assert f'id="option-{int(table.state.record["heap"]) - 1}"' in first
    assert "100\u00a0%" in first


def test_hints_come_from_what_the_seat_knows(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker gets a table that has been redrawn; another one that looks the same to the seat gets the same hint."""
    sent: list[bytes] = []
    opine = hints.opine

    def listening(place: str, backend: Any, table: bytes, *more: Any) -> Any:
        sent.append(table)
        return opine(place, backend, table, *more)

    monkeypatch.setattr(hints, "opine", listening)
    anna = here.seat("cut_in_v0", "me", "random", "random").until_asked()
    assert hint(here, anna).status_code == 200
    state = here.table().state
    assert sent == [state.hide(0, 0).tables.array.tobytes()]
    assert sent[0] != state.tables.array.tobytes()
    asking = GAMES["cut_in_v0"], "interpreted"
    twins = [state.hide(0, key).hide(0, 0).tables.array.tobytes() for key in (5, 6)]
    assert opine(*asking, twins[0], 9, "random", "40") == opine(*asking, twins[1], 9, "random", "40")


def test_nobody_else_gets_a_hint_or_learns_of_one(here: Live) -> None:
    path, invitation = here.open("cut_in_v0", "me", "guest", "random", hints="on")
    guests = [Guest(here, path), Guest(here, here.join(invitation, 1, "Ben"))]
    table = here.table()
    watcher = Guest(here, f"/w/{table.id}/")
    until(lambda: table.begun)
    until(lambda: table.seats[table.state.seat].bot is None)
    who = table.state.seat
    asker, other = guests[who], guests[1 - who]
    asker.until_asked()
    for guest in (asker, other, watcher):
        while not guest.version:  # spectators wait while the server is busy
            guest.hear()
        guest.hear_all(1.0)
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
    assert "This table has hints" in here.http.get(other.path).text


def test_who_gets_hints(here: Live) -> None:
    """Alone against bots: yes; with several persons: if the host says so; never, if the host says no."""
    alone, _ = here.open("nim_v0", "me", "random")
    assert 'id="ask-hint"' in here.http.get(alone).text
    table = here.table().id
    assert 'id="ask-hint"' not in here.http.get(f"/w/{table}/").text
    off, _ = here.open("nim_v0", "me", "random", hints="off")
    anna = Guest(here, off).until_asked()
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
    anna = here.seat("nim_v0", "me", "random").until_asked()
    assert hint(here, anna).status_code == 200
    anna.act(anna.actions[0])
    anna.until_asked()
    answer = hint(here, anna)
    assert (answer.status_code, answer.json()["code"]) == (429, "too many")


def test_a_failing_bot_gives_no_hint_and_breaks_nothing(here: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object) -> None:
        raise RuntimeError("no idea")

    anna = here.seat("cut_in_v0", "me", "random", "random").until_asked()
    with monkeypatch.context() as broken:
        broken.setattr(hints, "opine", explode)
        assert hint(here, anna).json()["code"] == "no idea"
    assert hint(here, anna).json()["type"] == "hint"


def test_hints_and_who_decided_are_marked_in_the_records(here: Live) -> None:
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    anna, table = Guest(here, path).until_asked(), here.table()
    number = len(table.actions)
    assert hint(here, anna).status_code == 200
    anna.play(random.Random(4).choice)
    store = here.server.hub.services.store
    assert within(here, store.ask(hinted, table.id)) == [(number, 0)]
    exported, _ = within(here, replays(store, GAMES))
    replay = next(each for each in exported if each.seed == table.seed)
    assert replay.hints == [number]
    assert replay.decided_by is not None
    seats = [state.seat for state in replay.play("interpreted")][:-1]
    assert {by for by, seat in zip(replay.decided_by, seats, strict=True) if seat} == {"bot"}
    assert {by for by, seat in zip(replay.decided_by, seats, strict=True) if not seat} <= {"person", "rule"}
    assert "Anna" not in json.dumps(replay.to_dict())
