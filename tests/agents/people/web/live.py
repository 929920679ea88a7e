"""A server that runs in this process, on a port of its own, and players who speak with it as a browser does."""

import asyncio
import json
import re
import socket
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from agents.people.web.app import Limits
from agents.people.web.mail.outbox import MailServer
from agents.people.web.requests import Impatient
from agents.people.web.rulebooks import REGISTERED, Places
from agents.people.web.server import Server, Settings, make_server
from agents.people.web.tables.table import Table
from agents.people.web.workers.bots import BotPool
from tests.waiting import until

Answer = TypeVar("Answer")
TINY = {"nim_v0": "tests.tiny.nim:GAME", "cut_in_v0": "tests.tiny.cut_in:GAME"}
GAMES = {**REGISTERED, **TINY}
GENEROUS = Limits(requests=10_000, tables=1_000_000, pages=10_000, messages=10_000)


client = partial(httpx.Client, verify=False)
"""A browser's connections to servers without TLS: to read certificates for each would take 20 ms."""


class Live:
    """A running server.

    Attributes:
        server: its parts, to look at the truth.
        address: ``http://127.0.0.1:PORT``.
        pages: those that are at its tables, which are closed after a test.
    """

    def __init__(self, server: Server, port: int) -> None:
        self.server = server
        self.address = f"http://127.0.0.1:{port}"
        self.http = client(base_url=self.address, timeout=60)
        self.pages: list[Guest] = []

    def open(self, game: str, *seats: str, **more: str) -> tuple[str, str]:
        """Open a table by the lobby's form; the path to which the host is sent, and the invitation."""
        form = {"game": game, "name": "Anna", "pace": "fast", "away": "120", "listed": "on"}
        form |= {f"seat{i}": who for i, who in enumerate(seats)} | more
        answer = self.http.post("/tables", data=form)
        assert answer.status_code == 303, answer.text
        path, _, anchor = answer.headers["location"].partition("#invite=")
        return path, anchor

    def join(self, invitation: str, seat: int, name: str) -> str:
        """Take a seat by an invitation; the path of the seat."""
        answer = self.http.post(f"/join/{invitation}", data={"seat": str(seat), "name": name})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def browser(self) -> httpx.Client:
        """A browser that keeps its cookies, beside the one that all tests share."""
        return client(base_url=self.address, timeout=60, headers={"Accept-Language": "en"})

    def seat(self, game: str, *seats: str, **more: str) -> "Guest":
        """Open a table, and be its host."""
        return Guest(self, self.open(game, *seats, **more)[0])

    def seated(self, game: str, *seats: str, **more: str) -> list["Guest"]:
        """Open a table, with somebody in each seat of a ``guest``, and wait until the game begins; host and guests."""
        path, invitation = self.open(game, *seats, **more)
        free = [seat for seat, who in enumerate(seats) if who == "guest"]
        guests = [self.join(invitation, seat, name) for seat, name in zip(free, ("Ben", "Carl"), strict=False)]
        pages = [Guest(self, each) for each in (path, *guests)]
        until(lambda: self.table().begun)
        return pages

    def close_pages(self) -> None:
        """Close what is open at the tables."""
        while self.pages:
            self.pages.pop().close()

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Let the server do something between its own tasks."""
        return asyncio.run_coroutine_threadsafe(work, self.loop()).result(30)

    def loop(self) -> asyncio.AbstractEventLoop:
        """The server's event loop."""
        return self.server.hub._tasks[0].get_loop()

    def table(self) -> Table:
        """The table that was opened last, as the server has it."""
        return list(self.server.hub.tables.values())[-1]


