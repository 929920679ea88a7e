"""A steady page: nothing is shown that is not so, and everything keeps its place while the game goes on."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from agents.people.web.review import hints
from tests.agents.people.web.browser import (
    SMALL,
    WHOLLY_SEEN,
    WIDE,
    check,
    click_action,
    is_asked,
    is_over,
    legal,
    new_page,
    play_on,
    resize,
    version,
    wait_for_question,
)
from tests.agents.people.web.live import Live
from tests.waiting import until

pytestmark = pytest.mark.browser

GAMES = ["dynasty_v0", "shinsengumi_v0", "kingdoms_v0", "three_kingdoms_v0", "figures_v0"]
DESKTOP, PHONE, LYING, TABLET = (
    {"width": w, "height": h} for w, h in ((1366, 768), (390, 844), (844, 390), (820, 1180))
)  # fmt: skip
MANY = ["random", "random"]


def later(value: Any) -> Any:
    """Left out of the short run."""
    return pytest.param(value, marks=pytest.mark.slow)


PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll('#prompt, .window, .window > .part, .bar, #part-hand, #part-story, #part-seat0')]
    .filter((each) => each.checkVisibility() && !each.closest('#in-sheet'))
    .map((each) => { const { x, y } = each.getBoundingClientRect();
      return [each.id || each.className.split(' ')[0], [Math.round(x), Math.round(y)]]; }))"""
"""Where the question, the board, the hand and what happened last lie on the screen."""
IN_WINDOW = """(wanted) => [...document.querySelectorAll('.window > .part')].flatMap((pane) => {
  const seen = pane.getBoundingClientRect(), sheet = document.getElementById('prompt').getBoundingClientRect();
  const within = (x, y, box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  return [...pane.querySelectorAll(wanted)].map((each) => (each.querySelector('.dot') ?? each).getBoundingClientRect())
    .filter(({ width }) => width)
    .map(({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2])
    .map(([x, y]) => within(x, y, seen) && x < innerWidth && y < innerHeight && !within(x, y, sheet));
})"""
"""Of what lies on the board: whether its middle is seen; of a button of the room, that of its dot."""


def opened(here: Live, browser: Browser, game: str, size: dict[str, int], **more: Any) -> Page:
    """A page at a table with bots that move at once."""
    few = min(size.values()) < 500
    page = new_page(browser, phone=few, size=size, language=more.pop("language", "en"))
    page.emulate_media(reduced_motion="reduce")
    others = ["random"] if game == "figures_v0" else MANY
    path, _ = here.open(game, "me", *others, **({"seed": "5"} | more))
    here.table().pace = 0.0
    page.goto(here.address + path)
    return page


@pytest.mark.parametrize(
    "size", [DESKTOP, PHONE, later(LYING), later(TABLET)], ids=["desktop", "phone", "lying", "tablet"]
)
@pytest.mark.parametrize("game", GAMES)
def test_everything_keeps_its_place_through_ten_turns(
    here: Live, browser: Browser, game: str, size: dict[str, int]
) -> None:
    """Sampled while bots move, and whenever something is asked; the question is on the screen, and so is the board."""
    page = opened(here, browser, game, size)
    assert wait_for_question(page)
    page.evaluate(
        f"() => {{ const places = {PLACES}; window.samples = []; setInterval(() => samples.push(places()), 25); }}"
    )
    rng = random.Random(3)
    for _ in range(10):
        if not wait_for_question(page):
            break
        page.wait_for_timeout(60)
        assert page.locator("#asked").evaluate(WHOLLY_SEEN), "the question"
        shown = page.evaluate(IN_WINDOW, "[data-act]")
        assert not shown or any(shown), "what can be chosen on the board"
        assert page.evaluate("scrollY") == 0
        assert not page.evaluate(WIDE)
        assert not page.evaluate(SMALL), page.evaluate(SMALL)[:5]
        click_action(page, rng.choice(legal(page)), on_board=False)
    samples = page.evaluate("samples")
    assert len(samples) > 20
    for sample in samples:
        for name, place in sample.items():
            first = samples[0].get(name, place)
            assert max(abs(a - b) for a, b in zip(place, first, strict=True)) <= 1, (name, first, place)


