"""D-R69, D-R70: whoever forgets nothing knows a card again. `hide` keeps to all that a seat has been shown."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.state import State

from .conftest import every_card, hand, play, seat, table, told
from .expansion import court, declare, on

KEYS = range(40)


def hands(state: State, viewer: int, whose: int) -> set[tuple[str, ...]]:
    """The hands that `viewer` finds possible for another seat."""
    return {tuple(hand(state.hide(viewer, key), whose)) for key in KEYS}


def drawing(*given: str, pack: str, discards: str | None = None, **fields: Any) -> State:
    """The turn player recruits: everybody holds the hand given, the pack has these cards, all others are discards."""
    kings = ("Henry VIII", "Elizabeth I", "Charles V", "Francis I")
    seats = [seat(king, hand=held) for king, held in zip(kings, given, strict=False)]
    rest = every_card(*given, pack)
    return table(*seats, phase="recruit", pack=pack, discards=rest if discards is None else discards, **fields)


def pass_turn(state: State) -> None:
    """The turn player recruits, takes no action, and discards what he must."""
    play(state, "deck:red", "pass")
    while state.phase in ("discard_wanderer", "discard_card"):
        state.play(int(state.legal()[0]))


def quiet_round(state: State) -> State:
    """Passes until seat 1 is asked again."""
    while state.seat != 1:
        play(state, "pass")
    return state


# ------------------------------------------------------------------------------------------------------ a rebuilt pack


@pytest.mark.rule("D-R69")
def test_d_r69_once_the_pack_is_rebuilt_the_only_other_hand_is_known() -> None:
    """D-R69: what is neither in the own hand nor among the discards is in the one other hand."""
    state = drawing("S2 S3", "H9 JOKER", pack="")
    pass_turn(state)  # seat 1 draws: the discards have become the pack
    assert told(state, Trace.REBUILT)
    known = {held for held in hands(state, 0, 1)}
    assert all({"H9", "JOKER"} <= set(held) and len(held) == 3 for held in known)
    assert len(known) > 10, "the card that it has drawn may be any of the pack"


@pytest.mark.rule("D-R69")
def test_d_r69_before_nothing_is_known_of_a_hand() -> None:
    """D-R69: as long as the first pack lasts every unseen card may be in it or in a hand."""
    state = drawing("S2 S3", "H9 JOKER", pack="D2 D3 D4 D5 D6 D7 D8 D9")
    assert len(hands(state, 0, 1)) > 15


@pytest.mark.rule("D-R69")
def test_d_r69_hands_from_before_change_among_themselves() -> None:
    """D-R69: with two other hands their old cards may lie in either, but none in the pack, and none of it in them."""
    state = drawing("S2 S3", "H9 D7", "C4 C5", pack="")
    pass_turn(state)
    old = {"H9", "D7", "C4", "C5"}
    for key in KEYS:
        hidden = state.hide(0, key)
        one, other = hand(hidden, 1), hand(hidden, 2)
        assert len(one) == 3 and sum(card in old for card in one) == 2, "seat 1 has drawn one since"
        assert len(other) == 2 and set(other) <= old, "seat 2 has drawn nothing since"
        assert set(one) | set(other) > old
    assert len(hands(state, 0, 2)) > 3


@pytest.mark.rule("D-R69")
def test_d_r69_a_card_laid_shows_which_pack_it_came_from() -> None:
    """D-R69: 0 the first pack, 1 the first rebuilt one; whoever has two copies lays the older one."""
    rest = every_card("JOKER JOKER")
    state = drawing(" ".join(rest), "JOKER", pack="", wanderers=["Albrecht von Wallenstein"], no_hand_limit=True)
    pass_turn(state)  # seat 1 draws the other joker, the one card of the new pack
    assert hand(state, 1) == ["JOKER", "JOKER"]
    play(state, "deck:red", "hire", "person:Elizabeth I", "person:Albrecht von Wallenstein")
    laid = [entry for joker in ("joker:5", "joker:6") for entry in play(quiet_round(state), joker)]
    assert [entry.object for entry in told(laid, Trace.PLAYED)] == [0, 1]


@pytest.mark.rule("D-R69")
def test_d_r69_it_is_shown_and_saved() -> None:
    """D-R69: observations and views say which kinds were kept in hands, and by how many cards; a save file, too."""
    state = drawing("S2 S3", "H9 JOKER", pack="")
    pass_turn(state)
    seen = state.observe(0)
    kept = [CARD_NAMES[kind] for kind in LAYOUT["kept"].of(seen).nonzero()[0]]
    drawn = set(hand(state, 0)) - {"S2", "S3"}
    assert sorted(kept) == sorted({"S2", "S3", "H9", "JOKER"} | (drawn if len(hand(state, 0)) > 2 else set()))
    assert LAYOUT["kept_by"].of(seen).tolist()[:2] == [len(hand(state, 0)), 2]
    assert [place["kept"] for place in state.view(0)["seats"]] == [len(hand(state, 0)), 2]
    for me in (0, 1, None):
        view = state.view(me)
        assert view["kept_from"] == [[card, 0] for card in sorted([*hand(state, 0), "H9", "JOKER"])]
        assert [place["packs"] for place in view["seats"]] == [[0] * len(hand(state, 0)), [0, 0, 1]], "one drawn since"
    again = state.game.from_dict(state.to_dict(), backend="interpreted")
    assert hands(again, 0, 1) == hands(state, 0, 1)


# -------------------------------------------------------------------------------------- SW02-07-03: a card seen on top


@pytest.mark.rule("D-R69")
def test_d_r69_a_card_seen_on_top_is_known_in_the_hand_that_draws_it() -> None:
    """D-R69, SW02-07-03: the Watcher's player saw it, and knows who has it until it is laid; the others do not."""
    own = seat("Henry IV", courtiers=["the Watcher"], hand="S2")
    state = court(
        own, seat("Elizabeth I", hand="S3"), seat("Mary I", hand="S4"), pack="HA D2 D3 D4 D5 D6", phase="action"
    )
    assert state.view(0)["known"]["pack_top"] == "HA"
    declare(state, "pass")
    assert "HA" in hand(state, 1)
    assert all("HA" in held for held in hands(state, 0, 1))
    assert not all("HA" in held for held in hands(state, 2, 1))
    assert state.view(0)["known"]["cards"] == [{"card": "HA", "seat": 1, "pack": 0}]
    assert state.view(2)["known"]["cards"] == []
    assert LAYOUT["known_cards"].of(state.observe(0))[CARD_NAMES.index("HA")] == 1 + 1
    again = state.game.from_dict(state.to_dict(), backend="interpreted")
    assert all("HA" in held for held in hands(again, 0, 1))


