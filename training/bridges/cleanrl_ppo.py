"""PPO with action masks in one file, in the style of CleanRL: read it from top to bottom, copy it, change it.

    python -m training.bridges.cleanrl_ppo --env-id dynasty_env/Dynasty-v0 --bots random --total-timesteps 1000000
    tensorboard --logdir runs

It needs torch and tensorboard (the extra `train`), NumPy and Gymnasium, and nothing else of this package but the name
of the game: one seat of each table learns, bots play the others, inside the compiled rules.
"""

import argparse
import random
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical
from torch.utils.tensorboard import SummaryWriter

import dynasty_env  # registers the games

gym.register_envs(dynasty_env)


@dataclass
class Args:
    """The parameters of a run; every field is a command-line option."""

    env_id: str = "dynasty_env/Dynasty-v0"
    bots: str = "random"  # the bots in the other seats: random or greedy
    num_players: int = 0  # 0: the game's default
    seed: int = 1
    out: str = "runs"  # where curves are written, in a separate folder for each run
    total_timesteps: int = 1_000_000
    learning_rate: float = 1e-3
    anneal_lr: int = 1  # 1: the learning rate falls to 0
    num_envs: int = 64
    num_steps: int = 64  # decisions of each table between two updates
    gamma: float = 1.0  # only the end of a game pays, and every game ends
    gae_lambda: float = 0.95
    num_minibatches: int = 8
    update_epochs: int = 4
    clip_coef: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    hidden: int = 256


