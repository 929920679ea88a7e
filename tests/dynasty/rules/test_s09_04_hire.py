"""§09-04: hiring a wanderer (家臣登用)."""

import pytest

from dynasty_env.dynasty.steps import Trace
from tests.dynasty.rules.conftest import (
    dice_rolled,
    failing,
    names,
    persons,
    play,
    printed,
    rolling,
    seat,
    seat_of,
    succeeding,
    success_value,
    supplied,
    table,
    told,
    where,
)

HEARTS = "H2 H3 H4 H5 H6 H7 H8"
"""A pack on top of which nothing counts in a hire: it succeeds with any dice."""


# ----------------------------------------------------------------------------------------------- §09-04-01: recruiter


@pytest.mark.rule("§09-04-01")
def test_s09_04_01_the_recruiter_is_anybody_of_the_own_dynasty() -> None:
    """§09-04-01: the turn player names a person in charge of the hire among his own dynasty's persons."""
    state = table(
        seat("Henry IV", spouse="Marie de' Medici", children=["Louis XIII"], courtiers=["Duke of Sully"]),
        seat("Philip II", courtiers=["Duke of Alba"]),
        wanderers=["Francis Drake"],
    )
    play(state, "hire")
    assert persons(state) == {"Henry IV", "Marie de' Medici", "Louis XIII", "Duke of Sully"}


@pytest.mark.rule("§09-04-01")
def test_s09_04_01_one_recruiter_must_be_named() -> None:
    """§09-04-01: … one person: there is no hire without."""
    state = table(seat("Henry IV"), seat("Philip II"), wanderers=["Francis Drake", "Mary I"])
    play(state, "hire")
    assert (state.phase, names(state)) == ("hire_recruiter", {"person:Henry IV"})


# ----------------------------------------------------------------------------------------------- §09-04-02: candidate


@pytest.mark.rule("§09-04-02")
def test_s09_04_02_the_candidate_is_one_of_the_wanderers() -> None:
    """§09-04-02: the turn player names one of the wanderers as candidate; nobody who belongs to a dynasty."""
    state = table(
        seat("Henry IV", courtiers=["Duke of Sully"]), seat("Philip II", courtiers=["Duke of Alba"]),
        wanderers=["Francis Drake", "Mary I"],
    )  # fmt: skip
    play(state, "hire", "person:Henry IV")
    assert (state.phase, persons(state)) == ("hire_candidate", {"Francis Drake", "Mary I"})


