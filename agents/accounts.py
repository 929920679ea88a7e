"""Bots that count how they decided, such as language models, and bots that can forfeit a game."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from dynasty_env.kit.seats.decision import Bot


@runtime_checkable
class Accountable(Protocol):
    """A bot that counts the results of its decisions."""

    @property
    def account(self) -> Mapping[str, int]:
        """Counts by name, over all games so far."""


@runtime_checkable
class Forfeiting(Protocol):
    """A bot that can forfeit a game."""

    @property
    def forfeited(self) -> set[int]:
        """The seats in which it has forfeited the current or last game."""


def accounts(bots: Iterable[Bot]) -> dict[str, dict[str, int]]:
    """The counts of all bots that keep any, added up by the bots' names; each instance counts once."""
    different = {id(bot): bot for bot in bots}.values()
    return added_up((bot.name, bot.account) for bot in different if isinstance(bot, Accountable))


def added_up(kept: Iterable[tuple[str, Mapping[str, int]]]) -> dict[str, dict[str, int]]:
    """Add up counts of bots, each with the bot's name, by name."""
    sums: dict[str, Counter[str]] = {}
    for name, account in kept:
        sums.setdefault(name, Counter()).update(account)
    return {name: dict(counts) for name, counts in sums.items()}


def in_one_line(counts: Mapping[str, int]) -> str:
    """Counts on one line, without those that are 0."""
    return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in counts.items() if number) or "nothing"


def has_forfeited(bot: Bot, seat: int) -> bool:
    """Whether a bot has forfeited the game in a seat."""
    return isinstance(bot, Forfeiting) and seat in bot.forfeited
