"""The map, the generals, the scenarios and the destiny cards, counted against what the rules promise."""

import csv
from collections import Counter

import numpy as np
import pytest

from dynasty_env.three_kingdoms import material as m
from tests.three_kingdoms.rules.test_s02_material import line


def rows(name: str) -> list[dict[str, str]]:
    with (m.DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def together(areas: list[int]) -> bool:
    """Whether areas hang together over sides that are not closed."""
    found, waiting = {areas[0]}, [areas[0]]
    while waiting:
        for area in m.NEIGHBOURS[waiting.pop()]:
            if area in areas and area not in found:
                found.add(int(area))
                waiting.append(int(area))
    return len(found) == len(areas)


def test_the_map_hangs_together() -> None:
    assert together(list(range(m.AREAS)))


def test_generals_have_names_and_numbers() -> None:
    assert len({row["original"] for row in rows("generals.csv")}) == m.GENERALS
    assert len({row["original"] for row in rows("areas.csv")}) == m.AREAS
    assert not set(m.GENERAL_NAMES) & set(m.AREA_NAMES), "a card's place is one or the other"
    valour, others = m.VALUES[:, m.Stat.VALOUR], m.VALUES[:, m.Stat.COMMAND :]
    assert valour.max() == 8, "a walkover's cap of 5 must bite"
    assert others.max() == 6
    assert m.VALUES.min() == m.ABSENT
    assert ((m.VALUES == m.ABSENT).sum(axis=0) > 0).all(), "some lack each value"
    assert (m.VALUES[:, m.Stat.WITS] == 0).any(), "absent is not 0"


def test_several_units_of_one_general() -> None:
    several = {m.GENERAL_NAMES[g]: [int(m.UNIT_ENTRY[m.FIRST_UNIT[g] + n]) for n in range(m.UNITS_OF[g])]
               for g in np.flatnonzero(m.UNITS_OF > 1)}  # fmt: skip
    assert several == {"Lu Xun": [4, 6, 7], "Sima Yi": [4, 7]}
    for general in range(m.GENERALS):
        units = np.flatnonzero(general == m.UNIT_GENERAL)
        assert units.tolist() == list(range(m.FIRST_UNIT[general], m.FIRST_UNIT[general] + m.UNITS_OF[general]))


@pytest.mark.parametrize(
    ("country", "entered"),
    [
        ("Cao", [7, 20, 27, 35, 47, 51, 56, 59]),
        ("Sun", [6, 8, 20, 23, 37, 37, 39, 45]),
        ("Liu Bei", [6, 10, 11, 18, 25, 46, 47, 53]),
    ],
)
def test_all_who_ever_entered_for_a_country(country: str, entered: list[int]) -> None:
    periods = [int(row["period"]) for row in rows("rosters.csv") if row["country"] == country]
    assert [sum(p < scenario for p in periods) for scenario in range(1, 9)] == entered


def test_generals_in_play_when_a_scenario_begins() -> None:
    assert (m.START_COUNTRY != m.NO_ONE).sum(axis=1).tolist() == [59, 99, 104, 109, 126, 104, 87, 74]


@pytest.mark.parametrize("row", rows("scenarios.csv"), ids=lambda row: f"{row['scenario']}-{row['country']}")
def test_each_country_has_the_generals_listed(row: dict[str, str]) -> None:
    scenario, country = int(row["scenario"]), m.COUNTRY_NAMES.index(row["country"])
    mine = np.flatnonzero(m.START_COUNTRY[scenario - 1] == country)
    assert len(mine) == int(row["generals"])
    assert m.GENERAL_NAMES.index(row["ruler"]) in mine
    assert row["ruler"] in line(row["country"]) or row["ruler"] == "Li Jue"
    assert all(m.UNIT_ENTRY[m.FIRST_UNIT[mine]] < scenario), "nobody is there before his period"
    placed = m.START_AREA[scenario - 1, mine]
    assert len({bool(area >= 0) for area in placed}) == 1, "by name or by number, never both"
    areas = m.LISTED_AREAS[scenario - 1, country]
    areas = areas[areas >= 0]
    troops = m.AREA_TROOPS[scenario - 1, areas]
    assert troops.sum() == int(row["troops"]) or (troops == -1).all()
    assert together(areas.tolist())


def test_retired_generals_had_entered() -> None:
    entered = {(row["country"], row["general"]): int(row["period"]) for row in rows("rosters.csv")}
    retired = rows("retired.csv")
    assert len(retired) == 222
    for row in retired:
        assert entered[row["country"], row["general"]] < int(row["scenario"]), row


def test_powers_of_each_scenario() -> None:
    assert m.POWERS.tolist() == [10, 11, 8, 7, 6, 3, 3, 3]
    for scenario in range(m.SCENARIOS):
        order = m.POWER_ORDER[scenario]
        assert sorted(order[order > 0].tolist()) == list(range(1, m.POWERS[scenario] + 1))


def test_clans_and_neutral_areas() -> None:
    """§4.4: areas that no country and no clan is listed for are neutral."""
    clans = [int((owner == m.CLANS).sum()) for owner in m.START_OWNER]
    assert clans == [12, 12, 4, 4, 4, 0, 0, 0]
    assert (m.START_OWNER[5:] != m.NEUTRAL).all(), "Cao has all that is left"
    qingzhou = m.AREA_NAMES.index("Qingzhou")
    assert [int(m.AREA_TROOPS[s, qingzhou]) for s in (0, 1)] == [15, 15]
    for scenario in range(5):
        others = (m.START_OWNER[scenario] == m.CLANS) & (np.arange(m.AREAS) != qingzhou)
        assert set(m.AREA_TROOPS[scenario, others].tolist()) == {10}


def test_everybody_enters_once_in_his_period() -> None:
    entering: Counter[int] = Counter()
    for period in range(m.PERIODS):
        first, after = m.CARD_PARTS[period, 0, 0], m.CARD_PARTS[period, m.ENDS, 1]
        for part in range(first, after):
            if m.PART_ENTERS[part]:
                entering[int(m.PART_UNIT[part])] += 1
                assert m.UNIT_ENTRY[m.PART_UNIT[part]] == period + 1
    assert entering == {unit: 1 for unit in range(m.UNITS) if m.UNIT_ENTRY[unit] > 0}


def test_everybody_leaves_at_most_once_and_not_before_he_enters() -> None:
    left: set[int] = set()
    for period in range(m.PERIODS):
        for part in range(m.CARD_PARTS[period, 0, 0], m.CARD_PARTS[period, m.ENDS, 0]):
            if not m.PART_ENTERS[part]:
                general = int(m.UNIT_GENERAL[m.PART_UNIT[part]])
                assert general not in left
                assert m.UNIT_ENTRY[m.FIRST_UNIT[general]] <= period + 1
                left.add(general)
    assert len(left) > 100


def test_who_enters_has_a_place_to_go_to() -> None:
    entering = m.PART_ENTERS == 1
    assert (m.PART_PLACES[entering, 0] >= 0).all()
    assert (m.PART_PLACES[~entering] == m.NOWHERE).all()
    numbered = m.PART_DIE[:, 0] >= 0
    assert 0 < numbered.sum() < entering.sum(), "some cards have numbers, others do not"
    assert (m.PART_DIE[numbered] >= m.GENERALS).all()
    for part in np.flatnonzero(entering):
        assert m.UNIT_GENERAL[m.PART_UNIT[part]] not in m.PART_PLACES[part], "nobody enters where he is himself"


def test_tables_of_the_page() -> None:
    """T17, cell by cell."""
    duel, battle, stratagem = m.Method
    assert [(int(m.METHOD[n]), int(m.METHOD_GENERALS[n])) for n in range(2, 13)] == [
        (stratagem, 3), (duel, 3), (stratagem, 2), (duel, 2), (battle, 1), (battle, 2), (battle, 1), (duel, 1),
        (stratagem, 1), (battle, 3), (duel, 5)]  # fmt: skip
    assert m.BATTLE.tolist() == [[1, 1], [1, 2], [1, 2], [1, 3], [1, 3], [1, 4], [1, 4], [1, 5], [1, 5], [1, 5], [1, 6],
                                 [1, 6], [1, 6], [0, 8]]  # fmt: skip
    assert m.STRATAGEM.tolist() == [0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5]
    assert m.PURSUIT_TROOPS.tolist() == [0, 5, 10, 20, 30]
    assert m.PURSUIT.sum(axis=1).tolist() == [0, 3, 6, 9, 13, 17]
    assert m.CHECKS[m.Column.FALLEN_THERE].tolist() == [1, 2, 2, 3, 3, 4]
    assert [int((row == m.Check.DEATH).sum()) for row in m.CHECKS] == [1, 1, 2, 3, 1, 1, 1, 0]
