"""SW02-06-03: the victory of the Neuroi."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import play, printed, printed_country, seat
from .events import go, laid, under_the_neuroi

BEST = seat("Elizabeth I", territories=["Spain"])
"""5 + 6 = 11 points."""
OTHER = seat("Henry IV", territories=["Milan"])
"""4 + 2 = 6 points."""


def final(*seats: dict[str, Any], **fields: Any) -> State:
    """A finished game of `seats` and a ruined last dynasty, which holds the pope: a deck is empty and nobody acts."""
    state = laid(*seats, seat("Erik XIV", territories=()), person_decks={"green": []}, **fields)
    go(state, "action=pass")
    assert state.done
    return state


def power(*countries: str) -> int:
    return sum(int(printed_country(country).power) for country in countries)


@pytest.mark.rule("SW02-06-03")
def test_sw02_06_03_if_nobody_exceeds_their_power_they_win() -> None:
    """SW02-06-03: if no dynasty's points can exceed the sum of the occupied powers, they win; equal is not more."""
    assert printed("Elizabeth I").prestige + power("Spain") == 11 == power("France", "Ireland")
    state = final(BEST, OTHER, **under_the_neuroi("France", "Ireland"))
    assert state.scores() == [11, 6, 0]
    assert list(state.returns("win")) == [0.0, 0.0, 0.0]


@pytest.mark.rule("SW02-06-03")
def test_sw02_06_03_by_far_too() -> None:
    """SW02-06-03: … less is not more either."""
    state = final(BEST, OTHER, **under_the_neuroi("France", "Austria"))
    assert list(state.returns("win")) == [0.0, 0.0, 0.0]


@pytest.mark.rule("SW02-06-03")
def test_sw02_06_03_one_point_more_is_enough() -> None:
    """SW02-06-03: one dynasty with one point more: it wins as ever, the others lose."""
    assert power("France") == 10
    state = final(BEST, OTHER, **under_the_neuroi("France"))
    assert list(state.returns("win")) == [1.0, -0.5, -0.5]
    assert list(state.returns("rank")) == [1.0, 0.0, -1.0]


@pytest.mark.rule("SW02-06-03")
def test_sw02_06_03_whoever_exceeds_it() -> None:
    """SW02-06-03: the best dynasty saves all, whatever its seat."""
    state = final(OTHER, BEST, **under_the_neuroi("France"))
    assert list(state.returns("win")) == [-0.5, 1.0, -0.5]
    state = final(OTHER, BEST, **under_the_neuroi("France", "Ireland"))
    assert list(state.returns("win")) == [0.0, 0.0, 0.0]


@pytest.mark.rule("SW02-05")
def test_sw02_06_03_witches_count() -> None:
    """SW02-05, SW02-06-03: points are all points: the ten for a witch may save the day."""
    lying = under_the_neuroi("France", "Ireland")
    married = seat("Elizabeth I", territories=["Spain"]), seat("Henry IV", spouse="the Healer", territories=["Milan"])
    state = final(*married, **lying)
    assert state.scores()[1] == 6 + printed("the Healer").prestige + 10
    assert list(state.returns("win")) == [-0.5, 1.0, -0.5]


@pytest.mark.rule("SW02-06-03")
def test_sw02_06_03_only_while_the_card_is_on_the_table() -> None:
    """SW02-06-03: without occupied countries the dynasties are among themselves."""
    assert list(final(BEST, OTHER).returns("win")) == [1.0, -0.5, -0.5]


@pytest.mark.rule("D-R60")
def test_d_r60_all_rank_alike_and_points_stand() -> None:
    """D-R60: nobody wins, all rank alike, points are as they stand."""
    state, without = final(BEST, OTHER, **under_the_neuroi("France", "Austria")), final(BEST, OTHER)
    assert list(state.returns("rank")) == [0.0, 0.0, 0.0]
    assert list(state.returns("points")) == list(without.returns("points"))
    assert list(without.returns("rank")) == [1.0, 0.0, -1.0]


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


@pytest.mark.rule("SW02-06-03")
def test_sw02_06_03_not_before_the_end() -> None:
    """SW02-06-03: it is judged at the end of the game; until then all goes on."""
    state = laid(BEST, OTHER, **under_the_neuroi("France", "Austria"))
    go(state, "action=pass")
    play(state, "deck:red")
    assert not state.done


@pytest.mark.rule("§07-01")
def test_sw02_06_03_the_ruined_have_no_points_to_exceed_it() -> None:
    """§07-01, SW02-06-03: a ruined dynasty has 0 points, whatever lies before it."""
    ruined = seat("Elizabeth I", children=["Philip II"], territories=())
    state = final(ruined, OTHER, **under_the_neuroi("Austria", "Denmark"))
    assert state.scores() == [0, 6, 0] and power("Austria", "Denmark") == 6
    assert list(state.returns("win")) == [0.0, 0.0, 0.0]
