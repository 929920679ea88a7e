"""D-R34 … D-R42: what the engine plays where §11-03 leaves special abilities open."""

from __future__ import annotations

from functools import partial

import pytest

from dynasty_env.kit.state import State
from tests.picking import someone

from .conftest import (
    checking,
    dice_rolled,
    hand,
    holder,
    names,
    persons,
    play,
    printed,
    printed_country,
    rolling,
    seat,
    seat_of,
    succeeding,
    supplied,
    table,
    throwing,
    where,
)

laid = partial(table, abilities=True)
EMPIRE, SULEIMAN = "Ottoman Empire", "Suleiman I"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK D2 D3 D4 D5 D6"


def overthrown(rebel: str, old: str, **family: object) -> State:
    """Henry IV has incited `rebel`, who is king of seat 1 now, and it is that seat's turn."""
    given = {"courtiers": [rebel], **family}
    state = laid(seat("Henry IV"), seat(old, **given), pack=HEARTS)  # type: ignore[arg-type]
    play(state, "incite", f"person:{rebel}")
    after = succeeding(state)
    assert where(after, rebel) == (1, "king")
    play(after, "deck:red")
    return after


@pytest.mark.rule("D-R35")
def test_d_r35_the_country_lies_where_it_is_until_the_answer() -> None:
    """D-R35: until the attacker has answered, the country is still its holder's."""
    own = seat("Charles V", courtiers=["Hernan Cortes"])
    state = laid(own, seat("Elizabeth I", territories=["England", "Ireland"]), pack=HEARTS)
    play(state, "war", "country:Ireland", "person:Hernan Cortes", "pass")
    after = succeeding(state)
    assert (after.phase, holder(after, "Ireland")) == ("plunder", 1)
    play(after, "pass")
    assert holder(after, "Ireland") == 0


@pytest.mark.rule("D-R36")
def test_d_r36_a_revolution_may_take_the_last_territory() -> None:
    """D-R36, §07-01 b: overthrown, a king Suleiman takes the Ottoman Empire out of play, his dynasty's only one."""
    rival = seat(SULEIMAN, courtiers=["Henry of Guise"], territories=[EMPIRE])
    state = laid(seat("Henry IV"), rival, pack=HEARTS)
    play(state, "incite", "person:Henry of Guise")
    after = succeeding(state)
    assert (after.phase, holder(after, EMPIRE), after.scores()[1]) == ("end", "out", 0)


@pytest.mark.rule("D-R36")
def test_d_r36_plunder_may_kill_the_attackers_own_king() -> None:
    """D-R36: the Empire that was lost to a rival, plundered by Suleiman's own dynasty, costs it its king."""
    own = seat(SULEIMAN, children=["James I"], courtiers=["Hernan Cortes"], territories=["Spain"])
    rival = seat("Elizabeth I", territories=["England", EMPIRE])
    state = laid(own, rival, pack=HEARTS)
    play(state, "war", f"country:{EMPIRE}", "person:Hernan Cortes", "pass")
    after = succeeding(state)
    play(after, "declare")
    assert (where(after, SULEIMAN), where(after, "James I")) == ("removed", (0, "king"))


@pytest.mark.rule("D-R38")
def test_d_r38_kin_marriage_with_the_old_kings_children() -> None:
    """D-R38: who lies in the children's place is the new king's child: excluded without `kin_marriage`, also from
    match-making."""
    rival = seat("Philip II", children=["Christina of Sweden", "James I"], courtiers=["Henry of Guise", "Mary I"])
    state = laid(seat("Henry IV"), rival, pack=HEARTS, kin_marriage=False)
    play(state, "incite", "person:Henry of Guise")
    after = succeeding(state)
    play(after, "deck:yellow", "marriage")
    assert "Christina of Sweden" not in persons(after) and "Mary I" in persons(after)
    again = succeeding(state)
    play(again, "deck:yellow", "matchmaking")
    if again.phase == "matchmaking_child":
        play(again, "person:Christina of Sweden")
    assert persons(again) == {"Henry IV"}


