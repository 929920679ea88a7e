"""PettingZoo's Parallel environments: all agents choose at the same time."""

from collections.abc import Mapping
from typing import Any

from dynasty_env.conformance.drivers.base import Agent, Driver, Move

PARTS = ("observations", "rewards", "terminations", "truncations", "infos")


class ParallelDriver(Driver):
    """Keeps what the last reset or step returned, since the environment cannot be asked again."""

    interface = "parallel"

    @property
    def acting(self) -> tuple[Agent, ...]:
        return tuple(self.env.agents)

    def forget(self) -> None:
        super().forget()
        self._observations: Mapping[Agent, Any] = {}
        self._infos: Mapping[Agent, Any] = {}
        self._flags: dict[Agent, Any] = {}

    def reset(self, seed: int | None, **more: Any) -> None:
        observations, infos = self.env.reset(seed=seed, **more)
        self.forget()
        self._observations, self._infos = observations, infos
        for name, part in (("observations", observations), ("infos", infos)):
            self._look_at_part("reset", name, part, self.acting)

    def play(self, move: Move) -> None:
        before = self.acting
        returned = self.hand_over(dict(move))
        self._observations, self.rewards, terminations, truncations, self._infos = returned
        for name, part in zip(PARTS, returned, strict=True):
            self._look_at_part("step", name, part, before, ", who had acted")
        self.look_at_flags("termination", terminations)
        self.look_at_flags("truncation", truncations)
        gone = {a: r for a, r in self.rewards.items() if a not in before and a not in self.env.agents and r}
        if gone:
            self.oddities.append(f"step returned rewards for agents that had left: {gone}")
        self.look_for_the_dead()
        ended = {a for a in before if terminations.get(a) or truncations.get(a)}
        self._flags = {a: (bool(terminations.get(a)), bool(truncations.get(a))) for a in before}
        self.cut |= {a for a in ended if truncations.get(a) and not terminations.get(a)}
        if ended & set(self.env.agents):
            self.oddities.append(f"{', '.join(sorted(map(str, ended)))} ended and is still in env.agents")
        self.farewells |= {agent: self._observations[agent] for agent in ended if agent in self._observations}
        self.left |= ended - set(self.env.agents)
        lost = set(before) - ended - set(self.env.agents)
        if lost:
            self.oddities.append(f"{', '.join(sorted(map(str, lost)))} left env.agents without having ended")
        self.pay({agent: self.rewards.get(agent, 0.0) for agent in before})

    def _look_at_part(
        self, method: str, name: str, part: Mapping[Agent, Any], wanted: tuple[Agent, ...], because: str = ""
    ) -> None:
        """Record agents that a part of what was returned lacks, or that it should not have."""
        missing = [agent for agent in wanted if agent not in part]
        if missing:
            self.oddities.append(f"{method} returned no {name} for {', '.join(map(str, missing))}{because}")
        unknown = sorted(map(str, set(part) - set(self.agents)))
        if unknown:
            self.oddities.append(f"{method} returned {name} for {', '.join(unknown)}, unknown to possible_agents")

    def observe(self, agent: Agent) -> Any:
        return self._observations.get(agent)

    def info(self, agent: Agent) -> Any:
        return self._infos.get(agent, {})

    def flags(self) -> dict[Agent, Any]:
        return self._flags
