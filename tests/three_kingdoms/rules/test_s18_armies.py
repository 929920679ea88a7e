"""§17–§21: armies step by step: who plays, who is named, what a round costs, and who bears it."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.rules.fights.fight import begin_round, fight, may_stand_in, partner_power
from dynasty_env.three_kingdoms.rules.fights.losses import bear, lose, share_losses
from dynasty_env.three_kingdoms.rules.fights.picks import (
    begin_picks,
    candidates,
    fights_for,
    is_clans,
    may_be_picked,
    pick_best,
    picked_by,
    reveal,
    stat_of,
)
from dynasty_env.three_kingdoms.rules.fights.rounds import (
    CLANSMAN,
    check_loser,
    line_up,
    plot,
    total_of,
    valour,
    walkover,
)
from dynasty_env.three_kingdoms.rules.forces import value
from dynasty_env.three_kingdoms.steps import Step, Trace
from dynasty_env.three_kingdoms.table import DUELLISTS
from tests.three_kingdoms.rules.conftest import area, country, general, names, of_kind, one, order, put, told
from tests.three_kingdoms.rules.fights import field, rounds

DUEL, BATTLE, STRATAGEM = m.Method
DONG, SHAO, BIAO, SHU = (country(name) for name in ("Dong Zhuo", "Yuan Shao", "Liu Biao", "Yuan Shu"))
HERE = area("Xuchang")


def frames(state: State) -> list[tuple[int, ...]]:
    return [tuple(row) for row in state.record["stack"][: state.record["depth"]].tolist()][::-1]


def begun(defender: str = "Yuan Shao", **fields: int) -> State:
    """A fight is about to begin."""
    state = field(defender)
    t = state.tables[0]
    t.depth = t.told = 0
    for name, number in fields.items():
        setattr(t, name, number)
    return state


# ------------------------------------------------------------------------------------------------------ the beginning


@pytest.mark.rule("§18.1", "§18.2", "T24", "T46")
def test_s18_how_a_fight_begins() -> None:
    state = begun(rounds=7, fled=1, split=2, split_with=3, had_troops=0)
    t = state.tables[0]
    t.hurt[0] = t.hurt[1] = 1
    for name in ("Yan Liang", "Tian Feng"):
        t.role[general(name)] = m.Role.NONE
    fight(t)
    assert (t.rounds, t.fled, t.split, t.split_with, t.had_troops) == (0, -1, 0, -1, 1)
    assert (t.hurt[0], t.hurt[1]) == (0, 0)
    assert (t.player[0], t.player[1]) == (t.country_seat[DONG], t.country_seat[SHAO])
    assert [t.role[general(n)] for n in ("Yan Liang", "Tian Feng", "Hua Xiong", "Yuan Shao")] == [2, 2, 1, 0]
    assert frames(state) == [(Step.ROUND, 0, 0, 0)]
    entry = one(state, Trace.INVADED)
    assert (entry.subject, entry.object, entry.value) == (DONG, HERE, SHAO)
    empty = begun()
    empty.tables[0].troops[HERE] = 0
    fight(empty.tables[0])
    assert empty.tables[0].had_troops == 0


@pytest.mark.rule("§18.2", "T12", "T25")
def test_t25_who_may_stand_in() -> None:
    state = begun("clans")
    t = state.tables[0]
    fight(t)
    assert frames(state) == [(Step.PROXY, t.country_seat[DONG], 0, 0), (Step.ROUND, 0, 0, 0)]
    assert [may_stand_in(t, c) for c in (DONG, SHAO, BIAO, SHU, country("Zhang Lu"))] == [
        False,
        True,
        True,
        True,
        False,
    ]
    t.allied[SHAO] = m.Pact.ALLY
    t.army[BIAO] = 1
    t.status[SHU] = m.Status.FALLEN
    assert not any(may_stand_in(t, c) for c in (DONG, SHAO, BIAO, SHU))
    t.depth = 0
    fight(t)
    assert [frame[0] for frame in frames(state)] == [Step.LOSS_SPLIT, Step.ROUND], "nobody: the neutral policy"
    assert t.player[1] == m.NO_ONE
    t.allied[SHAO] = m.Pact.REFUSED
    assert may_stand_in(t, SHAO)
    minor = begun()
    t = minor.tables[0]
    t.country_seat[SHAO] = m.NO_ONE
    fight(t)
    assert frames(minor)[0][0] == Step.PROXY


@pytest.mark.rule("T46")
def test_t46_one_partner_with_a_seat_is_asked_about_losses() -> None:
    t = begun().tables[0]
    assert partner_power(t) == m.NO_ONE
    t.army[BIAO] = 2
    assert partner_power(t) == BIAO
    t.army[SHU] = 2
    assert partner_power(t) == m.NO_ONE, "two"
    t.army[SHU], t.army[country("Zhang Lu")] = 0, 3
    assert partner_power(t) == BIAO, "minor powers are not asked"
    t.army[DONG] = 0
    assert partner_power(t) == BIAO, "his generals are there"
    for name in ("Dong Zhuo", "Hua Xiong", "Li Ru"):
        take_off(t, general(name), m.Place.DEAD)
    assert partner_power(t) == m.NO_ONE, "the power itself takes no part"
    state = begun()
    state.tables[0].army[BIAO] = 2
    fight(state.tables[0])
    assert frames(state) == [
        (Step.LOSS_SPLIT, state.tables[0].country_seat[DONG], BIAO, 0), (Step.ROUND, 0, 0, 0),
    ]  # fmt: skip


@pytest.mark.rule("T11", "T46", "§17.4.2")
@pytest.mark.parametrize(("action", "split"), [("mine first", 1), ("yours first", 2)])
def test_t46_the_partner_accepts_or_not(action: str, split: int) -> None:
    state = begun()
    t = state.tables[0]
    t.army[BIAO] = 4
    fight(t)
    state.call("proceed")
    assert (state.phase, names(state)) == ("loss_split", {"evenly", "mine first", "yours first"})
    evenly, refused, agreed = state.clone(), state.clone(), state
    order(evenly, "evenly")
    assert (evenly.record["split"], evenly.record["split_with"]) == (0, -1)
    assert evenly.phase != "loss_accept"
    order(refused, action)
    assert (refused.phase, refused.seat) == ("loss_accept", refused.record["country_seat"][BIAO])
    order(refused, "no")
    assert (refused.record["split"], refused.record["split_with"]) == (0, -1)
    entries = order(agreed, action, "yes")
    assert (agreed.record["split"], agreed.record["split_with"]) == (split, BIAO)
    assert (one(entries, Trace.SPLIT).subject, one(entries, Trace.SPLIT).value) == (BIAO, split)


# --------------------------------------------------------------------------------------------------------- losses


@pytest.mark.rule("§17.4", "§17.4.1", "§17.4.2", "T46", "T82")
@pytest.mark.parametrize(
    ("split", "loss", "left"),
    [
        (1, 3, (2, 4, 0)), (1, 7, (0, 2, 0)), (1, 5, (0, 4, 0)), (2, 3, (5, 1, 0)), (2, 6, (3, 0, 0)),
        (0, 2, (4, 3, 0)), (0, 3, (3, 3, 0)), (0, 1, (4, 4, 0)), (0, 9, (0, 0, 0)), (0, 8, (1, 0, 0)),
    ],
)  # fmt: skip
def test_s17_how_five_and_four_bear_a_loss(split: int, loss: int, left: tuple[int, int, int]) -> None:
    t = begun(split=split, split_with=BIAO).tables[0]
    t.army[DONG], t.army[BIAO] = 5, 4
    share_losses(t, loss)
    assert (t.army[DONG], t.army[BIAO], t.army[SHU]) == left


@pytest.mark.rule("T82")
def test_t82_three_share_and_the_largest_bears_the_rest() -> None:
    t = begun().tables[0]
    t.army[DONG], t.army[BIAO], t.army[SHU] = 9, 2, 5
    share_losses(t, 8)
    assert (t.army[DONG], t.army[BIAO], t.army[SHU]) == (5, 0, 3), "two each, and two more"
    assert bear(t, BIAO, 3) == 0
    assert bear(t, SHU, 2) == 2
    assert t.army[SHU] == 1
    assert bear(t, SHU, 2) == 1


@pytest.mark.rule("§17.4", "§23.4")
def test_s23_a_loss_is_told_and_remembered() -> None:
    state = begun()
    t = state.tables[0]
    t.tired[HERE] = 8
    lose(t, 1, 0)
    assert (t.hurt[1], t.troops[HERE], t.told) == (0, 10, 0)
    lose(t, 1, 3)
    assert (t.hurt[0], t.hurt[1], t.troops[HERE], t.tired[HERE]) == (0, 1, 7, 7)
    assert (one(state, Trace.LOST).subject, one(state, Trace.LOST).value) == (1, 3)
    lose(t, 1, 30)
    assert (t.troops[HERE], t.tired[HERE]) == (0, 0)
    lose(t, 0, 4)
    assert (t.hurt[0], t.army[DONG]) == (1, 6)


# ------------------------------------------------------------------------------------------------------ naming


@pytest.mark.rule("§19.1", "§20.1", "§21.1", "T55", "T59")
def test_t59_who_may_be_named_for_what() -> None:
    """Li Ru has no valour, Hua Xiong no wits."""
    t = begun().tables[0]
    assert [stat_of(method) for method in m.Method] == [m.Stat.VALOUR, m.Stat.COMMAND, m.Stat.WITS]
    hua, li, yan = general("Hua Xiong"), general("Li Ru"), general("Yan Liang")
    assert value(t, hua, m.Stat.WITS) == m.ABSENT
    for method, named in ((DUEL, True), (BATTLE, True), (STRATAGEM, False)):
        t.method = method
        assert may_be_picked(t, hua, 0) == named
        assert not may_be_picked(t, hua, 1)
    t.method = DUEL
    assert may_be_picked(t, li, 0), "absent valour may be named"
    assert (candidates(t, 0), candidates(t, 1)) == (3, 2)
    t.role[hua] = m.Role.RESTS_ATTACKING
    assert not fights_for(t, hua, 0), "he takes no part"
    assert (fights_for(t, yan, 1), fights_for(t, yan, 0)) == (True, False)
    assert candidates(t, 0) == 2


@pytest.mark.rule("T12", "T13", "T59", "T77")
@pytest.mark.parametrize(("method", "step"), [(DUEL, Step.DUEL_PICK), (BATTLE, Step.BATTLE_PICK),
                                              (STRATAGEM, Step.STRATAGEM_PICK)])  # fmt: skip
def test_t13_each_armys_player_names(method: m.Method, step: Step) -> None:
    state = begun(method=method, number=2)
    t = state.tables[0]
    fight(t)
    t.depth = 0
    t.picked[general("Hua Xiong")] = t.picked[general("Li Ru")] = 1
    begin_picks(t, 0)
    assert frames(state) == [(step, t.country_seat[DONG], 0, 0)]
    assert not state.record["picked"].any(), "nobody yet"
    t.depth, t.player[1] = 0, m.NO_ONE
    begin_picks(t, 1)
    assert frames(state) == []
    assert state.record["picked"].sum() == min(2, candidates(t, 1)), "the neutral policy, at once"
    for name in ("Hua Xiong", "Li Ru", "Dong Zhuo"):
        t.role[general(name)] = m.Role.RESTS_ATTACKING
    begin_picks(t, 0)
    assert frames(state) == [], "nobody can be named"


@pytest.mark.rule("T59")
def test_t59_the_best_by_the_value_in_question_ties_in_roster_order() -> None:
    state = begun(method=BATTLE, number=2)
    t = state.tables[0]
    who = [general(name) for name in ("Dong Zhuo", "Hua Xiong", "Li Ru")]
    by_command = sorted(who, key=lambda g: (-value(t, g, m.Stat.COMMAND), g))
    pick_best(t, 0)
    assert {g for g in who if t.picked[g]} == set(by_command[:2])
    assert [picked_by(t, g, 0) for g in by_command] == [True, True, False]
    assert not picked_by(t, by_command[0], 1)
    t.number = 5
    pick_best(t, 0)
    assert all(t.picked[g] for g in who), "no more than there are"


@pytest.mark.rule("T13")
def test_t13_both_sides_are_shown_at_once() -> None:
    state = begun()
    t = state.tables[0]
    for name in ("Hua Xiong", "Yan Liang", "Yuan Shao"):
        t.picked[general(name)] = 1
    reveal(t)
    assert {(e.subject, e.object) for e in told(state, Trace.NAMED)} == {
        (general("Hua Xiong"), 0), (general("Yan Liang"), 1),
    }  # fmt: skip


@pytest.mark.rule("§19.4", "T13")
def test_s19_one_after_the_other_up_to_the_number() -> None:
    state = rounds(field(), DUEL, 3)
    assert names(state) == {"done", "all", "general:1", "general:2", "general:3"}
    order(state, "general:2")
    assert (names(state), state.record["b"]) == ({"done", "general:1", "general:3"}, 1)
    order(state, "general:1")
    assert (names(state), state.record["b"]) == ({"done", "general:3"}, 2)
    order(state, "general:3")
    assert state.seat == state.record["country_seat"][SHAO], "three, and no more"
    assert names(state) == {"done", "all", "general:1", "general:2"}
    order(state, "general:1", "general:2")
    assert told(state, Trace.ROUND) or told(state, Trace.DUEL)


# ------------------------------------------------------------------------------------------------------- rounds


@pytest.mark.rule("§18.3", "§18.4", "T17", "T70")
def test_s18_a_round_begins_with_two_dice() -> None:
    seen = set()
    for key in range(200):
        state = begun(rounds=4)
        t = state.tables[0]
        fight(t)
        t.depth, t.key0, t.rounds, t.told = 0, key, 4, 0
        begin_round(t)
        entry = one(state, Trace.ROUND)
        assert (entry.subject, entry.object, entry.value) == (5, t.number, t.method)
        assert t.rounds == 5
        assert frames(state)[-1] == (Step.RESOLVE, 0, 0, 0)
        assert [frame[2] for frame in frames(state)[:-1]] == [0, 1], "the attackers' picks are asked first"
        seen.add((int(t.method), int(t.number)))
    assert seen == {(int(m.METHOD[k]), int(m.METHOD_GENERALS[k])) for k in range(2, 13)}


@pytest.mark.rule("§19.5", "§19.7", "§19.8", "T14", "T55")
def test_s19_valour_and_walkovers() -> None:
    state = begun()
    t = state.tables[0]
    assert valour(t, general("Hua Xiong")) == 6
    assert (valour(t, general("Tian Feng")), valour(t, CLANSMAN)) == (0, 0), "absent; a clansman"
    assert walkover(t, general("Hua Xiong")) == 5
    assert walkover(t, general("Dong Zhuo")) == 5
    assert walkover(t, general("Tian Feng")) == 0
    assert walkover(t, CLANSMAN) == 1
    assert [(e.subject, e.value) for e in told(state, Trace.WALKOVER)] == [
        (general("Hua Xiong"), 5), (general("Dong Zhuo"), 5), (general("Tian Feng"), 0), (CLANSMAN, 1),
    ]  # fmt: skip


@pytest.mark.rule("§19.8", "T14")
@pytest.mark.parametrize(("number", "count"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_t14_clansmen_line_up(number: int, count: int) -> None:
    state = begun("clans", number=number)
    t = state.tables[0]
    for k in range(2 * DUELLISTS):
        t.duellist[k] = 9
    assert line_up(t, 1) == count
    assert [t.duellist[DUELLISTS + k] for k in range(DUELLISTS)] == [CLANSMAN] * count + [9] * (5 - count)
    for name in ("Dong Zhuo", "Li Ru"):
        t.picked[general(name)] = 1
    assert line_up(t, 0) == 2
    assert {t.duellist[0], t.duellist[1]} == {general("Dong Zhuo"), general("Li Ru")}
    assert (is_clans(t, 0), is_clans(t, 1)) == (False, True)
    t.army[m.CLANS] = 1
    t.defender = SHAO
    assert (is_clans(t, 0), is_clans(t, 1)) == (True, False)


@pytest.mark.rule("§19.6", "§24.2")
@pytest.mark.parametrize("ahead", [-8, -6, -5, -4, -3, -2, 0, 2, 3, 4, 5, 6, 8])
def test_s19_who_is_behind_by_three_is_checked_in_the_column_of_the_difference(ahead: int) -> None:
    state = begun()
    t = state.tables[0]
    t.duellist[1], t.duellist[DUELLISTS + 1], t.ahead[1] = general("Hua Xiong"), general("Yan Liang"), ahead
    check_loser(t, 1)
    found = [(e.subject, e.object) for e in told(state, Trace.CHECKED)] if t.told else []
    loser = general("Yan Liang") if ahead > 0 else general("Hua Xiong")
    assert found == ([(loser, min(abs(ahead), 6) - 3)] if abs(ahead) >= 3 else [])
    t.duellist[DUELLISTS + 1] = t.duellist[1] = CLANSMAN
    t.told = t.trace_length = 0
    check_loser(t, 1)
    assert t.told == 0, "clansmen are not captured"


@pytest.mark.rule("§20.4", "§21.3", "§21.4", "§21.6", "T56")
def test_s21_totals_of_those_who_are_named() -> None:
    state = begun(method=STRATAGEM)
    t = state.tables[0]
    li, hua, tian = general("Li Ru"), general("Hua Xiong"), general("Tian Feng")
    t.picked[hua] = 1
    assert total_of(t, 0, m.Stat.WITS) == 0, "absent adds nothing"
    draws = int(t.draws)
    assert plot(t, 0) == 0
    assert t.draws == draws, "no die"
    t.picked[li] = t.picked[tian] = 1
    assert (total_of(t, 0, m.Stat.WITS), total_of(t, 1, m.Stat.WITS)) == (5, 6)
    assert {plot(t, 0) for _ in range(60)} == set(range(6, 12))
    put(state, "Xuchang", "clans", 9)
    t.defender = m.CLANS
    assert {plot(t, 1) for _ in range(60)} == set(range(6))


@pytest.mark.rule("§20.6", "T57")
def test_t57_tens_of_the_whole_side() -> None:
    state = rounds(field(where="Yuzhou", attackers=19, defenders=29), BATTLE, 1)
    order(state, "done", "done")
    entry = one(state, Trace.TOTALS)
    assert 2 <= entry.subject <= 7
    assert 3 <= entry.object <= 8
    assert of_kind(state, "general:") == set()
