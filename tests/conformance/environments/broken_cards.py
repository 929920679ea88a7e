"""The card game, broken in one place each."""

import random
from copy import copy, deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium import spaces

from dynasty_env.conformance import Declaration
from tests.conformance.environments.cards import CARDS, DECLARATION, HAND, SEATS, SIZE, Cards


class SeedIgnored(Cards):
    """The seed is accepted but not used."""

    def seeded(self, seed: int) -> np.random.Generator:
        return np.random.default_rng()


class SameDeal(Cards):
    """Every seed deals the same cards."""

    def deal(self) -> None:
        self.rng = np.random.default_rng(0)
        super().deal()


class GlobalDice(Cards):
    """All environments share Python's global generator."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            random.seed(seed)
        super().reset(seed, options)

    def deal(self) -> None:
        super().deal()
        order = list(range(CARDS))
        random.shuffle(order)
        self.hands = [set(order[HAND * seat : HAND * (seat + 1)]) for seat in range(SEATS)]
        self.stock = order[HAND * SEATS :]

    def following(self, seat: int) -> int:
        random.shuffle(self.stock)
        return super().following(seat)


class HashOrder(Cards):
    """Who begins depends on the order of a set of strings, and so on the process."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.agent_selection = next(iter({f"a name of {agent}" for agent in self.agents})).removeprefix("a name of ")


class LeftOver(Cards):
    """Tricks of the last game count in the next one."""

    def deal(self) -> None:
        before = getattr(self, "taken", [0] * SEATS)
        super().deal()
        if sum(before) == HAND:
            self.taken[before.index(max(before))] = 0 if max(before) < HAND else 1


class SameUnseeded(Cards):
    """Without a seed, the last seed is used again."""

    previous = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.previous = self.previous if seed is None else seed
        super().reset(self.previous, options)


class OpenHands(Cards):
    """Everybody sees the others' hands where only their played cards should be."""

    def sight(self, seat: int) -> Any:
        seen = super().sight(seat)
        for hand in self.hands:
            seen[CARDS + np.array(sorted(hand), int)] = 1
        return seen


class TellingInfo(Cards):
    """The info reveals the last card of the stock."""

    def deal(self) -> None:
        super().deal()
        for agent in self.agents:
            self.infos[agent] = {"stock": self.stock[-1]}


class PeekingMask(Cards):
    """The mask of a waiting seat shows what the acting seat may play."""

    def mask(self, seat: int) -> Any:
        return super().mask(self.possible_agents.index(self.agent_selection))


class OffersTooMuch(Cards):
    """The mask offers every card that has not been played."""

    def mask(self, seat: int) -> Any:
        mask = super().mask(seat)
        if mask.any():
            mask[:] = 1
            mask[self.played] = 0
        return mask


class AcceptsAnything(Cards):
    """A card that is not in the hand is treated as the lowest one that is."""

    def check(self, seat: int, action: Any) -> None:
        pass

    def play(self, seat: int, card: int) -> None:
        super().play(seat, card if card in self.hands[seat] else min(self.hands[seat]))


class RefusesTooLate(Cards):
    """A card that is not in the hand is rejected only after the seat has lost a trick for it."""

    def check(self, seat: int, action: Any) -> None:
        if action not in self.hands[seat]:
            self.taken[seat] = max(0, self.taken[seat] - 1)
            self.played = self.played[:-1]
        super().check(seat, action)


class CountsBackwards(Cards):
    """-1 means the last card of the hand, as in Python's indexing."""

    def check(self, seat: int, action: Any) -> None:
        if action >= 0:
            super().check(seat, action)

    def play(self, seat: int, card: int) -> None:
        super().play(seat, sorted(self.hands[seat])[card] if card < 0 else card)


class EverybodyWins(Cards):
    """Every agent with a trick wins."""

    def earned(self) -> list[float]:
        return [2.0 if taken else -1.0 for taken in self.taken]


