"""The networks that learners train: raw observation in, a logit for each legal action and a value out.

`for_game` returns the network of a game: a `TableNetwork`, which is a multilayer perceptron over the one-hot
observation. Where a game describes its cards (`kit.experiments`), the network combines what an observation says about
each card (where it is, whose it is) with what is printed on it.

Only a few of several hundred actions are legal, and nothing is computed for the others. Where the game's own bot gives
values to actions, the network receives them as input (`advice`) and starts near that bot's policy.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from agents.network.advice import NUMBERS, OF_ALL, Advice, advice_on, asked
from agents.network.batch import BatchPolicy
from agents.network.policy import Kind, Policy
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.experiments import Cards, experiments_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Piece
from training.learn.dense import Dense
from training.learn.sparse import (
    IMPOSSIBLE,
    NONE,
    Places,
    add_rows,
    highest,
    highest_by_row,
    log_softmax,
    multiply_rows,
    read_places,
)

MIXED_PRECISION = ("cuda",)
"""Devices on which matrices are multiplied in bfloat16. It has the range of float32, so no loss needs scaling."""
START = (2.0, 1.0, 1.0, 0.0, -2.0)
"""With these weights of an action's features, a policy starts near the bot's but still tries other actions."""


class Legal(NamedTuple):
    """The legal actions of B decisions, K in all.

    Attributes:
        row: (K,) int64, the decision of each action, ascending.
        action: (K,) int64, the action.
        advice: the values that the game's bot gives them, if it was asked.
    """

    row: Tensor
    action: Tensor
    advice: Advice | None


class Choices(NamedTuple):
    """What a network says about B decisions with K legal actions in all.

    Attributes:
        row, action: see `Legal`.
        log_prob: (K,) the log-probability of each action.
        value: (B,)
    """

    row: Tensor
    action: Tensor
    log_prob: Tensor
    value: Tensor

    def of(self, taken: Tensor) -> Tensor:
        """(B,) log-probabilities of one legal action (B,) for each decision."""
        return self.log_prob[self.action == taken[self.row]]

    def entropy(self) -> Tensor:
        """The mean over all decisions, in nats."""
        return -(self.log_prob.exp() * self.log_prob).sum() / len(self.value)

    def draw(self, generator: torch.Generator) -> Tensor:
        """(B,) an action for each decision, drawn by its probability in an exponential race (Gumbel-max trick)."""
        race = torch.empty(self.log_prob.shape).exponential_(generator=generator)
        score = self.log_prob - race.log().to(self.log_prob.device)
        return highest(score, self.row, self.action, len(self.value))

    def best(self) -> Tensor:
        """(B,) the likeliest action of each decision."""
        return highest(self.log_prob, self.row, self.action, len(self.value))


def features(values: Tensor, row: Tensor, action: Tensor) -> Advice:
    """What a network reads from the bot's `values` (B, A), for the legal actions `action` (K,) of `row` (K,)."""
    rows = row.numpy(force=True)
    result = advice_on(values.numpy(force=True)[rows, action.numpy(force=True)], rows)
    return Advice(*(torch.from_numpy(part).to(row.device) for part in result))


def log_softmax_by_row(logit: Tensor, row: Tensor, rows: int) -> Tensor:
    """(K,) log-probabilities of the actions in each row."""
    logit = logit - highest_by_row(logit.detach(), row, rows)[row]
    return logit - logit.new_zeros(rows).index_add(0, row, logit.exp()).log()[row]


