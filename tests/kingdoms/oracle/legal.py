"""A second reading of the rules page: what is allowed at each decision, out of a save file alone.

What a phase allows stands beside the account that asks it: `turns`, `deeds`, `wars`, `thrones`.
"""

from collections.abc import Callable

from .board import Save, Seat, dynasty, named

EITHER = frozenset({"pass", "declare"})

Choices = Callable[[Save], set[str]]
PHASES: dict[str, Choices] = {}
OTHERS: set[str] = set()
"""Phases in which another seat than the turn player decides."""
KINDS: dict[str, Choices] = {}
"""Kinds of action, and what makes each possible: that its first decision has choices."""


def phase(*names: str, others: bool = False) -> Callable[[Choices], Choices]:
    """These phases have these choices; without names, the phase that is called like the function.

    `others`: not the turn player decides.
    """

    def noted(choices: Choices) -> Choices:
        known = dict.fromkeys(names or (choices.__name__,), choices)
        PHASES.update(known)
        OTHERS.update(known if others else ())
        return choices

    return noted


def first_of(kind: str) -> Callable[[Choices], Choices]:
    """Likewise, and it is the first decision of this kind of action."""

    def noted(choices: Choices) -> Choices:
        KINDS[kind] = phase()(choices)
        return choices

    return noted


def kind(name: str) -> Callable[[Choices], Choices]:
    """This kind of action is possible where there are these choices; for one that has no first decision of its own."""

    def noted(choices: Choices) -> Choices:
        KINDS[name] = choices
        return choices

    return noted


def decider(save: Save) -> Seat:
    """The seat that decides."""
    seat: Seat = save["seats"][save["seat"]]
    return seat


def either(save: Save) -> set[str]:
    """A right that can be used or left."""
    return set(EITHER)


def loyal(save: Save) -> set[str]:
    """Any own person who is no rebel (K15: a commander; rows 4 and 6)."""
    return named(set(dynasty(decider(save))) - set(save["rebels"]))


def legal(save: Save) -> set[str]:
    """The names of the actions that the page allows at the open decision."""
    return PHASES[save["phase"]](save)