class TooMuch(Cards):
    """All tricks pay three times as much as declared."""

    def earned(self) -> list[float]:
        factor = 3.0 if max(self.taken) == HAND else 1.0
        return [factor * value for value in super().earned()]


class WrongSeat(Cards):
    """The reward goes to the seat after the winner."""

    def finish(self) -> None:
        super().finish()
        values = list(self.rewards.values())
        self.rewards = dict(zip(self.agents, values[-1:] + values[:-1], strict=True))


class InfiniteReward(Cards):
    """A reward of zero becomes minus infinity."""

    def earned(self) -> list[float]:
        return [value or -np.inf for value in super().earned()]


class LostReward(Cards):
    """The reward of the last step is not added to the cumulative rewards."""

    def _accumulate_rewards(self) -> None:
        if not self.over():
            super()._accumulate_rewards()


class NeverLeaves(Cards):
    """A terminated agent is not removed."""

    def _was_dead_step(self, action: Any) -> None:
        self.agent_selection = self.agents[(self.agents.index(self.agent_selection) + 1) % len(self.agents)]
        self._clear_rewards()


class OutOfSpace(Cards):
    """An agent with all tricks sees one more than there are."""

    def sight(self, seat: int) -> Any:
        seen = super().sight(seat)
        seen[2 * CARDS :] += self.taken[seat] == HAND
        return seen


class OneBuffer(Cards):
    """Every observation is written into the same array."""

    buffer: Any = None

    def sight(self, seat: int) -> Any:
        if self.buffer is None:
            self.buffer = {place: np.zeros(SIZE, np.int8) for place in range(SEATS)}
        self.buffer[seat][:] = super().sight(seat)
        return self.buffer[seat]


class OwnMask(Cards):
    """The mask that is returned is the same array that decides what is allowed."""

    masks: Any = None

    def mask(self, seat: int) -> Any:
        if self.masks is None:
            self.masks = {}
        key = len(self.played), seat, self.rng.bit_generator.state["state"]["state"]
        if key not in self.masks:
            self.masks[key] = super().mask(seat)
        return self.masks[key]

    def check(self, seat: int, action: Any) -> None:
        if not 0 <= action < CARDS or not self.mask(seat)[action]:
            raise ValueError("not offered")
        super().check(seat, action)


class OwnTuple(Cards):
    """An observation is a pair, the second of which is the game's own array of tricks."""

    def box(self) -> Any:
        return spaces.Tuple([super().box(), spaces.Box(0, HAND, (SEATS,), np.int8)])

    def deal(self) -> None:
        super().deal()
        self.taken: Any = np.zeros(SEATS, np.int8)

    def sight(self, seat: int) -> Any:
        return super().sight(seat), self.taken


class SharedHands(Cards):
    """A copy shares its hands with the original."""

    def __deepcopy__(self, memo: Any) -> Any:
        twin = copy(self)
        twin.__dict__.update({k: deepcopy(v, memo) for k, v in self.__dict__.items() if k not in ("hands", "played")})
        return twin


class ForgetfulPickle(Cards):
    """A pickle leaves out the cards that have been played."""

    def __reduce__(self) -> Any:
        return _unpickled, (type(self), {**self.__dict__, "played": []})

    def __deepcopy__(self, memo: Any) -> Any:
        twin = type(self)()
        twin.__dict__.update(deepcopy(self.__dict__, memo))
        return twin


def _unpickled(kind: type[Cards], content: dict[str, Any]) -> Cards:
    env = kind()
    env.__dict__.update(deepcopy(content))
    return env


class ForgetfulSave(Cards):
    """The environment is correct: its declared save leaves out who leads the trick."""


def saved_without_the_trick(env: Any) -> Any:
    return type(env), {**env.__dict__, "trick": []}


