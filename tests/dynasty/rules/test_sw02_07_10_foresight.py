"""SW02-07-10: foresight (未来予知): look at the card of a person deck; put it back and reshuffle."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

from .conftest import names, play, seat, seat_of, succeeding, where
from .expansion import court, declare, onward, results, same_for, tops

WITCH = "the Seer"
OWN = seat("Henry IV", courtiers=[WITCH])
RED = ["James I", "Mary I", "Anne Boleyn", "Charles I", "Francis Drake", "Count of Egmont"]
SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 S10"


def recruiting(own: dict[str, Any] = OWN, *rivals: dict[str, Any], red: list[str] = RED, **fields: Any) -> State:
    """Seat 0 chooses a deck to recruit from; the red one is as given."""
    others = rivals or (seat("Elizabeth I"), seat("Mary Stuart"))
    return court(own, *others, phase="recruit", **{"person_decks": {"red": red}} | fields)


def looking(*given: Any, **fields: Any) -> State:
    """… and has chosen the red deck."""
    state = recruiting(*given, **fields)
    play(state, "deck:red")
    return state


def red_deck(state: State) -> list[str]:
    """The red deck, top first."""
    deck: list[str] = state.to_dict()["person_decks"]["red"]
    return deck


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_reshuffled_any_card_may_come() -> None:
    """SW02-07-10: put back, the deck is shuffled and its top card taken: any of them, the one seen too."""
    drawn = {}
    for after in results(looking(), "reshuffle"):
        (person,) = (name for name in RED if where(after, name) == "wanderers")
        drawn[person] = red_deck(after)
        assert sorted([person, *red_deck(after)]) == sorted(RED)
        assert onward(after).phase == "action"  # no second look
    assert set(drawn) == set(RED)


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_the_whole_deck_is_shuffled() -> None:
    """SW02-07-10: … the order of all that stays in the deck is new, and the other decks lie as they did."""
    before = looking()
    orders = {tuple(red_deck(after)) for after in results(before, "reshuffle")}
    assert len(orders) > 40
    others = {name: deck for name, deck in before.to_dict()["person_decks"].items() if name != "red"}
    for after in results(before, "reshuffle", tries=5):
        assert {name: deck for name, deck in after.to_dict()["person_decks"].items() if name != "red"} == others


# ------------------------------------------------------------------------------------------------------- when and whose


@pytest.mark.rule("SW02-07-10")
@pytest.mark.parametrize("choice", ["keep", "reshuffle"])
def test_sw02_07_10_at_a_birth_too(choice: str) -> None:
    """SW02-07-10: a birth is drawn from a person deck, too."""
    own = seat("James I", spouse="Mary I", courtiers=[WITCH])
    deck = [name for name in RED if name not in ("James I", "Mary I")]
    state = court(own, seat("Elizabeth I"), seat("Mary Stuart"), person_decks={"red": deck}, pack=SPADES)
    declare(state, "procreation")
    state = succeeding(state)
    play(state, "deck:red")
    assert (state.phase, names(state)) == ("foresight", {"keep", "reshuffle"})
    assert seat_of(state, 0)["children"] == []
    if choice == "keep":
        play(state, "keep")
        assert seat_of(state, 0)["children"] == ["Anne Boleyn"]
    else:
        born = {seat_of(after, 0)["children"][0] for after in results(state, "reshuffle")}
        assert born == set(deck)


@pytest.mark.rule("SW02-07-10", "D-R71")
def test_d_r71_not_at_set_up() -> None:
    """SW02-07-10, D-R71: not in set-up: a player who has turned her up turns up the next persons as ever."""
    laid = GAME.new(3, witches=True, ask_forced=True, backend="interpreted").to_dict()
    decks = laid["person_decks"]
    for deck in decks.values():
        deck.sort(key=lambda card: card.startswith("event:"))
    home = next(name for name, deck in decks.items() if WITCH in deck)
    decks[home].remove(WITCH)
    decks[home].insert(0, WITCH)
    state = GAME.from_dict(laid, backend="interpreted")
    first = state.seat
    play(state, f"deck:{home}")
    assert where(state, WITCH) == (first, "courtiers")
    play(state, f"deck:{home}")
    assert (state.phase, len(seat_of(state, first)["courtiers"])) == ("setup_deck", 2)


# ------------------------------------------------------------------------------------------------------- who knows what


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_her_player_alone_sees_the_card() -> None:
    """SW02-07-10: he looks; two tables that differ in the red deck's top card look different to him, and to nobody
    else."""
    one, other = looking(), looking(red=[RED[1], RED[0], *RED[2:]])
    assert (one.observe(0) != other.observe(0)).any()
    assert one.view(0) != other.view(0)
    assert one.trace(0) != other.trace(0)
    assert same_for(1, one, other) and same_for(2, one, other)
    assert one.view(None) == other.view(None)


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_he_sees_no_other_card() -> None:
    """SW02-07-10: one card: not the next one, and nothing before he has chosen the deck."""
    assert same_for(0, looking(), looking(red=[RED[0], RED[2], RED[1], *RED[3:]]))
    assert same_for(0, recruiting(), recruiting(red=[RED[1], RED[0], *RED[2:]]))


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_it_is_known_while_he_chooses() -> None:
    """SW02-07-10: with all else redrawn the top card stays for him, and for him alone."""
    state = looking()
    assert tops(state, 0, "red") == {"James I"}
    assert tops(state, 1, "red") == set(RED) == tops(state, 2, "red")
    assert len(tops(state, 0, "green")) > 5


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_the_shuffle_ends_it() -> None:
    """SW02-07-10: after the shuffle he knows nothing of the order."""
    after = next(results(looking(), "reshuffle", tries=1))
    assert tops(after, 0, "red") == set(red_deck(after))


@pytest.mark.rule("SW02-07-10")
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_sw02_07_10_after_keeping_the_next_card_is_hidden(viewer: int) -> None:
    """SW02-07-10: kept and drawn, it leaves a deck whose top nobody knows."""
    state = looking()
    play(state, "keep")
    assert tops(state, viewer, "red") == set(RED[1:])


# ---------------------------------------------------------------------------------------------------------- with events

EVENT = "event:splendid"


def with_event(**fields: Any) -> State:
    """On top of the red deck lies an event, on the green one a witch."""
    decks = {"red": [EVENT, *RED], "green": ["the Gale", "Gustav Vasa", "Erik XIV", "Christian IV", "Martin Luther"]}
    return looking(person_decks=decks, **fields)


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_an_event_may_be_put_back() -> None:
    """SW02-07-10: … or put back; the others are told neither that it was one."""
    state, other = with_event(), looking(
        person_decks={
            "red": ["the Gale", *RED],
            "green": [EVENT, "Gustav Vasa", "Erik XIV", "Christian IV", "Martin Luther"],
        }
    )  # fmt: skip
    assert same_for(1, state, other) and not same_for(0, state, other)
    after = next(a for a in results(state, "reshuffle") if EVENT in red_deck(a))
    assert where(after, red_deck(after)[0]) == "red" and len(after.to_dict()["wanderers"]) == 1


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_he_remembers_in_which_deck_it_is() -> None:
    """SW02-07-10: he has seen which deck the event is in, still there; for the others it may be in another."""
    after = next(a for a in results(with_event(), "reshuffle") if EVENT in red_deck(a))
    assert seat_of(after, 0)["seen"] == {EVENT: "red"} and seat_of(after, 1)["seen"] == {}
    assert {EVENT in red_deck(after.hide(0, key)) for key in range(40)} == {True}
    assert {EVENT in red_deck(after.hide(1, key)) for key in range(40)} == {True, False}


@pytest.mark.rule("SW02-07-10")
def test_sw02_07_10_what_has_left_the_deck_is_no_memory() -> None:
    """SW02-07-10: … if it was drawn after all, there is nothing to remember."""
    after = next(a for a in results(with_event(), "reshuffle") if EVENT not in red_deck(a))
    assert seat_of(after, 0)["seen"] == {}
