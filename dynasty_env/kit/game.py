"""What a game is, the contract that a rulebook fulfils, and `State`, the Python handle on one of its tables.

The two stand in one module since each is made of the other: a game deals states, and a state asks its game for words.
How rules run, which needs neither, is `kit.running`.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.deprecated import Deprecated, check_subclass
from dynasty_env.kit.engine import entries
from dynasty_env.kit.engine.backend import Backend, Interpreted, Tables
from dynasty_env.kit.engine.table import ENTRY, header, offset_of, table_dtype
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.faults import failure_of, fault_of
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.running import BackendName as BackendName
from dynasty_env.kit.running import Items as Items
from dynasty_env.kit.running import Option as Option
from dynasty_env.kit.running import Running
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.seats.points import WORD, Floats
from dynasty_env.kit.values import is_one_of, whole

RewardName = str
REWARDS: tuple[RewardName, ...] = ("win", "rank", "points")
"""The rewards of a game that declares no others. Every game's first is ``win``."""
ROOM = 64
"""Playouts run at once: as many tables as fit into a core's own cache."""
AUDIENCE = ENTRY.index("audience")
"""Where a row of the trace says who may see it, a bit for each seat."""


@dataclass(frozen=True)
class Entry:
    """A line of the trace: something that a move did."""

    kind: int
    seat: int
    subject: int
    object: int
    value: int
    audience: int


Saved = dict[str, Any]
"""A save file, as `State.to_dict` writes it."""

DEALT: Saved = {"phase": "deal"}
"""In place of a save file: the table's seed has dealt it."""

Move = int | tuple[float, ...]
"""An action by its id, or the point that was taken (`State.play_point`)."""

Past = tuple[None, tuple[Tables, Saved | None]] | tuple["Past", Move]
"""A move and what was before it, or the table at the beginning: what clones have in common is in memory once."""


@dataclass(frozen=True)
class Course:
    """How a table came about.

    Attributes:
        beginning: a table.
        saved: the save file that laid it, or `DEALT`; None where it came about in play.
        actions: what leads from there to the table.
    """

    beginning: State
    saved: Saved | None
    actions: list[Move]


@dataclass(frozen=True)
class ListedChance:
    """How far the chance of a small game goes, so that algorithms may walk through all of it (`kit.outcomes`).

    Attributes:
        outcomes: no draw has more outcomes: 6 where six cards are drawn one by one.
        draws: no game has more draws among two or more.
    """

    outcomes: int
    draws: int


