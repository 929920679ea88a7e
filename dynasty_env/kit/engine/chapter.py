"""A chapter of a rulebook declares, next to its rules, everything that the engine has to know about them.

From the chapters of a game the kit generates the if-chains that send a step, or a kind of action, to its rules, and the
audit of a table. `check` rejects a game whose declarations are inconsistent.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from dynasty_env.kit import named
from dynasty_env.kit.engine import loop
from dynasty_env.kit.engine.loop import Automatic, Chances, Phase, Rule, by_name
from dynasty_env.kit.engine.reach import reached
from dynasty_env.kit.engine.rule import GameEnum, given_by_the_game
from dynasty_env.kit.engine.table import push
from dynasty_env.kit.message import Tone

Chain = Sequence[tuple[int, str]]
"""Pairs of a number, and the statement to run if the dispatched number is this one."""


class DeclarationError(TypeError):
    """A game's declarations are inconsistent. The message names the faulty ones."""


class Column(NamedTuple):
    """A rule that the kinds of a table of rules can have.

    Attributes:
        otherwise: the result for a kind that does not have the rule: a number, or None if the rule returns nothing.
    """

    otherwise: int | None = None
    parameters: str = "t"


class Kind:
    """A row of a table of rules that are dispatched by a number: a kind of action, an event, an ability.

    A game derives one class for each table. Rules call a column by ``game_`` and its name, with the kind's number last:
    ``game_cards(t, t.action)``, where `game_cards` is declared as `kit.engine.rule.given_by_the_game`.

    Args:
        number: distinguishes the kind from the others of its table: an action id, the member of an enum.
        says: the wording of choosing it, such as “declare a marriage”.
        called: the wording once it has been declared, such as “a marriage”.
        purpose: what it is good for, in a sentence.
        chance: the chances of choosing it (`loop.Chances`).
        cites: for kinds of trace entries that several kinds of action share, the paragraph that they follow in this
            one.
        rules: the rules of this kind, by column. A rule whose only parameter is `t` can be replaced by a step: the rule
            then pushes a frame with that step, for the deciding seat, onto the stack. If `begin` is a step that the
            chapter `offers` candidates for, `may` is by default whether there are any.
    """

    columns: ClassVar[Mapping[str, Column]]

    def __init__(
        self,
        number: int,
        *,
        says: str = "",
        called: str = "",
        purpose: str = "",
        chance: Chances | None = None,
        cites: Mapping[IntEnum, str] | None = None,
        **rules: "Rule | IntEnum",
    ) -> None:
        for name, given in rules.items():
            if name not in self.columns:
                known = ", ".join(self.columns)
                raise DeclarationError(f"{type(self).__name__} {number} has no column {name!r}: choose from {known}")
            if isinstance(given, IntEnum) and self.columns[name] != Column():
                raise DeclarationError(f"{type(self).__name__} {number}: {name} needs a rule, not the step {given!r}")
        self.number = int(number)
        self.says, self.called, self.purpose, self.chance = says, called, purpose, chance
        self.cites = cites or {}
        self.rules = rules


