"""§08-02-03-01: how an action is resolved: the window, the cards, the success value, the dice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State
from tests.picking import someone

from .conftest import (
    all_persons,
    dice_rolled,
    every_card,
    hand,
    names,
    play,
    printed,
    quiet,
    rolling,
    seat,
    succeeded,
    success_value,
    supplied,
    table,
    told,
    where,
)

CARDS, DICE = 4, 2
"""What hiring Wallenstein by Rudolf II calls for: ambition 4; governance 1, and 1 for their common colour."""


def hiring(*hands: str, pack: str = "H2 D3 H4 D5", **fields: Any) -> State:
    """Rudolf II (seat 0) hires Wallenstein: four cards, black suits, two dice. The window is open."""
    kings = ("Rudolf II", "Elizabeth I", "Francis I")
    seats = [seat(king, hand=hands[i] if i < len(hands) else "") for i, king in enumerate(kings)]
    state = table(*seats, wanderers=["Albrecht von Wallenstein"], pack=pack, **fields)
    play(state, "hire", "person:Rudolf II", "person:Albrecht von Wallenstein")
    assert (state.phase, state.seat) == ("interrupt", 0)
    return state


def easy(*hands: str, pack: str = "SK CK") -> State:
    """Rudolf II hires Philip III, whose ambition is 0: no card is called for; two dice. The window is open."""
    kings = ("Rudolf II", "Elizabeth I", "Francis I")
    seats = [seat(king, hand=hands[i] if i < len(hands) else "") for i, king in enumerate(kings)]
    state = table(*seats, wanderers=["Philip III"], pack=pack)
    play(state, "hire", "person:Rudolf II", "person:Philip III")
    return state


def laid(state: State) -> list[str]:
    """The cards on the table."""
    return [card["card"] for card in state.to_dict()["on_table"]]


@pytest.fixture(scope="module", autouse=True)
def the_example_actions_are_as_the_tests_take_them() -> None:
    rudolf, wallenstein, philip = printed("Rudolf II"), printed("Albrecht von Wallenstein"), printed("Philip III")
    assert (wallenstein.ambition, philip.ambition) == (CARDS, 0)
    assert rudolf.governance + 1 == DICE
    assert rudolf.colour == wallenstein.colour == philip.colour


# --------------------------------------------------------------------------------- a: cards, b: suits, c: success value


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_a_the_pack_supplies_as_many_cards_as_the_action_says() -> None:
    """§08-02-03-01 a: so many cards are drawn from the pack as the action's rule says."""
    after = rolling(hiring(pack="H2 D3 S4 C5 HK"))
    assert supplied(after) == ["H2", "D3", "S4", "C5"]


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_c_the_highest_number_among_the_counting_suits() -> None:
    """§08-02-03-01 c: the success value is the highest number among the cards of suits b."""
    assert success_value(rolling(hiring(pack="S4 C9 S7 C2"))) == 9


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_b_cards_of_other_suits_do_not_count() -> None:
    """§08-02-03-01 b, c: only the counting suits are valid, however high the others are."""
    assert success_value(rolling(hiring(pack="S4 HK DQ C2"))) == 4


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_c_zero_if_no_card_is_of_the_counting_suits() -> None:
    """§08-02-03-01 c: if no drawn card is of suits b, the success value is 0."""
    after = rolling(hiring(pack="HK DQ H2 D3"))
    assert success_value(after) == 0
    assert succeeded(after)


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_cards_of_other_suits_fill_up_the_number() -> None:
    """§08-02-03-01 a: cards of the other suits are drawn towards the number too; they are not replaced."""
    after = rolling(hiring(pack="HK DQ H2 S3 CK"))
    assert supplied(after) == ["HK", "DQ", "H2", "S3"]
    assert success_value(after) == 3


# ------------------------------------------------------------------------------------------------------- d: the dice


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_d_so_many_dice_are_rolled() -> None:
    """§08-02-03-01 d: so many dice are rolled as the action's rule says."""
    assert len(dice_rolled(rolling(hiring()))) == DICE