FILLS = """() => { window.fills = new Map(); const look = () => {
  for (const each of document.querySelectorAll('svg.map use.land')) {
    const name = each.getAttribute('href'), seen = fills.get(name) ?? new Set();
    fills.set(name, seen.add(getComputedStyle(each).fill));
  }
  requestAnimationFrame(look);
}; look(); }"""
"""Collect the colours that each country ever has."""
OWNERS = """() => Object.fromEntries([...document.querySelectorAll('svg.map use.land')].map((each) =>
  [each.getAttribute('href'),
   [...each.classList].filter((name) => /^(s\\d|k-|free|out|occupied)/.test(name)).join(' ')]))"""


@pytest.mark.parametrize("game", ["three_kingdoms_v0", "dynasty_v0", "kingdoms_v0"])
def test_no_country_ever_shows_a_colour_of_somebody_else(here: Live, browser: Browser, game: str) -> None:
    page = new_page(browser)
    path, _ = here.open(game, "me", "random", "random", seed="5")
    here.table().pace = 0.0
    page.goto(here.address + path)
    assert wait_for_question(page)
    page.wait_for_timeout(700)
    kept = page.evaluate(OWNERS)
    page.evaluate(FILLS)
    rng = random.Random(3)
    for _ in range(12):
        if not wait_for_question(page):
            break
        click_action(page, rng.choice(legal(page)), on_board=False)
        page.wait_for_timeout(120)
        now = page.evaluate(OWNERS)
        kept = {name: owner for name, owner in kept.items() if now[name] == owner}
    assert len(kept) > 5
    colours = page.evaluate("Object.fromEntries([...fills].map(([name, seen]) => [name, [...seen]]))")
    assert not {name: colours[name] for name in kept if len(colours[name]) > 1}


def test_a_thumb_folds_the_sheet_by_any_part_of_its_handle(here: Live, browser: Browser) -> None:
    page = opened(here, browser, "kingdoms_v0", PHONE)
    assert wait_for_question(page)
    sheet, handle = page.locator("#prompt"), page.locator("#fold")
    assert page.locator("#asked").evaluate(WHOLLY_SEEN)
    for part, folds in ((0.05, True), (0.95, False)):
        box = handle.bounding_box()
        assert box and box["height"] >= 40
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * part)
        assert sheet.evaluate("(sheet) => sheet.classList.contains('folded')") is folds
        assert handle.get_attribute("aria-expanded") == str(not folds).lower()


@pytest.mark.parametrize("size", [PHONE, LYING], ids=["phone", "lying"])
@pytest.mark.parametrize("game", ["three_kingdoms_v0", "shinsengumi_v0"])
def test_a_board_is_whole_by_one_tap_and_large_again_by_another(
    here: Live, browser: Browser, game: str, size: dict[str, int]
) -> None:
    page = opened(here, browser, game, size)
    assert wait_for_question(page)
    pane = page.locator(".window > .part")
    inside = "(pane) => pane.scrollHeight <= pane.clientHeight + 2 && pane.scrollWidth <= pane.clientWidth + 2"
    assert not pane.evaluate(inside)
    before = version(page)
    page.locator(".window .all").tap()
    assert pane.evaluate(inside)
    page.locator(".window .all").tap()
    assert not pane.evaluate(inside)
    assert version(page) == before


@pytest.mark.parametrize("game", ["three_kingdoms_v0", "shinsengumi_v0"])
def test_moves_of_bots_are_followed_on_the_board(here: Live, browser: Browser, game: str) -> None:
    """What a move has changed is marked, and lies in the window while nobody is asked."""
    page = opened(here, browser, game, PHONE)
    here.table().pace = 0.25
    rng, followed = random.Random(3), 0
    for _ in range(120):
        if is_over(page) or followed >= 4:
            break
        if is_asked(page):
            click_action(page, rng.choice(legal(page)), on_board=False)
        page.wait_for_timeout(60)
        seen = page.evaluate(f"document.body.classList.contains('asked') ? [] : ({IN_WINDOW})('.changed')")
        assert not seen or any(seen)
        followed += bool(seen)
    assert followed >= 2


