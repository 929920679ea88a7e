"""Mutants: a game's rules with one comparison, constant, operator or condition changed.

A mutant is found in the syntax tree of a module of rules and planted in the running process: the mutated function's
code takes the place of the function's own, no file is touched.
"""

import ast
import importlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tests.books import ROOT, Book

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
EXTREMES = {"max": "min", "min": "max"}
MARKS = ("rule", "truth")
"""The decorators of functions that are rules."""


@dataclass(frozen=True)
class Mutant:
    """One change of one rule.

    Attributes:
        module: of the rules, by its last name: ``war``.
        function: the rule, or an empty string at the top of the module.
        line: number of the line that is changed, from 1.
        source: that line, stripped.
        kind: ``comparison``, ``constant``, ``named constant``, ``enum``, ``and/or``, ``not``, ``condition``, ``sum``,
            ``extreme``.
        old, new: the expression before and after.
        nth: which of several equal changes in the same function, from 0.
        number: of the change in its module, by which it is planted.
    """

    module: str
    function: str
    line: int
    source: str
    kind: str
    old: str
    new: str
    nth: int
    number: int

    @property
    def key(self) -> str:
        """What it is called in results; another edit elsewhere in the module does not change it."""
        place = f"{self.module}.{self.function}" if self.function else self.module
        again = f" #{self.nth + 1}" if self.nth else ""
        return f"{place} | {self.source} | {self.old} → {self.new}{again}"


@dataclass
class _Site:
    """A place in a syntax tree, and how to change it there."""

    node: ast.expr | ast.stmt
    kind: str
    function: str
    old: str
    new: str
    change: Callable[[], None]


def modules(book: Book) -> list[str]:
    """The last names of a game's modules of rules, and of those that it shares with other games."""
    return list(_files(book))


def module_of(book: Book, name: str) -> ModuleType:
    """A module of rules, imported."""
    return importlib.import_module(".".join(path_of(book, name).relative_to(ROOT).with_suffix("").parts))


def path_of(book: Book, name: str) -> Path:
    """Where a module of rules lies."""
    return _files(book)[name]


@cache
def _files(book: Book) -> dict[str, Path]:
    """All modules of a game's rules by their last names, those in rooms of their own too; a game's own come first."""
    folders = [folder for folder in (book.rules, book.shared_rules) if folder]
    found: dict[str, Path] = {}
    for path in [path for folder in folders for path in sorted(folder.rglob("*.py")) if path.stem != "__init__"]:
        found.setdefault(path.stem, path)
    return found


@cache
def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def mutants(book: Book, name: str) -> tuple[Mutant, ...]:
    """All mutants of a module of rules."""
    return tuple(mutants_of(_source(path_of(book, name)), name, vars(module_of(book, name))))


def mutants_of(text: str, name: str, names: Mapping[str, Any]) -> list[Mutant]:
    """All mutants of a source text, of a module called `name` in whose namespace are `names`."""
    lines = text.splitlines()
    found: list[Mutant] = []
    seen: Counter[tuple[str, ...]] = Counter()
    for number, site in enumerate(_sites(ast.parse(text), names)):
        source = lines[site.node.lineno - 1].strip()
        same = (site.function, source, site.old, site.new)
        mutant = Mutant(
            name, site.function, site.node.lineno, source, site.kind, site.old, site.new, seen[same], number
        )
        seen[same] += 1
        found.append(mutant)
    return found


