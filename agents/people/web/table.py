"""A table: one task that alone changes its game, and the browsers that look on."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from agents.people.web.boards import Board
from agents.people.web.messages import Act, Advance, Back, Begin, Message, RefusedError
from agents.people.web.seat import Seat, Surroundings
from agents.people.web.shown import Audience, Glimpse, SeatShown, Viewer, takes_by_itself
from agents.people.web.store import Lease, LeaseLostError, SavedTable
from dynasty_env.kit.files.replays import Replay, result_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.turn import dice_of

PASS = "pass"
HUSH = (0.3, 1.5)
"""Seconds, drawn by lot, that a pass takes which no person has clicked, where several persons are at the table: how
long a window stays open tells the less of who was asked in it."""
BOTS_WAIT, WATCHERS_WAIT = (40.0, 15.0), (20.0, 5.0)
"""How long bots and spectators wait for each second that the server is late, and at most."""
VERSIONS = 2**50
"""Each viewer's versions are counted from a number of its own, so that no message answers what another was shown."""
AT_A_STRETCH = 0.01
"""Seconds after which the replay of a table that is being loaded lets others go first."""
RETRY = 1.0
"""Seconds after which a bot's decision that could not be stored is made anew."""
FORCED = 0.4
"""Seconds before the only legal action is taken for a person."""
_log = logging.getLogger(__name__)
_lots = random.SystemRandom()


@dataclass(frozen=True)
class _Decision:
    """An action that no page has sent."""

    number: int
    action: int
    by: str


@dataclass(frozen=True)
class _Asked:
    viewer: Viewer
    message: Message
    answer: "asyncio.Future[None]"


