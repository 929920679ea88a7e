"""§08-02: a turn: draw, recruit, action, aftermath."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.engine.cards import CARD_NAMES

from .conftest import every_card, play, seat, table, where

# --------------------------------------------------------------------------------------------------- §08-02-01 drawing


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
def test_s08_02_01_the_rebuilt_pack_is_shuffled() -> None:
    """§08-02-03-01: the discards are shuffled: another seed, another top card."""
    tops = set()
    for seed in range(6):
        state = table(seat("Charles V"), seat("Elizabeth I"), discards=every_card(), seed=seed)
        play(state, "pass")
        tops.add(tuple(state.to_dict()["pack"][:3]))
    assert len(tops) == 6


# ------------------------------------------------------------------------------------------------ §08-02-02 recruiting


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
