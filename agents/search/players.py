"""Search bots: flat Monte Carlo and information-set tree search."""

from abc import ABC, abstractmethod
from typing import ClassVar, Self

import numpy as np
from rich.console import Console

from agents.search.budget import Budget, Ids, Values, halve, lots
from agents.search.judge import FLAT, TREE, ByRules, Judge, budget_and_judge, no_judge, rules_judge, rules_judges
from agents.search.loops import ACTION, CHILD, COLUMNS, MOVER, NEXT, NONE, VISITS, Nodes
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision


class Search(ABC):
    """The base of all searches: a budget, and a judge that plays on after the search's own moves.

    A search never gets the real table. Its imagined tables are resampled from what its seat knows: two tables that look
    the same to the seat are searched alike, and with a budget in playouts the results are equal to the last bit.

    Args:
        budget: playouts, or time.
        judge: plays the playouts.
        waits_for: the game for which it is compiled when the first game begins, unless `prepare` is called before. A
            server creates the bots that it offers before it answers any request.
    """

    loop: ClassVar[str] = FLAT
    name: str

    def __init__(self, budget: Budget, judge: Judge, *, waits_for: Game | None = None) -> None:
        self.budget = budget
        self.judge = judge
        self._waits_for = waits_for

    def prepare(self, console: Console | None) -> None:
        """Compile the search before a clock starts or other processes begin, and show the progress."""
        if self._waits_for is not None:
            self.judge.prepare(self._waits_for, console, self.loop)
            self._waits_for = None

    def reset(self, seed: int) -> None:
        """Nothing to forget; the search is compiled if it has not been yet."""
        self.prepare(None)

    def act(self, decision: Decision) -> int:
        """The action with the best result. These searches break ties at random, the same way for the same key."""
        if len(decision.legal) == 1:
            return int(decision.legal[0])
        return int(decision.legal[int(self.values(decision).argmax())])

    @abstractmethod
    def values(self, decision: Decision) -> Values:
        """(k,) the value of each legal action for the seat, as far as it was searched."""


def new_tree(room: int, depth: int, explore: float, width: float) -> Nodes:
    """A tree for `loops.tree` with a root only, which grows to at most `room` nodes, at most `depth` decisions deep."""
    nodes = np.zeros((room, COLUMNS), np.int32)
    nodes[0, [MOVER, ACTION, CHILD, NEXT]] = NONE
    return Nodes(nodes, np.zeros(room), np.zeros(depth, np.int32), np.ones(1, np.int64), explore, width)


def means_at_root(tree: Nodes, legal: Ids) -> Values:
    """(k,) mean returns of the `legal` actions at the root, all of which have been tried."""
    means = np.zeros(len(legal))
    child = int(tree.nodes[0, CHILD])
    while child != NONE:
        means[np.searchsorted(legal, tree.nodes[child, ACTION])] = tree.values[child] / tree.nodes[child, VISITS]
        child = int(tree.nodes[child, NEXT])
    return means


class FlatMonteCarlo(Search):
    """Plays each action out in many imagined tables and takes the one with the best mean.

    The budget is spent in rounds, in each of which all remaining actions meet the same tables; after a round the worse
    half of them is dropped (sequential halving: Karnin, Koren and Somekh 2013).

    Args:
        budget: playouts, or time.
        judge: plays the playouts; None: random moves.
        waits_for: see `Search`.
    """

    def __init__(self, budget: Budget, judge: Judge | None = None, *, waits_for: Game | None = None) -> None:
        super().__init__(budget, judge or ByRules(), waits_for=waits_for)
        self.name = f"mc:{budget}:{self.judge.name}"

    def values(self, decision: Decision) -> Values:
        """(k,) the mean return of each legal action; dropped ones get less than those that are left."""
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
    """(k,) the same `values`, except that actions not in `left` get less than the best of these, however lucky they
    were in few tables."""
    dropped = np.setdiff1d(np.arange(len(values)), left)
    values[dropped] = np.minimum(values[dropped], values[left].max() - 1e-9)
    return values


class InformationSetSearch(Search):
    """Information-set Monte Carlo tree search by a single observer (Cowling, Powley and Whitehouse 2012).

    At its root it is `FlatMonteCarlo`; below that, it grows a tree of everybody's possible actions at the imagined
    tables. Each seat in the tree pursues its own returns. The actions of a rival are learnt at tables where the
    searcher's own hand is imagined, too: no rival plays as if it knew that hand.

    Args:
        budget: playouts, or time.
        judge: plays the playouts, inside the compiled rules; None: random moves.
        waits_for: see `Search`.

    Attributes:
        explore: weight of the upper confidence bound, in returns.
        width: of progressive widening. With random playouts, a seat's first action is random, and further actions are
            tried soon; the choice of the game's own bot is replaced less readily.
        most_nodes, depth: limits of the tree.
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
        """Create it from the part after the colon of a bot's name: ``200ms``, ``200ms:greedy``, ``2000:network=PATH``.

        Raises:
            OptionError: the budget or the judge is invalid.
            SaveError: the network cannot be used.
        """
        budget, wanted = budget_and_judge(argument)
        judge = rules_judge(game, wanted)
        if judge is None:
            raise no_judge(game, wanted, rules_judges(game))
        return cls(budget, judge, waits_for=game)

    def values(self, decision: Decision) -> Values:
        """(k,) mean returns of the legal actions at the root."""
        playouts, legal = self.judge.playouts(decision, TREE), decision.legal
        width = self.random_width if self.judge.who == "random" else self.width
        tree = new_tree(self.most_nodes, self.depth, self.explore, width)

        def play(places: Ids, worlds: int) -> None:
            playouts.grow(tree, legal[places], worlds)

        def score(places: Ids) -> Values:
            return means_at_root(tree, legal)[places]

        _, left = halve(np.arange(len(legal)), self.budget, play, score, ties=lots(playouts.key, len(legal)))
        return behind_the_last(means_at_root(tree, legal), left)