@dataclass(frozen=True)
class EntryKind:
    """A kind of trace entries: what its numbers mean, and the sentence that describes it.

    A number is given as ``name:noun``, or as one word if both are the same: its name in the sentence, and the noun of
    the game (`Rulebook.nouns`) that says what it numbers, such as ``person`` or ``king:person``; ``number`` is a plain
    number, ``kind`` a kind of action. If the sentence needs several things that one number stands for, they are
    separated by commas: ``turn:number, season``. The seat is always ``who``.

    Attributes:
        kind: the kind, a member of the game's enum of kinds.
        says: the sentence: a template with these names, empty if another entry describes this one; or a function
            ``(group, context)`` of the entries that share the sentence and of a `kit.wording.Context`, which returns a
            sentence, or several; or a `kit.wording.Chosen` for a template that depends on the entry's numbers.
        subject: what the entry's subject is; empty: it has none.
        object: what the entry's object is, likewise.
        value: what the entry's value is, likewise.
        joins: the kinds that share the sentence when they follow it.
        belongs: whether an entry of such a kind, ``(group, entry)``, continues the group; by default, if it is of the
            same seat.
        tone: how the sentence is highlighted (`kit.message.Tone`).
        cites: the paragraph or ruling that the entry follows.
        deed: what the entry's seat has done, as measurements count it; empty: not counted. ``{kind}`` in it is the kind
            of action whose number is the subject (`Kind.called`).
    """

    kind: IntEnum
    says: str | Callable[[Any, Any], str | Sequence[str]]
    subject: str = ""
    object: str = ""
    value: str = ""
    joins: Sequence[IntEnum] = ()
    belongs: Callable[[Any, Any], bool] | None = None
    tone: Tone = ""
    cites: str = ""
    deed: str = ""

    def slots(self) -> dict[str, tuple[str, str]]:
        """For each name in the sentence: the field of the entry that holds it, and its noun."""
        given = {field: getattr(self, field) for field in ("subject", "object", "value")}
        named_as = [
            (field, spec.partition(":")) for field, specs in given.items() for spec in specs.split(", ") if spec
        ]
        return {name: (field, noun or name) for field, (name, _, noun) in named_as}


class Truth(NamedTuple):
    """A property that must hold for every table at every decision.

    Attributes:
        words: the property, as a clause.
        holds: the rule ``(t) -> bool`` that checks it.
        each: see `truths.truth`.
    """

    words: str
    holds: Rule
    each: int | str = 0


@dataclass(frozen=True)
class Chapter:
    """The declarations of a chapter of the rules.

    Attributes:
        module: its ``__name__``. A phase that names no rules uses ``legal_<step>`` and ``play_<step>`` of that module,
            and ``nearest_<step>``, if it has a point and there is such a rule.
        phases: its decisions.
        automatic: the steps that the engine takes automatically.
        kinds: rows of tables of rules.
        truths: what must hold for a table: rules marked as truths (`truths.truth`), or other rules with a wording.
        entries: the kinds of trace entries that its rules leave.
    """

    module: str
    phases: Sequence[Phase] = ()
    automatic: Sequence[Automatic] = ()
    kinds: Sequence[Kind] = ()
    truths: Sequence[Truth | Rule] = ()
    entries: Sequence[EntryKind] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "phases", tuple(map(self._with_rules, self.phases)))
        some: dict[Any, Rule] = {p.step: p.legal.some for p in self.phases if hasattr(p.legal, "some")}
        for kind in self.kinds:
            if "may" in kind.columns and kind.rules.get("begin") in some:
                kind.rules.setdefault("may", some[kind.rules["begin"]])

    def _with_rules(self, phase: Phase) -> Phase:
        own, step = vars(sys.modules[self.module]), phase.step.name
        found: dict[str, Any] = {}
        for part in ("legal", "play"):
            if getattr(phase, part) is by_name:
                name = f"{part}_{step.lower()}"
                if name not in own:
                    place = named.place_of(self.module)
                    raise DeclarationError(f"{place} declares the phase {step}, but has no rule {name}")
                found[part] = own[name]
        if phase.point and phase.nearest is None:
            found["nearest"] = own.get(f"nearest_{step.lower()}")
        return replace(phase, **found)


def chapters_in(package: str, names: str) -> tuple[Chapter, ...]:
    """The chapters of a book: the declarations of the modules of a package, given by name in the book's order."""
    return tuple(import_module(f"{package}.{name}").CHAPTER for name in names.split())


def declared_in(chapters: Iterable[Chapter]) -> tuple[tuple[Phase, ...], tuple[Automatic, ...], tuple[Truth, ...]]:
    """The chapters' decisions and automatic steps, in the order of the steps, and truths, in that of the chapters."""
    phases = sorted((p for chapter in chapters for p in chapter.phases), key=lambda phase: phase.step)
    automatic = sorted((s for chapter in chapters for s in chapter.automatic), key=lambda step: step.step)
    truths = (truth for chapter in chapters for truth in chapter.truths)
    return tuple(phases), tuple(automatic), tuple(t if isinstance(t, Truth) else _truth_of(t) for t in truths)


