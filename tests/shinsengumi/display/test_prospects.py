"""Chances that prompts name, against every roll counted one by one, and nothing hidden in them."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from dynasty_env.kit.engine.odds import highest_above
from dynasty_env.kit.message import Chance
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.material import BUSHIDO, COMBAT, DICE, EVENT_NAMES, PERSON_NAMES, Event
from dynasty_env.shinsengumi.rules.fights import odds as fight
from tests.shinsengumi.positions import by_hand, met

OKITA = PERSON_NAMES.index("Okita Soji")
KONDO = PERSON_NAMES.index("Kondo Isami")


def counted(dice: int, hit: Callable[[int], bool]) -> float:
    """The share of rolls whose highest die hits."""
    return float(np.mean([hit(max(roll)) for roll in product(range(1, 7), repeat=dice)]))


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("number", range(8))
def test_the_highest_of_several_dice(number: int, dice: int) -> None:
    assert highest_above(number, dice) == pytest.approx(counted(dice, lambda face: face > number))


def facing(event: Event, cell: str, *others: str) -> State:
    """Okita Soji at a cell, with other persons, and an event somewhere else on the board."""
    standing = [
        {"person": name, "cell": where}
        for name, where in zip(("Okita Soji", "Ito Kashitaro", "Harada Sanosuke"), (cell, *others), strict=False)
    ]
    place = {Event.SNIPER: "3.1"}.get(event, "3.3")
    table = by_hand(persons=standing, events=[{"event": EVENT_NAMES[event], "cell": place}])
    return GAME.from_dict(table, backend="interpreted")


@pytest.mark.parametrize("event", [Event.AIZU_GUARDIAN, Event.CHOSHU_ELDERS, Event.IKEDAYA_RONIN, Event.KAIENTAI])
def test_sword_fights(event: Event) -> None:
    """§10-1."""
    state = GAME.from_dict(by_hand(), backend="interpreted")
    killed = counted(int(DICE[event]), lambda face: face > COMBAT[OKITA])
    assert fight(state.tables[0], OKITA, event) == (0, pytest.approx(killed))


@pytest.mark.parametrize(("others", "dies"), [(("5.4",), False), (("1.6",), True)])
@pytest.mark.parametrize("event", [Event.SNIPER, Event.SATSUMA_RIFLEMEN, Event.OSAKA_WRESTLERS])
def test_the_wounded_die_where_row_6_is_occupied(event: Event, others: tuple[str, ...], dies: bool) -> None:
    """§10-2 to §10-4: gunfire wounds with 3 or 4 and kills from 5 on; a brawl wounds above combat."""
    state = facing(event, "1.3", *others)
    dice = int(DICE[event])
    if event == Event.OSAKA_WRESTLERS:
        wounded, killed = counted(dice, lambda face: face > COMBAT[OKITA]), 0.0
    else:
        wounded, killed = counted(dice, lambda face: face in (3, 4)), counted(dice, lambda face: face >= 5)
    expected = (0, wounded + killed) if dies else (wounded, killed)
    assert fight(state.tables[0], OKITA, event) == pytest.approx(expected)


def test_whoever_is_in_row_6_already_is_wounded_there() -> None:
    """S-R12."""
    state = facing(Event.FORBIDDEN_GATE, "1.6", "5.4")
    assert fight(state.tables[0], OKITA, Event.FORBIDDEN_GATE) == pytest.approx((2 / 6, 2 / 6))


def test_the_fiancee_helps_in_a_fight() -> None:
    okita = {"person": "Okita Soji", "cell": "2.3", "attached": "Fiancee"}
    state = GAME.from_dict(by_hand(persons=[okita, {"person": "Ito Kashitaro", "cell": "5.4"}]), backend="interpreted")
    assert fight(state.tables[0], OKITA, Event.AIZU_GUARDIAN) == (0, pytest.approx(0))


def test_a_way_by_a_black_arrow_has_the_chance_of_its_check() -> None:
    """§06-01 D: a die above bushido, which for Kondo Isami is the column to which he goes."""
    checked = 0
    for state in met()["move"]:
        for action in state.legal().tolist():
            said = GAME.prospects(state, action)
            person = PERSON_NAMES.index(GAME.action_names[action].removeprefix("person:"))
            assert said.startswith("goes ")
            if "black" in said and person != KONDO and not state.record["attached"][person] >= 0:
                assert said.endswith(f"fails {Chance(counted(1, lambda face, p=person: face > BUSHIDO[p]))}")
                checked += 1
    assert checked > 2
    kondo, okita = {"person": "Kondo Isami", "cell": "3.3"}, {"person": "Okita Soji", "cell": "4.3"}
    seats = [{"self": "Kondo Isami"}, {"self": "Okita Soji"}]
    state = GAME.from_dict(by_hand(persons=[kondo, okita], seats=seats), backend="interpreted")
    said = GAME.prospects(state, GAME.action_ids["person:Kondo Isami"])
    assert said == f"goes up by a black arrow: his check fails {Chance(counted(1, lambda face: face > 3))}"


def test_a_stone_says_where_it_turns_him() -> None:
    """The arrow with most stones is taken; a tie is as if nobody had laid any."""
    turned = 0
    for state in met()["wait"]:
        assert GAME.prospects(state).startswith("If nobody lays another stone, he goes ")
        assert GAME.prospects(state, GAME.action_ids["pass"]) == ""
        for action in state.legal().tolist()[1:]:
            after = state.clone()
            after.play(action)
            if after.phase == "wait" and after.record["mover"] == state.record["mover"]:
                then = GAME.prospects(after).removeprefix("If nobody lays another stone, ").rstrip(".")
                assert GAME.prospects(state, action) == f"then {then}"
                turned += 1
    assert turned


def test_assassins_and_fights_have_chances() -> None:
    for state in met()["assassinate_target"]:
        assassin = int(state.record["mover"])
        hits = counted(1, lambda face, p=assassin: face <= COMBAT[p])
        if state.record["attached"][assassin] < 0:
            assert {GAME.prospects(state, a) for a in state.legal().tolist()} == {f"dies {Chance(hits)}"}
    for state in met()["fight_order"]:
        assert all("dies " in GAME.prospects(state, action) for action in state.legal().tolist())
