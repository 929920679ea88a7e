"""Faults that show only between environments, episodes or processes, or in what is seldom looked at.

Each is broken in one place. The correct environments are those of `cards` and `ladder`.
"""

from copy import deepcopy
from typing import Any

import numpy as np

from dynasty_env.conformance import Declaration
from tests.conformance.environments.cards import DECLARATION, SEATS, Cards
from tests.conformance.environments.ladder import DECLARATION as OF_LADDERS
from tests.conformance.environments.ladder import Ladder


class OneGenerator(Cards):
    """All environments use one generator, which belongs to the class."""

    generator: Any = None

    @property
    def rng(self) -> Any:
        return OneGenerator.generator

    @rng.setter
    def rng(self, generator: Any) -> None:
        OneGenerator.generator = generator


class RareHashOrder(Cards):
    """In one deal of a hundred, who begins depends on the order of a set of strings."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        if self.stock[0] == 0 and self.stock[1] % 5 == 0:
            self.agent_selection = next(iter({f"name of {agent}" for agent in self.agents})).removeprefix("name of ")


class FoldedSeed(Cards):
    """Seeds are truncated to 32 bits."""

    def seeded(self, seed: int) -> np.random.Generator:
        return super().seeded(seed % 2**32)


class RepeatsOnce(Cards):
    """The first reset without a seed deals the seeded game again."""

    once: int | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(self.once if seed is None else seed, options)
        self.once = seed


class SeedsTheWorld(Cards):
    """The seed also seeds NumPy's global generator, which nothing here draws from."""

    def seeded(self, seed: int) -> np.random.Generator:
        np.random.seed(seed % 2**32)
        return super().seeded(seed)


class SpaceDice(Cards):
    """Who leads the second trick is sampled from an action space, whose generator belongs to the caller."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.action_spaces[self.agents[0]].seed(int(self.rng.integers(2**31)))

    def following(self, seat: int) -> int:
        following = super().following(seat)
        drawn = len(self.played) == SEATS
        return int(self.action_spaces[self.agents[0]].sample()) % SEATS if drawn else following


class OldReset(Cards):
    """`reset` takes no `options`."""

    def reset(self, seed: int | None = None) -> None:  # type: ignore[override]
        super().reset(seed)


class LeftTrick(Cards):
    """A game that is abandoned in the middle of a trick leaves its cards to the next one."""

    def deal(self) -> None:
        left = getattr(self, "trick", [])
        super().deal()
        self.trick = left[: SEATS - 1]


class LooksAtDice(Cards):
    """Observing draws a random number; nothing else in this game draws any more."""

    def sight(self, seat: int) -> Any:
        self.rng.random()
        return super().sight(seat)


class WornByLooking(Cards):
    """For every fourth decision that is looked at, the highest card is not offered; the end shows no trace of it."""

    worn = 0
    looked = -1

    def deal(self) -> None:
        super().deal()
        self.worn, self.looked = 0, -1

    def mask(self, seat: int) -> Any:
        if self.looked != len(self.played):
            self.looked, self.worn = len(self.played), self.worn + 1
        mask = super().mask(seat)
        if self.worn % 4 == 3 and mask.sum() > 1:
            mask[np.flatnonzero(mask)[-1]] = 0
        return mask


class SharedLuck(Cards):
    """A copy draws from the generator of the original."""

    def __deepcopy__(self, memo: Any) -> Any:
        memo[id(self.rng)] = self.rng
        return _copied(self, memo)


class CopyingDraws(Cards):
    """Copying draws a random number."""

    def __deepcopy__(self, memo: Any) -> Any:
        twin = _copied(self, memo)
        self.rng.random()
        return twin


def _copied(env: Any, memo: Any) -> Any:
    twin = object.__new__(type(env))
    twin.__dict__.update(deepcopy(env.__dict__, memo))
    return twin


class ClosesAll(Cards):
    """Closing one environment clears a table of names that all of them use."""

    names: dict[int, str] = {}  # noqa: RUF012 (the fault)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.names.update(enumerate(self.possible_agents))
        super().reset(seed, options)

    def following(self, seat: int) -> int:
        following = super().following(seat)
        return self.possible_agents.index(self.names.get(following, "player_0"))

    def close(self) -> None:
        self.names.clear()


class ForgetsLuck(Cards):
    """A pickle leaves out the generator, so the next game is a different one."""

    def __getstate__(self) -> Any:
        return {name: value for name, value in self.__dict__.items() if name != "rng"}

    def __setstate__(self, content: Any) -> None:
        self.__dict__.update(content, rng=np.random.default_rng())

    def __deepcopy__(self, memo: Any) -> Any:
        return _copied(self, memo)


class RollsToRender(Cards):
    """Rendering draws a random number; nothing else in this game draws any more."""

    def render(self) -> str | None:
        self.rng.random()
        return super().render()


class OldRewards(Cards):
    """The rewards of the last game are paid again in the next one."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        before = getattr(self, "rewards_before", {})
        super().reset(seed, options)
        self._cumulative_rewards.update(before)

    def finish(self) -> None:
        super().finish()
        self.rewards_before = dict(self.rewards)


class ShortSeed(Ladder):
    """Seeds are truncated to 16 bits."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        return super().reset(seed=None if seed is None else seed % 2**16, options=options)


class FixedFirst(Ladder):
    """Without a seed, every new environment begins with the same game."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        return super().reset(seed=0 if seed is None and not hasattr(self, "die") else seed, options=options)


class FreshDice(Ladder):
    """Without a seed, the dice take fresh entropy, so the last seed does not determine them."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        fresh = int(np.random.default_rng().integers(2**31)) if seed is None else seed
        return super().reset(seed=fresh, options=options)


CARD_FAULTS: tuple[tuple[type[Cards], str, Declaration], ...] = (
    (OneGenerator, "side_by_side", DECLARATION),
    (RareHashOrder, "other_processes", DECLARATION),
    (FoldedSeed, "large_seeds", DECLARATION),
    (RepeatsOnce, "unseeded_resets", DECLARATION),
    (SeedsTheWorld, "global_generators", DECLARATION),
    (SpaceDice, "looking", DECLARATION),
    (OldReset, "reset_options", DECLARATION),
    (LeftTrick, "reset_forgets", DECLARATION),
    (LooksAtDice, "looking", DECLARATION),
    (WornByLooking, "looking", DECLARATION),
    (SharedLuck, "clones", DECLARATION),
    (CopyingDraws, "clones", DECLARATION),
    (ClosesAll, "side_by_side", DECLARATION),
    (ForgetsLuck, "pickles", DECLARATION),
    (RollsToRender, "render", DECLARATION),
    (OldRewards, "reset_forgets", DECLARATION),
)
"""Each broken card game, the check that is meant for it, and what is declared of it."""

LADDER_FAULTS: tuple[tuple[type[Ladder], str, Declaration], ...] = (
    (ShortSeed, "large_seeds", OF_LADDERS),
    (FixedFirst, "unseeded_resets", OF_LADDERS),
    (FreshDice, "unseeded_resets", OF_LADDERS),
)
"""Each broken ladder, the check that is meant for it, and what is declared of it."""
