"""§09-01: marriage (婚姻)."""

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
from tests.picking import someone

SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 S10"
"""A pack on top of which nothing counts in a marriage: it succeeds with any dice."""


@pytest.mark.rule("§09")
def test_s09_the_actions_are_marriage_procreation_war_hire_incite_and_reaper() -> None:
    """§09: the choices of a turn are marriage, procreation, war, hire, incitement and the reaper (here without the
    second, which a married king has in place of the first); §08-02-03: or a pass."""
    single = table(seat("Henry IV"), seat("Charles V", courtiers=["Duke of Alba"]), wanderers=["Mary I"], scythe=0)
    married = table(seat("Henry IV", spouse="Mary I"), seat("Charles V"), scythe=0)
    assert names(single) == {"pass", "marriage", "war", "hire", "incite", "reaper"}
    assert "procreation" in names(married)


# ---------------------------------------------------------------------------------------------- §09-01-01: conditions


@pytest.mark.rule("§09-01-01")
def test_s09_01_01_a_an_unmarried_king_may_marry() -> None:
    """§09-01-01 a: the action can be chosen when the own king is unmarried."""
    assert "marriage" in names(table(seat("Henry IV"), seat("Charles V"), wanderers=["Mary I"]))


@pytest.mark.rule("§09-01-01")
def test_s09_01_01_a_a_married_king_may_not() -> None:
    """§09-01-01 a: … so a king with a spouse cannot."""
    state = table(seat("Henry IV", spouse="Marie de' Medici"), seat("Charles V"), wanderers=["Mary I"])
    assert "marriage" not in names(state)


@pytest.mark.rule("§09-01-01")
def test_s09_01_01_b_not_without_somebody_of_the_other_sex() -> None:
    """§09-01-01 b: there must be a person of the other sex than the king's on the table; those in decks are not."""
    state = table(seat("Henry IV", courtiers=["Duke of Sully"]), seat("Charles V"), wanderers=["James I"])
    assert "marriage" not in names(state)


@pytest.mark.rule("§09-01-01")
def test_s09_01_01_b_not_when_all_of_the_other_sex_are_married() -> None:
    """§09-01-01 b: … and unmarried; another king's spouse is not."""
    state = table(seat("Henry IV"), seat("Charles V", spouse="Isabella of Portugal"))
    assert "marriage" not in names(state)


@pytest.mark.rule("§09-01-01")
def test_s09_01_01_b_another_dynastys_king_does_not_count() -> None:
    """§09-01-01 b: … kings of other dynasties excepted, though unmarried and of the other sex."""
    assert "marriage" not in names(table(seat("Henry IV"), seat("Elizabeth I")))


@pytest.mark.rule("§09-01-01")
def test_s09_01_01_b_whoever_has_left_play_does_not_count() -> None:
    """§09-01-01 b: a person on the table; who was removed is there no more."""
    assert "marriage" not in names(table(seat("Henry IV"), seat("Charles V"), removed=["Mary I"]))


# -------------------------------------------------------------------------------------------------- §09-01-02: target


@pytest.mark.rule("§09-01-02")
def test_s09_01_02_one_person_is_named_and_the_declaration_is_complete() -> None:
    """§09-01-02: one person card is named; D-R8: the window opens when all is declared."""
    state = table(seat("Henry IV"), seat("Charles V"), wanderers=["Mary I", "Anne Boleyn"])
    play(state, "marriage", "person:Mary I")
    assert (state.phase, state.to_dict()["declared"]["target"]) == ("interrupt", "Mary I")


@pytest.mark.rule("§09-01-02")
def test_s09_01_02_a_only_persons_of_the_other_sex() -> None:
    """§09-01-02 a: of the other sex than the own king."""
    state = table(seat("Henry IV"), seat("Charles V"), wanderers=["Mary I", "James I"])
    play(state, "marriage")
    assert persons(state) == {"Mary I"}


@pytest.mark.rule("§09-01-02")
def test_s09_01_02_a_a_king_who_is_a_woman_courts_men() -> None:
    """§09-01-02 a: a king is of either sex, so to a woman the other sex are men."""
    state = table(seat("Elizabeth I"), seat("Mary I"), wanderers=["Anne Boleyn", "James I"])
    play(state, "marriage")
    assert persons(state) == {"James I"}


