"""Bots that are informed of everything that happens at a table, not only at their own decisions."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Protocol, runtime_checkable

from dynasty_env.kit.seats.decision import Bot
from dynasty_env.kit.seats.notes import Note
from dynasty_env.kit.state import State


@runtime_checkable
class Listener(Protocol):
    """A bot that is informed of every move, as far as its seat may know, and not only at its own decisions."""

    def listen(self, seat: int, lines: Sequence[str]) -> None:
        """What the last move did, in words for this seat."""


class Listeners:
    """The bots at a table that listen: of the bots in all seats, or in some, given by seat."""

    def __init__(self, bots: Sequence[Bot] | Mapping[int, Bot]) -> None:
        seated = bots.items() if isinstance(bots, Mapping) else enumerate(bots)
        self._listeners = [(seat, bot) for seat, bot in sorted(seated, key=itemgetter(0)) if isinstance(bot, Listener)]

    def tell(self, state: State, note: Note | None = None) -> None:
        """Tell all listeners what the last move did; only its addressee gets the `note` that went with it.

        Call this once after a game has been dealt, and again after each move.
        """
        if self._listeners and state.told:
            for seat, bot in self._listeners:
                bot.listen(seat, state.chronicle(seat))
        if note is not None:
            for seat, bot in self._listeners:
                if seat == note.addressee:
                    bot.listen(seat, [note.told(state.game.agent)])
