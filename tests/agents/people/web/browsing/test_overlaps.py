"""No choice is hidden: no control lies on another, and each choice can be scrolled into view and clicked."""

import random

import pytest
from playwright.sync_api import Browser

from tests.agents.people.web.browser import click_action, host, legal, resize, wait_for_question
from tests.agents.people.web.live import Live

pytestmark = pytest.mark.browser

SIZES = (1280, 800), (1366, 768), (1366, 650), (390, 844)
CONTROLS = """const sheet = document.getElementById('prompt'), seen = () => sheet.getBoundingClientRect();
  const controls = [...sheet.querySelectorAll('button, summary')]
    .filter((each) => each.checkVisibility() && !each.closest('#in-sheet') && !each.matches('.term'));
  const said = (each) => each.textContent.trim().slice(0, 40);"""
OVER_OTHERS = f"""() => {{ {CONTROLS}
  const within = seen(), boxes = controls.map((each) => [each, each.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1).filter(([other, b]) => !one.contains(other)
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom, within.bottom) - Math.max(a.top, b.top, within.top) > 2
  ).map(([other]) => `${{said(one)}} / ${{said(other)}}`)); }}"""
"""Controls of the question that lie on one another before anything is scrolled."""
COVERED = f"""() => {{ {CONTROLS}
  const found = controls.filter((each) => each.dataset.act).filter((each) => {{
    each.scrollIntoView({{ block: 'center' }});
    const {{ left, right, top, bottom }} = each.getBoundingClientRect(), within = seen();
    const hits = [top + 4, (top + bottom) / 2, bottom - 4].every((y) =>
      each.contains(document.elementFromPoint((left + right) / 2, y)));
    return !hits || top < within.top || bottom > Math.min(within.bottom, innerHeight);
  }}).map(said);
  sheet.scrollTop = 0;
  return found; }}"""
"""Choices that cannot be scrolled into view, or lie below something even then."""
FIRST_SEEN = f"""() => {{ {CONTROLS}
  const first = controls.find((each) => each.dataset.act ?? each.matches('.more > summary'));
  return first.getBoundingClientRect().bottom <= seen().bottom + 1; }}"""
"""Whether a choice, or the list that unfolds, is seen at once."""


@pytest.mark.parametrize("game", ["dynasty_v0", "kingdoms_v0", "shinsengumi_v0", "figures_v0", "three_kingdoms_v0"])
def test_no_choice_is_covered_or_out_of_reach(here: Live, browser: Browser, game: str) -> None:
    page = host(here, browser, game, "me", "random", "random", seed="5")
    page.emulate_media(reduced_motion="reduce")
    here.table().pace = 0.0
    rng = random.Random(1)
    for number in range(7):
        assert wait_for_question(page)
        for width, height in SIZES:
            resize(page, width, height)
            where = f"{game}, decision {number}, {here.table().state.phase}, {width} x {height}"
            assert not page.evaluate(OVER_OTHERS), (where, page.evaluate(OVER_OTHERS)[:4])
            assert not page.evaluate(COVERED), (where, page.evaluate(COVERED)[:4])
            assert page.evaluate(FIRST_SEEN), where
        resize(page, 1440, 900)
        click_action(page, rng.choice(legal(page)), on_board=False)
