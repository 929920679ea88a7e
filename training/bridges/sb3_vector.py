"""A batch of tables as a Stable-Baselines3 `VecEnv`: one learning seat each, bots play the others.

    from dynasty_env import dynasty_v0
    from sb3_contrib import MaskablePPO
    from training.bridges.sb3_vector import SeatVecEnv

    model = MaskablePPO("MlpPolicy", SeatVecEnv(dynasty_v0.seat_vec_env(256, features="onehot")))

It needs the extra `sb3`. MaskablePPO gets masks through `env_method("action_masks")`: they come from the batch.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.errors import OptionError


class SeatVecEnv(VecEnv):
    """Stable-Baselines3's interface over a `SeatVectorEnv`. Raises OptionError if ended tables do not get a new game
    within the step.

    An ended table gets a new game within the step; the learner's last observation is in its info as
    ``terminal_observation``.

    Args:
        env: the tables, with ``autoreset_mode="SameStep"``; a plain MLP needs ``features="onehot"``.
    """

    def __init__(self, env: SeatVectorEnv) -> None:
        if env.autoreset_mode is not AutoresetMode.SAME_STEP:
            raise OptionError(f"autoreset_mode={env.autoreset_mode.value!r}: Stable-Baselines3 needs 'SameStep'")
        self.env = env
        self._actions: npt.NDArray[Any] = np.zeros(env.num_envs, np.int64)
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self) -> npt.NDArray[Any]:
        """Deal all tables, from the seed that was passed to `seed`, if any."""
        seed = None if self._seeds[0] is None else [int(each or 0) for each in self._seeds]
        observation, _ = self.env.reset(seed=seed)
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the learner's actions (n,)."""
        self._actions = actions

    def step_wait(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]:
        """Play them: observation, rewards (n,) float32, dones (n,) bool, and an info for each table."""
        observation, rewards, ended, _, info = self.env.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(ended):
            infos[i] = {"terminal_observation": info["final_obs"][i], "TimeLimit.truncated": False}
        return observation, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        """Stop the threads."""
        self.env.close()

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        """``action_masks`` (a row for each table) and ``state`` (a copy of each): what is called per table."""
        tables = list(self._get_indices(indices))
        if method_name == "action_masks":
            masks = self.env.action_masks()
            return [masks[i] for i in tables]
        if method_name == "state":
            return [self.env.state(i) for i in tables]
        raise AttributeError(f"single tables of a batch have no method {method_name!r}")

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute of the batch, repeated for each table. Raises AttributeError if it has none of this name."""
        value = getattr(self.env, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Raises an error: a batch has no separate tables with attributes."""
        raise AttributeError(f"{attr_name!r} cannot be set on tables of a batch: pass options to the environment")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        """False: no table has a wrapper of its own."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[npt.NDArray[np.uint8] | None]:
        """None: batches cannot be rendered."""
        return [None] * self.num_envs
