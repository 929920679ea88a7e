"""SW02-03: procreation with persons of bloodlines that have no deck."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import dice_rolled, names, persons, play, printed, rolling, seat, seat_of, succeeding, where
from .expansion import court, declare, on, onward

NO_DECK = ("rose", "white", "grey", "violet", "black")
SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 S10"
"""On top of the pack: nothing counts in procreation."""


def born(own: dict[str, Any], **fields: Any) -> State:
    """Seat 0's procreation has succeeded: its `birth_deck`, where there is one to choose."""
    state = court(own, seat("Elizabeth I"), **{"pack": SPADES} | fields)
    declare(state, "procreation")
    return succeeding(state)


def decks(state: State) -> set[str]:
    assert state.phase == "birth_deck"
    return {name.removeprefix("deck:") for name in names(state)}


@pytest.mark.rule("SW02-03")
@pytest.mark.parametrize("witch", ["the Gale", "the Deflector", "the Beam", "the Mighty", "the Healer"])
def test_sw02_03_a_spouse_of_another_bloodline(witch: str) -> None:
    """SW02-03: no deck has the spouse's colour: only the king's can be chosen; each of the five bloodlines."""
    assert printed(witch).colour in NO_DECK
    assert decks(born(seat("Henry IV", spouse=witch))) == {"blue"}


@pytest.mark.rule("SW02-03")
@pytest.mark.parametrize(("king", "spouse", "colour"), [
    ("the Gale", "Charles V", "yellow"), ("the Courier", "Marie de' Medici", "blue"),
    ("the Quartermaster", "Elizabeth I", "red"), ("the Healer", "Gustavus Adolphus", "green"),
])  # fmt: skip
def test_sw02_03_a_king_of_another_bloodline(king: str, spouse: str, colour: str) -> None:
    """SW02-03: … nor the king's: only the spouse's."""
    assert (printed(king).colour in NO_DECK, printed(spouse).colour) == (True, colour)
    state = court(seat(king, spouse=spouse), seat("Mary I"), pack=SPADES)
    declare(state, "procreation")
    assert decks(succeeding(state)) == {colour}


@pytest.mark.rule("SW02-03")
def test_sw02_03_the_top_card_of_the_other_deck_is_born() -> None:
    """SW02-03, §09-02-03: the child comes from that deck."""
    state = born(seat("the Gale", spouse="Charles V"), person_decks={"yellow": ["Philip II", "Rudolf II"]})
    play(state, "deck:yellow")
    assert seat_of(state, 0)["children"] == ["Philip II"]


@pytest.mark.rule("SW02-03")
@pytest.mark.parametrize(("king", "spouse"), [
    ("the Gale", "the Courier"), ("the Courier", "the Gale"), ("the Gale", "the Quartermaster"),
    ("the Quartermaster", "the Mighty"), ("the Courier", "the Healer"), ("the Quartermaster", "the Beam"),
])  # fmt: skip
def test_sw02_03_two_of_other_bloodlines_cannot(king: str, spouse: str) -> None:
    """SW02-03: two such persons, of one bloodline or of two, cannot procreate."""
    assert {printed(king).colour, printed(spouse).colour} <= set(NO_DECK)
    assert "procreation" not in names(court(seat(king, spouse=spouse), seat("Elizabeth I")))


@pytest.mark.rule("SW02-03")
@pytest.mark.parametrize(("king", "spouse", "offered"), [
    ("Henry IV", "the Watcher", {"blue", "yellow"}), ("Henry IV", "the Thunderer", {"blue"}),
    ("the Physician", "Gustav Vasa", {"green", "red"}), ("the Mechanic", "the Marksman", {"green", "red"}),
])  # fmt: skip
def test_sw02_03_the_four_bloodlines_have_their_decks(king: str, spouse: str, offered: set[str]) -> None:
    """SW02-03: expansion persons of the four bloodlines procreate like anybody else."""
    assert {printed(king).colour, printed(spouse).colour} == offered
    assert decks(born(seat(king, spouse=spouse))) == offered


@pytest.mark.rule("D-R11")
def test_sw02_03_the_only_deck_is_empty() -> None:
    """SW02-03, D-R11: where the only colour's deck has no card, nobody is born, whatever the others have."""
    own = seat("Henry IV", spouse="the Gale")
    state = court(own, seat("Elizabeth I"), pack=SPADES, person_decks={"blue": []})
    declare(state, "procreation")
    state = onward(succeeding(state))
    assert seat_of(state, 0)["children"] == []
    assert state.done  # §07-01 c: the blue deck is empty


