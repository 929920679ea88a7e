"""What a game provides for experiments beyond its rules. All of it is optional.

Networks combine the printed cards with what an observation says about them, measurements count what is specific to this
game, and the benchmark resamples what nobody knows yet.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State

Records = npt.NDArray[Any]
"""Tables of a game, one record each."""
Ids = npt.NDArray[np.int64]
Done = list[tuple[int, str]]
"""Pairs of a seat and something that it has done, or that has happened to it."""


@dataclass(frozen=True)
class Cards:
    """One kind of card of a game, n of them, and where an observation describes them.

    Attributes:
        printed: (n, f) float32, what is printed on each card, as numbers of about -1 … 1.
        states: category pieces of shape (n,) that together tell where a card is and whose it is.
        first_action: id of the action that names card 0; the next ones follow. Beyond all ids if no action names a
            card.
        named: category pieces whose values are card ids; any other value names no card.
        unseen: values of a piece of `states` for which a card adds nothing to a network's trunk; this is faster.
    """

    printed: npt.NDArray[np.float32]
    states: tuple[str, ...]
    first_action: int
    named: tuple[str, ...] = ()
    unseen: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Follower(Protocol):
    """Records who does what in one game."""

    def note(self, state: State, entries: Sequence[Sequence[int]]) -> Done:
        """Seats and what they have done in the last move, which left an entry of a kind in `Measures.telling`.

        Args:
            state: the table after that move.
            entries: all entries of the move: kind, seat, subject, object, value, audience.
        """

    def end(self, state: State) -> Done:
        """Seats and what they have at the end: nothing, unless a game says otherwise."""
        return []


@dataclass(frozen=True)
class Measures:
    """Measures that are specific to this game.

    Attributes:
        trait: what may give a seat an edge, in words.
        traits: (seats,) the trait of each seat; None until it is known.
        parts: (seats,) what each seat's points are made of at the end; by default this is not said.
        counts: numbers of a finished game, by name.
        telling: kinds of trace entries for which `follow` is called.
        follow: for a game that a state has just been dealt, records deeds that cannot be declared in the chapters by a
            single entry (`EntryKind.deed`).
    """

    trait: str
    traits: Callable[[State], list[str] | None]
    parts: Callable[[State], list[dict[str, float]]] = lambda state: [{}] * state.num_players
    counts: Callable[[State], dict[str, float]] = lambda state: {}
    telling: frozenset[int] = frozenset()
    follow: Callable[[State], Follower] | None = None


class Deeds:
    """What seats do in one game: the deeds that its chapters declare, and those that the follower of its `measures`
    records, if it has any."""

    def __init__(self, state: State, measures: Measures | None) -> None:
        self._declared = declared_deeds(state.game)
        self._telling = measures.telling if measures else frozenset()
        self._follower = measures.follow(state) if measures and measures.follow else None

    def note(self, state: State, entries: Sequence[Sequence[int]]) -> Done:
        """Seats and what they have done in the last move; see `Follower.note`."""
        done = [(seat, self._declared[kind](subject)) for kind, seat, subject, *_ in entries if kind in self._declared]
        if self._follower is not None and any(entry[0] in self._telling for entry in entries):
            done += self._follower.note(state, entries)
        return done

    def end(self, state: State) -> Done:
        """Seats and what they have at the end."""
        return [] if self._follower is None else self._follower.end(state)


def declared_deeds(game: Game) -> dict[int, Callable[[int], str]]:
    """For the kinds of trace entries that are deeds: what the entry's seat has done, by the entry's subject."""
    called = {kind.number: kind.called for chapter in game.chapters for kind in chapter.kinds}

    def deed_of(template: str) -> Callable[[int], str]:
        return lambda subject: template.format(kind=called.get(subject, ""))

    entries = (entry for chapter in game.chapters for entry in chapter.entries)
    return {int(entry.kind): deed_of(entry.deed) for entry in entries if entry.deed}


def telling(game: Game, measures: Measures | None) -> frozenset[int]:
    """The kinds of trace entries that are deeds, or for which the game's follower is called."""
    return frozenset(declared_deeds(game)) | (measures.telling if measures else frozenset())


class Assets(Protocol):
    """Things that seats may have in one game, and whose value is to be measured."""

    effects: Counter[str]
    """How often each of them has had an effect."""

    def look(self) -> None:
        """Update after each move."""

    def held(self) -> Mapping[str, npt.NDArray[np.float64]]:
        """(seats,) the share of the game in which each seat had each thing, or 1 for a seat that used it; things that
        nobody had are left out."""


@dataclass(frozen=True)
class Balance:
    """How to measure what things are worth.

    Attributes:
        names: the names of all of them, in the order of tables.
        follow: follows them in the game that a state has just been dealt.
        options: options with which all of them come into play.
    """

    names: tuple[str, ...]
    follow: Callable[[State], Assets]
    options: Mapping[str, int | bool]


@dataclass(frozen=True)
class Pile:
    """A face-down pile at n tables, whose order nobody knows.

    Attributes:
        field: the field of the table that contains it.
        start: (n,) its first place there. count: (n,) the number of unknown cards from there on.
    """

    field: str
    start: Ids
    count: Ids

    @classmethod
    def whole(cls, tables: Records, name: str) -> "Pile":
        """All of the pile in the field `name`, whose size is in the field ``<name>_size``."""
        return cls(name, np.zeros(len(tables), np.int64), tables[f"{name}_size"].astype(np.int64))


@dataclass(frozen=True)
class Experiments:
    """What a game provides for experiments.

    Attributes:
        cards: its kinds of printed cards; without any, a network reads the plain observation.
        left_out: pieces of the observation that a network does not read.
        silent: the value of a piece's amounts that carries no information, if that is not 0: a network ignores it as it
            ignores 0.
        measures: measures that are specific to this game.
        balance: things that seats may have, such as special abilities, and whose value can be measured.
        piles: the face-down piles of some tables; without it their order stays when chance is resampled, and only dice
            change.
    """

    cards: Callable[[], tuple[Cards, ...]] = tuple
    left_out: tuple[str, ...] = ()
    silent: Mapping[str, int] = field(default_factory=dict)
    measures: Measures | None = None
    balance: Balance | None = None
    piles: Callable[[Records], list[Pile]] = lambda tables: []


def experiments_of(game: Game) -> Experiments:
    """The experiments of a game, from the module that it names for this; empty if it names none."""
    if not game.experiments:
        return Experiments()
    result: Experiments = import_module(game.experiments).EXPERIMENTS
    return result
