"""Factories and declarations by name: ``module:factory``, ``file.py:factory``."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from dynasty_env.conformance.declaration import Declaration
from dynasty_env.conformance.drivers import driver_of
from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game

DECLARED = "DECLARATION"
"""The name of a module's declaration, and the suffix of the name of a declaration for one of its factories."""


def found_by_name(name: str) -> Any:
    """The object named by ``module:attribute`` or ``file.py:attribute``; the working directory is searched for modules,
    too. Raises OptionError if there is no such module, file or attribute."""
    reference = named.reference_in(name)
    if reference is not None and reference.is_file:
        return named.load(reference, "factory", lambda _: True, functions=True)
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        raise OptionError(
            f"{name!r} is not a factory: give module:factory, for example pettingzoo.classic.chess_v6:env"
        )
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        result: Any = import_module(module)
        for part in attribute.split("."):
            result = getattr(result, part)
    except (ImportError, AttributeError) as error:
        raise OptionError(f"{name!r}: {error}") from error
    return result


def factory_in(name: str) -> Callable[[], Any]:
    """The factory with this name, after checking that it makes an environment. Raises OptionError if there is none, it
    fails without arguments, or it makes something else."""
    result = found_by_name(name)
    if not callable(result):
        raise OptionError(f"{name} is not a factory but a {type(result).__name__}: give what makes an environment")
    with named.failing_at(name):
        driver_of(result()).close()
    return result  # type: ignore[no-any-return]


def declaration_in(name: str) -> Declaration:
    """The declaration with this name. Raises OptionError if there is none."""
    result = found_by_name(name)
    if not isinstance(result, Declaration):
        raise OptionError(f"{name} is not a Declaration but a {type(result).__name__}: see dynasty_env.conformance")
    return result


def is_game(value: object) -> bool:
    """Whether the named object is a game or a game's class, rather than a factory."""
    return isinstance(value, Game) or (isinstance(value, type) and issubclass(value, Game))


def declared_beside(name: str) -> Declaration:
    """The declaration in the module of a factory: ``<FACTORY>_DECLARATION`` or ``DECLARATION``; else an empty one."""
    reference = named.reference_in(name)
    module, _, attribute = name.partition(":")
    if reference is not None and reference.is_file:
        known, attribute = vars(named.module_in(reference)), reference.attribute
    else:
        known = vars(import_module(module))
    for each in (f"{attribute.upper().replace('.', '_')}_{DECLARED}", DECLARED):
        if isinstance(known.get(each), Declaration):
            return known[each]  # type: ignore[no-any-return]
    return Declaration()