@pytest.mark.rule("§09-02-02")
@pytest.mark.parametrize("spouse", ["the Gale", "the Thunderer", "the Healer"])
def test_sw02_03_bloodlines_differ(spouse: str) -> None:
    """§09-02-02: one die more where the bloodlines differ: rose or black from blue, but not blue from blue."""
    state = court(seat("Henry IV", spouse=spouse), seat("Elizabeth I"), pack=SPADES)
    declare(state, "procreation")
    more = printed(spouse).colour != printed("Henry IV").colour
    assert len(dice_rolled(rolling(state))) == printed("Henry IV").fertility + more


@pytest.mark.rule("§09-04-03")
@pytest.mark.parametrize(("recruiter", "candidate"), [
    ("the Gale", "the Courier"), ("the Gale", "the Quartermaster"), ("the Beam", "the Courier"),
    ("the Mighty", "the Quartermaster"),
])  # fmt: skip
def test_sw02_03_the_same_bloodline_in_a_hire(recruiter: str, candidate: str) -> None:
    """§09-04-03: rose hires rose and violet violet with one die more, other pairs without; a heat ray adds its own
    (SW02-07-08)."""
    state = court(seat("Henry IV", courtiers=[recruiter]), seat("Elizabeth I"), wanderers=[candidate])
    declare(state, "hire", f"person:{recruiter}", f"person:{candidate}")
    more = (printed(recruiter).colour == printed(candidate).colour) + (recruiter == "the Beam")
    dice = printed(recruiter).governance + more
    assert len(dice_rolled(rolling(state, *[2] * min(dice, 1)))) == dice


@pytest.mark.rule("SW02-03")
def test_sw02_03_whom_a_deck_brings_does_not_matter() -> None:
    """SW02-01, SW02-03: an expansion person lies in any deck: rose Gale from the blue one is born as a child."""
    own = seat("Henry IV", spouse="Marie de' Medici")
    state = born(own, person_decks={"blue": ["the Gale", "Louis XIII"]})
    play(state, "deck:blue")
    assert where(onward(state), "the Gale") == (0, "children")


# ---------------------------------------------------------------------------------------------- several spouses (D-R48)


def harem(king: str, *spouses: str) -> State:
    """A king with polygamy and these spouses, on turn."""
    own = seat(king, spouses=list(spouses))
    return court(own, seat("Elizabeth I"), attached=on("polygamy", king), pack=SPADES)


@pytest.mark.rule("SW02-08-12")
def test_sw02_03_of_several_spouses_those_who_can() -> None:
    """SW02-03, SW02-08-12: a rose queen names a spouse whose colour has a deck; the violet one is none."""
    state = harem("the Gale", "the Quartermaster", "Henry IV", "Charles V")
    declare(state, "procreation")
    assert (state.phase, persons(state)) == ("procreation_spouse", {"Henry IV", "Charles V"})
    declare(state, "person:Charles V")
    assert decks(succeeding(state)) == {"yellow"}


@pytest.mark.rule("SW02-08-12")
def test_sw02_03_the_spouse_named_counts() -> None:
    """SW02-08-12, §09-02-02: cards, dice and decks are those of the spouse named; a king of the four names any."""
    state = harem("Henry IV", "the Gale", "the Thunderer", "the Watcher")
    declare(state, "procreation")
    assert persons(state) == {"the Gale", "the Thunderer", "the Watcher"}
    for spouse, offered in (("the Gale", {"blue"}), ("the Thunderer", {"blue"}), ("the Watcher", {"blue", "yellow"})):
        copy = state.clone()
        declare(copy, f"person:{spouse}")
        assert copy.to_dict()["declared"]["target"] == spouse
        after = succeeding(copy)
        more = printed(spouse).colour != "blue"
        assert (len(dice_rolled(after)), decks(after)) == (printed("Henry IV").fertility + more, offered)


@pytest.mark.rule("SW02-03")
def test_sw02_03_none_of_several_spouses_can() -> None:
    """SW02-03: where no spouse's and not the king's colour has a deck, there is no procreation."""
    assert "procreation" not in names(harem("the Gale", "the Quartermaster", "the Courier"))
    assert "procreation" in names(harem("the Gale", "the Quartermaster", "Henry IV"))


@pytest.mark.rule("SW02-08-05")
def test_sw02_03_the_doll_is_no_partner() -> None:
    """SW02-08-05: with the doll there is no procreation."""
    state = court(seat("Henry IV"), seat("Elizabeth I"), attached=on("doll", "Henry IV"))
    assert not {"procreation", "marriage"} & names(state)
