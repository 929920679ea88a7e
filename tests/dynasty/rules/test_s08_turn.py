"""§08-02: a turn: draw, recruit, action, aftermath."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.actions import TYPE_NAMES
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.engine.cards import CARD_NAMES

from .conftest import every_card, hand, names, play, rolling, seat, table, told, where

LADIES = ("Anne Boleyn", "Anne of Cleves", "Renée of France", "Juliana of Stolberg")
SIX = "H2 H3 H4 H5 H6 H7"


# --------------------------------------------------------------------------------------------------- the order of steps


@pytest.mark.rule("§08-02")
def test_s08_02_a_turn_is_draw_recruit_action_aftermath_in_this_order() -> None:
    """§08-02: the turn player draws, adds a wanderer, acts, and clears up, in this order."""
    state = table(
        seat("Charles V"),
        seat("Elizabeth I", hand=SIX),
        wanderers=LADIES[:2],
        pack="SK",
        person_decks={"red": ["James I", "Mary I"]},
    )
    told_so_far = play(state, "pass")
    kinds = [e.kind for e in told_so_far]
    assert kinds.index(Trace.TURN) < kinds.index(Trace.DREW)
    assert "SK" in hand(state, 1)
    phases = []
    for action in ("deck:red", "pass", "person:James I", "card:SK"):
        phases.append(state.phase)
        play(state, action)
    assert phases == ["recruit", "action", "discard_wanderer", "discard_card"]


@pytest.mark.rule("§08-02")
def test_s08_02_then_the_next_player_clockwise() -> None:
    """§08-02: the turn goes round clockwise."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), turn_player=2)
    play(state, "pass")
    assert (state.phase, state.seat, state.to_dict()["turn_player"]) == ("recruit", 0, 0)


# --------------------------------------------------------------------------------------------------- §08-02-01 drawing


@pytest.mark.rule("§08-02-01")
def test_s08_02_01_the_top_card_is_drawn() -> None:
    """§08-02-01: the turn player draws one card from the top of the pack into his hand."""
    state = table(seat("Charles V"), seat("Elizabeth I", hand="H2"), pack="SK CQ")
    play(state, "pass")
    assert hand(state, 1) == ["H2", "SK"]
    assert state.to_dict()["pack"][0] == "CQ"


@pytest.mark.rule("§08-02-01")
def test_s08_02_01_nobody_else_draws() -> None:
    """§08-02-01: only the turn player draws."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), pack="SK CQ")
    play(state, "pass")
    assert (hand(state, 0), hand(state, 2)) == ([], [])


@pytest.mark.rule("§08-02-01")
def test_s08_02_01_the_limit_of_five_does_not_hold_yet() -> None:
    """§08-02-01: the hand may exceed five cards; that is dealt with in the aftermath."""
    state = table(seat("Charles V"), seat("Elizabeth I", hand="H2 H3 H4 H5 H6"), pack="SK")
    play(state, "pass")
    assert state.phase == "recruit"
    assert len(hand(state, 1)) == 6


@pytest.mark.rule("§08-02-01")
def test_s08_02_01_the_drawn_card_is_hidden_from_the_others() -> None:
    """§08-01, §08-02-01: hands are hidden: the others learn that a card was drawn, not which."""
    state = table(seat("Charles V"), seat("Elizabeth I"), pack="SK")
    play(state, "pass")
    drawn = [e.subject for e in state.trace(1) if e.kind == Trace.DRAWN]
    assert [CARD_NAMES[card] for card in drawn] == ["SK"]
    assert not [e for e in state.trace(0) if e.kind == Trace.DRAWN]
    assert [e.value for e in state.trace(0) if e.kind == Trace.DREW] == [1]


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_01_an_empty_pack_is_rebuilt_when_a_card_is_wanted() -> None:
    """§08-02-03-01: if the pack lacks cards, the discards are shuffled and become the pack."""
    state = table(seat("Charles V"), seat("Elizabeth I"), discards=every_card())
    assert state.to_dict()["pack"] == []
    entries = play(state, "pass")
    assert [e.value for e in told(entries, Trace.REBUILT)] == [54]
    assert state.to_dict()["discards"] == []
    assert len(hand(state, 1)) == 1 and len(state.to_dict()["pack"]) == 53


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_01_the_pack_is_not_rebuilt_before_a_card_is_wanted() -> None:
    """§08-02-03-01: the discards wait until a card is wanted: taking the last card rebuilds nothing."""
    state = table(seat("Charles V"), seat("Elizabeth I"), pack="SK", discards=every_card("SK"))
    entries = play(state, "pass")
    assert told(entries, Trace.REBUILT) == []
    assert hand(state, 1) == ["SK"]
    assert state.to_dict()["pack"] == [] and len(state.to_dict()["discards"]) == 53


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_01_the_rebuilt_pack_is_shuffled() -> None:
    """§08-02-03-01: the discards are shuffled: another seed, another top card."""
    tops = set()
    for seed in range(6):
        state = table(seat("Charles V"), seat("Elizabeth I"), discards=every_card(), seed=seed)
        play(state, "pass")
        tops.add(tuple(state.to_dict()["pack"][:3]))
    assert len(tops) == 6


@pytest.mark.rule("D-R6")
def test_d_r6_nothing_is_drawn_when_both_piles_are_empty() -> None:
    """D-R6: pack and discards both empty: nothing is drawn, and the turn goes on."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I", hand=every_card()))
    play(state, "pass")
    assert hand(state, 1) == []
    assert (state.phase, state.seat) == ("recruit", 1)


