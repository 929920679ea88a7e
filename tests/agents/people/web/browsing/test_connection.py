"""A page whose connection fails for a moment: what its person has chosen arrives, and arrives once."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute

from agents.people.web.tables.table import Table
from tests.agents.people.web.browser import check, is_over, legal, new_page, wait_for_question
from tests.agents.people.web.live import Guest, Live
from tests.waiting import until

pytestmark = pytest.mark.browser


class Line:
    """The connection of a page, which can be made to fail.

    Attributes:
        down: nothing reaches the server, and connections are refused.
        dead: until the next connection, everything is lost, and nobody is told.
        loses: the type of the next message that is lost with its connection; or its answer is, if it is `answered`.
    """

    def __init__(self, page: Page, *, sockets: bool = True, answered: bool = False) -> None:
        self.down = self.dead = False
        self.loses, self.answered = "", answered
        self.open: list[WebSocketRoute] = []
        if sockets:
            page.route_web_socket("**/socket*", self._socket)
        else:
            page.add_init_script("delete window.WebSocket")
        for end in ("say", "state*", "hint", "after", "rematch"):
            page.route(f"**/s/*/{end}", self._request)

    def cut(self) -> None:
        """No connection, until `down` is set to False."""
        self.down = True
        while self.open:
            self.open.pop().close()

    def _socket(self, page: WebSocketRoute) -> None:
        if self.down:
            page.close()
            return
        self.dead = False
        server, ended = page.connect_to_server(), []
        self.open.append(page)

        def to_server(text: str | bytes) -> None:
            lost = self._is_lost(json.loads(text)["type"])
            if not self.dead and (not lost or self.answered):
                server.send(text)
            if lost:
                ended.append(True)
                page.close()

        def to_page(text: str | bytes) -> None:
            if not ended and not self.dead:
                page.send(text)

        page.on_message(to_server)
        server.on_message(to_page)

    def _request(self, route: Route) -> None:
        kind = (route.request.post_data_json or {}).get("type") if route.request.post_data else None
        lost = self.down or self._is_lost(kind or route.request.url.rpartition("/")[2])
        if lost and self.answered and not self.down:
            route.fetch()
        if lost:
            route.abort()
        else:
            route.continue_()

    def _is_lost(self, kind: str) -> bool:
        if kind != self.loses:
            return False
        self.loses = ""
        return True


def at_table(here: Live, browser: Browser, **line: bool) -> tuple[Page, Line, Table]:
    """Anna's page, its connection, and the table, where Ben waits too."""
    page = new_page(browser)
    line_ = Line(page, **line)
    path, invitation = here.open("nim_v0", "me", "guest")
    page.goto(here.address + path)
    Guest(here, here.join(invitation, 1, "Ben"))
    assert wait_for_question(page)
    page.wait_for_timeout(400)
    return page, line_, here.table()


def shown(page: Page, wanted: Callable[[], bool]) -> None:
    """Wait while the page works, and then a moment longer: nothing more happens."""
    until(lambda: page.evaluate("true") and wanted(), 25)
    page.wait_for_timeout(2500)
    assert wanted()
    forgive(page)


def forgive(page: Page) -> None:
    """The browser complains of requests that failed."""
    complaints: list[str] = page.complaints  # type: ignore[attr-defined]
    complaints[:] = [each for each in complaints if "ERR_FAILED" not in each]


def choose(page: Page) -> None:
    page.locator("#prompt .choice[data-act]").first.click()


def chat(page: Page) -> None:
    page.locator("#talk summary").click()
    page.locator("#speak input").fill("hello")
    page.keyboard.press("Enter")


def leave(page: Page) -> None:
    page.locator("details.own > summary").click()
    page.get_by_role("button", name="Let a bot play for me").click()


def take_back(page: Page) -> None:
    page.get_by_role("button", name="Take back my last decision").click()


SENT: dict[str, tuple[Callable[[Page], None], Callable[[Table], Any], Any]] = {
    "act": (choose, lambda table: len(table.actions), 1),
    "back_to": (take_back, lambda table: len(table.actions), 0),
    "words": (chat, lambda table: len(table.talk._lines), 1),
    "leave": (leave, lambda table: table.seats[0].stand_in, "wish"),
}
"""What a page sends: how, what comes of it at the table, and what that is."""


