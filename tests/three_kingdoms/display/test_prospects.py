"""The chances that players are told: worked out by hand from the book's tables, and as often as dice show them."""

import numpy as np
import pytest

from dynasty_env.kit.message import chances_in
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import ALL, DONE, NO, Trace
from dynasty_env.three_kingdoms.rules.fights import fight_odds, retreat, round_odds
from tests.three_kingdoms.rules.conftest import area, country, empty, general, new, order, phase_of, put
from tests.three_kingdoms.rules.fights import field, rounds

SAMPLES = 150


def told(state: State, action: str = "") -> str:
    """What players are told of an action, or of the decision."""
    return GAME.prospects(state, GAME.action_ids[action] if action else None)


def test_an_equal_battle_by_hand() -> None:
    """Table B over 36 throws: 6 ties cost 1 each; the winner of the others loses 1; by the difference of the dice the
    loser loses 2 (18 throws), 3 (10) or 4 (2)."""
    t = field(where="Hongnong", attackers=9, defenders=9).tables[0]
    assert m.CITY[area("Hongnong")] == 0
    lost = (6 + 15 + (18 * 2 + 10 * 3 + 2 * 4) / 2) / 36
    assert round_odds.battle(t, [], []) == pytest.approx((lost, lost))


def test_a_duel_by_hand() -> None:
    """Valour 8 against 0 is ahead by three or more in 36 throws of 36; alone he costs five, not eight."""
    assert duel([8], [0]) == pytest.approx((0, 3))
    assert duel([8], []) == (0, 5)
    assert duel([], [3, 1]) == (4, 0)
    even = sum(min(abs(one - two), 3) for one in range(6) for two in range(6)) / 36 / 2
    assert duel([4], [4]) == pytest.approx((even, even))
    assert duel([4, 4], [4]) == pytest.approx((even, even + 4))
    three = round_odds.duel((round_odds.CLANSMAN,) * 3, (round_odds.Duellist(2, 2), round_odds.Duellist(5, 5)))
    assert sum(three.values()) == pytest.approx(1)
    assert min(theirs for _, theirs in three) == 1  # the clansman whom nobody fights


def duel(ours: list[int], theirs: list[int]) -> round_odds.Losses:
    """What duels between generals of this valour cost on average."""
    one, other = (tuple(round_odds.Duellist(valour, min(valour, 5)) for valour in side) for side in (ours, theirs))
    return round_odds.mean(round_odds.duel(one, other))


def by_compiled_rules(state: State) -> State:
    """The same table, which goes on faster."""
    return State(GAME, state.tables, GAME.compiled)


@pytest.mark.parametrize("method", m.Method)
@pytest.mark.parametrize("defender", ["Yuan Shao", "clans"])
def test_rounds_cost_what_is_told(method: m.Method, defender: str) -> None:
    state = by_compiled_rules(rounds(field(defender), method, 3))
    t = state.tables[0]
    expected = round_odds.round_losses(t, round_odds.best(t, 0), 0)
    found = np.zeros((SAMPLES, 2))
    for sample in range(SAMPLES):
        game = state.hide(0, sample)
        for entry in order(game, *["all"] * (2 if defender == "Yuan Shao" else 1)):
            if entry.kind == Trace.LOST:
                found[sample, entry.subject] += entry.value
    error = found.std(axis=0) / SAMPLES**0.5 + 1e-9
    assert (np.abs(found.mean(axis=0) - expected) < 4 * error + 1e-6).all(), (found.mean(axis=0), expected)
    if state.legal().tolist().count(ALL):
        assert told(state, "all") == f"loses {expected[0]:.1f}, the enemy {expected[1]:.1f} on average"


def test_attempts_together_and_each_by_himself() -> None:
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 5, "Dong Zhuo", "Li Ru", "Hua Xiong")
    put(state, "Jizhou", "Yuan Shao", 5, "Yuan Shao")
    put(state, "Shouchun", "Yuan Shu", 4, "Yuan Shu")
    put(state, "Xiangyang", "Liu Biao", 9, "Liu Biao")
    phase_of(state, "Dong Zhuo")
    there = sorted(map(general, ("Dong Zhuo", "Li Ru", "Hua Xiong")))  # in the order of the roster
    values = [value for g in there if (value := int(m.VALUES[m.FIRST_UNIT[g], m.Stat.ADMINISTRATION])) > 0]
    assert told(state, "levy:Luoyang") == f"its generals add {sum(values) / 6:.1f} on average"
    order(state, "levy:Luoyang")
    assert told(state, "each") == f"{sum(values) / 6:.1f} soldiers on average"
    order(state, "general:1")
    first = values[0]
    assert told(state, "yes") == f"succeeds {round(100 * first / 6)} %"


