"""PPO with an oracle: the critic sees all hands, the actor never does."""

from pathlib import Path
from typing import Any

import numpy as np
import torch

import dynasty_env
from dynasty_env.kit.state import State
from training.algorithms.ppo_oracle import PPOOracle
from training.learn.collect import NOBODY
from training.learn.network import Network

SMALL: dict[str, Any] = {"width": 16, "tables": 8, "steps": 12}


def made(**settings: Any) -> PPOOracle:
    return PPOOracle(dynasty_env.game("leduc_v0"), PPOOracle.settings_class(**(SMALL | settings)))


def test_hands_are_what_every_seat_sees_the_deciding_one_first() -> None:
    learner = made(seats=3)
    for done in (0.0, 0.5):  # the second time some decisions are carried over
        learner.collect()
        there = learner.rollout.seat != NOBODY
        hands = learner.rollout.hands[there]
        np.testing.assert_array_equal(hands[:, 0], learner.rollout.observation[there])
        place = learner.game.layout["place"].start
        seats = (learner.rollout.seat[there][:, None] + np.arange(3)) % 3
        np.testing.assert_array_equal(hands[:, :, place], seats)
        with torch.no_grad():
            expected = learner.critic(torch.from_numpy(learner.rollout.hands[learner.rollout.steps.start :][-1]))
        np.testing.assert_allclose(learner.rollout.value[-1], expected.numpy(), atol=1e-5)
        learner.learn(done)


def test_the_critic_tells_hidden_cards_apart_and_the_actor_does_not() -> None:
    learner = made(seats=2)
    for done in range(5):
        learner.collect()
        learner.learn(done / 5)
    game = learner.game
    states = [game.new(seed, num_players=2) for seed in range(40)]

    def seen(state: State, seat: int) -> np.ndarray[Any, Any]:
        return np.array(state.observe(seat), np.int8)

    alike = [
        (a, b) for a in states for b in states if (seen(a, 0) == seen(b, 0)).all() and (seen(a, 1) != seen(b, 1)).any()
    ]
    assert alike, "two deals that the first seat cannot tell apart"
    for a, b in alike[:5]:
        hands = torch.from_numpy(np.stack([[seen(state, 0), seen(state, 1)] for state in (a, b)]))
        with torch.no_grad():
            value = learner.critic(hands)
            choices = learner.network.policy(hands[:, 0], torch.ones(2, len(game.action_names), dtype=torch.int8))[0]
        assert value[0] != value[1]
        assert torch.equal(choices[0], choices[1])


def test_the_actor_is_given_its_own_observation_alone(monkeypatch: Any) -> None:
    learner = made(seats=3)
    asked: list[tuple[int, ...]] = []
    choices = Network.choices

    def noted(self: Network, observation: torch.Tensor, *others: Any) -> Any:
        asked.append(tuple(observation.shape[1:]))
        return choices(self, observation, *others)

    monkeypatch.setattr(Network, "choices", noted)
    learner.collect()
    learner.learn(0.0)
    assert set(asked) == {(learner.game.layout.size,)}
    assert "critic" not in learner.network.state_dict()


def test_its_bot_needs_no_oracle(tmp_path: Path) -> None:
    from agents.registry import make_bot
    from dynasty_env.kit.seats.decision import Decision

    game = dynasty_env.game("leduc_v0")
    bot = make_bot(PPOOracle.train(game, PPOOracle.settings_class(seats=2, **SMALL), 200, tmp_path), game)
    state = game.new(3, num_players=2)
    assert bot.act(Decision(state, np.random.default_rng(0))) in state.legal()
