"""A trained policy evaluated with NumPy: one decision in about a millisecond, without torch.

The network is that of `training.learn.network.TableNetwork`; what it computes from card states alone is stored in the
file as a table. `training.learn.export` writes the files.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.network.advice import NUMBERS, OF_ALL, Advice
from agents.network.apart import FOR_SEATS, FOR_TABLES, Where, tables_of
from agents.network.laying import laid
from agents.stamps import Arrays, ReadOnce, alignment, check_arrays, check_format, check_whole, contents, maker_first
from agents.vocabulary import NEW, OutgrownError, outgrown
from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

FORMAT = "dynasty-env policy 1"
FLOATS = ("table", "table_bias", "told", "trunk", "trunk_bias", "heads", "heads_bias", "action")
"""The weights of a `Policy`, except those of cards, which files store in half precision."""
LEARNS_POLICY = "learns_policy"
"""The key in a file's metadata that is "0" if its network gives the values of actions instead of probabilities."""
NO_FEATURES = np.zeros(0, np.float32)
LEAST_LIKELY = np.float32(-100)
"""Added to the logit of an action that a network does not know."""


@dataclass(frozen=True)
class Kind:
    """One kind of card, n of them, and where an observation refers to them.

    Attributes:
        encodings: (n · states, H), each card in every state that it can be in.
        count: n.
        first_action: id of the action that names card 0; the next ones follow.
        states: for each piece with a card's state: its start, lowest value and number of values.
        named: start and size of each piece whose values are card ids.
        unseen: the start of each of some pieces, and its values for which a card adds nothing.
    """

    encodings: Floats
    count: int
    first_action: int
    states: tuple[tuple[int, int, int], ...]
    named: tuple[tuple[int, int], ...]
    unseen: tuple[tuple[int, tuple[int, ...]], ...]

    def rows(self, seen: Bytes) -> Ids:
        """(n,) the row of `encodings` for the state of each card."""
        row = np.arange(self.count)
        for start, low, wide in self.states:
            row = row * wide + seen[start : start + self.count] - low
        return row

    def told(self, seen: Bytes, rows: Ids) -> list[Floats]:
        """The sum of the encodings of all visible cards, and the encoding of each card that is named."""
        there = np.ones(self.count, np.bool_)
        for start, values in self.unseen:
            there &= ~np.isin(seen[start : start + self.count], values)
        parts = [self.encodings[rows[there]].sum(axis=0)]
        for start, size in self.named:
            for card in seen[start : start + size]:
                known = 0 <= card < self.count
                parts.append(self.encodings[rows[card]] if known else np.zeros_like(parts[0]))
        return parts


@dataclass(frozen=True)
class Policy:
    """A network's weights; see `training.learn.network` for what each layer does.

    Attributes:
        place, row, label, usual: (P,) how places of an observation select rows of `table`.
        table, table_bias: (R, W), (W,) the first layer.
        kinds: the cards.
        told: (W, T), what cards and advice add to the first layer.
        trunk, trunk_bias: (W, W), (W,)
        heads, heads_bias: (Q, W), (Q,): the value, then a query for each kind of card, and one for advice.
        action: (A', W) plain logits. row_of_action: (A,) which of these an action has, or -1.
        advised: whether it reads the advice of the game's own bot.
        about: the file's other metadata.
        apart: separate networks for some tables; the first one that applies plays.
        handicap: (A,) added to each action's logit: `LEAST_LIKELY` for actions that have come into the game since,
            otherwise 0.
    """

    place: Ids
    row: Ids
    label: npt.NDArray[np.bool_]
    usual: npt.NDArray[np.int64]
    table: Floats
    table_bias: Floats
    kinds: tuple[Kind, ...]
    told: Floats
    trunk: Floats
    trunk_bias: Floats
    heads: Floats
    heads_bias: Floats
    action: Floats
    row_of_action: Ids
    advised: bool
    about: Mapping[str, str]
    apart: "tuple[Apart, ...]" = ()
    handicap: Floats = field(default_factory=lambda: NO_FEATURES)

    @property
    def networks(self) -> "tuple[Policy, ...]":
        """This network, and the separate ones for some tables."""
        return self, *(own.policy for own in self.apart)

    def forward(self, seen: Bytes, legal: Ids, advice: Advice | None) -> tuple[Floats, float]:
        """(k,) logits of the `legal` actions (k,) of one observation (D,), and the expected return of its seat."""
        for where, place, other in self.apart:
            if seen[place] == where.value:
                return other.forward(seen, legal, advice)
        values = seen[self.place].astype(np.int64)
        says = np.flatnonzero(values != self.usual)
        rows = self.row[says] + np.where(self.label[says], values[says], 0)
        weight = np.where(self.label[says], 1.0, np.sign(values[says]) * np.log1p(np.abs(values[says])))
        cards = [kind.rows(seen) for kind in self.kinds]
        parts = [part for kind, own in zip(self.kinds, cards, strict=True) for part in kind.told(seen, own)]
        if advice is not None:
            parts.append(advice.of_all[0])
        features = np.concatenate([NO_FEATURES, *parts])
        hidden = weight.astype(np.float32) @ self.table[rows] + self.table_bias + self.told @ features
        hidden = np.maximum(self.trunk @ np.maximum(hidden, 0) + self.trunk_bias, 0)
        heads = self.heads @ hidden + self.heads_bias
        plain = self.row_of_action[legal]
        logits = np.where(plain >= 0, self.action[plain] @ hidden, np.float32(0))
        place = 1
        for kind, own in zip(self.kinds, cards, strict=True):
            query = heads[place : place + kind.encodings.shape[1]]
            place += len(query)
            named = (legal >= kind.first_action) & (legal < kind.first_action + kind.count)
            logits[named] += kind.encodings[own[legal[named] - kind.first_action]] @ query
        if advice is not None:
            logits = logits + advice.of_action @ heads[place : place + NUMBERS]
        if len(self.handicap):
            logits = logits + self.handicap[legal]
        return logits.astype(np.float32), float(heads[0])