def test_a_hint_asked_twice_stands_once_on_each_choice(
    here: Live, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "COMPILED", "12")
    monkeypatch.setattr(hints, "INTERPRETED", "12")
    monkeypatch.setattr(hints, "ready_judge", lambda game, name="": None)
    page = opened(here, browser, "cut_in_v0", DESKTOP)
    assert wait_for_question(page)
    for _ in range(2):
        page.locator("#ask-hint").click()
        until(lambda: page.locator("#hinted").count() == 1 and page.locator("#ask-hint").is_enabled())
    assert page.locator("#part-prompt .hinted").count() == len(legal(page))
    numbers = page.evaluate(
        """() => { const row = document.createElement('ul'); row.className = 'choices plain';
        row.innerHTML = '<li class="joker"><div>' + [...Array(13).keys()].map((n) =>
          `<button type="button" data-act="${900 + n}"><b>${n}</b><small>12 %</small></button>`).join('') + '</div>';
        document.getElementById('part-prompt').append(row);
        const place = document.createElement('ol');
        place.innerHTML = [...Array(13).keys()].map((n) =>
          `<li id="option-${900 + n}"><span class="worth" data-short="44 %">wins about 44 %</span></li>`).join('');
        onTheChoices(place);
        return [...row.querySelectorAll('button')].filter((each) => each.scrollWidth > each.clientWidth).length; }"""
    )
    assert numbers == 0, "a hint on the joker's numbers has room"


def test_while_a_bot_plays_nothing_is_asked_and_the_end_is_a_click_away(here: Live, browser: Browser) -> None:
    page = opened(here, browser, "shinsengumi_v0", DESKTOP)
    here.table().pace = 30.0
    assert wait_for_question(page)
    page.locator("details.own > summary").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="I am back").wait_for()
    assert page.locator(".wait").inner_text() == "A bot plays for you"
    assert not page.title().startswith("●")
    assert page.locator(".hints").is_hidden()
    page.get_by_role("button", name="Skip to the end of the game").click()
    until(lambda: is_over(page), 120)
    assert page.locator(".wait").inner_text() == "The game is over"


def test_keys_answer_questions_and_the_focus_is_at_the_question(here: Live, browser: Browser) -> None:
    page = opened(here, browser, "dynasty_v0", DESKTOP)
    here.table().pace = 0.1
    assert wait_for_question(page)
    for _ in range(6):
        assert wait_for_question(page)
        page.wait_for_timeout(500)
        first = page.locator('#part-prompt [data-nth="1"]')
        if not first.count():
            click_action(page, legal(page)[0], on_board=False)
            continue
        action = first.get_attribute("data-act")
        decided, before = len(here.table().actions), version(page)
        page.keyboard.press("1")
        until(lambda before=before: version(page) != before)
        assert here.table().actions[decided] == int(action or -1)
        assert wait_for_question(page)
        assert page.evaluate("document.activeElement.id") == "asked"
    page.keyboard.press("?")
    assert page.locator("dialog#keys").is_visible()
    before = version(page)
    page.keyboard.press("1")
    page.wait_for_timeout(200)
    assert version(page) == before, "no key answers behind the list of keys"
    page.keyboard.press("Escape")
    assert page.locator("dialog#keys").is_hidden()


THIN = """() => [...document.querySelectorAll(
    'a[href], .pname[data-term], .chip.term, h2 .term, .kin .term, .pile .term, summary')]
  .filter((each) => each.checkVisibility() && !each.matches('.skip')).map((each) => {
    each.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = each.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
    const hit = (at) => { const found = document.elementFromPoint(x, at);
      return found && (each.contains(found) || found.matches('.pick')); };
    let up = 0, down = 0;
    while (up < 60 && hit(y - up)) up++;
    while (down < 60 && hit(y + down)) down++;
    return [each.outerHTML.slice(0, 90), up + down];
  }).filter(([, high]) => high > 0 && high < 40)"""
