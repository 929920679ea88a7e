"""Servers on one PostgreSQL, as processes that are killed, halted and ended: no decision is lost, and nothing forks."""

import asyncio
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, select, text, update

from agents.people.web.store.database import LeaseLostError, Store
from agents.people.web.store.leases import ElsewhereError, Leases
from agents.people.web.store.schema import DECISIONS, LEASES, SEATS, TABLES
from agents.people.web.store.tokens import digest
from dynasty_env import dynasty_v0
from dynasty_env.kit.files.replays import Replay
from tests.agents.people.web.live import Guest
from tests.agents.people.web.postgres import postgres
from tests.agents.people.web.processes import ServerProcess, proxy, servers
from tests.agents.people.web.staged import keep
from tests.tiny import nim
from tests.waiting import until

pytestmark = pytest.mark.database
LEASE = 5.0
"""Seconds of a lease."""
FORM = {"game": "dynasty_v0", "name": "Anna", "pace": "fast", "away": "0", "listed": "on", "seat0": "me", "seed": "1"}


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as found:
        yield found


@pytest.fixture
def both(database: str, tmp_path: Path) -> Iterator[list[ServerProcess]]:
    with servers(database, tmp_path, "--lease", str(LEASE)) as found:
        yield found


def rows(database: str, query: Any) -> list[Any]:
    """What the database has."""
    engine = create_engine(database)
    with engine.connect() as connection:
        found = list(connection.execute(query))
    engine.dispose()
    return found


def open_table(server: ServerProcess, **more: str) -> tuple[str, str]:
    """The path of the host's seat, and the invitation."""
    answer = httpx.post(f"{server.address}/tables", data=FORM | more, timeout=60)
    assert answer.status_code == 303, answer.text
    path, _, invitation = answer.headers["location"].partition("#invite=")
    return path, invitation


def table_of(database: str, path: str) -> str:
    """The table of a seat."""
    [(table,)] = rows(database, select(SEATS.c.table_id).where(SEATS.c.token == digest(path.split("/")[2])))
    return str(table)


def decisions(database: str, table: str) -> list[int]:
    """All decisions of a table; none is missing, and none is there twice."""
    query = select(DECISIONS.c.number, DECISIONS.c.action).where(DECISIONS.c.table_id == table)
    found = rows(database, query.order_by(DECISIONS.c.number))
    assert [row.number for row in found] == list(range(len(found)))
    return [row.action for row in found]


def sit(server: Any, path: str) -> Guest:
    """A page at a table; it waits as long as the take-over may take."""
    end = time.monotonic() + 60
    while True:
        try:
            return Guest(server, path)
        except (OSError, TimeoutError):
            assert time.monotonic() < end
            time.sleep(0.2)