@pytest.mark.rule("D-R39")
def test_d_r39_a_king_with_a_spouse_of_his_own_sex_is_married() -> None:
    """D-R39: he counts as married: he marries nobody, and nobody is matched with him; there is no procreation."""
    after = overthrown("William of Orange", "Elizabeth I", spouse="James I", courtiers=["William of Orange", "Mary I"])
    assert not names(after) & {"marriage", "procreation"}
    own = seat("Philip II", children=["Christina of Sweden"])
    state = laid(own, seat("Elizabeth I", spouse="James I", courtiers=["William of Orange"]), pack=HEARTS)
    assert "matchmaking" in names(state)
    play(state, "incite", "person:William of Orange")
    state = succeeding(state)
    play(state, "deck:red", "pass", "deck:red", "matchmaking", "person:Christina of Sweden")
    assert persons(state) == {"Philip II"}


@pytest.mark.rule("D-R39")
def test_d_r39_that_spouse_is_a_royal() -> None:
    """D-R39: that spouse counts for the score like any spouse (§07-02 A)."""
    after = overthrown("William of Orange", "Elizabeth I", spouse="James I", courtiers=["William of Orange"])
    royals = printed("William of Orange").prestige + printed("James I").prestige
    land = sum(printed_country(country).power for country in seat_of(after, 1)["territories"])
    assert after.scores()[1] == royals + land


@pytest.mark.rule("D-R39")
def test_d_r39_that_spouse_wastes() -> None:
    """D-R39: a spouse of the king's own sex with waste costs a die all the same."""
    after = overthrown("Henry of Guise", "Mary I", spouse="Henry III", courtiers=["Henry of Guise", "Duke of Alba"])
    play(after, "war", "country:Scotland", "person:Duke of Alba", "pass")
    assert len(dice_rolled(rolling(after))) == printed("Duke of Alba").war + 1 - 1


@pytest.mark.rule("D-R40")
@pytest.mark.parametrize("adjacency", [False, True])
def test_d_r40_with_or_without_adjacency(adjacency: bool) -> None:
    """D-R40: sea-4 asks for neighbours by sea, whether the optional rule of neighbours is played or not."""
    own = seat("Francis Drake", territories=["Ireland"])
    state = laid(own, seat("Henry IV"), independent=["England"], pack=HEARTS, adjacency=adjacency)
    play(state, "war", "country:England", "person:Francis Drake")
    assert len(dice_rolled(succeeding(state))) == 4 + 1


@pytest.mark.rule("D-R42")
def test_d_r42_nobody_is_asked() -> None:
    """D-R42: neither the king's player nor the child is asked: the die alone decides; the child changes dynasty."""
    own = seat("Elizabeth I", children=["Christina of Sweden"], hand="S2")
    king = someone(sex="m", religion=("CC", "C"), prestige=1)
    state = laid(own, seat(king, hand="HA"), pope=1)
    play(state, "matchmaking", "person:Christina of Sweden")
    assert (state.phase, state.seat) == ("matchmaking_target", 0)
    after = throwing(state, 4, f"person:{king}")  # 1 + 2 with the pope
    assert where(after, "Christina of Sweden") == (1, "spouses")
    assert (after.phase, after.seat) == ("recruit", 1)
    assert where(throwing(state, 3, f"person:{king}"), "Christina of Sweden") == (0, "children")


@pytest.mark.rule("D-R34")
def test_d_r34_measured_at_ones_own_draw() -> None:
    """D-R34: what counts is who has him when one's own turn begins: taken away before, one card is drawn."""
    state = laid(
        seat("Henry IV", courtiers=["Martin Luther"]),
        seat("Philip II", courtiers=["Albrecht von Wallenstein"]),
        seat("Elizabeth I"),
    )
    play(state, "incite", "person:Albrecht von Wallenstein")  # CP: by itself (§11-03-11)
    assert (state.phase, state.seat, len(hand(state, 1))) == ("recruit", 1, 1)
    play(state, "deck:red", "pass", "deck:red", "pass")
    assert (state.phase, state.seat, len(hand(state, 0))) == ("recruit", 0, 3)


@pytest.mark.rule("D-R41")
def test_d_r41_two_dice_fewer_at_war() -> None:
    """D-R41: king and spouse with waste: two dice fewer; cards are called for as ever."""
    own = seat("Philip III", spouse="Christina of Sweden", courtiers=["Duke of Alba"])
    state = laid(own, seat("Elizabeth I"), independent=["Milan"], pack=HEARTS)
    play(state, "war", "country:Milan", "person:Duke of Alba")
    after = succeeding(state)
    assert len(dice_rolled(after)) == printed("Duke of Alba").war + 1 - 2
    assert len(supplied(after)) == printed_country("Milan").power
    assert dice_rolled(checking(state, 1))  # the death check's die is not one of them (D-R20)