def statement_lines(book: Book, mutant: Mutant) -> set[int]:
    """Lines of which at least one runs whenever the mutated expression does: those of its statement's own."""
    tree = ast.parse(_source(path_of(book, mutant.module)))
    within = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt)
        and not isinstance(node, ast.FunctionDef)
        and node.lineno <= mutant.line <= (node.end_lineno or node.lineno)
    ]
    innermost = max(within, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
    return {innermost.lineno, mutant.line}


def _sites(tree: ast.Module, names: Mapping[str, Any]) -> Iterator[_Site]:
    """Every change, in an order that is the same for the same text."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and _is_rule(statement):
            for inner in statement.body:
                yield from _within(inner, statement.name, names)
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and _makes_numbers(statement, names):
            yield from _within(statement, "", names)


def _is_rule(function: ast.FunctionDef) -> bool:
    """Is it marked as a rule or a truth? The other functions of a chapter are words, which have tests of their own."""
    marks = [node.func if isinstance(node, ast.Call) else node for node in function.decorator_list]
    return any(isinstance(mark, ast.Name) and mark.id in MARKS for mark in marks)


def _makes_numbers(statement: ast.Assign | ast.AnnAssign, names: Mapping[str, Any]) -> bool:
    """Does it give whole numbers names? Tables for people (words, messages) are no rules."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    given = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    return all(type(names.get(name)) is int for name in given)


def _within(node: ast.AST, function: str, names: Mapping[str, Any]) -> Iterator[_Site]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    for owner, field, index, child in _children(node):
        if isinstance(child, ast.expr):
            yield from _changes(owner, field, index, child, function, names)
        if not _is_enum_member(child, names):
            yield from _within(child, function, names)
    if isinstance(node, ast.AugAssign) and type(node.op) in SUMS:
        yield _sum(node, function)


def _children(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield node, field, None, value
        elif isinstance(value, list):
            for index, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield node, field, index, each


def _put(owner: ast.AST, field: str, index: int | None, new: ast.expr) -> Callable[[], None]:
    def change() -> None:
        if index is None:
            setattr(owner, field, new)
        else:
            getattr(owner, field)[index] = new

    return change


def _changes(
    owner: ast.AST, field: str, index: int | None, node: ast.expr, function: str, names: Mapping[str, Any]
) -> Iterator[_Site]:
    """What can be changed at one expression itself."""

    def instead(kind: str, new: ast.expr) -> _Site:
        placed = ast.copy_location(new, node)
        return _Site(node, kind, function, ast.unparse(node), ast.unparse(new), _put(owner, field, index, placed))

    if isinstance(node, ast.Compare):
        for i, operator in enumerate(node.ops):
            if type(operator) in COMPARISONS:
                ops = [*node.ops[:i], COMPARISONS[type(operator)](), *node.ops[i + 1 :]]
                yield instead("comparison", ast.Compare(node.left, ops, node.comparators))
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield instead("and/or", ast.BoolOp(other, node.values))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield instead("not", node.operand)
    elif isinstance(node, ast.BinOp) and type(node.op) in SUMS and not _is_nothing(node.right):
        yield instead("sum", ast.BinOp(node.left, SUMS[type(node.op)](), node.right))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield instead("constant", ast.Constant(not node.value))
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield instead("constant", ast.Constant(node.value + 1))
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        if type(names.get(node.id)) is int:
            yield instead("named constant", ast.BinOp(node, ast.Add(), ast.Constant(1)))
        elif node.id in EXTREMES and isinstance(owner, ast.Call) and field == "func":
            yield instead("extreme", ast.Name(EXTREMES[node.id], ast.Load()))
    elif _is_enum_member(node, names):
        assert isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        yield instead("enum", ast.Attribute(node.value, _sibling(names[node.value.id], node.attr), ast.Load()))
    if _is_condition(owner, field) and isinstance(node, ast.Call | ast.Name | ast.Attribute | ast.Subscript):
        yield instead("condition", ast.UnaryOp(ast.Not(), node))


def _is_nothing(node: ast.expr) -> bool:
    """0: less nothing is the same as plus nothing. Rules say `t.seat + 0` for a number that is to stay as it is."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 0


def _sum(node: ast.AugAssign, function: str) -> _Site:
    old, other = ast.unparse(node), SUMS[type(node.op)]()
    new = ast.unparse(ast.AugAssign(node.target, other, node.value))

    def change() -> None:
        node.op = other

    return _Site(node, "sum", function, old, new, change)


def _is_enum_member(node: ast.AST, names: Mapping[str, Any]) -> bool:
    if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
        return False
    kind = names.get(node.value.id)
    return isinstance(kind, type) and issubclass(kind, IntEnum) and node.attr in kind.__members__


def _sibling(kind: type[IntEnum], name: str) -> str:
    """The next member of the enum."""
    members = list(kind.__members__)
    return members[(members.index(name) + 1) % len(members)]


def _is_condition(owner: ast.AST, field: str) -> bool:
    return (isinstance(owner, ast.If | ast.While | ast.IfExp) and field == "test") or isinstance(owner, ast.BoolOp)


def changed(text: str, names: Mapping[str, Any], number: int) -> ast.Module:
    """A source text with its mutant of this number in it."""
    tree = ast.parse(text)
    next(site for each, site in enumerate(_sites(tree, names)) if each == number).change()
    return ast.fix_missing_locations(tree)


def plant(book: Book, mutant: Mutant) -> None:
    """Change the rules of this process into the mutant's. There is no way back: do it in a forked process."""
    path, module = path_of(book, mutant.module), module_of(book, mutant.module)
    tree = changed(_source(path), vars(module), mutant.number)
    if mutant.function:
        code = compile(tree, str(path), "exec")
        getattr(module, mutant.function).__code__ = code_of(code, mutant.function)
    else:
        _assign_anew(module, next(each for each in tree.body if each.lineno <= mutant.line <= (each.end_lineno or 0)))


def code_of(module: CodeType, function: str) -> CodeType:
    """The code of a function in that of its module; the last one of its name is what the module ends up with."""
    return [each for each in module.co_consts if isinstance(each, CodeType) and each.co_name == function][-1]


def _assign_anew(module: ModuleType, statement: ast.stmt) -> None:
    """Carry out a mutated assignment, and give the new values to everybody who imported the names."""
    namespace = dict(vars(module))
    exec(compile(ast.Module([statement], []), module.__name__, "exec"), namespace)
    for name, old in list(vars(module).items()):
        if namespace.get(name, old) is not old:
            for other in list(sys.modules.values()):
                if getattr(other, "__name__", "").startswith(("dynasty_env", "tests")) and vars(other).get(name) == old:
                    setattr(other, name, namespace[name])


def where(book: Book, mutant: Mutant) -> str:
    """File and line, as editors open them."""
    return f"{path_of(book, mutant.module).relative_to(ROOT)}:{mutant.line}"
