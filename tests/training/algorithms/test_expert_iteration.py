"""Expert iteration: the policy that is learned, and playouts that see no hidden state."""

from typing import Any

import numpy as np
import pytest

import dynasty_env
from training.algorithms.expert_iteration import ExpertIteration, ExpertIterationSettings, improved
from training.learn.sparse import IMPOSSIBLE


def test_the_improved_policy_worked_out_by_hand() -> None:
    log_prob = np.array([[np.log(0.5), np.log(0.25), np.log(0.25), IMPOSSIBLE]], np.float32)
    q, counts = np.array([[1.0, -1.0, 9.0, 9.0]], np.float32), np.array([[6.0, 2.0, 0.0, 0.0]], np.float32)
    value = np.array([-1], np.float32)
    # those tried are worth (0.5 · 1 − 0.25 · 1) / 0.75 = 1/3 by the policy; with V = −1 the mix is (−1 + 8/3) / 9
    logit = np.array([np.log(0.5) + 1, np.log(0.25) - 1, np.log(0.25) + (8 / 3 - 1) / 9])
    expected = np.append(np.exp(logit) / np.exp(logit).sum(), 0.0)
    np.testing.assert_allclose(improved(log_prob, value, q, counts, 1.0)[0], expected, rtol=1e-5)
    np.testing.assert_allclose(improved(log_prob, value, 0 * q, 0 * counts, 1.0)[0], np.array([0.5, 0.25, 0.25, 0]))


def learner(name: str, seats: int, **settings: Any) -> ExpertIteration:
    given = {"width": 8, "tables": 6, "steps": 4, "searched": 1.0, **settings}
    result = ExpertIteration(dynasty_env.game(name), ExpertIterationSettings(seats=seats, **given))
    result.collect()
    return result


@pytest.mark.parametrize("seats", [2, 3])
def test_what_a_search_makes_of_a_position(seats: int) -> None:
    actor = learner("leduc_v0", seats).actor
    kept, rollout = actor.kept, actor.rollout
    mask = rollout.action_mask[kept.row, kept.table]
    assert len(kept.row) == (rollout.action_mask[rollout.steps.start :].sum(axis=2) > 1).sum()
    np.testing.assert_allclose(kept.policy.sum(axis=1), 1, rtol=1e-5)
    assert (kept.policy[mask == 0] == 0).all()
    assert (mask[np.arange(len(mask)), rollout.action[kept.row, kept.table]] == 1).all()


@pytest.mark.parametrize("name", ["leduc_v0", "kuhn_v0"])
def test_a_search_does_not_see_what_its_seat_does_not(name: str) -> None:
    """The same seat sees the same, and others hold other cards: the search comes to the same result."""
    searching = learner(name, 3)
    actor, network, row = searching.actor, searching.network, searching.rollout.steps.start
    tables = np.flatnonzero(actor.batch.action_mask.sum(axis=1) > 1)
    actor.rollout.observation[row], actor.rollout.action_mask[row] = actor.batch.observation, actor.batch.action_mask
    begun, hide = actor.generator.get_state(), actor.game.compiled.bound("hide", actor.env.tables)
    results, dealt = [], set()
    for key in range(4):
        for table in tables:
            hide(int(table), int(actor.batch.seat[table]), key)
        dealt.add(actor.env.tables.array[tables].tobytes())
        actor.generator.set_state(begun)
        results.append(np.concatenate([part.ravel() for part in actor.search(network, row, tables)]))
    assert len(dealt) == 4, "the hidden cards differ"
    for other in results[1:]:
        np.testing.assert_allclose(other, results[0], rtol=1e-5)
