"""Faults in the forms of what is exchanged, in joint actions, and against the rules.

Each is broken in one place. The correct environments are those of `cards`, `bids` and `ladder`.
"""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium import spaces

from dynasty_env.conformance import Declaration
from tests.conformance.environments.bids import DECLARATION as OF_BIDS
from tests.conformance.environments.bids import Bids
from tests.conformance.environments.cards import CARDS, DECLARATION, SEATS, Cards
from tests.conformance.environments.ladder import DECLARATION as OF_LADDERS
from tests.conformance.environments.ladder import RUNGS, Ladder


class BoolMask(Cards):
    """The mask is boolean, but its space is int8."""

    def mask(self, seat: int) -> Any:
        return super().mask(seat).astype(bool)


class StateOutOfSpace(Cards):
    """The state for critics numbers cards from 1, its space from 0."""

    state_space = spaces.Box(0, CARDS - 1, (3,), np.int64)

    def state(self) -> Any:
        return np.array(self.stock) + 1


class NewSpaces(Cards):
    """Each call returns a new action space, so seeding one has no effect."""

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(CARDS)


class OnlyInts(Cards):
    """Only Python's own integers are accepted as cards."""

    def check(self, seat: int, action: Any) -> None:
        if not isinstance(action, int):
            raise TypeError(f"{action!r} is no card")
        super().check(seat, action)


class RewardOfOne(Cards):
    """Rewards are arrays with one number."""

    def earned(self) -> Any:
        return [np.array([value]) for value in super().earned()]


class NumberedFlags(Cards):
    """Terminations are 0 and 1."""

    def finish(self) -> None:
        super().finish()
        self.terminations = dict.fromkeys(self.agents, 1)


class PaidAgain(Cards):
    """Each agent that leaves pays the others once more."""

    def _was_dead_step(self, action: Any) -> None:
        paid = dict(self.rewards)
        super()._was_dead_step(action)
        self.rewards = {agent: paid[agent] for agent in self.agents}


class TellsTheStep(Cards):
    """`last` returns the last step's reward and a half more, not the sum since the agent's last turn."""

    def last(self, observe: bool = True) -> Any:
        seen, _, *others = super().last(observe)
        return seen, self.rewards[self.agent_selection] + 0.5, *others


def legal(env: Any, agent: Any) -> Any:
    return env.hands[env.possible_agents.index(agent)]


def turn(env: Any) -> Any:
    """Whoever took the last trick leads; then the seats follow each other."""
    seats = [seat for _, seat in env.trick]
    return f"player_{(seats[-1] + 1) % SEATS if seats else env.leader}"


def cards_missing(env: Any) -> Any:
    cards = sorted([*env.stock, *env.played, *(card for hand in env.hands for card in hand)])
    return None if cards == list(range(CARDS)) else f"the cards are {cards}"


class WideMask(Cards):
    """The mask offers the first card of the stock, which the game then treats as one from the hand."""

    def mask(self, seat: int) -> Any:
        mask = super().mask(seat)
        if mask.any():
            mask[self.stock[0]] = 1
        return mask

    def check(self, seat: int, action: Any) -> None:
        if action != self.stock[0]:
            super().check(seat, action)

    def play(self, seat: int, card: int) -> None:
        super().play(seat, card if card in self.hands[seat] else min(self.hands[seat]))


class SkippedSeat(Cards):
    """If the highest card of all takes a trick, the lead passes to the seat after the one that should lead."""

    leader = 0

    def deal(self) -> None:
        super().deal()
        self.leader = 0

    def following(self, seat: int) -> int:
        trick = self.trick
        following = super().following(seat)
        if len(trick) < SEATS:
            return following
        self.leader = following
        return (following + (max(trick)[0] == CARDS - 1)) % SEATS


class LostCard(Cards):
    """The card that takes the second trick returns to the hand, and another card is lost for it."""

    def following(self, seat: int) -> int:
        if len(self.played) == 2 * SEATS:
            self.played[-1] = self.played[0]
        return super().following(seat)


class FailingResampler(Cards):
    """The environment is correct: its declared resampler fails."""


