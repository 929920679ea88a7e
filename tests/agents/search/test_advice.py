"""Advice: only what has been examined is recommended, and what does not differ is examined once."""

from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agents.search.advice import Habit, _changes_nothing, _together, advise, alike
from agents.search.budget import Budget, Ids, Values
from agents.search.judge import ByRules
from agents.search.opinion import AHEAD, CLEAR, PASSING, Advice, Opinion, Played
from dynasty_env.dynasty_v0 import game as dynasty
from dynasty_env.kit.message import chances_in
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi_v0 import game as shinsengumi
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


def test_ways_with_the_same_chance_are_not_the_same() -> None:
    """A stone on an arrow sends a person another way than one on another arrow, although both are numbers."""
    state, rng, compared = shinsengumi.new(1, backend="interpreted"), np.random.default_rng(1), 0
    while compared < 10:
        decision = turn_of(state)
        arrows = [action for action in decision.legal if decision.action_names[action].startswith("arrow:")]
        stated = [str(chance) for action in arrows for chance in chances_in(decision.prospects(action))]
        if len(set(stated)) < len(stated):
            assert alike(decision).tolist() == list(range(len(decision.legal)))
            compared += 1
        if arrows and decision.phase == "wait":
            goes = str(decision.prospects()).partition("he goes ")[2].rstrip(".")
            nothing_new = [action for action in arrows if str(decision.prospects(action)) == f"then he goes {goes}"]
            assert [action for action in arrows if _changes_nothing(decision, action)] == nothing_new
        state.play(int(rng.choice(state.legal())))


def test_a_habit_is_that_of_all_actions_with_the_same_result() -> None:
    likes = np.array([0, 1, 1, 1, 4])
    together = _together(np.log([0.3, 0.1, 0.2, 0.3, 0.1]), likes)
    assert np.exp(together).tolist() == pytest.approx([0.3, 0.6, 0.0, 0.0, 0.1])


class Results:
    """Imagined tables in which the first action wins half until the fortieth, and then nothing, the second one always
    two fifths, and the third one seven tables of twenty until the fortieth, and then all."""

    key = played = 0

    def shares(self, actions: Ids, worlds: int) -> Values:
        tables = np.arange(self.played, self.played + worlds)
        self.played += worlds
        early = tables < 40
        wins = [early * 0.5, np.full(worlds, 0.4), np.where(early, tables % 20 < 7, 1.0)]
        return np.stack([wins[action] for action in actions.tolist()], axis=1)


def test_an_action_that_was_dropped_is_not_the_best() -> None:
    """It was clearly worse than what was the best at that time, and not than what is the best in the end."""
    results: Any = SimpleNamespace(playouts=lambda decision: Results(), batch=60, least=1)
    legal: Any = SimpleNamespace(legal=np.arange(3))
    played = Played(results, legal)
    assert played.race(np.arange(3), Budget(playouts=600)) == 2
    options = played.compared(2)
    assert [(option.action, option.playouts) for option in options] == [(2, 70), (1, 40), (0, 70)]
    assert options[0].behind == 0.0


def test_a_slow_machine_gets_the_time_that_a_comparison_needs() -> None:
    decision = turn_of(heap_of(12, 2))
    played = Played(SLOWLY, decision)
    best = played.race(np.arange(len(decision.legal)), Budget(seconds=1e-6), 40)
    assert len(played.shares(best)) >= 40
