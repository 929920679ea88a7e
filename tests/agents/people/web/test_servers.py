"""Several servers on one database: each table is run by one of them, and found through all.

Here two servers in this process share a file, which `dynasty serve` does not allow: it takes no PostgreSQL to prove the
leases. `test_postgres.py` does it again with processes that are halted and killed.
"""

import asyncio
import json
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, delete, select, update
from sqlalchemy.exc import OperationalError

from agents.people.web import relay
from agents.people.web.logs import log_as_json
from agents.people.web.relay import Relayed
from agents.people.web.review import hints
from agents.people.web.store import records
from agents.people.web.store.database import LeaseLostError, Store
from agents.people.web.store.exclusive import claim
from agents.people.web.store.export import finished_games
from agents.people.web.store.leases import ElsewhereError, Leases, clock
from agents.people.web.store.schema import DECISIONS, LEASES, TABLES
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.origin import signature
from tests.agents.people.web.live import GAMES, Guest, Live, live, save_in
from tests.agents.people.web.staged import keep
from tests.another import another
from tests.command_line import CliRunner
from tests.tiny import nim
from tests.waiting import until
from training.cli import app

LEASE = 8.0
"""Seconds of the leases of these servers."""


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Live, Live]]:
    with live(save_in(tmp_path), lease=LEASE) as one, live(save_in(tmp_path), lease=LEASE) as other:
        yield one, other


def rows(folder: Path, query: Any) -> list[Any]:
    """What the database has, as nobody but itself says it."""
    engine = create_engine(save_in(folder))
    with engine.connect() as connection:
        found = list(connection.execute(query))
    engine.dispose()
    return found


def change(folder: Path, statement: Any) -> None:
    """Change the database behind everybody's back."""
    engine = create_engine(save_in(folder))
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def halt(here: Live) -> None:
    """Keep a server from renewing its leases, as if it were halted."""

    here.loop().call_soon_threadsafe(here.server.hub._tasks[1].cancel)
    here.server.hub.services.leases._renewed_at += 1000  # and it does not notice how much time has passed


def expire(folder: Path) -> None:
    """Let all leases run out."""
    change(folder, update(LEASES).values(expires=1.0))


def test_a_table_is_served_through_every_server(both: tuple[Live, Live]) -> None:
    """Pages, forms, sockets, polling and replay of a table reach it through the server that does not run it."""
    one, other = both
    path, invitation = one.open("cut_in_v0", "me", "guest", "random")
    table = one.table()
    lobby = other.http.get("/").text
    assert table.id in lobby
    assert "Anna" in lobby
    assert 'name="seat"' in other.http.get(f"/join/{invitation}").text
    ben_path = other.join(invitation, 1, "Ben")
    assert other.http.post(f"/join/{invitation}", data={"seat": "1", "name": "Carl"}).status_code == 409
    strange = {"Origin": "https://elsewhere.example"}
    assert (
        other.http.post(f"/join/{invitation}", data={"seat": "1", "name": "Carl"}, headers=strange).status_code == 403
    )
    anna, ben, watcher = Guest(one, path), Guest(other, ben_path), Guest(other, f"/w/{table.id}/")
    until(lambda: table.begun)
    page = other.http.get(ben_path)
    assert page.status_code == 200
    assert page.headers.get_list("content-security-policy") == [one.http.get(path).headers["content-security-policy"]]
    state = other.http.get(ben_path + "state", headers={"Accept-Language": "ja"}).json()
    assert state["type"] == "state"

    def nothing_new() -> bool:
        shown = other.http.get(ben_path + "state").json()["version"]
        return other.http.get(ben_path + f"state?since={shown}").status_code == 204

    until(nothing_new)
    assert other.http.post(ben_path + "say", content=b"{").json()["code"] == "malformed"
    assert other.http.post(ben_path + "say", content=b"{" * 20_000).status_code == 413
    assert other.http.post(ben_path + "say", content=iter([b"{" * 9000] * 3)).status_code == 413  # of unknown length
    assert other.http.get(ben_path + "replay.json").status_code == 409
    end = time.monotonic() + 60
    while not table.over:
        assert time.monotonic() < end
        for guest in (anna, ben):
            if guest.asked and guest.actions:
                guest.act_or_look(guest.actions[0])
            guest.hear_all(0.01)
        watcher.hear_all(0.01)
    for guest in (anna, ben, watcher):
        until(lambda guest=guest: guest.over or guest.hear_all(0.05))
        guest.close()
    assert other.http.get(ben_path + "replay.json").json() == one.http.get(path + "replay.json").json()
    assert not other.server.hub.tables
    assert other.http.get("/w/0123456789/").status_code == 404


