"""Judges of searches: they play imagined tables on and return the results.

A judge gets a `Decision`, which holds no real table; everything that its seat does not know is resampled for each
playout.
"""

from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from rich.console import Console

from agents.compiling import compile_entries
from agents.search.budget import Budget, Ids, Values
from agents.search.distilled.file import distilled_file, has_distilled, load_small
from agents.search.distilled.network import SmallPolicy
from agents.search.looked import buffers
from agents.search.loops import PLAYED, SEARCHES, TABLES, Drawn, Judging, Nodes
from agents.search.value import NO_NETWORK, Network, load_network
from dynasty_env.kit.engine.backend import Compiled, Interpreted, Program, Tables
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State, shares_of

SearchBackend = Literal["compiled", "interpreted"]

FLAT, TREE = "flat", "tree"
"""The loops of `agents.search.loops`: playouts immediately after each action, and those of a tree search."""
DEPTH = 8
"""Number of decisions that are played before a value network judges."""


class Playouts(Protocol):
    """Imagined tables of one decision on which actions are tried; each call uses new tables.

    Attributes:
        key: determines everything that is drawn.
    """

    key: int

    def total(self, actions: Ids, worlds: int) -> Values:
        """(k,) the sums of the seat's results after each of `actions` (k,) in the same `worlds` tables."""

    def shares(self, actions: Ids, worlds: int) -> Values:
        """(worlds, k) the seat's share of the victory in each table, played to its end: 1, 1/j of j winners, or 0."""


class Judge(Protocol):
    """A player that plays on in the tables imagined by a search.

    Attributes:
        name: its name in a bot's name.
        file: the file of the network that it plays by, if there is one.
        batch: number of playouts that are efficient in one call.
        least: number of playouts below which a call does not get much cheaper.
    """

    batch: int
    least: int

    @property
    def name(self) -> str: ...

    @property
    def file(self) -> Path | None: ...

    def playouts(self, decision: Decision) -> Playouts:
        """Newly imagined tables of a decision."""

    def is_ready(self, game: Game) -> bool:
        """Whether nothing has to be compiled first."""

    def prepare(self, game: Game, console: Console | None, loop: str = FLAT) -> None:
        """Compile what is needed before a clock starts or other processes begin, and show the progress; without a
        console, only say that it takes a while."""


class ByRules:
    """A judge inside the compiled rules.

    Args:
        who: ``random``: random moves to the end; ``greedy``: moves of the game's own bot to the end; ``distilled``:
            moves of a small policy to the end; or ``network``: `depth` moves of the game's bot, then a value network.
        network: that value network, or the small policy.
        path: the path of its file, if the judge's name contains it.
        file: the file from which it was read.
        depth: number of decisions before a value network judges.
        backend: ``interpreted`` to look into a search.
    """

    batch, least = 64, 1

    def __init__(
        self, who: str = "random", *, network: Network | SmallPolicy = NO_NETWORK, path: str = "",
        file: Path | None = None, depth: int = DEPTH, backend: SearchBackend = "compiled",
    ) -> None:  # fmt: skip
        self.who = who
        self.name = f"{who}={path}" if path else who
        self.file = file
        self.network = network
        self.depth = depth
        self.backend = backend

    def playouts(self, decision: Decision, loop: str = FLAT) -> "RulesPlayouts":
        bind = decision.game.compile if self.backend == "compiled" else decision.game.interpret
        return RulesPlayouts(decision, bind(SEARCHES[self.who]), loop, self.depth, self.network)

    def is_ready(self, game: Game) -> bool:
        return self.backend == "interpreted" or game.compile(SEARCHES[self.who]).is_warm(FLAT)

    def prepare(self, game: Game, console: Console | None, loop: str = FLAT) -> None:
        if self.backend == "compiled":
            compile_for(game, [loop], console, SEARCHES[self.who])


def compile_for(game: Game, entries: list[str], console: Console | None, program: Program) -> None:
    """Compile or load what a judge calls; see `Judge.prepare`."""
    if console is None:
        warm = all(map(game.compile(program).is_warm, entries))
        console = Console(stderr=True, emoji=False, quiet=warm)
    compile_entries(game, entries, console, program)


