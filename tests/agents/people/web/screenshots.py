"""The pictures in the documentation: `python -m tests.agents.people.web.screenshots [NAME ...]` draws them anew."""

import argparse
import tempfile
from collections.abc import Collection
from itertools import product
from pathlib import Path

from playwright.sync_api import Page

import dynasty_env
from agents.people.web.phrases import LANGUAGES
from agents.people.web.rulebooks import REGISTERED
from dynasty_env.kit.state import State
from tests.agents.people.web.browser import chromium, click_action, legal, new_page, wait_for_question
from tests.agents.people.web.live import live, save_in
from tests.agents.people.web.staged import Wanted, found, keep
from tests.waiting import until

FOLDER = Path(__file__).parents[4] / "docs" / "images"
BOT = "greedy"


def attacking(state: State) -> bool:
    """A table that is full of people, before an attack."""
    return state.phase == "war_target" and state.view(None)["turn"] > 12


def contested(state: State) -> bool:
    """An action on which several cards lie already."""
    return state.phase == "interrupt" and len(state.view(None)["on_table"]) > 2 and state.view(None)["turn"] > 10


def vetoing(state: State) -> bool:
    """The reaper has called somebody of ours."""
    return state.phase == "veto" and state.view(None)["turn"] > 6


def waiting(state: State) -> bool:
    """Somebody is about to move, with stones laid already."""
    return state.phase == "wait" and state.view(None)["turn"] > 5 and sum(state.view(None)["laid"]) > 0


def warring(state: State) -> bool:
    """A war on a country of somebody else, with large families around it: who commands?"""
    families = sum(len(king["children"]) for place in state.view(None)["seats"] for king in place["kings"])
    return state.phase == "war_commander" and families > 4 and len(state.legal()) > 2


def commanding(state: State) -> bool:
    """A battle late in a game, with many generals on both sides."""
    if state.phase != "battle_pick" or state.view(None)["turn"] < 4:
        return False
    fight = state.view(None)["fight"]
    there = state.view(None)["areas"][fight["area"]]["generals"]
    return fight["round"] > 1 and len(there) > 7


def stepping(state: State) -> bool:
    """A duel in which both are hurt, and somebody may go several ways."""
    hurt = [figure["damage"] > 0 for figure in state.view(None)["figures"]]
    return state.phase == "distance" and all(hurt) and len(state.legal()) > 6


def over(state: State) -> bool:
    """The game is over."""
    return state.done


SHOTS: dict[str, tuple[str, Wanted, dict[str, int | bool], str]] = {
    "game": ("dynasty_v0", attacking, {}, "en"),
    "interrupt": ("dynasty_v0", contested, {}, "en"),
    "veto": ("dynasty_v0", vetoing, {}, "en"),
    "end": ("dynasty_v0", over, {}, "en"),
    "shinsengumi": ("shinsengumi_v0", waiting, {}, "en"),
    "kingdoms": ("kingdoms_v0", warring, {}, "en"),
    "three-kingdoms": ("three_kingdoms_v0", commanding, {}, "en"),
    "three-kingdoms-japanese": ("three_kingdoms_v0", commanding, {}, "ja"),
    "figures": ("figures_v0", stepping, {}, "en"),
    "japanese": ("dynasty_v0", contested, {"witches": True}, "ja"),
    "shinsengumi-japanese": ("shinsengumi_v0", waiting, {}, "ja"),
}
"""Name of the picture → game, position, options, language."""


STATIC = Path(__file__).parents[4] / "agents" / "people" / "web" / "pages" / "static" / "games"
CARDS = {
    "dynasty": (2, 60),
    "kingdoms": (0, 30),
    "shinsengumi": (2, 380),
    "figures": (4, 170),
    "three_kingdoms": (0, 150),
}
"""For the lobby's picture of each game: which picture of its rules, and how far below its upper edge it begins."""
WIDTH, HEIGHT = 640, 250


def draw_cards() -> None:
    """The lobby's pictures of the games, in each language: strips of those in their rules."""
    with live() as here, chromium() as browser:
        for language, (game, (number, below)) in product(LANGUAGES, CARDS.items()):
            page = new_page(browser, size={"width": 1000, "height": 2000}, language=language)
            page.goto(f"{here.address}/rules/{game}_v0")
            box = page.locator("figure .pieces").nth(number).bounding_box()
            assert box is not None
            middle = box["x"] + (box["width"] - WIDTH) / 2
            strip = {"x": middle, "y": box["y"] + below, "width": WIDTH, "height": HEIGHT}
            page.screenshot(path=STATIC / language / f"{game}.jpg", type="jpeg", quality=72, clip=strip, full_page=True)  # type: ignore[arg-type]
            page.context.close()
        print("games", flush=True)


def shoot(page: Page, name: str) -> None:
    """Keep what a page shows, when everything has come to rest."""
    page.wait_for_timeout(4500)
    page.screenshot(path=FOLDER / f"web-{name}.png")
    print(name, flush=True)


def go_to_step(page: Page, number: int) -> None:
    """Do what a lesson says, up to a step."""
    wait_for_question(page)
    while f"step {number} " not in page.locator(".coach b").inner_text():
        click_action(page, legal(page)[0], on_board=False)
        wait_for_question(page)


def draw(wanted: Collection[str]) -> None:
    """The wanted pictures, desktop and phone; a hint is asked for in mid-game, and the game of the end is reviewed."""
    needed = {{"hint": "game", "review": "end"}.get(name, name) for name in wanted}
    with tempfile.TemporaryDirectory() as folder:
        database = save_in(Path(folder))
        paths = {"rules": "/rules/shinsengumi_v0#part-1"}
        for name, (game, position, options, _) in SHOTS.items():
            if name in needed:
                state, actions = found(dynasty_env.game(game), position, BOT, range(60), **options)
                paths[name] = keep(database, state, actions, BOT)
                print(name, "found", flush=True)
        with live(database, games=REGISTERED) as here, chromium() as browser:
            if "lesson" in wanted:
                learner = {"game": "dynasty_v0", "lesson": "on", "name": "Anna"}
                paths["lesson"] = here.http.post("/tables", data=learner).headers["location"]
                here.table().pace = 0.0
            if "review" in wanted:
                paths["review"] = here.http.post(paths["end"] + "review").headers["location"]
                until(lambda: here.http.get(paths["review"] + "progress").json()["done"], 7200)
            for phone in (False, True):
                for name in wanted:
                    page = new_page(browser, phone=phone, language=SHOTS[name][3] if name in SHOTS else "en")
                    page.goto(here.address + paths.get({"hint": "game"}.get(name, name), ""))
                    if name == "lesson":
                        go_to_step(page, 5)
                    if name == "hint":
                        page.locator("#ask-hint").click()
                        page.wait_for_selector("#hinted", timeout=60_000)
                    shoot(page, f"{name}-phone" if phone else name)
                    page.context.close()


if __name__ == "__main__":
    ALL = ["games", "lobby", "rules", "lesson", *SHOTS, "hint", "review"]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"all if none is given: {', '.join(ALL)}")
    asked = parser.parse_args().names or ALL
    if unknown := set(asked) - set(ALL):
        parser.error(f"there is no picture {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    if "games" in asked:
        draw_cards()
    draw([name for name in asked if name != "games"])