class Game(Running):
    """A rulebook: its table, phases, rules, and words. There is one instance per game; it holds no state.

    Subclasses give the class attributes and the words; everything else follows from them.
    """

    agent: ClassVar[str]
    """Stem of the PettingZoo agents' names, e.g. ``dynasty``."""
    chance: ClassVar[ListedChance | None] = None
    """How far chance goes, in games small enough that algorithms may list it; None: it is drawn from a seed."""
    longest: ClassVar[int]
    """No game has more decisions than this."""
    rewards: ClassVar[tuple[RewardName, ...]] = REWARDS
    """Names of the rewards, in the order of the rows that ``returns`` writes; the first is ``win``."""
    zero_sum: ClassVar[bool] = True
    """False: all seats can win or lose together; returns then add up to zero only where some win and some lose."""
    points_bound: ClassVar[float]
    """Divisor of ``reward="points"``, where the game has that."""
    goal: ClassVar[str] = ""
    """How one wins, in a sentence or two, for whoever sits down."""
    tie_break: ClassVar[str] = ""
    """What decides among seats with the same points, where one of them alone wins, as people are told it then."""
    questions: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """For each phase, what its decision asks, and why, in plain language; without, people read the phase's name."""
    examples: ClassVar[str] = "“pass”"
    """Shortened names of actions, as people might type them."""
    glossary: ClassVar[Glossary] = Glossary()
    """The game's terms and their explanations."""
    foresight: ClassVar[str] = "looking ahead"
    """What its bot foresees when it advises (`looks_ahead`). Networks that were told something else are refused."""
    experiments: ClassVar[str] = ""
    """The module with what experiments want to know of this game (`kit.experiments`), if there is one."""

    highlights = Deprecated("the tone of entries (EntryKind.tone), which sets their sentences off", lambda game: ())
    greedy_values = Deprecated("Game.advice", lambda game: game.advice)

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        check_subclass(Game, cls)

    # -- tables --------------------------------------------------------------------------------------------------

    def check_options(self, given: Mapping[str, Any]) -> dict[str, int | bool]:
        """All options with their values.

        Raises:
            OptionError: an option is unknown or its value out of range; the message lists what is valid.
        """
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise OptionError(f"{self.name} has no option {in_short(name)}; its options are {', '.join(known)}")
            valid = known[name].values
            boolean = isinstance(value, bool | np.bool_)
            whole_where_whole = not (boolean and not isinstance(known[name].default, bool))
            if not isinstance(value, int | np.integer | np.bool_) or value not in valid or not whole_where_whole:
                listed = ", ".join(map(str, valid))
                raise OptionError(f"{name}={in_short(value)} is out of range: {name} is one of {listed}")
        return {
            name: type(option.default)(given.get(name, option.default))  # bool stays bool, int stays int
            for name, option in known.items()
        }

    def blank(self, count: int, options: Mapping[str, int | bool]) -> Tables:
        """`count` tables with their options set, on which no game has been dealt yet."""
        array = np.zeros(count, self.dtype)
        for name, value in options.items():
            array[name] = value
        return Tables(array)

    def new(self, seed: int = 0, *, backend: BackendName | None = None, **options: Any) -> State:
        """A freshly dealt game.

        Args:
            seed: 0 … 2**63-1; the same seed and options deal the same game everywhere.
            backend: ``auto`` (default), ``interpreted`` or ``compiled``; it affects speed only.
            **options: see `options`.

        Raises:
            OptionError: unknown or out-of-range option or seed.
        """
        checked = self.check_options(options)
        state = State(self, self.blank(1, checked), self.backend(backend))
        state.deal(seed)
        return state

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The bots that play inside the compiled rules: random, and greedy where the game has one of its own."""
        return ("random", "greedy") if "greedy" in self.rules else ("random",)

    def policy(self, name: str) -> str:
        """The name of a compiled bot. Raises OptionError listing the bots of this game if it is none."""
        if not is_one_of(name, self.policies):
            raise OptionError(f"{self.name} has no compiled bot {in_short(name)}: choose {', '.join(self.policies)}")
        return name

    def greedy_actions(
        self, observation: Bytes, mask: Bytes, *, key: int = 0, backend: BackendName | None = None
    ) -> npt.NDArray[np.int64]:
        """What the game's compiled bot does.

        Args:
            observation: (k, D) int8: what k deciding seats see, of as many tables.
            mask: (k, A) int8: what they may do.
            key: 0 … 2**63-1, decides what the bot draws, if it does.
            backend: as in `new`.

        Returns:
            (k,) int64: a legal action each.

        Raises:
            OptionError: the game has no compiled bot.
        """
        self.policy("greedy")
        actions = np.zeros(len(mask), np.int64)
        rows = self.layout.records(np.ascontiguousarray(observation)), np.ascontiguousarray(mask)
        self.backend(backend).call("greedy_actions", self._no_tables, 0, len(mask), key, *rows, actions)
        return actions

    @cached_property
    def values_actions(self) -> bool:
        """Whether the game's compiled bot puts a value on each action (`kit.engine.choice`)."""
        return "worth" in self.bindings

    @cached_property
    def looks_ahead(self) -> bool:
        """Whether that bot, asked for advice, looks further ahead than it does when it plays."""
        return "worth_ahead" in self.bindings

    def advice(self, observation: Bytes, mask: Bytes, *, backend: BackendName | None = None) -> npt.NDArray[np.float32]:
        """What the game's compiled bot thinks of each action, looking as far ahead as it can.

        Args:
            observation: (k, D) int8: what k deciding seats see, of as many tables.
            mask: (k, A) int8: what they may do.
            backend: as in `new`.

        Returns:
            (k, A) float32: in Dynasty, of most decisions, an estimate of the chance to win; values of different phases
            cannot be compared. 0 for illegal actions. Where the bot does not look further ahead than when it plays
            (`looks_ahead`), it takes the action of the highest value.

        Raises:
            OptionError: the game has no such bot.
        """
        if not self.values_actions:
            raise OptionError(f"{self.name} has no compiled bot that values actions")
        values = np.zeros(mask.shape, np.float32)
        rows = self.layout.records(np.ascontiguousarray(observation)), np.ascontiguousarray(mask)
        self.backend(backend).call("advise", self._no_tables, 0, len(mask), *rows, values)
        return values

    @cached_property
    def _no_tables(self) -> Tables:
        return Tables(np.zeros(0, self.dtype))

    @cached_property
    def mask_place(self) -> slice:
        """Where the mask lies in a table's bytes."""
        first = offset_of(self.dtype, "mask")
        return slice(first, first + len(self.action_names))

    def agents(self, num_players: int) -> list[str]:
        """PettingZoo's names of the seats."""
        return [f"{self.agent}_{seat}" for seat in range(num_players)]

    @cached_property
    def action_ids(self) -> dict[str, int]:
        """The id of each action name."""
        return {name: i for i, name in enumerate(self.action_names)}

    def name_of(self, move: Move) -> str:
        """An action's name, or a point as text, exact to the last bit: what `State.play` takes."""
        if isinstance(move, int):
            return self.action_names[move]
        assert self.point is not None
        return self.point.word(move)

    @cached_property
    def point_phases(self) -> dict[str, Sequence[str]]:
        """The phases that can be decided by a point → the parts of it that count."""
        return {phase.step.name.lower(): phase.point for phase in self.phases if phase.point}

    @cached_property
    def phase_names(self) -> dict[int, str]:
        """Step number → name of the phase, as the State API, views and masks use it."""
        return {int(p.step): p.step.name.lower() for p in self.phases} | {0: "end"}

    @cached_property
    def secret_phases(self) -> frozenset[int]:
        """Steps in which who is asked depends on hidden cards."""
        return frozenset(int(p.step) for p in self.phases if p.secret)

    # -- words ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def describe(self, state: State, action: int) -> str:
        """`action` in words, as the deciding seat of `state` would say it."""

    def addressee(self, state: State, action: int) -> int | None:
        """The seat to which a legal action puts a proposal, such as an alliance; None: it is no proposal.

        A line of text can go with a proposal (`kit.seats.notes`).
        """
        return None

    def purpose(self, phase: str, action: int) -> str:
        """What an action is good for in a phase, in a sentence; empty where its own words say all."""
        return ""

    def declaration(self, view: dict[str, Any]) -> str:
        """What has been declared, from a view, in games in which actions are declared; empty: nothing."""
        return ""

    def stakes(self, state: State) -> str:
        """What the open decision is about, in words for the seat that decides; empty where its phase says enough."""
        return ""

    def prospects(self, state: State, action: int | None = None) -> str:
        """What chance says about a legal `action` of the open decision, in words such as ``succeeds 58 %``.

        Exact, given what the deciding seat knows. None: about the decision as it stands. Empty where nothing is left to
        chance, or the rules give no chance.
        """
        return ""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What `seat` knows, as a readable dict; None: what everybody knows."""

    @abstractmethod
    def scores(self, state: State) -> list[float]:
        """Every seat's points as they stand."""

    def account(self, state: State) -> list[tuple[str, ...]]:
        """What the points of a finished game are made of: texts for each seat; none, where the game does not say."""
        return [() for _ in range(state.num_players)]

    def everybody_wins(self, state: State) -> bool:
        """Whether everybody shares the victory of a finished game whose returns of ``win`` are all 0; else nobody wins.

        By default everybody does if all have the same points and more than none.
        """
        points = self.scores(state)
        return min(points) == max(points) > 0

    @abstractmethod
    def to_dict(self, state: State) -> dict[str, Any]:
        """A readable, complete save file."""

    @abstractmethod
    def from_dict(self, saved: Mapping[str, Any], *, backend: BackendName | None = None) -> State:
        """The game of a save file. Raises SaveError naming the path of what is wrong."""

    @abstractmethod
    def chronicle(self, state: State, seat: int | None) -> list[str]:
        """What `state.trace(seat)` holds, in words."""

    @abstractmethod
    def ansi(self, state: State, seat: int | None) -> str:
        """The table drawn for a terminal, as `seat` (None: the public) sees it."""

    @abstractmethod
    def picture(self, state: State, seat: int | None) -> npt.NDArray[np.uint8]:
        """The table as an (height, width, 3) RGB picture, as `seat` (None: the public) sees it."""

    def between(self, before: State, after: State, seat: int | None) -> Sequence[Callable[[], npt.NDArray[np.uint8]]]:
        """Pictures of what moves from one table to the next, each drawn when it is called; none where nothing does.

        Args:
            before: the table before a move.
            after: the table after it.
            seat: who looks on; None: the public.
        """
        return ()