def failing_resample(env: Any, agent: Any, key: int) -> Any:
    copy = deepcopy(env)
    copy.hands[env.possible_agents.index(agent)] = env.hands["nobody"]
    return copy


class FirstComeFirstServed(Bids):
    """In a tie, the agent that comes first in the joint action gets the prize."""

    def step(self, actions: dict[str, Any]) -> Any:
        self.first = self.possible_agents.index(next(iter(actions)))
        return super().step(actions)

    def paid(self, bids: list[int]) -> list[float]:
        paid = super().paid(bids)
        return paid if any(paid) else [0.5 - self.first, self.first - 0.5]


class DealerPaid(Bids):
    """A reward is paid to a dealer, who is not an agent of the game."""

    def step(self, actions: dict[str, Any]) -> Any:
        seen, rewards, ended, cut, infos = super().step(actions)
        return seen, rewards | {"dealer": 0.5}, ended, cut, infos


class LastSightOutOfSpace(Bids):
    """The observation after the last round is outside its space."""

    def sight(self, seat: int) -> Any:
        seen = super().sight(seat)
        seen[-1] += 0 if self.coins[0] else 3
        return seen


class EmptiesTheActions(Bids):
    """The joint action is emptied while it is carried out."""

    def step(self, actions: dict[str, Any]) -> Any:
        answer = super().step(actions)
        actions.clear()
        return answer


class KeepsTheActions(Bids):
    """The bids are stored as the caller's own objects, and shown in the info one round later."""

    bid: Any = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self.bid = {}
        return super().reset(seed, options)

    def step(self, actions: dict[str, Any]) -> Any:
        answer = super().step(actions)
        for info in answer[-1].values():
            info["before"] = dict(self.bid)
        self.bid = actions
        return answer


class OneInfo(Bids):
    """The infos are the same dicts in every round."""

    notes: Any = None

    def infos(self) -> Any:
        self.notes = self.notes or {agent: {} for agent in self.possible_agents}
        for agent, info in super().infos().items():
            self.notes[agent].update(info, prize=self.prize)
        return self.notes


class NestedBool(Ladder):
    """One of two parts of an observation is boolean, but its space is int8."""

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__(render_mode)
        self.observation_space = spaces.Dict({"die": spaces.Tuple([self.observation_space, spaces.MultiBinary(RUNGS)])})

    def sight(self) -> Any:
        return {"die": (super().sight(), self.rungs > 0)}


OF_CARDS = replace(DECLARATION, legal=legal, invariant=cards_missing)

CARD_FAULTS: tuple[tuple[type[Cards], str, Declaration], ...] = (
    (BoolMask, "observation_space", DECLARATION),
    (StateOutOfSpace, "observation_space", DECLARATION),
    (NewSpaces, "spaces", DECLARATION),
    (OnlyInts, "action_types", DECLARATION),
    (RewardOfOne, "rewards_told", replace(DECLARATION, outcome=None)),
    (NumberedFlags, "bookkeeping", DECLARATION),
    (PaidAgain, "bookkeeping", DECLARATION),
    (TellsTheStep, "bookkeeping", DECLARATION),
    (WideMask, "mask_truth", OF_CARDS),
    (SkippedSeat, "turns", replace(DECLARATION, turn=turn)),
    (LostCard, "invariant", OF_CARDS),
    (FailingResampler, "hidden", replace(DECLARATION, resample=failing_resample)),
)
"""Each broken card game, the check that is meant for it, and what is declared of it."""

BID_FAULTS: tuple[tuple[type[Bids], str, Declaration], ...] = (
    (FirstComeFirstServed, "action_order", OF_BIDS),
    (DealerPaid, "bookkeeping", OF_BIDS),
    (LastSightOutOfSpace, "observation_space", OF_BIDS),
    (EmptiesTheActions, "bookkeeping", OF_BIDS),
    (KeepsTheActions, "actions_own", OF_BIDS),
    (OneInfo, "observations_stay", OF_BIDS),
)
"""Each broken auction, the check that is meant for it, and what is declared of it."""

LADDER_FAULTS: tuple[tuple[type[Ladder], str, Declaration], ...] = ((NestedBool, "observation_space", OF_LADDERS),)
"""Each broken ladder, the check that is meant for it, and what is declared of it."""
