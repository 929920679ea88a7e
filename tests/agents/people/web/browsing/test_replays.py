"""A finished game in a browser: from its end and from the lobby, move by move, and by itself."""

import random

import pytest
from playwright.sync_api import Browser

from tests.agents.people.web.browser import WHOLLY_SEEN, WIDE, new_page, play_on
from tests.agents.people.web.browsing.test_accessibility import PALE, audit
from tests.agents.people.web.live import Live
from tests.waiting import until

pytestmark = pytest.mark.browser
SLIPPERY = """[...document.querySelectorAll('.course :is(a, button, input)')].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  return height < 40 || width < 40;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What one goes through a game by, and a thumb misses."""
SIZES = {"desktop": (1366, 768), "phone": (390, 844), "landscape": (844, 390)}


@pytest.mark.parametrize(
    ("size", "language"), [("desktop", "en"), ("phone", "ja"), pytest.param("landscape", "en", marks=pytest.mark.slow)]
)
def test_a_finished_game_is_looked_at_move_by_move(here: Live, browser: Browser, size: str, language: str) -> None:
    width, height = SIZES[size]
    page = new_page(
        browser, phone=size != "desktop", size={"width": width, "height": height}, language=language
    )  # fmt: skip
    path, _ = here.open("nim_v0", "me", "random")
    page.goto(here.address + path)
    play_on(page, random.Random(1), on_board=False)
    page.wait_for_selector(".after form[action=look]")
    page.goto(here.address)
    page.locator("#past-tables li a").first.click()
    page.wait_for_url(f"**{path}")
    page.locator(".after form[action=look] button").click()
    page.wait_for_url("**/game/*/")
    where = page.locator(".where")
    first = where.inner_text()
    assert not audit(page) and not page.evaluate(WIDE) and not page.evaluate(PALE)
    page.locator("#next").click()
    until(lambda: where.inner_text() != first)
    if size != "desktop":  # what happened stands beside the buttons, and a thumb hits them
        assert page.locator(".course .news li").first.inner_text() in page.locator(".told").inner_text()
        assert page.locator(".course .news").evaluate(WHOLLY_SEEN)
        assert not page.evaluate(SLIPPERY)
    page.keyboard.press("ArrowLeft")
    until(lambda: where.inner_text() == first)
    page.locator(".whose a.s1").click()
    page.wait_for_selector(".whose a.s1[aria-current]")
    page.locator("#play").click()
    page.wait_for_selector(".verdict", timeout=60_000)
    until(lambda: page.locator("#play").get_attribute("aria-pressed") == "false")
    assert "eyes=1" in page.url
    assert not audit(page)
