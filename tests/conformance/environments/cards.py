"""A card game of three seats as a PettingZoo AEC environment, correct; the broken ones differ from it in one place.

Each seat is dealt three of twelve cards, three remain hidden in the stock. In each of three tricks every seat plays a
card; the highest takes the trick and leads the next one. At the end the stock's top card is turned: whoever has taken
most tricks wins 2 (the sum of the others' losses, -1 each); at a tie nobody wins, unless the turned card is odd: then
the first of those who tie does.
"""

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from dynasty_env.conformance import Declaration

SEATS, CARDS, HAND = 3, 12, 3
SIZE = 2 * CARDS + SEATS
"""Of an observation: the own hand, what has been played, who has taken how many tricks (counted from oneself)."""


class Cards(AECEnv):  # type: ignore[misc]
    metadata = {"name": "cards_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(SEATS)]
        self.agents: list[str] = []
        space = {"observation": self.box(), "action_mask": spaces.Box(0, 1, (CARDS,), np.int8)}
        self.observation_spaces = {agent: spaces.Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(CARDS) for agent in self.possible_agents}
        self.rng = self.first_generator()

    def box(self) -> spaces.Box:
        return spaces.Box(0, HAND, (SIZE,), np.int8)

    def first_generator(self) -> np.random.Generator:
        return np.random.default_rng()

    def seeded(self, seed: int) -> np.random.Generator:
        return np.random.default_rng(seed)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = self.seeded(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.deal()
        self.agent_selection = self.agents[0]

    def deal(self) -> None:
        order = self.rng.permutation(CARDS)
        self.hands = [set(order[HAND * seat : HAND * (seat + 1)].tolist()) for seat in range(SEATS)]
        self.stock = order[HAND * SEATS :].tolist()
        self.played: list[int] = []
        self.trick: list[tuple[int, int]] = []
        self.taken = [0] * SEATS

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.sight(seat), "action_mask": self.mask(seat)}

    def sight(self, seat: int) -> Any:
        seen = np.zeros(SIZE, np.int8)
        seen[list(self.hands[seat])] = 1
        seen[CARDS + np.array(self.played, int)] = 1
        for place in range(SEATS):
            seen[2 * CARDS + place] = self.taken[(seat + place) % SEATS]
        return seen

    def mask(self, seat: int) -> Any:
        mask = np.zeros(CARDS, np.int8)
        if self.agents and self.agent_selection == self.possible_agents[seat] and not self.over():
            mask[list(self.hands[seat])] = 1
        return mask

    def render(self) -> str | None:
        return None if self.render_mode is None else f"{self.played} {self.taken}"

    def close(self) -> None:
        pass

    def over(self) -> bool:
        return len(self.played) == HAND * SEATS

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(self.agent_selection)
        self.check(seat, action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.play(seat, int(action))
        if self.over():
            self.finish()
        else:
            self.agent_selection = self.possible_agents[self.following(seat)]
        self._accumulate_rewards()
        if self.over():
            self._deads_step_first()

    def check(self, seat: int, action: Any) -> None:
        if action not in self.hands[seat]:
            raise ValueError(f"card {action} is not in the hand of seat {seat}")

    def play(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.played.append(card)
        self.trick.append((card, seat))

    def following(self, seat: int) -> int:
        if len(self.trick) < SEATS:
            return (seat + 1) % SEATS
        winner = max(self.trick)[1]
        self.taken[winner] += 1
        self.trick = []
        return winner

    def finish(self) -> None:
        self.taken[max(self.trick)[1]] += 1
        self.trick = []
        for agent, value in zip(self.agents, self.earned(), strict=True):
            self.rewards[agent] = value
            self.terminations[agent] = True

    def earned(self) -> list[float]:
        best = [seat for seat in range(SEATS) if self.taken[seat] == max(self.taken)]
        if len(best) > 1 and self.stock[-1] % 2 == 0:
            return [0.0] * SEATS
        return [2.0 if seat == best[0] else -1.0 for seat in range(SEATS)]


def secret(env: Any, agent: Any) -> Any:
    own = env.possible_agents.index(agent)
    return [sorted(hand) for seat, hand in enumerate(env.hands) if seat != own], env.stock


def knows(env: Any, agent: Any) -> Any:
    own = env.possible_agents.index(agent)
    return sorted(env.hands[own]), env.played, env.taken


def resample(env: Any, agent: Any, key: int) -> Any:
    copy = deepcopy(env)
    own = env.possible_agents.index(agent)
    others = [seat for seat in range(SEATS) if seat != own]
    hidden = sorted(card for seat in others for card in env.hands[seat]) + sorted(env.stock)
    order = np.random.default_rng(key).permutation(sorted(hidden)).tolist()
    for seat in others:
        size = len(env.hands[seat])
        copy.hands[seat], order = set(order[:size]), order[size:]
    copy.stock = order
    return copy


def public(env: Any) -> Any:
    return sorted(env.played), sorted(env.taken)


def recover(observation: Any, agent: Any) -> Any:
    row = observation["observation"].astype(int)
    return np.flatnonzero(row[CARDS : 2 * CARDS]).tolist(), sorted(row[2 * CARDS :].tolist())


def outcome(env: Any) -> Any:
    return dict(zip(env.possible_agents, env.earned(), strict=True))


DECLARATION = Declaration(
    zero_sum=True,
    bounds=(-1, 2),
    longest=HAND * SEATS,
    chance=True,
    outcome=outcome,
    secret=secret,
    knows=knows,
    resample=resample,
    public=public,
    recover=recover,
    save=lambda env: (type(env), env.__dict__),
    load=lambda saved: loaded(saved),
)


def loaded(saved: tuple[type[Cards], dict[str, Any]]) -> Any:
    kind, content = saved
    env = kind()
    env.__dict__.update(deepcopy(content))
    return env
