"""PufferLib's PPO in one seat of a game, with masks.

    python -m training.bridges.pufferlib_ppo dynasty_env/Leduc-v0 --steps 20000

It needs a separate environment with `pufferlib-core` (see docs/libraries). PufferLib does not support masks: its
emulation packs observation and mask into one array, and the policy here unpacks them and applies the mask to its
logits. Its advantages need a GPU's libraries, and without these it does not train: here torch computes them. Single
tables are stepped one after the other, each with bots of any kind in the other seats.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import gymnasium
import numpy as np
import pufferlib.emulation
import pufferlib.pufferl
import pufferlib.pytorch
import pufferlib.vector
import torch
import typer
from pufferlib.pufferl import PuffeRL
from rich.console import Console
from torch import Tensor, nn

import dynasty_env
from dynasty_env.kit.envs.single import MaskInObservation

HIDDEN, FORBIDDEN = 128, -1e9
CONFIG: dict[str, Any] = {
    "seed": 1, "torch_deterministic": True, "device": "cpu", "cpu_offload": False, "precision": "float32",
    "compile": False, "compile_mode": "default", "compile_fullgraph": False, "use_rnn": False, "data_dir": "runs",
    "checkpoint_interval": 10**9, "optimizer": "adam", "learning_rate": 1e-3, "anneal_lr": True, "adam_beta1": 0.9,
    "adam_beta2": 0.999, "adam_eps": 1e-8, "bptt_horizon": 64, "batch_size": "auto", "minibatch_size": 256,
    "max_minibatch_size": 32768, "update_epochs": 2, "gamma": 1.0, "gae_lambda": 0.95, "clip_coef": 0.2, "vf_coef": 0.5,
    "vf_clip_coef": 0.2, "max_grad_norm": 0.5, "ent_coef": 0.01, "vtrace_rho_clip": 1.0, "vtrace_c_clip": 1.0,
    "prio_alpha": 0.0, "prio_beta0": 1.0, "env": "dynasty_env",
}  # fmt: skip
"""Settings of `PuffeRL`: a game's only reward comes at its end, so that nothing is discounted."""


def advantages_by_torch(  # noqa: PLR0913
    values: Tensor, rewards: Tensor, terminals: Tensor, ratio: Tensor, advantages: Tensor, gamma: float,
    gae_lambda: float, rho_clip: float, c_clip: float,
) -> Tensor:  # fmt: skip
    """(n, T) generalised advantages with the clipped ratios of V-trace, as PufferLib's own kernel computes them.

    Rewards and ends are stored with the observation that came with them, one step after the action that led there.
    """
    advantages[:, -1] = 0
    for t in range(values.shape[1] - 2, -1, -1):
        goes_on = 1 - terminals[:, t + 1]
        error = rewards[:, t + 1] + gamma * values[:, t + 1] * goes_on - values[:, t]
        later = gamma * gae_lambda * ratio[:, t].clamp(max=c_clip) * goes_on * advantages[:, t + 1]
        advantages[:, t] = ratio[:, t].clamp(max=rho_clip) * error + later
    return advantages


class Outcomes(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Passes what was won to PufferLib's statistics, but no masks: the observation contains those."""

    def reset(self, **given: Any) -> tuple[Any, dict[str, Any]]:
        """Deal a new game."""
        return super().reset(**given)[0], {}

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Play an action."""
        seen, reward, over, cut, _ = super().step(int(action))
        return seen, reward, over, cut, {"won": float(reward)} if over else {}


def table(name: str, options: dict[str, Any], buf: Any = None, seed: int = 0) -> Any:
    """One table in the form that PufferLib needs."""
    env = Outcomes(MaskInObservation(gymnasium.make(name, features="onehot", **options)))
    return pufferlib.emulation.GymnasiumPufferEnv(env, buf=buf, seed=seed)


class MaskedPolicy(nn.Module):
    """A hidden layer, and logits with the mask applied."""

    def __init__(self, env: Any) -> None:
        super().__init__()
        self._packed = pufferlib.pytorch.nativize_dtype(env.emulated)
        spaces = env.env.observation_space
        self.body = nn.Sequential(nn.Linear(spaces["observation"].shape[0], HIDDEN), nn.Tanh())
        self.logits, self.value = nn.Linear(HIDDEN, spaces["action_mask"].shape[0]), nn.Linear(HIDDEN, 1)

    def forward(self, packed: Tensor, state: Any = None) -> tuple[Tensor, Tensor]:
        """(n, A) masked logits and (n, 1) values of packed observations."""
        given = pufferlib.pytorch.nativize_tensor(packed, self._packed)
        hidden = self.body(given["observation"].float())
        return self.logits(hidden).masked_fill(given["action_mask"] == 0, FORBIDDEN), self.value(hidden)

    forward_eval = forward


def train(
    name: str,
    steps: int,
    tables: int = 16,
    watch: Callable[[int, float], None] = lambda done, won: None,
    **options: Any,
) -> MaskedPolicy:
    """Train in one seat.

    Args:
        name: the Gymnasium name, such as ``dynasty_env/Leduc-v0``.
        steps: of all tables together.
        tables: how many; they are stepped one after the other.
        watch: called after each batch with the steps so far and the recent mean reward.
        **options: options of the environment.
    """
    envs = pufferlib.vector.make(partial(table, name, options), num_envs=tables, backend=pufferlib.vector.Serial)
    policy = MaskedPolicy(envs.driver_env)
    if not pufferlib.pufferl._C_AVAILABLE:
        pufferlib.pufferl.compute_puff_advantage = advantages_by_torch
    learner = PuffeRL({**CONFIG, "total_timesteps": steps}, envs, policy)
    learner.print_dashboard = lambda *_, **__: None
    while learner.global_step < steps:
        won = learner.evaluate().get("won", [])
        watch(learner.global_step, float(np.mean(won)) if len(won) else float("nan"))
        learner.train()
    learner.utilization.stop()
    envs.close()
    return policy


def main(
    name: Annotated[str, typer.Argument(help="Gymnasium id of the environment.")] = "dynasty_env/Leduc-v0",
    steps: Annotated[int, typer.Option(help="Decisions to train for.")] = 20_000,
    bots: Annotated[str, typer.Option(help="Bot in the other seats.")] = "random",
) -> None:
    """Train a policy by PufferLib's PPO, and say what it wins as it learns."""
    torch.manual_seed(CONFIG["seed"])
    console = Console(emoji=False)
    train(name, steps, bots=bots, watch=lambda done, won: console.print(f"{done:,} steps: wins {won:+.3f} per game"))


gymnasium.register_envs(dynasty_env)

if __name__ == "__main__":
    typer.run(main)
