"""Rules for players in a browser: one column on a phone, letters that can be read, links that a thumb meets."""

import pytest
from playwright.sync_api import Browser

from agents.people.web.phrases import LANGUAGES
from tests.agents.people.web.browser import DESKTOP, PHONE, SMALL, SMALL_PHONE, WIDE, new_page
from tests.agents.people.web.live import Live

pytestmark = pytest.mark.browser
NAMES = ["dynasty_v0", "kingdoms_v0", "shinsengumi_v0", "figures_v0", "three_kingdoms_v0"]
CUT = """[...document.querySelectorAll('figure .pieces *')].filter((each) => {
  if (each.closest('svg') || !each.checkVisibility()) return false;
  const box = each.getBoundingClientRect(), frame = each.closest('.panel, figure').getBoundingClientRect();
  return box.width > 0 && (box.right > frame.right + 1 || box.left < frame.left - 6);
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What sticks out of its picture."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_rules_are_read_on_a_phone(here: Live, browser: Browser, game: str, language: str) -> None:
    page = new_page(browser, phone=True, language=language, size=SMALL_PHONE)
    page.goto(f"{here.address}/glossary/{game}")
    assert not page.evaluate(WIDE) and not page.evaluate(SMALL)
    page.goto(f"{here.address}/rules/{game}")
    for size in (SMALL_PHONE, PHONE, {"width": 844, "height": 390}, DESKTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert not page.evaluate(WIDE), size
        assert not page.evaluate(CUT), size
        assert not page.evaluate(SMALL), size
        assert all(
            box["height"] >= 40 for link in page.locator(".ways a, .contents a").all() if (box := link.bounding_box())
        )


def test_from_a_table_to_its_rules_and_on_to_the_specification(here: Live, browser: Browser) -> None:
    path, _ = here.open("dynasty_v0", "me", "random")
    page = new_page(browser, phone=True)
    page.goto(here.address + path)
    with page.context.expect_page() as opened:
        page.locator("nav.reading a").first.click()
    rules = opened.value
    rules.get_by_role("heading", level=1).wait_for()
    assert rules.locator("figure").count() >= 5
    rules.locator("a[href$='/specification']").click()
    assert "D-R47" in rules.locator("article").inner_text()