def _truth_of(rule: Any) -> Truth:
    if not hasattr(rule, "truth"):
        raise DeclarationError(f"{named.full_name(rule)} is listed as a truth, but does not say which it is")
    return Truth(rule.truth, rule, rule.each)


# ----------------------------------------------------------------------------------------- functions written for a game


def chain(
    name: str, parameters: str, number: str, cases: Chain, rules: Iterable[Rule], otherwise: float | None
) -> Rule:
    """A function of `parameters` that runs the case of `number`: an if-chain that both backends understand.

    Raises:
        DeclarationError: if two different rules have one name, or two cases one number.
    """
    called: dict[str, Rule] = {}
    for rule in rules:
        if called.setdefault(rule.__name__, rule) is not rule:
            places = " and ".join(sorted(named.place_of(each.__module__) for each in (rule, called[rule.__name__])))
            raise DeclarationError(
                f"two rules are called {rule.__name__}, in {places}: {name} could not tell them apart"
            )
    for case, count in Counter(case for case, _ in cases).items():
        if count > 1:
            raise DeclarationError(f"{name}: {case} is declared {count} times")
    lines = [f"def {name}({parameters}):", f"    number = {number}"]
    for case, statement in cases:
        lines += [f"    if number == {case}:", f"        {statement}"]
        lines += ["        return"] * (not statement.startswith("return"))
    lines += [f"    return {otherwise}"] * (otherwise is not None)
    return written(name, lines, called)


def written(name: str, lines: Sequence[str], called: Mapping[str, Any]) -> Rule:
    """The rule `name`, made from its source, which uses rules and constants by the names in `called`."""
    namespace: dict[str, Any] = {**called, "__name__": loop.__name__}  # a cached entry looks up the module by it
    source = "\n".join(lines)
    exec(compile(source, f"<{name}>", "exec"), namespace)
    function: Rule = namespace[name]
    function.__rule__ = True  # type: ignore[attr-defined]
    function.__source__ = source  # type: ignore[attr-defined]
    return function


def dispatchers(phases: Sequence[Phase], automatic: Sequence[Automatic]) -> dict[str, Rule]:
    """The functions that `kit.engine.loop` leaves open, for one game."""
    legal = [(int(p.step), f"{p.legal.__name__}(t)") for p in phases]
    play = [(int(p.step), f"{p.play.__name__}(t, action)") for p in phases]
    take = [(int(s.step), f"{s.take.__name__}(t)") for s in automatic]
    return {
        "legal_step": chain("legal_step", "t", "t.step", legal, [p.legal for p in phases], None),
        "play_step": chain("play_step", "t, action", "t.step", play, [p.play for p in phases], None),
        "take_step": chain("take_step", "t", "t.step", take, [s.take for s in automatic], None),
        **list_dispatchers({int(p.step): p.lists.holds for p in phases if p.lists}),
    }


def list_dispatchers(lists: Mapping[int, Rule]) -> dict[str, Rule]:
    """The functions by which `kit.engine.loop` asks for the lists of decisions, by step; none for a game without
    lists."""
    if not lists:
        return {}
    listed = [(step, f"return {holds.__name__}(t, one, t.a)") for step, holds in lists.items()]
    return {
        "is_listed": chain("is_listed", "t, one", "t.step", listed, lists.values(), False),
        "has_list": chain("has_list", "step", "step", [(step, "return True") for step in lists], (), False),
    }


def rules_of_kinds(kinds: Sequence[Kind]) -> dict[str, Rule]:
    """For each column of each table of rules a function ``game_<column>`` that dispatches a kind's number to its
    rule."""
    rules: dict[str, Rule] = {}
    tables: dict[type[Kind], list[Kind]] = {}
    for kind in kinds:
        tables.setdefault(type(kind), []).append(kind)
    for table, rows in tables.items():
        for number, count in Counter(row.number for row in rows).items():
            if count > 1:
                raise DeclarationError(f"{table.__name__} {number} is declared {count} times")
        for name, column in table.columns.items():
            if f"game_{name}" in rules:
                raise DeclarationError(f"two tables of rules have the column {name!r}")
            rules[f"game_{name}"] = column_chain(name, column, rows)
    return rules


