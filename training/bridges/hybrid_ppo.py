"""PPO for hybrid actions in one file: a masked categorical for the choice, a squashed Gaussian for the point.

    python -m training.bridges.hybrid_ppo GAME --minutes 5 --out runs/hybrid
    python -m training.bridges.hybrid_ppo GAME --minutes 5 --parameters discrete

It needs torch (the extra `train`). One seat of each table learns, bots play the others, inside the compiled rules. With
``--parameters discrete`` the same learner takes its angles and lengths from the game's grid. A run whose folder has a
checkpoint resumes from there.
"""

import time
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn
from torch import Tensor, nn
from torch.distributions import Categorical, Normal

from agents.arguments import Bar, Seats, options_of, rulebook
from agents.at_tables import opponents
from agents.compiling import compile_entries
from dynasty_env.kit.envs.hybrid import HybridSeatVectorEnv
from dynasty_env.kit.envs.module import GameModule, seated
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.errors import InUseError, SaveError
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.origin import foreign, origin
from training.arena.match import Rate, wilson

CHECKPOINT = "hybrid-ppo.pt"
MEASURED_FROM = 10_000_000
"""Seeds for the games of a measurement, which never occur in training."""


@dataclass(frozen=True)
class Settings:
    """What a run learns, and how."""

    game: str
    parameters: str = "continuous"
    against: str = "random"
    seats: int | None = None  # None: the game's default
    envs: int = 64
    steps: int = 64  # decisions of each table between two updates
    hidden: int = 256
    learning_rate: float = 5e-4
    gae_lambda: float = 0.95
    epochs: int = 4
    minibatches: int = 8
    clip: float = 0.2
    entropy: float = 0.01
    seed: int = 1


class Seen(NamedTuple):
    """What the learner observes at every table, and what it may do.

    Attributes:
        mask: (B, n) bool: legal choices.
        uses: (B, k): 1 for each coordinate of a point that the decision uses; k is 0 without continuous parameters.
    """

    observation: Tensor
    mask: Tensor
    uses: Tensor


class Action(NamedTuple):
    """A choice (B,), and the point (B, k) before tanh squashes it into the box."""

    choice: Tensor
    raw: Tensor


class Played(NamedTuple):
    """Decisions that were played: what was observed, what was done, and the result; (steps, tables, …) each."""

    observation: Tensor
    mask: Tensor
    uses: Tensor
    choice: Tensor
    raw: Tensor
    told: Tensor  # log-probability
    value: Tensor
    reward: Tensor
    ended: Tensor


class Agent(nn.Module):
    """An actor with two heads, and a critic."""

    def __init__(self, inputs: int, choices: int, coordinates: int, hidden: int) -> None:
        super().__init__()

        def mlp(outputs: int, scale: float) -> nn.Sequential:
            last = nn.Linear(hidden, outputs)
            nn.init.orthogonal_(last.weight, scale)
            nn.init.zeros_(last.bias)
            return nn.Sequential(nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), last)

        self.actor = mlp(choices + coordinates, 0.01)
        self.critic = mlp(1, 1.0)
        self.log_std = nn.Parameter(torch.full((coordinates,), -0.5))
        self.choices = choices

    def heads(self, seen: Seen) -> tuple[Categorical, Normal]:
        """The distributions of the choice among legal ids, and of the point before it is squashed."""
        logits, mean = self.actor(seen.observation).tensor_split([self.choices], dim=1)
        return Categorical(logits=logits.masked_fill(~seen.mask, -1e9)), Normal(mean, self.log_std.exp())

    def act(self, seen: Seen) -> Action:
        """An action drawn for each row."""
        choice, point = self.heads(seen)
        return Action(choice.sample(), point.sample())

    def judged(self, seen: Seen, action: Action) -> tuple[Tensor, Tensor]:
        """(B,) log-probability and entropy of actions.

        Coordinates that a decision does not use do not count. The log-probability of a squashed point differs from that
        of the raw point by a term that only depends on the raw point; it cancels in PPO's ratios and is left out.
        """
        choice, point = self.heads(seen)
        log_prob = choice.log_prob(action.choice) + (point.log_prob(action.raw) * seen.uses).sum(1)
        return log_prob, choice.entropy() + (point.entropy() * seen.uses).sum(1)

    def value(self, seen: Seen) -> Tensor:
        """(B,) the reward that the learner can expect."""
        value: Tensor = self.critic(seen.observation).squeeze(-1)
        return value


