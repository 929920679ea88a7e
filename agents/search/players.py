"""Players that search, by flat Monte Carlo and by information-set tree search."""

import sys
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy as np
import numpy.typing as npt
from rich.console import Console

from agents.compiling import compile_entries
from agents.search.budget import Budget, halve, lots
from agents.search.distilled.file import distilled_file, load_small
from agents.search.distilled.network import SmallPolicy
from agents.search.judge import NOTHING, Network, load_network
from agents.search.looked import buffers
from agents.search.loops import ACTION, CHILD, COLUMNS, MOVER, NEXT, NONE, PLAYED, SEARCHES, TABLES, VISITS
from dynasty_env.kit.engine.backend import Compiled, Interpreted, Tables
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game, RewardName
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State, shares_of

Values = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]
SearchBackend = Literal["compiled", "interpreted"]


DEPTH = 8
"""Decisions that are played out before a network judges."""


def compile_search(game: Game, loop: str, judge: str) -> None:
    """Compile a search with a game's rules, or load it, before a clock runs; says so where it takes long."""
    if not game.compile(SEARCHES[judge]).is_warm(loop):
        print(f"compiling a search for {game.name} (once, a minute or two) …", file=sys.stderr, flush=True)
        compile_entries(game, [loop], Console(quiet=True), SEARCHES[judge])


class Search(ABC):
    """What searches have in common: a budget, who plays on after the search's own moves, and what counts.

    A search never gets the real table. What it imagines is redrawn from what its seat knows, so that two tables that
    look the same to the seat are searched alike; with a budget in playouts, to the last bit.

    Attributes:
        path: of the judge's network, as it was named; empty if it was not.
        file: which the judge's network was read from; None if it reads none.
    """

    kind: ClassVar[str]
    loop: ClassVar[str]

    def __init__(
        self,
        budget: Budget,
        judge: str = "random",
        *,
        network: Network | SmallPolicy = NOTHING,
        depth: int = DEPTH,
        reward: RewardName = "win",
        backend: SearchBackend = "compiled",
    ) -> None:
        """How an imagined table is brought to its returns is up to `judge`.

        Args:
            budget: playouts, or time.
            judge: ``random`` moves to the end; moves of the game's own bot, ``greedy``, to the end; those of a small
                policy, ``distilled``, to the end; or ``network``: `depth` moves of that bot, then the value network.
            network: that of ``judge="network"``, or the small policy.
            depth: decisions that the network waits for.
            reward: the returns that count; a network knows only ``win``.
            backend: ``interpreted`` to look into a search.
        """
        self.budget = budget
        self.judge = judge
        self.network = network
        self.path = ""
        self.file: Path | None = None
        self.depth = depth
        self.reward = reward
        self.backend = backend
        self._waits_for: Game | None = None

    @classmethod
    def named(cls, game: Game, argument: str, *, others: tuple[str, ...] = ()) -> Self:
        """From what stands behind the colon of a bot's name: ``200ms``, ``200ms:greedy``, ``200:distilled``,
        ``200:distilled=PATH``, ``2000:network=PATH``.

        It is compiled when its first game begins. `others` are judges that whoever asks knows beside these.

        Raises:
            OptionError: the budget or the judge is none.
            SaveError: the network cannot be used.
        """
        text, _, wanted = argument.partition(":")
        judge, _, path = (wanted or game.policies[-1]).partition("=")
        budget = Budget.parse(text)
        files = {"network": True, "distilled": bool(path) or not distilled_file(game).is_file()}
        if judge not in (*game.policies, *files) or files.get(judge, False) != bool(path):
            own = "distilled" if distilled_file(game).is_file() else "distilled=PATH"
            known = ", ".join((*game.policies, own, "network=PATH", *others))
            raise OptionError(f"{wanted!r} cannot judge playouts of {game.name}: choose {known}")
        file = Path(path) if path else distilled_file(game) if judge == "distilled" else None
        load = load_small if judge == "distilled" else load_network
        search = cls(budget, judge, network=load(file, game) if file else NOTHING)
        search.path, search.file = path, file
        search._waits_for = game
        return search

    @property
    def name(self) -> str:
        """As it is written to ask for this bot."""
        return f"{self.kind}:{self.budget}:{self.judge}" + (f"={self.path}" if self.path else "")

    def prepare(self, console: Console) -> None:
        """Compile the search before a clock runs or other processes begin, and show how far that is."""
        if self._waits_for is not None:
            compile_entries(self._waits_for, [self.loop], console, SEARCHES[self.judge])
            self._waits_for = None

    def reset(self, seed: int) -> None:
        """Nothing to forget; the search is compiled, if it has not been yet."""
        if self._waits_for is not None:
            compile_search(self._waits_for, self.loop, self.judge)
            self._waits_for = None

    def act(self, decision: Decision) -> int:
        """The action of the highest value; of several that look equally good, one drawn by lot, the same for a key."""
        if len(decision.legal) == 1:
            return int(decision.legal[0])
        return int(decision.legal[int(self.values(decision).argmax())])

    @abstractmethod
    def values(self, decision: Decision) -> Values:
        """(k,) what each legal action is worth to the seat, in returns of `reward`, as far as it was searched."""

    def imagined(self, decision: Decision) -> "Imagined":
        """The tables of a search at this decision."""
        bind = decision.game.compile if self.backend == "compiled" else decision.game.interpret
        program = bind(SEARCHES[self.judge])
        return Imagined(decision.imagine(0), decision.seat, self.reward, program, self.loop, self.depth, self.network)

    def key(self, decision: Decision) -> int:
        """What decides all that a search at this decision draws."""
        return int(decision.rng.integers(2**62))


