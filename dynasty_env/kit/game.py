"""What a game is, and `State`, the Python handle on one table."""

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from dynasty_env.kit import entries
from dynasty_env.kit.backend import Compiled, Interpreted, Tables, cache_folder, dispatchers
from dynasty_env.kit.errors import IllegalActionError, OptionError, RuleFault
from dynasty_env.kit.layout import Bytes, Layout
from dynasty_env.kit.loop import Automatic, Phase, Rule
from dynasty_env.kit.table import ENTRY, Fault, header, table_dtype

if TYPE_CHECKING:
    from dynasty_env.kit.cuda import Cuda

BackendName = Literal["auto", "interpreted", "compiled"]
RewardName = str
REWARDS: tuple[RewardName, ...] = ("win", "rank", "points")
"""The rewards of a game that declares no others. Every game's first is ``win``."""
SEATS = 6
"""Most seats of any game: the width of arrays with a row a seat."""

SWITCH = 20_000
"""Calls after which `auto` finds compiling worth its wait."""

ROOM = 64
"""Playouts that have tables at once: as many as stay in a core's own cache."""


@dataclass(frozen=True)
class Option:
    """A rule option: its values and what it does. Its value is kept in the table's field of the same name."""

    name: str
    default: int | bool
    values: tuple[int | bool, ...]
    meaning: str


@dataclass(frozen=True)
class Entry:
    """A line of the trace: something that a move did."""

    kind: int
    seat: int
    subject: int
    object: int
    value: int
    audience: int


class Auto:
    """Interpreted until an entry is compiled on disk or has been called often enough to be worth compiling."""

    name = "auto"

    def __init__(self, interpreted: Interpreted, compiled: Compiled) -> None:
        self._interpreted = interpreted
        self._compiled = compiled
        self._calls: dict[str, int] = {}
        self._fast: set[str] = set()

    def call(self, entry: str, tables: Tables, *arguments: Any) -> Any:
        """Call an entry point on `tables`."""
        if entry in self._fast:
            return self._compiled.call(entry, tables, *arguments)
        calls = self._calls.get(entry, 0) + 1
        self._calls[entry] = calls
        if calls >= SWITCH or (calls % 64 == 1 and self._compiled.is_warm(entry)):
            self._fast.add(entry)
        return self._interpreted.call(entry, tables, *arguments)


Backend = Interpreted | Compiled | Auto


