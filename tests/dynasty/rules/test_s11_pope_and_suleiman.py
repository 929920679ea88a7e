"""§11-01, §11-02: the pope, Suleiman I and the Ottoman Empire."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State
from tests.picking import someone

from .conftest import (
    chance,
    checking,
    dice_rolled,
    holder,
    names,
    persons,
    play,
    printed,
    printed_country,
    quiet,
    rolling,
    seat,
    seat_of,
    succeeding,
    supplied,
    table,
    told,
    where,
)

EMPIRE = "Ottoman Empire"
SULEIMAN = "Suleiman I"
REDS = "HA H2 H3 H4 H5 H6 H7 H8 H9 H10"
BLACKS = "S2 S3 S4 S5 S6 S7 S8 S9 S10"


# ------------------------------------------------------------------------------------------------------ §11-01 the pope


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize(
    ("king", "extra"), [("Philip II", 2), ("Charles V", 2), ("Henry IV", 0), ("William of Orange", 0), (SULEIMAN, 0)]
)
def test_s11_01_two_more_prestige_for_cc_and_c(king: str, extra: int) -> None:
    """§11-01: in the dynasty that holds the pope, persons of religion CC or C have prestige +2; the others have not."""
    lands = ["Spain", EMPIRE] if king == SULEIMAN else ["Spain"]
    state = table(seat(king, territories=lands), seat("Elizabeth I"), pope=0)
    assert state.scores()[0] == printed(king).prestige + extra + sum(printed_country(land).power for land in lands)


@pytest.mark.rule("§11-01")
def test_s11_01_only_for_the_dynasty_that_holds_him() -> None:
    """§11-01: another dynasty's Catholics gain nothing."""
    one, other = someone(religion="C"), someone(religion="CC")
    state = table(seat(one, territories=["Spain"]), seat(other, territories=["France"]), pope=1)
    assert state.scores()[0] == printed(one).prestige + printed_country("Spain").power
    assert state.scores()[1] == printed(other).prestige + 2 + printed_country("France").power


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize(
    ("king", "extra"), [("Philip II", 2), ("Charles V", 2), ("Henry IV", 0), ("William of Orange", 0), (SULEIMAN, 0)]
)
def test_s11_01_at_all_times_in_courting(king: str, extra: int) -> None:
    """§11-01: at all times: a king of religion CC or C who holds the pope courts with two dice more."""
    dice = []
    for pope in (0, 1):
        state = table(seat(king), seat("Elizabeth I"), wanderers=["Anne Boleyn"], pack=BLACKS, pope=pope)
        play(state, "marriage", "person:Anne Boleyn")
        dice.append(len(dice_rolled(rolling(state))))
    assert dice[0] - dice[1] == extra


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize(("pope", "extra"), [(0, 0), (1, 2)])
def test_s11_01_at_all_times_in_being_courted(pope: int, extra: int) -> None:
    """§11-01: at all times: the cards that courting a Catholic of the pope's holder calls for."""
    lady = "Anne of Brittany"
    state = table(seat("Henry VIII"), seat("Elizabeth I", courtiers=[lady]), pack=BLACKS, pope=pope)
    play(state, "marriage", f"person:{lady}")
    assert len(supplied(rolling(state))) == printed(lady).prestige + extra


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize(("pope", "extra"), [(0, 0), (1, 2)])
def test_s11_01_at_all_times_in_incitement(pope: int, extra: int) -> None:
    """§11-01: at all times: the cards that inciting a person of a Catholic king with the pope calls for."""
    state = table(seat("Henry VIII"), seat("Charles V", courtiers=["Duke of Alba"]), pack=REDS, pope=pope)
    play(state, "incite", "person:Duke of Alba")
    assert len(supplied(rolling(state))) == printed("Charles V").prestige + extra


