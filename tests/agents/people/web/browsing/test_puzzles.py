"""Puzzles in a browser: from the lobby to a verdict, on every screen, in both languages."""

import pytest
from playwright.sync_api import Browser

from agents.people.puzzles.puzzle import SETS
from tests.agents.people.web.browser import WIDE, new_page
from tests.agents.people.web.browsing.test_accessibility import PALE, audit
from tests.agents.people.web.live import Live
from tests.waiting import until

pytestmark = pytest.mark.browser

SIZES = {"desktop": (1366, 768), "phone": (390, 844), "landscape": (844, 390)}
SHORT = {("dynasty_v0", "phone", "ja"), ("figures_v0", "landscape", "en"), ("shinsengumi_v0", "desktop", "en")}
ALL = [
    pytest.param(file.stem, size, language, marks=() if (file.stem, size, language) in SHORT else pytest.mark.slow)
    for file in sorted(SETS.glob("*.json"))
    for size in SIZES
    for language in ("en", "ja")
]


@pytest.mark.parametrize(("game", "size", "language"), ALL)
def test_a_puzzle_is_answered(here: Live, browser: Browser, game: str, size: str, language: str) -> None:
    width, height = SIZES[size]
    page = new_page(
        browser, phone=size != "desktop", size={"width": width, "height": height}, language=language
    )  # fmt: skip
    page.goto(here.address)
    page.locator(".masthead a[href$='/puzzles/']").click()
    page.wait_for_url("**/puzzles/")
    assert not audit(page)
    assert not page.evaluate(WIDE) and not page.evaluate(PALE)
    page.locator(f"a[href*='/{game}/']").first.click()
    page.wait_for_selector("#asked")
    assert page.locator("#verdict").inner_text() == "" and page.locator(".after-answer").is_hidden()
    assert not audit(page)
    for more in page.locator("#part-prompt details:not([open]):has([data-act]) > summary").all():
        more.click()
    page.locator("#part-prompt [data-act]").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#verdict .weighed")
    assert page.locator("#verdict h3").evaluate("each => each === document.activeElement")
    assert page.locator("[data-act]").count() == 0
    assert not page.evaluate(WIDE)
    assert not audit(page)
    before = page.url
    page.locator(".after-answer .main").click()
    until(lambda: page.url != before)
    page.wait_for_selector("#asked")