@pytest.mark.rule("D-R69")
def test_d_r69_all_know_who_has_seen_the_top() -> None:
    """D-R69, SW02-07-03: who has the Watcher and acts is public; with the next card drawn that knowledge is over."""
    own = seat("Henry IV", courtiers=["the Watcher"], hand="S2")
    state = court(own, seat("Elizabeth I", hand="S3"), pack="HA D2 D3 D4 D5 D6", phase="action")
    for viewer in (0, 1, None):
        assert [place["knows_top"] for place in state.view(viewer)["seats"]] == [True, False]
    declare(state, "pass")
    assert [place["knows_top"] for place in state.view(1)["seats"]] == [False, False]


# -------------------------------------------------------------------------------------------- SW02-07-11: a shown ace


@pytest.mark.rule("D-R69")
def test_d_r69_after_a_cancelled_search_all_know_of_an_ace() -> None:
    """D-R69, D-R61: who declared a wide search holds an ace; cancelled, it is in hand still, and all know."""
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"], hand="D5")
    own = seat("Henry IV", courtiers=["the Seeker"], hand="HA S2 S3")
    decks = {"red": ["James I", "Mary I"], "green": ["Gustav Vasa"]}
    state = court(own, rival, person_decks=decks, attached=on("cancel", "Mary Stuart"))
    assert not all(any(card.endswith("A") for card in held) for held in hands(state, 1, 0))
    declare(state, "search", "card:D5")
    assert state.view(1)["seats"][0]["holds_ace"] and LAYOUT["known_aces"].of(state.observe(1)).tolist()[:2] == [0, 1]
    assert all(any(card.endswith("A") for card in held) for held in hands(state, 1, 0))


