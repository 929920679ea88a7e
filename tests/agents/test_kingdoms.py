"""The greedy player of Kingdoms: what it chooses on hand-laid tables."""

from typing import Any

import pytest

from agents.greedy import Greedy
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.greedy.wars import victory
from dynasty_env.kingdoms.rules import odds
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.seats.decision import Decision, dice_of
from dynasty_env.kit.state import State


def king(name: str, *countries: str, **family: Any) -> dict[str, Any]:
    return {"king": name, "countries": list(countries), **family}


def table(*seats: dict[str, Any], **fields: Any) -> State:
    return GAME.from_dict({"game": "kingdoms_v0", "seats": list(seats), **fields}, backend="interpreted")


def choice(state: State) -> str:
    return GAME.action_names[Greedy().act(Decision(state, dice_of(0)))]


def test_its_chances_are_nearly_those_of_the_dice() -> None:
    """A normal distribution in place of the exact one."""
    assert [at_most(value) for value in (-2, 0, 3, 9)] == [0, 0, 0.5, 1]
    for war in ((6, 3, 2, 2, 1), (10, 4, 6, 3, 2), (14, 3, 10, 3, 3), (4, 2, 4, 2, 2)):
        assert victory(*war) == pytest.approx(odds.victory(*war), abs=0.05)
    assert (victory(3, 6, 1, 0, 2), victory(3, 6, 1, 6, 2)) == (1, 0)


def test_a_noble_of_prestige_is_given_a_kingdom() -> None:
    """His prestige then counts; it goes to the most eminent one, and the strong country is kept."""
    first = {"kings": [king("Henry VIII", "Spain", "Portugal")], "nobles": ["Charles V", "Philip III"]}
    state = table(first, {"kings": [king("Elizabeth I", "France")]}, scythe=1)
    for wanted in ("grant", "country:Portugal", "person:Charles V"):
        assert choice(state) == wanted
        state.play(wanted)


def test_a_weak_neighbour_is_attacked() -> None:
    """The strong country is used against it, and the commander is one who can win and be spared."""
    first = {"kings": [king("Henry VIII", "France", "Spain", children=["Philip III"])], "nobles": []}
    state = table(first, {"kings": [king("Elizabeth I", "Portugal", "Sweden", "Poland")]}, scythe=1)
    assert choice(state) == "war"
    state.play("war")
    assert choice(state) != "country:England"
    state.play("country:Portugal")
    state.play("pass")
    assert choice(state) in ("country:Spain", "country:France")


def test_a_valued_king_is_not_left_to_the_reaper() -> None:
    seats = {"kings": [king("Elizabeth I", "France")]}, {"kings": [king("Charles V", "Poland", "Saxony")]}
    state = table(*seats, scythe=0)
    state.play("reaper")
    state.play("person:Charles V")
    assert choice(state) == "declare"


def test_it_takes_the_victory_that_ends_the_game() -> None:
    """It leads, and the other dynasty has one country left."""
    first = {"kings": [king("Henry VIII", "Spain", "France", "Naples"), king("Charles V", "Milan")]}
    state = table(first, {"kings": [king("Elizabeth I", "Portugal")]}, scythe=1)
    assert choice(state) == "war"
    state.play("war")
    assert choice(state) == "country:Portugal"


def test_it_gives_nobody_away() -> None:
    """A marriage that it is asked to agree to may fail."""
    first = {"kings": [king("Charles V", "Spain")]}
    state = table(first, {"kings": [king("Elizabeth I", "Poland")], "nobles": ["Isabella of Portugal"]})
    state.play("marriage")
    assert state.phase == "consent" and choice(state) == "pass"


def test_it_names_its_own_candidate() -> None:
    for seed in range(50):
        first = {"kings": [king("Charles V", "Spain"), king("Philip II", "Naples")], "nobles": ["Duke of Alba"]}
        second = {"kings": [king("Elizabeth I", "Poland")], "nobles": ["Ferdinand I"]}
        state = table(first, second, scythe=0, seed=seed)
        state.play("reaper")
        state.play("person:Charles V")
        if state.phase == "candidate":
            assert choice(state) == "person:Duke of Alba"
            state.play("person:Duke of Alba")
            state.play("pass")
            assert choice(state) == "person:Ferdinand I"
            return
    raise AssertionError("nobody died")
