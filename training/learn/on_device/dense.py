"""A game's network (`training.learn.network`) as dense matrices, for devices that multiply faster than they look up.

On a CPU, the network reads a few rows of large tables and weighs only legal actions. How many these are is known only
after counting: a GPU would make every step wait, and adding up gradients row by row is slow there.

Here an observation becomes a row of zeros and ones that is multiplied by the whole table. Every action gets a logit,
and the logits of illegal actions are masked. All shapes follow from the number of decisions, so nothing waits, and the
whole network can be captured as a CUDA graph. The parameters are those of the original network, and the
results are equal up to rounding.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from agents.network.advice import FINEST, Advice
from agents.network.batch import SIZES
from dynasty_env.kit.engine.choice import NEVER
from training.learn.network import MIXED_PRECISION, CardEncoder, TableLayer, TableNetwork
from training.learn.sparse import IMPOSSIBLE, NONE


class DenseChoices(NamedTuple):
    """What a network says about B decisions, as `training.learn.network.Choices`.

    Attributes:
        log_prob: (B, A) of every action, `IMPOSSIBLE` where it is illegal.
        value: (B,)
    """

    log_prob: Tensor
    value: Tensor

    def of(self, taken: Tensor) -> Tensor:
        """(B,) log-probabilities of one action (B,) for each decision."""
        return self.log_prob.gather(1, taken.unsqueeze(1)).squeeze(1)

    def entropy(self) -> Tensor:
        """The mean over all decisions, in nats."""
        return -(self.log_prob.exp() * self.log_prob).sum() / len(self.value)

    def draw(self, generator: torch.Generator) -> Tensor:
        """(B,) one action for each decision, drawn by its probability with an exponential race."""
        # The clamp excludes 0, which occurs on a CPU once in 2**24 numbers: with it, an illegal action would win the
        # race.
        race = torch.empty_like(self.log_prob).exponential_(generator=generator).clamp_(min=1e-30)
        return (self.log_prob - race.log()).argmax(dim=1)

    def best(self) -> Tensor:
        """(B,) the likeliest action of each decision."""
        return self.log_prob.argmax(dim=1)


def dense_advice(values: Tensor, mask: Tensor) -> Advice:
    """The features that a network reads from the bot's `values` (B, A), for the legal actions in `mask` (B, A): those
    of all actions, (B, A, NUMBERS) and (B, OF_ALL)."""
    legal = mask != 0
    impossible = values < NEVER
    best = values.masked_fill(~legal, -torch.inf).amax(dim=1, keepdim=True)
    behind = torch.where(impossible | ~legal, 1.0, best - values)
    chosen = behind == 0
    fine = (behind.clamp(max=10.0) * 200.0).log1p() / float(FINEST)
    coarse = (behind * 10.0).clamp(max=1.0)
    widest = behind.masked_fill(impossible | ~legal, 0.0).amax(dim=1, keepdim=True)
    share = (behind / widest.clamp(min=1e-6)).clamp(max=1.0)
    of_action = torch.stack([chosen.float(), -fine, -coarse, -share, impossible.float()], dim=2)
    second = fine.masked_fill(chosen | ~legal, 2.0).clamp(max=2.0).amin(dim=1)
    return Advice(of_action, torch.stack([best.squeeze(1).clamp(-1.0, 1.0), second], dim=1))


class DenseTable(nn.Module):
    """A `TableLayer` as a product with the one-hot form of its places, which is built here."""

    place: Tensor
    value: Tensor
    row: Tensor
    amount_place: Tensor
    amount_row: Tensor
    silent: Tensor
    size: Tensor

    def __init__(self, layer: TableLayer) -> None:
        super().__init__()
        self.layer = layer
        place, row, label, usual = (part.tolist() for part in (layer.place, layer.row, layer.label, layer.usual))
        first = [r + u * kind for r, u, kind in zip(row, usual, label, strict=True)]
        places = list(zip(place, row, label, usual, first, [*first[1:], len(layer.weight)], strict=True))
        # A label's lowest value adds nothing: its row has no column here.
        columns = [(p, r - base, r) for p, base, kind, _, low, end in places if kind for r in range(low + 1, end)]
        amounts = [(p, silent, base) for p, base, kind, silent, *_ in places if not kind]
        for names, rows in ((("place", "value", "row"), columns), (("amount_place", "silent", "amount_row"), amounts)):
            held = torch.tensor(rows, dtype=torch.long, device=layer.weight.device).reshape(-1, 3)
            for name, column in zip(names, held.unbind(dim=1), strict=True):
                kept = column.to(torch.int8) if name in ("value", "silent") else column
                self.register_buffer(name, kept.contiguous(), persistent=False)
        self.register_buffer("size", torch.from_numpy(SIZES).to(layer.weight.device), persistent=False)

    def forward(self, observation: Tensor) -> Tensor:
        """(B, width) for raw observations (B, D)."""
        weight, columns = self.layer.weight, observation.T.contiguous()  # whole columns are copied fastest
        labels = columns.index_select(0, self.place) == self.value.unsqueeze(1)
        amount = columns.index_select(0, self.amount_place)
        amounts = self.size[amount.int() + 128].masked_fill(amount == self.silent.unsqueeze(1), 0.0)
        kind = product_type(weight)
        read = torch.cat([labels.to(kind), amounts.to(kind)])
        return (weight[torch.cat([self.row, self.amount_row])].T @ read).T + self.layer.bias


class DenseNetwork(nn.Module):
    """The dense form of a network, with that network's parameters and none of its own."""

    weighed: Tensor

    def __init__(self, network: TableNetwork) -> None:
        super().__init__()
        self.network = network
        self.table = DenseTable(network.table)
        self.register_buffer("weighed", network.row_of_action >= 0, persistent=False)

    def forward(self, observation: Tensor, mask: Tensor, advice: Tensor) -> DenseChoices:
        """What it says about decisions.

        Args:
            observation: (B, D) int8, what the deciding seats see.
            mask: (B, A) int8, what they may do.
            advice: (B, A) float32, the values that the game's bot gives each action; (B, 0): it was not asked.
        """
        network, kind = self.network, observation.device.type
        encoders: list[CardEncoder] = list(network.encoders)  # type: ignore[arg-type]
        read = dense_advice(advice, mask) if network.adviser else None
        known = [(encoder.weighed().relu(), encoder.rows(observation)) for encoder in encoders]
        # The casts of parameters are part of a captured graph: none may be left over from before.
        with torch.autocast(kind, torch.bfloat16, enabled=kind in MIXED_PRECISION, cache_enabled=False):
            extra = [cards_told(encoder, observation, *each) for encoder, each in zip(encoders, known, strict=True)]
            extra += [read.of_all] if read else []
            table = self.table(observation)
            hidden = network.trunk(table + network.told(torch.cat(extra, dim=1)) if network.told else table)
        logit, value = self._weigh(hidden.float(), known, read)
        return DenseChoices(logit.masked_fill(mask == 0, IMPOSSIBLE).log_softmax(dim=1), value)

    def _weigh(
        self, hidden: Tensor, known: list[tuple[Tensor, Tensor]], advice: Advice | None
    ) -> tuple[Tensor, Tensor]:
        """Logits (B, A), also of illegal actions, and values (B,): in single precision, so that a probability does not
        depend on how many decisions are in the batch."""
        network = self.network
        encoders: list[CardEncoder] = list(network.encoders)  # type: ignore[arg-type]
        value, *queries = network.heads(hidden).split(network.parts, dim=1)
        logit = network.action(hidden) * self.weighed
        for encoder, (encodings, rows), query in zip(encoders, known, queries, strict=False):
            first = encoder.cards.first_action
            own = (query @ encodings.T).gather(1, rows.long())
            logit = logit + functional.pad(own, (first, logit.shape[1] - first - encoder.count))
        if advice:
            logit = logit + (advice.of_action @ queries[-1].unsqueeze(2)).squeeze(2)
        return logit, value.squeeze(1)


