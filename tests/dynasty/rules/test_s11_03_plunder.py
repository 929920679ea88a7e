"""§11-03-03: plunder (略奪)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.material import PERSON_NAMES
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State
from tests.picking import somewhere

from .conftest import (
    check_dice,
    checking,
    every_card,
    failing,
    hand,
    holder,
    names,
    play,
    printed_country,
    seat,
    seat_of,
    succeeding,
    table,
    told,
    where,
)
from .conftest import table as without_abilities

laid = partial(table, abilities=True)
EMPIRE, SULEIMAN = "Ottoman Empire", "Suleiman I"
PREY = somewhere(power=3)
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK D2 D3 D4 D5 D6 D7 D8 D9 D10"
"""A pack on top of which nothing counts in a war: it succeeds with any dice."""


def attack(country: str, commander: str, *dynasties: dict[str, Any], defender: str = "", **fields: Any) -> State:
    """Seat 0 has attacked, every card's number is 0; the window is open."""
    state = laid(*dynasties, **{"pack": HEARTS} | fields)
    play(state, "war", f"country:{country}", f"person:{commander}")
    if defender:
        play(state, defender if defender == "pass" else f"person:{defender}")
    return state


def raid(**fields: Any) -> State:
    """Cortes has beaten an independent country of power 3."""
    own = seat("Charles V", courtiers=["Hernan Cortes"], territories=["Spain"], hand=fields.pop("hand", ()))
    return succeeding(attack(PREY, "Hernan Cortes", own, seat("Elizabeth I"), independent=[PREY], **fields))


# ---------------------------------------------------------------------------------------------------- §11-03-03 plunder


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_the_winner_may_declare_it() -> None:
    """§11-03-03: when this person is the attacking commander and the attack succeeds, plunder may be declared."""
    state = raid()
    assert (state.phase, state.seat, names(state)) == ("plunder", 0, {"declare", "pass"})


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_not_declared_the_country_is_conquered() -> None:
    """§11-03-03: it may be left; then the country becomes a territory (§09-03-04) and no card is drawn."""
    state = raid()
    before = hand(state, 0)
    play(state, "pass")
    assert (holder(state, PREY), hand(state, 0)) == (0, before)


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_the_country_leaves_play() -> None:
    """§11-03-03: instead of becoming a territory the country is removed; it does not count for the score."""
    state = raid()
    before = state.scores()[0]
    play(state, "declare")
    assert holder(state, PREY) == "out" and PREY in state.to_dict()["removed_countries"]
    assert state.scores()[0] == before


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_cards_equal_to_its_power() -> None:
    """§11-03-03: the dynasty draws as many cards from the pack as the country's power, into its hand."""
    assert printed_country(PREY).power == 3
    state = raid()  # H2 H3 H4 were supplied to the action
    play(state, "declare")
    assert hand(state, 0) == ["H5", "H6", "H7"]
    assert seat_of(state, 1)["hand"] == ["H8"]  # the next turn's card


@pytest.mark.rule("§08-02-03-01")
@pytest.mark.rule("D-R35")
def test_s11_03_03_the_actions_cards_are_discarded_before() -> None:
    """§11-03-03, §08-02-03-01: the action's cards are discards by then, and can be drawn when the pack is rebuilt."""
    state = raid(pack="H2 H3 H4 H5", hand=every_card("H2 H3 H4 H5"))
    play(state, "declare")
    assert seat_of(state, 0)["hand"].count("H5") == 1
    assert {"H2", "H3", "H4"} & set(hand(state, 0))


