"""The pieces: 24 persons and 16 events as the rules page wants them (ch. 1)."""

import csv
from collections import Counter

import pytest

from dynasty_env.shinsengumi.material import (
    COLOUR_NAMES,
    DIRECTION_NAMES,
    EVENT_NAMES,
    EVENTS,
    EVENTS_CSV,
    NEIGHBOUR,
    PERSON_NAMES,
    PERSONS,
    PERSONS_CSV,
    SEASONS,
    TURNS,
    Event,
    Failure,
    card_table,
)


def rows(path: object) -> list[dict[str, str]]:
    with open(str(path), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


MEMBERS, PIECES = rows(PERSONS_CSV), rows(EVENTS_CSV)


def arrows(row: dict[str, str]) -> list[list[str]]:
    return [row[f"arrow{number}"].split() for number in range(1, 5)]


def test_ids_count_from_0_and_names_differ() -> None:
    for table, names, count in ((MEMBERS, PERSON_NAMES, PERSONS), (PIECES, EVENT_NAMES, EVENTS)):
        assert [int(row["id"]) for row in table] == list(range(count))
        assert len(set(names)) == count


def test_numbers_are_1_to_5_and_kondos_bushido_is_his_column() -> None:
    for row in MEMBERS:
        numbers = [row[stat] for stat in ("combat", "debate", "esteem", "bushido")]
        if row["name"] == "Kondo Isami":
            assert numbers.pop() == "column"
        assert all(1 <= int(number) <= 5 for number in numbers)


def test_every_failure_action_occurs() -> None:
    assert {row["failure"] for row in MEMBERS} == {failure.name.lower() for failure in Failure}


def test_arrows_are_one_a_direction_with_one_to_three_black_ones() -> None:
    for row in MEMBERS:
        assert sorted(direction for direction, _ in arrows(row)) == sorted(DIRECTION_NAMES)
        assert 1 <= sum(colour == "black" for _, colour in arrows(row)) <= 3


@pytest.mark.parametrize("number", range(4))
def test_directions_and_colours_are_even(number: int) -> None:
    """At each priority, and over all."""
    assert set(Counter(arrows(row)[number][0] for row in MEMBERS).values()) == {PERSONS // 4}
    assert Counter(arrows(row)[number][1] for row in MEMBERS) == dict.fromkeys(COLOUR_NAMES, PERSONS // 2)
    direction = DIRECTION_NAMES[number]
    colours = Counter(colour for row in MEMBERS for way, colour in arrows(row) if way == direction)
    assert colours == dict.fromkeys(COLOUR_NAMES, PERSONS // 2)


def test_nobody_has_another_ones_arrows() -> None:
    assert len({tuple(direction for direction, _ in arrows(row)) for row in MEMBERS}) == PERSONS


def test_everybody_has_a_note() -> None:
    assert all(len(row["note"]) > 20 for row in MEMBERS)


def test_events_are_in_the_order_of_their_numbers() -> None:
    for event, row in zip(Event, PIECES, strict=True):
        assert event.name.split("_")[0].lower() in row["name"].lower()


def test_who_fights_has_dice_and_a_trigger() -> None:
    for row in PIECES:
        assert bool(row["fight"]) == bool(row["trigger"]) == (int(row["dice"]) > 0)
        assert (row["lies"] == "board") == bool(row["columns"]) == bool(row["rows"])
        assert row["text"]


def test_neighbours_are_mutual_and_end_at_the_edge() -> None:
    assert (NEIGHBOUR == -1).sum() == 4 * 6
    for cell in range(36):
        for direction in range(4):
            other = NEIGHBOUR[cell, direction]
            assert other == -1 or NEIGHBOUR[other, (direction + 2) % 4] == cell


def test_twelve_seasons_from_1863_to_1868() -> None:
    assert len(SEASONS) == TURNS
    assert SEASONS[0] == "spring and summer of Bunkyu 3"
    assert SEASONS[-1] == "autumn and winter of Meiji 1"


def test_card_table_is_what_is_printed() -> None:
    table = card_table()
    assert table["persons"].shape == (PERSONS, 13)
    assert table["events"].shape == (EVENTS, 9)
    okita = table["persons"][PERSON_NAMES.index("Okita Soji")].tolist()
    printed = next(row for row in MEMBERS if row["name"] == "Okita Soji")
    assert okita[:4] == [int(printed[stat]) for stat in ("combat", "debate", "esteem", "bushido")]
    assert [(DIRECTION_NAMES[d], COLOUR_NAMES[c]) for d, c in zip(okita[5:9], okita[9:], strict=True)] == [
        tuple(arrow) for arrow in arrows(printed)
    ]
