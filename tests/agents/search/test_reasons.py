"""Reasons: what usually follows an option in imagined games, from nothing but what the seat knows."""

import json

import numpy as np
import pytest

from agents.search.advice import advise
from agents.search.budget import Budget
from agents.search.judge import ByRules
from agents.search.opinion import Opinion
from agents.search.reasons import ANSWER, BUT, LESS, MORE, SLOWLY, Reason, _difference, reasons
from dynasty_env.dynasty_v0 import game as dynasty
from dynasty_env.kit.message import Chance, Joined, Message, PlayingCard, Seat, Sentence, Signs, packed, unpacked
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from tests.tiny import cut_in, nim


def asked(state: State, seed: int = 3) -> Decision:
    return Decision(state, np.random.default_rng(seed))


def at_war(seed: int) -> State:
    """A table at which a seat may choose among several actions, with hidden hands."""
    state, rng = dynasty.new(seed, backend="interpreted"), np.random.default_rng(seed)
    while not (state.phase == "action" and len(state.legal()) > 4 and state.record["turn"] > 2):
        state.play(int(rng.choice(state.legal())))
    return state


def test_tables_that_a_seat_cannot_tell_apart_have_the_same_reasons() -> None:
    """Two states with other hands and other dice to come, which look the same to who decides."""
    state = at_war(1)
    twins = [state.hide(state.seat, key) for key in (5, 6)]
    assert twins[0].tables.array.tobytes() != twins[1].tables.array.tobytes()
    said = [reasons(asked(twin), asked(twin).legal.tolist(), 9, interpreted=True) for twin in (state, *twins)]
    assert said[0] == said[1] == said[2]
    opinions = [advise(asked(twin), Budget.parse("8"), ByRules(backend="interpreted")).to_dict() for twin in twins]
    assert opinions[0] == opinions[1]


def test_what_follows_one_option_alone_is_its_reason() -> None:
    """Of a heap of three: whoever takes three wins at once, which no other option brings about."""
    state = nim.GAME.new(0, backend="interpreted")
    state.record["heap"] = 3
    found = {each.action: each.says for each in reasons(asked(state), [2, 0, 1], 4, interpreted=True)}
    answers = [text for says in found.values() for text in says if getattr(text, "template", "") == ANSWER]
    assert all(0 < text.fields["n"] <= text.fields["m"] == SLOWLY for text in answers)  # type: ignore[attr-defined]
    assert set(found) == {0, 1, 2}


def test_reasons_are_counted_games() -> None:
    """As many games as are said, of which no sentence has come more often; and a single option needs no reason."""
    decision = asked(at_war(2))
    found = reasons(decision, decision.legal.tolist(), 1, interpreted=True)
    assert [each.action for each in found] == decision.legal.tolist()[:4]
    for each in found:
        for text in (*each.says, *each.against):
            assert isinstance(text, Message)
            if "n" in text.fields:
                assert SLOWLY / 2 <= text.fields["n"] <= text.fields["m"] == SLOWLY
    assert reasons(decision, decision.legal.tolist()[:1], 1, interpreted=True) == ()
    assert reasons(decision, decision.legal.tolist(), 1, interpreted=True) == found


def test_the_error_of_a_difference_is_that_of_two_samples() -> None:
    assert _difference([1.0, 3.0], [0.0, 2.0]) == pytest.approx((1.0, 2**0.5))


def test_routine_is_no_reason_and_points_stand_on_their_side() -> None:
    """Neither a card that is played or discarded nor one that is drawn speaks for or against anything."""
    routine = ("plays", "discards", "draws", "lays")
    for seed in range(1, 6):
        decision = asked(at_war(seed))
        for each in reasons(decision, decision.legal.tolist(), seed, interpreted=True):
            for text in (*each.says, *each.against):
                assert isinstance(text, Message)
                assert not set(str(text.fields.get("what", "")).split()) & set(routine), text
            assert all(getattr(text, "template", "") != LESS for text in each.says)
            assert all(getattr(text, "template", "") != MORE for text in each.against)


def test_what_speaks_against_the_advice_follows_a_but() -> None:
    reason = Reason(3, (Message(MORE, points="2.0"),), (Message("{who} dies", who=Seat("dynasty", 0)),))
    assert [str(text) for text in reason.heard(advised=True)][1] == "but dynasty_0 dies"
    first, then = reason.heard(advised=False)
    assert (str(first), getattr(then, "template", "")) == ("dynasty_0 dies", BUT)
    assert Reason.from_dict(json.loads(json.dumps(reason.to_dict()))) == reason


@pytest.mark.parametrize(
    "text",
    [
        "plain", Message("{a} and {b}", a=Seat("dynasty", 1, "Anna"), b=Chance(0.4, "dies", simulated=True)),
        Joined(", ", [Signs("W3", ["W"], numbered=True), Sentence(Message("it ends"), ".")]), PlayingCard("10", "♥"),
        Message("{n} of {m}", n=3, m=7),
    ],
)  # fmt: skip
def test_texts_keep_their_parts_in_json(text: str) -> None:
    again = unpacked(json.loads(json.dumps(packed(text))))
    assert (again, type(again), repr(packed(again))) == (text, type(text), repr(packed(text)))


def test_an_opinion_keeps_its_reasons() -> None:
    line = Message("{who} wins", who=Seat("cut_in", 2))
    opinion = advise(
        asked(cut_in.GAME.new(6, backend="interpreted")), Budget.parse("8"), ByRules(backend="interpreted")
    )
    kept = Opinion(opinion.bot, opinion.options, reasons=(Reason(1, (line,)),))
    assert Opinion.from_dict(json.loads(json.dumps(kept.to_dict()))) == kept
