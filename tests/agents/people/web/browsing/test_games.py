"""Whole games by clicking, at one server and at several, which may be killed."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from agents.people.web.pages import connection
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables
from tests.agents.people.web.browser import (
    check,
    click_action,
    is_asked,
    is_over,
    legal,
    new_page,
    play_on,
    question,
    version,
    wait_for_question,
)
from tests.agents.people.web.live import Live, live, save_in
from tests.waiting import until

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", ["dynasty_v0", pytest.param("shinsengumi_v0", marks=pytest.mark.slow)])
def test_a_person_plays_a_whole_game_by_clicking(here: Live, browser: Browser, game: str) -> None:
    page = new_page(browser)
    page.goto(here.address)
    form = page.locator(f".game:has(input[value={game}]) form")
    form.get_by_label("Your name").fill("Anna")
    form.locator("summary").first.click()
    for seat in range(1, form.locator(".seatrow select").count()):
        form.locator(f"select[name=seat{seat}]").select_option("random" if seat == 1 else "-")
    form.locator("summary").last.click()
    form.locator("select[name=pace]").select_option("fast")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/s/*/")
    page.locator("details.goal summary").click()
    assert here.table().game.goal in page.locator("details.goal").inner_text()
    play_on(page, random.Random(1))
    table = here.table()
    assert table.over
    assert page.locator("table.account tbody tr").count() == 2
    assert page.locator("#chronicle li").count() > 20
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the replay").click()
    replay = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert replay["actions"] == [table.game.action_names[action] for action in table.actions]
    check(page)
    page.context.close()


@pytest.mark.parametrize(
    ("game", "decisions"),
    [
        ("dynasty_v0", 25),
        pytest.param("dynasty_v0", 2000, marks=pytest.mark.slow),
        pytest.param("shinsengumi_v0", 2000, marks=pytest.mark.slow),
    ],
)
def test_two_people_in_two_browsers_get_what_their_seats_may_know_and_nothing_else(
    browser: Browser, game: str, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All traffic is recorded. Every push is one that the server made for that seat, and all that went into it is the
    same on a table on which whatever the seat does not know has been redrawn."""
    made: dict[int | None, list[str]] = {}
    news, update, hear = connection.Page.news, Feed.update, Feed.hear

    def recorded(self: connection.Page, *more):  # type: ignore[no-untyped-def]
        found = news(self, *more)
        if found is not None:
            made.setdefault(self.viewer, []).append(json.dumps(found, sort_keys=True))
        return found

    def updated(self: Feed, tables: KnownTables, *more):  # type: ignore[no-untyped-def]
        shown = update(self, tables, *more)
        if self.viewer is not None:
            twin = Feed(self.viewer, 0, story=self.story, lines=self.lines, happened=self.happened)
            assert update(twin, KnownTables(tables._state.hide(self.viewer, 11)), *more) == shown
        return shown

    def heard(self: Feed, tables: KnownTables) -> bool:
        if self.viewer is not None and tables.told:
            state = tables._state
            assert state.hide(self.viewer, 13).chronicle(self.viewer) == state.chronicle(self.viewer)
        return hear(self, tables)

    monkeypatch.setattr(connection.Page, "news", recorded)
    monkeypatch.setattr(Feed, "update", updated)
    monkeypatch.setattr(Feed, "hear", heard)
    with live() as here:
        hidden = {"option-hidden_stones": "on"} if game == "shinsengumi_v0" else {}
        path, invitation = here.open(game, "me", "guest", **hidden)
        pages = [new_page(browser), new_page(browser)]
        traffic: list[list[str]] = [[], []]
        for page, frames in zip(pages, traffic, strict=True):

            def listen(socket, frames=frames):  # type: ignore[no-untyped-def]
                socket.on("framereceived", lambda payload: frames.append(str(payload)))

            page.on("websocket", listen)
        pages[0].goto(f"{here.address}{path}#invite={invitation}")
        link = pages[0].locator("#invite").input_value()
        pages[1].goto(link)
        pages[1].get_by_label("Your name").fill("Ben")
        pages[1].locator("input[name=seat]:not([disabled])").check()
        pages[1].get_by_role("button", name="Sit down").click()
        until(lambda: here.table().begun)
        table, rng = here.table(), random.Random(4)
        for _ in range(decisions):
            if table.over:
                break
            until(lambda: table.over or any(is_asked(page) for page in pages), 30)
            for page in pages:
                if is_asked(page):
                    click_action(page, rng.choice(legal(page)), on_board=False)
        for page in pages:
            page.wait_for_timeout(200)
        assert not table.broken
        for seat, frames in enumerate(traffic):
            states = [json.loads(text) for text in frames if '"type":"state"' in text]
            assert len(states) > 10
            assert all(json.dumps(state, sort_keys=True) in made[seat] for state in states)
            assert not any(str(table.seed) in text for text in frames)
        for page in pages:
            check(page)
            page.context.close()


def serve(port: int, database: str, log: Path) -> subprocess.Popen[bytes]:
    """`dynasty serve` as a process of its own, ready to answer."""
    command = [
        sys.executable,
        "-m",
        "training.cli",
        "serve",
        "--port",
        str(port),
        "--database",
        database,
        "--no-compile",
    ]
    process = subprocess.Popen(command, stdout=log.open("ab"), stderr=subprocess.STDOUT, start_new_session=True)

    def ready() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    until(ready, 60)
    return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """SIGKILL, for the server and its bots."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def test_a_server_killed_in_mid_game_goes_on_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path / "log"
    process = serve(port, save_in(tmp_path), log)
    page = new_page(browser)
    rng = random.Random(5)
    try:
        form = {"game": "dynasty_v0", "name": "Anna", "pace": "fast", "away": "0", "seed": "1"}
        form |= {"seat0": "me", "seat1": "random"}
        answer = httpx.post(f"http://127.0.0.1:{port}/tables", data=form)
        page.goto(f"http://127.0.0.1:{port}{answer.headers['location']}")
        play_on(page, rng, 6, on_board=False)
        wait_for_question(page)
        before = page.locator("#chronicle").inner_text(), question(page), version(page)
        kill(process)
        until(lambda: page.locator(".link.off").count() == 1)
        process = serve(port, save_in(tmp_path), log)
        until(lambda: page.locator(".link.on, .link.poll").count() == 1 and version(page) != before[2], 40)
        assert (page.locator("#chronicle").inner_text(), question(page)) == before[:2]
        play_on(page, rng, on_board=False)
        assert is_over(page)
    finally:
        kill(process)
    assert answer.headers["location"].split("/")[2] not in log.read_text()
    page.context.close()


def test_a_page_follows_its_table_to_another_server(browser: Browser, tmp_path: Path) -> None:
    """The page comes in at one server, its table is at another one, which ends: nobody has to do anything."""
    page = new_page(browser)
    with live(save_in(tmp_path), lease=60) as here:
        with live(save_in(tmp_path), lease=60) as there:
            path, _ = there.open("dynasty_v0", "me", "random")
            page.goto(here.address + path)
            play_on(page, random.Random(6), 3, on_board=False)
            wait_for_question(page)
            before = page.locator("#chronicle").inner_text(), question(page)
            shown = version(page)
            assert not here.server.hub.tables
        until(lambda: version(page) != shown, 60)
        assert (page.locator("#chronicle").inner_text(), question(page)) == before
        assert page.locator(".link.on").count() == 1
        play_on(page, random.Random(6), 5, on_board=False)
        assert here.table().lease.fence == 2
    check(page)
    page.context.close()
