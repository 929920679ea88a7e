"""§08-01: set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import all_countries, all_persons, cards, every_card, holder, names, play, printed, seat_of, told, where

DECKS = ("yellow", "blue", "red", "green")
ALL_DECKS = {f"deck:{name}" for name in DECKS}
SEATS = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


def new(seed: int = 0, **options: Any) -> State:
    return GAME.new(seed, backend="interpreted", **options)


def ordered(state: State) -> list[int]:
    """The seats clockwise from the first player."""
    first, n = state.to_dict()["first_player"], state.num_players
    return [(first + i) % n for i in range(n)]


def with_top(state: State, deck: str, *top: str) -> State:
    """The same game, with these persons on top of a person deck."""
    laid = state.to_dict()
    laid["person_decks"][deck] = [*top, *(p for p in laid["person_decks"][deck] if p not in top)]
    return GAME.from_dict(laid, backend="interpreted")


def set_up(state: State) -> State:
    """Set up every dynasty: a yellow, a red and a green person each, the first of them king."""
    while state.phase.startswith("setup"):
        if state.phase == "setup_deck":
            done = len(seat_of(state, state.seat)["courtiers"])
            play(state, ("deck:yellow", "deck:red", "deck:green")[done])
        else:
            play(state, f"person:{seat_of(state, state.seat)['courtiers'][0]}")
    return state


# ---------------------------------------------------------------------------------------------------------- the cards


@pytest.mark.rule("§08-01")
def test_s08_01_four_decks_by_colour() -> None:
    """§08-01: the persons are four decks, each of one bloodline colour."""
    decks = new().to_dict()["person_decks"]
    for colour in DECKS:
        assert {printed(person).colour for person in decks[colour]} == {colour}
    assert sorted(person for deck in decks.values() for person in deck) == sorted(all_persons())


@pytest.mark.rule("§08-01")
def test_s08_01_the_decks_are_shuffled() -> None:
    """§08-01: the decks are shuffled: another seed, another order."""
    orders = [new(seed).to_dict()["person_decks"] for seed in range(4)]
    for colour in DECKS:
        assert len({tuple(decks[colour]) for decks in orders}) == 4


@pytest.mark.rule("§08-01")
def test_s08_01_suleiman_is_in_the_blue_deck() -> None:
    """§08-01: Suleiman I is put into the blue deck."""
    assert "Suleiman I" in new().to_dict()["person_decks"]["blue"]


@pytest.mark.rule("§08-01")
@SEATS
def test_s08_01_two_countries_each(players: int) -> None:
    """§08-01: every player is dealt two countries: his first territories."""
    dealt = new(4, num_players=players).to_dict()
    assert [len(dynasty["territories"]) for dynasty in dealt["seats"]] == [2] * players


@pytest.mark.rule("§08-01")
@SEATS
def test_s08_01_the_other_countries_are_independent(players: int) -> None:
    """§08-01: the remaining countries lie open and are independent."""
    dealt = new(4, num_players=players).to_dict()
    owned = {country for dynasty in dealt["seats"] for country in dynasty["territories"]}
    assert set(dealt["independent"]) == set(all_countries()) - owned - {"Ottoman Empire"}


@pytest.mark.rule("§08-01")
def test_s08_01_the_ottoman_empire_is_not_dealt() -> None:
    """§08-01: the Ottoman Empire is not among the countries."""
    for seed in range(20):
        assert holder(new(seed), "Ottoman Empire") == "out"


@pytest.mark.rule("§08-01")
def test_s08_01_the_countries_are_shuffled() -> None:
    """§08-01: the countries are shuffled before they are dealt."""
    assert len({tuple(seat_of(new(seed), 0)["territories"]) for seed in range(8)}) > 4


@pytest.mark.rule("§08-01")
@SEATS
def test_s08_01_five_playing_cards_each(players: int) -> None:
    """§08-01: every player is dealt five playing cards."""
    dealt = new(2, num_players=players).to_dict()
    assert [len(dynasty["hand"]) for dynasty in dealt["seats"]] == [5] * players


@pytest.mark.rule("§08-01")
def test_s08_01_the_remaining_cards_are_the_pack() -> None:
    """§08-01: the rest of the playing cards lies face down as the pack."""
    dealt = new(2).to_dict()
    in_hands = [card for dynasty in dealt["seats"] for card in dynasty["hand"]]
    assert Counter(dealt["pack"]) == Counter(every_card()) - Counter(in_hands)
    assert dealt["discards"] == []


@pytest.mark.rule("§08-01")
def test_s08_01_hands_are_hidden() -> None:
    """§08-01: the hand is not shown to the other players."""
    state = new(2)
    for me in range(4):
        seats = state.view(me)["seats"]
        assert [("hand" in dynasty) for dynasty in seats] == [number == me for number in range(4)]


@pytest.mark.rule("§08-01")
def test_s08_01_the_first_player_is_drawn() -> None:
    """§08-01: the first player is decided by chance: with some seed it is each of them."""
    assert {new(seed).to_dict()["first_player"] for seed in range(40)} == {0, 1, 2, 3}


# --------------------------------------------------------------------------------------------------------- the persons


@pytest.mark.rule("§08-01")
def test_s08_01_set_up_goes_clockwise_from_the_first_player() -> None:
    """§08-01: from the first player clockwise each dynasty gets its persons, one dynasty after the other."""
    state = new(6)
    order = ordered(state)
    seen = []
    while state.phase.startswith("setup"):
        if not seen or seen[-1] != state.seat:
            seen.append(state.seat)
        play(state, GAME.action_names[state.legal()[-1]])
    assert seen == order


@pytest.mark.rule("§08-01")
def test_s08_01_three_persons_from_decks_of_ones_choice() -> None:
    """§08-01: three persons are drawn from the tops of decks of one's own choice."""
    state = new(6)
    me = state.seat
    decks = state.to_dict()["person_decks"]
    assert names(state) == ALL_DECKS
    play(state, "deck:red", "deck:blue", "deck:red")
    assert sorted(seat_of(state, me)["courtiers"]) == sorted([*decks["red"][:2], decks["blue"][0]])