@pytest.mark.rule("§08-02-03-01")
@pytest.mark.parametrize(("dice", "success"), [((3, 4), True), ((6, 1), True), ((6, 6), True), ((3, 3), False)])
def test_s08_02_03_01_d_success_if_the_sum_reaches_the_success_value(dice: tuple[int, int], success: bool) -> None:
    """§08-02-03-01 d: a sum of at least the success value is success, a smaller one failure."""
    after = rolling(hiring(pack="S7 H2 H3 H4"), *dice)
    assert success_value(after) == 7
    assert succeeded(after) is success
    assert where(after, "Albrecht von Wallenstein") == ((0, "courtiers") if success else "wanderers")


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_the_turn_player_rolls() -> None:
    """§08-02-03-01: the turn player rolls the dice."""
    assert {e.seat for e in told(rolling(hiring()), Trace.DIE)} == {0}


def inciting_without_dice(pack: str) -> State:
    """Henry VIII incites Anne of Cleves, whose ambition is 0: no dice. The window is open; all of `pack` will come."""
    assert printed("Anne of Cleves").ambition == 0
    rival = someone(religion="P", prestige=len(pack.split()))
    state = table(seat("Henry VIII"), seat(rival, courtiers=["Anne of Cleves"]), pack=pack)
    play(state, "incite", "person:Anne of Cleves")
    return state


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_d_no_dice_are_a_sum_of_zero() -> None:
    """§08-02-03-01 d (ch. 3.1): without dice the sum is 0: against a success value of 0 that is success."""
    after = rolling(inciting_without_dice("H2 H3 H4"))
    assert dice_rolled(after) == [] and succeeded(after)


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_d_no_dice_never_reach_a_card() -> None:
    """§08-02-03-01 d (ch. 3.1): without dice the sum is 0: against an ace already it is failure."""
    after = rolling(inciting_without_dice("H2 SA H4"))
    assert dice_rolled(after) == [] and not succeeded(after)


@pytest.mark.rule("D-R9")
def test_d_r9_no_card_and_no_die_where_the_number_is_zero() -> None:
    """D-R9: a negative number of dice or cards counts as 0 (the base game's numbers end there: none is used)."""
    assert max(printed(person).fertility for person in all_persons()) <= 6
    assert supplied(rolling(easy())) == []
    assert dice_rolled(rolling(inciting_without_dice("H2 H3 H4"))) == []


# ---------------------------------------------------------------------------------------------------------- the window


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_cards_are_played_right_after_the_declaration() -> None:
    """§08-02-03-01: right after the declaration, before the pack supplies anything, cards may be played from hand."""
    state = hiring("S2")
    assert laid(state) == []
    assert names(state) == {"pass", "card:S2"}


