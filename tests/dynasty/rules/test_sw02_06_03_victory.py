"""SW02-06-03: the victory of the Neuroi."""

from __future__ import annotations

import pytest

from .conftest import seat
from .events import go, laid, under_the_neuroi

BEST = seat("Elizabeth I", territories=["Spain"])
"""5 + 6 = 11 points."""
OTHER = seat("Henry IV", territories=["Milan"])
"""4 + 2 = 6 points."""


@pytest.mark.rule("D-R60")
def test_d_r60_nobody_wins_with_equal_points_either() -> None:
    """D-R60: nobody wins, nor do all who have as many points share the victory."""
    state = laid(
        BEST,
        seat("Henry IV", territories=["Austria", "Poland"]),
        person_decks={"green": []},
        **under_the_neuroi("France", "Ireland"),
    )
    go(state, "action=pass")
    assert state.done and state.scores()[0] == state.scores()[1] > 0
    assert list(state.returns("win")) == [0.0, 0.0]
    assert list(state.win_shares()) == [0.0, 0.0]


@pytest.mark.rule("D-R60")
def test_d_r60_all_are_told() -> None:
    """SW02-06-03: the end tells that the Neuroi have won."""
    state = laid(BEST, OTHER, person_decks={"green": []}, **under_the_neuroi("France", "Austria"))
    go(state, "action=pass")
    assert any("Neuroi" in line for line in state.chronicle(None))