"""Links and names that a thumb misses: how many pixels of height belong to each."""


@pytest.mark.parametrize("game", GAMES)
def test_a_thumb_hits_links_and_names(here: Live, browser: Browser, game: str) -> None:
    page = opened(here, browser, game, PHONE)
    for _ in range(4):
        assert wait_for_question(page)
        click_action(page, legal(page)[0], on_board=False)
    assert wait_for_question(page)
    assert not page.evaluate(THIN), page.evaluate(THIN)[:6]
    page.goto(here.address)
    assert not page.evaluate(THIN), page.evaluate(THIN)[:6]


SIZES = (
    (360, 740), (390, 844), (740, 360), (844, 390), (820, 1180), (1024, 768), (1280, 720), (1366, 768), (1920, 1080),
)  # fmt: skip
BROKEN = """(name) => { const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) { const text = texts.currentNode, at = text.data.indexOf(name);
    if (at < 0 || !text.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + name.length);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size > 1) found.push(text.parentElement.outerHTML.slice(0, 120));
  }
  return found; }"""
"""Where a word is broken within."""


@pytest.mark.parametrize("language", ["en", later("ja")])
def test_names_are_whole_and_boards_fit_at_any_size(here: Live, browser: Browser, language: str) -> None:
    for game in GAMES:
        page = opened(here, browser, game, DESKTOP, language=language)
        for _ in range(5):
            assert wait_for_question(page)
            click_action(page, legal(page)[-1], on_board=False)
        assert wait_for_question(page)
        name = "Random" if language == "en" else "Anna"
        for width, height in SIZES:
            resize(page, width, height)
            where = game, width, height
            assert not page.evaluate(WIDE), where
            assert not page.evaluate(SMALL), (where, page.evaluate(SMALL)[:4])
            assert not page.evaluate(BROKEN, name), (where, page.evaluate(BROKEN, name)[:4])
            assert page.locator("#asked").evaluate(WHOLLY_SEEN), where
            if width > 1100:
                pane = page.locator(".window > .part")
                assert pane.evaluate("(pane) => pane.scrollHeight <= pane.clientHeight + 2"), where
                assert pane.evaluate("(pane) => pane.getBoundingClientRect().bottom <= innerHeight"), where
        check(page)
        page.context.close()


@pytest.mark.parametrize("size", [PHONE, LYING], ids=["phone", "lying"])
def test_a_lesson_shows_its_man_and_a_review_its_whole_course(
    here: Live, browser: Browser, size: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = new_page(browser, phone=True, size=size)
    page.emulate_media(reduced_motion="reduce")
    page.goto(here.address)
    page.locator("form.learn:has(input[value=shinsengumi_v0]) button").tap()
    page.wait_for_url("**/s/*/")
    here.table().pace = 0.0
    for _ in range(6):
        assert wait_for_question(page)
        page.wait_for_timeout(60)
        assert page.evaluate(IN_WINDOW, "[data-act]") in ([], [True])
        click_action(page, legal(page)[0], on_board=False)
    page.context.close()
    for name in ("COMPILED", "INTERPRETED"):
        monkeypatch.setattr(f"agents.people.web.review.reviewer.{name}", "12")
    monkeypatch.setattr("agents.people.web.review.reviewer.ready_judge", lambda game, name="": None)
    page = opened(here, browser, "cut_in_v0", size)
    play_on(page, random.Random(2), on_board=False)
    page.get_by_role("button", name="Walk through the game with a bot").click()
    page.wait_for_url("**/review/*/**")
    page.wait_for_selector('#reviewed[data-done="true"]', timeout=60_000)
    for box in (page.locator("svg.chances").bounding_box(), page.locator("svg.chances .now").bounding_box()):
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
    assert not page.evaluate(SMALL), page.evaluate(SMALL)[:4]
