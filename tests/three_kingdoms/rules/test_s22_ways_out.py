"""§22–§24, §17.5: retreats, flights, checks and victories step by step."""

from __future__ import annotations

import pytest

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.rules.fights.checks import capture, check_duellist, roll_check
from dynasty_env.three_kingdoms.rules.fights.destruction import (
    aftermath,
    arrive_fleeing,
    check_destroyed,
    destroy,
    flee,
    is_defender_destroyed,
    next_to_flee,
)
from dynasty_env.three_kingdoms.rules.fights.havens import best_haven, can_retreat, find_havens, is_haven
from dynasty_env.three_kingdoms.rules.fights.retreat import (
    UNDECIDED,
    ask_retreat,
    begin_retreat,
    chooser,
    disband,
    go_all,
    go_general,
    go_troops,
    must_go,
    send,
    send_home,
    stay,
    troops_of,
    undecided,
)
from dynasty_env.three_kingdoms.rules.fights.victory import fight_over, foremost, leave_field, occupy, victory, win
from dynasty_env.three_kingdoms.rules.rulers import fall
from dynasty_env.three_kingdoms.steps import Reach, Step, Trace
from tests.three_kingdoms.rules.conftest import area, country, general, names, one, order, put, told
from tests.three_kingdoms.rules.fights import field

DONG, SHAO, BIAO, SHU = (country(name) for name in ("Dong Zhuo", "Yuan Shao", "Liu Biao", "Yuan Shu"))
HERE, HOME = area("Xuchang"), area("Luoyang")
HUA, LI, YAN, TIAN = (general(name) for name in ("Hua Xiong", "Li Ru", "Yan Liang", "Tian Feng"))


def frames(state: State) -> list[tuple[int, ...]]:
    return [tuple(row) for row in state.record["stack"][: state.record["depth"]].tolist()][::-1]


def fought(defender: str = "Yuan Shao", attackers: int = 10, defenders: int = 10) -> State:
    """A fight for Xuchang, with nothing on the stack."""
    state = field(defender, attackers, defenders)
    t = state.tables[0]
    t.depth = t.told = t.a = t.b = 0
    return state


# -------------------------------------------------------------------------------------------------------- where to


@pytest.mark.rule("§22.4", "§22.6", "§22.7", "§22.10")
def test_s22_kinds_of_havens() -> None:
    state = fought()
    t = state.tables[0]
    find_havens(t, SHAO, Reach.ADJACENT)
    found = {kind: {a for a in range(m.AREAS) if is_haven(t, a, SHAO, kind)} for kind in range(3)}
    assert found[0] == {area("Jizhou"), area("Runan")}, "own ones, not the field itself"
    assert found[1] == {a for a in range(m.AREAS) if t.control[a] == m.NEUTRAL}
    put(state, "Yuzhou", "Liu Biao", 0)
    put(state, "Chenliu", "Liu Biao", 1)
    put(state, "Xinye", "clans", 3)
    find_havens(t, DONG, Reach.ADJACENT)
    for name in ("Luoyang", "Changan"):
        put(state, name, "Dong Zhuo", 0)
    others = {a for a in range(m.AREAS) if is_haven(t, a, SHAO, 2)}
    assert area("Yuzhou") in others
    assert area("Luoyang") in others
    assert not others & {area("Chenliu"), area("Xinye"), area("Jizhou"), HERE, area("Youzhou")}
    assert [is_haven(t, area("Xinye"), m.CLANS, kind) for kind in range(3)] == [True, False, False]
    assert not is_haven(t, area("Youzhou"), m.CLANS, 1)


@pytest.mark.rule("§22.9", "T27", "T52", "T58")
def test_s22_how_far_they_may_go() -> None:
    state = fought()
    t = state.tables[0]
    runan, jizhou = area("Runan"), area("Jizhou")

    def marked(owner: int, reach: Reach) -> tuple[int, set[int]]:
        count = find_havens(t, owner, reach)
        return count, {a for a in range(m.AREAS) if t.reach[a] == 1}

    assert marked(SHAO, Reach.ADJACENT) == (1, {runan})
    assert marked(SHAO, Reach.IF_NEEDED) == (1, {runan})
    assert marked(SHAO, Reach.ANYWHERE) == (2, {runan, jizhou})
    for name in ("Runan", "Chenliu", "Xinye", "Yuzhou"):
        put(state, name, "Liu Biao", 1)
    assert marked(SHAO, Reach.ADJACENT) == (0, set())
    assert marked(SHAO, Reach.IF_NEEDED) == (1, {jizhou})
    assert marked(SHAO, Reach.ANYWHERE) == (1, {jizhou})
    put(state, "Jizhou", "Liu Biao", 1)
    assert marked(SHAO, Reach.ANYWHERE) == (0, set())