@pytest.mark.rule("§08-02-03-01")
@pytest.mark.parametrize("player", [0, 1, 2])
def test_s08_02_03_01_every_player_may_play_the_turn_player_included(player: int) -> None:
    """§08-02-03-01: all players, the turn player included, may play cards."""
    hands = ["", "", ""]
    hands[player] = "SQ"
    state = hiring(*hands)
    play(state, *["pass"] * player)
    assert state.seat == player
    play(state, "card:SQ")
    assert state.to_dict()["on_table"] == [{"card": "SQ", "number": 12, "seat": player}]
    assert hand(state, player) == []


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_only_cards_of_the_counting_suits_from_hand() -> None:
    """§08-02-03-01: only cards of suits b may be played from hand: black here."""
    assert names(hiring("S2 H3 D4 C5")) == {"pass", "card:S2", "card:C5"}


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_red_cards_only_where_red_counts() -> None:
    """§08-02-03-01: in a marriage, whose suits are red, only red cards may be played."""
    state = table(seat("Henry VIII", hand="S2 H3 D4 C5"), seat("Elizabeth I"), wanderers=["Anne of Cleves"])
    play(state, "marriage", "person:Anne of Cleves")
    assert names(state) == {"pass", "card:H3", "card:D4"}


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_any_number_of_cards() -> None:
    """§08-02-03-01: any number of cards may be played, more than a too."""
    state = hiring("", "S2 S3 S4 S5 S6 S7")
    for card in ("S2", "S3", "S4", "S5", "S6", "S7"):
        while state.seat != 1:
            play(state, "pass")
        play(state, f"card:{card}")
    assert laid(state) == ["S2", "S3", "S4", "S5", "S6", "S7"]
    assert state.phase == "interrupt"


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_cards_may_be_played_when_none_is_called_for() -> None:
    """§08-02-03-01: cards may be played from hand also when a is 0."""
    state = easy("", "S9")
    play(state, "pass", "card:S9")
    after = rolling(state, 4, 4)
    assert supplied(after) == []
    assert success_value(after) == 9
    assert not succeeded(after)


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_the_pack_supplies_only_what_is_missing() -> None:
    """§08-02-03-01: if fewer cards lie on the table than a, the pack supplies the missing ones."""
    state = hiring("S2", "C3")
    play(state, "card:S2", "card:C3")
    assert supplied(rolling(state)) == ["H2", "D3"]


@pytest.mark.rule("§08-02-03-01")
@pytest.mark.parametrize("played", ["S2 S3 S4 S5", "S2 S3 S4 S5 S6"])
def test_s08_02_03_01_the_pack_supplies_none_if_enough_were_played(played: str) -> None:
    """§08-02-03-01: if as many cards as a, or more, have been played, the pack supplies none."""
    state = hiring(played)
    for card in played.split():
        while state.seat != 0:
            play(state, "pass")
        play(state, f"card:{card}")
    after = rolling(state)
    assert supplied(after) == []
    assert success_value(after) == int(played[-1])


@pytest.mark.rule("§08-02-03-01")
@pytest.mark.parametrize(("pack", "value"), [("S4 H2 H3 H5", 8), ("SQ H2 H3 H5", 12)])
def test_s08_02_03_01_played_and_supplied_cards_are_equal(pack: str, value: int) -> None:
    """§08-02-03-01: cards from hand are treated like cards from the pack: the highest of both counts."""
    state = hiring("C8", pack=pack)
    play(state, "card:C8")
    assert success_value(rolling(state)) == value


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_a_low_card_can_help_the_turn_player() -> None:
    """§08-02-03-01: a card from hand takes the place of one from the pack: low ones make an action easier."""
    state = hiring("SA C2 C3 S3", pack="SK CK SQ CQ")
    for card in ("SA", "C2", "C3", "S3"):
        while state.seat != 0:
            play(state, "pass")
        play(state, f"card:{card}")
    assert success_value(rolling(state)) == 3


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_all_cards_go_to_the_discards() -> None:
    """§08-02-03-01: all cards played or supplied go to the discards, whatever came of the action."""
    for dice in ((6, 6), (1, 1)):
        state = hiring("SJ", pack="S2 H2 H3 H4 H5")
        play(state, "card:SJ")
        after = rolling(state, *dice)
        assert Counter(after.to_dict()["discards"]) == Counter(["SJ", "S2", "H2", "H3"])
        assert laid(after) == []


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_cards_leave_the_table_before_what_follows() -> None:
    """§08-02-03-01 (ch. 3.1): the cards are discarded right after the roll: before a child is born."""
    state = table(seat("Henry VIII", spouse="Isabella of Portugal"), seat("Elizabeth I"), pack="S2 S3 S4 S5")
    play(state, "procreation")
    after = rolling(state, 1)
    assert after.phase == "birth_deck"
    assert sorted(after.to_dict()["discards"]) == ["S2", "S3", "S4", "S5"]