@pytest.mark.rule("D-R6")
def test_d_r6_plunder_draws_what_there_is() -> None:
    """D-R6: with pack and discards empty nothing more is drawn."""
    state = succeeding(
        attack(
            PREY,
            "Hernan Cortes",
            seat("Hernan Cortes", territories=["Spain"]),
            seat("Elizabeth I", hand=every_card("S2")),
            independent=[PREY],
            pack="S2",
        )
    )
    entries = play(state, "declare")
    assert (told(entries, Trace.DREW)[0].seat, told(entries, Trace.DREW)[0].value) == (0, 1)


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_not_after_a_failure() -> None:
    """§11-03-03: … when the attack succeeds, only then."""
    state = attack(
        PREY, "Hernan Cortes", seat("Hernan Cortes"), seat("Elizabeth I"), independent=[PREY], pack="SK S2 S3"
    )
    assert failing(state).phase == "recruit"


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_only_as_the_attacking_commander() -> None:
    """§11-03-03: … only if this person commanded the attack: not at home, not in defence."""
    own = seat("Charles V", courtiers=["Hernan Cortes"])
    state = attack(PREY, "Charles V", own, seat("Elizabeth I"), independent=[PREY])
    after = checking(state, 1)
    assert (after.phase, holder(after, PREY)) == ("recruit", 0)
    rival = seat("Charles V", courtiers=["Hernan Cortes"], territories=[PREY, "Spain"])
    state = attack(PREY, "Elizabeth I", seat("Elizabeth I"), rival, defender="Hernan Cortes")
    after = checking(state, 1, 1)
    assert (after.phase, holder(after, PREY)) == ("recruit", 0)


@pytest.mark.rule("§11-03")
def test_s11_03_03_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it a country is conquered."""
    own = seat("Hernan Cortes", children=["Philip III"])
    state = without_abilities(own, seat("Elizabeth I"), independent=[PREY], pack=HEARTS)
    play(state, "war", f"country:{PREY}", "person:Hernan Cortes")
    after = checking(state, 1)
    assert (after.phase, holder(after, PREY)) == ("recruit", 0)


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_a_country_out_of_play_does_not_exist() -> None:
    """§11-03-03: a removed country is as if it did not exist: it cannot be attacked, for example."""
    state = raid()
    play(state, "declare", "deck:red")
    play(state, "war")
    assert names(state) == {"country:Spain"}


@pytest.mark.rule("§07-01")
def test_s11_03_03_the_last_territory_plundered_ends_the_game() -> None:
    """§11-03-03, §07-01 b: who loses the last territory so is ruined, and the game ends."""
    own, rival = seat("Hernan Cortes", children=["Philip III"]), seat("Elizabeth I", territories=["England"])
    state = succeeding(attack("England", "Hernan Cortes", own, rival, defender="pass"))
    play(state, "declare")
    assert (state.phase, state.scores()[1]) == ("end", 0)


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_no_hand_limit_in_this_turn() -> None:
    """§11-03-03: in the aftermath of this turn cards beyond the limit are not discarded."""
    state = raid(hand="S2 S3 S4 S5 S6")
    play(state, "declare")
    assert (state.phase, state.seat, len(hand(state, 0))) == ("recruit", 1, 8)


@pytest.mark.rule("§11-03-03")
@pytest.mark.rule("D-R35")
def test_s11_03_03_this_turn_only() -> None:
    """§11-03-03: … only in this turn: in the next own one five cards stay."""
    state = raid(hand="S2 S3 S4 S5 S6")
    play(state, "declare", "deck:red", "pass", "deck:red", "pass")
    assert (state.phase, state.seat, len(hand(state, 0))) == ("discard_card", 0, 9)
    while state.phase == "discard_card":
        play(state, next(iter(names(state))))
    assert len(hand(state, 0)) == 5


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_the_rivals_keep_their_limit() -> None:
    """§11-03-03: … and the next player's hand is limited as ever."""
    own = seat("Hernan Cortes", children=["Philip III"], territories=["Spain"])
    rival = seat("Elizabeth I", hand="S2 S3 S4 S5 S6")
    state = succeeding(attack(PREY, "Hernan Cortes", own, rival, independent=[PREY]))
    play(state, "declare", "deck:red", "pass")
    assert (state.phase, state.seat) == ("discard_card", 1)


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_without_plunder_the_limit_holds() -> None:
    """§11-03-03: the limit is off after a plunder, not after a conquest by the same person."""
    state = raid(hand="S2 S3 S4 S5 S6 S7")
    play(state, "pass")
    assert state.phase == "discard_card"


@pytest.mark.rule("§08-02-04")
def test_s11_03_03_wanderers_are_discarded_all_the_same() -> None:
    """§11-03-03: only the discarding of playing cards is left out."""
    state = raid(wanderers=["James I", "Mary I", "Anne Boleyn"])
    play(state, "declare")
    assert state.phase == "discard_wanderer"


