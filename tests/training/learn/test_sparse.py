"""Sums over a few rows, in machine code, held against torch's own, which other devices use."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.seats.layout import Layout, Piece
from training.learn import sparse
from training.learn.network import TableLayer

FLOATS = torch.Generator().manual_seed(1)


def floats(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=FLOATS).requires_grad_()


def whole(low: int, high: int, *shape: int) -> Tensor:
    return torch.randint(low, high, shape, generator=FLOATS, dtype=torch.int32)


def assert_alike(ours: Callable[..., Tensor], torchs: Callable[..., Tensor], inputs: list[Tensor]) -> None:
    """The same numbers, and the same gradients by any of the inputs."""
    one, other = ours(*inputs), torchs(*inputs)
    assert torch.allclose(one, other, atol=1e-4)
    weight = torch.randn(one.shape, generator=FLOATS)
    gradients = [torch.autograd.grad((out * weight).sum(), inputs) for out in (one, other)]
    for mine, theirs in zip(*gradients, strict=True):
        assert theirs.abs().max() > 0
        assert torch.allclose(mine, theirs, atol=1e-3)


def test_rows_are_added() -> None:
    rows = whole(-1, 7, 5, 9)
    assert (rows == sparse.NONE).any()
    assert_alike(
        lambda table: sparse.add_rows(table, rows, 6), lambda table: sparse.add_by_torch(table, rows, 6), [floats(7, 4)]
    )
    table = floats(7, 4).detach()
    by_hand = torch.stack([sum((table[r] for r in row[:6] if r >= 0), torch.zeros(4)) for row in rows])
    assert torch.allclose(sparse.add_rows(table, rows, 6)[:, 0], by_hand, atol=1e-5)


def test_rows_are_multiplied() -> None:
    row, which = whole(0, 5, 30).long(), whole(-1, 6, 30)
    assert (which == sparse.NONE).any()
    assert_alike(
        lambda left, right: sparse.multiply_rows(left, right, row, which),
        lambda left, right: sparse.multiply_by_torch(left, right, row, which),
        [floats(5, 8), floats(6, 8)],
    )
    left, right = floats(5, 8).detach(), floats(6, 8).detach()
    found = sparse.multiply_rows(left, right, row, which)
    assert (found[which == sparse.NONE] == 0).all()
    assert found[which >= 0][0] == pytest.approx(
        float(left[row[which >= 0][0]] @ right[which[which >= 0][0]]), abs=1e-5
    )


def test_places_pick_rows() -> None:
    layout = Layout([Piece("label", (2,), -1, 3, True, ""), Piece("amount", (3,), -128, 127, False, "")])
    layer = TableLayer(layout.values(), 4)
    places = sparse.Places(layer.place, layer.row, layer.label, layer.usual)
    seen = torch.tensor([[-1, 3, 0, 0, 0], [0, -1, 1, -128, 127], [2, 2, 0, 5, -1]], dtype=torch.int8)
    assert_alike(
        lambda table: sparse.read_places(seen, table, places),
        lambda table: sparse.read_by_torch(seen, table, places),
        [layer.weight],
    )
    found = sparse.read_places(seen, layer.weight, places)
    assert torch.allclose(found[0], layer.weight[5 + 4])
    log = torch.tensor([5.0, 1.0]).log1p()
    by_hand = layer.weight[3] + layer.weight[5 + 3] + log[0] * layer.weight[11] - log[1] * layer.weight[12]
    assert torch.allclose(found[2], by_hand, atol=1e-5)


def test_an_amount_that_tells_nothing_adds_nothing() -> None:
    layout = Layout([Piece("listed", (3,), -1, 8, False, ""), Piece("about", (1,), -1, 8, False, "")])
    layer = TableLayer(layout.values(), 4, {"listed": -1})
    seen = torch.tensor([[-1, -1, -1, 0], [0, 0, 0, 0], [2, -1, 0, -1]], dtype=torch.int8)
    found = layer(seen) - layer.bias
    assert (found[:2] == 0).all()
    log = torch.tensor([3.0, 2.0]).log()
    assert torch.allclose(found[2], log[0] * layer.weight[0] - log[1] * layer.weight[3], atol=1e-5)


def test_every_value_of_a_layout_has_its_row() -> None:
    """The highest and lowest ones too: none lies outside the table, no two pieces share one."""
    layer = TableLayer(GAME.layout.values(), 1)
    taken = set()
    for piece in GAME.layout.values():
        for place in range(piece.start, piece.start + piece.size):
            at = int((layer.place == place).nonzero())
            row = int(layer.row[at])
            values = range(piece.low, piece.high + 1) if piece.category else (0,)
            own = {row + value for value in values}
            assert not own & taken
            taken |= own
    assert taken == set(range(len(layer.weight)))
