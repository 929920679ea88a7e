"""A full disk: what cannot be kept is refused, in words and in numbers, and the server says so until there is room."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from agents.people.web.store import database, room
from agents.people.web.store.room import NoRoomError
from agents.people.web.store.schema import ROOM
from tests.agents.people.web.live import Live, live, save_in


def pages(here: Live, more: int) -> None:
    """Let the database have so many pages more than it has."""

    def limit(connection: Connection) -> None:
        count = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {count + more}")

    here.run(here.server.hub.services.store.change(limit))


def test_a_full_disk_is_said_to_be_full_until_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "RETRIED", 0.0)
    form = {"game": "nim_v0", "name": "Anna", "seat0": "me", "seat1": "random", "pace": "fast", "away": "120"}
    with live(save_in(tmp_path)) as here:
        guest = here.seat("nim_v0", "me", "random")
        pages(here, 0)
        answers = [here.http.post("/tables", data=form) for _ in range(40)]
        assert answers[-1].status_code == 507
        assert {answer.status_code for answer in answers} <= {303, 507}
        assert "disk is full" in answers[-1].json()["text"]
        page = here.http.post("/tables", data=form, headers={"Accept": "text/html"})
        assert page.status_code == 507
        assert "<h1>507</h1>" in page.text
        health = here.http.get("/healthz")
        assert (health.status_code, health.json()) == (503, {"ok": False, "why": "no room"})
        assert here.http.get(guest.path).status_code == 200  # what is there can be looked at
        pages(here, 1000)
        health = here.http.get("/healthz")
        assert (health.status_code, health.json()) == (200, {"ok": True})
        assert here.http.post("/tables", data=form).status_code == 303
        guest.play(max)
        guest.close()
        store = here.server.hub.services.store
        assert here.run(store.ask(lambda found: found.execute(select(func.count()).select_from(ROOM)).scalar())) == 0


def test_a_decision_for_which_there_is_no_room_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any) -> None:
        raise NoRoomError("no room")

    with live() as here:
        guest = here.seat("nim_v0", "me", "random").until_asked()
        table, version = here.table(), guest.version
        made = list(table.actions)
        with monkeypatch.context() as disk:
            disk.setattr(here.server.hub.services.store, "decide", full)
            guest.act(guest.actions[0])
            assert guest.refused == ["no room"]
            act = {"type": "act", "version": version, "action": guest.actions[0]}
            assert here.http.post(guest.path + "say", json=act).status_code == 507
        assert table.actions == made
        guest.refused.clear()
        guest.play(max)


def test_a_disk_that_is_almost_full_is_told_of_before_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live(save_in(tmp_path)) as here:
        assert here.http.get("/healthz").json() == {"ok": True}
        monkeypatch.setattr(room, "LEAST", 1 << 62)
        assert here.http.get("/healthz").json() == {"ok": False, "why": "no room"}


@pytest.mark.parametrize("path", ["/", "/w/0123456789/", "/tables"])
def test_a_database_that_fails_is_said_to_fail(path: str, tmp_path: Path) -> None:
    with live(save_in(tmp_path)) as here:
        here.open("nim_v0", "me", "random")
        store = here.server.hub.services.store
        for name in ("leases", "seats"):
            here.run(store.change(lambda connection, name=name: connection.exec_driver_sql(f"DROP TABLE {name}")))
        form = {"game": "nim_v0", "name": "Anna", "seat0": "me", "seat1": "random", "pace": "fast", "away": "120"}
        answer = here.http.post(path, data=form) if path == "/tables" else here.http.get(path)
        assert answer.status_code == 503
        assert "database has failed" in answer.json()["text"]
