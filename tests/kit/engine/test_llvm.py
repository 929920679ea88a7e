"""Settings of LLVM for rules, which Numba's other compilations do not get."""

from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import pytest
from numba import types

from dynasty_env.kit.engine.llvm import are_apart, rules_optimised
from tests.tiny import nim


def counted_from(seats, me, out):  # type: ignore[no-untyped-def]  # pragma: no cover
    for row in range(21):
        away = seats[row] - me
        out[row] = away + 4 if away < 0 else away


def passes() -> int:
    """How many times the loop's body stands in the machine code."""
    bytes_: Any = types.Array(types.int8, 1, "C")
    made = numba.njit(types.void(bytes_, types.int8, bytes_))(counted_from)
    return "".join(made.inspect_llvm().values()).count("store i8")


def test_a_loop_of_known_length_is_not_written_out() -> None:
    written_out = passes()
    before = llvmlite.binding.create_pass_builder
    with rules_optimised("counted_from"):
        kept = passes()
    assert llvmlite.binding.create_pass_builder is before
    assert kept < written_out


def linked(function: Any) -> str:
    """The machine code of a function that calls a compiled one, which stays a function."""
    called = numba.njit(inline="never")(counted_from)

    def calls(seats, me, out):  # type: ignore[no-untyped-def]  # pragma: no cover
        for seat in range(4):
            called(seats, seat, out)
            called(out, me, seats)

    bytes_: Any = types.Array(types.int8, 1, "C")
    calls.__qualname__ = function
    return "".join(numba.njit(types.void(bytes_, types.int8, bytes_))(calls).inspect_llvm().values())


def test_what_a_function_calls_belongs_to_it_alone() -> None:
    with rules_optimised("calls"):
        alone, another = linked("calls"), linked("another")
    assert "linkonce_odr" not in alone
    assert "define internal" in alone
    assert "linkonce_odr" in another
    assert "linkonce_odr" in linked("calls")


def test_only_records_of_different_types_are_taken_to_be_apart() -> None:
    table, seen = (numba.from_dtype(np.dtype([(name, "i1")])) for name in "ab")
    row = types.Array(types.int8, 1, "C")
    given = [(table, types.int64, seen), (table, table), (table, seen, row), (table, types.int64)]
    assert [are_apart(each) for each in given] == [True, False, False, False]


def test_a_field_that_is_read_on_a_condition_is_no_branch() -> None:
    record = numba.from_dtype(np.dtype([("held", "i1"), ("number", "i8")]))

    def number_of(t):  # type: ignore[no-untyped-def]  # pragma: no cover
        return t.number if t.held > 0 else -1

    def branches() -> int:
        made = numba.njit(types.int64(record), no_cpython_wrapper=True, no_cfunc_wrapper=True)(number_of)
        return "".join(made.inspect_llvm().values()).count("br i1")

    assert branches() == 1
    with rules_optimised("number_of"):
        assert branches() == 0


def test_rules_are_compiled_with_their_rules_optimised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path))
    asked: list[bool] = []

    def create(machine: Any, tuning: Any) -> Any:
        asked.append(tuning.loop_unrolling)
        return before(machine, tuning)

    before = llvmlite.binding.create_pass_builder
    monkeypatch.setattr(llvmlite.binding, "create_pass_builder", create)
    nim.Nim().compiled.entry("batch_check")
    assert asked
    assert not any(asked)
