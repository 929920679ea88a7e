"""Reading save files: every complaint names the path of the field and what would be right there."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynasty_env.kit.errors import DynastyEnvError, SaveError
from dynasty_env.kit.files.json_reader import Reader

NAMES = ("alpha", "beta", "gamma")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def complaint(what: Callable[[], Any]) -> str:
    with pytest.raises(SaveError) as error:
        what()
    return str(error.value)


def test_save_error_is_a_value_error_of_the_package() -> None:
    assert issubclass(SaveError, DynastyEnvError)
    assert issubclass(SaveError, ValueError)


def test_paths() -> None:
    reader = Reader({"seats": [{"hand": ["HA"]}, {"hand": []}]})
    assert reader.path == ""
    seats = list(reader["seats"].each())
    assert [seat.path for seat in seats] == ["seats[0]", "seats[1]"]
    assert [card.path for card in seats[0]["hand"].each()] == ["seats[0].hand[0]"]
    assert complaint(lambda: seats[0]["hand"].mapping()).startswith("seats[0].hand: a dict is expected, not list")
    assert complaint(lambda: reader["pack"]).startswith("save file: the field 'pack' is missing")
    assert complaint(lambda: seats[1]["king"]).startswith("seats[1]: the field 'king' is missing")


def test_get_gives_the_default_of_a_missing_field() -> None:
    reader = Reader({"there": None}, "here")
    assert reader.get("gone", 7).value == 7
    assert reader.get("gone", 7).path == "here.gone"
    assert reader.get("there", 7).value is None


def test_has() -> None:
    reader = Reader({"null": None, "zero": 0, "empty": []})
    assert [reader.has(name) for name in ("null", "zero", "empty", "missing")] == [False, True, True, False]


def test_fields_lists_what_is_known_or_what_is_near() -> None:
    Reader({"alpha": 1}).fields(NAMES)
    Reader({}).fields(NAMES)
    assert "'betta'; did you mean 'beta'?" in complaint(lambda: Reader({"betta": 1}).fields(NAMES))
    assert "known are alpha, beta, gamma" in complaint(lambda: Reader({"omega zero": 1}).fields(NAMES))
    assert "no field 5" in complaint(lambda: Reader({5: 1}).fields(NAMES))


@pytest.mark.parametrize("value", [-1, 11, 1.0, "5", None, True, [], 10**30])
def test_whole_refuses(value: Any) -> None:
    assert complaint(lambda: Reader(value, "x.y").whole(0, 10)).startswith("x.y: a whole number 0 … 10 is expected")


@given(st.integers(-5, 5))
def test_whole_takes_all_within_bounds(value: int) -> None:
    assert Reader(value).whole(-5, 5) == value


@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_flag_refuses(value: Any) -> None:
    assert "true or false is expected" in complaint(Reader(value, "x").flag)


def test_flag() -> None:
    assert (Reader(True).flag(), Reader(False).flag()) == (1, 0)


def test_one_of() -> None:
    assert Reader("gamma").one_of(NAMES, "letter") == 2
    assert "no letter is called 'gama'; did you mean 'gamma'?" in complaint(
        lambda: Reader("gama").one_of(NAMES, "letter")
    )
    assert "alpha, beta, gamma" in complaint(lambda: Reader("zzz").one_of(NAMES, "letter"))
    assert "h …" in complaint(lambda: Reader("zzz").one_of(tuple("abcdefghij"), "letter"))


@given(JSON, JSON)
def test_nothing_but_save_errors(value: Any, field: Any) -> None:
    """Whatever is in a file, it is read or refused with its path."""
    for given_value in (value, field, {"a": field}, [field]):
        reader = Reader(given_value, "the.path")
        for read in (
            reader.mapping,
            reader.flag,
            lambda: list(reader.each()),  # noqa: B023
            lambda: reader.whole(-9, 9),  # noqa: B023
            lambda: reader.one_of(NAMES, "letter"),  # noqa: B023
            lambda: reader.fields(NAMES),  # noqa: B023
            lambda: reader["alpha"],  # noqa: B023
            lambda: reader.has("alpha"),  # noqa: B023
        ):
            try:
                read()
            except SaveError as error:
                assert str(error).startswith("the.path")


@pytest.mark.parametrize("value", ["abc", 5, None, {"a": 1}])
def test_each_wants_a_list(value: Any) -> None:
    assert complaint(lambda: list(Reader(value, "x").each())).startswith("x: a list is expected")