@pytest.mark.rule("§09-04-02")
def test_s09_04_02_without_a_wanderer_there_is_no_hire() -> None:
    """§09-04-02: … so without a wanderer the action cannot be declared."""
    assert "hire" not in names(table(seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"])))


@pytest.mark.rule("D-R8")
def test_d_r8_recruiter_and_candidate_are_declared_before_the_window() -> None:
    """D-R8: the whole declaration comes before the window."""
    state = table(seat("Henry IV"), seat("Philip II"), wanderers=["Francis Drake", "Mary I"])
    play(state, "hire", "person:Henry IV", "person:Mary I")
    declared = state.to_dict()["declared"]
    assert (state.phase, declared["actor"], declared["target"]) == ("interrupt", "Henry IV", "Mary I")


# ------------------------------------------------------------------------------------------------- §09-04-03: the odds


@pytest.mark.rule("§09-04-03")
@pytest.mark.parametrize("candidate", ["Philip III", "James I", "Duke of Sully", "Mary Stuart", "Hernan Cortes"])
def test_s09_04_03_as_many_cards_as_the_candidates_ambition(candidate: str) -> None:
    """§09-04-03: cards to draw: the candidate's ambition; none for an ambition of 0."""
    state = table(seat("Henry IV"), seat("Philip II"), wanderers=[candidate], pack=HEARTS)
    play(state, "hire", "person:Henry IV", f"person:{candidate}")
    assert len(supplied(rolling(state))) == printed(candidate).ambition


@pytest.mark.rule("§09-04-03")
def test_s09_04_03_black_counts() -> None:
    """§09-04-03: suits used: black (spades and clubs)."""
    state = table(seat("Henry IV"), seat("Philip II"), wanderers=["Duke of Sully"], pack="CA S6")
    play(state, "hire", "person:Henry IV", "person:Duke of Sully")
    assert success_value(rolling(state)) == 6


@pytest.mark.rule("§09-04-03")
def test_s09_04_03_red_does_not_count() -> None:
    """§09-04-03: … so hearts and diamonds do not."""
    state = table(seat("Henry IV"), seat("Philip II"), wanderers=["Duke of Sully"], pack="DK H6")
    play(state, "hire", "person:Henry IV", "person:Duke of Sully")
    assert success_value(rolling(state)) == 0


@pytest.mark.rule("§09-04-03")
def test_s09_04_03_only_black_cards_may_be_played_to_it() -> None:
    """§08-02-03-01, §09-04-03: anybody may play cards of the suits used: black ones."""
    state = table(seat("Henry IV", hand="SA CK H2 D3"), seat("Philip II"), wanderers=["Duke of Sully"])
    play(state, "hire", "person:Henry IV", "person:Duke of Sully")
    assert names(state) == {"pass", "card:SA", "card:CK"}


@pytest.mark.rule("§08-02-03-01")
def test_s09_04_03_cards_may_be_played_when_none_is_called_for() -> None:
    """§08-02-03-01: cards may be played from hand also when the number (a) is 0, and count."""
    state = table(seat("Henry IV"), seat("Philip II", hand="C9"), wanderers=["Philip III"], pack=HEARTS)
    play(state, "hire", "person:Henry IV", "person:Philip III", "pass", "card:C9")
    after = rolling(state)
    assert (supplied(after), success_value(after)) == ([], 9)


@pytest.mark.rule("§09-04-03")
@pytest.mark.parametrize("recruiter", ["Nostradamus", "Marie de' Medici", "Louis XIII", "Duke of Sully"])
def test_s09_04_03_as_many_dice_as_the_recruiters_governance(recruiter: str) -> None:
    """§09-04-03: dice: the recruiter's governance, not his king's (bloodlines here: blue and red)."""
    state = table(seat("Henry IV", courtiers=[recruiter]), seat("Philip II"), wanderers=["Mary Stuart"], pack=HEARTS)
    play(state, "hire", f"person:{recruiter}", "person:Mary Stuart")
    assert len(dice_rolled(rolling(state))) == printed(recruiter).governance


@pytest.mark.rule("§09-04-03")
@pytest.mark.parametrize("recruiter", ["Nostradamus", "Marie de' Medici", "Louis XIII", "Duke of Sully"])
def test_s09_04_03_one_die_more_when_their_bloodlines_are_the_same(recruiter: str) -> None:
    """§09-04-03: +1 die when recruiter and candidate are of the same bloodline colour (both blue here)."""
    state = table(seat("Philip II", courtiers=[recruiter]), seat("Henry IV"), wanderers=["Henry of Guise"], pack=HEARTS)
    play(state, "hire", f"person:{recruiter}", "person:Henry of Guise")
    assert len(dice_rolled(rolling(state))) == printed(recruiter).governance + 1


@pytest.mark.rule("§09-04-03")
def test_s09_04_03_the_kings_bloodline_does_not_matter() -> None:
    """§09-04-03: … the recruiter's colour, not the king's: no die for a king of the candidate's colour."""
    state = table(
        seat("Henry IV", courtiers=["Rudolf II"]), seat("Philip II"), wanderers=["Henry of Guise"], pack=HEARTS
    )
    play(state, "hire", "person:Rudolf II", "person:Henry of Guise")
    assert len(dice_rolled(rolling(state))) == printed("Rudolf II").governance


@pytest.mark.rule("D-R9")
def test_d_r9_no_dice_are_a_sum_of_zero() -> None:
    """§08-02-03-01, D-R9: with no dice the sum is 0: it is enough for a success value of 0 …"""
    state = table(seat("Henry IV", courtiers=["Nostradamus"]), seat("Philip II"), wanderers=["James I"], pack="H2")
    play(state, "hire", "person:Nostradamus", "person:James I")
    after = rolling(state)
    assert (dice_rolled(after), where(after, "James I")) == ([], (0, "courtiers"))


@pytest.mark.rule("D-R9")
def test_d_r9_no_dice_do_not_reach_an_ace() -> None:
    """§04, §08-02-03-01: … and not for an ace, which is 1."""
    state = table(seat("Henry IV", courtiers=["Nostradamus"]), seat("Philip II"), wanderers=["James I"], pack="SA")
    play(state, "hire", "person:Nostradamus", "person:James I")
    assert where(rolling(state), "James I") == "wanderers"


# --------------------------------------------------------------------------------------------------- §09-04-04: success


@pytest.mark.rule("§09-04-04")
def test_s09_04_04_the_candidate_becomes_a_courtier() -> None:
    """§09-04-04: if the hire succeeds, the candidate joins the own dynasty's courtiers."""
    state = table(seat("Henry IV"), seat("Philip II"), wanderers=["Duke of Sully", "Mary I"], pack=HEARTS)
    play(state, "hire", "person:Henry IV", "person:Duke of Sully")
    after = succeeding(state)
    assert (seat_of(after, 0)["courtiers"], where(after, "Mary I")) == (["Duke of Sully"], "wanderers")


@pytest.mark.rule("§09-04-04")
def test_s09_04_04_if_it_fails_the_candidate_stays_a_wanderer() -> None:
    """§09-04-04: … only if it succeeds."""
    state = table(
        seat("Henry IV", courtiers=["Nostradamus"]), seat("Philip II"), wanderers=["Duke of Sully"], pack="SK CK"
    )
    play(state, "hire", "person:Nostradamus", "person:Duke of Sully")
    assert where(failing(state), "Duke of Sully") == "wanderers"


@pytest.mark.rule("§09-04")
def test_s09_04_nobody_takes_a_death_check() -> None:
    """§09-04: a hire has no death check."""
    state = table(seat("Henry IV"), seat("Philip II"), wanderers=["Duke of Sully"], pack=HEARTS)
    play(state, "hire", "person:Henry IV", "person:Duke of Sully")
    assert told(succeeding(state), Trace.CHECKED) == []