_HEAD = table_dtype(header(1, 1, 1), [])
_PLAYERS, _DONE, _STEP, _SEAT = (offset_of(_HEAD, field) for field in ("num_players", "done", "step", "seat"))
"""Offsets of one-byte fields that are the same in every game, as no field before them depends on the game."""


class State:
    """One game: what lies on the table, and the moves that are legal now.

    Cheap to clone; `tables` is an array of one NumPy record, which both backends work on.
    """

    __slots__ = ("_allowed", "_backend", "_past", "game", "tables")

    def __init__(self, game: Game, tables: Tables, backend: Backend) -> None:
        self.game = game
        self.tables = tables
        self._backend = backend
        self._allowed: npt.NDArray[np.bool_] | None = None  # the mask on the table, once it has been asked for
        self._past: Past | None = None  # the moves made here; None before the first one

    def call(self, entry: str, *arguments: Any) -> Any:
        """Call an entry point on this table. Raises RuleFault where an interpreted rule of somebody's game raises."""
        try:
            return self._backend.call(entry, self.tables, 0, *arguments)
        except Exception as error:
            self._blame(error)
            raise

    @property
    def record(self) -> Any:
        """The table's record (a NumPy void): everything, hidden cards included."""
        return self.tables.array[0]

    def deal(self, seed: int) -> None:
        """Deal a new game with the same options."""
        number = whole(seed)
        if number < 0:
            raise OptionError(f"seed={in_short(seed)} is out of range: a seed is a whole number 0 … 2**63-1")
        self.call("deal", number)
        self.check()
        self.begin(DEALT)

    def legal(self) -> npt.NDArray[np.int64]:
        """The legal action ids, ascending; empty once the game is over."""
        allowed = self._allowed
        if allowed is None:
            allowed = self._allowed = self.tables.raw[self.game.mask_place].view(np.bool_)
        return allowed.nonzero()[0]

    @property
    def mask(self) -> Bytes:
        """(A,) int8: 1 for each legal action of the deciding seat (a copy)."""
        mask: Bytes = self.tables.raw[self.game.mask_place].copy()
        return mask

    def play(self, action: int | str) -> None:
        """Carry out an action of the deciding seat, by id or name, or a point as replays write it.

        Raises:
            IllegalActionError: not legal now; the table is unchanged.
        """
        if isinstance(action, str) and action.startswith(WORD) and self.game.point is not None:
            self.play_point(self.game.point.read(action))
            return
        number = self.game.action_ids.get(action, -1) if isinstance(action, str) else whole(action)
        before = self._past or (None, (self.tables.copy(), None))
        try:
            answer = self._backend.call("step", self.tables, 0, number)
        except Exception as error:
            self._blame(error)
            raise
        if answer != entries.DONE:
            if answer == entries.ILLEGAL:
                raise IllegalActionError(self.refusal(action, number))
            self.check()
        self._past = (before, number)

    def play_point(self, point: npt.ArrayLike) -> Floats:
        """Carry out the open decision as a point says, where the game has continuous parameters for it.

        Args:
            point: (k,) as `game.point` lays it out. Coordinates beyond -1 … 1 are clipped, those that the decision does
                not use are ignored, and what is not legal becomes the nearest legal point.

        Returns:
            (k,) float32: the point that was taken. It leads to the same table, bit for bit, and is what a replay holds.

        Raises:
            IllegalActionError: the decision takes no point, or this is none (NaN, another shape); nothing has changed.
        """
        if not self.takes_point:
            raise IllegalActionError(f"a point was given for seat {self.seat} in phase {self.phase}, which takes none")
        assert self.game.point is not None
        taken = self.game.point.checked(point, 1)
        before = self._past or (None, (self.tables.copy(), None))
        this, beyond = np.zeros(1, np.int64), np.full(1, len(self.game.action_names), np.int64)
        self.game.settler(self._backend).call("settle", self.tables, 0, 1, beyond, taken)
        self._backend.call("some_play", self.tables, this, 0, 1, beyond)
        self.tables.array["point"] = 0
        self.check()
        self._past = (before, tuple(taken[0].tolist()))
        return taken.reshape(-1)

    @property
    def takes_point(self) -> bool:
        """Whether the open decision can be made by a point."""
        return not self.done and self.phase in self.game.point_phases

    def begin(self, saved: Saved) -> None:
        """Note that the table is as this save file lays it: `course` goes back to it."""
        self._past = None, (self.tables.copy(), saved)

    def course(self, is_beginning: Callable[[State], bool]) -> Course | None:
        """How this table came about, from the last table that can be a beginning, as far as that is known.

        A table that `hide` has resampled, or that was taken out of a vector environment, has no past: what was there
        before is nobody's to know.

        Args:
            is_beginning: whether a table can be laid without saying how it came about.
        """
        tables, saved, actions = self.history()
        follower = State(self.game, tables.copy(), self._backend)
        result = None if saved is None else Course(follower.clone(), saved, actions)
        for made in range(len(actions) + 1):
            if is_beginning(follower):
                result = Course(follower.clone(), None, actions[made:])
            if made < len(actions) and not follower._repeat(actions[made]):
                return None
        if result is None or follower.tables.array.tobytes() != self.tables.array.tobytes():
            return None  # the table was changed by other means than moves
        self.follow(result.beginning.tables.copy(), result.saved, result.actions)
        return result

    def _repeat(self, move: Move) -> bool:
        """Carry a move out again; False: it is not legal here."""
        if isinstance(move, int):
            return bool(self.call("step", move) == entries.DONE)
        if not self.takes_point:
            return False
        self.play_point(move)
        return True

    def history(self) -> tuple[Tables, Saved | None, list[Move]]:
        """The table at the beginning, what laid it (see `Course`), and all actions since, for another process."""
        actions: list[Move] = []
        past: Past = self._past or (None, (self.tables.copy(), None))
        while past[0] is not None:
            actions.append(past[1])
            past = past[0]
        return *past[1], actions[::-1]

    def follow(self, tables: Tables, saved: Saved | None, actions: Sequence[Move]) -> None:
        """Note that these actions lead from that table to this one: what `history` of a copy has said."""
        past: Past = None, (tables, saved)
        for action in actions:
            past = past, action
        self._past = past

    def check(self) -> None:
        """Raise RuleFault if the rules have stopped at this table with a fault: a bug of theirs."""
        if int(self.tables.array["fault"][0]):
            raise fault_of(self.game, self.record)

    def _blame(self, error: Exception) -> None:
        """Raise RuleFault if it was an interpreted rule of somebody's game that raised."""
        fault = failure_of(self.game, self.record, error)
        if fault is not None:
            raise fault from error

    def refusal(self, action: object, number: int) -> str:
        """Why an action, of this id, is refused, and what would be legal."""
        names = self.game.action_names
        legal = self.legal()
        shown = ", ".join(names[i] for i in legal[:12]) + (" …" if len(legal) > 12 else "")
        if self.done:
            return f"action {in_short(action)} came after the end of the game"
        if 0 <= number < len(names):
            what = f"{self.game.describe(self, number)!r} (id {number}, {names[number]})"
        else:
            kind = "" if isinstance(action, int | str | np.integer) else f" ({type(action).__name__})"
            ids = f"{len(names)} actions (ids 0 … {len(names) - 1})"
            what = f"action {in_short(action)}{kind}, none of this game's {ids},"
        return f"{what} is illegal for seat {self.seat} in phase {self.phase}; legal: {shown}"

    @property
    def seat(self) -> int:
        """The seat that decides (0-based)."""
        return int(self.tables.raw.item(_SEAT))

    @property
    def num_players(self) -> int:
        """Seats at this table."""
        return int(self.tables.raw.item(_PLAYERS))

    @property
    def phase(self) -> str:
        """Name of the open decision's phase, ``end`` once the game is over."""
        return "end" if self.done else self.game.phase_names[int(self.tables.raw.item(_STEP))]

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return bool(self.tables.raw.item(_DONE))

    @property
    def seed(self) -> int:
        """The seed that dealt this game; -1 on a resampled table."""
        return int(self.tables.array["seed"][0])

    @property
    def options(self) -> dict[str, int | bool]:
        """This table's options."""
        record = self.record
        return {o.name: type(o.default)(record[o.name].item()) for o in self.game.options}

    def returns(self, reward: str = "win") -> npt.NDArray[np.float32]:
        """(seats,) float32: what each seat has won, in [-1, 1]; zeros while the game goes on."""
        rewards = self.game.rewards
        if not is_one_of(reward, rewards):
            raise OptionError(f"reward={in_short(reward)} is unknown: reward is one of {', '.join(rewards)}")
        out = np.zeros((len(rewards), self.game.seat_rows), np.float32)
        if self.done:
            self.call("returns", out)
        return out[rewards.index(reward), : self.num_players]

    def win_shares(self) -> npt.NDArray[np.float64]:
        """(seats,) each seat's share of a finished game: 1 for the winner, 1/k for k who tie, all 0 if nobody wins."""
        shares: npt.NDArray[np.float64] = shares_of(self.returns("win")[None], lambda _: self)[0]
        return shares

    def scores(self) -> list[float]:
        """Every seat's points as they stand."""
        return self.game.scores(self)

    def observe(self, seat: int) -> Bytes:
        """(D,) int8: what `seat` sees, laid out as `game.layout`."""
        seen: Bytes = np.zeros(self.game.layout.size, np.int8)
        self.call("observe", self._seat(seat), self.game.layout.records(seen))
        return seen

    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` knows as a readable dict (None: what everybody knows)."""
        return self.game.view(self, None if seat is None else self._seat(seat))

    def hide(self, seat: int, key: int) -> State:
        """A clone in which all that `seat` does not know is resampled, uniformly given what it does; dice too."""
        number = whole(key)
        if number < 0:
            raise OptionError(f"key={in_short(key)} is out of range: a key is a whole number 0 … 2**63-1")
        copy = self.clone()
        copy.call("hide", self._seat(seat), number)
        copy._past = None
        copy.check()
        return copy

    def clone(self) -> State:
        """An independent copy."""
        copy = State(self.game, self.tables.copy(), self._backend)
        copy._past = self._past
        return copy

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    def __reduce__(self) -> Any:
        begun, saved, actions = self.history()
        tables = [each.array.tobytes() for each in (self.tables, begun)]  # padding included
        return _restored, (type(self.game), self._backend.name, *tables, saved, actions)

    def playouts(
        self, count: int, policy: str = "random", *, seat: int | None = None, key: int = 0, reward: str = "win"
    ) -> npt.NDArray[np.float32]:
        """Play this game to its end `count` times, inside the compiled rules; this table does not change.

        Args:
            count: how many playouts.
            policy: who plays all seats: ``random``, or another one of `game.policies`.
            seat: each playout first resamples what this seat does not know, as `hide` does. None: the cards stay where
                they are, also those that nobody has seen. The dice are new in either case.
            key: 0 … 2**63-1: decides everything random. Playout j of a key is the same for every `count`.
            reward: ``win``, ``rank`` or ``points``.

        Returns:
            (count, seats) float32: what every seat has won in each playout.

        Raises:
            OptionError: an argument out of range.
        """
        rewards = self.game.rewards
        if not is_one_of(reward, rewards):
            raise OptionError(f"reward={in_short(reward)} is unknown: reward is one of {', '.join(rewards)}")
        games, key_number = whole(count), whole(key)
        if games < 1 or key_number < 0:
            raise OptionError(
                f"count={in_short(count)} and key={in_short(key)} must be whole numbers, from 1 and from 0 on"
            )
        who = -1 if seat is None else self._seat(seat)
        entry = f"{self.game.policy(policy)}_playouts"
        backend = self._backend if isinstance(self._backend, Interpreted) else self.game.compiled
        room = min(games, ROOM)
        seen = np.zeros(room, self.game.layout.dtype)
        results = np.zeros((room, len(rewards), self.game.seat_rows), np.float32)
        returned = np.zeros((games, self.num_players), np.float32)
        for first in range(0, games, room):
            here = min(room, games - first)
            tables = self.tables.repeat(here)
            wrong = backend.call(entry, tables, 0, here, first, who, key_number, seen, results)
            if wrong >= 0:
                State(self.game, Tables(tables.array[wrong : wrong + 1]), backend).check()
            returned[first : first + here] = results[:here, rewards.index(reward), : self.num_players]
        return returned

    def describe(self, action: int | str) -> str:
        """An action, by id or name, in words. Raises OptionError for what is none of the game's actions."""
        number = self.game.action_ids.get(action, -1) if isinstance(action, str) else whole(action)
        if not 0 <= number < len(self.game.action_names):
            raise OptionError(f"action {in_short(action)} is none of this game's {len(self.game.action_names)} actions")
        return self.game.describe(self, number)

    @property
    def told(self) -> bool:
        """Whether the last move has told anybody anything. A silent pass does not, and no seat may learn of it."""
        return bool(self.tables.array["told"][0])

    def trace(self, seat: int | None = None) -> list[Entry]:
        """What the last move did, in order, as far as everybody may know.

        With a seat: as far as that seat may know of the last move that told anything. It cannot know whether somebody
        has been asked and has passed in silence since; on its own hidden copy of the table it reads the same.
        """
        record = self.record
        bits = (1 << self.num_players) - 1 if seat is None else 1 << self._seat(seat)
        if seat is None and not record["told"]:
            return []
        rows = record["trace"][: record["trace_length"]]
        return [Entry(*row) for row in rows.tolist() if row[AUDIENCE] & bits == bits]

    def chronicle(self, seat: int | None = None) -> list[str]:
        """What the last move did, in words: `trace` of everybody, or of a seat."""
        return self.game.chronicle(self, seat)

    def to_dict(self) -> dict[str, Any]:
        """A readable save file, complete at any decision; `game.from_dict` reads it.

        A table without a past (see `course`) can be read again where a turn begins, and not in the middle of it.
        """
        return self.game.to_dict(self)

    def __str__(self) -> str:
        return self.game.ansi(self, None)

    def _seat(self, seat: int) -> int:
        number = whole(seat)
        if not 0 <= number < self.num_players:
            raise OptionError(f"seat {in_short(seat)} is out of range: this table has seats 0 … {self.num_players - 1}")
        return number


@cache
def the_game(rulebook: type[Game]) -> Game:
    """The one instance of a game's class: its module holds it; failing that, one that is made at the first call."""
    held = vars(sys.modules[rulebook.__module__]).values()
    return next((value for value in held if type(value) is rulebook), None) or rulebook()


def _restored(
    rulebook: type[Game], backend: Any, table: bytes, begun: bytes, saved: Saved | None, actions: list[Move]
) -> State:
    """A table out of a pickle: of this process or another one."""
    game = the_game(rulebook)
    laid, before = (_tables(game, kept) for kept in (table, begun))
    state = State(game, laid, game.backend(backend))
    state.follow(before, saved, actions)
    return state


def _tables(game: Game, kept: bytes) -> Tables:
    array = np.zeros(1, game.dtype)
    array.view(np.uint8)[:] = np.frombuffer(kept, np.uint8)
    return Tables(array)


def shares_of(returns: npt.NDArray[np.float32], ended: Callable[[int], State]) -> npt.NDArray[np.float64]:
    """(k, seats) every seat's share of the victory at k ended tables: see `State.win_shares`.

    Args:
        returns: (k, seats) of ``win``.
        ended: the table of that place, 0 … k-1, which is asked where its returns are all 0.
    """
    won = np.asarray(returns > 0, np.float64)
    shares: npt.NDArray[np.float64] = won / np.maximum(won.sum(axis=1, keepdims=True), 1.0)  # all may have lost
    for place in np.flatnonzero(~returns.any(axis=1)).tolist():
        state = ended(place)
        shares[place] = 1 / returns.shape[1] if state.game.everybody_wins(state) else 0.0
    return shares