# -------------------------------------------------------------------------------------------------- rebuilding the pack


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_a_pack_that_lacks_cards_is_rebuilt() -> None:
    """§08-02-03-01: if the pack has too few cards, the discards are shuffled and the drawing goes on."""
    state = hiring(pack="S2 H3", discards=every_card("S2 H3"))
    after = rolling(state)
    assert supplied(after)[:2] == ["S2", "H3"]
    assert len(supplied(after)) == CARDS
    assert len(told(after, Trace.REBUILT)) == 1


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_cards_on_the_table_are_not_shuffled_in() -> None:
    """§08-02-03-01 (ch. 3): cards on the table are not among the discards that become the pack."""
    state = hiring("SK", pack="S2", discards=every_card("S2 SK"))
    play(state, "card:SK")
    after = rolling(state)
    (rebuilt,) = told(after, Trace.REBUILT)
    assert rebuilt.value == 54 - 2
    assert "S2" not in supplied(after)[1:] and "SK" not in supplied(after)
    assert {"S2", "SK"} <= set(after.to_dict()["discards"])


@pytest.mark.rule("D-R6")
def test_d_r6_no_card_is_supplied_when_both_piles_are_empty() -> None:
    """D-R6: pack and discards both empty: nothing is drawn; the value is that of the cards that lie there (§04: 0)."""
    state = hiring("", "", " ".join(every_card()), pack="")
    after = rolling(state)
    assert supplied(after) == []
    assert success_value(after) == 0


@pytest.mark.rule("D-R6")
def test_d_r6_as_many_cards_as_there_are() -> None:
    """D-R6: the last cards are still drawn before nothing is."""
    state = hiring("", "", " ".join(every_card("S6 H2")), pack="S6 H2")
    after = rolling(state)
    assert supplied(after) == ["S6", "H2"]
    assert success_value(after) == 6


# ----------------------------------------------------------------------------------------------------- D-R7: the order


def asked(state: State, *actions: str) -> list[int]:
    """Who is asked before each of `actions`, and after the last."""
    seats = [state.seat]
    for action in actions:
        play(state, action)
        seats.append(state.seat)
    return seats


@pytest.mark.rule("D-R7")
def test_d_r7_the_turn_player_first_then_clockwise() -> None:
    """D-R7: the turn player is asked first, then the others clockwise."""
    assert asked(hiring(), "pass", "pass") == [0, 1, 2]
    kings = [seat("Elizabeth I"), seat("Rudolf II"), seat("Francis I")]
    state = table(*kings, wanderers=["Albrecht von Wallenstein"], turn_player=1)
    play(state, "hire", "person:Rudolf II", "person:Albrecht von Wallenstein")
    assert asked(state, "pass", "pass") == [1, 2, 0]


@pytest.mark.rule("D-R7")
def test_d_r7_the_window_closes_when_all_have_passed() -> None:
    """D-R7: when every player has passed in succession the window is closed."""
    state = hiring()
    play(state, "pass", "pass")
    assert state.phase == "interrupt"
    play(state, "pass")
    assert state.phase != "interrupt"


@pytest.mark.rule("D-R7")
def test_d_r7_one_card_at_a_time() -> None:
    """D-R7: one card or a pass at a time: after a card the next player is asked."""
    state = hiring("S2 S3", "S4")
    assert asked(state, "card:S2", "card:S4") == [0, 1, 2]


@pytest.mark.rule("D-R7")
def test_d_r7_after_a_card_everybody_is_asked_again() -> None:
    """D-R7: it goes on until every player has passed in succession since the last card, its player included."""
    state = hiring("", "S4")
    assert asked(state, "pass", "card:S4", "pass", "pass") == [0, 1, 2, 0, 1]
    assert state.phase == "interrupt"
    play(state, "pass")
    assert state.phase != "interrupt"


@pytest.mark.rule("D-R7")
def test_d_r7_who_has_passed_may_play_when_the_round_comes_back() -> None:
    """D-R7: round and round: a player who passed can answer a later card."""
    state = hiring("SA", "SK")
    play(state, "pass", "card:SK", "pass")
    assert state.seat == 0
    assert "card:SA" in names(state)
    play(state, "card:SA")
    assert laid(state) == ["SK", "SA"]


