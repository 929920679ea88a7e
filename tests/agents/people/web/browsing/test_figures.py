"""The room of the figure duel on a phone: near where somebody acts, whole by one tap, aimed at with one finger."""

import random

import pytest
from playwright.sync_api import Browser, Page

from tests.agents.people.web.asking import finished
from tests.agents.people.web.browser import (
    PHONE,
    SMALL,
    SMALL_PHONE,
    click_action,
    legal,
    new_page,
    version,
    wait_for_question,
)
from tests.agents.people.web.live import Live
from tests.waiting import until

pytestmark = pytest.mark.browser

SEEN = """() => { const pane = document.querySelector('.window > .part').getBoundingClientRect();
  const sheet = document.getElementById('prompt').getBoundingClientRect();
  const within = ({ left, right, top, bottom }) => left >= pane.left - 1 && right <= pane.right + 1
    && top >= pane.top - 1 && bottom <= Math.min(pane.bottom, sheet.top) + 1
    && !(right > button.left && left < button.right && bottom > button.top && top < button.bottom);
  const button = document.querySelector('.window .all').getBoundingClientRect();
  const boxes = (wanted) => [...document.querySelectorAll(wanted)].map((each) => each.getBoundingClientRect());
  return { actor: boxes('svg.room .figure.asked polygon.stand').map((box) => [within(box), box.width]),
    dots: boxes('svg.room .dot').map((box) => [within(box), box.width]),
    others: [...document.querySelectorAll('svg.room .figure:not(.asked)')].map((each) => {
      const sign = [...document.querySelectorAll('.beyond')].find((one) =>
        one.querySelector('text').textContent === String(Number(each.dataset.spot) + 1));
      return within((sign ?? each).querySelector('circle').getBoundingClientRect()); }) }; }"""
"""Of the figure that is asked, and of each button: whether it is seen whole, not under the window's button, and its
width in pixels; of each opponent, whether it is seen, or a sign at the edge that leads there."""
OVERLAPS = """() => {
  const texts = [...document.querySelectorAll('svg.room text')].filter((each) => each.checkVisibility());
  const boxes = texts.map((each) => [each.textContent, each.getBoundingClientRect()]), found = [];
  boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (x > 2 && y > 6) found.push([one, other, Math.round(x), Math.round(y)]);
  }));
  return found; }"""
"""Numbers of the room that lie on each other."""
WHOLE = "(pane) => pane.scrollHeight <= pane.clientHeight + 2 && pane.scrollWidth <= pane.clientWidth + 2"
PANE = ".window > .part"
SIZES = pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small"])


def duel(here: Live, browser: Browser, size: dict[str, int], seed: str = "5") -> Page:
    """A duel with a bot, on a phone on which nothing moves by itself."""
    page = new_page(browser, phone=True, size=size)
    page.emulate_media(reduced_motion="reduce")
    path, _ = here.open("figures_v0", "me", "greedy", seed=seed)
    here.table().pace = 0.0
    page.goto(here.address + path)
    return page


def play_until(page: Page, wanted: str, rng: random.Random, most: int = 80) -> None:
    """Choose anything until the page shows what is wanted. Fails if it never does."""
    for _ in range(most):
        assert wait_for_question(page), "over before"
        if page.evaluate(wanted):
            page.wait_for_timeout(60)
            return
        click_action(page, rng.choice(legal(page)), on_board=False)
    raise AssertionError(wanted)


@SIZES
def test_the_room_is_near_where_somebody_acts(here: Live, browser: Browser, size: dict[str, int]) -> None:
    page, rng, aimed, asked = duel(here, browser, size), random.Random(2), 0, 0
    while aimed < 8 and wait_for_question(page):
        page.wait_for_timeout(60)
        seen = page.evaluate(SEEN)
        assert not seen["actor"] or all(seen["others"]), seen
        for whole, width in seen["actor"]:
            assert whole and width >= 30, seen
            asked += 1
        if seen["actor"] and seen["dots"]:
            assert all(whole and width >= 9 for whole, width in seen["dots"]), seen
            aimed += 1
        assert not page.evaluate(OVERLAPS), page.locator("#asked").inner_text()
        click_action(page, rng.choice(legal(page)), on_board=False)
    assert aimed and asked > aimed


@SIZES
def test_one_tap_shows_the_whole_room_and_another_what_is_near(
    here: Live, browser: Browser, size: dict[str, int]
) -> None:
    page = duel(here, browser, size)
    play_until(page, "document.querySelector('.figure.asked') && document.querySelector('.target')", random.Random(2))
    pane, shown = page.locator(PANE), version(page)
    assert not pane.evaluate(WHOLE)
    page.locator(".window .all").tap()
    assert pane.evaluate(WHOLE)
    page.locator(".window .all").tap()
    assert not pane.evaluate(WHOLE)
    assert all(whole for whole, _ in page.evaluate(SEEN)["actor"])
    assert version(page) == shown


@SIZES
def test_one_finger_aims_and_two_move_the_room(here: Live, browser: Browser, size: dict[str, int]) -> None:
    page = duel(here, browser, size)
    play_until(page, "document.querySelectorAll('.target').length > 2 && document.querySelector('.figure.asked')",
               random.Random(2))  # fmt: skip
    pane, touches = page.locator(PANE), page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    box = pane.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    place = "(pane) => [pane.scrollLeft, pane.scrollTop]"
    before, shown = pane.evaluate(place), version(page)
    touch("touchStart", (x - 40, y))
    touch("touchStart", (x - 40, y), (x + 40, y))
    for step in range(1, 9):
        touch("touchMove", (x - 40 + 5 * step, y - 5 * step), (x + 40 + 5 * step, y - 5 * step))
    touch("touchEnd")
    page.wait_for_timeout(60)
    after = pane.evaluate(place)
    assert after != before
    assert abs(after[0] - before[0] + 40) <= 1
    assert page.locator(".target.selected").count() == 0 and version(page) == shown

    targets = page.locator("svg.room .target")
    first, last = (targets.nth(n).locator(".dot").bounding_box() for n in (0, targets.count() - 1))
    assert first and last
    touch("touchStart", (first["x"] + 4, first["y"] + 4))
    for part in range(1, 6):
        touch("touchMove", *[(first["x"] + 4 + (last["x"] - first["x"]) * part / 5,
                              first["y"] + 4 + (last["y"] - first["y"]) * part / 5)])  # fmt: skip
    touch("touchEnd")
    page.wait_for_timeout(60)
    chosen = page.locator("#chosen [data-act]").get_attribute("data-act")
    assert chosen == targets.last.get_attribute("data-act")
    assert pane.evaluate(place) == after and version(page) == shown
    page.touchscreen.tap(last["x"] + last["width"] + 3, last["y"] + 4)  # beside it: the nearest is meant
    until(lambda: version(page) != shown)


def test_numbers_can_be_read_in_a_finished_duel_too(here: Live, browser: Browser) -> None:
    """There the room has no window, and is whole."""
    path = finished(here, "figures_v0", "me", "random", seed="5").path
    page = new_page(browser, phone=True, size=SMALL_PHONE)
    page.goto(here.address + path)
    page.locator(".after form[action=look] button").click()
    page.wait_for_url("**/game/*/")
    numbers = page.locator("svg.room .numbered")
    for _ in range(20):
        assert not page.evaluate(SMALL), page.evaluate(SMALL)[:5]
        if numbers.count() == 2 and page.locator("svg.room .hours").count():
            break
        before = page.locator(".where").inner_text()
        page.locator("#next").click()
        until(lambda before=before: page.locator(".where").inner_text() != before)
    assert numbers.count()
