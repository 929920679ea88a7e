"""The table in a browser: what people do there, from the first click to the last."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route

from agents.people.web.pages import connection
from agents.people.web.review import hints, reviewer
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables
from tests.agents.people.web.browser import (
    NARROW,
    OUTSIDE,
    SMALL,
    WHOLLY_SEEN,
    WIDE,
    check,
    chromium,
    click_action,
    is_asked,
    is_over,
    new_page,
    version,
    wait_for_question,
)
from tests.agents.people.web.live import Guest, Live, live, save_in
from tests.waiting import until

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def here() -> Iterator[Live]:
    with live() as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def legal(page: Page) -> list[int]:
    """Actions that the page offers."""
    found: list[int] = page.evaluate(
        "[...document.querySelectorAll('#prompt [data-act]')].map((each) => Number(each.dataset.act))"
    )
    return found


def question(page: Page) -> str:
    """What is asked and offered, without what a server forgets that is started again: what can be taken back."""
    text = page.locator("#part-prompt").inner_text()
    return text.partition("↶")[0].strip()


def play_on(page: Page, rng: random.Random, most: int = 10_000, *, on_board: bool = True) -> None:
    """Click whatever is offered, on the board where it lies there."""
    for _ in range(most):
        if not wait_for_question(page):
            return
        click_action(page, rng.choice(legal(page)), on_board=on_board)


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
        form = {"game": "dynasty_v0", "name": "Anna", "pace": "fast", "away": "0", "seat0": "me", "seat1": "random"}
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


def test_on_a_phone_nothing_is_wider_than_the_screen(here: Live, browser: Browser) -> None:
    page = new_page(browser, phone=True)
    page.emulate_media(reduced_motion="reduce")  # what moves cannot be tapped
    page.goto(here.address)
    assert not page.evaluate(WIDE)
    for game in ("dynasty_v0", "shinsengumi_v0"):
        path, _ = here.open(game, "me", "random", "random")
        page.goto(here.address + path)
        for number in range(8):
            if not wait_for_question(page):
                break
            assert not page.evaluate(WIDE), f"{game}, decision {number}"
            assert not page.evaluate(SMALL), (game, page.evaluate(SMALL)[:5])
            assert not page.evaluate(NARROW), (game, page.evaluate(NARROW)[:5])
            assert page.locator("#part-story").evaluate("part => part.closest('#prompt') !== null")
            assert page.locator("#prompt").evaluate("sheet => sheet.scrollTop") == 0, "a question from its first line"
            if page.locator(".choices.passing").count():
                assert page.locator(".choices.passing").evaluate(WHOLLY_SEEN)
            action = legal(page)[number % len(legal(page))]
            place = page.locator(f'.part:not(#prompt .part) [data-act="{action}"]').first
            if place.count() and not place.evaluate("element => element instanceof SVGElement"):
                before = version(page)
                place.evaluate("element => element.scrollIntoView({ block: 'start' })")
                place.evaluate("element => scrollBy(0, element.getBoundingClientRect().top - 140)")
                place.tap(force=True)  # pieces may still be on their way: a busy machine draws few frames
                said = page.locator("#chosen .main").inner_text()
                assert said
                assert version(page) == before, "one tap only selects"
                if number % 2:
                    place.tap(force=True)
                else:
                    page.locator("#chosen .main").tap()
                until(lambda before=before: version(page) != before)
            else:
                click_action(page, action, on_board=False)
    check(page)
    page.context.close()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_letters_can_be_read_and_nothing_sticks_out_at_any_width(
    here: Live, browser: Browser, language: str
) -> None:  # fmt: skip
    page = new_page(browser, language=language)
    for game in ("dynasty_v0", "shinsengumi_v0", "kingdoms_v0"):
        path, _ = here.open(game, "me", "random", "random")
        page.goto(here.address + path)
        for _ in range(4):
            assert wait_for_question(page)
            for width in (1440, 1280, 1100, 800):
                page.set_viewport_size({"width": width, "height": 900})
                assert not page.evaluate(WIDE), (game, width)
                assert not page.evaluate(SMALL), (game, width, page.evaluate(SMALL)[:5])
            click_action(page, legal(page)[0], on_board=False)
    check(page)
    page.context.close()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_long_names_stay_within_their_panels(here: Live, browser: Browser, phone: bool) -> None:
    ada, ben = "W" * 24, "M" * 24
    page = new_page(browser, phone=phone)
    page.emulate_media(reduced_motion="reduce")

    def fits(where: str) -> None:
        assert not page.evaluate(WIDE), where
        for name in (ada, ben):
            assert not page.evaluate(OUTSIDE, name), (where, page.evaluate(OUTSIDE, name)[:3])

    for game in ("dynasty_v0", "shinsengumi_v0", "kingdoms_v0", "three_kingdoms_v0", "figures_v0"):
        path, invitation = here.open(game, "me", "guest", seed="1", name=ada)
        page.goto(here.address + path)
        page.wait_for_selector(".sitting")
        fits(f"{game}, before")
        page.goto(f"{here.address}/join/{invitation}")
        fits(f"{game}, invitation")
        guest = Guest(here, here.join(invitation, 1, ben))
        page.goto(here.address)
        fits(f"{game}, lobby")
        page.goto(here.address + path)
        until(lambda: here.table().begun)
        here.table().pace = 0.0
        rng, decisions = random.Random(1), 0
        while decisions < 6:
            guest.hear_all(0.02)
            if guest.asked and guest.actions:
                guest.act_or_look(rng.choice(guest.actions))
            fits(f"{game}, {decisions} decisions")
            if is_asked(page):
                click_action(page, rng.choice(legal(page)), on_board=False)
                decisions += 1
        guest.close()
    check(page)
    page.context.close()


NAMES_OVER_NAMES = """[...document.querySelectorAll('svg.map .place')].map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const above = 0.2 * (bottom - top);  // of a line's height; letters are lower
  return { name: each.textContent, left, right, top: top + above, bottom: bottom - above };
}).flatMap((one, i, all) => all.slice(i + 1).filter((other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
).map((other) => `${one.name} / ${other.name}`))"""
"""Countries whose names lie on one another."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_of_countries_can_be_told_apart_at_any_width(here: Live, browser: Browser, language: str) -> None:
    page = new_page(browser, language=language)
    for game in ("dynasty_v0", "kingdoms_v0"):
        path, _ = here.open(game, "me", *["random"] * 5, seed="1")
        page.goto(here.address + path)
        assert wait_for_question(page)
        assert page.locator("svg.map .place").count() > 12
        for width in (360, 390, 800, 1100, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            assert not page.evaluate(NAMES_OVER_NAMES), (game, width, page.evaluate(NAMES_OVER_NAMES))
    check(page)
    page.context.close()


DOTS_OVER_DOTS = """[...document.querySelectorAll('svg.room .target:not([aria-label*="all that is left"]) .dot')]
  .map((each) => each.getBoundingClientRect()).map(({ x, y, width }) => [x + width / 2, y + width / 2, width / 2])
  .flatMap(([x, y, r], i, all) => all.slice(i + 1).filter(([a, b, s]) => Math.hypot(x - a, y - b) < r + s))"""
"""Buttons of a room that lie on one another, but the one for the odd rest of a way."""


def test_on_a_phone_the_sheet_leaves_the_room_free_and_buttons_lie_apart(here: Live, browser: Browser) -> None:
    page = new_page(browser, phone=True)
    page.emulate_media(reduced_motion="reduce")
    path, _ = here.open("figures_v0", "me", "random", seed="4")
    page.goto(here.address + path)
    here.table().pace = 0.0
    rng, phases = random.Random(3), set()
    for _ in range(60):
        if not wait_for_question(page):
            break
        phase = here.table().state.phase
        page.wait_for_timeout(100)  # the page scrolls to what is asked about
        room, sheet = (page.locator(each).bounding_box() for each in ("svg.room", "#prompt"))
        assert room is not None and sheet is not None
        hidden = room["y"] + room["height"] - sheet["y"]
        assert hidden < 0.1 * room["height"], (phase, room, sheet)
        assert not page.evaluate(DOTS_OVER_DOTS), phase
        phases.add(phase)
        click_action(page, rng.choice(legal(page)), on_board=False)
    assert phases >= {"place_x", "place_heading", "pose", "plot", "distance"}
    check(page)
    page.context.close()


def test_my_seat_is_offered_while_there_is_a_game_to_sit_at(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    path, invitation = here.open("nim_v0", "me", "guest", "guest")
    ben = Guest(here, here.join(invitation, 1, "Ben"))  # lets the others wait, so that the game does not end at once
    page.goto(here.address + path)
    page.wait_for_selector("body.gathering")
    assert page.locator("details.own").is_hidden()
    page.get_by_role("button", name="Begin now").click()
    assert wait_for_question(page)
    page.locator("details.own summary").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="I am back").wait_for()
    assert page.get_by_role("button", name="Let a bot play for me").is_hidden()
    ben.play(min)
    ben.close()
    until(lambda: is_over(page))
    assert page.locator("details.own").is_hidden()
    check(page)
    page.context.close()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("language", "aimed", "hinders"),
    [("en", "This is aimed at you.", "hinders it"), ("ja", "あなたに向けられた行動です。", "行動を妨げる")],
)
def test_an_interrupt_says_whom_it_hits_and_what_a_card_does(
    here: Live, browser: Browser, phone: bool, language: str, aimed: str, hinders: str
) -> None:
    page = new_page(browser, phone=phone, language=language)
    page.emulate_media(reduced_motion="reduce")
    rng = random.Random(1)
    said = page.locator("#prompt .mine", has_text=aimed)
    cards = page.locator("#prompt .choice small", has_text=hinders)
    path, _ = here.open("dynasty_v0", "me", "greedy", seed="3")
    page.goto(here.address + path)
    for seed in range(4, 200):
        if not wait_for_question(page):
            path, _ = here.open("dynasty_v0", "me", "greedy", seed=str(seed))
            page.goto(here.address + path)
            continue
        if said.count() and cards.count():
            break
        passing = page.locator("#prompt .choices.passing [data-act]")
        action = int(passing.first.get_attribute("data-act") or 0) if passing.count() else rng.choice(legal(page))
        click_action(page, action, on_board=False)
    assert said.is_visible()
    if not cards.first.is_visible():
        page.locator("#prompt details.more summary").click()  # cards of the hand are chosen on the board first
    assert re.search(r"\d+ %", cards.first.inner_text())
    if phone:
        assert page.locator(".choices.passing").evaluate(WHOLLY_SEEN)
    check(page)
    page.context.close()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_who_plays_alone_sets_the_pace_and_skips_ahead_by_buttons(here: Live, browser: Browser, phone: bool) -> None:
    page = new_page(browser, phone=phone)
    path, _ = here.open("shinsengumi_v0", "me", "random", "random", "random", seed="1")
    page.goto(here.address + path)
    assert wait_for_question(page)
    page.locator("details.own summary").click()
    page.locator("[data-pace]").select_option("slow")
    until(lambda: here.table().pace == 2.0)
    here.table().pace = 100.0  # more than the test waits
    while page.locator("[data-say=skip]").count() == 0:  # until somebody else is to move
        assert wait_for_question(page)
        click_action(page, legal(page)[0], on_board=False)
        page.wait_for_timeout(300)
    moves = len(here.table().actions)
    page.locator("[data-say=skip]").click()
    assert wait_for_question(page)
    assert len(here.table().actions) > moves
    check(page)
    page.context.close()


def test_the_lobby_leads_back_to_ones_own_seats_until_a_game_is_over(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    page.goto(here.address)
    own = page.locator("#own-tables")
    assert own.is_hidden()
    running, _ = here.open("dynasty_v0", "me", "random")
    here.open("dynasty_v0", "me", "random")
    watched = f"/w/{here.table().id}/"
    short, _ = here.open("nim_v0", "me", "random")
    for path in (running, watched, short):
        page.goto(here.address + path)
        page.wait_for_selector(".link.on")
    here.table().pace = 0.0
    page.goto(here.address)
    own.locator("li").nth(1).wait_for()
    assert [link.get_attribute("href") for link in own.locator("a").all()] == [short, running]
    own.get_by_role("link").first.click()
    play_on(page, random.Random(3), on_board=False)
    page.evaluate("localStorage.seats = localStorage.seats.replace('[', '[{\"place\": \"/s/gone-by-now/\"},')")
    check(page)
    page.locator(".bar .home").click()
    until(lambda: own.locator("li").count() == 1)
    assert [link.get_attribute("href") for link in own.locator("a").all()] == [running]
    assert "gone-by-now" not in page.evaluate("localStorage.seats")
    own.get_by_role("link").click()
    page.wait_for_url(f"**{running}")
    page.context.close()


def test_a_lobby_form_seats_one_only_once_and_is_shown_where_it_is_refused(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    page.goto(here.address)
    form = page.locator(".game:has(input[value=kingdoms_v0]) form:not(.learn)")
    form.get_by_label("Your name").fill("Fay")
    form.locator("summary").first.click()
    seats = form.locator(".seats select")
    before = [seat.input_value() for seat in seats.all()]
    seats.nth(2).select_option("me")
    assert [seat.input_value() for seat in seats.all()] == [before[2], before[1], "me", *before[3:]]
    for number in (0, 1, 3, 4, 5):
        seats.nth(number).select_option("-")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables")
    assert form.locator(".wrong").evaluate(WHOLLY_SEEN)
    assert [seat.input_value() for seat in seats.all()] == ["-", "-", "me", "-", "-", "-"]
    names = page.locator(".game form:not(.learn) input[name=name]").all()
    assert [name.input_value() for name in names if name.input_value()] == ["Fay"]
    assert form.get_by_label("Your name").input_value() == "Fay"
    page.get_by_role("link", name="日本語").click()
    page.wait_for_selector("html[lang=ja]")
    assert page.locator(".game").count() > 1
    page.context.close()


def test_on_a_phone_the_languages_of_what_is_read_lie_free(here: Live, browser: Browser) -> None:
    page = new_page(browser, phone=True)
    for place in ("rules/dynasty_v0", "glossary/dynasty_v0"):
        page.goto(f"{here.address}/{place}")
        for link in page.locator(".languages a").all():
            box, sheet = link.bounding_box(), page.locator("main.sheet").bounding_box()
            assert box is not None and sheet is not None
            assert box["y"] + box["height"] <= sheet["y"]
    check(page)
    page.context.close()


def test_on_a_phone_the_result_is_what_one_sees(here: Live, browser: Browser) -> None:
    page = new_page(browser, phone=True)
    path, _ = here.open("nim_v0", "me", "random")
    page.goto(here.address + path)
    page.evaluate(
        "new MutationObserver((_, observer) => {"
        "  const button = document.querySelector('[data-rematch]');"
        "  if (button) { observer.disconnect(); button.click(); }"
        "}).observe(document.getElementById('part-prompt'), { childList: true })"
    )
    play_on(page, random.Random(3), on_board=False)
    page.wait_for_selector("[data-rematch]")
    page.wait_for_timeout(900)
    assert page.locator("#asked").evaluate(WHOLLY_SEEN)
    first = page.url
    assert first == f"{here.address}{path}", "a click that comes too soon does nothing"
    page.locator("[data-rematch]").tap()
    page.wait_for_url(lambda url: url != first)
    assert wait_for_question(page)
    check(page)
    page.context.close()


def test_a_decision_is_taken_back_by_its_button(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    path, _ = here.open("dynasty_v0", "me", "random", seed="1")  # a game that goes on until something can be taken back
    page.goto(here.address + path)
    rng = random.Random(2)
    for _ in range(60):
        assert wait_for_question(page)
        button = page.get_by_role("button", name="Take back my last decision")
        if button.count():
            break
        wars = page.locator("#prompt [data-act]", has_text=re.compile("^(declare war|attack)"))
        action = int(wars.first.get_attribute("data-act") or 0) if wars.count() else rng.choice(legal(page))
        click_action(page, action, on_board=False)
    asked, before, lines = page.locator("#asked").inner_text(), version(page), page.locator("#chronicle li").count()
    button.click()
    until(lambda: version(page) != before)
    assert page.locator("#asked").inner_text() != asked
    assert page.locator("#chronicle li").count() < lines
    check(page)
    page.context.close()


def test_with_the_keyboard_alone(here: Live, browser: Browser) -> None:
    """Tab, Enter and blank are enough, and what a screen reader is told names every choice."""
    page = new_page(browser)
    page.goto(here.address)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "name":
            break
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    page.wait_for_url("**/s/*/")
    here.table().pace = 0.0
    for _ in range(7):
        if not wait_for_question(page):
            break
        before = version(page)
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.act !== undefined"):
                break
            if page.evaluate("document.activeElement.tagName") == "SUMMARY":
                page.keyboard.press("Enter")
        active = "document.activeElement"
        focused = page.evaluate(f"{active}.getAttribute('aria-label') || {active}.textContent")
        assert focused.strip()
        page.keyboard.press("Enter")
        until(lambda before=before: version(page) != before)
    assert page.locator("#live[aria-live=polite]").inner_text()
    names = page.evaluate(
        "[...document.querySelectorAll('button, [role=button], a, select, input')]"
        ".filter((each) => !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length))"
        ".map((each) => each.outerHTML)"
    )
    assert not names
    check(page)
    page.context.close()


CLICK_AGAIN = """([again]) => new MutationObserver((_, observer) => {
  if (!document.body.classList.contains("asked")) return;
  observer.disconnect();
  setTimeout(() => {
    const key = again === null, hit = key ? document.activeElement : document.elementFromPoint(...again);
    hit.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: key ? 0 : 1 }));
    document.body.dataset.again = hit.closest("[data-act]") ? "choice" : "nothing";
  }, 150);
}).observe(document.getElementById("part-prompt"), { childList: true, subtree: true, characterData: true })"""
"""A second click at a place, or by the key that is held, soon after the next question has come."""


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_a_second_click_does_not_answer_the_next_question(here: Live, browser: Browser, keys: bool) -> None:
    page = new_page(browser)
    path, _ = here.open("dynasty_v0", "me", "random", seed="1")
    page.goto(here.address + path)
    here.table().pace = 0.0
    hits = set()
    for _ in range(4):
        assert wait_for_question(page)
        page.wait_for_timeout(500)
        number = here.table().seats[0].decided
        choice = page.locator("#part-prompt .choice").first
        box = choice.bounding_box()
        assert box is not None
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        page.evaluate(CLICK_AGAIN, [None if keys else middle])
        if keys:
            choice.focus()
            page.keyboard.press("Enter")
        else:
            page.mouse.click(*middle)
        page.wait_for_selector("[data-again]")
        hits.add(page.evaluate("document.body.dataset.again"))
        page.evaluate("delete document.body.dataset.again")
        page.wait_for_timeout(200)
        assert here.table().seats[0].decided == number + 1
    assert "choice" in hits
    check(page)
    page.context.close()


def test_a_country_of_the_map_is_chosen_by_keyboard(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    path, _ = here.open("dynasty_v0", "me", "random")
    page.goto(here.address + path)
    rng = random.Random(0)
    for _ in range(60):
        if not wait_for_question(page):
            path, _ = here.open("dynasty_v0", "me", "random")
            page.goto(here.address + path)
            continue
        land = page.locator("use.land[data-act]").first
        if land.count():
            before = version(page)
            assert "attack" in (land.get_attribute("aria-label") or "")
            land.focus()
            page.keyboard.press("Enter")
            until(lambda before=before: version(page) != before)
            break
        war = page.locator("#prompt [data-act]", has_text=re.compile("^declare war"))
        action = int(war.get_attribute("data-act") or 0) if war.count() else rng.choice(legal(page))
        click_action(page, action, on_board=False)
    else:
        raise AssertionError("no war came up")
    check(page)
    page.context.close()


@pytest.mark.parametrize("phone", [False, True])
def test_a_figure_is_placed_by_dragging_and_by_the_arrow_keys(here: Live, browser: Browser, phone: bool) -> None:
    page = new_page(browser, phone=phone)
    path, _ = here.open("figures_v0", "me", "random")
    page.goto(here.address + path)
    here.table().pace = 0.0
    assert wait_for_question(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("svg.room").scroll_into_view_if_needed()
    room = page.locator("svg.room").bounding_box()
    assert room is not None
    before, height = version(page), room["y"] + 0.3 * room["height"]
    page.mouse.move(room["x"] + 0.3 * room["width"], height)
    page.mouse.down()
    page.mouse.move(room["x"] + 0.7 * room["width"], height, steps=4)
    near = page.locator(".target.near")
    told, at = near.get_attribute("aria-label") or "", float(near.get_attribute("data-x") or 0)
    assert page.locator("#pointed").text_content() == told
    assert abs(at - 0.7 * 16) < 1
    page.mouse.up()
    if phone:
        assert version(page) == before
        page.locator("#chosen [data-act]").first.click()
    until(lambda: version(page) != before)
    assert wait_for_question(page)
    page.locator(".target").first.focus()
    page.keyboard.press("ArrowRight")
    second = page.locator(".target").nth(1).get_attribute("data-act")
    assert page.evaluate("document.activeElement.dataset.act") == second
    before = version(page)
    page.keyboard.press("Enter")
    until(lambda: version(page) != before)
    check(page)
    page.context.close()


def test_in_japanese(here: Live, browser: Browser) -> None:
    page = new_page(browser, language="ja")
    path, _ = here.open("dynasty_v0", "me", "random", "random")
    page.goto(here.address + path)
    assert page.locator("html").get_attribute("lang") == "ja"
    rng = random.Random(2)
    for _ in range(6):
        if not wait_for_question(page):
            break
        text = page.locator("#prompt").inner_text().replace("Anna", "")
        assert re.search(r"[ぁ-んァ-ン一-龥]", text)
        assert not re.search(r"[A-Za-z]{3,}", text), text
        click_action(page, rng.choice(legal(page)), on_board=False)
    wait_for_question(page)  # nothing moves until it is answered
    page.locator(".house .person:has(.pname[data-term])").first.click(button="right")
    page.wait_for_selector("#popover:not([hidden])")
    page.get_by_role("link", name="English").click()
    page.wait_for_selector("html[lang=en]")
    check(page)
    page.context.close()


def test_terms_explain_themselves(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    path, _ = here.open("dynasty_v0", "me", "random")
    page.goto(here.address + path)
    wait_for_question(page)
    while not page.locator(".person .stat").count():
        click_action(page, legal(page)[0], on_board=False)
        wait_for_question(page)
    page.locator(".person .stat").first.hover()
    page.wait_for_selector("#popover:not([hidden])")
    assert "Wins wars" in page.locator("#popover").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("#popover").is_hidden()
    check(page)
    page.context.close()


def test_scripts_may_come_late(here: Live, browser: Browser) -> None:
    """News that comes before the last script is drawn when that is there."""
    page = new_page(browser)

    def late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.route("**/static/phone.js*", late)
    path, _ = here.open("nim_v0", "me", "random")
    page.goto(here.address + path)
    assert wait_for_question(page)
    check(page)
    page.context.close()


def test_a_browser_without_sockets(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    page.add_init_script("delete window.WebSocket")
    path, _ = here.open("nim_v0", "me", "random")
    page.goto(here.address + path)
    page.wait_for_selector(".link.poll")
    play_on(page, random.Random(3), on_board=False)
    assert is_over(page)
    check(page)
    page.context.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opinions from few playouts, by random moves."""
    for module in (hints, reviewer):
        monkeypatch.setattr(module, "COMPILED", "12")
        monkeypatch.setattr(module, "INTERPRETED", "12")
        monkeypatch.setattr(module, "is_compiled", lambda *_: False)


def test_a_hint_is_asked_for_and_gone_with_its_question(here: Live, browser: Browser, quick: None) -> None:
    page = new_page(browser)
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    page.goto(here.address + path)
    assert wait_for_question(page)
    before, offered = version(page), legal(page)
    page.get_by_role("button", name="What would a bot do?").click()
    page.wait_for_selector("#hinted")
    told = page.locator("#hint").inner_text()
    assert "wins about" in told
    assert page.locator("#hint li").count() == len(offered)
    marked = page.locator("#part-prompt .hinted").all_inner_texts()
    assert len(marked) == len(offered)
    assert all("%" in each for each in marked)
    assert page.evaluate("document.activeElement.id") == "hinted"
    assert version(page) == before
    click_action(page, offered[-1], on_board=False)
    until(lambda: page.locator("#hint").inner_text() == "")
    check(page)
    page.context.close()


def test_a_hint_stays_while_taking_back_is_no_longer_offered(here: Live, browser: Browser, quick: None) -> None:
    page = new_page(browser)
    path, _ = here.open("dynasty_v0", "me", "random", seed="1")
    page.goto(here.address + path)
    rng = random.Random(2)
    button = page.get_by_role("button", name="Take back my last decision")
    for _ in range(60):
        assert wait_for_question(page)
        if button.count():
            break
        wars = page.locator("#prompt [data-act]", has_text=re.compile("^(declare war|attack)"))
        action = int(wars.first.get_attribute("data-act") or 0) if wars.count() else rng.choice(legal(page))
        click_action(page, action, on_board=False)
    offered = len(legal(page))
    page.get_by_role("button", name="What would a bot do?").click()
    page.wait_for_selector("#hinted")
    until(lambda: button.count() == 0)
    page.wait_for_timeout(200)
    assert page.locator("#hint li").count() == page.locator("#part-prompt .hinted").count() == offered
    click_action(page, legal(page)[0], on_board=False)
    until(lambda: page.locator("#hint").inner_text() == "")
    check(page)
    page.context.close()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_game_is_walked_through_with_a_bot(here: Live, browser: Browser, quick: None, phone: bool) -> None:
    page = new_page(browser, phone=phone)
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    page.goto(here.address + path)
    play_on(page, random.Random(2), on_board=False)
    page.get_by_role("button", name="Walk through the game with a bot").click()
    page.wait_for_url("**/review/*/**")
    page.wait_for_selector('#reviewed[data-done="true"]', timeout=60_000)
    assert not page.evaluate(WIDE)
    assert page.locator("svg.chances polyline").count() == 3
    assert "Chances of winning" in (page.locator("svg.chances").get_attribute("aria-label") or "")
    numbers = [int(n) for n in (page.locator("#slider").get_attribute("data-numbers") or "").split(",")]
    seats = here.table().replay()
    page.goto(f"{page.url.partition('?')[0]}?n={numbers[0]}&seat=0")

    def at() -> str:
        return page.locator(".where").inner_text()

    assert at() == f"1 of {len(numbers)}"
    assert page.locator("#previous").count() == 0
    taken = page.locator(".took b").inner_text()
    page.keyboard.press("ArrowRight")
    until(lambda: at() == f"2 of {len(numbers)}")
    assert page.url.endswith(f"?n={numbers[1]}&seat=0")
    page.keyboard.press("ArrowLeft")
    until(lambda: at() == f"1 of {len(numbers)}")
    assert page.locator(".took b").inner_text() == taken
    assert taken
    page.locator("#slider").focus()
    page.keyboard.press("End")
    until(lambda: at() == f"{len(numbers)} of {len(numbers)}")
    assert "The game is over" in page.locator("#prompt").inner_text()
    assert page.evaluate("document.activeElement.id") == "slider"
    page.locator("#previous").click()
    until(lambda: at() == f"{len(numbers) - 1} of {len(numbers)}")
    assert page.locator("li.taken").count() == 1
    assert page.locator("#live").inner_text()
    page.get_by_role("link", name="everybody").click()
    until(lambda: int(at().split()[-1]) > len(numbers))
    if page.locator(".mistakes a").count():
        page.locator(".mistakes a").first.click()
        until(lambda: page.locator(".mistakes li.here").count() == 1)
    page.locator(".numbers summary").click()
    assert page.locator(".numbers tbody tr").count() > len(numbers)
    assert len(seats.actions) >= numbers[-1]
    address = page.url
    other = new_page(browser, phone=phone, language="ja")
    other.goto(address)  # whoever has the link
    assert re.search(r"[ぁ-んァ-ン一-龥]", other.locator("#reviewed").inner_text())
    for each in (page, other):
        check(each)
        each.context.close()


def test_a_review_without_scripts(here: Live, browser: Browser, quick: None) -> None:
    """Links lead through it, and what is pointed at is drawn by the server."""
    path, _ = here.open("nim_v0", "me", "random")
    with_scripts = new_page(browser)
    with_scripts.goto(here.address + path)
    play_on(with_scripts, random.Random(3), on_board=False)
    place = httpx.post(f"{here.address}{path}review").headers["location"]
    until(lambda: httpx.get(f"{here.address}{place}progress").json()["done"], 60)
    page = new_page(browser, java_script_enabled=False)
    page.goto(f"{here.address}{place}?n=0&seat=all")
    before = page.locator(".where").inner_text()
    page.get_by_role("link", name="next").click()
    page.wait_for_url("**n=1&seat=all")
    assert page.locator(".where").inner_text() != before
    check(with_scripts)
    for each in (page, with_scripts):
        each.context.close()


def test_ratings_are_asked_for_shown_and_forgotten(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    page.goto(here.address)
    form = page.locator(".game:has(input[value=nim_v0]) form")
    form.get_by_label("Your name").fill("Anna")
    form.get_by_label("Rate my games").check()
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/s/*/")
    here.table().pace = 0.0
    play_on(page, random.Random(1), on_board=False)
    page.wait_for_selector(".after .rated")
    page.get_by_role("link", name="Your games").click()
    page.wait_for_url("**/me/")
    assert "You are known as Anna" in page.locator("main").inner_text()
    assert page.locator("tbody tr").count() == 1
    page.get_by_role("button", name="Forget me").click()
    page.wait_for_selector("text=not known here")
    check(page)
    page.context.close()
