"""§09-06: the reaper's scythe (死神の鎌)."""

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State
from tests.dynasty.rules.conftest import all_persons, names, persons, play, printed, rolling, seat, table, told, where


def three(**fields: Any) -> State:
    """Seat 0 is on turn with the scythe and about to name somebody; the pope is seat 1's."""
    return table(
        seat("Henry IV", spouse="Marie de' Medici", courtiers=["Duke of Sully"]),
        seat("Philip II", spouse="Mary I", children=["Philip III"], courtiers=["Duke of Alba"]),
        seat("Erik XIV", courtiers=["Martin Luther"]),
        **({"scythe": 0, "pope": 1} | fields),
    )


EVERYBODY = {
    "Henry IV",
    "Marie de' Medici",
    "Duke of Sully",
    "Philip II",
    "Mary I",
    "Philip III",
    "Duke of Alba",
    "Erik XIV",
    "Martin Luther",
    "pope",
}


def next_action(state: State, number: int) -> None:
    """Everybody recruits from the first deck and passes until this seat chooses an action."""
    while True:
        play(state, "pass" if "pass" in names(state) else min(names(state)))
        if state.phase == "action" and state.seat == number:
            return


# ----------------------------------------------------------------------------------------------------- §09-06: the card


@pytest.mark.rule("§09-06")
def test_s09_06_who_holds_the_scythe_may_choose_it() -> None:
    """§09-06: only the dynasty that holds the scythe card can choose this action."""
    assert "reaper" in names(three())


@pytest.mark.rule("§09-06")
@pytest.mark.parametrize("holder", [1, 2])
def test_s09_06_nobody_else_may(holder: int) -> None:
    """§09-06: … only that one."""
    assert "reaper" not in names(three(scythe=holder))


# -------------------------------------------------------------------------------------------------- §09-06-01: naming


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_any_person_of_any_dynasty_or_the_pope() -> None:
    """§09-06-01: one person is named, of the own dynasty too; §11-01: the pope can be."""
    state = three()
    play(state, "reaper")
    assert (state.phase, persons(state)) == ("reaper_target", EVERYBODY)


@pytest.mark.rule("D-R13")
def test_d_r13_wanderers_cannot_be_named() -> None:
    """D-R13: wanderers belong to nobody and cannot be named."""
    state = three(wanderers=["Francis Drake"])
    play(state, "reaper")
    assert "Francis Drake" not in persons(state)


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_the_owner_may_refuse() -> None:
    """§09-06-01: a player of another dynasty may refuse when his own person is named: he is asked."""
    state = three()
    play(state, "reaper", "person:Martin Luther")
    assert (state.phase, state.seat, names(state)) == ("veto", 2, {"declare", "pass"})


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_only_the_owner_may_refuse() -> None:
    """§09-06-01: … his own dynasty's person: the others have no say, so that an allowed naming stands."""
    state = three()
    play(state, "reaper", "person:Martin Luther")
    after = rolling(state, 1)
    assert [all_persons()[entry.subject] for entry in told(after, Trace.CHECKED)] == ["Martin Luther"]


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_after_a_refusal_another_must_be_named() -> None:
    """§09-06-01: when it was refused, the turn player must name again: he cannot leave it."""
    state = three()
    play(state, "reaper", "person:Martin Luther", "declare")
    assert (state.phase, state.seat, "pass" in names(state)) == ("reaper_target", 0, False)


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_a_refused_person_cannot_be_named_again_in_that_turn() -> None:
    """§09-06-01: a person once refused cannot be named in the same turn; all others can."""
    state = three()
    play(state, "reaper", "person:Martin Luther", "declare")
    assert persons(state) == EVERYBODY - {"Martin Luther"}


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_naming_goes_on_until_it_is_settled() -> None:
    """§09-06-01: naming is repeated until it is settled; each other player may refuse once in the turn."""
    state = three()
    play(state, "reaper", "person:Martin Luther", "declare", "person:Philip II", "declare")
    assert (state.phase, persons(state)) == ("reaper_target", EVERYBODY - {"Martin Luther", "Philip II"})


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_one_players_refusal_leaves_the_others_theirs() -> None:
    """§09-06-01: … each once: another dynasty's player has not used his own."""
    state = three()
    play(state, "reaper", "person:Martin Luther", "declare", "person:Philip II")
    assert (state.phase, state.seat) == ("veto", 1)


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_the_books_example() -> None:
    """§09-06-01, example: A refuses for his king, who has no child; B names A's spouse; A has used his veto in this
    turn and cannot refuse: the scythe falls on the spouse (death check)."""
    state = table(
        seat("Henry IV"), seat("Philip II", spouse="Mary I", territories=["Spain"]), seat("Erik XIV"), scythe=0, pope=2
    )
    play(state, "reaper", "person:Philip II", "declare")
    after = rolling(state, 6, by="person:Mary I")
    assert (where(after, "Mary I"), where(after, "Philip II")) == ("removed", (1, "king"))


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_the_turn_player_has_no_veto() -> None:
    """§09-06-01: the turn player has no veto: an own person named is checked at once."""
    state = three()
    play(state, "reaper", "person:Duke of Sully")
    assert len(told(state, Trace.CHECKED)) == 1


