"""A table: the single task that changes its game, and the browsers that show it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from agents.fallback import stand_in
from agents.people.web.boards import Board
from agents.people.web.store import records
from agents.people.web.store.database import Lease, LeaseLostError, SavedTable
from agents.people.web.store.records import Beside
from agents.people.web.store.room import NoRoomError
from agents.people.web.tables import messages
from agents.people.web.tables.automatic import Automatic, Move
from agents.people.web.tables.clock import Clock, Control, Terms
from agents.people.web.tables.guide import Guide
from agents.people.web.tables.inbox import Asked, Inbox
from agents.people.web.tables.messages import PACES, Act, Message, RefusedError, TakeBack
from agents.people.web.tables.play import GameInPlay
from agents.people.web.tables.seat import RESIGNED, Seat, persons
from agents.people.web.tables.services import Services
from agents.people.web.tables.taking_back import TakingBack
from agents.people.web.tables.talk import Talk
from agents.people.web.viewers.feed import Feed
from agents.people.web.viewers.known import KnownTables, Viewer
from agents.people.web.viewers.shown import Own, SeatShown
from dynasty_env.kit.files.replays import Replay, result_of
from dynasty_env.kit.seats.notes import one_line
from dynasty_env.kit.state import State

Answer = TypeVar("Answer")
SPECTATORS_WAIT = (20.0, 5.0)
"""Seconds that spectators wait for each second of delay of the server, and the maximum."""
AT_A_STRETCH = 0.01
"""Seconds after which the replay of a table that is being loaded yields to other tasks."""
RETRY = 1.0
"""Seconds after which a bot's decision that could not be stored is made again."""
_log = logging.getLogger(__name__)


