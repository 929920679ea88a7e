"""The mask beside the observation instead of inside it, for libraries that expect observations to be plain arrays."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper

from dynasty_env.kit.errors import OptionError


class MaskInInfo(BaseWrapper[str, npt.NDArray[Any], int | None]):  # type: ignore[misc]  # PettingZoo ships no types
    """A PettingZoo environment of this package with plain arrays (D,) as observations.

    ``infos[agent]["action_mask"]`` (A,) int8 tells that agent, and no other, its legal actions: all zeros while it
    waits.

    Raises:
        OptionError: if the environment's observations are plain arrays already, as they are with hybrid actions.
    """

    def __init__(self, env: AECEnv[str, Any, int | None]) -> None:
        super().__init__(env)
        if not isinstance(env.observation_space(env.possible_agents[0]), spaces.Dict):
            raise OptionError(f"MaskInInfo: the observations of {env} are already plain, and their masks are in infos")
        self._masks: dict[str, npt.NDArray[np.int8]] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of `agent`: a box, the same object at each call."""
        inner: Any = self.env.observation_space(agent)
        box: spaces.Space[Any] = inner["observation"]
        return box

    def observe(self, agent: str) -> npt.NDArray[Any]:
        """What `agent` sees now."""
        seen: Any = self.env.observe(agent)
        plain: npt.NDArray[Any] = seen["observation"]
        return plain

    @property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The observation space of each agent."""
        return {agent: self.observation_space(agent) for agent in self.env.possible_agents}

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """Each agent's info: the environment's own info, and the mask."""
        return {agent: {**info, "action_mask": self._mask(agent)} for agent, info in self.env.infos.items()}

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        """An agent's legal actions: the same array object until they change, so that infos can be compared."""
        seen: Any = self.env.observe(agent)
        if not np.array_equal(seen["action_mask"], self._masks.get(agent, ())):
            self._masks[agent] = seen["action_mask"]
        return self._masks[agent]
