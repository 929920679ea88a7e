"""Truths: rules that must hold for a table at every decision, declared where they are defined."""

from collections.abc import Callable

from dynasty_env.kit.engine.loop import Rule
from dynasty_env.kit.engine.rule import rule


def truth(words: str, each: int | str = 0) -> Callable[[Rule], Rule]:
    """Mark a rule ``(t) -> bool`` as a truth that a chapter can list.

    Args:
        words: the truth, as a clause.
        each: for a rule ``(t, one) -> bool`` that must hold for every `one`: how many there are, or the table's field
            with that number.
    """

    def marked(holds: Rule) -> Rule:
        holds.truth, holds.each = words, each  # type: ignore[attr-defined]
        return rule(holds)

    return marked


@truth("the mask agrees with the number of choices, and a decision has one")
def mask_is_counted(t):
    """A decision has at least two choices if forced ones are not asked."""
    offered = 0
    for action in range(len(t.mask)):
        offered += t.mask[action]
    if offered != t.choices or (t.choices == 0) != (t.done == 1):
        return False
    return t.choices != 1 or t.ask_forced == 1