class RollsToLook(Cards):
    """Observing draws a random number; the end of a trick draws one, too, to choose who leads."""

    def sight(self, seat: int) -> Any:
        self.rng.random()
        return super().sight(seat)

    def following(self, seat: int) -> int:
        following = super().following(seat)
        return following if self.trick else int(self.rng.integers(SEATS))


class DrawsItUp(Cards):
    """Rendering removes the trick from the table."""

    def render(self) -> str | None:
        return str([self.trick.pop() for _ in range(len(self.trick))])


class Endless(Cards):
    """A tied game is played again until there is no tie."""

    def finish(self) -> None:
        super().finish()
        if self.taken.count(max(self.taken)) > 1:
            self.terminations = dict.fromkeys(self.agents, False)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.deal()


class KeepsTheSecret(Cards):
    """The environment is correct: its declared resampler keeps the others' hands."""


def resample_stock_alone(env: Any, agent: Any, key: int) -> Any:
    twin = deepcopy(env)
    twin.infos = deepcopy(env.infos)
    return twin


class HiddenTricks(Cards):
    """The others' numbers of tricks are public but not shown."""

    def sight(self, seat: int) -> Any:
        seen = super().sight(seat)
        seen[2 * CARDS + 1 :] = 0
        return seen


class TooFewActions(Cards):
    """The mask has no entry for the last card."""

    def mask(self, seat: int) -> Any:
        return super().mask(seat)[:-1]

    def box(self) -> spaces.Box:
        return super().box()


class Stumbles(Cards):
    """An error is raised when the highest card takes the last trick."""

    def finish(self) -> None:
        if max(self.trick)[0] == CARDS - 1:
            raise KeyError("no name for the winner")
        super().finish()


UNSAMPLED = replace(DECLARATION, resample=None)

FAULTS: tuple[tuple[type[Cards], str, Declaration], ...] = (
    (SeedIgnored, "seed_repeats", DECLARATION),
    (SameDeal, "seed_matters", DECLARATION),
    (GlobalDice, "side_by_side", DECLARATION),
    (HashOrder, "other_processes", DECLARATION),
    (LeftOver, "reset_forgets", DECLARATION),
    (SameUnseeded, "unseeded_resets", DECLARATION),
    (OpenHands, "hidden", DECLARATION),
    (TellingInfo, "equal_knowledge", UNSAMPLED),
    (PeekingMask, "hidden", DECLARATION),
    (OffersTooMuch, "allowed_apply", DECLARATION),
    (AcceptsAnything, "forbidden_refused", DECLARATION),
    (RefusesTooLate, "forbidden_refused", DECLARATION),
    (CountsBackwards, "out_of_range", DECLARATION),
    (EverybodyWins, "zero_sum", replace(DECLARATION, outcome=None)),
    (TooMuch, "bounds", replace(DECLARATION, outcome=None)),
    (WrongSeat, "outcome", DECLARATION),
    (InfiniteReward, "rewards_told", DECLARATION),
    (LostReward, "rewards_told", DECLARATION),
    (NeverLeaves, "bookkeeping", DECLARATION),
    (OutOfSpace, "observation_space", DECLARATION),
    (OneBuffer, "observations_stay", DECLARATION),
    (OwnMask, "observations_own", DECLARATION),
    (OwnTuple, "observations_own", DECLARATION),
    (SharedHands, "clones", DECLARATION),
    (ForgetfulPickle, "pickles", DECLARATION),
    (ForgetfulSave, "saves", replace(DECLARATION, save=saved_without_the_trick)),
    (RollsToLook, "looking", DECLARATION),
    (DrawsItUp, "render", DECLARATION),
    (Endless, "ends", DECLARATION),
    (KeepsTheSecret, "resampler", replace(DECLARATION, resample=resample_stock_alone)),
    (HiddenTricks, "public", DECLARATION),
    (TooFewActions, "mask_form", DECLARATION),
    (Stumbles, "goes_on", DECLARATION),
)
"""Each broken game, the check that is meant for it, and what is declared of it."""
