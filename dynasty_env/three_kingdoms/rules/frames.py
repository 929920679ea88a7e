"""Automatic steps that come next: they are nobody's, and most of them need no numbers."""

from dynasty_env.kit.engine import push, rule


@rule
def then(t, step):
    """An automatic step that needs no numbers comes before everything that waits already."""
    push(t, step, 0, 0, 0)


@rule
def then_with(t, step, a, b):
    """The same, with two numbers (`Step` says which)."""
    push(t, step, 0, a, b)
