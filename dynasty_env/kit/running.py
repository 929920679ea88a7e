"""How a game's rules run: what it gives the engine, bound to the backends."""

import os
from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np

from dynasty_env.kit.engine import ahead, llvm, parts
from dynasty_env.kit.engine.backend import KIT, Auto, Backend, Compiled, Interpreted, Program
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
from dynasty_env.kit.engine.reach import names_in, reached
from dynasty_env.kit.engine.table import SEATS
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.seats.layout import Layout
from dynasty_env.kit.seats.points import PointLayout
from dynasty_env.kit.values import is_one_of

if TYPE_CHECKING:
    from dynasty_env.kit.engine.gpu.cuda import Cuda

BackendName = Literal["auto", "interpreted", "compiled"]


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


class Running(ABC):
    """The half of a game that its rules are, without words: fields, chapters, ids, and the backends that run them."""

    name: ClassVar[str]
    """Name with version, e.g. ``dynasty_v0``."""
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
    seats: ClassVar[tuple[int, int]]
    """Least and most seats."""

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

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
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

    @cached_property
    def phase_at(self) -> Mapping[int, Phase]:
        """Step number → the phase that is declared for it."""
        return {int(phase.step): phase for phase in self.phases}

    @cached_property
    def _kinds(self) -> list[Kind]:
        return [kind for chapter in self.chapters for kind in chapter.kinds]

    @cached_property
    def _replaced(self) -> dict[str, Replacement]:
        return {
            **dispatchers(self.phases, self.automatic),
            **nearest_dispatcher(self.phases, self.point.places if self.point is not None else {}),
            **rules_of_kinds(self._kinds),
            **{f"game_{name}": function for name, function in {**self._ahead, **self.bindings, **self.rules}.items()},
            "EVERYBODY": (1 << self.seat_rows) - 1,
        }

    @cached_property
    def _compiled_rules(self) -> dict[str, Replacement]:
        """As `_replaced`, with what machine code alone does."""
        observe = [self.rules["observe"]] if "observe" in self.rules else []
        read = (names_in(rule) for rule, name, _ in reached(observe, self._replaced) if not name)
        lines = ahead.lines_ahead(self.dtype, set().union(*read) & set(self.dtype.names or ()))
        return {**self._replaced, "ask_ahead": ahead.asking(lines)}

    @cached_property
    def _ahead(self) -> dict[str, Rule | type[IntEnum]]:
        """By what a bot advises that looks no further ahead than when it plays."""
        return {f"{name}_ahead": self.bindings[name] for name in ("look", "worth") if name in self.bindings}

    def _folder(self, program: Program) -> Path:
        name = self.name if program is KIT else f"{self.name}-{program.name}"
        replaced = {**self._compiled_rules, **program.rules}
        made_by = (parts.__file__, ahead.__file__, llvm.__file__)
        sources = list(dict.fromkeys((program.source, KIT.source, *made_by)))
        return cache_folder(name, program.entries, sources, replaced, self.dtype, self.layout.dtype)

    @cached_property
    def seat_rows(self) -> int:
        """Rows of the arrays and spaces that have one for each seat: the most seats of this game, six at least."""
        return max(SEATS, self.seats[1])

    @cached_property
    def rules_digest(self) -> str:
        """Another one as soon as a table may go another way by the same seed, options and actions: what files name
        beside the version that wrote them (`kit.engine.digest`)."""
        names = [*self.action_names, *(f"{option.name} {option.values}" for option in self.options)]
        return rules_digest([KIT.entries[name] for name in ("deal", "step", "returns")], self._replaced, names)

    @cached_property
    def opponents_digest(self) -> str:
        """Another one as soon as a game against its own bots may go otherwise: of rules, views and what bots do."""
        entries = ("deal", "step", "returns", "observe", "greedy_actions", "advise")
        return rules_digest([KIT.entries[name] for name in entries], self._replaced, self.action_names)

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
        return Compiled(self._compiled_rules, self.dtype, self.layout.dtype, self._folder(KIT))

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
            made = Compiled(self._compiled_rules, *shape, self._folder(program), program, self.compiled)
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
