"""§18–§21: rounds of a fight: duels, battles, stratagems."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.steps import Trace
from tests.three_kingdoms.rules.conftest import area, chance, country, general, names, of_kind, one, order, told
from tests.three_kingdoms.rules.fights import field, rounds

DUEL, BATTLE, STRATAGEM = m.Method


@pytest.mark.rule("§18.1", "§18.3", "§18.4", "§18.5", "T17")
def test_s18_two_dice_say_method_and_generals() -> None:
    seen = set()
    for key in range(300):
        state = field()
        state.tables[0].key0 = key
        state.call("proceed")
        entry = told(state, Trace.ROUND)[0]
        seen.add((m.Method(entry.value), entry.object))
    assert seen == {(STRATAGEM, 3), (DUEL, 3), (STRATAGEM, 2), (DUEL, 2), (BATTLE, 1), (BATTLE, 2), (DUEL, 1),
                    (STRATAGEM, 1), (BATTLE, 3), (DUEL, 5)}  # fmt: skip


@pytest.mark.rule("T13", "T70", "§19.1", "§19.2", "§19.4")
def test_t13_the_attackers_name_first_and_fewer_or_none() -> None:
    state = rounds(field(), DUEL, 2)
    assert (state.phase, state.seat) == ("duel_pick", state.record["country_seat"][country("Dong Zhuo")])
    assert names(state) == {"done", "all", "general:1", "general:2", "general:3"}
    order(state, "general:1", "general:1?", "general:2")
    assert (state.phase, state.seat) == ("duel_pick", state.record["country_seat"][country("Yuan Shao")])
    order(state, "done")
    assert [e.subject for e in told(state, Trace.WALKOVER)], "two without an opponent"


@pytest.mark.rule("T59")
def test_all_names_the_best() -> None:
    state = rounds(field(), BATTLE, 2)
    order(state, "all", "all")
    named = {m.GENERAL_NAMES[e.subject] for e in told(state, Trace.NAMED)}
    assert named == {"Dong Zhuo", "Hua Xiong", "Yan Liang", "Tian Feng"}, "command 4, 4, 3, 3; Li Ru has 3"


@pytest.mark.rule("§19.5")
def test_s19_die_and_valour_the_lower_side_loses_the_difference() -> None:
    """Hua Xiong 6 against Yan Liang 6."""
    state = rounds(field(), DUEL, 1)
    order(state, "general:3")
    for ahead in (-2, -1, 0, 1, 2):
        fought = chance(state, "general:1", lambda s, a=ahead: one(s, Trace.DUEL).value == a)
        r = fought.record
        assert (r["army"][country("Dong Zhuo")], r["troops"][area("Xuchang")]) == (
            10 - max(-ahead, 0),
            10 - max(ahead, 0),
        )


@pytest.mark.rule("§19.5", "§19.6")
def test_s19_three_at_most_and_from_three_on_a_check() -> None:
    state = rounds(field(), DUEL, 1)
    order(state, "general:3")
    for ahead, column in ((3, m.Column.DUEL_3), (4, m.Column.DUEL_4), (5, m.Column.DUEL_5)):
        fought = chance(state, "general:1", lambda s, a=ahead: one(s, Trace.DUEL).value == a)
        assert fought.record["troops"][area("Xuchang")] == 7
        assert one(fought, Trace.CHECKED).subject == general("Yan Liang")
        assert one(fought, Trace.CHECKED).object == column


@pytest.mark.rule("§24.1", "§24.2", "T17", "T55")
def test_s24_six_and_more_have_one_column() -> None:
    """Tian Feng has no valour: he counts 0 (T55), and is behind by up to eleven."""
    state = rounds(field(), DUEL, 1)
    order(state, "general:3")
    behind = chance(state, "general:2", lambda s: one(s, Trace.DUEL).value >= 8)
    assert one(behind, Trace.CHECKED).object == m.Column.DUEL_6


@pytest.mark.rule("§19.3")
def test_s19_pairs_are_drawn_at_random() -> None:
    state = rounds(field(), DUEL, 2)
    order(state, "all")
    met = set()
    for key in range(60):
        copy = state.clone()
        copy.tables[0].key0 = key
        order(copy, "all")
        met.add(frozenset((e.subject, e.object) for e in told(copy, Trace.DUEL)))
    ours = general("Dong Zhuo"), general("Hua Xiong")
    theirs = general("Yan Liang"), general("Tian Feng")
    assert met == {frozenset(zip(ours, theirs, strict=True)), frozenset(zip(ours, theirs[::-1], strict=True))}


@pytest.mark.rule("§19.7", "T14")
def test_s19_without_an_opponent_valour_in_troops_five_at_most() -> None:
    state = rounds(field(), DUEL, 2)
    order(state, "general:1", "general:3")  # Dong Zhuo 5, Hua Xiong 6
    order(state, "done")
    assert [e.value for e in told(state, Trace.WALKOVER)] == [5, 5]
    assert told(state, Trace.DESTROYED), "ten in all"


@pytest.mark.rule("§19.8", "T14")
@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_s19_clans_have_three_of_valour_0_no_more_than_the_table_says(number: int) -> None:
    state = rounds(field("clans"), DUEL, number)
    order(state, "done")
    assert [e.value for e in told(state, Trace.WALKOVER)] == [1] * min(number, 3), "one each without an opponent"


@pytest.mark.rule("T35")
def test_t35_losses_are_summed_then_checks_then_destruction() -> None:
    state = rounds(field(defenders=3), DUEL, 2)
    order(state, "general:1", "general:3")
    fought = chance(state, "all", lambda s: bool(told(s, Trace.DESTROYED)) and len(told(s, Trace.CHECKED)) > 0)
    kinds = [e.kind for e in fought.trace()]
    assert kinds.index(Trace.LOST) < kinds.index(Trace.DESTROYED)
    assert max(k for k, kind in enumerate(kinds) if kind == Trace.DUEL) < kinds.index(Trace.LOST)


# -------------------------------------------------------------------------------------------------------------- battles


def totals(state: State, action: str) -> tuple[set[int], set[int]]:
    """All totals of both sides that come up when the action is played with a hundred dice."""
    ours, theirs = set(), set()
    for key in range(100):
        copy = state.clone()
        copy.tables[0].key0 = key
        copy.play(action)
        ours.add(one(copy, Trace.TOTALS).subject)
        theirs.add(one(copy, Trace.TOTALS).object)
    return ours, theirs


@pytest.mark.rule("§20.1", "§20.2", "§20.4", "§20.6")
def test_s20_die_command_tens_city() -> None:
    """25 troops with Dong Zhuo and Hua Xiong (4 + 4, and 2) against 19 with Yan Liang and Tian Feng (3 + 3, and 1) in a
    large city (2)."""
    state = rounds(field(attackers=25, defenders=19), BATTLE, 2)
    order(state, "all")
    ours, theirs = totals(state, "all")
    assert ours == {10 + k for k in range(1, 7)}
    assert theirs == {9 + k for k in range(1, 7)}


@pytest.mark.rule("§20.6")
@pytest.mark.parametrize(("where", "city"), [("Xuchang", 2), ("Chenliu", 1), ("Yuzhou", 0)])
def test_s20_the_defenders_city_and_the_rivers(where: str, city: int) -> None:
    for river in (0, 1):
        state = field(where=where, defenders=9)
        state.tables[0].across_rivers = river
        rounds(state, BATTLE, 1)
        order(state, "done")
        assert totals(state, "done")[1] == {city + 2 * river + k for k in range(1, 7)}


@pytest.mark.rule("§20.3")
def test_s20_without_a_general_the_die_is_rolled_all_the_same() -> None:
    state = rounds(field("clans", where="Yuzhou", defenders=9, attackers=9), BATTLE, 1)
    fought = order(state, "done")
    assert 1 <= one(fought, Trace.TOTALS).subject <= 6
    assert 1 <= one(fought, Trace.TOTALS).object <= 6


@pytest.mark.rule("§20.5", "T17")
def test_s20_table_b_both_lose() -> None:
    state = rounds(field(where="Yuzhou", attackers=9, defenders=9), BATTLE, 1)
    order(state, "done")
    for difference, losses in ((0, (1, 1)), (2, (1, 2)), (3, (1, 3)), (5, (1, 4))):
        fought = chance(state, "done", lambda s, d=difference: one(s, Trace.TOTALS).subject -
                        one(s, Trace.TOTALS).object == d)  # fmt: skip
        r = fought.record
        assert (9 - r["army"][country("Dong Zhuo")], 9 - r["troops"][area("Yuzhou")]) == losses


# ----------------------------------------------------------------------------------------------------------- stratagems


@pytest.mark.rule("§21.1", "§21.2", "§21.3", "§21.5")
def test_s21_die_and_wits_the_lower_side_loses() -> None:
    """Li Ru (5) against Tian Feng (6)."""
    state = rounds(field(), STRATAGEM, 1)
    order(state, "all")
    for difference, loss in ((-6, 3), (-2, 1), (0, 0), (4, 2)):
        fought = chance(state, "all", lambda s, d=difference: one(s, Trace.TOTALS).subject -
                        one(s, Trace.TOTALS).object == d)  # fmt: skip
        r = fought.record
        ours, theirs = (loss, 0) if difference < 0 else (0, loss)
        assert (10 - r["army"][country("Dong Zhuo")], 10 - r["troops"][area("Xuchang")]) == (ours, theirs)


@pytest.mark.rule("§21.4", "T56")
def test_s21_without_wits_no_die() -> None:
    state = rounds(field(), STRATAGEM, 2)
    assert of_kind(state, "general:") == {"1", "2"}, "Hua Xiong has no wits"
    order(state, "done", "all")
    assert one(state, Trace.TOTALS).subject == 0


@pytest.mark.rule("§21.6")
def test_s21_clans_roll_a_die_less_one() -> None:
    state = rounds(field("clans"), STRATAGEM, 1)
    seen = {one(chance(state, "done", lambda s, k=k: one(s, Trace.TOTALS).object == k), Trace.TOTALS).object
            for k in range(6)}  # fmt: skip
    assert seen == set(range(6))


@pytest.mark.rule("§18.6", "§18.7", "§22.1", "§22.2", "T15")
def test_s18_after_each_round_the_attacker_says_first() -> None:
    state = rounds(field(where="Yuzhou", attackers=9, defenders=9), BATTLE, 1)
    order(state, "done", "done")
    assert (state.phase, state.record["a"], state.seat) == ("retreat", 0, 0)
    order(state, "no")
    assert (state.phase, state.record["a"]) == ("retreat", 1)
    entries = order(state, "no")
    assert one(entries, Trace.ROUND).subject == 2