@pytest.mark.rule("§22.8")
def test_s22_an_army_goes_if_all_its_countries_can() -> None:
    state = fought()
    t = state.tables[0]
    assert (can_retreat(t, 0), can_retreat(t, 1)) == (True, True)
    for name in ("Chenliu", "Xinye", "Yuzhou"):
        put(state, name, "Yuan Shu", 1)
    t.army[BIAO] = 2
    assert not can_retreat(t, 0), "Liu Biao has nowhere to go"
    t.army[BIAO] = 0
    assert can_retreat(t, 0)
    put(state, "Runan", "Yuan Shu", 1)
    assert not can_retreat(t, 1)


@pytest.mark.rule("T59")
def test_t59_the_own_area_with_most_troops_ties_in_the_list() -> None:
    state = fought()
    t = state.tables[0]
    near = sorted(area(name) for name in ("Chenliu", "Xinye", "Runan"))
    for troops, best in (((3, 3, 3), 0), ((3, 5, 4), 1), ((3, 5, 5), 1), ((2, 2, 3), 2)):
        for number, count in zip(near, troops, strict=True):
            put(state, m.AREA_NAMES[number], "Yuan Shao", count)
        find_havens(t, SHAO, Reach.ADJACENT)
        assert best_haven(t, SHAO) == near[best]
    t.control[near[0]] = m.NEUTRAL
    t.troops[near[0]] = 0
    t.reach[near[0]] = 1
    assert best_haven(t, SHAO) == near[2], "an own one before others"
    for number in range(m.AREAS):
        t.reach[number] = 0
    assert best_haven(t, SHAO) == m.NOWHERE


# --------------------------------------------------------------------------------------------------------- whether


@pytest.mark.rule("§22.2", "§18.7", "T12", "T58")
def test_s22_who_is_asked_to_retreat() -> None:
    for army, seat in ((0, DONG), (1, SHAO)):
        state = fought()
        t = state.tables[0]
        t.a = army
        ask_retreat(t)
        assert frames(state) == [(Step.RETREAT, t.country_seat[seat], army, 0)]
    state = fought()
    t = state.tables[0]
    stay(t, 0)
    assert frames(state) == [(Step.ASK_RETREAT, 0, 1, 0)]
    t.depth = 0
    stay(t, 1)
    assert frames(state) == [(Step.ROUND, 0, 0, 0)]


@pytest.mark.rule("T12")
@pytest.mark.parametrize(("ours", "goes"), [(4, True), (5, False), (10, False)])
def test_t12_the_neutral_policy_goes_with_less_than_half(ours: int, goes: bool) -> None:
    state = fought(attackers=10, defenders=ours)
    t = state.tables[0]
    t.a, t.player[1] = 1, m.NO_ONE
    ask_retreat(t)
    assert (t.fled == 1) == goes
    assert frames(state)[-1] == ((Step.FIGHT_OVER, 0, 0, 0) if goes else (Step.ROUND, 0, 0, 0))
    if goes:
        assert frames(state)[0] == (Step.SEND, 0, SHAO, Reach.ADJACENT)


@pytest.mark.rule("§22.8")
def test_s22_who_cannot_go_stays_unasked() -> None:
    state = fought()
    t = state.tables[0]
    for name in ("Luoyang", "Chenliu", "Xinye", "Yuzhou", "Runan"):
        put(state, name, "Yuan Shu", 1)
    for army, waits in ((0, (Step.ASK_RETREAT, 0, 1, 0)), (1, (Step.ROUND, 0, 0, 0))):
        t.depth, t.a = 0, army
        ask_retreat(t)
        assert frames(state) == [waits]


