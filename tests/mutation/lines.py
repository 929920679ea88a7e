"""Which statements of the rules a test runs: the rules note it themselves, with a mark before each statement."""

import ast
from collections.abc import Callable, Collection
from typing import Any

from tests.books import Book
from tests.mutation.mutants import Mutant, code_of, module_of, modules, path_of

MARK = "__run__"


class _Marks(ast.NodeTransformer):
    """Puts a call of `MARK` with its line before each statement."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and not isinstance(node, ast.Module):
                setattr(node, field, [each for statement in block for each in _marked(statement)])
        return node


def _marked(statement: ast.stmt) -> list[ast.stmt]:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return [statement]  # a docstring
    call = ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(statement.lineno)], [])
    return [ast.copy_location(ast.Expr(call), statement), statement]


def mark_lines(book: Book, run: Callable[[str], Callable[[int], Any]], mutants: Collection[Mutant]) -> None:
    """Let every statement of the rules in question call `run(module)(line)`. Do it in a forked process.

    Args:
        book: whose rules.
        run: for the name of a module what is called with each line that runs.
        mutants: the rules in question are those which they change; where they change the top of a module, all of it.
    """
    wanted = {(mutant.module, mutant.function) for mutant in mutants}
    for name in sorted({module for module, _ in wanted}, key=modules(book).index):
        path, rules = path_of(book, name), module_of(book, name)
        tree = ast.fix_missing_locations(_Marks().visit(ast.parse(path.read_text(encoding="utf-8"))))
        code = compile(tree, str(path), "exec")
        vars(rules)[MARK] = run(name)
        for function in (each.name for each in tree.body if isinstance(each, ast.FunctionDef)):
            if {(name, function), (name, "")} & wanted:
                getattr(rules, function).__code__ = code_of(code, function)