def step(guest: Guest) -> None:
    """Make one decision."""
    while not (guest.asked and guest.actions) and not guest.over:
        guest.hear(60)
    if not guest.over:
        guest.act_or_look(guest.actions[len(guest.actions) // 2])


def check_end(server: ServerProcess, database: str, path: str) -> None:
    """The game is over, and can be played again from its replay, decision by decision as the database has it."""
    table = table_of(database, path)
    until(lambda: rows(database, select(TABLES.c.ended).where(TABLES.c.id == table))[0].ended is not None, 30)
    replay = httpx.get(server.address + path + "replay.json", timeout=60).json()
    names = dynasty_v0.game.action_names
    assert replay["actions"] == [names[action] for action in decisions(database, table)]
    Replay.from_dict(dynasty_v0.game, replay).verify()


def test_servers_that_start_at_once_create_the_tables_once(database: str) -> None:
    engine = create_engine(database, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("CREATE DATABASE fresh"))
    engine.dispose()
    fresh = database.rpartition("/")[0] + "/fresh"
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(Store, [fresh] * 8))
    assert rows(fresh, select(TABLES)) == []

    async def close() -> None:
        for store in stores:
            await store.close()

    asyncio.run(close())


def test_a_game_is_played_through_both_servers_in_turn(both: list[ServerProcess], database: str) -> None:
    path, _ = open_table(both[0], seat1="random")
    table = table_of(database, path)
    for server in both:
        assert table in httpx.get(server.address, timeout=60).text
    number = 0
    guest = sit(both[0], path)
    while not guest.over:
        step(guest)
        number += 1
        if number % 5 == 0 and not guest.over:
            guest.close()
            guest = sit(both[number // 5 % 2], path)
            guest.hear(60)
    guest.close()
    assert number > 10
    assert [row.fence for row in rows(database, select(LEASES.c.fence).where(LEASES.c.table_id == table))] == [1]
    check_end(both[1], database, path)
    assert not any(path.split("/")[2] in server.log.read_text() for server in both)


def test_a_killed_server_costs_no_decision(both: list[ServerProcess], database: str) -> None:
    path, invitation = open_table(both[0], seat1="guest")
    joined = httpx.post(f"{both[1].address}/join/{invitation}", data={"seat": "1", "name": "Ben"}, timeout=60)
    ben_path = joined.headers["location"]
    guests = [sit(both[0], path), sit(both[1], ben_path)]
    table = table_of(database, path)

    def go_on(most: int) -> None:
        for _ in range(most):
            while not any((guest.asked and guest.actions) or guest.over for guest in guests):
                for guest in guests:
                    guest.hear_all(0.02)
            for guest in guests:
                if guest.asked and guest.actions:
                    guest.act_or_look(guest.actions[-1])
                    break
            else:
                return

    go_on(12)
    for guest in guests:
        guest.hear_all(0.1)
    lines, before = guests[1].lines, decisions(database, table)
    both[0].kill()
    killed = time.monotonic()
    assert guests[1].closing(30) == 1012
    guests = [sit(both[1], path), sit(both[1], ben_path)]
    for guest in guests:
        guest.hear(60)
    took = time.monotonic() - killed
    print(f"the table was back {took:.1f} s after the SIGKILL, with leases of {LEASE} s")
    assert decisions(database, table)[: len(before)] == before
    assert guests[1].lines[: len(lines)] == lines
    while not all(guest.over for guest in guests):
        go_on(50)
        for guest in guests:
            guest.hear_all(0.05)
    for guest in guests:
        guest.close()
    check_end(both[1], database, path)


def test_behind_a_proxy_without_sticky_sessions_a_game_outlives_its_servers(
    both: list[ServerProcess], database: str, tmp_path: Path
) -> None:
    """Every connection comes to another server. One after the other is killed, and started again."""
    with proxy(both) as address:
        site = SimpleNamespace(address=address)
        answer = httpx.post(f"{address}/tables", data=FORM | {"seat1": "random"}, timeout=60)
        path = answer.headers["location"]
        guest, seconds = sit(site, path), []
        for victim in (0, 1, 0):
            for _ in range(4):
                step(guest)
            before = decisions(database, table_of(database, path))
            killed = time.monotonic()
            both[victim].kill()
            guest.close()
            guest = sit(site, path)
            guest.hear(60)
            seconds.append(time.monotonic() - killed)
            assert decisions(database, table_of(database, path))[: len(before)] == before
            both[victim] = ServerProcess(database, tmp_path / f"log{victim}", "--lease", str(LEASE))
            both[victim].wait()
        print("the page was back after", ", ".join(f"{each:.1f} s" for each in seconds))
        while not guest.over:
            step(guest)
        guest.close()
        check_end(both[0], database, path)


def test_a_halted_server_that_comes_back_decides_nothing(both: list[ServerProcess], database: str) -> None:
    path, _ = open_table(both[0], seat1="random")
    anna = sit(both[0], path)
    for _ in range(4):
        step(anna)
    while not (anna.asked and anna.actions):
        anna.hear(60)
    table, before = table_of(database, path), len(decisions(database, table_of(database, path)))
    both[0].halt()
    anna.say({"type": "act", "version": anna.version, "action": anna.actions[0]})  # waits in the halted server's socket
    again = sit(both[1], path)
    for _ in range(3):
        step(again)
    while not (again.asked and again.actions):
        again.hear(60)
    after = decisions(database, table)
    assert len(after) > before
    both[0].go_on()
    assert anna.closing(60) == 1012
    assert decisions(database, table) == after
    assert "moved" in anna.refused or not anna.refused
    anna = sit(both[0], path)  # by way of the server that has the table now
    while not anna.over:
        step(anna)
    for guest in (anna, again):
        guest.close()
    [lease] = rows(database, select(LEASES).where(LEASES.c.table_id == table))
    assert lease.fence == 2
    assert lease.address == both[1].address
    check_end(both[0], database, path)


def test_a_clean_end_hands_the_tables_over_at_once(database: str, tmp_path: Path) -> None:
    with servers(database, tmp_path, "--lease", "60") as both:
        path, _ = open_table(both[0], seat1="random")
        watched, _ = open_table(both[0], seat0="random", seat1="random", pace="slow")
        number = watched.split("/")[2]
        anna = sit(both[0], path)
        step(anna)
        begun = time.monotonic()
        both[0].end()
        again = sit(both[1], path)
        again.hear(60)
        took = time.monotonic() - begun
        print(f"the table was back {took:.1f} s after the SIGTERM, with leases of 60 s")
        assert took < 45
        step(again)
        again.close()
        before = len(decisions(database, number))
        until(lambda: len(decisions(database, number)) > before + 3, 60)
        assert not re.search('"level": "error"', both[0].log.read_text())


def test_a_halted_transaction_keeps_nobody_waiting(database: str) -> None:
    """A server is halted in the midst of a decision: PostgreSQL ends its transaction, and another one goes on."""
    keep(database, nim.GAME.new(5, num_players=2), [], "random")
    [(name,)] = rows(database, select(TABLES.c.id).order_by(TABLES.c.created.desc()).limit(1))

    async def run() -> None:
        one, other = (Leases(store, "http://x", 1.0) for store in (Store(database), Store(database)))
        lease = await one.acquire(name)
        assert lease is not None
        engine = one._store._engine
        with engine.connect() as halted:
            touched = update(LEASES).where(LEASES.c.table_id == name).values(fence=LEASES.c.fence)
            halted.execute(touched)
            await asyncio.sleep(1.1)
            begun = time.monotonic()
            with pytest.raises(ElsewhereError):
                await other.acquire(name)
            assert time.monotonic() - begun < 4  # it did not wait for the lock
            end = time.monotonic() + 30
            while True:
                other.forget(name)
                try:
                    found = await other.acquire(name)
                    break
                except ElsewhereError:
                    assert time.monotonic() < end
                    await asyncio.sleep(0.2)
            assert found is not None
            assert found.fence == lease.fence + 1
            halted.invalidate()
        with pytest.raises(LeaseLostError):
            await one._store.decide(lease, 0, 0, "bot")
        assert decisions(database, name) == []
        await other._store.decide(found, 0, 0, "bot")
        for each in (one, other):
            await each._store.close()

    asyncio.run(run())


def test_of_all_who_take_over_at_once_exactly_one_gets_the_table(database: str) -> None:
    keep(database, nim.GAME.new(6, num_players=2), [], "random")
    [(name,)] = rows(database, select(TABLES.c.id).order_by(TABLES.c.created.desc()).limit(1))

    async def race() -> None:
        servers_ = [Leases(Store(database), f"http://127.0.0.1:{i}", 5) for i in range(6)]
        for number in range(40):
            tries = await asyncio.gather(*(each.acquire(name) for each in servers_), return_exceptions=True)
            assert not [
                found for found in tries if isinstance(found, Exception) and not isinstance(found, ElsewhereError)
            ]
            [(winner, lease)] = [(i, found) for i, found in enumerate(tries) if not isinstance(found, BaseException)]
            assert lease is not None
            assert lease.fence == number + 1
            await servers_[winner]._store.decide(lease, number, 0, "bot")
            await servers_[winner].offer(lease)
            for each in servers_:
                each.forget(name)
        assert await servers_[0].acquire("0123456789") is None
        for each in servers_:
            await each._store.close()

    asyncio.run(race())
    assert len(decisions(database, name)) == 40
