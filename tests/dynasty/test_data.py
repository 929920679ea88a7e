"""The cards as printed: persons and countries keep to the book, to history's yardsticks and to a fair balance."""

import csv
import re
from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

Row = dict[str, str]

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "dynasty_env" / "europe" / "data"

COLOURS = ("yellow", "blue", "red", "green")
STATS = ("war", "governance", "prestige", "fertility", "life", "ambition")
FURTHER = {"rose", "white", "grey", "violet", "black"}  # SW02-03: bloodlines without a deck
RELIGIONS = {"CC", "C", "CP", "P"}


def explained(above: str, below: str) -> set[str]:
    """The abilities that a part of the rules page explains, as data files call them."""
    text = (ROOT / "docs" / "rules" / "dynasty.md").read_text(encoding="utf-8")
    part = text[text.index(above) : text.index(below)]
    return {name.replace(" ", "_").replace("-", "_") for name in re.findall(r"^\| \*\*([a-z\d -]+)\*\* ", part, re.M)}


ABILITIES = explained("| **suppression**", "- **D-R17**") - {"advent"}
WITCHCRAFT = explained("| **healing**", "| **Neuroi**")
"""SW02-07."""
SULEIMAN = "Suleiman I"
OTTOMAN_EMPIRE = "Ottoman Empire"
OPPOSITE = {"north": "south", "east": "west", "south": "north", "west": "east"}


def rows(name: str) -> list[Row]:
    """A list of cards, in the file's order."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


PERSONS = rows("persons.csv")
COUNTRIES = rows("countries.csv")
HISTORICAL, EXPANSION = PERSONS[:81], PERSONS[81:]
WITCHES = [row for row in EXPANSION if row["religion"].endswith("W")]
ORDINARY = [row for row in HISTORICAL if row["name"] != SULEIMAN]
BY_NAME = {row["name"]: row for row in COUNTRIES}


def of(colour: str) -> list[Row]:
    """The twenty persons of a colour, Suleiman left out."""
    return [row for row in ORDINARY if row["colour"] == colour]


def borders(country: Row) -> list[tuple[str, str, str]]:
    """A country's borders: direction, neighbour, land or sea."""
    return [(side, country[side], country[f"{side}_by"]) for side in OPPOSITE if country[side]]


def reached(start: str, without: str = "") -> set[str]:
    """The countries that can be reached from one, border by border, never through `without`."""
    seen, open_ends = {start}, [start]
    while open_ends:
        for _, neighbour, _ in borders(BY_NAME[open_ends.pop()]):
            if neighbour not in seen and neighbour != without:
                seen.add(neighbour)
                open_ends.append(neighbour)
    return seen


def test_person_columns() -> None:
    expected = "id,name,colour,sex,war,governance,prestige,fertility,life,ambition,religion,ability,born,died,note"
    assert ",".join(PERSONS[0]) == expected
    assert all(None not in row and None not in row.values() for row in PERSONS)


def test_person_ids_follow_the_colours() -> None:
    assert [int(row["id"]) for row in PERSONS] == list(range(97))
    assert [row["colour"] for row in HISTORICAL] == [colour for colour in COLOURS for _ in range(20)] + ["blue"]


def test_person_names() -> None:
    names = [row["name"] for row in PERSONS]
    assert len(set(names)) == len(names)
    assert not set(names) & set(BY_NAME)
    assert all(name == name.strip() and 0 < len(name) <= 26 and "," not in name for name in names)
    assert "pope" not in names


@pytest.mark.parametrize("colour", COLOURS)
def test_women_in_every_colour(colour: str) -> None:
    assert {row["sex"] for row in PERSONS} == {"m", "f"}
    assert 8 <= sum(row["sex"] == "f" for row in of(colour)) <= 10


def test_stats_in_range() -> None:
    for row in PERSONS:
        for stat in STATS:
            assert 0 <= int(row[stat]) <= (5 if stat == "prestige" else 4), (row["name"], stat)