class Apart(NamedTuple):
    """A separate network for some tables, and the place of an observation that identifies them."""

    where: Where
    place: int
    policy: Policy


@ReadOnce
def load_policy(path: Path, game: Game) -> Policy:
    """Read a network. Raises SaveError if the file does not hold a policy, is damaged, or is for another game, and
    OutgrownError if it is for an earlier version of the game, and cannot be adapted to this one by name."""
    arrays, about = contents(path, "policy")
    with maker_first(about, game):
        return _checked(path, game, arrays, about)


def _checked(path: Path, game: Game, arrays: Arrays, about: Mapping[str, str]) -> Policy:
    check_format(path, about, FORMAT)
    if "checksum" not in about:
        raise SaveError(f"{path} has no checksum: an earlier version wrote it; export it again with `dynasty weights`")
    check_whole(path, arrays, about)
    aligned = alignment(path, about, game, "train it again, or play it with the version that wrote it")
    try:
        if aligned is not None:
            arrays, about = laid(arrays, about, aligned)
        policy = _policy(game, arrays, about)
        if aligned is not None and (aligned.actions == NEW).any():
            handicap = np.where(aligned.actions == NEW, LEAST_LIKELY, np.float32(0))
            others = tuple(own._replace(policy=replace(own.policy, handicap=handicap)) for own in policy.apart)
            policy = replace(policy, handicap=handicap, apart=others)
        for network in policy.networks:
            _check(path, game, network)
            alone = replace(network, apart=())
            for seen in (np.zeros(game.layout.size, np.int8), game.layout.low, game.layout.high):
                alone.forward(seen.astype(np.int8), np.arange(len(game.action_names)), _blank(policy))
    except OutgrownError as error:
        raise outgrown(path, about, game, str(error)) from None
    except SaveError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError) as error:
        raise SaveError(f"{path}: its arrays do not fit together: {in_short(error)}") from None
    return policy


def _policy(game: Game, arrays: Mapping[str, npt.NDArray[Any]], about: Mapping[str, str]) -> Policy:
    kinds = tuple(
        Kind(
            arrays[f"encodings.{number}"].astype(np.float32),
            int(about_kind["count"]),
            int(about_kind["first_action"]),
            tuple((int(start), int(low), int(wide)) for start, low, wide in about_kind["states"]),
            tuple((int(start), int(size)) for start, size in about_kind["named"]),
            tuple((int(start), tuple(map(int, values))) for start, values in about_kind["unseen"]),
        )
        for number, about_kind in enumerate(json.loads(about["kinds"]))
    )
    for kind in kinds:
        if not 0 <= kind.count <= len(game.action_names) + game.layout.size:
            raise ValueError(f"{kind.count} cards of a kind are more than the game has")
    broken = [name for name, array in arrays.items() if not np.isfinite(array).all()]
    if broken:
        raise ValueError(f"{broken[0]} contains values that are not finite")
    ready: dict[str, Any] = {name: arrays[name].astype(np.float32) for name in FLOATS}
    ready |= {name: arrays[name].astype(np.int64) for name in ("place", "row", "usual", "row_of_action")}
    advised = about["advised"] == "1"
    if advised and not game.values_actions:
        raise ValueError(f"{game.name} has no bot that values actions")
    shared = {name: value for name, value in about.items() if name not in (FOR_SEATS, FOR_TABLES)}
    apart: list[Apart] = []  # the arrays of separate networks for some tables are in the same file
    for where in tables_of(about):
        own = {name.removeprefix(where.begin): part for name, part in arrays.items() if name.startswith(where.begin)}
        apart.append(Apart(where, where.place(game), _policy(game, own, shared)))
    ready |= {"label": arrays["label"].astype(np.bool_), "about": dict(about), "apart": tuple(apart)}
    return Policy(**ready, kinds=kinds, advised=advised)


