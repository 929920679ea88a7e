"""Lessons in a browser on a small phone, from the lobby to the first free decision."""

import pytest
from playwright.sync_api import Browser

from agents.people.web.boards import board_of
from tests.agents.people.web.browser import NARROW, SMALL, SMALL_PHONE, WIDE, new_page, version, wait_for_question
from tests.agents.people.web.live import Live
from tests.waiting import until

SEEN = "(each) => each.getBoundingClientRect().top >= 0 && each.getBoundingClientRect().bottom <= innerHeight"
pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("dynasty_v0", "en"),
        pytest.param("dynasty_v0", "ja", marks=pytest.mark.slow),
        pytest.param("shinsengumi_v0", "en", marks=pytest.mark.slow),
        ("shinsengumi_v0", "ja"),
        ("kingdoms_v0", "en"),
        pytest.param("kingdoms_v0", "ja", marks=pytest.mark.slow),
        ("figures_v0", "en"),
        pytest.param("figures_v0", "ja", marks=pytest.mark.slow),
        pytest.param("three_kingdoms_v0", "en", marks=pytest.mark.slow),
        ("three_kingdoms_v0", "ja"),
    ],
)
def test_a_lesson_is_played_through_on_a_small_phone(here: Live, browser: Browser, game: str, language: str) -> None:
    page = new_page(browser, phone=True, size=SMALL_PHONE, language=language)
    page.emulate_media(reduced_motion="reduce")  # what moves cannot be tapped
    page.goto(here.address)
    page.locator(f"form.learn:has(input[value={game}]) button").tap()
    page.wait_for_url("**/s/*/")
    here.table().pace = 0.0
    lesson = board_of(here.table().game).lesson
    assert lesson is not None
    told = set()
    for number in range(1, 1 + len(lesson.steps)):
        assert wait_for_question(page)
        until(lambda number=number: str(number) in page.locator(".coach b").inner_text())
        told.add(page.locator(".coach p").inner_text())
        assert page.locator(".coach p").evaluate(SEEN), number
        assert not page.evaluate(WIDE), number
        assert not page.evaluate(SMALL), (number, page.evaluate(SMALL)[:5])
        assert not page.evaluate(NARROW), (number, page.evaluate(NARROW)[:5])
        choice = page.locator("#part-prompt [data-act]")
        assert choice.count() == 1
        before = version(page)
        choice.scroll_into_view_if_needed()
        choice.tap()
        until(lambda before=before: version(page) != before)
    assert len(told) == len(lesson.steps)
    assert wait_for_question(page)
    until(lambda: page.locator("#part-prompt [data-act]").count() > 1)
    assert page.locator(".coach").is_visible()
    page.locator("#part-prompt [data-act]").first.tap(force=True)
    until(lambda: len(here.table().actions) > len(lesson.moves(here.table().game)))
