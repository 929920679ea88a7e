"""Doors of the site: forms, addresses, messages of a page, and bare bytes on the socket. The server goes on serving."""

import socket
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

import httpx
from websockets.exceptions import WebSocketException

from agents.people.web.tables.messages import RefusedError, read
from tests.agents.people.web.live import Guest, Live, live
from tests.fuzz.mutate import STRANGE, Dice, as_json, bytewise, one_of, structural
from tests.fuzz.trials import ACCEPTED, REFUSED, BrokenPromise, Input, refusal

MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "act", "version": 1, "action": 1},
    {"type": "advance", "until": "turn"},
    {"type": "seen", "version": 1},
    {"type": "back"},
    {"type": "leave"},
    {"type": "resign"},
    {"type": "skip"},
    {"type": "pace", "pace": "fast"},
    {"type": "back_to", "version": 1, "to": "turn"},
    {"type": "begin"},
)
FORM = {
    "game": "nim_v0", "name": "Anna", "pace": "fast", "away": "120", "listed": "on", "seat0": "me", "seat1": "random",
    "num_players": "2", "seed": "3", "hints": "on", "rated": "on",
}  # fmt: skip
OPEN = 60
"""Tables after which a new server is begun."""
REFUSALS = range(400, 500)
FULL = 503
QUIET = 0.02
"""Seconds without a message after which a page has heard all that it was told."""
ANSWERED = 0.05
"""Seconds in which the beginning of an answer comes, once the server has answered somebody else."""


def read_message(shared: None, rng: Dice) -> str:
    """One message of a page, as bytes."""
    valid = one_of(MESSAGES, rng)
    raw = as_json(structural(valid, rng)) if rng.random() < 0.7 else bytewise(as_json(valid), rng)
    try:
        message = read(raw)
    except RefusedError as error:
        return refusal(error)
    known = ("act", "advance", "seen", "back", "begin", "leave", "resign", "skip", "pace", "takeback")
    if type(message).__name__.lower() not in known:
        raise BrokenPromise(f"{raw!r} is read as {message!r}")
    return ACCEPTED


@dataclass
class Served:
    """A running server with a table."""

    stack: ExitStack
    here: Live
    path: str = ""
    opened: int = 0


def server() -> Served:
    stack = ExitStack()
    served = Served(stack, stack.enter_context(live()))
    served.path, _ = served.here.open("cut_in_v0", "me", "random", "random", away="0")
    return served


def fresh(served: Served) -> Live:
    """The server; a new one, once many tables are open."""
    served.opened += 1
    if served.opened > OPEN:
        served.stack.close()
        served.__dict__.update(server().__dict__)
    return served.here


def judged(here: Live, answer: httpx.Response, what: Any) -> str:
    """No answer says that the server went wrong, and it is well afterwards."""
    if answer.status_code >= 500 and answer.status_code != FULL:
        raise BrokenPromise(f"{what!r} is answered with {answer.status_code}: {answer.text[:300]}")
    if here.http.get("/healthz").status_code != 200:
        raise BrokenPromise(f"after {what!r} the server is not well")
    return REFUSED if answer.status_code in REFUSALS or answer.status_code == FULL else ACCEPTED


def ask(served: Served, rng: Dice) -> str:
    """A form, an address or a body."""
    here = fresh(served)
    kind = int(rng.integers(4))
    if kind == 0:
        form = structural(FORM, rng)
        words = form if isinstance(form, dict) else {}
        fields = {key.encode("utf-8", "replace"): as_json(value).strip(b'"') for key, value in words.items()}
        body = urlencode(fields).encode()
        what: Any = (
            "POST",
            "/tables",
            bytewise(body, rng) if rng.random() < 0.3 else body,
            "application/x-www-form-urlencoded",
        )
    elif kind == 1:
        ends = ("", "state", "picture.png", "socket", "hint", "review", "rules", "chronicle", "replay", "after/3")
        path = (
            served.path
            if rng.random() < 0.7
            else one_of(("/", "/tables", "/static/", "/join/x", "/w/x/", "/me/forget"), rng)
        )
        raw = bytewise((path + one_of(ends, rng)).encode(), rng)
        query = f"?version={one_of(STRANGE, rng)!s:.50}".encode("utf-8", "replace") if rng.random() < 0.3 else b""
        what = (
            one_of(("GET", "POST"), rng),
            "/" + quote_from_bytes(raw.lstrip(b"/"), "/%") + quote_from_bytes(query, "?=&"),
            b"",
            "",
        )
    else:
        end = one_of(("hint", "review", "begin", "again", "leave"), rng)
        body = as_json(structural({"version": 1, "action": 2, "hints": "on"}, rng))
        what = (
            "POST",
            served.path + end,
            body,
            one_of(("application/json", "text/plain", "multipart/form-data; boundary=x"), rng),
        )
    method, path, body, content = what
    answer = here.http.request(method, path, content=body, headers={"Content-Type": content} if content else {})
    return judged(here, answer, what)


def speak(served: Served, rng: Dice) -> str:
    """Messages of the page of a seat: refused ones change nothing, and the page is answered afterwards."""
    here = fresh(served)
    if here.table().over or not here.table().begun or rng.random() < 0.1:
        served.path, _ = here.open("cut_in_v0", "me", "random", "random", away="0")
    guest = Guest(here, served.path)
    try:
        for _ in range(6):
            valid = dict(one_of(MESSAGES, rng)) | ({"version": guest.version} if rng.random() < 0.3 else {})
            raw = as_json(structural(valid, rng)) if rng.random() < 0.8 else bytewise(as_json(valid), rng)
            guest.say(raw[:60_000])
        guest.hear_all(QUIET)
    except WebSocketException:
        pass  # shown the door
    finally:
        guest.close()
    judged(here, here.http.get(served.path + "state"), "messages of a page")
    return REFUSED if guest.refused else ACCEPTED


def send_bytes(served: Served, rng: Dice) -> str:
    """A request made wrong byte by byte: an answer of 4xx or none, and the server is well."""
    here = fresh(served)
    host, port = here.address.removeprefix("http://").split(":")
    body = urlencode(FORM)
    valid = one_of(
        (
            f"GET {served.path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n",
            f"POST /tables HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}",
            f"GET {served.path}socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        ), rng,
    )  # fmt: skip
    raw = bytewise(valid.encode(), rng)
    received = b""
    with socket.create_connection((host, int(port)), timeout=0.5) as line:
        try:
            line.sendall(raw)
            here.http.get("/healthz")
            line.settimeout(ANSWERED)
            received = line.recv(200)
        except (TimeoutError, OSError):  # it waits for the rest, or has hung up
            pass
    status = int(received[9:12]) if received.startswith(b"HTTP/1.1 ") else 400
    if status >= 500 and status != FULL:
        raise BrokenPromise(f"{raw!r} is answered with {received!r}")
    if here.http.get("/healthz").status_code != 200:
        raise BrokenPromise(f"after {raw!r} the server is not well")
    return REFUSED if status in REFUSALS or status == FULL else ACCEPTED


DOORS = (
    Input("message", "messages of a page, as bytes", lambda: None, read_message),
    Input(
        "page", "the same at a running server, six a trial; the page can be drawn afterwards", server, speak, share=4
    ),
    Input("request", "forms, addresses and bodies of requests; the server goes on", server, ask),
    Input(
        "bytes", "requests made wrong byte by byte, on a bare socket; the server goes on", server, send_bytes, share=4
    ),
)