@pytest.mark.rule("D-R69")
@pytest.mark.parametrize("laid", ["SA", "HA", "DA", "CA", "S2", "H2", "JOKER"])
def test_d_r69_an_ace_that_is_laid_may_have_been_the_one(laid: str) -> None:
    """D-R69, D-R2: whoever lays an ace of any suit is no longer known to hold one; another card changes nothing."""
    held = " ".join(dict.fromkeys([laid, "HA", "S3", "S4", "S5", "S6", "S7"]))
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"], hand="D5")
    own = seat("Henry IV", courtiers=["the Seeker"], hand=held)
    decks = {"red": ["James I", "Mary I"], "green": ["Gustav Vasa"]}
    state = court(own, rival, person_decks=decks, attached=on("cancel", "Mary Stuart"))
    declare(state, "search", "card:D5")
    assert state.phase == "discard_card" and state.view(1)["seats"][0]["holds_ace"]
    play(state, f"card:{laid}")
    assert state.view(1)["seats"][0]["holds_ace"] is not laid.endswith("A")


# --------------------------------------------------------------------------------------------- D-R70: events face down

DECKS = {"red": ["James I", "event:splendid", "Charles I", "event:grounded"], "green": ["event:so what", "Erik XIV"]}


def looked_through() -> State:
    """Seat 0 has looked through the red deck, in which two events lie; a third is in the green one."""
    own = seat("Henry IV", courtiers=["the Seeker"], hand="HA CA")
    state = court(own, seat("Elizabeth I"), seat("Mary I"), person_decks=DECKS)
    declare(state, "search", "card:HA", "deck:red", "person:James I")
    return state


@pytest.mark.rule("D-R70")
def test_d_r70_the_deck_that_a_seat_is_looking_at_is_as_it_sees_it() -> None:
    """SW02-07-11: in the middle of the search, with an event face down before another seat, the searcher's choices,
    view and sights are his own table's."""
    own = seat("Henry IV", courtiers=["the Seeker"], hand="HA CA")
    rival = seat("Elizabeth I", events=[{"event": "polygamy", "deck": "red"}])
    decks = DECKS | {"blue": ["the Gale", "Henry III"], "red": [*DECKS["red"], "the Healer"]}
    state = court(own, rival, person_decks=decks)
    declare(state, "search", "card:HA", "deck:red")
    assert state.phase == "search_person"
    for key in KEYS:
        hidden = state.hide(0, key)
        assert hidden.legal().tolist() == state.legal().tolist()
        assert hidden.view(0) == state.view(0)
        assert sorted(hidden.to_dict()["person_decks"]["red"]) == sorted(decks["red"])


@pytest.mark.rule("D-R70")
def test_d_r70_an_event_taken_from_a_deck_looked_through_is_one_of_those_seen() -> None:
    """D-R70: nothing comes into a deck: what is taken from it later was seen there."""
    state = looked_through()
    assert (state.phase, state.seat) == ("recruit", 1)
    state = state.game.from_dict(_on_top(state.to_dict()), backend="interpreted")
    declare(state, "deck:red")
    (event,) = state.view(0)["seats"][1]["events"]
    assert event["event"] is None and event["deck"] == "red"
    found = {state.hide(0, key).to_dict()["seats"][1]["events"][0]["event"] for key in KEYS}
    assert found == {"splendid", "grounded"}
    others = {state.hide(2, key).to_dict()["seats"][1]["events"][0]["event"] for key in range(200)}
    assert len(others) == 3, "whoever has seen nothing thinks of the green deck's event, too"


def _on_top(saved: dict[str, Any]) -> dict[str, Any]:
    """The same table with an event on top of the red deck."""
    deck = saved["person_decks"]["red"]
    event = next(card for card in deck if card.startswith("event:"))
    saved["person_decks"]["red"] = [event, *(card for card in deck if card != event)]
    return saved