class Table:
    """A table that is loaded: its game, its seats, and all who look on.

    Args:
        saved: what the database has of it.
        game: the rulebook.
        board: what draws it.
        around: what it shares with other tables.
        lease: the right to change its game.

    Attributes:
        moved: it cannot go on here, as another server has it: its pages have to connect anew.
    """

    def __init__(self, saved: SavedTable, game: Game, board: Board, around: Surroundings, lease: Lease) -> None:
        self.id, self.game, self.board = saved.id, game, board
        self.options, self.seed, self.seed_chosen = saved.options, saved.seed, saved.seed_chosen
        self.pace, self.away, self.listed = saved.pace, saved.away, saved.listed
        self.begun, self.version = saved.begun is not None, saved.version
        self.seats = [Seat(s.seat, s.bot, s.name if s.taken else None, s.host) for s in saved.seats]
        self.broken = self.moved = False
        self.lease = lease
        self._around = around
        self._ended = saved.ended is not None
        self._inbox: asyncio.Queue[_Decision | _Asked | None] = asyncio.Queue()
        self._unanswered: set[asyncio.Future[None]] = set()
        self._listeners: set[Callable[[], None]] = set()
        self._next: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._visible_at = 0.0
        self._open_decisions = 0
        self.used_at = time.monotonic()
        self.actions: list[int] = []
        viewers: tuple[Viewer, ...] = (None, *(seat.number for seat in self.seats if seat.bot is None))
        self._audiences = {viewer: Audience(viewer, _lots.randrange(VERSIONS)) for viewer in viewers}
        self.state = game.new(self.seed, backend=around.engine.backend(game), **self.options)

    async def catch_up(self, actions: Iterable[int]) -> None:
        """Play what the database has, a few decisions at a time: other tables go on meanwhile."""
        if self.begun:
            self._hear()
        paused = time.perf_counter()
        for action in actions:
            seat = self.state.seat
            self.state.play(action)
            self.seats[seat].decided += 1
            self.actions.append(action)
            self._hear()
            if time.perf_counter() - paused > AT_A_STRETCH:
                await asyncio.sleep(0)
                paused = time.perf_counter()

    # -- who looks on --------------------------------------------------------------------------------------------

    @property
    def persons(self) -> list[Seat]:
        """Seats of persons, bots that stand in for them included."""
        return [seat for seat in self.seats if seat.bot is None]

    @property
    def in_use(self) -> bool:
        """Whether a page shows it, or bots go on with its game."""
        return bool(self._listeners) or (self._next is not None and not self._next.done())

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.done

    def people(self) -> tuple[SeatShown, ...]:
        """Who sits where."""
        shown = []
        for seat in self.seats:
            if seat.bot is not None:
                shown.append(SeatShown(seat.bot, "bot", True))
            elif seat.name is None:
                shown.append(SeatShown("", "free", False))
            else:
                shown.append(SeatShown(seat.name, "away" if seat.stand_in else "person", seat.pages > 0))
        return tuple(shown)

    def glimpse(self, viewer: Viewer) -> tuple[Audience, Glimpse]:
        """What a viewer is shown now, with its version and chronicle."""
        audience = self._audiences[viewer]
        seat = None if viewer is None else self.seats[viewer]
        decided, advance = (0, "off") if seat is None else (seat.decided, self._standing_pass(seat))
        key = len(self.actions), self.begun, self.broken, self.people(), advance
        return audience, audience.look(self.state, self.people(), decided, advance, self.board.account, key)

    async def rest(self, viewer: Viewer) -> None:
        """Wait before a viewer is shown what is new, as the server is busy; only spectators wait."""
        if viewer is None:
            await asyncio.sleep(self._around.pulse.respite(*WATCHERS_WAIT))
            await self._around.pulse.turn()

    def listen(self, viewer: Viewer, listener: Callable[[], None]) -> None:
        """Call `listener` whenever something may have changed; the viewer's page is open."""
        self._listeners.add(listener)
        self.used_at = time.monotonic()
        if viewer is not None:
            seat = self.seats[viewer]
            seat.pages += 1
            seat.gone_since = 0.0
            self._reclaim(seat)
            self._tell_listeners()

    def leave(self, viewer: Viewer, listener: Callable[[], None]) -> None:
        """That page has been closed."""
        self._listeners.discard(listener)
        self.used_at = time.monotonic()
        if viewer is not None:
            seat = self.seats[viewer]
            seat.pages -= 1
            if seat.pages == 0:
                seat.gone_since = time.monotonic()
            self._tell_listeners()

    def _tell_listeners(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def _hear(self) -> bool:
        """All take in what the last move did; whether everybody could notice something."""
        heard = [audience.hear(self.state) for audience in self._audiences.values()]
        return any(heard)

    # -- the task ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Let the game go on."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")

    async def stop(self) -> None:
        """End the task; what has been decided is kept, and whoever waits for an answer is told to ask anew."""
        for task in (self._next, self._task):
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in (self._next, self._task) if task), return_exceptions=True)
        self.lose()

    def lose(self) -> None:
        """The table cannot go on here: its pages connect anew, and open messages are refused."""
        self.moved = True
        if self._next is not None:
            self._next.cancel()
            self._next = None
        for answer in self._unanswered:
            if not answer.done():
                answer.set_exception(RefusedError("moved"))
        self._tell_listeners()

    async def say(self, viewer: Viewer, message: Message) -> None:
        """Carry out a message of a viewer. Raises RefusedError: nothing has changed."""
        if self.moved:
            raise RefusedError("moved")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unanswered.add(answer)
        self._inbox.put_nowait(_Asked(viewer, message, answer))
        try:
            await answer
        finally:
            self._unanswered.discard(answer)

    def take_seat(self, number: int, name: str) -> None:
        """A person has taken a seat, as the database knows."""
        self.seats[number].name = name
        self.seats[number].gone_since = time.monotonic()
        self._inbox.put_nowait(None)

    async def _run(self) -> None:
        if self.begun and self.over and not self._ended:
            self._inbox.put_nowait(None)  # its last server died before it could write down the end
        elif self.begun:
            self._ask_next()
        while not self.moved:
            item = await self._inbox.get()
            try:
                if isinstance(item, _Decision):
                    if item.number == len(self.actions):
                        await self._decide(item.action, item.by)
                elif item is not None:
                    await self._answer(item)
                else:
                    await self._look_again()
            except RefusedError as refused:
                _log.warning("a decision was not stored", extra={"table": self.id, "why": refused.code})
                if not self.moved:
                    self._next = asyncio.create_task(self._retry())
            except Exception:
                self.broken = True
                for audience in self._audiences.values():
                    audience.look_afresh()
                _log.exception("a table has failed", extra={"table": self.id})
            self._tell_listeners()

    async def _look_again(self) -> None:
        """Somebody has sat down, or something could not be stored before."""
        if not self.begun:
            if all(seat.taken for seat in self.seats):
                await self._begin()
        elif self.over:
            await self._write_end()
        else:
            self._ask_next()

    async def _retry(self) -> None:
        await asyncio.sleep(RETRY)
        self._inbox.put_nowait(None)

    async def _answer(self, asked: _Asked) -> None:
        try:
            await self._carry_out(asked.viewer, asked.message)
        except RefusedError as refused:
            if not asked.answer.done():
                asked.answer.set_exception(refused)
            return
        except Exception:
            if not asked.answer.done():
                asked.answer.set_exception(RefusedError("broken"))
            raise
        if not asked.answer.done():
            asked.answer.set_result(None)

    async def _carry_out(self, viewer: Viewer, message: Message) -> None:
        if viewer is None:
            raise RefusedError("spectator")
        if self.broken:
            raise RefusedError("broken")
        seat = self.seats[viewer]
        if isinstance(message, Begin):
            await self._begin_early(seat)
        elif isinstance(message, Act):
            await self._act(seat, message)
        elif isinstance(message, Advance):
            self._pass_in_advance(seat, message.until)
        elif isinstance(message, Back):
            self._reclaim(seat)

    # -- decisions -----------------------------------------------------------------------------------------------

    async def _act(self, seat: Seat, message: Act) -> None:
        """A person's decision; the seat is known from its link, never from the message."""
        if not self.begun:
            raise RefusedError("not begun")
        if self.over:
            raise RefusedError("over")
        audience, _ = self.glimpse(seat.number)
        if not audience.asked_since <= message.version <= audience.version:
            raise RefusedError("stale")
        if self.state.seat != seat.number or seat.stand_in:
            raise RefusedError("not asked")
        if message.action not in self.state.legal():
            raise RefusedError("illegal")
        began = seat.asked_since
        await self._decide(message.action, "person")
        self._around.metrics.person_decided(time.monotonic() - began)

    async def _decide(self, action: int, by: str) -> None:
        """Keep a decision, carry it out, and tell everybody."""
        begun = time.perf_counter()
        if self._next is not None:
            self._next.cancel()
            self._next = None
        await self._stored(self._around.store.decide(self.lease, len(self.actions), action, by))
        number = self.state.seat
        self._open_decisions += not self._is_secret()
        self.state = self._around.engine.at_speed(self.state)
        self.state.play(action)
        self.actions.append(action)
        self.seats[number].decided += 1
        self.seats[number].asked_since = 0.0
        if self._hear():
            self._visible_at = time.monotonic()
        self._around.metrics.decided(by, time.perf_counter() - begun)
        if self.over:
            await self._write_end()
        else:
            self._ask_next()

    async def _write_end(self) -> None:
        """Write down that the game is over, now or as soon as the database allows it."""
        if self._ended:
            return
        try:
            await self._stored(self._around.store.end(self.lease, result_of(self.state)))
        except RefusedError:
            if not self.moved:
                self._next = asyncio.create_task(self._retry())
            return
        self._ended = True
        self._around.metrics.games_ended.inc()
        _log.info("game over", extra={"table": self.id, "decisions": len(self.actions)})

    async def _stored(self, writing: Awaitable[Any]) -> None:
        """Wait until something is written. Raises RefusedError: it is not, and nothing has changed here."""
        try:
            await writing
        except (LeaseLostError, IntegrityError) as error:  # the database knows of decisions that were not made here
            _log.warning("a table has moved", extra={"table": self.id, "why": type(error).__name__})
            self.lose()
            raise RefusedError("moved") from None
        except SQLAlchemyError:
            _log.exception("the database failed", extra={"table": self.id})
            raise RefusedError("storage") from None

    def _ask_next(self) -> None:
        """Ask whoever decides next: a person by the page, everybody else by a task."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if self.over or self.broken:
            return
        seat = self.seats[self.state.seat]
        if seat.bot is not None or seat.stand_in:
            self._next = asyncio.create_task(self._let_bot_decide(seat))
            return
        if takes_by_itself(self.state):
            only = int(self.state.legal()[0])
            self._next = asyncio.create_task(self._decide_later(only, "rule", self._wait_for_others(FORCED)))
        elif self._standing_pass(seat) != "off" and (number := self._passing()) is not None:
            self._next = asyncio.create_task(self._decide_later(number, "advance", self._hush()))
        elif not seat.asked_since:
            seat.asked_since = time.monotonic()

    async def _decide_later(self, action: int, by: str, delay: float) -> None:
        number = len(self.actions)
        await asyncio.sleep(delay)
        self._inbox.put_nowait(_Decision(number, action, by))

    async def _let_bot_decide(self, seat: Seat) -> None:
        """The bot gets the table as its seat knows it, and dice of its own."""
        number = len(self.actions)
        await asyncio.sleep(self._around.pulse.respite(*BOTS_WAIT))
        stand_in = self._around.thinkers.stand_in(self.game)
        name = seat.bot or stand_in
        if ":" in name and not self._around.engine.bots_ready:
            name = stand_in
        hidden = self.state.hide(seat.number, 0)
        seed = int(dice_of(self.seed, seat.number, 1 + number).integers(2**63))
        begun = time.monotonic()
        backend = self._around.engine.backend(self.game)
        action = await self._around.thinkers.choose(name, hidden, backend, seed)
        self._around.metrics.bot_thought(time.monotonic() - begun)
        await asyncio.sleep(self._hush() if self._is_secret() else self._wait_for_others(0.0))
        self._inbox.put_nowait(_Decision(number, action, "bot" if seat.bot else "stand-in"))

    def _is_secret(self) -> bool:
        return int(self.state.record["step"]) in self.game.secret_phases

    def _hush(self) -> float:
        """How long an unclicked pass takes."""
        return _lots.uniform(*HUSH) * min(self.pace, 1.0) if len(self.persons) > 1 else 0.0

    def _wait_for_others(self, least: float) -> float:
        """How long to wait so that people can follow what has just happened."""
        lingers = self.pace * (1.0 + self.board.moments(self._audiences[None].happened) * 0.4)
        return max(least * min(self.pace, 1.0), self._visible_at + lingers - time.monotonic(), 0.0)

    # -- passing in advance --------------------------------------------------------------------------------------

    def _passing(self) -> int | None:
        number = self.game.action_ids.get(PASS)
        return number if number is not None and number in self.state.legal() and self._is_secret() else None

    def _pass_in_advance(self, seat: Seat, until: str) -> None:
        if not self.begun or self.over:
            raise RefusedError("over" if self.over else "not begun")
        seat.advance = until
        seat.occasion = self._occasion(self.state.view(seat.number))
        if self.state.seat == seat.number:
            self._ask_next()

    def _standing_pass(self, seat: Seat) -> str:
        """What the seat passes in advance now, from what it knows."""
        if seat.advance == "off" or not self.begun or self.over:
            return "off"
        view = self.state.view(seat.number)
        if seat.advance == "turn":
            lasts = view.get("turn_player") != seat.number
        else:
            lasts = self._occasion(view) == seat.occasion
        if not lasts:
            seat.advance = "off"
        return seat.advance

    def _occasion(self, view: dict[str, Any]) -> Any:
        """What is passed on: as the board says, or all until the next decision that everybody sees."""
        found = self.board.occasion(view)
        return self._open_decisions if found is None else found

    # -- people who come and go ----------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let a bot stand in for whoever has been away for the stated time, or has not answered for as long."""
        if not self.begun or self.over or not self.away or len(self.persons) < 2:
            return
        for seat in self.persons:
            gone = seat.gone_since and now - seat.gone_since > self.away
            silent = seat.asked_since and now - seat.asked_since > self.away
            if not seat.stand_in and (gone or silent):
                seat.stand_in, seat.asked_since = True, 0.0
                _log.info("a bot stands in", extra={"table": self.id, "seat": seat.number})
                if self.state.seat == seat.number:
                    self._ask_next()
                self._tell_listeners()

    def _reclaim(self, seat: Seat) -> None:
        if seat.stand_in:
            seat.stand_in = False
            if self.begun and self.state.seat == seat.number:
                self._ask_next()

    async def _begin(self) -> None:
        bots = {seat.number: seat.bot for seat in self.seats if seat.bot is not None}
        await self._stored(self._around.store.begin(self.lease, bots))
        self.begun = True
        for audience in self._audiences.values():
            audience.look_afresh()
        for viewer in [viewer for viewer in self._audiences if viewer is not None and self.seats[viewer].bot]:
            del self._audiences[viewer]
        now = time.monotonic()
        for seat in self.persons:
            seat.gone_since = 0.0 if seat.pages else now
        self._hear()
        self._around.metrics.games_begun.inc()
        _log.info("game begins", extra={"table": self.id, "game": self.game.name, "persons": len(self.persons)})
        self._ask_next()

    async def _begin_early(self, seat: Seat) -> None:
        if self.begun:
            return
        if not seat.host:
            raise RefusedError("host")
        for other in self.seats:
            if not other.taken:
                other.bot = self._around.thinkers.stand_in(self.game)
        await self._begin()

    # -- replays -------------------------------------------------------------------------------------------------

    def replay(self) -> Replay:
        """The finished game as a replay. Raises RefusedError while it goes on: a replay knows every card."""
        if not self.over:
            raise RefusedError("not begun" if not self.begun else "not asked")
        players = [seat.bot or "person" for seat in self.seats]
        names = [self.game.action_names[action] for action in self.actions]
        return Replay(self.game, self.state.options, self.seed, players, names, result_of(self.state))
