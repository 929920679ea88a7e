"""`Game`, the contract that a rulebook fulfils, and `State`, the Python handle on one of its tables.

The two are in one module because each needs the other: a game deals states, and a state asks its game for words.
`kit.running`, which needs neither, is about how rules run.
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
from dynasty_env.kit.engine.loop import SEAT_ASKED
from dynasty_env.kit.engine.table import ENTRY, header, offset_of, table_dtype
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.faults import failure_of, fault_of
from dynasty_env.kit.glossary import Glossary, Term
from dynasty_env.kit.message import Prospect, prospects_in
from dynasty_env.kit.named import near
from dynasty_env.kit.options import Option as Option
from dynasty_env.kit.running import BackendName as BackendName
from dynasty_env.kit.running import Items as Items
from dynasty_env.kit.running import Running
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.seats.points import WORD, Floats
from dynasty_env.kit.values import is_one_of, whole

RewardName = str
REWARDS: tuple[RewardName, ...] = ("win", "rank", "points")
"""The rewards of a game that declares none of its own. The first reward of every game is ``win``."""
ROOM = 64
"""Number of playouts run together: as many tables as fit into the cache of one core."""
AUDIENCE = ENTRY.index("audience")
"""The column of a trace row that says who may see it, with one bit per seat."""


@dataclass(frozen=True)
class Entry:
    """One entry of the trace: one thing that a move did."""

    kind: int
    seat: int
    subject: int
    object: int
    value: int
    audience: int


Saved = dict[str, Any]
"""A save file, as `State.to_dict` writes it."""

DEALT: Saved = {"phase": "deal"}
"""The marker used instead of a save file for a table that was dealt from its seed."""

Move = int | tuple[float, ...]
"""An action id, or the point that was taken (`State.play_point`)."""

Past = tuple[None, tuple[Tables, Saved | None]] | tuple["Past", Move]
"""A move and everything before it, or the table at the beginning. Clones share their history in memory."""


@dataclass(frozen=True)
class Course:
    """How a table came about.

    Attributes:
        beginning: the table at which the course begins.
        saved: the save file from which that table was loaded, or `DEALT`; None if it came about in play.
        actions: the moves that lead from there to the table.
    """

    beginning: State
    saved: Saved | None
    actions: list[Move]


@dataclass(frozen=True)
class ListedChance:
    """Bounds on the chance events of a small game, so that algorithms can enumerate all of them (`kit.outcomes`).

    Attributes:
        outcomes: the largest number of outcomes of a draw: 6 where six cards are drawn one by one.
        draws: the largest number of draws in a game that have two or more outcomes.
    """

    outcomes: int
    draws: int


class Game(Running):
    """A rulebook: its table, phases, rules and words. There is one instance per game; it holds no state.

    Subclasses supply the class attributes and the words; everything else follows from them.
    """

    agent: ClassVar[str]
    """Stem of the PettingZoo agents' names, e.g. ``dynasty``."""
    chance: ClassVar[ListedChance | None] = None
    """Bounds on chance, in games small enough to enumerate it; None: chance is drawn from a seed."""
    acts: ClassVar[str] = ""
    """The field of the table with the seat whose declared action others answer; empty: there is none."""
    longest: ClassVar[int]
    """Upper bound on the number of decisions in a game."""
    rewards: ClassVar[tuple[RewardName, ...]] = REWARDS
    """Names of the rewards, in the order of the rows that ``returns`` writes; the first is ``win``."""
    zero_sum: ClassVar[bool] = True
    """False: all seats can win or lose together. Returns then sum to zero only if some seats win and some lose."""
    points_bound: ClassVar[float]
    """Divisor of ``reward="points"``, in games that have this reward."""
    goal: ClassVar[str] = ""
    """How to win, in a sentence or two, for people who are new to the game."""
    tie_break: ClassVar[str] = ""
    """The text that people see when only one of several seats with the same points wins: what decides between them."""
    questions: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """For each phase, what its decision asks and why, in plain language. Without it, people see the phase's name."""
    examples: ClassVar[str] = "“pass”"
    """Shortened action names, as people might type them."""
    glossary: ClassVar[Glossary] = Glossary()
    """The game's terms and their explanations."""
    foresight: ClassVar[str] = "looking ahead"
    """What the game's bot takes into account when it advises (`looks_ahead`).

    Networks that were trained on other advice are rejected.
    """
    experiments: ClassVar[str] = ""
    """The module with what experiments need to know about this game (`kit.experiments`), if there is one."""

    highlights = Deprecated("the tone of entries (EntryKind.tone), which sets their sentences off", lambda game: ())
    greedy_values = Deprecated("Game.advice", lambda game: game.advice)

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        check_subclass(Game, cls)

    # -- tables --------------------------------------------------------------------------------------------------

    def check_options(self, given: Mapping[str, Any]) -> dict[str, int | bool]:
        """All options with their values.

        Raises:
            OptionError: if an option is unknown or its value is out of range; the message lists what is valid.
        """
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise OptionError(no_option(self, name))
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
        """`count` tables with their options set, before any game is dealt."""
        array = np.zeros(count, self.dtype)
        for name, value in options.items():
            array[name] = value
        return Tables(array)

    def new(self, seed: int = 0, *, backend: BackendName | None = None, **options: Any) -> State:
        """Deal a new game.

        Args:
            seed: 0 … 2**63-1; the same seed and options deal the same game on every machine.
            backend: ``auto`` (default), ``interpreted`` or ``compiled``; it affects speed only.
            **options: see `options`.

        Raises:
            OptionError: if an option or the seed is unknown or out of range.
        """
        checked = self.check_options(options)
        state = State(self, self.blank(1, checked), self.backend(backend))
        state.deal(seed)
        return state

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """The bots that play inside the compiled rules: ``random``, and ``greedy`` if the game has a bot of its own."""
        return ("random", "greedy") if "greedy" in self.rules else ("random",)

    def policy(self, name: str) -> str:
        """Return the name of a compiled bot. Raises OptionError, listing this game's bots, if it is unknown."""
        if not is_one_of(name, self.policies):
            raise OptionError(f"{self.name} has no compiled bot {in_short(name)}: choose {', '.join(self.policies)}")
        return name

    def greedy_actions(
        self, observation: Bytes, mask: Bytes, *, key: int = 0, backend: BackendName | None = None
    ) -> npt.NDArray[np.int64]:
        """The actions of the game's compiled bot.

        Args:
            observation: (k, D) int8: what the deciding seats of k tables see.
            mask: (k, A) int8: their legal actions.
            key: 0 … 2**63-1, the seed of the bot's random draws, if it makes any.
            backend: as in `new`.

        Returns:
            (k,) int64: a legal action for each table.

        Raises:
            OptionError: if the game has no compiled bot, or the key is out of range.
        """
        self.policy("greedy")
        number = whole_key(key)
        actions = np.zeros(len(mask), np.int64)
        rows = self.layout.records(np.ascontiguousarray(observation)), np.ascontiguousarray(mask)
        self.backend(backend).call("greedy_actions", self._no_tables, 0, len(mask), number, *rows, actions)
        return actions

    @cached_property
    def values_actions(self) -> bool:
        """Whether the game's compiled bot assigns a value to each action (`kit.engine.choice`)."""
        return "worth" in self.bindings

    @cached_property
    def looks_ahead(self) -> bool:
        """Whether that bot looks further ahead when it gives advice than when it plays."""
        return "worth_ahead" in self.bindings

    def advice(self, observation: Bytes, mask: Bytes, *, backend: BackendName | None = None) -> npt.NDArray[np.float32]:
        """The compiled bot's value of each action, looking as far ahead as it can.

        Args:
            observation: (k, D) int8: what the deciding seats of k tables see.
            mask: (k, A) int8: their legal actions.
            backend: as in `new`.

        Returns:
            (k, A) float32, 0 for illegal actions. In Dynasty most values estimate the chance of winning; values of
            different phases cannot be compared. If the bot does not look further ahead than when it plays
            (`looks_ahead`), it plays the action with the highest value.

        Raises:
            OptionError: if the game has no such bot.
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
        """The slice of a table's bytes that holds the mask."""
        first = offset_of(self.dtype, "mask")
        return slice(first, first + len(self.action_names))

    def agents(self, num_players: int) -> list[str]:
        """The seats' names as PettingZoo agents."""
        return [f"{self.agent}_{seat}" for seat in range(num_players)]

    @cached_property
    def action_ids(self) -> dict[str, int]:
        """Action name → id."""
        return {name: i for i, name in enumerate(self.action_names)}

    def name_of(self, move: Move) -> str:
        """An action's name, or a point as text, exact to the last bit: the text that `State.play` accepts."""
        if isinstance(move, int):
            return self.action_names[move]
        assert self.point is not None
        return self.point.word(move)

    @cached_property
    def point_phases(self) -> dict[str, Sequence[str]]:
        """The phases that can be decided by a point → the parts of the point that count there."""
        return {phase.step.name.lower(): phase.point for phase in self.phases if phase.point}

    @cached_property
    def phase_names(self) -> dict[int, str]:
        """Step number → name of the phase, as used by the State API, views and masks."""
        return {int(p.step): p.step.name.lower() for p in self.phases} | {0: "end"}

    @cached_property
    def secret_phases(self) -> frozenset[int]:
        """Steps in which the seat that decides depends on hidden cards."""
        return frozenset(int(p.step) for p in self.phases if p.secret)

    # -- words ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def describe(self, state: State, action: int) -> str:
        """`action` in words, as the deciding seat of `state` would say it."""

    def addressee(self, state: State, action: int) -> int | None:
        """The other seat that has to answer a legal action, in a phase that `SEAT_ASKED` decides; None: the action is
        not a proposal, or chance decides whether it is answered.

        A line of text can be sent with a proposal (`kit.seats.notes`). The result follows from what the deciding seat
        knows: the action is tried on a table where everything else is resampled.
        """
        if all(phase.decides != SEAT_ASKED for phase in self.phases):
            return None
        after = state.hide(state.seat, 0)
        draws = int(after.record["draws"])
        after.play(action)
        asked = self.is_answer(after) and after.seat != state.seat and int(after.record["draws"]) == draws
        return after.seat if asked else None

    def is_answer(self, state: State) -> bool:
        """Whether the open decision answers the proposal of another seat."""
        return not state.done and self.phase_at[int(state.record["step"])].decides == SEAT_ASKED

    def purpose(self, phase: str, action: int) -> str:
        """What an action is good for in a phase, in one sentence; empty if its name says everything."""
        return ""

    def declaration(self, view: dict[str, Any]) -> str:
        """What has been declared, read from a view, in games with declarations; empty: nothing."""
        return ""

    def stakes(self, state: State) -> str:
        """What the open decision is about, in words for the deciding seat; empty if the phase name says enough."""
        return ""

    def prospects(self, state: State, action: int | None = None) -> str:
        """The chances of a legal `action` of the open decision, in words such as ``succeeds 58 %``.

        They are exact given what the deciding seat knows. With None, the chances of the decision as it stands. The text
        is empty if nothing is left to chance, or the rules give no probability.
        """
        return ""

    def chances(self, state: State, action: int | None = None) -> list[Prospect]:
        """The chances that `prospects` puts into words, as numbers, in the order of the text.

        Args:
            action: a legal action of the open decision; None: the decision as it stands.

        Returns:
            What each is the chance of, its value 0 … 1, and whose it is; empty where the text has no chance.
        """
        acting = int(state.record[self.acts]) if self.acts else state.seat
        return prospects_in(self.prospects(state, action), state.seat, acting)

    @abstractmethod
    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What `seat` knows, as a readable dict; None: what everybody knows."""

    @abstractmethod
    def scores(self, state: State) -> list[float]:
        """Every seat's current points."""

    def account(self, state: State) -> list[tuple[str, ...]]:
        """How the points of a finished game add up: texts for each seat; empty if the game does not say."""
        return [() for _ in range(state.num_players)]

    def everybody_wins(self, state: State) -> bool:
        """Whether everybody shares the victory when all returns of ``win`` are 0 at the end; otherwise nobody wins.

        By default everybody does if all have the same number of points, and it is above zero.
        """
        points = self.scores(state)
        return min(points) == max(points) > 0

    @abstractmethod
    def to_dict(self, state: State) -> dict[str, Any]:
        """A readable, complete save file."""

    @abstractmethod
    def from_dict(self, saved: Mapping[str, Any], *, backend: BackendName | None = None) -> State:
        """The game stored in a save file. Raises SaveError naming the path of the faulty field."""

    @abstractmethod
    def chronicle(self, state: State, seat: int | None) -> list[str]:
        """The entries of `state.trace(seat)` in words."""

    @abstractmethod
    def ansi(self, state: State, seat: int | None) -> str:
        """The table drawn as text for a terminal, as `seat` sees it (None: public information only).

        It is coloured if standard output is a terminal or ``$FORCE_COLOR`` is set, and ``$NO_COLOR`` is not.
        """

    @abstractmethod
    def picture(self, state: State, seat: int | None) -> npt.NDArray[np.uint8]:
        """The table as an (height, width, 3) RGB picture, as `seat` sees it (None: public information only).

        Raises:
            ImportError: Pillow is not installed.
        """

    def things(self, state: State, seat: int | None) -> Sequence[Term]:
        """What people can look up of the table, as `seat` sees it: persons, places, cards. By default nothing."""
        return ()

    def between(self, before: State, after: State, seat: int | None) -> Sequence[Callable[[], npt.NDArray[np.uint8]]]:
        """Pictures of the movement between two tables, each drawn when it is called; none if nothing moves.

        Args:
            seat: the seat whose view is drawn; None: public information only.
        """
        return ()


