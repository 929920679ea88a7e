"""What rules say of tables that no line of play has come to: they are called by themselves."""

import pytest

from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.control import settle_in
from dynasty_env.three_kingdoms.rules.fights.checks import roll_check
from dynasty_env.three_kingdoms.rules.fights.victory import leave_field
from dynasty_env.three_kingdoms.rules.rulers import exile, fall, yield_general
from tests.three_kingdoms.rules.conftest import area, country, general
from tests.three_kingdoms.rules.fights import field

DONG, SHAO = country("Dong Zhuo"), country("Yuan Shao")
HERE, HUA, YAN = area("Xuchang"), general("Hua Xiong"), general("Yan Liang")


@pytest.mark.rule("T30")
@pytest.mark.parametrize(("who", "role"), [("Yuan Shao", m.Role.RESTS_DEFENDING), ("Dong Zhuo", m.Role.RESTS_ATTACKING),
                                           ("Liu Biao", m.Role.RESTS_ATTACKING)])  # fmt: skip
def test_t30_a_newcomer_joins_his_countrys_generals_when_nobody_defends_any_more(who: str, role: m.Role) -> None:
    t = field().tables[0]
    t.defender = m.NO_ONE
    settle_in(t, general("Li Su"), country(who), HERE)
    assert (t.role[general("Li Su")], t.area[general("Li Su")]) == (role, HERE)


@pytest.mark.rule("§24.5", "T5")
def test_t5_without_any_country_an_exile_is_gone() -> None:
    state = field()
    state.record["status"] = m.Status.FALLEN
    exile(state.tables[0], HUA)
    assert (state.record["place"][HUA], state.record["country"][HUA]) == (m.Place.GONE, m.NO_ONE)


@pytest.mark.rule("T18")
def test_t18_who_has_fallen_does_not_fall_again() -> None:
    state = field()
    t = state.tables[0]
    t.told, t.a, t.b, t.status[SHAO] = 0, SHAO, DONG, m.Status.FALLEN
    before = state.record.copy()
    fall(t)
    assert state.record == before


@pytest.mark.rule("T79", "§24.5")
def test_t79_whom_clans_would_capture_on_his_way_goes_into_exile() -> None:
    for key in range(20):
        t = field().tables[0]
        t.key0, t.area[HUA] = key, m.NOWHERE
        yield_general(t, HUA, m.CLANS, -1)
        assert (t.place[HUA], t.area[HUA]) == (m.Place.SERVING, m.NOWHERE)


@pytest.mark.rule("§24.1", "§24.5")
def test_s24_a_check_may_send_into_exile() -> None:
    homes = set()
    for key in range(20):
        t = field().tables[0]
        t.key0 = key
        roll_check(t, YAN, DONG, 1, m.Column.FALLEN_ELSEWHERE, 0)
        homes.add(int(t.area[YAN]))
    assert homes == {HERE, m.NOWHERE}


@pytest.mark.rule("T18", "T31")
def test_t18_whoever_is_left_on_anothers_ground_goes_into_exile() -> None:
    t = field().tables[0]
    t.a, t.control[HERE] = 1, DONG
    leave_field(t)
    assert [t.area[who] for who in (HUA, YAN)] == [HERE, m.NOWHERE]
