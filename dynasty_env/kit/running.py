"""How a game's rules run: what the game gives the engine, bound to the backends."""

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
    check,
    declared_in,
    dispatchers,
    fill_in,
    rules_of_kinds,
)
from dynasty_env.kit.engine.digest import rules_digest
from dynasty_env.kit.engine.forced import Forced
from dynasty_env.kit.engine.loop import Automatic, Phase, Replacement, Rule
from dynasty_env.kit.engine.points import POINTS, nearest_dispatcher
from dynasty_env.kit.engine.reach import names_in, reached
from dynasty_env.kit.engine.table import SEATS
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.options import Option
from dynasty_env.kit.seats.layout import Layout
from dynasty_env.kit.seats.points import PointLayout
from dynasty_env.kit.values import is_one_of

if TYPE_CHECKING:
    from dynasty_env.kit.engine.gpu.cuda import Cuda

BackendName = Literal["auto", "interpreted", "compiled"]


@dataclass(frozen=True)
class Items:
    """Things such as cards whose holders a seat does not know, and the fields in which a table says where each is.
    Checks of hiding swap two of them between fields (`conformance.games.exchange`).

    Attributes:
        lists: fields that hold the things' numbers, each with the field that has their count: a pack, or several packs,
            one after the other or in rows.
        counts: fields that hold how many there are of each kind, with kinds as the last axis: hands, a bag. `lists`
            then hold kinds.
        where: fields with an entry for each thing, in the order of their numbers, that says where it is; with `counts`,
            an entry for each copy, all copies of a kind side by side.
        alike: fields with such entries that say what everybody knows of a thing, such as the pack that it came from:
            only things with equal entries are swapped.
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
    """The part of a game that its rules define, without words: fields, chapters, ids, and the backends that
    run them."""

    name: ClassVar[str]
    """Name with version, e.g. ``dynasty_v0``."""
    dtype: ClassVar[np.dtype[np.void]]
    chapters: ClassVar[Sequence[Chapter]] = ()
    """The chapters of the book, in its order. Phases, automatic steps, tables of rules and the audit follow from them;
    a game without chapters gives `phases`, `automatic` and the rule ``audit`` itself."""
    phases: ClassVar[Sequence[Phase]] = ()
    automatic: ClassVar[Sequence[Automatic]] = ()
    truths: ClassVar[Sequence[Truth]] = ()
    """What must be true of every table; the audit refers to them by number, from 1 on."""
    rules: ClassVar[Mapping[str, Rule]]
    """``deal(t)``, ``observe(t, seat, seen)``, ``hide(t, seat)``, ``returns(t, out)``, ``audit(t)``; and, if the game
    has a compiled bot, ``greedy(seen, mask, word)``: an action for what its seat sees and may do, and a random `word` 0
    … 2**32-1. It gets nothing else. `seen` is an observation as a record, see `Layout.dtype`."""
    bindings: ClassVar[Mapping[str, Rule | type[IntEnum]]] = {}
    """Further game-specific functions and enums for rules that several games share; the rules call them by ``game_``
    plus the name here. `kit.engine.choice.worthiest_action` needs ``mind``, ``look`` and ``worth``; its advice needs
    ``look_ahead`` and ``worth_ahead``."""
    options: ClassVar[Sequence[Option]]
    action_names: ClassVar[tuple[str, ...]]
    layout: ClassVar[Layout]
    point: ClassVar[PointLayout | None] = None
    """Continuous parameters of decisions, if the game has any: the layout of a point. The table has a field for it
    (`table.header`), and phases say which parts they use (`kit.engine.points`)."""
    hidden: ClassVar[tuple[str, ...] | None] = None
    """Fields of the table that may contain something a seat does not know. None: whatever a seat is not shown counts as
    hidden, and ``hide`` has to redraw it. A game lists them if other fields hold what everybody can deduce."""
    items: ClassVar[tuple[Items, ...]] = ()
    """Hidden things that move from one field of the table to another, as cards do from a pack to hands."""
    seats: ClassVar[tuple[int, int]]
    """The smallest and the largest number of seats."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if cls.chapters:
            cls.phases, cls.automatic, cls.truths = declared_in(cls.chapters)
            cls.rules = {"audit": audit_of(cls.truths), **cls.rules}

    def __init__(self) -> None:
        """Raises DeclarationError if what the game declares does not fit together."""
        check(self.name, self.phases, self.automatic, self._kinds, self.rules, self._replaced)
        self._check_fields()
        package = type(self).__module__.rpartition(".")[0]
        fill_in([c.module for c in self.chapters if c.module.startswith(f"{package}.")], self._replaced, self.rule)

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        """A game is pickled as its class, because it has no state."""
        return type(self), ()

    def _check_fields(self) -> None:
        """Check that the fields declared for actions and hidden things exist in the table; otherwise later checks would
        miss them or fail."""
        room, names = self.dtype["mask"].shape[0], len(self.action_names)
        if room != names:
            raise DeclarationError(
                f"{self.name}: header(actions={room}), but action_names has {names}: give one per action"
            )
        for name, given in (("items", self.items), ("hidden", self.hidden or ())):
            if not isinstance(given, tuple):
                raise DeclarationError(f"{self.name}: {name} must be a tuple: {name} = ({in_short(given)},)")
        known = self.dtype.names or ()
        for field in (*(self.hidden or ()), *(field for items in self.items for field in items.fields)):
            if field not in known:
                raise DeclarationError(f"{self.name}: the table has no field {in_short(field)}, which `hidden` names")
        for option in self.options:
            if option.name not in known:
                raise DeclarationError(
                    f"{self.name} declares the option {in_short(option.name)}, but its table has no field of this "
                    "name: add it to those of `dtype`"
                )

    @cached_property
    def phase_at(self) -> Mapping[int, Phase]:
        """Step number → the phase that is declared for it."""
        return {int(phase.step): phase for phase in self.phases}

    @cached_property
    def _kinds(self) -> list[Kind]:
        return [kind for chapter in self.chapters for kind in chapter.kinds]

    @cached_property
    def _replaced(self) -> dict[str, Replacement]:
        # a bot that looks no further ahead when it advises than when it plays
        advice = {f"{name}_ahead": self.bindings[name] for name in ("look", "worth") if name in self.bindings}
        return {
            **dispatchers(self.phases, self.automatic),
            **nearest_dispatcher(self.phases, self.point.places if self.point is not None else {}),
            **rules_of_kinds(self._kinds),
            **{f"game_{name}": function for name, function in {**advice, **self.bindings, **self.rules}.items()},
            "EVERYBODY": (1 << self.seat_rows) - 1,
        }

    @cached_property
    def _compiled_rules(self) -> dict[str, Replacement]:
        """`_replaced`, with the additions for machine code."""
        observe = [self.rules["observe"]] if "observe" in self.rules else []
        read = (names_in(rule) for rule, name, _ in reached(observe, self._replaced) if not name)
        lines = ahead.lines_ahead(self.dtype, set().union(*read) & set(self.dtype.names or ()))
        rules = *ahead.asking(lines), ahead.claiming(self.layout.size, len(self.action_names))
        return {**self._replaced, **{rule.__name__: rule for rule in rules}}

    def _folder(self, program: Program) -> Path:
        name = self.name if program is KIT else f"{self.name}-{program.name}"
        replaced = {**self._compiled_rules, **program.rules}
        made_by = (parts.__file__, ahead.__file__, llvm.__file__, *program.made_by)
        sources = list(dict.fromkeys((program.source, KIT.source, *made_by)))
        return cache_folder(name, program.entries, sources, replaced, self.dtype, self.layout.dtype)

    @cached_property
    def seat_rows(self) -> int:
        """The number of rows in arrays and spaces with one row per seat: the most seats of this game, at least six."""
        return max(SEATS, self.seats[1])

    @cached_property
    def rules_digest(self) -> str:
        """A digest that changes whenever the same seed, options and actions may lead to another table. Files state it
        beside the version that wrote them (`kit.engine.digest`)."""
        names = [*self.action_names, *(f"{option.name} {option.values}" for option in self.options)]
        return rules_digest([KIT.entries[name] for name in ("deal", "step", "returns")], self._replaced, names)

    @cached_property
    def opponents_digest(self) -> str:
        """A digest that changes whenever a game against its own bots may go differently: of rules, views and bots."""
        entries = ("deal", "step", "returns", "observe", "greedy_actions", "advise")
        return rules_digest([KIT.entries[name] for name in entries], self._replaced, self.action_names)

    @cached_property
    def interpreted(self) -> Interpreted:
        """The rules as Python."""
        return Interpreted(self._replaced)

    @cached_property
    def forced(self) -> Forced:
        """The rules as Python, with given draws in place of the generator's (`kit.outcomes`)."""
        return Forced(self._replaced)

    def rule(self, function: Rule) -> Rule:
        """A rule as a function that works on a table of this game, bound to this game's functions."""
        return self.interpreted.rule(function)

    @cached_property
    def compiled(self) -> Compiled:
        """The rules as machine code."""
        return Compiled(self._compiled_rules, self.dtype, self.layout.dtype, self._folder(KIT))

    def interpret(self, program: Program) -> Interpreted:
        """Entry points other than the kit's, bound to this game's rules, as Python."""
        return Interpreted(self._replaced, program)

    def compile(self, program: Program) -> Compiled:
        """Entry points other than the kit's, bound to this game's rules, as machine code; the same object at each call.

        Each is built when first used, which takes up to three minutes of processor time, and kept on disk.
        """
        if program is KIT:
            return self.compiled
        if program not in self._programs:
            shape = self.dtype, self.layout.dtype
            made = Compiled(self._compiled_rules, *shape, self._folder(program), program, self.compiled)
            self._programs.setdefault(program, made)
        return self._programs[program]

    @cached_property
    def _programs(self) -> dict[Program, Compiled]:
        return {}

    def settler(self, backend: Backend) -> Compiled | Interpreted:
        """What moves points to the nearest legal ones (`kit.engine.points`), for that backend."""
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
        """Interpreted until compiled code is available, or worth compiling; then compiled."""
        return Auto(self.interpreted, self.compiled)

    def backend(self, name: BackendName | None = None) -> Backend:
        """A backend by name; None uses ``$DYNASTY_ENV_BACKEND`` or ``auto``."""
        chosen = name if name is not None else os.environ.get("DYNASTY_ENV_BACKEND", "auto")
        if not is_one_of(chosen, ("auto", "interpreted", "compiled")):
            raise OptionError(f"backend {in_short(chosen)} is unknown: choose auto, interpreted or compiled")
        return getattr(self, chosen)  # type: ignore[no-any-return]