@pytest.mark.rule("§08-01")
@pytest.mark.parametrize("deck", DECKS)
def test_s08_01_not_all_three_from_one_deck(deck: str) -> None:
    """§08-01: but not all three from the same deck."""
    state = new(6)
    play(state, f"deck:{deck}", f"deck:{deck}")
    assert names(state) == ALL_DECKS - {f"deck:{deck}"}


@pytest.mark.rule("§08-01")
def test_s08_01_two_of_one_deck_may_be_any_two() -> None:
    """§08-01: two from the same deck are allowed, first and last as well."""
    state = new(6)
    play(state, "deck:red", "deck:green")
    assert names(state) == ALL_DECKS


@pytest.mark.rule("§08-01")
def test_s08_01_persons_turned_up_are_open() -> None:
    """§08-01: the persons drawn are shown to everybody."""
    state = new(6)
    me, other = state.seat, (state.seat + 1) % 4
    top = state.to_dict()["person_decks"]["red"][0]
    play(state, "deck:red")
    assert top in state.view(other)["seats"][me]["courtiers"]
    assert [e.subject for e in state.trace(other) if e.kind == Trace.TURNED_UP]


@pytest.mark.rule("D-R5")
def test_d_r5_persons_are_turned_up_one_after_another() -> None:
    """D-R5: one person after another: each is seen before the next deck is chosen."""
    state = new(6)
    me = state.seat
    decks = state.to_dict()["person_decks"]
    play(state, "deck:red")
    assert state.phase == "setup_deck" and state.seat == me
    assert seat_of(state, me)["courtiers"] == [decks["red"][0]]
    assert state.view(me)["seats"][me]["courtiers"] == [decks["red"][0]]


@pytest.mark.rule("§08-01")
def test_s08_01_one_of_the_three_becomes_king() -> None:
    """§08-01: one of the three is chosen as king."""
    state = new(6)
    me = state.seat
    play(state, "deck:red", "deck:blue", "deck:green")
    three = seat_of(state, me)["courtiers"]
    assert state.phase == "setup_king"
    assert names(state) == {f"person:{person}" for person in three}
    play(state, f"person:{three[1]}")
    assert seat_of(state, me)["king"] == three[1]


@pytest.mark.rule("§08-01")
def test_s08_01_the_other_two_become_courtiers() -> None:
    """§08-01: the other two become courtiers."""
    state = new(6)
    me = state.seat
    play(state, "deck:red", "deck:blue", "deck:green")
    three = seat_of(state, me)["courtiers"]
    play(state, f"person:{three[1]}")
    assert sorted(seat_of(state, me)["courtiers"]) == sorted([three[0], three[2]])


