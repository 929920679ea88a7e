"""The page in another language, its explained terms, and what it does without scripts or sockets."""

import random
import re
import time

import pytest
from playwright.sync_api import Browser, Route

from tests.agents.people.web.browser import click_action, host, is_over, legal, new_page, play_on, wait_for_question
from tests.agents.people.web.live import Live

pytestmark = pytest.mark.browser


def test_in_japanese(here: Live, browser: Browser) -> None:
    page = host(here, browser, "dynasty_v0", "me", "random", "random", language="ja")
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


def test_terms_explain_themselves(here: Live, browser: Browser) -> None:
    page = host(here, browser, "dynasty_v0", "me", "random")
    wait_for_question(page)
    while not page.locator(".person .stat").count():
        click_action(page, legal(page)[0], on_board=False)
        wait_for_question(page)
    page.locator(".person .stat").first.hover()
    page.wait_for_selector("#popover:not([hidden])")
    assert "dice when this person leads an attack" in page.locator("#popover").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("#popover").is_hidden()


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


def test_a_browser_without_sockets(here: Live, browser: Browser) -> None:
    page = new_page(browser)
    page.add_init_script("delete window.WebSocket")
    path, _ = here.open("nim_v0", "me", "random")
    page.goto(here.address + path)
    page.wait_for_selector(".link.poll")
    play_on(page, random.Random(3), on_board=False)
    assert is_over(page)