_HEAD = table_dtype(header(1, 1, 1), [])
_PLAYERS, _DONE, _STEP, _SEAT = (offset_of(_HEAD, field) for field in ("num_players", "done", "step", "seat"))
"""Offsets of the one-byte fields that are at the same place in every game, since no field before them varies."""


class State:
    """One game: everything on the table, and the moves that are legal now.

    Cloning is cheap. `tables` is an array of one NumPy record, which both backends work on.
    """

    __slots__ = ("_allowed", "_backend", "_past", "game", "tables")

    def __init__(self, game: Game, tables: Tables, backend: Backend) -> None:
        self.game = game
        self.tables = tables
        self._backend = backend
        self._allowed: npt.NDArray[np.bool_] | None = None  # the table's mask, once it has been asked for
        self._past: Past | None = None  # the moves made here; None before the first one

    def call(self, entry: str, *arguments: Any) -> Any:
        """Call an entry point on this table. Raises RuleFault if an interpreted rule of a user's game fails."""
        try:
            return self._backend.call(entry, self.tables, 0, *arguments)
        except Exception as error:
            self._blame(error)
            raise

    @property
    def record(self) -> Any:
        """The table's record (a NumPy void): all its fields, hidden cards included."""
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
        """The legal action ids in ascending order; empty once the game is over."""
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
        """Play an action of the deciding seat, given by id or name, or a point in the form that replays use.

        Raises:
            IllegalActionError: if the action is not legal now; the table is unchanged.
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
        """Make the open decision by a point, where the game has continuous parameters for it.

        Args:
            point: (k,) laid out as in `game.point`. Coordinates outside -1 … 1 are clipped, coordinates that the
                decision does not use are ignored, and an illegal point is moved to the nearest legal one.

        Returns:
            (k,) float32: the point that was actually taken. Playing it leads to the same table, bit for bit; replays
            store it.

        Raises:
            IllegalActionError: if the decision takes no point, or the point is invalid (NaN, wrong shape); nothing has
                changed.
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
        """Record that the table was loaded from this save file; `course` goes back to it."""
        self._past = None, (self.tables.copy(), saved)

    def course(self, is_beginning: Callable[[State], bool]) -> Course | None:
        """How this table came about, from the latest possible beginning, as far as that is known.

        A table that `hide` has resampled, or that was taken from a vector environment, has no past: what happened
        before it is not known.

        Args:
            is_beginning: whether a table can be set up without saying how it came about.
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
            return None  # the table was changed by something other than moves
        self.follow(result.beginning.tables.copy(), result.saved, result.actions)
        return result

    def _repeat(self, move: Move) -> bool:
        """Play a move again. Returns False if it is not legal here."""
        if isinstance(move, int):
            return bool(self.call("step", move) == entries.DONE)
        if not self.takes_point:
            return False
        self.play_point(move)
        return True

    def history(self) -> tuple[Tables, Saved | None, list[Move]]:
        """The table at the beginning, its save file (see `Course`) and all actions since, for another process."""
        actions: list[Move] = []
        past: Past = self._past or (None, (self.tables.copy(), None))
        while past[0] is not None:
            actions.append(past[1])
            past = past[0]
        return *past[1], actions[::-1]

    def follow(self, tables: Tables, saved: Saved | None, actions: Sequence[Move]) -> None:
        """Record that these actions lead from that table to this one, as `history` of a copy has returned them."""
        past: Past = None, (tables, saved)
        for action in actions:
            past = past, action
        self._past = past

    def check(self) -> None:
        """Raise RuleFault if the rules have stopped at this table because of a bug in them."""
        if int(self.tables.array["fault"][0]):
            raise fault_of(self.game, self.record)

    def _blame(self, error: Exception) -> None:
        """Raise RuleFault if the error comes from an interpreted rule of a user's game."""
        fault = failure_of(self.game, self.record, error)
        if fault is not None:
            raise fault from error

    def refusal(self, action: object, number: int) -> str:
        """The error message for an illegal action with this id: why it is illegal, and what would be legal."""
        names = self.game.action_names
        legal = self.legal()
        shown = ", ".join(names[i] for i in legal[:12]) + (" …" if len(legal) > 12 else "")
        if self.done:
            return f"action {in_short(action)} was given after the end of the game"
        if 0 <= number < len(names):
            what = f"{self.game.describe(self, number)!r} (id {number}, {names[number]})"
        else:
            kind = "" if isinstance(action, int | str | np.integer) else f" ({type(action).__name__})"
            ids = f"{len(names)} actions (ids 0 … {len(names) - 1})"
            what = f"action {in_short(action)}{kind}, which is not one of this game's {ids},"
        return f"{what} is illegal for seat {self.seat} in phase {self.phase}; legal: {shown}"

    @property
    def seat(self) -> int:
        """The seat that decides (0-based)."""
        return int(self.tables.raw.item(_SEAT))

    @property
    def num_players(self) -> int:
        """Number of seats at this table."""
        return int(self.tables.raw.item(_PLAYERS))

    @property
    def phase(self) -> str:
        """Name of the open decision's phase; ``end`` once the game is over."""
        return "end" if self.done else self.game.phase_names[int(self.tables.raw.item(_STEP))]

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return bool(self.tables.raw.item(_DONE))

    @property
    def seed(self) -> int:
        """The seed that this game was dealt from; -1 on a resampled table."""
        return int(self.tables.array["seed"][0])

    @property
    def options(self) -> dict[str, int | bool]:
        """This table's options."""
        record = self.record
        return {o.name: type(o.default)(record[o.name].item()) for o in self.game.options}

    def returns(self, reward: str = "win") -> npt.NDArray[np.float32]:
        """(seats,) float32: each seat's return, in [-1, 1]; zeros while the game is in progress."""
        row = self._reward(reward)
        out = np.zeros((len(self.game.rewards), self.game.seat_rows), np.float32)
        if self.done:
            self.call("returns", out)
        return out[row, : self.num_players]

    def win_shares(self) -> npt.NDArray[np.float64]:
        """(seats,) each seat's share of a finished game: 1 for a sole winner, 1/k for each of k tied winners, else
        0."""
        shares: npt.NDArray[np.float64] = shares_of(self.returns("win")[None], lambda _: self)[0]
        return shares

    def scores(self) -> list[float]:
        """Every seat's current points."""
        return self.game.scores(self)

    def observe(self, seat: int) -> Bytes:
        """(D,) int8: what `seat` sees, laid out as `game.layout`."""
        seen: Bytes = np.zeros(self.game.layout.size, np.int8)
        self.call("observe", self._seat(seat), self.game.layout.records(seen))
        return seen

    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` knows, as a readable dict (None: what everybody knows)."""
        return self.game.view(self, None if seat is None else self._seat(seat))

    def hide(self, seat: int, key: int) -> State:
        """A clone in which everything `seat` does not know is resampled, uniformly given what it knows; dice too."""
        number = whole_key(key)
        copy = self.clone()
        copy.call("hide", self._seat(seat), number)
        copy._past = None
        copy.check()
        return copy

    def clone(self) -> State:
        """An independent copy, with the same hidden cards and the same future dice: the same actions lead to the same
        table. To search from what a seat knows, use `hide`, or `Decision.imagine` in a bot."""
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
        """Play this game to its end `count` times inside the compiled rules; this table does not change.

        Args:
            count: number of playouts.
            policy: the bot that plays all seats: ``random`` or another one of `game.policies`.
            seat: each playout first resamples everything this seat does not know, as `hide` does. None: all cards keep
                their real places, including those that nobody has seen. The dice are new in either case.
            key: 0 … 2**63-1: the seed of everything random. Playout j of a key is the same for every `count`.
            reward: ``win``, ``rank`` or ``points``.

        Returns:
            (count, seats) float32: each seat's return in each playout.

        Raises:
            OptionError: if an argument is out of range.
        """
        row = self._reward(reward)
        games, key_number = whole(count), whole(key)
        if games < 1 or key_number < 0:
            raise OptionError(
                f"count={in_short(count)} and key={in_short(key)} must be whole numbers, of at least 1 and 0"
            )
        who = -1 if seat is None else self._seat(seat)
        entry = f"{self.game.policy(policy)}_playouts"
        backend = self._backend if isinstance(self._backend, Interpreted) else self.game.compiled
        room = min(games, ROOM)
        seen = np.zeros(room, self.game.layout.dtype)
        results = np.zeros((room, len(self.game.rewards), self.game.seat_rows), np.float32)
        returned = np.zeros((games, self.num_players), np.float32)
        for first in range(0, games, room):
            here = min(room, games - first)
            tables = self.tables.repeat(here)
            wrong = backend.call(entry, tables, 0, here, first, who, key_number, seen, results)
            if wrong >= 0:
                State(self.game, Tables(tables.array[wrong : wrong + 1]), backend).check()
            returned[first : first + here] = results[:here, row, : self.num_players]
        return returned

    def describe(self, action: int | str) -> str:
        """An action, given by id or name, in words. Raises OptionError if the game has no such action."""
        number = self.game.action_ids.get(action, -1) if isinstance(action, str) else whole(action)
        if not 0 <= number < len(self.game.action_names):
            raise OptionError(f"action {in_short(action)} is none of this game's {len(self.game.action_names)} actions")
        return self.game.describe(self, number)

    @property
    def told(self) -> bool:
        """Whether the last move revealed anything to anybody. A silent pass does not, and no seat may learn of it."""
        return bool(self.tables.array["told"][0])

    def trace(self, seat: int | None = None) -> list[Entry]:
        """What the last move did, in order, as far as everybody may know.

        With a seat: as far as that seat may know about the last move that revealed anything. The seat cannot know
        whether somebody has been asked since and has passed in silence; on its own resampled copy of the table it reads
        the same trace.
        """
        record = self.record
        bits = (1 << self.num_players) - 1 if seat is None else 1 << self._seat(seat)
        if seat is None and not record["told"]:
            return []
        rows = record["trace"][: record["trace_length"]]
        return [Entry(*row) for row in rows.tolist() if row[AUDIENCE] & bits == bits]

    def chronicle(self, seat: int | None = None) -> list[str]:
        """What the last move did, in words: `trace` of public information, or of a seat."""
        return self.game.chronicle(self, seat)

    def to_dict(self) -> dict[str, Any]:
        """A readable save file, complete at any decision; `game.from_dict` reads it.

        A table without a past (see `course`) can be loaded again only if it was saved at the beginning of a turn.
        """
        return self.game.to_dict(self)

    def __str__(self) -> str:
        return self.game.ansi(self, None)

    def __repr__(self) -> str:
        asked = "over" if self.done else f"seat {self.seat} in phase {self.phase}"
        return f"<State of {self.game.name}, {self.num_players} seats: {asked}>"

    def _reward(self, name: str) -> int:
        rewards = self.game.rewards
        if not is_one_of(name, rewards):
            raise OptionError(f"reward={in_short(name)} is unknown: reward is one of {', '.join(rewards)}")
        return rewards.index(name)

    def _seat(self, seat: int) -> int:
        number = whole(seat)
        if not 0 <= number < self.num_players:
            raise OptionError(f"seat {in_short(seat)} is out of range: this table has seats 0 … {self.num_players - 1}")
        return number


def whole_key(key: object) -> int:
    """A key of random draws as int. Raises OptionError unless it is a whole number 0 … 2**63-1."""
    number = whole(key)
    if number < 0:
        raise OptionError(f"key={in_short(key)} is out of range: a key is a whole number 0 … 2**63-1")
    return number


def no_option(game: Game, name: object, others: Sequence[str] = ()) -> str:
    """The error message for an option that a game does not have.

    Args:
        others: further names that would have been valid there, such as ``reward``.
    """
    options = [option.name for option in game.options]
    meant = near(str(name), [*options, *others])
    hint = f" (did you mean {meant!r}?)" if meant else ""
    further = f"; other arguments are {', '.join(others)}" if others else ""
    return f"{game.name} has no option {in_short(name)}{hint}; its options are {', '.join(options)}{further}"


@cache
def the_game(rulebook: type[Game]) -> Game:
    """The only instance of a game's class: the one in its module or, failing that, one created at the first call."""
    held = vars(sys.modules[rulebook.__module__]).values()
    return next((value for value in held if type(value) is rulebook), None) or rulebook()


def _restored(
    rulebook: type[Game], backend: Any, table: bytes, begun: bytes, saved: Saved | None, actions: list[Move]
) -> State:
    """Rebuild a table from a pickle made by this process or another one."""
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
    """(k, seats) each seat's share of the victory at k ended tables: see `State.win_shares`.

    Args:
        returns: (k, seats) of ``win``.
        ended: returns the table at index 0 … k-1; it is called where all returns are 0.
    """
    won = np.asarray(returns > 0, np.float64)
    shares: npt.NDArray[np.float64] = won / np.maximum(won.sum(axis=1, keepdims=True), 1.0)  # all may have lost
    for place in np.flatnonzero(~returns.any(axis=1)).tolist():
        state = ended(place)
        shares[place] = 1 / returns.shape[1] if state.game.everybody_wins(state) else 0.0
    return shares
