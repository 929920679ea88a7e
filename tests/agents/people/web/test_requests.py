"""What a request has to be like: for this site, of a limited size, and there in time."""

import asyncio
import json
import logging
import socket
import threading
import time
from contextlib import suppress
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed

from agents.people.serve import names_of_site
from agents.people.web import requests
from agents.people.web.logs import of_the_client
from agents.people.web.pages import pictures
from agents.people.web.requests import Secured
from agents.people.web.tables.messages import RefusedError, read
from tests.agents.people.web.live import GENEROUS, Guest, live
from tests.waiting import until


def sent(port: int, *parts: bytes, wait: float = 5.0) -> bytes:
    """What a server answers to raw bytes, until it closes the connection or says no more."""
    with socket.create_connection(("127.0.0.1", port), 5) as connection:
        answer = b""
        try:
            for part in parts:
                connection.sendall(part)
                connection.settimeout(0.2)
                with suppress(TimeoutError):
                    answer += connection.recv(65_536)
            connection.settimeout(wait)
            while more := connection.recv(65_536):
                answer += more
        except (TimeoutError, ConnectionError):
            pass
        return answer


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def chunk(size: int) -> bytes:
    return f"{size:x}\r\n".encode() + b"x" * size + b"\r\n"


@pytest.mark.parametrize("both", [True, False], ids=["both headers", "chunked"])
def test_a_body_is_counted_while_it_comes(both: bool) -> None:
    length = b"Content-Length: 10\r\n" if both else b""
    with live() as here:
        path, _ = here.open("nim_v0", "me", "random")
        for place in ("/tables", path + "say", path + "hint", "/join/x"):
            head = f"POST {place} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n".encode() + length
            head += b"Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n"
            answer = sent(port_of(here.address), head, chunk(9000), chunk(9000), chunk(9000), wait=1.0)
            assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 413", b"HTTP/1.1 404")), answer[:80]
            assert not both or answer.startswith(b"HTTP/1.1 400")
        assert len(here.server.hub.tables) == 1


def test_no_more_is_kept_of_a_body_than_is_allowed() -> None:
    taken = 0

    async def endless() -> Any:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b"x" * 4096, "more_body": True}

    async def read_all(_: Any, receive: Any, __: Any) -> None:
        while True:
            await receive()

    app = requests.Checked(read_all, ())
    with pytest.raises(Exception, match="413"):
        asyncio.run(app({"type": "http", "headers": []}, endless, endless))
    assert taken * 4096 <= requests.LARGEST + 4096


@pytest.mark.parametrize("root", ["", "/games"])
def test_caches_keep_the_sites_files_alone_wherever_it_is_served(root: str) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "headers": []})

    async def sent(message: Message) -> None:
        kept.append(b"cache-control" not in dict(message["headers"]))

    kept: list[bool] = []
    for path in ("/static/site.css", "/s/static/"):
        asyncio.run(Secured(app)({"type": "http", "path": root + path, "root_path": root}, _never, sent))
    assert kept == [True, False]


async def _never() -> Message:
    raise AssertionError("nothing is read")