def cards_told(encoder: CardEncoder, observation: Tensor, encodings: Tensor, rows: Tensor) -> Tensor:
    """The result of `CardEncoder.forward`."""
    seen, *named = encoder.entries(observation, rows)
    first = torch.arange(encoder.count, device=rows.device, dtype=torch.int32) * encoder.states
    states = torch.arange(encoder.states, device=rows.device, dtype=torch.int16)
    state = (seen.T - first.unsqueeze(1)).clamp(min=NONE).to(torch.int16).unsqueeze(1)  # NONE: the card is unseen
    is_in = (state == states.unsqueeze(1)).to(product_type(encodings)).flatten(0, 1)
    parts = [(encodings.to(is_in).T @ is_in).T]
    for row in named:
        encoded = functional.embedding(row.clamp(min=0).long(), encodings.to(is_in))
        parts.append((encoded * (row >= 0).unsqueeze(2)).flatten(1))
    return torch.cat(parts, dim=1)


def product_type(weight: Tensor) -> torch.dtype:
    """The type in which matrices are multiplied on this device."""
    kind = weight.device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else weight.dtype


def any_legal(mask: Tensor, dice: torch.Generator) -> Tensor:
    """(n,) a uniformly random legal action for each row of `mask` (n, A), drawn on its device."""
    chance = torch.rand(mask.shape, generator=dice, device=mask.device)  # never 1, so that a legal action is above 0
    return (mask * (1 - chance)).argmax(dim=1)
