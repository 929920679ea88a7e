"""A sealed-bid auction of two seats as a PettingZoo Parallel environment, correct, and broken in one place each.

Each seat holds the coins 0 … 4. In each of five rounds a prize of 1 … 3 is turned up, both bid a coin that they still
have, and the higher bid takes the prize; the same bid, nobody. Paid in halves of the prize to one, from the other.
"""

import random
from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from dynasty_env.conformance import Declaration

SEATS, COINS = 2, 5
SIZE = 2 * COINS + 1
"""Of an observation: the own coins, the other's coins, the prize."""


class Bids(ParallelEnv):  # type: ignore[misc]
    metadata = {"name": "bids_v0", "render_modes": []}  # noqa: RUF012

    def __init__(self) -> None:
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(SEATS)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: spaces.Box(0, 3, (SIZE,), np.int8) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(COINS) for agent in self.possible_agents}
        self.rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.coins = [set(range(COINS)) for _ in range(SEATS)]
        self.earned = [0.0] * SEATS
        self.turn()
        return self.observations(), self.infos()

    def turn(self) -> None:
        self.prize = int(self.rng.integers(1, 4))

    def observations(self) -> dict[str, Any]:
        return {agent: self.sight(seat) for seat, agent in enumerate(self.possible_agents)}

    def sight(self, seat: int) -> Any:
        seen = np.zeros(SIZE, np.int8)
        for place in range(SEATS):
            seen[COINS * place + np.array(sorted(self.coins[(seat + place) % SEATS]), int)] = 1
        seen[-1] = self.prize
        return seen

    def infos(self) -> dict[str, Any]:
        return {agent: {"action_mask": self.mask(seat)} for seat, agent in enumerate(self.possible_agents)}

    def mask(self, seat: int) -> Any:
        mask = np.zeros(COINS, np.int8)
        mask[sorted(self.coins[seat])] = 1
        return mask

    def check(self, actions: dict[str, Any]) -> None:
        for seat, agent in enumerate(self.possible_agents):
            if actions[agent] not in self.coins[seat]:
                raise ValueError(f"{agent} has no coin {actions[agent]}")

    def step(self, actions: dict[str, Any]) -> Any:
        self.check(actions)
        bids = [int(actions[agent]) for agent in self.possible_agents]
        for seat, bid in enumerate(bids):
            self.coins[seat].discard(bid)
        rewards = dict(zip(self.possible_agents, self.paid(bids), strict=True))
        self.earned = [sum(pair) for pair in zip(self.earned, rewards.values(), strict=True)]
        over = not any(self.coins)
        self.turn()
        ended = dict.fromkeys(self.agents, over)
        answer = self.observations(), rewards, ended, dict.fromkeys(self.agents, False), self.infos()
        if over:
            self.agents = []
        return answer

    def paid(self, bids: list[int]) -> list[float]:
        half = self.prize / 2 * ((bids[0] > bids[1]) - (bids[0] < bids[1]))
        return [half, -half]


DECLARATION = Declaration(
    zero_sum=True,
    bounds=(-7.5, 7.5),
    longest=COINS,
    chance=True,
    outcome=lambda env: dict(zip(env.possible_agents, env.earned, strict=True)),
    knows=lambda env, agent: (env.coins, env.prize),
)


class UnseededLater(Bids):
    """Only the first prize follows from the seed; the later ones depend on the number of resets, so two games of
    one seed in a row always differ."""

    resets = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        UnseededLater.resets += 1
        return super().reset(seed, options)

    def turn(self) -> None:
        super().turn()
        if len(self.coins[0]) < COINS:
            self.prize = 1 + UnseededLater.resets % 3


class StaleMask(Bids):
    """The mask is that of the round before."""

    def mask(self, seat: int) -> Any:
        before = getattr(self, "before", {})
        self.before = {**before, seat: super().mask(seat)}
        return before.get(seat, self.before[seat])


class LaterOutOfSpace(Bids):
    """The last prize is doubled, and the observation space does not include it."""

    def turn(self) -> None:
        super().turn()
        self.prize *= 2 if len(self.coins[0]) == 1 else 1


class InfinitePrize(Bids):
    """A bid of four against zero pays infinitely."""

    def paid(self, bids: list[int]) -> list[float]:
        return [np.inf, -np.inf] if bids == [4, 0] else super().paid(bids)


class SeesTheBid(Bids):
    """The other's bid in the next round is drawn in advance, and shown in place of an empty coin."""

    def turn(self) -> None:
        super().turn()
        self.plan = int(self.rng.integers(2))

    def sight(self, seat: int) -> Any:
        seen = super().sight(seat)
        seen[COINS] = self.plan
        return seen


class NothingForTheEnded(Bids):
    """The last step returns no rewards, because all agents have left."""

    def step(self, actions: dict[str, Any]) -> Any:
        seen, rewards, ended, cut, infos = super().step(actions)
        return seen, rewards if self.agents else {}, ended, cut, infos


class CutShort(Bids):
    """After a tie, the last round is not played."""

    def step(self, actions: dict[str, Any]) -> Any:
        seen, rewards, ended, cut, infos = super().step(actions)
        if len(self.coins[0]) == 1 and self.coins[0] == self.coins[1]:
            self.agents = []
            cut = dict.fromkeys(self.possible_agents, True)
        return seen, rewards, ended, cut, infos


class SharedRows(Bids):
    """Observations are rows of one array, which the next round overwrites."""

    rows: Any = None

    def sight(self, seat: int) -> Any:
        if self.rows is None:
            self.rows = np.zeros((SEATS, SIZE), np.int8)
        self.rows[seat] = super().sight(seat)
        return self.rows[seat]


class SharedDice(Bids):
    """Prizes come from a generator that the whole process shares."""

    def turn(self) -> None:
        super().turn()
        self.prize = random.randint(1, 3)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        if seed is not None:
            random.seed(seed)
        return super().reset(seed, options)


FAULTS: tuple[tuple[type[Bids], str, Declaration], ...] = (
    (UnseededLater, "seed_repeats", DECLARATION),
    (StaleMask, "allowed_apply", DECLARATION),
    (LaterOutOfSpace, "observation_space", replace(DECLARATION, bounds=None)),
    (InfinitePrize, "rewards_told", DECLARATION),
    (SeesTheBid, "equal_knowledge", DECLARATION),
    (NothingForTheEnded, "bookkeeping", DECLARATION),
    (CutShort, "ends", replace(DECLARATION, truncates=False)),
    (SharedRows, "observations_stay", DECLARATION),
    (SharedDice, "side_by_side", DECLARATION),
)
"""Each broken auction, the check that is meant for it, and what is declared of it."""
