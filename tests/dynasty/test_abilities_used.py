"""Which abilities a move has used: told by name, or found by playing it without them."""

from functools import partial

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import Ability
from dynasty_env.kit.state import State
from tests.dynasty.abilities_used import abilities_used
from tests.dynasty.golden import wanted
from tests.dynasty.players import twins
from tests.dynasty.rules.conftest import play, quiet, seat, succeeding, table

laid = partial(table, abilities=True)
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"


def used(state: State, action: str) -> set[Ability]:
    """Abilities that an action uses at this table."""
    before = state.clone()
    state.play(action)
    return set(abilities_used(before, GAME.action_ids[action], state))


@pytest.mark.parametrize(("place", "found"), [("courtiers", {Ability.WAR_TAX}), ("king", set())])
def test_war_tax_when_its_dynasty_draws(place: str, found: set[Ability]) -> None:
    rival = seat("Albrecht von Wallenstein") if place == "king" else seat("Philip II", courtiers=["Duke of Sully"])
    assert used(laid(seat("Henry IV"), rival), "pass") == found


@pytest.mark.parametrize(("territory", "found"), [("Ireland", {Ability.SEA_4}), ("Scotland", set())])
def test_sea_4_across_the_sea_alone(territory: str, found: set[Ability]) -> None:
    state = laid(seat("Francis Drake", territories=[territory]), seat("Henry IV"), independent=["England"], pack=HEARTS)
    play(state, "war", "country:England", "person:Francis Drake")
    assert used(quiet(state), "pass") == found


@pytest.mark.parametrize(("king", "found"), [("Henry III", {Ability.WASTE}), ("Henry IV", set())])
def test_waste_costs_a_die(king: str, found: set[Ability]) -> None:
    state = laid(seat(king, courtiers=["Charles V"]), seat("Elizabeth I"), independent=["Milan"], pack=HEARTS)
    play(state, "war", "country:Milan", "person:Charles V")
    assert used(quiet(state), "pass") == found


def test_success_by_itself() -> None:
    state = laid(seat("Rudolf II"), seat("Elizabeth I"), wanderers=["Anne Boleyn"])
    play(state, "hire", "person:Rudolf II")
    assert used(state, "person:Anne Boleyn") == {Ability.ALCHEMY}
    state = laid(seat("Henry IV", courtiers=["Martin Luther"]), seat("Philip II", courtiers=["Oliver Cromwell"]))
    play(state, "incite")
    assert used(state, "person:Oliver Cromwell") == {Ability.NEW_FAITH}


def test_being_asked_is_not_using_it() -> None:
    own = seat("Charles V", courtiers=["Hernan Cortes"])
    state = laid(own, seat("Elizabeth I"), independent=["Milan"], pack=HEARTS)
    play(state, "war", "country:Milan", "person:Hernan Cortes")
    state = succeeding(state)
    assert state.phase == "plunder"
    assert used(state.clone(), "pass") == set()
    assert used(state.clone(), "declare") == {Ability.PLUNDER}


def test_a_possible_action_is_not_using_it() -> None:
    state = laid(seat("Henry IV", courtiers=["Duke of Alba", "Mary Stuart"]), seat("Elizabeth I"))
    assert used(state, "suppression") == set()  # nobody is named yet
    state = laid(seat("Henry IV", courtiers=["Duke of Alba", "Mary Stuart"]), seat("Elizabeth I"))
    assert used(state, "assassination") == {Ability.ASSASSINATION}


def test_without_the_option_nothing_is_used() -> None:
    state = table(seat("Henry IV"), seat("Philip II", courtiers=["Duke of Sully"]), abilities=False)
    assert used(state, "pass") == set()


def test_everything_that_exists_is_wanted() -> None:
    assert {f"ability:{ability.name.lower()}" for ability in Ability} - wanted() == {"ability:none"}
    assert {"end:a", "end:b", "end:c", "end:everybody ruined"} <= wanted()
    assert ("end:shared win" in wanted()) == bool(twins())
