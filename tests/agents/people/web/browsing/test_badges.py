"""Chances and attackers on a map: they hide no name, and no number of troops."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import dynasty_env
from agents.people.web.rulebooks import REGISTERED
from dynasty_env.kit.state import State
from tests.agents.people.web.browser import DESKTOP, PHONE, SMALL_PHONE, new_page, wait_for_question
from tests.agents.people.web.live import Live, live, save_in
from tests.agents.people.web.staged import found, keep

pytestmark = pytest.mark.browser
WIDE_PHONE = {"width": 844, "height": 390}
HIDDEN = """() => {
  const names = [...document.querySelectorAll('svg.map .place, svg.map .army:not(.attacking) .troops')], hidden = [];
  for (const chance of document.querySelectorAll('svg.map :is(.chance, .swords, .attacking > *)')) {
    const one = chance.getBoundingClientRect(), said = chance.textContent || chance.getAttribute('class');
    for (const name of names) {
      const other = name.getBoundingClientRect(); // its letters are a little smaller than that
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 3 && high > other.height * 0.4) hidden.push(`${said} hides ${name.textContent}`);
    }
  }
  return hidden;
}"""


def attacking(state: State) -> bool:
    """Nearly every country can be attacked, from a full table."""
    return state.phase == "war_target" and len(state.legal()) > 15


def acting(state: State) -> bool:
    """Several areas can be invaded."""
    named = [state.game.action_names[action] for action in state.legal()]
    return state.phase == "act" and sum(name.startswith("invade") for name in named) > 4


def fighting(state: State) -> bool:
    """A fight for an area with a long name."""
    return state.phase in ("battle_pick", "duel_pick") and len(state.view(None)["fight"]["area"]) > 7


TABLES = {
    "a war": ("dynasty_v0", attacking),
    "invasions": ("three_kingdoms_v0", acting),
    "a fight": ("three_kingdoms_v0", fighting),
}


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Live, dict[str, str]]]:
    folder: Path = tmp_path_factory.mktemp("tables")
    database = save_in(folder)
    paths = {}
    for name, (game, wanted) in TABLES.items():
        state, actions = found(dynasty_env.game(game), wanted, "greedy", range(40))
        paths[name] = keep(database, state, actions, "greedy")
    with live(database, games=REGISTERED) as here:
        yield here, paths


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_hides_a_name(
    staged: tuple[Live, dict[str, str]], browser: Browser, table: str, language: str
) -> None:  # fmt: skip
    here, paths = staged
    for size in (PHONE, SMALL_PHONE, WIDE_PHONE, DESKTOP):
        page = new_page(browser, language=language, size=size, phone=size is not DESKTOP)
        page.goto(here.address + paths[table])
        assert wait_for_question(page)
        assert page.locator("svg.map .chance").count() > 4 or page.locator("svg.map .attacking").count()
        assert not page.evaluate(HIDDEN), size
        page.context.close()
