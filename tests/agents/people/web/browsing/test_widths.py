"""On phones and at any width: nothing sticks out, and what is read can be read."""

import random

import pytest
from playwright.sync_api import Browser

from tests.agents.people.web.browser import (
    NARROW,
    OUTSIDE,
    PHONE,
    SMALL,
    SMALL_PHONE,
    WHOLLY_SEEN,
    WIDE,
    click_action,
    host,
    is_asked,
    legal,
    new_page,
    play_on,
    resize,
    version,
    wait_for_question,
)
from tests.agents.people.web.live import Guest, Live
from tests.waiting import until

pytestmark = pytest.mark.browser


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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_letters_can_be_read_and_nothing_sticks_out_at_any_width(
    here: Live, browser: Browser, language: str
) -> None:  # fmt: skip
    page = new_page(browser, language=language)
    page.emulate_media(reduced_motion="reduce")  # a piece on its way may be beside the page for a moment
    for game in ("dynasty_v0", "shinsengumi_v0", "kingdoms_v0"):
        path, _ = here.open(game, "me", "random", "random")
        page.goto(here.address + path)
        for _ in range(4):
            assert wait_for_question(page)
            for width in (1440, 1280, 1100, 800):
                resize(page, width, 900)
                assert not page.evaluate(WIDE), (game, width)
                assert not page.evaluate(SMALL), (game, width, page.evaluate(SMALL)[:5])
            click_action(page, legal(page)[0], on_board=False)


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


NAMES_OVER_NAMES = """[...document.querySelectorAll('svg.map .place')].map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const above = 0.2 * (bottom - top);  // of a line's height; letters are lower
  return { name: each.textContent, left, right, top: top + above, bottom: bottom - above };
}).flatMap((one, i, all) => all.slice(i + 1).filter((other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
).map((other) => `${one.name} / ${other.name}`))"""
"""Countries whose names lie on one another."""


DOTS_OVER_DOTS = """[...document.querySelectorAll('svg.room .target:not([aria-label*="all that is left"]) .dot')]
  .map((each) => each.getBoundingClientRect()).map(({ x, y, width }) => [x + width / 2, y + width / 2, width / 2])
  .flatMap(([x, y, r], i, all) => all.slice(i + 1).filter(([a, b, s]) => Math.hypot(x - a, y - b) < r + s))"""
"""Buttons of a room that lie on one another, but the one for the odd rest of a way."""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_of_countries_can_be_told_apart_at_any_width(here: Live, browser: Browser, language: str) -> None:
    page = new_page(browser, language=language)
    for game in ("dynasty_v0", "kingdoms_v0"):
        path, _ = here.open(game, "me", *["random"] * 5, seed="1")
        page.goto(here.address + path)
        assert wait_for_question(page)
        assert page.locator("svg.map .place").count() > 12
        for width in (360, 390, 800, 1100, 1440):
            resize(page, width, 800)
            assert not page.evaluate(NAMES_OVER_NAMES), (game, width, page.evaluate(NAMES_OVER_NAMES))


def test_on_a_phone_the_sheet_leaves_the_room_free_and_buttons_lie_apart(here: Live, browser: Browser) -> None:
    page = host(here, browser, "figures_v0", "me", "random", seed="4", phone=True)
    page.emulate_media(reduced_motion="reduce")
    here.table().pace = 0.0
    rng, phases = random.Random(3), set()
    for _ in range(60):
        if not wait_for_question(page):
            break
        phase = here.table().state.phase
        page.wait_for_timeout(100)  # the page scrolls to what is asked about
        room, sheet = (page.locator(each).bounding_box() for each in (".window > .part", "#prompt"))
        assert room is not None and sheet is not None
        hidden = room["y"] + room["height"] - sheet["y"]
        assert hidden < 0.1 * room["height"], (phase, room, sheet)
        assert not page.evaluate(DOTS_OVER_DOTS), phase
        phases.add(phase)
        click_action(page, rng.choice(legal(page)), on_board=False)
    assert phases >= {"place_x", "place_heading", "pose", "plot", "distance"}


def test_on_a_phone_the_languages_of_what_is_read_lie_free(here: Live, browser: Browser) -> None:
    page = new_page(browser, phone=True)
    for place in ("rules/dynasty_v0", "glossary/dynasty_v0"):
        page.goto(f"{here.address}/{place}")
        for link in page.locator(".languages a").all():
            box, sheet = link.bounding_box(), page.locator("main.sheet").bounding_box()
            assert box is not None and sheet is not None
            assert box["y"] + box["height"] <= sheet["y"]


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


CUT = """() => [...document.querySelectorAll('.bar .home')].filter((each) => {
  const text = document.createRange();
  text.selectNodeContents(each);
  return text.getBoundingClientRect().right > each.getBoundingClientRect().right + 1;
}).map((each) => each.textContent)"""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_header_of_a_table_names_its_game_whole(here: Live, browser: Browser, language: str) -> None:
    for game in ("dynasty_v0", "shinsengumi_v0", "kingdoms_v0", "three_kingdoms_v0", "figures_v0"):
        path, _ = here.open(game, "me", "random")
        for size in (PHONE, SMALL_PHONE, {"width": 844, "height": 390}):
            page = new_page(browser, phone=True, language=language, size=size)
            page.goto(here.address + path)
            assert wait_for_question(page)
            assert not page.evaluate(CUT), size
            page.context.close()
