"""Gymnasium's environments: one agent."""

from collections.abc import Mapping
from typing import Any

from dynasty_env.conformance.drivers.base import LEARNER, Agent, Driver, Move


class SingleDriver(Driver):
    """Finds masks in `action_masks()`, in the observation and in the info."""

    interface = "gymnasium"

    @property
    def agents(self) -> tuple[Agent, ...]:
        return (LEARNER,)

    @property
    def acting(self) -> tuple[Agent, ...]:
        """The learner, until the episode is over."""
        return () if self._over else (LEARNER,)

    @property
    def present(self) -> tuple[Agent, ...]:
        """The learner, also after the end."""
        return (LEARNER,) if self._begun else ()

    def forget(self) -> None:
        super().forget()
        self._begun, self._over = False, True
        self._observation: Any = None
        self._info: Any = {}
        self._flags = (False, False)

    def reset(self, seed: int | None, **more: Any) -> None:
        observation, info = self.env.reset(seed=seed, **more)
        self.forget()
        self._begun, self._over = True, False
        self._observation, self._info = observation, info

    def play(self, move: Move) -> None:
        self._observation, reward, terminated, truncated, self._info = self.hand_over(move[LEARNER])
        self.look_at_flags("terminated", {LEARNER: terminated})
        self.look_at_flags("truncated", {LEARNER: truncated})
        if not isinstance(self._info, Mapping):
            self.oddities.append(f"step returned {self._info!r} as its info, which is not a dict")
        self.rewards = {LEARNER: reward}
        self.pay(self.rewards)
        self._flags = (bool(terminated), bool(truncated))
        self._over = any(self._flags)
        self.cut |= {LEARNER} if truncated and not terminated else set()

    def observe(self, agent: Agent) -> Any:
        return self._observation

    def info(self, agent: Agent) -> Any:
        return self._info

    def masks(self, agent: Agent) -> dict[str, Any]:
        """The masks that all interfaces have, and `action_masks()`."""
        result = super().masks(agent)
        try:
            method = self.env.get_wrapper_attr("action_masks")
        except AttributeError:
            return result
        return {"action_masks()": method(), **result}

    def action_space(self, agent: Agent) -> Any:
        return self.env.action_space

    def observation_space(self, agent: Agent) -> Any:
        return self.env.observation_space

    def flags(self) -> dict[Agent, Any]:
        return {LEARNER: self._flags}