@pytest.mark.parametrize("answered", [False, True], ids=["message lost", "answer lost"])
@pytest.mark.parametrize("sockets", [True, False], ids=["socket", "polling"])
@pytest.mark.parametrize("kind", SENT)
def test_a_message_arrives_once(here: Live, browser: Browser, kind: str, sockets: bool, answered: bool) -> None:
    page, line, table = at_table(here, browser, sockets=sockets, answered=answered)
    send, found, wanted = SENT[kind]
    if kind == "back_to":
        choose(page)
        page.get_by_role("button", name="Take back my last decision").wait_for()
        page.wait_for_timeout(500)  # a sooner click could be meant for what was there before
    line.loses = kind
    send(page)
    shown(page, lambda: found(table) == wanted and not line.loses)
    assert page.locator("#said li").count() == (kind == "words")
    assert page.locator("body.sending, #notice:not([hidden])").count() == 0
    assert page.locator(".link.on, .link.poll").count() == 1


@pytest.mark.parametrize("sockets", [True, False], ids=["socket", "polling"])
def test_a_choice_made_while_the_server_is_away_is_sent_when_it_is_back(
    here: Live, browser: Browser, sockets: bool
) -> None:
    """The table is loaded afresh there, with other versions of its pages."""
    page, line, table = at_table(here, browser, sockets=sockets)
    line.cut()
    until(lambda: page.locator(".link.off").count() == 1)
    choose(page)
    page.locator("#notice:not([hidden])", has_text="reconnects by itself").wait_for()
    here.run(here.server.hub._let_rest(table))
    page.wait_for_timeout(1000)
    assert page.locator("body.sending").count() == 1
    line.down = False
    shown(page, lambda: table.id in here.server.hub.tables and len(here.server.hub.tables[table.id].actions) == 1)
    assert page.locator("body.sending, #notice:not([hidden])").count() == 0


def test_a_connection_that_is_silently_dead_is_noticed(here: Live, browser: Browser) -> None:
    page, line, table = at_table(here, browser)
    page.evaluate("beat(300)")
    page.wait_for_timeout(600)
    assert page.locator(".link.on").count() == 1  # it answers
    sockets = page.evaluate("window.before = socket") is not None and len(line.open)
    line.dead = True
    page.evaluate("beat(300)")
    until(lambda: page.locator(".link.on").count() == 1 and page.evaluate("socket !== window.before"), 20)
    assert len(line.open) > sockets
    choose(page)
    shown(page, lambda: len(table.actions) == 1)


def test_what_a_finished_game_offers_comes_although_a_request_fails(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    line = Line(page)
    path, _ = here.open("nim_v0", "me", "random")
    page.goto(here.address + path)
    line.loses = "after"
    while wait_for_question(page):
        page.wait_for_timeout(400)
        page.locator(f'#prompt [data-act="{max(legal(page))}"]').first.click()
        page.wait_for_timeout(200)
    assert is_over(page)
    page.get_by_role("button", name="Walk through the game with a bot").wait_for()
    line.loses = "rematch"
    page.wait_for_timeout(900)
    page.locator("[data-rematch]").click()
    until(lambda: page.locator("body").count() == 1 and not page.url.endswith(path))
    page.wait_for_selector(".link.on")
    forgive(page)


def test_a_puzzle_comes_and_is_answered_although_a_request_fails(here: Live, browser: Browser) -> None:
    page, failed = new_page(browser), set()

    def once(route: Route) -> None:
        if (kind := route.request.url.rpartition("/")[2].partition("?")[0]) in failed:
            route.continue_()
        else:
            failed.add(kind)
            route.abort()

    for end in ("state*", "say"):
        page.route(f"**/puzzles/*/*/{end}", once)
    page.goto(f"{here.address}/puzzles/shinsengumi_v0/today/")
    assert wait_for_question(page)
    page.wait_for_timeout(400)
    choose(page)
    page.locator("#hinted").wait_for()
    assert failed == {"state", "say"}
    forgive(page)
    check(page)
