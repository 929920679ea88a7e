"""The networks that learners train: raw observation in, a logit for each action and a value out.

`for_game` gives the network of a game. A game whose cards are described in `card_features` gets a `CardNetwork`, which
joins what an observation says about each card (where it lies, whose it is) with what is printed on it; any other game
gets a `PlainNetwork`, a multilayer perceptron over the one-hot form of its observation.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Piece
from training.learn.card_features import CARDS, LEFT_OUT, Cards
from training.learn.outcomes import OUTCOMES, Outcomes

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

    Amounts go in as sign(x)·log(1 + |x|): one card more matters most to an empty hand. `more` other numbers, (B, more),
    may be handed over with an observation.
    """

    label: Tensor
    offset: Tensor
    amount: Tensor

    def __init__(self, pieces: Iterable[Piece], width: int, more: int = 0) -> None:
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
        self.of_number = nn.Linear(len(amount) + more, width)
        nn.init.normal_(self.of_label.weight, std=max(len(label), 1) ** -0.5)

    def forward(self, observation: Tensor, *more: Tensor) -> Tensor:
        """(B, width) of raw observations (B, D)."""
        out: Tensor = self.of_number(torch.cat([compressed(observation[:, self.amount]), *more], dim=1))
        if len(self.label):
            out = out + self.of_label(observation[:, self.label].long() + self.offset)
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

    def __init__(self, game: Game, cards: Cards, width: int) -> None:
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
        self.size = (1 + sum(piece.size for piece in self.named)) * width
        self.register_buffer("printed", torch.from_numpy(cards.printed), persistent=False)
        self.of_printed = nn.Linear(cards.printed.shape[1], width)
        self.of_card = nn.Embedding(self.count, width)
        self.of_state = nn.Embedding(self.states, width)
        self.inner = nn.Linear(width, width)
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

    def forward(self, observation: Tensor, encoding: Tensor, rows: Tensor) -> Tensor:
        """(B, size): the encodings of all cards that are seen, added up, and of each one that is named."""
        nowhere = len(encoding) - 1
        seen = rows
        for piece, values in self.unseen:
            place = observation[:, piece.place]
            for value in values:
                seen = seen.masked_fill(place == value, nowhere)
        found = [functional.embedding_bag(seen, encoding, mode="sum", padding_idx=nowhere)]
        for piece in self.named:
            card = observation[:, piece.place].long()
            is_card = (card >= 0) & (card < self.count)
            row = rows.gather(1, card.clamp(0, self.count - 1)).masked_fill(~is_card, nowhere)
            found.append(functional.embedding(row, encoding).flatten(1))
        return torch.cat(found, dim=1)


class OutcomeEncoder(nn.Module):
    """One shared encoder for some actions' outcomes, worked out from each observation; of none it makes zeros."""

    actions: Tensor

    def __init__(self, outcomes: Outcomes, width: int) -> None:
        super().__init__()
        self.outcomes = outcomes
        first, second = nn.Linear(outcomes.numbers, width, bias=False), nn.Linear(width, width, bias=False)
        self.inner = nn.Sequential(first, nn.ReLU(), second, nn.ReLU())
        actions = torch.arange(outcomes.first_action, outcomes.first_action + outcomes.count)
        self.register_buffer("actions", actions, persistent=False)

    def forward(self, observation: Tensor) -> Tensor:
        """(B, n, H), the encoded outcomes."""
        encoded: Tensor = self.inner(self.outcomes(observation))
        return encoded


class CardNetwork(Network):
    """The trunk reads the summed encodings of all cards and outcomes, and the rest of the table as in a `PlainNetwork`.


    An action that names a card gets its logit from that card's encoding and a query of the trunk's, an action with an
    outcome from that; every other action has a plain linear logit.
    """

    def __init__(
        self, game: Game, kinds: Sequence[Cards], outcomes: Sequence[Outcomes], width: int, card_width: int
    ) -> None:
        super().__init__()
        encoders = [CardEncoder(game, cards, card_width) for cards in kinds]
        self.encoders = nn.ModuleList(encoders)
        self.outcomes = nn.ModuleList(OutcomeEncoder(each, card_width) for each in outcomes)
        left_out = {*LEFT_OUT.get(game.name, ()), *(name for cards in kinds for name in cards.states)}
        pieces = [piece for name, piece in game.layout.items() if name not in left_out]
        told = sum(encoder.size for encoder in encoders) + card_width * len(outcomes)
        self.table = TableLayer(pieces, width, told)
        self.trunk = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.parts = [len(game.action_names), 1] + [card_width] * (len(kinds) + len(outcomes))
        self.heads = small(nn.Linear(width, sum(self.parts)))

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        known = [(encoder.encodings(), encoder.rows(observation)) for encoder in self.encoders]  # type: ignore[operator]
        cards = [encoder(observation, *each) for encoder, each in zip(self.encoders, known, strict=True)]
        outcomes = [encoder(observation) for encoder in self.outcomes]
        hidden = self.trunk(self.table(observation, *cards, *(outcome.sum(dim=1) for outcome in outcomes)))
        logits, value, *queries = self.heads(hidden).split(self.parts, dim=1)
        for encoder, (encodings, row), query in zip(self.encoders, known, queries, strict=False):
            assert isinstance(encoder, CardEncoder)
            first = encoder.cards.first_action
            where, card = mask[:, first : first + encoder.count].nonzero(as_tuple=True)
            encoding = functional.embedding(row[where, card], encodings)
            fit = (encoding * functional.embedding(where, query)).sum(dim=1)
            logits = logits.index_put((where, first + card), fit)
        for encoder, outcome, query in zip(self.outcomes, outcomes, queries[len(known) :], strict=True):
            logits = logits.index_add(1, encoder.actions, torch.bmm(outcome, query.unsqueeze(2)).squeeze(2))
        return logits, value.squeeze(1)


def small(layer: nn.Linear) -> nn.Linear:
    """`layer` with an output near zero: a policy begins near uniform, a value near 0."""
    nn.init.orthogonal_(layer.weight, gain=0.01)
    nn.init.zeros_(layer.bias)
    return layer


def for_game(game: Game, width: int = 256, card_width: int = 32) -> Network:
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
