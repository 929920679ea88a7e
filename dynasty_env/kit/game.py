"""What a game is: the contract that a rulebook fulfils, and what follows from it."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine import parts
from dynasty_env.kit.engine.backend import KIT, Auto, Backend, Compiled, Interpreted, Program, Tables
from dynasty_env.kit.engine.cache import cache_folder
from dynasty_env.kit.engine.chapter import (
    Chapter,
    DeclarationError,
    Kind,
    Truth,
    audit_of,
    automatic_of,
    check,
    dispatchers,
    fill_in,
    phases_of,
    rules_of_kinds,
    truths_of,
)
from dynasty_env.kit.engine.digest import rules_digest
from dynasty_env.kit.engine.forced import Forced
from dynasty_env.kit.engine.loop import Automatic, Phase, Replacement, Rule
from dynasty_env.kit.engine.points import POINTS, nearest_dispatcher
from dynasty_env.kit.engine.table import SEATS, offset_of
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.glossary import Glossary
from dynasty_env.kit.seats.layout import Bytes, Layout
from dynasty_env.kit.seats.points import PointLayout
from dynasty_env.kit.state import Move, State, is_one_of

if TYPE_CHECKING:
    from dynasty_env.kit.engine.gpu.cuda import Cuda

BackendName = Literal["auto", "interpreted", "compiled"]
RewardName = str
REWARDS: tuple[RewardName, ...] = ("win", "rank", "points")
"""The rewards of a game that declares no others. Every game's first is ``win``."""


@dataclass(frozen=True)
class Option:
    """A rule option: its values and what it does. Its value is kept in the table's field of the same name."""

    name: str
    default: int | bool
    values: tuple[int | bool, ...]
    meaning: str


