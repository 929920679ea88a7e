"""Players that search, by flat Monte Carlo and by information-set tree search."""

from abc import ABC, abstractmethod
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt
from rich.console import Console

from agents.search.budget import Budget, halve, lots
from agents.search.judge import FLAT, TREE, ByRules, Judge, budget_and_judge, no_judge, rules_judge, rules_judges
from agents.search.loops import ACTION, CHILD, COLUMNS, MOVER, NEXT, NONE, VISITS
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision

Values = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]


class Search(ABC):
    """What searches have in common: a budget, and a judge who plays on after the search's own moves.

    A search never gets the real table. What it imagines is redrawn from what its seat knows, so that two tables that
    look the same to the seat are searched alike; with a budget in playouts, to the last bit.

    Args:
        budget: playouts, or time.
        judge: who plays on.
        waits_for: the game for which it is compiled when the first one begins, unless `prepare` is called before: a
            server names the bots that it offers before it answers anybody.
    """

    loop: ClassVar[str] = FLAT
    name: str

    def __init__(self, budget: Budget, judge: Judge, *, waits_for: Game | None = None) -> None:
        self.budget = budget
        self.judge = judge
        self._waits_for = waits_for

    def prepare(self, console: Console | None) -> None:
        """Compile the search before a clock runs or other processes begin, and show how far that is."""
        if self._waits_for is not None:
            self.judge.prepare(self._waits_for, console, self.loop)
            self._waits_for = None

    def reset(self, seed: int) -> None:
        """Nothing to forget; the search is compiled, if it has not been yet."""
        self.prepare(None)

    def act(self, decision: Decision) -> int:
        """The action that looks best. The searches of this module draw lots among equals, the same for a key."""
        if len(decision.legal) == 1:
            return int(decision.legal[0])
        return int(decision.legal[int(self.values(decision).argmax())])

    @abstractmethod
    def values(self, decision: Decision) -> Values:
        """(k,) what each legal action is worth to the seat, as far as it was searched."""


class Tree:
    """The nodes of a tree search as `loops.tree` keeps them.

    Args:
        room: the most nodes.
        depth: the most decisions from the root to a leaf.
        explore, width: as in `loops.tree`.
    """

    def __init__(self, room: int, depth: int, explore: float, width: float) -> None:
        self.explore, self.width = explore, width
        self.nodes = np.zeros((room, COLUMNS), np.int32)
        self.nodes[0, [MOVER, ACTION, CHILD, NEXT]] = NONE
        self.values = np.zeros(room)
        self.path = np.zeros(depth, np.int32)
        self.used = np.ones(1, np.int64)

    def root(self, legal: Ids) -> Values:
        """(k,) mean returns of the `legal` actions at the root, all of which have been tried."""
        means = np.zeros(len(legal))
        child = int(self.nodes[0, CHILD])
        while child != NONE:
            means[np.searchsorted(legal, self.nodes[child, ACTION])] = self.values[child] / self.nodes[child, VISITS]
            child = int(self.nodes[child, NEXT])
        return means


class FlatMonteCarlo(Search):
    """Plays each action out in many imagined tables and takes the best on average.

    The budget goes in rounds, in each of which all actions left meet the same tables; after a round the worse half of
    them is dropped (sequential halving: Karnin, Koren and Somekh 2013).

    Args:
        budget: playouts, or time.
        judge: who plays on; None: random moves.
        waits_for: see `Search`.
    """

    def __init__(self, budget: Budget, judge: Judge | None = None, *, waits_for: Game | None = None) -> None:
        super().__init__(budget, judge or ByRules(), waits_for=waits_for)
        self.name = f"mc:{budget}:{self.judge.name}"

    def values(self, decision: Decision) -> Values:
        """(k,) what each legal action returns on average, and less for whatever was dropped."""
        playouts, legal = self.judge.playouts(decision), decision.legal
        totals, counts = np.zeros(len(legal)), np.zeros(len(legal), np.int64)

        def play(places: Ids, worlds: int) -> None:
            totals[places] += playouts.total(legal[places], worlds)
            counts[places] += worlds

        _, left = halve(
            np.arange(len(legal)), self.budget, play, lambda places: totals[places] / counts[places],
            batch=self.judge.batch, least=self.judge.least, ties=lots(playouts.key, len(legal)),
        )  # fmt: skip
        return behind_the_last(totals / counts, left)


def behind_the_last(values: Values, left: Ids) -> Values:
    """(k,) the same `values`, but that whatever is not among those `left` is less than the best of these, however lucky
    it was with few tables."""
    dropped = np.setdiff1d(np.arange(len(values)), left)
    values[dropped] = np.minimum(values[dropped], values[left].max() - 1e-9)
    return values


class InformationSetSearch(Search):
    """Information-set Monte Carlo tree search by a single observer (Cowling, Powley and Whitehouse 2012).

    At its root it is `FlatMonteCarlo`; below, a tree of what everybody may do is grown at the imagined tables. Each
    seat in it goes for its own returns. What a rival would do is learnt at tables where the searcher's own hand is
    imagined too, so that no rival plays as if it knew it.

    Args:
        budget: playouts, or time.
        judge: who plays on, inside the compiled rules; None: random moves.
        waits_for: see `Search`.

    Attributes:
        explore: weight of the upper confidence bound, in returns.
        width: of progressive widening. Where playouts are random, so is what a seat does first, and the next actions
            are tried soon; what the game's own bot does is given up less readily.
        most_nodes, depth: of the tree.
    """

    loop = TREE
    judge: ByRules
    explore = 0.7
    width = 0.5
    random_width = 2.0
    most_nodes = 200_000
    depth = 64

    def __init__(self, budget: Budget, judge: ByRules | None = None, *, waits_for: Game | None = None) -> None:
        super().__init__(budget, judge or ByRules(), waits_for=waits_for)
        self.name = f"ismcts:{budget}:{self.judge.name}"

    @classmethod
    def named(cls, game: Game, argument: str) -> Self:
        """From what stands behind the colon of a bot's name: ``200ms``, ``200ms:greedy``, ``2000:network=PATH``.

        Raises:
            OptionError: the budget or the judge is none.
            SaveError: the network cannot be used.
        """
        budget, wanted = budget_and_judge(argument)
        judge = rules_judge(game, wanted)
        if judge is None:
            raise no_judge(game, wanted, rules_judges(game))
        return cls(budget, judge, waits_for=game)

    def values(self, decision: Decision) -> Values:
        """(k,) mean returns of the legal actions at the root."""
        imagined, key, legal = self.judge.imagined(decision, TREE), int(decision.rng.integers(2**62)), decision.legal
        width = self.random_width if self.judge.who == "random" else self.width
        tree = Tree(self.most_nodes, self.depth, self.explore, width)
        tables = 0

        def play(places: Ids, worlds: int) -> None:
            nonlocal tables
            imagined.grow(tree, key, tables, tables + worlds, legal[places])
            tables += worlds

        ties = lots(key, len(legal))
        _, left = halve(np.arange(len(legal)), self.budget, play, lambda places: tree.root(legal)[places], ties=ties)
        return behind_the_last(tree.root(legal), left)
