"""§11-03-04, 06: revolution (革命) and police (警察)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.material import PERSON_NAMES
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import play, seat, seat_of, succeeding, table

laid = partial(table, abilities=True)
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10"
"""A pack on top of which nothing counts in an incitement: it succeeds with any dice."""


def incited(target: str, rival: dict[str, Any], **fields: Any) -> State:
    """Henry IV has incited somebody of seat 1 with success."""
    state = laid(seat("Henry IV"), rival, pack=HEARTS, **fields)
    play(state, "incite", f"person:{target}")
    return succeeding(state)


# ------------------------------------------------------------------------------------------------- §11-03-04 revolution


@pytest.mark.rule("D-R19")
def test_d_r19_a_child_leaves_its_place() -> None:
    """D-R19: if he was a child that place is vacated; the other children stay, in their order."""
    rival = seat("Philip II", children=["Charles V", "Henry of Guise", "Mary I"])
    state = incited("Henry of Guise", rival)
    assert (seat_of(state, 1)["king"], seat_of(state, 1)["children"]) == ("Henry of Guise", ["Charles V", "Mary I"])
    born = LAYOUT["born"].of(state.observe(1))
    assert [int(born[PERSON_NAMES.index(name)]) for name in ("Charles V", "Henry of Guise", "Mary I")] == [1, 0, 2]