class Game(ABC):
    """A rulebook: its table, phases, rules, and words. One instance a game, without state of its own.

    Subclasses give the class attributes and the words; everything else follows from them.
    """

    name: ClassVar[str]
    """Name with version, e.g. ``dynasty_v0``."""
    agent: ClassVar[str]
    """Stem of the PettingZoo agents' names, e.g. ``dynasty``."""
    dtype: ClassVar[np.dtype[np.void]]
    phases: ClassVar[Sequence[Phase]]
    automatic: ClassVar[Sequence[Automatic]]
    rules: ClassVar[Mapping[str, Rule]]
    """``deal(t)``, ``observe(t, seat, out, row)``, ``hide(t, seat)``, ``returns(t, out)``, ``audit(t)``; and, if the
    game has a compiled bot, ``greedy(observation, mask, row, word)``: an action for what stands in `row` of
    observation (n, D) and mask (n, A), the bot's seat's own, and a random `word` 0 … 2**32-1. It gets nothing else."""
    options: ClassVar[Sequence[Option]]
    action_names: ClassVar[tuple[str, ...]]
    layout: ClassVar[Layout]
    seats: ClassVar[tuple[int, int]]
    """Least and most seats."""
    longest: ClassVar[int]
    """No game has more decisions than this."""
    rewards: ClassVar[tuple[RewardName, ...]] = REWARDS
    """Names of the rewards, in the order of the rows that ``returns`` writes; the first is ``win``."""
    zero_sum: ClassVar[bool] = True
    """False: all can win or lose together, so that only where some win and some lose returns add up to nothing."""
    points_bound: ClassVar[float]
    """Divisor of ``reward="points"``, where the game has that."""
    highlights: ClassVar[Sequence[tuple[str, str]]] = ()
    """What stands out at a terminal in the words of `chronicle` and `describe`: regular expression, style of rich."""
    examples: ClassVar[str] = "“pass”"
    """Names of actions, cut short, as people might type them."""

    # -- how it runs ---------------------------------------------------------------------------------------------

    @cached_property
    def _replaced(self) -> dict[str, Rule]:
        return {
            **dispatchers(self.phases, self.automatic),
            **{f"game_{name}": function for name, function in self.rules.items()},
        }

    @cached_property
    def interpreted(self) -> Interpreted:
        """The rules as Python."""
        return Interpreted(self._replaced)

    @cached_property
    def compiled(self) -> Compiled:
        """The rules as machine code."""
        return Compiled(self._replaced, self.dtype, cache_folder(self.name, self._replaced, self.dtype))

    @cached_property
    def cuda(self) -> "Cuda":
        """The rules as GPU kernels; wants the extra `cuda`."""
        from dynasty_env.kit.cuda import Cuda

        return Cuda(self._replaced, self.dtype, cache_folder(self.name, self._replaced, self.dtype))

    @cached_property
    def auto(self) -> Auto:
        """The better of both for the moment."""
        return Auto(self.interpreted, self.compiled)

    def backend(self, name: BackendName | None = None) -> Backend:
        """A backend by name; None takes ``$DYNASTY_ENV_BACKEND`` or ``auto``."""
        chosen = name or os.environ.get("DYNASTY_ENV_BACKEND", "auto")
        if chosen not in ("auto", "interpreted", "compiled"):
            raise OptionError(f"backend {chosen!r} is unknown: choose auto, interpreted or compiled")
        return getattr(self, chosen)  # type: ignore[no-any-return]

    # -- tables --------------------------------------------------------------------------------------------------

    def check_options(self, given: Mapping[str, Any]) -> dict[str, int | bool]:
        """All options with their values.

        Raises:
            OptionError: an option is unknown or its value out of range; the message lists what is valid.
        """
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise OptionError(f"{self.name} has no option {name!r}; its options are {', '.join(known)}")
            valid = known[name].values
            boolean = isinstance(value, bool | np.bool_)
            whole_where_whole = not (boolean and not isinstance(known[name].default, bool))
            if not isinstance(value, int | np.integer | np.bool_) or value not in valid or not whole_where_whole:
                raise OptionError(f"{name}={value!r} is out of range: {name} is one of {', '.join(map(str, valid))}")
        return {
            name: type(option.default)(given.get(name, option.default))  # bool stays bool, int stays int
            for name, option in known.items()
        }

    def blank(self, count: int, options: Mapping[str, int | bool]) -> Tables:
        """`count` tables with options set and nothing dealt."""
        array = np.zeros(count, self.dtype)
        for name, value in options.items():
            array[name] = value
        return Tables(array)

    def new(self, seed: int = 0, *, backend: BackendName | None = None, **options: Any) -> "State":
        """A freshly dealt game.

        Args:
            seed: 0 … 2**63-1; the same seed and options deal the same game everywhere.
            backend: ``auto`` (default), ``interpreted`` or ``compiled``: speed alone, the game is the same.
            **options: see `options`.

        Raises:
            OptionError: unknown or out-of-range option or seed.
        """
        checked = self.check_options(options)
        state = State(self, self.blank(1, checked), self.backend(backend))
        state.deal(seed)
        return state

    @cached_property
    def policies(self) -> dict[str, int]:
        """The bots that play inside the compiled rules, by name, with their numbers there."""
        own = {"greedy": entries.GREEDY} if "greedy" in self.rules else {}
        return {"random": entries.RANDOM, **own}

    def policy(self, name: str) -> int:
        """The number of a compiled bot. Raises OptionError listing the bots of this game."""
        if name not in self.policies:
            raise OptionError(f"{self.name} has no compiled bot {name!r}: choose {', '.join(self.policies)}")
        return self.policies[name]

    @cached_property
    def mask_place(self) -> slice:
        """Where the mask lies in a table's bytes."""
        first = _offset(self.dtype, "mask")
        return slice(first, first + len(self.action_names))

    def agents(self, num_players: int) -> list[str]:
        """PettingZoo's names of the seats."""
        return [f"{self.agent}_{seat}" for seat in range(num_players)]

    @cached_property
    def action_ids(self) -> dict[str, int]:
        """The id of each action name."""
        return {name: i for i, name in enumerate(self.action_names)}

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
    def describe(self, state: "State", action: int) -> str:
        """`action` in words, as the deciding seat of `state` would say it."""

    def stakes(self, state: "State") -> str:
        """What the open decision is about, in words for the seat that decides; empty where its phase says enough."""
        return ""

    @abstractmethod
    def view(self, state: "State", seat: int | None) -> dict[str, Any]:
        """What `seat` knows, as a readable dict; None: what everybody knows."""

    @abstractmethod
    def scores(self, state: "State") -> list[float]:
        """Every seat's points as they stand."""

    @abstractmethod
    def to_dict(self, state: "State") -> dict[str, Any]:
        """A readable, complete save file."""

    @abstractmethod
    def from_dict(self, saved: Mapping[str, Any], *, backend: BackendName | None = None) -> "State":
        """The game of a save file. Raises SaveError naming the path of what is wrong."""

    @abstractmethod
    def chronicle(self, state: "State", seat: int | None) -> list[str]:
        """What the last move did, in words, as far as `seat` (None: everybody) may know."""

    @abstractmethod
    def ansi(self, state: "State", seat: int | None) -> str:
        """The table drawn for a terminal, as `seat` (None: the public) sees it."""

    @abstractmethod
    def picture(self, state: "State", seat: int | None) -> npt.NDArray[np.uint8]:
        """The table as an (height, width, 3) RGB picture, as `seat` (None: the public) sees it."""


