"""The flat ids of a game's actions, declared family by family."""

from collections.abc import Mapping, Sequence


def named(family: str, what: Sequence[object]) -> list[str]:
    """Names for the actions of a family that each name something: ``person:Charles V``."""
    return [f"{family}:{each}" for each in what]


def numbered(families: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], dict[str, slice]]:
    """Number the actions of all families consecutively.

    Args:
        families: family name → the names of its actions, in an order that will not change.

    Returns:
        The name of each id, and the ids of each family.
    """
    names: list[str] = []
    slices = {}
    for family, members in families.items():
        slices[family] = slice(len(names), len(names) + len(members))
        names += members
    return tuple(names), slices
