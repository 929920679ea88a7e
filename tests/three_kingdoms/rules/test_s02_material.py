"""§2, §5, §26.6: the map, the cards and the lines of heirs, as the book counts them."""

from collections import Counter

import pytest

from dynasty_env.three_kingdoms import material as m


def line(country: str) -> list[str]:
    heirs = m.HEIRS[m.COUNTRY_NAMES.index(country)]
    return [m.GENERAL_NAMES[g] for g in heirs if g != m.NO_ONE]


@pytest.mark.rule("§2.1", "§2.4", "§2.5")
def test_thirty_seven_areas_with_strength_and_city() -> None:
    assert m.AREAS == 37 == len(set(m.AREA_NAMES))
    assert set(m.STRENGTH.tolist()) <= set(range(1, 7))
    assert m.POINTS.sum() == 146


@pytest.mark.rule("§2.2", "§2.3")
def test_sides_are_plain_river_mountain_or_closed() -> None:
    assert Counter(m.SIDE_KIND.tolist()) == {m.Side.PLAIN: 23, m.Side.RIVER: 28, m.Side.MOUNTAIN: 28, m.Side.CLOSED: 9}
    assert m.OPEN_SIDES == 79
    assert (m.SIDE_BETWEEN == m.SIDE_BETWEEN.T).all()


@pytest.mark.rule("§26.6")
def test_lines_of_heirs() -> None:
    assert line("Zhang Lu") == ["Zhang Lu", "Zhang Wei"]
    assert line("Liu Bei") == ["Tao Qian", "Liu Bei", "Liu Shan"]
    assert line("Ma Teng") == ["Ma Teng", "Ma Chao", "Ma Dai"]
    assert line("Yuan Shu") == ["Yuan Shu", "Yuan Yin"]
    assert line("Liu Zhang") == ["Liu Yan", "Liu Zhang", "Liu Xun"]
    assert line("Liu Biao") == ["Liu Biao", "Liu Qi", "Liu Cong"]
    assert line("Sun") == ["Sun Jian", "Sun Ce", "Sun Quan"]
    assert line("Cao") == ["Cao Cao", "Cao Pi", "Cao Rui"]
    assert line("Yuan Shao") == ["Yuan Shao", "Yuan Tan", "Yuan Xi", "Yuan Shang"]
    assert line("Dong Zhuo") == ["Dong Zhuo", "Dong Min"]
    assert line("Lü Bu") == ["Lü Bu"]


@pytest.mark.rule("T2", "T71")
def test_who_has_changed_sides_stays_in_play() -> None:
    """T2, T71: a retired list takes generals off that country's roster only."""
    for name, where in (
        ("Lü Bu", {2: "Lü Bu"}),
        ("Wang Ping", {6: "Cao", 7: "Liu Bei", 8: "Liu Bei"}),
        ("Meng Da", {5: "Liu Zhang", 6: "Liu Bei", 7: "Cao", 8: "Cao"}),
        ("Mi Fang", {6: "Liu Bei", 7: "Sun", 8: "Sun"}),
        ("Xu Shu", {4: "Liu Bei", 5: "Cao", 8: "Cao"}),
        ("Huang Quan", {7: "Liu Bei", 8: "Cao"}),
        ("Yan Yan", {5: "Liu Zhang", 6: "Liu Bei"}),
    ):
        general = m.GENERAL_NAMES.index(name)
        for scenario, country in where.items():
            assert m.COUNTRY_NAMES[m.START_COUNTRY[scenario - 1, general]] == country, (name, scenario)


@pytest.mark.rule("T4", "§5.2")
def test_twenty_five_cards_a_period_the_last_one_ends() -> None:
    """T4: 24 of entries and exits in their years and one “game ends”."""
    for period in range(m.PERIODS):
        for card in range(m.CARDS):
            first, after = m.CARD_PARTS[period, card]
            assert after > first, (period, card)
            assert (m.PART_UNIT[first:after] == m.NO_ONE).all() == (card == m.ENDS)
    assert (m.CARD_PARTS[:, :, 1] - m.CARD_PARTS[:, :, 0]).sum() == m.PARTS


@pytest.mark.rule("T72")
def test_lu_bu_and_dong_min_have_no_exit() -> None:
    leaving = {
        m.GENERAL_NAMES[m.UNIT_GENERAL[unit]]
        for unit, enters in zip(m.PART_UNIT, m.PART_ENTERS, strict=True)
        if unit != m.NO_ONE and not enters
    }
    assert not leaving & {"Lü Bu", "Dong Min"}
    assert {"Dong Zhuo", "Tao Qian", "Sun Jian", "Cao Cao", "Liu Bei"} <= leaving