@contextmanager
def live(
    database: str = "sqlite://", *, limits: Limits = GENEROUS, processes: bool = False, games: Places = GAMES,
    lease: float = 10.0, hosts: tuple[str, ...] = (), http: type[Impatient] = Impatient,
    mail: MailServer | None = None,
) -> Iterator[Live]:  # fmt: skip
    """A server; its bots think in a thread, or in a process of their own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    settings = Settings(
        database, games, workers=1, compiles=False, limits=limits, address=address, lease=lease, hosts=hosts, mail=mail
    )
    bots = None if processes else BotPool(games, 1, (), lambda: ThreadPoolExecutor(1))
    server = make_server(settings, bots)
    config = uvicorn.Config(
        server.app,
        host="127.0.0.1",
        port=port,
        log_level="error",
        ws_max_size=65_536,
        timeout_graceful_shutdown=1,
        http=http,
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until(lambda: running.started)
    here = Live(server, port)
    try:
        yield here
    finally:
        here.close_pages()
        here.http.close()
        running.should_exit = True
        thread.join(15)


class Guest:
    """A page at a table, without a browser.

    Attributes:
        parts: the pieces of the page by name.
        lines: the chronicle.
        version: what it shows.
        refused: codes of the answers that refused something.
        traffic: all that it was sent.
    """

    def __init__(self, here: Live, path: str, **headers: str) -> None:
        self.path = path
        address = here.address.replace("http", "ws") + path + "socket"
        language = {"Accept-Language": "en"}
        # Whatever comes is taken in at once: behind a full queue the server's farewell would be waited for in vain.
        opening = connect(address, additional_headers=language | headers, max_size=2**22, max_queue=None)
        self.socket: ClientConnection = opening.__enter__()
        self.parts: dict[str, str] = {}
        self.lines: list[str] = []
        self.version = 0
        self.asked = False
        self.refused: list[str] = []
        self.traffic: list[str] = []
        if isinstance(here, Live):
            here.pages.append(self)

    def hear(self, seconds: float = 20.0) -> Mapping[str, Any]:
        """Take the next message in, and acknowledge it."""
        text = str(self.socket.recv(timeout=seconds))
        self.traffic.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "state":
            self.parts |= message["parts"]
            self.lines = self.lines[: message["first"]] + message["lines"]
            self.version, self.asked = message["version"], message["asked"]
            self.say({"type": "seen", "version": self.version})
        elif message["type"] == "refused":
            self.refused.append(message["code"])
        return message

    def hear_all(self, quiet: float = 0.2) -> None:
        """Take in whatever comes, until nothing comes for a while."""
        while True:
            try:
                self.hear(quiet)
            except TimeoutError:
                return

    def say(self, message: Any) -> None:
        """Send something."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def until_asked(self) -> "Guest":
        """Wait until a question is put, with something to choose. Fails if the game ends before."""
        while not (self.asked and self.actions):
            assert not self.over
            self.hear()
        return self

    def closing(self, seconds: float = 10.0) -> int | None:
        """Take in whatever comes until the server closes the page; with which code."""
        try:
            while True:
                self.hear(seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    def refusal(self, message: Any) -> str:
        """Send something that is refused; with which code."""
        self.refused.clear()
        self.say(message)
        while not self.refused:
            self.hear()
        (code,) = self.refused
        self.refused.clear()
        return code

    @property
    def actions(self) -> list[int]:
        """Actions that the question offers."""
        return [int(found) for found in re.findall(r'data-act="(\d+)"', self.parts.get("prompt", ""))]

    @property
    def over(self) -> bool:
        """Whether the page shows the end."""
        return 'class="account"' in self.parts.get("prompt", "")

    def act(self, action: int) -> None:
        """Answer the question, and wait for what comes of it."""
        self._ask(type="act", action=action)

    def take_back(self, to: str = "decision") -> None:
        """Take back a decision or a turn, and wait for what comes of it."""
        self._ask(type="back_to", to=to)

    def _ask(self, **wish: Any) -> None:
        before = self.version
        self.say({"version": before, **wish})
        while self.version == before and not self.refused:
            self.hear()

    def act_or_look(self, action: int) -> None:
        """Answer the question; where the page was behind, or a fast machine asked too often, wait and look again."""
        self.refused.clear()
        self.act(action)
        if self.refused:
            assert set(self.refused) <= {"stale", "not asked", "too many"}, self.refused
            self.hear_all(0.5 if "too many" in self.refused else 0.1)

    def play(self, choose: Any, most: int = 3000) -> None:
        """Play until the game is over; `choose` picks from the actions that are offered."""
        for _ in range(most):
            if self.over:
                return
            if self.asked and self.actions:
                self.act(choose(self.actions))
            else:
                self.hear()
        raise AssertionError("the game does not end")

    def close(self) -> None:
        """Close the page."""
        self.socket.close()


def play_out(table: Table, guests: Iterable[Guest], choose: Callable[[list[int]], int]) -> None:
    """All play until the game is over; `choose` picks from the actions that are offered."""
    while not table.over:
        for guest in guests:
            guest.hear_all(0.03)
            if guest.asked and guest.actions:
                guest.act_or_look(choose(guest.actions))


def save_in(folder: Path) -> str:
    """Address of a database in a folder."""
    return f"sqlite:///{folder / 'tables.db'}"