@pytest.mark.rule("§11-01")
def test_s11_01_wanderers_gain_nothing() -> None:
    """§11-01: only persons who belong to the dynasty: a Catholic wanderer has the printed prestige."""
    state = table(seat("Henry VIII"), seat("Elizabeth I"), wanderers=["Anne of Brittany"], pack=BLACKS, pope=0)
    play(state, "marriage", "person:Anne of Brittany")
    assert len(supplied(rolling(state))) == printed("Anne of Brittany").prestige


@pytest.mark.rule("§11-01")
def test_s11_01_the_reaper_may_name_the_pope() -> None:
    """§11-01: the pope can be a target of the reaper."""
    state = table(seat("Charles V"), seat("Elizabeth I"), scythe=0, pope=1)
    play(state, "reaper")
    assert "pope" in names(state)


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize(("face", "owner"), [(3, 1), (4, 0)])
def test_s11_01_his_life_is_three(face: int, owner: int) -> None:
    """§11-01: the pope's life is 3: he survives a 3 and dies of a 4."""
    state = table(seat("Charles V"), seat("Elizabeth I"), scythe=0, pope=1)
    play(state, "reaper", "pope")
    assert rolling(state, face, by="pass").to_dict()["pope"] == owner


@pytest.mark.rule("§11-01")
def test_s11_01_a_dead_pope_goes_to_the_turn_player() -> None:
    """§11-01: the card does not leave play but moves to whoever is on turn when the pope dies."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), turn_player=2, scythe=2, pope=1)
    play(state, "reaper", "pope")
    after = rolling(state, 6, by="pass")
    assert after.to_dict()["pope"] == 2
    assert [e.seat for e in told(after, Trace.POPE_MOVED)] == [2]
    assert not after.done


@pytest.mark.rule("§11-01")
def test_s11_01_the_prestige_moves_with_him() -> None:
    """§11-01: the +2 belongs to whoever holds the card."""
    state = table(seat(someone(religion="C")), seat(someone(religion="CC")), scythe=0, pope=1)
    before = state.scores()
    play(state, "reaper", "pope")
    after = rolling(state, 6, by="pass").scores()
    assert (after[0] - before[0], after[1] - before[1]) == (2, -2)


@pytest.mark.rule("D-R13")
def test_d_r13_the_pope_s_holder_may_refuse() -> None:
    """D-R13: the pope counts as his holder's person: the holder may refuse."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), scythe=0, pope=2)
    play(state, "reaper", "pope")
    assert (state.phase, state.seat) == ("veto", 2)
    play(state, "declare")
    assert (state.phase, state.seat) == ("reaper_target", 0)
    assert "pope" not in names(state)
    assert state.to_dict()["refused"] == ["pope"]


@pytest.mark.rule("D-R13")
def test_d_r13_refusing_for_the_pope_uses_up_the_veto() -> None:
    """D-R13: it is the one refusal of that player in that turn."""
    state = table(seat("Charles V"), seat("Elizabeth I", courtiers=["James I"]), scythe=0, pope=1)
    play(state, "reaper", "pope", "declare")
    after = rolling(state, 6, by="person:James I")
    assert where(after, "James I") == "removed"


@pytest.mark.rule("D-R13")
def test_d_r13_the_pope_s_holder_rolls() -> None:
    """D-R13: his holder rolls the die."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), scythe=0, pope=2)
    play(state, "reaper", "pope")
    (check,) = told(rolling(state, 2, by="pass"), Trace.CHECKED)
    assert check.seat == 2


@pytest.mark.rule("D-R13")
def test_d_r13_one_s_own_pope_may_be_named() -> None:
    """D-R13: the turn player's own pope counts as his own person: no refusal, and he keeps the card either way."""
    state = table(seat("Charles V"), seat("Elizabeth I"), scythe=0, pope=0)
    play(state, "reaper")
    after = rolling(state, 6, by="pope")
    assert after.to_dict()["pope"] == 0
    assert not told(after, Trace.REFUSED)


