"""What experiments want to know of a game beyond its rules. All of it is optional.

Networks join the printed cards with what an observation says of them, measurements count what is worth counting in this
game alone, and the benchmark draws anew what nobody knows yet.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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


@dataclass(frozen=True)
class Cards:
    """One kind of card of a game, n of them, and where an observation speaks of them.

    Attributes:
        printed: (n, f) float32, what is printed on each card, in numbers of about -1 … 1.
        states: category pieces of shape (n,) that together tell where a card is and whose.
        first_action: id of the action that names card 0; the next ones follow. Beyond all ids where none names one.
        named: category pieces whose values are card ids; any other value names no card.
        unseen: values of a piece of `states` for which a card adds nothing to a network's trunk; that is faster.
    """

    printed: npt.NDArray[np.float32]
    states: tuple[str, ...]
    first_action: int
    named: tuple[str, ...] = ()
    unseen: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Follower(Protocol):
    """Notes who does what in one game."""

    def note(self, state: State, entries: Sequence[Sequence[int]]) -> Iterable[tuple[int, str]]:
        """Seats and what they have done in the last move, which told of something (`Measures.telling`).

        Args:
            state: the table after that move.
            entries: all that it told: kind, seat, subject, object, value, audience.
        """

    def end(self, state: State) -> Iterable[tuple[int, str]]:
        """Seats and what they have at the end."""


@dataclass(frozen=True)
class Measures:
    """What is worth measuring of this game alone.

    Attributes:
        trait: what may give a seat an edge, in words.
        traits: (seats,) the trait of each seat; None until it is known.
        parts: (seats,) what each seat's points are made of at the end.
        counts: numbers of a finished game, by name.
        telling: kinds of trace entries with which `follow` is called.
        follow: notes deeds, in the game that a state has just been dealt, that take more than an entry of which the
            chapters declare the deed (`EntryKind.deed`).
    """

    trait: str
    traits: Callable[[State], list[str] | None]
    parts: Callable[[State], list[dict[str, float]]]
    counts: Callable[[State], dict[str, float]] = lambda state: {}
    telling: frozenset[int] = frozenset()
    follow: Callable[[State], Follower] | None = None


class Deeds:
    """What seats do in one game: the deeds that its chapters declare, and those that its own follower notes.

    Args:
        state: the game, which has just been dealt.
        measures: what it alone measures, if there is anything.
    """

    def __init__(self, state: State, measures: Measures | None) -> None:
        self._declared = declared_deeds(state.game)
        self._telling = measures.telling if measures else frozenset()
        self._follower = measures.follow(state) if measures and measures.follow else None

    def note(self, state: State, entries: Sequence[Sequence[int]]) -> list[tuple[int, str]]:
        """Seats and what they have done in the last move; see `Follower.note`."""
        done = [(seat, self._declared[kind](subject)) for kind, seat, subject, *_ in entries if kind in self._declared]
        if self._follower is not None and any(entry[0] in self._telling for entry in entries):
            done += self._follower.note(state, entries)
        return done

    def end(self, state: State) -> list[tuple[int, str]]:
        """Seats and what they have at the end."""
        return [] if self._follower is None else list(self._follower.end(state))


def declared_deeds(game: Game) -> dict[int, Callable[[int], str]]:
    """For the kinds of trace entries that are deeds: what the seat of one has done, by the entry's subject."""
    called = {kind.number: kind.called for chapter in game.chapters for kind in chapter.kinds}

    def deed_of(template: str) -> Callable[[int], str]:
        return lambda subject: template.format(kind=called.get(subject, ""))

    entries = (entry for chapter in game.chapters for entry in chapter.entries)
    return {int(entry.kind): deed_of(entry.deed) for entry in entries if entry.deed}


def telling(game: Game, measures: Measures | None) -> frozenset[int]:
    """The kinds of trace entries that are deeds, or with which the game's follower is called."""
    return frozenset(declared_deeds(game)) | (measures.telling if measures else frozenset())


class Assets(Protocol):
    """Things that seats may have in one game, and of which one wants to know what they are worth."""

    effects: Counter[str]
    """How often each of them has worked."""

    def look(self) -> None:
        """After each move."""

    def held(self) -> Mapping[str, npt.NDArray[np.float64]]:
        """(seats,) how much of the game each seat has had it, or 1 for who has used it; what nobody had is left out."""


@dataclass(frozen=True)
class Balance:
    """How to find out what things are worth.

    Attributes:
        names: of all of them, in the order of tables.
        follow: them, in the game that a state has just been dealt.
        options: with which all of them come into play.
    """

    names: tuple[str, ...]
    follow: Callable[[State], Assets]
    options: Mapping[str, int | bool]


@dataclass(frozen=True)
class Pile:
    """A face-down pile at n tables, whose order nobody knows.

    Attributes:
        field: of the table, in which it lies.
        start: (n,) its first place there. count: (n,) how many cards from there on nobody knows.
    """

    field: str
    start: Ids
    count: Ids


@dataclass(frozen=True)
class Experiments:
    """What a game tells experiments.

    Attributes:
        cards: its kinds of printed cards; without any a network reads the plain observation.
        left_out: pieces of the observation that a network does not read.
        silent: what an amount of a piece is where there is nothing to tell, if that is not 0: a network passes over it
            as it does over 0.
        measures: what is worth counting in this game alone.
        balance: things that seats may have, such as special abilities, and of which one wants to know what they are
            worth.
        piles: those of some tables; without it their order stays when chance is drawn anew, dice alone are.
    """

    cards: Callable[[], tuple[Cards, ...]] = tuple
    left_out: tuple[str, ...] = ()
    silent: Mapping[str, int] = field(default_factory=dict)
    measures: Measures | None = None
    balance: Balance | None = None
    piles: Callable[[Records], list[Pile]] = lambda tables: []


def experiments_of(game: Game) -> Experiments:
    """What a game tells experiments, from the module that it names for this; nothing if it names none."""
    if not game.experiments:
        return Experiments()
    result: Experiments = import_module(game.experiments).EXPERIMENTS
    return result
