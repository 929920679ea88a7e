"""PPO with RLlib (its new API stack) and action masks: one seat among bots, or all seats in self-play.

    python -m training.bridges.rllib_ppo seat dynasty_v0 --iterations 10 --against random
    python -m training.bridges.rllib_ppo self-play dynasty_v0 --iterations 10

It needs the extra `rllib`, best in an environment of its own, as Ray asks for one version of Gymnasium alone.
"""

from typing import Annotated, Any

import gymnasium
import numpy as np
import numpy.typing as npt
import ray
import torch
import typer
from gymnasium import spaces
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env
from rich.console import Console

from agents.arguments import Seats, options_of, rulebook
from agents.opponents import single_env
from agents.uniform import Random
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot, Decision
from training.arena.match import play_match

Seen = dict[str, npt.NDArray[np.float32]]
SHARED = "shared"
"""The one network that plays all seats in self-play."""

app = typer.Typer(add_completion=False, help=__doc__)


class MaskForRLlib(gymnasium.ObservationWrapper[Seen, Any, npt.NDArray[np.float32]]):
    """Observations for RLlib's masking module: ``observations`` and ``action_mask``, both float32."""

    def __init__(self, env: gymnasium.Env[npt.NDArray[np.float32], Any]) -> None:
        super().__init__(env)
        self._masks = env.get_wrapper_attr("action_masks")
        self.observation_space = masked_space(env.observation_space, env.action_space)

    def observation(self, observation: npt.NDArray[np.float32]) -> Seen:
        """`observation` together with the current mask."""
        return {"observations": observation, "action_mask": self._masks().astype(np.float32)}


def masked_space(observations: Any, actions: Any) -> Any:
    """The space of observations with their mask."""
    mask = spaces.Box(0.0, 1.0, (int(actions.n),), np.float32)
    return spaces.Dict({"observations": observations, "action_mask": mask})


def seat_env(config: dict[str, Any]) -> MaskForRLlib:
    """One learning seat: ``game`` (a name or a rulebook), ``bots`` and options come from RLlib's `env_config`."""
    return MaskForRLlib(single_env(features="onehot", **config))


class SelfPlayEnv(MultiAgentEnv):
    """All seats of a table. Only the deciding seat is observed, so only it acts; all are paid at the end.

    Args:
        config: ``game``, a name or a rulebook, and options of `TableEnv`.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        given = dict(config)
        game = given.pop("game")
        rules = game if isinstance(game, Game) else rulebook(game)
        self.table = TableEnv(rules, features="onehot", **given)
        self.possible_agents = list(self.table.possible_agents)
        self.agents = list(self.possible_agents)
        first = self.table.observation_space(self.agents[0])["observation"]
        space = masked_space(first, self.table.action_space(self.agents[0]))
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict(self.table.action_spaces)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Seen], Any]:
        """Deal a new game; returns the observation of the seat that decides first."""
        self.table.reset(seed, options)
        return self._seen([self.table.agent_selection]), {}

    def step(self, action_dict: dict[str, int]) -> tuple[Any, ...]:
        """Play the deciding seat's action: observations, rewards, terminations, truncations, infos."""
        self.table.step(int(action_dict[self.table.agent_selection]))
        if not self.table.game_state.done:
            return self._seen([self.table.agent_selection]), {}, {"__all__": False}, {"__all__": False}, {}
        everybody = self.possible_agents
        return self._seen(everybody), dict(self.table.rewards), {"__all__": True}, {"__all__": False}, {}

    def _seen(self, agents: list[str]) -> dict[str, Seen]:
        result = {}
        for agent in agents:
            seen = self.table.observe(agent)
            mask = seen["action_mask"].astype(np.float32)
            result[agent] = {"observations": seen["observation"], "action_mask": mask}
        return result


def settings(batch: int, seed: int, runners: int) -> PPOConfig:
    """PPO for games that only pay at their end; with 0 runners, games are played in this process."""
    return (
        PPOConfig()
        .framework("torch")
        .env_runners(num_env_runners=runners)
        .training(
            train_batch_size_per_learner=batch,
            minibatch_size=128,
            num_epochs=4,
            gamma=1.0,
            lambda_=0.95,
            lr=1e-3,
            entropy_coeff=0.01,
            vf_loss_coeff=0.5,
        )
        .debugging(seed=seed)
    )


