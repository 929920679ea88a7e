"""PettingZoo's AEC environments: one agent after another."""

from typing import Any

from dynasty_env.conformance.drivers.base import Agent, Driver, Move, amount
from dynasty_env.conformance.sight import Sight, mark

LEAVES = 4
"""Dead agents should have left after this many times as many steps as there are agents."""


class AecDriver(Driver):
    """Steps terminated agents with None, as the interface requires, and collects every reward when it is handed out."""

    interface = "aec"

    @property
    def acting(self) -> tuple[Agent, ...]:
        """The selected agent, if it is alive."""
        if not self.env.agents or self._dead(self.env.agent_selection):
            return ()
        return (self.env.agent_selection,)

    @property
    def present(self) -> tuple[Agent, ...]:
        return tuple(self.env.agents)

    def reset(self, seed: int | None, **more: Any) -> None:
        self.env.reset(seed=seed, **more)
        self.forget()
        self.rewards = dict(self.env.rewards)
        self._compare_keys()
        self._let_the_dead_leave()

    def play(self, move: Move) -> None:
        (action,) = move.values()
        self._step(action)
        self._let_the_dead_leave()

    def _step(self, action: Any) -> None:
        agent = self.env.agent_selection
        last = self._told()
        self.hand_over(action)
        self.rewards = dict(self.env.rewards)
        self.pay({agent: last})
        self._compare_keys()

    def _let_the_dead_leave(self) -> None:
        """Step every dead agent once with None, until a living one is selected or nobody is left."""
        paid = self.rewards
        for _ in range(LEAVES * len(self.agents)):
            if not self.env.agents or not self._dead(self.env.agent_selection):
                break
            leaving = self.env.agent_selection
            self.farewells[leaving] = self.env.observe(leaving)
            if self.env.truncations.get(leaving) and not self.env.terminations.get(leaving):
                self.cut.add(leaving)
            over = all(map(self._dead, self.env.agents))
            self._step(None)
            again = {agent: reward for agent, reward in self.env.rewards.items() if over and reward}
            if again:
                self.oddities.append(f"all agents had ended, and the step of {leaving} with None paid {again}")
            self.left.add(leaving)
            if leaving in self.env.agents:
                self.oddities.append(f"{leaving} has terminated and was stepped with None, and is still in env.agents")
        else:
            self.oddities.append("agents that have terminated are selected again and again and never leave")
        self.rewards = paid

    def _dead(self, agent: Agent) -> bool:
        if agent not in self.env.terminations:
            self.oddities.append(f"agent_selection is {agent}, of whom env.terminations knows nothing")
            return True
        return bool(self.env.terminations[agent] or self.env.truncations[agent])

    def _compare_keys(self) -> None:
        live = set(self.env.agents)
        self.look_for_the_dead()
        self.look_at_flags("termination", self.env.terminations)
        self.look_at_flags("truncation", self.env.truncations)
        for name in ("rewards", "terminations", "truncations", "infos"):
            keys = set(getattr(self.env, name))
            if keys != live:
                self.oddities.append(f"env.{name} has {_listed(keys)}, env.agents {_listed(live)}")
        if live - set(self.agents):
            self.oddities.append(f"env.agents has {_listed(live - set(self.agents))}, unknown to possible_agents")

    def seen(self) -> Sight:
        """What the base class shows, and the reward that the selected agent is told."""
        marks = {f"the reward that last() tells {agent}": mark(amount(self._told())) for agent in self.acting}
        return super().seen() | marks

    def _told(self) -> Any:
        return self.env.last(observe=False)[1]

    def observe(self, agent: Agent) -> Any:
        return self.env.observe(agent)

    def info(self, agent: Agent) -> Any:
        return self.env.infos.get(agent, {})

    def flags(self) -> dict[Agent, Any]:
        return {a: (bool(self.env.terminations.get(a)), bool(self.env.truncations.get(a))) for a in self.env.agents}


def _listed(agents: set[Agent]) -> str:
    return ", ".join(sorted(map(str, agents))) or "nobody"