@pytest.mark.rule("T58")
def test_t58_who_must_go_after_thirty_rounds() -> None:
    state = fought(attackers=10, defenders=9)
    t = state.tables[0]
    assert must_go(t) == 1
    t.troops[HERE] = 10
    assert must_go(t) == 0, "equal: the attacker"
    t.troops[HERE] = 9
    for name in ("Runan", "Jizhou", "Chenliu", "Xinye", "Yuzhou"):
        put(state, name, "Yuan Shu", 1)
    assert must_go(t) == 0, "the defender has nowhere to go"
    for rounds_fought, asked in ((29, True), (30, False)):
        state = fought()
        t = state.tables[0]
        t.rounds = rounds_fought
        ask_retreat(t)
        assert (frames(state)[0][0] == Step.RETREAT) == asked
        if not asked:
            assert frames(state)[0][3] == Reach.IF_NEEDED


@pytest.mark.rule("§22.11", "§23.3", "T15", "T23")
def test_t23_a_pursuit_may_destroy() -> None:
    kinds = set()
    for key in range(40):
        state = fought(attackers=25, defenders=2)
        t = state.tables[0]
        t.key0 = key
        begin_retreat(t, 1, Reach.ADJACENT)
        loss = one(state, Trace.PURSUED).value
        assert (one(state, Trace.RETREATS).subject, t.fled, t.troops[HERE]) == (1, 1, max(2 - loss, 0))
        waits = [frame[0] for frame in frames(state)]
        assert waits == ([Step.AFTERMATH] if loss >= 2 else [Step.SEND, Step.FIGHT_OVER])
        kinds.add(loss)
    assert {1, 2, 3} <= kinds
    none = fought(attackers=1, defenders=0)
    begin_retreat(none.tables[0], 1, Reach.ADJACENT)
    assert [frame[0] for frame in frames(none)] in ([Step.SEND, Step.FIGHT_OVER], [Step.AFTERMATH])


# ------------------------------------------------------------------------------------------------------- the move


@pytest.mark.rule("T24")
def test_t24_who_chooses() -> None:
    t = fought().tables[0]
    t.player[1] = 3
    assert chooser(t, 1, SHAO) == 3
    assert chooser(t, 0, BIAO) == t.country_seat[BIAO]
    assert chooser(t, 0, m.CLANS) == t.country_seat[DONG]
    t.status[DONG] = m.Status.FALLEN
    assert chooser(t, 0, m.CLANS) == m.NO_ONE
    assert chooser(t, 0, BIAO) == t.country_seat[BIAO]


@pytest.mark.rule("§22.3", "T24")
def test_s22_all_units_of_an_army_go() -> None:
    state = fought()
    t = state.tables[0]
    t.army[SHU] = 3
    send_home(t, 0, Reach.IF_NEEDED)
    assert frames(state) == [(Step.SEND, 0, SHU, 1), (Step.SEND, 0, DONG, 1)], "in the list's order"
    t.depth = 0
    send_home(t, 1, Reach.ADJACENT)
    assert frames(state) == [(Step.SEND, 0, SHAO, 0)]
    t.depth, t.fled, t.a, t.b = 0, 0, DONG, Reach.ADJACENT
    send(t)
    assert frames(state) == [(Step.RETREAT_TO, t.country_seat[DONG], DONG, Reach.ADJACENT)]
    assert [t.goal[g] for g in (HUA, LI, YAN)] == [UNDECIDED, UNDECIDED, m.NOWHERE]
    assert undecided(t, DONG) == min(HUA, LI, general("Dong Zhuo"))
    assert undecided(t, SHAO) == m.NO_ONE


@pytest.mark.rule("T15", "T52")
def test_t15_without_anywhere_to_go() -> None:
    for army, owner, who in ((0, DONG, HUA), (1, SHAO, YAN)):
        state = fought()
        t = state.tables[0]
        t.fled, t.a, t.b = army, owner, Reach.ADJACENT
        for number in range(m.AREAS):
            if t.control[number] in (m.NEUTRAL, owner) and number != HERE:
                put(state, m.AREA_NAMES[number], "Yuan Shu", 1)
        send(t)
        assert frames(state) == [(Step.ARRIVE, 0, 0, 0)]
        assert (t.army[DONG], t.troops[HERE], t.tired[HERE]) == ((0, 10, 0) if army == 0 else (10, 0, 0))
        assert (t.goal[who], t.role[who], t.area[who]) == (m.NOWHERE, m.Role.NONE, m.NOWHERE)
        assert len(told(state, Trace.EXILED)) == (3 if army == 0 else 2)
    state = fought()
    t = state.tables[0]
    t.goal[HUA] = UNDECIDED
    disband(t, DONG, 0)
    assert [e.subject for e in told(state, Trace.EXILED)] == [HUA]


