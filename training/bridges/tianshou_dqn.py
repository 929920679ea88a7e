"""Masked DQN with Tianshou (version 2): one seat learns, bots play the others.

    python -m training.bridges.tianshou_dqn --epochs 5 --against random

It needs the extra `tianshou`. Tianshou's Q-learning respects a mask in the observation under ``mask``; its
policy-gradient methods do not support masks.
"""

from collections.abc import Callable
from typing import Annotated, Any

import gymnasium
import numpy.typing as npt
import typer
from gymnasium import spaces
from rich.console import Console
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from agents.arguments import Seats, options_of, rulebook
from agents.opponents import Opponents, single_env
from dynasty_env.kit.game import Game
from dynasty_env.kit.heartbeat import heartbeat

Seen = dict[str, npt.NDArray[Any]]


class MaskForTianshou(gymnasium.ObservationWrapper[Seen, Any, npt.NDArray[Any]]):
    """Observations for Tianshou's Q-learning: ``{"obs": (D,), "mask": (A,) bool}``."""

    def __init__(self, env: gymnasium.Env[npt.NDArray[Any], Any]) -> None:
        super().__init__(env)
        self._masks = env.get_wrapper_attr("action_masks")
        assert isinstance(env.action_space, spaces.Discrete)
        space: Any = spaces.Dict({"obs": env.observation_space, "mask": spaces.MultiBinary(int(env.action_space.n))})
        self.observation_space = space

    def observation(self, observation: npt.NDArray[Any]) -> Seen:
        """`observation` together with the current mask."""
        return {"obs": observation, "mask": self._masks()}


def tables(game: Game, against: Opponents, count: int, **options: Any) -> DummyVectorEnv:
    """Tables that are stepped in turn, each with one learning seat."""
    return DummyVectorEnv(
        [lambda: MaskForTianshou(single_env(game, against, features="onehot", **options)) for _ in range(count)]
    )


def learner(game: Game, width: int = 128, exploration: float = 0.1) -> DQN[Any]:
    """Double DQN that never explores or values an illegal action."""
    actions = len(game.action_names)
    network = Net(state_shape=game.layout.onehot_size, action_shape=actions, hidden_sizes=[width, width])
    policy = DiscreteQLearningPolicy(
        model=network, action_space=spaces.Discrete(actions), eps_training=exploration, eps_inference=0.0
    )
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=200)


def train(
    game: Game,
    against: Opponents = "random",
    *,
    epochs: int = 5,
    epoch_steps: int = 10_000,
    envs: int = 8,
    test_games: int = 100,
    seed: int = 1,
    tell: Callable[[int, float], None] = lambda epoch, mean: None,
    **options: Any,
) -> tuple[DQN[Any], list[float]]:
    """Train, and measure between epochs without exploration; `tell` is called with each epoch and its mean reward.
    Returns the learner, and the mean reward of `test_games` games before the first epoch and after each."""
    algorithm = learner(game)
    learning, testing = (tables(game, against, envs, **options) for _ in range(2))
    learning.seed(seed)
    testing.seed(seed + 1_000_000)
    # An observation as one-hot planes takes 20 KB; by default, collectors keep 80,000 of them, twice.
    buffer, seen = (VectorReplayBuffer(count, envs) for count in (20_000, 500 * envs))
    collector = Collector[CollectStats](algorithm, learning, buffer, exploration_noise=True)
    means: list[float] = []

    def score(stats: CollectStats) -> float:
        assert stats.returns_stat is not None
        means.append(float(stats.returns_stat.mean))
        tell(len(means) - 1, means[-1])
        return means[-1]

    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            test_collector=Collector[CollectStats](algorithm, testing, seen),
            max_epochs=epochs,
            epoch_num_steps=epoch_steps,
            collection_step_num_env_steps=10 * envs,
            update_step_num_gradient_steps_per_sample=0.1,
            test_step_num_episodes=test_games,
            batch_size=64,
            compute_score_fn=score,
            verbose=False,
            show_progress=False,
        )
    )
    return algorithm, means


def main(
    game: Annotated[str, typer.Argument(help="Game to learn.")] = "dynasty_v0",
    against: Annotated[str, typer.Option(help="Bots in the other seats.")] = "random",
    epochs: Annotated[int, typer.Option(help="Epochs, each followed by an evaluation.")] = 5,
    epoch_steps: Annotated[int, typer.Option(help="Decisions per epoch.")] = 10_000,
    envs: Annotated[int, typer.Option(help="Number of tables, stepped in turn.")] = 8,
    seats: Seats = None,
    games: Annotated[int, typer.Option(help="Games per evaluation.")] = 100,
    seed: Annotated[int, typer.Option(help="Random seed for the tables.")] = 1,
) -> None:
    """Train, telling the mean reward before and after each epoch."""
    given = {"epochs": epochs, "epoch_steps": epoch_steps, "envs": envs, "test_games": games, "seed": seed}
    rules, console, epochs_done = rulebook(game), Console(emoji=False), 0

    def tell(epoch: int, mean: float) -> None:
        nonlocal epochs_done
        epochs_done = epoch
        console.print(f"after {epoch} epochs: mean reward {mean:+.3f} in {games} games")

    with heartbeat(lambda: f"training: {epochs_done} of {epochs} epochs"):
        train(rules, against, **given, tell=tell, **options_of(rules, (), seats))


if __name__ == "__main__":
    typer.run(main)