def test_slow_requests_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a head, half of a second head on a kept connection, and half a body; a socket may be silent."""
    monkeypatch.setattr(requests, "HEAD_PATIENCE", 0.4)
    monkeypatch.setattr(requests, "BODY_PATIENCE", 0.4)
    with live() as here:
        port = port_of(here.address)
        guest = here.seat("nim_v0", "me", "random")
        begun = time.monotonic()
        assert sent(port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n") == b""
        whole = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        assert sent(port, whole, b"GET /healthz HTTP/1.1\r\n").count(b"HTTP/1.1 200") == 1
        head = f"POST {guest.path}say HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n\r\n".encode()
        assert sent(port, head, b"{").startswith(b"HTTP/1.1 408")
        assert time.monotonic() - begun < 8
        guest.hear_all()
        guest.play(max)


def test_a_client_that_hangs_up_in_the_middle_costs_a_line(caplog: pytest.LogCaptureFixture) -> None:
    with live() as here, caplog.at_level(logging.INFO):
        path, _ = here.open("nim_v0", "me", "random")
        for place in ("/tables", path + "say", path + "hint"):
            kind = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 999\r\n\r\ngame=nim"
            head = f"POST {place} HTTP/1.1\r\nHost: 127.0.0.1\r\n{kind}"
            with socket.create_connection(("127.0.0.1", port_of(here.address))) as connection:
                connection.sendall(head.encode())
        until(lambda: len([record for record in caplog.records if "hung up" in record.message]) == 3)
        told = [record for record in caplog.records if record.levelno >= logging.WARNING or record.exc_info]
        assert not told
        assert path not in caplog.text


def test_one_address_cannot_have_all_connections() -> None:
    """What is kept open is counted until it is closed; each answers while there are few."""
    http = requests.limited_to(3)
    with live(http=http) as here:
        here.http.get("/healthz")
        here.http.close()
        port = port_of(here.address)
        until(lambda: not http.counts._open)
        idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
        until(lambda: http.counts._open == {"127.0.0.1": 3})
        with pytest.raises(httpx.TransportError):
            httpx.get(here.address + "/healthz")
        for connection in idle:
            connection.close()
        until(lambda: not http.counts._open)
        assert httpx.get(here.address + "/healthz").status_code == 200


def test_nonsense_in_a_socket_costs_a_line(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("uvicorn.error")
    with live() as here, caplog.at_level(logging.WARNING):
        log.addFilter(of_the_client)
        log.addHandler(caplog.handler)
        page = here.seat("nim_v0", "me", "random")
        page.socket.send(b"\xff", text=True)
        with pytest.raises(ConnectionClosed):
            page.hear_all()
        until(lambda: "Invalid UTF-8" in caplog.text)
        log.removeHandler(caplog.handler)
        log.removeFilter(of_the_client)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "Traceback" not in caplog.text


def test_a_socket_is_opened_by_pages_of_this_site_alone() -> None:
    with live() as here:
        path, _ = here.open("nim_v0", "me", "random")
        for origin in ("https://elsewhere.example", "null", here.address + ".elsewhere.example"):
            with pytest.raises(Exception, match=r"403|rejected"):
                Guest(here, path, Origin=origin)
            for end in ("say", "hint", "review", "rematch"):
                assert here.http.post(path + end, content=b"{}", headers={"Origin": origin}).status_code == 403
        Guest(here, path, Origin=here.address).close()


def test_a_local_server_answers_to_its_own_names_alone() -> None:
    """Another site's name that leads to this machine would let that site's pages read these."""
    assert names_of_site([], "127.0.0.1", behind_proxy=False) == ("localhost", "127.0.0.1", "::1")
    assert names_of_site([], "0.0.0.0", behind_proxy=False) == names_of_site([], "127.0.0.1", behind_proxy=True) == ()
    assert "table.example" in names_of_site(["table.example"], "0.0.0.0", behind_proxy=True)
    with live(hosts=("localhost", "127.0.0.1", "::1")) as here:
        port = port_of(here.address)
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", "LOCALHOST", "[::1]:80"):
            assert here.http.get("/", headers={"Host": host}).status_code == 200, host
        for host in ("evil.example", f"evil.example:{port}", "localhost.evil.example", "[::1", "x@evil.example"):
            assert here.http.get("/", headers={"Host": host}).status_code == 421, host
        path, _ = here.open("nim_v0", "me", "random")
        with pytest.raises(Exception, match=r"403|rejected"):
            Guest(here, path, Host="evil.example")
        Guest(here, path).close()


@pytest.mark.parametrize("until_when", ["declared\n", "turn\n", "\ndeclared", "declared "])
def test_passing_in_advance_has_three_words(until_when: str) -> None:
    with pytest.raises(RefusedError):
        read(json.dumps({"type": "advance", "until": until_when}).encode())


def test_acknowledging_again_and_again_is_no_way_to_be_busy() -> None:
    with live(limits=GENEROUS.__class__(requests=1000, tables=10_000, pages=100, messages=2)) as here:
        guest = here.seat("nim_v0", "me", "random")
        guest.hear_all()
        for number in range(60):
            guest.say({"type": "seen", "version": guest.version + (number % 2)})
        while "too many" not in guest.refused:
            guest.hear()


def test_a_form_that_is_refused_costs_no_table() -> None:
    with live(limits=GENEROUS.__class__(requests=1000, tables=1, pages=100, messages=10)) as here:
        bad = {"game": "nim_v0", "name": "Anna", "seat0": "me", "seat1": "somebody", "pace": "fast", "away": "120"}
        for _ in range(15):
            assert here.http.post("/tables", data=bad).status_code == 400
        for _ in range(10):
            here.open("nim_v0", "me", "random")
        assert here.http.post("/tables", data=bad | {"seat1": "random"}).status_code == 429


def test_pictures_are_drawn_once_beside_the_servers_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def slowly(known: Any, viewer: Any) -> bytes:
        drawn.append(viewer)
        time.sleep(0.5)
        return b"png"

    monkeypatch.setattr(pictures, "_as_png", slowly)
    with live() as here:
        here.open("nim_v0", "me", "random")
        place = f"{here.address}/w/{here.table().id}/picture.png"
        until(lambda: here.table().begun and not here.table().in_use)
        answers: list[int] = []
        clients = [threading.Thread(target=lambda: answers.append(httpx.get(place).status_code)) for _ in range(6)]
        for client in clients:
            client.start()
        until(lambda: drawn)
        begun = time.monotonic()
        assert here.http.get("/healthz").status_code == 200
        assert time.monotonic() - begun < 0.4
        for client in clients:
            client.join()
        assert answers == [200] * 6
        assert drawn == [None]


def test_the_links_of_seats_that_bots_have_lead_nowhere() -> None:
    with live() as here:
        path, _ = here.open("nim_v0", "me", "random")
        table = here.table()
        table.seats[0].bot = "random"
        assert here.http.get(path + "state").status_code == 404
        table.seats[0].bot = None
        assert here.http.get(path + "state").status_code == 200