def masking() -> RLModuleSpec:
    """The network: two layers; illegal actions have probability 0."""
    return RLModuleSpec(
        module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128], "vf_share_layers": False}
    )


def seat_config(game: str | Game, bots: str, *, batch: int, seed: int = 1, runners: int = 0, **options: Any) -> Any:
    """A configuration of PPO for one seat among bots."""
    register_env("dynasty_env_seat", seat_env)
    config = settings(batch, seed, runners).environment(
        "dynasty_env_seat", env_config={"game": game, "bots": bots, **options}
    )
    return config.rl_module(rl_module_spec=masking())


def self_play_config(game: str | Game, *, batch: int, seed: int = 1, runners: int = 0, **options: Any) -> Any:
    """A configuration of PPO in which one network plays, and learns from, all seats."""
    config = settings(batch, seed, runners).environment(SelfPlayEnv, env_config={"game": game, **options})
    return config.multi_agent(policies={SHARED}, policy_mapping_fn=lambda agent, episode, **_: SHARED).rl_module(
        rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: masking()})
    )


class ModuleBot:
    """A trained network as a bot: it takes the likeliest legal action."""

    name = "rllib"

    def __init__(self, module: RLModule) -> None:
        self.module = module

    def reset(self, seed: int) -> None:
        """Nothing to reset."""

    def act(self, decision: Decision) -> int:
        """The likeliest legal action."""
        seen = torch.from_numpy(decision.game.layout.onehot(decision.observation)[None])
        mask = torch.from_numpy(decision.mask[None]).float()
        with torch.no_grad():
            output = self.module.forward_inference({Columns.OBS: {"observations": seen, "action_mask": mask}})
        return int(output[Columns.ACTION_DIST_INPUTS].argmax())


def win_rate(algorithm: Algorithm, module: str, game: Game, games: int, seats: int) -> float:
    """How often the network wins against random players, in every seat equally often."""
    bots: list[Bot] = [ModuleBot(algorithm.get_module(module)), *(Random() for _ in range(seats - 1))]
    return float(play_match(game, bots, games=games).rate(0).rate)


def run(config: Any, iterations: int, console: Console) -> Algorithm:
    """Train and print how many decisions have been learned from."""
    algorithm = config.build_algo()
    for iteration in range(iterations):
        result = algorithm.train()["env_runners"]
        mean = result.get("episode_return_mean", float("nan"))
        console.print(f"iteration {iteration + 1}: mean return {mean:+.3f}, {result.get('num_episodes', 0):.0f} games")
    return algorithm


@app.command()
def seat(
    game: Annotated[str, typer.Argument(help="Game to learn.")] = "dynasty_v0",
    against: Annotated[str, typer.Option(help="Bots in the other seats.")] = "random",
    iterations: Annotated[int, typer.Option(help="Iterations of playing and learning.")] = 10,
    batch: Annotated[int, typer.Option(help="Decisions per iteration.")] = 4000,
    seats: Seats = None,
    runners: Annotated[int, typer.Option(help="Worker processes; 0: only this process.")] = 0,
) -> None:
    """One seat learns, bots play the others; the mean return is what it wins."""
    options = options_of(rulebook(game), (), seats)
    config = seat_config(game, against, batch=batch, runners=runners, **options)
    run(config, iterations, Console(emoji=False)).stop()


@app.command()
def self_play(
    game: Annotated[str, typer.Argument(help="Game to learn.")] = "dynasty_v0",
    iterations: Annotated[int, typer.Option(help="Iterations of playing and learning.")] = 10,
    batch: Annotated[int, typer.Option(help="Decisions per iteration.")] = 4000,
    seats: Seats = None,
    runners: Annotated[int, typer.Option(help="Worker processes; 0: only this process.")] = 0,
    games: Annotated[int, typer.Option(help="Games against random players at the end.")] = 100,
) -> None:
    """All seats learn, in one network; at the end it plays against random players."""
    console, rules = Console(emoji=False), rulebook(game)
    options = options_of(rules, (), seats)
    algorithm = run(self_play_config(game, batch=batch, runners=runners, **options), iterations, console)
    rate = win_rate(algorithm, SHARED, rules, games, options["num_players"])
    console.print(f"wins {rate:.1%} of {games} games against {options['num_players'] - 1} random")
    algorithm.stop()


if __name__ == "__main__":
    ray.init(include_dashboard=False, log_to_driver=False)
    app()