@pytest.mark.rule("D-R13")
def test_d_r13_wanderers_cannot_be_named() -> None:
    """D-R13: wanderers belong to no dynasty and cannot be named."""
    state = table(seat("Charles V"), seat("Elizabeth I"), wanderers=["Anne Boleyn"], scythe=0)
    play(state, "reaper")
    assert persons(state) == {"Charles V", "Elizabeth I", "pope"}


@pytest.mark.rule("§11-01")
def test_s11_01_the_scythe_moves_after_the_pope_s_check_too() -> None:
    """§11-01, §09-06-02: a check of the pope is a use of the scythe: it moves on."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), scythe=0, pope=1)
    play(state, "reaper", "pope")
    assert rolling(state, 1, by="pass").to_dict()["scythe"] == 2


# -------------------------------------------------------------------------------------------- §11-02 Suleiman turned up


@pytest.mark.rule("§11-02")
def test_s11_02_suleiman_recruited_joins_at_once() -> None:
    """§11-02: Suleiman turned up in the recruit phase belongs to that dynasty by himself and is a courtier."""
    state = table(seat("Charles V"), seat("Francis I"), phase="recruit", person_decks={"blue": [SULEIMAN, "Henry II"]})
    play(state, "deck:blue")
    assert where(state, SULEIMAN) == (0, "courtiers")
    assert state.to_dict()["wanderers"] == []


@pytest.mark.rule("§11-02")
def test_s11_02_whoever_has_him_receives_the_ottoman_empire() -> None:
    """§11-02: the player who has Suleiman receives the Ottoman Empire by itself."""
    state = table(seat("Charles V"), seat("Francis I"), phase="recruit", person_decks={"blue": [SULEIMAN, "Henry II"]})
    assert holder(state, EMPIRE) == "out"
    play(state, "deck:blue")
    assert holder(state, EMPIRE) == 0


@pytest.mark.rule("§11-02")
def test_s11_02_he_can_act_in_the_same_turn() -> None:
    """§11-02: he joins before the action: he can command at once."""
    state = table(
        seat("Charles V"),
        seat("Francis I"),
        phase="recruit",
        person_decks={"blue": [SULEIMAN, "Henry II"]},
        independent=["Spain"],
    )
    play(state, "deck:blue", "war", "country:Spain")
    assert SULEIMAN in persons(state)


@pytest.mark.rule("§11-02")
def test_s11_02_the_empire_counts_in_the_score() -> None:
    """§11-02: the Ottoman Empire counts for the score like a territory."""
    with_it = table(seat("Erik XIV", courtiers=[SULEIMAN], territories=["Norway", EMPIRE]), seat("Francis I"))
    without = table(seat("Erik XIV", territories=["Norway"]), seat("Francis I"))  # a courtier adds nothing himself
    assert with_it.scores()[0] - without.scores()[0] == printed_country(EMPIRE).power


@pytest.mark.rule("§11-02")
def test_s11_02_born_he_is_a_child_and_brings_the_empire() -> None:
    """§11-02: he may be a child: born of a procreation, he lies among the children, and the Empire comes with him."""
    state = table(
        seat("Francis I", spouse="Anne of Brittany"),
        seat("Elizabeth I"),
        person_decks={"blue": [SULEIMAN, "Henry II"]},
        pack=BLACKS,
    )
    play(state, "procreation")
    after = succeeding(state)
    play(after, "deck:blue")
    assert where(after, SULEIMAN) == (0, "children")
    assert holder(after, EMPIRE) == 0


@pytest.mark.rule("§11-02")
def test_s11_02_he_may_inherit_the_crown() -> None:
    """§11-02: he may be king: as the eldest son he succeeds, and keeps the Empire."""
    state = table(
        seat("Elizabeth I"),
        seat("Francis I", children=[SULEIMAN, "Henry II"], territories=["France", EMPIRE]),
        scythe=0,
    )
    play(state, "reaper", "person:Francis I")
    after = rolling(state, 6, by="pass")
    assert seat_of(after, 1)["king"] == SULEIMAN
    assert holder(after, EMPIRE) == 1


# -------------------------------------------------------------------------------------------------- §11-02 his religion


@pytest.mark.rule("§11-02")
@pytest.mark.parametrize("lady", ["Maria of Spain", "Joanna of Castile", "Marguerite de Navarre", "Renée of France"])
def test_s11_02_his_religion_is_different_from_everybody_s(lady: str) -> None:
    """§11-02: his religion is always judged "different": no extra die when he courts, whatever the lady's religion."""
    state = table(seat(SULEIMAN, territories=[EMPIRE]), seat("Elizabeth I"), wanderers=[lady], pack=BLACKS)
    play(state, "marriage", f"person:{lady}")
    assert len(dice_rolled(rolling(state))) == printed(SULEIMAN).prestige