@pytest.mark.rule("§22.4", "§22.5", "T21")
def test_s22_who_goes_has_acted_and_takes_what_is_not_his_countrys() -> None:
    state = fought(attackers=9)
    t = state.tables[0]
    t.fled = 0
    t.acted[HUA], t.goal[HUA] = 0, UNDECIDED
    go_general(t, HUA, HOME)
    assert (t.area[HUA], t.acted[HUA], t.role[HUA], t.goal[HUA]) == (HOME, 1, m.Role.NONE, m.NOWHERE)
    assert not told(state, Trace.CONTROLS)
    go_general(t, LI, area("Chenliu"))
    assert t.control[area("Chenliu")] == DONG
    go_troops(t, DONG, HOME, 4)
    assert (t.army[DONG], t.troops[HOME], t.tired[HOME], t.troops[HERE]) == (5, 9, 4, 10)
    go_troops(t, DONG, area("Xinye"), 5)
    assert (t.control[area("Xinye")], t.army[DONG], troops_of(t, DONG)) == (DONG, 0, 0)
    t.fled = 1
    t.tired[HERE] = 9
    assert (troops_of(t, SHAO), troops_of(t, DONG)) == (10, 0)
    go_troops(t, SHAO, area("Runan"), 6)
    assert (t.troops[HERE], t.tired[HERE], t.troops[area("Runan")]) == (4, 4, 10)
    for who in (YAN, TIAN):
        t.goal[who] = UNDECIDED
    go_all(t, SHAO, area("Runan"))
    assert (t.troops[HERE], t.troops[area("Runan")]) == (0, 14)
    assert (t.area[YAN], t.area[TIAN]) == (area("Runan"), area("Runan"))


def leaving(troops: int) -> State:
    """Dong Zhuo's army retreats, to Luoyang or to Chenliu, split up; the generals have gone."""
    state = fought(attackers=troops)
    put(state, "Chenliu", "Dong Zhuo", 1)
    t = state.tables[0]
    t.fled, t.a, t.b = 0, DONG, Reach.ADJACENT
    push(t, Step.ALLY_ANSWER, 0, DONG, DONG)
    push(t, Step.FIGHT_OVER, 0, 0, 0)
    send(t)
    state.call("proceed")
    order(state, "each", *["area:Luoyang"] * 3)
    assert (state.phase, names(state)) == ("retreat_troops", {"area:Luoyang", "area:Chenliu"})
    return state


