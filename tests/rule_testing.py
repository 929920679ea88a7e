"""What the rule tests of every game do with a table that they have laid: look, play, and make chance do what is wanted.

Each game's `conftest` beside its rule tests gives these words its own meaning of entries and frames
(`trace_fields.check`).
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from types import ModuleType
from typing import Any

import numpy as np

from dynasty_env.kit.engine.backend import Backend
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import Entry, State

TRIES = 20_000
ENTRIES = ("step", "hide")
"""What the compiled rules are asked for where tables are tried by the dozen."""

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
    """A copy of the table on which `action` was played and `wanted` came true; the generator is tried until it does.

    What compiled rules have come to so, the table's own come to, too.
    """
    quick = compiled(state)
    for key in range(tries):
        copy = with_key(quick, key)
        copy.play(action)
        if wanted(copy):
            if quick is not state:
                copy, found = with_key(state, key), copy
                copy.play(action)
                assert copy.tables.array.tobytes() == found.tables.array.tobytes(), "compiled rules play otherwise"
            check(copy)
            return copy
    raise AssertionError(f"{action!r} never came out as wanted in {tries} tries; last: {copy.chronicle()}")


def with_key(state: State, key: int) -> State:
    """A copy of the table with another generator."""
    copy = state.clone()
    copy.tables.array["key0"], copy.tables.array["key1"] = key, 0
    return copy


def compiled(state: State) -> State:
    """The table as compiled rules play on it where they are at hand, of which interpreted ones are asked for in tests
    of rules that are changed; else the table."""
    if not is_usual():
        return state
    rules = state.game.compiled  # made from the cards as they are when it is first asked for
    if not all(map(rules.is_warm, ENTRIES)):
        return state
    return played_by(state, rules)


def loaded(game: Game, saved: dict[str, Any]) -> State:
    """The table of a save file, on which interpreted rules play; compiled ones, where they are at hand, lay it."""
    state = game.from_dict(saved, backend="auto" if is_usual() else "interpreted")
    return played_by(state, game.interpreted)


def played_by(state: State, rules: Backend) -> State:
    """The same table, on which other rules play."""
    other = State(state.game, state.tables, rules)
    other._past = state._past
    return other


def is_usual() -> bool:
    """Whether rules and cards are those that are compiled, and nobody counts which lines of them are reached."""
    if os.environ.get("DYNASTY_ENV_BACKEND") == "interpreted" or is_reprinted():
        return False
    coverage = sys.modules.get("coverage")
    return coverage is None or coverage.Coverage.current() is None


_restored: list[tuple[ModuleType, dict[str, np.ndarray]]] = []
"""Whose tables a context of `as_printed` puts back, and what is printed there."""


@contextmanager
def as_printed(material: ModuleType, tables: Iterable[str]) -> Iterator[None]:
    """Afterwards these tables of a game's material say again what is printed on the cards, whatever a test wrote."""
    before = {name: np.copy(getattr(material, name)) for name in tables}
    _restored.append((material, before))
    try:
        yield
    finally:
        _restored.pop()
        for name, printed in before.items():
            getattr(material, name)[...] = printed


def is_reprinted() -> bool:
    """Whether cards say something else now than is printed on them."""
    return not all(
        np.array_equal(getattr(material, name), printed)
        for material, before in _restored
        for name, printed in before.items()
    )


def check_restored(material: ModuleType) -> None:
    """Fail where cards are to be printed anew that nobody puts back: all later tests would play with them."""
    assert any(each is material for each, _ in _restored), (
        f"cards of {material.__name__} are printed anew within `as_printed` alone"
    )
