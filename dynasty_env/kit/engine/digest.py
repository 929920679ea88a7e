"""A digest of a game's rules: it changes as soon as any game may go differently, and is the same on every machine.

Unlike the hash that names the folder of compiled entries (`cache.fingerprint`), it is made from the rules' source and
not from Python's bytecode, so that it is the same for each version of Python and of Numba. Comments, docstrings,
annotations and layout make no difference.
"""

import ast
import hashlib
import linecache
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from dynasty_env.kit.engine.cache import add_code, content_of
from dynasty_env.kit.engine.loop import Replacement, Rule
from dynasty_env.kit.engine.reach import reached

SIZE = 6
"""Size of a digest in bytes."""
_SAYS_NOTHING = ("ctx", "decorator_list", "returns", "annotation", "type_comment", "type_params", "kind")
"""Fields of a syntax tree that do not affect what a function does, or that not every version of Python has."""


def rules_digest(functions: Iterable[Rule], replaced: Mapping[str, Replacement], names: Iterable[str] = ()) -> str:
    """The digest, in hexadecimal digits.

    Args:
        functions: the functions that deal and play tables.
        replaced: the game's rules, by the names that these functions read.
        names: names of actions and options: a file with other names cannot be read.
    """
    digest = hashlib.blake2b(digest_size=SIZE)
    for function, name, value in reached(functions, replaced):
        if not name:
            digest.update(f"{function.__qualname__}{function.__defaults__}".encode())
            _add_source(digest, function)
        else:
            digest.update(f"{name}={content_of(value)!r};".encode())
    digest.update("\n".join(names).encode())
    return digest.hexdigest()


def _add_source(digest: Any, function: Any) -> None:
    code = function.__code__
    text = getattr(function, "__source__", None)  # of a function that was generated for the game
    functions = _functions_in(text) if text else _functions_of(code.co_filename, function.__globals__.get("__loader__"))
    node = functions.get((code.co_firstlineno, code.co_name))
    if node is not None:
        digest.update("".join(_canonical(node)).encode())
    else:  # there is no source, as in an interactive session
        digest.update(repr(sys.version_info[:2]).encode())
        add_code(digest, code, function.__doc__)


def _functions_of(file: str, loader: Any) -> Mapping[tuple[int, str], ast.AST]:
    linecache.checkcache(file)
    return _functions_in("".join(linecache.getlines(file, {"__loader__": loader, "__name__": ""})))


@cache
def _functions_in(source: str) -> Mapping[tuple[int, str], ast.AST]:
    """The functions of a source text, by first line (that of the first decorator) and name."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return {}
    return {
        (min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.name): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _canonical(node: Any) -> Iterator[str]:
    """The content of a syntax tree, the same for each version of Python."""
    if isinstance(node, ast.AST):
        yield type(node).__name__
        for name in node._fields:
            part = getattr(node, name, None)
            if name in _SAYS_NOTHING or part is None or part == []:
                continue
            if name == "body" and isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
                part = part[1:]
            yield f"({name} "
            yield from _canonical(part)
            yield ")"
    elif isinstance(node, list):
        for each in node:
            yield from _canonical(each)
            yield ","
    else:
        yield repr(node)
