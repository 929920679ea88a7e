"""Hints at the table, and games that are walked through with a bot."""

import random
import re

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, Route

from agents.arguments import rulebook
from agents.people.web.review import hints, reviewer
from agents.search.opinion import Opinion, Weighed
from agents.search.reasons import WITHIN, Reason
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.message import Message, Seat
from dynasty_env.kit.state import State
from tests.agents.people.web.browser import (
    DESKTOP,
    PHONE,
    WIDE,
    click_action,
    host,
    legal,
    new_page,
    play_on,
    version,
    wait_for_question,
)
from tests.agents.people.web.live import Live
from tests.waiting import until

pytestmark = pytest.mark.browser
LANDSCAPE = {"width": 844, "height": 390}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opinions from few playouts, by random moves."""
    for module in (hints, reviewer):
        monkeypatch.setattr(module, "COMPILED", "12")
        monkeypatch.setattr(module, "INTERPRETED", "12")
        monkeypatch.setattr(module, "ready_judge", lambda game, name="": None)


def test_a_hint_is_asked_for_and_gone_with_its_question(here: Live, browser: Browser, quick: None) -> None:
    page = host(here, browser, "cut_in_v0", "me", "random", "random")
    assert wait_for_question(page)
    before, offered = version(page), legal(page)
    page.get_by_role("button", name="What would a bot do?").click()
    page.wait_for_selector("#hinted")
    assert page.evaluate("document.activeElement.id") == "hinted"
    page.locator("#hint summary").first.click()
    told = page.locator("#hint").inner_text()
    assert "±" in told
    assert page.locator("#hint li[id]").count() == len(offered)
    marked = page.locator("#part-prompt .hinted").all_inner_texts()
    assert len(marked) == len(offered)
    assert all(("%" in each) != (each == "hardly tried") for each in marked)
    assert version(page) == before
    click_action(page, offered[-1], on_board=False)
    until(lambda: page.locator("#hint").inner_text() == "")


def test_a_hint_stays_while_taking_back_is_no_longer_offered(here: Live, browser: Browser, quick: None) -> None:
    page = host(here, browser, "dynasty_v0", "me", "random", seed="1")
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
    assert page.locator("#hint li[id]").count() == page.locator("#part-prompt .hinted").count() == offered
    click_action(page, legal(page)[0], on_board=False)
    until(lambda: page.locator("#hint").inner_text() == "")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, LANDSCAPE], ids=["desktop", "phone", "landscape"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hint_says_why_and_moves_nothing(
    here: Live, browser: Browser, monkeypatch: pytest.MonkeyPatch, size: dict[str, int], language: str
) -> None:  # fmt: skip
    """The board stays where it is; the reason is a sentence in the reader's language; a game that counts asks first."""
    monkeypatch.setattr(hints, "opine", with_reasons)
    page = host(
        here, browser, "dynasty_v0", "me", "random", seed="1", phone=size is not DESKTOP, size=size, language=language
    )
    assert wait_for_question(page)
    before = page.evaluate(BOARD_AT)
    page.locator("#ask-hint").click()
    page.wait_for_selector("#hinted")
    page.wait_for_timeout(100)
    assert page.evaluate(BOARD_AT) == before
    said = page.locator(".because").first.inner_text()
    assert ("7" in said and "10" in said) and ("imagined games" in said) == (language == "en")
    assert page.locator(".because").first.is_visible()
    assert not page.evaluate(WIDE)


BOARD_AT = (
    "[scrollY, ...[...document.querySelectorAll('.window > .part')].map((each) => each.getBoundingClientRect().y)]"
)


def with_reasons(place: str, backend: str, table: bytes, seed: int, *more: object) -> dict[str, object]:
    """An opinion of the open decision: its first two options, one of them hardly tried, with a reason for the other."""
    game = rulebook(place)
    state = State(game, Tables(np.frombuffer(bytearray(table), game.dtype)), game.interpreted)
    first, second = (int(action) for action in state.legal()[:2])
    options = Weighed(first, 0.6, 0.02, 0.0, 0.0, 500), Weighed(second, 0.5, 0.22, 0.1, 0.22, 4)
    line = Message(WITHIN, n=7, m=10, turns=2, what=Message("{who} wins the war", who=Seat("dynasty", 0)))
    return Opinion("mc:1:random", options, reasons=(Reason(first, (line,)),)).to_dict()


def test_a_game_that_counts_asks_before_a_hint(here: Live, browser: Browser, quick: None) -> None:
    page = host(here, browser, "cut_in_v0", "me", "random", "random", rated="on")
    assert wait_for_question(page)
    page.locator("#ask-hint").click()
    page.get_by_role("button", name="No hint").click()
    assert page.locator("#hint").inner_text() == ""
    page.locator("#ask-hint").click()
    page.get_by_role("button", name="Ask anyway").click()
    page.wait_for_selector("#hinted")
    page.reload()
    assert wait_for_question(page)
    assert page.locator("#uncounted").count() == 0  # it is too late


def with_many_mistakes(route: Route) -> None:
    """The same page with a list of mistakes that is too long for its place."""
    answer = route.fetch()
    rows = '<li><a href="?n=0"><b>−9 %</b> <span>a mistake</span></a></li>' * 40
    page = re.sub(
        r'(class="panel mistakes".*?</h2>).*?(?=</section>)', rf"\1<ol>{rows}</ol>", answer.text(), flags=re.S
    )
    route.fulfill(response=answer, body=page)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_game_is_walked_through_with_a_bot(here: Live, browser: Browser, quick: None, phone: bool) -> None:
    page = host(here, browser, "cut_in_v0", "me", "random", "random", phone=phone)
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
    first, second = (page.locator(each).bounding_box() for each in (".mistakes", "#chart"))
    assert first is not None and second is not None
    assert first["y"] < second["y"], "mistakes first"
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
    page.route("**/review/*/?*", with_many_mistakes)
    page.reload()
    page.evaluate("document.querySelector('.mistakes ol').scrollTop = 30")
    before = at()
    page.keyboard.press("ArrowLeft" if page.locator("#previous").count() else "ArrowRight")
    until(lambda: at() != before)
    assert page.evaluate("document.querySelector('.mistakes ol').scrollTop") == 30
    address = page.url
    other = new_page(browser, phone=phone, language="ja")
    other.goto(address)  # whoever has the link
    assert re.search(r"[ぁ-んァ-ン一-龥]", other.locator("#reviewed").inner_text())


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
