"""Working memory for rules that need named fields of their own, beside a table."""

from typing import Any

import numpy as np
from numba.extending import overload

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.engine.loop import Rule


def blank_records(dtype: np.dtype[np.void]) -> Any:
    """An array of one record of zeros, whose fields rules read and write like those of a table.

    The rule that asks for it passes the array on to another one, which takes the record out: in compiled code the
    record exists until that other rule returns. A GPU has no such memory.
    """
    return Tables(np.zeros(1, dtype))


def blank_record(dtype: np.dtype[np.void]) -> Rule:
    """The rule ``()`` that makes a blank record of this type, as an array of one: the memory of a bot (`choice`)."""
    lines = ["def blank():", "    return blank_records(dtype)"]
    return written("blank", lines, {"blank_records": blank_records, "dtype": dtype})


@overload(blank_records, strict=False)  # type: ignore[untyped-decorator]
def _compiled_blank_records(dtype: Any) -> Any:
    return lambda dtype: np.zeros(1, dtype)