class Tables:
    """The learner's tables, discrete or continuous, as tensors."""

    def __init__(self, settings: Settings, envs: int, seed: int) -> None:
        rules = rulebook(settings.game)
        given = {"parameters": settings.parameters, **seated(settings.seats), "features": "onehot"}
        made = GameModule(rules).seat_vec_env(envs, opponents(settings.against, rules), **given)
        self.envs: SeatVectorEnv = made
        self.coordinates = made.point_uses.shape[1] if isinstance(made, HybridSeatVectorEnv) else 0
        observation, infos = made.reset(seed=seed)
        self.choices = infos["action_mask"].shape[1]
        self.seen = self._as_tensors(observation, infos)

    def _as_tensors(self, observation: Any, infos: dict[str, Any]) -> Seen:
        uses = np.zeros((len(observation), 0), np.float32)
        if isinstance(self.envs, HybridSeatVectorEnv):
            uses = self.envs.point_uses.astype(np.float32)
        mask = torch.from_numpy(infos["action_mask"]).bool()
        return Seen(torch.from_numpy(observation), mask, torch.from_numpy(uses))

    def step(self, action: Action) -> tuple[Tensor, Tensor]:
        """Play actions; returns (n,) rewards, and 1 where a game has ended. `seen` is the new observation then."""
        given: Any = action.choice.numpy()
        if self.coordinates:
            given = {"choice": given, "point": torch.tanh(action.raw).numpy()}
        observation, reward, ended, _, infos = self.envs.step(given)
        self.seen = self._as_tensors(observation, infos)
        return torch.from_numpy(reward).float(), torch.from_numpy(ended).float()


def advantages_of(values: Tensor, rewards: Tensor, ends: Tensor, last: Tensor, gae_lambda: float) -> Tensor:
    """Generalised advantage estimation over (steps, tables), without discounting: only the end of a game pays."""
    result, following, ahead = torch.zeros_like(rewards), last, torch.zeros_like(last)
    for step in reversed(range(len(rewards))):
        going = 1 - ends[step]
        ahead = rewards[step] + following * going - values[step] + gae_lambda * going * ahead
        result[step], following = ahead, values[step]
    return result


def learn(agent: Agent, optimiser: torch.optim.Optimizer, tables: Tables, settings: Settings) -> list[float]:
    """Play `settings.steps` decisions at every table and learn from them; returns the rewards of ended games."""
    played: list[Played] = []
    with torch.no_grad():
        for _ in range(settings.steps):
            seen = tables.seen
            action = agent.act(seen)
            log_prob, _ = agent.judged(seen, action)
            value = agent.value(seen)
            played.append(Played(*seen, *action, log_prob, value, *tables.step(action)))
        rows = Played(*(torch.stack(each) for each in zip(*played, strict=True)))
        last = agent.value(tables.seen)
        gained = advantages_of(rows.value, rows.reward, rows.ended, last, settings.gae_lambda)
    flat = Played(*(each.flatten(0, 1) for each in rows))
    returns, advantage = gained.flatten() + flat.value, gained.flatten()
    for _ in range(settings.epochs):
        for some in torch.randperm(len(returns)).chunk(settings.minibatches):
            here = Played(*(each[some] for each in flat))
            seen = Seen(here.observation, here.mask, here.uses)
            now, entropy = agent.judged(seen, Action(here.choice, here.raw))
            ratio = (now - here.told).exp()
            better = (advantage[some] - advantage[some].mean()) / (advantage[some].std() + 1e-8)
            bounded = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            policy_loss = -torch.min(better * ratio, better * bounded).mean()
            value_loss = (agent.value(seen) - returns[some]).square().mean()
            loss = policy_loss + 0.25 * value_loss - settings.entropy * entropy.mean()
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()
    return [float(won) for won in rows.reward[rows.ended > 0]]


def measure(agent: Agent, settings: Settings, games: int) -> Rate:
    """The agent's win rate over the first games of this many tables, in all seats in turn; a draw is not a win."""
    tables = Tables(settings, games, MEASURED_FROM)
    won, over = torch.zeros(games), torch.zeros(games)
    with torch.no_grad():
        while not over.all():
            reward, ended = tables.step(agent.act(tables.seen))
            won += (reward > 0) * ended * (1 - over)
            over = torch.maximum(over, ended)
    return wilson(float(won.sum()), games)