@pytest.mark.rule("D-R7")
def test_d_r7_a_player_may_play_again_after_all_others_have_passed() -> None:
    """D-R7: the one who played last is asked once more."""
    state = hiring("S2 S3")
    play(state, "card:S2", "pass", "pass")
    assert state.seat == 0
    assert "card:S3" in names(state)


# ----------------------------------------------------------------------------------- D-R8: declaration, numbers, jokers


@pytest.mark.rule("D-R8")
def test_d_r8_the_whole_declaration_comes_before_the_window() -> None:
    """D-R8: action, target and both commanders are declared before anybody may play a card."""
    state = table(seat("Charles V"), seat("Elizabeth I", territories=["England", "Ireland"], hand="S5"), pack="H2 H3")
    phases = []
    for action in ("war", "country:England", "person:Charles V", "person:Elizabeth I"):
        phases.append(state.phase)
        play(state, action)
    assert phases == ["action", "war_target", "war_commander", "war_defender"]
    assert state.phase == "interrupt"
    assert state.to_dict()["declared"] == {
        "action": "war",
        "target": None,
        "actor": "Charles V",
        "defender": "Elizabeth I",
        "country": "England",
    }


@pytest.mark.rule("D-R8")
def test_d_r8_the_declaration_stands() -> None:
    """D-R8: the declaration stands whatever is played in the window."""
    state = hiring("S2", "SK")
    before = state.to_dict()["declared"]
    play(state, "card:S2", "card:SK")
    assert state.to_dict()["declared"] == before


@pytest.mark.rule("D-R8")
def test_d_r8_numbers_are_computed_when_the_window_closes() -> None:
    """D-R8: how many cards the pack supplies is worked out when the window closes, from what then lies there."""
    state = hiring("S2 S3", "C4")
    play(state, "card:S2", "card:C4", "pass", "card:S3")
    assert supplied(rolling(state)) == ["H2"]


@pytest.mark.rule("D-R8")
def test_d_r8_drawn_jokers_are_named_after_all_cards_are_turned_up() -> None:
    """D-R8: jokers from the pack are named after all cards have been turned up …"""
    state = hiring(pack="JOKER S2 H3 C9")
    play(state, "pass", "pass")
    entries = play(state, "pass")
    assert state.phase == "joker"
    assert laid(state) == ["JOKER", "S2", "H3", "C9"]
    assert state.to_dict()["on_table"][0]["number"] is None
    assert told(entries, Trace.DIE, Trace.OUTCOME) == []  # … and before the dice


@pytest.mark.rule("D-R8")
def test_d_r8_drawn_jokers_are_named_in_order() -> None:
    """D-R8: several jokers are named in the order in which they were turned up."""
    state = hiring(pack="H2 JOKER S3 JOKER")
    play(state, "pass", "pass", "pass")
    play(state, "joker:5")
    assert state.phase == "joker"
    assert [card["number"] for card in state.to_dict()["on_table"]] == [2, 5, 3, None]
    after = rolling(state, by="joker:8")
    assert success_value(after) == 8


@pytest.mark.rule("D-R8")
def test_d_r8_a_joker_named_low_may_leave_another_card_the_highest() -> None:
    """D-R8, §08-02-03-01 c: the dice are rolled against the highest number, the named jokers' among them."""
    state = hiring(pack="H2 JOKER S3 JOKER")
    play(state, "pass", "pass", "pass", "joker:1")
    assert success_value(rolling(state, by="joker:1")) == 3


@pytest.mark.rule("§04")
def test_s04_a_joker_played_from_hand_is_not_named_again() -> None:
    """§04: a joker from hand has its number; only those from the pack are named by the turn player."""
    state = hiring("JOKER", pack="H2 H3 H4 H5")
    play(state, "joker:6")
    closing = quiet(state)
    play(closing, "pass")
    assert closing.phase != "joker"