def test_another_server_waits_while_a_hint_is_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "ANSWERING", 0.3)
    monkeypatch.setattr(hints, "COMPILED", "600ms")
    monkeypatch.setattr(hints, "INTERPRETED", "600ms")
    with live(save_in(tmp_path), lease=LEASE) as one, live(save_in(tmp_path), lease=LEASE) as other:
        path, _ = one.open("nim_v0", "me", "random")
        anna, given_up = Guest(one, path).until_asked(), list[str]()
        monkeypatch.setattr(other.server.site.relay._leases, "forget", given_up.append)
        answer = other.http.post(path + "hint", json={"version": anna.version})
        assert (answer.status_code, answer.json()["type"], given_up) == (200, "hint", [])
        anna.close()


def test_requests_between_servers_are_not_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their addresses are secret: whoever holds one has the seat."""
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    log_as_json("debug")
    for name in ("httpx", "httpcore", "websockets", "uvicorn.access", "uvicorn.error"):
        assert logging.getLogger(name).getEffectiveLevel() >= logging.WARNING


def test_only_who_knows_the_key_speaks_for_others(both: tuple[Live, Live]) -> None:
    """To everybody else it is one more header."""
    seen: list[Any] = []

    async def site(scope: Any, *_: Any) -> None:
        seen.append((scope["client"], scope.get("relayed", False)))

    def headers(key: str) -> list[tuple[bytes, bytes]]:
        return [(b"x-table-key", key.encode()), (b"x-table-client", b"9.9.9.9")]

    for key in ("secret", "Secret", ""):
        scope = {"type": "http", "client": ("1.2.3.4", 5), "headers": headers(key)}
        asyncio.run(Relayed(site, "secret")(scope, None, None))  # type: ignore[arg-type]
    assert seen == [(("9.9.9.9", 0), True), (("1.2.3.4", 5), False), (("1.2.3.4", 5), False)]
    one, other = both
    path, _ = one.open("nim_v0", "me", "random")
    keys = [here.server.hub.services.leases.me.key for here in both]
    assert not any(key in other.http.get(path).text for key in keys)
    misdirected = httpx.get(other.address + path, headers={"x-table-key": keys[1]})
    assert misdirected.status_code == 421  # no server passes on what another one has passed on


def test_a_clean_stop_hands_the_tables_over_at_once(tmp_path: Path) -> None:
    with live(save_in(tmp_path), lease=60) as other:
        with live(save_in(tmp_path), lease=60) as one:
            path, _ = one.open("dynasty_v0", "me", "random")
            anna = Guest(one, path).until_asked()
            anna.act(anna.actions[0])
            number = one.table().id
        begun = time.monotonic()
        again = Guest(other, path)
        again.hear()
        assert time.monotonic() - begun < 20  # the lease would have lasted a minute
        assert other.table().id == number
        assert other.table().lease.fence == 2
        assert again.lines[: len(anna.lines)] == anna.lines


def test_games_of_bots_go_on_when_their_server_has_ended(tmp_path: Path) -> None:
    with live(save_in(tmp_path), lease=LEASE) as other:
        with live(save_in(tmp_path), lease=LEASE) as one:
            one.open("dynasty_v0", "random", "random", pace="slow")
            number, before = one.table().id, len(one.table().actions)
        until(lambda: number in other.server.hub.tables)
        other.server.hub.tables[number].pace = 0.0
        until(lambda: len(other.server.hub.tables[number].actions) > before + 5)


def test_who_has_lost_a_table_can_decide_nothing(both: tuple[Live, Live], tmp_path: Path) -> None:
    """A server is halted, its leases run out, another goes on; then the first comes back, with a decision in hand."""
    one, other = both
    path, _ = one.open("nim_v0", "me", "random")
    anna = Guest(one, path).until_asked()
    lost, version, action = one.table(), anna.version, anna.actions[0]
    halt(one)
    expire(tmp_path)
    again = Guest(other, path).until_asked()
    found = other.table()
    assert found.id == lost.id
    assert found.lease.fence == lost.lease.fence + 1
    decided = len(lost.actions)
    anna.say({"type": "act", "version": version, "action": action})
    assert anna.closing(5) == 1012
    assert anna.refused in (["moved"], [])
    assert lost.moved
    assert len(lost.actions) == decided == len(rows(tmp_path, select(DECISIONS)))
    again.act(again.actions[0])
    back = Guest(one, path)  # the same server knows by now where the table is
    back.play(max)
    while not again.over:
        again.hear()
    stored = rows(tmp_path, select(DECISIONS.c.number, DECISIONS.c.action).order_by(DECISIONS.c.number))
    assert [tuple(row) for row in stored] == list(enumerate(found.actions))


def test_a_server_drops_what_it_has_lost_as_soon_as_it_looks(both: tuple[Live, Live], tmp_path: Path) -> None:
    one, other = both
    path, _ = one.open("nim_v0", "me", "random")
    anna = Guest(one, path)
    anna.hear()
    table = one.table()
    change(tmp_path, update(LEASES).values(owner="x", fence=7, expires=9e12, address="http://127.0.0.1:1"))
    anna.closing()
    until(lambda: table.id not in one.server.hub.tables)
    assert table.moved
    assert other.http.get("/").text.count(table.id) == 1  # somebody has it


def test_a_page_waits_until_the_lease_of_a_dead_server_has_run_out(both: tuple[Live, Live], tmp_path: Path) -> None:
    one, other = both
    path, _ = one.open("nim_v0", "me", "random")
    halt(one)
    change(tmp_path, update(LEASES).values(owner="dead", address="http://127.0.0.1:1", expires=clock() + 2))
    begun = time.monotonic()
    answer = other.http.get(path + "state")
    assert answer.status_code == 200
    assert 1.0 < time.monotonic() - begun < 15
    assert other.table().lease.fence == 2


@pytest.mark.parametrize("rounds", [15])
def test_of_all_who_take_over_at_once_exactly_one_gets_the_table(tmp_path: Path, rounds: int) -> None:
    path = keep(save_in(tmp_path), nim.GAME.new(1, num_players=2), [], "random")
    assert path
    [(name,)] = rows(tmp_path, select(TABLES.c.id))

    async def race() -> None:
        stores = [Store(save_in(tmp_path)) for _ in range(4)]
        servers = [Leases(store, f"http://127.0.0.1:{i}", 5) for i, store in enumerate(stores)]
        before = None
        for number in range(rounds):
            tries = await asyncio.gather(*(server.acquire(name) for server in servers), return_exceptions=True)
            [(winner, lease)] = [(i, found) for i, found in enumerate(tries) if not isinstance(found, Exception)]
            assert lease is not None
            assert lease.fence == number + 1
            others = [found for found in tries if isinstance(found, Exception)]
            assert len(others) == 3
            for error in others:
                assert isinstance(error, ElsewhereError)
                assert error.owner == servers[winner].me
            await stores[winner].decide(lease, number, 0, "bot")
            if before is not None:
                loser, old = before
                with pytest.raises(LeaseLostError):
                    await stores[loser].decide(old, number + 1, 0, "bot")
            assert await servers[winner].renew() == {name: lease.fence}
            before = winner, lease
            change(tmp_path, update(LEASES).values(expires=1.0, owner="nobody"))
            for server in servers:
                server.forget(name)
        assert await servers[0].acquire("0123456789") is None
        for store in stores:
            await store.close()

    asyncio.run(race())
    assert [row.number for row in rows(tmp_path, select(DECISIONS))] == list(range(rounds))


def test_a_game_whose_server_died_at_its_very_end_is_ended(tmp_path: Path) -> None:
    state, actions = nim.GAME.new(3, num_players=2), []
    while not state.done:
        actions.append(int(state.legal()[0]))
        state.play(actions[-1])
    keep(save_in(tmp_path), state, actions, "random")
    change(tmp_path, update(TABLES).values(ended=None, result=None))
    with live(save_in(tmp_path)):
        until(lambda: rows(tmp_path, select(TABLES.c.ended, TABLES.c.result))[0].ended is not None)
    assert rows(tmp_path, select(TABLES.c.result))[0].result["scores"] is not None


@pytest.mark.parametrize(("damaged", "status", "later"), [(True, 404, 404), (False, 503, 200)])
def test_a_game_that_cannot_be_read_stops_no_other(
    damaged: bool, status: int, later: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise OperationalError("", {}, Exception("the database fails for a while"))

    path = keep(save_in(tmp_path), nim.GAME.new(3, num_players=2), [0, 0], "random")
    if damaged:
        change(tmp_path, delete(DECISIONS).where(DECISIONS.c.number == 0))
    else:
        monkeypatch.setattr(records, "beside", fail)
    with live(save_in(tmp_path), lease=1.0) as here:
        assert here.http.get(path).status_code == status
        change(tmp_path, update(LEASES).values(owner="dead", expires=0.0))
        here.run(asyncio.sleep(0.6))  # it is taken over
        assert not any(task.done() for task in here.server.hub._tasks)
        monkeypatch.undo()
        assert here.http.get(path).status_code == later


def test_a_new_table_is_complete_as_soon_as_it_can_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live(save_in(tmp_path)) as here:
        store, adopt = here.server.hub.services.store, here.server.hub._adopt
        create = store.create

        async def loaded_at_once(*given: Any) -> None:
            await create(*given)
            await adopt(10)

        monkeypatch.setattr(store, "create", loaded_at_once)
        here.http.post("/tables", data={"game": "shinsengumi_v0", "lesson": "on", "name": "Anna"})
        assert here.table()._guide.follows


def test_a_table_of_other_rules_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It was played by another commit, under whose rules the third decision was legal."""
    state, actions = nim.GAME.new(3, num_players=2), []
    for _ in range(3):
        actions.append(int(state.legal()[0]))
        state.play(actions[-1])
    path = keep(save_in(tmp_path), state, actions, "random")
    change(tmp_path, update(DECISIONS).where(DECISIONS.c.number == 2).values(action=250))
    other = f"0.0.9 {nim.GAME.rules_digest[::-1]}"
    for version, status, told in ((other, 409, "version of the rules"), (signature(nim.GAME), 404, "no table here")):
        caplog.clear()
        change(tmp_path, update(TABLES).values(version=version))
        with live(save_in(tmp_path)) as here:
            answer = here.http.get(path)
            assert (answer.status_code, told in answer.json()["text"]) == (status, True)
            assert here.http.get("/").status_code == 200
            page = Guest(here, path)
            page.closing()
        logged = [record for record in caplog.records if "cannot go on" in record.message]
        assert all(bool(record.exc_info) == (status == 404) for record in logged)
        assert all(record.rules == version.split()[1] for record in logged)
        assert status == 404 or "written by dynasty-env 0.0.9 with the rules" in logged[0].why
    games, damaged = finished_games(save_in(tmp_path), GAMES)
    assert (games, damaged) == ([], [])
    change(tmp_path, update(TABLES).values(version=other, ended=1.0))
    games, [damage] = finished_games(save_in(tmp_path), GAMES)
    assert not games and damage.why.startswith("written by dynasty-env 0.0.9 with the rules ")