# ------------------------------------------------------------------------------------------------ §08-02-02 recruiting


@pytest.mark.rule("§08-02-02")
def test_s08_02_02_any_of_the_four_decks() -> None:
    """§08-02-02: the turn player draws from a person deck of his choice."""
    state = table(seat("Charles V"), seat("Elizabeth I"), phase="recruit")
    assert names(state) == {"deck:yellow", "deck:blue", "deck:red", "deck:green"}


@pytest.mark.rule("§08-02-02")
def test_s08_02_02_its_top_card_becomes_a_wanderer() -> None:
    """§08-02-02: the top card of that deck is laid face up in the middle and is a wanderer."""
    state = table(
        seat("Charles V"), seat("Elizabeth I"), phase="recruit", person_decks={"green": ["Erik XIV", "Martin Luther"]}
    )
    play(state, "deck:green")
    assert where(state, "Erik XIV") == "wanderers"
    assert state.to_dict()["person_decks"]["green"] == ["Martin Luther"]
    assert "Erik XIV" in state.view(1)["wanderers"]


@pytest.mark.rule("§08-02-02")
def test_s08_02_02_just_one_card() -> None:
    """§08-02-02: one card is drawn; the action follows."""
    state = table(seat("Charles V"), seat("Elizabeth I"), phase="recruit")
    play(state, "deck:red")
    assert len(state.to_dict()["wanderers"]) == 1
    assert (state.phase, state.seat) == ("action", 0)


@pytest.mark.rule("§08-02-02")
def test_s08_02_02_only_decks_that_have_cards() -> None:
    """§08-02-02 (ch. 3): a card can only be drawn from a deck that has one."""
    state = table(seat("Charles V"), seat("Elizabeth I"), phase="recruit", person_decks={"yellow": [], "green": []})
    assert names(state) == {"deck:blue", "deck:red"}


@pytest.mark.rule("§08-02-02")
def test_s08_02_02_a_new_wanderer_can_be_hired_at_once() -> None:
    """§08-02: recruiting comes before the action: who has been turned up can be courted or hired in the same turn."""
    state = table(
        seat("Charles V"), seat("Elizabeth I"), phase="recruit", person_decks={"green": ["Erik XIV", "Martin Luther"]}
    )
    assert "hire" not in names(state)
    play(state, "deck:green")
    assert "hire" in names(state)


# ------------------------------------------------------------------------------------------------- §08-02-03 the action


@pytest.mark.rule("§08-02-03")
@pytest.mark.rule("§09")
def test_s08_02_03_the_six_kinds_of_action() -> None:
    """§09: the actions to choose from are marriage, procreation, war, hire, incite, reaper."""
    state = table(
        seat("Charles V", spouse="Isabella of Portugal"),
        seat("Elizabeth I", courtiers=["Duke of Alba"]),
        wanderers=["Anne Boleyn"],
        scythe=0,
    )
    assert names(state) == {"pass", "procreation", "war", "hire", "incite", "reaper"}
    unmarried = table(seat("Charles V"), seat("Elizabeth I"), wanderers=["Anne Boleyn"])
    assert names(unmarried) == {"pass", "marriage", "war", "hire"}


@pytest.mark.rule("§08-02-03")
def test_s08_02_03_one_may_pass_instead() -> None:
    """§08-02-03: one may also pass without choosing an action."""
    state = table(seat("Charles V"), seat("Elizabeth I"), scythe=0)
    entries = play(state, "pass")
    assert [e.seat for e in told(entries, Trace.PASSED)] == [0]
    assert state.seat == 1


