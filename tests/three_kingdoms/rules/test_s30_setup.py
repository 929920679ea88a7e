"""§30: set-up, and who plays whom."""

import numpy as np
import pytest

from dynasty_env.kit.errors import OptionError
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from tests.three_kingdoms.rules.conftest import area, audited, country, general, names, new, of_kind, order


@pytest.mark.rule("§30.1")
def test_s30_areas_and_troops_as_listed() -> None:
    r = new(1, num_players=10).record
    for where, owner, troops in (
        ("Hanzhong", "Zhang Lu", 10), ("Runan", "Yuan Shu", 12), ("Jizhou", "Yuan Shao", 18),
        ("Luoyang", "Dong Zhuo", 18), ("Qingzhou", "clans", 15), ("Liaoxi", "clans", 10), ("Xuchang", "nobody", 0),
    ):  # fmt: skip
        assert (r["control"][area(where)], r["troops"][area(where)]) == (country(owner), troops), where


@pytest.mark.rule("§30.1")
def test_s30_generals_stand_where_they_are_listed() -> None:
    r = new(1).record
    for name, where in (("Wen Chou", "Yangping"), ("Li Jue", "Changan"), ("Huang Zhong", "Jiangling")):
        assert r["area"][general(name)] == area(where)


@pytest.mark.rule("T1")
def test_t1_totals_are_spread_evenly_in_listed_order() -> None:
    """Scenario 3: Cao has 35 troops and 26 generals in six areas: 6 each, but 5 in the last."""
    r = new(3).record
    listed = [area(n) for n in ("Yanzhou", "Chenliu", "Xuchang", "Luoyang", "Hongnong", "Changan")]
    assert [int(r["troops"][a]) for a in listed] == [6, 6, 6, 6, 6, 5]
    here = [int(((r["area"] == a) & (r["country"] == country("Cao"))).sum()) for a in listed]
    assert here == [5, 5, 4, 4, 4, 4]


@pytest.mark.rule("T2")
def test_t2_a_later_unit_stands_for_the_earlier_one() -> None:
    values = {scenario: new(scenario).record["unit"][general("Lu Xun")] for scenario in (5, 7, 8)}
    assert values == {5: 0, 7: 1, 8: 2}
    assert new(8).record["unit"][general("Sima Yi")] == 1


@pytest.mark.rule("T2")
def test_t2_who_is_nobodys_at_that_date_is_gone_and_later_ones_are_to_come() -> None:
    r = new(4).record
    assert r["place"][general("Yuan Shao")] == m.Place.GONE
    assert r["place"][general("Zhuge Liang")] == m.Place.UNBORN


@pytest.mark.rule("T69", "T37")
def test_t69_default_seats_by_troops_and_from_scenario_4_on_the_three_kingdoms() -> None:
    def who(scenario: int, **options: int) -> list[str]:
        state = new(scenario, **options)
        return [m.COUNTRY_NAMES[c] for c in state.record["seat_country"][: state.num_players]]

    assert who(1) == ["Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao"]
    assert who(2) == ["Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao"]
    assert who(3) == ["Yuan Shao", "Liu Biao", "Cao", "Liu Zhang"], "35 troops each: later in the list first"
    assert who(4) == ["Cao", "Sun", "Liu Bei", "Liu Biao"]
    assert who(6) == ["Cao", "Sun", "Liu Bei"], "all powers, if those are fewer"
    assert who(6, powers=1) == ["Liu Bei", "Cao", "Sun"]


@pytest.mark.rule("T81")
def test_t81_powers_go_round_the_seats() -> None:
    lists = [new(1, powers=n).record["seat_country"][:4].tolist() for n in range(4)]
    assert lists == [[lists[0][(seat - n) % 4] for seat in range(4)] for n in range(4)]


@pytest.mark.rule("T37", "§1.2")
def test_t37_more_seats_than_powers_are_refused() -> None:
    with pytest.raises(OptionError, match="scenario 6 has 3 powers"):
        GAME.new(1, scenario=6, num_players=4)
    assert (new(2, num_players=2).num_players, new(2, num_players=11).num_players) == (2, 11)


@pytest.mark.rule("T1")
def test_t1_seats_choose_their_powers() -> None:
    state = new(6, powers=11, num_players=2)
    assert (state.phase, state.seat) == ("power", 0)
    assert of_kind(state, "country:") == {"Cao", "Sun", "Liu Bei"}
    order(state, "country:Sun")
    assert state.seat == 1
    assert of_kind(state, "country:") == {"Cao", "Liu Bei"}
    order(state, "country:Cao")
    assert state.record["country_seat"].tolist().count(-1) == 9


@pytest.mark.rule("§30.2", "§30.3")
def test_s30_in_the_scenarios_order_whoever_has_several_areas_rearranges() -> None:
    state = new(1, num_players=10)
    asked = []
    while state.phase == "setup_place":
        asked.append(m.COUNTRY_NAMES[state.record["a"]])
        order(state, "done")
    assert asked == ["Yuan Shu", "Liu Zhang", "Liu Biao", "Yuan Shao", "Dong Zhuo"]


@pytest.mark.rule("§30.3", "T36")
def test_s30_units_move_within_the_areas_and_one_soldier_stays() -> None:
    state = new(1)
    assert m.COUNTRY_NAMES[state.record["a"]] == "Yuan Shu"
    assert of_kind(state, "area:") == {"Shouchun", "Runan"}
    order(state, "area:Runan", "all")
    assert state.phase == "redeploy_troops"
    assert max(int(n) for n in of_kind(state, "troops:")) == 11, "of 12"
    order(state, "all")
    assert state.record["troops"][area("Shouchun")] == 26
    assert state.record["area"][general("Ji Ling")] == area("Shouchun")


@pytest.mark.rule("T3", "§4.4")
def test_s4_areas_without_units_are_neutral() -> None:
    r = new(1).record
    assert r["control"][area("Xuchang")] == m.NEUTRAL
    assert (r["troops"][r["control"] == m.NEUTRAL] == 0).all()


@pytest.mark.rule("§30.1")
def test_s30_scenarios_begin_and_end_with_their_periods() -> None:
    begin = {s: int(new(s).record["first_turn"]) for s in range(9)}
    assert begin == {0: 1, 1: 1, 2: 6, 3: 11, 4: 16, 5: 21, 6: 26, 7: 31, 8: 36}
    assert [int(new(s).record["last_period"]) for s in range(9)] == [9, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.rule("§30.1")
def test_every_scenario_is_sound() -> None:
    for scenario in range(9):
        state = new(scenario)
        audited(state)
        assert np.all(state.record["start_points"] >= 0)
        assert names(state)