def test_a_decision_that_the_database_has_already_is_not_made_twice(both: tuple[Live, Live], tmp_path: Path) -> None:
    """The connection broke while a decision was committed: the server believes that it failed, but it did not."""
    one, _ = both
    path, _ = one.open("nim_v0", "me", "random")
    anna = Guest(one, path).until_asked()
    table = one.table()
    number, action = len(table.actions), anna.actions[0]
    change(tmp_path, DECISIONS.insert().values(table_id=table.id, number=number, action=action, by="person"))
    anna.say({"type": "act", "version": anna.version, "action": action})
    anna.closing()
    again = Guest(one, path)
    again.hear()
    assert again.version != anna.version
    fresh = one.server.hub.tables[table.id]
    assert fresh is not table
    assert fresh.actions[number] == action
    again.play(max)


def test_who_waits_for_an_answer_of_a_table_that_is_dropped_gets_one(both: tuple[Live, Live]) -> None:
    one, _ = both
    path, _ = one.open("nim_v0", "me", "random")
    table = one.table()

    async def deafen() -> None:
        assert table._task is not None
        table._task.cancel()
        asyncio.get_running_loop().call_later(0.5, table.lose)

    one.run(deafen())
    answer = one.http.post(path + "say", content=json.dumps({"type": "back"}))
    assert answer.status_code == 409
    assert answer.json()["code"] == "moved"


