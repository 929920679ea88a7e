"""Rules that are written from declarations: `offers`, `some`, `best`, `emptying`, `blank_record`, a bot's values."""

from enum import IntEnum
from typing import ClassVar

import numpy as np
import pytest

from dynasty_env.kit.engine import Chapter, Column, Kind, Phase
from dynasty_env.kit.engine.chapter import DeclarationError
from dynasty_env.kit.engine.each import best, offers, some
from dynasty_env.kit.engine.emptying import emptying, types
from dynasty_env.kit.engine.scratch import blank_record
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.engine.values import value_by_kind, value_by_phase
from dynasty_env.kit.wording import Family, nothing

FIELDS = [("lap", "i2"), ("owner", "i1", (4,), -1), ("seen", "i1", (2, 3), 7), ("next", "i1", (), 5)]
TABLE = table_dtype(header(20, 3, 8), types(FIELDS))


def may_be_named(t, one):
    return t.owner[one] == -1


def may_be_kept(t, seat, one):
    return t.owner[one] == seat


def is_even(t, one):
    assert one >= 0
    return one % 2 == 0


def worth_of(t, one):
    return 10 * one


def worth_to(t, seat, one):
    return one + seat


def table():
    return np.zeros(1, TABLE).view(np.recarray)[0]


def test_fields_lie_as_they_are_declared():
    assert TABLE["owner"].shape == (4,) and TABLE["next"].shape == () and TABLE["seen"].shape == (2, 3)


def test_an_emptied_table_holds_what_the_fields_declare():
    t = table()
    t.lap, t.next, t.owner[2] = 3, 1, 2
    emptying("clear", FIELDS)(t)
    assert (t.lap, t.next, t.owner.tolist(), t.seen.tolist()) == (0, 5, [-1] * 4, [[7] * 3] * 2)


def test_only_chosen_fields_are_emptied():
    t = table()
    t.lap, t.next = 3, 1
    emptying("forget", FIELDS, "next", "owner")(t)
    assert (t.lap, t.next, t.owner.tolist(), t.seen.tolist()) == (3, 5, [-1] * 4, [[0] * 3] * 2)


def test_a_blank_record_has_the_fields_of_its_type():
    t = blank_record(TABLE)()[0]
    t.lap, t.owner[2] = 3, 1
    other = blank_record(TABLE)()[0]
    assert (t.lap, list(t.owner)) == (3, [0, 0, 1, 0]) and (other.lap, list(other.owner)) == (0, [0] * 4)


def test_all_who_may_be_named_are_offered():
    t = table()
    t.owner[:] = [-1, 0, -1, 1]
    offers(10, 4, may_be_named)(t)
    assert np.flatnonzero(t.mask).tolist() == [10, 12] and t.choices == 2


def test_the_deciding_seat_is_asked_about():
    t = table()
    t.owner[:] = [-1, 0, -1, 1]
    t.seat = 1
    offers(10, 4, may_be_kept)(t)
    assert np.flatnonzero(t.mask).tolist() == [13]


def test_is_there_anybody():
    t = table()
    t.owner[:] = [0, 0, 0, 2]
    assert some(4, may_be_kept)(t, 2) and not some(4, may_be_kept)(t, 1)
    assert not some(4, may_be_named)(t, 0)


def test_only_those_who_stand_in_a_field_are_asked_about():
    t = table()
    t.owner[:] = [-1, 2, 0, -1]
    held = some(4, is_even, among="owner")
    assert held(t, 0)
    t.owner[:] = [-1, 1, 3, -1]
    assert not held(t, 0)


def test_what_the_best_is_worth():
    t = table()
    t.owner[:] = [0, 1, 1, 0]
    assert [best(4, may_be_kept, worth_of)(t, seat) for seat in range(3)] == [30, 20, 0]
    assert [best(4, may_be_kept, worth_to, -1.5)(t, seat) for seat in range(3)] == [3.0, 3.0, -1.5]


def test_the_same_question_makes_the_same_rule():
    assert offers(10, 4, may_be_named) is offers(10, 4, may_be_named)


class Step(IntEnum):
    NAME, REFUSE, KEEP = 1, 2, 3


class Deed(Kind):
    columns: ClassVar = {"may": Column(False, "t, seat"), "begin": Column()}


def play_name(t, action):
    t.lap = action


def is_late(m, action):
    return 100 * action


FAMILIES = {"pass": Family(slice(0, 1), "", nothing, ""), "person": Family(slice(10, 14), "person", nothing, "")}
PHASES = [
    Phase(Step.NAME, offers(10, 4, may_be_kept), play_name, says={"person": "", "pass": ""}),
    Phase(Step.REFUSE, is_even, play_name, says={"pass": ""}),
    Phase(Step.KEEP, offers(10, 4, may_be_named), play_name, says={"person": ""}),
]
CHAPTERS = [Chapter(__name__, phases=PHASES, kinds=[Deed(4, begin=Step.KEEP), Deed(5, begin=Step.REFUSE, says="run")])]
VALUES = {Step.NAME: worth_of, Step.REFUSE: is_late, Step.KEEP: np.array([7, 8, 9, 5])}


def test_a_choice_is_worth_what_it_names():
    """-1 is named by a pass; a rule of the action gets its id; a phase without values has none."""
    t = table()
    value = value_by_phase(CHAPTERS, FAMILIES, VALUES)
    cases = {(Step.NAME, 12): 20, (Step.NAME, 0): -10, (Step.REFUSE, 1): 100, (Step.KEEP, 13): 5, (4, 10): 0}
    for (t.step, action), worth in cases.items():
        assert value(t, action) == worth


def test_a_kind_of_action_may_be_chosen_where_its_first_decision_has_a_choice():
    assert [kind.rules.get("may") for kind in CHAPTERS[0].kinds] == [some(4, may_be_named), None]


def test_a_kind_of_action_is_worth_the_best_that_its_first_decision_names():
    t = table()
    t.owner[:] = [-1, -1, 0, -1]
    value = value_by_kind(CHAPTERS, VALUES, {5: is_even}, -3.5)
    assert value(t, 4) == 8 and value(t, 5) == 1 and value(t, 6) == 0
    t.owner[:] = 0
    assert value(t, 4) == -3.5
    assert value_by_kind(CHAPTERS, VALUES, {5: -2}, -3.5)(t, 5) == -2
    with pytest.raises(DeclarationError, match="does not know what it is worth to run"):
        value_by_kind(CHAPTERS, VALUES, {}, -3.5)