def test_life_is_the_age_at_death() -> None:
    for row in HISTORICAL:
        age = int(row["died"]) - int(row["born"])
        expected = 4 if age >= 70 else 3 if age >= 50 else 2 if age >= 30 else 1
        assert int(row["life"]) == expected, row["name"]


def test_everybody_saw_the_age_of_the_game() -> None:
    for row in HISTORICAL:
        assert 1450 <= int(row["born"]) <= 1630, row["name"]
        assert 1500 <= int(row["died"]) <= 1700, row["name"]


def test_religions() -> None:
    assert {row["religion"] for row in ORDINARY} == RELIGIONS
    assert {colour for colour in COLOURS if len({row["religion"] for row in of(colour)}) >= 3} == set(COLOURS)


def test_the_popes_people_are_few() -> None:
    """§11-01: his +2 prestige for CC and C is a help to his holder, who is the first player at first, and no more."""
    catholics = [row["name"] for row in ORDINARY if row["religion"] in {"CC", "C"}]
    assert 10 <= len(catholics) <= 25


def test_abilities() -> None:
    held = Counter(row["ability"] for row in ORDINARY if row["ability"])
    assert set(held) == ABILITIES
    assert min(held.values()) >= 2
    assert 24 <= sum(held.values()) <= 32
    for colour in COLOURS:
        assert 6 <= sum(bool(row["ability"]) for row in of(colour)) <= 9


def test_suleiman() -> None:
    (suleiman,) = (row for row in PERSONS if row["name"] == SULEIMAN)
    assert suleiman is PERSONS[80]
    assert (suleiman["colour"], suleiman["sex"], suleiman["ability"]) == ("blue", "m", "advent")
    assert suleiman["religion"] == ""  # §11-02: different from everybody


def test_every_person_has_a_note() -> None:
    assert all(row["note"] and len(row["note"]) <= 110 for row in PERSONS)


@pytest.mark.parametrize("stat", STATS)
def test_colours_are_balanced(stat: str) -> None:
    means = [mean(int(row[stat]) for row in of(colour)) for colour in COLOURS]
    assert max(means) - min(means) <= 0.25 + 1e-9


def test_kings_have_dice() -> None:
    prestige = [int(row["prestige"]) for row in ORDINARY]
    assert set(prestige) == {1, 2, 3, 4, 5}
    assert 2.1 <= mean(prestige) <= 2.6
    for stat, low, high in (("ambition", 1.7, 2.4), ("governance", 1.8, 2.4), ("war", 1.4, 1.8)):
        assert low <= mean(int(row[stat]) for row in ORDINARY) <= high, stat


def test_the_expansion_has_twelve_witches_and_four_others() -> None:
    """SW02-01, D-R23: with twelve events these are 28 cards, seven for each deck."""
    assert len(EXPANSION) == 16
    assert [row["religion"].endswith("W") for row in EXPANSION] == [True] * 12 + [False] * 4


def test_a_witch_an_ability() -> None:
    """SW02-07: twelve abilities, each of one witch; the others of the expansion have none."""
    assert Counter(row["ability"] for row in WITCHES) == dict.fromkeys(WITCHCRAFT, 1)
    assert not any(row["ability"] for row in EXPANSION if row not in WITCHES)
    assert all(row["sex"] == "f" for row in WITCHES)
    assert {row["religion"].removesuffix("W") for row in WITCHES} == RELIGIONS
    assert {row["religion"] for row in EXPANSION if row not in WITCHES} <= RELIGIONS


def test_nobody_of_the_expansion_has_lived() -> None:
    """D-R23: they are named after what they do, and stand in no history."""
    assert all(row["name"].startswith("the ") for row in EXPANSION)
    assert not any(row["born"] or row["died"] for row in EXPANSION)


def test_bloodlines_of_the_expansion() -> None:
    """SW02-03: five that have no deck; the others use the four."""
    assert FURTHER <= {row["colour"] for row in EXPANSION} <= FURTHER | set(COLOURS)
    assert not {row["colour"] for row in HISTORICAL} & FURTHER
    assert set(COLOURS) <= {row["colour"] for row in EXPANSION}


