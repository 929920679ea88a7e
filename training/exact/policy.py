"""A bot's action probabilities at every decision of a small game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.seats.decision import Batched, Bot, Decision, Stochastic, actions_of, begun, blaming, decided
from training.exact.tree import Floats, GameTree

CLOSE = 1e-6
"""How far probabilities may be from adding up to 1."""


@dataclass(frozen=True)
class Asked:
    """The policy of a bot.

    Attributes:
        policy: (I, A) probabilities, a row for each information set of the tree.
        samples: how often the bot was asked at each of them, if it does not give probabilities itself; 0: it does, or
            it always takes the same action.
    """

    policy: Floats
    samples: int


def policy_of(
    bot: Bot, tree: GameTree, samples: int = 200, seed: int = 0, watch: Callable[[int], None] = lambda asked: None
) -> Asked:
    """A bot's action probabilities at every decision.

    The bot meets each decision in isolation: if it remembers moves, its memory is empty.

    A bot gives its probabilities through `Stochastic`, or decides about many tables at the same time without randomness
    (`Batched`). Any other bot is asked `samples` times at each decision; the frequencies of its actions are then an
    estimate, and so is everything computed from them.

    Args:
        samples: for a bot that does not give its probabilities.
        seed: the seed of its random draws, if it is asked more than once.
        watch: called each time that the bot has been asked about all decisions.

    Raises:
        OptionError: if the bot's answer is not a probability distribution, or it gives none and `samples` is 0.
        BotError: if a user's own bot fails.
        IllegalActionError: if it takes an action that is not legal.
    """
    rng = np.random.default_rng(seed)
    if isinstance(bot, Stochastic):
        begun(bot, seed)
        return Asked(np.array([stated(bot, turn) for turn in decisions(tree, rng)]), 0)
    policy = np.zeros(tree.mask.shape)
    if isinstance(bot, Batched):
        policy[np.arange(len(policy)), actions_of(bot, tree.observation, tree.mask)] = 1.0
        return Asked(policy, 0)
    if samples < 1:
        raise OptionError(
            f"{bot.name} has neither `probabilities(decision)` nor `act_many`: give --samples 1 or more to sample it"
        )
    for sample in range(samples):
        begun(bot, int(rng.integers(2**63)))
        for number, turn in enumerate(decisions(tree, rng)):
            policy[number, decided(bot, turn)] += 1.0 / samples
        watch(sample + 1)
    return Asked(policy, samples)


def decisions(tree: GameTree, rng: np.random.Generator) -> Iterator[Decision]:
    """Every information set in the form in which a bot meets it."""
    for number in range(len(tree.seat)):
        yield Decision(tree.state(number), rng)


def stated(bot: Stochastic, decision: Decision) -> Floats:
    """(A,) the probabilities that a bot states. Raises OptionError if they are invalid."""
    with blaming(bot, f"in seat {decision.seat}, phase {decision.phase}"):
        given = np.asarray(bot.probabilities(decision), np.float64)
    mask = decision.mask
    if given.shape != mask.shape or not np.isfinite(given).all() or (given < 0).any():
        raise OptionError(f"{bot.name}: probabilities gave {in_short(given)}: they must be ({len(mask)},) numbers ≥ 0")
    if given[mask == 0].any() or abs(given.sum() - 1) > CLOSE:
        raise OptionError(
            f"{bot.name}: probabilities gave {in_short(given)}: they must sum to 1 and be 0 for actions that are not "
            f"legal; the legal ones are {in_short(decision.legal.tolist())}"
        )
    result: Floats = given / given.sum()
    return result
