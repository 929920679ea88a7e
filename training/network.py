"""The networks that learners train: raw observation in, a logit for each action and a value out.

`for_game` gives the network of a game. A game whose cards are described in `training/cards.py` gets a `CardNetwork`,
which joins what an observation tells of each card (where it lies, whose it is) with what is printed on it; any other
game gets a `PlainNetwork`, a multilayer perceptron over the one-hot form of its observation.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from dynasty_env.kit.game import Game
from dynasty_env.kit.layout import Piece
from training.cards import CARDS, LEFT_OUT, Cards
from training.outcomes import OUTCOMES, Outcomes

IMPOSSIBLE = torch.finfo(torch.float32).min
"""Logit of an illegal action: its probability is exactly 0, and p·log p stays finite."""


class Network(nn.Module):
    """What a learner needs of a network. Subclasses give `forward`.

    In evaluation mode (`eval()`) what follows from the parameters alone is worked out once; `train()` or `eval()`
    must be called whenever parameters have changed.
    """

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, A) and values (B,) of raw observations (B, D) int8; only logits of legal actions
        (`mask` (B, A) not 0) mean anything."""
        raise NotImplementedError

    def policy(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities (B, A) of the actions, `IMPOSSIBLE` where `mask` (B, A) is 0, and values (B,)."""
        logits, value = self.forward(observation, mask)
        return functional.log_softmax(logits.masked_fill(mask == 0, IMPOSSIBLE), dim=-1), value


class TableLayer(nn.Module):
    """A linear layer over the one-hot form of some pieces, which is never built: a label picks a row of weights.

    Amounts go in as sign(x)·log(1 + |x|): one card more matters most to an empty hand.
    """

    label: Tensor
    offset: Tensor
    amount: Tensor

    def __init__(self, pieces: Iterable[Piece], width: int) -> None:
        super().__init__()
        label: list[int] = []
        offset: list[int] = []
        amount: list[int] = []
        rows = 0
        for piece in pieces:
            places = range(piece.start, piece.start + piece.size)
            if not piece.category:
                amount.extend(places)
                continue
            for place in places:
                label.append(place)
                offset.append(rows - piece.low)
                rows += piece.high - piece.low + 1
        self.register_buffer("label", torch.tensor(label, dtype=torch.long), persistent=False)
        self.register_buffer("offset", torch.tensor(offset, dtype=torch.long), persistent=False)
        self.register_buffer("amount", torch.tensor(amount, dtype=torch.long), persistent=False)
        self.of_label = nn.EmbeddingBag(max(rows, 1), width, mode="sum")
        self.of_amount = nn.Linear(max(len(amount), 1), width)
        nn.init.normal_(self.of_label.weight, std=max(len(label), 1) ** -0.5)

    def forward(self, observation: Tensor) -> Tensor:
        """(B, width) of raw observations (B, D)."""
        out: Tensor = self.of_amount.bias.expand(len(observation), -1)
        if len(self.label):
            out = out + self.of_label(observation[:, self.label].long() + self.offset)
        if len(self.amount):
            out = out + functional.linear(compressed(observation[:, self.amount]), self.of_amount.weight)
        return out


def compressed(amount: Tensor) -> Tensor:
    """sign(x)·log(1 + |x|)."""
    number = amount.float()
    return number.sign() * number.abs().log1p()


class PlainNetwork(Network):
    """A multilayer perceptron over the one-hot observation, for any game."""

    def __init__(self, game: Game, width: int) -> None:
        super().__init__()
        self.table = TableLayer(game.layout.values(), width)
        self.trunk = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.action = small(nn.Linear(width, len(game.action_names)))
        self.value = small(nn.Linear(width, 1))

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.trunk(self.table(observation))
        return self.action(hidden), self.value(hidden).squeeze(-1)


class CardEncoder(nn.Module):
    """One shared encoder for every card of a kind, in every state that it can be in.

    There are few enough of both to encode them all: a batch then only looks up the rows that it meets.
    """

    printed: Tensor
    stride: Tensor
    low: Tensor

    def __init__(self, game: Game, cards: Cards, width: int, trunk: int) -> None:
        super().__init__()
        self.cards = cards
        self.count = len(cards.printed)
        self.pieces = [game.layout[name] for name in cards.states]
        self.named = [game.layout[name] for name in cards.named]
        self.unseen = [(game.layout[name], values) for name, values in cards.unseen.items()]
        for piece in self.pieces:
            if piece.shape != (self.count,) or not piece.category:
                raise ValueError(f"{game.name}: {piece.name} does not hold {self.count} labels")
        self.states = int(np.prod([piece.high - piece.low + 1 for piece in self.pieces]))
        self.names = sum(piece.size for piece in self.named)
        self.register_buffer("printed", torch.from_numpy(cards.printed), persistent=False)
        self.of_printed = nn.Linear(cards.printed.shape[1], width)
        self.of_card = nn.Embedding(self.count, width)
        self.of_state = nn.Embedding(self.states, width)
        self.inner = nn.Linear(width, width)
        self.to_trunk = nn.Linear(width, trunk, bias=False)
        self.named_to_trunk = nn.Linear(max(self.names, 1) * width, trunk, bias=False)
        nn.init.zeros_(self.of_card.weight)
        nn.init.normal_(self.of_state.weight, std=0.5)
        self._known: Tensor | None = None

    def train(self, mode: bool = True) -> "CardEncoder":
        self._known = None
        return super().train(mode)

    def encodings(self) -> Tensor:
        """Every card in every state (n·states + 1, H); the last row is 0."""
        if self._known is not None:
            return self._known
        face = self.of_printed(self.printed) + self.of_card.weight
        both = (face.unsqueeze(1) + self.of_state.weight).flatten(0, 1)
        known = torch.relu(self.inner(torch.relu(both)))
        known = torch.cat([known, known.new_zeros(1, known.shape[1])])
        if not self.training:
            self._known = known
        return known

    def rows(self, observation: Tensor) -> Tensor:
        """(B, n): which row of `encodings` each card is in."""
        row = torch.arange(self.count)
        for piece in self.pieces:
            row = row * (piece.high - piece.low + 1) + observation[:, piece.place].long() - piece.low
        return row

    def forward(self, observation: Tensor, rows: Tensor) -> Tensor:
        """(B, width of the trunk): what the cards that are seen or named add to the trunk."""
        encoding = self.encodings()
        nowhere = len(encoding) - 1
        seen = rows
        for piece, values in self.unseen:
            place = observation[:, piece.place]
            for value in values:
                seen = seen.masked_fill(place == value, nowhere)
        out: Tensor = self.to_trunk(functional.embedding_bag(seen, encoding, mode="sum", padding_idx=nowhere))
        for_names = []
        for piece in self.named:
            card = observation[:, piece.place].long()
            is_card = (card >= 0) & (card < self.count)
            row = rows.gather(1, card.clamp(0, self.count - 1)).masked_fill(~is_card, nowhere)
            for_names.append(functional.embedding(row, encoding).flatten(1))
        if for_names:
            out = out + self.named_to_trunk(torch.cat(for_names, dim=1))
        return out


class OutcomeEncoder(nn.Module):
    """One shared encoder for some actions' outcomes, worked out from each observation."""

    actions: Tensor

    def __init__(self, outcomes: Outcomes, width: int, trunk: int) -> None:
        super().__init__()
        self.outcomes = outcomes
        self.inner = nn.Sequential(nn.Linear(outcomes.numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.to_trunk = nn.Linear(width, trunk, bias=False)
        actions = torch.arange(outcomes.first_action, outcomes.first_action + outcomes.count)
        self.register_buffer("actions", actions, persistent=False)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """(B, n, H), the encoded outcomes, and (B, width of the trunk), what they add to the trunk."""
        outcome = self.outcomes(observation)
        encoding = self.inner(outcome) * outcome[:, :, :1]
        return encoding, self.to_trunk(encoding.sum(dim=1))


class CardNetwork(Network):
    """Every card adds to the trunk what its encoding says; the rest of the table is added as in a `PlainNetwork`.

    An action that names a card gets its logit from that card's encoding and a query of the trunk's, an action with an
    outcome from that; every other action has a plain linear logit.
    """

    def __init__(
        self, game: Game, kinds: Sequence[Cards], outcomes: Sequence[Outcomes], width: int, card_width: int
    ) -> None:
        super().__init__()
        self.encoders = nn.ModuleList(CardEncoder(game, cards, card_width, width) for cards in kinds)
        self.outcomes = nn.ModuleList(OutcomeEncoder(each, card_width, width) for each in outcomes)
        self.queries = nn.ModuleList(small(nn.Linear(width, card_width)) for _ in (*kinds, *outcomes))
        left_out = {*LEFT_OUT.get(game.name, ()), *(name for cards in kinds for name in cards.states)}
        self.table = TableLayer((piece for name, piece in game.layout.items() if name not in left_out), width)
        self.trunk = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.action = small(nn.Linear(width, len(game.action_names)))
        self.value = small(nn.Linear(width, 1))

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        rows = [encoder.rows(observation) for encoder in self.encoders]  # type: ignore[operator]
        hidden = self.table(observation)
        for encoder, row in zip(self.encoders, rows, strict=True):
            hidden = hidden + encoder(observation, row)
        encoded = []
        for outcome in self.outcomes:
            encoding, added = outcome(observation)
            encoded.append(encoding)
            hidden = hidden + added
        hidden = self.trunk(hidden)
        logits = self.action(hidden)
        queries = [query(hidden) for query in self.queries]
        for encoder, row, query in zip(self.encoders, rows, queries, strict=False):
            assert isinstance(encoder, CardEncoder)
            first = encoder.cards.first_action
            where, card = mask[:, first : first + encoder.count].nonzero(as_tuple=True)
            encoding = functional.embedding(row[where, card], encoder.encodings())
            fit = (encoding * functional.embedding(where, query)).sum(dim=1)
            logits = logits.index_put((where, first + card), fit)
        for outcome, encoding, query in zip(self.outcomes, encoded, queries[len(rows) :], strict=True):
            assert isinstance(outcome, OutcomeEncoder)
            fit = torch.bmm(encoding, query.unsqueeze(2)).squeeze(2)
            logits = logits.index_add(1, outcome.actions, fit)
        return logits, self.value(hidden).squeeze(-1)


def small(layer: nn.Linear) -> nn.Linear:
    """`layer` with an output near zero: a policy begins near uniform, a value near 0."""
    nn.init.orthogonal_(layer.weight, gain=0.01)
    nn.init.zeros_(layer.bias)
    return layer


def for_game(game: Game, width: int = 256, card_width: int = 64) -> Network:
    """The untrained network of a game.

    Args:
        game: whose observations it reads and whose actions it weighs.
        width: units of the trunk's layers.
        card_width: units of a card's encoding, where the game has cards to encode.
    """
    if game.name in CARDS:
        outcomes = OUTCOMES[game.name](game.layout) if game.name in OUTCOMES else ()
        return CardNetwork(game, CARDS[game.name](), outcomes, width, card_width)
    return PlainNetwork(game, width)
