"""An audit of every page by axe-core in the browser: nothing serious is found."""

import random
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from agents.people.web.review import hints, reviewer
from tests.agents.people.web.browser import PHONE, click_action, legal, new_page, play_on, wait_for_question
from tests.agents.people.web.live import Live
from tests.waiting import until

pytestmark = pytest.mark.browser

SERIOUS = ("serious", "critical")
SIZES: Mapping[str, Mapping[str, int]] = {"desktop": {"width": 1366, "height": 768}, "phone": PHONE}
GAMES = ["dynasty_v0", "shinsengumi_v0", "kingdoms_v0", "three_kingdoms_v0", "figures_v0"]


PALE = r"""() => {
  const channel = (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (text) => [...text.matchAll(/rgba?\(([^)]*)\)|color\(srgb ([^)]*)\)/g)].map(([, rgb, srgb]) => {
    const n = (rgb ?? srgb).split(/[ ,\/]+/).filter(Boolean).map(Number);
    const [r, g, b] = srgb ? n.slice(0, 3).map((each) => 255 * each) : n;
    return [r, g, b, n[3] ?? 1];
  });
  const over = (top, below) => top.slice(0, 3).map((each, i) => each * top[3] + below[i] * (1 - top[3]));
  const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const grounds = (element) => { // all colours that may lie beneath its letters
    if (!element) return [[255, 255, 255]];
    const style = getComputedStyle(element), flat = parse(style.backgroundColor);
    const drawn = style.backgroundImage.split(/(?=(?:repeating-)?(?:linear|radial|conic)-gradient)/);
    const layers = [...drawn.map(parse), flat];
    const under = (at) => {
      if (at === layers.length) return grounds(element.parentElement);
      const seen = layers[at].filter((each) => at < layers.length - 1 || each[3]);
      if (!seen.length) return under(at + 1);
      return seen.flatMap((each) => (each[3] === 1 ? [each] : under(at + 1).map((below) => over(each, below))));
    };
    return under(0);
  };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('.sr, .sprite, .skip, :disabled, option')) continue;
    if (element.closest('.fallen, .tired, .refused, .asleep, .coord, .stack')) continue; // a shadow
    const style = getComputedStyle(element), size = parseFloat(style.fontSize);
    if (!size) continue;
    const drawn = element instanceof SVGElement;
    if (drawn && style.stroke !== 'none' && parseFloat(style.strokeWidth) > 0) continue; // letters with an edge
    const ink = parse(drawn ? style.fill : style.color)[0];
    let beneath = grounds(drawn ? element.closest('svg').parentElement : element);
    if (drawn) {
      const shape = element.parentElement.matches('.grid, .chances *') ? null
        : element.previousElementSibling ?? element.parentElement.querySelector('path, rect, circle');
      const fill = shape && parse(getComputedStyle(shape).fill)[0];
      if (fill && fill[3]) beneath = [fill];
    }
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const least = Math.min(...beneath.map((each) => ratio(over(ink, each), each)));
    if (least < (large ? 3 : 4.5)) found.push(`${least.toFixed(2)} ${element.outerHTML.slice(0, 110)}`);
  }
  return found;
}"""
"""Letters with too little contrast to what may lie beneath them; axe-core leaves all out that lie on a gradient."""


def audit(page: Page) -> list[str]:
    """What axe-core has against a page, seriously: rule, element, and why."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:160]} | {node['failureSummary'][:240]}"
        for rule in found
        if rule["impact"] in SERIOUS
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_open_to_everybody(here: Live, browser: Browser, game: str, size: str) -> None:
    page = new_page(browser, phone=size == "phone", size=SIZES[size], language="ja" if size == "phone" else "en")
    page.emulate_media(reduced_motion="reduce")
    path, _ = here.open(game, "me", *["random"] * (1 if game == "figures_v0" or size == "phone" else 4), seed="4")
    here.table().pace = 0.0
    page.goto(here.address + path)
    rng = random.Random(1)
    phases: set[str] = set()
    for _ in range(9):
        if not wait_for_question(page):
            break
        if (phase := here.table().state.phase) not in phases and len(phases) < 3:
            phases.add(phase)
            assert not audit(page), phase
            assert not page.evaluate(PALE), (phase, page.evaluate(PALE)[:5])
        click_action(page, rng.choice(legal(page)), on_board=False)
    assert len(phases) > 1


def test_all_other_pages_are_open_to_everybody(here: Live, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (hints, reviewer):
        monkeypatch.setattr(module, "COMPILED", "12")
        monkeypatch.setattr(module, "INTERPRETED", "12")
        monkeypatch.setattr(module, "ready_judge", lambda game, name="": None)
    page = new_page(browser, size=SIZES["desktop"])
    page.emulate_media(reduced_motion="reduce")
    path, invitation = here.open("cut_in_v0", "me", "guest", "random")
    places = {name: name for name in ("", "rules/dynasty_v0", "glossary/kingdoms_v0", "nowhere", "me/")}
    places |= {"gathering": path, "joining": f"join/{invitation}"}
    path, _ = here.open("cut_in_v0", "me", "random", "random")
    page.goto(here.address + path)
    assert wait_for_question(page)
    page.get_by_role("button", name="What would a bot do?").click()
    page.wait_for_selector("#hinted")
    assert not audit(page), "hint"
    page.locator("#ask-keys").click()
    assert not audit(page), "keys"
    page.keyboard.press("Escape")
    play_on(page, random.Random(2), on_board=False)
    page.wait_for_selector(".after form")
    assert not audit(page), "the end"
    places |= {"watching": f"w/{here.table().id}/"}
    place = httpx.post(f"{here.address}{path}review").headers["location"]
    until(lambda: httpx.get(f"{here.address}{place}progress").json()["done"], 60)
    places |= {"replay": httpx.post(f"{here.address}{path}look").headers["location"], "puzzles": "puzzles/"}
    for phone in (False, True):
        page = new_page(browser, phone=phone, size=SIZES["phone" if phone else "desktop"])
        for name, where in {**places, "review": place}.items():
            page.goto(f"{here.address}/{where.lstrip('/')}")
            page.wait_for_timeout(300)
            assert not audit(page), (name, phone)
            assert not page.evaluate(PALE), (name, page.evaluate(PALE)[:5])
        page.context.close()