def column_chain(name: str, column: Column, kinds: Sequence[Kind]) -> Rule:
    """The dispatching function of one column."""
    cases: list[tuple[int, str]] = []
    rules: list[Rule] = []
    for kind in kinds:
        given = kind.rules.get(name)
        if isinstance(given, IntEnum):
            rules.append(push)
            cases.append((kind.number, f"push(t, {int(given)}, t.seat, 0, 0)"))
        elif given is not None:
            rules.append(given)
            returning = "" if column.otherwise is None else "return "
            cases.append((kind.number, f"{returning}{given.__name__}({column.parameters})"))
    return chain(f"game_{name}", f"{column.parameters}, kind", "kind", cases, rules, column.otherwise)


def audit_of(truths: Sequence[Truth]) -> Rule:
    """The rule ``audit(t)``: the number, from 1 on, of the first of the `truths` that does not hold; 0 if all do."""
    lines = ["def audit(t):"]
    for number, truth in enumerate(truths, 1):
        if truth.each:
            many = f"t.{truth.each}" if isinstance(truth.each, str) else f"{truth.each:d}"
            lines += [f"    for one in range({many}):", f"        if not truth_{number}(t, one):"]
        else:
            lines += [f"    if not truth_{number}(t):"]
        lines += [f"            return {number}"]
    called = {f"truth_{number}": truth.holds for number, truth in enumerate(truths, 1)}
    return written("audit", [*lines, "    return 0"], called)


def fill_in(modules: Iterable[str], bound: Mapping[str, Any], rule_of: Callable[[Rule], Rule]) -> None:
    """Let wording, save files and tests call the rules of a game's own chapters as plain functions.

    Names that these rules leave open are set in their modules: to the game's rule, bound when it is first called, and
    to the game's own numbers. Backends do not read them. Rules shared by several games stay open, since each game gives
    something else for the same name.

    Args:
        modules: names of the chapters' modules.
        bound: the game's values for names that are left open.
        rule_of: binds a rule to the game.
    """
    for module in modules:
        names = vars(sys.modules[module])
        for name in [name for name in bound if names.get(name) is given_by_the_game]:
            names[name] = FilledIn(bound[name], rule_of)
        names.update({name: value for name, value in bound.items() if name in names and isinstance(value, int)})


class FilledIn:
    """The value of a name that a rule leaves open, for calling the rule as a plain function."""

    def __init__(self, rule: Rule, rule_of: Callable[[Rule], Rule]) -> None:
        self._rule = rule
        self._rule_of = rule_of

    def __call__(self, *arguments: Any) -> Any:
        """Call the game's rule."""
        return self._rule_of(self._rule)(*arguments)


# ----------------------------------------------------------------------------------------------------- do they all fit?


def check(
    name: str,
    phases: Sequence[Phase],
    automatic: Sequence[Automatic],
    kinds: Sequence[Kind],
    rules: Mapping[str, Rule],
    bound: Mapping[str, Any],
) -> None:
    """Raise a DeclarationError that names the inconsistent declarations of the game `name`.

    Args:
        rules: the rules that the kit calls.
        bound: the game's values for names that shared rules leave open.
    """
    ruled: set[IntEnum] = {*(phase.step for phase in phases), *(step.step for step in automatic)}
    for steps in {type(step) for step in ruled}:
        if orphans := [step.name for step in steps.__members__.values() if step not in ruled]:
            raise DeclarationError(f"{name}: no chapter has rules for {', '.join(orphans)}")
    for kind in kinds:
        if "may" in kind.columns and "may" not in kind.rules:
            raise DeclarationError(f"{name}: nobody offers {type(kind).__name__} {kind.number}: it has no rule `may`")
    given = [rule for kind in kinds for rule in kind.rules.values() if not isinstance(rule, IntEnum)]
    roots = [*rules.values(), *given, *(rule for p in phases for rule in (p.legal, p.play))]
    for rule, used, value in reached([*roots, *(step.take for step in automatic)], bound):
        if value is given_by_the_game or value is GameEnum or isinstance(value, FilledIn):
            raise DeclarationError(f"{name}: {named.full_name(rule)} calls {used}, which the game does not bind")
