"""Automatic steps that come next: they belong to no seat, and most of them need no numbers."""

from dynasty_env.kit.engine import push, rule


@rule
def then(t, step):
    """Add an automatic step without numbers before everything that is waiting."""
    push(t, step, 0, 0, 0)


@rule
def then_with(t, step, a, b):
    """The same with two numbers (`Step` says what they are)."""
    push(t, step, 0, a, b)
