"""The audit that random games go through: a table laid wrongly is found out, by the number of the truth that it breaks.

Here: stones, board, persons, selves. Each test takes a true table, puts one thing where it cannot be, and audits it.
"""

from __future__ import annotations

import pytest

from dynasty_env.shinsengumi.material import EventPlace, Place
from tests.false_tables import Wrong, both, put
from tests.shinsengumi.rules.audited import (
    AIZU,
    GATE,
    HIJIKATA,
    ICHIMURA,
    KONDO,
    OKITA,
    RIFLES,
    SERIZAWA,
    SHIMADA,
    add,
    cell,
    found,
    laid,
)
from tests.shinsengumi.rules.conftest import named, play

# --------------------------------------------------------------------------------------------------------- 1: stones


@pytest.mark.rule("§03", "S-R3")
@pytest.mark.parametrize(
    "wrong",
    [
        add("bag", 0, 1), add("bag", 1, 1), add("bag", 0, -1), add("hand", (0, 0), 1), add("hand", (2, 1), -1),
        add("markers", (SHIMADA, 0), 1), add("markers", (ICHIMURA, 1), -1), add("spares", 0, 1),
        both(add("hand", (0, 0), -3), add("bag", 0, 3)),  # less than none in a hand
        both(add("hand", (1, 0), 1), add("bag", 0, -1)),  # in the hand of who is out
        both(add("hand", (1, 1), 1), add("bag", 1, -1)),
        both(add("spares", 0, 2), add("bag", 0, 2)),  # more spares than markers
        both(add("spares", 0, -1), add("bag", 0, -1)),
        both(add("bag", 1, -11), add("hand", (0, 1), 11)),  # less than none in the bag
    ],
)  # fmt: skip
def test_truth_1_every_stone_is_in_one_place(wrong: Wrong) -> None:
    """§03: 16 of each colour, in the bag, hands, on arrows and as markers; spares are not counted."""
    assert found(wrong) == 1


@pytest.mark.rule("§03", "S-R3")
@pytest.mark.parametrize(
    "wrong",
    [
        both(add("bag", 0, -1), add("hand", (0, 0), 1)),
        both(add("bag", 1, -10), add("hand", (0, 1), 10)),
        both(add("spares", 0, 1), add("bag", 0, 1)),
        both(add("hand", (2, 0), -1), add("bag", 0, 1)),
        both(add("markers", (SHIMADA, 0), 1), add("bag", 0, -1)),
    ],
)
def test_truth_1_as_long_as_the_sum_is_right(wrong: Wrong) -> None:
    """§03: … wherever they are of these."""
    assert found(wrong) == 0


@pytest.mark.rule("§06-01-D-2")
def test_truth_1_stones_on_arrows_count_by_the_arrow_s_colour() -> None:
    """§06-01 D: a stone on a black arrow is a black one."""
    waiting = named(laid(), "Kondo Isami")
    play(waiting, "arrow:1")
    assert waiting.to_dict()["laid"] == [1, 0, 0, 0]
    assert found(add("laid", 0, 1), waiting) == 1
    assert found(both(put("laid", 0, 0), put("laid", 1, 1)), waiting) == 1
    assert found(both(put("laid", 0, 0), put("laid", 3, 1)), waiting) == 0
    assert found(put("laid", 0, 0), waiting) == 1


@pytest.mark.rule("S-R20")
def test_truth_1_hidden_stones_all_markers_are_spares() -> None:
    """S-R20: with `hidden_stones` no marker is one of the sixteen."""
    state = laid(hidden_stones=True)
    assert found(both(add("spares", 0, -1), add("bag", 0, -1)), state) == 1
    assert found(both(add("spares", 1, -1), add("bag", 1, -1)), state) == 1


@pytest.mark.rule("S-R20")
def test_truth_14_what_is_known_of_the_bag_lies_in_it() -> None:
    """S-R20: known to have gone back: at most what lies there, and nothing with open stones."""
    hidden = laid(hidden_stones=True)
    for colour in (0, 1):
        there = int(hidden.record["bag"][colour])
        assert found(put("returned", colour, there), hidden) == 0
        assert found(put("returned", colour, there + 1), hidden) == 14
        assert found(both(put("returned", colour, there), put("lost", (2, colour), 1)), hidden) == 14
        assert found(both(put("returned", colour, there - 1), put("lost", (0, colour), 1)), hidden) == 0
        assert found(put("returned", colour, 1)) == 14
        assert found(put("lost", (0, colour), 1)) == 14


# -------------------------------------------------------------------------------------------------------- 2: the board