CLAIM = """
from agents.people.web.store.exclusive import claim
claimed = claim(sys.argv[1])
"""


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to], ids=["one name", "symbolic", "hard"])
def test_a_file_serves_one_server(link: Any, tmp_path: Path) -> None:
    database = save_in(tmp_path)
    with another(CLAIM, database) as server:
        if link is not None:
            link(tmp_path / "link.db", tmp_path / "tables.db")
            database = f"sqlite:///{tmp_path / 'link.db'}"
        refused = CliRunner().invoke(app, ["serve", "dynasty_v0", "--database", database, "--port", "0"])
        said = " ".join(refused.output.split())
        assert refused.exit_code == 2
        assert f"is in use by process {server.pid} on " in said
        assert "--database: a file serves one server, and " in said and "choose PostgreSQL" in said
        server.kill()
        server.wait()
    claimed = claim(database)
    assert claimed is not None
    claimed.close()
    with another(CLAIM, database):
        pass


def test_databases_that_serve_many_are_not_claimed(tmp_path: Path) -> None:
    assert claim("sqlite://") is None
    assert claim("postgresql+psycopg://somebody@somewhere/tables") is None
    with pytest.raises(OSError, match="none"):
        claim(f"sqlite:///{tmp_path / 'none' / 'tables.db'}")