@pytest.mark.rule("§09-01-02")
def test_s09_01_02_b_no_king() -> None:
    """§09-01-02 b: anybody but kings."""
    state = table(seat("Henry IV"), seat("Elizabeth I"), wanderers=["Mary I"])
    play(state, "marriage")
    assert persons(state) == {"Mary I"}


@pytest.mark.rule("§09-01-02")
def test_s09_01_02_c_no_married_person() -> None:
    """§09-01-02 c: unmarried; a spouse is married (§05-02)."""
    state = table(seat("Henry IV"), seat("Charles V", spouse="Isabella of Portugal"), wanderers=["Mary I"])
    play(state, "marriage")
    assert persons(state) == {"Mary I"}


@pytest.mark.rule("§09-01-02")
@pytest.mark.parametrize(
    ("own", "others", "pool"),
    [
        ({}, {}, ["Mary I"]),
        ({"courtiers": ["Mary I"]}, {}, []),
        ({}, {"courtiers": ["Mary I"]}, []),
        ({}, {"children": ["Mary I"]}, []),
    ],
    ids=["wanderer", "own courtier", "another's courtier", "another's child"],
)
def test_s09_01_02_whoever_lies_on_the_table_may_be_courted(
    own: dict[str, list[str]], others: dict[str, list[str]], pool: list[str]
) -> None:
    """§09-01-02: among all who are on the table: wanderers, courtiers and children, of any dynasty."""
    state = table(seat("Henry IV", **own), seat("Charles V", **others), wanderers=pool)
    play(state, "marriage")
    assert persons(state) == {"Mary I"}


@pytest.mark.rule("D-R10")
def test_d_r10_the_own_child_may_be_courted() -> None:
    """D-R10: the book does not exclude the king's own kin."""
    state = table(seat("Henry IV", children=["Mary I"]), seat("Charles V"))
    play(state, "marriage")
    assert persons(state) == {"Mary I"}


@pytest.mark.rule("D-R10")
def test_d_r10_without_kin_marriage_no_own_child() -> None:
    """D-R10: `kin_marriage=False` excludes the king's own children."""
    state = table(
        seat("Henry IV", children=["Mary I"]), seat("Charles V"), wanderers=["Anne Boleyn"], kin_marriage=False
    )
    play(state, "marriage")
    assert persons(state) == {"Anne Boleyn"}


@pytest.mark.rule("D-R10")
def test_d_r10_without_kin_marriage_an_own_child_is_nobody_to_marry() -> None:
    """D-R10: … with nobody else the action cannot be chosen."""
    assert "marriage" not in names(table(seat("Henry IV", children=["Mary I"]), seat("Charles V"), kin_marriage=False))


@pytest.mark.rule("D-R10")
def test_d_r10_without_kin_marriage_own_courtiers_and_others_children_remain() -> None:
    """D-R10: … it excludes own children alone."""
    state = table(
        seat("Henry IV", courtiers=["Mary I"]), seat("Charles V", children=["Anne Boleyn"]), kin_marriage=False
    )
    play(state, "marriage")
    assert persons(state) == {"Mary I", "Anne Boleyn"}


# ------------------------------------------------------------------------------------------------- §09-01-03: the odds


@pytest.mark.rule("§09-01-03")
@pytest.mark.parametrize("target", ["Margaret of Parma", "Anne Boleyn", "Mary I", "Elizabeth I"])
def test_s09_01_03_as_many_cards_as_the_targets_prestige(target: str) -> None:
    """§09-01-03: cards to draw: the target's prestige."""
    state = table(seat("Henry IV"), seat("James I"), wanderers=[target], pack=SPADES)
    play(state, "marriage", f"person:{target}")
    assert len(supplied(rolling(state))) == printed(target).prestige


@pytest.mark.rule("§11-01")
def test_s09_01_03_the_pope_makes_his_holders_people_harder_to_win() -> None:
    """§09-01-03, §11-01: the prestige of the pope's holder's persons of religion CC or C is 2 higher at all times."""
    state = table(seat("Henry IV"), seat("James I", courtiers=["Mary I"]), pope=1, pack=SPADES)
    play(state, "marriage", "person:Mary I")
    assert len(supplied(rolling(state))) == printed("Mary I").prestige + 2


