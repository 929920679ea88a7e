"""The lobby: taking a seat, the way back to it, and ratings."""

import asyncio
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.agents.people.web.browser import WHOLLY_SEEN, check, is_over, new_page, play_on, wait_for_question
from tests.agents.people.web.live import Guest, Live
from tests.waiting import until

pytestmark = pytest.mark.browser


def test_my_seat_is_offered_while_there_is_a_game_to_sit_at(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    path, invitation = here.open("nim_v0", "me", "guest", "guest")
    ben = Guest(here, here.join(invitation, 1, "Ben"))  # lets the others wait, so that the game does not end at once
    page.goto(here.address + path)
    page.wait_for_selector("body.gathering")
    assert page.locator("details.own").is_hidden()
    page.get_by_role("button", name="Begin now").click()
    assert wait_for_question(page)
    page.locator("details.own > summary").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="I am back").wait_for()
    assert page.get_by_role("button", name="Let a bot play for me").is_hidden()
    ben.play(min)
    ben.close()
    until(lambda: is_over(page))
    assert page.locator("details.own").is_hidden()


TWICE = "(button) => { button.click(); setTimeout(() => button.click(), 150); }"


def test_a_double_click_leads_to_ones_seat(here: Live, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer is not there yet at the second click, and the browser drops it."""
    hub = here.server.hub

    def slowly(work: Any) -> Any:
        async def answer(*given: Any) -> Any:
            result = await work(*given)
            await asyncio.sleep(0.4)
            return result

        return answer

    for name in ("open", "take_seat"):
        monkeypatch.setattr(hub, name, slowly(getattr(hub, name)))
    page = new_page(browser)
    page.goto(here.address)
    before, form = len(hub.tables), page.locator(".game form:not(.learn)").first
    form.locator("input[name=name]").fill("Anna")
    form.get_by_role("button", name="Open the table").evaluate(TWICE)
    page.wait_for_selector(".link.on")
    assert len(hub.tables) == before + 1
    invitation = here.open("nim_v0", "me", "guest")[1]
    page.goto(f"{here.address}/join/{invitation}")
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Sit down").evaluate(TWICE)
    page.wait_for_selector(".link.on")


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
    page.wait_for_url(f"**{short}")
    play_on(page, random.Random(3), on_board=False)
    page.evaluate("localStorage.seats = localStorage.seats.replace('[', '[{\"place\": \"/s/gone-by-now/\"},')")
    check(page)
    page.locator(".bar .home").click()
    page.wait_for_url(f"{here.address}/")
    until(lambda: own.locator("li").count() == 1)
    assert [link.get_attribute("href") for link in own.locator("a").all()] == [running]
    assert "gone-by-now" not in page.evaluate("localStorage.seats")
    own.get_by_role("link").click()
    page.wait_for_url(f"**{running}")
    page.context.close()


def test_a_table_with_a_guest_is_listed_unless_somebody_says_otherwise(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    page.goto(here.address)
    form = page.locator(".game:has(input[value=kingdoms_v0]) form:not(.learn)")
    for summary in form.locator("summary").all():
        summary.click()
    seat, listed = form.locator(".seats select").nth(1), form.locator("[name=listed]")
    assert not listed.is_checked()
    for who, expected in (("guest", True), ("random", False), ("guest", True)):
        seat.select_option(who)
        assert listed.is_checked() == expected
    listed.uncheck()
    for who in ("random", "guest"):
        seat.select_option(who)
        assert not listed.is_checked()


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
    phone = new_page(browser)
    phone.goto(str(page.get_by_role("link", name="Secret link").evaluate("(link) => link.href")))
    assert "This link belongs to Anna." in phone.locator("main").inner_text()
    assert not phone.context.cookies()
    check(phone)
    phone.get_by_role("button", name="That is me").click()
    phone.wait_for_url("**/me/")
    assert "You are known as Anna" in phone.locator("main").inner_text()
    phone.context.close()
    page.get_by_role("button", name="Forget me").click()
    page.wait_for_selector("text=not known here")


def test_a_japanese_lobby_has_japanese_signs_between_its_words(here: Live, browser: Browser) -> None:
    page = new_page(browser, phone=True, language="ja")
    page.goto(here.address)
    seats = page.locator("details.seats > summary")
    for number in range(seats.count()):
        assert re.fullmatch(r"席：[^:,]+(、[^:,]+)+", seats.nth(number).inner_text()), seats.nth(number).inner_text()


def test_a_game_that_ends_while_the_lobby_is_open_is_listed_among_the_last_ones(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    path, invitation = here.open("nim_v0", "me", "guest")
    ben = Guest(here, here.join(invitation, 1, "Ben"))
    page.goto(here.address + path)
    assert wait_for_question(page)
    page.locator("details.own > summary").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.goto(here.address)
    page.locator("#own-tables li").wait_for()
    ben.play(min)
    until(lambda: here.table().over)
    page.evaluate("lookAtSeats(ownTables)")
    until(lambda: page.locator("#own-tables").is_hidden())
    assert [link.get_attribute("href") for link in page.locator("#past-tables a").all()] == [path]
    check(page)
    ben.close()


def test_a_table_is_put_away_by_its_button_and_left_for_good_at_the_table(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    kept, _ = here.open("dynasty_v0", "me", "random")
    left, _ = here.open("dynasty_v0", "me", "random", pace="slow")  # bots do not end it before it is looked at
    for path in (kept, left):
        page.goto(here.address + path)
        page.wait_for_selector(".link.on")
    page.locator("details.own > summary").first.click()
    page.locator("details.resign summary").click()
    page.get_by_role("button", name="Leave for good").click()
    page.get_by_text("You have left this game for good").wait_for()
    assert page.locator("details.resign").is_hidden()
    assert page.get_by_role("button", name="Let a bot play for me").is_hidden()
    page.goto(here.address)
    own = page.locator("#own-tables")
    until(lambda: own.locator("li").count() == 1)
    assert [link.get_attribute("href") for link in own.locator("a").all()] == [kept]
    check(page)
    own.get_by_role("button", name=re.compile("Put away")).click()
    until(lambda: own.is_hidden())
    page.reload()
    assert own.is_hidden()