@pytest.mark.rule("§11-02")
@pytest.mark.parametrize("queen", ["Maria of Spain", "Joanna of Castile", "Marguerite de Navarre", "Renée of France"])
def test_s11_02_nor_when_he_is_courted(queen: str) -> None:
    """§11-02: no extra die for whoever courts him."""
    state = table(seat(queen, courtiers=[SULEIMAN], territories=[EMPIRE]), seat("Elizabeth I"), pack=BLACKS)
    play(state, "marriage", f"person:{SULEIMAN}")
    assert len(dice_rolled(rolling(state))) == printed(queen).prestige


# ------------------------------------------------------------------------------------------------------ §11-02 he moves


def incited(*seats: dict[str, object], **fields: object) -> State:
    """Seat 0 has successfully incited Suleiman, who is with seat 1."""
    state = table(*seats, pack=REDS, **fields)  # type: ignore[arg-type]
    play(state, "incite", f"person:{SULEIMAN}")
    after = succeeding(state)
    assert where(after, SULEIMAN) == (0, "courtiers")
    return after


@pytest.mark.rule("§11-02")
def test_s11_02_the_empire_moves_with_him_when_he_is_incited() -> None:
    """§11-02: when Suleiman moves between players, e.g. by an incitement, the Empire moves with him."""
    after = incited(seat("Charles V"), seat("Elizabeth I", courtiers=[SULEIMAN], territories=["England", EMPIRE]))
    assert holder(after, EMPIRE) == 0
    assert not after.done


@pytest.mark.rule("§11-02")
@pytest.mark.parametrize("place", ["spouse", "children"])
def test_s11_02_from_any_place_in_the_dynasty(place: str) -> None:
    """§11-02: also as the spouse or a child of the other dynasty."""
    other = seat(
        "Elizabeth I", territories=["England", EMPIRE], **{place: SULEIMAN if place == "spouse" else [SULEIMAN]}
    )
    assert holder(incited(seat("Charles V"), other), EMPIRE) == 0


@pytest.mark.rule("§11-02")
def test_s11_02_the_empire_moves_with_him_when_he_marries_away() -> None:
    """§11-02: he may be a spouse; married into another dynasty he takes the Empire along."""
    state = table(
        seat("Elizabeth I"), seat("Charles V", courtiers=[SULEIMAN], territories=["Spain", EMPIRE]), pack=BLACKS
    )
    play(state, "marriage", f"person:{SULEIMAN}")
    after = succeeding(state)
    assert where(after, SULEIMAN) == (0, "spouses")
    assert holder(after, EMPIRE) == 0


@pytest.mark.rule("§11-02")
@pytest.mark.rule("§07-01")
def test_s11_02_a_dynasty_may_lose_its_last_territory_so() -> None:
    """§11-02, §07-01 b: a dynasty that had only the Empire has no territory when Suleiman leaves: the game ends."""
    after = incited(seat("Charles V"), seat("Elizabeth I", courtiers=[SULEIMAN], territories=[EMPIRE]))
    assert after.done
    assert after.scores()[1] == 0


# ----------------------------------------------------------------------------------------------- D-R14 Empire conquered


