"""A policy improved by playouts: what the policy knows and what the playouts find both count."""

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

import dynasty_env
from agents.search.budget import Budget
from agents.search.improvement import Improvement, Values
from agents.search.judge import ByRules
from dynasty_env.kit.seats.decision import Decision
from tests.agents.search.looks import SEARCHED, compare_searches, heap_of, scores_of, turn_of
from tests.tiny import cut_in

Policy = Callable[[Decision], Values]


class Nothing:
    """A judge for whom everything is worth nothing."""

    name, file, batch, least, key = "nothing", None, 64, 1, 0

    def playouts(self, decision: Decision) -> "Nothing":
        return self

    def total(self, actions: Values, worlds: int) -> Values:
        return np.zeros(len(actions))


def sure(budget: Budget) -> Improvement:
    """Each action is a hundredth as likely as the one before, and worth nothing."""

    def policy(decision: Decision) -> Values:
        return np.log(0.01) * np.arange(len(decision.legal))

    return Improvement(policy, Nothing(), budget, "sure", step=1.0)  # type: ignore[arg-type]


def uniform(decision: Decision) -> Values:
    return np.full(len(decision.legal), -np.log(len(decision.legal)))


def sure_of(action: int, doubt: float) -> Policy:
    """A policy that takes this action but for a small doubt."""

    def policy(decision: Decision) -> Values:
        others = max(len(decision.legal) - 1, 1)
        return np.log(np.where(decision.legal == action, 1 - doubt, doubt / others))

    return policy


def improved(policy: Policy, playouts: int = 400, step: float = 10.0) -> Improvement:
    return Improvement(policy, ByRules("greedy"), Budget(playouts=playouts), "improved", step=step)


def test_playouts_move_a_policy_that_knows_nothing() -> None:
    """Three left and three to take: that wins."""
    logits, values = improved(uniform).scores(turn_of(heap_of(3)))
    assert logits.argmax() == 2
    assert values[2] == 1.0


def test_what_the_policy_knows_counts() -> None:
    """A step of no length leaves the policy as it is; a long one follows the playouts."""
    decision = turn_of(heap_of(3))
    assert improved(sure_of(0, 0.2), step=0.0).act(decision) == 0
    assert improved(sure_of(0, 0.2), step=50.0).act(decision) == 2


@pytest.mark.parametrize(
    ("budget", "tried"), [("50", 2), ("74", 2), ("75", 3), ("199", 7), ("400", 8), ("60ms", 2), ("0.2s", 8)]
)
def test_unlikely_actions_are_tried_as_far_as_the_budget_goes(budget: str, tried: int) -> None:
    """A policy may be sure and wrong: of the choices of champions that playouts found to lose most, nearly all had been
    taken for certain."""
    search = sure(Budget.parse(budget))
    _, values = search.scores(SimpleNamespace(legal=np.arange(10)))  # type: ignore[arg-type]
    assert np.isnan(values).tolist() == [False] * tried + [True] * (10 - tried)


@pytest.mark.parametrize(("playouts", "doubt"), [(50, 24), (200, 6), (400, 4), (4000, 4)])
def test_a_policy_may_be_less_sure_the_more_playouts_there_are(playouts: int, doubt: float) -> None:
    search = sure(Budget(playouts=playouts))
    logits, _ = search.scores(SimpleNamespace(legal=np.arange(10)))  # type: ignore[arg-type]
    assert logits.max() - np.sort(logits)[-2] == pytest.approx(min(-np.log(0.01), doubt))


def test_what_is_likely_is_tried_whatever_the_budget() -> None:
    _, values = improved(uniform, playouts=3).scores(turn_of(heap_of(9)))
    assert not np.isnan(values).any()


def test_what_was_dropped_stays_behind() -> None:
    logits, values = improved(uniform, playouts=30).scores(turn_of(heap_of(7)))
    assert logits.argmax() in np.flatnonzero(~np.isnan(values))
    assert np.isfinite(logits).all()


def test_a_decision_with_one_action_has_scores_too() -> None:
    logits, values = improved(uniform, 20).scores(turn_of(heap_of(1)))
    assert len(logits) == len(values) == 1


def test_the_same_playouts_give_the_same_scores() -> None:
    state = cut_in.GAME.new(3)
    one, two, other = (improved(uniform, 60).scores(turn_of(state, seed))[0].tobytes() for seed in (1, 1, 2))
    assert one == two != other


@pytest.mark.parametrize("name", SEARCHED)
def test_twins_are_searched_alike(name: str) -> None:
    game = dynasty_env.game(name)
    assert compare_searches(game, [scores_of(improved(uniform, 12))], 8, 0.06) > 4
