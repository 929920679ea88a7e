"""The whole tree of a small game, as arrays: every decision and every end, with chance enumerated.

    tree = build(dynasty_env.game("leduc_v0"), num_players=2)

The tree is built layer by layer, each layer with a few calls of the rules. A policy is then an array with a row for
each *information set*, that is, for everything that a seat with perfect recall knows when it decides: what it saw at
each of its decisions, what it chose, and what it learned about every move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.backend import Backend, Tables
from dynasty_env.kit.engine.table import ENTRY
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.outcomes import Drawing, Outcome, deals, listed, possible_tables
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Records = npt.NDArray[np.void]

NODES = 5_000_000
"""Larger trees are rejected."""
USED = ("some_play", "some_observe", "some_returns")
"""The entry points that build a tree."""


@dataclass(frozen=True, eq=False)
class GameTree:
    """A game with its options, as arrays. N nodes in layers, I information sets, A actions, S seats, D observed
    numbers.

    Attributes:
        options: the game's options.
        reward: the reward that is counted, one of the game's.
        layers: the nodes that are preceded by the same number of decisions, one slice for each number.
        parent: (N,) the node that led here; -1: the deal.
        action: (N,) the action that did.
        chance: (N,) the probability of the chance event that went with it.
        infoset: (N,) the information set of the seat that decides; -1 at the ends.
        value: (N, S) what each seat has won, in units of the reward; 0 except at the ends.
        seat: (I,) the seat that the information set belongs to.
        level: (I,) how many decisions the seat has made before.
        observation: (I, D) what it sees.
        mask: (I, A) what it may do.
        tables: (I,) one of the tables that the seat cannot tell apart.
    """

    game: Game
    options: dict[str, int | bool]
    reward: str
    layers: tuple[slice, ...]
    parent: Ints
    action: Ints
    chance: Floats
    infoset: Ints
    value: Floats
    seat: Ints
    level: Ints
    observation: Bytes
    mask: Bytes
    tables: Records

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        return int(self.value.shape[1])

    @property
    def unit(self) -> float:
        """What a return of 1 is worth to people: rewards in points are read as points."""
        return self.game.points_bound if self.reward == "points" else 1.0

    def state(self, infoset: int) -> State:
        """One of the tables that the deciding seat of an information set cannot tell apart."""
        return State(self.game, Tables(self.tables[infoset : infoset + 1].copy()), self.game.interpreted)

    def uniform(self) -> Floats:
        """(I, A) the policy that takes all legal actions with the same probability."""
        allowed = self.mask.astype(np.float64)
        even: Floats = allowed / allowed.sum(axis=1, keepdims=True)
        return even


@dataclass
class Frontier:
    """k tables that are preceded by the same number of decisions.

    Attributes:
        tables: (k,) records.
        parent, action, chance: as in `GameTree`.
        memory: (k, S) the number of each seat's memory.
        made: (k, S) how many decisions each seat has made.
    """

    tables: Records
    parent: Ints
    action: Ints
    chance: Floats
    memory: Ints
    made: Ints


def build(
    game: Game, reward: str | None = None, most: int = NODES, backend: BackendName | None = None,
    ending: State | None = None, **options: Any,
) -> GameTree:  # fmt: skip
    """The tree of a game, or of all continuations of a position.

    Args:
        game: a rulebook whose `chance` can be enumerated.
        reward: one of the game's rewards; None: ``points`` if it has that, else ``win``.
        most: the maximum number of nodes.
        backend: ``interpreted`` or ``compiled``; None: compiled if that is compiled already.
        ending: a position of any game, at which the tree starts. It starts with all tables that are possible then
            (`kit.outcomes.possible_tables`), and earlier decisions reveal nothing; None: start with the deal.
        **options: the game's options, or those of the ending if there is one.

    Raises:
        OptionError: if an argument is out of range, the game does not declare that its chance can be enumerated, or its
            tree is too large.
        RuleFault: if the rules fail.
    """
    wanted = reward or ("points" if "points" in game.rewards else "win")
    if wanted not in game.rewards:
        raise OptionError(f"reward={in_short(wanted)} is unknown: reward is one of {', '.join(game.rewards)}")
    if game.chance is None and ending is None:
        raise OptionError(
            f"{game.name} does not declare that its chance can be enumerated; a small game does so with "
            "`chance = ListedChance(outcomes=…, draws=…)` (docs/new-game); in any other game, use --ending "
            "(docs/exact)"
        )
    warm = all(game.compiled.is_warm(entry) for entry in USED)
    rules = game.backend(backend or ("compiled" if warm else "interpreted"))
    begun = deals(game, **options) if ending is None else possible_tables(ending)
    settled = game.check_options(options) if ending is None else dict(ending.options)
    return Builder(game, rules, settled, wanted, most).build(begun)


class Builder:
    """The state of building a tree."""

    def __init__(self, game: Game, rules: Backend, options: dict[str, int | bool], reward: str, most: int) -> None:
        self.game, self.rules, self.options, self.reward, self.most = game, rules, options, reward, most
        self.seats = int(options["num_players"])
        self.memories: dict[tuple[int, bytes], int] = {}
        self.infosets: dict[tuple[int, int, bytes], int] = {}
        self.kept: list[tuple[int, int, bytes, bytes, bytes]] = []  # seat, level, observation, mask, table
        self.nodes = 0
        self.parts: list[tuple[Ints, Ints, Floats, Ints, Floats]] = []
        self.layers: list[slice] = []

    def build(self, begun: Sequence[Outcome]) -> GameTree:
        frontier: Frontier | None = self._first(begun)
        while frontier is not None and len(frontier.tables):
            frontier = self._expanded(frontier)
        parent, action, chance, infoset, value = (
            np.concatenate([part[n] for part in self.parts]) for n in range(5)
        )  # fmt: skip
        seat, level, seen, masks, tables = zip(*self.kept, strict=True) if self.kept else ((),) * 5
        count, layout = len(self.kept), self.game.layout
        return GameTree(
            self.game, self.options, self.reward, tuple(self.layers), parent, action, chance, infoset, value,
            np.array(seat, np.int64), np.array(level, np.int64),
            np.frombuffer(b"".join(seen), np.int8).reshape(count, layout.size),
            np.frombuffer(b"".join(masks), np.int8).reshape(count, len(self.game.action_names)),
            np.frombuffer(b"".join(tables), self.game.dtype),
        )  # fmt: skip

    def _first(self, begun: Sequence[Outcome]) -> Frontier:
        tables = np.concatenate([each.state.tables.array for each in begun])
        none = np.full(len(begun), -1, np.int64)
        chance = np.array([float(each.probability) for each in begun])
        nothing = np.zeros((len(begun), self.seats), np.int64)
        frontier = Frontier(tables, none, none, chance, nothing - 1, nothing)
        self._hear(frontier)
        return frontier

    def _expanded(self, here: Frontier) -> Frontier | None:
        """Record a layer's nodes; returns the next layer."""
        first, count = self.nodes, len(here.tables)
        self.nodes += count
        if self.nodes > self.most:
            raise OptionError(
                f"the tree of {self.game.name} has more than {self.most:,} nodes: too many to traverse exactly"
            )
        self.layers.append(slice(first, first + count))
        ended = here.tables["done"] == 1
        infoset, value = np.full(count, -1, np.int64), np.zeros((count, self.seats))
        value[ended] = self._returns(here.tables[ended])
        (going,) = np.nonzero(~ended)
        seen, mask = self._seen(here.tables[going])
        infoset[going] = self._infosets(here, going, seen, mask)
        self.parts.append((here.parent, here.action, here.chance, infoset, value))
        if not len(going):
            return None
        rows, actions = map(np.ascontiguousarray, np.nonzero(mask))
        return self._played(here, first, going[rows], actions, row_bytes(seen[rows]))

    def _returns(self, tables: Records) -> Floats:
        every = np.zeros((len(tables), len(self.game.rewards), self.game.seat_rows), np.float32)
        self._call("some_returns", tables, np.arange(len(tables)), 0, len(tables), every)
        won: Floats = every[:, self.game.rewards.index(self.reward), : self.seats].astype(np.float64)
        return won

    def _seen(self, tables: Records) -> tuple[Bytes, Bytes]:
        count = len(tables)
        seen = np.zeros((count, self.game.layout.size), np.int8)
        mask = np.zeros((count, len(self.game.action_names)), np.int8)
        rows = self.game.layout.records(seen)
        seats = tables["seat"].astype(np.int64)
        self._call("some_observe", tables, np.arange(count), 0, count, seats, rows, mask)
        return seen, mask

    def _call(self, entry: str, tables: Records, *arguments: Any) -> None:
        held = Tables(np.ascontiguousarray(tables))
        wrong = self.rules.call(entry, held, *arguments)
        if wrong is not None and wrong >= 0:
            State(self.game, Tables(held.array[wrong : wrong + 1]), self.rules).check()

    def _infosets(self, here: Frontier, going: Ints, seen: Bytes, mask: Bytes) -> list[int]:
        result = []
        rows = zip(going.tolist(), here.tables["seat"][going].tolist(), row_bytes(seen), row_bytes(mask), strict=True)
        for node, seat, sight, allowed in rows:
            key = seat, int(here.memory[node, seat]), sight
            number = self.infosets.get(key)
            if number is None:
                number = self.infosets[key] = len(self.kept)
                made = int(here.made[node, seat])
                self.kept.append((seat, made, sight, allowed, here.tables[node : node + 1].tobytes()))
            elif self.kept[number][3] != allowed:
                raise OptionError(
                    f"{self.game.name}: seat {seat} has different legal actions at two tables that it cannot tell apart"
                )
            result.append(number)
        return result

    def _played(self, here: Frontier, first: int, rows: Ints, actions: Ints, sights: Sequence[bytes]) -> Frontier:
        """The tables after every legal action, and after every chance outcome that may follow it."""
        tables = here.tables[rows]
        self._call("some_play", tables, np.arange(len(rows)), 0, len(rows), actions)
        drawn = tables["draws"] != here.tables["draws"][rows]
        sure = np.flatnonzero(~drawn)
        parts, edges, chances = [tables[sure]], [sure], [np.ones(len(sure))]
        for number in np.flatnonzero(drawn).tolist():
            before = State(self.game, Tables(here.tables[rows[number] : rows[number] + 1]), self.game.interpreted)
            for outcome in listed(Drawing(before, int(actions[number]))):
                parts.append(outcome.state.tables.array)
                edges.append(np.array([number]))
                chances.append(np.array([float(outcome.probability)]))
        edge = np.concatenate(edges)
        row = rows[edge]
        memory, made = here.memory[row], here.made[row]
        for k, (seat, chosen, n) in enumerate(
            zip(here.tables["seat"][row].tolist(), actions[edge].tolist(), edge.tolist(), strict=True)
        ):
            event = b"chose" + chosen.to_bytes(4, "little") + sights[n]
            memory[k, seat] = self._remembered(int(memory[k, seat]), event)
            made[k, seat] += 1
        after = Frontier(np.concatenate(parts), first + row, actions[edge], np.concatenate(chances), memory, made)
        self._hear(after)
        return after

    def _hear(self, frontier: Frontier) -> None:
        """Every seat remembers what it is informed of about the last move; a silent move informs nobody."""
        spoken = frontier.tables["told"] == 1
        length, trace = frontier.tables["trace_length"], frontier.tables["trace"]
        there = np.arange(trace.shape[1]) < length[:, None]
        for seat in range(self.seats):
            visible = there & (trace[:, :, ENTRY.index("audience")] >> seat & 1 == 1)
            order = np.argsort(~visible, axis=1, kind="stable")
            heard = np.take_along_axis(trace[:, :, : ENTRY.index("audience")], order[:, :, None], axis=1)
            heard[~np.take_along_axis(visible, order, axis=1)] = -1
            events = row_bytes(np.ascontiguousarray(heard).reshape(len(heard), -1))
            anything = spoken & visible.any(axis=1)
            for k in np.flatnonzero(anything).tolist():
                frontier.memory[k, seat] = self._remembered(int(frontier.memory[k, seat]), b"heard" + events[k])

    def _remembered(self, memory: int, event: bytes) -> int:
        return self.memories.setdefault((memory, event), len(self.memories))


def row_bytes(rows: npt.NDArray[Any]) -> list[bytes]:
    """The bytes of each row (k, …)."""
    whole, each = rows.tobytes(), rows[:1].nbytes
    return [whole[n * each : (n + 1) * each] for n in range(len(rows))]