class Network(nn.Module):
    """The interface of a network for learners. Subclasses implement `forward`.

    In evaluation mode (`eval()`), whatever depends on the parameters alone is computed once. Call `train()` or `eval()`
    whenever parameters have changed.
    """

    adviser: Game | None = None
    """The game whose bot is asked about every decision, if there is one."""

    def forward(self, observation: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """Logits (K,) of legal actions, and values (B,), for raw observations (B, D) int8."""
        raise NotImplementedError

    @property
    def device(self) -> torch.device:
        """The device of the network's parameters, on which its inputs must be."""
        return next(self.parameters()).device

    @property
    def advised(self) -> int:
        """The number of actions for which the game's bot gives values; 0: it is not asked."""
        return len(self.adviser.action_names) if self.adviser else 0

    def advice(self, observation: Tensor, mask: Tensor) -> Tensor:
        """(B, `advised`) float32, on the CPU: the bot's values of each action at decisions (B, D), (B, A)."""
        if not self.adviser:
            return torch.zeros(len(mask), 0)
        return torch.from_numpy(asked(self.adviser, observation.numpy(force=True), mask.numpy(force=True)))

    def choices(self, observation: Tensor, mask: Tensor, advice: Tensor | None = None) -> Choices:
        """What the network says about decisions (B, D) int8, for the actions where `mask` (B, A) is not 0.

        Args:
            advice: the result of `advice`, if it is known already; None: the bot is asked.
        """
        row, action = mask.nonzero(as_tuple=True)
        values = self.advice(observation, mask) if advice is None else advice
        legal = Legal(row, action, features(values, row, action) if self.adviser else None)
        kind = self.device.type
        with torch.autocast(kind, torch.bfloat16, enabled=kind in MIXED_PRECISION):
            logit, value = self.forward(observation, legal)
        return Choices(row, action, log_softmax_by_row(logit.float(), row, len(mask)), value.float())

    def policy(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities (B, A) of all actions, `IMPOSSIBLE` where `mask` (B, A) is 0, and values (B,)."""
        result = self.choices(observation, mask)
        everything = result.log_prob.new_full(mask.shape, IMPOSSIBLE)
        return everything.index_put((result.row, result.action), result.log_prob), result.value


class TableLayer(nn.Module):
    """A linear layer over the one-hot form of some pieces, which is never built: a label picks a row of weights.

    An amount x enters as sign(x)·log(1 + |x|). A label's lowest value, mostly "none", adds nothing: the bias has it.

    Args:
        silent: by piece name, amounts that add nothing, as 0 does.
    """

    place: Tensor
    row: Tensor
    label: Tensor
    usual: Tensor

    def __init__(self, pieces: Iterable[Piece], width: int, silent: Mapping[str, int] | None = None) -> None:
        super().__init__()
        places: list[tuple[int, int, bool, int]] = []
        rows = 0
        for piece in pieces:
            usual = piece.low if piece.category else (silent or {}).get(piece.name, 0)
            for place in range(piece.start, piece.start + piece.size):
                places.append((place, rows - piece.low * piece.category, piece.category, usual))
                rows += piece.high - piece.low + 1 if piece.category else 1
        columns = zip(Places._fields, zip(*places, strict=True), strict=True)
        for (name, column), dtype in zip(columns, (torch.int32, torch.int32, torch.bool, torch.int8), strict=True):
            self.register_buffer(name, torch.tensor(column, dtype=dtype), persistent=False)
        speak = max(len(places) / 8, 1)  # roughly how many places add something
        self.weight = nn.Parameter(torch.randn(rows, width) * speak**-0.5)
        self.bias = nn.Parameter(torch.randn(width))  # the contribution of the usual labels

    def forward(self, observation: Tensor) -> Tensor:
        """(B, width) for raw observations (B, D)."""
        places = Places(self.place, self.row, self.label, self.usual)
        return read_places(observation, self.weight, places) + self.bias


def pieces_read(game: Game, encoded: Iterable[str] = ()) -> list[Piece]:
    """The pieces of an observation that a `TableLayer` reads: all but those that a network does not read
    (`kit.experiments`) or has `encoded` already."""
    left_out = {*experiments_of(game).left_out, *encoded}
    return [piece for name, piece in game.layout.items() if name not in left_out]


class CardEncoder(nn.Module):
    """One shared encoder for every card of a kind, in every state that it can be in.

    Cards and states are few enough to encode all of them; a batch then only looks up the rows that it needs.
    """

    printed: Tensor
    card: Tensor

    def __init__(self, game: Game, cards: Cards, width: int) -> None:
        super().__init__()
        self.cards = cards
        self.count = len(cards.printed)
        self.pieces = [game.layout[name] for name in cards.states]
        self.named = [game.layout[name] for name in cards.named]
        self.unseen = [(game.layout[name], values) for name, values in cards.unseen.items()]
        for piece in self.pieces:
            if piece.shape != (self.count,) or not piece.category:
                raise ValueError(f"{game.name}: {piece.name} does not have {self.count} labels")
        self.states = int(np.prod([piece.high - piece.low + 1 for piece in self.pieces]))
        self.size = (1 + sum(piece.size for piece in self.named)) * width
        self.register_buffer("printed", torch.from_numpy(cards.printed), persistent=False)
        self.register_buffer("card", torch.arange(self.count, dtype=torch.int32), persistent=False)
        self.of_printed = Dense(cards.printed.shape[1], width)
        self.of_card = nn.Embedding(self.count, width)
        self.of_state = nn.Embedding(self.states, width)
        self.inner = Dense(width, width)
        nn.init.zeros_(self.of_card.weight)
        nn.init.normal_(self.of_state.weight, std=0.5)
        self._known: Tensor | None = None

    def train(self, mode: bool = True) -> "CardEncoder":
        self._known = None
        return super().train(mode)

    def encodings(self) -> Tensor:
        """Every card in every state (n·states, H)."""
        if self._known is not None:
            return self._known
        known = torch.relu(self.weighed())
        if not self.training:
            self._known = known
        return known

    def weighed(self) -> Tensor:
        """The same (n·states, H), before negative values are set to 0."""
        face = self.of_printed(self.printed) + self.of_card.weight
        both = (face.unsqueeze(1) + self.of_state.weight).flatten(0, 1)
        inner: Tensor = self.inner(torch.relu(both))
        return inner

    def frozen(self) -> Kind:
        """The current encodings of the cards, in the form that NumPy evaluates."""
        return Kind(
            self.encodings().numpy(force=True),
            self.count,
            self.cards.first_action,
            tuple((piece.start, piece.low, piece.high - piece.low + 1) for piece in self.pieces),
            tuple((piece.start, piece.size) for piece in self.named),
            tuple((piece.start, tuple(values)) for piece, values in self.unseen),
        )

    def rows(self, observation: Tensor) -> Tensor:
        """(B, n) int32: the row of `encodings` for each card."""
        row = self.card
        for piece in self.pieces:
            row = row * (piece.high - piece.low + 1) + observation[:, piece.place] - piece.low
        return row

    def entries(self, observation: Tensor, rows: Tensor) -> list[Tensor]:
        """The rows of `encodings` that observations refer to: of all cards (B, n), `NONE` if a card is unseen; then of
        each piece that names cards, `NONE` if it names none."""
        seen = rows
        for piece, values in self.unseen:
            place = observation[:, piece.place]
            for value in values:
                seen = seen.masked_fill(place == value, NONE)
        result = [seen]
        for piece in self.named:
            card = observation[:, piece.place].long()
            is_card = (card >= 0) & (card < self.count)
            result.append(rows.gather(1, card.clamp(0, self.count - 1)).masked_fill(~is_card, NONE))
        return result

    def forward(self, observation: Tensor, encodings: Tensor, rows: Tensor) -> Tensor:
        """(B, size): the sum of the encodings of all visible cards, then the encoding of each card that is named."""
        entries = torch.cat(self.entries(observation, rows), dim=1)
        return add_rows(encodings, entries, self.count).flatten(1)


class TableNetwork(Network):
    """The trunk reads the summed encodings of all cards, where the game describes any, and the rest of the table.

    An action that names such a card gets its logit from that card's encoding and a query from the trunk; every other
    action has a plain linear logit. The values of the game's bot are added with weights that come from the trunk.

    Attributes:
        shape: arguments of `for_game` that determine the shapes of its parameters.
        first_seed: the seed of the run that started from an untrained network, from which later runs may have
            continued; None: unknown.
    """

    row_of_action: Tensor
    first_seed: int | None = None
    _played: BatchPolicy | None = None

    def __init__(
        self, game: Game, kinds: Sequence[Cards], width: int, card_width: int, advice: int, sharpness: float
    ) -> None:
        super().__init__()
        self.shape = {"width": width, "card_width": card_width, "advice": advice}
        self.game = game
        encoders = [CardEncoder(game, cards, card_width) for cards in kinds]
        self.encoders = nn.ModuleList(encoders)
        encoded = [name for cards in kinds for name in cards.states]
        self.table = TableLayer(pieces_read(game, encoded), width, experiments_of(game).silent)
        self.adviser = game if advice and game.values_actions else None
        extra = sum(encoder.size for encoder in encoders) + OF_ALL * bool(self.adviser)
        self.told = Dense(extra, width, bias=False) if extra else None
        self.trunk = nn.Sequential(nn.ReLU(), Dense(width, width), nn.ReLU())
        row_of_action = torch.arange(len(game.action_names), dtype=torch.int32)
        for encoder in encoders:
            row_of_action[encoder.cards.first_action : encoder.cards.first_action + encoder.count] = NONE
        self.register_buffer("row_of_action", row_of_action, persistent=False)
        self.action = small(nn.Linear(width, len(row_of_action), bias=False))
        self.parts = [1] + [card_width] * len(kinds) + [NUMBERS] * bool(self.adviser)
        self.heads = small(Dense(width, sum(self.parts)))
        if self.adviser:
            with torch.no_grad():
                self.heads.bias[-NUMBERS:] = sharpness * torch.tensor(START)

    def train(self, mode: bool = True) -> "TableNetwork":
        self._played = None
        return super().train(mode)

    def written(self) -> dict[str, Tensor]:
        """The parameters that a `Policy` has unchanged, by their names there (`FLOATS`)."""
        told = self.told.weight if self.told else self.table.bias.new_zeros(len(self.table.bias), 0)
        heads, trunk = self.heads, self.trunk[1]
        assert isinstance(trunk, nn.Linear)
        return {
            "table": self.table.weight, "table_bias": self.table.bias, "told": told, "trunk": trunk.weight,
            "trunk_bias": trunk.bias, "heads": heads.weight, "heads_bias": heads.bias, "action": self.action.weight,
        }  # fmt: skip

    def frozen(self) -> Policy:
        """Its current parameters, in the form that NumPy evaluates (`agents.network`)."""
        ids = {name: getattr(self.table, name) for name in ("place", "row", "usual")}
        ids["row_of_action"] = self.row_of_action
        arrays: dict[str, Any] = {name: part.numpy(force=True) for name, part in self.written().items()}
        arrays |= {name: part.numpy(force=True).astype(np.int64) for name, part in ids.items()}
        return Policy(
            **arrays,
            label=self.table.label.numpy(force=True),
            kinds=tuple(encoder.frozen() for encoder in self.encoders if isinstance(encoder, CardEncoder)),
            advised=bool(self.adviser),
            about={},
        )

    def choices(self, observation: Tensor, mask: Tensor, advice: Tensor | None = None) -> Choices:
        """See `Network`. To play on a CPU it uses few calls, since each of torch's calls takes microseconds."""
        if self.training or torch.is_grad_enabled() or self.device.type != "cpu":
            return super().choices(observation, mask, advice)
        if self._played is None:
            self._played = BatchPolicy(self.frozen(), self.game)
        worths = self.advice(observation, mask) if advice is None else advice
        row, action, logits, values = self._played.logits_and_values(observation.numpy(), mask.numpy(), worths.numpy())
        return Choices(*map(torch.from_numpy, (row, action, log_softmax(logits, row, len(values)), values)))

    def forward(self, observation: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        row, action, advice = legal
        known = [(encoder.encodings(), encoder.rows(observation)) for encoder in self.encoders]  # type: ignore[operator]
        encoded = [encoder(observation, *each) for encoder, each in zip(self.encoders, known, strict=True)]
        encoded += [advice.of_all] if advice else []
        read = self.table(observation)
        hidden = self.trunk(read + self.told(torch.cat(encoded, dim=1)) if self.told else read)
        value, *queries = self.heads(hidden).split(self.parts, dim=1)
        logit = multiply_rows(hidden, self.action.weight, row, self.row_of_action[action])
        for encoder, (encodings, rows), query in zip(self.encoders, known, queries, strict=False):
            assert isinstance(encoder, CardEncoder)
            there, card = among(action, encoder.cards.first_action, encoder.count)
            logit = logit + multiply_rows(query, encodings, row, rows[row, card].masked_fill(~there, NONE))
        if advice:
            logit = logit + (advice.of_action * queries[-1][row]).sum(dim=1)
        return logit, value.squeeze(1)


def among(action: Tensor, first: int, count: int) -> tuple[Tensor, Tensor]:
    """Whether actions (K,) are among the `count` from `first` on, and the index of each one there."""
    number = action - first
    return (number >= 0) & (number < count), number.clamp(0, count - 1)


def device_of(name: str) -> torch.device:
    """The device with a name. Raises OptionError if it cannot be used here."""
    kind, _, number = name.partition(":")
    if kind not in ("cpu", "cuda") or (number and not number.isdecimal()) or (kind == "cpu" and number):
        raise OptionError(f"device={in_short(name)} is unknown: choose cpu, cuda or cuda:0 …")
    if kind == "cuda":
        if not torch.cuda.is_available():
            why = "no GPU was found" if torch.version.cuda else "this torch was built without GPU support"
            raise OptionError(f"device={name} cannot be used ({why}): choose cpu")
        if int(number or 0) >= torch.cuda.device_count():
            raise OptionError(f"device={name} does not exist: GPUs are numbered 0 … {torch.cuda.device_count() - 1}")
    return torch.device(name)


def small(layer: nn.Linear) -> nn.Linear:
    """`layer` with an output near zero, so that a policy starts near uniform and a value near 0."""
    nn.init.orthogonal_(layer.weight, gain=0.01)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


def for_game(
    game: Game, width: int = 256, card_width: int = 32, advice: int = 1, sharpness: float = 1.0
) -> TableNetwork:
    """The untrained network of a game.

    Args:
        card_width: units of a card's encoding, where the game has cards to encode.
        advice: 0 to leave out the values that the game's own bot gives to actions.
        sharpness: how often its first policy agrees with that bot: 1 as `START` says, 2 nearly always.
    """
    return TableNetwork(game, experiments_of(game).cards(), width, card_width, advice, sharpness)


def warm_up(network: TableNetwork, game: Game) -> None:
    """Compile the network's loops (`sparse`), forwards and backwards; the network is in evaluation mode afterwards."""
    lowest = torch.from_numpy(game.layout.low.astype(np.int8)).unsqueeze(0).to(network.device)
    mask = torch.ones((1, len(game.action_names)), dtype=torch.int8, device=network.device)
    network.train()
    choices = network.choices(lowest, mask, torch.zeros(1, network.advised))
    total = choices.log_prob.sum() + choices.value.sum()
    torch.autograd.grad(total, list(network.parameters()), allow_unused=True)
    network.eval()
