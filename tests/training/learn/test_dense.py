"""A dense layer is torch's linear layer, whichever library computes its products."""

import pytest
import torch
from torch import nn

from tests.training.learn.test_sparse import assert_alike, floats
from training.learn import dense


@pytest.mark.parametrize("available", [True, False])
@pytest.mark.parametrize("bias", [True, False])
def test_it_is_a_linear_layer(available: bool, bias: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert dense.AVAILABLE, "this torch has no oneDNN: nothing else is tested here"
    monkeypatch.setattr(dense, "AVAILABLE", available)
    inputs = [floats(7, 5), floats(3, 5), *([floats(3)] if bias else [])]
    layer = dense.Dense(5, 3, bias=bias)

    def ours(seen: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
        named = dict(zip(["weight", "bias"], parameters, strict=False))
        result: torch.Tensor = torch.func.functional_call(layer, named, (seen,))
        return result

    assert_alike(ours, nn.functional.linear, inputs)
    frozen = floats(7, 5).detach()
    layer(frozen).sum().backward()
    assert layer.weight.grad is not None
    assert torch.allclose(layer.weight.grad, frozen.sum(dim=0).expand(3, 5), atol=1e-5)
