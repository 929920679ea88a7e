"""The first person, country and seat (number 0 each) are persons, countries and seats like all others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from dynasty_env.dynasty.material import (
    ABILITY,
    BEARER,
    COUNTRY_NAMES,
    PERSON_NAMES,
    WITCH_WITH,
    Ability,
    Event,
    EventPlace,
)
from dynasty_env.dynasty.steps import Trace

from .conftest import (
    chance,
    dice_rolled,
    hand,
    names,
    persons,
    play,
    printed,
    quiet,
    rolling,
    seat,
    succeeding,
    table,
    where,
)

laid = partial(table, abilities=True)
FIRST, LAND = PERSON_NAMES[0], COUNTRY_NAMES[0]
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"


@contextmanager
def gifted(ability: Ability) -> Iterator[None]:
    """The first person has this ability on the card, in the place of another one who has it."""
    before, bearer, witch = int(ABILITY[0]), int(BEARER[ability, 0]), int(WITCH_WITH[ability])
    ABILITY[0], BEARER[ability, 0], WITCH_WITH[ability] = ability, 0, 0
    try:
        yield
    finally:
        ABILITY[0], BEARER[ability, 0], WITCH_WITH[ability] = before, bearer, witch


@pytest.mark.rule("§11-03-10")
def test_s11_03_10_the_first_person_as_alchemist() -> None:
    """§11-03-10: the hires of a king with alchemy succeed by themselves."""
    with gifted(Ability.ALCHEMY):
        state = laid(seat(FIRST), seat("Elizabeth I"), wanderers=["Anne Boleyn"])
        play(state, "hire", f"person:{FIRST}", "person:Anne Boleyn")
        assert where(state, "Anne Boleyn") == (0, "courtiers")


@pytest.mark.rule("§11-03-07")
def test_s11_03_07_the_first_person_executes_and_is_executed() -> None:
    """§11-03-07: a king with the ability, and any spouse."""
    with gifted(Ability.EXECUTION):
        assert "execution" in names(laid(seat(FIRST, spouse="Henry IV"), seat("Elizabeth I")))
    assert "execution" in names(laid(seat("Henry VIII", spouse=FIRST), seat("Elizabeth I")))


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize("place", ["king", "spouse"])
def test_s11_03_05_the_first_person_wastes(place: str) -> None:
    """§11-03-05: a king or spouse with waste costs a die."""
    own = seat(FIRST, spouse="Henry IV", courtiers=["Duke of Alba"])
    if place == "spouse":
        own = seat("Henry IV", spouse=FIRST, courtiers=["Duke of Alba"])
    with gifted(Ability.WASTE):
        state = laid(own, seat("Elizabeth I"), independent=["Milan"], pack=HEARTS)
        play(state, "war", "country:Milan", "person:Duke of Alba")
        assert len(dice_rolled(rolling(state))) == printed("Duke of Alba").war + 1 - 1


@pytest.mark.rule("D-R21")
def test_d_r21_police_of_neighbouring_numbers() -> None:
    """D-R21: several police persons are asked, also when one comes right after the other in the list of persons."""
    with gifted(Ability.POLICE):
        before = int(ABILITY[1])
        ABILITY[1] = Ability.POLICE
        try:
            rival = seat("Philip II", courtiers=[FIRST, PERSON_NAMES[1], "Duke of Alba"])
            state = laid(seat("Henry IV"), rival, pack=HEARTS)
            play(state, "incite", "person:Duke of Alba")
            after = succeeding(state)
            asked = 0
            while after.phase == "police":
                play(after, "pass")
                asked += 1
            assert asked == 2
        finally:
            ABILITY[1] = before


# ------------------------------------------------------------------------------------------------------- the expansion


@pytest.mark.rule("SW02-08-10")
@pytest.mark.parametrize("event", ["so what", "warrior's way"])
def test_sw02_08_10_the_first_person_must_command(event: str) -> None:
    """SW02-08-08, 10: who carries so what or warrior's way commands, whoever it is."""
    own = seat("Henry IV", courtiers=[FIRST], territories=["France", "Milan"])
    attached = [{"event": event, "person": FIRST}] if event == "so what" else []
    state = laid(own, seat("Elizabeth I"), witches=True, independent=["Naples"], attached=attached)
    if event == "warrior's way":  # he has it from the beginning: only in a war can it be given
        state.record["event_place"][Event.WARRIORS_WAY] = EventPlace.ATTACHED
        state.record["event_person"][Event.WARRIORS_WAY] = 0
        state.record["event_owner"][Event.WARRIORS_WAY] = 0
    while state.phase != "action":
        play(state, "pass")
    play(state, "war", "country:Naples")
    while state.phase != "war_commander":
        play(state, "pass")
    assert persons(state) == {FIRST}


@pytest.mark.rule("SW02-07-06")
def test_sw02_07_06_the_first_person_as_actor() -> None:
    """SW02-07-06: the actor's ability works, whoever has it."""
    with gifted(Ability.GALE):
        fields = {"wanderers": ["Duke of Sully"], "pack": "S2 S3 S4 S5 S6 S7", "pope": 1}
        state = laid(seat(FIRST), seat("Elizabeth I"), witches=True, **fields)
        while state.phase != "action":
            play(state, "pass")
        play(state, "marriage", "person:Duke of Sully")
        assert printed(FIRST).prestige >= 2
        after = chance(quiet(state), "pass", lambda s: len(set(dice_rolled(s))) > 1)
        (outcome,) = [entry for entry in after.trace() if entry.kind == Trace.OUTCOME]
        assert outcome.value == max(dice_rolled(after)) * len(dice_rolled(after))


@pytest.mark.rule("§11-03-11")
def test_s11_03_11_the_first_person_of_the_new_faith() -> None:
    """§11-03-11: anybody of the dynasty, the first of all too."""
    with gifted(Ability.NEW_FAITH):
        state = laid(seat("Henry IV", courtiers=[FIRST]), seat("Philip II", courtiers=["Oliver Cromwell"]))
        play(state, "incite", "person:Oliver Cromwell")
        assert where(state, "Oliver Cromwell") == (0, "courtiers")


@pytest.mark.rule("§11-03-08")
def test_s11_03_08_the_first_person_levies() -> None:
    """§11-03-08: … and brings three cards."""
    with gifted(Ability.WAR_TAX):
        state = laid(seat("Henry IV"), seat("Philip II", courtiers=[FIRST]), pack="H2 H3 H4")
        play(state, "pass")
        assert hand(state, 1) == ["H2", "H3", "H4"]
