"""A war in which somebody has to take part whom nobody will ask: what is stated counts him (SW02-08-10, D-R50)."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import PERSON
from dynasty_env.dynasty.material import BASE_PERSONS, COUNTRY_NAMES, PERSON_NAMES
from dynasty_env.dynasty.rules import odds
from dynasty_env.kit.message import Chance
from dynasty_env.kit.state import State
from tests.dynasty.display.test_outcomes import PLAYER, SUCCEEDS, success
from tests.dynasty.puzzles.enumerate import PACK
from tests.dynasty.tables import RIVAL, attached, dynasty, laid, play_forced
from tests.outcomes import Statement, at, bounds, check

ATTACKERS = ("the Evil Eye", "the Marksman", "the Gale", "the Mighty", "Duke of Alba", "Henry VII")
STATEMENTS = {"war": Statement(SUCCEEDS, success, at("war_commander"))}


def brought_to(state: State, *actions: str) -> State:
    """The table after these actions, with whatever has a single choice before each of them carried out."""
    for action in actions:
        while GAME.action_ids[action] not in state.legal():
            play_forced(state)
        state.play(action)
    while len(state.legal()) == 1 and state.phase != "war_commander":
        play_forced(state)
    return state


def declared(own: dict[str, Any], rival: dict[str, Any], bearer: str, *actions: str, **fields: Any) -> State:
    """A war on France, where the bearer of so what must command; the attacker's commander is to be named."""
    table = laid(own, rival, **attached("so what", bearer)) | fields
    state = GAME.from_dict(table | {"options": {"witches": True, "ask_forced": True}}, backend="interpreted")
    brought_to(state, *actions, "war", "country:France")
    while state.phase != "war_commander":
        state.play(PLAYER.choose(state))
    return state


def grounded(bearer: str) -> dict[str, Any]:
    """So what at somebody who is grounded, as a field of the table."""
    return {"attached": [*attached("so what", bearer)["attached"], *attached("grounded", bearer)["attached"]]}


def war_on_a_forced_king() -> State:
    return declared(dynasty("Elizabeth I", "the Evil Eye", "Henry VII"), RIVAL, "Henry IV")


def undefended() -> State:
    """The same war if the event lay elsewhere."""
    return declared(dynasty("Elizabeth I", "the Evil Eye", "Henry VII"), RIVAL, "Henry VII", **grounded("Henry VII"))


def second_action() -> State:
    """The Swift has hired somebody, and acts again: as the friend of the Duke of Alba, who must command."""
    own = dynasty("Elizabeth I", "the Swift", "Duke of Alba")
    fields = {"wanderers": ["Mary I", "Henry VIII"], "pack": PACK}
    return declared(own, RIVAL, "Duke of Alba", "hire", "person:the Swift", "person:Mary I", **fields)


COMMON = [name for name in PERSON_NAMES[:BASE_PERSONS] if name not in ("Suleiman I", *ATTACKERS)]
COUNTRIES = [name for name in COUNTRY_NAMES if name not in ("France", "Spain", "Ottoman Empire")]


def wars(count: int) -> Iterator[State]:
    """Wars of random dynasties, with random cards."""
    for seed in range(count):
        rng = random.Random(seed)
        persons, cards = rng.sample(COMMON, 8), rng.sample(PACK, len(PACK))
        own = dynasty(persons[0], *persons[1:4], rng.choice(ATTACKERS), hand=cards[:4])
        territories = ["France", *rng.sample(COUNTRIES, 3)]
        rival = dynasty(persons[4], *persons[5:], territories=territories, hand=cards[4:9])
        yield declared(own, rival, rng.choice(persons[4:]), pack=cards[9:], independent=[], seed=seed)


def at_the_window(state: State, commander: int) -> str:
    """What the attacker is told once all who must have been called up, and nobody else takes part."""
    window = state.clone()
    window.play(commander)
    while window.phase != "interrupt":
        window.play("pass" if GAME.action_ids["pass"] in window.legal() else int(window.legal()[0]))
    return Chance(odds.success(window, odds.unseen(window.view(state.seat))))


def stated(state: State, action: int) -> str:
    """The chance that is stated of an action; empty: none is."""
    found = re.search(SUCCEEDS, GAME.prospects(state, action))
    return found.group(1) if found else ""


def decisions(count: int) -> Iterator[tuple[State, int]]:
    for state in wars(count):
        yield from ((state, action) for action in state.legal().tolist()[-2:])


def test_a_war_on_a_king_who_must_command() -> None:
    """Whoever attacks, it is as if he had been named already; without him it would be easier."""
    state, without = war_on_a_forced_king(), undefended()
    commanders = state.legal().tolist()
    assert [stated(state, each) for each in commanders] == [at_the_window(state, each) for each in commanders]
    assert [stated(without, each) for each in commanders] != [stated(state, each) for each in commanders]
    said = "Henry IV must defend. Chances assume that nobody else takes part or plays a card or an event."
    assert GAME.prospects(state) == said


def test_what_is_said_before_the_country_is_named() -> None:
    """All of them: the menu of actions, that of countries, and what each country comes to at best."""
    state = war_on_a_forced_king()
    best_of_them = max((stated(state, action) for action in state.legal().tolist()), key=lambda said: bounds(said)[0])
    table = laid(dynasty("Elizabeth I", "the Evil Eye", "Henry VII"), RIVAL, **attached("so what", "Henry IV"))
    before = GAME.from_dict(table | {"options": {"witches": True, "ask_forced": True}}, backend="interpreted")
    words = "Chances assume that nobody defends except Henry IV, who must, and that nobody plays a card or an event."
    for action in ("pass", "war"):
        brought_to(before, action)
        assert GAME.prospects(before) == words
    assert before.phase == "war_target"
    france = GAME.action_ids["country:France"]
    assert GAME.prospects(before, france) == f"succeeds {best_of_them} at best"


@pytest.mark.parametrize("away", ["grounded", "own"])
def test_who_stays_at_home_is_not_counted(away: str) -> None:
    """SW02-08-04: a grounded person defends nothing; and one's own commands no defence."""
    own = dynasty("Elizabeth I", "the Evil Eye", "Henry VII")
    state = undefended() if away == "own" else declared(own, RIVAL, "Henry IV", **grounded("Henry IV"))
    assert GAME.prospects(state) == "Chances assume that nobody defends or plays a card or an event."


def test_a_friend_who_must_come_along_is_counted() -> None:
    """D-R50: in the second action the Swift is the friend of whoever commands with so what."""
    state = second_action()
    commander = PERSON + PERSON_NAMES.index("Duke of Alba")
    assert state.legal().tolist() == [commander]
    assert check(STATEMENTS, PLAYER, [(state, commander)], positions=1, runs=400) == {"war": 1}


def test_wars_on_those_who_must_defend() -> None:
    """A defender of war 0 changes nothing: some must."""
    pairs = [(stated(*each), at_the_window(*each)) for each in decisions(12)]
    assert all(one == other for one, other in pairs), pairs
    assert check(STATEMENTS, PLAYER, decisions(2), positions=4, runs=30)["war"] == 4


@pytest.mark.slow
def test_200_wars_on_those_who_must_defend() -> None:
    assert check(STATEMENTS, PLAYER, decisions(150), positions=200, runs=400)["war"] == 200