def train(
    settings: Settings, minutes: float, folder: Path | None, console: Console, decisions: float = float("inf")
) -> tuple[Agent, int]:
    """Learn for a number of minutes or decisions, counting those before the checkpoint in `folder`; returns the agent
    and its decisions. Raises typer.BadParameter if the checkpoint belongs to a run with other settings."""
    torch.manual_seed(settings.seed)
    rules = rulebook(settings.game)
    kept = folder / CHECKPOINT if folder is not None else None
    state: dict[str, Any] = {"decisions": 0, "seconds": 0.0, "settings": asdict(settings)} | origin(rules)
    if kept is not None and kept.is_file():
        state = torch.load(kept, weights_only=True)
        if state["settings"] != asdict(settings):
            writer = foreign(state, rules, always=True)
            of = f"{writer} and of a run" if writer else "of a run"
            raise typer.BadParameter(f"{kept} is {of} with {state['settings']}: choose another --out")
        console.print(f"resuming from {kept}: {state['seconds'] / 60:.1f} minutes, {state['decisions']:,} decisions")
    tables = Tables(settings, settings.envs, settings.seed + state["decisions"])
    agent = Agent(tables.seen.observation.shape[1], tables.choices, tables.coordinates, settings.hidden)
    optimiser = torch.optim.Adam(agent.parameters(), lr=settings.learning_rate, eps=1e-5)
    if "agent" in state:
        agent.load_state_dict(state["agent"])
        optimiser.load_state_dict(state["optimiser"])
        torch.manual_seed(settings.seed + state["decisions"])
    recent: deque[float] = deque(maxlen=1000)
    with Bar(TextColumn("training"), BarColumn(), TextColumn("{task.description}"), console=console) as bar:
        task = bar.add_task("the first games", total=60 * minutes, completed=state["seconds"])
        while state["seconds"] < 60 * minutes and state["decisions"] < decisions:
            begun = time.monotonic()
            recent.extend(learn(agent, optimiser, tables, settings))
            state["decisions"] += settings.envs * settings.steps
            state["seconds"] += time.monotonic() - begun
            rate = f"won {np.mean(np.array(recent) > 0):.1%} of the last {len(recent)} games" if recent else ""
            bar.update(task, completed=state["seconds"], description=f"{state['decisions']:,} decisions, {rate}")
            if kept is not None:
                save(kept, state | {"agent": agent.state_dict(), "optimiser": optimiser.state_dict()})
    return agent, state["decisions"]


def save(file: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint atomically."""
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.save(state, file.with_suffix(".new"))
    file.with_suffix(".new").replace(file)


def only_here(folder: Path | None) -> Lock | None:
    """Keep other processes from training in a folder. Raises typer.BadParameter if one does."""
    if folder is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return Lock(folder)
    except (InUseError, SaveError) as error:
        raise typer.BadParameter(str(error)) from None


def main(  # noqa: PLR0913
    game: Annotated[str, typer.Argument(help="Game to learn.")],
    minutes: Annotated[float, typer.Option(help="Total training time in minutes.")] = 5.0,
    decisions: Annotated[float, typer.Option(help="Total decisions to learn from.")] = float("inf"),
    parameters: Annotated[str, typer.Option(help="Parameters: continuous or discrete.")] = "continuous",
    against: Annotated[str, typer.Option(help="Bot in the other seats: random, greedy, file.py:Class …")] = "random",
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="Random seed for games and weights.")] = 1,
    games: Annotated[int, typer.Option(help="Games of the final evaluation.")] = 2000,
    out: Annotated[Path | None, typer.Option(help="Checkpoint folder; a run there is resumed.")] = None,
) -> None:
    """Train one seat against bots, then evaluate it against the game's bots."""
    console = Console(emoji=False)
    lock = only_here(out)
    torch.set_num_threads(1)
    rules = rulebook(game)
    around = int(options_of(rules, (), seats)["num_players"])
    settings = Settings(game, parameters, against, around, seed=seed)
    entries = ("batch_deal", "batch_check", "some_observe", "some_play", "some_returns", "some_redeal")
    compile_entries(rules, (*entries, *(f"{bot}_bots" for bot in rules.policies)), console)
    agent, learned = train(settings, minutes, out, console, decisions)
    if lock is not None:
        lock.release()
    for bot in rules.policies:
        rate = measure(agent, Settings(game, parameters, bot, around), games)
        console.print(f"{parameters}, after {learned:,} decisions: wins {rate} of {games} games against {bot}")


if __name__ == "__main__":
    typer.run(main)
