"""The flat ids of a game's actions, declared family by family."""

from collections.abc import Mapping, Sequence


def named(family: str, what: Sequence[object]) -> list[str]:
    """Names of the actions of a family that name something each: ``person:Charles V``."""
    return [f"{family}:{each}" for each in what]


def numbered(families: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], dict[str, slice]]:
    """Number the actions of all families, one after the other.

    Args:
        families: by name, the names of their actions, in an order that will not change.

    Returns:
        The name of each id; and which ids each family has.
    """
    names: list[str] = []
    slices = {}
    for family, members in families.items():
        slices[family] = slice(len(names), len(names) + len(members))
        names += members
    return tuple(names), slices