@pytest.mark.rule("§09-03-05")
def test_s11_03_03_the_death_check_follows() -> None:
    """§09-03-05: the commander takes his death check after it, plundered or not."""
    for declared in ("declare", "pass"):
        state = raid()
        assert not check_dice(state)
        assert where(checking(state, 4, by=declared), "Hernan Cortes") == "removed"
        assert where(checking(state, 3, by=declared), "Hernan Cortes") == (0, "courtiers")


# ------------------------------------------------------------------------------- §11-03-03, D-R18 the Ottoman Empire


def sack(suleiman: str, *, defender: str = "pass", **dynasty: Any) -> State:
    """Cortes has beaten the Ottoman Empire of seat 1, where Suleiman has a place."""
    king = SULEIMAN if suleiman == "king" else "Elizabeth I"
    if suleiman == "spouse":
        dynasty["spouse"] = SULEIMAN
    elif suleiman != "king":
        dynasty[suleiman] = [SULEIMAN]
    rival = seat(king, territories=["England", EMPIRE], **dynasty)
    return succeeding(
        attack(EMPIRE, "Hernan Cortes", seat("Charles V", courtiers=["Hernan Cortes"]), rival, defender=defender)
    )


@pytest.mark.rule("§11-03-03")
@pytest.mark.parametrize("place", ["spouse", "children", "courtiers"])
def test_s11_03_03_with_the_empire_suleiman_leaves_play(place: str) -> None:
    """§11-03-03: if the country is the Ottoman Empire, Suleiman I is removed from play too."""
    state = sack(place)
    play(state, "declare")
    assert (where(state, SULEIMAN), holder(state, EMPIRE)) == ("removed", "out")
    assert len(hand(state, 0)) == printed_country(EMPIRE).power
    assert state.phase == "recruit"


@pytest.mark.rule("§11-03-03")
def test_s11_03_03_the_empire_conquered_leaves_him_where_he_is() -> None:
    """§11-03-03: not plundered but conquered, he stays (D-R14)."""
    state = sack("courtiers")
    play(state, "pass")
    assert (where(state, SULEIMAN), holder(state, EMPIRE)) == ((1, "courtiers"), 0)


@pytest.mark.rule("D-R18")
def test_d_r18_a_king_suleiman_is_succeeded() -> None:
    """D-R18: he leaves as if dead: the king's eldest son succeeds him (§10-02)."""
    state = sack("king", children=["Mary I", "James I"], spouse="Anne Boleyn")
    play(state, "declare")
    assert (where(state, SULEIMAN), where(state, "James I")) == ("removed", (1, "king"))
    assert where(state, "Mary I") == where(state, "Anne Boleyn") == (1, "courtiers")


@pytest.mark.rule("D-R18")
def test_d_r18_a_childless_king_suleiman_ends_the_game() -> None:
    """D-R18, §07-01 a: … and if he is a king without a child, the game ends and his dynasty is ruined."""
    state = sack("king")
    play(state, "declare")
    assert (state.phase, state.scores()[1]) == ("end", 0)


@pytest.mark.rule("D-R12")
@pytest.mark.parametrize("place", ["king", "courtiers"])
def test_d_r18_as_the_defender_he_takes_no_check(place: str) -> None:
    """D-R18, D-R12: he leaves before the war's checks; whoever has left play takes none."""
    state = sack(place, defender=SULEIMAN, children=["James I"] if place == "king" else [])
    entries = play(state, "declare")
    assert [PERSON_NAMES[e.subject] for e in told(entries, Trace.CHECKED)] == ["Hernan Cortes"]
    gone = next(i for i, e in enumerate(entries) if e.kind == Trace.DIED and PERSON_NAMES[e.subject] == SULEIMAN)
    assert gone < next(i for i, e in enumerate(entries) if e.kind == Trace.CHECKED)


@pytest.mark.rule("D-R18")
def test_d_r18_wherever_he_is() -> None:
    """§11-03-03, D-R18: he leaves play also from another dynasty than the Empire's, the attacker's own too."""
    own = seat("Charles V", courtiers=["Hernan Cortes", SULEIMAN])
    rival = seat("Elizabeth I", territories=["England", EMPIRE])
    state = succeeding(attack(EMPIRE, "Hernan Cortes", own, rival, defender="pass"))
    play(state, "declare")
    assert where(state, SULEIMAN) == "removed"