@pytest.mark.rule("§06-00")
@pytest.mark.parametrize(
    "wrong",
    [
        put("board", cell("3.3"), KONDO),  # stands on two
        put("board", cell("3.3"), HIJIKATA),  # in the pile
        put("board", cell("3.3"), 24 + GATE),  # lies on two
        put("board", cell("3.3"), 24 + RIFLES),
        put("board", cell("1.1"), -1),  # stands on none
        put("board", cell("6.6"), -1),
        put("board", cell("5.3"), -1),
        put("cell", KONDO, cell("3.3")),
        put("cell", KONDO, -1),
        put("cell", HIJIKATA, cell("3.3")),
        both(put("cell", HIJIKATA, cell("3.3")), put("board", cell("3.3"), HIJIKATA)),
        put("event_cell", AIZU, cell("5.4")),
        put("event_cell", AIZU, -1),
        put("event_cell", RIFLES, cell("1.2")),
        put("place", SHIMADA, Place.DEAD),
        put("place", SHIMADA, Place.PILE),
        put("event_place", AIZU, EventPlace.GONE),
        put("event_place", RIFLES, EventPlace.BOARD),
        both(put("place", HIJIKATA, Place.BOARD), put("cell", HIJIKATA, cell("1.1"))),  # two on one cell
        both(put("event_place", RIFLES, EventPlace.BOARD), put("event_cell", RIFLES, cell("5.3"))),
        both(put("place", HIJIKATA, Place.BOARD), put("cell", HIJIKATA, cell("3.3"))),
    ],
)
def test_truth_2_a_cell_holds_the_piece_that_stands_there(wrong: Wrong) -> None:
    """§06-00: one piece a cell, and every piece on the board on one cell."""
    assert found(wrong) == 2


# ------------------------------------------------------------------------------------------------------- 3, 7: persons


@pytest.mark.rule("§05-02")
def test_truth_3_a_person_in_the_pile_is_nowhere_else() -> None:
    """§05-02: once in the pile, or not at all."""
    state = laid()
    size = int(state.record["person_pile_size"])
    for at in (0, size - 1):
        assert found(put("person_pile", at, KONDO), state) == 3
        assert found(put("person_pile", at, SERIZAWA), state) == 3
        assert found(put("person_pile", at, int(state.record["person_pile"][size // 2])), state) == 3
    assert found(put("person_pile_size", None, size - 1), state) == 3
    assert found(put("place", SERIZAWA, Place.PILE), state) == 3
    assert found(put("person_pile", size, KONDO), state) == 0  # above the top lies nothing


@pytest.mark.rule("§06-01-D-1", "§06-01-E")
@pytest.mark.parametrize(
    ("person", "white", "black", "truth"),
    [
        (SHIMADA, 1, 0, 0), (SHIMADA, 0, 1, 0), (SHIMADA, 0, 2, 0), (SHIMADA, 2, 0, 7), (SHIMADA, 0, 3, 7),
        (SHIMADA, 1, 1, 7), (SHIMADA, 1, 2, 7), (HIJIKATA, 1, 0, 7), (HIJIKATA, 0, 1, 7), (SERIZAWA, 0, 2, 7),
        (KONDO, 0, 2, 0), (KONDO, 2, 0, 7), (ICHIMURA, 0, 3, 7), (ICHIMURA, 1, 0, 0), (SHIMADA, -1, 1, 7),
        (SHIMADA, 1, -1, 7), (SHIMADA, 0, 0, 0), (SHIMADA, -1, 0, 7), (SHIMADA, 0, -1, 7),
    ],
)  # fmt: skip
def test_truth_7_markers(person: int, white: int, black: int, truth: int) -> None:
    """§06-01: one white stone, or up to two black ones, on persons on the board alone."""
    state = laid()
    before = state.record["markers"][person]
    wrong = both(
        put("markers", (person, 0), white), put("markers", (person, 1), black),
        add("bag", 0, int(before[0]) - white), add("bag", 1, int(before[1]) - black),
    )  # fmt: skip
    assert found(wrong, state) == truth


# --------------------------------------------------------------------------------------------------------- 5: selves


@pytest.mark.rule("§05-03")
@pytest.mark.parametrize(("person", "truth"), [(SHIMADA, 0), (ICHIMURA, 0), (OKITA, 5), (HIJIKATA, 5), (SERIZAWA, 5)])
def test_truth_5_a_self_is_on_the_board_and_nobody_else_s(person: int, truth: int) -> None:
    """§05-03: different persons, on the board."""
    assert found(put("chip", 0, person)) == truth


@pytest.mark.rule("§05-03")
def test_truth_5_the_last_seat_too() -> None:
    """§05-03: … whichever seat it is."""
    assert found(put("chip", 2, HIJIKATA)) == found(put("chip", 2, KONDO)) == 5
    assert found(put("chip", 1, SHIMADA)) == 0
    assert found(put("chip", 1, KONDO)) == 5