@pytest.mark.rule("§08-02-03")
def test_s08_02_03_one_action_a_turn() -> None:
    """§08-02-03: one of the actions is chosen: after it the turn is over."""
    state = table(seat("Rudolf II"), seat("Elizabeth I"), wanderers=["Philip III"])
    play(state, "hire", "person:Rudolf II", "person:Philip III")
    after = rolling(state)
    assert (after.phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("§08-02-03")
def test_s08_02_03_abilities_actions_are_no_base_game_actions() -> None:
    """§09: further actions come from special abilities only: without their holders none is offered."""
    state = table(seat("Charles V"), seat("Elizabeth I"), wanderers=["Anne Boleyn"], scythe=0)
    base = {"pass", "marriage", "procreation", "war", "hire", "incite", "reaper"}
    assert not names(state) & (set(TYPE_NAMES) - base)


# ---------------------------------------------------------------------------------------------- §08-02-04 the aftermath


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_wanderers_above_the_number_of_players_are_discarded() -> None:
    """§08-02-04: if there are more wanderers than players, the turn player discards the surplus, of his choice."""
    state = table(seat("Charles V"), seat("Elizabeth I"), wanderers=LADIES[:3])
    play(state, "pass")
    assert (state.phase, state.seat) == ("discard_wanderer", 0)
    assert names(state) == {f"person:{lady}" for lady in LADIES[:3]}
    play(state, f"person:{LADIES[1]}")
    assert sorted(state.to_dict()["wanderers"]) == sorted([LADIES[0], LADIES[2]])


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_the_book_s_example() -> None:
    """§08-02-04, example: with three players and four wanderers one of the four is discarded."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I"), wanderers=LADIES)
    play(state, "pass", f"person:{LADIES[3]}")
    assert len(state.to_dict()["wanderers"]) == 3
    assert (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_as_many_wanderers_as_players_stay() -> None:
    """§08-02-04: only the number *above* the players' is discarded."""
    state = table(seat("Charles V"), seat("Elizabeth I"), wanderers=LADIES[:2])
    play(state, "pass")
    assert (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_all_the_surplus_goes() -> None:
    """§08-02-04: as many are discarded as there are above the number of players."""
    state = table(seat("Charles V"), seat("Elizabeth I"), wanderers=LADIES)
    play(state, "pass", f"person:{LADIES[0]}")
    assert state.phase == "discard_wanderer"
    play(state, f"person:{LADIES[1]}")
    assert state.phase == "recruit"
    assert sorted(state.to_dict()["wanderers"]) == sorted(LADIES[2:])


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_discarded_persons_never_return() -> None:
    """§08-02-04 (ch. 3): discarded persons have left play: they are in no deck and nobody can name them."""
    state = table(seat("Charles V"), seat("Henry VIII"), wanderers=LADIES[:3])
    play(state, "pass", f"person:{LADIES[0]}")
    assert where(state, LADIES[0]) == "removed"
    play(state, "deck:red", "marriage")
    assert f"person:{LADIES[0]}" not in names(state)


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_hand_cards_above_five_are_discarded() -> None:
    """§08-02-04: a turn player with more than five hand cards discards the surplus, of his choice."""
    state = table(seat("Charles V", hand="H2 H3 H4 H5 H6 JOKER"), seat("Elizabeth I"))
    play(state, "pass")
    assert (state.phase, state.seat) == ("discard_card", 0)
    assert names(state) == {"card:H2", "card:H3", "card:H4", "card:H5", "card:H6", "card:JOKER"}
    play(state, "card:H4")
    assert hand(state, 0) == sorted(["H2", "H3", "H5", "H6", "JOKER"])
    assert state.to_dict()["discards"] == ["H4"]
    assert (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_one_by_one_down_to_five() -> None:
    """§08-02-04: the surplus is discarded, down to five."""
    state = table(seat("Charles V", hand="H2 H3 H4 H5 H6 H7 H8"), seat("Elizabeth I"))
    play(state, "pass", "card:H2")
    assert state.phase == "discard_card"
    play(state, "card:H8")
    assert len(hand(state, 0)) == 5
    assert state.phase == "recruit"


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_five_cards_stay() -> None:
    """§08-02-04: five cards are allowed."""
    state = table(seat("Charles V", hand="H2 H3 H4 H5 H6"), seat("Elizabeth I"))
    play(state, "pass")
    assert state.phase == "recruit"
    assert len(hand(state, 0)) == 5


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_only_the_turn_player_discards() -> None:
    """§08-02-04: the limit is looked at for the turn player alone."""
    state = table(seat("Charles V"), seat("Elizabeth I"), seat("Francis I", hand=SIX))
    play(state, "pass")
    assert (state.phase, state.seat) == ("recruit", 1)
    assert len(hand(state, 2)) == 6


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_wanderers_before_cards() -> None:
    """§08-02-04: first the wanderers, then the hand."""
    state = table(seat("Charles V", hand=SIX), seat("Elizabeth I"), wanderers=LADIES[:3])
    play(state, "pass")
    assert state.phase == "discard_wanderer"
    play(state, f"person:{LADIES[0]}")
    assert (state.phase, state.seat) == ("discard_card", 0)
    play(state, "card:H2")
    assert (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("§08-02-04")
def test_s08_02_04_it_comes_after_the_action() -> None:
    """§08-02-04: who has been hired, or played from hand, in the action need not be discarded."""
    state = table(
        seat("Rudolf II", hand=SIX.replace("H7", "SA")), seat("Elizabeth I"), wanderers=["Philip III", *LADIES[:2]]
    )
    play(state, "hire", "person:Rudolf II", "person:Philip III", "card:SA")
    after = rolling(state, 3)
    assert where(after, "Philip III") == (0, "courtiers")
    assert (after.phase, after.seat) == ("recruit", 1)