@pytest.mark.rule("§08-01")
def test_s08_01_persons_drawn_are_gone_from_the_decks() -> None:
    """§08-01: later dynasties draw what the earlier ones have left."""
    state = set_up(new(6))
    laid = state.to_dict()
    assert {name: len(deck) for name, deck in laid["person_decks"].items()} == {
        "yellow": 20 - 4,
        "blue": 21,
        "red": 20 - 4,
        "green": 20 - 4,
    }


# ------------------------------------------------------------------------------------------------------ pope and scythe


@pytest.mark.rule("§08-01")
@SEATS
def test_s08_01_the_first_player_holds_the_pope(players: int) -> None:
    """§08-01: the pope lies with the first player."""
    laid = set_up(new(7, num_players=players)).to_dict()
    assert laid["pope"] == laid["first_player"]


@pytest.mark.rule("§08-01")
@SEATS
def test_s08_01_the_player_on_his_right_holds_the_scythe(players: int) -> None:
    """§08-01: the scythe lies with the player on the first player's right, who is the last in order."""
    state = set_up(new(7, num_players=players))
    assert state.to_dict()["scythe"] == ordered(state)[-1]


@pytest.mark.rule("§08-01")
def test_s08_01_then_the_first_player_begins() -> None:
    """§08-01: set-up is complete; play begins with the first player."""
    state = new(7)
    first = state.to_dict()["first_player"]
    set_up(state)
    assert (state.phase, state.seat) == ("recruit", first)
    assert state.to_dict()["turn"] == 1


@pytest.mark.rule("§08-01")
def test_s08_01_play_goes_clockwise() -> None:
    """§08-01: play proceeds clockwise from the first player."""
    state = set_up(new(7))
    order = ordered(state)
    seen = []
    for _ in range(6):
        seen.append(state.seat)
        while state.phase == "recruit" or state.phase == "action":
            here = state.seat
            play(state, "deck:blue" if state.phase == "recruit" and "deck:blue" in names(state) else "pass")
            if state.seat != here:
                break
        while state.phase.startswith("discard"):
            play(state, GAME.action_names[state.legal()[0]])
    assert seen == [order[i % 4] for i in range(6)]


# ------------------------------------------------------------------------------------------------------------- Suleiman


@pytest.mark.rule("§11-02")
def test_s11_02_suleiman_turned_up_in_set_up_joins_with_the_ottoman_empire() -> None:
    """§11-02 (ch. 2): Suleiman turned up in set-up joins at once; the Ottoman Empire comes with him."""
    state = with_top(new(9), "blue", "Suleiman I")
    me = state.seat
    play(state, "deck:blue")
    assert where(state, "Suleiman I") == (me, "courtiers")
    assert holder(state, "Ottoman Empire") == me
    assert len(seat_of(state, me)["territories"]) == 3


@pytest.mark.rule("§11-02")
def test_s11_02_suleiman_may_be_chosen_as_king_in_set_up() -> None:
    """§11-02: Suleiman can become king."""
    state = with_top(new(9), "blue", "Suleiman I")
    me = state.seat
    play(state, "deck:blue", "deck:red", "deck:green", "person:Suleiman I")
    assert seat_of(state, me)["king"] == "Suleiman I"
    assert holder(state, "Ottoman Empire") == me


@pytest.mark.rule("§11-02")
def test_s11_02_suleiman_is_one_of_the_three_in_set_up() -> None:
    """§11-02 (ch. 2): he counts as one of the three persons, and stays a courtier when another is chosen."""
    state = with_top(new(9), "blue", "Suleiman I")
    me = state.seat
    decks = state.to_dict()["person_decks"]
    play(state, "deck:blue", "deck:red", "deck:green", f"person:{decks['red'][0]}")
    assert sorted(seat_of(state, me)["courtiers"]) == sorted(["Suleiman I", decks["green"][0]])
    assert state.seat != me


@pytest.mark.rule("§08-01")
def test_s08_01_the_first_turn_draws_a_sixth_card() -> None:
    """§08-01, §08-02-01: the five cards of set-up are the hand; the first player's first turn begins by drawing one."""
    state = new(7)
    first = state.to_dict()["first_player"]
    before, top = seat_of(state, first)["hand"], state.to_dict()["pack"][0]
    set_up(state)
    assert sorted(seat_of(state, first)["hand"]) == sorted([*before, top])
    assert len(told(state, Trace.DRAWN)) <= 1
    assert cards(before) == before