def test_the_thunderer_has_lesser_names_to_strike() -> None:
    """SW02-07-05: persons of less prestige than hers."""
    (thunderer,) = (row for row in WITCHES if row["ability"] == "lightning")
    lesser = [row for row in ORDINARY if int(row["prestige"]) < int(thunderer["prestige"])]
    assert len(ORDINARY) // 2 < len(lesser) < len(ORDINARY)


def test_country_columns() -> None:
    assert ",".join(COUNTRIES[0]) == "id,name,power,north,north_by,east,east_by,south,south_by,west,west_by"
    assert all(None not in row and None not in row.values() for row in COUNTRIES)


def test_country_ids_and_names() -> None:
    assert [int(row["id"]) for row in COUNTRIES] == list(range(21))
    assert len(BY_NAME) == 21
    assert COUNTRIES[20]["name"] == OTTOMAN_EMPIRE


def test_powers() -> None:
    powers = {row["name"]: int(row["power"]) for row in COUNTRIES}
    assert powers["France"] == 10 == max(powers.values())  # SW02-05
    assert min(powers.values()) == 1
    assert 2.4 <= mean(powers.values()) <= 3.0
    assert 2.4 <= mean(power for name, power in powers.items() if name != OTTOMAN_EMPIRE) <= 3.0


def test_borders_are_mutual() -> None:
    for country in COUNTRIES:
        for side, neighbour, by in borders(country):
            assert neighbour != country["name"]
            assert by in {"land", "sea"}
            back = BY_NAME[neighbour]
            assert (back[OPPOSITE[side]], back[f"{OPPOSITE[side]}_by"]) == (country["name"], by)


def test_no_way_without_a_neighbour() -> None:
    assert all(bool(row[side]) == bool(row[f"{side}_by"]) for row in COUNTRIES for side in OPPOSITE)


def test_two_countries_meet_once() -> None:
    for country in COUNTRIES:
        neighbours = [neighbour for _, neighbour, _ in borders(country)]
        assert 2 <= len(neighbours) == len(set(neighbours))


def test_map_is_connected() -> None:
    assert reached("France") == set(BY_NAME)
    assert reached("France", without=OTTOMAN_EMPIRE) == set(BY_NAME) - {OTTOMAN_EMPIRE}


def test_ottoman_empire_is_joined_by_land() -> None:
    assert {by for _, _, by in borders(BY_NAME[OTTOMAN_EMPIRE])} == {"land"}


def test_land_and_sea_are_mixed() -> None:
    ways = Counter(by for country in COUNTRIES for _, _, by in borders(country))
    assert 3 * min(ways["land"], ways["sea"]) >= ways.total()


def test_map_can_be_drawn() -> None:
    """Every country has one square of a grid, 5 by 7, on which each neighbour lies straight in its direction."""
    grid = {
        **{"Scotland": (1, 0), "Norway": (3, 0)},
        **{"Denmark": (3, 1), "Sweden": (4, 1)},
        **{"Ireland": (0, 2), "England": (1, 2), "Netherlands": (2, 2), "Saxony": (3, 2), "Poland": (4, 2)},
        **{"Palatinate": (2, 3), "Bohemia": (3, 3)},
        **{"France": (1, 4), "Switzerland": (2, 4), "Austria": (3, 4), "Hungary": (4, 4)},
        **{"Milan": (2, 5), "Venice": (3, 5), OTTOMAN_EMPIRE: (4, 5)},
        **{"Portugal": (0, 6), "Spain": (1, 6), "Naples": (3, 6)},
    }
    assert set(grid) == set(BY_NAME)
    assert len(set(grid.values())) == 21
    for country in COUNTRIES:
        x, y = grid[country["name"]]
        for side, neighbour, _ in borders(country):
            to_x, to_y = grid[neighbour]
            step = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
            assert step == {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}[side]
            between = {name for name, (at_x, at_y) in grid.items() if _inside(at_x, at_y, (x, y), (to_x, to_y))}
            assert not between, (country["name"], neighbour)


def _inside(x: int, y: int, one: tuple[int, int], other: tuple[int, int]) -> bool:
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return left <= x <= right and top <= y <= bottom and (x, y) not in (one, other)