@pytest.mark.rule("§09-06-01")
def test_s09_06_01_in_another_turn_the_veto_is_there_again() -> None:
    """§09-06-01: once in *that* turn: in a later one the same person can be named, and refused, again."""
    state = three()
    play(state, "reaper", "person:Philip III", "declare")
    after = rolling(state, 1, by="person:Duke of Sully")  # the scythe goes to seat 2
    next_action(after, 2)
    play(after, "reaper", "person:Philip III")
    assert (after.phase, after.seat) == ("veto", 1)


@pytest.mark.rule("D-R13")
def test_d_r13_the_popes_holder_may_refuse_for_him() -> None:
    """D-R13: the pope counts as his holder's person for the veto."""
    state = three()
    play(state, "reaper", "pope")
    assert (state.phase, state.seat) == ("veto", 1)


@pytest.mark.rule("D-R13")
def test_d_r13_refusing_for_the_pope_uses_the_veto_up() -> None:
    """D-R13: … it is the holder's one refusal, and the pope cannot be named again in that turn."""
    state = three()
    play(state, "reaper", "pope", "declare")
    assert persons(state) == EVERYBODY - {"pope"}
    play(state, "person:Duke of Alba")
    assert len(told(state, Trace.CHECKED)) == 1


@pytest.mark.rule("D-R13")
def test_d_r13_the_turn_players_own_pope_has_no_veto() -> None:
    """D-R13, §09-06-01: the own pope may be named; the turn player has no veto."""
    state = three(pope=0)
    play(state, "reaper", "pope")
    assert len(told(state, Trace.CHECKED)) == 1


# ----------------------------------------------------------------------------------------- §09-06-01: the death check


@pytest.mark.rule("§09-06-01")
@pytest.mark.parametrize("person", ["Martin Luther", "Duke of Alba", "Philip III"])
def test_s09_06_01_a_die_above_the_life_value_kills(person: str) -> None:
    """§09-06-01, §10-01: once settled there is a death check: die > life is death …"""
    state = three()
    play(state, "reaper", f"person:{person}")
    assert where(rolling(state, printed(person).life + 1), person) == "removed"


@pytest.mark.rule("§09-06-01")
@pytest.mark.parametrize("person", ["Martin Luther", "Duke of Alba", "Philip III"])
def test_s09_06_01_otherwise_the_person_lives(person: str) -> None:
    """§10-01: … otherwise he or she lives, where he or she was."""
    state = three()
    place = where(state, person)
    play(state, "reaper", f"person:{person}")
    assert where(rolling(state, printed(person).life), person) == place


@pytest.mark.rule("§10-01")
def test_s09_06_01_the_persons_dynasty_rolls_one_die() -> None:
    """§10-01: the dynasty that has the person rolls one die."""
    state = three()
    play(state, "reaper", "person:Martin Luther")
    assert [entry.seat for entry in told(rolling(state), Trace.CHECKED)] == [2]


@pytest.mark.rule("§09-06")
def test_s09_06_the_reaper_has_no_window() -> None:
    """§09-06: no cards and no dice decide about it, so that nobody may play cards."""
    state = table(seat("Henry IV", hand="SA HA"), seat("Philip II", courtiers=["Duke of Alba"], hand="CK DK"), scythe=0)
    play(state, "reaper", "person:Duke of Alba", "pass")
    assert state.phase != "interrupt"


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize(("die", "holder"), [(3, 1), (4, 0)])
def test_s09_06_01_the_popes_life_is_3_and_he_goes_to_the_turn_player(die: int, holder: int) -> None:
    """§11-01: the reaper may take the pope; his life is 3; dead, his card moves to the turn player of that moment."""
    state = three()
    play(state, "reaper", "pope")
    assert rolling(state, die).to_dict()["pope"] == holder


# --------------------------------------------------------------------------------------------- §09-06-02: the scythe


@pytest.mark.rule("§09-06-02")
@pytest.mark.parametrize("die", [1, 6])
def test_s09_06_02_the_scythe_goes_to_the_player_on_the_right(die: int) -> None:
    """§09-06-02: after the death check, dead or not, the card goes to the player on the right (anticlockwise; play
    goes clockwise, so that is the seat before)."""
    state = three(scythe=0)
    play(state, "reaper", "person:Martin Luther")
    assert rolling(state, die).to_dict()["scythe"] == 2


@pytest.mark.rule("§09-06-02")
def test_s09_06_02_it_moves_one_seat_each_time() -> None:
    """§09-06-02: it moves anticlockwise every time it is used: from seat 2 to seat 1."""
    state = three(turn_player=2, scythe=2)
    play(state, "reaper")
    assert rolling(state, 1, by="person:Martin Luther").to_dict()["scythe"] == 1


@pytest.mark.rule("§09-06-02")
def test_s09_06_02_after_the_pope_too() -> None:
    """§09-06-02, §11-01: … also when it was used on the pope."""
    state = three()
    play(state, "reaper", "pope", "pass")
    assert state.to_dict()["scythe"] == 2


@pytest.mark.rule("§09-06-02")
def test_s09_06_02_it_stays_while_it_is_not_used() -> None:
    """§09-06-02: … when it is used: not after another action."""
    state = three()
    play(state, "pass")
    assert state.to_dict()["scythe"] == 0


@pytest.mark.rule("§09-06-02")
def test_s09_06_02_not_before_the_death_check() -> None:
    """§09-06-02: the card moves when the check is done: a refusal does not move it."""
    state = three()
    play(state, "reaper", "person:Martin Luther", "declare")
    assert state.to_dict()["scythe"] == 0
