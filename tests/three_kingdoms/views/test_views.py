"""What a seat sees, and what it does not: the generals that others are naming (T13)."""

import json

import numpy as np
import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.views.view import NAMED, OUT
from tests.position_play import by_turns
from tests.three_kingdoms.rules.conftest import area, country, general, new, order, put
from tests.three_kingdoms.rules.fights import field, rounds

LAYOUT = GAME.layout


def naming() -> State:
    """The attacker has named two generals for a battle; the defender is asked."""
    state = rounds(field(), m.Method.BATTLE, 2)
    order(state, "general:1", "general:3")
    assert state.phase == "battle_pick"
    assert state.record["a"] == 1
    return state


def named(state: State, seat: int) -> set[str]:
    """Whom a seat sees named."""
    doing = LAYOUT["doing"].of(state.observe(seat))
    return {m.GENERAL_NAMES[g] for g in np.flatnonzero(doing == NAMED)}


@pytest.mark.rule("T13")
def test_picks_are_seen_by_their_own_player_alone() -> None:
    state = naming()
    attacker, defender = state.record["player"]
    assert named(state, int(attacker)) == {"Dong Zhuo", "Hua Xiong"}
    assert named(state, int(defender)) == set()
    view = state.view(int(defender))["areas"]["Xuchang"]["generals"]
    assert {g["name"]: g["named"] for g in view}["Hua Xiong"] is None
    own = state.view(int(attacker))["areas"]["Xuchang"]["generals"]
    assert {g["name"]: g["named"] for g in own}["Hua Xiong"] is True


@pytest.mark.rule("T13")
def test_hide_redraws_them_and_nothing_else_that_a_seat_sees() -> None:
    state = naming()
    defender = int(state.record["player"][1])
    before = state.observe(defender)
    found: dict[frozenset[str], int] = {}
    for key, table in zip(range(400), by_turns(state), strict=False):
        copy = table.hide(defender, key)
        assert (copy.observe(defender) == before).all()
        assert copy.legal().tolist() == state.legal().tolist()
        picked = frozenset(m.GENERAL_NAMES[g] for g in np.flatnonzero(copy.record["picked"]))
        found[picked] = found.get(picked, 0) + 1
    assert len(found) == 1 + 3 + 3, "none, one, or two of three"
    sizes = [sum(n for names, n in found.items() if len(names) == size) for size in range(3)]
    assert all(90 <= n <= 180 for n in sizes), "each number equally likely"


@pytest.mark.rule("T13")
def test_hide_redraws_what_the_defender_is_naming() -> None:
    state = naming()
    order(state, "general:1")
    assert state.record["b"] == 1
    attacker = int(state.record["player"][0])
    before = state.observe(attacker)
    counts = set()
    for key, table in zip(range(60), by_turns(state), strict=False):
        copy = table.hide(attacker, key)
        assert (copy.observe(attacker) == before).all()
        assert copy.record["b"] == copy.record["picked"].sum() - 2, "his own two are known to him"
        counts.add(int(copy.record["b"]))
        while not copy.done and copy.record["battle"] != m.NOWHERE:
            copy.play(int(copy.legal()[0]))
    assert counts == {0, 1}


def test_a_hidden_table_has_other_dice() -> None:
    state = naming()
    one, other = state.hide(0, 1), state.hide(0, 2)
    assert one.record["key0"] != other.record["key0"]
    assert one.seed == -1


def test_observations_stay_within_their_bounds() -> None:
    rng = np.random.default_rng(3)
    for scenario in (0, 2, 6):
        state = GAME.new(scenario, backend="compiled", scenario=scenario, max_turns=2)
        while not state.done:
            observation = state.observe(int(rng.integers(state.num_players)))
            assert (observation >= LAYOUT.low).all()
            assert (observation <= LAYOUT.high).all()
            state.play(int(rng.choice(state.legal())))


def test_what_stands_where() -> None:
    state = new(1)
    put(state, "Luoyang", "Dong Zhuo", 300)
    seat = int(state.record["country_seat"][country("Dong Zhuo")])
    seen = state.observe(seat)
    piece = {name: LAYOUT[name].of(seen) for name in LAYOUT}
    luoyang = area("Luoyang")
    assert int(piece["troops"][luoyang]) + 128 * int(piece["troops_128"][luoyang]) == 300
    assert piece["control"][area("Xuchang")] == 12
    assert piece["where"][general("Hua Xiong")] == luoyang
    assert piece["where"][general("Guan Yu")] == 38
    assert piece["players"][country("Dong Zhuo")] == 0, "myself"
    assert piece["players"][country("Zhang Lu")] == m.SEATS, "a minor power"
    assert piece["rulers"][country("Lü Bu")] == OUT
    assert piece["country"][0] == country("Dong Zhuo")


def test_the_generals_of_slots_come_with_their_numbers() -> None:
    state = rounds(field(), m.Method.DUEL, 1)
    seat = state.seat
    listed = LAYOUT["listed"].of(state.observe(seat))
    assert listed[:4].tolist() == [[5, 4, 2, 2, 1, 1], [-1, 3, 5, 4, 3, 0], [6, 4, -1, -1, -1, 0], [-1] * 6]
    assert (LAYOUT["listed"].of(state.observe((seat + 1) % 4)) == -1).all(), "they are whose decision it is"


def test_a_view_can_be_written_as_json() -> None:
    state = new(1)
    for seat in (None, 0, 3):
        assert json.loads(json.dumps(state.view(seat))) == state.view(seat)
