"""What a decision touches is counted on the very games that are played without counting."""

from random import Random

import numpy as np

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.table import offset_of
from tests.tiny.nim import GAME
from training.speed.lines import LINE, NotedTables, count


def test_a_table_that_notes_plays_as_any_other_does() -> None:
    options, random = GAME.check_options({}), Random(1)
    noted, plain = NotedTables(GAME.blank(1, options).array), Tables(GAME.blank(1, options).array)
    for tables in (noted, plain):
        GAME.interpreted.call("deal", tables, 0, 5)
    while not plain.array["done"][0]:
        action = int(random.choice(np.flatnonzero(plain.array["mask"][0]).tolist()))
        for tables in (noted, plain):
            GAME.interpreted.call("step", tables, 0, action)
        assert noted.array.tobytes() == plain.array.tobytes()


def test_elements_of_fields_are_noted_by_the_lines_in_which_they_lie() -> None:
    tables = NotedTables(GAME.blank(1, GAME.check_options({})).array)
    stack, seat = offset_of(GAME.dtype, "stack"), offset_of(GAME.dtype, "seat")
    table = tables[0]
    table.stack[1, 2] = 7
    table.seat = 1
    assert tables.array["stack"][0, 1, 2] == 7
    assert tables.touched.written == {(stack + 2 * (4 + 2)) // LINE, seat // LINE}
    assert table.stack[1, 2] == 7 and table.seat == 1
    assert tables.touched.read == tables.touched.written


def test_a_game_of_few_lines_touches_no_more_than_it_has() -> None:
    lines, fields = count(GAME, decisions=30)
    most = -(-GAME.dtype.itemsize // LINE)
    assert 0 < lines["written by it"] <= lines["move"] <= lines["both"] <= most
    assert lines["observation"] <= lines["both"] and fields["mask"] >= 30