def conquer_the_empire(*seats: dict[str, object], **fields: object) -> State:
    """Gustavus Adolphus (seat 0) has conquered the Empire; its owner sent nobody."""
    state = table(*seats, pack=REDS, **fields)  # type: ignore[arg-type]
    play(state, "war", f"country:{EMPIRE}", "person:Gustavus Adolphus", "pass")
    after = checking(state, 1)
    assert holder(after, EMPIRE) == 0
    return after


@pytest.mark.rule("§11-02")
@pytest.mark.rule("D-R14")
def test_d_r14_the_empire_may_be_conquered_without_him() -> None:
    """§11-02, D-R14: otherwise the Empire is a country like any other: it may be conquered; Suleiman stays."""
    after = conquer_the_empire(
        seat("Gustavus Adolphus"), seat("Elizabeth I", courtiers=[SULEIMAN], territories=["England", EMPIRE])
    )
    assert where(after, SULEIMAN) == (1, "courtiers")


@pytest.mark.rule("D-R14")
def test_d_r14_a_conquered_empire_follows_him_when_he_moves() -> None:
    """D-R14: when he changes dynasty the Empire goes with him wherever it lies, from a third dynasty too."""
    after = incited(
        seat("Charles V"),
        seat("Elizabeth I", courtiers=[SULEIMAN]),
        seat("Gustavus Adolphus", territories=["Sweden", EMPIRE]),
    )
    assert holder(after, EMPIRE) == 0
    assert seat_of(after, 2)["territories"] == ["Sweden"]


@pytest.mark.rule("D-R14")
def test_d_r14_it_stays_when_he_joins_its_conqueror() -> None:
    """D-R14: incited by the dynasty that has the Empire he finds it there."""
    after = incited(
        seat("Charles V", territories=["Spain", EMPIRE]),
        seat("Elizabeth I", courtiers=[SULEIMAN], territories=["England"]),
    )
    assert holder(after, EMPIRE) == 0


@pytest.mark.rule("D-R14")
def test_d_r14_a_move_within_his_dynasty_does_not_bring_it_back() -> None:
    """D-R14: only a change of *dynasty* takes it along: married within his own it stays with its conqueror."""
    state = table(
        seat("Elizabeth I", courtiers=[SULEIMAN]),
        seat("Gustavus Adolphus", territories=["Sweden", EMPIRE]),
        pack=BLACKS,
    )
    play(state, "marriage", f"person:{SULEIMAN}")
    after = succeeding(state)
    assert where(after, SULEIMAN) == (0, "spouses")
    assert holder(after, EMPIRE) == 1


@pytest.mark.rule("D-R14")
def test_d_r14_a_succession_does_not_bring_it_back() -> None:
    """D-R14: nor does inheriting the crown of his own dynasty."""
    state = table(
        seat("Gustavus Adolphus", territories=["Sweden", EMPIRE]), seat("Francis I", children=[SULEIMAN]), scythe=0
    )
    play(state, "reaper", "person:Francis I")
    after = rolling(state, 6, by="pass")
    assert seat_of(after, 1)["king"] == SULEIMAN
    assert holder(after, EMPIRE) == 0


@pytest.mark.rule("D-R14")
def test_d_r14_the_conqueror_may_lose_his_last_territory_so() -> None:
    """D-R14, §07-01 b: the Empire leaves its conqueror too; without another territory he is ruined."""
    after = incited(
        seat("Charles V"), seat("Elizabeth I", courtiers=[SULEIMAN]), seat("Gustavus Adolphus", territories=[EMPIRE])
    )
    assert after.done
    assert after.scores()[2] == 0


# ------------------------------------------------------------------------------------------------------- §11-02 he dies


def dead(state: State) -> State:
    """Seat 0 swings the scythe at Suleiman, who dies."""
    play(state, "reaper")
    own = where(state, SULEIMAN)[0] == 0
    if not own:
        play(state, f"person:{SULEIMAN}")
    after = rolling(state, 6, by=f"person:{SULEIMAN}" if own else "pass")
    assert where(after, SULEIMAN) == "removed"
    return after


