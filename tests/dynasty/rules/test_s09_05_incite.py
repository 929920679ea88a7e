"""§09-05: inciting a person of another dynasty (反乱煽動)."""

import pytest

from dynasty_env.dynasty.steps import Trace
from tests.dynasty.rules.conftest import (
    dice_rolled,
    failing,
    holder,
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

HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9"
"""A pack on top of which nothing counts in an incitement: it succeeds with any dice."""


# -------------------------------------------------------------------------------------------------- §09-05-01: target


@pytest.mark.rule("§09-05-01")
def test_s09_05_01_a_a_person_of_another_dynasty() -> None:
    """§09-05-01 a: one person of another dynasty is named, of any; no own one, no wanderer."""
    state = table(
        seat("Henry IV", courtiers=["Duke of Sully"]),
        seat("Philip II", courtiers=["Duke of Alba"]),
        seat("Erik XIV", courtiers=["Martin Luther"]),
        wanderers=["Francis Drake"],
    )
    play(state, "incite")
    assert persons(state) == {"Duke of Alba", "Martin Luther"}


@pytest.mark.rule("§09-05-01")
def test_s09_05_01_b_no_king() -> None:
    """§09-05-01 b: … but no king."""
    state = table(seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"]))
    play(state, "incite")
    assert "Philip II" not in persons(state)


@pytest.mark.rule("§09-05-01")
def test_s09_05_01_b_spouses_and_children_may_be_incited() -> None:
    """§09-05-01 b, note: spouses and children can be incited."""
    state = table(seat("Henry IV"), seat("Philip II", spouse="Mary I", children=["Philip III"]))
    play(state, "incite")
    assert persons(state) == {"Mary I", "Philip III"}


@pytest.mark.rule("§09-05-01")
def test_s09_05_01_where_the_others_have_kings_alone_nobody_can_be_incited() -> None:
    """§09-05-01: without such a person the action cannot be declared."""
    assert "incite" not in names(table(seat("Henry IV", courtiers=["Duke of Sully"]), seat("Philip II")))


@pytest.mark.rule("D-R8")
def test_d_r8_the_target_is_declared_before_the_window() -> None:
    """D-R8: the whole declaration comes before the window."""
    state = table(seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"]))
    play(state, "incite", "person:Duke of Alba")
    assert (state.phase, state.to_dict()["declared"]["target"]) == ("interrupt", "Duke of Alba")


# ------------------------------------------------------------------------------------------------- §09-05-02: the odds


@pytest.mark.rule("§09-05-02")
@pytest.mark.parametrize("king", ["Francis Drake", "Gustav Vasa", "Erik XIV", "Gustavus Adolphus"])
def test_s09_05_02_as_many_cards_as_the_prestige_of_the_targets_king(king: str) -> None:
    """§09-05-02: cards to draw: the prestige of the king of the target's dynasty."""
    state = table(seat("Henry IV"), seat(king, courtiers=["Duke of Alba"]), pack=HEARTS)
    play(state, "incite", "person:Duke of Alba")
    assert len(supplied(rolling(state))) == printed(king).prestige


@pytest.mark.rule("§11-01")
@pytest.mark.parametrize("religion", ["CC", "C"])
def test_s09_05_02_the_pope_protects_his_holders_people(religion: str) -> None:
    """§09-05-02, §11-01: the pope's holder's king of religion CC or C has 2 prestige more."""
    king = someone(religion=religion)
    state = table(seat("Henry IV"), seat(king, courtiers=["Duke of Sully"]), pope=1, pack=HEARTS)
    play(state, "incite", "person:Duke of Sully")
    assert len(supplied(rolling(state))) == printed(king).prestige + 2


@pytest.mark.rule("§11-01")
def test_s09_05_02_a_catholic_target_of_a_protestant_king_is_not_protected() -> None:
    """§09-05-02, §11-01: … the king's prestige, not the target's."""
    state = table(seat("Henry IV"), seat("Gustav Vasa", courtiers=["Duke of Alba"]), pope=1, pack=HEARTS)
    play(state, "incite", "person:Duke of Alba")
    assert len(supplied(rolling(state))) == printed("Gustav Vasa").prestige


@pytest.mark.rule("§09-05-02")
def test_s09_05_02_black_counts() -> None:
    """§09-05-02: suits used: black (spades and clubs)."""
    king = someone(religion="P", prestige=2)
    state = table(seat("Henry IV"), seat(king, courtiers=["Duke of Alba"]), pack="S5 C8")
    play(state, "incite", "person:Duke of Alba")
    assert success_value(rolling(state)) == 8


@pytest.mark.rule("§09-05-02")
def test_s09_05_02_red_does_not_count() -> None:
    """§09-05-02: … so hearts and diamonds do not."""
    king = someone(religion="P", prestige=2)
    state = table(seat("Henry IV"), seat(king, courtiers=["Duke of Alba"]), pack="HK D8")
    play(state, "incite", "person:Duke of Alba")
    assert success_value(rolling(state)) == 0


@pytest.mark.rule("§09-05-02")
def test_s09_05_02_only_black_cards_may_be_played_to_it() -> None:
    """§08-02-03-01, §09-05-02: anybody may play cards of the suits used: black ones."""
    state = table(seat("Henry IV", hand="SA CK H2 D3"), seat("Erik XIV", courtiers=["Duke of Alba"]))
    play(state, "incite", "person:Duke of Alba")
    assert names(state) == {"pass", "card:SA", "card:CK"}


@pytest.mark.rule("§09-05-02")
@pytest.mark.parametrize("target", ["Philip III", "James I", "Duke of Sully", "Mary Stuart", "Hernan Cortes"])
def test_s09_05_02_as_many_dice_as_the_targets_ambition(target: str) -> None:
    """§09-05-02: dice: the ambition of the target; none for an ambition of 0."""
    state = table(seat("Henry IV"), seat("Erik XIV", courtiers=[target]), pack=HEARTS)
    play(state, "incite", f"person:{target}")
    assert len(dice_rolled(rolling(state))) == printed(target).ambition


# --------------------------------------------------------------------------------------------------- §09-05-03: success


@pytest.mark.rule("§09-05-03")
@pytest.mark.parametrize(
    "family",
    [{"courtiers": ["Mary I"]}, {"children": ["Mary I"]}, {"spouse": "Mary I"}],
    ids=["courtier", "child", "spouse"],
)
def test_s09_05_03_the_target_becomes_an_own_courtier(family: dict[str, list[str]]) -> None:
    """§09-05-03: if the incitement succeeds, the target moves to the own courtiers, whatever he or she was."""
    state = table(seat("Henry IV"), seat("Erik XIV", **family), pack=HEARTS)
    play(state, "incite", "person:Mary I")
    after = succeeding(state)
    old = seat_of(after, 1)
    assert where(after, "Mary I") == (0, "courtiers")
    assert (old["spouses"], old["children"], old["courtiers"]) == ([], [], [])


@pytest.mark.rule("§09-05-03")
def test_s09_05_03_a_king_whose_spouse_is_gone_is_unmarried() -> None:
    """§05-02, §09-05-03: a king without a spouse is unmarried: he may marry again."""
    state = table(
        seat("Henry IV"), seat("Erik XIV", spouse="Mary I"), wanderers=["Anne Boleyn"], pack=HEARTS, person_decks={}
    )
    play(state, "incite", "person:Mary I")
    after = succeeding(state)
    play(after, "deck:green")
    assert (after.phase, after.seat, "marriage" in names(after)) == ("action", 1, True)


@pytest.mark.rule("§09-05-03")
def test_s09_05_03_the_other_children_keep_their_order() -> None:
    """§09-05-03: the target alone moves: the other children stay, in the order of birth."""
    state = table(seat("Henry IV"), seat("Erik XIV", children=["Philip III", "Mary I", "James I"]), pack=HEARTS)
    play(state, "incite", "person:Mary I")
    assert seat_of(succeeding(state), 1)["children"] == ["Philip III", "James I"]


@pytest.mark.rule("§09-05-03")
def test_s09_05_03_if_it_fails_the_target_stays() -> None:
    """§09-05-03: … only if it succeeds."""
    king = someone(sex="m", religion="P", prestige=2)
    state = table(seat("Henry IV"), seat(king, spouse="Mary I"), pack="SK CK")
    play(state, "incite", "person:Mary I")
    assert where(failing(state), "Mary I") == (1, "spouses")


@pytest.mark.rule("§11-02")
def test_s09_05_03_with_suleiman_goes_the_ottoman_empire() -> None:
    """§11-02: when Suleiman I moves between players, e.g. incited, the Ottoman Empire moves with him."""
    state = table(
        seat("Henry IV"), seat("Erik XIV", courtiers=["Suleiman I"], territories=["Sweden", "Ottoman Empire"]),
        pack=HEARTS,
    )  # fmt: skip
    play(state, "incite", "person:Suleiman I")
    after = succeeding(state)
    assert (where(after, "Suleiman I"), holder(after, "Ottoman Empire")) == ((0, "courtiers"), 0)


@pytest.mark.rule("§09-05")
def test_s09_05_nobody_takes_a_death_check() -> None:
    """§09-05: an incitement has no death check."""
    state = table(seat("Henry IV"), seat("Erik XIV", courtiers=["Duke of Alba"]), pack=HEARTS)
    play(state, "incite", "person:Duke of Alba")
    assert told(succeeding(state), Trace.CHECKED) == []