@pytest.mark.rule("§11-01")
def test_s09_01_03_the_pope_does_nothing_for_a_wanderer() -> None:
    """§11-01: only for persons who belong to his holder's dynasty."""
    state = table(seat("Henry IV"), seat("James I"), wanderers=["Mary I"], pope=0, pack=SPADES)
    play(state, "marriage", "person:Mary I")
    assert len(supplied(rolling(state))) == printed("Mary I").prestige


@pytest.mark.rule("§09-01-03")
def test_s09_01_03_red_counts() -> None:
    """§09-01-03: suits used: red (hearts and diamonds)."""
    state = table(seat("Henry IV"), seat("James I"), wanderers=["Mary I"], pack="H3 D7 CK")  # Mary I: 3 cards
    play(state, "marriage", "person:Mary I")
    assert success_value(rolling(state)) == 7


@pytest.mark.rule("§09-01-03")
def test_s09_01_03_black_does_not_count() -> None:
    """§09-01-03: … so spades and clubs do not."""
    state = table(seat("Henry IV"), seat("James I"), wanderers=["Mary I"], pack="SK CQ S9")
    play(state, "marriage", "person:Mary I")
    assert success_value(rolling(state)) == 0


@pytest.mark.rule("§09-01-03")
def test_s09_01_03_only_red_cards_may_be_played_to_it() -> None:
    """§08-02-03-01, §09-01-03: anybody may play cards of the suits used: red ones."""
    state = table(seat("Henry IV", hand="HA DK SK C2"), seat("James I"), wanderers=["Mary I"])
    play(state, "marriage", "person:Mary I")
    assert names(state) == {"pass", "card:HA", "card:DK"}


@pytest.mark.rule("§09-01-03")
@pytest.mark.parametrize("king", ["Francis Drake", "William of Orange", "Gustavus Adolphus"])
def test_s09_01_03_as_many_dice_as_the_kings_prestige(king: str) -> None:
    """§09-01-03: dice: the own king's prestige (religions here: P and C, different)."""
    state = table(seat(king), seat("James I"), wanderers=["Isabella of Portugal"], pack=SPADES)
    play(state, "marriage", "person:Isabella of Portugal")
    assert len(dice_rolled(rolling(state))) == printed(king).prestige


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize("religion", ["CC", "C"])
def test_s09_01_03_the_pope_gives_his_holders_king_two_dice(religion: str) -> None:
    """§09-01-03, §11-01: the pope raises the prestige of a king of religion CC or C, and so his dice, by 2."""
    king = someone(sex="m", religion=religion)
    state = table(seat(king), seat("James I"), wanderers=["Elizabeth I"], pope=0, pack=SPADES)
    play(state, "marriage", "person:Elizabeth I")
    assert len(dice_rolled(rolling(state))) == printed(king).prestige + 2


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize(("king", "lady"), [("Gustav Vasa", "Isabella of Portugal"), ("Rudolf II", "Mary I")])
def test_s09_01_03_the_pope_gives_nothing_to_a_king_of_another_religion(king: str, lady: str) -> None:
    """§11-01: … of religion CC or C alone: not P, nor CP (the ladies are of a different religion)."""
    state = table(seat(king), seat("James I"), wanderers=[lady], pope=0, pack=SPADES)
    play(state, "marriage", f"person:{lady}")
    assert len(dice_rolled(rolling(state))) == printed(king).prestige


KINGS = {"CC": "Philip II", "C": "Charles V", "CP": "Henry IV", "P": "James I"}
LADIES = {"CC": "Mary I", "C": "Isabella of Portugal", "CP": "Mary of Hungary", "P": "Elizabeth I"}
SAME = {("CC", "C"), ("C", "CP"), ("CP", "P")}


