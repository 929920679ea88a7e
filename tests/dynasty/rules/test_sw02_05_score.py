"""SW02-05: witches as spouses at the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import every_person, printed, printed_country, seat
from .events import go, laid, on

WITCHES = [name for name in every_person() if str(printed(name).religion).endswith("W")]
SECOND = "Elizabeth I"


def final(*seats: dict[str, Any], **fields: Any) -> State:
    """A finished game of `seats` and a ruined last dynasty, which holds the pope: a deck is empty and nobody acts."""
    state = laid(*seats, seat("Erik XIV", territories=()), person_decks={"green": []}, **fields)
    go(state, "action=pass")
    assert state.done
    return state


def prestige(*people: str) -> int:
    return sum(int(printed(person).prestige) for person in people)


@pytest.mark.rule("SW02-05")
@pytest.mark.parametrize("witch", WITCHES)
def test_sw02_05_ten_points_for_a_spouse_who_is_a_witch(witch: str) -> None:
    """SW02-05: at the end of the game a spouse who is a witch is worth 10 points more (as much as France)."""
    state = final(seat("Henry IV", spouse=witch, territories=["Ireland"]), seat(SECOND))
    assert state.scores()[0] == prestige("Henry IV", witch) + printed_country("Ireland").power + 10
    assert printed_country("France").power == 10


@pytest.mark.rule("SW02-05")
@pytest.mark.parametrize("spouse", ["the Physician", "Mary I", "Anne Boleyn"])
def test_sw02_05_not_for_another_spouse(spouse: str) -> None:
    """SW02-05: … a witch: a spouse of the base game or an ordinary person of the expansion is worth no more."""
    state = final(seat("Henry IV", spouse=spouse, territories=["Ireland"]), seat(SECOND))
    assert state.scores()[0] == prestige("Henry IV", spouse) + printed_country("Ireland").power


@pytest.mark.rule("SW02-05")
def test_sw02_05_not_for_a_witch_who_is_no_spouse() -> None:
    """SW02-05: … a spouse: not a witch who is king, child, courtier, nor the husband of one."""
    king = final(seat("the Healer", spouse="Henry IV", territories=["Ireland"]), seat(SECOND))
    assert king.scores()[0] == prestige("the Healer", "Henry IV") + printed_country("Ireland").power
    child = final(
        seat("Henry IV", children=["the Healer"], courtiers=["the Seer"], territories=["Ireland"]), seat(SECOND)
    )
    assert child.scores()[0] == prestige("Henry IV", "the Healer") + printed_country("Ireland").power


@pytest.mark.rule("SW02-05")
def test_sw02_05_for_each_of_several() -> None:
    """SW02-05: ten for each: with polygamy two witches and another spouse make twenty."""
    dynasty = seat("Henry IV", territories=["Ireland"], spouses=["the Healer", "the Seer", "Mary I"])
    state = final(dynasty, seat(SECOND), attached=on(polygamy="Henry IV"))
    royals = prestige("Henry IV", "the Healer", "the Seer", "Mary I")
    assert state.scores()[0] == royals + printed_country("Ireland").power + 20


@pytest.mark.rule("SW02-05")
def test_sw02_05_every_dynasty_has_its_own() -> None:
    """SW02-05: the points are the dynasty's whose spouse she is."""
    state = final(seat("Henry IV"), seat("Philip II", spouse="the Beam", territories=["Ireland"]))
    assert state.scores()[1] == prestige("Philip II", "the Beam") + printed_country("Ireland").power + 10


@pytest.mark.rule("SW02-05")
def test_sw02_05_not_for_the_doll() -> None:
    """SW02-05, SW02-08-05: the doll is a spouse, but no witch: only its king's prestige + 1 counts."""
    state = final(seat("Henry IV", territories=["Ireland"]), seat(SECOND), attached=on(doll="Henry IV"))
    assert state.scores()[0] == prestige("Henry IV") + 1 + printed_country("Ireland").power


@pytest.mark.rule("§07-01")
def test_sw02_05_a_ruined_dynasty_has_none() -> None:
    """§07-01, SW02-05: a ruined dynasty has 0 points, with a witch as spouse too."""
    state = final(seat("Henry IV", spouse="the Healer", territories=()), seat(SECOND))
    assert state.scores()[0] == 0


@pytest.mark.rule("SW02-05")
def test_sw02_05_they_decide_the_game() -> None:
    """SW02-05, §07-02: the ten points are points like any: most points win."""
    first, second = seat("Henry IV", spouse="the Healer"), seat(SECOND, territories=["Austria"])
    assert list(final(first, second).returns("win")) == [1.0, -0.5, -0.5]
    without = seat("Henry IV", spouse="the Physician")
    assert list(final(without, second).returns("win")) == [-0.5, 1.0, -0.5]


@pytest.mark.rule("SW02-05")
def test_sw02_05_they_are_no_prestige() -> None:
    """SW02-05, §07-02: they are added to the points, not to (A), by which ties are broken."""
    first = seat("Henry IV", spouse="the Healer", territories=["Ireland"])
    second = seat(SECOND, spouse="Anne de Montmorency", territories=["France"])
    state = final(first, second)
    royals = prestige("Henry IV", "the Healer"), prestige(SECOND, "Anne de Montmorency")
    assert state.scores()[0] == state.scores()[1]
    assert royals[0] < royals[1] < royals[0] + 10
    assert list(state.returns("win")) == [-0.5, 1.0, -0.5]