@pytest.mark.rule("§22.5")
@pytest.mark.parametrize(("troops", "also"), [(2, {"all"}), (3, {"all", "half"}), (8, {"all", "half"})])
def test_s22_so_many_go_there_and_the_others_are_asked_again(troops: int, also: set[str]) -> None:
    state = leaving(troops)
    order(state, "area:Chenliu")
    assert names(state) == also | {f"troops:{n}" for n in range(1, troops)}
    for action, went in (("troops:1", 1), ("half", (troops + 1) // 2), ("all", troops)):
        if action in names(state):
            gone = state.clone()
            order(gone, action)
            assert gone.record["troops"][area("Chenliu")] == 1 + went
            if went == troops:
                assert gone.record["battle"] == m.NOWHERE
            else:
                assert (gone.phase, gone.record["army"][DONG]) == ("retreat_troops", troops - went)


# ------------------------------------------------------------------------------------------------------ destruction


@pytest.mark.rule("§18.6", "§23.1", "§23.4", "§23.5", "T34")
def test_s23_what_comes_after_a_round() -> None:
    def after(attackers: int, defenders: int, **fields: int) -> tuple[list[int], int]:
        state = fought(attackers=attackers, defenders=defenders)
        t = state.tables[0]
        for name, number in fields.items():
            setattr(t, name, number)
        aftermath(t)
        destroyed = [e.value for e in told(state, Trace.DESTROYED)] if t.told else []
        return [frame[0] for frame in frames(state)], destroyed[0] if destroyed else -1

    assert after(10, 10) == ([Step.ASK_RETREAT], -1)
    assert after(0, 10) == ([Step.FLEE, Step.DESTROYED, Step.FIGHT_OVER], 0)
    assert after(10, 0, had_troops=1) == ([Step.FLEE, Step.DESTROYED, Step.FIGHT_OVER], 0)
    assert after(0, 0, had_troops=1) == ([Step.FLEE, Step.DESTROYED, Step.FIGHT_OVER], 1)
    assert after(0, 0, had_troops=0) == ([Step.FLEE, Step.DESTROYED, Step.FIGHT_OVER], 0)
    assert after(10, 0, had_troops=0) == ([Step.ASK_RETREAT], -1)
    state = fought(attackers=10, defenders=0)
    t = state.tables[0]
    for who in (YAN, TIAN):
        take_off(t, who, m.Place.DEAD)
    aftermath(t)
    assert frames(state) == [(Step.FIGHT_OVER, 0, 0, 0)], "nobody is left"
    state = fought()
    t = state.tables[0]
    t.status[DONG] = m.Status.FALLEN
    t.army[BIAO] = 3
    aftermath(t)
    assert [frame[0] for frame in frames(state)] == [Step.SEND, Step.SEND, Step.FIGHT_OVER]
    assert {frame[3] for frame in frames(state)[:2]} == {Reach.IF_NEEDED}
    assert t.fled == 0


@pytest.mark.rule("§23.1", "§23.4")
def test_s23_when_the_defender_is_destroyed() -> None:
    t = fought(defenders=0).tables[0]
    for had, hurt, destroyed in ((1, 0, True), (0, 1, True), (0, 0, False)):
        t.had_troops, t.hurt[1] = had, hurt
        assert is_defender_destroyed(t) == destroyed
    t.hurt[0], t.hurt[1] = 1, 0
    assert not is_defender_destroyed(t), "the attacker's losses do not count"
    t.troops[HERE] = 1
    t.had_troops = t.hurt[1] = 1
    assert not is_defender_destroyed(t)


@pytest.mark.rule("T16", "T24", "T27")
def test_t16_all_countries_of_a_destroyed_army_say_where_they_flee() -> None:
    state = fought()
    t = state.tables[0]
    t.army[SHU] = 2
    destroy(t, 0, 1)
    assert frames(state) == [(Step.FLEE, 0, SHU, 0), (Step.FLEE, 0, DONG, 0), (Step.DESTROYED, 0, 0, 1),
                             (Step.FIGHT_OVER, 0, 0, 0)]  # fmt: skip
    assert (t.fled, one(state, Trace.DESTROYED).subject) == (0, 0)
    t.depth = 0
    destroy(t, 1, 0)
    assert frames(state)[0] == (Step.FLEE, 0, SHAO, 1)
    assert t.fled == 1


@pytest.mark.rule("T15", "T27", "T59")
def test_t27_where_they_may_flee() -> None:
    state = fought()
    t = state.tables[0]
    t.a, t.b = SHAO, 1
    flee(t)
    assert frames(state) == [(Step.FLEE_TO, t.country_seat[SHAO], SHAO, 1)]
    assert t.goal[YAN] == m.NOWHERE
    t.depth, t.player[1] = 0, m.NO_ONE
    flee(t)
    assert frames(state) == []
    assert (t.goal[YAN], t.goal[TIAN], t.goal[HUA]) == (area("Runan"), area("Runan"), m.NOWHERE), "next to the fight"
    t.control[area("Runan")], t.troops[area("Runan")] = BIAO, 9
    flee(t)
    assert t.goal[YAN] == area("Jizhou"), "an own one before others"
    clans = fought("clans")
    t = clans.tables[0]
    t.a, t.b = m.CLANS, 1
    flee(t)
    assert frames(clans) == []


@pytest.mark.rule("T27")
def test_t27_each_general_by_himself() -> None:
    state = fought()
    t = state.tables[0]
    push(t, Step.ALLY_ANSWER, 0, DONG, DONG)
    t.a, t.b = SHAO, 1
    flee(t)
    state.call("proceed")
    assert names(state) == {"area:Runan", "area:Jizhou", "each"}
    order(state, "each")
    first, second = sorted((YAN, TIAN))
    assert (state.phase, next_to_flee(t, SHAO, 1)) == ("flee_general", first)
    order(state, "area:Jizhou")
    assert (t.goal[first], next_to_flee(t, SHAO, 1)) == (area("Jizhou"), second)
    order(state, "area:Runan")
    assert (t.goal[second], next_to_flee(t, SHAO, 1), state.phase) == (area("Runan"), m.NO_ONE, "ally_answer")
    alone = fought()
    t = alone.tables[0]
    take_off(t, TIAN, m.Place.DEAD)
    push(t, Step.FLEE_TO, t.country_seat[SHAO], SHAO, 1)
    alone.call("proceed")
    assert names(alone) == {"area:Runan", "area:Jizhou"}, "one alone is not split up"


@pytest.mark.rule("§23.2", "§24.2", "T16", "T30")
def test_s23_checks_before_they_flee() -> None:
    for goal, column in (("Runan", m.Column.ADJACENT), ("Jizhou", m.Column.NOT_ADJACENT)):
        for key in range(12):
            state = fought()
            t = state.tables[0]
            t.key0, t.a, t.b, t.fled = key, 1, 0, 1
            t.goal[YAN] = area(goal)
            t.role[TIAN], t.goal[TIAN] = m.Role.RESTS_DEFENDING, area(goal)
            check_destroyed(t)
            entry = one(state, Trace.CHECKED)
            assert (entry.subject, entry.object) == (YAN, column), "who takes no part is not checked (T30)"
            assert (t.area[TIAN], t.goal[TIAN], t.goal[YAN]) == (area(goal), m.NOWHERE, m.NOWHERE)
            if entry.value == m.Check.NOTHING:
                assert t.area[YAN] == area(goal)
            elif entry.value == m.Check.CAPTURED:
                assert (t.country[YAN], t.area[YAN], t.role[YAN]) == (DONG, HERE, m.Role.RESTS_ATTACKING)
            assert (Step.ARRIVE, 0, 0, 0) in frames(state)


@pytest.mark.rule("§23.5", "T29")
def test_t29_both_destroyed_the_defenders_generals_first() -> None:
    orders = set()
    for key in range(30):
        state = fought()
        t = state.tables[0]
        t.key0, t.a, t.b, t.fled = key, 0, 1, 0
        for who in (HUA, LI):
            t.goal[who] = area("Changan")
        check_destroyed(t)
        checks = told(state, Trace.CHECKED)
        orders.add(tuple(e.subject for e in checks))
        assert [e.object for e in checks] == [m.Column.ADJACENT] * 2 + [m.Column.NOT_ADJACENT] * 2
        assert {e.value for e in checks} <= {m.Check.NOTHING, m.Check.DEATH}
    assert orders == {(*sorted((YAN, TIAN)), *sorted((HUA, LI)))}


@pytest.mark.rule("T84", "T35", "T61")
def test_t84_an_army_that_the_fall_of_its_enemy_gives_troops_is_not_destroyed() -> None:
    for defenders, destroyed in ((5, False), (0, True)):
        state = fought(defenders=defenders)
        t = state.tables[0]
        t.army[DONG], t.a, t.b = 0, SHAO, DONG
        fall(t)
        t.depth = 0
        aftermath(t)
        assert t.army[DONG] == (defenders + 1) // 2
        assert bool(told(state, Trace.DESTROYED)) == destroyed
        assert frames(state)[-1] == (Step.FIGHT_OVER, 0, 0, 0)


@pytest.mark.rule("T85")
def test_t85_a_joint_army_is_checked_in_the_order_of_the_roster() -> None:
    state = fought()
    t = state.tables[0]
    army = sorted((HUA, LI, general("Dong Zhuo")))
    t.country[army[1]], t.a, t.b, t.fled = BIAO, 0, 0, 0
    for who in army:
        t.goal[who] = area("Changan")
    check_destroyed(t)
    assert [entry.subject for entry in told(state, Trace.CHECKED)] == army


@pytest.mark.rule("T27", "T80")
def test_t80_what_others_have_entered_is_closed() -> None:
    for owner, troops, exiled in (("Yuan Shao", 3, False), ("nobody", 0, False), ("Liu Biao", 0, False),
                                  ("Liu Biao", 1, True)):  # fmt: skip
        state = fought()
        t = state.tables[0]
        put(state, "Xinye", owner, troops)
        t.goal[TIAN] = area("Xinye")
        arrive_fleeing(t, TIAN)
        assert (t.area[TIAN] == m.NOWHERE) == exiled
        assert t.role[TIAN] == m.Role.NONE
        if not exiled:
            assert t.control[area("Xinye")] == SHAO


# ----------------------------------------------------------------------------------------------------------- checks


@pytest.mark.rule("§24.1", "§24.3", "§24.4", "§24.5", "T17", "T29")
@pytest.mark.parametrize("column", list(m.Column))
def test_s24_table_e_column_by_column(column: m.Column) -> None:
    table = ["X-----", "XC----", "XXC---", "XXXCC-", "XC----", "XCCC--", "XCCSSE", "SSSEEE"][column]
    wanted = [dict(zip("-XCSE", m.Check, strict=True))[letter] for letter in table]
    for captives in (0, 1):
        seen = set()
        for key in range(60):
            state = fought()
            t = state.tables[0]
            t.key0 = key
            roll_check(t, YAN, DONG, 1, column, captives)
            entry = one(state, Trace.CHECKED)
            seen.add(entry.value)
            if entry.value == m.Check.DEATH:
                assert t.place[YAN] == m.Place.DEAD
            elif entry.value in (m.Check.CAPTURED, m.Check.SUBMITS):
                assert t.country[YAN] == DONG
            elif entry.value == m.Check.EXILE:
                assert t.area[YAN] == m.NOWHERE
            else:
                assert (t.country[YAN], t.area[YAN]) == (SHAO, HERE)
        assert seen == {m.Check.NOTHING if captives and check == m.Check.CAPTURED else check for check in wanted}


@pytest.mark.rule("§24.4", "T16", "T30", "T62")
def test_t16_captives_rest_with_the_captor() -> None:
    for army, role in ((0, m.Role.RESTS_DEFENDING), (1, m.Role.RESTS_ATTACKING)):
        t = fought().tables[0]
        t.acted[YAN], t.area[YAN] = 0, area("Jizhou")
        capture(t, YAN, BIAO, army)
        assert (t.country[YAN], t.area[YAN], t.acted[YAN], t.role[YAN]) == (BIAO, HERE, 1, role)
    for nobody in (m.CLANS, m.NO_ONE):
        t = fought().tables[0]
        capture(t, YAN, nobody, 1)
        assert (t.place[YAN], t.area[YAN]) == (m.Place.FREE, HERE)
    owners = set()
    for key in range(60):
        t = fought().tables[0]
        t.key0 = key
        check_duellist(t, YAN, m.NO_ONE, 1, m.Column.DUEL_6)
        owners.add(int(t.country[YAN]))
    assert owners == {DONG, SHAO, m.NO_ONE}, "of a walkover the army's"


# ---------------------------------------------------------------------------------------------------------- victory


@pytest.mark.rule("§18.8", "§4.5")
def test_s18_who_has_won() -> None:
    def over(attackers: int = 10, defenders: int = 10, fled: int = -1, *gone: int) -> list[int]:
        state = fought(attackers=attackers, defenders=defenders)
        for who in gone:
            take_off(state.tables[0], who, m.Place.DEAD)
        state.tables[0].fled = fled
        fight_over(state.tables[0])
        return [frame[0] for frame in frames(state)]

    us = (HUA, LI, general("Dong Zhuo"))
    assert over(fled=1) == [Step.VICTORY]
    assert over(10, 0, -1, YAN, TIAN) == [Step.VICTORY]
    assert over(10, 0, -1) == [Step.LEFTOVER], "generals are left"
    assert over(fled=0) == [Step.LEFTOVER]
    assert over(0, 10, 1, *us) == [Step.LEFTOVER], "nobody is there to win"
    assert over(0, 10, 1) == [Step.VICTORY], "generals alone"
    for troops, owner in ((0, m.NEUTRAL), (1, m.CLANS)):
        state = fought("clans", defenders=troops)
        state.tables[0].fled = 0
        fight_over(state.tables[0])
        assert state.record["control"][HERE] == owner


@pytest.mark.rule("§17.5", "§17.5.1", "§17.5.2", "T40", "T53")
def test_s17_who_controls_the_area() -> None:
    state = fought()
    t = state.tables[0]
    t.army[BIAO] = 10
    assert foremost(t) == 1 << DONG | 1 << BIAO
    victory(t)
    assert frames(state) == [(Step.CONTROL_TIE, t.country_seat[DONG], 0, 0)]
    t.depth, t.status[DONG] = 0, m.Status.FALLEN
    victory(t)
    assert frames(state)[0][0] in (Step.OCCUPY, Step.HAND_OVER)
    t.depth, t.status[DONG] = 0, m.Status.PLAYING
    t.army[BIAO] = 9
    assert foremost(t) == 1 << DONG
    victory(t)
    assert frames(state) == [(Step.HAND_OVER, t.country_seat[DONG], DONG, 0)]
    t.depth, t.army[BIAO] = 0, 0
    victory(t)
    assert frames(state) == [(Step.OCCUPY, 0, DONG, 0)]
    t.depth, t.army[country("Zhang Lu")] = 0, 12
    win(t, country("Zhang Lu"))
    assert frames(state) == [(Step.OCCUPY, 0, country("Zhang Lu"), 0)], "a minor power hands nothing over"
    t.depth, t.army[m.CLANS] = 0, 12
    win(t, m.CLANS)
    assert frames(state) == [(Step.OCCUPY, 0, m.CLANS, 0)]


@pytest.mark.rule("§4.1", "§17.5", "T11", "T21")
def test_s17_the_winner_occupies_and_partners_go_home() -> None:
    state = fought()
    t = state.tables[0]
    t.army[BIAO] = 4
    t.a = DONG
    occupy(t)
    assert (t.control[HERE], t.troops[HERE], t.tired[HERE], t.army[DONG], t.army[BIAO]) == (DONG, 10, 10, 0, 4)
    assert [t.role[g] for g in (HUA, LI)] == [m.Role.NONE] * 2
    assert (t.defender, t.fled) == (m.NO_ONE, 0)
    assert frames(state) == [(Step.SEND, 0, BIAO, Reach.IF_NEEDED), (Step.LEFTOVER, 0, 0, 0)]
    t.depth, t.control[HERE], t.trace_length = 0, DONG, 0
    occupy(t)
    assert not told(state, Trace.CONTROLS), "it is his already"


@pytest.mark.rule("T18", "T31", "T34")
def test_t34_what_is_left_when_the_fight_is_over() -> None:
    state = fought()
    t = state.tables[0]
    t.control[area("Xiangyang")] = DONG
    leave_field(t)
    assert frames(state) == [(Step.FALL, 0, BIAO, -1), (Step.LEFTOVER, 0, 1, 0)]
    state = fought()
    t = state.tables[0]
    t.a = 1
    t.control[HERE] = DONG
    t.goal[HUA] = 3
    t.allied[BIAO] = m.Pact.ALLY
    put(state, "Xuchang", "nobody", 0, "Zhao Yun")
    t.control[HERE] = DONG
    leave_field(t)
    assert (t.goal[HUA], t.role[HUA], t.area[HUA]) == (m.NOWHERE, m.Role.NONE, HERE)
    assert (t.area[YAN], t.role[YAN]) == (m.NOWHERE, m.Role.NONE), "in exile: the ground is another's"
    assert t.country[general("Zhao Yun")] == DONG
    assert t.allied[BIAO] == m.Pact.ALLY
    for owner in (m.CLANS, m.NEUTRAL):
        state = fought()
        t = state.tables[0]
        t.a = 1
        put(state, "Xuchang", "nobody", 0, "Zhao Yun")
        t.control[HERE] = owner
        t.status[DONG] = m.Status.FALLEN
        t.allied[BIAO] = m.Pact.ALLY
        leave_field(t)
        assert t.place[general("Zhao Yun")] == m.Place.FREE
        assert t.allied[BIAO] == m.Pact.NONE, "alliances end with the power"