@dataclass(frozen=True)
class Items:
    """Things such as cards, of which a seat does not know who has which, and the fields in which a table says where
    each is. Checks of hiding let two of them change places, from one field to another (`conformance.games.exchange`).

    Attributes:
        lists: fields that hold the things' numbers, and with each the field that says how many it holds: a pack, or
            several, one after the other or in rows.
        counts: fields that hold how many there are of each kind, kinds last: hands, a bag. `lists` hold kinds then.
        where: fields with an entry for each thing, in the order of their numbers, that says where it is; where there
            are `counts`, for each copy, all copies of a kind side by side.
        alike: fields with such entries that say what everybody knows of a thing, as the pack that it came from: only
            those change places of which they say the same.
    """

    lists: tuple[tuple[str, str], ...] = ()
    counts: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields of the table that are named here."""
        return (*(name for pair in self.lists for name in pair), *self.counts, *self.where, *self.alike)


@dataclass(frozen=True)
class ListedChance:
    """How far the chance of a small game goes, so that algorithms may walk through all of it (`kit.outcomes`).

    Attributes:
        outcomes: no draw has more outcomes: 6 where six cards are drawn one by one.
        draws: no game has more draws among two or more.
    """

    outcomes: int
    draws: int


class Game(ABC):
    """A rulebook: its table, phases, rules, and words. There is one instance per game; it holds no state.

    Subclasses give the class attributes and the words; everything else follows from them.
    """

    name: ClassVar[str]
    """Name with version, e.g. ``dynasty_v0``."""
    agent: ClassVar[str]
    """Stem of the PettingZoo agents' names, e.g. ``dynasty``."""
    dtype: ClassVar[np.dtype[np.void]]
    chapters: ClassVar[Sequence[Chapter]] = ()
    """The chapters of the book, in its order. Phases, automatic steps, tables of rules and the audit follow from them;
    a game without chapters gives `phases`, `automatic` and the rule ``audit`` itself."""
    phases: ClassVar[Sequence[Phase]] = ()
    automatic: ClassVar[Sequence[Automatic]] = ()
    truths: ClassVar[Sequence[Truth]] = ()
    """What must hold of every table; the audit names them by number, from 1 on."""
    rules: ClassVar[Mapping[str, Rule]]
    """``deal(t)``, ``observe(t, seat, seen)``, ``hide(t, seat)``, ``returns(t, out)``, ``audit(t)``; and, if the game
    has a compiled bot, ``greedy(seen, mask, word)``: an action for what its seat sees and may do, and a random `word`
    0 … 2**32-1. It gets nothing else. `seen` is an observation as a record, see `Layout.dtype`."""
    bindings: ClassVar[Mapping[str, Rule | type[IntEnum]]] = {}
    """What else differs from game to game for rules that several of them share, which call it by ``game_`` and its name
    here: rules and enums. For `kit.engine.choice.worthiest_action` these are ``mind``, ``look`` and ``worth``,
    for what it advises ``look_ahead`` and ``worth_ahead``."""
    options: ClassVar[Sequence[Option]]
    action_names: ClassVar[tuple[str, ...]]
    layout: ClassVar[Layout]
    point: ClassVar[PointLayout | None] = None
    """Continuous parameters of decisions, where the game has any: what stands where in a point. The table has a field
    for it (`table.header`), and phases say which parts they use (`kit.engine.points`)."""
    hidden: ClassVar[tuple[str, ...] | None] = None
    """Fields of the table in which something may lie that a seat does not know. None: whatever a seat is not shown is
    taken for hidden, and ``hide`` has to redraw it. A game names them where others hold what everybody can work out."""
    items: ClassVar[tuple[Items, ...]] = ()
    """Hidden things that pass from one field of the table to another, as cards do from a pack to hands."""
    chance: ClassVar[ListedChance | None] = None
    """How far chance goes, in games small enough that algorithms may list it; None: it is drawn from a seed."""
    seats: ClassVar[tuple[int, int]]
    """Least and most seats."""
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

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if cls.chapters:
            cls.phases, cls.automatic = phases_of(cls.chapters), automatic_of(cls.chapters)
            cls.truths = truths_of(cls.chapters)
            cls.rules = {"audit": audit_of(cls.truths), **cls.rules}

    def __init__(self) -> None:
        """Raises DeclarationError if what the game declares does not fit together."""
        check(self.name, self.phases, self.automatic, self._kinds, self.rules, self._replaced)
        self._check_fields()
        package = type(self).__module__.rpartition(".")[0]
        fill_in([c.module for c in self.chapters if c.module.startswith(f"{package}.")], self._replaced, self.rule)

    def __reduce__(self) -> tuple[type["Game"], tuple[()]]:
        """To another process a game goes by its class: it holds no state."""
        return type(self), ()

    def _check_fields(self) -> None:
        """What is declared of actions and hidden things must be of the table: checks would look past it, or stumble
        later."""
        room, names = self.dtype["mask"].shape[0], len(self.action_names)
        if room != names:
            raise DeclarationError(f"{self.name}: header(actions={room}), but action_names has {names}: one for each")
        for name, given in (("items", self.items), ("hidden", self.hidden or ())):
            if not isinstance(given, tuple):
                raise DeclarationError(f"{self.name}: {name} is a tuple, also of one: {name} = ({in_short(given)},)")
        known = self.dtype.names or ()
        for field in (*(self.hidden or ()), *(field for items in self.items for field in items.fields)):
            if field not in known:
                raise DeclarationError(f"{self.name}: the table has no field {in_short(field)}, named as hidden")

    # -- how it runs ---------------------------------------------------------------------------------------------

    @cached_property
    def _kinds(self) -> list[Kind]:
        return [kind for chapter in self.chapters for kind in chapter.kinds]

    @cached_property
    def _replaced(self) -> dict[str, Replacement]:
        return {
            **dispatchers(self.phases, self.automatic),
            **nearest_dispatcher(self.phases, self.point.places if self.point is not None else {}),
            **rules_of_kinds(self._kinds),
            **{f"game_{name}": found for name, found in {**self._ahead, **self.bindings, **self.rules}.items()},
            "EVERYBODY": (1 << self.seat_rows) - 1,
        }

    @cached_property
    def _ahead(self) -> dict[str, Rule | type[IntEnum]]:
        """By what a bot advises that looks no further ahead than when it plays."""
        return {f"{name}_ahead": self.bindings[name] for name in ("look", "worth") if name in self.bindings}

    def _folder(self, program: Program) -> Path:
        name = self.name if program is KIT else f"{self.name}-{program.name}"
        replaced = {**self._replaced, **program.rules}
        sources = list(dict.fromkeys((program.source, KIT.source, parts.__file__)))
        return cache_folder(name, program.entries, sources, replaced, self.dtype, self.layout.dtype)

    @cached_property
    def rules_digest(self) -> str:
        """Another one as soon as a table may go another way by the same seed, options and actions: what files name
        beside the version that wrote them (`kit.engine.digest`)."""
        names = [*self.action_names, *(f"{option.name} {option.values}" for option in self.options)]
        return rules_digest([KIT.entries[name] for name in ("deal", "step", "returns")], self._replaced, names)

    @cached_property
    def interpreted(self) -> Interpreted:
        """The rules as Python."""
        return Interpreted(self._replaced)

    @cached_property
    def forced(self) -> Forced:
        """The rules as Python, with draws that are given in place of the generator's (`kit.outcomes`)."""
        return Forced(self._replaced)

    def rule(self, function: Rule) -> Rule:
        """A rule as a function that works on a table of this game: what the rule leaves open is this game's."""
        return self.interpreted.rule(function)

    @cached_property
    def compiled(self) -> Compiled:
        """The rules as machine code."""
        return Compiled(self._replaced, self.dtype, self.layout.dtype, self._folder(KIT))

    def interpret(self, program: Program) -> Interpreted:
        """Other entry points than the kit's, bound to this game's rules, as Python."""
        return Interpreted(self._replaced, program)

    def compile(self, program: Program) -> Compiled:
        """Other entry points than the kit's, bound to this game's rules, as machine code; the same at each call.

        Each is built when first used, which takes up to three minutes of processor time, and kept on disk.
        """
        if program is KIT:
            return self.compiled
        made = self._programs.get(program)
        if made is None:
            shape = self.dtype, self.layout.dtype
            made = Compiled(self._replaced, *shape, self._folder(program), program, self.compiled)
            made = self._programs.setdefault(program, made)
        return made

    @cached_property
    def _programs(self) -> dict[Program, Compiled]:
        return {}

    def settler(self, backend: Backend) -> Compiled | Interpreted:
        """What brings points to the nearest legal ones (`kit.engine.points`), beside that backend."""
        return self.compile(POINTS) if isinstance(backend, Compiled) else self._interpreted_points

    @cached_property
    def _interpreted_points(self) -> Interpreted:
        return self.interpret(POINTS)

    @cached_property
    def cuda(self) -> "Cuda":
        """The rules as GPU kernels; needs the extra `cuda`."""
        from dynasty_env.kit.engine.gpu.cuda import Cuda

        return Cuda(self._replaced, self.dtype, self.layout.dtype, self._folder(KIT))

    @cached_property
    def auto(self) -> Auto:
        """Interpreted until compiled code is at hand, or worth compiling; then compiled."""
        return Auto(self.interpreted, self.compiled)

    def backend(self, name: BackendName | None = None) -> Backend:
        """A backend by name; None takes ``$DYNASTY_ENV_BACKEND`` or ``auto``."""
        chosen = name if name is not None else os.environ.get("DYNASTY_ENV_BACKEND", "auto")
        if not is_one_of(chosen, ("auto", "interpreted", "compiled")):
            raise OptionError(f"backend {in_short(chosen)} is unknown: choose auto, interpreted or compiled")
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

    @cached_property
    def seat_rows(self) -> int:
        """Rows of the arrays and spaces that have one for each seat: the most seats of this game, six at least."""
        return max(SEATS, self.seats[1])

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