class Imagined:
    """The tables and buffers of one search, and the compiled loops that work on them.

    Args:
        state: an imagined table; everything that `seat` does not know of it is redrawn for each playout.
        seat: who searches.
        reward: the returns that count.
        program: one of `SEARCHES`, bound to the game.
        loop: its entry that is to run. It is compiled here, if it has to be.
        depth, network: of a search that a network judges.
    """

    def __init__(
        self,
        state: State,
        seat: int,
        reward: RewardName,
        program: Interpreted | Compiled,
        loop: str,
        depth: int = 0,
        network: Network | SmallPolicy = NOTHING,
    ) -> None:
        game = state.game
        self.game, self.seat = game, seat
        self.reward = game.rewards.index(reward)
        self._tables = state.tables.repeat(TABLES)
        self._judge = depth, network, buffers(game, len(network.bias))
        self._returned = np.zeros((len(game.rewards), game.seat_rows), np.float32)
        self._seats = state.num_players
        self._loop = program.bound(loop, self._tables)

    def flat(self, key: int, first: int, last: int, actions: Ids, totals: Values) -> None:
        """Add to `totals` (k,) what the seat gets for each of `actions` (k,) in the imagined tables first … last-1."""
        self._run(self.seat, key, first, last, actions, self.reward, *self._judge, self._returned, totals)

    def share(self, key: int, number: int, action: Ids) -> float:
        """The seat's part of the victory after `action` (1,) in one imagined table, which has to be played to the end:
        1, 1/k of k who win together, or 0."""
        self.flat(key, number, number + 1, action, np.zeros(1))

        def ended(_: int) -> State:
            return State(self.game, Tables(self._tables.array[PLAYED : PLAYED + 1]), self.game.interpreted)

        return float(shares_of(self._returned[:1, : self._seats], ended)[0, self.seat])

    def grow(self, tree: "Tree", key: int, first: int, last: int, actions: Ids) -> None:
        """Grow `tree` by `actions` (k,) in the imagined tables first … last-1."""
        self._run(
            self.seat, key, first, last, actions, self.reward, tree.explore, tree.width,
            tree.nodes, tree.values, tree.path, tree.used, *self._judge, self._returned,
        )  # fmt: skip

    def _run(self, *arguments: Any) -> None:
        wrong = self._loop(*arguments)
        if wrong >= 0:
            State(self.game, Tables(self._tables.array[wrong : wrong + 1]), self.game.compiled).check()


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
    """

    kind = "mc"
    loop = "flat"

    def values(self, decision: Decision) -> Values:
        imagined, key, legal = self.imagined(decision), self.key(decision), decision.legal
        totals, counts = np.zeros(len(legal)), np.zeros(len(legal), np.int64)

        def play(places: Ids, worlds: int) -> None:
            found, first = np.zeros(len(places)), int(counts.max())
            imagined.flat(key, first, first + worlds, legal[places], found)
            totals[places] += found
            counts[places] += worlds

        ties = lots(key, len(legal))
        _, left = halve(
            np.arange(len(legal)), self.budget, play, lambda places: totals[places] / counts[places], ties=ties
        )
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

    Attributes:
        explore: weight of the upper confidence bound, in returns.
        width: of progressive widening. Where playouts are random, so is what a seat does first, and the next actions
            are tried soon; what the game's own bot does is given up less readily.
        most_nodes, depth: of the tree.
    """

    kind = "ismcts"
    loop = "tree"
    explore = 0.7
    width = 0.5
    random_width = 2.0
    most_nodes = 200_000
    depth = 64

    def values(self, decision: Decision) -> Values:
        imagined, key, legal = self.imagined(decision), self.key(decision), decision.legal
        width = self.random_width if self.judge == "random" else self.width
        tree = Tree(self.most_nodes, self.depth, self.explore, width)
        tables = 0

        def play(places: Ids, worlds: int) -> None:
            nonlocal tables
            imagined.grow(tree, key, tables, tables + worlds, legal[places])
            tables += worlds

        ties = lots(key, len(legal))
        _, left = halve(np.arange(len(legal)), self.budget, play, lambda places: tree.root(legal)[places], ties=ties)
        return behind_the_last(tree.root(legal), left)