def parse_args(words: Sequence[str] | None = None) -> Args:
    """The settings from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for field in fields(Args):
        kind = type(field.default)
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=kind, default=field.default)
    args = Args(**vars(parser.parse_args(words)))
    if args.total_timesteps < args.num_envs * args.num_steps:
        parser.error(f"--total-timesteps is less than one batch, of {args.num_envs} · {args.num_steps} decisions")
    return args


def layer_init(layer: nn.Linear, std: float = 2**0.5) -> nn.Linear:
    """Orthogonal weights of this scale, and zero biases."""
    nn.init.orthogonal_(layer.weight, std)
    nn.init.zeros_(layer.bias)
    return layer


class Agent(nn.Module):
    """An actor and a critic, without shared layers."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        super().__init__()

        def mlp(outputs: int, std: float) -> nn.Sequential:
            return nn.Sequential(
                layer_init(nn.Linear(inputs, hidden)),
                nn.Tanh(),
                layer_init(nn.Linear(hidden, hidden)),
                nn.Tanh(),
                layer_init(nn.Linear(hidden, outputs), std),
            )

        self.actor = mlp(actions, 0.01)
        self.critic = mlp(1, 1.0)

    def get_value(self, x: Tensor) -> Tensor:
        """(B,) the reward that the learner can expect."""
        value: Tensor = self.critic(x).squeeze(-1)
        return value

    def get_action_and_value(
        self, x: Tensor, mask: Tensor, action: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Action, its log-probability, entropy and value, each (B,); only actions in `mask` (B, A) are drawn."""
        probs = Categorical(logits=self.actor(x).masked_fill(~mask, -1e9))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.get_value(x)


def train(args: Args) -> tuple[Agent, list[float]]:
    """Learn for `args.total_timesteps` decisions; returns the agent and, after each update, the mean reward of the last
    500 games (NaN before the first game has ended)."""
    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)

    # The tables. After a game ends, the next one starts within the same step; the mask is in the infos.
    seats: dict[str, Any] = {"num_players": args.num_players} if args.num_players else {}
    envs = gym.make_vec(args.env_id, num_envs=args.num_envs, bots=args.bots, features="onehot", **seats)
    assert isinstance(envs.single_action_space, gym.spaces.Discrete)
    assert envs.single_observation_space.shape is not None
    run = f"{args.env_id.replace('/', '-')}__cleanrl_ppo__{args.seed}__{int(time.time())}"
    writer = SummaryWriter(f"{args.out}/{run}")
    inputs, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)
    agent = Agent(inputs, actions, args.hidden)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)

    # Buffers for a rollout.
    shape = args.num_steps, args.num_envs
    obs = torch.zeros(*shape, inputs)
    masks = torch.zeros(*shape, actions, dtype=torch.bool)
    taken = torch.zeros(shape, dtype=torch.long)
    logprobs, rewards, dones, values = (torch.zeros(shape) for _ in range(4))

    seen, infos = envs.reset(seed=args.seed)
    next_obs, next_mask = torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]).bool()
    next_done = torch.zeros(args.num_envs)  # whether the game before next_obs has ended
    returns_of_games: deque[float] = deque(maxlen=500)
    means: list[float] = []
    global_step, start = 0, time.monotonic()
    batch_size = args.num_envs * args.num_steps
    num_updates = args.total_timesteps // batch_size

    for update in range(num_updates):
        if args.anneal_lr:
            optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - update / num_updates)

        # Play.
        for step in range(args.num_steps):
            obs[step], masks[step], dones[step] = next_obs, next_mask, next_done
            with torch.no_grad():
                action, logprob, _, value = agent.get_action_and_value(next_obs, next_mask)
            taken[step], logprobs[step], values[step] = action, logprob, value
            seen, reward, terminated, _, infos = envs.step(action.numpy())
            rewards[step] = torch.from_numpy(reward)
            next_obs, next_mask = torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]).bool()
            next_done = torch.from_numpy(terminated).float()
            returns_of_games.extend(float(won) for won in reward[terminated])
            global_step += args.num_envs

        # Generalised advantage estimation; nothing is truncated, and the value of an end is its reward alone.
        with torch.no_grad():
            advantages = torch.zeros(shape)
            following, last = agent.get_value(next_obs), torch.zeros(args.num_envs)
            going = 1 - next_done
            for t in reversed(range(args.num_steps)):
                delta = rewards[t] + args.gamma * following * going - values[t]
                advantages[t] = last = delta + args.gamma * args.gae_lambda * going * last
                following, going = values[t], 1 - dones[t]
            returns = advantages + values

        # Learn.
        b_obs, b_masks = obs.flatten(0, 1), masks.flatten(0, 1)
        b_taken, b_logprobs, b_advantages, b_returns = (
            each.flatten() for each in (taken, logprobs, advantages, returns)
        )
        clipped, kl = [], 0.0
        for _ in range(args.update_epochs):
            for rows in torch.randperm(batch_size).chunk(args.num_minibatches):
                _, newlogprob, entropy, newvalue = agent.get_action_and_value(b_obs[rows], b_masks[rows], b_taken[rows])
                logratio = newlogprob - b_logprobs[rows]
                ratio = logratio.exp()
                with torch.no_grad():
                    kl = float((ratio - 1 - logratio).mean())
                    clipped.append(float(((ratio - 1).abs() > args.clip_coef).float().mean()))
                advantage = b_advantages[rows]
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                bounded = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
                pg_loss = -torch.min(advantage * ratio, advantage * bounded).mean()
                v_loss = 0.5 * (newvalue - b_returns[rows]).square().mean()
                entropy_loss = entropy.mean()
                loss = pg_loss - args.ent_coef * entropy_loss + args.vf_coef * v_loss
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()

        # Report.
        means.append(float(np.mean(returns_of_games)) if returns_of_games else float("nan"))
        variance = float(b_returns.var())
        explained = 1 - float((b_returns - values.flatten()).var()) / variance if variance > 0 else float("nan")
        curves = {
            "charts/episodic_return": means[-1],
            "charts/win_rate": float(np.mean(np.array(returns_of_games) > 0)) if returns_of_games else float("nan"),
            "charts/learning_rate": optimizer.param_groups[0]["lr"],
            "charts/SPS": global_step / (time.monotonic() - start),
            "losses/policy_loss": pg_loss.item(),
            "losses/value_loss": v_loss.item(),
            "losses/entropy": entropy_loss.item(),
            "losses/approx_kl": kl,
            "losses/clipfrac": float(np.mean(clipped)),
            "losses/explained_variance": explained,
        }
        for name, value_of in curves.items():
            writer.add_scalar(name, value_of, global_step)
        print(
            f"global_step={global_step}, episodic_return={means[-1]:+.3f}, SPS={curves['charts/SPS']:.0f}", flush=True
        )

    envs.close()
    writer.close()
    return agent, means


if __name__ == "__main__":
    train(parse_args())