def _check(path: Path, game: Game, policy: Policy) -> None:
    """Raise SaveError if the shapes of arrays do not match, or indices point outside an array.

    Compiled code (`agents.network.batch`) looks up any row it is given and checks no bounds.
    """
    for number, kind in enumerate(policy.kinds):
        _check_cards(path, game, number, kind)
    check_arrays(path, policy, _shapes(game, policy))
    size, rows = game.layout.size, len(policy.table)
    outside = np.flatnonzero((policy.place < 0) | (policy.place >= size))
    if len(outside):
        at = outside[0]
        raise SaveError(f"{path}: place[{at}] is {policy.place[at]}, but an observation has the numbers 0 … {size - 1}")
    low = np.where(policy.label, game.layout.low[policy.place], 0).astype(np.int64)
    high = np.where(policy.label, game.layout.high[policy.place], 0).astype(np.int64)
    outside = np.flatnonzero((policy.row < -low) | (policy.row >= rows - high))
    if len(outside):
        at = outside[0]
        reached = f"{int(policy.row[at]) + int(low[at])} … {int(policy.row[at]) + int(high[at])}"
        raise SaveError(f"{path}: row[{at}] leads to rows {reached} of the table, which has {rows} rows")


def _check_cards(path: Path, game: Game, number: int, kind: Kind) -> None:
    """Raise SaveError if a kind of card has no pieces in the observation, or lacks a row for a state of a card."""
    pieces = {(piece.start, piece.size, piece.low, piece.high - piece.low + 1) for piece in game.layout.values()}
    sizes = {(start, size) for start, size, _, _ in pieces}
    fits = {
        "states": all((start, kind.count, low, wide) in pieces for start, low, wide in kind.states),
        "named": sizes.issuperset(kind.named),
        "unseen": all((start, kind.count) in sizes for start, _ in kind.unseen)
        and all(-128 <= value < 128 for _, values in kind.unseen for value in values),
    }
    for name, right in fits.items():
        if not right:
            raise SaveError(f"{path}: {name} of its cards of kind {number} matches no piece of what {game.name} shows")
    rows = kind.count * prod(wide for _, _, wide in kind.states)
    if kind.encodings.shape != (rows, *kind.encodings.shape[-1:]):
        raise SaveError(f"{path}: encodings.{number} has the shape {kind.encodings.shape}, not ({rows}, …)")


def _shapes(game: Game, policy: Policy) -> dict[str, tuple[type, tuple[int, ...]]]:
    """The type and shape of each array, given the file's numbers of places, hidden units, rows and logits."""
    places, width, actions = policy.place.size, policy.table_bias.size, len(game.action_names)
    extra = sum(kind.encodings.shape[1] * (1 + sum(size for _, size in kind.named)) for kind in policy.kinds)
    heads = 1 + sum(kind.encodings.shape[1] for kind in policy.kinds)
    return {
        **dict.fromkeys(("place", "row", "usual"), (np.int64, (places,))),
        "label": (np.bool_, (places,)),
        "table": (np.float32, (*policy.table.shape[:1], width)),
        "table_bias": (np.float32, (width,)),
        "told": (np.float32, (width, extra + OF_ALL * policy.advised)),
        "trunk": (np.float32, (width, width)),
        "trunk_bias": (np.float32, (width,)),
        "heads": (np.float32, (heads + NUMBERS * policy.advised, width)),
        "heads_bias": (np.float32, (heads + NUMBERS * policy.advised,)),
        "action": (np.float32, (*policy.action.shape[:1], width)),
        "row_of_action": (np.int64, (actions,)),
    }


def _blank(policy: Policy) -> Advice | None:
    if not policy.advised:
        return None
    actions = len(policy.row_of_action)
    return Advice(np.zeros((actions, NUMBERS), np.float32), np.zeros((1, OF_ALL), np.float32))
