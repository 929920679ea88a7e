"""§07: how the game ends, the points, and who has won; the returns that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dynasty_env.dynasty import material
from dynasty_env.kit.state import State

from .conftest import names, play, printed, printed_country, seat, table

A, B, C = 1, 2, 4
"""Reasons for the end, as the trace tells them: §07-01 a, b, c."""
ORDER = ("prestige", "governance", "war", "ambition", "life", "fertility")
"""§07-02: in this order the kings of tied dynasties are compared."""


def final(*seats: dict[str, Any], **fields: Any) -> State:
    """A finished game of `seats` and a ruined last dynasty, which holds the pope: a deck is empty and nobody acts."""
    ruined = seat("Erik XIV", territories=())
    state = table(*seats, ruined, **({"person_decks": {"green": []}} | fields))
    play(state, "pass")
    assert state.done
    return state


def land(country: str) -> int:
    return int(printed_country(country).power)


Reprint = Callable[..., None]


@pytest.fixture
def reprint() -> Iterator[Reprint]:
    """Other numbers on a person's card, for one test: ties go deeper than any two printed cards are alike.

    The interpreted rules read these tables as they are.
    """
    before = {stat: getattr(material, stat.upper()).copy() for stat in ORDER}

    def change(person: str, **numbers: int) -> None:
        for stat, number in numbers.items():
            getattr(material, stat.upper())[material.PERSON_NAMES.index(person)] = number

    yield change
    for stat, numbers in before.items():
        getattr(material, stat.upper())[:] = numbers


@pytest.fixture
def twins(reprint: Reprint) -> tuple[str, str]:
    """Two persons on whose cards all numbers are the same."""
    one, other = "Gustav Vasa", "William of Orange"
    reprint(other, **{stat: getattr(printed(one), stat) for stat in ORDER})
    return one, other


# ------------------------------------------------------------------------------------------------- §07-02 breaking ties


@pytest.mark.rule("§07-02")
@pytest.mark.parametrize("seats_swapped", [False, True])
@pytest.mark.parametrize("by", ORDER[1:])
def test_s07_02_then_by_governance_war_ambition_life_fertility(by: str, seats_swapped: bool, reprint: Reprint) -> None:
    """§07-02: then by the king's governance, war, ambition, life, fertility, in this order: what comes later does not
    matter, though all of it favours the other."""
    better, worse = "Ferdinand I", "William of Orange"
    place = ORDER.index(by)
    reprint(worse, **dict.fromkeys(ORDER, 2))
    reprint(better, **{stat: 2 if i < place else 3 if i == place else 1 for i, stat in enumerate(ORDER)})
    laid = [seat(better, territories=["Norway"]), seat(worse, territories=["Switzerland"])]
    state = final(*(laid[::-1] if seats_swapped else laid))
    assert state.scores()[0] == state.scores()[1]
    assert state.returns().tolist() == ([-0.5, 1, -0.5] if seats_swapped else [1, -0.5, -0.5])


@pytest.mark.rule("D-R16")
def test_d_r16_still_tied_dynasties_share_the_win(twins: tuple[str, str]) -> None:
    """D-R16: who is tied in everything shares the win: the winners share +1, the others -1."""
    state = final(seat(twins[0], territories=["Norway"]), seat(twins[1], territories=["Switzerland"]))
    assert state.returns().tolist() == [0.5, 0.5, -1]


@pytest.mark.rule("D-R16")
def test_d_r16_when_all_win_nobody_gains(twins: tuple[str, str]) -> None:
    """D-R16: all dynasties tied in everything: all win, and the returns are 0."""
    assert not {printed(king).religion for king in twins} & {"CC", "C"}  # the pope adds nothing
    state = table(
        seat(twins[0], territories=["Norway"]),
        seat(twins[1], territories=["Switzerland"]),
        pope=1,
        person_decks={"red": []},
    )
    play(state, "pass")
    assert state.scores()[0] == state.scores()[1]
    assert state.returns().tolist() == [0, 0]


# ------------------------------------------------------------------------------------------------------------- returns


@pytest.fixture
def three(twins: tuple[str, str]) -> State:
    """A finished game of four dynasties: one with the most points, two tied to the last, and one with 0 points."""
    state = final(
        seat("Henry VIII", territories=["France"]),
        seat(twins[0], territories=["Scotland", "Hungary"]),
        seat(twins[1], territories=["Switzerland", "Norway"]),
    )
    one = printed("Henry VIII").prestige + land("France")
    two = printed(twins[0]).prestige + land("Scotland") + land("Hungary")
    assert state.scores() == [one, two, two, 0]
    assert one > two > 0
    return state


@pytest.mark.rule("§07-02")
def test_returns_win_the_winner_has_one_and_the_others_share_minus_one(three: State) -> None:
    """Returns "win": winners share +1, the others -1."""
    assert three.returns("win").tolist() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


@pytest.mark.rule("§07-02")
def test_returns_rank_is_linear_and_averages_ties(three: State) -> None:
    """Returns "rank": from +1 to -1, ties averaged: places 1, 2–3, 2–3, 4 of four."""
    assert three.returns("rank").tolist() == pytest.approx([1, 0, 0, -1])


@pytest.mark.rule("§07-02")
def test_returns_points_are_the_lead_over_the_others_mean(three: State) -> None:
    """Returns "points": own score minus the mean of the others', divided by the published bound."""
    one, two, _, _ = three.scores()
    leads = [one - 2 * two / 3, two - (one + two) / 3, two - (one + two) / 3, 0 - (one + 2 * two) / 3]
    assert three.returns("points").tolist() == pytest.approx([lead / three.game.points_bound for lead in leads])


@pytest.mark.rule("§07-01")
def test_after_the_end_nothing_is_legal(three: State) -> None:
    assert names(three) == set()