def test_a_game_without_a_champion_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot that is offered unasked is left out; one that was asked for has to exist."""
    monkeypatch.setattr("agents.registry.champion_file", lambda game: tmp_path / "none")
    given = ["serve", "dynasty_v0", "--log-level", "loud"]
    for bots, message in (([], "--log-level 'loud'"), (["--bot", "champion+search:9"], "there is no bot")):
        refused = CliRunner().invoke(app, [*given, *bots])
        assert refused.exit_code == 2
        assert message in " ".join(refused.output.split())


def test_a_port_that_is_taken_is_said_before_the_table_is_set(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        given = ["serve", "dynasty_v0", "--no-compile", "--database", save_in(tmp_path), "--port", port]
        refused = CliRunner().invoke(app, given)
    said = " ".join(refused.output.split())
    assert refused.exit_code == 2
    assert f"--host 127.0.0.1 --port {port} cannot be listened on: Address already in use" in said
    assert "Serving at" not in said


@pytest.mark.parametrize(
    ("address", "host", "found"),
    [
        (None, "127.0.0.1", "http://127.0.0.1:8000"), (None, "0.0.0.0", "http://127.0.0.1:8000"),
        (None, "::1", "http://[::1]:8000"), ("http://10.0.0.5:9/", "0.0.0.0", "http://10.0.0.5:9"),
    ],
)  # fmt: skip
def test_where_a_server_is_reached(address: str | None, host: str, found: str) -> None:
    from agents.people.serve import address_of_server

    assert address_of_server(address, host, 8000) == found


@pytest.mark.parametrize("address", ["10.0.0.5:8000", "ftp://x", "http://", "http://host/path"])
def test_an_address_that_leads_nowhere(address: str) -> None:
    from agents.people.serve import address_of_server

    with pytest.raises(OptionError, match="--address"):
        address_of_server(address, "127.0.0.1", 8000)
