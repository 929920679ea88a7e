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
    check_dice,
    checking,
    dice_rolled,
    hand,
    holder,
    names,
    persons,
    play,
    printed,
    printed_country,
    quiet,
    rolling,
    seat,
    succeeding,
    supplied,
    table,
    where,
)
from .trace_fields import story

laid = partial(table, abilities=True)
FIRST, LAND = PERSON_NAMES[0], COUNTRY_NAMES[0]
NEXT_DOOR = printed_country(LAND).east
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


@pytest.mark.rule("§09-03-02")
def test_s09_03_02_the_first_seat_is_asked_to_defend() -> None:
    """§09-03-02: whoever is attacked may name a commander, seat 0 too; an independent country has none."""
    own = seat("Elizabeth I", courtiers=["Francis Drake"], territories=["England", "Ireland"])
    state = table(own, seat("Henry IV", territories=["France"]), turn_player=1, independent=["Milan"])
    play(state, "war", "country:Ireland", "person:Henry IV")
    assert (state.phase, state.seat, persons(state)) == ("war_defender", 0, {"Elizabeth I", "Francis Drake"})


@pytest.mark.rule("§09-03-03")
def test_s09_03_03_the_first_person_defends() -> None:
    """§09-03-03: the defending commander's war counts, whoever he or she is."""
    rival = seat("Elizabeth I", courtiers=[FIRST], territories=["England", "Ireland"])
    state = table(seat("Henry IV"), rival, pack=HEARTS)
    play(state, "war", "country:Ireland", "person:Henry IV", f"person:{FIRST}")
    after = succeeding(state)
    assert len(supplied(after)) == printed_country("Ireland").power + printed(FIRST).war
    assert check_dice(checking(state, 2, 3)) == [2, 3]  # §09-03-05: both commanders
    undefended = table(seat("Henry IV"), rival, pack=HEARTS)
    play(undefended, "war", "country:Ireland", "person:Henry IV", "pass")
    assert len(supplied(succeeding(undefended))) == printed_country("Ireland").power


@pytest.mark.rule("§09-03-05")
def test_s09_03_05_the_first_person_s_check_may_be_death() -> None:
    """§09-03-05: … and the death check is taken by a defender who is the first of all, too."""
    rival = seat("Elizabeth I", courtiers=[FIRST], territories=["England", "Ireland"])
    state = table(seat("Henry IV"), rival, pack=HEARTS)
    play(state, "war", "country:Ireland", "person:Henry IV", f"person:{FIRST}")
    assert where(checking(state, 1, 6), FIRST) == "removed"


@pytest.mark.rule("§09-03-01")
def test_s09_03_01_the_first_country_has_neighbours() -> None:
    """§09-03-01: with `adjacency` a dynasty with nothing but the first country may attack its neighbours."""
    state = table(
        seat("Henry IV", territories=[LAND]), seat("Elizabeth I"), independent=[NEXT_DOOR, "Poland"], adjacency=True
    )
    play(state, "war")
    assert names(state) >= {f"country:{NEXT_DOOR}"}
    assert "country:Poland" not in names(state)


@pytest.mark.rule("§09-02-01")
@pytest.mark.parametrize("place", ["king", "spouse"])
def test_s09_02_01_the_first_person_marries_and_has_children(place: str) -> None:
    """§09-02-01: as king or spouse the first person makes procreation possible."""
    own = seat(FIRST, spouse="Henry IV") if place == "king" else seat("Henry IV", spouse=FIRST)
    assert "procreation" in names(table(own, seat("Elizabeth I")))


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


@pytest.mark.rule("§11-03-05")
def test_s11_03_05_the_first_person_is_offered_a_child() -> None:
    """§11-03-05: any unmarried king; one whom the first person has married is not."""
    mother = seat("Elizabeth I", children=["Philip III"])
    state = laid(mother, seat(FIRST), seat("Henry IV"))
    play(state, "matchmaking", "person:Philip III")
    assert persons(state) == {"Elizabeth I", FIRST}
    married = laid(
        seat("Elizabeth I", children=["Christina of Sweden"]), seat("Henry IV", spouse=FIRST), seat("Charles V")
    )
    play(married, "matchmaking", "person:Christina of Sweden")
    assert persons(married) == {"Charles V"}


@pytest.mark.rule("§11-03-04")
def test_s11_03_04_the_first_person_is_overthrown() -> None:
    """§11-03-04: the old king dies, whoever it was."""
    state = laid(seat("Henry IV"), seat(FIRST, courtiers=["Henry of Guise"]), pack=HEARTS)
    play(state, "incite", "person:Henry of Guise")
    assert where(succeeding(state), FIRST) == "removed"


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


@pytest.mark.rule("§08-02-03-01")
@pytest.mark.parametrize("card", ["SA", "SK", "CA", "CK"])
def test_s08_02_03_01_every_black_card_can_be_played(card: str) -> None:
    """§08-02-03-01: any card of the counting suits, from the ace to the king."""
    state = table(seat("Henry IV", hand=f"{card} HA HK DA DK"), seat("Elizabeth I"), wanderers=["Anne Boleyn"])
    play(state, "hire", "person:Henry IV", "person:Anne Boleyn")
    assert names(state) == {"pass", f"card:{card}"}


@pytest.mark.rule("§08-02-03-01")
@pytest.mark.parametrize("card", ["HA", "HK", "DA", "DK"])
def test_s08_02_03_01_every_red_card_can_be_played(card: str) -> None:
    """§08-02-03-01: … so in a marriage."""
    state = table(seat("Henry IV", hand=f"{card} SA SK CA CK"), seat("Elizabeth I"), wanderers=["Mary of Hungary"])
    play(state, "marriage", "person:Mary of Hungary")
    assert names(state) == {"pass", f"card:{card}"}


@pytest.mark.rule("§09-03-04")
def test_s09_03_04_the_first_country_is_conquered() -> None:
    """§09-03-04: any country becomes the attacker's."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), independent=[LAND], pack=HEARTS)
    play(state, "war", f"country:{LAND}", "person:Henry IV")
    assert holder(succeeding(quiet(state)), LAND) == 0


# ------------------------------------------------------------------------------------------------------- the expansion


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_the_first_person_weds_the_doll() -> None:
    """SW02-08-05: the first unmarried king, whoever it is, and is married then."""
    decks = {"red": ["event:doll", "James I"]}
    state = laid(seat(FIRST), seat("Elizabeth I"), phase="recruit", witches=True, person_decks=decks)
    assert story(play(state, "deck:red"), Trace.WED_DOLL) == [("WED_DOLL", 0, FIRST)]
    while "marriage" not in names(state) and state.phase != "action":
        play(state, "pass")
    assert not names(state) & {"marriage", "procreation"}


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


@pytest.mark.rule("SW02-08-02")
@pytest.mark.parametrize("cards", ["CA C2 C3 CK", "SA S2 SQ SK"])
def test_sw02_08_02_no_black_card_cancels(cards: str) -> None:
    """SW02-08-02: a red card: of all hearts and diamonds, from ace to king, and none of the others."""
    attached = [{"event": "cancel", "person": "Elizabeth I", "seat": None}]
    rival = seat("Elizabeth I", hand=f"{cards} HA HK DA DK")
    state = laid(seat("Henry IV"), rival, witches=True, wanderers=["Anne Boleyn"], attached=attached)
    while state.phase != "action":
        play(state, "pass")
    play(state, "hire")
    assert (state.phase, state.seat) == ("cancel", 1)
    assert names(state) == {"pass", "card:HA", "card:HK", "card:DA", "card:DK"}
