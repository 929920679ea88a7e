"""Time made visible: clocks, a sound, notifications, and whose turn it is in the list of one's tables."""

import random

import pytest
from playwright.sync_api import Browser, Page

from tests.agents.people.web.browser import WIDE, check, click_action, legal, new_page, wait_for_question
from tests.agents.people.web.browsing.test_accessibility import PALE, audit
from tests.agents.people.web.live import Guest, Live
from tests.waiting import until

pytestmark = pytest.mark.browser

SIZES = {"desktop": (1366, 768), "phone": (390, 844), "landscape": (844, 390)}
RECORD = """window.rung = 0; window.notes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.rung += 1; return start.apply(this, at); };
window.Notification = class { static permission = "default";
  static async requestPermission() { return (Notification.permission = window.refuses ? "denied" : "granted"); }
  constructor(title, more) { window.notes.push([title, more.body]); } close() {} };"""
"""A page that notes what it has sounded and notified."""


def two(here: Live, browser: Browser, size: str, away: str, language: str = "en") -> tuple[Page, Guest]:
    """Anna's page and Ben, at a table with a clock."""
    width, height = SIZES[size]
    page = new_page(
        browser, phone=size != "desktop", size={"width": width, "height": height}, language=language
    )  # fmt: skip
    page.add_init_script(RECORD)
    path, invitation = here.open("nim_v0", "me", "guest", away=away)
    page.goto(here.address + path)
    ben = Guest(here, here.join(invitation, 1, "Ben"))
    assert wait_for_question(page)
    return page, ben


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
def test_the_time_that_is_left_is_seen(here: Live, browser: Browser, size: str, language: str) -> None:
    page, ben = two(here, browser, size, "120", language)
    clock = page.locator("#clock")
    said = {"en": "Your time: ", "ja": "あなたの持ち時間："}[language]
    until(lambda: clock.inner_text().startswith(f"{said}1:"))
    place, question = clock.bounding_box(), page.locator("#asked").bounding_box()
    assert place is not None and question is not None
    assert 0 <= place["y"] < question["y"] < SIZES[size][1] and place["x"] + place["width"] <= SIZES[size][0]
    here.table().seats[0].asked_since -= 92
    page.reload()
    page.wait_for_selector("#clock.soon")
    assert clock.inner_text().startswith(f"{said}0:2")
    click_action(page, min(legal(page)), on_board=False)
    until(lambda: clock.inner_text().startswith("Ben"))
    assert clock.bounding_box() == place
    check(page)
    ben.close()


def test_a_bot_does_not_stand_in_unannounced(here: Live, browser: Browser) -> None:
    page, ben = two(here, browser, "desktop", "60")
    page.evaluate("window.aloud = []; new MutationObserver(() => window.aloud.push(live.textContent))"
                  ".observe(live, { childList: true })")  # fmt: skip
    here.table().seats[0].asked_since -= 51
    page.evaluate("setClock({ name: '', left: 9, runs: true, own: true })")
    until(lambda: any("then a bot decides" in said for said in page.evaluate("window.aloud")))
    here.table().seats[0].asked_since -= 9
    page.get_by_role("button", name="I am back").click()
    until(lambda: not here.table().seats[0].stand_in)
    check(page)
    ben.close()


def test_alerts_are_off_until_asked_for_and_remembered(here: Live, browser: Browser) -> None:
    page, ben = two(here, browser, "desktop", "120")
    rng = random.Random(1)

    def a_turn_later() -> None:
        click_action(page, 0, on_board=False)
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
        ben.hear_all(0.1)
        while not (ben.asked and ben.actions):
            ben.hear()
        ben.act_or_look(rng.choice([0]))
        assert wait_for_question(page)

    a_turn_later()
    assert page.evaluate("[rung, notes]") == [0, []]
    page.locator("details.own > summary").click()
    sound, notice = (page.locator(f"[data-alert={kind}]") for kind in ("sound", "notice"))
    assert not sound.is_checked() and not notice.is_checked()
    sound.check()
    until(lambda: page.evaluate("rung") == 2)  # how it sounds
    page.evaluate("window.refuses = true")
    notice.click()
    page.wait_for_selector("#notice:not([hidden])")
    assert not notice.is_checked()
    page.evaluate("window.refuses = false")
    notice.check()
    a_turn_later()
    until(lambda: page.evaluate("rung") == 4)
    assert page.evaluate("notes") == [["Your turn – Nim", page.locator("#asked").inner_text()]]
    page.reload()
    assert wait_for_question(page)
    assert page.locator("[data-alert=sound]").is_checked()
    check(page)
    ben.close()


def test_the_lobby_says_where_it_is_ones_turn(here: Live, browser: Browser) -> None:
    page, ben = two(here, browser, "phone", "86400")
    page.goto(here.address)
    row = page.locator("#own-tables li").first
    until(lambda: "Your turn" in row.inner_text())
    assert page.title().startswith("● Your turn (1)")
    row.click()
    assert wait_for_question(page)
    click_action(page, 0, on_board=False)
    page.goto(here.address)
    row.wait_for()
    page.wait_for_timeout(300)
    assert "Your turn" not in row.inner_text() and "●" not in page.title()
    ben.hear_all()
    ben.act_or_look(0)
    page.evaluate("lookAtSeats(ownTables)")
    until(lambda: page.title().startswith("● Your turn (1)"))
    check(page)
    ben.close()


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "ja")])
def test_people_say_a_few_words(here: Live, browser: Browser, size: str, language: str) -> None:
    page, ben = two(here, browser, size, "0", language)
    ben.say({"type": "words", "text": "<i>hello</i> there"})
    page.wait_for_selector("#notice:not([hidden])")
    assert page.locator("#notice").inner_text() == "Ben: <i>hello</i> there"
    assert page.locator("#unread").inner_text() == "1"
    page.locator("#talk summary").click()
    page.wait_for_selector("#unread", state="hidden")
    assert page.locator("#said i").count() == 0
    page.locator("#speak input").fill("good luck")
    page.keyboard.press("Enter")
    until(lambda: page.locator("#said li").count() == 2)
    assert page.locator("#said li").last.inner_text() == "Anna good luck"
    assert not audit(page) and not page.evaluate(PALE) and not page.evaluate(WIDE)
    page.locator("[data-mute]").check()
    assert page.locator("#said li").first.is_hidden()
    page.reload()
    until(lambda: page.locator("#said li").count() == 2)
    ben.say({"type": "words", "text": "are you there?"})
    until(lambda: page.locator("#said li").count() == 3)
    assert page.locator("#said li:visible, #notice:not([hidden])").count() == 0
    assert here.table().state.legal().tolist() == sorted(legal(page))
    check(page)
    ben.close()
