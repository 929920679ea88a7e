"""The map of Three Kingdoms in a browser: areas, borders and generals are chosen by mouse, keyboard and finger."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.game import GAME
from tests.agents.people.web.browser import chromium, click_action, new_page, version, wait_for_question
from tests.agents.people.web.live import Live, live, save_in
from tests.agents.people.web.staged import found, keep
from tests.waiting import until

pytestmark = pytest.mark.browser


def acting(state: State) -> bool:
    """The action step of a power that may raise troops and invade."""
    return state.phase == "act" and any(GAME.action_names[a].startswith("invade") for a in state.legal())


def naming(state: State) -> bool:
    """Generals are being named for an invasion."""
    return state.phase == "invade_generals" and len(state.legal()) > 3


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Live, dict[str, str]]]:
    """A server with a table at each wanted position; the paths of their seats."""
    database = save_in(Path(tmp_path_factory.mktemp("tables")))
    paths = {}
    for name, wanted in (("act", acting), ("again", acting), ("name", naming)):
        state, actions = found(GAME, wanted, "greedy", range(20), backend="interpreted")
        paths[name] = keep(database, state, actions, "greedy")
    with live(database) as here:
        yield here, paths


@pytest.fixture(scope="module")
def browser(tables: tuple[Live, dict[str, str]]) -> Iterator[Browser]:
    """A browser, after the tables: its loop stands in the way of the one that writes them down."""
    with chromium() as found:
        yield found


def opened(browser: Browser, tables: tuple[Live, dict[str, str]], name: str, *, phone: bool = False) -> Page:
    page = new_page(browser, phone=phone)
    page.goto(tables[0].address + tables[1][name])
    assert wait_for_question(page)
    return page


def last_action(here: Live, before: int) -> str:
    """The first action that any table has played beyond so many."""
    table = max(here.server.hub.tables.values(), key=lambda each: each.used_at)
    until(lambda: len(table.actions) > before, 30)
    return GAME.action_names[table.actions[before]]


def test_areas_tell_what_is_there_and_are_chosen_by_mouse_and_keyboard(
    browser: Browser, tables: tuple[Live, dict[str, str]]
) -> None:
    page = opened(browser, tables, "act")
    here = tables[0]
    played = len(max(here.server.hub.tables.values(), key=lambda each: each.used_at).actions)
    land = page.locator("use.land.legal.levy").first
    land.hover()
    page.wait_for_selector("#popover:not([hidden]) h3")
    assert page.locator("#popover h3").inner_text() in page.locator("#part-areas").text_content()
    assert page.locator("#popover .general").count() > 0
    beneath = """() => { const at = document.getElementById("popover").getBoundingClientRect();
      return !document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)?.closest("#popover"); }"""
    assert page.evaluate(beneath), "what shows by itself lets clicks through"
    wanted = int(land.get_attribute("data-act") or -1)
    land.focus()
    page.keyboard.press("Enter")
    assert last_action(here, played) == GAME.action_names[wanted]
    assert wait_for_question(page)


def test_generals_are_chosen_from_their_cards(browser: Browser, tables: tuple[Live, dict[str, str]]) -> None:
    page = opened(browser, tables, "name")
    stage = page.locator("#part-stage")
    assert stage.evaluate("(part) => part.scrollHeight <= part.clientHeight + 1"), "all generals are shown"
    attacked = page.locator("svg.map use.hit")
    assert attacked.count() == 1
    assert attacked.evaluate("(each) => getComputedStyle(each).fill") == "none", "its owner's colour stays to be seen"
    before = version(page)
    card = page.locator("#part-stage .general.legal").first
    name = card.locator(".gname").inner_text().split(" ", 1)[1].strip(" ♛")
    card.locator(".pick").click()
    until(lambda: version(page) != before)
    assert name in page.locator("#part-stage .force").inner_text()
    assert name not in page.locator("#part-stage .generals").first.inner_text()


def test_a_finger_selects_first_and_then_chooses(browser: Browser, tables: tuple[Live, dict[str, str]]) -> None:
    page = opened(browser, tables, "again", phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    before = version(page)
    land = page.locator("use.land.legal").first
    land.scroll_into_view_if_needed()
    land.dispatch_event("click", {"detail": 1})
    assert page.locator("#chosen .main").inner_text()
    page.locator("#chosen .about").click()
    page.wait_for_selector("#popover:not([hidden]) h3")
    assert version(page) == before
    page.keyboard.press("Escape")
    page.locator("#chosen .main").click()
    until(lambda: version(page) != before)


@pytest.mark.slow
def test_a_scenario_is_played_to_its_end_by_clicking(browser: Browser) -> None:
    with live() as here:
        path, _ = here.open(GAME.name, "me", "greedy", "greedy", "greedy", **{"option-scenario": "1"})
        page, rng = new_page(browser), random.Random(2)
        page.goto(here.address + path)
        while wait_for_question(page):
            offered = page.evaluate(
                "[...document.querySelectorAll('#prompt [data-act]')].map((each) => Number(each.dataset.act))"
            )
            click_action(page, rng.choice(offered), on_board=rng.random() < 0.5)
        assert page.locator("table.account tbody tr").count() == 4