def _offset(dtype: np.dtype[np.void], field: str) -> int:
    """Where a field begins in a table's bytes."""
    assert dtype.fields is not None
    return int(dtype.fields[field][1])


_HEAD = table_dtype(header(1, 1, 1), [])
_PLAYERS, _DONE, _STEP, _SEAT = (_offset(_HEAD, field) for field in ("num_players", "done", "step", "seat"))
"""Where these lie in the bytes of a table of any game: each is one byte, in front of all that a game sizes."""


class State:
    """One game: what lies on the table, and the moves that are legal now.

    Cheap to clone; `tables` is an array of one record that both backends work on.
    """

    __slots__ = ("_allowed", "_backend", "game", "tables")

    def __init__(self, game: Game, tables: Tables, backend: Backend) -> None:
        self.game = game
        self.tables = tables
        self._backend = backend
        self._allowed: npt.NDArray[np.bool_] | None = None  # the mask on the table, once it has been asked for

    def call(self, entry: str, *arguments: Any) -> Any:
        """Call an entry point on this table."""
        return self._backend.call(entry, self.tables, 0, *arguments)

    @property
    def record(self) -> Any:
        """The table's record (a NumPy void): everything, hidden cards included."""
        return self.tables.array[0]

    def deal(self, seed: int) -> None:
        """Deal a new game with the same options."""
        number = whole(seed)
        if number < 0:
            raise OptionError(f"seed={seed!r} is out of range: a seed is a whole number 0 … 2**63-1")
        self.call("deal", number)
        self._check()

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
        """Carry out an action of the deciding seat, by id or name.

        Raises:
            IllegalActionError: not legal now; the table is unchanged.
        """
        number = self.game.action_ids.get(action, -1) if isinstance(action, str) else whole(action)
        answer = self._backend.call("step", self.tables, 0, number)
        if answer != entries.DONE:
            if answer == entries.ILLEGAL:
                raise IllegalActionError(self._refusal(action, number))
            self._check()

    def _check(self) -> None:
        fault = int(self.tables.array["fault"][0])
        if fault:
            seed = int(self.tables.array["seed"][0])
            raise RuleFault(f"{self.game.name}: the rules failed with {Fault(fault).name} (seed {seed}); please report")

    def _refusal(self, action: object, number: int) -> str:
        names = self.game.action_names
        legal = self.legal()
        shown = ", ".join(names[i] for i in legal[:12]) + (" …" if len(legal) > 12 else "")
        if self.done:
            return f"action {action!r} came after the end of the game"
        if 0 <= number < len(names):
            what = f"{self.game.describe(self, number)!r} (id {number}, {names[number]})"
        else:
            what = f"action {action!r}, none of this game's {len(names)} actions (ids 0 … {len(names) - 1}),"
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
        return {o.name: type(o.default)(self.record[o.name].item()) for o in self.game.options}

    def returns(self, reward: RewardName = "win") -> npt.NDArray[np.float32]:
        """(seats,) float32: what each seat has won, in [-1, 1]; zeros while the game goes on."""
        rewards = self.game.rewards
        if reward not in rewards:
            raise OptionError(f"reward={reward!r} is unknown: reward is one of {', '.join(rewards)}")
        out = np.zeros((len(rewards), SEATS), np.float32)
        if self.done:
            self.call("returns", out)
        return out[rewards.index(reward), : self.num_players]

    def scores(self) -> list[float]:
        """Every seat's points as they stand."""
        return self.game.scores(self)

    def observe(self, seat: int) -> Bytes:
        """(D,) int8: what `seat` sees, laid out as `game.layout`."""
        out: Bytes = np.zeros((1, self.game.layout.size), np.int8)
        self._backend.call("observe", self.tables, 0, self._seat(seat), out)
        seen: Bytes = out[0]
        return seen

    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` knows as a readable dict (None: what everybody knows)."""
        return self.game.view(self, None if seat is None else self._seat(seat))

    def hide(self, seat: int, key: int) -> "State":
        """A clone in which all that `seat` does not know is redrawn, uniformly given what it does, dice included."""
        number = whole(key)
        if number < 0:
            raise OptionError(f"key={key!r} is out of range: a key is a whole number 0 … 2**63-1")
        copy = self.clone()
        copy.call("hide", self._seat(seat), number)
        return copy

    def clone(self) -> "State":
        """An independent copy."""
        return State(self.game, self.tables.copy(), self._backend)

    def playouts(
        self, count: int, policy: str = "random", *, seat: int | None = None, key: int = 0, reward: RewardName = "win"
    ) -> npt.NDArray[np.float32]:
        """Play this game on to its end, `count` times, inside the compiled rules; the table itself stays as it is.

        Args:
            count: how many playouts.
            policy: who plays all seats: ``random``, or another one of `game.policies`.
            seat: each playout redraws first what this seat does not know, as `hide` does. None: the cards lie as
                they lie, also those that nobody has seen; dice are new in either case.
            key: 0 … 2**63-1: decides all that is drawn. Playout j of one key is the same whatever `count`.
            reward: ``win``, ``rank`` or ``points``.

        Returns:
            (count, seats) float32: what every seat has won in each playout.

        Raises:
            OptionError: an argument out of range.
        """
        rewards = self.game.rewards
        if reward not in rewards:
            raise OptionError(f"reward={reward!r} is unknown: reward is one of {', '.join(rewards)}")
        if whole(count) < 1 or whole(key) < 0:
            raise OptionError(f"count={count!r} and key={key!r} must be whole numbers, from 1 and from 0 on")
        who = -1 if seat is None else self._seat(seat)
        number = self.game.policy(policy)
        backend = self._backend if isinstance(self._backend, Interpreted) else self.game.compiled
        room = min(count, ROOM)
        seen = np.zeros((room, self.game.layout.size), np.int8)
        masks = np.zeros((room, len(self.game.action_names)), np.int8)
        found = np.zeros((room, len(rewards), SEATS), np.float32)
        returned = np.zeros((count, self.num_players), np.float32)
        for first in range(0, count, room):
            here = min(room, count - first)
            tables = self.tables.repeat(here)
            wrong = backend.call("playouts", tables, 0, here, first, who, number, whole(key), seen, masks, found)
            if wrong >= 0:
                State(self.game, Tables(tables.array[wrong : wrong + 1]), backend)._check()
            returned[first : first + here] = found[:here, rewards.index(reward), : self.num_players]
        return returned

    def describe(self, action: int | str) -> str:
        """An action, by id or name, in words. Raises OptionError for what is none of the game's actions."""
        number = self.game.action_ids.get(action, -1) if isinstance(action, str) else whole(action)
        if not 0 <= number < len(self.game.action_names):
            raise OptionError(f"action {action!r} is none of this game's {len(self.game.action_names)} actions")
        return self.game.describe(self, number)

    def trace(self, seat: int | None = None) -> list[Entry]:
        """What the last move did, in order, as far as `seat` may know (None: everybody)."""
        record = self.record
        bits = (1 << self.num_players) - 1 if seat is None else 1 << self._seat(seat)
        rows = record["trace"][: record["trace_length"]] if record["told"] else ()
        return [Entry(*map(int, row)) for row in rows if int(row[ENTRY.index("audience")]) & bits == bits]

    def chronicle(self, seat: int | None = None) -> list[str]:
        """What the last move did, in words, as far as `seat` may know (None: everybody)."""
        return self.game.chronicle(self, seat)

    def to_dict(self) -> dict[str, Any]:
        """A readable save file, complete at any decision; `game.from_dict` reads it."""
        return self.game.to_dict(self)

    def __str__(self) -> str:
        return self.game.ansi(self, None)

    def _seat(self, seat: int) -> int:
        number = whole(seat)
        if not 0 <= number < self.num_players:
            raise OptionError(f"seat {seat!r} is out of range: this table has seats 0 … {self.num_players - 1}")
        return number


def whole(value: Any) -> int:
    """A whole number 0 … 2**63-1 of any integer type as int; anything else, bool included, as -1."""
    if type(value) is int:
        return value if 0 <= value < 2**63 else -1
    try:
        number = int(value.__index__())
    except (AttributeError, TypeError):
        return -1
    return number if 0 <= number < 2**63 and not isinstance(value, bool) else -1
