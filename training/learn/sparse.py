"""Sums and products over a few rows of large tables: most of a network's work on an observation of a card game.

Only a few of the several hundred places of an observation say anything (most cards are in a deck), and only a few of a
game's actions are legal. On a CPU, compiled loops skip the rest, where torch would build and sort indices or multiply
by zeros. On any other device, torch does the work. Rows of a table are given as integers; -1 means no row.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
import torch
from torch import Tensor
from torch.autograd import Function
from torch.nn import functional

from agents.network.batch import SIZES, add_products, read_rows

NONE = -1
IMPOSSIBLE = torch.finfo(torch.float32).min
"""Log-probability of an illegal action: its probability is exactly 0, and p·log p stays finite."""
compiled = numba.njit(nogil=True, fastmath=True, cache=True)


class Places(NamedTuple):
    """How P places of an observation pick rows of a table.

    Attributes:
        place: (P,) int32, the position in the observation.
        row: (P,) int32, the row of an amount, or a label's row 0.
        label: (P,) bool: the value picks a row; otherwise it multiplies one, as sign(x)·log(1 + |x|).
        usual: (P,) int8: a value that adds nothing.
    """

    place: Tensor
    row: Tensor
    label: Tensor
    usual: Tensor


# ------------------------------------------------------------------------------------------------------- machine code


@compiled  # type: ignore[untyped-decorator]
def _read_back(seen: Any, place: Any, row: Any, label: Any, usual: Any, size: Any, grad: Any, table: Any) -> None:
    width = table.shape[1]
    for b in range(len(seen)):
        for p in range(len(place)):
            value = seen[b, place[p]]
            if value != usual[p]:
                r = row[p] + value if label[p] else row[p]
                weight = np.float32(1) if label[p] else size[value + 128]
                for h in range(width):
                    table[r, h] += weight * grad[b, h]


@compiled  # type: ignore[untyped-decorator]
def _add(table: Any, rows: Any, summed: int, out: Any) -> None:
    width = table.shape[1]
    for b in range(len(rows)):
        for p in range(rows.shape[1]):
            r = rows[b, p]
            slot = max(p - summed + 1, 0)
            if r >= 0:
                for h in range(width):
                    out[b, slot, h] += table[r, h]


@compiled  # type: ignore[untyped-decorator]
def _add_back(grad: Any, rows: Any, summed: int, table: Any) -> None:
    width = table.shape[1]
    for b in range(len(rows)):
        for p in range(rows.shape[1]):
            r = rows[b, p]
            slot = max(p - summed + 1, 0)
            if r >= 0:
                for h in range(width):
                    table[r, h] += grad[b, slot, h]


@compiled  # type: ignore[untyped-decorator]
def _multiply_back(grad: Any, left: Any, right: Any, row: Any, which: Any, of_left: Any, of_right: Any) -> None:
    for k in range(len(row)):
        if which[k] >= 0:
            by = grad[k]
            for h in range(left.shape[1]):
                of_left[row[k], h] += by * right[which[k], h]
            for h in range(left.shape[1]):
                of_right[which[k], h] += by * left[row[k], h]


@compiled  # type: ignore[untyped-decorator]
def _highest(score: Any, row: Any, action: Any, best: Any, out: Any) -> None:
    for k in range(len(row)):
        if score[k] >= best[row[k]]:
            best[row[k]], out[row[k]] = score[k], action[k]


@compiled  # type: ignore[untyped-decorator]
def _log_softmax(logits: Any, row: Any, highest: Any, total: Any, out: Any) -> None:
    for k in range(len(row)):
        highest[row[k]] = max(highest[row[k]], logits[k])
    for k in range(len(row)):
        total[row[k]] += np.exp(logits[k] - highest[row[k]])
    for b in range(len(total)):
        total[b] = highest[b] + np.log(total[b])
    for k in range(len(row)):
        out[k] = logits[k] - total[row[k]]


def _arrays(*tensors: Tensor) -> list[Any]:
    return [tensor.detach().contiguous().numpy() for tensor in tensors]


class _Read(Function):
    @staticmethod
    def forward(ctx: Any, observation: Tensor, table: Tensor, *places: Tensor) -> Tensor:
        out = table.new_zeros(len(observation), table.shape[1])
        read_rows(*_arrays(observation, *places), SIZES, *_arrays(table, out))
        ctx.save_for_backward(observation, *places)
        ctx.rows = len(table)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        observation, *places = ctx.saved_tensors
        table = grads[0].new_zeros(ctx.rows, grads[0].shape[1])
        _read_back(*_arrays(observation, *places), SIZES, *_arrays(grads[0], table))
        return None, table, *(None for _ in places)


class _Add(Function):
    @staticmethod
    def forward(ctx: Any, table: Tensor, rows: Tensor, summed: int) -> Tensor:
        slots = 1 + rows.shape[1] - summed
        out = table.new_zeros(len(rows), slots, table.shape[1])
        arrays, entries, to = _arrays(table, rows, out)
        _add(arrays, entries, summed, to)
        ctx.save_for_backward(rows)
        ctx.summed, ctx.rows = summed, len(table)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (rows,) = ctx.saved_tensors
        table = grads[0].new_zeros(ctx.rows, grads[0].shape[2])
        grad, entries, to = _arrays(grads[0], rows, table)
        _add_back(grad, entries, ctx.summed, to)
        return table, None, None


class _Multiply(Function):
    @staticmethod
    def forward(ctx: Any, left: Tensor, right: Tensor, row: Tensor, which: Tensor) -> Tensor:
        out = left.new_zeros(len(row))
        add_products(*_arrays(left, row, right, which, out))
        ctx.save_for_backward(left, right, row, which)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        left, right, row, which = ctx.saved_tensors
        of_left, of_right = torch.zeros_like(left), torch.zeros_like(right)
        _multiply_back(*_arrays(grads[0], left, right, row, which, of_left, of_right))
        return of_left, of_right, None, None


# -------------------------------------------------------------------------------------- by torch, for other devices


def read_by_torch(observation: Tensor, table: Tensor, places: Places) -> Tensor:
    """`read_places` on any device."""
    value = observation.index_select(1, places.place)
    speaks = value != places.usual
    rows = places.row + torch.where(places.label & speaks, value.int(), 0)
    amount = value.float().sign() * value.float().abs().log1p()
    weight = torch.where(places.label, 1.0, amount) * speaks
    return functional.embedding_bag(rows, table, mode="sum", per_sample_weights=weight.to(table))


def add_by_torch(table: Tensor, rows: Tensor, summed: int) -> Tensor:
    """`add_rows` on any device."""
    padded = torch.cat([table, table.new_zeros(1, table.shape[1])])
    result = rows.where(rows >= 0, len(table))
    first = functional.embedding_bag(result[:, :summed], padded, mode="sum")
    return torch.cat([first.unsqueeze(1), functional.embedding(result[:, summed:], padded)], dim=1)


def multiply_by_torch(left: Tensor, right: Tensor, row: Tensor, which: Tensor) -> Tensor:
    """`multiply_rows` on any device."""
    product = (functional.embedding(row, left) * functional.embedding(which.clamp(min=0), right)).sum(dim=1)
    return product.where(which >= 0, 0.0)


def highest_by_row(score: Tensor, row: Tensor, rows: int) -> Tensor:
    """(B,) the highest of each row's `score` (K,)."""
    return score.new_full((rows,), IMPOSSIBLE).scatter_reduce(0, row, score, "amax")