def rules_judges(game: Game) -> list[str]:
    """The names of the judges inside the compiled rules that support a game."""
    return [*game.policies, "distilled" if has_distilled(game) else "distilled=PATH", "network=PATH"]


def rules_judge(game: Game, name: str, backend: SearchBackend = "compiled") -> ByRules | None:
    """The judge of that name: ``random``, ``greedy``, ``distilled``, ``distilled=PATH``, ``network=PATH``.

    An empty name is the game's own bot, or random moves if it has none. Returns None for other names. Raises SaveError
    if the network cannot be used.
    """
    who, named, path = (name or game.policies[-1]).partition("=")
    if who in game.policies and not named:
        return ByRules(who, backend=backend)
    if who == "distilled" and (path or (not named and distilled_file(game).is_file())):
        file = Path(path) if path else distilled_file(game)
        return ByRules(who, network=load_small(file, game), path=path, file=file, backend=backend)
    if who == "network" and path:
        return ByRules(who, network=load_network(Path(path), game), path=path, file=Path(path), backend=backend)
    return None


def budget_and_judge(argument: str) -> tuple[Budget, str]:
    """Split the part after the colon of a search's name, ``200ms`` or ``200:greedy``, into budget and judge's name.

    The judge's name is empty if none is given. Raises OptionError if there is no such budget, or nothing after a second
    colon.
    """
    text, colon, name = argument.partition(":")
    if colon and not name:
        raise OptionError(f"nothing follows the last colon of {argument!r}: omit the colon, or name a judge")
    return Budget.parse(text), name


def no_judge(game: Game, name: str, known: list[str]) -> OptionError:
    """The error for an unknown name of a judge."""
    return OptionError(f"{name!r} cannot judge playouts of {game.name}: choose {', '.join(known)}")


class RulesPlayouts:
    """Playouts of one decision inside the compiled rules.

    Args:
        decision: everything that its seat does not know is resampled for each playout.
        program: one of `SEARCHES`, bound to the game.
        loop: the entry point to run, which is compiled here if necessary.
        depth, network: for searches that a network judges.
    """

    def __init__(
        self, decision: Decision, program: Interpreted | Compiled, loop: str, depth: int, network: Network | SmallPolicy
    ) -> None:
        game, state = decision.game, decision.imagine(0)
        self.key = int(decision.rng.integers(2**62))
        self._game, self._seat, self._seats = game, decision.seat, state.num_players
        self._tables = state.tables.repeat(TABLES)
        self._returned = np.zeros((len(game.rewards), game.seat_rows), np.float32)
        self._judging = Judging(depth, network, buffers(game, len(network.bias)), self._returned)
        self._loop = program.bound(loop, self._tables)
        self._drawn = 0

    def total(self, actions: Ids, worlds: int) -> Values:
        result = np.zeros(len(actions))
        self._run(self._next(worlds), actions, self._judging, result)
        return result

    def shares(self, actions: Ids, worlds: int) -> Values:
        def ended(_: int) -> State:
            return State(self._game, Tables(self._tables.array[PLAYED : PLAYED + 1]), self._game.interpreted)

        result = np.zeros((worlds, len(actions)))
        for world in range(worlds):
            drawn = self._next(1)
            for place in range(len(actions)):
                self._run(drawn, actions[place : place + 1], self._judging, np.zeros(1))
                result[world, place] = shares_of(self._returned[:1, : self._seats], ended)[0, self._seat]
        return result

    def grow(self, tree: Nodes, actions: Ids, worlds: int) -> None:
        """Grow a tree by `actions` (k,) in the same `worlds` tables."""
        self._run(self._next(worlds), actions, tree, self._judging)

    def _next(self, worlds: int) -> Drawn:
        """The next imagined tables."""
        first, self._drawn = self._drawn, self._drawn + worlds
        return Drawn(self._seat, self.key, first, self._drawn)

    def _run(self, *arguments: Any) -> None:
        wrong = self._loop(*arguments)
        if wrong >= 0:
            State(self._game, Tables(self._tables.array[wrong : wrong + 1]), self._game.compiled).check()
