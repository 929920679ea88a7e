"""A common way to drive environments of three interfaces: who chooses, what is seen, allowed and earned."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from copy import deepcopy
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from dynasty_env.conformance.sight import Sight, canonical, mark

Agent = Hashable
Move = dict[Agent, Any]
"""A decision: each agent that chooses now, with its action."""
LEARNER = "learner"
"""The only agent of a Gymnasium environment."""


def amount(reward: Any) -> float:
    """A reward as a number; for an array, which no reward should be (see `rewards_told`), the sum."""
    return float(np.sum(reward)) if np.ndim(reward) else float(reward)


class Driver(ABC):
    """An environment behind a common interface.

    Attributes:
        granted: what each agent has earned since the reset, by the rewards that each step gave.
        received: what each agent has been told that it earned; in PettingZoo's AEC, by `last()`.
        oddities: sentences about bookkeeping that deviates from the interface.
        log: what `step` has been given since the reset.
        given: the very object that `step` was given last.
        cut: agents whose episode was truncated and did not end by the rules.
        left: agents that have ended and left.
        farewells: what agents that have ended were shown last, where the interface informs them one by one.
    """

    interface: ClassVar[str]

    def __init__(self, env: Any) -> None:
        self.env = env
        self.forget()

    def forget(self) -> None:
        """Clear what belongs to one episode."""
        self.granted: dict[Agent, float] = dict.fromkeys(self.agents, 0.0)
        self.received: dict[Agent, float] = dict.fromkeys(self.agents, 0.0)
        self.rewards: dict[Agent, Any] = {}
        self.oddities: list[str] = []
        self.log: list[Any] = []
        self.given: Any = None
        self.farewells: dict[Agent, Any] = {}
        self.cut: set[Agent] = set()
        self.left: set[Agent] = set()

    @property
    def agents(self) -> tuple[Agent, ...]:
        """All agents that an episode can have."""
        return tuple(self.env.possible_agents)

    @property
    @abstractmethod
    def acting(self) -> tuple[Agent, ...]:
        """The agents that choose now; none once the episode is over."""

    @property
    def present(self) -> tuple[Agent, ...]:
        """The agents that can be asked what they see."""
        return self.acting

    @abstractmethod
    def reset(self, seed: int | None, **more: Any) -> None:
        """Begin an episode; `more` is passed on to the environment."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Play a decision."""

    @abstractmethod
    def observe(self, agent: Agent) -> Any:
        """What the environment shows `agent` now: its own object, not a copy."""

    @abstractmethod
    def info(self, agent: Agent) -> Any:
        """The info of `agent`."""

    def action_space(self, agent: Agent) -> Any:
        """The action space of `agent`: the environment's own answer."""
        return self.env.action_space(agent)

    def observation_space(self, agent: Agent) -> Any:
        """The observation space of `agent`: the environment's own answer."""
        return self.env.observation_space(agent)

    @abstractmethod
    def flags(self) -> dict[Agent, Any]:
        """Which agents have terminated, and which have been truncated."""

    def hand_over(self, action: Any) -> Any:
        """Step the environment, and require it to leave the action as it is."""
        self.given = action
        self.log.append(deepcopy(action))
        returned = self.env.step(action)
        if not isinstance(action, int) and canonical(action) != canonical(self.log[-1]):
            self.oddities.append(f"step changed the action that it was given from {self.log[-1]} to {action}")
        return returned

    def pay(self, told: Mapping[Agent, Any]) -> None:
        """Add the rewards of a step to those that were granted, and what agents were told to what they received."""
        for totals, rewards in ((self.granted, self.rewards), (self.received, told)):
            for agent, reward in rewards.items():
                totals[agent] = totals.get(agent, 0.0) + amount(reward)

    def look_for_the_dead(self) -> None:
        """Record agents that are back after they have left."""
        back = sorted(map(str, self.left & set(self.env.agents)))
        if back:
            self.oddities.append(f"{', '.join(back)} had ended and left, and is in env.agents again")

    def look_at_flags(self, name: str, flags: Mapping[Agent, Any]) -> None:
        """Record flags that are neither True nor False."""
        for agent, flag in flags.items():
            if not isinstance(flag, bool | np.bool_):
                self.oddities.append(f"{name} of {agent} is {flag!r}, neither True nor False")

    def masks(self, agent: Agent) -> dict[str, Any]:
        """Every mask that the environment gives `agent` now, by the place where it is found."""
        result = {}
        seen, info = self.observe(agent), self.info(agent)
        if isinstance(seen, Mapping) and "action_mask" in seen:
            result["observation['action_mask']"] = seen["action_mask"]
        if isinstance(info, Mapping) and "action_mask" in info:
            result["info['action_mask']"] = info["action_mask"]
        return result

    def allowed(self, agent: Agent) -> npt.NDArray[np.int64] | None:
        """The actions that the mask allows, ascending; None if there is no mask over a Discrete space."""
        space = self.action_space(agent)
        if not isinstance(space, spaces.Discrete):
            return None
        for mask in self.masks(agent).values():
            row = np.asarray(mask)
            if row.shape == (space.n,):
                return np.asarray(np.flatnonzero(row) + space.start, np.int64)
        return None

    def sampled(self, agent: Agent, seed: int) -> Any:
        """An action sampled from the action space of `agent`. For a space of several parts, one that its mask allows,
        if there is a mask of the same parts."""
        own = deepcopy(self.action_space(agent))  # so that the environment's own generator does not advance
        own.seed(seed)
        masks = [mask for mask in self.masks(agent).values() if isinstance(mask, Mapping | tuple)]
        return own.sample(mask=masks[0]) if masks else own.sample()

    def shown(self, agent: Agent) -> Sight:
        """Everything that one agent is shown now, part by part."""
        parts = {
            f"the observation of {agent}": mark(self.observe(agent)),
            f"the info of {agent}": mark(self.info(agent)),
        }
        for where, mask in self.masks(agent).items():
            parts[f"the mask of {agent} in {where}"] = mark(mask)
        return parts

    def seen(self) -> Sight:
        """Everything that the environment shows to anybody now, part by part."""
        parts: Sight = {"who chooses": mark([str(agent) for agent in self.acting])}
        for agent in self.present:
            parts |= self.shown(agent)
        for agent, seen in self.farewells.items():
            parts[f"the last observation of {agent}"] = mark(seen)
        for agent, reward in self.rewards.items():
            parts[f"the reward of {agent}"] = mark(amount(reward))
        for agent, flags in self.flags().items():
            parts[f"termination or truncation of {agent}"] = mark(flags)
        return parts

    def over_copy(self, env: Any) -> "Driver":
        """This driver's memory of the episode, with a copy of its environment."""
        twin = object.__new__(type(self))
        twin.__dict__.update({name: deepcopy(value) for name, value in self.__dict__.items() if name != "env"})
        twin.env = env
        return twin

    def close(self) -> None:
        """Close the environment."""
        self.env.close()
