"""The cards of Shinsengumi in a browser: nothing on them is cut, and nothing lies over something else."""

import pytest
from playwright.sync_api import Browser

from agents.people.web.boards import board_of
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.material import CELL_NAMES, PERSON_NAMES, SIDE
from tests.agents.people.web.browser import new_page, wait_for_question
from tests.agents.people.web.drawing import drawn
from tests.agents.people.web.live import Live
from tests.shinsengumi.positions import by_hand, reached

pytestmark = pytest.mark.browser

FAULTS = """() => {
  const found = [];
  const seen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  for (const card of document.querySelectorAll('#part-grid .piece, #part-grid .eventpiece')) {
    const cell = card.parentElement.getBoundingClientRect(), name = card.querySelector('[data-term]').dataset.term;
    const words = [...card.querySelectorAll('.pname, .pname b, .stat, .fails, .ename, .eventpiece > small')];
    const others = [...card.querySelectorAll('.arrow, .selfchip, .markers, .under, .odds')].filter(seen);
    for (const each of words.filter(seen)) {
      if (parseFloat(getComputedStyle(each).fontSize) === 0) continue;
      const range = document.createRange();
      range.selectNodeContents(each);
      for (const a of range.getClientRects()) {
        if (a.left < cell.left - 1 || a.right > cell.right + 1 || a.top < cell.top || a.bottom > cell.bottom) {
          found.push(`${name}: ${each.textContent} is cut`);
        }
        for (const b of others.map((other) => other.getBoundingClientRect())) {
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (wide > 1 && high > 4) found.push(`${name}: something lies over ${each.textContent}`);
        }
      }
    }
    const [odds, up] = ['.odds', '.arrow.up'].map((each) => card.querySelector(each)?.getBoundingClientRect());
    if (odds && up && odds.top < up.bottom && odds.left < up.right) found.push(`${name}: the chance hides an arrow`);
  }
  return found;
}"""
COVERED = """() => {
  const all = (names) => [...document.querySelectorAll(`#part-grid :is(${names})`)];
  const words = all('.pname b, .stat, .fails, .arrow text, .ename, .dicecount');
  const found = [];
  const box = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const ring = (pick) => {
    const whole = pick.getBoundingClientRect(), line = getComputedStyle(pick, '::before');
    if (line.content === 'none') return null;
    const [top, right, bottom, left] = ['top', 'right', 'bottom', 'left'].map((side) => parseFloat(line[side]));
    return { left: whole.left + left, right: whole.right - right, top: whole.top + top, bottom: whole.bottom - bottom };
  };
  const over = all('.arrow .odds, .eventpiece .odds').map((each) => {
    const seen = each.getBoundingClientRect(), whole = each.closest('.eventpiece')?.getBoundingClientRect();
    const inside = !whole || (seen.left >= whole.left && seen.right <= whole.right && seen.top >= whole.top);
    if (!inside) found.push(`${each.textContent} is cut`);
    return [each.textContent, seen, null];
  });
  const rings = all('.arrow .pick').map((each) => ['a ring', ring(each), each.parentElement]);
  for (const [name, a, own] of [...over, ...rings.filter(([, each]) => each)]) {
    for (const word of words.filter((each) => each.checkVisibility() && !own?.contains(each))) {
      const b = box(word), wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 3) found.push(`${name} hides ${word.textContent}`);
    }
  }
  return found;
}"""
EVENTS = {
    "Sniper": "6.1", "Aizu guardian": "4.2", "Aburanokoji": "2.5", "Ikedaya ronin": "1.1", "Ee ja nai ka": "3.1",
    "Osaka wrestlers": "2.1", "Kaientai": "1.2", "Kyoto deputy": "5.2", "Forbidden gate": "6.2", "Choshu elders": "2.2",
    "Pleasure quarter": "4.4", "Mimawarigumi": "5.4", "Satsuma riflemen": "1.4",
}  # fmt: skip


def crowded(first: int) -> State:
    """Eighteen persons, each with room to move; some are selves, two have an event under them, two have moved."""
    cells = [cell for number, cell in enumerate(CELL_NAMES) if (number // SIDE + number) % 2 == 0]
    persons: list[dict[str, object]] = [
        {"person": name, "cell": cell} for name, cell in zip(PERSON_NAMES[first:], cells, strict=False)
    ]
    persons[3]["attached"], persons[8]["attached"] = "Fiancee", "Unworthy of bushido"
    persons[5]["white"], persons[15]["black"] = 1, 1
    seats = [{"self": persons[number]["person"]} for number in (0, 2, 7, 13)]
    return GAME.from_dict(by_hand(persons=persons, seats=seats), backend="interpreted")


def eventful() -> State:
    """All events of the board."""
    events = [{"event": event, "cell": cell} for event, cell in EVENTS.items()]
    persons = [{"person": "Okita Soji", "cell": "3.4"}, {"person": "Ito Kashitaro", "cell": "5.6"}]
    return GAME.from_dict(by_hand(persons=persons, events=events), backend="interpreted")


@pytest.mark.parametrize(
    "size",
    [
        (1280, 720),
        (1280, 800),
        (1366, 768),
        (1440, 900),
        (1100, 800),
        (1920, 1080),
        (820, 1180),
        (390, 844),
        (360, 740),
        (844, 390),
    ],
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_on_a_card_is_cut_or_covered(
    here: Live, browser: Browser, size: tuple[int, int], language: str
) -> None:
    path, _ = here.open(GAME.name, "me", "random", "random", "random")
    shown = {"width": size[0], "height": size[1]}
    page = new_page(browser, phone=size[0] < 500, language=language, size=shown)
    page.goto(here.address + path)
    assert wait_for_question(page)
    for state in (crowded(0), crowded(6), eventful()):
        grid = drawn(state, 0, board_of(GAME), language)["grid"]
        page.evaluate("grid => { document.getElementById('part-grid').innerHTML = grid; }", grid)
        assert not page.evaluate(FAULTS)
        empty = page.locator("#part-grid .coord").first
        assert empty.is_visible() and empty.inner_text() in CELL_NAMES
    assert page.locator("#part-grid .piece .stat i").first.is_visible()


def about_to_move(state: State) -> bool:
    """Stones may turn somebody aside along black arrows, with others around."""
    chosen = [state.describe(action) for action in state.legal()]
    return state.phase == "wait" and state.seat == 0 and sum("black stone" in text for text in chosen) > 1


def fights_to_choose(state: State) -> bool:
    """Two fights are due at once."""
    return state.phase == "fight_order" and state.seat == 0


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (844, 390)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_chances_and_rings_hide_nothing(
    here: Live, browser: Browser, size: tuple[int, int], language: str
) -> None:  # fmt: skip
    """Chances of arrows and of fights, and rings around arrows, on a phone."""
    path, _ = here.open(GAME.name, "me", "random", "random", "random")
    page = new_page(browser, phone=True, language=language, size={"width": size[0], "height": size[1]})
    page.goto(here.address + path)
    assert wait_for_question(page)
    for state in (*(reached(about_to_move, seed, num_players=3) for seed in (0, 20, 40)), reached(fights_to_choose)):
        grid = drawn(state, 0, board_of(GAME), language)["grid"]
        page.evaluate("grid => { document.getElementById('part-grid').innerHTML = grid; }", grid)
        assert page.locator("#part-grid .odds").count()
        assert not page.evaluate(COVERED)