class Table:
    """A loaded table: its game, which follows the lesson if there is one, its seats, and its viewers."""

    def __init__(self, saved: SavedTable, beside: Beside, board: Board, services: Services, lease: Lease) -> None:
        self.id, self.game, self.board = saved.id, board.game, board
        self.options, self.seed, self.seed_chosen = saved.options, saved.seed, saved.seed_chosen
        self.listed = saved.listed
        self.begun = saved.begun is not None
        self.seats = [Seat(s.seat, s.bot, s.name if s.taken else None, s.host) for s in saved.seats]
        self._clock = Clock(Control(saved.away, beside.clock.increment), self.seats, beside.clock.left)
        self.talk = Talk(beside.talked, self.seats)
        self._asides: set[asyncio.Task[None]] = set()
        self.broken = False  # its game has met an error in the rules
        self.moved = False  # it cannot continue here, since another server has it: its pages have to reconnect
        self.lease = lease
        self.used_at = time.monotonic()
        self._services = services
        self._ended = saved.ended is not None
        self._inbox = Inbox()
        self._listeners: set[Callable[[], None]] = set()
        self._task: asyncio.Task[None] | None = None
        state = self.game.new(self.seed, backend=services.engine.backend(self.game), **self.options)
        viewers: tuple[Viewer, ...] = (None, *(seat.number for seat in self.persons))
        self.play = GameInPlay(state, board, viewers)
        self._taking_back = TakingBack(self.play)
        self._guide = Guide(board.lesson if beside.lesson_left is False else None, self.play)
        self._again: list[int] = []
        self._automatic = Automatic(
            self.play, self.seats, board, services, self._guide, self.seed, saved.pace, self._inbox.put
        )  # fmt: skip

    async def catch_up(self, actions: Iterable[int], beside: Beside) -> None:
        """Replay the stored decisions, a few at a time, while other tables continue."""
        self.play.withdrawn += beside.withdrawn
        for number in beside.resigned:
            self.seats[number].stand_in = RESIGNED
        if self.begun:
            self.play.hear()
        paused = time.perf_counter()
        for number, action in enumerate(actions):
            seat = self.state.seat
            self.play.play(action, note=beside.notes.get(number, ""))
            self.seats[seat].decided += 1
            if time.perf_counter() - paused > AT_A_STRETCH:
                await asyncio.sleep(0)
                paused = time.perf_counter()
        asked = beside.clock.asked if beside.clock.number == len(self.actions) else None
        if asked and self._clock.runs and not self.over and not self.seats[self.state.seat].stand_in:
            self._clock.go_on(self.seats[self.state.seat], asked)

    # -- viewers -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The true table."""
        return self.play.state

    @property
    def known(self) -> KnownTables:
        """The table as each viewer knows it."""
        return self.play.known

    @property
    def actions(self) -> list[int]:
        """All actions that have been played."""
        return self.play.actions

    @property
    def persons(self) -> list[Seat]:
        """Seats of persons, including those for whom a bot stands in."""
        return persons(self.seats)

    @property
    def in_use(self) -> bool:
        """Whether a page shows it, or bots are playing its game."""
        return bool(self._listeners) or self._automatic.running

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.play.over

    @property
    def control(self) -> Control:
        """The time control."""
        return self._clock.control

    @property
    def terms(self) -> Terms:
        """What the players agree to."""
        return Terms(self.options, self.control, self.talk.rule, self.seed_chosen, len(self.persons))

    def asks(self, seat: int) -> bool:
        """Whether a person is asked in this seat now."""
        return self.begun and not self.over and self.state.seat == seat and self.seats[seat].asked_since > 0

    def clock(self, viewer: Viewer) -> dict[str, Any] | None:
        """The clock on a viewer's page, with its seat, or None.

        If it is public whom the table waits for, everybody sees that clock; otherwise each seat sees only its own.
        """
        if not self._clock.runs or not self.begun or self.over or self.broken:
            return None
        return self._clock.on_page(viewer, self.known.of(viewer))

    def people(self) -> tuple[SeatShown, ...]:
        """The players in all seats."""
        return tuple(seat.shown for seat in self.seats)

    def update(self, viewer: Viewer) -> Feed:
        """Bring a viewer's feed up to date and return it; its `shown` is set."""
        own = Own()
        if viewer is not None:
            seat, (back, turn) = self.seats[viewer], self._taking_back.open_to(viewer)
            self.play.deliver(viewer)
            others = [self.seats[each].name or "" for each in self._again if each != viewer]
            own = Own(
                seat.decided, seat.advance, back, turn, others[0] if others else "", self.play.notes_to(viewer),
                self._guide.coaching(viewer), self._guide.prepared is not None, viewer in self._again,
                bool(seat.stand_in), seat.stand_in == RESIGNED,
            )  # fmt: skip
        return self.play.update(viewer, self.people(), own, (self.begun, self.broken))

    async def rest(self, viewer: Viewer) -> None:
        """Delay a viewer's update because the server is busy; only spectators wait."""
        if viewer is None:
            await asyncio.sleep(self._services.load.delay(*SPECTATORS_WAIT))
            await self._services.load.take_turn()

    def listen(self, viewer: Viewer, listener: Callable[[], None]) -> None:
        """Call `listener` whenever something may have changed; the viewer's page is open."""
        self._listeners.add(listener)
        self.used_at = time.monotonic()
        if viewer is not None:
            self.seats[viewer].open_page()
            if self.seats[viewer].stand_in == "away":
                self._reclaim(self.seats[viewer])
            self._tell_listeners()

    def leave(self, viewer: Viewer, listener: Callable[[], None]) -> None:
        """The viewer's page has been closed."""
        self._listeners.discard(listener)
        self.used_at = time.monotonic()
        if viewer is not None:
            self.seats[viewer].close_page()
            self._tell_listeners()

    def _tell_listeners(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    # -- the task ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")

    async def stop(self) -> None:
        """End the task; decisions have been stored, and waiting callers are told to ask again."""
        await self._automatic.end()
        await asyncio.gather(*self._asides, return_exceptions=True)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.lose()

    def lose(self) -> None:
        """The table cannot continue here: its pages reconnect, and open messages are rejected."""
        self.moved = True
        self._automatic.cancel()
        self._inbox.refuse_all("moved")
        self._tell_listeners()

    async def say(self, viewer: Viewer, message: Message) -> None:
        """Carry out a message of a viewer. Raises RefusedError if nothing has changed."""
        if self.moved:
            raise RefusedError("moved")
        await self._inbox.ask(viewer, message)

    @property
    def pace(self) -> float:
        """Seconds for which it pauses after an event."""
        return self._automatic.pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._automatic.pace = seconds

    def hinted(self, number: int) -> None:
        """A hint was given at this decision: what it was about can no longer be taken back."""
        if self._taking_back.hinted(number):
            self._tell_listeners()

    def play_again(self, seat: int) -> None:
        """Somebody has taken a seat at the next table: all viewers are informed."""
        if seat not in self._again:
            self._again.append(seat)
        self._tell_listeners()

    def take_seat(self, number: int, name: str) -> None:
        """A person has taken a seat, which the database has recorded."""
        self.seats[number].name = name
        if not self.seats[number].pages:
            self.seats[number].gone_since = time.monotonic()
        self._inbox.put(None)

    async def _run(self) -> None:
        if self.begun and self.over and not self._ended:
            self._inbox.put(None)  # its last server died before it could record the end
        elif self.begun:
            self._ask_next()
        while not self.moved:
            item = await self._inbox.next()
            try:
                if isinstance(item, Move):
                    if item is self._automatic.sent:
                        await self._decide(item.action, item.by)
                elif item is not None:
                    await self._answer(item)
                else:
                    await self._look_again()
            except RefusedError as refused:
                _log.warning("a decision was not stored", extra={"table": self.id, "why": refused.code})
                if not self.moved:
                    self._automatic.follow(self._retry())
            except Exception:
                self.broken = True
                self._forget_shown()
                _log.exception("a table has failed", extra={"table": self.id})
            self._tell_listeners()

    async def _look_again(self) -> None:
        """Check again after somebody has sat down, or something could not be stored before."""
        if not self.begun:
            if all(seat.taken for seat in self.seats):
                await self._begin({})
        elif self.over:
            await self._write_end()
        else:
            self._ask_next()

    async def _retry(self) -> None:
        await asyncio.sleep(RETRY)
        self._inbox.put(None)

    async def _answer(self, asked: Asked) -> None:
        try:
            await self._carry_out(asked.viewer, asked.message)
        except RefusedError as refused:
            asked.refused(refused)
        except Exception:
            asked.refused(RefusedError("broken"))
            raise
        else:
            asked.carried_out()

    async def _carry_out(self, viewer: Viewer, message: Message) -> None:
        if viewer is None:
            raise RefusedError("spectator")
        if self.broken:
            raise RefusedError("broken")
        seat = self.seats[viewer]
        seat.heard_at = time.monotonic()
        if isinstance(message, messages.Say):
            line = self.talk.checked(viewer, message.text, len(self.actions))
            await self._stored(self._services.store.change(records.add_said, self.id, line))
            self.talk.add(line)
            return
        if seat.stand_in == RESIGNED and not isinstance(message, messages.Skip | messages.Pace):
            raise RefusedError("over" if self.over else "resigned")
        match message:
            case messages.Begin():
                await self._begin_early(seat)
            case messages.Act():
                await self._act(seat, message)
            case messages.Advance():
                self._pass_in_advance(seat, message.until)
            case messages.Back():
                self._reclaim(seat)
            case messages.Leave():
                self._leave_to_a_bot(seat)
            case messages.Resign():
                await self._resign(seat)
            case messages.Skip():
                self._skip()
            case messages.Pace():
                await self._set_pace(seat, PACES[message.pace])
            case messages.Freely():
                await self._leave_lesson()
            case messages.TakeBack():
                await self._take_back(seat, message)

    # -- decisions -----------------------------------------------------------------------------------------------

    def check_going_on(self) -> None:
        """Raise RefusedError before and after the game."""
        if not self.begun:
            raise RefusedError("not begun")
        if self.over:
            raise RefusedError("over")

    async def _act(self, seat: Seat, message: Act) -> None:
        """A person's decision; the seat is known from its link, never from the message."""
        self.check_going_on()
        feed = self.update(seat.number)
        if not feed.asked_since <= message.version <= feed.version:
            raise RefusedError("stale")
        if self.state.seat != seat.number or seat.stand_in or self._guide.prepared is not None:
            raise RefusedError("not asked")
        if message.action not in self.state.legal():
            raise RefusedError("illegal")
        if not self._guide.allows(message.action):
            raise RefusedError("lesson")
        note = one_line(message.note)
        if note and self.play.asked_by(message.action) is None:
            raise RefusedError("no proposal")
        began = seat.asked_since
        await self._decide(message.action, "person", note)
        self._services.metrics.answer_seconds.observe(time.monotonic() - began)

    async def _decide(self, action: int, by: str, note: str = "") -> None:
        """Store a decision with its note, carry it out, and inform everybody."""
        begun = time.perf_counter()
        number = len(self.actions)
        seat = self.seats[self.state.seat]
        now = time.monotonic()
        left = self._clock.after(seat, now)

        def beside(connection: Connection) -> None:
            if note:
                records.add_note(connection, self.id, number, note)
            if left is not None:
                records.keep_left(connection, self.id, seat.number, left)

        await self._stored(self._services.store.decide(self.lease, number, action, by, beside))
        self._automatic.cancel()
        self._clock.set_left(seat.number, left)
        step = self._taking_back.before(seat.number, by) if by in ("person", "rule") else None
        noticed = self.play.play(action, self._services.engine.at_speed(self.state), note)
        seat.decided += 1
        self._clock.use(seat, number, now)
        seat.asked_since = seat.asked_before = 0.0
        self._taking_back.after(step)
        if not any(self._taking_back.open_to(seat.number)):
            self._clock.settle()
        if noticed:
            self._automatic.noticed()
        for each in self.persons:
            self.play.end_passing(each)
        self._services.metrics.decisions.labels(by).inc()
        self._services.metrics.decision_seconds.observe(time.perf_counter() - begun)
        if self.over:
            await self._write_end()
        else:
            self._ask_next()

    async def _write_end(self) -> None:
        """Record that the game is over, now or as soon as the database allows it."""
        if self._ended:
            return
        try:
            await self._stored(self._services.store.end(self.lease, result_of(self.state)))
        except RefusedError:
            if not self.moved:
                self._automatic.follow(self._retry())
            return
        self._ended = True
        self._services.metrics.games_ended.inc()
        _log.info("game over", extra={"table": self.id, "decisions": len(self.actions)})

    async def _stored(self, writing: Awaitable[Answer]) -> Answer:
        """Wait until something is written. Raises RefusedError if it is not; then nothing has changed here."""
        try:
            return await writing
        except (LeaseLostError, IntegrityError) as error:  # the database has decisions that were not made here
            _log.warning("a table has moved", extra={"table": self.id, "why": type(error).__name__})
            self.lose()
            raise RefusedError("moved") from None
        except NoRoomError as error:
            _log.error("no room in the database", extra={"table": self.id, "why": str(error)[:200]})
            raise RefusedError("no room") from None
        except SQLAlchemyError:
            _log.exception("the database failed", extra={"table": self.id})
            raise RefusedError("storage") from None

    def _ask_next(self) -> None:
        """Ask the seat that decides next: a person by the page, everybody else by a task."""
        self._automatic.cancel()
        if self.over or self.broken:
            return
        seat = self.seats[self.state.seat]
        if self._automatic.ask() and not seat.asked_since:
            number = len(self.actions)
            used = self._clock.used(seat, number)
            seat.asked_since = time.monotonic() - used
            if self._clock.runs:
                self._aside(partial(records.keep_asked, table=self.id, number=number, at=time.time() - used))

    def _set_left(self, seat: Seat, seconds: float | None) -> None:
        """Set the time left for a seat, also for after a restart; None: unchanged."""
        if seconds is not None:
            self._clock.set_left(seat.number, seconds)
            self._aside(partial(records.keep_left, table=self.id, seat=seat.number, seconds=seconds))

    def _aside(self, change: Callable[[Connection], None]) -> None:
        """Store something that the game does not wait for; if that fails, a clock is slightly wrong after a restart."""

        async def write() -> None:
            with suppress(SQLAlchemyError):
                await self._services.store.change(change)

        task = asyncio.create_task(write())
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    # -- people who come and go ----------------------------------------------------------------------------------

    def _pass_in_advance(self, seat: Seat, until: str) -> None:
        self.check_going_on()
        was_asked = seat.advance == "off"
        self.play.begin_passing(seat, until)
        self.play.end_passing(seat)
        if self.state.seat != seat.number or seat.stand_in or self.play.passing is None:
            return
        if (seat.advance == "off") != was_asked:  # otherwise nothing has changed, and the pending pass is not delayed
            self._ask_next()

    def tick(self, now: float) -> None:
        """Let a bot stand in for persons who have been away, or have not answered, for the stated time."""
        if not self.begun or self.over:
            return
        for seat, why in self._clock.run_out(now):
            self._let_stand_in(seat, why)
            self._tell_listeners()

    def _let_stand_in(self, seat: Seat, why: str) -> None:
        seat.asked_before = seat.asked_since or seat.asked_before
        seat.stand_in, seat.asked_since = why, 0.0
        _log.info("a bot stands in", extra={"table": self.id, "seat": seat.number, "why": why})
        if self.state.seat == seat.number and not self._automatic.running:
            self._ask_next()

    def _leave_to_a_bot(self, seat: Seat) -> None:
        """A person leaves and lets a bot play on."""
        self.check_going_on()
        if not seat.stand_in:
            self._let_stand_in(seat, "wish")

    async def _resign(self, seat: Seat) -> None:
        """A person leaves for good: a bot plays to the end, also after a restart of the server."""
        self.check_going_on()
        await self._stored(self._services.store.change(records.resign, self.id, seat.number))
        self._let_stand_in(seat, RESIGNED)

    def _skip(self) -> None:
        """Reach the next decision of the only person as fast as the bots can think."""
        self.check_going_on()
        if len(self.persons) > 1:
            raise RefusedError("several")
        self._automatic.skipping = True
        seat = self.seats[self.state.seat]
        if seat.bot is not None or seat.stand_in:
            self._ask_next()

    async def _leave_lesson(self) -> None:
        """Let the learner play on freely, also after a restart of the server."""
        self.check_going_on()
        if not self._guide.follows:
            return
        await self._stored(self._services.store.change(records.leave_lesson, self.id))
        self._guide.stop()
        self._ask_next()

    async def _set_pace(self, seat: Seat, pace: float) -> None:
        """Change the pace, for the host or somebody who plays alone."""
        if not seat.host and len(self.persons) > 1:
            raise RefusedError("several")
        await self._stored(self._services.store.set_pace(self.lease, pace))
        self.pace = pace

    async def _take_back(self, seat: Seat, message: TakeBack) -> None:
        """Go back to before an own decision that has revealed nothing to anybody."""
        self.check_going_on()
        feed = self.update(seat.number)
        if message.version != feed.version:
            raise RefusedError("stale")
        back, turn = self._taking_back.open_to(seat.number)
        count = turn if message.to == "turn" else min(back, 1)
        step = self._taking_back.steps(seat.number, count)
        if step is None:
            raise RefusedError("told")
        number = step.moment.number
        for each in self.persons:
            if each.pages:  # it may be on its way to that page
                self.play.deliver(each.number)
        forget = partial(records.forget_notes, table=self.id, number=number, kept=self.play.read_since(number))
        if not await self._stored(self._services.store.take_back(self.lease, number, forget)):
            raise RefusedError("hinted")
        now = time.monotonic()
        self._set_left(seat, self._clock.given_back(seat, count, now))
        self._clock.use(seat, len(self.actions), now)
        seat.decided -= len(self.actions) - number
        self.play.go_back(step.moment)
        self._taking_back.taken(step)
        for each_seat in self.seats:
            each_seat.asked_since = each_seat.asked_before = 0.0
        self._ask_next()

    def _reclaim(self, seat: Seat) -> None:
        """Give a seat back to its person: with the rest of the time for the open decision, which otherwise the bot
        still makes."""
        if not seat.stand_in:
            return
        seat.stand_in = ""
        seat.heard_at = time.monotonic()
        asked = seat.asked_before
        late = asked and self._clock.runs and seat.heard_at - asked >= self._clock.allowance(seat)
        if self.begun and self.state.seat == seat.number and not late:
            self._ask_next()
            if seat.asked_since and asked:
                seat.asked_since = asked

    async def _begin(self, bots: dict[int, str]) -> None:
        """Begin the game; bots take the free seats, unless somebody has just sat down there."""
        for sitting in await self._stored(self._services.store.begin(self.lease, bots)):
            self.seats[sitting.seat].bot = sitting.bot
            self.seats[sitting.seat].name = sitting.name if sitting.taken else None
        self.begun = True
        self._forget_shown()
        for viewer in [viewer for viewer in self.play.feeds if viewer is not None and self.seats[viewer].bot]:
            del self.play.feeds[viewer]
        now = time.monotonic()
        for seat in self.persons:
            seat.gone_since = 0.0 if seat.pages else now
            seat.heard_at = now
        self.play.hear()
        self._services.metrics.games_begun.inc()
        _log.info("game begins", extra={"table": self.id, "game": self.game.name, "persons": len(self.persons)})
        self._ask_next()

    async def _begin_early(self, seat: Seat) -> None:
        if self.begun:
            return
        if not seat.host:
            raise RefusedError("host")
        bot = stand_in(self.game)
        await self._begin({other.number: bot for other in self.seats if not other.taken})

    def _forget_shown(self) -> None:
        for feed in self.play.feeds.values():
            feed.forget_shown()

    # -- replays -------------------------------------------------------------------------------------------------

    def replay(self) -> Replay:
        """The finished game as a replay. Raises RefusedError while it is running: a replay contains every card."""
        if not self.over:
            raise RefusedError("running" if self.begun else "not begun")
        replay = self.play.replay([seat.bot or "person" for seat in self.seats], self.seed)
        replay.talk = self.talk.kept
        return replay
