"""What golden games of a rulebook must show, and how they are read: the lists that each game brings along.

A game keeps its lists in `tests/<game>/golden.py` as `LISTS`. What they hold comes from the game's own enums, so that
a new option, phase, kind of trace entry or card is wanted as soon as it exists.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from dynasty_env.kit.game import Game
from dynasty_env.kit.state import Entry, State
from tests.books import Book

Player = Callable[[State], int]
"""Picks an action for whoever decides. It sees the real table: it shows what the rules do, and plays nobody fair."""


Deals = Callable[[int], Iterator[tuple[int, Mapping[str, int | bool]]]]
"""Promising deals, as many as are asked for: the seed and the options of each."""


@dataclass(frozen=True)
class Special:
    """A player who brings about what chance seldom does, and the deals on which it can."""

    player: Callable[[int], Player]
    deals: Deals


def turn_and_player(state: State) -> str:
    """Where a turn begins: its number, and whose it is."""
    return f"Turn {int(state.record['turn'])}: seat {int(state.record['turn_player'])}"


@dataclass(frozen=True)
class Lists:
    """A game's part of the golden games.

    Attributes:
        game: the rulebook.
        told: the kinds of its trace entries.
        wanted: what else, beyond options, phases and kinds of entries, some game must show, e.g. ``end:a``.
        shown: what else a move has shown: the table before it, the action, the table after it.
        section: the § that an entry carries out: the table before the move, all that the move told, and the place of
            the entry in it. Raises KeyError where the game's table of sections has none.
        material: the cards that a reader needs, as Markdown, for the trace entries of a whole game.
        position: how the table lies where a turn begins, a line each.
        turns: whether an entry begins a turn.
        heading: what stands above a turn: the table at its beginning.
        players: further players, by name.
        result: the § by which points are counted and the winner found.
        of_decision: the § of a decision whose phase alone does not tell it; empty: see `decisions`.
    """

    game: Game
    told: type[IntEnum]
    wanted: Callable[[], frozenset[str]]
    shown: Callable[[State, int, State], set[str]]
    section: Callable[[State, Sequence[Entry], int], str]
    material: Callable[[Sequence[Entry]], list[str]]
    position: Callable[[State], list[str]]
    turns: Callable[[Entry], bool]
    players: Mapping[str, Special] = field(default_factory=dict)
    heading: Callable[[State], str] = turn_and_player
    of_decision: Callable[[State], str] = lambda before: ""
    result: str = ""

    @property
    def decisions(self) -> Mapping[str, str]:
        """The § by which somebody decides, for each phase."""
        return {phase.step.name.lower(): phase.cites for phase in self.game.phases if phase.cites}


def cited(game: Game, kind: int, action: int = -1) -> str:
    """The § that the game's declarations cite for a kind of entry, the declared action's before the kind's own; empty
    where it depends on the case.

    Args:
        game: the rulebook.
        kind: of the entry.
        action: the id of the declared action, which cites what entries are after that several kinds of action share.
    """
    declared = (entry.cites for chapter in game.chapters for entry in chapter.entries if entry.kind == kind)
    of_action = (each for chapter in game.chapters for each in chapter.kinds if each.number == action)
    return next((each.cites.get(kind, "") for each in of_action), "") or next(declared, "")


def lists_of(book: Book) -> Lists:
    """The lists of a book's game. Raises LookupError saying what is missing."""
    name = f"tests.{book.game}.golden"
    try:
        found: Lists = importlib.import_module(name).LISTS
    except (ModuleNotFoundError, AttributeError) as error:
        raise LookupError(
            f"golden games of {book.title} want {name.replace('.', '/')}.py with LISTS: {error}"
        ) from None
    return found


def every_value(game: Game) -> set[str]:
    """Every value of every option, as a feature."""
    return {f"{option.name}={value}" for option in game.options for value in option.values}


def wanted(lists: Lists) -> frozenset[str]:
    """All that the golden games of a rulebook must show together."""
    phases = {f"phase:{phase.step.name.lower()}" for phase in lists.game.phases}
    told = {f"told:{kind.name}" for kind in lists.told}
    return frozenset(every_value(lists.game) | phases | told) | lists.wanted()
