"""What follows from the declaration of an option: fields of the table, and rows of the observation."""

from types import SimpleNamespace

import pytest

from dynasty_env.kit.options import Option, fields_of, observed, observing

OPTIONS = (
    Option("num_players", 2, (2, 3), "seats"),
    Option("wild", False, (False, True), "jokers"),
    Option("length", 10, (10, 200), "turns"),
    Option("ask_forced", False, (False, True), "ask"),
)


def test_fields_have_room_for_every_value() -> None:
    assert fields_of(OPTIONS) == [("wild", "i1"), ("length", "i4")]


@pytest.mark.parametrize(
    ("first", "rows", "names"),
    [
        ((), 0, ("wild", "length", "ask_forced")),
        (("ask_forced", "limit"), 0, ("ask_forced", "limit", "wild", "length")),
        (("ask_forced", "limit"), 6, ("ask_forced", "limit", "wild", "length", "", "")),
    ],
)
def test_an_option_has_a_row_of_its_name(first: tuple[str, ...], rows: int, names: tuple[str, ...]) -> None:
    """What is not said to come first follows, so that a new option moves none of the others."""
    assert observed(OPTIONS, *first, rows=rows) == names
    table, seen = SimpleNamespace(wild=1, length=10, ask_forced=2, limit=3), SimpleNamespace(options=[9] * len(names))
    observing(names)(table, seen)
    assert seen.options == [getattr(table, name) if name else 0 for name in names]
