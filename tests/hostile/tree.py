"""Every pattern of the product, Python's and JavaScript's, with how it is used."""

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.books import ROOT

PACKAGES = ("dynasty_env", "agents", "training")
USES = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
_USED = re.compile(rf"\bre\.(?:compile|{'|'.join(USES)})\b")
MADE = {("agents/people/web/phrases.py", "''.join([*parts, re.escape(text[end:])])")}
"""Patterns that are made of other texts, which have a test of their own: (file, what is compiled)."""
_IN_JAVASCRIPT = re.compile(r"(?<=[(=,:\[!&|?] )/(?![*/])((?:\\.|[^\\/\n])+)/|(?<=[(])/(?![*/])((?:\\.|[^\\/\n])+)/")


@dataclass(frozen=True)
class Pattern:
    """A pattern in the source.

    Attributes:
        place: file and line.
        text: the pattern; what is put into it when it is used stands for itself as an ``x``.
        flags: as `re.compile` takes them.
        how: method by which it is used; ``finditer`` where that is not known, which is the most work.
    """

    place: str
    text: str
    flags: int
    how: str


def modules() -> Iterator[Path]:
    """All Python files of the product."""
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


def patterns() -> Iterator[Pattern]:
    """All patterns of the product."""
    for path in modules():
        source = path.read_text(encoding="utf-8")
        if _USED.search(source):  # before it is parsed, as most use none
            yield from _of_module(path, ast.parse(source), source)
    for path in sorted((ROOT / "agents").rglob("*.js")):
        for line, text in in_javascript(path.read_text(encoding="utf-8")):
            yield Pattern(f"{path.relative_to(ROOT)}:{line}", text, 0, "finditer")


def in_javascript(source: str) -> Iterator[tuple[int, str]]:
    """Patterns in a script, with their lines; no comments and no quotients."""
    for found in _IN_JAVASCRIPT.finditer(source):
        yield source.count("\n", 0, found.start()) + 1, found[1] or found[2]


def calls_of(tree: ast.AST, names: tuple[str, ...]) -> Iterator[ast.Call]:
    """Calls of ``module.function`` by these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
            yield node


def _of_module(path: Path, tree: ast.Module, source: str) -> Iterator[Pattern]:
    names = tuple(f"re.{name}" for name in ("compile", *USES))
    for call in calls_of(tree, names):
        how = ast.unparse(call.func).removeprefix("re.")
        place = f"{path.relative_to(ROOT)}:{call.lineno}"
        flags = _flags(call, how)
        if (str(path.relative_to(ROOT)), ast.unparse(call.args[0])) in MADE:
            continue
        text = _evaluated(call.args[0], path, place)
        if how == "compile":
            yield from (Pattern(place, text, flags, each) for each in sorted(_uses(tree, call, source)))
        else:
            yield Pattern(place, text, flags, how)


def _flags(call: ast.Call, how: str) -> int:
    given = {each.arg: each.value for each in call.keywords}
    place = {"compile": 1, "match": 2, "fullmatch": 2, "search": 2, "findall": 2, "finditer": 2}.get(how)
    node = given.get("flags") or (call.args[place] if place is not None and len(call.args) > place else None)
    return 0 if node is None else int(eval(ast.unparse(node), {"re": re}))


def _evaluated(node: ast.expr, path: Path, place: str) -> str:
    """The text of a pattern. Raises AssertionError: it cannot be read off the source."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else _filled(part, path) for part in node.values
        )
    raise AssertionError(f"{place}: write the pattern where it is compiled, so that its time can be judged")


def _filled(part: Any, path: Path) -> str:
    """What stands for a field of an f-string: a constant of the module; ``x`` for what is known only later."""
    names = {node.id for node in ast.walk(part.value) if isinstance(node, ast.Name)}
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    return str(eval(ast.unparse(part.value), vars(module))) if names <= set(vars(module)) else "x"


def _uses(tree: ast.Module, call: ast.Call, source: str) -> set[str]:
    """By which methods a compiled pattern is used in its module; ``finditer`` where others may use it, too."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.value is call and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.startswith("_"):
                found = {each for each in USES if f"{name}.{each}" in source}
                return found or {"finditer"}
    return {"finditer"}
