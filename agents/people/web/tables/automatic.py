"""Decisions that no page sends: those of bots, stand-ins, passes in advance, and persons without a choice."""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from agents.fallback import stand_in
from agents.people.web.boards import Board
from agents.people.web.tables.guide import Guide
from agents.people.web.tables.play import GameInPlay
from agents.people.web.tables.seat import Seat, persons
from agents.people.web.tables.services import Services
from agents.people.web.viewers.shown import takes_by_itself
from dynasty_env.kit.seats.decision import dice_of

PASS_DELAY = (0.3, 1.5)
"""Range of the random delay, in seconds, of a pass that no person has clicked, if several persons are at the table. It
makes the duration of a window less revealing about who was asked in it."""
BOTS_WAIT = (40.0, 15.0)
"""Seconds that bots wait for each second of delay of the server, and the maximum."""
FORCED = 0.4
"""Seconds before the only legal action is taken for a person."""
_lots = random.SystemRandom()


@dataclass(frozen=True, eq=False)
class Move:
    """An action that no page has sent."""

    action: int  # its id
    by: str  # who chose it, in the form of the database


class Automatic:
    """Makes the decisions of a table for which nobody has to be asked, one at a time, and calls `send` with each.

    The board says how long people need to follow. The seeds of bots follow from that of the game.
    """

    def __init__(
        self, game: GameInPlay, seats: Sequence[Seat], board: Board, services: Services, guide: Guide, seed: int,
        pace: float, send: Callable[[Move], None],
    ) -> None:  # fmt: skip
        self._game, self._seats, self._board, self._services = game, seats, board, services
        self._guide, self._seed, self._send = guide, seed, send
        self.pace = pace  # seconds for which the table pauses after an event
        self.skipping = False  # no pauses until a person is asked
        self.sent: Move | None = None  # the decision to carry out; earlier ones are void
        self._visible_at = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether a decision is pending."""
        return self.sent is not None or (self._task is not None and not self._task.done())

    def cancel(self) -> None:
        """Cancel the pending decision."""
        self.sent = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def follow(self, work: Coroutine[Any, Any, None]) -> None:
        """Replace the pending decision by this."""
        self.cancel()
        self._task = asyncio.create_task(work)

    async def end(self) -> None:
        """Cancel, and wait until nothing is running any more."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def noticed(self) -> None:
        """People have just been shown something new."""
        self._visible_at = time.monotonic()

    def ask(self) -> bool:
        """Make the open decision if nobody has to be asked; returns whether a person has to be asked."""
        self.cancel()
        seat, state = self._seats[self._game.state.seat], self._game.state
        if (prepared := self._guide.prepared) is not None:
            delay = 0.0 if self._guide.opens else self._wait_for_others(0.0)
            self.follow(self._decide_later(prepared, "rule" if seat.bot is None else "bot", delay))
        elif seat.bot is not None or seat.stand_in:
            self.follow(self._let_bot_decide(seat))
        elif takes_by_itself(state):
            self.follow(self._decide_later(int(state.legal()[0]), "rule", self._wait_for_others(FORCED)))
        elif seat.advance != "off" and (number := self._game.passing) is not None:
            self.follow(self._decide_later(number, "advance", self._pass_delay()))
        else:
            self.skipping = False
            return True
        return False

    async def _decide_later(self, action: int, by: str, delay: float) -> None:
        await asyncio.sleep(delay)
        self._decide(action, by)

    def _decide(self, action: int, by: str) -> None:
        self.sent = Move(action, by)
        self._send(self.sent)

    async def _let_bot_decide(self, seat: Seat) -> None:
        """Give the bot the table as its seat knows it, and a seed of its own."""
        game, bots, engine = self._game, self._services.bots, self._services.engine
        number, known, secret = len(game.actions), game.known, game.is_secret
        await asyncio.sleep(self._services.load.delay(*BOTS_WAIT))
        name = seat.bot or stand_in(game.rulebook)
        if ":" in name and not engine.bots_ready:
            name = stand_in(game.rulebook)
        seed = int(dice_of(self._seed, seat.number, 1 + number).integers(2**63))
        begun = time.monotonic()

        def failed() -> None:
            seat.failed = seat.failed or not secret

        action = await bots.choose(name, known.of(seat.number), engine.backend(game.rulebook), seed, failed)
        self._services.metrics.thinking_seconds.observe(time.monotonic() - begun)
        await asyncio.sleep(self._pass_delay() if secret else self._wait_for_others(0.0))
        self._decide(action, "bot" if seat.bot else "stand-in")

    def _pass_delay(self) -> float:
        """The delay of a pass that was not clicked."""
        return _lots.uniform(*PASS_DELAY) * min(self.pace, 1.0) if len(persons(self._seats)) > 1 else 0.0

    def _wait_for_others(self, least: float) -> float:
        """The delay that lets people follow what has just happened."""
        if self.skipping:
            return 0.0
        lingers = self.pace * (1.0 + self._board.moments(self._game.feeds[None].happened) * 0.4)
        return max(least * min(self.pace, 1.0), self._visible_at + lingers - time.monotonic(), 0.0)
