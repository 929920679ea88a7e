"""What chance showed, as an engine's trace tells it: an account of the book wants it, one entry after another."""

import ast
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Self

import numpy as np

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State

SIDES = 6
Save = dict[str, Any]
Choose = Callable[[Any, Save], str]
"""Names an answer out of a state and its save file."""
Players = Callable[[int, np.random.Generator, Counter[tuple[str, ...]]], Choose]
"""From the number of a game, its dice and what has been tried to who plays it."""


class DisagreementError(AssertionError):
    """The book would have it otherwise."""


def agree(what: str, engine: Any, book: Any) -> None:
    """Both say the same. Raises DisagreementError."""
    if engine != book:
        raise DisagreementError(f"{what}: the engine has {engine!r}, the book {book!r}")


def hold(complaints: Sequence[str]) -> None:
    """There is nothing to complain of. Raises DisagreementError."""
    if complaints:
        raise DisagreementError("; ".join(complaints))


def at_random(rng: np.random.Generator) -> Choose:
    """A player who takes any legal action, all alike."""
    return lambda state, save: str(state.game.action_names[int(rng.choice(state.legal()))])


def curious(rng: np.random.Generator, tried: Counter[tuple[str, ...]], about: Callable[[Save], str]) -> Choose:
    """A player who does what has been done the least in this phase, with what it is `about`, in all games that share
    `tried`."""

    def choose(state: State, save: Save) -> str:
        names = [str(state.game.action_names[action]) for action in rng.permutation(state.legal())]
        before = (save["phase"], about(save))
        least = min(names, key=lambda action: tried[(*before, action)])
        tried[(*before, least)] += 1
        return least

    return choose


def followed(agreement: Any, state: State, choose: Choose, until: int = 100_000) -> Counter[str]:
    """Play a table to its end, and compare all that the book determines at every decision; how many there were.

    `choose` names an answer out of the state and its save file. Raises DisagreementError when engine and book differ.
    """
    decisions = 0
    while not state.done and decisions < until:
        answer = choose(state, agreement.save)
        state.play(answer)
        agreement.follow(answer, state)
        decisions += 1
    return Counter(decisions=decisions)


def met_in(
    tables: Iterable[tuple[State, np.random.Generator, str]],
    players: Players,
    follow: Callable[[State, Choose], Counter[str]],
) -> Counter[str]:
    """What was met at tables, each with its dice and name, that all kinds of players play to their ends."""
    met, tried = Counter[str](), Counter[tuple[str, ...]]()
    for n, (state, rng, name) in enumerate(tables):
        try:
            met += follow(state, players(n, rng, tried))
        except DisagreementError as error:
            raise AssertionError(f"{name}, phase {state.phase}: {error}") from error
    return met


def dealt(game: Game, games: int, seed: int) -> Iterator[tuple[State, np.random.Generator, str]]:
    """Dealt games under mixed options."""
    for n, options in enumerate(option_sets(game, games, seed)):
        state = game.new(seed + n, backend="compiled", **options)
        yield state, np.random.default_rng([seed, n]), f"game {n} of {seed}, seed {seed + n} {options}"


def hand_laid(
    game: Game, tables: int, seed: int, laid: Callable[[np.random.Generator], Save]
) -> Iterator[tuple[State, np.random.Generator, str]]:
    """Tables that are laid at random."""
    for n in range(tables):
        rng = np.random.default_rng([seed, n])
        yield game.from_dict(laid(rng), backend="compiled"), rng, f"table {n} of {seed}"


class Retold:
    """A table that is held against an account of the book, which pauses amid its moves: a copy retells them all.

    Subclasses say how the account begins, and how it hears of a move.
    """

    def __init__(self) -> None:
        self._moves: list[tuple[Any, ...]] = []
        self._begin()

    def _begin(self) -> None:
        raise NotImplementedError

    def _hear(self, *move: Any) -> None:
        raise NotImplementedError

    def _tell(self, *move: Any) -> None:
        self._moves.append(move)
        self._hear(*move)

    def copy(self) -> Self:
        """The same table, from which play goes on in another way."""
        other = copy(self)
        Retold.__init__(other)
        for move in self._moves:
            other._tell(*move)
        return other


class Wanted:
    """The entries of some kinds since the last answer, in order; each must be wanted where it was told."""

    kinds: ClassVar[tuple[IntEnum, ...]]

    def __init__(self) -> None:
        self._entries: deque[Any] = deque()

    def tell(self, entries: Iterable[Any]) -> None:
        """What happened after an answer."""
        self._entries.extend(entry for entry in entries if entry.kind in self.kinds)

    def spent(self) -> None:
        """Nothing happened that the book does not want. Raises DisagreementError."""
        if self._entries:
            raise DisagreementError(f"the engine also has {[self._name(entry) for entry in self._entries]}")

    def _name(self, entry: Any) -> str:
        return type(self.kinds[0])(entry.kind).name

    def _next(self, kind: IntEnum, wanted: str) -> Any:
        if not self._entries or self._entries[0].kind != kind:
            met = self._name(self._entries[0]) if self._entries else "nothing"
            raise DisagreementError(f"the book wants {kind.name} ({wanted}), the engine has {met}")
        return self._entries.popleft()

    def _face(self, value: int) -> int:
        if not 1 <= value <= SIDES:
            raise DisagreementError(f"a die shows {value}")
        return int(value)


def complaints_in(*modules: ModuleType) -> dict[str, re.Pattern[str]]:
    """Each complaint that stands in these modules, by its place."""
    found: dict[str, re.Pattern[str]] = {}
    for module in modules:
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
            words: Any = node.value if isinstance(node, ast.Yield) else None
            if isinstance(node, ast.YieldFrom) and isinstance(node.value, ast.GeneratorExp):
                words = node.value.elt
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
                words = node.args[0]
            parts = words.values if isinstance(words, ast.JoinedStr) else [words]
            if isinstance(words, ast.JoinedStr | ast.Constant):
                said = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in parts)
                found[f"{module.__name__.rpartition('.')[2]}:{words.lineno}"] = re.compile("".join(said), re.DOTALL)
    return found
