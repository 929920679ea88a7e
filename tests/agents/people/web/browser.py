"""A browser at the table: Debian's Chromium, driven by Playwright."""

import os
import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.agents.people.web.live import Live
from tests.waiting import until

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "chromium"
DESKTOP, PHONE, SMALL_PHONE = ({"width": w, "height": h} for w, h in ((1440, 900), (390, 844), (360, 740)))
WIDE = "document.documentElement.scrollWidth > innerWidth + 1"
"""The page is wider than the screen."""
OUTSIDE = """(name) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const text = texts.currentNode, above = text.parentElement, around = above.closest('.panel, .sheet, .bar');
    if (!text.data.includes(name) || !around || !above.checkVisibility()) continue;
    for (let each = above; each !== around; each = each.parentElement) {
      if (getComputedStyle(each).overflowX !== 'visible') { text.clipped = true; break; }
    }
    const range = document.createRange();
    range.selectNodeContents(text);
    const edge = around.getBoundingClientRect().right;
    if (!text.clipped && [...range.getClientRects()].some(({ right }) => right > edge)) found.push(above.outerHTML);
  }
  return found;
}"""
"""Where a name runs out of its panel, sheet or bar."""
SMALL = """[...document.querySelectorAll('body *')].filter((each) => {
  const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (!own || !each.checkVisibility() || each.closest('.sr, .sprite')) return false;
  const svg = each.closest('svg');
  const scale = svg && svg.viewBox.baseVal.width ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
  const size = parseFloat(getComputedStyle(each).fontSize) * scale;
  return size > 0 && size < 10.9 && !each.closest('.compass');
}).map((each) => each.outerHTML.slice(0, 120))"""
"""Visible letters below 11 pixels (those of the map are scaled with it)."""
NARROW = """[...document.querySelectorAll('#prompt button')].filter((each) => {
  const size = each.getBoundingClientRect();
  return each.checkVisibility() && !each.matches('.term') && !each.closest('#in-sheet') && size.height < 43.5;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""Buttons of the sheet that a thumb misses."""
WHOLLY_SEEN = """element => { const seen = element.getBoundingClientRect();
  const top = document.elementFromPoint(seen.left + seen.width / 2, seen.top + seen.height / 2);
  return seen.top >= 0 && seen.bottom <= innerHeight + 16 && (element.contains(top) || top.contains(element)); }"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; its absence is an error, never a reason to skip."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def new_page(
    browser: Browser, *, phone: bool = False, language: str = "en", size: Mapping[str, int] | None = None, **more: Any
) -> Page:  # fmt: skip
    """A page of its own browser context; it is looked at by `check` when the test is over, and closed."""
    shown = size or (PHONE if phone else DESKTOP)
    context = browser.new_context(viewport=shown, locale=language, has_touch=phone, is_mobile=phone, **more)  # type: ignore[arg-type]
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.complaints = errors  # type: ignore[attr-defined]
    return page


def host(
    here: Live, browser: Browser, game: str, *seats: str, phone: bool = False, language: str = "en",
    size: Mapping[str, int] | None = None, **more: str,
) -> Page:  # fmt: skip
    """The page of somebody who has just opened a table."""
    page = new_page(browser, phone=phone, language=language, size=size)
    page.goto(here.address + here.open(game, *seats, **more)[0])
    return page


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until all has been laid out for it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"
    )


def check(page: Page) -> None:
    """No script has failed, and nothing broke the site's own policy."""
    complaints: list[str] = page.complaints  # type: ignore[attr-defined]
    assert not complaints, complaints


def is_asked(page: Page) -> bool:
    """The page asks its person, and shows what can be done; False between two pages too."""
    return page.locator("body.asked:not(.sending) [data-act]").count() > 0


def is_over(page: Page) -> bool:
    """The page shows the end."""
    return page.locator("table.account").count() > 0


def wait_for_question(page: Page) -> bool:
    """Wait until the page asks, or shows the end; True: it asks."""
    until(lambda: is_asked(page) or is_over(page), 60)
    page.mouse.move(1, 1)  # what comes up under a resting pointer cannot be clicked at once
    return not is_over(page)


def version(page: Page) -> int:
    """What the page shows."""
    shown: int = page.evaluate("version")
    return shown


def click_action(page: Page, action: int, *, on_board: bool) -> None:
    """Click what carries an action: on the board where it lies there, else in the list; and wait for what comes."""
    page.mouse.move(1, 1)
    before = version(page)
    listed = page.locator(f'#prompt [data-act="{action}"]')
    there = page.locator(f'.part [data-act="{action}"]')
    place = there if on_board and there.count() and there.first.is_visible() else listed
    if not place.first.is_visible():
        page.locator("#prompt details:not([open]):has([data-act]) > summary").first.click()
    place.first.scroll_into_view_if_needed()
    if place.first.evaluate("element => element instanceof SVGElement"):
        place.first.focus()
        place.first.dispatch_event("click")  # the middle of a country's box need not be land
    else:
        place.first.click()
    until(lambda: version(page) != before)


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
