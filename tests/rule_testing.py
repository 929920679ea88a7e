"""What the rule tests of every game do with a table that they have laid: look, play, and make chance do what is wanted.

Each game's `conftest` beside its rule tests gives these words its own meaning of entries and frames
(`trace_fields.check`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from types import ModuleType

import numpy as np

from dynasty_env.kit.state import Entry, State

TRIES = 20_000

Check = Callable[[State], None]


def names(state: State) -> set[str]:
    """Names of the legal actions."""
    return {state.game.action_names[i] for i in state.legal()}


def of_kind(state: State, prefix: str) -> set[str]:
    """What the legal actions of one family name: with ``person:`` the persons who may be named now."""
    return {name.removeprefix(prefix) for name in names(state) if name.startswith(prefix)}


def told(source: State | Sequence[Entry], *kinds: IntEnum) -> list[Entry]:
    """The trace entries of these kinds, of the last move or of what `played` returned."""
    return [e for e in (source.trace() if isinstance(source, State) else source) if e.kind in kinds]


def played(check: Check, state: State, actions: Iterable[str]) -> list[Entry]:
    """Play `actions` one after another, checking each; all that they told."""
    entries: list[Entry] = []
    for action in actions:
        state.play(action)
        check(state)
        entries += state.trace() if state.record["told"] else []
    return entries


def come_true(check: Check, state: State, action: str, wanted: Callable[[State], bool], tries: int = TRIES) -> State:
    """A copy of the table on which `action` was played and `wanted` came true; the generator is tried until it does."""
    for key in range(tries):
        copy = state.clone()
        copy.tables.array["key0"] = key
        copy.tables.array["key1"] = 0
        copy.play(action)
        if wanted(copy):
            check(copy)
            return copy
    raise AssertionError(f"{action!r} never came out as wanted in {tries} tries; last: {copy.chronicle()}")


_restored: list[ModuleType] = []
"""Whose tables a context of `as_printed` puts back."""


@contextmanager
def as_printed(material: ModuleType, tables: Iterable[str]) -> Iterator[None]:
    """Afterwards these tables of a game's material say again what is printed on the cards, whatever a test wrote."""
    before = {name: np.copy(getattr(material, name)) for name in tables}
    _restored.append(material)
    try:
        yield
    finally:
        _restored.remove(material)
        for name, printed in before.items():
            getattr(material, name)[...] = printed


def check_restored(material: ModuleType) -> None:
    """Fail where cards are to be printed anew that nobody puts back: all later tests would play with them."""
    assert material in _restored, f"cards of {material.__name__} are printed anew within `as_printed` alone"