@pytest.mark.rule("§11-02")
def test_s11_02_when_he_dies_the_empire_leaves_play() -> None:
    """§11-02: when Suleiman dies the Ottoman Empire is removed from play too."""
    after = dead(
        table(seat("Charles V"), seat("Elizabeth I", courtiers=[SULEIMAN], territories=["England", EMPIRE]), scythe=0)
    )
    assert holder(after, EMPIRE) == "out"
    assert EMPIRE in after.to_dict()["removed_countries"]
    assert not after.done


@pytest.mark.rule("§11-02")
@pytest.mark.rule("D-R14")
def test_s11_02_wherever_it_is() -> None:
    """§11-02 (ch. 3.9): it leaves play wherever it is, from its conqueror too."""
    after = dead(
        table(
            seat("Charles V"),
            seat("Elizabeth I", courtiers=[SULEIMAN]),
            seat("Gustavus Adolphus", territories=["Sweden", EMPIRE]),
            scythe=0,
        )
    )
    assert holder(after, EMPIRE) == "out"
    assert seat_of(after, 2)["territories"] == ["Sweden"]


@pytest.mark.rule("§11-02")
def test_s11_02_he_dies_as_king_with_an_heir() -> None:
    """§11-02, §10-02: as king he is succeeded like any other; the Empire leaves play all the same."""
    after = dead(
        table(seat("Charles V"), seat(SULEIMAN, children=["Henry II"], territories=["France", EMPIRE]), scythe=0)
    )
    assert seat_of(after, 1)["king"] == "Henry II"
    assert seat_of(after, 1)["territories"] == ["France"]
    assert not after.done


@pytest.mark.rule("§11-02")
@pytest.mark.rule("§07-01")
def test_s11_02_he_dies_as_king_without_an_heir() -> None:
    """§11-02, §07-01 a: as a childless king his death ends the game, and the Empire is gone as well."""
    after = dead(table(seat("Charles V"), seat(SULEIMAN, territories=["France", EMPIRE]), scythe=0))
    assert after.done
    assert holder(after, EMPIRE) == "out"
    assert after.scores()[1] == 0


@pytest.mark.rule("§11-02")
@pytest.mark.rule("§07-01")
def test_s11_02_his_death_may_take_the_last_territory() -> None:
    """§11-02, §07-01 b: a dynasty whose only territory was the Empire has none left: the game ends."""
    after = dead(table(seat("Charles V"), seat("Elizabeth I", courtiers=[SULEIMAN], territories=[EMPIRE]), scythe=0))
    assert after.done
    assert after.scores()[1] == 0


@pytest.mark.rule("§11-02")
@pytest.mark.rule("§09-03-05")
def test_s11_02_he_dies_in_the_war_that_defends_the_empire() -> None:
    """§11-02: slain as the Empire's defending commander he takes it out of play, though it has just been conquered."""
    state = table(
        seat("Gustavus Adolphus", children=["Christina of Sweden"]),
        seat("Elizabeth I", courtiers=[SULEIMAN], territories=["England", EMPIRE]),
        pack=REDS,
    )
    play(state, "war", f"country:{EMPIRE}", "person:Gustavus Adolphus", f"person:{SULEIMAN}")
    after = chance(quiet(state), "pass", lambda s: where(s, SULEIMAN) == "removed")
    assert told(after, Trace.CONQUERED)
    assert holder(after, EMPIRE) == "out"


@pytest.mark.rule("§11-02")
def test_s11_02_a_survivor_keeps_the_empire() -> None:
    """§11-02: as long as he lives the Empire stays in play."""
    state = table(
        seat("Charles V"), seat("Elizabeth I", courtiers=[SULEIMAN], territories=["England", EMPIRE]), scythe=0
    )
    play(state, "reaper", f"person:{SULEIMAN}")
    after = rolling(state, printed(SULEIMAN).life, by="pass")
    assert holder(after, EMPIRE) == 1
