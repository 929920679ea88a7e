"""Advice: only what has been examined is recommended, and what does not differ is examined once."""

from itertools import count

import numpy as np

from agents.search.advice import Habit, advise, alike
from agents.search.budget import Budget
from agents.search.judge import ByRules
from agents.search.opinion import AHEAD, CLEAR, PASSING, Advice, Opinion, Played
from dynasty_env.dynasty_v0 import game as dynasty
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from tests.agents.search.looks import heap_of, turn_of

SLOWLY = ByRules(backend="interpreted")


def joker_in_hand() -> State:
    """A table at which a joker may be played in favour of an action, for whose success a chance is stated."""
    for seed in count():
        state, rng = dynasty.new(seed, backend="interpreted"), np.random.default_rng(seed)
        for _ in range(60):
            if state.done:
                break
            decision = turn_of(state)
            if any(decision.action_names[action] == "joker:1" for action in decision.legal) and decision.prospects():
                return state
            state.play(int(rng.choice(state.legal())))
    raise AssertionError


def last(decision: Decision) -> np.ndarray:
    """The habit of somebody who prefers the last legal action."""
    return np.log(np.arange(1, len(decision.legal) + 1) / 100)


def test_what_wins_is_recommended_and_the_search_ends_early() -> None:
    opinion = advise(turn_of(heap_of(3)), Budget(playouts=3000), SLOWLY, Habit("habit", last))
    assert opinion.advice == Advice(2, CLEAR)
    assert opinion.playouts < 1000


def test_among_equals_habit_decides() -> None:
    decision = turn_of(heap_of(12, 2))
    assert advise(decision, Budget(playouts=600), SLOWLY, Habit("habit", last)).advice == Advice(
        int(decision.legal[-1]), "habit"
    )
    without = advise(decision, Budget(playouts=600), SLOWLY).advice
    assert without is not None
    assert without.by == AHEAD


def test_without_playouts_enough_nothing_is_recommended() -> None:
    opinion = advise(turn_of(heap_of(12, 2)), Budget(playouts=9), SLOWLY, Habit("habit", last))
    assert opinion.advice == Advice(None, PASSING)
    assert Opinion.from_dict(opinion.to_dict()) == opinion


def test_a_joker_that_changes_no_chance_is_played_out_once() -> None:
    state = joker_in_hand()
    decision = turn_of(state)
    stated = {action: str(decision.prospects(action)) for action in decision.legal.tolist()}
    jokers = [action for action in stated if decision.action_names[action].startswith("joker:")]
    firsts = {int(decision.legal[like]) for like in alike(decision)}
    assert len(firsts & set(jokers)) == len({stated[action] for action in jokers}) < len(jokers)
    opinion = advise(decision, Budget(playouts=1), SLOWLY)
    assert {option.action for option in opinion.options} == set(stated)
    assert {option.action for option in opinion.options if option.like is None} == firsts
    assert opinion.advice is not None
    passing = decision.action_names.index("pass")
    assert opinion.advice.action == (passing if passing in stated else None)


def test_a_slow_machine_gets_the_time_that_a_comparison_needs() -> None:
    decision = turn_of(heap_of(12, 2))
    played = Played(SLOWLY, decision)
    best = played.race(np.arange(len(decision.legal)), Budget(seconds=1e-6), 40)
    assert len(played.shares(best)) >= 40
