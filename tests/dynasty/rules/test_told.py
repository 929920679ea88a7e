"""What a move tells the table (the trace): who did what to whom, in the order in which the book has it happen.

Everything in the book is said or done openly, unless it says otherwise, so that these entries are the course of play.
"""

from __future__ import annotations

from functools import partial

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import checking, play, printed, rolling, seat, table
from .trace_fields import check, story

laid = partial(table, abilities=True)
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"


def last(state: State) -> list[tuple[object, ...]]:
    """What the last move told, without the cards and the dice of the action."""
    rolled = ("SUPPLIED", "NEEDS", "DIE", "OUTCOME")
    return [each for each in story(state.trace()) if each[0] not in rolled]


# ------------------------------------------------------------------------------------------------------ §08-01: set-up


@pytest.mark.rule("§08-01")
def test_s08_01_set_up_is_open() -> None:
    """§08-01: the first player, every person turned up, and the king are for all to see."""
    state = GAME.new(4, num_players=2, backend="interpreted")
    check(state)
    first = state.to_dict()["first_player"]
    assert story(state.trace(), Trace.FIRST_PLAYER) == [("FIRST_PLAYER", first)]
    for deck in ("red", "blue", "red"):
        top = state.to_dict()["person_decks"][deck][0]
        assert story(play(state, f"deck:{deck}")) == [("TURNED_UP", first, top, deck, "courtier")]
    king = state.to_dict()["seats"][first]["courtiers"][1]
    assert story(play(state, f"person:{king}")) == [("CROWNED", first, king)]
    dynasty = state.to_dict()["seats"][first]
    assert (dynasty["king"], dynasty["spouses"], len(dynasty["courtiers"])) == (king, [], 2)


# ------------------------------------------------------------------------------------------------------- §08-02: a turn


@pytest.mark.rule("§08-02-01")
def test_s08_02_01_who_draws_sees_the_card() -> None:
    """§08-02-01: the card goes to the hand, which the others do not see (§08-01)."""
    state = table(seat("Charles V"), seat("Elizabeth I"), pack="H2")
    state.play("pass")
    assert story(state.trace(1), Trace.DRAWN, Trace.DREW) == [("DRAWN", 1, "H2"), ("DREW", 1, 1)]
    assert story(state.trace(0), Trace.DRAWN, Trace.DREW) == [("DREW", 1, 1)]


# ----------------------------------------------------------------------------------------- §08-02-03-01: the resolution


@pytest.mark.rule("§08-02-03-01")
def test_s08_02_03_01_cards_value_and_dice() -> None:
    """§08-02-03-01: cards played, then supplied; the success value; each die; success or not."""
    state = table(seat("Rudolf II"), seat("Elizabeth I", hand="S9"), wanderers=["Anne Boleyn"], pack="H2 C5")
    assert printed("Anne Boleyn").ambition == 3 and printed("Rudolf II").governance == 1
    assert printed("Anne Boleyn").colour != printed("Rudolf II").colour
    play(state, "hire", "person:Rudolf II", "person:Anne Boleyn", "pass")
    assert story(play(state, "card:S9")) == [("PLAYED", 1, "S9", 0, 9)]
    on_table = [(card["card"], card["number"], card["seat"]) for card in state.to_dict()["on_table"]]
    assert on_table == [("S9", 9, 1)]
    after = rolling(state, 4)
    assert story(after.trace(), Trace.SUPPLIED, Trace.NEEDS, Trace.DIE, Trace.OUTCOME) == [
        ("SUPPLIED", "H2", 2),
        ("SUPPLIED", "C5", 5),
        ("NEEDS", 0, 9),
        ("DIE", 0, 4),
        ("OUTCOME", 0, 0, 4),
    ]
    assert not any(after.record[field].any() for field in ("laid_size", "laid", "laid_number", "laid_by"))


# ----------------------------------------------------------------------------------------------------- §09: the actions


@pytest.mark.rule("§07-01")
def test_s07_01_the_last_territory_and_the_last_card() -> None:
    """§07-01 b, c: both reasons are told where both are true; once the game is over no decision is open."""
    rival = seat("Elizabeth I", territories=["England"])
    state = table(seat("Henry IV"), rival, pack=HEARTS, person_decks={"green": []})
    play(state, "war", "country:England", "person:Henry IV", "pass")
    after = checking(state, 1)
    assert last(after)[-1] == ("ENDED", 2 + 4)
    assert (int(after.record["step"]), int(after.record["choices"])) == (0, 0)