@pytest.mark.rule("§09-01-03")
@pytest.mark.parametrize("his", KINGS)
@pytest.mark.parametrize("hers", LADIES)
def test_s09_01_03_one_die_more_when_the_religions_are_the_same(his: str, hers: str) -> None:
    """§09-01-03: +1 die when king and target are of the same religion; D-R3: each with itself and with its neighbours
    on the line CC – C – CP – P."""
    king, lady = KINGS[his], LADIES[hers]
    same = his == hers or (his, hers) in SAME or (hers, his) in SAME
    state = table(seat(king), seat("Oliver Cromwell"), wanderers=[lady], pack=SPADES)
    play(state, "marriage", f"person:{lady}")
    assert len(dice_rolled(rolling(state))) == printed(king).prestige + (1 if same else 0)


@pytest.mark.rule("§11-02")
@pytest.mark.parametrize("lady", LADIES.values())
def test_s09_01_03_no_die_more_for_suleiman(lady: str) -> None:
    """§11-02: his religion is always judged different, as king …"""
    state = table(seat("Suleiman I", territories=["Ottoman Empire"]), seat("James I"), wanderers=[lady], pack=SPADES)
    play(state, "marriage", f"person:{lady}")
    assert len(dice_rolled(rolling(state))) == printed("Suleiman I").prestige


@pytest.mark.rule("§11-02")
def test_s09_01_03_nor_with_suleiman() -> None:
    """§11-02: … and as the one who is courted."""
    state = table(
        seat("Elizabeth I"), seat("James I", courtiers=["Suleiman I"], territories=["Ottoman Empire"]), pack=SPADES
    )
    play(state, "marriage", "person:Suleiman I")
    assert len(dice_rolled(rolling(state))) == printed("Elizabeth I").prestige


# --------------------------------------------------------------------------------------------------- §09-01-04: success


@pytest.mark.rule("§09-01-04")
def test_s09_01_04_the_target_becomes_the_spouse() -> None:
    """§09-01-04: if the marriage succeeds, the target is laid beside the own king as spouse."""
    state = table(seat("Henry IV"), seat("Charles V"), wanderers=["Mary I"], pack=SPADES)
    play(state, "marriage", "person:Mary I")
    assert where(succeeding(state), "Mary I") == (0, "spouses")


@pytest.mark.rule("§09-01-04")
def test_s09_01_04_if_it_fails_nothing_moves() -> None:
    """§09-01-04: … only if it succeeds."""
    state = table(seat("Francis Drake"), seat("Charles V"), wanderers=["Mary I"], pack="HK HQ HJ")
    play(state, "marriage", "person:Mary I")
    assert where(failing(state), "Mary I") == "wanderers"


@pytest.mark.rule("§09-01-04")
@pytest.mark.parametrize("place", ["courtiers", "children"])
def test_s09_01_04_a_bride_leaves_her_dynasty(place: str) -> None:
    """§09-01-04: the spouse is the own king's, from wherever he or she was: another dynasty's person leaves it."""
    state = table(seat("Henry IV"), seat("Charles V", **{place: ["Mary I"]}), pack="S2 S3 S4 S5 S6")
    play(state, "marriage", "person:Mary I")
    after = succeeding(state)
    assert (where(after, "Mary I"), seat_of(after, 1)[place]) == ((0, "spouses"), [])


@pytest.mark.rule("§09-01-04")
@pytest.mark.parametrize("place", ["courtiers", "children"])
def test_s09_01_04_an_own_courtier_or_child_changes_places(place: str) -> None:
    """§09-01-04: an own courtier, or child (D-R10), is the spouse and no courtier or child any more."""
    state = table(seat("Henry IV", **{place: ["Mary I"]}), seat("Charles V"), pack="S2 S3 S4 S5 S6")
    play(state, "marriage", "person:Mary I")
    after = succeeding(state)
    assert (seat_of(after, 0)["spouses"], seat_of(after, 0)[place]) == (["Mary I"], [])


@pytest.mark.rule("§09-01-04")
def test_s09_01_04_nobody_takes_a_death_check() -> None:
    """§09-01: a marriage has no death check, won or lost."""
    state = table(seat("Henry IV"), seat("Charles V"), wanderers=["Mary I"], pack="S2 S3 SK")
    play(state, "marriage", "person:Mary I")
    assert told(succeeding(state), Trace.CHECKED) == []
