"""Factories and declarations by name: ``module:factory``, ``file.py:factory``."""

from collections.abc import Callable
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
    return named.load(_reference(name), "factory", lambda _: True, functions=True)


def _reference(name: str) -> named.Reference:
    reference = named.reference_in(name)
    if reference is None:
        raise OptionError(
            f"{name!r} is not a factory: give module:factory, for example pettingzoo.classic.chess_v6:env"
        )
    return reference


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
    reference = _reference(name)
    known = vars(named.module_in(reference))
    for each in (f"{reference.attribute.upper()}_{DECLARED}", DECLARED):
        if isinstance(known.get(each), Declaration):
            return known[each]  # type: ignore[no-any-return]
    return Declaration()
