"""§04: what the playing cards mean."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import names, play, printed, rolling, seat, succeeded, success_value, supplied, table, told

JOKERS = {f"joker:{number}" for number in range(1, 14)}
CALLED_FOR = 4
"""Cards that hiring Wallenstein (ambition 4) calls for; black ones count."""


def hiring(pack: str = "H2 D3 H4 D5", *, hand: str = "", other: str = "") -> State:
    """Rudolf II hires Wallenstein: four cards, black, 1 + 1 dice. The window is open."""
    assert printed("Albrecht von Wallenstein").ambition == CALLED_FOR
    state = table(
        seat("Rudolf II", hand=hand), seat("Elizabeth I", hand=other), wanderers=["Albrecht von Wallenstein"], pack=pack
    )
    play(state, "hire", "person:Rudolf II", "person:Albrecht von Wallenstein")
    assert state.phase == "interrupt"
    return state


def courting(*, hand: str = "", pack: str = "S2 C3 S4 C5 S6") -> State:
    """Henry VIII courts Christina of Denmark: red cards count. The window is open."""
    state = table(seat("Henry VIII", hand=hand), seat("Elizabeth I"), wanderers=["Christina of Denmark"], pack=pack)
    play(state, "marriage", "person:Christina of Denmark")
    return state


@pytest.mark.rule("§04")
@pytest.mark.parametrize(
    ("card", "number"), [("SA", 1), ("C2", 2), ("S5", 5), ("C9", 9), ("S10", 10), ("CJ", 11), ("SQ", 12), ("CK", 13)]
)
def test_s04_numbers_of_the_cards(card: str, number: int) -> None:
    """§04: the ace counts as 1, J as 11, Q as 12, K as 13, the others as printed."""
    assert success_value(rolling(hiring(f"H2 {card} D3 H4"))) == number


@pytest.mark.rule("§04")
def test_s04_the_ace_is_the_weakest_card() -> None:
    """§04: the ace is the weakest card of all."""
    assert success_value(rolling(hiring("SA CA C2 H4"))) == 2


@pytest.mark.rule("§04")
@pytest.mark.parametrize("suit", ["S", "C"])
def test_s04_black_is_spades_and_clubs(suit: str) -> None:
    """§04: black means spades and clubs."""
    assert success_value(rolling(hiring(f"{suit}7 H10 D10 HK"))) == 7


@pytest.mark.rule("§04")
@pytest.mark.parametrize("suit", ["H", "D"])
def test_s04_red_is_hearts_and_diamonds(suit: str) -> None:
    """§04: red means hearts and diamonds."""
    assert success_value(rolling(courting(pack=f"{suit}7 S10 C10 SK"))) == 7


@pytest.mark.rule("§04")
def test_s04_nothing_played_is_zero() -> None:
    """§04: where a card is called for and none is played, it counts as 0."""
    state = table(seat("Rudolf II"), seat("Elizabeth I"), wanderers=["Philip III"], pack="SK CK")
    assert printed("Philip III").ambition == 0  # no card is called for
    play(state, "hire", "person:Rudolf II", "person:Philip III")
    after = rolling(state)
    assert supplied(after) == []
    assert success_value(after) == 0
    assert succeeded(after)


@pytest.mark.rule("§04")
def test_s04_whoever_plays_a_joker_names_its_number() -> None:
    """§04: the player who plays a joker must say at once which number of 1 … 13 it is."""
    state = hiring(other="JOKER")
    play(state, "pass")
    assert state.seat == 1
    assert names(state) == {"pass"} | JOKERS
    play(state, "joker:7")
    assert state.to_dict()["on_table"] == [{"card": "JOKER", "number": 7, "seat": 1}]


@pytest.mark.rule("§04")
@pytest.mark.parametrize("number", [1, 8, 13])
def test_s04_a_joker_from_hand_counts_as_named(number: int) -> None:
    """§04: the joker is read as the number that its player likes."""
    state = hiring(hand="JOKER")
    play(state, f"joker:{number}")
    assert success_value(rolling(state)) == number


@pytest.mark.rule("§04")
def test_s04_the_turn_player_names_a_joker_from_the_pack() -> None:
    """§04: a joker drawn from the pack is named by the turn player, 1 … 13."""
    state = table(
        seat("Elizabeth I"),
        seat("Rudolf II"),
        turn_player=1,
        wanderers=["Albrecht von Wallenstein"],
        pack="H2 JOKER D3 H4",
    )
    play(state, "hire", "person:Rudolf II", "person:Albrecht von Wallenstein", "pass", "pass")
    assert (state.phase, state.seat) == ("joker", 1)
    assert names(state) == JOKERS
    entries = play(state, "joker:3")
    assert success_value(entries) == 3
    assert [(e.seat, e.value) for e in told(entries, Trace.JOKER_NAMED)] == [(1, 3)]


@pytest.mark.rule("D-R2")
def test_d_r2_a_joker_matches_black() -> None:
    """D-R2: a joker matches every suit: where black counts it may be played and counts."""
    state = hiring(hand="JOKER H9")
    assert names(state) == {"pass"} | JOKERS
    play(state, "joker:11")
    assert success_value(rolling(state)) == 11


@pytest.mark.rule("D-R2")
def test_d_r2_a_joker_matches_red() -> None:
    """D-R2: a joker matches every suit: where red counts it may be played and counts."""
    state = courting(hand="JOKER S9")
    assert names(state) == {"pass"} | JOKERS
    play(state, "joker:11")
    assert success_value(rolling(state)) == 11


@pytest.mark.rule("D-R2")
def test_d_r2_a_drawn_joker_counts_among_any_suit() -> None:
    """D-R2: a joker from the pack matches the counting suits too, red as well as black."""
    for state in (hiring("JOKER S2 H3 H4"), courting(pack="JOKER H2 S3 S4 S5")):
        play(state, "pass", "pass")
        assert state.phase == "joker"
        assert success_value(rolling(state, by="joker:9")) == 9
