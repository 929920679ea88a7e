"""Games of RLCard as PettingZoo AEC environments, whatever the game: ``rlcard_games:uno``.

The observation is RLCard's ``obs``, the mask its legal actions, the reward its payoff.
"""

from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

GAMES = ("leduc-holdem", "limit-holdem", "no-limit-holdem", "uno", "doudizhu", "gin-rummy", "mahjong", "bridge")


class RlcardEnv(AECEnv):  # type: ignore[misc]
    metadata = {"name": "rlcard", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str) -> None:
        self.game, self.render_mode = game, None
        self.make(None)
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.num_players)]
        self.agents: list[str] = []
        actions = self.table.num_actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, tuple(self.table.state_shape[seat]), np.float64),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for seat, agent in enumerate(self.possible_agents)
        }

    def make(self, seed: int | None) -> None:
        import rlcard

        self.table = rlcard.make(self.game, config={"seed": seed})

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.make(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        _, seat = self.table.reset()
        self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        state = self.table.get_state(seat)
        mask = np.zeros(self.table.num_actions, np.int8)
        if agent == self.agent_selection and not self.table.is_over():
            mask[list(state["legal_actions"])] = 1
        shape = self.observation_spaces[agent]["observation"].shape
        return {"observation": np.asarray(state["obs"], np.float64).reshape(shape), "action_mask": mask}

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if not 0 <= action < self.table.num_actions or not self.observe(self.agent_selection)["action_mask"][action]:
            raise ValueError(f"{action} is not allowed")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        _, seat = self.table.step(int(action))
        if self.table.is_over():
            self.rewards = dict(zip(self.agents, map(float, self.table.get_payoffs()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[seat]
        self._accumulate_rewards()
        if self.table.is_over():
            self._deads_step_first()

    def close(self) -> None:
        pass


def __getattr__(name: str) -> Any:
    game = name.replace("_", "-")
    if game in GAMES:
        return partial(RlcardEnv, game)
    raise AttributeError(name)
