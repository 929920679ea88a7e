"""The cards, and what the numbers of the table of actions are."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty import material as dynasty
from dynasty_env.europe import material as europe
from dynasty_env.kingdoms import material
from dynasty_env.kingdoms.material import Ability
from tests.kingdoms.rules.conftest import A, E, S, V, Z, countries, decks, king, names, one, persons, play, seat, table


@pytest.mark.rule("K2", "K5")
def test_persons_and_countries_are_dynastys() -> None:
    """Persons and countries of Dynasty's base game: 80 persons of four colours, Suleiman; 20 countries, the Empire."""
    assert dynasty.PERSON_NAMES[:81] == material.PERSON_NAMES and material.COUNTRY_NAMES == dynasty.COUNTRY_NAMES
    assert [int((deck == material.COLOUR).sum()) for deck in range(4)] == [20, 21, 20, 20]
    assert material.PERSON_NAMES[material.SULEIMAN] == S and material.COLOUR[material.SULEIMAN] == 1
    assert material.WAR is not None and (dynasty.WAR[:81] == material.WAR).all()
    assert dynasty.POWER is europe.POWER is material.POWER


@pytest.mark.rule("K29")
def test_advent_has_no_effect() -> None:
    """Suleiman's *advent* is no ability here, nor is any of Dynasty's witches'."""
    assert dynasty.ABILITY[dynasty.SULEIMAN] == Ability.ADVENT
    assert material.ABILITY.max() < Ability.ADVENT


@pytest.mark.rule("K29")
@pytest.mark.parametrize("ability", ["waste", "war_tax"])
def test_waste_and_war_tax_have_no_effect(ability: str) -> None:
    """*Waste* costs no dice and makes no match, *war tax* draws nothing: the same actions, and two dice for a child."""
    plain = table(seat(king(A, "Spain", spouse=V, children=[E])), seat(king(Z, "Poland")))
    one(A, ability=ability)
    one(E, ability=ability)
    assert names(plain) == names(table(seat(king(A, "Spain", spouse=V, children=[E])), seat(king(Z, "Poland"))))


@pytest.mark.rule("ch. 8", "K3")
def test_a_decision_with_one_legal_action_is_not_asked() -> None:
    """Only with `ask_forced`."""
    laid = (seat(king(A, "Spain", "Portugal"), nobles=[E]), seat(king(Z, "Poland")))
    state = table(*laid, ask_forced=False)
    play(state, "grant", "country:Spain")
    assert state.phase == "recruit" and state.seat == 1
    asked = table(*laid)
    play(asked, "grant", "country:Spain")
    assert (asked.phase, persons(asked), countries(asked), decks(asked)) == ("grant_person", {E}, set(), set())