def test_a_pursuit_costs_what_table_d_says() -> None:
    """T17, table D: against an army of 16 the dice cost 0 1 1 2 2 3; ten troops are not destroyed by it, one is."""
    state = rounds(field(attackers=10, defenders=16), m.Method.STRATAGEM, 1)
    order(state, "done", "done")
    assert state.phase == "retreat"
    assert told(state, "yes") == "the pursuit costs 1.5 troops on average"
    assert told(state, "no").startswith("wins ")
    state.tables[0].army[country("Dong Zhuo")] = 1
    assert told(state, "yes") == "the pursuit costs 0.8 troops on average, and destroys the army 83 %"
    assert told(state) == "Another round is a duel 31 %, a battle 50 %, a stratagem 19 %."


def test_ways_of_a_round_are_those_of_table_a() -> None:
    """T17, table A: of 36 throws 2, 4 and 10 are stratagems (1 + 3 + 3), 3, 5, 9 and 12 duels (2 + 4 + 4 + 1)."""
    chances = dict(retreat.methods())
    assert chances[m.Method.STRATAGEM] * 36 == 7
    assert chances[m.Method.DUEL] * 36 == 11
    assert chances[m.Method.BATTLE] * 36 == 18


CAPTURES = 0.06
"""By how much a chance may be off since generals who fall in duels (§24) are left out of it."""


@pytest.mark.parametrize(
    ("defender", "attackers", "defenders"),
    [("Yuan Shao", 12, 9), ("Yuan Shao", 9, 14), ("Yuan Shao", 25, 25), ("clans", 6, 7), ("Yuan Shao", 4, 0)],
)
def test_fights_end_as_often_as_is_told(defender: str, attackers: int, defenders: int) -> None:
    """By the rules: both name their best, and nobody retreats."""
    state = by_compiled_rules(field(defender, attackers=attackers, defenders=defenders))
    place = int(state.record["battle"])
    expected = fight_odds.attackers_win(state.clone().tables[0])
    won = 0
    for sample in range(SAMPLES):
        game = state.hide(0, sample)
        while game.record["battle"] != m.NOWHERE:
            legal = game.legal().tolist()
            game.play(next(action for action in (ALL, NO, DONE, legal[0]) if action in legal))
        won += int(game.record["control"][place]) == game.record["power"]
    error = (expected * (1 - expected) / SAMPLES) ** 0.5
    assert abs(won / SAMPLES - expected) < 4 * error + CAPTURES, (won / SAMPLES, expected)


def test_an_invasion_is_told_from_all_who_may_march() -> None:
    """An area where nobody stands is taken for certain; else simulated, named so, and the more march the likelier."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Xuchang", "Dong Zhuo", 9, "Dong Zhuo", "Li Ru", "Hua Xiong")
    put(state, "Luoyang", "Dong Zhuo", 9, "Niu Fu")
    put(state, "Chenliu", "Yuan Shao", 19, "Yuan Shao", "Yan Liang", "Wen Chou")
    put(state, "Shouchun", "Yuan Shu", 4, "Yuan Shu")
    put(state, "Xiangyang", "Liu Biao", 9, "Liu Biao")
    phase_of(state, "Dong Zhuo")
    before = state.tables.array.tobytes()
    assert told(state, "invade:Yuzhou") == "takes it 100 %"
    [whole] = chances_in(told(state, "invade:Chenliu"))
    assert whole.bound == "about" and str(whole).startswith("≈ ")
    assert "simulated" in told(state)
    assert state.tables.array.tobytes() == before
    order(state, "invade:Chenliu")
    [part] = chances_in(told(state, "area:Xuchang"))
    assert part.value <= whole.value
    order(state, "area:Xuchang", "all")
    few, many = (chances_in(told(state, amount))[0].value for amount in ("half", "all"))
    assert few < many == part.value
    order(state, "all")
    assert chances_in(told(state, "done"))[0].value == part.value
