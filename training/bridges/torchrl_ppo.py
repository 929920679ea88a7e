"""PPO with TorchRL: one seat learns, bots play the others.

    python -m training.bridges.torchrl_ppo --steps 50000 --against random

It needs the extra `torchrl`. `seat_env` is the table of one learning seat, for any loss and collector of TorchRL;
`self_play_env` is the whole table with a group of keys for each seat, from the PettingZoo environment.
"""

from typing import Annotated, Any

import torch
import typer
from rich.console import Console
from tensordict import TensorDictBase
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import (
    ActionMask,
    Compose,
    DTypeCastTransform,
    GymWrapper,
    PettingZooWrapper,
    SerialEnv,
    TransformedEnv,
)
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from agents.arguments import Seats, options_of, rulebook
from agents.opponents import Opponents, single_env
from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.envs.single import MaskInObservation
from dynasty_env.kit.game import Game


def seat_env(game: str | Game, bots: Opponents = "random", **options: Any) -> TransformedEnv:
    """One learning seat: ``observation`` float32, ``action_mask`` bool, ``action`` as an integer.

    `rand_action` and `rollout` respect the mask; a policy does so with `MaskedCategorical`.

    Raises:
        OptionError: for an unknown or out-of-range argument; the message lists the valid values.
    """
    table = MaskInObservation(single_env(game, bots, features="onehot", **options))
    mask_as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(GymWrapper(table, categorical_action_encoding=True), Compose(mask_as_bool, ActionMask()))


def self_play_env(game: Game, **options: Any) -> PettingZooWrapper:
    """All seats of one table: keys ``(seat, "observation")``, ``(seat, "action_mask")``, ``(seat, "mask")``.

    ``mask`` is True for the seat that acts; only one acts at a time.
    """
    table = GameModule(game).env(features="onehot", **options)
    return PettingZooWrapper(table, use_mask=True, categorical_actions=True)


def networks(inputs: int, actions: int, width: int = 128) -> tuple[ProbabilisticActor, ValueOperator]:
    """An actor that gives illegal actions probability 0, and a critic."""

    def mlp(outputs: int) -> nn.Sequential:
        return nn.Sequential(
            nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, outputs)
        )

    actor = ProbabilisticActor(
        TensorDictModule(mlp(actions), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    return actor, ValueOperator(mlp(1), in_keys=["observation"])


def train(  # noqa: PLR0913
    game: Game,
    against: str,
    steps: int,
    *,
    envs: int = 8,
    batch: int = 2048,
    minibatch: int = 256,
    epochs: int = 4,
    learning_rate: float = 3e-4,
    seed: int = 1,
    console: Console | None = None,
    **options: Any,
) -> tuple[ProbabilisticActor, list[float]]:
    """Train for `steps` decisions of the learning seats; returns the actor, and each batch's mean reward of ended
    games."""
    torch.manual_seed(seed)
    tables = SerialEnv(envs, lambda: seat_env(game, against, **options))
    tables.set_seed(seed)
    actor, critic = networks(game.layout.onehot_size, len(game.action_names))
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5)
    optimizer = torch.optim.Adam(loss.parameters(), lr=learning_rate)
    collector = Collector(
        tables, actor, frames_per_batch=batch, total_frames=steps, auto_register_policy_transforms=False
    )
    means: list[float] = []
    for played in collector:
        ended = played["next", "done"]
        means.append(float(played["next", "reward"][ended].mean()))  # NaN where no game has ended
        for _ in range(epochs):
            with torch.no_grad():
                advantage(played)
            learn(loss, optimizer, played.reshape(-1), minibatch)
        if console is not None:
            console.print(f"{len(means) * batch:,} decisions: mean reward {means[-1]:+.3f} in {int(ended.sum())} games")
    collector.shutdown()
    return actor, means


def learn(loss: ClipPPOLoss, optimizer: torch.optim.Optimizer, played: TensorDictBase, size: int) -> None:
    """One pass over the decisions, in minibatches of about `size`."""
    for rows in torch.randperm(len(played)).chunk(max(len(played) // size, 1)):
        losses = loss(played[rows])
        total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
        optimizer.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
        optimizer.step()


def main(
    game: Annotated[str, typer.Argument(help="Game to learn.")] = "dynasty_v0",
    against: Annotated[str, typer.Option(help="Bots in the other seats.")] = "random",
    steps: Annotated[int, typer.Option(help="Decisions to learn from.")] = 50_000,
    envs: Annotated[int, typer.Option(help="Number of tables, stepped in turn.")] = 8,
    batch: Annotated[int, typer.Option(help="Decisions between two updates.")] = 2048,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="Random seed for tables and network.")] = 1,
) -> None:
    """Train, telling the mean reward batch by batch."""
    rules, console = rulebook(game), Console(emoji=False)
    options = options_of(rules, (), seats)
    train(rules, against, steps, envs=envs, batch=batch, seed=seed, console=console, **options)


if __name__ == "__main__":
    typer.run(main)
