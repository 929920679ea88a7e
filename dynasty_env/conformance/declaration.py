"""What the author of an environment declares about it, because it cannot be found out otherwise."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

Env = Any
Agent = Hashable
"""An agent's name. A Gymnasium environment has one agent: `drivers.base.LEARNER`."""


@dataclass(frozen=True)
class Declaration:
    """Promises of an environment that its interface does not state.

    Every part is optional; anything undeclared is reported as not checked. All functions receive the environment that
    the factory made (or a copy), wrappers included.

    Attributes:
        zero_sum: the rewards of all agents over a whole episode sum to 0.
        bounds: smallest and largest total reward of an agent over an episode.
        longest: no episode has more decisions than this (one agent's choice, or one joint step).
        truncates: False: no episode is truncated; each one ends by the rules.
        chance: True: different seeds must be able to give different episodes. False: they must not.
        outcome: `outcome(env)` at the end of an episode: what each agent has earned over the whole episode, by the
            rules.
        secret: `secret(env, agent)`: something that is hidden from `agent` at this moment, such as the hands of the
            others; anything made of numbers, text, arrays, lists and dicts.
        knows: `knows(env, agent)`: everything that `agent` may know at this moment, in the same form. Wherever it is
            equal in two episodes, the agent must be shown the same.
        resample: `resample(env, agent, key)`: a copy of `env` in which everything that `agent` does not know has been
            redrawn, with `key` (a whole number of at least 0) as its seed.
        public: `public(env)`: what the rules make public at this moment; goes with `recover`.
        recover: `recover(observation, agent)`: the same information, worked out from an observation of any agent.
        clone: `clone(env)`: an independent copy; without it, `copy.deepcopy` is tried.
        save: `save(env)`: the whole episode as data; goes with `load`.
        load: `load(data)`: an environment that continues from there.
        legal: `legal(env, agent)`: the actions that the rules allow `agent` now, worked out without the mask.
        turn: `turn(env)`: the agent that has to choose now by the rules, or a list of agents.
        invariant: `invariant(env)`: what is wrong with the state now, in words; None or True if nothing is.
        refuses: True: the environment must reject actions that the mask forbids or that are not in the space. False:
            avoiding them is up to the caller. None: the convention of the library applies (see `conventions`).
    """

    zero_sum: bool | None = None
    bounds: tuple[float, float] | None = None
    longest: int | None = None
    truncates: bool | None = None
    chance: bool | None = None
    outcome: Callable[[Env], Mapping[Any, float]] | None = None
    secret: Callable[[Env, Agent], Any] | None = None
    knows: Callable[[Env, Agent], Any] | None = None
    resample: Callable[[Env, Agent, int], Env] | None = None
    public: Callable[[Env], Any] | None = None
    recover: Callable[[Any, Agent], Any] | None = None
    clone: Callable[[Env], Env] | None = None
    save: Callable[[Env], Any] | None = None
    load: Callable[[Any], Env] | None = None
    legal: Callable[[Env, Agent], Iterable[int]] | None = None
    turn: Callable[[Env], Any] | None = None
    invariant: Callable[[Env], Any] | None = None
    refuses: bool | None = None

    def over(self, other: "Declaration") -> "Declaration":
        """These promises, completed by those of `other` where this one says nothing."""
        mine = {f.name: getattr(self, f.name) for f in fields(self)}
        return Declaration(**{n: getattr(other, n) if value is None else value for n, value in mine.items()})
