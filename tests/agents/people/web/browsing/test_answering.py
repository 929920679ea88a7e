"""Questions at the table: what they say, and how they are answered and taken back, by mouse and keyboard."""

import random
import re

import pytest
from playwright.sync_api import Browser

from tests.agents.people.web.browser import WHOLLY_SEEN, click_action, host, legal, new_page, version, wait_for_question
from tests.agents.people.web.live import Live
from tests.waiting import until

pytestmark = pytest.mark.browser


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


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_who_plays_alone_sets_the_pace_and_skips_ahead_by_buttons(here: Live, browser: Browser, phone: bool) -> None:
    page = host(here, browser, "shinsengumi_v0", "me", "random", "random", "random", seed="1", phone=phone)
    assert wait_for_question(page)
    page.locator("details.own > summary").click()
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


def test_a_decision_is_taken_back_by_its_button(here: Live, browser: Browser) -> None:
    page = host(here, browser, "dynasty_v0", "me", "random", seed="1")  # it goes on until something can be taken back
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
    page = host(here, browser, "dynasty_v0", "me", "random", seed="1")
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
    assert hits == {"nothing"} if keys else "choice" in hits, (
        "keys are at the question again, and at none of its choices"
    )


def test_a_country_of_the_map_is_chosen_by_keyboard(here: Live, browser: Browser) -> None:
    page = host(here, browser, "dynasty_v0", "me", "random")
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


@pytest.mark.parametrize("phone", [False, True])
def test_a_figure_is_placed_by_dragging_and_by_the_arrow_keys(here: Live, browser: Browser, phone: bool) -> None:
    page = host(here, browser, "figures_v0", "me", "random", phone=phone)
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