def highest_by_torch(score: Tensor, row: Tensor, action: Tensor, rows: int) -> Tensor:
    """`highest` on any device."""
    winner = (score == highest_by_row(score, row, rows)[row]).nonzero().squeeze(1)
    return action.new_zeros(rows).scatter_(0, row[winner], action[winner])


# ------------------------------------------------------------------------------------------------- what networks call


def read_places(observation: Tensor, table: Tensor, places: Places) -> Tensor:
    """(B, H): the sum of the rows of `table` (N, H) that the places of raw observations (B, D) int8 pick."""
    if observation.device.type != "cpu":
        return read_by_torch(observation, table, places)
    return _Read.apply(observation, table, *places)  # type: ignore[no-any-return, no-untyped-call]


def add_rows(table: Tensor, rows: Tensor, summed: int) -> Tensor:
    """(B, 1 + P - n, H): the sum of the first n = `summed` of the `rows` (B, P) int32 of `table` (N, H), then each of
    the other rows."""
    if table.device.type != "cpu":
        return add_by_torch(table, rows, summed)
    return _Add.apply(table, rows, summed)  # type: ignore[no-any-return, no-untyped-call]


def multiply_rows(left: Tensor, right: Tensor, row: Tensor, which: Tensor) -> Tensor:
    """(K,): dot products of the rows `row` (K,) int64 of `left` (B, H) and the rows `which` (K,) int32 of `right` (N,
    H); 0 where that is `NONE`."""
    if left.device.type != "cpu":
        return multiply_by_torch(left, right, row, which)
    return _Multiply.apply(left, right, row, which)  # type: ignore[no-any-return, no-untyped-call]


def highest(score: Tensor, row: Tensor, action: Tensor, rows: int) -> Tensor:
    """(B,) int64: for each row, the action (K,) with the highest `score` (K,); among equals the last."""
    if score.device.type != "cpu":
        return highest_by_torch(score, row, action, rows)
    out = torch.zeros(rows, dtype=torch.int64)
    _highest(*_arrays(score, row, action), np.full(rows, -np.inf, np.float32), out.numpy())
    return out


def log_softmax(logits: Any, row: Any, rows: int) -> Any:
    """(K,) float32 log-probabilities of each row's actions, for arrays `logits` and `row` (K,); without gradients."""
    highest, total = np.full(rows, -np.inf, np.float32), np.zeros(rows, np.float32)
    out = np.empty_like(logits)
    _log_softmax(logits, row, highest, total, out)
    return out
